//! What C++ has besides: names with paths and arguments, classes and namespaces, and the macros
//! that stand among them.

use super::head::{annotates, is_shouted};
use super::{ARGUMENTS_MAX, Dialect, Inside, Scan};
use crate::langs::c::lex::{Kind, is_keyword_plus, is_primitive, is_qualifier};
use crate::outline::Role;

/// Words of macros that stand for `constexpr`, `[[nodiscard]]` and their like.
const ANNOTATIONS: [&str; 9] =
    ["CONSTEXPR", "CONSTEVAL", "NODISCARD", "EXPLICIT", "VISIB", "DEPRECATED", "NOINLINE", "FUNC", "HIDDEN"];

impl Scan<'_> {
    /// What a word says about the bracket to come.
    pub(super) fn word_plus(&mut self, index: usize) {
        let parameter = || self.is_punct(index.wrapping_sub(1), b'<') || self.is_punct(index.wrapping_sub(1), b',');
        let in_parens = matches!(self.open.last(), Some(Inside::Parens | Inside::Head));
        match self.word_at(index) {
            "class" | "struct" | "union" if self.tag == Some(Inside::Enum) || parameter() || in_parens => {}
            "class" | "struct" | "union" => self.tag = Some(Inside::Struct),
            "enum" if !in_parens => self.tag = Some(Inside::Enum),
            "extern" | "namespace" => self.tag = Some(Inside::Extern),
            "return" => self.assigned = true,
            _ => {}
        }
    }

    /// What a brace here opens.
    pub(super) fn braces_plus(&self) -> Inside {
        let before = self.before.and_then(|before| self.piece(before)).map(|piece| piece.token.kind);
        let word = self.before.map_or("", |before| self.word_at(before));
        match (self.tag, before) {
            (_, Some(Kind::Punct(b')'))) => Inside::Block,
            _ if matches!(word, "const" | "override" | "noexcept" | "mutable" | "try" | "else" | "do") => Inside::Block,
            (_, Some(Kind::Punct(b'=' | b',' | b'(' | b'['))) => Inside::Initialiser,
            (Some(tag), _) if !self.assigned => tag,
            _ if self.assigned || matches!(self.open.last(), Some(Inside::Initialiser | Inside::Parens)) => {
                Inside::Initialiser
            }
            _ => Inside::Block,
        }
    }

    /// True for the `=` of `operator==`, of a template's parameter and of `= default`.
    pub(super) fn is_no_value(&self, index: usize) -> bool {
        let operator = (1..=3).any(|back| self.word_at(index.wrapping_sub(back)) == "operator");
        // Parameters of a template come before its tag.
        let template = self.tag.is_none() && self.word_at(self.start) == "template";
        operator
            || template
            || matches!(self.word_at(index + 1), "default" | "delete")
            || self.tag == Some(Inside::Struct)
    }

    /// True behind `public` and its like.
    pub(super) fn is_access(&self) -> bool {
        let word = self.before.map_or("", |before| self.word_at(before));
        matches!(word, "public" | "private" | "protected") && self.open.last() == Some(&Inside::Struct)
    }

    /// Hides what only C++ has at the word at `index`; true if the rest need not look.
    pub(super) fn hide_plus(&mut self, index: usize) -> bool {
        if self.hide_word(index) {
            return true;
        }
        let in_class = self.open.last() == Some(&Inside::Struct);
        if !in_class && !self.is_file_level() {
            return false;
        }
        if matches!(self.word_at(index), "class" | "struct" | "union") {
            self.hide_in_tag(index);
            return true;
        }
        if !is_shouted(self.word_at(index)) {
            return false;
        }
        if self.fresh {
            return self.hide_line(index) || self.hide_statement(index) || self.hide_before_constructor(index);
        }
        let behind_template = self.word_at(self.start) == "template"
            && self.before.is_some_and(|before| self.angle(self.start + 1) == before + 1);
        (behind_template && self.hide_before_constructor(index))
            || self.hide_parameter(index)
            || self.hide_behind(index)
    }

    /// What the grammar does not expect where it stands: the `extern` of `extern template`, the
    /// macro of `if CONSTEXPR (a)`, the `unsigned` of `unsigned(a)`.
    fn hide_word(&mut self, index: usize) -> bool {
        let word = self.word_at(index);
        let opens = self.is_punct(index + 1, b'(');
        let (next, before) = (self.word_at(index + 2), self.before.map_or("", |before| self.word_at(before)));
        let hides = match word {
            "extern" => self.word_at(index + 1) == "template",
            "unsigned" | "signed" | "long" | "short" => {
                let value = !next.is_empty() && !is_primitive(next) && !is_qualifier(next);
                opens && value && !is_primitive(before) && !self.is_file_level()
            }
            _ => opens && before == "if" && is_shouted(word),
        };
        if hides {
            self.cover(index, index, Role::Decorator);
        }
        hides
    }

    /// `DISALLOW_COPY(A);`
    fn hide_statement(&mut self, index: usize) -> bool {
        let Some(close) = self.arguments_of(index).filter(|close| self.is_punct(*close + 1, b';')) else {
            return false;
        };
        // A class may be called `URL`.
        let hides = self.word_at(index).contains('_');
        if hides {
            self.cover(index, close + 1, Role::Read);
        }
        hides
    }

    /// `template <class T, ENABLE_IF(a > b)>`: with the comma before it.
    fn hide_parameter(&mut self, index: usize) -> bool {
        let Some(before) = self.before.filter(|_| self.word_at(self.start) == "template") else { return false };
        let Some(close) = self.arguments_of(index) else { return false };
        let comma = self.is_punct(before, b',');
        let ends = self.is_punct(close + 1, b'>') || self.is_punct(close + 1, b',');
        let hides = ends && (comma || self.is_punct(before, b'<'));
        if hides {
            self.cover(if comma { before } else { index }, close, Role::Read);
        }
        hides
    }

    /// `class EXPORT A final : B {`: of the words before the body only the last is the name.
    fn hide_in_tag(&mut self, index: usize) {
        let mut words: [usize; 4] = [0; 4];
        let (mut len, mut end) = (0, index + 1);
        while len < words.len() {
            if self.is_bracketed(end) {
                end = self.bracketed(end);
                continue;
            }
            match self.word_at(end) {
                "" | "final" => break,
                "alignas" | "__declspec" | "__attribute__" => match self.arguments_of(end) {
                    Some(close) => end = close + 1,
                    None => return,
                },
                word => {
                    words[len] = end;
                    len += 1;
                    let arguments = if is_shouted(word) { self.arguments_of(end) } else { None };
                    end = arguments.unwrap_or_else(|| self.path(end)) + 1;
                }
            }
        }
        let defines = self.is_punct(end, b'{') || self.is_punct(end, b':') || self.is_punct(end, b';');
        if len < 2 || !(defines || self.word_at(end) == "final") {
            return;
        }
        for at in 0..len - 1 {
            // `struct A b;` declares a variable.
            if is_shouted(self.word_at(words[at])) {
                self.hide(words[at], words[at + 1] - 1, Role::Decorator);
            }
        }
    }

    /// `BEGIN_NAMESPACE` on a line of its own.
    fn hide_line(&mut self, index: usize) -> bool {
        let next = index + 1;
        if self.is_punct(next, b'(') {
            return false;
        }
        let alone = self.piece(next).is_none_or(|piece| piece.directive.is_some()) || !self.is_beside(index, next);
        let word = self.word_at(index);
        let opens = ["BEGIN", "END", "NAMESPACE"].iter().any(|part| word.contains(part));
        let before_word = self.piece(next).is_none_or(|piece| piece.directive.is_some())
            || is_keyword_plus(self.word_at(next))
            || is_qualifier(self.word_at(next))
            || is_shouted(self.word_at(next))
            || matches!(self.word_at(next), "struct" | "enum" | "union");
        let hides = alone && (opens || before_word);
        if hides {
            self.cover(index, index, Role::Call);
        }
        hides
    }

    /// `CONSTEXPR A(int);`, `API A::A() {`, `API ~A();`: there is no type.
    fn hide_before_constructor(&mut self, index: usize) -> bool {
        let word = self.word_at(index);
        let means = annotates_plus(word);
        let arguments = if means { self.arguments_of(index) } else { None };
        let next = arguments.unwrap_or(index) + 1;
        let tilde = self.is_punct(next, b'~');
        let end = self.path(next) + 1;
        let called = !self.word_at(next).is_empty() && self.is_punct(end, b'(');
        let keyword = |word: &str| is_keyword_plus(word) || is_qualifier(word) || word == "auto";
        if !means || !(tilde || called || keyword(self.word_at(next))) {
            return false;
        }
        self.cover(index, next - 1, if arguments.is_some() { Role::Read } else { Role::Decorator });
        true
    }

    /// `f() const LOCKS_EXCLUDED(a) {`, `int a GUARDED_BY(b);`
    fn hide_behind(&mut self, index: usize) -> bool {
        let Some(before) = self.before else { return false };
        let word = self.word_at(before);
        let close = self.arguments_of(index);
        let behind_function =
            self.is_punct(before, b')') || matches!(word, "const" | "override" | "noexcept" | "final");
        let plain = !(word.is_empty() || is_primitive(word) || is_qualifier(word) || is_keyword_plus(word));
        let behind_field = (plain || self.is_punct(before, b']')) && before > self.start && close.is_some();
        let mut end = index;
        loop {
            end = self.arguments_of(end).unwrap_or(end) + 1;
            if !is_shouted(self.word_at(end)) {
                break;
            }
        }
        let ends = [b';', b'{', b':', b'='].into_iter().any(|byte| self.is_punct(end, byte));
        let goes_on = behind_function && matches!(self.word_at(end), "override" | "final" | "noexcept");
        let field_ends = self.is_punct(end, b';') || self.is_punct(end, b'=');
        let starts = self.is_punct(self.start.wrapping_sub(1), b'(');
        let hides = (behind_function && !starts && (ends || goes_on)) || (behind_field && field_ends);
        if hides {
            self.cover(index, end - 1, Role::Decorator);
        }
        hides
    }

    /// True for `[[`, which opens an attribute.
    pub(super) fn is_bracketed(&self, index: usize) -> bool {
        self.dialect == Dialect::Plus && self.is_punct(index, b'[') && self.is_punct(index + 1, b'[')
    }

    /// The piece behind the attribute that opens at `index`.
    pub(super) fn bracketed(&self, index: usize) -> usize {
        let closes = |at: &usize| self.is_punct(*at, b']') && self.is_punct(*at + 1, b']');
        (index + 2..index + ARGUMENTS_MAX).find(closes).map_or(index + 2, |close| close + 2)
    }

    /// The last piece of the name that starts at `index`, with its path and arguments.
    pub(super) fn path(&self, index: usize) -> usize {
        let mut last = index;
        loop {
            if self.is_punct(last + 1, b'<') {
                let end = self.angle(last + 1);
                if end == last + 1 {
                    return last;
                }
                last = end - 1;
            }
            if !(self.is_punct(last + 1, b':') && self.is_punct(last + 2, b':')) {
                return last;
            }
            let next = last + 3;
            let tilde = usize::from(self.is_punct(next, b'~'));
            if self.word_at(next + tilde).is_empty() || self.word_at(next) == "operator" {
                return last;
            }
            last = next + tilde;
        }
    }

    /// The piece behind the `>` that closes the `<` at `index`; `index` if there is none.
    pub(super) fn angle(&self, index: usize) -> usize {
        let (mut depth, mut parens) = (0usize, 0usize);
        for at in index..index + ARGUMENTS_MAX {
            let Some(piece) = self.piece(at).filter(|piece| piece.directive.is_none()) else { return index };
            match piece.token.kind {
                Kind::Punct(b'(') => parens += 1,
                Kind::Punct(b')') if parens == 0 => return index,
                Kind::Punct(b')') => parens -= 1,
                Kind::Punct(b'<' | b'>') if parens > 0 => {}
                Kind::Punct(b'<') => depth += 1,
                Kind::Punct(b'>') if self.is_punct(at.wrapping_sub(1), b'-') => {}
                Kind::Punct(b'>') if depth <= 1 => return at + 1,
                Kind::Punct(b'>') => depth -= 1,
                Kind::Punct(b';' | b'{' | b'}') => return index,
                _ => {}
            }
        }
        index
    }
}

/// True for a macro that stands for what is no type.
pub(super) fn annotates_plus(word: &str) -> bool {
    annotates(word) || (is_shouted(word) && ANNOTATIONS.iter().any(|part| word.contains(part)))
}
