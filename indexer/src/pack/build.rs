//! Writes a pack: records go to the file as they come, the dictionary grows in memory and is
//! sorted once at the end.

use super::{Entry, HEAD, Meta, Pack};
use crate::bytes::put_varint;
use crate::embed::{Rows, RowsRef};
use crate::facts::Uses;
use crate::sealed::{self, FORMAT};
use crate::{BlobId, Error};
use hashbrown::{DefaultHashBuilder, HashTable};
use rayon::slice::ParallelSliceMut;
use std::fs::{self, File};
use std::hash::BuildHasher;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A pack being written.
pub(crate) struct PackBuilder {
    path: PathBuf,
    temporary: PathBuf,
    out: BufWriter<File>,
    at: u64,
    entries: Vec<Entry>,
    names: Dictionary,
    vectors: Rows,
}

/// Names to posting lists, while they grow.
#[derive(Default)]
struct Dictionary {
    text: String,
    lists: Vec<List>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

struct List {
    start: u32,
    end: u32,
    last: u32,
    count: u32,
    bytes: Vec<u8>,
}

impl PackBuilder {
    /// Starts a pack that will lie at `path`.
    pub(crate) fn create(path: &Path) -> Result<PackBuilder, Error> {
        let temporary = sealed::temporary(path);
        let file = File::create(&temporary).map_err(Error::io("create", &temporary))?;
        let mut builder = PackBuilder {
            path: path.into(),
            temporary,
            out: BufWriter::with_capacity(1 << 18, file),
            at: 0,
            entries: Vec::new(),
            names: Dictionary::default(),
            vectors: Rows::default(),
        };
        builder.write(HEAD)?;
        builder.write(&FORMAT.to_le_bytes())?;
        Ok(builder)
    }

    /// Adds the record of a content that the pack does not hold yet, the vectors of its chunks, and
    /// the names it uses.
    pub(crate) fn add<'a>(
        &mut self,
        id: BlobId,
        meta: Meta,
        record: &[u8],
        vectors: RowsRef<'_>,
        names: impl Iterator<Item = (&'a str, Uses)>,
    ) -> Result<(), Error> {
        let ordinal = self.entries.len() as u32;
        let (offset, checksum) = (self.at, xxh3_64(record));
        self.entries.push(Entry { id, offset, len: record.len() as u32, checksum, meta });
        self.write(record)?;
        debug_assert_eq!(vectors.len(), Rows::n_for(meta.n_chunks) as usize);
        self.vectors.extend(vectors);
        for (name, uses) in names {
            self.names.add(name, ordinal, uses);
        }
        Ok(())
    }

    /// Completes the file, syncs it and puts it in its place.
    pub(crate) fn finish(mut self) -> Result<Pack, Error> {
        let (names, postings) = self.names.finish();
        let mut entries = Vec::with_capacity(self.entries.len() * (super::ENTRY_LEN + 4));
        self.entries.iter().for_each(|entry| entry.write(&mut entries));
        let mut sorted: Vec<u32> = (0..self.entries.len() as u32).collect();
        sorted.sort_unstable_by_key(|&ordinal| self.entries[ordinal as usize].id);
        sorted.iter().for_each(|ordinal| entries.extend_from_slice(&ordinal.to_le_bytes()));
        let mut footer = Vec::new();
        let vectors = self.vectors.to_bytes();
        for section in [&entries, &names, &postings, &vectors] {
            for number in [self.at, section.len() as u64, xxh3_64(section)] {
                footer.extend_from_slice(&number.to_le_bytes());
            }
            self.write(section)?;
        }
        footer.extend_from_slice(&grammars::FEATURES.to_le_bytes());
        footer.extend_from_slice(&(self.entries.len() as u32).to_le_bytes());
        footer.extend_from_slice(&xxh3_64(&footer).to_le_bytes());
        self.write(&footer)?;
        self.place().map_err(Error::io("write", &self.path))?;
        sealed::sync_folder(&self.path);
        Pack::open(&self.path)
    }

    fn place(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        fs::rename(&self.temporary, &self.path)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes).map_err(Error::io("write", &self.path))
    }
}

impl Drop for PackBuilder {
    fn drop(&mut self) {
        // Gone already if the pack was finished.
        let _ = fs::remove_file(&self.temporary);
    }
}

impl Dictionary {
    fn add(&mut self, name: &str, ordinal: u32, uses: Uses) {
        let hash = self.hasher.hash_one(name);
        let (text, lists) = (&self.text, &self.lists);
        let found = self.table.find(hash, |&id| lists[id as usize].name(text) == name).copied();
        let id = found.unwrap_or_else(|| self.insert(name, hash));
        let list = &mut self.lists[id as usize];
        let packed = (ordinal - list.last) << 2 | u32::from(uses.in_code) << 1 | u32::from(uses.defines);
        put_varint(&mut list.bytes, u64::from(packed));
        list.last = ordinal;
        list.count += 1;
    }

    fn insert(&mut self, name: &str, hash: u64) -> u32 {
        let id = self.lists.len() as u32;
        let start = self.text.len() as u32;
        self.text.push_str(name);
        let end = self.text.len() as u32;
        self.lists.push(List { start, end, last: 0, count: 0, bytes: Vec::new() });
        let (text, lists, hasher) = (&self.text, &self.lists, &self.hasher);
        self.table.insert_unique(hash, id, |&id| hasher.hash_one(lists[id as usize].name(text)));
        id
    }

    /// The dictionary and the posting lists as bytes.
    fn finish(&mut self) -> (Vec<u8>, Vec<u8>) {
        self.table = HashTable::new();
        let text = &self.text;
        self.lists.par_sort_unstable_by(|a, b| a.name(text).as_bytes().cmp(b.name(text).as_bytes()));
        let mut names = fst::MapBuilder::memory();
        let mut postings = Vec::new();
        for list in &self.lists {
            names.insert(list.name(text), postings.len() as u64).expect("names are sorted and distinct");
            put_varint(&mut postings, u64::from(list.count));
            postings.extend_from_slice(&list.bytes);
        }
        (names.into_inner().expect("memory takes every byte"), postings)
    }
}

impl List {
    fn name<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start as usize..self.end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contents, facts};

    fn pack_of(names: &[&[&str]]) -> (tempfile::TempDir, Pack) {
        let dir = tempfile::tempdir().unwrap();
        let mut builder = PackBuilder::create(&dir.path().join("a.pack")).unwrap();
        for (i, names) in names.iter().enumerate() {
            let record = facts::encode(&Contents { n_lines: i as u32, ..Contents::default() });
            let uses = names.iter().map(|name| (*name, Uses { defines: name.len() > 1, in_code: true }));
            let mut rows = Rows::default();
            rows.push(&[i as f32; crate::DIMS]);
            rows.push(&[7.0; crate::DIMS]);
            let meta = Meta { n_chunks: 1, ..Meta::default() };
            builder.add(BlobId(1000 - i as u128), meta, &record, rows.borrowed(), uses).unwrap();
        }
        let pack = builder.finish().unwrap();
        (dir, pack)
    }

    #[test]
    fn records_and_names_are_found_again() {
        let (_dir, pack) = pack_of(&[&["get", "x"], &["set", "x"], &["get"]]);
        assert_eq!(pack.len(), 3);
        let ordinals = |name: &str| pack.uses(name).iter().map(|(ordinal, _)| *ordinal).collect::<Vec<_>>();
        assert_eq!((ordinals("get"), ordinals("x"), ordinals("nothing")), (vec![0, 2], vec![0, 1], vec![]));
        assert!(pack.uses("get")[0].1.defines && !pack.uses("x")[0].1.defines);
        assert_eq!(pack.find(BlobId(999)), Some(1));
        assert_eq!(pack.find(BlobId(7)), None);
        let values = |ordinal| {
            let rows = pack.vectors(ordinal).unwrap();
            f32::from(rows.values[0][0] as i8) * rows.step(0)
        };
        assert_eq!((values(0), values(2)), (0.0, 2.0));
        assert_eq!(facts::decode(pack.record(1).unwrap()).unwrap().n_lines, 1);
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let (dir, pack) = pack_of(&[&["get", "x"], &["set"]]);
        let path = dir.path().join("a.pack");
        let whole = fs::read(&path).unwrap();
        drop(pack);
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            let noticed = match Pack::open(&path) {
                Err(_) => true,
                Ok(pack) => {
                    (0..pack.len()).any(|ordinal| pack.record(ordinal).is_err() || pack.vectors(ordinal).is_err())
                }
            };
            assert!(noticed, "byte {at} of {}", whole.len());
        }
        for len in [0, 11, 12, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..len]).unwrap();
            assert!(Pack::open(&path).is_err(), "cut to {len}");
        }
    }
}
