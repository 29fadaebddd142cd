//! The text of a file, whatever its encoding.

use crate::BlobId;

/// How a file's bytes spell its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a mark.
    Utf8,
    /// UTF-16 with a byte order mark.
    Utf16,
    /// A legacy 8-bit or multi-byte encoding, guessed; its label.
    Legacy(&'static str),
}

/// The text of a file and what it was drawn from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text, as UTF-8.
    pub text: String,
    /// How the file spells it.
    pub encoding: Encoding,
    /// The content it is.
    pub blob: BlobId,
}
