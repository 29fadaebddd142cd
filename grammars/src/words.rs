//! Cuts text into the words that indexing and asking agree on.
//!
//! An identifier gives itself, lower-cased, and its parts: `getHTTPUserInfo2` gives
//! `gethttpuserinfo2 get http user info 2`. Text in scripts without spaces (Chinese, Japanese,
//! Korean) gives overlapping pairs of characters. The same splitter serves both sides, which is
//! all that makes a keyword index work.

/// True for a character that can stand inside an identifier in nearly every language.
pub fn is_word(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric() || (!c.is_ascii() && unicode_ident::is_xid_continue(c))
}

fn is_cjk(c: char) -> bool {
    matches!(c as u32,
        0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x20000..=0x3134f)
}

/// Longest run still taken for a word; longer ones are encoded data.
pub const WORD_BYTES_MAX: usize = 64;

/// Calls `emit(word, start, end)` for every word of `text`, lower-cased, with the byte range of
/// the run it came from.
pub fn each_word(text: &str, mut emit: impl FnMut(&str, usize, usize)) {
    let mut lower = String::new();
    for (start, run) in runs(text) {
        let end = start + run.len();
        if run.is_ascii() {
            if run.len() <= WORD_BYTES_MAX {
                ascii_words(run, &mut lower, &mut |word| emit(word, start, end));
            }
            continue;
        }
        for (piece, cjk) in script_pieces(run) {
            if cjk {
                bigrams(piece, |pair| emit(pair, start, end));
            } else if piece.len() <= WORD_BYTES_MAX {
                unicode_words(piece, |word| emit(word, start, end));
            }
        }
    }
}

/// The words of `text` as a list; handy outside hot loops.
pub fn words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    each_word(text, |word, _, _| all.push(word.to_string()));
    all
}

/// The parts of one identifier, lower-cased, without the whole: `get http user info 2`.
pub fn parts(identifier: &str) -> Vec<String> {
    let mut all = words(identifier);
    if all.len() > 1 && !identifier.chars().any(is_cjk) {
        all.remove(0);
    }
    all
}

/// Runs of word characters with their byte offsets.
pub fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            if ascii_word(bytes[at]) {
                break;
            }
            if bytes[at] < 0x80 {
                at += 1;
                continue;
            }
            let c = text[at..].chars().next()?;
            if is_word(c) {
                break;
            }
            at += c.len_utf8();
        }
        let start = at;
        while at < bytes.len() {
            if ascii_word(bytes[at]) {
                at += 1;
            } else if bytes[at] < 0x80 {
                break;
            } else {
                let c = text[at..].chars().next()?;
                if !is_word(c) {
                    break;
                }
                at += c.len_utf8();
            }
        }
        (start < at).then(|| (start, &text[start..at]))
    })
}

fn ascii_word(b: u8) -> bool {
    b == b'_' || b.is_ascii_alphanumeric()
}

fn ascii_words(run: &str, lower: &mut String, emit: &mut impl FnMut(&str)) {
    lower.clear();
    lower.push_str(run);
    lower.make_ascii_lowercase();
    let bytes = run.as_bytes();
    let mut n_parts = 0;
    each_part(bytes, |start, end| {
        if end - start < bytes.len() {
            n_parts += 1;
        }
        let _ = (start, end);
    });
    if n_parts != 1 {
        let whole = lower.trim_matches('_');
        if !whole.is_empty() {
            emit(whole);
        }
    }
    if n_parts > 0 {
        each_part(bytes, |start, end| emit(&lower[start..end]));
    }
}

/// Camel, snake and digit borders: `HTTPServer2` -> HTTP Server 2.
fn each_part(bytes: &[u8], mut part: impl FnMut(usize, usize)) {
    let mut start = 0;
    for i in 0..=bytes.len() {
        let border = i == bytes.len() || bytes[i] == b'_' || (i > start && is_border(bytes, i));
        if border {
            if i > start {
                part(start, i);
            }
            start = if i < bytes.len() && bytes[i] == b'_' { i + 1 } else { i };
        }
    }
}

fn is_border(bytes: &[u8], i: usize) -> bool {
    let (a, b) = (bytes[i - 1], bytes[i]);
    (a.is_ascii_lowercase() && b.is_ascii_uppercase())
        || (a.is_ascii_digit() != b.is_ascii_digit())
        || (a.is_ascii_uppercase() && b.is_ascii_uppercase() && bytes.get(i + 1).is_some_and(u8::is_ascii_lowercase))
}

fn unicode_words(piece: &str, mut emit: impl FnMut(&str)) {
    let lower = piece.to_lowercase();
    let parts: Vec<&str> = lower.split('_').filter(|part| !part.is_empty()).collect();
    if parts.len() > 1 {
        emit(lower.trim_matches('_'));
    }
    for part in parts {
        emit(part);
    }
}

fn script_pieces(run: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = run;
    std::iter::from_fn(move || {
        let cjk = is_cjk(rest.chars().next()?);
        let end = rest.find(|c| is_cjk(c) != cjk).unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(end);
        rest = tail;
        Some((piece, cjk))
    })
}

fn bigrams(piece: &str, mut emit: impl FnMut(&str)) {
    let mut starts = piece.char_indices().map(|(at, _)| at).chain([piece.len()]).collect::<Vec<_>>();
    if starts.len() == 2 {
        starts.push(piece.len());
    }
    for pair in starts.windows(3) {
        emit(&piece[pair[0]..pair[2]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(words(text).join(" "), expected, "{text}");
    }

    #[test]
    fn identifiers_give_the_whole_and_the_parts() {
        check("getHTTPUserInfo2", "gethttpuserinfo2 get http user info 2");
        check("snake_case_name", "snake_case_name snake case name");
        check("plain", "plain");
        check("__init__", "init");
        check("MAX_LEN", "max_len max len");
        check("a.b::c", "a b c");
        check("_", "");
        check("x2y", "x2y x 2 y");
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        check("用户信息", "用户 户信 信息");
        check("字", "字");
        check("get用户", "get 用户");
        check("naïve_Größe", "naïve_größe naïve größe");
    }

    #[test]
    fn encoded_data_gives_nothing() {
        check(&"a".repeat(65), "");
        check(&"é".repeat(40), "");
    }
}
