//! JSON, also with comments, single quotes and bare keys: the keys of the two outer levels are
//! entries.
//!
//! Only objects right inside objects count; the objects of a list are data, alike and many.

use super::scan::mask::{self, Quote, Syntax};
use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};

const SYNTAX: Syntax = Syntax {
    line_comments: &["//"],
    block_comment: Some(("/*", "*/")),
    spaced: false,
    quotes: &[Quote { mark: "\"", escapes: true, lines: false }, Quote { mark: "'", escapes: true, lines: false }],
};

/// Keys further in are values to us.
const DEPTH_MAX: usize = 2;

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let code = mask::code(scan, &SYNTAX);
    let (mut depth, mut n_lists) = (0usize, 0usize);
    // Where the last comma or brace was.
    let mut from = 0;
    for (at, byte) in code.bytes().enumerate() {
        let counts = n_lists == 0 && (1..=DEPTH_MAX).contains(&depth);
        match byte {
            b':' if counts && from <= at => {
                let name = scan::trimmed(from, &code[from..at]);
                let head_end = scan.line_end(name.start);
                scan.add(Found { kind: SymbolKind::Entry, level: depth, start: name.start, name, head_end });
                // No second key before the next comma.
                from = usize::MAX;
            }
            b'[' => n_lists += 1,
            b']' => n_lists = n_lists.saturating_sub(1),
            b'{' if n_lists == 0 => depth += 1,
            b'}' if n_lists == 0 => {
                scan.close(depth.max(1), at);
                depth = depth.saturating_sub(1);
            }
            b',' if counts => scan.close(depth, at),
            _ => continue,
        }
        if matches!(byte, b'{' | b'}' | b',' | b'[' | b']') {
            from = at + 1;
        }
    }
}
