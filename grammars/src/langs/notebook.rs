//! Jupyter notebooks: the sources of the cells, in places of the file.
//!
//! All code cells are one text to the kernel's language, for they share their names; text cells are
//! Markdown. What cells print is never looked at. A notebook is JSON, and every line of a source is
//! a string of its own in it, so what is found stands in the line of the file that holds it,
//! escaped.

mod json;
mod magic;

use crate::lang::Reader;
use crate::outline::{Gap, Outline, Scope, ScopeKind, Span};
use crate::pieces::{self, Pieces};
use crate::{Lang, Layout, Limit, Limits, lexer};
use json::{Literal, Step};
use std::borrow::Cow;

/// A cell: what it is, and its strings.
#[derive(Default)]
struct Cell {
    kind: String,
    sources: Vec<Literal>,
}

/// What we read of a notebook.
#[derive(Default)]
struct Notebook {
    cells: Vec<Cell>,
    /// What it calls its language, the surest first.
    languages: [String; 3],
}

pub(super) fn outline(text: &str) -> Outline {
    let limits = Limits::default();
    let notebook = match Notebook::read(text) {
        Ok(notebook) => notebook,
        Err(why) => {
            let mut outline = lexer::outline(Lang::TEXT, text, &limits);
            outline.gaps.push(Gap::Limit(why));
            return outline;
        }
    };
    let lang = notebook.lang();
    let new = || Pieces::new(text).in_lines();
    let (mut code, mut prose, mut other) = (new(), new(), new());
    let mut guests = Vec::new();
    for cell in &notebook.cells {
        let pieces = cell.sources.iter().flat_map(|literal| literal.pieces(text)).collect::<Vec<_>>();
        match cell.kind.as_str() {
            "code" if lang.name() == "python" => match magic::guest(&pieces).map(code_lang) {
                Some(guest) => {
                    let mut own = new();
                    magic::add_guest(&mut own, pieces);
                    guests.push((own, guest));
                }
                None => magic::add(&mut code, pieces),
            },
            "code" => add(&mut code, pieces, "\n"),
            "markdown" => {
                let fences = pieces.iter().filter(|(_, meaning)| meaning.trim_start().starts_with("```")).count();
                add(&mut prose, pieces, if fences % 2 == 0 { "\n\n" } else { "\n```\n\n" });
            }
            _ => add(&mut other, pieces, "\n"),
        }
    }
    let span = Span::new(0, text.len() as u32);
    let mut out = Outline::default();
    out.scopes.push(Scope { kind: ScopeKind::File, span, parent: 0, symbol: None });
    let markdown = Lang::named("markdown").unwrap_or_default();
    for (pieces, lang) in [(code, lang), (prose, markdown), (other, Lang::TEXT)].into_iter().chain(guests) {
        if !pieces.is_empty() {
            pieces::add(&mut out, pieces.outline(lang, &limits));
        }
    }
    pieces::finish(&mut out);
    out
}

fn add(to: &mut Pieces, pieces: Vec<json::Piece>, end: &str) {
    for (range, meaning) in pieces {
        to.decoded(&meaning, range);
    }
    to.make(end);
}

/// A part for every cell with a source, and nothing but the sources to read.
pub(super) fn layout(text: &str) -> Layout<'_> {
    let Ok(notebook) = Notebook::read(text) else { return Layout::whole(text) };
    let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' };
    let mut plain: Vec<u8> = text.bytes().map(blank).collect();
    let mut parts: Vec<Span> = Vec::new();
    for cell in &notebook.cells {
        for (range, meaning) in cell.sources.iter().flat_map(|literal| literal.pieces(text)) {
            // A line of the file stays a line, and no escape is shorter than what it means.
            let meaning = if meaning == "\n" || meaning == "\r" { " " } else { &meaning };
            let place = plain.get_mut(range.start..range.start + meaning.len().min(range.len()));
            if let Some(place) = place.filter(|place| place.len() == meaning.len()) {
                place.copy_from_slice(meaning.as_bytes());
            }
        }
        if let (Some(first), Some(last)) = (cell.sources.first(), cell.sources.last()) {
            parts.push(Span::new(first.inside.start as u32, last.inside.end as u32));
        }
    }
    parts.sort_unstable();
    String::from_utf8(plain).map_or_else(|_| Layout::whole(text), |plain| Layout { plain: Cow::Owned(plain), parts })
}

/// What a stretch of a cell means.
pub(super) fn said(stretch: &str) -> Cow<'_, str> {
    if !stretch.contains('\\') {
        return Cow::Borrowed(stretch);
    }
    Cow::Owned(Literal { inside: 0..stretch.len() }.text(stretch))
}

impl Notebook {
    /// The cells of a text that is a notebook; else why it is none.
    fn read(text: &str) -> Result<Notebook, Limit> {
        let mut notebook = Notebook::default();
        let mut last = None;
        let is_whole = json::strings(text, |path, literal| {
            if let Some((place, key)) = cell_of(path, text) {
                if !matches!(key, "cell_type" | "source" | "input") {
                    return;
                }
                if last.replace(place) != Some(place) {
                    notebook.cells.push(Cell::default());
                }
                let Some(cell) = notebook.cells.last_mut() else { return };
                if key == "cell_type" {
                    cell.kind = literal.text(text);
                } else {
                    cell.sources.push(literal);
                }
            } else if let Some(slot) = language_of(path, text) {
                notebook.languages[slot] = literal.text(text);
            }
        });
        match is_whole {
            false => Err(Limit::TornNotebook),
            true if notebook.cells.is_empty() => Err(Limit::NoCells),
            true => Ok(notebook),
        }
    }

    /// The language of its code; Python if it does not say.
    fn lang(&self) -> Lang {
        let said = self.languages.iter().map(|name| name.trim_start_matches('i').trim_end_matches(is_version));
        let mut said = said.filter(|name| !name.is_empty()).peekable();
        if said.peek().is_none() {
            return code_lang("python");
        }
        said.map(code_lang).find(|lang| *lang != Lang::TEXT).unwrap_or_default()
    }
}

fn is_version(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-')
}

/// The language called `name`, if it has a grammar.
fn code_lang(name: &str) -> Lang {
    let lang = Lang::named(name).or_else(|| Lang::named(name.trim_end_matches(is_version)));
    lang.filter(|lang| matches!(lang.row().reader, Reader::Grammar(_))).unwrap_or_default()
}

/// Which cell a string belongs to, and under which key. Format 3 has work sheets.
fn cell_of<'t>(path: &[Step], text: &'t str) -> Option<((usize, usize), &'t str)> {
    let (sheet, path) = match path {
        [Step::Key(key), Step::Item(sheet), path @ ..] if &text[key.clone()] == "worksheets" => (*sheet, path),
        _ => (0, path),
    };
    match path {
        [Step::Key(cells), Step::Item(index), Step::Key(key), rest @ ..] if &text[cells.clone()] == "cells" => {
            let is_source = matches!(rest, [] | [Step::Item(_)]);
            is_source.then(|| ((sheet, *index), &text[key.clone()]))
        }
        _ => None,
    }
}

fn language_of(path: &[Step], text: &str) -> Option<usize> {
    let key = |step: &Step| match step {
        Step::Key(key) => text.get(key.clone()),
        Step::Item(_) => None,
    };
    match [key(path.first()?), key(path.get(1)?), key(path.get(2)?)] {
        [Some("metadata"), Some("kernelspec"), Some("language")] => Some(0),
        [Some("metadata"), Some("language_info"), Some("name")] => Some(1),
        [Some("metadata"), Some("kernelspec"), Some("name")] => Some(2),
        _ => None,
    }
}
