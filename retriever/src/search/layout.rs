//! What search needs to know of every file before any question: made once for a snapshot.
//!
//! Chunks get dense numbers (files in order, then chunks in order), so that scores live in flat
//! vectors. Folders form a tree, and every distinct folder or file name is looked at once, however
//! often it occurs. Words of paths are numbered, so that a question is compared with the few
//! thousand words, not with every path.

mod versions;

use crate::role::{self, FileRole};
use grammars::words;
use indexer::{FileId, Snapshot};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The files of a snapshot, as search sees them.
pub(crate) struct Layout {
    /// First chunk number of each file, and one past the last.
    starts: Vec<u32>,
    files: Vec<Row>,
    folders: Vec<Folder>,
    vocabulary: Vec<String>,
    /// Numbers of words; names point into it.
    words: Vec<u32>,
    /// What tests are named after.
    tested: HashSet<String>,
}

struct Row {
    folder: u32,
    stem: Range<u32>,
    role: FileRole,
    searched: bool,
}

/// A folder; parents come before their children, the root is its own parent.
struct Folder {
    parent: u32,
    words: Range<u32>,
    role: FileRole,
}

/// What is known of a folder's or file's own name, wherever it occurs.
#[derive(Clone, Default)]
struct Named {
    words: Range<u32>,
    role: FileRole,
}

/// File names that say nothing; their folder speaks for them.
const NAMELESS: &[&str] = &["index", "mod", "__init__", "main", "lib", "init", "core", "base"];

/// What a file is called by: its stem, or its folder where the stem says nothing.
pub(crate) fn spoken<'a>(folder: &'a str, stem: &'a str) -> &'a str {
    match folder.rsplit('/').next() {
        Some(last) if !last.is_empty() && NAMELESS.contains(&stem) => last,
        _ => stem,
    }
}

/// The name of a file without its endings.
pub(crate) fn stem_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').find(|part| !part.is_empty()).unwrap_or(name)
}

/// Builds a [`Layout`], path by path in order.
struct Builder<'a> {
    layout: Layout,
    ids: HashMap<String, u32>,
    folder_names: HashMap<&'a str, Named>,
    file_names: HashMap<&'a str, Named>,
    /// The folders on the way to the last file: where each ends in its path, and its number.
    trail: Vec<(usize, u32)>,
    last: &'a str,
}

impl Layout {
    /// Reads the paths of a snapshot.
    pub(crate) fn new(snapshot: &Snapshot) -> Layout {
        let n_files = snapshot.files().len();
        let root = Folder { parent: 0, words: 0..0, role: FileRole::Source };
        let layout = Layout {
            starts: Vec::with_capacity(n_files + 1),
            files: Vec::with_capacity(n_files),
            folders: vec![root],
            vocabulary: Vec::new(),
            words: Vec::new(),
            tested: HashSet::new(),
        };
        let (ids, folder_names, file_names) = Default::default();
        let mut builder = Builder { layout, ids, folder_names, file_names, trail: Vec::new(), last: "" };
        let mut n_chunks = 0;
        for id in snapshot.files() {
            let file = snapshot.file(id);
            builder.layout.starts.push(n_chunks);
            n_chunks += file.n_chunks;
            builder.file(file.path, file.generated, file.skip.is_none());
        }
        let mut layout = builder.layout;
        layout.starts.push(n_chunks);
        for folder in versions::old(snapshot) {
            for file in versions::files_below(snapshot, &folder) {
                let role = &mut layout.files[file.0 as usize].role;
                *role = if *role == FileRole::Source { FileRole::Legacy } else { *role };
            }
        }
        layout
    }

    /// How many chunks there are.
    pub(crate) fn n_chunks(&self) -> usize {
        self.starts[self.files.len()] as usize
    }

    /// The numbers of a file's chunks.
    pub(crate) fn chunks(&self, file: FileId) -> Range<usize> {
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
        &self.vocabulary
    }

    /// Each folder's parent and the words of its own name; parents first, the root its own.
    pub(crate) fn folders(&self) -> impl ExactSizeIterator<Item = (usize, &[u32])> {
        self.folders.iter().map(|folder| (folder.parent as usize, self.words_at(&folder.words)))
    }

    /// The words of a file's own name.
    pub(crate) fn stem(&self, file: FileId) -> &[u32] {
        self.words_at(&self.files[file.0 as usize].stem)
    }

    fn words_at(&self, range: &Range<u32>) -> &[u32] {
        &self.words[range.start as usize..range.end as usize]
    }

    /// True when a test is named after a file of the project itself.
    pub(crate) fn is_tested(&self, file: FileId, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        let named = || self.tested.contains(stem_of(&name)) || self.tested.contains(&name);
        self.role(file) == FileRole::Source && named()
    }
}

impl<'a> Builder<'a> {
    fn file(&mut self, path: &'a str, generated: bool, searched: bool) {
        let (folder_path, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folder = self.folder(folder_path);
        let named = match self.file_names.get(name) {
            Some(named) => named.clone(),
            None => {
                let named = Named { words: self.words_of(stem_of(name)), role: role::of_name(name) };
                self.file_names.insert(name, named.clone());
                named
            }
        };
        let own = &self.layout.folders[folder as usize];
        let nameless = !folder_path.is_empty() && NAMELESS.contains(&stem_of(name));
        let stem = if nameless { own.words.clone() } else { named.words };
        let generated = if generated { FileRole::Generated } else { FileRole::Source };
        let role = own.role.max(named.role).max(generated);
        if role == FileRole::Test {
            self.layout.tested.extend(role::tested_stem(name));
        }
        self.layout.files.push(Row { folder, stem, role, searched });
    }

    /// The number of a folder. Paths come in order, so most of the way is that of the last one.
    fn folder(&mut self, path: &'a str) -> u32 {
        if path == self.last {
            return self.trail.last().map_or(0, |(_, folder)| *folder);
        }
        let same = |end: usize| {
            path.get(..end) == self.last.get(..end) && matches!(path.as_bytes().get(end), None | Some(b'/'))
        };
        let n_same = self.trail.iter().take_while(|(end, _)| same(*end)).count();
        self.trail.truncate(n_same);
        self.last = path;
        let (mut at, mut folder) = self.trail.last().map_or((0, 0), |(end, folder)| (end + 1, *folder));
        while at < path.len() {
            let end = path[at..].find('/').map_or(path.len(), |len| at + len);
            folder = self.add_folder(folder, &path[at..end]);
            self.trail.push((end, folder));
            at = end + 1;
        }
        folder
    }

    fn add_folder(&mut self, parent: u32, name: &'a str) -> u32 {
        let named = match self.folder_names.get(name) {
            Some(named) => named.clone(),
            None => {
                let named = Named { words: self.words_of(name), role: role::of_folder(name) };
                self.folder_names.insert(name, named.clone());
                named
            }
        };
        let role = named.role.max(self.layout.folders[parent as usize].role);
        self.layout.folders.push(Folder { parent, words: named.words, role });
        self.layout.folders.len() as u32 - 1
    }

    fn words_of(&mut self, name: &str) -> Range<u32> {
        let Builder { layout: Layout { vocabulary, words, .. }, ids, .. } = self;
        let start = words.len() as u32;
        each_part(name, |word| {
            let id = ids.get(word).copied().unwrap_or_else(|| {
                vocabulary.push(word.to_string());
                ids.insert(word.to_string(), vocabulary.len() as u32 - 1);
                vocabulary.len() as u32 - 1
            });
            words.push(id);
        });
        start..words.len() as u32
    }
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

    #[test]
    fn folders_are_found_again_and_shared() {
        let (ids, folder_names, file_names) = Default::default();
        let root = Folder { parent: 0, words: 0..0, role: FileRole::Source };
        let layout = Layout {
            starts: Vec::new(),
            files: Vec::new(),
            folders: vec![root],
            vocabulary: Vec::new(),
            words: Vec::new(),
            tested: HashSet::new(),
        };
        let mut builder = Builder { layout, ids, folder_names, file_names, trail: Vec::new(), last: "" };
        for path in ["a.py", "src/a.py", "src/b/c/x.py", "src/b/tests/x.py", "src/bc/index.js", "src/z.py", "t.py"] {
            builder.file(path, false, true);
        }
        let layout = builder.layout;
        let stem = |row: &Row| layout.words_at(&row.stem).iter().map(|&id| layout.vocabulary[id as usize].as_str());
        let rows = layout
            .files
            .iter()
            .map(|row| format!("{} {} {}", row.folder, stem(row).collect::<Vec<_>>().join(" "), row.role.word()));
        let parents: Vec<String> = layout.folders.iter().map(|folder| folder.parent.to_string()).collect();
        let shown = format!("{}\nparents {}", rows.collect::<Vec<_>>().join("\n"), parents.join(" "));
        expect_test::expect![[r#"
            0 a source
            1 a source
            3 x source
            4 x test
            5 bc source
            1 z source
            0 t source
            parents 0 0 1 2 2 1"#]]
        .assert_eq(&shown);
    }
}
