//! What git knows that bears on a task: what changed together before, and what differs now.
//!
//! The history of a commit never changes, so it is read once and kept beside the index.

use crate::bench::git::Git;
use crate::failure::Failure;
use crate::impact;
use crate::project::Project;
use retriever::{Commit, History, Lines};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Commits that are read.
const COMMITS_MAX: &str = "1500";
/// First line of a kept history, with the commit it ends at.
const KEPT: &str = "orienteer history 2";

/// What changed together up to `head`; nothing where git is missing or knows nothing.
pub(super) fn history(project: &Project, head: Option<&str>) -> History {
    let Some(head) = head else { return History::default() };
    let kept = project.place.kept("history");
    let first = format!("{KEPT} {head}\n");
    if let Ok(text) = fs::read_to_string(&kept) {
        if let Some(rest) = text.strip_prefix(&first) {
            return parse(rest);
        }
    }
    let settings =
        ["log", "--no-merges", "--no-renames", "--name-only", "--relative", "--format=%x00%s", "-n", COMMITS_MAX];
    let said =
        Git::at(&project.place.root).and_then(|git| git.run(&[&settings[..], &["--end-of-options", head]].concat()));
    let Ok(said) = said else { return History::default() };
    let mut text = first;
    for commit in said.split('\0').skip(1) {
        let mut lines = commit.lines();
        let _ = write!(text, "{}", lines.next().unwrap_or("").replace('\t', " "));
        lines.filter(|line| !line.is_empty()).for_each(|path| text.extend(["\t", path]));
        text.push('\n');
    }
    let history = parse(&text[text.find('\n').map_or(0, |at| at + 1)..]);
    // It is only a shortcut: whoever cannot keep it reads it again.
    let _ = tempfile::NamedTempFile::new_in(kept.parent().unwrap_or(Path::new("."))).and_then(|file| {
        fs::write(file.path(), &text)?;
        file.persist(&kept).map_err(|error| error.error)
    });
    history
}

/// A line for each commit: its subject and its paths, apart by tabs.
fn parse(text: &str) -> History {
    let commit = |line: &str| {
        let mut parts = line.split('\t').map(str::to_string);
        Commit { subject: parts.next().unwrap_or_default(), paths: parts.collect() }
    };
    History { commits: text.lines().map(commit).collect() }
}

/// The lines that differ from `revision`.
pub(super) fn changed(root: &Path, revision: &str) -> Result<Vec<Lines>, Failure> {
    let diff = impact::diff::changes(root, revision)?;
    let lines = diff.changes.into_iter().flat_map(|change| {
        let path = change.path;
        change.lines.into_iter().map(move |(first, last)| Lines { path: path.clone(), first, last })
    });
    Ok(lines.collect())
}
