//! What the parameter of a callback is: `observable((observer) => …)`.
//!
//! A function without annotations that stands first among the arguments of a call gets what the
//! called function says about its own first parameter: a function type, written out or behind an
//! alias. Read in the text, since facts keep names and not the shape of types.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use grammars::{Role, SymbolKind};

/// Type arguments that may stand between a call's name and its arguments.
const TYPE_ARGUMENTS_MAX: u32 = 8;
/// Bytes between the name of a call or function and its first argument or parameter.
const HEAD_BYTES_MAX: u32 = 400;
/// Overloads that are looked at.
const DEFS_MAX: usize = 4;

impl Resolver<'_> {
    /// What the first parameter of a callback is, if it is one.
    pub(super) fn callback_parameter(&self, facts: &Facts, binder: u32, trail: &Trail) -> Option<Thing> {
        if facts.family != Family::Script || facts.occurrence(binder).role != Role::Bind {
            return None;
        }
        let before = (binder.saturating_sub(TYPE_ARGUMENTS_MAX)..binder).rev();
        let call = before.into_iter().find(|&before| facts.occurrence(before).role != Role::Type)?;
        let (called, bound) = (facts.occurrence(call), facts.occurrence(binder));
        let start = called.at + facts.text(called.name).len() as u32;
        if called.role != Role::Call || bound.at.checked_sub(start)? > HEAD_BYTES_MAX {
            return None;
        }
        let text = self.text_of(facts.file);
        let behind = text.get(bound.at as usize + facts.text(bound.name).len()..)?.trim_start();
        let opens = opens_callback(text.get(start as usize..bound.at as usize)?)?;
        let ends = if opens { behind.starts_with([')', ',']) } else { behind.starts_with("=>") };
        if !ends {
            return None;
        }
        if let Some(element) = self.given_by_many(facts, call, trail) {
            return Some(element);
        }
        let Found::Defs(defs, _) = self.name(facts, call, trail) else { return None };
        let mut types = defs.iter().take(DEFS_MAX).map(|&def| self.given_to_first(def, trail));
        types.find_map(|thing| thing.filter(|thing| *thing != Thing::Unknown))
    }

    /// What the first parameter of a method in an object literal is, by the type that asks for it:
    /// `const plugin: Plugin = { setup(server) { … } }`.
    pub(super) fn parameter_in_literal(&self, facts: &Facts, binder: u32, trail: &Trail) -> Option<Thing> {
        let bound = facts.occurrence(binder);
        if facts.family != Family::Script || bound.role != Role::Bind {
            return None;
        }
        let symbol = facts.outline().scopes.get(bound.scope as usize)?.symbol?;
        let row = facts.symbol(symbol);
        if row.kind != SymbolKind::Method || facts.owner_symbol(symbol).is_some() {
            return None;
        }
        let name = facts.occurrence_at(row.name_at)?;
        facts.key_hints(name).next()?;
        let text = self.text_of(facts.file);
        let between = text.get(row.name_at as usize + facts.text(row.name).len()..bound.at as usize)?;
        if between.trim() != "(" {
            return None;
        }
        let Found::Defs(asked, _) = self.key_member(facts, name, trail) else { return None };
        asked.iter().take(DEFS_MAX).find_map(|&def| self.first_parameter(def, trail))
    }

    /// What a method, or a field of a function type, says about its first parameter.
    fn first_parameter(&self, def: DefId, trail: &Trail) -> Option<Thing> {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        let text = self.text_of(def.file);
        let name_end = symbol.name_at as usize + facts.text(symbol.name).len();
        let behind = text.get(name_end..symbol.span.end as usize)?.trim_start();
        let behind = behind.strip_prefix('?').unwrap_or(behind);
        let list = match behind_type_parameters(behind)?.strip_prefix('(') {
            Some(list) => list,
            None => behind.trim_start().strip_prefix(':')?.split_once('(')?.1,
        };
        let list = match list.trim_start().strip_prefix("this") {
            Some(rest) if rest.trim_start().starts_with(':') => rest.split_once(',')?.1,
            _ => list,
        };
        self.written_at_byte(&facts, &text, first_type(list)?, trail)
    }

    /// What a function hands to its first parameter, a function.
    fn given_to_first(&self, def: DefId, trail: &Trail) -> Option<Thing> {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        let text = self.text_of(def.file);
        let name_end = symbol.name_at as usize + facts.text(symbol.name).len();
        let list = behind_type_parameters(text.get(name_end..)?)?.strip_prefix('(')?;
        let written = first_type(list)?;
        if let Some(parameters) = written.strip_prefix('(') {
            return self.written_at_byte(&facts, &text, first_type(parameters)?, trail);
        }
        // An alias of a function type.
        let source = facts.occurrence_at(offset(&text, written))?;
        let Thing::Type(aliases) = self.value(&facts, source, trail) else { return None };
        let &alias = aliases.first()?;
        let facts = self.facts(alias.file);
        let symbol = facts.symbol(alias.symbol);
        if symbol.kind != SymbolKind::TypeAlias {
            return None;
        }
        let text = self.text_of(alias.file);
        let name_end = symbol.name_at as usize + facts.text(symbol.name).len();
        let meant = behind_type_parameters(text.get(name_end..)?)?.strip_prefix('=')?.trim_start();
        self.written_at_byte(&facts, &text, first_type(meant.strip_prefix('(')?)?, trail)
    }

    /// A value of the type that stands at the start of `written`, a part of `text`.
    fn written_at_byte(&self, facts: &Facts, text: &str, written: &str, trail: &Trail) -> Option<Thing> {
        let source = facts.occurrence_at(offset(text, written))?;
        let thing = self.value(facts, source, trail);
        Some(self.instance(facts, source, thing, trail))
    }
}

fn offset(text: &str, part: &str) -> u32 {
    (part.as_ptr() as usize - text.as_ptr() as usize) as u32
}

/// True when a function with its parameters in brackets starts at the end of `between`, false when
/// one without does; none where no first argument does.
fn opens_callback(between: &str) -> Option<bool> {
    let between = match between.trim_start() {
        text if text.starts_with('<') => &text[text.rfind('>')? + 1..],
        text => text,
    };
    let rest = between.trim().strip_prefix('(')?.trim_start();
    let rest = rest.strip_prefix("async").map_or(rest, str::trim_start);
    let rest = rest.strip_prefix("function").map_or(rest, str::trim_start);
    match rest {
        "" => Some(false),
        "(" => Some(true),
        _ => None,
    }
}

/// What follows `<…>`, if that is there.
fn behind_type_parameters(text: &str) -> Option<&str> {
    let text = text.trim_start();
    if !text.starts_with('<') {
        return Some(text);
    }
    let mut depth = 0usize;
    let mut before = ' ';
    for (at, c) in text.char_indices().take(HEAD_BYTES_MAX as usize) {
        match c {
            '<' => depth += 1,
            '>' if before != '=' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(text[at + 1..].trim_start());
        }
        before = c;
    }
    None
}

/// The text from the type of the first parameter of a list on: `name?: Type, …`.
fn first_type(list: &str) -> Option<&str> {
    let list = list.trim_start();
    let end = list.find(|c: char| !grammars::words::is_word(c) && c != '$')?;
    let rest = list[end..].trim_start();
    let rest = rest.strip_prefix('?').unwrap_or(rest).trim_start();
    Some(rest.strip_prefix(':')?.trim_start()).filter(|_| end > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        assert_eq!(opens_callback("(("), Some(true));
        assert_eq!(opens_callback("<A, B<C>>( async ("), Some(true));
        assert_eq!(opens_callback("("), Some(false));
        assert_eq!((opens_callback("(a, ("), opens_callback(")("), opens_callback("")), (None, None, None));
        assert_eq!(behind_type_parameters("<A extends () => B, C = D<E>>(x"), Some("(x"));
        assert_eq!(first_type(" f?: (o: O) => void)"), Some("(o: O) => void)"));
        assert_eq!((first_type("{ a }: B)"), first_type("a)"), first_type("")), (None, None, None));
    }
}
