//! What stands before the dot of `users[i].name`: an element of a collection.
//!
//! Facts keep names; a receiver that ends in a bracket is none. It is read in the text, backwards
//! from the dot, which only languages with types of collections are worth.

use super::facts::Facts;
use super::family::Family;
use super::resolve::{Resolver, Trail};
use super::types::Thing;

/// Bytes before the dot that are looked at.
const BYTES_MAX: usize = 300;

impl Resolver<'_> {
    /// What the element is that the member at `index` is taken out of.
    pub(super) fn subscripted(&self, facts: &Facts, index: u32, trail: &Trail) -> Option<Thing> {
        if facts.family != Family::Script || !self.reads_texts() {
            return None;
        }
        let text = self.text_of(facts.file);
        let whole = facts.occurrence_at(subscripted_at(text.get(..facts.occurrence(index).at as usize)?)? as u32)?;
        match self.value(facts, whole, trail) {
            Thing::Many(many) if !many.of.is_empty() => Some(Thing::Instance(many.of)),
            // An element of what the platform hands out, and a member of a foreign package.
            thing @ (Thing::Global(_) | Thing::External(_)) => Some(thing),
            _ => None,
        }
    }
}

/// Where the name starts that is subscripted right before the dot at the end of `text`.
fn subscripted_at(text: &str) -> Option<usize> {
    let from = text.len().saturating_sub(BYTES_MAX);
    let bytes = text.as_bytes();
    let mut end = text.trim_end().strip_suffix('.')?.trim_end().trim_end_matches(['?', '!']).len();
    // The brackets, and those of a call before them: `users()[0].name`.
    for (opens, closes) in [(b'[', b']'), (b'(', b')')] {
        if end == 0 || bytes[end - 1] != closes {
            if closes == b']' {
                return None;
            }
            continue;
        }
        let mut depth = 0usize;
        let open = (from..end).rev().find(|&at| {
            depth += usize::from(bytes[at] == closes);
            depth -= usize::from(bytes[at] == opens);
            depth == 0
        })?;
        end = text[..open].trim_end().trim_end_matches(['?', '!', '.']).len();
    }
    let is_word = |&at: &usize| bytes[at] == b'_' || bytes[at] == b'$' || bytes[at].is_ascii_alphanumeric();
    let start = (from..end).rev().take_while(is_word).last()?;
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = subscripted_at(text).map_or("", |at| &text[at..]);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn names_before_brackets_are_found() {
        check("a = users[i].", "users[i].");
        check("(this.#all?.[xs[0]]?.", "all?.[xs[0]]?.");
        check("f(a, [b])![0].", "f(a, [b])![0].");
        check("users.", "");
        check("[0].", "");
        check("é[0].", "");
        check("]]].", "");
        check("", "");
    }
}
