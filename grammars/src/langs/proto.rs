//! Protocol buffers: messages, enums, services and their calls are entries, nested as written.

use super::scan;
use super::scan::blocks::{self, End, Statement};
use super::scan::mask::{PLAIN_QUOTES, Syntax};
use crate::{Outline, SymbolKind};
use std::ops::Range;

const SYNTAX: Syntax =
    Syntax { line_comments: &["//"], block_comment: Some(("/*", "*/")), spaced: false, quotes: PLAIN_QUOTES };

pub(super) fn outline(text: &str) -> Outline {
    blocks::outline(text, &SYNTAX, named)
}

fn named(head: &str, statement: &Statement) -> Option<(SymbolKind, Range<usize>)> {
    let (word, rest) = head.split_once([' ', '\t', '\n'])?;
    let is_block = matches!(word, "message" | "enum" | "service") && statement.end == End::Open;
    if !is_block && word != "rpc" {
        return None;
    }
    let name = scan::trimmed(word.len() + 1, rest);
    let len = head[name.clone()].find(['(', ' ', '\t', '\n']).unwrap_or(name.len());
    Some((SymbolKind::Entry, name.start..name.start + len))
}
