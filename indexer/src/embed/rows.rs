//! The vectors of one content's chunks, as they are stored: one byte a value.
//!
//! Behind those of the chunks comes one of the whole: the mean of theirs.

use super::{DIMS, Row, Vector, embed_chunk, to_row};
use crate::chunk::{Chunk, each_name};
use grammars::Outline;
use std::ops::Range;

/// Vectors, one per chunk, in order, then their mean: of text and names, not knowing their path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    /// What a step of each row is worth.
    steps: Vec<f32>,
    values: Vec<Row>,
}

/// The same where they lie, in a pack or in memory.
#[derive(Clone, Copy)]
pub(crate) struct RowsRef<'a> {
    steps: Steps<'a>,
    pub(crate) values: &'a [Row],
}

#[derive(Clone, Copy)]
enum Steps<'a> {
    Stored(&'a [[u8; 4]]),
    Memory(&'a [f32]),
}

impl Rows {
    pub(crate) const NONE: Rows = Rows { steps: Vec::new(), values: Vec::new() };

    /// The vectors of the chunks of a text.
    pub(crate) fn of(text: &str, outline: &Outline, chunks: &[Chunk]) -> Rows {
        let mut names = vec![String::new(); chunks.len()];
        each_name(outline, chunks, |index, name| {
            names[index].push_str(name);
            names[index].push(' ');
        });
        let mut rows = Rows::default();
        let mut mean = [0.0; DIMS];
        for (chunk, names) in chunks.iter().zip(&names) {
            let header = chunk.header.map(|header| header.of(text));
            let vector = embed_chunk(header.into_iter().chain([chunk.span.of(text)]), names);
            mean.iter_mut().zip(&vector).for_each(|(sum, value)| *sum += value / chunks.len() as f32);
            rows.push(&vector);
        }
        if !chunks.is_empty() {
            rows.push(&mean);
        }
        rows
    }

    /// How many vectors a content of so many chunks has.
    pub(crate) fn n_for(n_chunks: u32) -> u32 {
        if n_chunks == 0 { 0 } else { n_chunks + 1 }
    }

    /// Adds a vector at the end.
    pub(crate) fn push(&mut self, vector: &Vector) {
        let (row, step) = to_row(vector);
        self.steps.push(step);
        self.values.push(row);
    }

    /// Adds those of another content.
    pub(crate) fn extend(&mut self, other: RowsRef<'_>) {
        self.steps.extend((0..other.len()).map(|index| other.step(index)));
        self.values.extend_from_slice(other.values);
    }

    /// Bytes that `n` vectors take.
    pub(crate) fn n_bytes(n: usize) -> usize {
        n * (4 + DIMS)
    }

    /// All steps, then all values.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::n_bytes(self.values.len()));
        self.steps.iter().for_each(|step| bytes.extend_from_slice(&step.to_le_bytes()));
        bytes.extend_from_slice(self.values.as_flattened());
        bytes
    }

    /// Where they lie.
    pub(crate) fn borrowed(&self) -> RowsRef<'_> {
        RowsRef { steps: Steps::Memory(&self.steps), values: &self.values }
    }
}

impl<'a> RowsRef<'a> {
    /// Some of the `n_all` vectors that `bytes` hold.
    ///
    /// # Panics
    /// If `bytes` do not hold so many.
    pub(crate) fn stored(bytes: &'a [u8], n_all: usize, some: Range<usize>) -> RowsRef<'a> {
        let (steps, values) = bytes.split_at(n_all * 4);
        RowsRef { steps: Steps::Stored(&steps.as_chunks().0[some.clone()]), values: &values.as_chunks().0[some] }
    }

    /// Number of vectors.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// What a step of one of them is worth.
    pub(crate) fn step(&self, index: usize) -> f32 {
        match self.steps {
            Steps::Stored(steps) => f32::from_le_bytes(steps[index]),
            Steps::Memory(steps) => steps[index],
        }
    }
}
