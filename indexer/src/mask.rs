//! Hides what opens doors: keys and tokens that lie in an indexed file.
//!
//! The text of a file is masked right after it was read, before anything is drawn from it. So no
//! answer shows a secret, no record, vector or keyword of the store is made from one, and no model
//! is sent one. A mask is as long as what it hides, byte for byte, so lines, columns and spans stay
//! true. It is `<masked: KIND>` and asterisks.
//!
//! Known formats are told by their beginning. What has no format is a secret if a name that says so
//! is set to it and it looks drawn by lot. What only looks like a token stays: examples, hashes,
//! public keys.
//!
//! Knows nothing of files or paths.

mod formats;
mod named;
mod random;
#[cfg(test)]
mod tests;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use formats::FORMATS;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

const OPEN: &str = "<masked: ";
const PRIVATE_KEY: &str = "private key";
const WEB_TOKEN: &str = "json web token";
const PASSWORD: &str = "password";
const SECRET: &str = "secret";
const OTHER_KINDS: [&str; 4] = [PRIVATE_KEY, WEB_TOKEN, PASSWORD, SECRET];

/// Beginnings that are looked at more closely than a row of the table can say.
const PEM: &str = "-----BEGIN ";
const JWT: &str = "eyJ";
const URL: &str = "://";

/// A secret in a text.
struct Secret {
    at: Range<usize>,
    kind: &'static str,
}

/// The text with its secrets hidden, in as many lines and bytes.
pub fn mask(text: &str) -> Cow<'_, str> {
    let secrets = find(text);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut shown = 0;
    for secret in secrets {
        // Formats overlap with names that are set to them.
        if secret.at.start < shown {
            continue;
        }
        out.push_str(&text[shown..secret.at.start]);
        put_mask(&mut out, &text[secret.at.clone()], secret.kind);
        shown = secret.at.end;
    }
    out.push_str(&text[shown..]);
    debug_assert_eq!(out.len(), text.len());
    Cow::Owned(out)
}

/// True if a mask stands in the text: nobody may write such a text to a file, for the secret
/// would be lost.
pub fn holds_mask(text: &str) -> bool {
    !masks_in(text).is_empty()
}

/// What kinds of masks stand in a text, in order.
pub fn masks_in(text: &str) -> Vec<&'static str> {
    let kinds = || FORMATS.iter().map(|format| format.kind).chain(OTHER_KINDS);
    let kind_at = |(at, _): (usize, &str)| {
        let rest = &text[at + OPEN.len()..];
        kinds().find(|kind| rest.strip_prefix(kind).is_some_and(|rest| rest.starts_with('>')))
    };
    text.match_indices(OPEN).filter_map(kind_at).collect()
}

/// Hides `secret`, a line at a time.
fn put_mask(out: &mut String, secret: &str, kind: &str) {
    for line in secret.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let word = format!("{OPEN}{kind}>");
        if word.len() <= content.len() {
            out.push_str(&word);
            out.extend(std::iter::repeat_n('*', content.len() - word.len()));
        } else {
            out.extend(std::iter::repeat_n('*', content.len()));
        }
        out.push_str(&line[content.len()..]);
    }
}

static STARTS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let starts = FORMATS.iter().map(|format| format.prefix).chain([PEM, JWT, URL]);
    automaton(false, starts)
});

fn automaton(any_case: bool, words: impl Iterator<Item = &'static str>) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(any_case)
        .match_kind(MatchKind::LeftmostLongest)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words)
        .expect("a few short words make a small automaton")
}

/// All secrets in order; of two that begin at one place the longer first.
fn find(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    for start in STARTS.find_iter(text) {
        let (from, body) = (start.start(), start.end());
        found.extend(match start.pattern().as_usize() - FORMATS.len().min(start.pattern().as_usize()) {
            _ if start.pattern().as_usize() < FORMATS.len() => {
                of_format(text, from, &FORMATS[start.pattern().as_usize()])
            }
            0 => private_key(text, from, body),
            1 => web_token(text, from),
            _ => password_of_url(text, body),
        });
    }
    named::find(text, &mut found);
    found.sort_by(|a, b| (a.at.start, b.at.end).cmp(&(b.at.start, a.at.end)));
    found
}

fn of_format(text: &str, from: usize, format: &formats::Format) -> Option<Secret> {
    let bytes = text.as_bytes();
    let body = from + format.prefix.len();
    let len = bytes[body..].iter().take_while(|byte| format.class.has(**byte)).count();
    let end = body + len;
    let stands_alone = !ends_in_word(bytes, from) && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
    let fits = (format.min..=format.max).contains(&len);
    let is_real = fits && stands_alone && !random::is_placeholder(&text[body..end]);
    is_real.then_some(Secret { at: from..end, kind: format.kind })
}

fn ends_in_word(bytes: &[u8], at: usize) -> bool {
    at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_')
}

/// The lines between the first and last one of a private key, or the text between them on one line.
fn private_key(text: &str, from: usize, label: usize) -> Option<Secret> {
    const LABEL_BYTES_MAX: usize = 40;
    const KEY_BYTES_MAX: usize = 16 << 10;
    let label_end = label + text.as_bytes()[label..].iter().take(LABEL_BYTES_MAX).position(|byte| *byte == b'-')?;
    let name = &text[label..label_end];
    if !name.ends_with("PRIVATE KEY") && !name.ends_with("PRIVATE KEY BLOCK") {
        return None;
    }
    let start = label_end + text[label_end..].bytes().take_while(|byte| *byte == b'-').count();
    let rest = &text.as_bytes()[start..text.len().min(start + KEY_BYTES_MAX)];
    let end = start + memchr::memmem::find(rest, b"-----END ")?;
    let body = &text[start..end];
    // Code that writes or looks for such keys has both lines, and nothing of a key between them.
    let longest = body.split(|c: char| !formats::Class::Base64.has(c as u8) || !c.is_ascii()).map(str::len).max();
    debug_assert!(from < start);
    let is_real = longest.is_some_and(|longest| longest >= 24) && !random::is_placeholder(body);
    let at = start + (body.len() - body.trim_start().len())..start + body.trim_end().len();
    is_real.then_some(Secret { at, kind: PRIVATE_KEY })
}

/// Three parts of base64, the first two of which are JSON.
fn web_token(text: &str, from: usize) -> Option<Secret> {
    let bytes = text.as_bytes();
    let len = bytes[from..].iter().take_while(|byte| formats::Class::Dotted.has(**byte)).count();
    let token = text[from..from + len].trim_end_matches('.');
    let parts: Vec<&str> = token.split('.').collect();
    let [_, claims, signature] = parts[..] else { return None };
    // The signature of the example that everyone copies from the home page of the format.
    const EXAMPLES: [&str; 2] =
        ["SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"];
    let is_real = !ends_in_word(bytes, from)
        && claims.starts_with(JWT)
        && signature.len() >= 20
        && !EXAMPLES.contains(&signature)
        && !random::is_placeholder(signature);
    is_real.then_some(Secret { at: from..from + token.len(), kind: WEB_TOKEN })
}

/// What stands between `:` and `@` of an address, if it looks drawn by lot.
fn password_of_url(text: &str, host: usize) -> Option<Secret> {
    const AUTHORITY_BYTES_MAX: usize = 256;
    let authority = text.as_bytes()[host..].iter().take(AUTHORITY_BYTES_MAX);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'<' | b'>');
    let len = authority.take_while(|byte| !is_end(byte)).count();
    let authority = &text.as_bytes()[host..host + len];
    let at = memchr::memrchr(b'@', authority)?;
    let colon = memchr::memchr(b':', &authority[..at])?;
    let range = host + colon + 1..host + at;
    let password = text.get(range.clone())?;
    let fits = password.len() >= 20 && random::is_random(password);
    fits.then_some(Secret { at: range, kind: PASSWORD })
}
