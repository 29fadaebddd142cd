//! Ends lines before closing braces, which the grammar wants and people leave out.
//!
//! `class A { val b = 1 }` on one line sends the parser astray: a member has to end with a line or
//! a semicolon. So a blank before a closing brace becomes the end of a line. Braces in comments
//! and strings stay as they are, apart from those of code inside of a template. And in
//! `suspend { }` the word, a modifier to the grammar, is the name of what is called: it is hidden.
//!
//! Knows words and brackets, no syntax.

use crate::outline::{Role, Span};
use crate::spec::Veiled;

const SUSPEND: &[u8] = b"suspend";

/// What a reader is inside of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Braces,
    /// Code inside of a string.
    Template,
    Text,
    RawText,
}

/// The text for the parser, if it differs.
pub(super) fn hide(text: &str) -> Option<Veiled> {
    let (blanks, calls) = found(text.as_bytes());
    if blanks.is_empty() && calls.is_empty() {
        return None;
    }
    let mut seen = text.as_bytes().to_vec();
    blanks.into_iter().for_each(|blank| seen[blank] = b'\n');
    let mut hidden = Vec::new();
    for call in calls {
        let end = call + SUSPEND.len();
        seen[call..end].fill(b' ');
        hidden.push((Span::new(call as u32, end as u32), Role::Call));
    }
    Some(Veiled { text: String::from_utf8(seen).ok()?, hidden })
}

/// Blanks between code and a closing brace on the same line, and calls of `suspend`.
fn found(bytes: &[u8]) -> (Vec<usize>, Vec<usize>) {
    let (mut blanks, mut calls) = (Vec::new(), Vec::new());
    let mut inside = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (before, rest) = bytes.split_at(at);
        at += match inside.last() {
            Some(Inside::Text) => in_text(rest, &mut inside),
            Some(Inside::RawText) => in_raw_text(rest, &mut inside),
            _ if byte == b'}' => {
                if inside.pop() != Some(Inside::Template) && ends_code(before) {
                    blanks.push(at - 1);
                }
                1
            }
            _ if byte == b's' && calls_suspend(before, rest) => {
                calls.push(at);
                SUSPEND.len()
            }
            _ => in_code(rest, &mut inside),
        };
    }
    (blanks, calls)
}

fn calls_suspend(before: &[u8], rest: &[u8]) -> bool {
    let begins = before.last().is_none_or(|&byte| byte != b'_' && byte != b'.' && !byte.is_ascii_alphanumeric());
    let after = rest.strip_prefix(SUSPEND).filter(|_| begins);
    after.is_some_and(|after| after.iter().find(|&&byte| byte != b' ') == Some(&b'{'))
}

/// True when code and a blank stand before.
fn ends_code(before: &[u8]) -> bool {
    let line = before.iter().rev().take_while(|&&byte| byte != b'\n');
    let code = line.clone().find(|&&byte| byte != b' ');
    line.clone().next() == Some(&b' ') && code.is_some_and(|&byte| byte != b'{')
}

/// How many bytes to go on by, in code.
fn in_code(rest: &[u8], inside: &mut Vec<Inside>) -> usize {
    match rest {
        [b'/', b'/', ..] => rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()),
        [b'/', b'*', ..] => comment_len(rest),
        [b'"', b'"', b'"', ..] => {
            inside.push(Inside::RawText);
            3
        }
        [b'"', ..] => {
            inside.push(Inside::Text);
            1
        }
        [b'\'', b'\\', _, ..] => 3,
        [b'\'', _, b'\'', ..] => 3,
        [b'`', ..] => 1 + rest[1..].iter().position(|&byte| matches!(byte, b'`' | b'\n')).map_or(0, |end| end + 1),
        [b'{', ..] => {
            inside.push(Inside::Braces);
            1
        }
        _ => 1,
    }
}

/// Comments nest.
fn comment_len(rest: &[u8]) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 && at < rest.len() {
        let step = match &rest[at..] {
            [b'*', b'/', ..] => -1,
            [b'/', b'*', ..] => 1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
    }
    at
}

fn in_text(rest: &[u8], inside: &mut Vec<Inside>) -> usize {
    match rest {
        [b'\\', _, ..] => 2,
        [b'$', b'{', ..] => {
            inside.push(Inside::Template);
            2
        }
        [b'"' | b'\n', ..] => {
            inside.pop();
            1
        }
        _ => 1,
    }
}

fn in_raw_text(rest: &[u8], inside: &mut Vec<Inside>) -> usize {
    match rest {
        [b'$', b'{', ..] => {
            inside.push(Inside::Template);
            2
        }
        [b'"', b'"', b'"', ..] => {
            inside.pop();
            3 + rest[3..].iter().take_while(|&&byte| byte == b'"').count()
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, wanted: Option<&str>) {
        assert_eq!(hide(text).map(|veiled| veiled.text).as_deref(), wanted);
    }

    #[test]
    fn only_lines_of_code_end_before_a_brace() {
        check("class A { val b = 1 }", Some("class A { val b = 1\n}"));
        check("a {}\nb { }\nc {\n  d\n  }\n", None);
        check("val a = \"{ x }\" // { y }\n/* /* { */ z } */ '}'", None);
        check("val a = \"${ b.map { it } } c }\"", Some("val a = \"${ b.map { it\n} } c }\""));
        check("\"\"\" { \" } \"\"\"\"; { 'é' }", Some("\"\"\" { \" } \"\"\"\"; { 'é'\n}"));
        check("} \" \\", None);
        check("val a = suspend { b }", Some("val a =         { b\n}"));
        check("suspend fun a() {}\nval suspend_ = b.suspend {}", None);
    }
}
