//! YAML: the keys of the two outer levels are entries.
//!
//! Levels come from indentation: the first line inside a top key says where its keys stand, or
//! that it holds a list. Block texts are skipped whole; a new document ends what is open.

use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};
use std::ops::Range;

/// What the open top key holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Unknown,
    /// Keys with this indentation.
    Keys(usize),
    /// A list, or nothing that has keys.
    Other,
}

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let mut inside = Inside::Other;
    // The indentation of the line that opened a block text.
    let mut block: Option<usize> = None;
    for (at, line) in scan::lines(scan.text) {
        let body = line.trim();
        let indent = scan::indent(line);
        if body.is_empty() || block.is_some_and(|outer| indent > outer) {
            continue;
        }
        block = None;
        let start = at + indent;
        if body.starts_with('#') {
            scan.comment(start..start + body.len());
            continue;
        }
        if indent == 0 && (line.starts_with("---") || line.starts_with("...")) {
            scan.close(0, at);
            inside = Inside::Other;
            continue;
        }
        block = opens_block(body).then_some(indent);
        let is_item = body == "-" || body.starts_with("- ");
        match inside {
            _ if indent == 0 && !is_item => {}
            Inside::Unknown if !is_item => inside = Inside::Keys(indent),
            Inside::Unknown => inside = Inside::Other,
            _ => {}
        }
        let level = match inside {
            _ if is_item => continue,
            _ if indent == 0 => 0,
            Inside::Keys(keys) if keys == indent => 1,
            _ => continue,
        };
        let Some(key) = key(body) else { continue };
        let name = start + key.start..start + key.end;
        scan.add(Found { kind: SymbolKind::Entry, level, name, start, head_end: start + body.len() });
        if level == 0 {
            inside = Inside::Unknown;
        }
    }
}

/// True when a text follows whose lines are only told by their indentation: `run: |-`.
fn opens_block(body: &str) -> bool {
    let body = body.split_once(" #").map_or(body, |(body, _)| body).trim_end();
    let word = body.rsplit([' ', '\t']).next().unwrap_or("");
    word.len() < body.len()
        && word.starts_with(['|', '>'])
        && word[1..].bytes().all(|byte| byte == b'+' || byte == b'-' || byte.is_ascii_digit())
}

/// The key a line starts with.
fn key(body: &str) -> Option<Range<usize>> {
    if let Some(quote) = body.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let len = body[1..].find(quote)? + 2;
        return body[len..].trim_start().starts_with(':').then_some(0..len);
    }
    if body.starts_with(['{', '}', '[', ']', '&', '*', '!', '|', '>', '%', '@', '?', ',']) {
        return None;
    }
    let len = body.find(": ").or_else(|| body.find(":\t")).or_else(|| body.strip_suffix(':').map(str::len))?;
    let key = body[..len].trim_end();
    (!key.is_empty() && !key.contains(" #")).then_some(0..key.len())
}
