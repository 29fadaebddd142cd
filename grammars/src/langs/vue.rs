//! Vue components: the script, the style, and a template whose expressions are script.
//!
//! `v-for` is a loop and `v-slot` a function over the element that bears it, so that what they
//! bind holds there and nowhere else. Members of an options object (`data`, `methods`, `computed`)
//! are what a bare name of the template means when the script binds no such name.

use super::markup::{Attribute, Flavour, Tag, close_of, string_end};
use super::page::{self, Dialect, Page};
use crate::outline::{Occurrence, Outline, Receiver, Role, Scope, ScopeKind, Span, Symbol, SymbolKind};
use crate::{Layout, Limits, pieces};
use hashbrown::HashSet;
use std::ops::Range;

const DIALECT: Dialect =
    Dialect { flavour: Flavour::Vue, tag, text: interpolated, braces: |_, _| {}, script: page::as_it_is };

pub(super) fn outline(text: &str) -> Outline {
    let mut outline = page::read(text, &DIALECT, &Limits::default());
    complete(&mut outline, text);
    outline
}

pub(super) fn layout(text: &str) -> Layout<'_> {
    page::layout(text, Flavour::Vue)
}

pub(super) fn tag(page: &mut Page, tag: &Tag) {
    // What a loop or slot binds holds for all attributes, so it comes first.
    let named = |name: &str| tag.attributes.iter().find(|one| page.text[one.name.clone()] == *name);
    if let Some(value) = named("v-for").and_then(|one| one.value.clone()) {
        each(page, value);
    }
    for one in &tag.attributes {
        let name = &page.text[one.name.clone()];
        let slot = name.starts_with('#') || name.starts_with("v-slot") || name == "slot-scope";
        if let Some(value) = one.value.clone().filter(|value| slot && !value.is_empty()) {
            page.say(&[("((", value, ") => {\n")]);
            page.until_end("});\n");
        }
    }
    tag.attributes.iter().for_each(|one| attribute(page, one));
}

fn attribute(page: &mut Page, one: &Attribute) {
    let name = &page.text[one.name.clone()];
    let slot = name.starts_with('#') || name.starts_with("v-slot");
    if slot || matches!(name, "v-for" | "slot-scope" | "v-pre" | "v-cloak" | "v-once" | "v-else") {
        return;
    }
    let event = name.starts_with('@') || name.starts_with("v-on:") || name.starts_with("x-on:");
    let bound = name.strip_prefix(':').or_else(|| name.strip_prefix("v-bind:"));
    let directive = name.starts_with("v-") || name.starts_with("x-");
    match one.value.clone() {
        Some(value) if event => page.statements(value),
        Some(value) if directive || bound.is_some() => page.value(value),
        // `:id` alone is `:id="id"`.
        None => {
            let short = bound.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
            if let Some(short) = short {
                page.value(one.name.end - short.len()..one.name.end);
            }
        }
        Some(_) => {}
    }
}

/// `item in items`, `(item, index) of items`.
fn each(page: &mut Page, value: Range<usize>) {
    let text = &page.text[value.clone()];
    let Some((at, word)) = [" in ", " of "].iter().filter_map(|word| Some((text.find(word)?, *word))).min() else {
        return;
    };
    let left = page.trimmed(value.start..value.start + at);
    let right = page.trimmed(value.start + at + word.len()..value.end);
    let names = &page.text[left.clone()];
    let several = names.starts_with('(') && names.ends_with(')') && names.len() > 1;
    if several {
        page.say(&[("for (const [", left.start + 1..left.end - 1, "] of "), ("", right, ") {\n")]);
    } else {
        page.say(&[("for (const ", left, " of "), ("", right, ") {\n")]);
    }
    page.until_end("}\n");
}

/// `{{ expression }}`.
fn interpolated(page: &mut Page, range: Range<usize>) {
    let text = &page.text[range.clone()];
    let mut at = 0;
    while let Some(start) = text[at..].find("{{").map(|n| at + n + 2) {
        let Some(end) = text[start..].find("}}").map(|n| start + n) else { return };
        page.value(range.start + start..range.start + end);
        at = end + 2;
    }
}

/// What an options object says: its data and props are members, and a bare name of the template
/// that nothing binds is one.
fn complete(outline: &mut Outline, text: &str) {
    let component = |symbol: &Symbol| symbol.parent.is_none() && outline.names.get(symbol.name) == "default";
    let Some(component) = outline.symbols.iter().position(component) else { return };
    add_members(outline, text, component);
    let members = outline.symbols.iter().filter(|symbol| symbol.parent == Some(component as u32));
    let members: HashSet<_> = members.map(|symbol| symbol.name).collect();
    let inside = outline.symbols[component].span;
    let binds = |one: &&Occurrence| matches!(one.role, Role::Def | Role::Bind | Role::Import) && one.scope == 0;
    let bound: HashSet<_> = outline.occurrences.iter().filter(binds).map(|one| one.name).collect();
    let this = outline.names.find("this");
    let this = outline.occurrences.iter().position(|one| Some(one.name) == this && inside.contains(one.at));
    let receiver = this.map_or(Receiver::Other, |this| Receiver::Occurrence(this as u32));
    let scripts = layout(text).parts.into_iter().filter(|part| part.of(text).starts_with("<script"));
    let scripts: Vec<Span> = scripts.collect();
    for index in 0..outline.occurrences.len() {
        let one = outline.occurrences[index];
        let free = one.receiver == Receiver::None && matches!(one.role, Role::Read | Role::Call | Role::Write);
        let meant = free && members.contains(&one.name) && !bound.contains(&one.name);
        if meant && !scripts.iter().any(|part| part.contains(one.at)) && !is_bound_around(outline, one) {
            outline.occurrences[index].receiver = receiver;
        }
    }
    pieces::finish(outline);
}

/// True when a loop or slot around binds the name.
fn is_bound_around(outline: &Outline, one: Occurrence) -> bool {
    let mut scope = one.scope;
    while scope != 0 {
        let binds = |other: &Occurrence| other.role == Role::Bind && other.scope == scope && other.name == one.name;
        if outline.occurrences.iter().any(binds) {
            return true;
        }
        scope = outline.scopes[scope as usize].parent;
    }
    false
}

/// The keys of `props: {…}` and of what `data` returns.
fn add_members(outline: &mut Outline, text: &str, component: usize) {
    let of_component = |scope: &Scope| scope.kind == ScopeKind::Class && scope.symbol == Some(component as u32);
    let Some(class) = outline.scopes.iter().position(of_component) else { return };
    let inside = outline.symbols[component].span;
    let mut objects: Vec<Range<usize>> = Vec::new();
    for one in outline.occurrences.iter().filter(|one| inside.contains(one.at)) {
        let word = outline.names.get(one.name);
        let rest = &text[one.at as usize + word.len()..inside.end as usize];
        let open = match (word, one.role) {
            ("props", Role::Key) => {
                rest.trim_start().strip_prefix(':').filter(|rest| rest.trim_start().starts_with('{'))
            }
            ("data", Role::Def) => {
                ["return {", "=> ({"].iter().filter_map(|mark| Some(&rest[rest.find(mark)?..])).next()
            }
            _ => None,
        };
        let brace = open.and_then(|open| Some(inside.end as usize - open.len() + open.find('{')?));
        objects.extend(brace.and_then(|brace| Some(brace + 1..close_of(text.as_bytes(), brace)? - 1)));
    }
    let keys: Vec<usize> = objects.into_iter().flat_map(|object| keys_of(text.as_bytes(), object)).collect();
    for index in 0..outline.occurrences.len() {
        let one = outline.occurrences[index];
        if one.role != Role::Key || !keys.contains(&(one.at as usize)) {
            continue;
        }
        let line = text[one.at as usize..].split([',', '}', '\n']).next().unwrap_or("");
        let line = line.trim_end_matches(|c: char| c.is_whitespace() || c == '{');
        let span = Span::new(one.at, one.at + line.len() as u32);
        outline.symbols.push(Symbol {
            kind: SymbolKind::Field,
            name: one.name,
            span,
            name_at: one.at,
            signature: span,
            doc: Span::default(),
            parent: Some(component as u32),
            owner: None,
            exported: true,
        });
        (outline.occurrences[index].role, outline.occurrences[index].scope) = (Role::Def, class as u32);
    }
}

/// Where the keys of the object that holds `inside` start, not those of objects in it.
fn keys_of(bytes: &[u8], inside: Range<usize>) -> Vec<usize> {
    let (mut keys, mut at, mut depth, mut starts) = (Vec::new(), inside.start, 0usize, true);
    while at < inside.end {
        match bytes[at] {
            b'{' => at = close_of(bytes, at).map_or(inside.end, |end| end - 1),
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = memchr::memchr(b'\n', &bytes[at..]).map_or(inside.end, |n| at + n);
            }
            b',' if depth == 0 => starts = true,
            byte if starts && !byte.is_ascii_whitespace() => {
                keys.push(at);
                starts = false;
            }
            _ => {}
        }
        at += 1;
    }
    keys
}
