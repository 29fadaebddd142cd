//! Is the disk still what the view says?
//!
//! Folders whose times are unchanged still hold the same names, so one `stat` per folder and file
//! replaces the walk: nothing is listed and no ignore rule is matched. What differs is named, so
//! that only that is listed and read again (see [`crate::relist`]).

use crate::view::{FileId, Stat, View};
use crate::{git, walk};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// What the look found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Rules outside the tree changed, or the view cannot be compared: walk all of it.
    pub(crate) everything: bool,
    /// These folders may hold other names, or their rules changed.
    pub(crate) folders: Vec<PathBuf>,
    /// These files may differ from their rows.
    pub(crate) files: Vec<FileId>,
}

impl Changes {
    pub(crate) fn is_none(&self) -> bool {
        !self.everything && self.folders.is_empty() && self.files.is_empty()
    }

    fn take_rules(&mut self, root: &Path, view: &View) {
        for path in changed_rules(view) {
            match view.folder_of_rule(root, path) {
                Some(folder) => self.folders.push(folder.to_path_buf()),
                None => self.everything = true,
            }
        }
    }

    /// Only contents changed: no names, no rules.
    pub(crate) fn only_files(&self, view: &View) -> bool {
        !self.everything && self.folders.is_empty() && !self.files.iter().any(|id| walk::is_rule(view.path(*id)))
    }
}

/// Folders or files that one task looks at.
const AT_ONCE: usize = 256;

/// Compares the view with the disk.
pub(crate) fn look(root: &Path, view: &View) -> Changes {
    let mut changes = Changes::default();
    if view.features != grammars::FEATURES || view.folders.is_empty() {
        return Changes { everything: true, ..changes };
    }
    if !git::index::is_same(root, &view.tracked, view.walked_at) {
        return Changes { everything: true, ..changes };
    }
    changes.take_rules(root, view);
    // Settings may also have moved the rules elsewhere.
    let is_known = |path: &PathBuf| view.rules.iter().any(|(known, _)| known == path);
    changes.everything |= !walk::outer_rules(root).iter().all(is_known);
    let other_folder = |(path, known): &&(PathBuf, Stat)| {
        let now = fs::symlink_metadata(root.join(path)).map(|meta| Stat::of(&meta));
        !now.is_ok_and(|now| same_folder(&now, known)) || known.is_racy(view.walked_at)
    };
    let folders = view.folders.par_iter().with_min_len(AT_ONCE).filter(other_folder);
    changes.folders.par_extend(folders.map(|(path, _)| path.clone()));
    let other_file = |id: &FileId| {
        let row = view.row(*id);
        let now = fs::symlink_metadata(view.rel_path(*id).under(root)).map(|meta| Stat::of(&meta));
        row.stat.is_racy(view.walked_at) || !now.is_ok_and(|now| now == row.stat)
    };
    let ids: Vec<FileId> = view.ids().collect();
    changes.files = ids.into_par_iter().with_min_len(AT_ONCE).filter(other_file).collect();
    changes
}

/// What could have changed unseen when the view was made, since its times are too near to that; and
/// rules that changed.
pub(crate) fn doubtful(root: &Path, view: &View) -> Changes {
    let racy = |stat: &Stat| stat.is_racy(view.walked_at);
    let mut changes = Changes::default();
    changes.take_rules(root, view);
    changes.folders.extend(view.folders.iter().filter(|(_, stat)| racy(stat)).map(|(path, _)| path.clone()));
    changes.files = view.ids().filter(|id| racy(&view.row(*id).stat)).collect();
    changes
}

/// True if any file of rules is not what the view was made with.
pub(crate) fn rules_changed(view: &View) -> bool {
    view.rules.iter().any(|(path, known)| walk::with_stat(path.clone()).1 != *known)
}

/// Files of rules that are not what the view was made with, or could have changed unseen.
fn changed_rules(view: &View) -> impl Iterator<Item = &PathBuf> {
    let is_other = |(path, known): &&(PathBuf, Option<Stat>)| {
        let now = walk::with_stat(path.to_path_buf()).1;
        now != *known || known.is_some_and(|stat| stat.is_racy(view.walked_at))
    };
    view.rules.iter().filter(is_other).map(|(path, _)| path)
}

/// The folder at a path is the one that was listed, and no name in it changed since.
pub(crate) fn same_folder(now: &Stat, known: &Stat) -> bool {
    now.mtime == known.mtime && now.ctime == known.ctime && now.inode == known.inode
}
