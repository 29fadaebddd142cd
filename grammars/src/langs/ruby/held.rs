//! What the scanner of Ruby's grammar cannot hold, and how to keep it from it.
//!
//! Between two tokens the scanner of tree-sitter-ruby 0.23.1 keeps five bytes for each string
//! around (strings nest by interpolation), and four and a name for each heredoc that waits. That
//! must fit into 1,024 bytes: it writes past the end when it is one byte too much, and it keeps the
//! length of a name in one byte. Both end the process, so a text that could come near is not parsed.
//!
//! A name that runs over a line's end is none (`test "<<" do`, where the next quote is lines away);
//! such a `<<` is shown to the parser as a `+`. The sums here are never too small: what may be
//! open at once is guessed only where nothing on the line could open a string or hide the line's end.

use crate::spec::Veiled;

/// Longer names are no names.
const NAME_BYTES_MAX: usize = 200;
/// Far below 1,024. Of 3,661 real files two have that many heredocs in all of the file.
const HELD_BYTES_MAX: usize = 900;
/// The scanner gives up at more.
const STRINGS_MAX: usize = 204;

/// What may be taken for the start of a heredoc.
struct Heredoc {
    /// Where its `<<` stands.
    at: usize,
    /// Bytes of its name.
    len: usize,
    /// True when its name cannot be one.
    absurd: bool,
}

/// The text with `+` for each `<<` whose name would be absurd.
pub(super) fn hide(text: &str) -> Option<Veiled> {
    let absurd: Vec<usize> = heredocs(text).filter(|heredoc| heredoc.absurd).map(|heredoc| heredoc.at).collect();
    if absurd.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    absurd.into_iter().for_each(|at| bytes[at..at + 2].copy_from_slice(b"+ "));
    let text = String::from_utf8(bytes).expect("two ASCII bytes were put in place of two");
    Some(Veiled { text, hidden: Vec::new() })
}

/// True when the scanner might have to keep more than it can.
pub(super) fn is_too_much(text: &str) -> bool {
    let waiting: usize = heredocs(text).map(|heredoc| heredoc.held()).sum();
    let strings = 1 + open_interpolations(text);
    if waiting == 0 || waiting + 5 * strings <= HELD_BYTES_MAX {
        return false;
    }
    strings > 1 || waiting_at_once(text) > HELD_BYTES_MAX
}

impl Heredoc {
    /// Bytes that it takes while it waits.
    fn held(&self) -> usize {
        if self.absurd { 0 } else { 4 + self.len }
    }
}

/// Every `<<` with a name behind it, even inside of `<<<`.
fn heredocs(text: &str) -> impl Iterator<Item = Heredoc> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes).filter_map(move |at| {
        let rest = bytes[at + 1..].strip_prefix(b"<")?;
        let rest = rest.strip_prefix(b"~").or_else(|| rest.strip_prefix(b"-")).unwrap_or(rest);
        let (name, closed) = match *rest.first()? {
            quote @ (b'"' | b'\'' | b'`') => match memchr::memchr(quote, &rest[1..]) {
                Some(len) => (&rest[1..=len], true),
                None => (&rest[1..], false),
            },
            _ => {
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
                (&rest[..rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len())], true)
            }
        };
        let absurd = !closed || name.len() > NAME_BYTES_MAX || name.contains(&b'\n');
        (absurd || !name.is_empty()).then_some(Heredoc { at, len: name.len(), absurd })
    })
}

/// Interpolations that are not closed by the next brace for certain.
fn open_interpolations(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_open = |&at: &usize| {
        let mut inside = bytes[at + 2..].iter();
        let end =
            inside.find(|byte| matches!(byte, b'}' | b'{' | b'\n' | b'"' | b'\'' | b'`' | b'%' | b'/' | b'?' | b'#'));
        end != Some(&b'}')
    };
    memchr::memmem::find_iter(bytes, b"#{").filter(is_open).take(STRINGS_MAX).count()
}

/// Bytes for the heredocs that may wait at once, where no interpolation holds a line's end.
fn waiting_at_once(text: &str) -> usize {
    let (mut most, mut kept) = (0, 0);
    for line in text.split('\n') {
        let Some(first) = heredocs(line).find(|heredoc| !heredoc.absurd) else { continue };
        let held: usize = heredocs(line).map(|heredoc| heredoc.held()).sum();
        let rest = &line[first.at..];
        // The heredocs begin behind this line, unless its end is part of something else.
        let opens = |byte| matches!(byte, b'"' | b'\'' | b'`' | b'%' | b'/' | b'?' | b'\\' | b'{' | b'}');
        if rest.bytes().any(opens) || rest.contains("=begin") {
            kept += held;
        } else {
            most = most.max(held);
        }
    }
    kept + most
}
