//! Where a name is defined.
//!
//! Definitions come best first: what other files may use before what they may not, the project's
//! own code before its tests and vendored code, types and functions before variables and fields.
//!
//! Knows nothing of how answers are printed.

use crate::refs::{DefId, Facts, Lines, Resolver, Target};
use crate::role::FileRole;
use grammars::{Span, SymbolKind};
use indexer::{Error, FileId, Snapshot};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place that gives a name its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The file.
    pub file: FileId,
    /// Its path.
    pub path: String,
    /// 1-based line of the name.
    pub line: u32,
    /// 1-based byte column of the name.
    pub col: u32,
    /// 1-based last line of the definition.
    pub end_line: u32,
    /// What it is.
    pub kind: SymbolKind,
    /// Its own name.
    pub name: String,
    /// The symbols it lies in, joined by dots; empty at the top of a file.
    pub container: String,
    /// Its header on one line.
    pub signature: String,
    /// The first sentence of its doc comment.
    pub doc_line: String,
    /// Other files may use it.
    pub exported: bool,
    /// The line its name stands on.
    pub text: String,
}

/// Bytes of a signature that are shown.
const SIGNATURE_BYTES_MAX: usize = 200;
const DOC_BYTES_MAX: usize = 200;

/// Finds what `target` names, best first.
pub fn find_definitions(snapshot: &Snapshot, target: &Target) -> Result<Vec<Definition>, Error> {
    let resolver = Resolver::new(snapshot, Arc::default());
    definitions(&resolver, target)
}

pub(crate) fn definitions(resolver: &Resolver, target: &Target) -> Result<Vec<Definition>, Error> {
    let defs = match target.at {
        Some(_) => resolver.choose(target).defs,
        None => resolver.candidates(target),
    };
    resolver.check()?;
    rows_of(resolver, &defs)
}

/// The rows of these definitions, best first.
pub(crate) fn rows_of(resolver: &Resolver, defs: &[DefId]) -> Result<Vec<Definition>, Error> {
    best_rows_of(resolver, defs, usize::MAX)
}

/// The rows of the `n_max` best of these definitions.
pub(crate) fn best_rows_of(resolver: &Resolver, defs: &[DefId], n_max: usize) -> Result<Vec<Definition>, Error> {
    let ranked = |def: &DefId| {
        let facts = resolver.facts(def.file);
        let (row, symbol) = (resolver.project.file(def.file), facts.symbol(def.symbol));
        let weight = match FileRole::of(row.path, row.generated) {
            FileRole::Vendored | FileRole::Generated => 3,
            FileRole::Test | FileRole::Bench | FileRole::Example => 2,
            FileRole::Source => 0,
            _ => 1,
        };
        ((!symbol.exported, weight, kind_weight(symbol.kind), def.file, symbol.name_at), def.symbol)
    };
    let mut best: Vec<_> = defs.iter().map(ranked).collect();
    best.sort_unstable();
    best.truncate(n_max);
    let mut by_file: BTreeMap<FileId, Vec<(usize, u32)>> = BTreeMap::new();
    for (rank, &((.., file, _), symbol)) in best.iter().enumerate() {
        by_file.entry(file).or_default().push((rank, symbol));
    }
    let in_file = |(file, symbols): (FileId, Vec<(usize, u32)>)| {
        let (facts, path) = (resolver.facts(file), resolver.project.file(file).path);
        let lines = Lines::of(resolver.project, file)?;
        Ok(symbols.into_iter().map(|(rank, symbol)| (rank, one(&facts, symbol, path, &lines))).collect())
    };
    let rows: Vec<Vec<(usize, Definition)>> = by_file.into_par_iter().map(in_file).collect::<Result<_, Error>>()?;
    let mut rows: Vec<(usize, Definition)> = rows.into_iter().flatten().collect();
    rows.sort_unstable_by_key(|(rank, _)| *rank);
    Ok(rows.into_iter().map(|(_, definition)| definition).collect())
}

fn kind_weight(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Declaration => 1,
        kind if kind.is_type() || kind.is_callable() => 0,
        SymbolKind::Module | SymbolKind::Constant => 1,
        SymbolKind::Section | SymbolKind::Entry => 3,
        _ => 2,
    }
}

fn one(facts: &Facts, symbol: u32, path: &str, lines: &Lines) -> Definition {
    let row = facts.symbol(symbol);
    let (line, col) = lines.index.line_col(row.name_at.min(lines.text.len() as u32));
    Definition {
        file: facts.file,
        path: path.to_string(),
        line,
        col,
        end_line: last_line(lines, row.span),
        kind: row.kind,
        name: facts.text(row.name).to_string(),
        container: facts.container(symbol),
        signature: one_line(&facts.said(row.signature, &lines.text), SIGNATURE_BYTES_MAX),
        doc_line: doc_line(&facts.said(row.doc, &lines.text)),
        exported: row.exported,
        text: crate::refs::around(lines.index.text(&lines.text, line), col as usize - 1),
    }
}

/// The last line that a span covers.
pub(crate) fn last_line(lines: &Lines, span: Span) -> u32 {
    let last = span.end.saturating_sub(1).max(span.start);
    lines.index.line(last.min(lines.text.len() as u32))
}

/// `text` with every run of blanks as one space, cut at a character.
pub(crate) fn one_line(text: &str, bytes_max: usize) -> String {
    let mut line = String::new();
    // Enough words for any cut, however long the text is.
    for word in text.split_whitespace().take(bytes_max) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > bytes_max {
            break;
        }
    }
    if line.len() > bytes_max {
        let mut end = bytes_max - "…".len();
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        line.truncate(end);
        line.push('…');
    }
    line
}

/// The first sentence of a doc comment without the marks of comments.
pub(crate) fn doc_line(doc: &str) -> String {
    let mut text = String::new();
    for line in doc.lines().take(20) {
        let line = bare(line);
        if line.is_empty() {
            if text.is_empty() {
                continue;
            }
            break;
        }
        if line.starts_with('@') || line.starts_with("```") {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
        if text.len() > 2 * DOC_BYTES_MAX {
            break;
        }
    }
    one_line(sentence(&text), DOC_BYTES_MAX)
}

/// A line of a comment without its marks.
fn bare(line: &str) -> &str {
    let mut line = line.trim();
    for mark in
        ["///", "//!", "//", "/**", "/*!", "/*", "\"\"\"", "'''", "r\"\"\"", "##", "#", "*", "\"", "'", "--", ";;", ";"]
    {
        if let Some(rest) = line.strip_prefix(mark).filter(|rest| mark != "*" || !rest.starts_with('*')) {
            line = rest;
            break;
        }
    }
    for mark in ["*/", "\"\"\"", "'''"] {
        line = line.trim_end().strip_suffix(mark).unwrap_or(line);
    }
    line.trim()
}

/// Up to the first full stop that ends a sentence.
fn sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let short = ["e.g.", "i.e.", "etc.", "vs.", "cf."];
    let end = ends.into_iter().find(|&end| !short.iter().any(|word| text[..end].ends_with(word)));
    let wide = text.find('。').map(|at| at + '。'.len_utf8());
    let end = [end, wide].into_iter().flatten().min();
    end.map_or(text, |end| &text[..end]).trim_end_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_are_cut_to_a_sentence() {
        let cases = [
            ("/// Runs it. And more.", "Runs it."),
            ("/**\n * Loads, e.g. a user.\n * More.\n */", "Loads, e.g. a user."),
            ("\"\"\"Loads one\n    user.\n\n    More.\"\"\"", "Loads one user."),
            ("# Sends it all.", "Sends it all."),
            ("// 读取用户。然后返回", "读取用户。"),
            ("/** @param x */", ""),
            ("", ""),
        ];
        for (doc, expected) in cases {
            assert_eq!(doc_line(doc), expected, "{doc}");
        }
    }

    #[test]
    fn signatures_are_one_short_line() {
        assert_eq!(one_line("def f(\n    a,\n    b\n)", 200), "def f( a, b )");
        let long = one_line(&"é".repeat(300), 200);
        assert!(long.len() <= 200 && long.ends_with('…'));
    }
}
