//! The vectors of one content's chunks, as they are stored: one byte a value.

use super::{DIMS, Row, Vector, embed_chunk, to_row};
use crate::chunk::{Chunk, each_name};
use grammars::Outline;
use std::ops::Range;

/// Vectors, one per chunk, in order. Not of length one: see [`super::compose`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    /// What a step of each row is worth.
    pub(crate) steps: Vec<f32>,
    /// The rows, one after the other.
    pub(crate) values: Vec<i8>,
}

impl Rows {
    /// The vectors of the chunks of a text.
    pub(crate) fn of(text: &str, outline: &Outline, chunks: &[Chunk]) -> Rows {
        let mut names = vec![String::new(); chunks.len()];
        each_name(outline, chunks, |index, name| {
            names[index].push_str(name);
            names[index].push(' ');
        });
        let mut rows = Rows::default();
        for (chunk, names) in chunks.iter().zip(&names) {
            let header = chunk.header.map(|header| header.of(text));
            rows.push(&embed_chunk(header.into_iter().chain([chunk.span.of(text)]), names));
        }
        rows
    }

    /// Adds a vector at the end.
    pub(crate) fn push(&mut self, vector: &Vector) {
        let (row, step) = to_row(vector);
        self.steps.push(step);
        self.values.extend_from_slice(&row);
    }

    /// Adds those of another content.
    pub(crate) fn extend(&mut self, other: &Rows) {
        self.steps.extend_from_slice(&other.steps);
        self.values.extend_from_slice(&other.values);
    }

    /// Bytes that `n` vectors take.
    pub(crate) fn n_bytes(n: usize) -> usize {
        n * (4 + DIMS)
    }

    /// All steps, then all values.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::n_bytes(self.len()));
        self.steps.iter().for_each(|step| bytes.extend_from_slice(&step.to_le_bytes()));
        bytes.extend(self.values.iter().map(|value| *value as u8));
        bytes
    }

    /// Some of the `n_all` vectors that `bytes` hold.
    ///
    /// # Panics
    /// If `bytes` do not hold so many.
    pub(crate) fn from_bytes(bytes: &[u8], n_all: usize, some: Range<usize>) -> Rows {
        let (steps, values) = bytes.split_at(n_all * 4);
        let steps = steps[some.start * 4..some.end * 4].as_chunks().0.iter().map(|step| f32::from_le_bytes(*step));
        let values = values[some.start * DIMS..some.end * DIMS].iter().map(|value| *value as i8);
        Rows { steps: steps.collect(), values: values.collect() }
    }

    /// Number of vectors.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The vectors, each with what a step is worth.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Row, f32)> {
        self.values.as_chunks::<DIMS>().0.iter().zip(self.steps.iter().copied())
    }
}
