//! The list path -> content of one working tree.
//!
//! Paths lie in one string, rows in one vector, both in order of path. With each path goes what
//! `stat` said when its content was read, so that the next look at the disk is a comparison of
//! numbers. Folders are remembered too: a new or deleted file shows in its folder's time.

mod codec;

use crate::git::index::Tracked;
use crate::pack::Meta;
use crate::walk::{Found, Kind};
use crate::{BlobId, Error, SkipReason, sealed};
use grammars::{Lang, Limit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A file of a snapshot: its place in the order of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Counts publications of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(pub u64);

/// One row of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// Its number in this snapshot.
    pub id: FileId,
    /// Relative to the root, with `/`; bytes that are no UTF-8 are written `\xNN`.
    pub path: &'a str,
    /// The language it was read as.
    pub lang: Lang,
    /// Why it is not searched, if it is not.
    pub skip: Option<SkipReason>,
    /// Says of itself that a program wrote it.
    pub generated: bool,
    /// The limit it hit, if only its words are known for that.
    pub limit: Option<Limit>,
    /// Size in bytes.
    pub size: u64,
    /// Number of chunks.
    pub n_chunks: u32,
    /// Number of lines.
    pub n_lines: u32,
    /// Its words are known, even if it is not searched.
    pub is_read: bool,
}

/// What `stat` says of a file or folder that changes when its content does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) size: u64,
    /// Nanoseconds since 1970.
    pub(crate) mtime: i64,
    pub(crate) ctime: i64,
    pub(crate) inode: u64,
}

impl Stat {
    #[cfg(unix)]
    pub(crate) fn of(meta: &std::fs::Metadata) -> Stat {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, nanos: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
        Stat {
            size: meta.len(),
            mtime: time(meta.mtime(), meta.mtime_nsec()),
            ctime: time(meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(meta: &std::fs::Metadata) -> Stat {
        let time = |time: std::io::Result<SystemTime>| time.map_or(0, nanos);
        Stat { size: meta.len(), mtime: time(meta.modified()), ctime: time(meta.created()), inode: 0 }
    }

    /// True if a change right after `walked_at` could have left this stat as it is: file systems
    /// stamp times with the tick of a clock, some with whole seconds.
    pub(crate) fn is_racy(&self, walked_at: i64) -> bool {
        // A time to come was set by someone; that itself is in the other one.
        let latest = if self.mtime > walked_at { self.ctime } else { self.mtime.max(self.ctime) };
        let tick = if latest % 1_000_000_000 == 0 { 2_000_000_000 } else { TICK_NANOS };
        latest.saturating_add(tick) >= walked_at
    }
}

/// Clock ticks of kernels are up to 10 ms; a few of them.
pub(crate) const TICK_NANOS: i64 = 40_000_000;

/// Now, as in [`Stat`].
pub(crate) fn now() -> i64 {
    nanos(SystemTime::now())
}

fn nanos(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_nanos()).unwrap_or(i64::MAX),
    }
}

/// A row without its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) stat: Stat,
    /// None for what was not read.
    pub(crate) blob: Option<BlobId>,
    pub(crate) lang: Lang,
    pub(crate) skip: Option<SkipReason>,
    pub(crate) meta: Meta,
}

impl Row {
    /// Same content read the same way, whatever the times say.
    pub(crate) fn shows_the_same(&self, other: &Row) -> bool {
        (self.blob, self.lang, self.skip) == (other.blob, other.lang, other.skip)
    }

    /// What was found is what the row says, and could not have changed unseen since it was walked.
    pub(crate) fn is_still(&self, found: &Found, walked_at: i64) -> bool {
        self.stat == found.stat
            && !self.stat.is_racy(walked_at)
            && self.skip != Some(SkipReason::Unreadable)
            && (self.skip == Some(SkipReason::Secret)) == (found.kind == Kind::Secret)
    }
}

/// The view of one working tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct View {
    pub(crate) generation: Generation,
    /// Version of extraction its contents were drawn with.
    pub(crate) features: u32,
    /// The working tree it shows.
    pub(crate) root: PathBuf,
    /// The git commit checked out when it was made.
    pub(crate) head: Option<String>,
    /// When the walk that it stands on began.
    pub(crate) walked_at: i64,
    /// Folders, relative; the root is the empty path.
    pub(crate) folders: Vec<(PathBuf, Stat)>,
    /// Files outside the tree whose content decides what belongs to it, by absolute path.
    pub(crate) rules: Vec<(PathBuf, Option<Stat>)>,
    /// What git tracked.
    pub(crate) tracked: Tracked,
    paths: String,
    ends: Vec<u32>,
    /// Names that are no UTF-8, by row.
    raw: BTreeMap<u32, Vec<u8>>,
    pub(crate) rows: Vec<Row>,
}

const KIND: &[u8; 4] = b"VIEW";

impl View {
    /// Reads a published view; none if there is none.
    pub(crate) fn read(path: &Path) -> Result<Option<View>, Error> {
        let Some(payload) = sealed::read(path, KIND)? else { return Ok(None) };
        codec::decode(&payload).map(Some).ok_or_else(|| Error::damaged(path, "its rows make no sense"))
    }

    /// Publishes the view in one step.
    pub(crate) fn publish(&self, path: &Path) -> Result<(), Error> {
        sealed::write(path, KIND, &codec::encode(self))
    }

    /// Adds a row behind all others; `path` must be greater than the last.
    pub(crate) fn push(&mut self, path: &RelPath, row: Row) {
        let id = self.rows.len() as u32;
        if let Some(raw) = &path.raw {
            self.raw.insert(id, raw.clone());
        }
        self.paths.push_str(&path.text);
        self.ends.push(self.paths.len() as u32);
        self.rows.push(row);
    }

    pub(crate) fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    pub(crate) fn path(&self, id: FileId) -> &str {
        let index = id.0 as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.paths[start..self.ends[index] as usize]
    }

    pub(crate) fn rel_path(&self, id: FileId) -> RelPath {
        RelPath { text: self.path(id).to_string(), raw: self.raw.get(&id.0).cloned() }
    }

    pub(crate) fn row(&self, id: FileId) -> &Row {
        &self.rows[id.0 as usize]
    }

    pub(crate) fn find(&self, path: &str) -> Option<FileId> {
        self.ids_from(path).next().filter(|id| self.path(*id) == path)
    }

    /// The rows from `path` on, in order of path.
    pub(crate) fn ids_from(&self, path: &str) -> impl Iterator<Item = FileId> + use<> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.path(FileId(middle)) < path {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        (low..self.len()).map(FileId)
    }

    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = FileId> + use<> {
        (0..self.len()).map(FileId)
    }

    pub(crate) fn file(&self, id: FileId) -> File<'_> {
        let row = self.row(id);
        File {
            id,
            path: self.path(id),
            lang: row.lang,
            skip: row.skip,
            generated: row.meta.generated,
            limit: row.meta.limit,
            size: row.stat.size,
            n_chunks: row.meta.n_chunks,
            n_lines: row.meta.n_lines,
            is_read: row.blob.is_some(),
        }
    }

    /// The view without some files, given in order.
    pub(crate) fn without(self, gone: &[FileId]) -> View {
        let mut view =
            View { paths: String::new(), ends: Vec::new(), raw: BTreeMap::new(), rows: Vec::new(), ..self.clone() };
        for id in self.ids().filter(|id| gone.binary_search(id).is_err()) {
            view.push(&self.rel_path(id), *self.row(id));
        }
        view
    }

    /// The view with rows replaced or added.
    pub(crate) fn with(self, mut rows: BTreeMap<String, Row>) -> View {
        let mut view =
            View { paths: String::new(), ends: Vec::new(), raw: BTreeMap::new(), rows: Vec::new(), ..self.clone() };
        let laid = |text: String| RelPath { text, raw: None };
        for id in self.ids() {
            let path = self.path(id);
            while rows.first_key_value().is_some_and(|(first, _)| first.as_str() < path) {
                if let Some((text, row)) = rows.pop_first() {
                    view.push(&laid(text), row);
                }
            }
            let row = rows.remove(path).unwrap_or(*self.row(id));
            view.push(&self.rel_path(id), row);
        }
        for (text, row) in rows {
            view.push(&laid(text), row);
        }
        view
    }

    /// Same contents under the same paths, whatever the times say.
    pub(crate) fn shows_the_same(&self, other: &View) -> bool {
        self.paths == other.paths
            && self.ends == other.ends
            && self.rows.len() == other.rows.len()
            && self.rows.iter().zip(&other.rows).all(|(a, b)| a.shows_the_same(b))
            && self.head == other.head
    }
}

impl View {
    /// What is known of a folder that belongs to the tree.
    pub(crate) fn folder(&self, path: &Path) -> Option<&Stat> {
        let index = self.folders.binary_search_by(|(other, _)| other.as_path().cmp(path)).ok()?;
        Some(&self.folders[index].1)
    }

    /// The folder of the tree that a file of rules lies in; none for one outside, as is git's own.
    pub(crate) fn folder_of_rule<'a>(&self, root: &Path, rule: &'a Path) -> Option<&'a Path> {
        let folder = rule.strip_prefix(root).ok()?.parent()?;
        self.folder(folder).map(|_| folder)
    }

    /// The same in all but when it was looked at.
    pub(crate) fn knows_the_same(&self, other: &View) -> bool {
        self.shows_the_same(other)
            && self.features == other.features
            && self.rows == other.rows
            && self.folders == other.folders
            && self.rules == other.rules
    }
}

/// A path below the root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RelPath {
    /// With `/`; bytes that are no UTF-8 written `\xNN`.
    pub(crate) text: String,
    /// The true bytes, where the text is not them.
    pub(crate) raw: Option<Vec<u8>>,
}

impl RelPath {
    /// From a path below the root.
    pub(crate) fn new(path: &Path) -> RelPath {
        if let Some(text) = path.to_str() {
            let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_string() };
            return RelPath { text, raw: None };
        }
        let bytes = path.as_os_str().as_encoded_bytes();
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
        }
        RelPath { text, raw: Some(bytes.to_vec()) }
    }

    /// The path on disk, below `root`.
    pub(crate) fn under(&self, root: &Path) -> PathBuf {
        #[cfg(unix)]
        if let Some(raw) = &self.raw {
            use std::os::unix::ffi::OsStrExt;
            return root.join(std::ffi::OsStr::from_bytes(raw));
        }
        root.join(&self.text)
    }
}
