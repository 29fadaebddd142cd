//! Cuts a query into phrases, filters and words, and says where it cannot.
//!
//! Only known keys make a filter, so that `std::vec` and `http://x` stay text; only one dash right
//! before a word excludes, so that `--flag` and `a - b` stay text.

use crate::Error;

/// One piece of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// `"exact words"`.
    Phrase { text: &'a str },
    /// Anything else; `quoted` when it stood in backticks.
    Text { text: &'a str, quoted: bool },
    /// `-word`.
    Without { text: &'a str },
    /// `key:value`, with its byte offset in the query.
    Filter { key: &'static str, value: &'a str, unwanted: bool, at: usize },
}

/// What people type and what it stands for.
const KEYS: &[(&str, &str)] = &[
    ("path", "path"),
    ("file", "path"),
    ("dir", "path"),
    ("lang", "lang"),
    ("language", "lang"),
    ("kind", "kind"),
    ("sym", "sym"),
    ("symbol", "sym"),
    ("in", "in"),
];

/// Cuts `text` into tokens.
pub(crate) fn cut(text: &str) -> Result<Vec<Token<'_>>, Error> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(skip) = text[at..].find(|c: char| !c.is_whitespace()) {
        at += skip;
        let rest = &text[at..];
        let mark = rest.chars().next().filter(|c| *c == '"' || *c == '`');
        if let Some((mark, len)) = mark.and_then(|mark| Some((mark, rest[1..].find(mark)?))) {
            let inner = &rest[1..1 + len];
            if !inner.trim().is_empty() {
                let phrase = mark == '"';
                tokens.push(if phrase {
                    Token::Phrase { text: inner }
                } else {
                    Token::Text { text: inner, quoted: true }
                });
            }
            at += len + 2;
            continue;
        }
        match mark {
            Some('"') => return Err(Error::Query { at, what: "this `\"` is never closed".to_string() }),
            // A lone backtick is a slip of the finger.
            Some(_) => at += 1,
            None => {
                let len = rest.find(|c: char| c.is_whitespace() || c == '`').unwrap_or(rest.len());
                let (token, used) = word(text, at, len)?;
                tokens.extend(token);
                at += used;
            }
        }
    }
    Ok(tokens)
}

/// Reads the `len` bytes at `at` as a filter, an exclusion or text; says how much it used.
fn word(text: &str, at: usize, len: usize) -> Result<(Option<Token<'_>>, usize), Error> {
    let all = &text[at..at + len];
    let unwanted = all.starts_with('-') && all[1..].starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"');
    let bare = if unwanted { &all[1..] } else { all };
    let key = bare.split_once(':').and_then(|(key, value)| {
        let known = KEYS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name))?.1;
        (!value.starts_with(':')).then_some((known, key.len() + 1))
    });
    let Some((key, skip)) = key else {
        let token = if unwanted { Token::Without { text: bare } } else { Token::Text { text: all, quoted: false } };
        return Ok((Some(token), len));
    };
    let start = at + len - bare.len() + skip;
    let quoted = text[start..].strip_prefix('"').and_then(|rest| Some(&rest[..rest.find('"')?]));
    let value = quoted.unwrap_or(&text[start..at + len]);
    if value.is_empty() {
        return Err(Error::Query { at, what: format!("`{key}:` needs a value right after it") });
    }
    let end = start + value.len() + if quoted.is_some() { 2 } else { 0 };
    Ok((Some(Token::Filter { key, value, unwanted, at }), end - at))
}

/// `a.b`, `a::b`, `a->b`, `a#b`, `a/b` excepted: two names where the first owns the second.
pub(crate) fn is_qualified(text: &str) -> bool {
    let text = text.trim_end_matches(['(', ')', '?', '!', ',', ';']);
    let inner = |mark: &str| text.split_once(mark).is_some_and(|(a, b)| is_name(a) && is_name(b));
    inner("::") || inner("->") || inner("#") || (inner(".") && !is_file_name(text))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(grammars::words::is_word)
}

/// `session.py` names a file, `session.get` a member.
fn is_file_name(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(_, ending)| {
        grammars::Lang::all().any(|(_, extensions, _)| extensions.contains(&ending)) && ending.len() < 5
    })
}
