//! INI files and their like (`.cfg`, `.conf`, `.properties`): sections, and the keys in them.
//!
//! A line further in than the first key of its section continues a value. Formats of the same
//! endings that are no `key = value` give no entries.

use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    // The indentation of the keys of the open section.
    let mut keys: Option<usize> = None;
    let mut continued = false;
    for (at, line) in scan::lines(scan.text) {
        let body = line.trim();
        let indent = scan::indent(line);
        let start = at + indent;
        let head_end = start + body.len();
        if std::mem::replace(&mut continued, body.ends_with('\\')) || body.is_empty() {
            continue;
        }
        if body.starts_with(['#', ';', '!']) {
            continued = false;
            scan.comment(start..head_end);
        } else if let Some(len) = body.strip_prefix('[').and_then(|rest| rest.find(']')) {
            keys = None;
            let name = scan::trimmed(start + 1, &body[1..1 + len]);
            scan.add(Found { kind: SymbolKind::Section, level: 0, name, start, head_end });
        } else if keys.is_none_or(|keys| indent <= keys)
            && let Some(len) = key(body)
        {
            keys = Some(indent);
            scan.add(Found { kind: SymbolKind::Entry, level: 1, name: start..start + len, start, head_end });
        }
    }
}

/// The length of the key a line starts with. With a colon it is one word, since texts have them.
fn key(body: &str) -> Option<usize> {
    let at = body.find(['=', ':'])?;
    let key = body[..at].trim_end();
    let is_plain = !key.is_empty() && !key.contains(['(', ')', '{', '}', '"', '\'', '<', '>', ',', '$', ';']);
    (is_plain && (body[at..].starts_with('=') || !key.contains([' ', '\t']))).then_some(key.len())
}
