//! A text put together from pieces of a file, read as a language, and told in the file's places.
//!
//! A script inside of a page, the expressions of a template and the cells of a notebook are code
//! that stands in the file in pieces, escaped or between other things. They are strung together
//! with what a parser needs between them, read as one text, and every position that comes back is
//! looked up in the list of pieces. What has no place in the file is dropped; whatever else is
//! kept stands where it says.
//!
//! Knows no format.

use crate::outline::{Gap, Outline, Receiver, ScopeKind, Span};
use crate::walk::put_in_order;
use crate::{Lang, Limits, NameId, langs};
use std::cmp::Reverse;
use std::ops::Range;

/// A text and where its pieces stand in a file.
pub(crate) struct Pieces<'t> {
    file: &'t str,
    text: String,
    /// Invariant: sorted by place in the text, apart from each other, none is empty.
    map: Vec<Piece>,
    one_line: bool,
}

struct Piece {
    at: usize,
    len: usize,
    file: Range<usize>,
}

impl<'t> Pieces<'t> {
    pub(crate) fn new(file: &'t str) -> Pieces<'t> {
        Pieces { file, text: String::new(), map: Vec::new(), one_line: false }
    }

    /// The same, but headers and docs go no further than one line: in the file there is more than
    /// a line's end between two lines.
    pub(crate) fn in_lines(self) -> Pieces<'t> {
        Pieces { one_line: true, ..self }
    }

    /// Adds what stands nowhere in the file.
    pub(crate) fn make(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a stretch of the file as it is.
    pub(crate) fn copy(&mut self, range: Range<usize>) {
        let text = self.file.get(range.clone()).unwrap_or("");
        self.decoded(text, range);
    }

    /// Adds what a stretch of the file means.
    pub(crate) fn decoded(&mut self, text: &str, range: Range<usize>) {
        if !text.is_empty() {
            self.map.push(Piece { at: self.text.len(), len: text.len(), file: range });
            self.text.push_str(text);
        }
    }

    /// Adds all of `other`.
    pub(crate) fn append(&mut self, other: &Pieces) {
        let offset = self.text.len();
        let moved = other.map.iter().map(|piece| Piece { at: piece.at + offset, file: piece.file.clone(), ..*piece });
        self.map.extend(moved);
        self.text.push_str(&other.text);
    }

    /// True when no piece of the file was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Where in the file the byte at `at` stands; where the next piece does, if that was made up.
    fn start(&self, at: usize) -> usize {
        let next = self.map.partition_point(|piece| piece.at + piece.len <= at);
        match self.map.get(next) {
            Some(piece) if piece.len == piece.file.len() => piece.file.start + at.saturating_sub(piece.at),
            Some(piece) => piece.file.start,
            None => self.map.last().map_or(0, |piece| piece.file.end),
        }
    }

    /// Where in the file what ends at `end` ends.
    fn end(&self, end: usize) -> usize {
        let before = self.map.partition_point(|piece| piece.at < end);
        let Some(piece) = before.checked_sub(1).map(|index| &self.map[index]) else { return 0 };
        if piece.len == piece.file.len() { piece.file.start + (end - piece.at).min(piece.len) } else { piece.file.end }
    }

    fn span(&self, span: Span) -> Span {
        if span.is_empty() {
            return Span::default();
        }
        let start = self.start(span.start as usize) as u32;
        Span::new(start, (self.end(span.end as usize) as u32).max(start))
    }

    /// Of `span`, the first line with a word in it, without quotes and comment marks around it.
    fn first_line(&self, span: Span) -> Span {
        let text = span.of(&self.text);
        let line = text.lines().find(|line| line.contains(char::is_alphanumeric)).unwrap_or("");
        let bare = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '#' | '/' | '*'));
        let at = span.start + (bare.as_ptr() as usize).saturating_sub(text.as_ptr() as usize) as u32;
        if bare.is_empty() { Span::default() } else { self.span(Span::new(at, at + bare.len() as u32)) }
    }

    fn header(&self, span: Span) -> Span {
        if !self.one_line {
            return self.span(span);
        }
        let line = span.of(&self.text).lines().next().unwrap_or("").trim_end();
        self.span(Span::new(span.start, span.start + line.len() as u32))
    }

    /// The facts about the pieces, read as `lang`, in places of the file.
    pub(crate) fn outline(&self, lang: Lang, limits: &Limits) -> Outline {
        let mut outline = langs::outline(lang, &self.text, limits);
        let nowhere = outline.names.intern("");
        let names: Vec<NameId> = outline
            .occurrences
            .iter()
            .map(|occurrence| {
                let at = self.start(occurrence.at as usize);
                let name = outline.names.get(occurrence.name);
                let is_there = self.is_copied(occurrence.at as usize, name.len())
                    && self.file.get(at..).is_some_and(|rest| rest.starts_with(name));
                if is_there { occurrence.name } else { nowhere }
            })
            .collect();
        for (occurrence, name) in outline.occurrences.iter_mut().zip(names) {
            (occurrence.name, occurrence.at) = (name, self.start(occurrence.at as usize) as u32);
        }
        for symbol in &mut outline.symbols {
            symbol.name_at = self.start(symbol.name_at as usize) as u32;
            symbol.signature = self.header(symbol.signature);
            symbol.doc = if self.one_line { self.first_line(symbol.doc) } else { self.span(symbol.doc) };
            symbol.span = self.span(symbol.span);
        }
        outline.scopes.iter_mut().for_each(|scope| scope.span = self.span(scope.span));
        outline.imports.iter_mut().for_each(|import| import.span = self.span(import.span));
        for gap in &mut outline.gaps {
            if let Gap::Syntax(span) = gap {
                *span = self.span(*span);
            }
        }
        put_in_order(&mut outline);
        outline
    }

    /// True when the bytes stand in one piece, as they are.
    fn is_copied(&self, at: usize, len: usize) -> bool {
        let piece = self.map.partition_point(|piece| piece.at <= at).checked_sub(1).map(|index| &self.map[index]);
        piece.is_some_and(|piece| piece.len == piece.file.len() && at + len <= piece.at + piece.len)
    }
}

/// Adds the facts about a part of a file to those about the file. Its outermost scope is the file's.
pub(crate) fn add(file: &mut Outline, part: Outline) {
    let names: Vec<NameId> = part.names.iter().map(|name| file.names.intern(name)).collect();
    let name = |id: NameId| names.get(id.0 as usize).copied().unwrap_or(id);
    let n_scopes = (file.scopes.len() as u32).saturating_sub(1);
    let scope = |index: u32| if index == 0 { 0 } else { index + n_scopes };
    let (n_symbols, n_occurrences) = (file.symbols.len() as u32, file.occurrences.len() as u32);
    file.scopes.extend(part.scopes.into_iter().skip(1).map(|mut one| {
        (one.parent, one.symbol) = (scope(one.parent), one.symbol.map(|symbol| symbol + n_symbols));
        one
    }));
    file.symbols.extend(part.symbols.into_iter().map(|mut symbol| {
        symbol.name = name(symbol.name);
        symbol.owner = symbol.owner.map(name);
        symbol.parent = symbol.parent.map(|parent| parent + n_symbols);
        symbol
    }));
    file.occurrences.extend(part.occurrences.into_iter().map(|mut occurrence| {
        (occurrence.name, occurrence.scope) = (name(occurrence.name), scope(occurrence.scope));
        if let Receiver::Occurrence(index) = &mut occurrence.receiver {
            *index += n_occurrences;
        }
        occurrence
    }));
    file.imports.extend(part.imports.into_iter().map(|mut import| {
        (import.module, import.scope) = (name(import.module), scope(import.scope));
        (import.name, import.local) = (import.name.map(name), import.local.map(name));
        import
    }));
    file.hints.extend(part.hints.into_iter().map(|mut hint| {
        (hint.binder, hint.source) = (hint.binder + n_occurrences, hint.source + n_occurrences);
        hint
    }));
    file.gaps.extend(part.gaps);
}

/// Puts the facts of all parts into order of place.
pub(crate) fn finish(file: &mut Outline) {
    debug_assert!(file.scopes.first().is_some_and(|scope| scope.kind == ScopeKind::File));
    put_in_order(file);
    let key = |index: &usize| {
        let symbol = &file.symbols[*index];
        (symbol.span.start, Reverse(symbol.span.end), *index)
    };
    let mut order: Vec<usize> = (0..file.symbols.len()).collect();
    if !order.is_sorted_by_key(key) {
        order.sort_by_key(key);
        reorder(file, &order);
    }
    // In torn text a part can be told to stand inside of what starts after it.
    for (index, symbol) in (0u32..).zip(&mut file.symbols) {
        symbol.parent = symbol.parent.filter(|&parent| parent < index);
    }
}

/// Puts the symbols into `order`; what points at them follows.
fn reorder(file: &mut Outline, order: &[usize]) {
    let mut place = vec![0u32; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new as u32);
    let mut symbols: Vec<_> = order.iter().map(|&old| file.symbols[old].clone()).collect();
    symbols.iter_mut().for_each(|symbol| symbol.parent = symbol.parent.map(|parent| place[parent as usize]));
    file.scopes.iter_mut().for_each(|scope| scope.symbol = scope.symbol.map(|symbol| place[symbol as usize]));
    file.symbols = symbols;
}
