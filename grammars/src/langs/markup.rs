//! The tags of a page: what HTML, Vue and Svelte files share.
//!
//! A scanner of our own, because what we want of all three is the same little: where tags,
//! attributes, comments and raw text are. Svelte's braces may hold anything, also a `<`, so they
//! are skipped as wholes. It never fails: a tag that does not end ends with the text.
//!
//! Knows no script and no meaning of any tag.

use std::ops::Range;

/// A piece of a page, in order.
pub(super) enum Token {
    /// What stands between tags.
    Text(Range<usize>),
    /// `<!-- … -->`.
    Comment(Range<usize>),
    /// The inside of a Svelte `{…}` between tags.
    Braces(Range<usize>),
    Open(Tag),
    /// The name of an end tag.
    Close(Range<usize>),
}

/// A start tag.
pub(super) struct Tag {
    pub(super) name: Range<usize>,
    pub(super) span: Range<usize>,
    pub(super) attributes: Vec<Attribute>,
    /// It has no end tag.
    pub(super) is_whole: bool,
    /// What is inside, if that is not markup.
    pub(super) raw: Option<Range<usize>>,
}

/// One attribute; a Svelte `{name}` has no name of its own.
pub(super) struct Attribute {
    pub(super) name: Range<usize>,
    pub(super) value: Option<Range<usize>>,
    /// The value is a Svelte expression, all of it.
    pub(super) braced: bool,
}

/// How the pages differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    Html,
    Vue,
    Svelte,
}

const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

impl Tag {
    /// The value of the attribute called `name`, empty if it has none.
    pub(super) fn attribute<'t>(&self, text: &'t str, name: &str) -> Option<&'t str> {
        let found = self.attributes.iter().find(|one| text[one.name.clone()].eq_ignore_ascii_case(name))?;
        Some(found.value.clone().map_or("", |value| &text[value]))
    }
}

/// Tells `each` token of `text`.
pub(super) fn tokens(text: &str, flavour: Flavour, mut each: impl FnMut(Token)) {
    let mut scan = Scan { text, bytes: text.as_bytes(), flavour, at: 0, depth: 0, unclosed: [false; 5] };
    let mut from = 0;
    while let Some(found) = scan.next_mark() {
        let start = scan.at + found;
        scan.at = start;
        let Some(token) = scan.token() else {
            scan.at = start + 1;
            continue;
        };
        if from < start {
            each(Token::Text(from..start));
        }
        from = scan.at;
        each(token);
    }
    if from < text.len() {
        each(Token::Text(from..text.len()));
    }
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    flavour: Flavour,
    at: usize,
    /// Elements around; only what Vue needs to know its blocks.
    depth: usize,
    /// No end of what has this number comes any more: it is not looked for twice.
    unclosed: [bool; 5],
}

const COMMENT: usize = 0;
const BRACE: usize = 1;
const DOUBLE: usize = 2;
const SINGLE: usize = 3;
const DECLARATION: usize = 4;

impl Scan<'_> {
    fn next_mark(&self) -> Option<usize> {
        let rest = &self.bytes[self.at..];
        if self.flavour == Flavour::Svelte { memchr::memchr2(b'<', b'{', rest) } else { memchr::memchr(b'<', rest) }
    }

    fn token(&mut self) -> Option<Token> {
        let start = self.at;
        let rest = &self.bytes[start..];
        match rest {
            [b'{', ..] => {
                self.at = self.braces(start)?;
                Some(Token::Braces(start + 1..self.at - 1))
            }
            [b'<', b'!', b'-', b'-', ..] => {
                let len = self.find(COMMENT, start + 4, b"-->")?;
                self.at = len + 3;
                Some(Token::Comment(start..self.at))
            }
            [b'<', b'!' | b'?', ..] => {
                self.at = self.find(DECLARATION, start, b">")? + 1;
                Some(Token::Comment(start..self.at))
            }
            [b'<', b'/', c, ..] if c.is_ascii_alphabetic() => {
                let name = self.name(start + 2);
                self.at = memchr::memchr(b'>', &self.bytes[name.end..]).map_or(self.bytes.len(), |n| name.end + n + 1);
                self.depth = self.depth.saturating_sub(1);
                Some(Token::Close(name))
            }
            [b'<', c, ..] if c.is_ascii_alphabetic() => Some(Token::Open(self.tag(start))),
            _ => None,
        }
    }

    fn find(&mut self, what: usize, from: usize, mark: &[u8]) -> Option<usize> {
        let found = if self.unclosed[what] { None } else { memchr::memmem::find(&self.bytes[from..], mark) };
        self.unclosed[what] |= found.is_none();
        found.map(|n| from + n)
    }

    fn name(&self, start: usize) -> Range<usize> {
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'<');
        start..self.bytes[start..].iter().position(ends).map_or(self.bytes.len(), |n| start + n)
    }

    fn tag(&mut self, start: usize) -> Tag {
        let name = self.name(start + 1);
        let mut attributes = Vec::new();
        self.at = name.end;
        let mut is_whole = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'>' => {
                    is_whole = self.bytes[self.at - 1] == b'/';
                    self.at += 1;
                    break;
                }
                // The tag was never closed.
                b'<' => break,
                b'/' => self.at += 1,
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => {
                    let attribute = self.attribute();
                    attributes.push(attribute);
                }
            }
        }
        let word = self.text[name.clone()].to_ascii_lowercase();
        // Components may be called `Input` or `Link`.
        is_whole |= VOID.contains(&&self.text[name.clone()]);
        let mut tag = Tag { name, span: start..self.at, attributes, is_whole, raw: None };
        if !is_whole && self.is_raw(&word, &tag) {
            let end = self.end_of(&word);
            tag.raw = Some(self.at..end);
            self.at = end;
        }
        self.depth += usize::from(!is_whole);
        tag
    }

    fn is_raw(&self, word: &str, tag: &Tag) -> bool {
        let other = tag.attribute(self.text, "lang").is_some_and(|lang| !matches!(lang, "" | "html"));
        let block = self.flavour == Flavour::Vue && self.depth == 0 && (word != "template" || other);
        matches!(word, "script" | "style") || block
    }

    /// Where the end tag of a raw element stands; the end of the text if it has none.
    fn end_of(&self, word: &str) -> usize {
        let found = memchr::memmem::find_iter(&self.bytes[self.at..], b"</").map(|n| self.at + n);
        let mut found = found.filter(|at| {
            let name = self.bytes.get(at + 2..at + 2 + word.len());
            name.is_some_and(|name| name.eq_ignore_ascii_case(word.as_bytes()))
                && self.bytes.get(at + 2 + word.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric())
        });
        found.next().unwrap_or(self.bytes.len())
    }

    fn attribute(&mut self) -> Attribute {
        let start = self.at;
        if self.bytes[start] == b'{' && self.flavour == Flavour::Svelte {
            if let Some(end) = self.braces(start) {
                self.at = end;
                return Attribute { name: start..start, value: Some(start + 1..end - 1), braced: true };
            }
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>');
        let rest = &self.bytes[start + 1..];
        let mut end = rest.iter().position(ends).map_or(self.bytes.len(), |n| start + 1 + n);
        if self.bytes[end - 1] == b'/' && end > start + 1 && self.bytes.get(end) == Some(&b'>') {
            end -= 1;
        }
        let name = start..end;
        self.at = end;
        let blanks = |at: usize| self.bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let equals = end + blanks(end);
        if self.bytes.get(equals) != Some(&b'=') {
            return Attribute { name, value: None, braced: false };
        }
        let at = equals + 1 + blanks(equals + 1);
        let (value, end, braced) = self.value(at);
        self.at = end;
        Attribute { name, value: Some(value), braced }
    }

    /// The value that starts at `at`, where it ends with its quotes, and whether braces hold it.
    fn value(&mut self, at: usize) -> (Range<usize>, usize, bool) {
        match self.bytes.get(at) {
            Some(b'{') if self.flavour == Flavour::Svelte => {
                if let Some(end) = self.braces(at) {
                    return (at + 1..end - 1, end, true);
                }
            }
            Some(&quote @ (b'"' | b'\'')) => {
                if let Some(end) = self.quoted(at + 1, quote) {
                    return (at + 1..end, end + 1, false);
                }
            }
            _ => {}
        }
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
        let end = self.bytes[at..].iter().position(ends).map_or(self.bytes.len(), |n| at + n);
        (at..end, end, false)
    }

    /// Where the closing quote stands. In Svelte there may be braces with quotes of their own.
    fn quoted(&mut self, mut at: usize, quote: u8) -> Option<usize> {
        let what = if quote == b'"' { DOUBLE } else { SINGLE };
        if self.flavour != Flavour::Svelte {
            return self.find(what, at, &[quote]);
        }
        while !self.unclosed[what] {
            let Some(n) = memchr::memchr2(quote, b'{', &self.bytes[at..]) else { break };
            at += n;
            if self.bytes[at] == quote {
                return Some(at);
            }
            at = self.braces(at).unwrap_or(at + 1);
        }
        self.unclosed[what] = true;
        None
    }

    /// One past the brace that closes the one at `at`.
    fn braces(&mut self, at: usize) -> Option<usize> {
        let end = if self.unclosed[BRACE] { None } else { close_of(self.bytes, at) };
        self.unclosed[BRACE] |= end.is_none();
        end
    }
}

/// One past the brace that closes the one at `at`, in script: strings, templates and comments may
/// hold others.
pub(super) fn close_of(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    while let Some(&byte) = bytes.get(at) {
        let in_template = open.last() == Some(&b'`');
        match byte {
            b'\\' if in_template => at += 1,
            b'`' if in_template => {
                open.pop();
            }
            b'$' if in_template && bytes.get(at + 1) == Some(&b'{') => {
                open.push(b'{');
                at += 1;
            }
            _ if in_template => {}
            b'{' | b'`' => open.push(byte),
            b'}' => {
                open.pop();
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            b'"' | b'\'' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = memchr::memmem::find(&bytes[at + 2..], b"*/").map(|n| at + 2 + n + 1)?;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') && bytes.get(at.wrapping_sub(1)) != Some(&b':') => {
                at = memchr::memchr(b'\n', &bytes[at..]).map(|n| at + n)?;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The last byte of the string at `at`, which ends with its line at the latest.
pub(super) fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 1,
            _ if byte == bytes[at] || byte == b'\n' => return end,
            _ => {}
        }
        end += 1;
    }
    end
}
