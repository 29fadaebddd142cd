//! Where a project is and where its store lies.
//!
//! A store belongs to a repository, not to a folder: all worktrees of one git repository share
//! theirs, keyed by git's common folder. Without git it is keyed by the root.

use crate::{Error, git, walk};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A project and its store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Canonical root of the working tree, or of the part of it that is looked at.
    pub root: PathBuf,
    /// Folder of the store.
    pub store: PathBuf,
    /// Texts that lie over the files of these paths, as in an editor that has not saved.
    pub(crate) unsaved: BTreeMap<String, Vec<u8>>,
}

/// The root of the project that `path` lies in: the git working tree around it, else itself.
pub fn project_root(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    git::tree_of(&path).map_or(path, |(root, _)| root)
}

impl Place {
    /// The place of the project at `root`, with its store in a folder of its own below `cache`.
    pub fn in_cache(root: &Path, cache: &Path) -> Result<Place, Error> {
        let root = canonical(root)?;
        let key = git::tree_of(&root).map_or_else(|| root.clone(), |(_, git_dir)| git::common_dir(&git_dir));
        let folder = if key.ends_with(".git") { key.parent().unwrap_or(&key) } else { &key };
        let name = folder.file_name().map_or_else(|| "root".into(), |name| name.to_string_lossy().into_owned());
        let name: String =
            name.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')).take(40).collect();
        let hash = xxh3_64(key.as_os_str().as_encoded_bytes());
        Ok(Place { root, store: cache.join(format!("{name}-{hash:016x}")), unsaved: BTreeMap::new() })
    }

    /// The place of the project at `root` with its store right in `store`.
    pub fn with_store(root: &Path, store: &Path) -> Result<Place, Error> {
        let root = canonical(root)?;
        let store = std::path::absolute(store).map_err(Error::io("find", store))?;
        Ok(Place { root, store, unsaved: BTreeMap::new() })
    }

    /// The same place with an unsaved text over the file at `path` (absolute, or relative to the root),
    /// whether there is one or not: snapshots opened there speak of it. The store never does.
    pub fn with_unsaved(mut self, path: &Path, bytes: Vec<u8>) -> Result<Place, Error> {
        let path = walk::layable(&self, path)?;
        self.unsaved.insert(path.text, bytes);
        Ok(self)
    }

    /// True if unsaved texts lie over the disk.
    pub fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty()
    }

    /// Where something about this root may be kept beside its index, to be had again sooner; it may
    /// vanish at any time.
    pub fn kept(&self, name: &str) -> PathBuf {
        let hash = xxh3_64(self.root.as_os_str().as_encoded_bytes());
        self.store.join("views").join(format!("{hash:016x}.{name}"))
    }

    /// Where the view of this root is published.
    pub(crate) fn view(&self) -> PathBuf {
        self.store.join("views").join(format!("{}.view", self.root_name()))
    }

    /// Where what its paths add to the vectors is kept.
    pub(crate) fn near(&self) -> PathBuf {
        self.store.join("near").join(format!("{}.near", self.root_name()))
    }

    /// Where the graph of its vectors is kept.
    pub(crate) fn graph(&self) -> PathBuf {
        self.store.join("near").join(format!("{}.graph", self.root_name()))
    }

    fn root_name(&self) -> String {
        format!("{:016x}", xxh3_64(self.root.as_os_str().as_encoded_bytes()))
    }
}

fn canonical(root: &Path) -> Result<PathBuf, Error> {
    let canonical = root.canonicalize().map_err(Error::io("open", root))?;
    if !canonical.is_dir() {
        return Err(Error::Root { path: canonical, what: "is not a folder" });
    }
    Ok(canonical)
}
