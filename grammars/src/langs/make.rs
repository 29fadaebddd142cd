//! Makefiles: targets are entries, variables are constants.
//!
//! Of the targets one rule names, each is an entry; the recipe belongs to the last. Recipes,
//! continued lines and the texts of `define` hold neither.

use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};

/// Lines that start with one of these are no rules, whatever stands in them.
const DIRECTIVES: [&str; 12] = [
    "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "include", "-include", "sinclude", "vpath", "undefine",
    "unexport",
];

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let (mut continued, mut in_define) = (false, false);
    for (at, line) in scan::lines(scan.text) {
        let body = line.trim();
        let start = at + scan::indent(line);
        if body.starts_with('#') {
            scan.comment(start..start + body.len());
        }
        let skip = continued || in_define || body.is_empty() || body.starts_with('#') || line.starts_with('\t');
        continued = line.ends_with('\\');
        let first = body.split_whitespace().next().unwrap_or("");
        if in_define && first == "endef" {
            in_define = false;
            scan.close(0, at + line.len());
        }
        if skip || DIRECTIVES.contains(&first) {
            continue;
        }
        let mut from = start;
        for word in ["export", "override", "private", "define"] {
            let rest = scan.text[from..].strip_prefix(word).filter(|rest| rest.starts_with([' ', '\t']));
            if rest.is_some() {
                from = scan::trimmed(from + word.len(), &scan.text[from + word.len()..at + line.len()]).start;
                in_define = word == "define";
            }
        }
        rule(scan, start, from..at + line.len(), in_define);
    }
}

/// Reads a line that starts at `start`, without the words before it, as what it names.
fn rule(scan: &mut Scan, start: usize, line: std::ops::Range<usize>, is_define: bool) {
    let body = &scan.text[line.clone()];
    let head_end = line.end;
    let constant = |name| Found { kind: SymbolKind::Constant, level: 0, name, start, head_end };
    if is_define {
        let len = body.find([' ', '\t', '=']).unwrap_or(body.len());
        return scan.add(constant(line.start..line.start + len));
    }
    let Some((len, is_variable)) = operator(body) else { return };
    let left = &body[..len];
    if is_variable {
        let name = left.trim_end_matches([':', '?', '!', ' ', '\t']);
        // An addition needs a first value elsewhere.
        if !left.ends_with('+') && !name.contains([' ', '\t']) {
            scan.add(constant(line.start..line.start + name.len()));
        }
        return;
    }
    // `.PHONY` and its like are settings.
    if left.strip_prefix('.').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
        return scan.close(0, line.start);
    }
    let mut at = line.start;
    for piece in left.split_inclusive([' ', '\t']) {
        let name = scan::trimmed(at, piece);
        at += piece.len();
        if !name.is_empty() {
            scan.add(Found { kind: SymbolKind::Entry, level: 0, start: name.start, name, head_end });
        }
    }
}

/// Where the first operator outside of `$(…)` stands; true when it assigns.
fn operator(body: &str) -> Option<(usize, bool)> {
    let mut depth = 0i32;
    let bytes = body.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth -= 1,
            b'=' if depth == 0 => return Some((at, true)),
            b':' if depth == 0 => {
                let rest = body[at..].trim_start_matches(':');
                return Some((at, rest.starts_with('=')));
            }
            b'#' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
