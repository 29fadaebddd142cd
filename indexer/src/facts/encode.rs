//! Contents to bytes.

use super::{RECEIVER_BEFORE, RECEIVER_EARLIER, RECEIVER_NONE, RECEIVER_OTHER, SAME_SCOPE};
use crate::Contents;
use crate::bytes::{put_text, put_varint, put_zigzag};
use crate::chunk::Chunk;
use grammars::{Gap, Hint, Import, NameId, Occurrence, Outline, Receiver, Scope, Span, Symbol};

/// The record of one content.
pub(crate) fn encode(contents: &Contents) -> Vec<u8> {
    let outline = &contents.outline;
    let mut out = Vec::with_capacity(64 + outline.occurrences.len() * 5);
    out.push(outline.lang.code());
    out.push(u8::from(contents.generated));
    put_varint(&mut out, u64::from(contents.n_lines));
    put_varint(&mut out, outline.names.len() as u64);
    for name in outline.names.iter() {
        put_text(&mut out, name);
    }
    list(&mut out, &outline.scopes, scope);
    list(&mut out, &outline.symbols, symbol);
    list(&mut out, &outline.imports, import);
    occurrences(&mut out, outline);
    list(&mut out, &outline.hints, hint);
    list(&mut out, &outline.gaps, gap);
    list(&mut out, &contents.chunks, chunk);
    out
}

fn list<T>(out: &mut Vec<u8>, items: &[T], put: impl Fn(&mut Vec<u8>, &T)) {
    put_varint(out, items.len() as u64);
    for item in items {
        put(out, item);
    }
}

/// None is 0, everything else moves up by one.
fn option(out: &mut Vec<u8>, value: Option<u32>) {
    put_varint(out, value.map_or(0, |value| u64::from(value) + 1));
}

fn name(out: &mut Vec<u8>, name: NameId) {
    put_varint(out, u64::from(name.0));
}

fn span(out: &mut Vec<u8>, span: Span) {
    put_varint(out, u64::from(span.start));
    put_zigzag(out, i64::from(span.end) - i64::from(span.start));
}

fn scope(out: &mut Vec<u8>, scope: &Scope) {
    out.push(scope.kind as u8);
    span(out, scope.span);
    put_varint(out, u64::from(scope.parent));
    option(out, scope.symbol);
}

fn symbol(out: &mut Vec<u8>, symbol: &Symbol) {
    out.push(symbol.kind as u8 | u8::from(symbol.exported) << 7);
    name(out, symbol.name);
    span(out, symbol.span);
    put_varint(out, u64::from(symbol.name_at));
    span(out, symbol.signature);
    span(out, symbol.doc);
    option(out, symbol.parent);
    option(out, symbol.owner.map(|owner| owner.0));
}

fn import(out: &mut Vec<u8>, import: &Import) {
    out.push(import.kind as u8 | u8::from(import.star) << 6 | u8::from(import.reexport) << 7);
    name(out, import.module);
    option(out, import.name.map(|id| id.0));
    option(out, import.local.map(|id| id.0));
    span(out, import.span);
    put_varint(out, u64::from(import.scope));
}

fn occurrences(out: &mut Vec<u8>, outline: &Outline) {
    put_varint(out, outline.occurrences.len() as u64);
    let (mut at, mut scope) = (0, 0);
    for (index, occurrence) in outline.occurrences.iter().enumerate() {
        put_occurrence(out, index as u32, occurrence, at, scope);
        (at, scope) = (occurrence.at, occurrence.scope);
    }
}

fn put_occurrence(out: &mut Vec<u8>, index: u32, occurrence: &Occurrence, at: u32, scope: u32) {
    let (how, earlier) = match occurrence.receiver {
        Receiver::None => (RECEIVER_NONE, None),
        Receiver::Other => (RECEIVER_OTHER, None),
        Receiver::Occurrence(receiver) if receiver + 1 == index => (RECEIVER_BEFORE, None),
        Receiver::Occurrence(receiver) => (RECEIVER_EARLIER, Some(receiver)),
    };
    let same = if occurrence.scope == scope { SAME_SCOPE } else { 0 };
    out.push(occurrence.role as u8 | how << 4 | same);
    put_varint(out, u64::from(occurrence.at - at));
    name(out, occurrence.name);
    if same == 0 {
        put_varint(out, u64::from(occurrence.scope));
    }
    if let Some(receiver) = earlier {
        put_varint(out, u64::from(receiver));
    }
}

fn hint(out: &mut Vec<u8>, hint: &Hint) {
    out.push(hint.how as u8);
    put_varint(out, u64::from(hint.binder));
    put_zigzag(out, i64::from(hint.source) - i64::from(hint.binder));
}

fn gap(out: &mut Vec<u8>, gap: &Gap) {
    match gap {
        Gap::Syntax(at) => {
            out.push(0);
            span(out, *at);
        }
        Gap::Limit(limit) => {
            out.push(1);
            out.push(*limit as u8);
        }
    }
}

fn chunk(out: &mut Vec<u8>, chunk: &Chunk) {
    span(out, chunk.span);
    option(out, chunk.symbol);
    match chunk.header {
        None => out.push(0),
        Some(header) => {
            out.push(1);
            span(out, header);
        }
    }
    put_varint(out, u64::from(chunk.n_words));
    put_varint(out, u64::from(chunk.n_name_words));
}
