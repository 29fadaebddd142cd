//! Macros that do not look like C.

use super::head::{Head, Part, Word, is_loud, is_shouted};
use super::plus::annotates_plus;
use super::{Dialect, Inside, Scan};
use crate::langs::c::lex::{Kind, is_primitive, is_qualifier};
use crate::outline::Role;

impl Scan<'_> {
    /// Hides macros at the word at `index` and behind it; true if that word itself is hidden.
    pub(super) fn hide_macros(&mut self, index: usize) -> bool {
        if self.dialect == Dialect::Plus && self.hide_plus(index) {
            return index < self.done;
        }
        match self.open.last() {
            Some(Inside::Enum) if self.fresh => self.hide_enumerators(index),
            Some(Inside::Struct) if self.fresh => {
                self.hide_fields(index);
                self.hide_annotations(index);
            }
            Some(Inside::Parens) if self.is_parameter() => self.hide_annotations(index),
            _ if !self.is_file_level() => {}
            _ if self.fresh => {
                self.hide_wrapper(index);
                self.hide_call(index);
                self.hide_annotations(index);
            }
            _ => self.hide_postfix(index),
        }
        index < self.done
    }

    /// True where a parameter of a declared function may start.
    fn is_parameter(&self) -> bool {
        let starts = self.before.is_some_and(|before| self.is_punct(before, b'(') || self.is_punct(before, b','));
        let around = self.open.split_last().map_or(&[][..], |(_, around)| around);
        starts && around.iter().all(|open| *open == Inside::Extern)
    }

    /// `API int f(void)`: of the words before the name only one is the type.
    pub(super) fn hide_annotations(&mut self, index: usize) {
        if index < self.done {
            return;
        }
        let head = self.head(index);
        let mut words = head.words();
        let Some(mut last) = words.last().copied() else { return };
        let end = self.piece(head.end).filter(|piece| piece.directive.is_none()).map(|piece| piece.token.kind);
        // `int a OPTIONAL)`
        if let (Some(Kind::Punct(b',' | b')')), [_, .., name, _]) = (end, words)
            && is_shouted(self.word_at(last.first))
            && !is_shouted(self.word_at(name.first))
            && name.part == Part::Name
        {
            self.hide(last.first, last.last, Role::Decorator);
            (last, words) = (*name, &words[..words.len() - 1]);
        }
        let named = match end {
            _ if self.word_at(last.first) == "operator" => 1,
            Some(Kind::Punct(b'{')) if last.part == Part::Tagged => 0,
            Some(Kind::Punct(b'(' | b';' | b'=' | b'[' | b',' | b':')) => usize::from(last.part == Part::Name),
            Some(Kind::Punct(b')')) if self.open.last() == Some(&Inside::Parens) => {
                usize::from(last.part == Part::Name)
            }
            _ => return self.hide_alone(index, &head),
        };
        let typing = &words[..words.len() - named];
        let mut hide = self.macros_among(typing);
        if self.dialect == Dialect::Plus {
            if self.is_behind(words, head.end) {
                return;
            }
            // Constructors and `auto` have no type among the words.
            let untyped = typing.iter().all(|word| annotates_plus(self.word_at(word.first)));
            hide.iter_mut().for_each(|hide| *hide |= untyped);
        }
        for (word, _) in typing.iter().zip(hide).filter(|(_, hide)| *hide) {
            self.hide(word.first, word.last, if word.part == Part::Call { Role::Read } else { Role::Decorator });
            if word.first == index {
                self.done = self.done.max(word.last + 1);
            }
        }
    }

    /// `int a GUARDED_BY(b);`: the last word is no name.
    fn is_behind(&self, words: &[Word], end: usize) -> bool {
        let [_, .., name, last] = words else { return false };
        let close = self.arguments_of(last.first).filter(|_| last.first + 1 == end);
        is_shouted(self.word_at(last.first))
            && !is_shouted(self.word_at(name.first))
            && close.is_some_and(|close| self.is_punct(close + 1, b';') || self.is_punct(close + 1, b'='))
    }

    /// `BEGIN_DECLS` alone before a directive, a brace or the end.
    fn hide_alone(&mut self, index: usize, head: &Head) {
        let ends = self.piece(head.end).is_none_or(|piece| piece.directive.is_some()) || self.is_punct(head.end, b'}');
        if head.end == index + 1 && ends && is_shouted(self.word_at(index)) && self.is_file_level() {
            self.cover(index, index, Role::Call);
        }
    }

    /// `UNUSED(static int f(void)) {`, `EXPORT(void g(int a));`
    fn hide_wrapper(&mut self, index: usize) {
        let Some(close) = self.arguments(index) else { return };
        let inner = self.head(index + 2);
        let declares = inner.words().len() > 1
            && inner.words().last().is_some_and(|name| name.part == Part::Name)
            && self.is_punct(inner.end, b'(');
        if declares && (self.is_punct(close + 1, b';') || self.is_punct(close + 1, b'{')) {
            // What is inside stands at file level.
            self.hide(close, close, Role::Read);
            self.cover(index, index + 1, Role::Read);
        }
    }

    /// `DEPRECATED("x") int f(void)`, `GENERATE(a, b)` without a semicolon.
    fn hide_call(&mut self, index: usize) {
        let Some(close) = self.arguments(index).filter(|_| index >= self.done) else { return };
        let next = close + 1;
        let follows = match self.piece(next) {
            None => true,
            Some(piece) if piece.directive.is_some() => true,
            // A type: `LIST_OF(a) *b`.
            Some(_) if self.is_punct(next, b'*') => false,
            Some(_) => {
                let head = self.head(next);
                match head.words() {
                    [] => false,
                    [word] => word.first != next || word.part == Part::Tagged || self.is_call_beside(close, next),
                    _ => true,
                }
            }
        };
        if follows {
            self.cover(index, close, Role::Read);
        }
    }

    /// True when another macro is called on the next line, rather than a function declared.
    fn is_call_beside(&self, close: usize, next: usize) -> bool {
        let Some(end) = self.arguments_of(next).filter(|_| !self.is_beside(close, next)) else { return false };
        is_shouted(self.word_at(next)) || !(self.is_punct(end + 1, b';') || self.is_punct(end + 1, b'{'))
    }

    /// `int f(void) NORETURN FORMAT(1, 2);`
    fn hide_postfix(&mut self, index: usize) {
        let Some(before) = self.before.filter(|&before| self.is_punct(before, b')')) else { return };
        // A macro that makes a type stands before a name: `API(int) f(void);`. Else there is a type
        // before the name.
        let head = self.head_of(before);
        let is_type = |at: usize| !self.word_at(at).is_empty() && !is_qualifier(self.word_at(at));
        let declares = (self.start..head).any(is_type) && !is_loud(self.word_at(head));
        if !declares || is_attribute(self.word_at(head)) {
            return;
        }
        let (mut end, mut plain) = (index, 0);
        loop {
            let word = self.word_at(end);
            if word.is_empty() || is_primitive(word) || is_qualifier(word) {
                break;
            }
            let close = self.arguments_of(end);
            // The parameters of old-style functions are declared here.
            plain += usize::from(close.is_none() && !is_shouted(word) && !word.starts_with("__"));
            end = close.unwrap_or(end) + 1;
        }
        if end > index
            && self.is_punct(end, b';')
            && !is_attribute(self.word_at(index))
            && (plain == 0 || (plain == 1 && end == index + 1))
        {
            self.cover(index, end - 1, Role::Decorator);
        }
    }

    /// `REQ_FIELDS` on a line of its own among fields.
    fn hide_fields(&mut self, index: usize) {
        if !is_shouted(self.word_at(index)) {
            return;
        }
        let last = if self.is_punct(index + 1, b'(') { self.arguments(index) } else { Some(index) };
        let Some(last) = last else { return };
        let next = last + 1;
        let ends = self.is_punct(next, b'}')
            || self.piece(next).is_some_and(|piece| piece.directive.is_some())
            || (!self.word_at(next).is_empty() && !self.is_beside(last, next));
        if ends {
            self.cover(index, last, if last == index { Role::Call } else { Role::Read });
        }
    }

    /// `ERRNO_MAP(XX)` among enumerators.
    fn hide_enumerators(&mut self, index: usize) {
        let Some(close) = self.arguments_of(index) else { return };
        let last = if self.is_punct(close + 1, b',') { close + 1 } else { close };
        self.cover(index, last, Role::Read);
    }

    /// `(WINAPI *name)(…)`: the calling convention behind the parenthesis at `index`.
    pub(super) fn hide_convention(&mut self, index: usize) {
        let mut end = index + 1;
        while end < index + 4 && is_shouted(self.word_at(end)) && !self.is_punct(end + 1, b')') {
            end += 1;
        }
        let name = end + usize::from(self.is_punct(end, b'*'));
        let names = !self.word_at(name).is_empty() && self.is_punct(name + 1, b')') && self.is_punct(name + 2, b'(');
        if end > index + 1 && names {
            self.cover(index + 1, end - 1, Role::Decorator);
        }
    }
}

/// True for what the grammar knows behind parameters.
fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "__asm__" | "__asm" | "asm" | "__declspec")
}
