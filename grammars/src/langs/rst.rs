//! reStructuredText: underlined lines are sections.
//!
//! A style is the character and whether it also stands above; the order in which styles first
//! appear is their order as levels.

use super::scan::{self, Found, Scan};
use crate::{Outline, SymbolKind};

pub(super) fn outline(text: &str) -> Outline {
    scan::read(text, find)
}

fn find(scan: &mut Scan) {
    let mut styles: Vec<(char, bool)> = Vec::new();
    // The last two lines with their offsets; before the first line, all is blank.
    let mut above = (0, "");
    let mut title = (0, "");
    for (at, line) in scan::lines(scan.text) {
        let (title_at, text) = std::mem::replace(&mut title, (at, line));
        let (above_at, over) = std::mem::replace(&mut above, (title_at, text));
        let Some(mark) = rule(line) else { continue };
        let is_over = rule(over) == Some(mark);
        let is_free = is_over || over.trim().is_empty() || over.starts_with("..");
        if !is_free || text.trim().is_empty() || rule(text).is_some() || !is_over && text.starts_with([' ', '\t']) {
            continue;
        }
        // A shorter line is none, but short ones are often one too short.
        if line.trim_end().chars().count() < text.trim().chars().count().min(4) {
            continue;
        }
        let style = (mark, is_over);
        let level = styles.iter().position(|known| *known == style).unwrap_or(styles.len());
        if level == styles.len() {
            styles.push(style);
        }
        let name = scan::trimmed(title_at, text);
        let start = if is_over { above_at } else { title_at };
        let head_end = name.end;
        scan.add(Found { kind: SymbolKind::Section, level, name, start, head_end });
        // This line ends a heading, so it is above none.
        title = (at, "");
    }
}

/// The character a line consists of, if it can underline.
fn rule(line: &str) -> Option<char> {
    let line = line.trim_end();
    let first = line.chars().next().filter(char::is_ascii_punctuation)?;
    (line.len() >= 2 && line.bytes().all(|byte| byte == first as u8)).then_some(first)
}
