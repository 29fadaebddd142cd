//! What must hold of every outline, whatever the text: the tests, the fuzz targets and the corpus
//! run all ask here.
//!
//! Compares an outline with its own text and with itself only, so it needs no expected answer.

#![allow(dead_code, unreachable_pub)] // Each user asks for what it needs.

use grammars::{Gap, LineIndex, Outline, Receiver, Span};

/// The first thing about `outline` that cannot be true of `text`; none if all is well.
pub fn flaw(text: &str, outline: &Outline) -> Option<String> {
    occurrences(text, outline)
        .or_else(|| receivers(outline))
        .or_else(|| symbols(text, outline))
        .or_else(|| scopes(text, outline))
        .or_else(|| the_rest(text, outline))
}

fn fits(text: &str, at: Span) -> bool {
    at.start <= at.end && text.get(at.start as usize..at.end as usize).is_some()
}

fn occurrences(text: &str, outline: &Outline) -> Option<String> {
    let mut before = 0;
    for occurrence in &outline.occurrences {
        let name = outline.names.get(occurrence.name);
        let here = text.get(occurrence.at as usize..).is_some_and(|rest| rest.starts_with(name));
        if !here || name.is_empty() {
            return Some(format!("{name:?} does not stand at {}", occurrence.at));
        }
        if occurrence.at < before {
            return Some(format!("{name:?} at {} stands before the occurrence before it", occurrence.at));
        }
        if occurrence.scope as usize >= outline.scopes.len() {
            return Some(format!("{name:?} at {} is in no scope", occurrence.at));
        }
        before = occurrence.at;
    }
    None
}

/// Chains of receivers end.
fn receivers(outline: &Outline) -> Option<String> {
    let n = outline.occurrences.len();
    // 0 not looked at, 1 on the chain being followed, 2 known to end.
    let mut state = vec![0u8; n];
    for start in 0..n {
        let mut chain = Vec::new();
        let mut at = start;
        loop {
            match state[at] {
                1 => return Some(format!("the receivers of occurrence {start} go round")),
                2 => break,
                _ => {}
            }
            state[at] = 1;
            chain.push(at);
            match outline.occurrences[at].receiver {
                Receiver::Occurrence(next) if next as usize >= n => return Some(format!("no receiver {next}")),
                Receiver::Occurrence(next) => at = next as usize,
                Receiver::None | Receiver::Other => break,
            }
        }
        for at in chain {
            state[at] = 2;
        }
    }
    None
}

fn symbols(text: &str, outline: &Outline) -> Option<String> {
    for (index, symbol) in outline.symbols.iter().enumerate() {
        let name = outline.names.get(symbol.name);
        let wrong = |what: &str| Some(format!("symbol {index} {name:?}: {what}: {symbol:?}"));
        if name.is_empty() {
            return wrong("no name");
        }
        if ![symbol.span, symbol.signature, symbol.doc].into_iter().all(|at| fits(text, at)) {
            return wrong("a span is not of this text");
        }
        if !text.is_char_boundary(symbol.name_at as usize) {
            return wrong("its name stands inside of a character");
        }
        if symbol.parent.is_some_and(|parent| parent as usize >= index) {
            return wrong("its parent does not come before it");
        }
    }
    None
}

fn scopes(text: &str, outline: &Outline) -> Option<String> {
    let Some(file) = outline.scopes.first() else { return Some("no scope of the file".to_string()) };
    if file.span != Span::new(0, text.len() as u32) {
        return Some(format!("the file's scope is {:?}", file.span));
    }
    for (index, scope) in outline.scopes.iter().enumerate() {
        if scope.parent as usize >= index.max(1) || !fits(text, scope.span) {
            return Some(format!("scope {index}: {scope:?}"));
        }
        if scope.symbol.is_some_and(|symbol| symbol as usize >= outline.symbols.len()) {
            return Some(format!("scope {index} is of no symbol: {scope:?}"));
        }
    }
    None
}

fn the_rest(text: &str, outline: &Outline) -> Option<String> {
    let n = outline.occurrences.len() as u32;
    let hint = outline.hints.iter().find(|hint| hint.binder >= n || hint.source >= n || hint.binder == hint.source);
    if let Some(hint) = hint {
        return Some(format!("{hint:?}"));
    }
    let import = |import: &&grammars::Import| !fits(text, import.span) || import.scope as usize >= outline.scopes.len();
    if let Some(import) = outline.imports.iter().find(import) {
        return Some(format!("{import:?}"));
    }
    let gap = |gap: &&Gap| matches!(gap, Gap::Syntax(at) if !fits(text, *at));
    if let Some(gap) = outline.gaps.iter().find(gap) {
        return Some(format!("{gap:?}"));
    }
    let lines = LineIndex::new(text);
    let last = outline.occurrences.last().map_or(0, |last| lines.line(last.at));
    (last > lines.count().max(1)).then(|| format!("line {last} of {}", lines.count()))
}
