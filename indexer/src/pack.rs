//! Packs: immutable files of facts, keyed by content, with a dictionary of names.
//!
//! A pack is written once and never changed, so readers in any process map it without locks. It
//! holds records (see [`crate::facts`]), an index from content to record, and for every name the
//! records that use it (an `fst` map into posting lists). Every section and every record has a
//! checksum: a damaged pack is noticed, never answered from.
//!
//! Layout: head, records, entries, dictionary, postings, vectors, footer. Numbers are
//! little-endian.

mod build;

pub(crate) use build::PackBuilder;

use crate::bytes::Reader;
use crate::embed::{Rows, RowsRef};
use crate::facts::Uses;
use crate::sealed::FORMAT;
use crate::{BlobId, Error};
use grammars::Limit;
use memmap2::Mmap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use xxhash_rust::xxh3::xxh3_64;

const HEAD: &[u8; 8] = b"ORI\0PACK";
const HEAD_LEN: usize = 12;
/// Four sections of (offset, length, checksum), the features, the number of entries, a checksum.
const FOOTER_LEN: usize = 4 * 24 + 4 + 4 + 8;
const ENTRY_LEN: usize = 16 + 8 + 4 + 8 + 4 * 4 + 1;

/// What a view wants to know about a content without reading its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meta {
    pub(crate) n_chunks: u32,
    pub(crate) n_words: u32,
    pub(crate) n_name_words: u32,
    pub(crate) n_lines: u32,
    pub(crate) generated: bool,
    /// The limit that its outline hit.
    pub(crate) limit: Option<Limit>,
}

impl Meta {
    /// What is said with few bits, in one byte; stores keep it.
    pub(crate) fn flags(self) -> u8 {
        u8::from(self.generated) | self.limit.map_or(0, |limit| limit as u8) << 1
    }

    /// All that byte says.
    pub(crate) fn of_flags(flags: u8) -> Meta {
        Meta { generated: flags & 1 != 0, limit: Limit::from_code(flags >> 1), ..Meta::default() }
    }
}

/// An open pack.
pub(crate) struct Pack {
    path: PathBuf,
    map: Arc<Mmap>,
    n_entries: u32,
    /// Version of extraction its records were drawn with.
    pub(crate) features: u32,
    entries: Range<usize>,
    postings: Range<usize>,
    vectors: Range<usize>,
    vectors_checksum: u64,
    /// The first vector of each content; made and the section checked when first asked for.
    first_vectors: OnceLock<Option<Vec<u32>>>,
    /// Names to offsets into the postings.
    pub(crate) names: fst::Map<MappedSlice>,
}

/// The dictionary's bytes inside a mapping that the pack also holds.
pub(crate) struct MappedSlice {
    map: Arc<Mmap>,
    range: Range<usize>,
}

impl AsRef<[u8]> for MappedSlice {
    fn as_ref(&self) -> &[u8] {
        &self.map[self.range.clone()]
    }
}

/// One row of a pack's entries.
pub(crate) struct Entry {
    pub(crate) id: BlobId,
    offset: u64,
    len: u32,
    checksum: u64,
    pub(crate) meta: Meta,
}

impl Pack {
    /// Opens a pack and checks all of it but the records and vectors, which are checked when read.
    pub(crate) fn open(path: &Path) -> Result<Pack, Error> {
        let file = File::open(path).map_err(Error::io("open", path))?;
        // SAFETY: a pack is never changed after its rename, and is removed by unlinking, which
        // leaves the mapping whole. Someone else cutting the file under us would end the process
        // with SIGBUS, as for every program that maps files.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io("map", path))?;
        Self::parse(path, Arc::new(map))
            .ok_or_else(|| Error::damaged(path, "its sections or their checksums are not whole"))?
    }

    fn parse(path: &Path, map: Arc<Mmap>) -> Option<Result<Pack, Error>> {
        let bytes = &map[..];
        if bytes.get(..8)? != HEAD {
            return None;
        }
        let found = u32::from_le_bytes(bytes.get(8..HEAD_LEN)?.try_into().ok()?);
        if found != FORMAT {
            return Some(Err(Error::Format { path: path.into(), found, expected: FORMAT }));
        }
        let footer = bytes.get(bytes.len().checked_sub(FOOTER_LEN)?..)?;
        let (body, checksum) = footer.split_at(FOOTER_LEN - 8);
        if xxh3_64(body) != u64::from_le_bytes(checksum.try_into().ok()?) {
            return None;
        }
        let mut reader = Reader::new(body);
        let mut section = || {
            let (offset, len, checksum) = (reader.u64()? as usize, reader.u64()? as usize, reader.u64()?);
            let range = offset..offset.checked_add(len)?;
            (xxh3_64(bytes.get(range.clone())?) == checksum).then_some(range)
        };
        let (entries, names, postings) = (section()?, section()?, section()?);
        let (offset, len, vectors_checksum) = (reader.u64()? as usize, reader.u64()? as usize, reader.u64()?);
        let vectors = offset..offset.checked_add(len)?;
        bytes.get(vectors.clone())?;
        let (features, n_entries) = (reader.u32()?, reader.u32()?);
        if entries.len() != n_entries as usize * (ENTRY_LEN + 4) {
            return None;
        }
        let names = fst::Map::new(MappedSlice { map: Arc::clone(&map), range: names }).ok()?;
        let path = path.into();
        let first_vectors = OnceLock::new();
        let pack =
            Pack { path, map, n_entries, features, entries, postings, vectors, vectors_checksum, first_vectors, names };
        Some(Ok(pack))
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Number of contents.
    pub(crate) fn len(&self) -> u32 {
        self.n_entries
    }

    /// Bytes on disk.
    pub(crate) fn size(&self) -> u64 {
        self.map.len() as u64
    }

    /// The row at an ordinal (order of arrival).
    pub(crate) fn entry(&self, ordinal: u32) -> Entry {
        let at = self.entries.start + ordinal as usize * ENTRY_LEN;
        Entry::read(&self.map[at..at + ENTRY_LEN]).expect("entries are whole, their checksum was right")
    }

    /// The ordinal of a content.
    pub(crate) fn find(&self, id: BlobId) -> Option<u32> {
        let (mut low, mut high) = (0, self.n_entries);
        while low < high {
            let middle = low + (high - low) / 2;
            let ordinal = self.sorted(middle);
            match self.entry_id(ordinal).cmp(&id) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(ordinal),
            }
        }
        None
    }

    fn entry_id(&self, ordinal: u32) -> BlobId {
        let at = self.entries.start + ordinal as usize * ENTRY_LEN;
        BlobId(u128::from_le_bytes(self.map[at..at + 16].try_into().expect("sixteen bytes")))
    }

    /// True when the content at an ordinal is `id`.
    pub(crate) fn holds(&self, ordinal: u32, id: BlobId) -> bool {
        ordinal < self.n_entries && self.entry_id(ordinal) == id
    }

    /// The ordinal in place `index` of the order by content.
    fn sorted(&self, index: u32) -> u32 {
        let at = self.entries.start + self.n_entries as usize * ENTRY_LEN + index as usize * 4;
        u32::from_le_bytes(self.map[at..at + 4].try_into().expect("four bytes")).min(self.n_entries - 1)
    }

    /// The record at an ordinal, checked.
    pub(crate) fn record(&self, ordinal: u32) -> Result<&[u8], Error> {
        let entry = self.entry(ordinal);
        let start = entry.offset as usize;
        let record = start.checked_add(entry.len as usize).and_then(|end| self.map.get(start..end));
        record
            .filter(|record| xxh3_64(record) == entry.checksum)
            .ok_or_else(|| Error::damaged(&self.path, format!("the record of {:?} is not whole", entry.id)))
    }

    /// The vectors of the chunks of the content at an ordinal.
    pub(crate) fn vectors(&self, ordinal: u32) -> Result<RowsRef<'_>, Error> {
        let damaged = || Error::damaged(&self.path, "its vectors are not whole");
        let firsts = self.first_vectors.get_or_init(|| self.check_vectors()).as_ref().ok_or_else(damaged)?;
        let (start, end) = (firsts[ordinal as usize] as usize, firsts[ordinal as usize + 1] as usize);
        let section = &self.map[self.vectors.clone()];
        let n_all = firsts[self.n_entries as usize] as usize;
        Ok(RowsRef::stored(section, n_all, start..end))
    }

    fn check_vectors(&self) -> Option<Vec<u32>> {
        let section = &self.map[self.vectors.clone()];
        let mut firsts = Vec::with_capacity(self.n_entries as usize + 1);
        let mut n = 0u32;
        firsts.push(n);
        for ordinal in 0..self.n_entries {
            n = n.checked_add(Rows::n_for(self.entry(ordinal).meta.n_chunks))?;
            firsts.push(n);
        }
        let whole = section.len() == Rows::n_bytes(n as usize) && xxh3_64(section) == self.vectors_checksum;
        whole.then_some(firsts)
    }

    /// The ordinals that use `name`, in order.
    pub(crate) fn uses(&self, name: &str) -> Vec<(u32, Uses)> {
        self.names.get(name).map(|offset| self.list(offset)).unwrap_or_default()
    }

    /// The posting list at an offset of the postings.
    pub(crate) fn list(&self, offset: u64) -> Vec<(u32, Uses)> {
        let bytes = &self.map[self.postings.clone()];
        let mut reader = Reader::new(bytes.get(offset as usize..).unwrap_or(&[]));
        let mut list = Vec::new();
        let mut ordinal = 0;
        for _ in 0..reader.count(1).unwrap_or(0) {
            let Some(packed) = reader.small() else { break };
            ordinal += packed >> 2;
            if ordinal < self.n_entries {
                list.push((ordinal, Uses { defines: packed & 1 != 0, in_code: packed & 2 != 0 }));
            }
        }
        list
    }
}

impl Entry {
    fn read(bytes: &[u8]) -> Option<Entry> {
        let mut reader = Reader::new(bytes);
        Some(Entry {
            id: BlobId(reader.u128()?),
            offset: reader.u64()?,
            len: reader.u32()?,
            checksum: reader.u64()?,
            meta: Meta {
                n_chunks: reader.u32()?,
                n_words: reader.u32()?,
                n_name_words: reader.u32()?,
                n_lines: reader.u32()?,
                ..Meta::of_flags(reader.u8()?)
            },
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.id.0.to_le_bytes());
        out.extend_from_slice(&self.offset.to_le_bytes());
        out.extend_from_slice(&self.len.to_le_bytes());
        out.extend_from_slice(&self.checksum.to_le_bytes());
        for n in [self.meta.n_chunks, self.meta.n_words, self.meta.n_name_words, self.meta.n_lines] {
            out.extend_from_slice(&n.to_le_bytes());
        }
        out.push(self.meta.flags());
    }
}
