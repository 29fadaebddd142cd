//! A frozen picture of one project.
//!
//! Opening reads the published view, looks at the disk, and lays what changed over the store in
//! memory. When much changed, or nothing was indexed yet, a pass of the indexer comes first; when
//! another process is writing, the overlay serves however large it is, so an answer never waits
//! for a writer that it can do without.

mod meaning;
mod names;
mod open;

use crate::contents::Contents;
use crate::embed::{Rows, RowsRef, Vector};
use crate::keywords::{Keywords, OverlayWords};
use crate::pipeline::{self, Control, Reading};
use crate::store::{Packs, Store};
use crate::view::{Row, View};
use crate::walk::{Found, Kind};
use crate::{BlobId, ChunkId, Error, Field, File, FileId, Generation, Place, Posting, Source, StoreSize, facts};
use meaning::Meaning;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A frozen picture of one project: nothing in it changes while it is held.
pub struct Snapshot {
    place: Place,
    view: View,
    packs: Packs,
    /// Which publication of the store the packs are of.
    epoch: u64,
    keywords: OnceLock<Keywords>,
    /// Contents that the store does not have.
    overlay: HashMap<BlobId, Arc<Contents>>,
    overlay_words: OverlayWords,
    overlay_vectors: HashMap<BlobId, Rows>,
    meaning: OnceLock<Meaning>,
    /// Files by the stored half of their content's name, in order; made when first asked for.
    by_key: OnceLock<Vec<(u64, FileId)>>,
    statistics: OnceLock<Statistics>,
    freshness: Freshness,
}

/// How one file uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The file.
    pub file: FileId,
    /// Defines a symbol of that name.
    pub defines: bool,
    /// Uses it in code, not only in comments and strings.
    pub in_code: bool,
}

/// Numbers about the whole view that ranking needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Files that can be searched.
    pub n_files: u32,
    /// Chunks in them.
    pub n_chunks: u32,
    /// Words in those chunks.
    pub n_words: u64,
    /// Words in the names field of those chunks.
    pub n_name_words: u64,
}

/// What opening found out about the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// Files that differ from the store and were read again into memory.
    pub n_overlaid: usize,
    /// Files of the last published view that are gone.
    pub n_deleted: usize,
    /// True when the disk was compared; false when that was not wanted.
    pub checked: bool,
    /// What had to be repaired on the way, for the person asking.
    pub notes: Vec<String>,
}

static NO_ROWS: Rows = Rows::NONE;

/// Where the vectors of a content are.
#[derive(Clone, Copy)]
enum RowsPlace {
    Nowhere,
    Memory(BlobId),
    /// A pack by its number, and the ordinal in it.
    Pack(u32, u32),
}

/// Cosines, from -1 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarities {
    /// Of every chunk: files in order, then chunks in order.
    pub chunks: Vec<f32>,
    /// Of every file as a whole, in order.
    pub files: Vec<f32>,
}

impl Snapshot {
    /// Opens the project as it is on disk now.
    pub fn open(place: &Place, control: &Control<'_>) -> Result<Snapshot, Error> {
        open::open(place, true, control)
    }

    /// Opens the project as it was last published, without looking at the disk. Builds the index
    /// if there is none.
    pub fn open_published(place: &Place, control: &Control<'_>) -> Result<Snapshot, Error> {
        open::open(place, false, control)
    }

    /// Where the project is and where its store lies.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Where the project is.
    pub fn root(&self) -> &Path {
        &self.place.root
    }

    /// Which publication of the view it stands on.
    pub fn generation(&self) -> Generation {
        self.view.generation
    }

    /// The git commit checked out, if any.
    pub fn head(&self) -> Option<&str> {
        self.view.head.as_deref()
    }

    /// What opening found.
    pub fn freshness(&self) -> &Freshness {
        &self.freshness
    }

    /// Every file of the view in order of path, skipped ones included.
    pub fn files(&self) -> impl ExactSizeIterator<Item = FileId> + use<> {
        self.view.ids()
    }

    /// One file's row.
    pub fn file(&self, id: FileId) -> File<'_> {
        self.view.file(id)
    }

    /// The file at a path relative to the root, with `/`.
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.view.find(path)
    }

    /// The content a file had when it was last read, if it could be read.
    pub fn blob(&self, id: FileId) -> Option<BlobId> {
        self.row(id).blob
    }

    fn row(&self, id: FileId) -> &Row {
        self.view.row(id)
    }

    /// The facts and chunks of a file; empty for one that was not read.
    pub fn contents(&self, id: FileId) -> Result<Arc<Contents>, Error> {
        let Some(blob) = self.row(id).blob else { return Ok(Arc::default()) };
        if let Some(contents) = self.overlay.get(&blob) {
            return Ok(Arc::clone(contents));
        }
        let gone = || Error::Changed { path: self.view.rel_path(id).under(self.root()) };
        let (pack, ordinal) = self.packs.find(blob).ok_or_else(gone)?;
        let contents = facts::decode(pack.record(ordinal)?);
        contents
            .map(Arc::new)
            .ok_or_else(|| Error::damaged(pack.path(), format!("the record of {blob:?} makes no sense")))
    }

    /// The text of a file as it is on disk, checked to be what the facts were drawn from.
    pub fn source(&self, id: FileId) -> Result<Source, Error> {
        let (path, row) = (self.view.rel_path(id), self.row(id));
        let found = Found { path, kind: Kind::File, stat: row.stat };
        match pipeline::read_text(self.root(), &found) {
            Reading::Text(read) if Some(read.id) == row.blob => {
                Ok(Source { text: read.text, encoding: read.encoding, blob: read.id })
            }
            _ => Err(Error::Changed { path: found.path.under(self.root()) }),
        }
    }

    /// Every file in which `name` stands, in order of path.
    pub fn files_naming(&self, name: &str) -> Vec<NameUse> {
        names::files_naming(self, name)
    }

    /// Defined names spelled nearly like `name`, nearest first.
    pub fn similar_names(&self, name: &str, limit: usize) -> Vec<String> {
        names::similar(self, name, limit)
    }

    /// Chunks in which the lower-cased `word` stands, in order.
    pub fn postings(&self, field: Field, word: &str) -> Result<Vec<Posting>, Error> {
        let mut postings = Vec::new();
        // Chunks of one content follow each other, so the last answer is mostly the next.
        let mut last = (0, 0..0);
        let files = self.by_key();
        let mut each = |key: u64, index: u32, count: u32, n_words: u32| {
            if last.0 != key || last.1.is_empty() {
                last = (key, self.files_of(key));
            }
            for &(_, file) in &files[last.1.clone()] {
                if index < self.row(file).meta.n_chunks {
                    postings.push(Posting { chunk: ChunkId { file, index }, count, n_words });
                }
            }
        };
        // A project without text has no keyword index.
        if !self.packs.0.is_empty() {
            self.keywords()?.each(&Store::of(&self.place).words_dir(), field, word, &mut each)?;
        }
        self.overlay_words.each(field, word, &mut each);
        postings.sort_unstable_by_key(|posting| posting.chunk);
        postings.dedup_by_key(|posting| posting.chunk);
        Ok(postings)
    }

    /// How near the meaning of every chunk, and of every file, is to that of a question.
    pub fn similarities(&self, question: &Vector) -> Result<Similarities, Error> {
        self.meaning()?.similarities(self, question)
    }

    /// How alike the text of every chunk is to that of one, as cosines: files in order, then chunks
    /// in order. Paths have no say, so that neighbours in a folder are not alike for it.
    pub fn likeness(&self, chunk: ChunkId) -> Result<Vec<f32>, Error> {
        meaning::likeness(self, chunk)
    }

    fn meaning(&self) -> Result<&Meaning, Error> {
        if let Some(meaning) = self.meaning.get() {
            return Ok(meaning);
        }
        let made = Meaning::of(self)?;
        Ok(self.meaning.get_or_init(|| made))
    }

    /// Where the vectors of a file's chunks are.
    fn rows_place(&self, id: FileId) -> Result<RowsPlace, Error> {
        let Some(blob) = self.row(id).blob else { return Ok(RowsPlace::Nowhere) };
        if self.overlay_vectors.contains_key(&blob) {
            return Ok(RowsPlace::Memory(blob));
        }
        let mut packs = self.packs.0.iter().enumerate().rev();
        let found = packs.find_map(|(pack, packed)| Some((pack as u32, packed.find(blob)?)));
        let gone = || Error::Changed { path: self.view.rel_path(id).under(self.root()) };
        found.map(|(pack, ordinal)| RowsPlace::Pack(pack, ordinal)).ok_or_else(gone)
    }

    fn rows(&self, place: RowsPlace) -> Result<RowsRef<'_>, Error> {
        match place {
            RowsPlace::Nowhere => Ok(NO_ROWS.borrowed()),
            RowsPlace::Memory(blob) => Ok(self.overlay_vectors.get(&blob).unwrap_or(&NO_ROWS).borrowed()),
            RowsPlace::Pack(pack, ordinal) => self.packs.0[pack as usize].vectors(ordinal),
        }
    }

    fn keywords(&self) -> Result<&Keywords, Error> {
        if let Some(keywords) = self.keywords.get() {
            return Ok(keywords);
        }
        let store = Store::of(&self.place);
        let opened = Keywords::open(&store.words_dir())?;
        if opened.swept > self.epoch {
            // Contents that this snapshot shows may have been deleted since it was opened. No sweep is
            // ahead of what is published.
            return Err(match store.manifest()?.epoch >= opened.swept {
                true => Error::Changed { path: store.dir },
                false => Error::damaged(store.words_dir(), "its last sweep makes no sense"),
            });
        }
        Ok(self.keywords.get_or_init(|| opened))
    }

    fn by_key(&self) -> &[(u64, FileId)] {
        self.by_key.get_or_init(|| {
            let rows = self.view.ids().filter_map(|id| Some((self.row(id).blob?.key(), id)));
            let mut rows: Vec<_> = rows.collect();
            rows.sort_unstable();
            rows
        })
    }

    /// The range of [`Snapshot::by_key`] with this key.
    fn files_of(&self, key: u64) -> std::ops::Range<usize> {
        let files = self.by_key();
        let start = files.partition_point(|(other, _)| *other < key);
        let len = files[start..].iter().take_while(|(other, _)| *other == key).count();
        start..start + len
    }

    /// Numbers about the whole view.
    pub fn statistics(&self) -> Statistics {
        *self.statistics.get_or_init(|| self.count())
    }

    fn count(&self) -> Statistics {
        let mut statistics = Statistics::default();
        for row in self.view.rows.iter().filter(|row| row.skip.is_none() && row.blob.is_some()) {
            statistics.n_files += 1;
            statistics.n_chunks += row.meta.n_chunks;
            statistics.n_words += u64::from(row.meta.n_words);
            statistics.n_name_words += u64::from(row.meta.n_name_words);
        }
        statistics
    }

    /// Bytes that the store takes on disk, for all its working trees.
    pub fn store_size(&self) -> StoreSize {
        Store::of(&self.place).size()
    }
}
