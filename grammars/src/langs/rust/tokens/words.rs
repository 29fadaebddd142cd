//! What a name among tokens does, and the names inside format strings.

use super::{Body, Kind, Link, Pattern, Reader};
use crate::outline::{Receiver, Role, Span, SymbolKind};

/// Tokens looked at to find the end of `::<…>`.
const TURBOFISH_MAX: usize = 64;

/// What follows a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// `(`, `::<…>(`, or `!` and a bracket.
    Call,
    /// `{`.
    Braces,
    /// `::`.
    Path,
    /// A lone `:`.
    Colon,
    /// `=`.
    Equals,
    /// `+=` and the like.
    Changes,
    Other,
}

impl<'t> Reader<'_, 't> {
    pub(super) fn word(&mut self, index: usize) {
        if let Some(defines) = self.level().define.take_if(|defines| defines.name == index) {
            let occurrence = self.define(index, defines.kind);
            self.level().tail = Some(Receiver::Occurrence(occurrence));
            return;
        }
        let follows = self.follows(index);
        if self.text_of(index) == "union" && follows == Follows::Other {
            self.item_keyword(index, "union");
            if self.level().define.is_some() {
                return;
            }
        }
        let at = self.tokens[index].at;
        let name = at.of(self.walk.text);
        if matches!(name, "crate" | "super") && self.is_visibility() {
            return;
        }
        let level = self.level();
        let link = std::mem::replace(&mut level.link, Link::None);
        let receiver = match link {
            Link::None => Receiver::None,
            Link::Path => level.tail.unwrap_or_default(),
            Link::Dot => level.tail.unwrap_or(Receiver::Other),
        };
        let begins = self.begins_element();
        if link == Link::None && follows == Follows::Colon && begins && self.level().body == Body::Fields {
            self.define(index, SymbolKind::Field);
            return;
        }
        if link == Link::None && begins && self.level().body == Body::Variants && self.tokens[index].kind == Kind::Word
        {
            let occurrence = self.define(index, SymbolKind::Variant);
            self.level().tail = Some(Receiver::Occurrence(occurrence));
            return;
        }
        let role = self.role(name, link, follows, begins);
        let receiver = match (role, self.level().literal) {
            (Role::Key, Some(object)) => object,
            _ => receiver,
        };
        let occurrence = self.add(at, role, receiver);
        let level = self.level();
        level.tail = Some(Receiver::Occurrence(occurrence));
        level.next_literal = match follows {
            Follows::Braces if matches!(role, Role::Call) => Some(Receiver::Occurrence(occurrence)),
            Follows::Braces if level.pattern != Pattern::None => Some(Receiver::Occurrence(occurrence)),
            _ => None,
        };
    }

    /// True behind `pub(`.
    fn is_visibility(&self) -> bool {
        let open = self.before.filter(|&open| self.text_of(open) == "(");
        open.and_then(|open| open.checked_sub(1)).is_some_and(|before| self.text_of(before) == "pub")
    }

    /// True when the next token begins what stands between two commas, but for `pub` and
    /// attributes.
    fn begins_element(&self) -> bool {
        match self.before {
            None => true,
            Some(before) => match self.tokens[before].kind {
                Kind::Open => true,
                Kind::Close => matches!(self.text_of(before), "]" | ")") && self.closes_prefix(before),
                Kind::Keyword => matches!(self.text_of(before), "pub" | "ref" | "mut"),
                Kind::Mark => matches!(self.text_of(before), "," | ";"),
                _ => false,
            },
        }
    }

    /// True for the end of `#[…]` and `pub(…)`.
    fn closes_prefix(&self, close: usize) -> bool {
        let before = (self.tokens[close].pair as usize).checked_sub(1);
        before.is_some_and(|before| matches!(self.text_of(before), "#" | "pub"))
    }

    fn follows(&self, index: usize) -> Follows {
        let next = self.after(index);
        let Some(token) = self.tokens.get(next) else { return Follows::Other };
        let then = self.after(next);
        match (token.kind, self.text_of(next)) {
            (Kind::Open, "(") => Follows::Call,
            (Kind::Open, "{") => Follows::Braces,
            (Kind::Mark, "!") if self.tokens.get(then).is_some_and(|token| token.kind == Kind::Open) => Follows::Call,
            (Kind::Mark, "::") if self.text_of(then) != "<" => Follows::Path,
            (Kind::Mark, "::") if self.is_called_behind(then) => Follows::Call,
            (Kind::Mark, "::") => Follows::Path,
            (Kind::Mark, ":") => Follows::Colon,
            (Kind::Mark, "=") => Follows::Equals,
            (Kind::Mark, "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "&=" | "|=" | "<<=" | ">>=") => Follows::Changes,
            _ => Follows::Other,
        }
    }

    /// True when a `(` follows the `>` that belongs to the `<` at `open`.
    fn is_called_behind(&self, open: usize) -> bool {
        let mut depth = 0i32;
        for at in (open..self.tokens.len()).take(TURBOFISH_MAX) {
            depth += match self.text_of(at) {
                "<" => 1,
                ">" => -1,
                ">>" => -2,
                _ => 0,
            };
            if depth <= 0 {
                return self.text_of(self.after(at)) == "(";
            }
        }
        false
    }

    fn role(&mut self, name: &str, link: Link, follows: Follows, begins: bool) -> Role {
        let capitalised = name.chars().next().is_some_and(char::is_uppercase);
        let segment = if capitalised { Role::Type } else { Role::Read };
        let introduced = self.is_introduced();
        let template = self.template;
        let level = self.level();
        let typed = level.typed || level.groups.is_some() || !level.angles.is_empty();
        let (block, condition) = (level.block, level.condition);
        if template {
            return Role::Key;
        }
        if level.attribute {
            return match follows {
                Follows::Path => segment,
                Follows::Equals => Role::Key,
                _ => Role::Decorator,
            };
        }
        let member = link != Link::None;
        if level.pattern != Pattern::None && !typed {
            return match follows {
                Follows::Path => segment,
                Follows::Call => Role::Read,
                Follows::Braces if capitalised || member => Role::Type,
                Follows::Colon if level.literal.is_some() => Role::Key,
                _ if capitalised || member || name == "self" && level.pattern != Pattern::All => Role::Read,
                _ => Role::Bind,
            };
        }
        match follows {
            Follows::Path => segment,
            _ if typed => Role::Type,
            Follows::Call => Role::Call,
            Follows::Braces if is_camel(name) && !introduced && !condition => Role::Call,
            Follows::Colon if !member && begins => Role::Key,
            Follows::Equals if !member && begins && !block => Role::Key,
            Follows::Equals | Follows::Changes if block => Role::Write,
            _ if introduced && (is_camel(name) || is_primitive(name)) => Role::Type,
            _ => Role::Read,
        }
    }

    /// True behind what a type follows.
    fn is_introduced(&mut self) -> bool {
        let mut at = self.before;
        let literal = self.level().literal.is_some();
        while let Some(index) = at {
            match self.text_of(index) {
                "&" | "&&" | "*" | "'" | "mut" | "const" => at = index.checked_sub(1),
                "dyn" | "impl" | "as" | "->" | "<" => return true,
                ":" => return !literal,
                _ => return false,
            }
        }
        false
    }

    /// The inside of a string literal: words, and names in braces that the macro will read.
    pub(super) fn text(&mut self, at: Span) {
        let scope = self.level().scope;
        let text = at.of(self.walk.text);
        let mut done = 0;
        if !self.level().attribute && !self.template {
            for (start, end) in placeholders(text) {
                self.walk.words(Span::new(at.start + done as u32, at.start + start as u32), Role::String, scope);
                self.add(Span::new(at.start + start as u32, at.start + end as u32), Role::Read, Receiver::None);
                done = end;
            }
        }
        let name_like = done == 0 && crate::lexer::is_name_like(text);
        let role = if name_like { Role::StringKey } else { Role::String };
        self.walk.words(Span::new(at.start + done as u32, at.end), role, scope);
    }
}

fn is_camel(name: &str) -> bool {
    let capitalised = name.chars().next().is_some_and(char::is_uppercase);
    capitalised && (name.len() == 1 || name.chars().any(char::is_lowercase))
}

fn is_primitive(name: &str) -> bool {
    matches!(name, "bool" | "char" | "str" | "f32" | "f64")
        || matches!(name.strip_prefix(['i', 'u']), Some("8" | "16" | "32" | "64" | "128" | "size"))
}

/// Where names stand in a format string: `{name}`, `{name:?}`, and `name$` behind the colon.
fn placeholders(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(brace) = memchr::memchr(b'{', &bytes[at..]) {
        let start = at + brace + 1;
        if bytes.get(start) == Some(&b'{') {
            at = start + 1;
            continue;
        }
        let end = start + memchr::memchr2(b'{', b'}', &bytes[start..]).unwrap_or(bytes.len() - start);
        at = end;
        if bytes.get(end) != Some(&b'}') {
            continue;
        }
        let (name, format) = text[start..end].split_once(':').unwrap_or((&text[start..end], ""));
        if is_name(name.trim_end()) {
            found.push((start, start + name.trim_end().len()));
        }
        if format.is_empty() || !(name.is_empty() || is_argument(name)) {
            continue;
        }
        for (offset, word) in crate::words::runs(format) {
            let from = end - format.len() + offset;
            if is_name(word) && bytes.get(from + word.len()) == Some(&b'$') {
                found.push((from, from + word.len()));
            }
        }
    }
    found
}

fn is_argument(name: &str) -> bool {
    is_name(name.trim_end()) || name.trim_end().bytes().all(|byte| byte.is_ascii_digit())
}

fn is_name(text: &str) -> bool {
    let first = text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    first && text.chars().all(crate::words::is_word)
}
