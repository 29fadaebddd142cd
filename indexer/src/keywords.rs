//! The keyword index over chunk texts.

use crate::ChunkId;

/// What part of a chunk a word stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// Its text.
    Words,
    /// The names it defines.
    Names,
}

/// A word in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The chunk.
    pub chunk: ChunkId,
    /// How often the word stands in it.
    pub count: u32,
    /// How many words the field has in that chunk.
    pub n_words: u32,
}
