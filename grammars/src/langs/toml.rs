//! TOML: tables are sections, their keys are entries.
//!
//! A table lies in the one above it whose name its own continues. What is inside a value, over
//! however many lines, is no key.

use super::scan::mask::{self, Quote, Syntax};
use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};

const SYNTAX: Syntax = Syntax {
    line_comments: &["#"],
    block_comment: None,
    spaced: false,
    quotes: &[
        Quote { mark: "\"\"\"", escapes: true, lines: true },
        Quote { mark: "'''", escapes: false, lines: true },
        Quote { mark: "\"", escapes: true, lines: false },
        Quote { mark: "'", escapes: false, lines: false },
    ],
};

/// Further in than any table.
const KEY: usize = 16;

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let code = mask::code(scan, &SYNTAX);
    // The names of the open tables, each with a dot behind it.
    let mut tables: Vec<&str> = Vec::new();
    let mut n_brackets = 0;
    for (at, line) in scan::lines(&code) {
        let start = at + scan::indent(line);
        let head_end = at + line.len();
        if n_brackets == 0 && line.trim_start().starts_with('[') {
            let from = start + line.trim_start().bytes().take_while(|byte| *byte == b'[').count();
            let len = code[from..head_end].find(']').unwrap_or(head_end - from);
            let name = scan::trimmed(from, &code[from..from + len]);
            let path = &scan.text[name.clone()];
            let inner = |table: &&str| path.strip_prefix(*table).is_some_and(|rest| rest.starts_with('.'));
            let level = tables.iter().take_while(|table| inner(table)).count().min(KEY - 1);
            let outer = if level == 0 { 0 } else { tables[level - 1].len() + 1 };
            tables.truncate(level);
            tables.push(path);
            scan.add(Found { kind: SymbolKind::Section, level, name: name.start + outer..name.end, start, head_end });
            continue;
        }
        if n_brackets == 0 {
            let Some(len) = line.find('=') else { continue };
            let name = scan::trimmed(at, &line[..len]);
            scan.add(Found { kind: SymbolKind::Entry, level: KEY, name, start, head_end });
        }
        for byte in line.bytes() {
            match byte {
                b'[' | b'{' => n_brackets += 1,
                b']' | b'}' => n_brackets = (n_brackets - 1i32).max(0),
                _ => {}
            }
        }
    }
}
