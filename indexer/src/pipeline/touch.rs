//! The pass after a save: contents changed, names and rules did not.
//!
//! Nearly all passes of a daemon are of this kind. What a walk would find is known then, but for a few
//! rows, so those are changed where they lie, and what a pass costs with the size of the project is
//! little more than writing its view. Editors that write a file beside and rename it leave the names
//! as they were too: the few folders named are listed to see that.

use super::{Writing, meta_of, read_all, sink::Sink};
use crate::fresh::{Changes, same_folder};
use crate::git::index::Tracked;
use crate::relist::{folder_of, found_now, kind_known};
use crate::view::{FileId, RelPath, Stat, View};
use crate::walk::{self, Found, Kind};
use crate::{Error, Place, SkipReason, git};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Beyond this many folders they are compared with the rest of the view.
const FOLDERS_MAX: usize = 8;

/// What to read again of a view.
pub(super) struct Touched {
    /// When the disk was looked at.
    at: i64,
    tracked: Tracked,
    ids: Vec<FileId>,
    pub(super) found: Vec<Found>,
    /// Folders that hold the names they held, by their place in the view.
    folders: Vec<(usize, Stat)>,
}

/// The files to read; none if more than contents changed.
pub(super) fn touched(place: &Place, old: &View, changes: &Changes) -> Option<Touched> {
    let is_rule = |id: &FileId| walk::is_rule(old.path(*id));
    let many = changes.everything || changes.folders.len() > FOLDERS_MAX || changes.files.iter().any(is_rule);
    if many || old.folders.is_empty() || old.features != grammars::FEATURES {
        return None;
    }
    let at = crate::view::now();
    let tracked = git::index::same(&place.root, &old.tracked, old.walked_at)?;
    let (mut all, mut folders) = (BTreeMap::new(), Vec::new());
    for folder in &changes.folders {
        let index = old.folders.binary_search_by(|(path, _)| path.cmp(folder)).ok()?;
        let Listed { stat, files } = same_names(place, old, folder)?;
        folders.push((index, stat));
        all.extend(files);
    }
    for &id in &changes.files {
        all.insert(id, found_now(place, old, id)?);
    }
    let mut touched = Touched { at, tracked, ids: Vec::new(), found: Vec::new(), folders };
    for (id, found) in all {
        let row = old.row(id);
        if found.kind != kind_known(row) {
            return None;
        }
        if !row.is_still(&found, old.walked_at) {
            touched.ids.push(id);
            touched.found.push(found);
        }
    }
    Some(touched)
}

/// A folder as it is, and the files right in it.
struct Listed {
    stat: Stat,
    files: Vec<(FileId, Found)>,
}

/// What lies right in a folder, if it has the names and rules that the view knows.
fn same_names(place: &Place, old: &View, folder: &Path) -> Option<Listed> {
    let whole = place.root.join(folder);
    let known = |path: &Path| old.rules.iter().find(|(other, _)| other == path);
    let rules = walk::rules_in(&whole);
    let n_known = walk::RULES.iter().filter(|name| known(&whole.join(name)).is_some_and(|(_, stat)| stat.is_some()));
    let is_known = |rule: &(PathBuf, Option<Stat>)| {
        known(&rule.0) == Some(rule) && rule.1.is_some_and(|stat| !stat.is_racy(old.walked_at))
    };
    if rules.len() != n_known.count() || !rules.iter().all(is_known) {
        return None;
    }
    let listing = walk::list(place, folder);
    let (mut own, mut n_folders) = (None, 0);
    for (path, stat) in listing.folders {
        if path == folder {
            own = Some(stat);
            continue;
        }
        n_folders += 1;
        if !old.folder(&path).is_some_and(|known| same_folder(&stat, known)) {
            return None;
        }
    }
    let text = RelPath::new(folder).text;
    if holds_unlisted(old, &text) {
        return None;
    }
    let n_rows = old.ids().filter(|id| folder_of(old.path(*id)) == text).count();
    let n_known = old.folders.iter().filter(|(path, _)| path.parent() == Some(folder)).count();
    if n_folders != n_known || listing.files.len() != n_rows {
        return None;
    }
    let row = |mut found: Found| {
        let id = old.find(&found.path.text)?;
        // The listing does not tell files of secrets from others.
        if found.kind == Kind::File && old.row(id).skip == Some(SkipReason::Secret) {
            found.kind = Kind::Secret;
        }
        Some((id, found))
    };
    Some(Listed { stat: own?, files: listing.files.into_iter().map(row).collect::<Option<_>>()? })
}

/// True if rows lie in a folder right in this one that is ignored: git tracks them nevertheless, and no
/// listing tells whether they are still there.
fn holds_unlisted(old: &View, folder: &str) -> bool {
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let mut known = "";
    for id in old.ids_from(&prefix) {
        let Some(below) = old.path(id).strip_prefix(&prefix) else { break };
        let Some((name, _)) = below.split_once('/').filter(|(name, _)| *name != known) else { continue };
        if old.folder(Path::new(&format!("{prefix}{name}"))).is_none() {
            return true;
        }
        known = name;
    }
    false
}

impl Touched {
    /// All is as the view says.
    pub(super) fn is_none(&self) -> bool {
        self.ids.is_empty() && self.folders.is_empty()
    }

    /// Reads them and puts them in the place of the old ones. Gives the view, and whether it shows
    /// anything else.
    pub(super) fn read(
        self,
        writing: &Writing<'_>,
        sink: &mut Sink<'_>,
        mut view: View,
    ) -> Result<(View, bool), Error> {
        let place = writing.place;
        let rows = read_all(place, &self.found, sink, writing.control)?;
        sink.flush()?;
        let head = git::head(&place.root);
        let mut shows_other = head != view.head;
        (view.head, view.walked_at, view.tracked) = (head, self.at, self.tracked);
        self.folders.into_iter().for_each(|(index, stat)| view.folders[index].1 = stat);
        for (id, row) in self.ids.into_iter().zip(rows) {
            let known = &mut view.rows[id.0 as usize];
            match row {
                Some(mut row) => {
                    row.meta = row.blob.map_or(row.meta, |blob| meta_of(&sink.packs, blob));
                    shows_other |= !row.shows_the_same(known);
                    *known = row;
                }
                // It went away between the two looks. No file is like that, so the next look sees it.
                None => known.stat = Stat::default(),
            }
        }
        Ok((view, shows_other))
    }
}
