//! Tells a C++ header from a C header.
//!
//! A header for both hides what C++ it holds behind `__cplusplus`; that does not count.

use crate::langs::c::lex::{Kind, Lexer, line_end};

/// Bytes looked through: what makes a header C++ stands above its first functions.
const BYTES_MAX: usize = 64 << 10;

/// True when the text has what only C++ has.
pub(in crate::langs) fn is_likely(text: &str) -> bool {
    let mut end = text.len().min(BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = text.get(..end).unwrap_or("");
    let mut lexer = Lexer::new(text);
    let mut guard = Guard::default();
    let mut before = ["", ""];
    while let Some(token) = lexer.next() {
        let piece = text.get(token.start..token.end).unwrap_or("");
        match token.kind {
            Kind::Comment => continue,
            Kind::Punct(b'#') if token.first => {
                let end = line_end(text.as_bytes(), token.start);
                let line = text.get(token.start..end).unwrap_or("");
                lexer.jump(end);
                guard.directive(line);
                if !guard.is_closed() && is_own_include(line) {
                    return true;
                }
                continue;
            }
            _ => {}
        }
        if !guard.is_closed() && tells(before, piece) {
            return true;
        }
        before = [before[1], piece];
    }
    false
}

/// Which conditionals are open, and from which on C does not look.
#[derive(Default)]
struct Guard {
    depth: usize,
    closed: Option<usize>,
}

impl Guard {
    fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    fn directive(&mut self, line: &str) {
        let word = line.trim_start_matches(['#', ' ', '\t']);
        if word.starts_with("if") {
            self.depth += 1;
            let plus = line.contains("__cplusplus") && !word.starts_with("ifndef") && !line.contains('!');
            self.closed = self.closed.or(plus.then_some(self.depth));
        } else if word.starts_with("el") && self.closed == Some(self.depth) {
            self.closed = None;
        } else if word.starts_with("endif") {
            self.closed = self.closed.filter(|&depth| depth != self.depth);
            self.depth = self.depth.saturating_sub(1);
        }
    }
}

/// `#include <vector>`: the files of C end in `.h`.
fn is_own_include(line: &str) -> bool {
    let word = line.trim_start_matches(['#', ' ', '\t']);
    let file = word.strip_prefix("include").map(str::trim_start).and_then(|rest| rest.strip_prefix('<'));
    let file = file.and_then(|rest| rest.split_once('>')).map_or("", |(file, _)| file);
    !file.is_empty() && file.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
}

/// True for what no C says: three pieces in a row.
fn tells(before: [&str; 2], piece: &str) -> bool {
    let is_name = piece.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match (before, piece) {
        ([_, "template"], "<") | ([_, "public" | "private" | "protected"], ":") | ([_, "enum"], "class") => true,
        ([_, "namespace"], "{") | ([_, "using"], "namespace") => true,
        ([":", ":"], _) => is_name,
        // Objective-C's word for a forward declaration.
        (["@", "class"], _) => false,
        ([_, "class" | "namespace" | "typename" | "virtual" | "constexpr"], _) => is_name,
        _ => false,
    }
}
