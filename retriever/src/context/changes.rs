//! What a project's history says: what changes often, lately, and together.

use indexer::{FileId, Snapshot};
use std::collections::HashMap;

/// What changed together, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Newest first.
    pub commits: Vec<Commit>,
}

/// A commit of a project's history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// The first line of its message; may be empty.
    pub subject: String,
    /// What it changed, relative to the project's root, with `/`.
    pub paths: Vec<String>,
}

/// Files of a commit, for it to say that they belong together: a sweep over the project says nothing.
const TOGETHER_MAX: usize = 15;

/// A history by files of the view.
#[derive(Default)]
pub(crate) struct Changes {
    /// How long ago each changed, in commits, and how often.
    pub(crate) files: HashMap<FileId, (u32, u32)>,
    together: Vec<Vec<FileId>>,
}

impl Changes {
    pub(crate) fn of(snapshot: &Snapshot, history: &History) -> Changes {
        let mut changes = Changes::default();
        let mut known: HashMap<&str, Option<FileId>> = HashMap::new();
        for (age, commit) in (0..).zip(&history.commits) {
            let found = commit.paths.iter().map(|path| *known.entry(path).or_insert_with(|| snapshot.find(path)));
            let files: Vec<FileId> = found.flatten().collect();
            for &file in &files {
                changes.files.entry(file).or_insert((age, 0)).1 += 1;
            }
            if (2..=TOGETHER_MAX).contains(&files.len()) {
                changes.together.push(files);
            }
        }
        changes
    }

    /// For every file that changed with one of `files`: how likely, each counting what it is worth.
    pub(crate) fn with(&self, files: &HashMap<FileId, f32>) -> HashMap<FileId, f32> {
        let mut times: HashMap<(FileId, FileId), f32> = HashMap::new();
        for commit in &self.together {
            // The more files, the less each pair belongs together.
            let counts = 1.0 / (commit.len() as f32 - 1.0).sqrt();
            for &file in commit.iter().filter(|file| files.contains_key(file)) {
                for &other in commit.iter().filter(|other| **other != file) {
                    *times.entry((file, other)).or_default() += counts;
                }
            }
        }
        let mut likely: HashMap<FileId, f32> = HashMap::new();
        for ((file, other), n) in times {
            // Two more, so that a single common commit is no certainty.
            let share = n / (self.files.get(&file).map_or(1, |(_, n)| *n) as f32 + 2.0);
            *likely.entry(other).or_default() += files[&file] * share;
        }
        likely
    }
}
