//! The code of a text: the same length, with blanks for comments and quotes for strings.
//!
//! What looks for braces, keys and line starts then needs to know neither.

use super::Scan;
use std::iter::repeat_n;

/// How a format writes comments and strings.
pub(in crate::langs) struct Syntax {
    /// They last until the end of the line.
    pub(in crate::langs) line_comments: &'static [&'static str],
    pub(in crate::langs) block_comment: Option<(&'static str, &'static str)>,
    /// Comments to the end of the line start behind white space only (`url(http://a)`).
    pub(in crate::langs) spaced: bool,
    /// Longer ones before their prefixes.
    pub(in crate::langs) quotes: &'static [Quote],
}

/// What opens and closes a string.
pub(in crate::langs) struct Quote {
    pub(in crate::langs) mark: &'static str,
    /// A backslash hides the next character.
    pub(in crate::langs) escapes: bool,
    /// It may go over lines; otherwise an unclosed one ends with its line.
    pub(in crate::langs) lines: bool,
}

/// `"…"` and `'…'` with backslashes, each on one line.
pub(in crate::langs) const PLAIN_QUOTES: &[Quote] =
    &[Quote { mark: "\"", escapes: true, lines: false }, Quote { mark: "'", escapes: true, lines: false }];

/// The code of the text; its comments are told to `scan`.
pub(in crate::langs) fn code(scan: &mut Scan, syntax: &Syntax) -> String {
    let text = scan.text;
    let bytes = text.as_bytes();
    let mut code = String::with_capacity(text.len());
    let (mut at, mut from) = (0, 0);
    while at < bytes.len() {
        // No mark starts with anything else.
        if !matches!(bytes[at], b'"' | b'\'' | b'`' | b'$' | b'#' | b'/' | b'-') {
            at += 1;
            continue;
        }
        let Some((end, fill)) = syntax.token(text, at) else {
            at += 1;
            continue;
        };
        if fill == ' ' {
            scan.comment(at..end);
        }
        code.push_str(&text[from..at]);
        code.extend(repeat_n(fill, end - at));
        (at, from) = (end, end);
    }
    code.push_str(&text[from..]);
    code
}

impl Syntax {
    /// Where the comment or string that starts at `at` ends, and what stands for it in the code.
    fn token(&self, text: &str, at: usize) -> Option<(usize, char)> {
        let rest = text.get(at..)?;
        let line_end = |rest: &str| rest.find('\n').unwrap_or(rest.len());
        if self.line_comments.iter().any(|mark| rest.starts_with(mark)) {
            let free = !self.spaced || at == 0 || text.as_bytes()[at - 1].is_ascii_whitespace();
            if free {
                return Some((at + rest[..line_end(rest)].trim_end().len(), ' '));
            }
        }
        if let Some((open, close)) = self.block_comment.filter(|(open, _)| rest.starts_with(open)) {
            let len = rest[open.len()..].find(close).map_or(rest.len(), |n| open.len() + n + close.len());
            return Some((at + len, ' '));
        }
        let quote = self.quotes.iter().find(|quote| rest.starts_with(quote.mark))?;
        Some((at + quote.len(rest.as_bytes()), '"'))
    }
}

impl Quote {
    /// The length of the string that `rest` starts with.
    fn len(&self, rest: &[u8]) -> usize {
        let mark = self.mark.as_bytes();
        let mut at = mark.len();
        while at < rest.len() {
            match rest[at] {
                b'\\' if self.escapes && (self.lines || rest.get(at + 1) != Some(&b'\n')) => at += 2,
                b'\n' if !self.lines => return at,
                byte if byte == mark[0] && rest[at..].starts_with(mark) => return at + mark.len(),
                _ => at += 1,
            }
        }
        rest.len()
    }
}
