//! Secrets without a format: `password = "…"`, `"api_key": "…"`, `export TOKEN=…`.

use super::{PASSWORD, SECRET, Secret, automaton, random};
use aho_corasick::AhoCorasick;
use std::ops::Range;
use std::sync::LazyLock;

/// How names of secrets end, once dashes and underscores are gone.
const ENDINGS: [&str; 16] = [
    "secret",
    "password",
    "passwd",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "accountkey",
    "encryptionkey",
    "signingkey",
    "mastersecret",
    "secretkeybase",
    "passphrase",
    "credentials",
];
/// Tokens that open nothing.
const HARMLESS: [&str; 8] = ["public", "next", "page", "continuation", "cursor", "csrf", "sync", "example"];
/// Shorter ones are words, or will not fit a mask.
const VALUE_BYTES_MIN: usize = 20;
const VALUE_BYTES_MAX: usize = 512;

static WORDS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let words = ["secret", "passw", "token", "key", "passphrase", "credentials"];
    automaton(true, words.into_iter())
});

/// Adds them to `found`.
pub(super) fn find(text: &str, found: &mut Vec<Secret>) {
    let mut seen_to = 0;
    for word in WORDS.find_iter(text) {
        if word.start() < seen_to {
            continue;
        }
        let name = name_around(text, word.start());
        seen_to = name.end;
        let Some(value) = value_of(text, name.clone()) else { continue };
        let Some(kind) = kind(&text[name]) else { continue };
        if random::is_random(&text[value.clone()]) {
            found.push(Secret { at: value, kind });
        }
    }
}

fn name_around(text: &str, at: usize) -> Range<usize> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let bytes = text.as_bytes();
    let before = bytes[..at].iter().rev().take(80).take_while(is_name).count();
    let after = bytes[at..].iter().take(80).take_while(is_name).count();
    at - before..at + after
}

fn kind(name: &str) -> Option<&'static str> {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let says_so = ENDINGS.iter().any(|ending| plain.ends_with(ending));
    let is_harmless = HARMLESS.iter().any(|word| plain.contains(word));
    let kind = if plain.contains("pass") { PASSWORD } else { SECRET };
    (says_so && !is_harmless).then_some(kind)
}

/// The value that the name is set to: a quoted one, or the bare rest of a line that begins with the name.
fn value_of(text: &str, name: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let blank = |at: usize| bytes[at..].iter().take(8).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut at = name.end;
    at += usize::from(matches!(bytes.get(at), Some(b'"' | b'\'')));
    at += blank(at);
    let sign = bytes[at..].iter().take(2).take_while(|byte| matches!(byte, b':' | b'=' | b'>')).count();
    if sign == 0 {
        return None;
    }
    at += sign;
    at += blank(at);
    let quote = bytes.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    at += usize::from(quote.is_some());
    let is_value = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/=_-.~!$%^&*@#".contains(byte);
    let len = bytes[at..].iter().take(VALUE_BYTES_MAX).take_while(is_value).count();
    let next = bytes.get(at + len).copied();
    let ends = match quote {
        Some(quote) => next == Some(quote),
        None => next.is_none_or(|byte| matches!(byte, b'\n' | b'\r')) && begins_line(bytes, name.start),
    };
    (ends && len >= VALUE_BYTES_MIN).then_some(at..at + len)
}

fn begins_line(bytes: &[u8], at: usize) -> bool {
    let line = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
    matches!(bytes[line..at].trim_ascii(), b"" | b"export" | b"-" | b"set")
}
