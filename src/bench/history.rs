//! Reads questions with known answers out of a history: what a commit says, and what it changed.
//!
//! A commit is asked about when its message is a sentence about the code and its changes are few
//! source files that were there before it. Merges, reverts, releases and updates of dependencies say
//! nothing about where code is. Tests, docs and settings go along with a change and are not what
//! its message is about, so they count neither for nor against.
//!
//! Knows what `git log` and `git diff` print; nothing of search.

use super::git::Git;
use crate::failure::Failure;
use retriever::{FileRole, Lang};

/// A commit as a question.
#[derive(Debug, PartialEq)]
pub(super) struct Question {
    pub(super) commit: String,
    /// The commit before it, whose tree is asked.
    pub(super) parent: String,
    /// First line of the message.
    pub(super) subject: String,
    /// What is asked: the subject and the first paragraph below it.
    pub(super) text: String,
    /// The files that would answer.
    pub(super) files: Vec<String>,
    /// The text has the name of one of them in it.
    pub(super) names_file: bool,
}

/// Lines that a commit changed, numbered as before it; where it only added, those on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Changed {
    first: u32,
    last: u32,
    only_added: bool,
}

/// The changes of each file.
pub(super) type ByFile = Vec<(String, Vec<Changed>)>;

impl Changed {
    /// True when the change is inside of these lines, or takes some of them.
    pub(super) fn touches(&self, first: u32, last: u32) -> bool {
        if self.only_added {
            first <= self.first && self.last <= last
        } else {
            first <= self.last && self.first <= last
        }
    }
}

/// Source files that a commit may touch.
const FILES_MAX: usize = 5;
/// Languages that only build things.
const NO_CODE: [&str; 3] = ["make", "dockerfile", "ini"];
const WORDS_MIN: usize = 4;
/// Commits that are looked at for each that is wanted.
const LOOKED_AT: usize = 30;
/// Bytes of a message that are asked.
const TEXT_BYTES_MAX: usize = 1_000;

/// The newest `n` suitable commits.
pub(super) fn questions(git: &Git, n: usize) -> Result<Vec<Question>, Failure> {
    let n_looked_at = format!("--max-count={}", n.saturating_mul(LOOKED_AT));
    let format = "--format=%x1e%H%x1f%P%x1f%B%x1f";
    let log = git.run(&["log", "--no-merges", "--no-renames", "--name-status", "--relative", &n_looked_at, format])?;
    Ok(log.split('\u{1e}').filter_map(question).take(n).collect())
}

/// Reads one commit: its name, its parent, its message and the state and path of what it touched.
fn question(record: &str) -> Option<Question> {
    let mut fields = record.splitn(4, '\u{1f}');
    let (commit, parent, message, touched) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let touched = touched.lines().filter_map(|line| line.split_once('\t'));
    let touched: Vec<(&str, &str)> = touched.filter(|(_, path)| is_source(path)).collect();
    let files: Vec<String> =
        touched.iter().filter(|(state, _)| *state == "M").map(|(_, path)| path.to_string()).collect();
    let (subject, text) = asked(message)?;
    if parent.is_empty() || files.is_empty() || touched.len() > FILES_MAX {
        return None;
    }
    let names_file = files.iter().any(|path| is_named(path, &text));
    Some(Question { commit: commit.to_string(), parent: parent.to_string(), subject, text, files, names_file })
}

/// True for what a message is about: code that is neither test nor example, documentation nor settings.
pub(super) fn is_source(path: &str) -> bool {
    let lang = Lang::detect(path, "");
    // git puts a path with odd characters in quotes; those few are left out.
    let is_code = lang != Lang::TEXT && !NO_CODE.contains(&lang.name()) && !path.starts_with('"');
    is_code && FileRole::of(path, false) == FileRole::Source
}

/// Subject and question of a message; none when it says nothing about code.
fn asked(message: &str) -> Option<(String, String)> {
    let mut paragraphs = message.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    let first = paragraphs.next()?;
    let (subject, rest) = first.split_once('\n').unwrap_or((first, ""));
    let subject = without_number(subject.trim());
    if is_chore(subject) || message.contains("This reverts commit") {
        return None;
    }
    let below = if rest.is_empty() { paragraphs.next().unwrap_or("") } else { rest };
    let lines = below.lines().filter(|line| !is_trailer(line) && !line.trim_start().starts_with("---"));
    let text = [subject].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    let end = text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= TEXT_BYTES_MAX).last()?;
    let n_words = subject.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    (n_words >= WORDS_MIN).then(|| (subject.to_string(), text[..end].to_string()))
}

/// A subject without the number of a pull request: `Fix it (#12)`.
fn without_number(subject: &str) -> &str {
    let cut = subject.rfind("(#").filter(|at| {
        let number = subject[at + 2..].strip_suffix(')');
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    });
    cut.map_or(subject, |at| subject[..at].trim_end())
}

/// `Signed-off-by: someone`, `Fixes #12`.
fn is_trailer(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let key = lower.split_once(": ").map_or("", |(key, _)| key);
    let closes = ["fixes #", "closes #", "fix #", "close #", "refs #", "resolves #"];
    key.ends_with("-by") || key == "change-id" || closes.iter().any(|start| lower.starts_with(start))
}

/// Reverts, releases, and updates of what others wrote.
fn is_chore(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    let starts = [
        "revert",
        "reapply",
        "merge",
        "bump",
        "release",
        "prepare release",
        "prepare for release",
        "version",
        "deps",
        "chore(deps",
        "build(deps",
        "fix(deps",
        "chore: release",
        "chore(release",
        "chore: bump",
        "update dependenc",
        "upgrade dependenc",
        "update changelog",
        "back to dev",
    ];
    let updates = ["update", "upgrade"].iter().any(|verb| lower.starts_with(verb))
        && lower.split_whitespace().any(|word| word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()));
    starts.iter().any(|start| lower.starts_with(start)) || updates || lower.contains("bump version")
}

/// True when a text has the name of a file in it, with or without its ending.
fn is_named(path: &str, text: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
    let is_inside = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_inside(c)).any(|word| word.eq_ignore_ascii_case(stem))
}

/// What a commit changed in each of its files.
pub(super) fn changed(git: &Git, question: &Question) -> Result<ByFile, Failure> {
    let Question { parent, commit, files, .. } = question;
    let mut args = vec!["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
    args.extend(["--relative", "--src-prefix=a/", "--dst-prefix=b/", parent, commit, "--"]);
    args.extend(files.iter().map(String::as_str));
    Ok(lines_before(&git.run(&args)?))
}

fn lines_before(diff: &str) -> ByFile {
    let mut all = ByFile::new();
    // Lines of the old and the new text that still belong to a hunk, whatever they look like.
    let mut left = 0usize;
    for line in diff.lines() {
        if left > 0 && line.starts_with(['-', '+']) {
            left -= 1;
        } else if let Some(path) = line.strip_prefix("--- a/") {
            all.push((path.trim_end_matches('\t').to_string(), Vec::new()));
        } else if let Some((old, new)) = line.strip_prefix("@@ -").and_then(hunk) {
            left = (old.1 + new) as usize;
            let only_added = old.1 == 0;
            let lines = Changed { first: old.0, last: old.0 + if only_added { 1 } else { old.1 - 1 }, only_added };
            all.last_mut().into_iter().for_each(|(_, changed)| changed.push(lines));
        }
    }
    all
}

/// Reads `12,3 +13 @@`: first line and number of lines before, number of lines after.
fn hunk(text: &str) -> Option<((u32, u32), u32)> {
    let mut sides = text.split(' ');
    let side = |text: &str| match text.split_once(',') {
        Some((first, n)) => Some((first.parse().ok()?, n.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    };
    Some((side(sides.next()?)?, side(sides.next()?.strip_prefix('+')?)?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(message: &str, touched: &str) -> Option<Question> {
        question(&format!("c0ffee\u{1f}decade\u{1f}{message}\u{1f}\n\n{touched}\n"))
    }

    #[test]
    fn a_commit_asks_for_the_source_files_it_changed() {
        let message = "Keep cookies between two requests (#12)\n\nThe jar forgot them.\nSigned-off-by: A <a@example.invalid>\n\nMore.";
        let found = record(message, "M\tsrc/jar.py\nA\tsrc/new.py\nM\ttests/test_jar.py\nM\tREADME.md").unwrap();
        assert_eq!(found.text, "Keep cookies between two requests\nThe jar forgot them.");
        assert_eq!((found.files, found.names_file), (vec!["src/jar.py".to_string()], true));
    }

    #[test]
    fn some_commits_ask_nothing() {
        let check = |message: &str, touched: &str| assert_eq!(record(message, touched), None, "{message}: {touched}");
        for message in [
            "Fix it",
            "Revert \"Keep cookies between two requests\"",
            "Bump serde from 1.0 to 1.1",
            "chore(deps): update all of them",
            "Release version 1.2 of it",
            "Update requests to 2.32 everywhere",
            "Keep them all now\n\nThis reverts commit abc.",
        ] {
            check(message, "M\tsrc/jar.py");
        }
        check("Keep cookies between two requests", "A\tsrc/jar.py");
        check("Keep cookies between two requests", "M\ttests/test_jar.py\nM\tREADME.md");
        check("Keep cookies between two requests", &"M\tsrc/a.py\n".repeat(6));
    }

    #[test]
    fn names_of_files_are_whole_words() {
        assert!(is_named("src/jar.py", "the Jar, again") && is_named("src/jar.py", "in jar.py:"));
        assert!(!is_named("src/jar.py", "ajar") && !is_named("src/jar.py", "jar_lid"));
    }

    #[test]
    fn changed_lines_are_numbered_as_before() {
        let diff = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -3,2 +3 @@ void f()\n---- a/y.c\n-b\n+++ c\n@@ -9,0 +9,2 @@\n+d\n+e\n@@ -1 +1 @@\n-f\n+g\n";
        let changed = |first, last, only_added| Changed { first, last, only_added };
        let expected = vec![changed(3, 4, false), changed(9, 10, true), changed(1, 1, false)];
        assert_eq!(lines_before(diff), [("x.c".to_string(), expected)]);
        // What is added behind a definition does not change it.
        assert!(changed(9, 10, true).touches(1, 10) && !changed(9, 10, true).touches(1, 9));
        assert!(changed(3, 4, false).touches(4, 9) && !changed(3, 4, false).touches(5, 9));
    }
}
