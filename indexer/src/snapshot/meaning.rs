//! How near the chunks of a view are to a question, in meaning.
//!
//! The stored vectors know no path. What a path says is added here: the cosine with a sum is the
//! sum of the products over the length of the sum, so only that length is kept for each chunk, and
//! the vectors are read where they lie. A question is compared with all of them: that is exact, it
//! needs no building, and filters cost nothing (`benches/RESULTS.md` has what it takes).

use super::near::{self, Finder, Near, Part};
use super::{RowsPlace, Similarities, Vectors};
use crate::embed::{Asked, DIMS, Paths, Row, Rows, Vector, dot, normalise, to_row};
use crate::{ChunkId, Error, FileId};
use rayon::prelude::*;
use std::path::Path;

/// What is known of the vectors of all chunks before any question.
pub(crate) struct Meaning {
    files: Vec<FileMeaning>,
    /// By row, files in order: what a step of it is worth, and what brings its vector with the path
    /// added to length one.
    scales: Vec<(f32, f32)>,
    near: Near,
    /// What the paths say that `near` does not know.
    paths: Vec<Row>,
    /// Files that were moved to another pack since `near` was written.
    n_moved: usize,
}

struct FileMeaning {
    /// Where its scales begin.
    start: u32,
    n_chunks: u32,
    path: PathAt,
    path_step: f32,
    rows: RowsPlace,
}

/// Where what a path says is.
#[derive(Clone, Copy)]
enum PathAt {
    Near(u32),
    Paths(u32),
}

/// Files that one task looks at.
const FILES_AT_ONCE: usize = 64;
/// Fewer vectors are compared by whoever asks: that takes half a millisecond, and waking others may
/// take longer, on a busy machine by far (`benches/RESULTS.md`).
const SPREAD_MIN: usize = 50_000;
/// So many files that nothing is kept of are worth writing it down.
pub(crate) const NEW_FILES_MIN: usize = 64;

/// What was found out about one file.
struct Drawn {
    place: RowsPlace,
    path: Row,
    path_step: f32,
    scales: Vec<(f32, f32)>,
}

impl Meaning {
    /// Looks at the vectors of all chunks of a view; what is kept at `near` is not drawn again.
    pub(crate) fn of(vectors: Vectors<'_>, near: &Path) -> Result<Meaning, Error> {
        let near = Near::read(near);
        let mut finder = Finder::new(near.keys().collect());
        let files: Vec<FileId> = vectors.view.ids().filter(|id| vectors.n_chunks(*id) > 0).collect();
        let known: Vec<Option<usize>> = files.iter().map(|file| finder.find(vectors.key(*file))).collect();
        let unknown: Vec<FileId> =
            files.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(file, _)| *file).collect();
        let drawn = unknown.par_chunks(FILES_AT_ONCE).map(|files| draw(vectors, files));
        let drawn = drawn.collect::<Result<Vec<Vec<Drawn>>, Error>>()?;
        let mut drawn = drawn.into_iter().flatten();
        let mut found = files.iter().zip(known);
        let n_files = vectors.view.len() as usize;
        let mut all =
            Meaning { files: Vec::with_capacity(n_files), scales: Vec::new(), near, paths: Vec::new(), n_moved: 0 };
        for file in vectors.view.ids() {
            if vectors.n_chunks(file) == 0 {
                all.push_empty();
                continue;
            }
            match found.next() {
                Some((_, Some(known))) => all.push_known(vectors, file, known)?,
                _ => all.push(drawn.next().expect("what is not known was drawn")),
            }
        }
        Ok(all)
    }

    fn push_empty(&mut self) {
        let start = self.scales.len() as u32;
        let (path, rows) = (PathAt::Near(0), RowsPlace::Nowhere);
        self.files.push(FileMeaning { start, n_chunks: 0, path, path_step: 0.0, rows });
    }

    fn push_known(&mut self, vectors: Vectors<'_>, file: FileId, known: usize) -> Result<(), Error> {
        let start = self.scales.len() as u32;
        let rows = vectors.place_near(file, self.near.place(known))?;
        self.n_moved += usize::from(rows != self.near.place(known));
        self.scales.extend(self.near.scales(known));
        self.files.push(FileMeaning {
            start,
            n_chunks: (self.scales.len() as u32 - start).saturating_sub(1),
            path: PathAt::Near(known as u32),
            path_step: self.near.path_step(known),
            rows,
        });
        Ok(())
    }

    fn push(&mut self, drawn: Drawn) {
        let start = self.scales.len() as u32;
        self.scales.extend_from_slice(&drawn.scales);
        self.files.push(FileMeaning {
            start,
            n_chunks: (drawn.scales.len() as u32).saturating_sub(1),
            path: PathAt::Paths(self.paths.len() as u32),
            path_step: drawn.path_step,
            rows: drawn.place,
        });
        self.paths.push(drawn.path);
    }

    /// Keeps at `near` what was drawn, if that is worth it. Only the holder of the writer's lock may.
    pub(crate) fn keep(&self, vectors: Vectors<'_>, near: &Path) {
        let n_files = self.files.iter().filter(|file| file.n_chunks > 0).count();
        if !self.is_new() && n_files + NEW_FILES_MIN > self.near.len() {
            return;
        }
        let is_kept = |file: &FileMeaning| file.n_chunks > 0 && matches!(file.rows, RowsPlace::Pack(..));
        let files = vectors.view.ids().zip(&self.files).filter(|(_, file)| is_kept(file));
        let parts = files.map(|(id, file)| Part {
            key: vectors.key(id),
            place: file.rows,
            path: self.path(file.path),
            path_step: file.path_step,
            scales: &self.scales[file.start as usize..][..file.n_chunks as usize + 1],
        });
        // Without it the next question draws them again.
        let _ = near::write(near, &parts.collect::<Vec<_>>());
    }

    /// True when it is worth keeping.
    pub(super) fn is_new(&self) -> bool {
        self.paths.len() + self.n_moved >= NEW_FILES_MIN
    }

    fn path(&self, at: PathAt) -> &Row {
        match at {
            PathAt::Near(file) => self.near.path(file as usize),
            PathAt::Paths(index) => &self.paths[index as usize],
        }
    }

    /// Adds paths to vectors, chunk by chunk.
    pub(super) fn each_vector(&self, vectors: Vectors<'_>, each: &mut dyn FnMut(&Vector)) -> Result<(), Error> {
        for file in &self.files {
            if file.n_chunks == 0 {
                continue;
            }
            let (rows, path) = (vectors.rows(file.rows)?, self.path(file.path));
            for (index, row) in rows.values.iter().take(file.n_chunks as usize).enumerate() {
                let (step, inverse) = self.scales[file.start as usize + index];
                let value = |at: usize| f32::from(row[at] as i8) * step + f32::from(path[at] as i8) * file.path_step;
                each(&std::array::from_fn(|at| value(at) * inverse));
            }
        }
        Ok(())
    }

    pub(super) fn similarities(&self, vectors: Vectors<'_>, question: &Vector) -> Result<Similarities, Error> {
        let asked = Asked::new(question);
        if self.scales.len() < SPREAD_MIN {
            return self.compare(vectors, &asked, &self.files);
        }
        let parts = self.files.par_chunks(FILES_AT_ONCE).map(|files| self.compare(vectors, &asked, files));
        let parts = parts.collect::<Result<Vec<Similarities>, Error>>()?;
        let (n_chunks, n_files) = (self.scales.len(), self.files.len());
        let mut all =
            Similarities { chunks: Vec::with_capacity(n_chunks), files: Vec::with_capacity(n_files), usual: None };
        for part in parts {
            all.chunks.extend(part.chunks);
            all.files.extend(part.files);
        }
        Ok(all)
    }

    /// The same for some of the files, one after the other.
    pub(super) fn of_files(
        &self,
        vectors: Vectors<'_>,
        question: &Vector,
        files: &[FileId],
    ) -> Result<Similarities, Error> {
        let asked = Asked::new(question);
        self.compare(vectors, &asked, files.iter().map(|file| &self.files[file.0 as usize]))
    }

    /// The same for one chunk; `path` is what the path of its file says, once that is known.
    pub(super) fn cosine(
        &self,
        vectors: Vectors<'_>,
        asked: &Asked,
        (file, index): (FileId, u32),
        path: &mut f32,
    ) -> Result<f32, Error> {
        let file = &self.files[file.0 as usize];
        if path.is_nan() {
            *path = asked.product(self.path(file.path)) * file.path_step;
        }
        let rows = vectors.rows(file.rows)?;
        let row = rows.values.get(index as usize).ok_or_else(|| vectors.too_few(file.rows))?;
        let (step, inverse) = self.scales[(file.start + index) as usize];
        Ok((asked.product(row) * step + *path) * inverse)
    }

    /// Compares a question with some of the files.
    fn compare<'f>(
        &self,
        vectors: Vectors<'_>,
        asked: &Asked,
        files: impl IntoIterator<Item = &'f FileMeaning>,
    ) -> Result<Similarities, Error> {
        let mut part = Similarities::default();
        for file in files {
            if file.n_chunks == 0 {
                part.files.push(0.0);
                continue;
            }
            let rows = vectors.rows(file.rows)?;
            let scales = &self.scales[file.start as usize..][..file.n_chunks as usize + 1];
            if rows.len() != scales.len() {
                return Err(vectors.too_few(file.rows));
            }
            let path = asked.product(self.path(file.path)) * file.path_step;
            asked.cosines(rows.values, scales, path, &mut part.chunks);
            // The last row is that of the whole.
            part.files.extend(part.chunks.pop());
        }
        Ok(part)
    }
}

/// Adds what their paths say to the vectors of some files.
fn draw(vectors: Vectors<'_>, files: &[FileId]) -> Result<Vec<Drawn>, Error> {
    let mut all = Vec::with_capacity(files.len());
    let (mut paths, mut products) = (Paths::new(), Vec::new());
    for &file in files {
        let place = vectors.place(file)?;
        let rows = vectors.rows(place)?;
        if rows.len() != Rows::n_for(vectors.n_chunks(file)) as usize {
            return Err(vectors.too_few(place));
        }
        let said = paths.embed(vectors.view.path(file));
        let (asked, said_square) = (Asked::new(&said), dot(&said, &said));
        products.clear();
        asked.products(rows.values, &mut products);
        let scales = products.iter().enumerate().map(|(index, (product, square))| {
            let step = rows.step(index);
            let square = square * step * step + 2.0 * product * step + said_square;
            (step, if square > 1e-9 { square.sqrt().recip() } else { 0.0 })
        });
        let (path, path_step) = to_row(&said);
        all.push(Drawn { place, path, path_step, scales: scales.collect() });
    }
    Ok(all)
}

/// Cosines of the stored vectors, which know no path, with that of one chunk; empty if there is no such chunk.
pub(super) fn likeness(vectors: Vectors<'_>, chunk: ChunkId) -> Result<Vec<f32>, Error> {
    let files: Vec<FileId> = vectors.view.ids().collect();
    let Some(file) = files.get(chunk.file.0 as usize).filter(|file| chunk.index < vectors.n_chunks(**file)) else {
        return Ok(Vec::new());
    };
    let known = vectors.rows(vectors.place(*file)?)?;
    let mut asked = [0.0; DIMS];
    let row = known.values.get(chunk.index as usize).ok_or_else(|| vectors.too_few(RowsPlace::Nowhere))?;
    asked.iter_mut().zip(row).for_each(|(asked, value)| *asked = f32::from(*value as i8));
    normalise(&mut asked);
    let asked = Asked::new(&asked);
    let some = |files: &[FileId]| {
        let (mut all, mut products) = (Vec::new(), Vec::new());
        for &file in files.iter().filter(|file| vectors.n_chunks(**file) > 0) {
            let rows = vectors.rows(vectors.place(file)?)?;
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
