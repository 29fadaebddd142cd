//! How near the chunks of a view are to a question, in meaning.
//!
//! The stored vectors know no path. What a path says is added here: the cosine with a sum is the
//! sum of the products over the length of the sum, so only that length is kept for each chunk, and
//! the vectors are read where they lie. A question is compared with all of them: that is exact, it
//! needs no building, and filters cost nothing (`benches/RESULTS.md` has what it takes).

use super::{RowsPlace, Similarities, Snapshot};
use crate::embed::{Asked, DIMS, Paths, Row, Rows, Vector, dot, normalise, to_row};
use crate::{ChunkId, Error, FileId};
use rayon::prelude::*;

/// What is known of the vectors of all chunks before any question.
pub(super) struct Meaning {
    files: Vec<FileMeaning>,
    /// By row, files in order: what a step of it is worth, and what brings its vector with the path
    /// added to length one.
    scales: Vec<(f32, f32)>,
}

struct FileMeaning {
    /// Where its scales begin.
    start: u32,
    n_chunks: u32,
    /// What its path says.
    path: Row,
    path_step: f32,
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
        let (mut paths, mut products) = (Paths::new(), Vec::new());
        for &file in files {
            let (start, row) = (part.scales.len() as u32, snapshot.file(file));
            let (n_chunks, place) = (row.n_chunks, snapshot.rows_place(file)?);
            let rows = snapshot.rows(place)?;
            if rows.len() != Rows::n_for(n_chunks) as usize {
                let path = snapshot.root().join(row.path);
                return Err(Error::damaged(path, "the index has too few vectors for it"));
            }
            let said = if n_chunks == 0 { [0.0; DIMS] } else { paths.embed(row.path) };
            let (asked, said_square) = (Asked::new(&said), dot(&said, &said));
            products.clear();
            asked.products(rows.values, &mut products);
            part.scales.extend(products.iter().enumerate().map(|(index, (product, square))| {
                let step = rows.step(index);
                let square = square * step * step + 2.0 * product * step + said_square;
                (step, if square > 1e-9 { square.sqrt().recip() } else { 0.0 })
            }));
            let (path, path_step) = to_row(&said);
            part.files.push(FileMeaning { start, n_chunks, path, path_step, rows: place });
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
        for file in files {
            if file.n_chunks == 0 {
                part.files.push(0.0);
                continue;
            }
            let rows = snapshot.rows(file.rows)?;
            let scales = &self.scales[file.start as usize..][..rows.len()];
            let path = asked.product(&file.path) * file.path_step;
            asked.cosines(rows.values, scales, path, &mut part.chunks);
            // The last row is that of the whole.
            part.files.extend(part.chunks.pop());
        }
        Ok(part)
    }
}

/// Cosines of the stored vectors, which know no path, with that of one chunk; empty if there is no such chunk.
pub(super) fn likeness(snapshot: &Snapshot, chunk: ChunkId) -> Result<Vec<f32>, Error> {
    let files: Vec<FileId> = snapshot.files().collect();
    let Some(file) = files.get(chunk.file.0 as usize).filter(|file| chunk.index < snapshot.file(**file).n_chunks)
    else {
        return Ok(Vec::new());
    };
    let known = snapshot.rows(snapshot.rows_place(*file)?)?;
    let mut asked = known.values[chunk.index as usize].map(|value| f32::from(value as i8));
    normalise(&mut asked);
    let asked = Asked::new(&asked);
    let some = |files: &[FileId]| {
        let (mut all, mut products) = (Vec::new(), Vec::new());
        for &file in files.iter().filter(|file| snapshot.file(**file).n_chunks > 0) {
            let rows = snapshot.rows(snapshot.rows_place(file)?)?;
            products.clear();
            asked.products(rows.values, &mut products);
            // The last row is that of the whole.
            products.pop();
            all.extend(products.iter().map(|(product, square)| product / square.sqrt().max(1.0)));
        }
        Ok(all)
    };
    let parts = files.par_chunks(FILES_AT_ONCE).map(some);
    Ok(parts.collect::<Result<Vec<Vec<f32>>, Error>>()?.concat())
}
