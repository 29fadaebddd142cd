//! A frozen picture of one project.

use crate::{BlobId, Contents, Error, Field, File, FileId, Generation, Place, Posting, Source};
use std::path::Path;
use std::sync::Arc;

/// A frozen picture of one project: nothing in it changes while it is held.
pub struct Snapshot {}

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
    /// True when the disk was compared; false with `--no-refresh`.
    pub checked: bool,
    /// What had to be repaired on the way, for the person asking.
    pub notes: Vec<String>,
}

impl Snapshot {
    /// Opens the project as it is on disk now.
    pub fn open(_place: &Place) -> Result<Snapshot, Error> { todo!() }
    /// Where the project is.
    pub fn root(&self) -> &Path { todo!() }
    /// Which publication of the view it stands on.
    pub fn generation(&self) -> Generation { todo!() }
    /// The git commit checked out, if any.
    pub fn head(&self) -> Option<&str> { todo!() }
    /// What opening found.
    pub fn freshness(&self) -> &Freshness { todo!() }
    /// Every file of the view in order of path, skipped ones included.
    pub fn files(&self) -> impl ExactSizeIterator<Item = FileId> + use<> { (0..0u32).map(FileId) }
    /// One file's row.
    pub fn file(&self, _id: FileId) -> File<'_> { todo!() }
    /// The file at a path relative to the root, with `/`.
    pub fn find(&self, _path: &str) -> Option<FileId> { todo!() }
    /// The facts and chunks of a file; empty for one that was skipped.
    pub fn contents(&self, _id: FileId) -> Result<Arc<Contents>, Error> { todo!() }
    /// The text of a file as it is on disk, checked to be what the facts were drawn from.
    pub fn source(&self, _id: FileId) -> Result<Source, Error> { todo!() }
    /// Every file in which `name` stands, in order of path.
    pub fn files_naming(&self, _name: &str) -> Vec<NameUse> { todo!() }
    /// Defined names spelled nearly like `name`, nearest first.
    pub fn similar_names(&self, _name: &str, _limit: usize) -> Vec<String> { todo!() }
    /// Chunks in which the lower-cased `word` stands.
    pub fn postings(&self, _field: Field, _word: &str) -> Result<Vec<Posting>, Error> { todo!() }
    /// Numbers about the whole view.
    pub fn statistics(&self) -> Statistics { todo!() }
    /// The content a file had when it was last read, if it could be read.
    pub fn blob(&self, _id: FileId) -> Option<BlobId> { todo!() }
}
