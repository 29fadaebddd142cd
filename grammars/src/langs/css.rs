//! CSS, SCSS and Less: selectors are entries, mixins and functions are functions, custom
//! properties and the variables of a file are variables, `@media` and its like are sections.
//!
//! Control flow and includes are passed through: what is inside belongs to what is around.

use super::scan;
use super::scan::blocks::{self, End};
use super::scan::mask::{PLAIN_QUOTES, Syntax};
use crate::{Outline, SymbolKind};
use std::ops::Range;

const SYNTAX: Syntax =
    Syntax { line_comments: &["//"], block_comment: Some(("/*", "*/")), spaced: true, quotes: PLAIN_QUOTES };

pub(super) fn outline(text: &str) -> Outline {
    blocks::outline(text, &SYNTAX, |head, statement| {
        if statement.end == End::Open { rule(head) } else { variable(head, statement.depth) }
    })
}

/// What the header of a block names.
fn rule(head: &str) -> Option<(SymbolKind, Range<usize>)> {
    if let Some(rest) = head.strip_prefix('@') {
        let at = 1 + rest.find(|c: char| c != '-' && !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let name = scan::trimmed(at, &head[at..]);
        return match &head[1..at] {
            "mixin" | "function" => {
                let len = head[name.clone()].find(['(', ' ', '\n']).unwrap_or(name.len());
                Some((SymbolKind::Function, name.start..name.start + len))
            }
            "include" | "if" | "else" | "each" | "for" | "while" | "at-root" | "content" => None,
            word if word.ends_with("keyframes") => Some((SymbolKind::Entry, name)),
            _ => Some((SymbolKind::Section, 0..head.len())),
        };
    }
    // `from`, `20%`; SCSS's nested `font: { size: 1px }`.
    let is_step = head.starts_with(|c: char| c.is_ascii_digit()) || head == "from" || head == "to";
    if head.is_empty() || is_step || head.ends_with(':') {
        return None;
    }
    // Less: `.size(@width)`.
    if let Some(len) = head.find('(').filter(|len| *len > 1) {
        let name = head.strip_prefix(['.', '#']).and_then(|_| head.get(1..len)).unwrap_or("?");
        let is_name = name.bytes().all(|byte| byte == b'-' || byte == b'_' || byte.is_ascii_alphanumeric());
        if is_name {
            return Some((SymbolKind::Function, 1..len));
        }
    }
    Some((SymbolKind::Entry, 0..head.len()))
}

/// The variable a statement sets. Those of SCSS and Less count at the top only; inside of rules
/// they are locals.
fn variable(head: &str, depth: usize) -> Option<(SymbolKind, Range<usize>)> {
    let is_property = head.starts_with("--");
    let is_top = depth == 0 && head.starts_with(['$', '@']);
    if !is_property && !is_top {
        return None;
    }
    let name = head[..head.find(':')?].trim_end();
    let is_name = name[1..].bytes().all(|byte| matches!(byte, b'-' | b'_') || byte.is_ascii_alphanumeric());
    is_name.then_some((SymbolKind::Variable, 0..name.len()))
}
