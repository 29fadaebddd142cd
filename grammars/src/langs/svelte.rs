//! Svelte components: the script, the style, and a template in which braces hold script.
//!
//! `{#each}` is a loop, `{#snippet}` a function, `{#await}` and `{@const}` bind names; what they
//! bind holds until their block ends. `$store` is a use of `store`, `$: x = …` defines `x`.

use super::markup::{Attribute, Flavour, Tag, close_of};
use super::page::{self, Dialect, Page};
use crate::outline::{Outline, Role};
use crate::pieces::Pieces;
use crate::{Layout, Limits};
use hashbrown::HashSet;
use std::ops::Range;

const DIALECT: Dialect = Dialect { flavour: Flavour::Svelte, tag, text: |_, _| {}, braces, script };

pub(super) fn outline(text: &str) -> Outline {
    let mut outline = page::read(text, &DIALECT, &Limits::default());
    name_stores(&mut outline);
    outline
}

pub(super) fn layout(text: &str) -> Layout<'_> {
    page::layout(text, Flavour::Svelte)
}

fn tag(page: &mut Page, tag: &Tag) {
    for one in &tag.attributes {
        let Some(("let", name)) = page.text[one.name.clone()].split_once(':') else { continue };
        let bare = one.name.end - name.len()..one.name.end;
        page.say(&[("((", one.value.clone().filter(|_| one.braced).unwrap_or(bare), ") => {\n")]);
        page.until_end("});\n");
    }
    tag.attributes.iter().for_each(|one| attribute(page, one));
}

/// A script with `let x = …` where it says `$: x = …` and declares no `x` itself.
fn script(to: &mut Pieces, range: Range<usize>, text: &str) {
    let mut from = range.start;
    for (at, mark) in text[range.clone()].match_indices("$:") {
        let at = range.start + at;
        let starts_line = text[..at].trim_end_matches([' ', '\t']).ends_with(['\n', '>', ';']);
        let rest = &text[at + mark.len()..range.end];
        let name = rest.trim_start();
        let name = &name[..name.find(|c: char| !crate::words::is_word(c)).unwrap_or(name.len())];
        let value = rest.trim_start()[name.len()..].trim_start();
        let assigns = value.starts_with('=') && !value.starts_with("==") && !value.starts_with("=>");
        let declares = |word: &str| text[range.clone()].contains(&format!("{word} {name}"));
        if starts_line && !name.is_empty() && assigns && !declares("let") && !declares("var") {
            to.copy(from..at);
            to.make("let ");
            from = at + mark.len();
        }
    }
    to.copy(from..range.end);
}

/// Directives whose name is that of a function or variable.
const NAMING: [&str; 6] = ["use", "transition", "in", "out", "animate", "bind"];

fn attribute(page: &mut Page, one: &Attribute) {
    let name = &page.text[one.name.clone()];
    let (directive, rest) = name.split_once(':').unwrap_or(("", ""));
    if directive == "let" {
        return;
    }
    let rest_at = one.name.end - rest.len();
    let rest = rest.split('|').next().unwrap_or("");
    let valueless = one.value.is_none() && matches!(directive, "class" | "style");
    let names = directive == "bind" && one.value.is_none() || directive != "bind" && NAMING.contains(&directive);
    if (names || valueless)
        && !rest.is_empty()
        && rest.chars().all(|c| crate::words::is_word(c) || matches!(c, '$' | '.'))
    {
        page.value(rest_at..rest_at + rest.len());
    }
    match &one.value {
        Some(value) if one.braced && one.name.is_empty() => braces(page, value.clone()),
        Some(value) if one.braced => page.value(value.clone()),
        Some(value) => inner(page, value.clone()),
        None => {}
    }
}

/// The braces inside of a quoted value.
fn inner(page: &mut Page, value: Range<usize>) {
    let bytes = &page.text.as_bytes()[..value.end];
    let mut at = value.start;
    while let Some(start) = memchr::memchr(b'{', &bytes[at..]).map(|n| at + n) {
        let Some(end) = close_of(bytes, start) else { return };
        page.value(start + 1..end - 1);
        at = end;
    }
}

fn braces(page: &mut Page, range: Range<usize>) {
    let range = page.trimmed(range);
    let text = &page.text[range.clone()];
    let Some(mark) = text.chars().next().filter(|mark| matches!(mark, '#' | ':' | '@' | '/')) else {
        let spread = text.strip_prefix("...").map_or(0, |_| 3);
        return page.value(range.start + spread..range.end);
    };
    let len = text[1..].find(|c: char| !c.is_ascii_alphabetic()).map_or(text.len(), |n| n + 1);
    let (word, rest) = (&text[1..len], range.start + len..range.end);
    match (mark, word) {
        // A comment, or the end of a block.
        ('/', "") => page.value(range),
        ('/', _) => page.close_block(),
        ('#', "each") => each(page, rest),
        ('#', "snippet") => {
            page.say(&[("function ", rest, " {\n")]);
            page.open_block("}\n");
        }
        ('#', "await") => {
            let text = &page.text[rest.clone()];
            let then = [" then ", " catch "].iter().filter_map(|word| Some((text.find(word)?, word.len()))).min();
            let (at, word) = then.unwrap_or((text.len(), 0));
            page.say(&[("{\n", rest.start..rest.start, "")]);
            bind(page, rest.start + at + word..rest.end, rest.start..rest.start + at);
            page.open_block("}\n");
        }
        ('#', _) => {
            page.value(rest);
            page.say(&[("{\n", range.end..range.end, "")]);
            page.open_block("}\n");
        }
        (':', "then" | "catch") => {
            page.close_block();
            page.say(&[("{\n", range.end..range.end, "")]);
            bind(page, rest, range.end..range.end);
            page.open_block("}\n");
        }
        // `{:else if x}`.
        (':', _) => {
            let text = &page.text[rest.clone()];
            let skipped = text.len() - text.trim_start().trim_start_matches("if ").len();
            page.value(rest.start + skipped..rest.end);
        }
        ('@', "const") => page.say(&[("const ", rest, ";\n")]),
        _ => page.value(rest),
    }
}

/// `const name = value;`
fn bind(page: &mut Page, name: Range<usize>, value: Range<usize>) {
    let (name, value) = (page.trimmed(name), page.trimmed(value));
    match (name.is_empty(), value.is_empty()) {
        (true, _) => page.value(value),
        (false, true) => page.say(&[("const ", name, " = 0;\n")]),
        (false, false) => page.say(&[("const ", name, " = await "), ("", value, ";\n")]),
    }
}

/// `items as item, index (key)`.
fn each(page: &mut Page, rest: Range<usize>) {
    let text = &page.text[rest.clone()];
    let Some(at) = text.rfind(" as ") else {
        page.value(rest.clone());
        page.say(&[("{\n", rest.end..rest.end, "")]);
        return page.open_block("}\n");
    };
    let items = page.trimmed(rest.start..rest.start + at);
    let names = page.trimmed(rest.start + at + 4..rest.end);
    let text = &page.text[names.clone()];
    let key = text.rfind('(').filter(|_| text.ends_with(')')).unwrap_or(text.len());
    let left = page.trimmed(names.start..names.start + key);
    let close = page.text[left.clone()].rfind(['}', ']']).map_or(0, |n| n + 1);
    let comma = page.text[left.clone()][close..].find(',').map(|n| left.start + close + n);
    let (item, index) = match comma {
        Some(comma) => (left.start..comma, comma + 1..left.end),
        None => (left.clone(), left.end..left.end),
    };
    page.say(&[("for (const ", item, " of "), ("", items, ") {\n")]);
    if !index.is_empty() {
        page.say(&[("const ", index, " = 0;\n")]);
    }
    if key < text.len() {
        page.value(names.start + key + 1..names.end - 1);
    }
    page.open_block("}\n");
}

/// `$store` reads what `store` holds: it is a use of that name.
fn name_stores(outline: &mut Outline) {
    let is_known = |name: &str| !name.is_empty() && !name.starts_with('$');
    let bound: HashSet<_> = outline
        .occurrences
        .iter()
        .filter(|one| matches!(one.role, Role::Def | Role::Bind | Role::Import))
        .map(|one| one.name)
        .collect();
    for index in 0..outline.occurrences.len() {
        let one = outline.occurrences[index];
        let name = outline.names.get(one.name).strip_prefix('$').filter(|name| is_known(name));
        let Some(id) = name.and_then(|name| outline.names.find(name)).filter(|id| bound.contains(id)) else { continue };
        let one = &mut outline.occurrences[index];
        (one.name, one.at) = (id, one.at + 1);
    }
}
