//! Cuts a file into chunks for search.
//!
//! A definition with its doc comment is a chunk if it fits. A bigger one is cut at its inner
//! definitions, and where it has none at blank lines, and every later piece remembers the header
//! line. Small neighbours inside the same parent are merged. Text between definitions is a chunk
//! of its own or goes with its neighbours. Lines are never cut. A file of several parts (a page with
//! its scripts, a notebook) is cut part by part.
//!
//! Knows nothing of paths, stores or embeddings.

use crate::FileId;
use grammars::{Layout, Outline, Span, Symbol, SymbolKind};

/// A piece of a file that is searched and shown as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Whole lines.
    pub span: Span,
    /// The symbol it shows (index into the outline), if it shows one.
    pub symbol: Option<u32>,
    /// First line of the definition it was cut out of, where it does not hold it itself.
    pub header: Option<Span>,
    /// Words in its text.
    pub n_words: u32,
    /// Words in the names it defines.
    pub n_name_words: u32,
}

/// One chunk of one file of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkId {
    /// The file.
    pub file: FileId,
    /// Its place among the file's chunks.
    pub index: u32,
}

impl Chunk {
    /// Bytes a chunk may have before it is cut; only a single line can be longer. A first value,
    /// near the 1,000-character chunks that the retrieval benchmark's baselines use.
    pub const BYTES_MAX: u32 = 1_500;
}

const BYTES_MAX: u32 = Chunk::BYTES_MAX;
/// Up to here neighbours are merged.
const BYTES_MERGED: u32 = 800;
/// Symbols nested deeper are not cut apart.
const DEPTH_MAX: u32 = 32;

/// The chunks of a text, in order, without overlaps, their words not yet counted; blank stretches
/// belong to none.
pub fn cut(layout: &Layout<'_>, outline: &Outline) -> Vec<Chunk> {
    let text = &*layout.plain;
    let parts = parts(text, &layout.parts);
    let mut nested = Nested::of(text, outline, &parts);
    let mut chunks = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        nested.part = index;
        let mut cutter = Cutter { text, symbols: &outline.symbols, units: Vec::new() };
        cutter.region(part, None, None, &nested, 0);
        chunks.extend(merge(cutter.units));
    }
    chunks
}

/// The parts in whole lines; a line that two of them share is the first one's.
fn parts(text: &str, parts: &[Span]) -> Vec<Span> {
    let mut whole: Vec<Span> = Vec::new();
    for part in parts {
        let end = whole.last().map_or(0, |part| part.end);
        let span = whole_lines(text, *part);
        if span.end > end {
            whole.push(Span::new(span.start.max(end), span.end));
        }
    }
    whole
}

/// Calls `each(index of the chunk, name)` for every name that one of `chunks` defines.
pub(crate) fn each_name<'a>(outline: &'a Outline, chunks: &[Chunk], mut each: impl FnMut(usize, &'a str)) {
    for symbol in outline.symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Impl) {
        let index = chunks.partition_point(|chunk| chunk.span.end <= symbol.name_at);
        if chunks.get(index).is_some_and(|chunk| chunk.span.contains(symbol.name_at)) {
            each(index, outline.names.get(symbol.name));
        }
    }
}

/// A stretch of whole lines that is not cut further.
struct Unit {
    span: Span,
    symbol: Option<u32>,
    parent: Option<u32>,
    header: Option<Span>,
}

struct Cutter<'t> {
    text: &'t str,
    symbols: &'t [Symbol],
    units: Vec<Unit>,
}

/// For every symbol (and every part of the file, last) the symbols directly inside that span lines
/// of their own.
struct Nested {
    lists: Vec<Vec<(u32, Span)>>,
    n_symbols: usize,
    /// The part that is being cut.
    part: usize,
}

impl Nested {
    fn of(text: &str, outline: &Outline, parts: &[Span]) -> Nested {
        let n = outline.symbols.len();
        let mut lists: Vec<Vec<(u32, Span)>> = vec![Vec::new(); n + parts.len().max(1)];
        for (index, symbol) in outline.symbols.iter().enumerate() {
            let part = || parts.partition_point(|part| part.start <= symbol.span.start).saturating_sub(1);
            let inside = symbol.parent.map_or_else(|| n + part(), |parent| parent as usize);
            lists[inside].push((index as u32, whole_lines(text, with_doc(symbol))));
        }
        for list in &mut lists {
            list.sort_by_key(|(index, span)| (span.start, std::cmp::Reverse(span.end), *index));
            // Symbols on the same lines (`a, b = 1, 2`) are one piece, named by the first.
            let mut end = 0;
            list.retain(|(_, span)| {
                let free = span.start >= end;
                if free {
                    end = span.end;
                }
                free
            });
        }
        Nested { lists, n_symbols: n, part: 0 }
    }

    fn inside(&self, symbol: Option<u32>) -> &[(u32, Span)] {
        self.lists.get(symbol.map_or(self.n_symbols + self.part, |symbol| symbol as usize)).map_or(&[], |list| list)
    }
}

fn with_doc(symbol: &Symbol) -> Span {
    let doc_above = !symbol.doc.is_empty() && symbol.doc.end <= symbol.span.start;
    Span::new(if doc_above { symbol.doc.start } else { symbol.span.start }, symbol.span.end)
}

/// Extends a span to whole lines.
fn whole_lines(text: &str, span: Span) -> Span {
    let bytes = text.as_bytes();
    let (start, end) = (span.start as usize, (span.end as usize).min(bytes.len()));
    let start = memchr::memrchr(b'\n', &bytes[..start.min(end)]).map_or(0, |at| at + 1);
    let ends_line = end > 0 && bytes[end - 1] == b'\n' && end > start;
    let end = if ends_line { end } else { memchr::memchr(b'\n', &bytes[end..]).map_or(bytes.len(), |at| end + at + 1) };
    Span::new(start as u32, end as u32)
}

impl Cutter<'_> {
    /// Cuts a stretch along the symbols directly inside `symbol`.
    fn region(&mut self, region: Span, symbol: Option<u32>, header: Option<Span>, nested: &Nested, depth: u32) {
        let mut at = region.start;
        for &(index, span) in nested.inside(symbol) {
            let span = Span::new(span.start.max(at), span.end.min(region.end));
            if span.is_empty() {
                continue;
            }
            self.loose(Span::new(at, span.start), symbol, header);
            self.definition(span, index, symbol, nested, depth);
            at = span.end;
        }
        self.loose(Span::new(at, region.end), symbol, header);
    }

    fn definition(&mut self, span: Span, index: u32, parent: Option<u32>, nested: &Nested, depth: u32) {
        if span.len() <= BYTES_MAX {
            self.units.push(Unit { span, symbol: Some(index), parent, header: None });
            return;
        }
        let header = self.header(index);
        if nested.inside(Some(index)).is_empty() || depth >= DEPTH_MAX {
            self.by_lines(span, Some(index), parent, Some(header));
        } else {
            self.region(span, Some(index), Some(header), nested, depth + 1);
        }
    }

    /// The first line of a definition's own text.
    fn header(&self, index: u32) -> Span {
        let start = self.symbols[index as usize].signature.start;
        whole_lines(self.text, Span::new(start, start))
    }

    /// Text that belongs to no inner definition.
    fn loose(&mut self, span: Span, symbol: Option<u32>, header: Option<Span>) {
        if span.of(self.text).trim().is_empty() {
            return;
        }
        self.by_lines(span, symbol, symbol, header);
    }

    /// Cuts at blank lines, or at any line when there is none, into pieces that fit.
    fn by_lines(&mut self, span: Span, symbol: Option<u32>, parent: Option<u32>, header: Option<Span>) {
        let mut at = span.start;
        while span.end - at > BYTES_MAX {
            let end = self.piece_end(at, span.end);
            self.piece(Span::new(at, end), symbol, parent, header);
            at = end;
        }
        self.piece(Span::new(at, span.end), symbol, parent, header);
    }

    fn piece(&mut self, span: Span, symbol: Option<u32>, parent: Option<u32>, header: Option<Span>) {
        if span.of(self.text).trim().is_empty() {
            return;
        }
        let header = header.filter(|header| header.start < span.start || header.start >= span.end);
        self.units.push(Unit { span, symbol, parent, header });
    }

    /// Behind the last blank line that fits, else behind the last line that fits, else behind
    /// the first line, however long.
    fn piece_end(&self, start: u32, end: u32) -> u32 {
        let bytes = &self.text.as_bytes()[start as usize..end as usize];
        let window = &bytes[..(BYTES_MAX as usize).min(bytes.len())];
        let (mut blank, mut line) = (None, None);
        let mut previous = 0;
        for at in memchr::memchr_iter(b'\n', window) {
            let is_blank = bytes[previous..at].iter().all(u8::is_ascii_whitespace);
            if is_blank && at > BYTES_MERGED as usize / 2 {
                blank = Some(at + 1);
            }
            line = Some(at + 1);
            previous = at + 1;
        }
        let first = || memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
        start + blank.or(line).unwrap_or_else(first) as u32
    }
}

/// Joins neighbours of the same parent while they stay small.
fn merge(units: Vec<Unit>) -> Vec<Chunk> {
    let mut chunks: Vec<(Chunk, Option<u32>)> = Vec::new();
    for unit in units {
        if let Some((chunk, parent)) = chunks.last_mut() {
            let together = unit.span.end - chunk.span.start;
            if *parent == unit.parent && together <= BYTES_MERGED && chunk.header == unit.header {
                chunk.span.end = unit.span.end;
                chunk.symbol = chunk.symbol.filter(|&symbol| Some(symbol) != unit.parent).or(unit.symbol);
                continue;
            }
        }
        let chunk = Chunk { span: unit.span, symbol: unit.symbol, header: unit.header, n_words: 0, n_name_words: 0 };
        chunks.push((chunk, unit.parent));
    }
    chunks.into_iter().map(|(chunk, _)| chunk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammars::{Lang, Limits, layout, outline};
    use proptest::prelude::*;

    fn cut_as(path: &str, text: &str) -> Vec<Chunk> {
        let lang = Lang::detect(path, "");
        cut(&layout(lang, text), &outline(lang, text, &Limits::default()))
    }

    #[test]
    fn small_definitions_share_a_chunk_and_big_ones_are_cut_with_their_header() {
        let body = "        x = compute(x)\n".repeat(200);
        let text = format!("import os\n\ndef a():\n    pass\n\ndef b():\n    pass\n\ndef big(x):\n{body}\n");
        let chunks = cut_as("m.py", &text);
        assert!(chunks[0].span.of(&text).contains("def b"));
        let big: Vec<_> = chunks[1..].iter().collect();
        assert!(big.len() > 1 && big.iter().all(|chunk| chunk.span.len() <= BYTES_MAX));
        assert_eq!(big[0].header, None);
        assert_eq!(big[1].header.unwrap().of(&text).trim(), "def big(x):");
    }

    #[test]
    fn a_giant_line_is_one_chunk() {
        let text = format!("a = 1\n{}\nb = 2\n", "x ".repeat(10_000));
        assert_eq!(cut_as("m.txt", &text).len(), 3);
    }

    proptest! {
        #[test]
        fn chunks_are_whole_lines_in_order_and_hold_every_word(
            text in "(class [A-C]:\n|    def f\\(self\\):\n|        return g\\(1\\)\n|\n|# note\n|x = 1\n){0,400}",
        ) {
            let chunks = cut_as("m.py", &text);
            let mut end = 0;
            for chunk in &chunks {
                prop_assert!(chunk.span.start >= end && chunk.span.end > chunk.span.start);
                prop_assert!(text[end as usize..chunk.span.start as usize].trim().is_empty());
                prop_assert!(chunk.span.start == 0 || text.as_bytes()[chunk.span.start as usize - 1] == b'\n');
                end = chunk.span.end;
            }
            prop_assert!(text[end as usize..].trim().is_empty());
        }
    }
}
