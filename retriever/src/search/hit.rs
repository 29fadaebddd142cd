//! Turns a chosen chunk into what is shown: its text as it is on disk, its symbol, the lines that matter.

use crate::query::Query;
use crate::rank::Part;
use grammars::{Outline, words};
use indexer::FileId;
use std::collections::HashMap;

/// One answer of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The file.
    pub file: FileId,
    /// Its path relative to the root.
    pub path: String,
    /// First line, 1-based.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// How well it fits; comparable within one answer only.
    pub score: f32,
    /// The symbol it shows, qualified; empty if none.
    pub symbol: String,
    /// What that symbol is, in one word; `text` if there is none.
    pub kind: &'static str,
    /// Its text as it is on disk.
    pub text: String,
    /// The lines that matter most, in order.
    pub matched: Vec<MatchedLine>,
    /// What the score is made of.
    pub parts: Vec<Part>,
}

/// A line with words of the question in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedLine {
    /// 1-based.
    pub line: u32,
    /// 1-based byte columns of the words: first, and one past the last.
    pub columns: Vec<(u32, u32)>,
}

/// Lines listed at most per hit.
const LINES_MAX: usize = 8;
/// Words marked at most per line.
const COLUMNS_MAX: usize = 32;
/// Names joined at most in a qualified name.
const DEPTH_MAX: usize = 16;

/// The words of a question, as they are found again in text.
pub(crate) struct Marks<'a> {
    /// A word to its term and how much it matters.
    words: HashMap<&'a str, (usize, f32)>,
}

impl<'a> Marks<'a> {
    /// Prepares the terms of `query`, as rare as `rarity` says.
    pub(crate) fn new(query: &'a Query, rarity: &[f32]) -> Marks<'a> {
        let mut words = HashMap::new();
        for (index, term) in query.terms.iter().enumerate().filter(|(_, term)| !term.stop) {
            words.insert(term.word.as_str(), (index, rarity[index]));
            for (form, counts) in &term.forms {
                words.entry(form.as_str()).or_insert((index, rarity[index] * counts));
            }
        }
        Marks { words }
    }

    /// The lines of `text` that hold the most of the question; its first line is number `first`.
    pub(crate) fn lines(&self, text: &str, first: u32) -> Marked {
        let mut found: Vec<(f32, usize, MatchedLine)> = Vec::new();
        let mut seen = 0u64;
        let (mut line, mut line_start, mut counted) = (first, 0, 0);
        words::each_word(text, |word, start, end| {
            let Some(&(term, matters)) = self.words.get(word) else { return };
            for (at, _) in text[counted..start].match_indices('\n') {
                line += 1;
                line_start = counted + at + 1;
            }
            counted = start;
            let columns = ((start - line_start) as u32 + 1, (end - line_start) as u32 + 1);
            if found.last().is_none_or(|(_, _, last)| last.line != line) {
                found.push((0.0, start, MatchedLine { line, columns: Vec::new() }));
                seen = 0;
            }
            let (sum, _, last) = found.last_mut().expect("one was just pushed if there was none");
            let bit = 1u64 << (term % 64);
            if seen & bit == 0 {
                seen |= bit;
                *sum += matters;
            }
            if last.columns.last() != Some(&columns) && last.columns.len() < COLUMNS_MAX {
                last.columns.push(columns);
            }
        });
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(LINES_MAX);
        let best = found.first().map(|(_, start, _)| *start);
        let mut lines: Vec<MatchedLine> = found.into_iter().map(|(_, _, line)| line).collect();
        lines.sort_by_key(|line| line.line);
        Marked { lines, best }
    }
}

/// What [`Marks`] found in a text.
pub(crate) struct Marked {
    /// The lines that matter most, in order.
    pub(crate) lines: Vec<MatchedLine>,
    /// Where in the text the best of them has its first word.
    pub(crate) best: Option<usize>,
}

/// `Service.fetch.inner`: a symbol's name with the names of what it is written inside of.
pub(crate) fn qualified(outline: &Outline, symbol: u32) -> String {
    let mut names = Vec::new();
    let mut next = Some(symbol);
    while let Some(symbol) = next.and_then(|index| outline.symbols.get(index as usize)) {
        let name = outline.names.get(symbol.name);
        // An `impl` block has the name of its type, which its members say as their owner too.
        if names.last() != Some(&name) || symbol.kind != grammars::SymbolKind::Impl {
            names.push(name);
        }
        let outermost = symbol.parent.is_none() || names.len() >= DEPTH_MAX;
        let owner = symbol.owner.filter(|_| outermost).map(|owner| outline.names.get(owner));
        names.extend(owner.filter(|owner| names.last() != Some(owner)));
        next = symbol.parent.filter(|_| names.len() < DEPTH_MAX);
    }
    names.reverse();
    names.join(".")
}
