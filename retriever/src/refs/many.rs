//! Collections: what comes out of `T[]`, `Map<K, V>`, `Record<K, V>`.
//!
//! TypeScript writes what a collection holds; its own methods hand that out one by one, to
//! callbacks, or as another collection. Type arguments are read in the text, since facts keep names
//! and not the shape of types.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::{Thing, is_wrapper};
use grammars::{How, Receiver, Role};

/// A collection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Many {
    /// What its elements are of.
    pub(super) of: Vec<DefId>,
    /// The collection's own type.
    pub(super) kind: String,
}

/// Bytes of type arguments that are looked at.
const ARGUMENTS_BYTES_MAX: usize = 400;

impl Resolver<'_> {
    /// What is held by what is bound at `binder`, as far as hints of this kind say.
    pub(super) fn held_by(&self, facts: &Facts, binder: u32, how: How, trail: &Trail) -> Option<Thing> {
        let mut of = Vec::new();
        for hint in facts.hints(binder).filter(|hint| hint.how == how) {
            let thing = self.value(facts, hint.source, trail);
            if let Thing::Instance(defs) = self.instance(facts, hint.source, thing, trail) {
                of.extend(defs);
            }
        }
        let known = facts.hints(binder).any(|hint| hint.how == how);
        known.then(|| Thing::Many(Many { of, kind: "Array".to_string() }))
    }

    /// What comes out of a collection by the name at `index`; none if it is no collection.
    pub(super) fn out_of_many(&self, facts: &Facts, index: u32, of: &Thing, trail: &Trail) -> Option<Thing> {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        if matches!(of, Thing::Global(object) if object == "Object") && matches!(name, "values" | "assign") {
            let first = (occurrence.role == Role::Call).then(|| first_argument(facts, index)).flatten()?;
            return Some(match self.value(facts, first, trail) {
                thing @ (Thing::Many(_) | Thing::Instance(_)) if name == "assign" => thing,
                thing @ Thing::Many(_) => thing,
                _ => Thing::Unknown,
            });
        }
        let Thing::Many(many) = of else { return None };
        let element = || Thing::Instance(many.of.clone());
        let called = occurrence.role == Role::Call;
        Some(match name {
            _ if many.of.is_empty() => Thing::Unknown,
            _ if many.kind == "Record" => element(),
            "find" | "findLast" | "at" | "pop" | "shift" | "get" if called => element(),
            "filter" | "slice" | "concat" | "sort" | "reverse" | "splice" | "toSorted" | "values" if called => {
                Thing::Many(many.clone())
            }
            _ => Thing::Unknown,
        })
    }

    /// What a call hands to its callback, if it is the method of a collection.
    pub(super) fn given_by_many(&self, facts: &Facts, call: u32, trail: &Trail) -> Option<Thing> {
        let occurrence = facts.occurrence(call);
        let Receiver::Occurrence(receiver) = occurrence.receiver else { return None };
        let hands =
            ["forEach", "map", "filter", "find", "findIndex", "findLast", "findLastIndex", "some", "every", "flatMap"];
        if !hands.contains(&facts.text(occurrence.name)) {
            return None;
        }
        match self.value(facts, receiver, trail) {
            Thing::Many(many) if !many.of.is_empty() => Some(Thing::Instance(many.of)),
            _ => None,
        }
    }

    /// `Promise<T>`, `Map<K, V>` and the like, by their arguments.
    pub(super) fn filled(&self, facts: &Facts, index: u32, trail: &Trail) -> Option<Thing> {
        let name = facts.text(facts.occurrence(index).name);
        let place = match name {
            "Array"
            | "ReadonlyArray"
            | "Set"
            | "ReadonlySet"
            | "Iterable"
            | "AsyncIterable"
            | "IterableIterator"
            | "AsyncIterableIterator"
            | "Generator"
            | "AsyncGenerator"
            | "Promise" => 0,
            "Map" | "ReadonlyMap" | "WeakMap" | "Record" => 1,
            _ => return None,
        };
        let text = self.text_of(facts.file);
        let (at, is_array) = *self.type_arguments(facts, &text, index).get(place)?;
        let source = facts.occurrence_at(at)?;
        if name == "Promise" && !is_array {
            let inner = facts.text(facts.occurrence(source).name);
            let known = self.value(facts, source, trail);
            let found = self.instance(facts, source, known, trail);
            return (found != Thing::Unknown || is_wrapper(inner)).then_some(found);
        }
        let known = self.value(facts, source, trail);
        match self.instance(facts, source, known, trail) {
            Thing::Instance(of) => {
                let kind = if name == "Promise" { "Array" } else { name };
                Some(Thing::Many(Many { of, kind: kind.to_string() }))
            }
            _ => None,
        }
    }

    /// `make<T>()`, which returns its first type parameter: a `T`.
    pub(super) fn told_by_argument(&self, facts: &Facts, index: u32, defs: &[DefId], trail: &Trail) -> Thing {
        if facts.calls_apart() {
            return self.told_by_class(facts, index, defs, trail).unwrap_or(Thing::Unknown);
        }
        let [def] = defs else { return Thing::Unknown };
        let there = self.facts(def.file);
        if facts.family != Family::Script || there.family != Family::Script {
            return Thing::Unknown;
        }
        let Some(name) = there.occurrence_at(there.symbol(def.symbol).name_at) else { return Thing::Unknown };
        let returned = there.hints(name).find(|hint| hint.how == How::Returns);
        let bound = returned.map(|hint| self.name(&there, hint.source, trail));
        if bound != Some(Found::Local(def.file, name + 1)) {
            return Thing::Unknown;
        }
        let text = self.text_of(facts.file);
        let first = self.type_arguments(facts, &text, index).first().copied();
        let Some((source, false)) = first.and_then(|(at, many)| Some((facts.occurrence_at(at)?, many))) else {
            return Thing::Unknown;
        };
        let thing = self.value(facts, source, trail);
        self.instance(facts, source, thing, trail)
    }

    /// Where the type arguments behind the name at `index` start, and which are arrays.
    pub(super) fn type_arguments(&self, facts: &Facts, text: &str, index: u32) -> Vec<(u32, bool)> {
        let occurrence = facts.occurrence(index);
        let start = occurrence.at as usize + facts.text(occurrence.name).len();
        let arguments = arguments_in(text.get(start..).unwrap_or(""));
        arguments.into_iter().map(|(at, many)| ((start + at) as u32, many)).collect()
    }
}

/// The last name of the path that a call's first argument is.
fn first_argument(facts: &Facts, call: u32) -> Option<u32> {
    let all = &facts.outline().occurrences;
    let called = facts.occurrence(call);
    let mut at = call + 1;
    let first = all.get(at as usize)?;
    let adjacent = first.at == called.at + facts.text(called.name).len() as u32 + 1;
    if !adjacent || first.role != Role::Read || first.receiver != Receiver::None {
        return None;
    }
    while all.get(at as usize + 1).is_some_and(|next| next.receiver == Receiver::Occurrence(at)) {
        at += 1;
    }
    Some(at)
}

/// Where the arguments in `<…>` at the start of `text` begin, and which end in `[]`.
pub(super) fn arguments_in(text: &str) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    if !text.starts_with('<') {
        return found;
    }
    let (mut depth, mut start, mut before) = (0usize, 1, ' ');
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < ARGUMENTS_BYTES_MAX) {
        let closes = matches!(c, ')' | ']' | '}') || c == '>' && before != '=';
        depth -= usize::from(closes);
        if depth == 0 && closes || depth == 1 && c == ',' {
            let argument = text[start..at].trim_end();
            let blank = argument.len() - argument.trim_start().len();
            found.push((start + blank, argument.ends_with("[]")));
            start = at + 1;
        }
        if depth == 0 && closes {
            return found;
        }
        depth += usize::from(matches!(c, '<' | '(' | '[' | '{'));
        before = c;
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::arguments_in;

    #[test]
    fn arguments_are_cut() {
        assert_eq!(arguments_in("<A, B[]>(x)"), [(1, false), (4, true)]);
        assert_eq!(arguments_in("<Map<K, () => V>, { a: X, b: Y }> y"), [(1, false), (18, false)]);
        assert_eq!((arguments_in("(x)"), arguments_in("<A"), arguments_in("")), (vec![], vec![], vec![]));
    }
}
