//! The words of C code that the grammar leaves in one piece: macro bodies, hidden branches.
//!
//! A word before `(` is called, one behind `->` or `.` is a member of the word before that, with
//! brackets looked through: `((uv_req_t*) (req))->data` hangs `data` on `req`.

use super::lex::{Kind, Lexer, Token, is_directive, is_keyword, is_keyword_plus, is_primitive, is_qualifier, line_end};
use crate::lexer::is_name_like;
use crate::outline::{ImportKind, Receiver, Role, Span, SymbolKind};
use crate::walk::{NewImport, Walk};
use crate::words::{WORD_BYTES_MAX, runs};

/// Adds every word of `text`, which stands at `start`: code if the role is `Read`, else all with
/// that one role.
pub(super) fn add<'t>(walk: &mut Walk<'t>, text: &str, start: u32, role: Role) {
    if role == Role::Comment || role == Role::String {
        return prose(walk, text, start, role);
    }
    let (tail, brackets, plus) = (None, Vec::new(), walk.out.lang.name() != "c");
    let mut reader = Reader { text, start, role, plus, tail, brackets, dot: false, tag: false, defines: None };
    let mut before = None;
    for token in Lexer::new(text) {
        if walk.is_full() {
            return;
        }
        reader.read(walk, token, before);
        before = Some(token);
    }
}

fn prose(walk: &mut Walk<'_>, text: &str, start: u32, role: Role) {
    for (at, word) in runs(text) {
        let is_name = !word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= WORD_BYTES_MAX;
        if is_name && !walk.is_full() {
            let at = start + at as u32;
            walk.emit_at(Span::new(at, at + word.len() as u32), role, Receiver::None);
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    start: u32,
    role: Role,
    /// It is no C: words of C++, which others have too, name nothing.
    plus: bool,
    /// What the expression before is known by.
    tail: Option<u32>,
    /// What each open bracket stands behind.
    brackets: Vec<Option<u32>>,
    /// A member comes next; a tag comes next; the name of a macro whose line starts here comes next.
    dot: bool,
    tag: bool,
    defines: Option<usize>,
}

impl Reader<'_> {
    fn read(&mut self, walk: &mut Walk<'_>, token: Token, before: Option<Token>) {
        let text = self.text.get(token.start..token.end).unwrap_or("");
        let dot = std::mem::take(&mut self.dot);
        match token.kind {
            Kind::Word => self.word(walk, token, before, dot),
            Kind::Text => self.literal(walk, text, token.start),
            Kind::Comment => {
                let scope = walk.scope();
                walk.words(self.span(token.start, token.end), Role::Comment, scope);
            }
            Kind::Number => self.tail = None,
            Kind::Punct(b'(' | b'[') => self.brackets.push(self.tail.take()),
            Kind::Punct(b')' | b']') => self.tail = self.brackets.pop().flatten().or(self.tail),
            Kind::Punct(b'.') => self.dot = true,
            Kind::Punct(b'>') => {
                self.dot = before.is_some_and(|minus| minus.kind == Kind::Punct(b'-') && minus.end == token.start);
                self.tail = self.tail.filter(|_| self.dot);
            }
            Kind::Punct(b'-') => {}
            // `a::b`
            Kind::Punct(b':') => {
                self.dot = before.is_some_and(|colon| colon.kind == token.kind && colon.end == token.start);
                let opens = self.text.as_bytes().get(token.end) == Some(&b':');
                self.tail = self.tail.filter(|_| self.dot || opens);
            }
            Kind::Punct(_) => self.tail = None,
        }
    }

    fn word(&mut self, walk: &mut Walk<'_>, token: Token, before: Option<Token>, dot: bool) {
        let word = self.text.get(token.start..token.end).unwrap_or("");
        let behind_hash = before.is_some_and(|hash| hash.kind == Kind::Punct(b'#') && hash.first);
        let prefix = word.len() <= 2 && matches!(self.text.as_bytes().get(token.end), Some(b'"' | b'\''));
        if is_keyword(word) || (self.plus && is_keyword_plus(word)) || prefix || (behind_hash && is_directive(word)) {
            (self.tail, self.tag) = (None, matches!(word, "struct" | "union" | "enum"));
            if let Some(hash) = before.filter(|_| behind_hash && word == "include") {
                self.include(walk, hash.start, token.end);
            }
            self.defines = before.filter(|_| behind_hash && word == "define").map(|hash| hash.start);
            return;
        }
        if let Some(start) = self.defines.take() {
            let line = self.span(start, line_end(self.text.as_bytes(), start));
            self.tail = Some(walk.define_at(self.span(token.start, token.end), line, SymbolKind::Macro));
            return;
        }
        let tag = std::mem::take(&mut self.tag);
        let called = || Lexer::new(self.text.get(token.end..).unwrap_or("")).next().map(|next| next.kind);
        let role = match self.role {
            Role::Read if tag => Role::Type,
            Role::Read if called() == Some(Kind::Punct(b'(')) && !self.is_declared(before) => Role::Call,
            role => role,
        };
        let receiver = match self.tail {
            Some(tail) if dot => Receiver::Occurrence(tail),
            None if dot => Receiver::Other,
            _ => Receiver::None,
        };
        self.tail = Some(walk.emit_at(self.span(token.start, token.end), role, receiver));
    }

    /// The file that an `#include` from `start` on takes in.
    fn include(&self, walk: &mut Walk<'_>, start: usize, path: usize) {
        let end = line_end(self.text.as_bytes(), start);
        let mut pieces = self.text.get(path..end).unwrap_or("").split(['"', '<', '>']);
        let Some(module) = pieces.nth(1) else { return };
        let scope = walk.scope();
        let new = NewImport { module, star: true, kind: ImportKind::Include, ..NewImport::default() };
        walk.import_at(self.span(start, end), scope, new);
    }

    /// True behind a type: a name there is declared, not called.
    fn is_declared(&self, before: Option<Token>) -> bool {
        let Some(before) = before.filter(|before| before.kind == Kind::Word) else { return false };
        let word = self.text.get(before.start..before.end).unwrap_or("");
        is_primitive(word) || is_qualifier(word) || !is_keyword(word)
    }

    /// The words of a string, apart from its escapes.
    fn literal(&mut self, walk: &mut Walk<'_>, text: &str, start: usize) {
        self.tail = None;
        if !text.starts_with('"') {
            return;
        }
        let scope = walk.scope();
        let (mut at, mut rest) = (start + 1, text.get(1..).unwrap_or(""));
        rest = rest.strip_suffix('"').unwrap_or(rest);
        while !rest.is_empty() {
            let end = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
            let piece = rest.get(..end).unwrap_or("");
            let role = if is_name_like(piece) { Role::StringKey } else { Role::String };
            walk.words(self.span(at, at + end), role, scope);
            let escape = rest.get(end..).map_or(0, |rest| rest.chars().take(2).map(char::len_utf8).sum());
            rest = rest.get(end + escape..).unwrap_or("");
            at += end + escape;
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.start + start as u32, self.start + end as u32)
    }
}
