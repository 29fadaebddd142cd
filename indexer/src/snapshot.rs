//! A frozen picture of one project.
//!
//! Opening reads the published view, looks at the disk, and lays what changed over the store in
//! memory. When much changed, or nothing was indexed yet, a pass of the indexer comes first; when
//! another process is writing, the overlay serves however large it is, so an answer never waits
//! for a writer that it can do without.

mod linked;
mod meaning;
mod names;
mod near;
mod open;
mod others;
mod postings;
mod vectors;

use crate::contents::Contents;
use crate::embed::{Rows, Vector};
use crate::keywords::{Keywords, OverlayWords};
use crate::models::Model;
use crate::pipeline::{self, Control, Reading};
use crate::store::{Packs, Store};
use crate::view::{Row, View};
use crate::walk::{Found, Kind};
use crate::{
    BlobId, ChunkId, Embedder, Error, Field, File, FileId, Generation, NoVectors, Place, Posting, Source, StoreSize,
    facts,
};
use linked::Linked;
use postings::Places;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use vectors::RowsPlace;

pub use linked::link;
#[doc(hidden)]
pub use linked::link_from;
pub(crate) use meaning::{Meaning, NEW_FILES_MIN};
pub(crate) use vectors::Vectors;

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
    linked: OnceLock<Option<Linked>>,
    /// Chunks from which on a graph is used.
    linked_min: usize,
    /// The name and vectors of the other model that was asked for.
    other: OnceLock<(String, Model)>,
    /// Files by the stored half of their content's name, in order; made when first asked for.
    by_key: OnceLock<Vec<(u64, FileId)>>,
    starts: OnceLock<Vec<u32>>,
    places: Places,
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

/// A mean, and the standard deviation from it.
pub type Spread = (f32, f32);

/// Cosines, from -1 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarities {
    /// Of every chunk: files in order, then chunks in order.
    pub chunks: Vec<f32>,
    /// Of every file as a whole, in order.
    pub files: Vec<f32>,
    /// When not all were looked at: the mean and standard deviation of chunks, and of files, by a
    /// sample. What was not looked at is not a number.
    pub usual: Option<(Spread, Spread)>,
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
        let reading = match self.place.unsaved.get(&found.path.text) {
            Some(bytes) => pipeline::text_of(&found.path.text, bytes.clone()),
            None => pipeline::read_text(self.root(), &found),
        };
        match reading {
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

    /// Chunks in which the lower-cased `word` stands, each once, in no order.
    pub fn postings(&self, field: Field, word: &str) -> Result<Vec<Posting>, Error> {
        postings::of(self, field, word)
    }

    /// Gets ready what the first search would have to wait for, on all processors.
    pub fn warm_up(&self) -> Result<(), Error> {
        let words = || match self.packs.0.is_empty() {
            true => Ok(()),
            false => self.keywords().map(drop),
        };
        let rest = || {
            self.by_key();
            self.starts();
        };
        let (meaning, (words, ())) = rayon::join(|| self.meaning().map(drop), || rayon::join(words, rest));
        words.and(meaning)
    }

    /// How near the meaning of every chunk, and of every file, is to that of a question; in a large
    /// project with a graph, of those that may matter.
    pub fn similarities(&self, question: &Vector) -> Result<Similarities, Error> {
        match self.linked() {
            Some(linked) => linked.similarities(self.meaning()?, self.vectors(), self.starts(), question),
            None => self.similarities_of_all(question),
        }
    }

    /// How near the meaning of every chunk, and of every file, is to that of a question.
    pub fn similarities_of_all(&self, question: &Vector) -> Result<Similarities, Error> {
        self.meaning()?.similarities(self.vectors(), question)
    }

    /// The same for some files, one after the other.
    pub fn similarities_of(&self, question: &Vector, files: &[FileId]) -> Result<Similarities, Error> {
        self.meaning()?.of_files(self.vectors(), question, files)
    }

    /// The same by another model, for which it is asked; or why not.
    pub fn similarities_by(
        &self,
        embedder: &dyn Embedder,
        question: &str,
    ) -> Result<Result<Similarities, NoVectors>, Error> {
        others::similarities(self, embedder, question)
    }

    /// The same project, with its graph used from so many chunks on; for tests and measuring.
    #[doc(hidden)]
    pub fn with_graph_from(self, n_chunks: usize) -> Snapshot {
        Snapshot { linked_min: n_chunks, linked: OnceLock::new(), ..self }
    }

    fn linked(&self) -> Option<&Linked> {
        let open = || Linked::open(&self.place.graph(), self.vectors());
        let is_large = self.n_chunks() >= self.linked_min;
        self.linked.get_or_init(|| if is_large { open() } else { None }).as_ref()
    }

    /// How alike the text of every chunk is to that of one, as cosines: files in order, then chunks
    /// in order. Paths have no say, so that neighbours in a folder are not alike for it.
    pub fn likeness(&self, chunk: ChunkId) -> Result<Vec<f32>, Error> {
        meaning::likeness(self.vectors(), chunk)
    }

    /// The vector of every chunk with what its path adds, files in order, then chunks in order.
    pub fn each_vector(&self, each: &mut dyn FnMut(&Vector)) -> Result<(), Error> {
        self.meaning()?.each_vector(self.vectors(), each)
    }

    fn meaning(&self) -> Result<&Meaning, Error> {
        if let Some(meaning) = self.meaning.get() {
            return Ok(meaning);
        }
        let near = self.place.near();
        let made = Meaning::of(self.vectors(), &near)?;
        if made.is_new() {
            if let Ok(_lock) = Store::of(&self.place).lock() {
                made.keep(self.vectors(), &near);
            }
        }
        Ok(self.meaning.get_or_init(|| made))
    }

    fn vectors(&self) -> Vectors<'_> {
        Vectors { view: &self.view, packs: &self.packs, overlay: &self.overlay_vectors, root: &self.place.root }
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

    /// The number of the first chunk of each file, and one past the last.
    fn starts(&self) -> &[u32] {
        self.starts.get_or_init(|| {
            let mut n = 0;
            let next = |row: &Row| {
                n += row.meta.n_chunks;
                n
            };
            std::iter::once(0).chain(self.view.rows.iter().map(next)).collect()
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
