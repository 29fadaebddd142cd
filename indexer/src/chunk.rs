//! Cuts a file into chunks for search.

use crate::FileId;
use grammars::Span;

/// A piece of a file that is searched and shown as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Whole lines.
    pub span: Span,
    /// The symbol it shows (index into the outline), if it shows one.
    pub symbol: Option<u32>,
    /// First line of the definition it was cut out of, where it does not hold it itself.
    pub header: Option<Span>,
    /// Words in its text.
    pub n_words: u32,
    /// Words in the names it defines.
    pub n_name_words: u32,
}

/// One chunk of one file of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkId {
    /// The file.
    pub file: FileId,
    /// Its place among the file's chunks.
    pub index: u32,
}
