//! Which files belong to the project.
//!
//! Git's ignore rules decide, plus `.oriignore` files in the same language. Hidden files belong
//! to the project, `.git` and the store do not. Links are not followed, so no loop can catch us.
//! Nothing is opened here: the walk is folders and `stat`.

mod why;

pub use why::{Verdict, why};

use crate::view::{RelPath, Stat};
use crate::{Error, Place};
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The name of our own ignore files.
pub(crate) const OWN_IGNORE: &str = ".oriignore";

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Symlink,
    Special,
    /// A file or folder that `stat` or listing was refused for.
    Unreadable,
}

/// Something found on the walk that gets a row of the view.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) path: RelPath,
    pub(crate) kind: Kind,
    pub(crate) stat: Stat,
}

/// Everything found, in order of path.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// When the looking began.
    pub(crate) at: i64,
    pub(crate) files: Vec<Found>,
    pub(crate) folders: Vec<(PathBuf, Stat)>,
    /// Files that decide what belongs to the project, by absolute path: those in the tree, ignored
    /// themselves or not, and those outside it, there or not.
    pub(crate) rules: Vec<(PathBuf, Option<Stat>)>,
    /// Most of it was taken over from the last view, whose contents the store has.
    pub(crate) is_taken_over: bool,
}

/// Walks the project.
pub(crate) fn walk(place: &Place) -> Result<Walked, Error> {
    std::fs::read_dir(&place.root).map_err(Error::io("list", &place.root))?;
    let at = crate::view::now();
    let mut rules: Vec<_> = outer_rules(&place.root).into_iter().map(with_stat).collect();
    let mut walked = walk_below(place, Path::new(""));
    walked.at = at;
    walked.rules.append(&mut rules);
    walked.sort();
    Ok(walked)
}

/// Walks one folder of the project and all below it. Outer rules are not looked at.
pub(crate) fn walk_below(place: &Place, folder: &Path) -> Walked {
    let found = Mutex::new(Walked::default());
    builder(place, folder).build_parallel().run(|| {
        let mut batch = Batch { found: &found, mine: Walked::default() };
        Box::new(move |entry| {
            batch.take(&place.root, entry);
            WalkState::Continue
        })
    });
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What lies right in one folder of the project; the folder itself is among the folders.
pub(crate) fn list(place: &Place, folder: &Path) -> Walked {
    let found = Mutex::new(Walked::default());
    let mut batch = Batch { found: &found, mine: Walked::default() };
    builder(place, folder).max_depth(Some(1)).build().for_each(|entry| batch.take(&place.root, entry));
    drop(batch);
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Walked {
    pub(crate) fn sort(&mut self) {
        self.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        self.files.dedup_by(|a, b| a.path.text == b.path.text);
        self.folders.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        self.folders.dedup_by(|a, b| a.0 == b.0);
        self.rules.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        self.rules.dedup_by(|a, b| a.0 == b.0);
    }

    /// Takes in what another walk found.
    pub(crate) fn append(&mut self, mut other: Walked) {
        self.files.append(&mut other.files);
        self.folders.append(&mut other.folders);
        self.rules.append(&mut other.rules);
    }
}

fn builder(place: &Place, folder: &Path) -> WalkBuilder {
    let store = place.store.clone();
    let start = if folder.as_os_str().is_empty() { place.root.clone() } else { place.root.join(folder) };
    let mut builder = WalkBuilder::new(start);
    builder
        .hidden(false)
        .ignore(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(OWN_IGNORE)
        .threads(std::thread::available_parallelism().map_or(2, usize::from).min(8))
        .filter_entry(move |entry| entry.file_name() != ".git" && entry.path() != store);
    builder
}

/// What one walking thread found; handed over when the thread is done.
struct Batch<'a> {
    found: &'a Mutex<Walked>,
    mine: Walked,
}

impl Batch<'_> {
    fn take(&mut self, root: &Path, entry: Result<DirEntry, ignore::Error>) {
        match entry {
            Ok(entry) => self.entry(root, &entry),
            // Gone since it was listed.
            Err(error) if error.io_error().is_some_and(|error| error.kind() == std::io::ErrorKind::NotFound) => {}
            Err(error) => {
                if let Some(path) = path_of(&error).and_then(|path| path.strip_prefix(root).ok()) {
                    let stat = Stat::default();
                    self.mine.files.push(Found { path: RelPath::new(path), kind: Kind::Unreadable, stat });
                }
            }
        }
    }

    fn entry(&mut self, root: &Path, entry: &DirEntry) {
        let Ok(path) = entry.path().strip_prefix(root) else { return };
        let Some(kind) = entry.file_type() else { return };
        let Ok(meta) = std::fs::symlink_metadata(entry.path()) else {
            // Gone since it was listed, or not ours to see: the latter is worth a row.
            if entry.path().parent().is_some_and(|folder| std::fs::read_dir(folder).is_ok()) {
                return;
            }
            let found = Found { path: RelPath::new(path), kind: Kind::Unreadable, stat: Stat::default() };
            return self.mine.files.push(found);
        };
        let stat = Stat::of(&meta);
        if kind.is_dir() {
            self.mine.rules.extend(rules_in(entry.path()));
            return self.mine.folders.push((path.to_path_buf(), stat));
        }
        let kind = match () {
            () if kind.is_symlink() => Kind::Symlink,
            () if kind.is_file() => Kind::File,
            () => Kind::Special,
        };
        self.mine.files.push(Found { path: RelPath::new(path), kind, stat });
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.append(std::mem::take(&mut self.mine));
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

/// The files of rules that lie right in a folder. They are looked for by name, since a rule may
/// keep its own file out (`*` in a folder of build products).
pub(crate) fn rules_in(folder: &Path) -> Vec<(PathBuf, Option<Stat>)> {
    let rules = [".gitignore", OWN_IGNORE].map(|name| with_stat(folder.join(name)));
    rules.into_iter().filter(|(_, stat)| stat.is_some()).collect()
}

/// A file of rules as it is now.
pub(crate) fn with_stat(path: PathBuf) -> (PathBuf, Option<Stat>) {
    let stat = std::fs::metadata(&path).ok().map(|meta| Stat::of(&meta));
    (path, stat)
}

/// Files outside the listed tree whose content decides what belongs to it.
pub(crate) fn outer_rules(root: &Path) -> Vec<PathBuf> {
    let mut rules: Vec<PathBuf> =
        root.ancestors().skip(1).flat_map(|dir| [dir.join(".gitignore"), dir.join(OWN_IGNORE)]).collect();
    if let Some((_, git_dir)) = crate::git::tree_of(root) {
        rules.push(crate::git::common_dir(&git_dir).join("info/exclude"));
    }
    rules.extend(ignore::gitignore::gitconfig_excludes_path());
    rules
}

/// True for files inside the tree that decide what belongs to it.
pub(crate) fn is_rule(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name == ".gitignore" || name == OWN_IGNORE
}
