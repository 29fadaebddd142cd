//! The vectors of other models, by content.
//!
//! Each file holds the vectors of some contents' chunks, one byte a value, and is never changed; a
//! run writes one for each portion, so that what was paid for is kept whatever stops it, and makes one
//! of all of them at its end. The name of a file says the model, what is inside says it again. Contents
//! that no view shows any more stay until the store is deleted: branches come back.

mod fill;

pub use fill::{Embedded, embed_all};

use crate::sealed::{self, Mapped};
use crate::{BlobId, Error};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

const KIND: &[u8; 4] = b"VECS";
/// Of a content: its name, how many vectors it has, and where they begin.
const ENTRY_LEN: usize = 16 + 4 + 4;

/// The vectors of one model.
pub(crate) struct Model {
    dir: PathBuf,
    id: String,
    files: Vec<ModelFile>,
    /// Where each content is: file, first vector, number.
    places: HashMap<BlobId, (u32, u32, u32)>,
}

/// A content, how many vectors it has, and the first of them.
type Entry = (BlobId, u32, u32);

struct ModelFile {
    path: PathBuf,
    map: Mapped,
    dims: usize,
    /// Where steps and values begin.
    steps: usize,
    values: usize,
}

/// Vectors of one content's chunks.
#[derive(Clone, Copy)]
pub(crate) struct OtherRows<'a> {
    steps: &'a [[u8; 4]],
    values: &'a [u8],
    dims: usize,
}

/// Vectors on their way into a file.
#[derive(Default)]
pub(crate) struct Portion {
    entries: Vec<Entry>,
    steps: Vec<f32>,
    values: Vec<u8>,
    dims: usize,
}

impl Model {
    /// What is kept of the model `id` in the folder `dir`. Files that are not whole are passed over:
    /// their contents are embedded again.
    pub(crate) fn open(dir: &Path, id: &str) -> Model {
        let mut model = Model { dir: dir.into(), id: id.into(), files: Vec::new(), places: HashMap::new() };
        let start = model.file_start();
        let names = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_ours = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start));
        let mut paths: Vec<PathBuf> = names.filter(is_ours).collect();
        paths.sort();
        for path in paths {
            model.take(path);
        }
        model
    }

    fn file_start(&self) -> String {
        format!("{:016x}-", xxh3_64(self.id.as_bytes()))
    }

    /// Reads a file; false if it is not whole or of something else.
    fn take(&mut self, path: PathBuf) -> bool {
        let Some((file, entries)) = ModelFile::read(&path, &self.id) else { return false };
        if self.files.first().is_some_and(|first| first.dims != file.dims) {
            return false;
        }
        let number = self.files.len() as u32;
        self.places.extend(entries.into_iter().map(|(blob, n, first)| (blob, (number, first, n))));
        self.files.push(file);
        true
    }

    /// Values of a vector; none while nothing is known.
    pub(crate) fn dims(&self) -> Option<usize> {
        self.files.first().map(|file| file.dims)
    }

    /// The vectors of a content that has `n_chunks` chunks.
    pub(crate) fn rows(&self, blob: BlobId, n_chunks: u32) -> Option<OtherRows<'_>> {
        let &(file, first, n) = self.places.get(&blob).filter(|(_, _, n)| *n == n_chunks)?;
        Some(self.files[file as usize].rows(first as usize, n as usize))
    }

    /// Keeps a portion in a file of its own, and knows it from then on.
    pub(crate) fn keep(&mut self, portion: &Portion) -> Result<(), Error> {
        if portion.entries.is_empty() {
            return Ok(());
        }
        let path = self.next_path();
        sealed::write(&path, KIND, &portion.encode(&self.id))?;
        match self.take(path.clone()) {
            true => Ok(()),
            false => Err(Error::damaged(path, "what was just written cannot be read")),
        }
    }

    fn next_path(&self) -> PathBuf {
        let number = |file: &ModelFile| {
            let name = file.path.file_stem()?.to_str()?;
            u32::from_str_radix(name.rsplit('-').next()?, 16).ok()
        };
        let next = self.files.iter().filter_map(number).max().map_or(0, |last| last + 1);
        self.dir.join(format!("{}{next:06x}.vecs", self.file_start()))
    }

    /// Makes one file of all.
    pub(crate) fn merge(&mut self) -> Result<(), Error> {
        if self.files.len() < 2 {
            return Ok(());
        }
        let mut all = Portion::default();
        let mut blobs: Vec<_> = self.places.iter().collect();
        blobs.sort();
        for (blob, (file, first, n)) in blobs {
            all.add_rows(*blob, self.files[*file as usize].rows(*first as usize, *n as usize));
        }
        let old: Vec<PathBuf> = self.files.iter().map(|file| file.path.clone()).collect();
        let path = self.next_path();
        sealed::write(&path, KIND, &all.encode(&self.id))?;
        old.iter().for_each(|path| drop(fs::remove_file(path)));
        *self = Model::open(&self.dir, &self.id);
        Ok(())
    }
}

impl ModelFile {
    fn read(path: &Path, id: &str) -> Option<(ModelFile, Vec<Entry>)> {
        let map = sealed::map_cache(path, KIND)?;
        let bytes = map.payload();
        let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
        let (features, dims, n_contents, n_rows, n_id) = (number(0)?, number(4)?, number(8)?, number(12)?, number(16)?);
        let entries = 20usize.checked_add(n_id)?;
        if features != grammars::FEATURES as usize || dims == 0 || bytes.get(20..entries)? != id.as_bytes() {
            return None;
        }
        let steps = entries.checked_add(n_contents.checked_mul(ENTRY_LEN)?)?;
        let values = steps.checked_add(n_rows.checked_mul(4)?)?;
        if bytes.len() != values.checked_add(n_rows.checked_mul(dims)?)? {
            return None;
        }
        let entry = |bytes: &[u8; ENTRY_LEN]| {
            let blob = BlobId(u128::from_le_bytes(*bytes.first_chunk()?));
            let n = u32::from_le_bytes(*bytes[16..].first_chunk()?);
            let first = u32::from_le_bytes(*bytes[20..].first_chunk()?);
            (first.checked_add(n)? as usize <= n_rows).then_some((blob, n, first))
        };
        let entries = bytes[entries..steps].as_chunks().0.iter().map(entry).collect::<Option<Vec<_>>>()?;
        Some((ModelFile { path: path.into(), map, dims, steps, values }, entries))
    }

    fn rows(&self, first: usize, n: usize) -> OtherRows<'_> {
        let bytes = self.map.payload();
        OtherRows {
            steps: bytes[self.steps + first * 4..self.steps + (first + n) * 4].as_chunks().0,
            values: &bytes[self.values + first * self.dims..self.values + (first + n) * self.dims],
            dims: self.dims,
        }
    }
}

impl OtherRows<'_> {
    /// The products of each with a question of as many values.
    pub(crate) fn products(&self, question: &[f32], out: &mut Vec<f32>) {
        for (step, row) in self.steps.iter().zip(self.values.chunks_exact(self.dims)) {
            let mut sums = [0.0f32; 16];
            for (values, question) in row.chunks(16).zip(question.chunks(16)) {
                for ((sum, value), question) in sums.iter_mut().zip(values).zip(question) {
                    *sum += f32::from(*value as i8) * question;
                }
            }
            out.push(sums.iter().sum::<f32>() * f32::from_le_bytes(*step));
        }
    }
}

impl Portion {
    /// Number of vectors.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Adds the vectors of a content's chunks, which all have as many values as those before.
    pub(crate) fn add(&mut self, blob: BlobId, vectors: &[Vec<f32>]) {
        self.entries.push((blob, vectors.len() as u32, self.steps.len() as u32));
        for vector in vectors {
            self.dims = vector.len();
            let largest = vector.iter().fold(0.0f32, |max, value| max.max(value.abs()));
            let inverse = if largest > 0.0 { 127.0 / largest } else { 0.0 };
            self.steps.push(largest / 127.0);
            self.values.extend(vector.iter().map(|value| (value * inverse).round() as i8 as u8));
        }
    }

    fn add_rows(&mut self, blob: BlobId, rows: OtherRows<'_>) {
        self.entries.push((blob, rows.steps.len() as u32, self.steps.len() as u32));
        self.dims = rows.dims;
        self.steps.extend(rows.steps.iter().map(|step| f32::from_le_bytes(*step)));
        self.values.extend_from_slice(rows.values);
    }

    fn encode(&self, id: &str) -> Vec<u8> {
        let numbers = [grammars::FEATURES, self.dims as u32, self.entries.len() as u32];
        let mut out = Vec::with_capacity(64 + id.len() + self.entries.len() * ENTRY_LEN + self.values.len() * 2);
        for number in numbers.into_iter().chain([self.steps.len() as u32, id.len() as u32]) {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(id.as_bytes());
        for (blob, n, first) in &self.entries {
            out.extend_from_slice(&blob.0.to_le_bytes());
            out.extend_from_slice(&n.to_le_bytes());
            out.extend_from_slice(&first.to_le_bytes());
        }
        self.steps.iter().for_each(|step| out.extend_from_slice(&step.to_le_bytes()));
        out.extend_from_slice(&self.values);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_are_kept_found_merged_and_damage_is_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let mut model = Model::open(dir.path(), "m");
        for blob in 0..3u128 {
            let mut portion = Portion::default();
            portion.add(BlobId(blob), &[vec![1.0, blob as f32, 0.0], vec![0.0, 0.0, 1.0]]);
            model.keep(&portion).unwrap();
        }
        let of = |model: &Model, blob| {
            let mut out = Vec::new();
            model.rows(BlobId(blob), 2).unwrap().products(&[0.0, 0.5, 0.0], &mut out);
            out
        };
        let check = |model: &Model| {
            assert_eq!(
                (model.dims(), model.rows(BlobId(1), 3).is_none(), model.rows(BlobId(9), 2).is_none()),
                (Some(3), true, true)
            );
            assert!((of(model, 2)[0] - 1.0).abs() < 0.02 && of(model, 2)[1] == 0.0);
        };
        check(&Model::open(dir.path(), "m"));
        model.merge().unwrap();
        check(&model);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert_eq!(Model::open(dir.path(), "other").dims(), None);
        let path = model.files[0].path.clone();
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 2;
            fs::write(&path, bytes).unwrap();
            assert_eq!(Model::open(dir.path(), "m").dims(), None, "byte {at}");
        }
    }
}
