//! The list path -> content of one working tree.

use crate::SkipReason;
use grammars::Lang;

/// A file of a snapshot: its place in the order of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Counts publications of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(pub u64);

/// One row of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// Its number in this snapshot.
    pub id: FileId,
    /// Relative to the root, with `/`; bytes that are no UTF-8 are written `\xNN`.
    pub path: &'a str,
    /// The language it was read as.
    pub lang: Lang,
    /// Why it is not searched, if it is not.
    pub skip: Option<SkipReason>,
    /// Says of itself that a program wrote it.
    pub generated: bool,
    /// Size in bytes.
    pub size: u64,
    /// Number of chunks.
    pub n_chunks: u32,
}
