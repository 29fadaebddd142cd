//! What the working tree changes against a revision, as plain line ranges.
//!
//! `git diff` without context, and the old text of files that lost lines. Files that git does not
//! know yet are all new.

use crate::bench::git::Git;
use crate::failure::Failure;
use retriever::Change;
use std::path::Path;

/// Old files that are read; removed lines of others are not looked up.
const OLD_FILES_MAX: usize = 300;

/// The changes, and what is not in them.
pub(crate) struct Diff {
    pub(crate) changes: Vec<Change>,
    pub(crate) note: Option<String>,
}

pub(crate) fn changes(root: &Path, revision: &str) -> Result<Diff, Failure> {
    let git = Git::at(root)?;
    let commit = format!("{revision}^{{commit}}");
    let commit = git.run(&["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]).map_err(|_| {
        Failure::request(format!("git knows no revision `{revision}` here")).hint("ori impact --diff HEAD~1")
    })?;
    let commit = commit.trim();
    let settings = [
        "diff",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--no-renames",
        "--unified=0",
        "--relative",
        "--ignore-submodules",
        "--src-prefix=a/",
        "--dst-prefix=b/",
    ];
    let said = git.run(&[&settings[..], &[commit, "--", "."]].concat())?;
    let mut changes = parse(&said);
    let losers = || changes.iter().filter(|change| change.removed.is_some());
    let unread = losers().count().saturating_sub(OLD_FILES_MAX);
    for change in changes.iter_mut().filter(|change| change.removed.is_some()).take(OLD_FILES_MAX) {
        let old = format!("{commit}:{}", git.inside(&change.path));
        if let (Ok(text), Some(removed)) = (git.run(&["cat-file", "blob", &old]), &mut change.removed) {
            removed.text = text;
        }
    }
    let new = git.run(&["ls-files", "--others", "--exclude-standard", "-z"])?;
    let new = new.split('\0').filter(|path| !path.is_empty());
    changes.extend(new.map(|path| Change { path: path.to_string(), lines: vec![(1, u32::MAX)], removed: None }));
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    let note = (unread > 0).then(|| format!("removed lines of {unread} files were not looked up"));
    Ok(Diff { changes, note })
}

/// Reads a diff without context.
fn parse(diff: &str) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut lines = diff.split('\n');
    while let Some(line) = lines.next() {
        if line.starts_with("diff --git ") {
            changes.push(Change::default());
            continue;
        }
        let Some(change) = changes.last_mut() else { continue };
        let named = ["--- a/", "+++ b/", "--- \"a/", "+++ \"b/"].iter().find_map(|mark| line.strip_prefix(mark));
        if let Some(path) = named {
            // A deleted file is named by its first line, a new one by its second.
            change.path = if line.contains('"') { unquoted(path) } else { path.trim_end_matches('\t').to_string() };
        }
        let Some((old, new)) = line.strip_prefix("@@ ").and_then(hunk) else { continue };
        if let Some(range) = range(new) {
            change.lines.push(range);
        }
        if let Some(range) = range(old) {
            change.removed.get_or_insert_default().lines.push(range);
        }
        // What stands in a hunk must not be taken for headers.
        let mut left = old.1 + new.1;
        while left > 0 && lines.next().is_some() {
            left -= 1;
        }
    }
    changes.retain(|change| !change.path.is_empty());
    changes
}

/// The first line and how many.
type Side = (u32, u32);

/// Both sides of `-a,b +c,d @@ …`.
fn hunk(text: &str) -> Option<(Side, Side)> {
    let mut parts = text.split(' ');
    let mut side = |mark: char| {
        let part = parts.next()?.strip_prefix(mark)?;
        let (start, n) = part.split_once(',').unwrap_or((part, "1"));
        Some((start.parse().ok()?, n.parse().ok()?))
    };
    Some((side('-')?, side('+')?))
}

/// First and last line of a side, if it has any.
fn range((start, n): Side) -> Option<(u32, u32)> {
    (n > 0).then(|| (start, start + n - 1))
}

/// A path as git quotes it: `\t`, `\"`, `\\`, octal bytes.
fn unquoted(text: &str) -> String {
    let text = text.trim_end_matches('"').as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let escaped = text[at] == b'\\' && at + 1 < text.len();
        let octal = escaped.then(|| text.get(at + 1..at + 4)).flatten().and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 8).ok()
        });
        match (escaped, octal) {
            (true, Some(byte)) => {
                bytes.push(byte);
                at += 4;
            }
            (true, None) => {
                bytes.push(match text[at + 1] {
                    b't' => b'\t',
                    b'n' => b'\n',
                    other => other,
                });
                at += 2;
            }
            (false, _) => {
                bytes.push(text[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use retriever::Removed;

    #[test]
    fn hunks_become_ranges_and_their_lines_are_no_headers() {
        let diff = "diff --git a/a.py b/a.py\nindex 1..2 100644\n--- a/a.py\n+++ b/a.py\n@@ -3,2 +3 @@ def f():\n\
                    --- a/no.py\n-x\n+++ b/no.py\n@@ -9,0 +9,2 @@\n+a\n+b\n\
                    diff --git a/gone.py b/gone.py\ndeleted file mode 100644\n--- a/gone.py\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n-b\n-c\n\
                    diff --git a/bin b/bin\nBinary files a/bin and b/bin differ\n";
        let found = parse(diff);
        let removed = |lines: &[(u32, u32)]| Some(Removed { text: String::new(), lines: lines.to_vec() });
        assert_eq!(
            found,
            [
                Change { path: "a.py".into(), lines: vec![(3, 3), (9, 10)], removed: removed(&[(3, 4)]) },
                Change { path: "gone.py".into(), lines: Vec::new(), removed: removed(&[(1, 3)]) },
            ]
        );
    }

    #[test]
    fn quoted_paths_are_read() {
        assert_eq!(unquoted("a\\tb\\\"c\\303\\251.py\""), "a\tb\"cé.py");
    }
}
