//! Cuts a text into the pieces inside which tokens are joined.
//!
//! The vocabularies come with a regular expression (`tiktoken_ext/openai_public.py`); these are the
//! same rules by hand, one alternative after the other, because the expressions look ahead and
//! backtrack, and counting is asked for thousands of times in an answer. Each function says how many
//! bytes of a text that is not empty are its first piece.

use super::classes::Class;

/// The next piece of `o200k_base`.
pub(super) fn o200k(text: &str) -> usize {
    word(text).or_else(|| number(text)).or_else(|| signs(text, true)).unwrap_or_else(|| spaces(text, false))
}

/// The next piece of `cl100k_base`.
pub(super) fn cl100k(text: &str) -> usize {
    let first = || contraction(text).or_else(|| letters(text)).or_else(|| number(text));
    first().or_else(|| signs(text, false)).unwrap_or_else(|| spaces(text, true))
}

fn class_at(text: &str, at: usize) -> Option<(Class, usize)> {
    text[at..].chars().next().map(|c| (Class::of(c), c.len_utf8()))
}

/// Where the run of characters that `belong` ends which starts at `at`.
fn run(text: &str, at: usize, belong: impl Fn(Class) -> bool) -> usize {
    let stop = text[at..].char_indices().find(|&(_, c)| !belong(Class::of(c)));
    stop.map_or(text.len(), |(offset, _)| at + offset)
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)`; a long s is an s.
fn contraction(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\'')?;
    let mut chars = rest.chars();
    let first = chars.next()?;
    if matches!(first, 's' | 'S' | 't' | 'T' | 'm' | 'M' | 'd' | 'D' | 'ſ') {
        return Some(1 + first.len_utf8());
    }
    let pair = [first.to_ascii_lowercase(), chars.next()?.to_ascii_lowercase()];
    matches!(pair, ['r', 'e'] | ['v', 'e'] | ['l', 'l']).then_some(3)
}

/// `[^\r\n\p{L}\p{N}]?\p{L}+`
fn letters(text: &str) -> Option<usize> {
    let (class, len) = class_at(text, 0)?;
    let start = if class.is_prefix() { len } else { 0 };
    Some(run(text, start, Class::is_letter)).filter(|&end| end > start)
}

/// Both alternatives for words, with a contraction behind them; first with a character before the
/// word, then without.
fn word(text: &str) -> Option<usize> {
    let (class, len) = class_at(text, 0)?;
    let with_prefix = class.is_prefix().then_some(len);
    let mut starts = with_prefix.into_iter().chain([0]);
    let end = starts
        .clone()
        .find_map(|start| capitalised(text, start))
        .or_else(|| starts.find_map(|start| Some(run(text, start, Class::is_head)).filter(|&end| end > start)))?;
    Some(end + contraction(&text[end..]).unwrap_or(0))
}

/// `HEAD*TAIL+` from `start`, as backtracking finds it: where nothing in lower case follows the
/// heads, the last of them that may be a tail is one.
fn capitalised(text: &str, start: usize) -> Option<usize> {
    let heads = run(text, start, Class::is_head);
    let tails = run(text, heads, Class::is_tail);
    if tails > heads {
        return Some(tails);
    }
    let mut backwards = text[start..heads].char_indices().rev();
    backwards.find(|&(_, c)| Class::of(c).is_tail()).map(|(offset, c)| start + offset + c.len_utf8())
}

/// `\p{N}{1,3}`
fn number(text: &str) -> Option<usize> {
    let mut end = 0;
    for c in text.chars().take(3).take_while(|&c| Class::of(c) == Class::Number) {
        end += c.len_utf8();
    }
    (end > 0).then_some(end)
}

/// ` ?[^\s\p{L}\p{N}]+[\r\n]*`, or with slashes among the line ends.
fn signs(text: &str, slashes: bool) -> Option<usize> {
    let start = usize::from(text.starts_with(' '));
    let end = run(text, start, Class::is_sign);
    let tail = text[end..].bytes().take_while(|&byte| matches!(byte, b'\r' | b'\n') || slashes && byte == b'/');
    (end > start).then(|| end + tail.count())
}

/// White space: up to its last line end, else all but the last character before a word. `whole`:
/// what ends the text is one piece.
fn spaces(text: &str, whole: bool) -> usize {
    let end = run(text, 0, Class::is_space);
    if end == 0 {
        // Every other character belongs to a rule above; one that none took is a piece by itself.
        return text.chars().next().map_or(0, char::len_utf8);
    }
    if whole && end == text.len() {
        return end;
    }
    if let Some(last) = text[..end].rfind(['\r', '\n']) {
        return last + 1;
    }
    let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
    if end == text.len() || end == last { end } else { end - last }
}
