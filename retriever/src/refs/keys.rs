//! Keys of objects as members of the type that their place asks for.
//!
//! `const x: Options = { port: 1 }`, `return { port: 1 }`, `serve({ port: 1 })` and
//! `const { port } = options` all name the member `port` of a type; facts say which of them a key
//! stands in, and through which name the type is known.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use grammars::{How, Role};

impl Resolver<'_> {
    /// What a key names.
    pub(crate) fn key_member(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        trail.step((b'o', facts.file, u64::from(index)), Found::Nothing, || {
            let name = facts.text(facts.occurrence(index).name);
            let mut last = Found::Nothing;
            if let Some(before) = self.indexed(facts, index) {
                return self.member_of_any(&[self.value(facts, before, trail)], name, trail);
            }
            for hint in facts.key_hints(index) {
                let types = self.asked_for(facts, hint.source, hint.how, trail);
                match self.member_of_any(&types, name, trail) {
                    Found::Nothing => {}
                    Found::Missing => last = Found::Missing,
                    found => return found,
                }
            }
            last
        })
    }

    /// `Type["name"]`: the type that stands right before the brackets.
    pub(crate) fn indexed(&self, facts: &Facts, index: u32) -> Option<u32> {
        let occurrence = facts.occurrence(index);
        let before =
            index.checked_sub(1).filter(|_| occurrence.role == Role::StringKey && facts.family == Family::Script)?;
        let of = facts.occurrence(before);
        let end = of.at + facts.text(of.name).len() as u32;
        (of.role == Role::Type && end + 2 == occurrence.at).then_some(before)
    }

    fn member_of_any(&self, things: &[Thing], name: &str, trail: &Trail) -> Found {
        for thing in things {
            let found = match thing {
                Thing::Type(defs) | Thing::Instance(defs) => self.member_of(defs, name, trail),
                Thing::Module(module) => self.exported(module, name, trail),
                _ => Found::Nothing,
            };
            if matches!(found, Found::Defs(..)) {
                return found;
            }
        }
        Found::Nothing
    }

    /// The types of an object that is bound to, returned by, or an argument of `source`.
    fn asked_for(&self, facts: &Facts, source: u32, how: How, trail: &Trail) -> Vec<Thing> {
        match how {
            How::Member if facts.occurrence(source).role == Role::Key => {
                let Found::Defs(defs, _) = self.key_member(facts, source, trail) else { return Vec::new() };
                vec![self.of_defs(&defs, trail)]
            }
            How::Member => vec![self.value(facts, source, trail)],
            How::MemberOfResult => match self.name_at(facts, source, trail) {
                Found::Defs(defs, _) => vec![self.annotated_result(&defs, trail)],
                _ => Vec::new(),
            },
            _ => match self.name(facts, source, trail) {
                Found::Defs(defs, _) => self.parameters(&defs, trail),
                _ => Vec::new(),
            },
        }
    }

    /// What the name of a definition, or a use of it, refers to.
    fn name_at(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        match facts.symbol_of(index) {
            Some(symbol) => Found::Defs(vec![DefId { file: facts.file, symbol }], crate::Evidence::Definition),
            None => self.name(facts, index, trail),
        }
    }

    /// What a function says that it returns.
    pub(super) fn annotated_result(&self, defs: &[DefId], trail: &Trail) -> Thing {
        for def in defs {
            let facts = self.facts(def.file);
            let Some(name) = facts.occurrence_at(facts.symbol(def.symbol).name_at) else { continue };
            for hint in facts.hints(name).filter(|hint| hint.how == How::Returns) {
                let thing = self.value(&facts, hint.source, trail);
                let thing = self.instance(&facts, hint.source, thing, trail);
                if thing != Thing::Unknown {
                    return thing;
                }
            }
        }
        Thing::Unknown
    }

    /// The types that functions, or the constructors of types, say their parameters are of.
    fn parameters(&self, defs: &[DefId], trail: &Trail) -> Vec<Thing> {
        let mut things = Vec::new();
        for &def in defs.iter().take(DEFS_MAX) {
            let facts = self.facts(def.file);
            let symbol = facts.symbol(def.symbol);
            if symbol.kind.is_type() {
                if let Found::Defs(made, _) = self.member_of(&[def], "constructor", trail) {
                    if !made.contains(&def) {
                        things.extend(self.parameters(&made, trail));
                    }
                }
                continue;
            }
            let Some(scope) = facts.function_scope(def.symbol) else { continue };
            let head = symbol.signature;
            let hints = facts.outline().hints.iter().filter(|hint| hint.how == How::Annotated);
            let mut sources: Vec<u32> = hints
                .filter(|hint| {
                    let binder = facts.occurrence(hint.binder);
                    binder.scope == scope && head.contains(binder.at)
                })
                .map(|hint| hint.source)
                .collect();
            // `({ a, b }: Options) => …` has no name but that of its keys.
            let patterns = facts.outline().hints.iter().filter(|hint| hint.how == How::Member);
            sources.extend(patterns.map(|hint| hint.source).filter(|&source| {
                let at = facts.occurrence(source);
                at.role == Role::Type && at.scope == scope && head.contains(at.at)
            }));
            sources.dedup();
            for source in sources.into_iter().take(PARAMETERS_MAX) {
                let thing = self.value(&facts, source, trail);
                things.push(self.instance(&facts, source, thing, trail));
            }
        }
        things
    }
}

/// Overloads and parameters that are looked at.
const DEFS_MAX: usize = 4;
const PARAMETERS_MAX: usize = 8;
