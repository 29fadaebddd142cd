//! What search needs to know of every file before any question: made once for a snapshot.
//!
//! Chunks get dense numbers (files in order, then chunks in order), so that scores live in flat
//! vectors. Paths are split into words once, folders once for all their files, and each distinct
//! word is kept once: a question is compared with the few thousand words, not with every path.

use crate::role::{self, FileRole};
use grammars::words;
use indexer::{ChunkId, FileId, Snapshot};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The files of a snapshot, as search sees them.
pub(crate) struct Layout {
    /// First chunk number of each file, and one past the last.
    starts: Vec<u32>,
    files: Vec<Row>,
    folders: Vec<Vec<u32>>,
    stems: Vec<u32>,
    vocabulary: Vocabulary,
    /// What tests are named after.
    tested: HashSet<String>,
}

/// Every distinct word of the paths.
#[derive(Default)]
struct Vocabulary {
    words: Vec<String>,
    ids: HashMap<String, u32>,
}

impl Vocabulary {
    fn id(&mut self, word: &str) -> u32 {
        if let Some(&id) = self.ids.get(word) {
            return id;
        }
        let id = self.words.len() as u32;
        self.words.push(word.to_string());
        self.ids.insert(word.to_string(), id);
        id
    }

    fn ids_of(&mut self, text: &str) -> Vec<u32> {
        let mut all = Vec::new();
        each_part(text, |word| all.push(self.id(word)));
        all
    }
}

struct Row {
    folder: u32,
    stem_start: u32,
    stem_end: u32,
    role: FileRole,
    searched: bool,
}

/// File names that say nothing; their folder speaks for them.
const NAMELESS: &[&str] = &["index", "mod", "__init__", "main", "lib", "init", "core", "base"];

/// True for a file name that says nothing.
pub(crate) fn is_nameless(stem: &str) -> bool {
    NAMELESS.contains(&stem)
}

impl Layout {
    /// Reads the paths of a snapshot.
    pub(crate) fn new(snapshot: &Snapshot) -> Layout {
        let n_files = snapshot.files().len();
        let mut layout = Layout {
            starts: Vec::with_capacity(n_files + 1),
            files: Vec::with_capacity(n_files),
            folders: Vec::new(),
            stems: Vec::with_capacity(n_files * 2),
            vocabulary: Vocabulary::default(),
            tested: HashSet::new(),
        };
        let mut n_chunks = 0;
        let mut last = (None::<String>, FileRole::Source);
        for id in snapshot.files() {
            let file = snapshot.file(id);
            let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", file.path));
            if last.0.as_deref() != Some(folder) {
                let words = layout.vocabulary.ids_of(folder);
                layout.folders.push(words);
                last = (Some(folder.to_string()), role::of_folder(folder));
            }
            layout.starts.push(n_chunks);
            n_chunks += file.n_chunks;
            let generated = if file.generated { FileRole::Generated } else { FileRole::Source };
            let role = last.1.max(role::of_name(name)).max(generated);
            layout.add(folder, name, role, file.skip.is_none());
        }
        layout.starts.push(n_chunks);
        let old = old_versions(snapshot);
        for (row, file) in layout.files.iter_mut().zip(snapshot.files()) {
            let path = snapshot.file(file).path;
            if row.role == FileRole::Source && old.iter().any(|folder| path.starts_with(folder.as_str())) {
                row.role = FileRole::Legacy;
            }
        }
        layout
    }

    fn add(&mut self, folder: &str, name: &str, role: FileRole, searched: bool) {
        let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
        let spoken = match folder.rsplit('/').next() {
            Some(last) if !last.is_empty() && is_nameless(stem) => last,
            _ => stem,
        };
        let stem_start = self.stems.len() as u32;
        let Layout { stems, vocabulary, .. } = self;
        each_part(spoken, |word| stems.push(vocabulary.id(word)));
        if role == FileRole::Test {
            self.tested.extend(role::tested_stem(name));
        }
        let folder = self.folders.len() as u32 - 1;
        self.files.push(Row { folder, stem_start, stem_end: self.stems.len() as u32, role, searched });
    }

    /// How many chunks there are.
    pub(crate) fn n_chunks(&self) -> usize {
        self.starts[self.files.len()] as usize
    }

    /// The number of a chunk; none for one that is not in the view.
    pub(crate) fn number(&self, chunk: ChunkId) -> Option<usize> {
        let file = chunk.file.0 as usize;
        let (start, end) = (*self.starts.get(file)?, *self.starts.get(file + 1)?);
        (chunk.index < end - start).then_some((start + chunk.index) as usize)
    }

    /// The numbers of a file's chunks.
    pub(crate) fn chunks(&self, file: FileId) -> std::ops::Range<usize> {
        self.starts[file.0 as usize] as usize..self.starts[file.0 as usize + 1] as usize
    }

    /// The file of a chunk number.
    pub(crate) fn file_of(&self, number: usize) -> FileId {
        FileId(self.starts.partition_point(|&start| start as usize <= number).saturating_sub(1) as u32)
    }

    /// What part a file plays.
    pub(crate) fn role(&self, file: FileId) -> FileRole {
        self.files[file.0 as usize].role
    }

    /// False for a file that was skipped.
    pub(crate) fn is_searched(&self, file: FileId) -> bool {
        self.files[file.0 as usize].searched
    }

    /// Which folder a file is in.
    pub(crate) fn folder(&self, file: FileId) -> usize {
        self.files[file.0 as usize].folder as usize
    }

    /// Every distinct word of the paths; its place is its number.
    pub(crate) fn vocabulary(&self) -> &[String] {
        &self.vocabulary.words
    }

    /// The words of the names of each folder and those above it.
    pub(crate) fn folders(&self) -> &[Vec<u32>] {
        &self.folders
    }

    /// The words of a file's own name.
    pub(crate) fn stem(&self, file: FileId) -> &[u32] {
        let row = &self.files[file.0 as usize];
        &self.stems[row.stem_start as usize..row.stem_end as usize]
    }

    /// True when a test is named after `stem` (lower-case).
    pub(crate) fn is_tested(&self, stem: &str) -> bool {
        self.tested.contains(stem)
    }
}

/// Folders such as `v3/` that stand beside a newer `v4/`, or that hold older copies of the files
/// around them.
fn old_versions(snapshot: &Snapshot) -> Vec<String> {
    // Parent folder and number of every version folder.
    let mut versions: BTreeSet<(&str, u32)> = BTreeSet::new();
    for path in snapshot.files().map(|id| snapshot.file(id).path) {
        let mut start = 0;
        for (end, _) in path.match_indices('/') {
            if let Some(number) = version(&path[start..end]) {
                versions.insert((&path[..start], number));
            }
            start = end + 1;
        }
    }
    let copies = |parent: &str, number: u32| {
        let folder = format!("{parent}v{number}/");
        let inside = snapshot.files().map(|id| snapshot.file(id).path).filter_map(|path| path.strip_prefix(&folder));
        let inside = inside.filter(|rest| !rest.starts_with("__init__"));
        let (n, twins) = inside.fold((0, 0), |(n, twins), rest| {
            (n + 1, twins + usize::from(snapshot.find(&format!("{parent}{rest}")).is_some()))
        });
        n >= 3 && 2 * twins >= n
    };
    let newer = |parent: &str, number: u32| {
        versions.range((parent, number + 1)..).next().is_some_and(|(other, _)| *other == parent)
    };
    let old = versions.iter().filter(|(parent, number)| newer(parent, *number) || copies(parent, *number));
    old.map(|(parent, number)| format!("{parent}v{number}/")).collect()
}

/// 3 for `v3`.
fn version(segment: &str) -> Option<u32> {
    let number = segment.strip_prefix('v').filter(|number| number.len() < 3)?;
    number.parse().ok()
}

/// The smallest parts of the identifiers of `text`, lower-cased.
fn each_part(text: &str, mut emit: impl FnMut(&str)) {
    let mut run = (usize::MAX, 0);
    let mut whole = String::new();
    words::each_word(text, |word, start, end| {
        if run != (start, end) {
            if !whole.is_empty() {
                emit(&whole);
            }
            run = (start, end);
            whole.clear();
            whole.push_str(word);
        } else {
            // The whole came first; its parts stand for it.
            if !whole.is_empty() && whole.len() > word.len() && whole.starts_with(word) {
                whole.clear();
            }
            emit(word);
        }
    });
    if !whole.is_empty() {
        emit(&whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_smallest_parts_of_a_path_count() {
        let mut all = Vec::new();
        each_part("src/cookie_jar/HTTPClient/x", |word| all.push(word.to_string()));
        assert_eq!(all.join(" "), "src cookie jar http client x");
    }
}
