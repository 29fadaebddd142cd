//! What the readers of small formats share: a text with its outline so far.
//!
//! The generic lexer reads the words. A format only says where its sections and entries start,
//! from top to bottom; one lasts until the next of its level or an outer one, or until it is
//! closed. A comment right above one is its doc. All of it is one pass over the text.
//!
//! Knows no format.

pub(super) mod blocks;
pub(super) mod mask;

use crate::outline::{Outline, Role, Span, Symbol, SymbolKind};
use crate::{Lang, Limits, lexer};
use std::ops::Range;

/// A longer name is cut here; it is for lists.
const NAME_BYTES_MAX: usize = 100;
/// So is a longer header: a minified file is a single line.
const HEAD_BYTES_MAX: usize = 200;

/// A text while its entries are looked for.
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    outline: Outline,
    /// Level and symbol of what is open; levels rise.
    open: Vec<(usize, u32)>,
    /// Invariant: sorted, they do not overlap.
    comments: Vec<Range<usize>>,
}

/// Something that starts a symbol.
pub(super) struct Found {
    pub(super) kind: SymbolKind,
    /// Smaller is further out.
    pub(super) level: usize,
    pub(super) name: Range<usize>,
    pub(super) start: usize,
    /// Where its header ends.
    pub(super) head_end: usize,
}

/// Reads `text` with `find`, which tells what it finds in order of position.
pub(super) fn read(text: &str, find: impl FnOnce(&mut Scan)) -> Outline {
    found(text, lexer::outline(Lang::TEXT, text, &Limits::default()), find)
}

/// What `find` tells of `text`, without its words.
pub(super) fn marks(text: &str, find: impl FnOnce(&mut Scan)) -> Outline {
    found(text, Outline::default(), find)
}

fn found(text: &str, outline: Outline, find: impl FnOnce(&mut Scan)) -> Outline {
    let mut scan = Scan { text, outline, open: Vec::new(), comments: Vec::new() };
    find(&mut scan);
    scan.close(0, text.len());
    scan.mark_comments();
    scan.outline
}

/// The lines of `text` with their offsets, without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// The bytes of indentation of `line`.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

impl Scan<'_> {
    /// Starts a symbol, which ends what is open at its level and further in.
    pub(super) fn add(&mut self, found: Found) {
        let name = self.unquoted(found.name);
        let cut = cut(self.text.get(name.clone()).unwrap_or(""), NAME_BYTES_MAX).trim_end();
        if cut.is_empty() {
            return;
        }
        let cut = cut.replace(['\n', '\r'], " ");
        let doc = self.doc(found.start);
        self.close(found.level, if doc.is_empty() { found.start } else { doc.start as usize });
        let head = self.text.get(found.start..found.head_end).unwrap_or("");
        let head = self::cut(head, HEAD_BYTES_MAX).trim_end();
        let symbol = Symbol {
            kind: found.kind,
            name: self.outline.names.intern(&cut),
            span: Span::new(found.start as u32, self.text.len() as u32),
            name_at: name.start as u32,
            signature: Span::new(found.start as u32, (found.start + head.len()) as u32),
            doc,
            parent: self.open.last().map(|(_, symbol)| *symbol),
            owner: None,
            exported: true,
        };
        self.open.push((found.level, self.outline.symbols.len() as u32));
        self.outline.symbols.push(symbol);
    }

    /// Ends everything open at `level` and further in at `end`, or where the text before it ends.
    pub(super) fn close(&mut self, level: usize, end: usize) {
        if self.open.last().is_none_or(|(open, _)| *open < level) {
            return;
        }
        let end = self.text.get(..end).unwrap_or(self.text).trim_end().len() as u32;
        while let Some((_, symbol)) = self.open.pop_if(|(open, _)| *open >= level) {
            let symbol = &mut self.outline.symbols[symbol as usize];
            symbol.span.end = end.max(symbol.span.start);
            // What is on one line with others has a header of its own.
            symbol.signature.end = symbol.signature.end.min(symbol.span.end);
        }
    }

    /// Everything in `span` is a comment.
    pub(super) fn comment(&mut self, span: Range<usize>) {
        self.comments.push(span);
    }

    /// The comments right above `start` that have their lines to themselves.
    fn doc(&self, start: usize) -> Span {
        let bytes = self.text.as_bytes();
        let mut doc: Option<Range<usize>> = None;
        let mut at = start;
        let n = self.comments.partition_point(|comment| comment.start < start);
        for comment in self.comments[..n].iter().rev() {
            let gap = bytes[..at].iter().rev().take_while(|byte| byte.is_ascii_whitespace());
            let (len, n_lines) = gap.fold((0, 0), |(len, n), byte| (len + 1, n + usize::from(*byte == b'\n')));
            let before = bytes[..comment.start].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
            if at - len != comment.end || n_lines != 1 || before.is_some_and(|byte| *byte != b'\n') {
                break;
            }
            doc = Some(comment.start..doc.map_or(comment.end, |doc| doc.end));
            at = comment.start;
        }
        doc.map_or(Span::default(), |doc| Span::new(doc.start as u32, doc.end as u32))
    }

    /// The end of the line that `at` stands in, or of a header's length of it.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = cut(self.text.get(at..).unwrap_or(""), HEAD_BYTES_MAX);
        at + rest.find('\n').unwrap_or(rest.len())
    }

    fn unquoted(&self, name: Range<usize>) -> Range<usize> {
        let text = self.text.get(name.clone()).unwrap_or("");
        for quote in ['"', '\'', '`'] {
            if let Some(inner) = text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)) {
                return name.start + 1..name.start + 1 + inner.len();
            }
        }
        name.start..name.start + text.len()
    }

    fn mark_comments(&mut self) {
        let mut comments = self.comments.iter().peekable();
        for occurrence in &mut self.outline.occurrences {
            let at = occurrence.at as usize;
            while comments.next_if(|comment| comment.end <= at).is_some() {}
            if comments.peek().is_some_and(|comment| comment.start <= at) {
                occurrence.role = Role::Comment;
            }
        }
    }
}

/// The first `max` bytes of `text` at most, whole characters.
fn cut(text: &str, max: usize) -> &str {
    (0..=max.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or("")
}

/// The part of `piece` without the white space around it, where `piece` starts at `at`.
pub(super) fn trimmed(at: usize, piece: &str) -> Range<usize> {
    let start = at + indent(piece);
    start..start.max(at + piece.trim_end().len())
}

#[cfg(test)]
mod tests {
    use crate::outline::Symbol;
    use crate::{Lang, Limits, outline};

    /// Whatever the text, every reader comes back, soon, with symbols that fit it.
    #[test]
    fn any_text_costs_linear_time_and_no_panic() {
        let pieces = [
            "{",
            "}",
            "[",
            "]",
            "a:",
            "a = ",
            "\"",
            "'",
            "/*",
            "*/",
            "//",
            "#",
            "--",
            "\\",
            "\n",
            " ",
            "\t",
            "é",
            "[a.",
            "- ",
            "|\n",
            "===\n",
            "a\n=\n",
            ".a{",
            "$a:",
            ";",
            "create table ",
            "$$",
            "#{",
            "@{",
            "from a as b\n",
            ":",
            "message a {",
            "\u{feff}",
            "\r\n",
            "define a\n",
            "(",
            "\"\"\"",
            "`",
        ];
        let langs = [
            "html",
            "vue",
            "svelte",
            "jupyter",
            "toml",
            "yaml",
            "json",
            "make",
            "dockerfile",
            "ini",
            "rst",
            "css",
            "sql",
            "proto",
        ];
        for lang in langs.into_iter().filter_map(Lang::named) {
            for first in pieces {
                for second in pieces {
                    let text = format!("{first}{second}").repeat(40);
                    check(&text, &outline(lang, &text, &Limits::default()).symbols);
                }
                outline(lang, &first.repeat(200_000 / first.len()), &Limits::default());
            }
        }
    }

    /// Symbols rise, fit the text, and lie inside of those around them.
    fn check(text: &str, symbols: &[Symbol]) {
        assert!(symbols.is_sorted_by_key(|symbol| symbol.name_at));
        for symbol in symbols {
            assert!(text.get(symbol.span.start as usize..symbol.span.end as usize).is_some());
            assert!(text.get(symbol.signature.start as usize..symbol.signature.end as usize).is_some());
            let outer = symbol.parent.map_or(symbol.span, |outer| symbols[outer as usize].span);
            assert!(outer.start <= symbol.span.start && symbol.span.end <= outer.end, "{text}");
        }
    }
}
