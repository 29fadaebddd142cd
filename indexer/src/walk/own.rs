//! What `.oriignore` files say of single paths, beyond what the walk asks of them.
//!
//! They speak of two things that git's rules do not decide: whether a tracked file is wanted, and
//! whether a file of secrets is.

use super::OWN_IGNORE;
use crate::Place;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The `.oriignore` files of a project, each read once.
pub(crate) struct Own {
    root: PathBuf,
    by_folder: HashMap<PathBuf, Option<Gitignore>>,
}

enum Said {
    Nothing,
    Out,
    /// By a pattern that names more than any file.
    In {
        by_name: bool,
    },
}

impl Own {
    pub(crate) fn new(place: &Place) -> Own {
        Own { root: place.root.clone(), by_folder: HashMap::new() }
    }

    /// True if the file, or a folder it lies in, is kept out.
    pub(crate) fn keeps_out(&mut self, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.root) else { return false };
        let mut prefixes: Vec<&Path> = below.ancestors().filter(|prefix| !prefix.as_os_str().is_empty()).collect();
        prefixes.reverse();
        let root = self.root.clone();
        prefixes.into_iter().any(|prefix| {
            let whole = root.join(prefix);
            let is_dir = whole != path;
            matches!(self.says(&whole, is_dir), Said::Out)
        })
    }

    /// True if a `!` line asks for this very file. A line that lets in everything does not: who wrote
    /// it had no secrets in mind.
    pub(crate) fn forces_in(&mut self, path: &Path) -> bool {
        matches!(self.says(path, false), Said::In { by_name: true })
    }

    fn says(&mut self, path: &Path, is_dir: bool) -> Said {
        for folder in path.ancestors().skip(1) {
            let rules = self.by_folder.entry(folder.to_path_buf()).or_insert_with(|| read(folder));
            let Some(rules) = rules else { continue };
            match rules.matched(path, is_dir) {
                Match::None => {}
                Match::Ignore(_) => return Said::Out,
                Match::Whitelist(glob) => {
                    let last = glob.original().trim_end_matches('/').rsplit('/').next().unwrap_or("");
                    return Said::In { by_name: last.chars().any(|c| !matches!(c, '*' | '!' | '?')) };
                }
            }
        }
        Said::Nothing
    }
}

fn read(folder: &Path) -> Option<Gitignore> {
    let file = folder.join(OWN_IGNORE);
    if !file.is_file() {
        return None;
    }
    let mut builder = GitignoreBuilder::new(folder);
    builder.add(file);
    builder.build().ok()
}
