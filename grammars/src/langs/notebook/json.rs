//! The strings of a JSON text, each with the way to it and the place it stands at.
//!
//! One pass with an explicit stack. Only as strict as it takes to notice a torn file: brackets
//! must match and strings must end.

use std::borrow::Cow;
use std::ops::Range;

/// One step of the way to a string.
#[derive(Clone)]
pub(super) enum Step {
    /// Into the value of this key.
    Key(Range<usize>),
    /// Into the item with this number.
    Item(usize),
}

/// A string, between its quotes.
pub(super) struct Literal {
    pub(super) inside: Range<usize>,
}

/// A stretch of a string, and what it means.
pub(super) type Piece<'t> = (Range<usize>, Cow<'t, str>);

/// Nested deeper it is no notebook.
const DEPTH_MAX: usize = 1_000;

/// Tells `each` string value of `text`; false if the text is torn.
pub(super) fn strings(text: &str, mut each: impl FnMut(&[Step], Literal)) -> bool {
    let bytes = text.as_bytes();
    let mut path: Vec<Step> = Vec::new();
    let mut at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut is_key = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let Some(end) = string_end(bytes, at) else { return false };
                let inside = at + 1..end;
                at = end;
                match path.last_mut().filter(|_| is_key) {
                    Some(step) => (*step, is_key) = (Step::Key(inside), false),
                    None => each(&path, Literal { inside }),
                }
            }
            b'{' | b'[' if path.len() >= DEPTH_MAX => return false,
            b'{' => {
                path.push(Step::Key(0..0));
                is_key = true;
            }
            b'[' => path.push(Step::Item(0)),
            b'}' if matches!(path.last(), Some(Step::Key(_))) => {
                path.pop();
                is_key = false;
            }
            b']' if matches!(path.last(), Some(Step::Item(_))) => {
                path.pop();
                is_key = false;
            }
            b'}' | b']' => return false,
            b',' => match path.last_mut() {
                Some(Step::Key(_)) => is_key = true,
                Some(Step::Item(n)) => *n += 1,
                None => return false,
            },
            _ => {}
        }
        at += 1;
    }
    path.is_empty()
}

/// Where the quote that closes the string at `at` stands.
fn string_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    at += 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

impl Literal {
    /// What it says.
    pub(super) fn text(&self, text: &str) -> String {
        self.pieces(text).into_iter().map(|(_, meaning)| meaning).collect()
    }

    /// Its stretches without an escape and its escapes, with what each means.
    pub(super) fn pieces<'t>(&self, text: &'t str) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        let mut at = self.inside.start;
        while at < self.inside.end {
            let rest = &text[at..self.inside.end];
            let len = match rest.find('\\') {
                Some(0) => {
                    let (len, meaning) = escape(rest);
                    pieces.push((at..at + len, Cow::Owned(meaning.to_string())));
                    len
                }
                found => {
                    let len = found.unwrap_or(rest.len());
                    pieces.push((at..at + len, Cow::Borrowed(&rest[..len])));
                    len
                }
            };
            at += len;
        }
        pieces
    }
}

/// The length and the meaning of the escape that `text` starts with.
fn escape(text: &str) -> (usize, char) {
    let unit = |at: usize| text.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match text[1..].chars().next() {
        Some('n') => (2, '\n'),
        Some('t') => (2, '\t'),
        Some('r') => (2, '\r'),
        Some('b' | 'f') => (2, ' '),
        Some('u') => match (unit(2), text.get(6..8), unit(8)) {
            (Some(high @ 0xd800..=0xdbff), Some("\\u"), Some(low @ 0xdc00..=0xdfff)) => {
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                (12, char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            (Some(code), ..) => (6, char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
            (None, ..) => (2, 'u'),
        },
        Some(other) => (1 + other.len_utf8(), other),
        None => (1, '\\'),
    }
}
