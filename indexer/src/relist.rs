//! What a walk of the whole project would find, from the last view and a look at what differs.
//!
//! A folder in which names came or went is listed anew; folders that came are walked, folders that
//! are gone take their rows along, and where rules changed all below is walked again. Every other
//! row is taken over as it was. The result is that of [`walk::walk`], at the price of what changed.

use crate::fresh::{Changes, same_folder};
use crate::view::{FileId, RelPath, Row, Stat, View};
use crate::walk::{self, Found, Kind, Walked};
use crate::{Error, Place, SkipReason, git};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Beyond this many folders a parallel walk of everything is cheaper than listing one by one.
const FOLDERS_MAX: usize = 64;

/// Looks at what may have changed since `old`.
pub(crate) fn relist(place: &Place, old: &View, changes: &Changes) -> Result<Walked, Error> {
    let at = crate::view::now();
    let many = changes.folders.len() > FOLDERS_MAX && changes.folders.len() * 4 > old.folders.len();
    let (tracked, index) = git::index::read(&place.root);
    let other_index = tracked.digest != old.tracked.digest || tracked.file != old.tracked.file;
    if changes.everything || many || old.folders.is_empty() || other_index {
        return walk::walk(place);
    }
    let mut relisting = Relisting::new(place, old);
    let files: HashSet<FileId> = changes.files.iter().copied().collect();
    let rule_folders = files.iter().map(|id| old.path(*id)).filter(|path| walk::is_rule(path)).map(folder_of);
    relisting.queue.extend(rule_folders.map(PathBuf::from));
    relisting.queue.extend(changes.folders.iter().cloned());
    relisting.run();
    if relisting.lost_root {
        return walk::walk(place);
    }
    let mut walked = relisting.merge(&files);
    (walked.at, walked.is_taken_over) = (at, true);
    walked.sort();
    walk::finish(place, &mut walked, (tracked, &index));
    Ok(walked)
}

/// A file of rules and what it was like.
type Rule = (PathBuf, Option<Stat>);

struct Relisting<'a> {
    place: &'a Place,
    old: &'a View,
    known: HashMap<&'a Path, &'a Stat>,
    known_rules: HashMap<&'a Path, Vec<Rule>>,
    queue: Vec<PathBuf>,
    /// Folders whose files were listed.
    listed: HashSet<PathBuf>,
    /// Subfolders that a listing of their parent confirmed.
    confirmed: HashSet<PathBuf>,
    /// Folders that were walked to the bottom, since rules changed there.
    walked: Vec<PathBuf>,
    found: Walked,
    lost_root: bool,
}

impl<'a> Relisting<'a> {
    fn new(place: &'a Place, old: &'a View) -> Relisting<'a> {
        let mut known_rules: HashMap<&Path, Vec<Rule>> = HashMap::new();
        for (path, stat) in &old.rules {
            if let Some(folder) = old.folder_of_rule(&place.root, path) {
                known_rules.entry(folder).or_default().push((path.clone(), *stat));
            }
        }
        Relisting {
            place,
            old,
            known: old.folders.iter().map(|(path, stat)| (path.as_path(), stat)).collect(),
            known_rules,
            queue: Vec::new(),
            listed: HashSet::new(),
            confirmed: HashSet::new(),
            walked: Vec::new(),
            found: Walked::default(),
            lost_root: false,
        }
    }

    fn run(&mut self) {
        while let Some(folder) = self.queue.pop() {
            if self.listed.contains(&folder) || self.is_walked(&folder) {
                continue;
            }
            if !self.known.contains_key(folder.as_path()) || !is_folder(&self.place.root.join(&folder)) {
                // Gone, or never part of it: the nearest folder above knows what it holds now.
                match folder.parent() {
                    Some(parent) => self.queue.push(parent.to_path_buf()),
                    None => self.lost_root = true,
                }
            } else if self.rules_changed(&folder) {
                // A folder below may have been listed already, which the new rules keep out.
                self.forget_below(&folder);
                self.found.append(walk::walk_below(self.place, &folder));
                self.walked.push(folder);
            } else {
                self.list(folder);
            }
        }
    }

    fn forget_below(&mut self, folder: &Path) {
        let text = RelPath::new(folder).text;
        let is_below = |path: &str| {
            text.is_empty() || path.strip_prefix(&text).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.found.files.retain(|found| !is_below(&found.path.text));
        self.found.folders.retain(|(path, _)| !path.starts_with(folder));
        let absolute = self.place.root.join(folder);
        self.found.rules.retain(|(path, _)| !path.starts_with(&absolute));
    }

    fn is_walked(&self, folder: &Path) -> bool {
        self.walked.iter().any(|walked| folder.starts_with(walked))
    }

    fn rules_changed(&self, folder: &Path) -> bool {
        let now = walk::rules_in(&self.place.root.join(folder));
        let none = Vec::new();
        let known = self.known_rules.get(folder).unwrap_or(&none);
        let racy = |(_, stat): &(_, Option<Stat>)| stat.is_some_and(|stat| stat.is_racy(self.old.walked_at));
        now.len() != known.len() || now.iter().any(|rule| !known.contains(rule) || racy(rule))
    }

    fn list(&mut self, folder: PathBuf) {
        let mut listing = walk::list(self.place, &folder);
        for (path, stat) in std::mem::take(&mut listing.folders) {
            if path == folder {
                self.found.folders.push((path, stat));
                continue;
            }
            match self.known.get(path.as_path()) {
                Some(known) => {
                    if !same_folder(&stat, known) {
                        self.queue.push(path.clone());
                    }
                    self.confirmed.insert(path);
                }
                None => self.found.append(walk::walk_below(self.place, &path)),
            }
        }
        // Rules are those of the folder itself: `list` finds its subfolders' too.
        listing.rules.clear();
        listing.rules.extend(walk::rules_in(&self.place.root.join(&folder)));
        self.found.append(listing);
        self.listed.insert(folder);
    }

    /// What was found, and of the rest what the old view says.
    fn merge(mut self, looked_at: &HashSet<FileId>) -> Walked {
        // By the text that begins the paths of the folder's rows: is its listing the old one?
        let mut kept: HashMap<String, bool> = HashMap::new();
        let mut kept_paths: HashSet<&Path> = HashSet::new();
        // Invariant: folders are in order, so a parent comes before what is in it.
        for (path, stat) in &self.old.folders {
            let parent_has_it = path.parent().is_none_or(|parent| {
                kept_paths.contains(parent) && (!self.listed.contains(parent) || self.confirmed.contains(path))
            });
            if !parent_has_it || self.is_walked(path) {
                continue;
            }
            kept_paths.insert(path);
            let is_old = !self.listed.contains(path);
            kept.insert(RelPath::new(path).text, is_old);
            if is_old {
                self.found.folders.push((path.clone(), *stat));
            }
        }
        self.keep_rules(&kept_paths);
        self.found.files.reserve(self.old.rows.len());
        // Neighbours are mostly in one folder.
        let mut last: Option<(&str, bool)> = None;
        for id in self.old.ids() {
            let text = self.old.path(id);
            // A folder that could not be listed has a row of its own, which goes with the folder.
            let unreadable = self.old.row(id).skip == Some(SkipReason::Unreadable);
            let own = if unreadable { kept.get(text).copied() } else { None };
            let folder = folder_of(text);
            let is_old = own.unwrap_or_else(|| match last {
                Some((known, is_old)) if known == folder => is_old,
                _ => kept.get(folder).copied().unwrap_or(false),
            });
            if own.is_none() {
                last = Some((folder, is_old));
            }
            if is_old {
                let found = if looked_at.contains(&id) {
                    found_now(self.place, self.old, id)
                } else {
                    Some(as_known(self.old.rel_path(id), self.old.row(id)))
                };
                self.found.files.extend(found);
            }
        }
        self.found
    }

    fn keep_rules(&mut self, kept: &HashSet<&Path>) {
        for (path, stat) in &self.old.rules {
            let folder = self.old.folder_of_rule(&self.place.root, path);
            // Outer rules are those the old view was made with, or everything is walked.
            if folder.is_none_or(|folder| kept.contains(folder) && !self.listed.contains(folder)) {
                self.found.rules.push((path.clone(), *stat));
            }
        }
    }
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir())
}

/// The folder part of a path with `/`.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

fn as_known(path: RelPath, row: &Row) -> Found {
    Found { path, kind: kind_known(row), stat: row.stat }
}

/// What lay at the path of a row.
pub(crate) fn kind_known(row: &Row) -> Kind {
    match row.skip {
        Some(SkipReason::Symlink) => Kind::Symlink,
        Some(SkipReason::Special) => Kind::Special,
        Some(SkipReason::Unreadable) => Kind::Unreadable,
        Some(SkipReason::Secret) => Kind::Secret,
        _ => Kind::File,
    }
}

/// A file of the view as it is on the disk; none if it is gone.
pub(crate) fn found_now(place: &Place, view: &View, id: FileId) -> Option<Found> {
    let path = view.rel_path(id);
    let meta = fs::symlink_metadata(path.under(&place.root)).ok()?;
    let kind = match meta.file_type() {
        kind if kind.is_symlink() => Kind::Symlink,
        kind if kind.is_file() && view.row(id).skip == Some(SkipReason::Secret) => Kind::Secret,
        kind if kind.is_file() => Kind::File,
        kind if kind.is_dir() => return None,
        _ => Kind::Special,
    };
    Some(Found { path, kind, stat: Stat::of(&meta) })
}
