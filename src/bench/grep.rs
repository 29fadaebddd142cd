//! What somebody with `rg` alone would try: the files that hold most words of a question.
//!
//! A best effort at a fair beginning: one `rg` for each word that says something, files in order of
//! how many of the words they hold, then of how many lines hold them.

use retriever::Query;
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// True when there is an `rg`.
pub(super) fn is_there() -> bool {
    let mut command = Command::new("rg");
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The files below `folder` that hold most words of a question, best first.
pub(super) fn files(folder: &Path, query: &Query) -> Vec<String> {
    let mut held: HashMap<String, (usize, u64)> = HashMap::new();
    for term in query.terms.iter().filter(|term| !term.stop && term.word.len() > 1) {
        for (path, n_lines) in holding(folder, &term.word) {
            let row = held.entry(path).or_default();
            *row = (row.0 + 1, row.1 + n_lines);
        }
    }
    let mut files: Vec<(String, (usize, u64))> = held.into_iter().collect();
    files.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    files.into_iter().map(|(path, _)| path).collect()
}

/// The files that hold a word, and in how many lines.
fn holding(folder: &Path, word: &str) -> Vec<(String, u64)> {
    let mut command = Command::new("rg");
    command.args([
        "--no-config",
        "--no-messages",
        "--ignore-case",
        "--fixed-strings",
        "--count",
        "--null",
        "-e",
        word,
        ".",
    ]);
    let output = command.current_dir(folder).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let rows = text.lines().filter_map(|line| line.split_once('\0'));
    rows.map(|(path, n)| (path.trim_start_matches("./").to_string(), n.parse().unwrap_or(0))).collect()
}
