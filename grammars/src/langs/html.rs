//! HTML: headings are sections, ids are entries, scripts and styles are what they are.
//!
//! A heading's section lasts until the next one of its level or above, as in Markdown. Event
//! handlers (`onclick`, and the `@click`, `:class` and `v-if` of Vue and Alpine, which no other page
//! has) are script.

use super::markup::{self, Flavour, Tag, Token};
use super::page::{self, Dialect, Page};
use super::scan::{Found, Scan};
use super::{scan, vue};
use crate::outline::{Outline, SymbolKind};
use crate::{Layout, Limits, pieces};
use std::ops::Range;

const DIALECT: Dialect =
    Dialect { flavour: Flavour::Html, tag, text: |_, _| {}, braces: |_, _| {}, script: page::as_it_is };

pub(super) fn outline(text: &str) -> Outline {
    let mut outline = page::read(text, &DIALECT, &Limits::default());
    let sections = scan::marks(text, sections);
    pieces::add(&mut outline, sections);
    pieces::finish(&mut outline);
    outline
}

pub(super) fn layout(text: &str) -> Layout<'_> {
    page::layout(text, Flavour::Html)
}

fn tag(page: &mut Page, tag: &Tag) {
    vue::tag(page, tag);
    for one in &tag.attributes {
        let name = page.text[one.name.clone()].to_ascii_lowercase();
        let Some(value) = one.value.clone() else { continue };
        if name.starts_with("on") && name.len() > 2 {
            page.statements(value);
        } else if page.text[value.clone()].starts_with("javascript:") {
            page.statements(value.start + "javascript:".len()..value.end);
        }
    }
}

/// Headings have the levels 1 to 6; below them come ids.
fn sections(scan: &mut Scan) {
    const IDS: usize = 7;
    let text = scan.text;
    // Level and start of a heading that has not ended, and where its title stands.
    let mut heading: Option<(usize, usize, Range<usize>)> = None;
    markup::tokens(text, Flavour::Html, |token| match token {
        Token::Open(tag) => {
            let level = level(&text[tag.name.clone()]);
            let id = tag.attributes.iter().find(|one| &text[one.name.clone()] == "id");
            if let Some(name) = id.and_then(|id| id.value.clone()).filter(|name| is_id(&text[name.clone()])) {
                if level.is_none() {
                    let start = tag.span.start;
                    let head_end = tag.span.end.min(scan.line_end(start));
                    scan.add(Found { kind: SymbolKind::Entry, level: IDS, name, start, head_end });
                    scan.close(IDS, tag.span.end);
                }
            }
            if let Some(level) = level {
                heading = Some((level, tag.span.start, tag.span.end..tag.span.end));
            }
        }
        Token::Text(range) => {
            if let Some((_, _, title)) = &mut heading {
                let words = scan::trimmed(range.start, &text[range]);
                if words.start < words.end {
                    let start = if title.start == title.end { words.start } else { title.start };
                    *title = start..words.end;
                }
            }
        }
        Token::Close(name) if level(&text[name.clone()]).is_some() => {
            if let Some((level, start, name)) = heading.take().filter(|(_, _, title)| title.start < title.end) {
                let name = name.start..name.end.min(scan.line_end(name.start));
                scan.add(Found { kind: SymbolKind::Section, level, head_end: name.end, name, start });
            }
        }
        _ => {}
    });
}

fn level(tag: &str) -> Option<usize> {
    match tag.as_bytes() {
        [b'h' | b'H', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

/// Not one that a template engine fills in.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.'))
}
