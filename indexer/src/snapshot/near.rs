//! What paths add to the vectors of a view, kept from one opening to the next.
//!
//! Saying what a path means, and how long a chunk's vector is with it added, takes more time than
//! comparing a question with all of them. Both are functions of path and content alone, so they are
//! kept in a file beside the view: for each file a key made of both, its path's vector, and two
//! numbers per chunk. Files come in order of path, so that reading it is one walk along the view.
//!
//! The file is a cache: missing or damaged it is made again, and nobody waits for it to be durable.

use super::RowsPlace;
use crate::embed::Row;
use crate::sealed::{self, Mapped};
use crate::{BlobId, DIMS};
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64_with_seed;

const KIND: &[u8; 4] = b"NEAR";
/// Bytes that each file takes beside its path's vector: key, pack and ordinal, length, step.
const FILE_LEN: usize = 8 + 8 + 4 + 4;

/// One file's part.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) key: u64,
    /// Where its vectors were.
    pub(super) place: RowsPlace,
    pub(super) path: &'a Row,
    pub(super) path_step: f32,
    pub(super) scales: &'a [(f32, f32)],
}

/// What was kept.
pub(super) struct Near {
    map: Option<Mapped>,
    n_files: usize,
    /// Where the scales of each file begin, and one past the last.
    starts: Vec<u32>,
}

/// Names what is known of a content at a path.
pub(super) fn key(path: &str, blob: BlobId) -> u64 {
    xxh3_64_with_seed(path.as_bytes(), blob.key() ^ (blob.0 >> 64) as u64)
}

impl Near {
    pub(super) const NONE: Near = Near { map: None, n_files: 0, starts: Vec::new() };

    /// Reads what was kept at `path`; nothing if that is not there or not whole.
    pub(super) fn read(path: &Path) -> Near {
        Near::parse(path).unwrap_or(Near::NONE)
    }

    fn parse(path: &Path) -> Option<Near> {
        let map = sealed::map_cache(path, KIND)?;
        let payload = map.payload();
        let n_files = u32::from_le_bytes(*payload.first_chunk()?) as usize;
        let mut near = Near { map: None, n_files, starts: Vec::with_capacity(n_files + 1) };
        let lens = payload.get(4 + n_files.checked_mul(16)?..4 + n_files.checked_mul(20)?)?;
        let mut n_scales = 0u32;
        near.starts.push(0);
        for len in lens.as_chunks::<4>().0 {
            n_scales = n_scales.checked_add(u32::from_le_bytes(*len))?;
            near.starts.push(n_scales);
        }
        let whole = 4 + n_files * (FILE_LEN + DIMS) + n_scales as usize * 8;
        near.map = (payload.len() == whole).then_some(map);
        near.map.is_some().then_some(near)
    }

    fn section(&self, range: Range<usize>) -> &[u8] {
        self.map.as_ref().map_or(&[], |map| &map.payload()[range])
    }

    pub(super) fn len(&self) -> usize {
        self.n_files
    }

    /// The key of each file, in order.
    pub(super) fn keys(&self) -> impl Iterator<Item = u64> {
        self.section(4..4 + self.n_files * 8).as_chunks().0.iter().map(|key| u64::from_le_bytes(*key))
    }

    /// Where the vectors of a file were when this was written.
    pub(super) fn place(&self, file: usize) -> RowsPlace {
        let at = 4 + self.n_files * 8 + file * 8;
        let [pack, ordinal] = [0, 4].map(|part| self.number(at + part));
        RowsPlace::Pack(pack, ordinal)
    }

    pub(super) fn path_step(&self, file: usize) -> f32 {
        f32::from_bits(self.number(4 + self.n_files * 20 + file * 4))
    }

    pub(super) fn path(&self, file: usize) -> &Row {
        let at = self.paths_start() + file * DIMS;
        self.section(at..at + DIMS).first_chunk().expect("the length was checked when it was read")
    }

    pub(super) fn scales(&self, file: usize) -> impl ExactSizeIterator<Item = (f32, f32)> {
        let start = 4 + self.n_files * FILE_LEN;
        let (first, end) = (self.starts[file] as usize, self.starts[file + 1] as usize);
        let bytes = self.section(start + first * 8..start + end * 8).as_chunks::<8>().0;
        bytes
            .iter()
            .map(|&[a, b, c, d, e, f, g, h]| (f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h])))
    }

    fn paths_start(&self) -> usize {
        4 + self.n_files * FILE_LEN + self.starts[self.n_files] as usize * 8
    }

    fn number(&self, at: usize) -> u32 {
        u32::from_le_bytes(*self.section(at..at + 4).first_chunk().expect("the length was checked when it was read"))
    }
}

/// Looks keys up that come in nearly the order they are kept in.
pub(super) struct Finder {
    keys: Vec<u64>,
    next: usize,
    /// Made when a key is not the next.
    known: Option<HashMap<u64, usize>>,
}

impl Finder {
    pub(super) fn new(keys: Vec<u64>) -> Finder {
        Finder { keys, next: 0, known: None }
    }

    pub(super) fn find(&mut self, key: u64) -> Option<usize> {
        if self.keys.get(self.next) != Some(&key) {
            let Finder { keys, known, .. } = self;
            let known = known.get_or_insert_with(|| (0..).zip(keys).map(|(at, key)| (*key, at)).collect());
            self.next = *known.get(&key)?;
        }
        self.next += 1;
        Some(self.next - 1)
    }
}

/// Keeps `parts`, which come in order of path.
pub(super) fn write(path: &Path, parts: &[Part<'_>]) -> io::Result<()> {
    let n_scales: usize = parts.iter().map(|part| part.scales.len()).sum();
    let mut out = Vec::with_capacity(4 + parts.len() * (FILE_LEN + DIMS) + n_scales * 8);
    out.extend_from_slice(&(parts.len() as u32).to_le_bytes());
    parts.iter().for_each(|part| out.extend_from_slice(&part.key.to_le_bytes()));
    for part in parts {
        let RowsPlace::Pack(pack, ordinal) = part.place else { continue };
        [pack, ordinal].iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    }
    parts.iter().for_each(|part| out.extend_from_slice(&(part.scales.len() as u32).to_le_bytes()));
    parts.iter().for_each(|part| out.extend_from_slice(&part.path_step.to_le_bytes()));
    for (step, inverse) in parts.iter().flat_map(|part| part.scales) {
        out.extend_from_slice(&step.to_le_bytes());
        out.extend_from_slice(&inverse.to_le_bytes());
    }
    parts.iter().for_each(|part| out.extend_from_slice(part.path));
    sealed::write_cache(path, KIND, &out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_and_damage_is_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path().join("a.near");
        let (one, two) = ([1u8; DIMS], [2u8; DIMS]);
        let part =
            |key, ordinal, path, scales| Part { key, place: RowsPlace::Pack(3, ordinal), path, path_step: 0.5, scales };
        write(&at, &[part(7, 4, &one, &[(1.0, 2.0), (3.0, 4.0)]), part(9, 5, &two, &[(5.0, 6.0)])]).unwrap();
        let near = Near::read(&at);
        assert_eq!((near.len(), near.path_step(1), near.path(1)), (2, 0.5, &two));
        assert!(matches!(near.place(1), RowsPlace::Pack(3, 5)));
        assert_eq!(near.scales(0).collect::<Vec<_>>(), [(1.0, 2.0), (3.0, 4.0)]);
        let mut finder = Finder::new(near.keys().collect());
        assert_eq!([9, 8, 7, 9].map(|key| finder.find(key)), [Some(1), None, Some(0), Some(1)]);
        let whole = std::fs::read(&at).unwrap();
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            std::fs::write(&at, bytes).unwrap();
            assert_eq!(Near::read(&at).len(), 0, "byte {place}");
        }
        std::fs::write(&at, &whole[..40]).unwrap();
        assert_eq!(Near::read(&at).len(), 0);
    }
}
