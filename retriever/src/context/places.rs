//! Finds the files that spoken places mean.
//!
//! A path from another machine ends like one of ours: the file that shares most of its last folders
//! is meant. A dotted module may go on into names of the file (`app.models.User.save`), so that its
//! longest beginning that is a file counts.

use super::frames::{Spoken, Way};
use indexer::{FileId, Snapshot};
use std::collections::HashMap;

/// A spoken place, found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FoundPlace {
    pub(crate) file: FileId,
    pub(crate) line: Option<u32>,
    pub(crate) way: Way,
    /// From 0 to 1: less when several files fit or the frame is far from where it went wrong.
    pub(crate) sure: f32,
}

/// Files that may be meant by one place.
const FITTING_MAX: usize = 4;

/// The files meant by `places`.
pub(crate) fn find(snapshot: &Snapshot, places: &[Spoken]) -> Vec<FoundPlace> {
    let wanted: Vec<Wanted<'_>> = places.iter().map(Wanted::of).collect();
    let mut by_last: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, wanted) in wanted.iter().enumerate() {
        for end in wanted.ends() {
            let list = by_last.entry(wanted.parts[end - 1]).or_default();
            if list.last() != Some(&index) {
                list.push(index);
            }
        }
    }
    let mut fits: Vec<(usize, Vec<FileId>)> = vec![(0, Vec::new()); places.len()];
    for id in snapshot.files() {
        let path = snapshot.file(id).path;
        for last in lasts(path) {
            for &index in by_last.get(last).into_iter().flatten() {
                let n = wanted[index].fit(path);
                let (best, files) = &mut fits[index];
                if n > *best {
                    *best = n;
                    files.clear();
                }
                if n > 0 && n == *best && files.last() != Some(&id) {
                    files.push(id);
                }
            }
        }
    }
    let mut found = Vec::new();
    for (place, (n, files)) in places.iter().zip(fits) {
        let enough = n >= needed(place);
        if files.is_empty() || files.len() > FITTING_MAX || !enough {
            continue;
        }
        let sure = 1.0 / files.len() as f32 / (1.0 + place.depth as f32).sqrt();
        found.extend(files.iter().map(|&file| FoundPlace { file, line: place.line, way: place.way, sure }));
    }
    found
}

/// How many parts of its path must fit. Below a folder of installed packages all do: the `defer.py` of another
/// package is none of ours.
fn needed(place: &Spoken) -> usize {
    let parts: Vec<&str> = place.path.split('/').collect();
    let is_installed = |part: &&str| {
        let version = part.strip_prefix("python").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        version || matches!(*part, "site-packages" | "dist-packages" | "node_modules")
    };
    match parts.iter().rposition(is_installed) {
        Some(at) => parts.len() - at - 1,
        None => {
            if place.way == Way::Module {
                2
            } else {
                1
            }
        }
    }
}

/// A place by its folders.
struct Wanted<'a> {
    parts: Vec<&'a str>,
    is_module: bool,
}

impl<'a> Wanted<'a> {
    fn of(place: &'a Spoken) -> Wanted<'a> {
        let parts = place.path.split('/').filter(|part| !matches!(*part, "" | "." | ".." | "~")).collect();
        Wanted { parts, is_module: place.way == Way::Module }
    }

    /// How many parts may be the path of a file: all, or for a module any beginning.
    fn ends(&self) -> std::ops::RangeInclusive<usize> {
        if self.is_module { 1..=self.parts.len() } else { self.parts.len().max(1)..=self.parts.len() }
    }

    /// How many parts the path shares, from its end on.
    fn fit(&self, path: &str) -> usize {
        let own = |path: &str, end: usize| {
            let shared = path.rsplit('/').zip(self.parts[..end].iter().rev());
            shared.take_while(|(ours, theirs)| ours == *theirs).count()
        };
        if !self.is_module {
            return own(path, self.parts.len());
        }
        // All of the beginning must be there: `a.b.c` is not `x/c.py`.
        let bare = module_path(path);
        self.ends().rev().find(|&end| own(bare, end) == end).unwrap_or(0)
    }
}

/// The last parts by which a file may be meant: its name, and what it is as a module.
fn lasts(path: &str) -> impl Iterator<Item = &str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let module = module_path(path).rsplit('/').next().unwrap_or(path);
    std::iter::once(name).chain(Some(module).filter(|module| *module != name))
}

/// A path without ending; a folder's own file stands for the folder.
fn module_path(path: &str) -> &str {
    let bare = path.rsplit_once('.').map_or(path, |(bare, ending)| if ending.contains('/') { path } else { bare });
    match bare.rsplit_once('/') {
        Some((folder, "__init__" | "mod" | "index" | "lib")) => folder,
        _ => bare,
    }
}
