//! SQL: what `CREATE` creates is an entry, by its last name.
//!
//! It lasts until its semicolon. A routine whose body stands in the open (`BEGIN … END`) has
//! semicolons of its own and lasts until the next `CREATE` or the line that ends a batch.

use super::scan::mask::{self, Quote, Syntax};
use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};
use std::ops::Range;

const SYNTAX: Syntax = Syntax {
    line_comments: &["--"],
    block_comment: Some(("/*", "*/")),
    spaced: false,
    quotes: &[
        Quote { mark: "$$", escapes: false, lines: true },
        Quote { mark: "'", escapes: false, lines: true },
        Quote { mark: "\"", escapes: false, lines: false },
        Quote { mark: "`", escapes: false, lines: false },
    ],
};

/// What is created; other words before it (`OR REPLACE`, `UNIQUE`, `TEMP`) are passed over.
const KINDS: [&str; 21] = [
    "table",
    "view",
    "function",
    "procedure",
    "proc",
    "index",
    "type",
    "trigger",
    "schema",
    "database",
    "sequence",
    "domain",
    "extension",
    "role",
    "user",
    "policy",
    "rule",
    "macro",
    "package",
    "event",
    "aggregate",
];
const WORDS_MAX: usize = 12;

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Statement,
    /// With semicolons of its own.
    Body,
}

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let code = mask::code(scan, &SYNTAX);
    let mut open = Open::Nothing;
    for (at, line) in scan::lines(&code) {
        let start = at + scan::indent(line);
        let first = words(line, 0).next().map_or("", |word| &line[word]);
        if first.eq_ignore_ascii_case("create")
            && let Some(name) = created(&code, start)
        {
            scan.add(Found { kind: SymbolKind::Entry, level: 0, name, start, head_end: at + line.len() });
            open = Open::Statement;
        }
        let ends_batch = ["go", "delimiter", "/"].iter().any(|word| first.eq_ignore_ascii_case(word));
        if ends_batch && open != Open::Nothing {
            scan.close(0, at);
            open = Open::Nothing;
        }
        if open != Open::Statement {
            continue;
        }
        if words(line, 0).any(|word| line[word].eq_ignore_ascii_case("begin")) {
            open = Open::Body;
        } else if let Some(len) = line.find(';') {
            scan.close(0, at + len + 1);
            open = Open::Nothing;
        }
    }
}

/// The name of what the statement at `start` creates.
fn created(code: &str, start: usize) -> Option<Range<usize>> {
    let mut words = words(code, start).take(WORDS_MAX);
    let kind = words.find(|word| KINDS.iter().any(|kind| code[word.clone()].eq_ignore_ascii_case(kind)))?;
    if code[start..kind.end].contains(';') {
        return None;
    }
    let passed = ["if", "not", "exists", "concurrently", "body"];
    let name = words.find(|word| !passed.iter().any(|passed| code[word.clone()].eq_ignore_ascii_case(passed)))?;
    // An index may have no name.
    let has_name = !["on", "as"].iter().any(|word| code[name.clone()].eq_ignore_ascii_case(word));
    let first = name.start + code[name.clone()].rfind('.').map_or(0, |dot| dot + 1);
    has_name.then_some(first..name.end)
}

/// The words from `start` on: names with their dots, masked quotes, and signs alone.
fn words(code: &str, start: usize) -> impl Iterator<Item = Range<usize>> {
    let is_word = |c: char| crate::words::is_word(c) || matches!(c, '"' | '.' | '$' | '#' | '@' | '[' | ']');
    let mut at = start;
    std::iter::from_fn(move || {
        let rest = &code[at..];
        let from = at + scan::indent(rest);
        let first = code[from..].chars().next()?;
        let len = code[from..].find(|c| !is_word(c)).unwrap_or(code.len() - from);
        at = from + len.max(first.len_utf8());
        Some(from..at)
    })
}
