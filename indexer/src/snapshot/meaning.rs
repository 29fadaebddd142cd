//! The vectors of every chunk of a view, and how near each is to a question.
//!
//! Made when first asked for: the stored vectors know no path, so each chunk gets what its path
//! says here, is brought to length one and rounded to one byte a value. A question is compared
//! with all of them; that is exact, and faster than a graph up to sizes that keyword search slows
//! down at as well (`benches/RESULTS.md`).

use super::{Similarities, Snapshot};
use crate::embed::{Asked, DIMS, Row, Rows, Vector, dot, embed_path, normalise};
use crate::{ChunkId, Error, FileId};
use rayon::prelude::*;

/// Vectors of all chunks: files in order, then chunks in order.
pub(super) struct Meaning {
    /// The first chunk of each file, and one past the last.
    starts: Vec<u32>,
    rows: Rows,
    /// How long the mean of a file's vectors is; zero without chunks.
    lengths: Vec<f32>,
}

/// Files that one task composes, and rows that one task compares.
const FILES_AT_ONCE: usize = 64;
const ROWS_AT_ONCE: usize = 4096;

impl Meaning {
    /// Composes the vectors of all chunks of a snapshot.
    pub(super) fn of(snapshot: &Snapshot) -> Result<Meaning, Error> {
        let files: Vec<FileId> = snapshot.files().collect();
        let parts = files.par_chunks(FILES_AT_ONCE).map(|files| Meaning::some(snapshot, files));
        let parts = parts.collect::<Result<Vec<Meaning>, Error>>()?;
        let n_rows = parts.iter().map(|part| part.rows.len()).sum();
        let mut all = Meaning {
            starts: Vec::with_capacity(files.len() + 1),
            rows: Rows { steps: Vec::with_capacity(n_rows), values: Vec::with_capacity(n_rows * DIMS) },
            lengths: Vec::with_capacity(files.len()),
        };
        for part in parts {
            let before = all.rows.len() as u32;
            all.starts.extend(part.starts.iter().map(|start| before + start));
            all.rows.extend(&part.rows);
            all.lengths.extend(part.lengths);
        }
        all.starts.push(all.rows.len() as u32);
        Ok(all)
    }

    fn some(snapshot: &Snapshot, files: &[FileId]) -> Result<Meaning, Error> {
        let mut part = Meaning { starts: Vec::new(), rows: Rows::default(), lengths: Vec::new() };
        for &file in files {
            part.starts.push(part.rows.len() as u32);
            let row = snapshot.file(file);
            if row.n_chunks == 0 {
                part.lengths.push(0.0);
                continue;
            }
            let rows = snapshot.rows(file)?;
            let path = embed_path(row.path);
            let mut sum = [0.0; DIMS];
            for (stored, step) in rows.iter() {
                let mut vector: Vector = std::array::from_fn(|at| path[at] + step * f32::from(stored[at]));
                normalise(&mut vector);
                sum.iter_mut().zip(&vector).for_each(|(sum, value)| *sum += value);
                part.rows.push(&vector);
            }
            part.lengths.push(dot(&sum, &sum).sqrt() / rows.len().max(1) as f32);
        }
        Ok(part)
    }

    fn chunks(&self, file: usize) -> std::ops::Range<usize> {
        self.starts[file] as usize..self.starts[file + 1] as usize
    }

    pub(super) fn similarities(&self, question: &Vector) -> Similarities {
        let asked = Asked::new(question);
        let parts: Vec<Vec<f32>> = self
            .rows
            .values
            .par_chunks(ROWS_AT_ONCE * DIMS)
            .map(|rows| {
                let mut products = Vec::with_capacity(rows.len() / DIMS);
                asked.products(rows, &mut products);
                products
            })
            .collect();
        let mut chunks = parts.concat();
        chunks.iter_mut().zip(&self.rows.steps).for_each(|(product, step)| *product *= step);
        let file = |(file, &length): (usize, &f32)| {
            let chunks = &chunks[self.chunks(file)];
            if length > 0.0 { chunks.iter().sum::<f32>() / chunks.len() as f32 / length } else { 0.0 }
        };
        let files = self.lengths.iter().enumerate().map(file).collect();
        Similarities { chunks, files }
    }

    pub(super) fn vector(&self, chunk: ChunkId) -> Vector {
        let file = chunk.file.0 as usize;
        let chunks = if file < self.lengths.len() { self.chunks(file) } else { 0..0 };
        let row = chunks.clone().nth(chunk.index as usize).and_then(|number| self.rows.iter().nth(number));
        let mut vector = [0.0; DIMS];
        if let Some((row, step)) = row {
            vector.iter_mut().zip(row).for_each(|(value, &stored)| *value = step * f32::from(stored));
        }
        vector
    }
}

/// Cosines of the stored vectors, which know no path, with that of one chunk.
pub(super) fn likeness(snapshot: &Snapshot, chunk: ChunkId) -> Result<Vec<f32>, Error> {
    let files: Vec<FileId> = snapshot.files().collect();
    let known = files.get(chunk.file.0 as usize).map(|file| snapshot.rows(*file)).transpose()?.unwrap_or_default();
    let row = known.iter().nth(chunk.index as usize);
    let mut asked = row.map_or([0.0; DIMS], |(row, _)| row.map(f32::from));
    normalise(&mut asked);
    let asked = Asked::new(&asked);
    let some = |files: &[FileId]| {
        let mut all = Vec::new();
        for &file in files.iter().filter(|file| snapshot.file(**file).n_chunks > 0) {
            let rows = snapshot.rows(file)?;
            let start = all.len();
            asked.products(&rows.values, &mut all);
            all[start..].iter_mut().zip(rows.iter()).for_each(|(product, (row, _))| *product /= length(row).max(1.0));
        }
        Ok(all)
    };
    let parts = files.par_chunks(FILES_AT_ONCE).map(some);
    Ok(parts.collect::<Result<Vec<Vec<f32>>, Error>>()?.concat())
}

fn length(row: &Row) -> f32 {
    (row.iter().map(|&value| i32::from(value) * i32::from(value)).sum::<i32>() as f32).sqrt()
}
