//! How near the chunks of a view are to a question, in meaning.
//!
//! The stored vectors know no path. What a path says is added here: the cosine with a sum is the
//! sum of the products over the length of the sum, so only that length is kept for each chunk, and
//! the vectors are read where they lie. A question is compared with all of them: that is exact, it
//! needs no building, and filters cost nothing (`benches/RESULTS.md` has what it takes).

use super::{RowsPlace, Similarities, Snapshot};
use crate::embed::{Asked, DIMS, Row, Vector, add_rows, dot, embed_path, normalise, to_row};
use crate::{ChunkId, Error, FileId};
use rayon::prelude::*;

/// What is known of the vectors of all chunks before any question.
pub(super) struct Meaning {
    files: Vec<FileMeaning>,
    /// By chunk, files in order, then chunks in order: what a step of its row is worth, and what
    /// brings its vector with the path added to length one.
    scales: Vec<(f32, f32)>,
}

struct FileMeaning {
    /// Its first chunk.
    start: u32,
    n_chunks: u32,
    /// What its path says.
    path: Row,
    path_step: f32,
    /// How long the mean of its vectors is.
    length: f32,
    rows: RowsPlace,
}

/// Files that one task looks at.
const FILES_AT_ONCE: usize = 64;

impl Meaning {
    /// Looks at the vectors of all chunks of a snapshot.
    pub(super) fn of(snapshot: &Snapshot) -> Result<Meaning, Error> {
        let files: Vec<FileId> = snapshot.files().collect();
        let parts = files.par_chunks(FILES_AT_ONCE).map(|files| Meaning::some(snapshot, files));
        let parts = parts.collect::<Result<Vec<Meaning>, Error>>()?;
        let mut all = Meaning { files: Vec::with_capacity(files.len()), scales: Vec::new() };
        for part in parts {
            let before = all.scales.len() as u32;
            all.files.extend(part.files.into_iter().map(|file| FileMeaning { start: before + file.start, ..file }));
            all.scales.extend(part.scales);
        }
        Ok(all)
    }

    fn some(snapshot: &Snapshot, files: &[FileId]) -> Result<Meaning, Error> {
        let mut part = Meaning { files: Vec::with_capacity(files.len()), scales: Vec::new() };
        let (mut products, mut weights) = (Vec::new(), Vec::new());
        for &file in files {
            let start = part.scales.len() as u32;
            let row = snapshot.file(file);
            if row.n_chunks == 0 {
                let rows = RowsPlace::Nowhere;
                part.files.push(FileMeaning { start, n_chunks: 0, path: [0; DIMS], path_step: 0.0, length: 0.0, rows });
                continue;
            }
            let place = snapshot.rows_place(file)?;
            let rows = snapshot.rows(place)?;
            if rows.len() != row.n_chunks as usize {
                return Err(Error::damaged(snapshot.root(), format!("{} has {} vectors", row.path, rows.len())));
            }
            let said = embed_path(row.path);
            let said_square = dot(&said, &said);
            products.clear();
            weights.clear();
            Asked::new(&said).products(rows.values, &mut products);
            for (index, (product, square)) in products.iter().enumerate() {
                let step = rows.step(index);
                let square = square * step * step + 2.0 * product * step + said_square;
                let inverse = if square > 1e-9 { square.sqrt().recip() } else { 0.0 };
                part.scales.push((step, inverse));
                weights.push(step * inverse);
            }
            let of_path: f32 = part.scales[start as usize..].iter().map(|(_, inverse)| inverse).sum();
            let mut sum = said.map(|value| value * of_path);
            add_rows(&mut sum, rows.values, &weights);
            let length = dot(&sum, &sum).sqrt() / rows.len().max(1) as f32;
            let (path, path_step) = to_row(&said);
            part.files.push(FileMeaning { start, n_chunks: rows.len() as u32, path, path_step, length, rows: place });
        }
        Ok(part)
    }

    pub(super) fn similarities(&self, snapshot: &Snapshot, question: &Vector) -> Result<Similarities, Error> {
        let asked = Asked::new(question);
        let parts = self.files.par_chunks(FILES_AT_ONCE).map(|files| self.compare(snapshot, &asked, files));
        let parts = parts.collect::<Result<Vec<Similarities>, Error>>()?;
        let mut all =
            Similarities { chunks: Vec::with_capacity(self.scales.len()), files: Vec::with_capacity(self.files.len()) };
        for part in parts {
            all.chunks.extend(part.chunks);
            all.files.extend(part.files);
        }
        Ok(all)
    }

    /// Compares a question with some of the files.
    fn compare(&self, snapshot: &Snapshot, asked: &Asked, files: &[FileMeaning]) -> Result<Similarities, Error> {
        let mut part = Similarities::default();
        let mut of_path = Vec::new();
        for file in files {
            if file.n_chunks == 0 {
                part.files.push(0.0);
                continue;
            }
            let rows = snapshot.rows(file.rows)?;
            of_path.clear();
            asked.products(&[file.path], &mut of_path);
            let scales = &self.scales[file.start as usize..][..file.n_chunks as usize];
            let before = part.chunks.len();
            asked.cosines(rows.values, scales, of_path[0].0 * file.path_step, &mut part.chunks);
            let mean = part.chunks[before..].iter().sum::<f32>() / file.n_chunks as f32;
            part.files.push(if file.length > 1e-6 { mean / file.length } else { 0.0 });
        }
        Ok(part)
    }

    pub(super) fn vector(&self, snapshot: &Snapshot, chunk: ChunkId) -> Result<Vector, Error> {
        let file = self.files.get(chunk.file.0 as usize).filter(|file| chunk.index < file.n_chunks);
        let Some(file) = file else { return Ok([0.0; DIMS]) };
        let rows = snapshot.rows(file.rows)?;
        let (row, step) = (&rows.values[chunk.index as usize], rows.step(chunk.index as usize));
        let value = |at: usize| f32::from(row[at] as i8) * step + f32::from(file.path[at] as i8) * file.path_step;
        let mut vector = std::array::from_fn(value);
        normalise(&mut vector);
        Ok(vector)
    }
}
