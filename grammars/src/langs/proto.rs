//! Protocol buffers: messages, enums, services and their calls are entries, nested as written.

use super::scan::blocks::{self, End};
use super::scan::mask::{self, Quote, Syntax};
use super::scan::{self, Found};
use crate::{Outline, SymbolKind};

const SYNTAX: Syntax = Syntax {
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    spaced: false,
    quotes: &[Quote { mark: "\"", escapes: true, lines: false }, Quote { mark: "'", escapes: true, lines: false }],
};

/// Messages nested further in are not listed.
const DEPTH_MAX: usize = 8;

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, |scan| {
        let code = mask::code(scan, &SYNTAX);
        blocks::statements(&code, |statement| {
            let level = statement.depth + 1;
            let head = &code[statement.head.clone()];
            let start = statement.head.start;
            let (word, rest) = head.split_once([' ', '\t', '\n']).unwrap_or(("", ""));
            let is_block = matches!(word, "message" | "enum" | "service") && statement.end == End::Open;
            if statement.depth <= DEPTH_MAX && (is_block || word == "rpc") {
                let name = scan::trimmed(start + word.len() + 1, rest);
                let len = code[name.clone()].find(['(', ' ', '\t', '\n']).unwrap_or(name.len());
                let head_end = statement.head.end.min(scan.line_end(start));
                let name = name.start..name.start + len;
                scan.add(Found { kind: SymbolKind::Entry, level, name, start, head_end });
                if statement.end == End::Plain {
                    scan.close(level, statement.at);
                }
            }
            if statement.end == End::Close {
                scan.close(statement.depth, statement.at);
            }
        });
    })
}
