//! Dockerfiles: stages are sections, named by `AS` or by their image.

use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let mut continued = false;
    for (at, line) in scan::lines(scan.text) {
        let body = line.trim();
        let start = at + scan::indent(line);
        if body.starts_with('#') {
            // A comment inside a continued instruction does not end it.
            scan.comment(start..start + body.len());
            continue;
        }
        let is_first = !continued;
        continued = body.ends_with('\\') || continued && body.is_empty();
        if is_first && let Some(name) = stage(body) {
            let name = start + name.0..start + name.1;
            let head_end = start + body.len();
            scan.add(Found { kind: SymbolKind::Section, level: 0, name, start, head_end });
        }
    }
}

/// Where the name of a stage stands in its `FROM`.
fn stage(body: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    let mut words = body.split_inclusive([' ', '\t']).filter_map(|piece| {
        at += piece.len();
        let word = piece.trim();
        (!word.is_empty()).then_some((at - piece.len(), word))
    });
    words.next().filter(|(_, word)| word.eq_ignore_ascii_case("from"))?;
    let (image_at, image) = words.find(|(_, word)| !word.starts_with("--"))?;
    let name = words.next().filter(|(_, word)| word.eq_ignore_ascii_case("as")).and_then(|_| words.next());
    let (at, name) = name.unwrap_or((image_at, image));
    Some((at, at + name.len()))
}
