//! Reads a file of no known language: every identifier-shaped word is an occurrence.
//!
//! Also cuts comments and string literals into words for the grammars.

use crate::outline::{Gap, Occurrence, Outline, Receiver, Role, Scope, ScopeKind, Span};
use crate::words::{self, WORD_BYTES_MAX};
use crate::{Lang, Limit, Limits};

/// The outline of `text` without a grammar.
pub(crate) fn outline(lang: Lang, text: &str, limits: &Limits) -> Outline {
    let mut outline = Outline { lang, ..Outline::default() };
    outline.scopes.push(Scope {
        kind: ScopeKind::File,
        span: Span::new(0, text.len() as u32),
        parent: 0,
        symbol: None,
    });
    add_words(&mut outline, text, 0, Role::Text, 0, limits);
    outline
}

/// Adds every word of `text`, which starts at byte `offset` of the file.
pub(crate) fn add_words(outline: &mut Outline, text: &str, offset: u32, role: Role, scope: u32, limits: &Limits) {
    for (at, word) in words::runs(text) {
        if word.len() > WORD_BYTES_MAX || word.as_bytes()[0].is_ascii_digit() {
            continue;
        }
        if outline.occurrences.len() >= limits.occurrences_max {
            if outline.gaps.last() != Some(&Gap::Limit(Limit::Occurrences)) {
                outline.gaps.push(Gap::Limit(Limit::Occurrences));
            }
            return;
        }
        let name = outline.names.intern(word);
        let at = offset + at as u32;
        outline.occurrences.push(Occurrence { name, at, role, scope, receiver: Receiver::None });
    }
}

/// True when a whole string literal looks like a name: `user_name`, `users.views.detail`.
pub(crate) fn is_name_like(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= WORD_BYTES_MAX
        && text
            .split('.')
            .all(|part| !part.is_empty() && !part.as_bytes()[0].is_ascii_digit() && part.chars().all(words::is_word))
}
