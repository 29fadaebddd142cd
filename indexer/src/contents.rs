//! What is stored about one content: its outline and its chunks.

use crate::chunk::Chunk;
use grammars::Outline;

/// The facts about one content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// Symbols, occurrences, imports, scopes.
    pub outline: Outline,
    /// The pieces it is searched by.
    pub chunks: Vec<Chunk>,
    /// Number of lines.
    pub n_lines: u32,
    /// Says of itself that a program wrote it.
    pub generated: bool,
}
