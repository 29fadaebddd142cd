//! Which files belong to the project.
//!
//! Git's ignore rules decide, plus `.oriignore` files in the same language. Hidden files belong
//! to the project, `.git` and the store do not. Links are not followed, so no loop can catch us.
//! Nothing is opened here: the walk is folders and `stat`.

mod own;
mod why;

pub(crate) use why::layable;
pub use why::{Verdict, why};

use crate::git::index::{Index, Tracked};
use crate::view::{RelPath, Stat};
use crate::{Error, Place, git, skip};
pub(crate) use own::Own;

use ignore::{DirEntry, WalkBuilder, WalkState};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The name of our own ignore files.
pub(crate) const OWN_IGNORE: &str = ".oriignore";
/// Names of the files of rules that lie in the tree.
pub(crate) const RULES: [&str; 2] = [".gitignore", OWN_IGNORE];

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Symlink,
    Special,
    /// A file of secrets that nobody asked for.
    Secret,
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
    pub(crate) tracked: Tracked,
}

/// Walks the project.
pub(crate) fn walk(place: &Place) -> Result<Walked, Error> {
    std::fs::read_dir(&place.root).map_err(Error::io("list", &place.root))?;
    let at = crate::view::now();
    // Before the walk, so that what git adds meanwhile asks for another.
    let (tracked, index) = git::index::read(&place.root);
    let mut rules: Vec<_> = outer_rules(&place.root).into_iter().map(with_stat).collect();
    let mut walked = walk_below(place, Path::new(""));
    walked.at = at;
    walked.rules.append(&mut rules);
    walked.sort();
    finish(place, &mut walked, (tracked, &index));
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

/// Adds what git tracks although it ignores it, and marks files of secrets; files are in order.
pub(crate) fn finish(place: &Place, walked: &mut Walked, (tracked, index): (Tracked, &Index)) {
    let mut own = Own::new(place);
    add_tracked(place, index, &mut own, &mut walked.files);
    for found in walked.files.iter_mut().filter(|found| found.kind == Kind::File) {
        if skip::is_secret(&found.path.text) && !own.forces_in(&found.path.under(&place.root)) {
            found.kind = Kind::Secret;
        }
    }
    walked.tracked = tracked;
}

/// Adds what git tracks although a rule of git's ignores it.
fn add_tracked(place: &Place, index: &Index, own: &mut Own, files: &mut Vec<Found>) {
    let mut missed = Vec::new();
    for path in &index.paths {
        let path = index.top.join(path_of_bytes(path));
        let Ok(below) = path.strip_prefix(&place.root) else { continue };
        let rel = RelPath::new(below);
        if files.binary_search_by(|found| found.path.cmp(&rel)).is_ok() {
            continue;
        }
        let Some((kind, meta)) = kind_now(&path) else { continue };
        if is_plainly_below(&place.root, below) && !path.starts_with(&place.store) && !own.keeps_out(&path) {
            missed.push(Found { path: rel, kind, stat: Stat::of(&meta) });
        }
    }
    if !missed.is_empty() {
        files.append(&mut missed);
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    }
}

fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// What lies at a path now, if it is not a folder.
fn kind_now(path: &Path) -> Option<(Kind, std::fs::Metadata)> {
    let meta = std::fs::symlink_metadata(path).ok()?;
    let kind = match meta.file_type() {
        kind if kind.is_symlink() => Kind::Symlink,
        kind if kind.is_file() => Kind::File,
        kind if kind.is_dir() => return None,
        _ => Kind::Special,
    };
    Some((kind, meta))
}

/// No folder on the way is a link: git does not look behind one.
fn is_plainly_below(root: &Path, below: &Path) -> bool {
    let folders = below.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    folders.into_iter().all(|folder| std::fs::symlink_metadata(root.join(folder)).is_ok_and(|meta| meta.is_dir()))
}

fn builder(place: &Place, folder: &Path) -> WalkBuilder {
    let store = place.store.clone();
    let start = if folder.as_os_str().is_empty() { place.root.clone() } else { place.root.join(folder) };
    let tree = git::tree_of(&place.root);
    let mut builder = WalkBuilder::new(start);
    builder
        .hidden(false)
        .ignore(false)
        // In a repository, rules above it and around nested ones do not count, as for git.
        .require_git(tree.is_some())
        .git_global(tree.is_none())
        .follow_links(false)
        .add_custom_ignore_filename(OWN_IGNORE)
        .threads(std::thread::available_parallelism().map_or(2, usize::from).min(8))
        .filter_entry(move |entry| entry.file_name() != ".git" && entry.path() != store);
    if let Some((top, git_dir)) = tree {
        builder.current_dir(top);
        builder.ignore_case_insensitive(ignores_case(&git_dir));
        // The later added counts more.
        for rules in [excludes_file(&git_dir), Some(exclude(&git_dir))].into_iter().flatten() {
            if rules.is_file() {
                builder.add_ignore(rules);
            }
        }
    }
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
    let rules = RULES.map(|name| with_stat(folder.join(name)));
    rules.into_iter().filter(|(_, stat)| stat.is_some()).collect()
}

/// A file of rules as it is now.
pub(crate) fn with_stat(path: PathBuf) -> (PathBuf, Option<Stat>) {
    let stat = std::fs::metadata(&path).ok().map(|meta| Stat::of(&meta));
    (path, stat)
}

fn ignores_case(git_dir: &Path) -> bool {
    git::setting(git_dir, "core", "ignorecase").is_some_and(|value| value == "true")
}

/// The rules that a repository keeps for itself.
fn exclude(git_dir: &Path) -> PathBuf {
    git::common_dir(git_dir).join("info/exclude")
}

/// `core.excludesFile` of the repository, else of the user.
fn excludes_file(git_dir: &Path) -> Option<PathBuf> {
    let users = ignore::gitignore::gitconfig_excludes_path;
    let Some(own) = git::raw_setting(git_dir, "core", "excludesfile") else { return users() };
    match own.strip_prefix("~/") {
        Some(below) => std::env::home_dir().map(|home| home.join(below)),
        None => Some(git_dir.parent().unwrap_or(git_dir).join(own)),
    }
}

/// Files outside the listed tree whose content decides what belongs to it.
pub(crate) fn outer_rules(root: &Path) -> Vec<PathBuf> {
    let mut rules: Vec<PathBuf> =
        root.ancestors().skip(1).flat_map(|dir| [dir.join(".gitignore"), dir.join(OWN_IGNORE)]).collect();
    if let Some((_, git_dir)) = crate::git::tree_of(root) {
        rules.push(exclude(&git_dir));
        rules.extend(excludes_file(&git_dir));
    } else {
        rules.extend(ignore::gitignore::gitconfig_excludes_path());
    }
    rules
}

/// True for files inside the tree that decide what belongs to it.
pub(crate) fn is_rule(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    RULES.contains(&name)
}
