//! Is the disk still what the view says?
//!
//! Folders whose times are unchanged still hold the same names, so one `stat` per folder and file
//! replaces the walk: nothing is listed and no ignore rule is matched. A change of names or of
//! rules asks for a walk; anything else names the files to read again.

use crate::view::{FileId, Stat, View};
use crate::{git, pipeline, walk};
use rayon::prelude::*;
use std::fs;
use std::path::Path;

/// What the look found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    None,
    /// These files may differ from their rows.
    Files(Vec<FileId>),
    /// Files came or went, or the rules changed: walk.
    Names,
}

/// Compares the view with the disk.
pub(crate) fn check(root: &Path, view: &View) -> Change {
    if view.features != grammars::FEATURES || view.folders.is_empty() {
        return Change::Names;
    }
    if !git::index::is_same(root, &view.tracked, view.walked_at) {
        return Change::Names;
    }
    let folder_same = |(path, known): &(std::path::PathBuf, Stat)| {
        let now = fs::symlink_metadata(root.join(path)).map(|meta| Stat::of(&meta));
        now.is_ok_and(|now| now.mtime == known.mtime && now.ctime == known.ctime && now.inode == known.inode)
            && !known.is_racy(view.walked_at)
    };
    // Settings may also have moved the rules elsewhere.
    if pipeline::stat_rules(root) != view.rules || !view.folders.par_iter().with_min_len(256).all(folder_same) {
        return Change::Names;
    }
    let changed = |id: &FileId| {
        let row = view.row(*id);
        let path = view.rel_path(*id).under(root);
        let now = fs::symlink_metadata(path).map(|meta| Stat::of(&meta));
        row.stat.is_racy(view.walked_at) || !now.is_ok_and(|now| now == row.stat)
    };
    let ids: Vec<FileId> = view.ids().collect();
    let changed: Vec<FileId> = ids.into_par_iter().with_min_len(256).filter(changed).collect();
    if changed.iter().any(|id| walk::is_rule(view.path(*id))) {
        return Change::Names;
    }
    if changed.is_empty() { Change::None } else { Change::Files(changed) }
}
