//! Reads the words before a declared name, and tells which of them is the type.

use super::{ARGUMENTS_MAX, Dialect, Scan};
use crate::langs::c::lex::{Kind, is_primitive, is_qualifier, is_qualifier_plus};

/// The words at the head of a declaration, qualifiers left out, up to its name or what follows.
pub(super) struct Head {
    words: [Word; WORDS_MAX],
    len: usize,
    /// The first piece that belongs to no word.
    pub(super) end: usize,
    /// A macro was taken for one only because of the word behind it.
    guessed: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// `int`, `unsigned long`.
    Primitive,
    /// `struct a`.
    Tagged,
    /// `LIST_OF(a)`: a type, or not.
    Call,
    /// A name of any kind.
    Name,
}

pub(super) const WORDS_MAX: usize = 8;

/// Parts of names of macros that annotate declarations.
const ANNOTATIONS: [&str; 14] = [
    "EXTERN", "EXPORT", "IMPORT", "API", "INLINE", "DECL", "PUBLIC", "PRIVATE", "LOCAL", "UNUSED", "STATIC", "CALL",
    "OPTIONAL", "NORETURN",
];

/// True for such a macro.
pub(super) fn annotates(word: &str) -> bool {
    is_shouted(word) && ANNOTATIONS.iter().any(|part| word.contains(part))
}

impl Head {
    pub(super) fn words(&self) -> &[Word] {
        &self.words[..self.len]
    }

    fn is_typed(&self) -> bool {
        self.words().iter().any(|word| matches!(word.part, Part::Primitive | Part::Tagged))
    }

    fn push(&mut self, word: Word) -> bool {
        let fits = self.len < WORDS_MAX;
        if fits {
            self.words[self.len] = word;
            self.len += 1;
        }
        fits
    }
}

impl Scan<'_> {
    /// Reads the words from `index` on; none if there are too many for a declaration.
    pub(super) fn head(&self, index: usize) -> Head {
        let head = self.read(index, true);
        // Without another name to declare, what looked like a macro was the function.
        if head.guessed && !self.is_punct(head.end, b'(') { self.read(index, false) } else { head }
    }

    fn read(&self, index: usize, guess: bool) -> Head {
        let none = Word { first: 0, last: 0, part: Part::Name };
        let mut head = Head { words: [none; WORDS_MAX], len: 0, end: index, guessed: false };
        let plus = self.dialect == Dialect::Plus;
        loop {
            let first = head.end;
            let word = self.word_at(first);
            let (part, last) = match word {
                "" if self.is_punct(first, b'*') => {
                    head.end += 1;
                    continue;
                }
                "" if self.is_bracketed(first) => {
                    head.end = self.bracketed(first);
                    continue;
                }
                "" => return head,
                "template" if plus && self.is_punct(first + 1, b'<') => {
                    head.end = self.angle(first + 1);
                    continue;
                }
                "class" if plus => (Part::Tagged, first + usize::from(!self.word_at(first + 1).is_empty())),
                "decltype" | "requires" | "concept" if plus => {
                    head.len = 0;
                    return head;
                }
                _ if plus && is_qualifier_plus(word) => {
                    head.end += 1;
                    continue;
                }
                "__attribute__" | "__attribute" | "__declspec" | "_Alignas" | "alignas" => {
                    let Some(close) = self.arguments_of(first) else { return head };
                    head.end = close + 1;
                    continue;
                }
                _ if is_qualifier(word) => {
                    head.end += 1;
                    continue;
                }
                "struct" | "union" | "enum" => (Part::Tagged, first + usize::from(!self.word_at(first + 1).is_empty())),
                _ if is_primitive(word) => (Part::Primitive, first),
                _ => match self.arguments_in_head(first, head.len == 0 || (guess && !head.is_typed())) {
                    Some(close) => {
                        head.guessed |= head.len > 0 && !self.is_punct(close + 1, b'*');
                        (Part::Call, close)
                    }
                    None if plus => (Part::Name, self.path(first)),
                    None => (Part::Name, first),
                },
            };
            let follows = part == Part::Primitive && head.words().last().is_some_and(|word| word.part == part);
            if !follows && !head.push(Word { first, last, part }) {
                head.len = 0;
                return head;
            }
            head.end = last + 1;
            if plus && word == "operator" {
                return head;
            }
        }
    }

    /// Where the arguments of a macro among others end: on its line a star follows, or a word.
    fn arguments_in_head(&self, index: usize, word_may_follow: bool) -> Option<usize> {
        let word = self.word_at(index);
        let close = self.arguments_if(index, is_loud(word) || word.starts_with("__"))?;
        let follows = self.is_punct(close + 1, b'*') || (word_may_follow && !self.word_at(close + 1).is_empty());
        (follows && self.is_beside(close, close + 1)).then_some(close)
    }

    /// Which words of `words` are no types but macros, where one is to be the type.
    pub(super) fn macros_among(&self, words: &[Word]) -> [bool; WORDS_MAX] {
        let mut hide = [false; WORDS_MAX];
        let mut excess = words.len().saturating_sub(1);
        let typed = words.iter().any(|word| matches!(word.part, Part::Primitive | Part::Tagged));
        // The least likely types go first, until one is left.
        for likely in 0..=LIKELY_MAX {
            for (hide, word) in hide.iter_mut().zip(words) {
                if excess > 0 && !*hide && self.likely_type(*word, typed) == Some(likely) {
                    (*hide, excess) = (true, excess - 1);
                }
            }
        }
        hide
    }

    /// How likely a word beside others is the type; `typed` if another one is for certain. None
    /// if this one is.
    fn likely_type(&self, word: Word, typed: bool) -> Option<usize> {
        let text = self.word_at(word.first);
        match word.part {
            Part::Primitive | Part::Tagged => None,
            _ if typed => Some(0),
            Part::Call => Some(LIKELY_MAX),
            Part::Name if annotates(text) => Some(1),
            Part::Name if is_shouted(text) || text.starts_with("__") => Some(2),
            Part::Name if ["inline", "export", "extern", "static"].iter().any(|part| text.contains(part)) => Some(3),
            Part::Name => Some(LIKELY_MAX),
        }
    }

    /// True when both pieces are there and no line ends between them.
    pub(super) fn is_beside(&self, left: usize, right: usize) -> bool {
        let (Some(left), Some(right)) = (self.piece(left), self.piece(right)) else { return false };
        self.text.get(left.token.end..right.token.start).is_some_and(|between| !between.contains('\n'))
    }

    /// Where the arguments of the macro at `index` end, if it looks like one.
    pub(super) fn arguments(&self, index: usize) -> Option<usize> {
        self.arguments_if(index, is_loud(self.word_at(index)))
    }

    fn arguments_if(&self, index: usize, is_macro: bool) -> Option<usize> {
        if is_macro { self.arguments_of(index) } else { None }
    }

    /// The parenthesis that closes the one behind the word at `index`.
    pub(super) fn arguments_of(&self, index: usize) -> Option<usize> {
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
}

const LIKELY_MAX: usize = 4;

/// True for `LIKE_THIS`.
pub(super) fn is_shouted(word: &str) -> bool {
    word.len() > 1
        && word.bytes().any(|b| b.is_ascii_uppercase())
        && word.bytes().all(|b| b == b'_' || b.is_ascii_uppercase() || b.is_ascii_digit())
}

/// True for `MOSTLY_like_this` and `_In_`.
pub(super) fn is_loud(word: &str) -> bool {
    let upper = word.bytes().filter(u8::is_ascii_uppercase).count();
    let lower = word.bytes().filter(u8::is_ascii_lowercase).count();
    (upper > 1 && upper >= 2 * lower) || (upper > 0 && word.starts_with('_') && word.ends_with('_'))
}
