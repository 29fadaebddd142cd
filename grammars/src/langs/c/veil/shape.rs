//! Macros that do not look like C.

use super::{ARGUMENTS_MAX, Inside, Scan};
use crate::langs::c::lex::{Kind, is_primitive, is_qualifier};
use crate::outline::Role;

/// The words at the head of a declaration, up to its name or what follows that.
struct Head {
    /// Where each word that is no qualifier stands, and what it is; a tag is one with `struct`.
    words: [(usize, Part); WORDS_MAX],
    len: usize,
    /// The first piece that belongs to no word.
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// `int`, `unsigned long`.
    Primitive,
    /// `struct a`.
    Tagged,
    /// A name of any kind.
    Name,
}

const WORDS_MAX: usize = 8;
/// From here on a word is taken for a type.
const LIKELY_MAX: usize = 4;

/// Parts of macro names that annotate declarations.
const ANNOTATIONS: [&str; 12] =
    ["EXTERN", "EXPORT", "IMPORT", "API", "INLINE", "DECL", "PUBLIC", "PRIVATE", "LOCAL", "UNUSED", "STATIC", "CALL"];

impl Scan<'_> {
    /// Hides macros around the word at `index`; true if that word itself is hidden.
    pub(super) fn hide_macros(&mut self, index: usize) -> bool {
        let done = match self.open.last() {
            Some(Inside::Enum) if self.fresh => self.hide_enumerators(index),
            Some(Inside::Struct) if self.fresh => self.hide_fields(index) || self.hide_annotations(index),
            _ if self.is_file_level() && self.fresh => {
                self.hide_wrapper(index) || self.hide_call(index) || self.hide_annotations(index)
            }
            _ if self.is_file_level() => self.hide_postfix(index),
            _ => false,
        };
        done && index < self.done
    }

    /// `API int f(void)`: of the words before the name only one is the type.
    fn hide_annotations(&mut self, index: usize) -> bool {
        let head = self.head(index);
        let words = &head.words[..head.len];
        let Some(&(_, last)) = words.last() else { return false };
        let named = match self.piece(head.end).filter(|piece| piece.directive.is_none()).map(|piece| piece.token.kind) {
            Some(Kind::Punct(b'{')) if last == Part::Tagged => 0,
            Some(Kind::Punct(b'(' | b';' | b'=' | b'[' | b',' | b':')) => usize::from(last == Part::Name),
            _ => return self.hide_alone(index, &head),
        };
        let before_name = &words[..words.len() - named];
        let Some(mut excess) = before_name.len().checked_sub(1).filter(|&excess| excess > 0) else { return false };
        let typed = before_name.iter().any(|(_, part)| *part != Part::Name);
        let mut hide = [false; WORDS_MAX];
        // The least likely types go first, one by one, until one is left.
        for likely in 0..LIKELY_MAX {
            for (hide, (at, part)) in hide.iter_mut().zip(before_name) {
                let fits = *part == Part::Name && likely_type(self.word_at(*at), typed) == likely;
                if excess > 0 && fits {
                    (*hide, excess) = (true, excess - 1);
                }
            }
        }
        let done = self.done;
        for (at, _) in before_name.iter().zip(hide).filter(|(_, hide)| *hide).map(|(word, _)| word) {
            self.cover(*at, *at, Role::Decorator);
        }
        // Only what comes first is behind us; the others are met again.
        self.done = if hide[0] && before_name[0].0 == index { index + 1 } else { done };
        hide[0] && before_name[0].0 == index
    }

    /// `BEGIN_DECLS` alone before a directive, a brace or the end.
    fn hide_alone(&mut self, index: usize, head: &Head) -> bool {
        let ends = self.piece(head.end).is_none_or(|piece| piece.directive.is_some()) || self.is_punct(head.end, b'}');
        if head.len == 1 && head.end == index + 1 && ends && is_shouted(self.word_at(index)) {
            self.cover(index, index, Role::Call);
        }
        index < self.done
    }

    /// `UNUSED(static int f(void)) {`, `EXPORT(void g(int a));`
    fn hide_wrapper(&mut self, index: usize) -> bool {
        let Some(close) = self.arguments(index) else { return false };
        let inner = self.head(index + 2);
        let declares = inner.len > 1 && inner.words[inner.len - 1].1 == Part::Name && self.is_punct(inner.end, b'(');
        if !declares || !(self.is_punct(close + 1, b';') || self.is_punct(close + 1, b'{')) {
            return false;
        }
        let done = index + 2;
        self.cover(index, index + 1, Role::Read);
        self.cover(close, close, Role::Read);
        self.done = done;
        // The brackets were not looked at: what is inside stands at file level.
        self.fresh = true;
        true
    }

    /// `DEPRECATED("x") int f(void)`, `GENERATE(a, b)` without a semicolon.
    fn hide_call(&mut self, index: usize) -> bool {
        let Some(close) = self.arguments(index) else { return false };
        let next = close + 1;
        let head = self.head(next);
        let follows = match self.piece(next) {
            None => true,
            Some(piece) if piece.directive.is_some() => true,
            Some(_) => {
                let word = self.word_at(next);
                head.len > 1
                    || (head.len == 1 && (head.words[0].0 != next || head.words[0].1 == Part::Tagged))
                    || (is_shouted(word) && self.is_punct(next + 1, b'(') && self.is_next_line(close, next))
            }
        };
        if follows {
            self.cover(index, close, Role::Read);
        }
        follows
    }

    /// `int f(void) NORETURN;`
    fn hide_postfix(&mut self, index: usize) -> bool {
        if !self.before.is_some_and(|before| self.is_punct(before, b')')) {
            return false;
        }
        let mut end = index;
        loop {
            let word = self.word_at(end);
            let annotates =
                is_shouted(word) || (word.starts_with("__") && !matches!(word, "__attribute__" | "__asm__"));
            if word.is_empty() || !annotates {
                break;
            }
            end =
                if self.is_punct(end + 1, b'(') { self.arguments_of(end).map_or(end, |close| close) } else { end } + 1;
        }
        let ends = end > index && self.is_punct(end, b';');
        if ends {
            self.cover(index, end - 1, Role::Decorator);
        }
        ends
    }

    /// `REQ_FIELDS` on a line of its own among fields.
    fn hide_fields(&mut self, index: usize) -> bool {
        let word = self.word_at(index);
        if !is_shouted(word) {
            return false;
        }
        let last = if self.is_punct(index + 1, b'(') { self.arguments(index) } else { Some(index) };
        let Some(last) = last else { return false };
        let next = last + 1;
        let ends = self.is_punct(next, b'}')
            || self.piece(next).is_some_and(|piece| piece.directive.is_some())
            || (!self.word_at(next).is_empty() && self.is_next_line(last, next));
        if ends {
            self.cover(index, last, if last == index { Role::Call } else { Role::Read });
        }
        ends
    }

    /// `ERRNO_MAP(XX)` among enumerators.
    fn hide_enumerators(&mut self, index: usize) -> bool {
        let Some(close) = self.arguments_of(index) else { return false };
        let last = if self.is_punct(close + 1, b',') { close + 1 } else { close };
        self.cover(index, last, Role::Read);
        true
    }

    /// `(WINAPI *name)(…)`: the calling convention behind the parenthesis at `index`.
    pub(super) fn hide_convention(&mut self, index: usize) {
        let mut end = index + 1;
        while end < index + 4 && is_shouted(self.word_at(end)) {
            end += 1;
        }
        let names = self.is_punct(end, b'*')
            && !self.word_at(end + 1).is_empty()
            && self.is_punct(end + 2, b')')
            && self.is_punct(end + 3, b'(');
        if end > index + 1 && names {
            self.cover(index + 1, end - 1, Role::Decorator);
        }
    }

    /// Where the arguments of the shouted macro at `index` end.
    fn arguments(&self, index: usize) -> Option<usize> {
        is_shouted(self.word_at(index)).then(|| self.arguments_of(index))?
    }

    /// The parenthesis that closes the one behind the word at `index`.
    fn arguments_of(&self, index: usize) -> Option<usize> {
        if !self.is_punct(index + 1, b'(') {
            return None;
        }
        let mut depth = 0usize;
        for at in index + 1..index + ARGUMENTS_MAX {
            let piece = self.piece(at).filter(|piece| piece.directive.is_none())?;
            match piece.token.kind {
                Kind::Punct(b'(') => depth += 1,
                Kind::Punct(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                Kind::Punct(b';' | b'{' | b'}') => return None,
                _ => {}
            }
        }
        None
    }

    fn is_next_line(&self, left: usize, right: usize) -> bool {
        let (Some(left), Some(right)) = (self.piece(left), self.piece(right)) else { return false };
        self.text.get(left.token.end..right.token.start).is_some_and(|between| between.contains('\n'))
    }

    /// Reads the words from `index` on.
    fn head(&self, index: usize) -> Head {
        let mut head = Head { words: [(0, Part::Name); WORDS_MAX], len: 0, end: index };
        loop {
            let word = self.word_at(head.end);
            let part = match word {
                "" if self.is_punct(head.end, b'*') => {
                    head.end += 1;
                    continue;
                }
                "" => return head,
                "__attribute__" | "__attribute" | "__declspec" | "_Alignas" | "alignas" => {
                    let Some(close) = self.arguments_of(head.end) else { return head };
                    head.end = close + 1;
                    continue;
                }
                _ if is_qualifier(word) => {
                    head.end += 1;
                    continue;
                }
                "struct" | "union" | "enum" => Part::Tagged,
                _ if is_primitive(word) => Part::Primitive,
                _ => Part::Name,
            };
            let follows = head.len > 0 && part == Part::Primitive && head.words[head.len - 1].1 == Part::Primitive;
            if !follows {
                if head.len == WORDS_MAX {
                    head.len = 0;
                    return head;
                }
                head.words[head.len] = (head.end, part);
                head.len += 1;
            }
            head.end += 1;
            if part == Part::Tagged && !self.word_at(head.end).is_empty() {
                head.end += 1;
            }
        }
    }
}

/// How likely a word beside others is the type and not a macro; `typed` if another one is a type
/// for certain.
fn likely_type(word: &str, typed: bool) -> usize {
    match word {
        _ if typed => 0,
        _ if is_shouted(word) && ANNOTATIONS.iter().any(|part| word.contains(part)) => 1,
        _ if is_shouted(word) => 2,
        _ if word.starts_with("__") => 3,
        _ => LIKELY_MAX,
    }
}

/// True for `LIKE_THIS`.
pub(super) fn is_shouted(word: &str) -> bool {
    word.len() > 1
        && word.bytes().any(|b| b.is_ascii_uppercase())
        && word.bytes().all(|b| b == b'_' || b.is_ascii_uppercase() || b.is_ascii_digit())
}
