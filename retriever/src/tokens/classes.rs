//! The classes of characters that the rules of splitting speak of.

use unicode_general_category::{GeneralCategory, get_general_category};

/// What the rules see in a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Lu, Lt.
    Upper,
    /// Ll.
    Lower,
    /// Lm, Lo: letters without case.
    Letter,
    /// M: what stands on or around other characters.
    Mark,
    /// N.
    Number,
    /// White space that ends a line: CR, LF.
    Newline,
    /// Other white space.
    Space,
    /// The rest.
    Other,
}

impl Class {
    pub(super) fn of(c: char) -> Class {
        match c {
            'a'..='z' => Class::Lower,
            'A'..='Z' => Class::Upper,
            '0'..='9' => Class::Number,
            '\r' | '\n' => Class::Newline,
            '\0'..='\x7f' => {
                if c.is_whitespace() {
                    Class::Space
                } else {
                    Class::Other
                }
            }
            _ => Class::beyond_ascii(c),
        }
    }

    fn beyond_ascii(c: char) -> Class {
        use GeneralCategory::*;
        match get_general_category(c) {
            UppercaseLetter | TitlecaseLetter => Class::Upper,
            LowercaseLetter => Class::Lower,
            ModifierLetter | OtherLetter => Class::Letter,
            NonspacingMark | SpacingMark | EnclosingMark => Class::Mark,
            DecimalNumber | LetterNumber | OtherNumber => Class::Number,
            _ if c.is_whitespace() => Class::Space,
            _ => Class::Other,
        }
    }

    pub(super) fn is_letter(self) -> bool {
        matches!(self, Class::Upper | Class::Lower | Class::Letter)
    }

    pub(super) fn is_space(self) -> bool {
        matches!(self, Class::Newline | Class::Space)
    }

    /// May start a capitalised word: `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`.
    pub(super) fn is_head(self) -> bool {
        matches!(self, Class::Upper | Class::Letter | Class::Mark)
    }

    /// May end a word in lower case: `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`.
    pub(super) fn is_tail(self) -> bool {
        matches!(self, Class::Lower | Class::Letter | Class::Mark)
    }

    /// `[^\s\p{L}\p{N}]`.
    pub(super) fn is_sign(self) -> bool {
        matches!(self, Class::Mark | Class::Other)
    }

    /// `[^\r\n\p{L}\p{N}]`: may stand before a word.
    pub(super) fn is_prefix(self) -> bool {
        self.is_sign() || self == Class::Space
    }
}
