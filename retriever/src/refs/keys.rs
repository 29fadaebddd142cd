//! Keys of objects as members of the type that their place asks for.
//!
//! `const x: Options = { port: 1 }`, `return { port: 1 }`, `serve({ port: 1 })` and
//! `const { port } = options` all name the member `port` of a type; facts say which of them a key
//! stands in, and through which name the type is known.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::{Thing, first_or_all};
use grammars::{How, Role};

impl Resolver<'_> {
    /// What a key names.
    pub(crate) fn key_member(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        trail.step((b'o', facts.file, u64::from(index)), Found::Nothing, || {
            let name = facts.text(facts.occurrence(index).name);
            if facts.hints(index).any(|hint| matches!(hint.how, How::Shape | How::ShapeOfResult)) {
                return Found::Local(facts.file, index);
            }
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
                Thing::Type(defs) | Thing::Instance(defs) | Thing::AtLeast(defs) => self.member_of(defs, name, trail),
                Thing::Module(module) => self.exported(module, name, trail),
                Thing::Shape(shape) => self.member_of_shape(shape, name, trail),
                // An object among the elements.
                Thing::Many(many) => self.member_of(&many.of, name, trail),
                _ => Found::Nothing,
            };
            if matches!(found, Found::Defs(..) | Found::Local(..)) {
                return found;
            }
        }
        Found::Nothing
    }

    /// The types of an object that is bound to, returned by, or an argument of `source`.
    fn asked_for(&self, facts: &Facts, source: u32, how: How, trail: &Trail) -> Vec<Thing> {
        match how {
            How::Member if facts.occurrence(source).role == Role::Key => match self.key_member(facts, source, trail) {
                Found::Defs(defs, _) => vec![self.of_defs(&defs, trail)],
                Found::Local(file, key) => vec![self.known(&self.facts(file), key, trail)],
                _ => Vec::new(),
            },
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
            let told = match self.result_written(&facts, name, trail) {
                Thing::Unknown => self.documented_result(&facts, def.symbol, trail).unwrap_or(Thing::Unknown),
                told => told,
            };
            if told != Thing::Unknown {
                return told;
            }
        }
        Thing::Unknown
    }

    /// What calling the thing bound at `name` gives, as far as that is written there.
    fn result_written(&self, facts: &Facts, name: u32, trail: &Trail) -> Thing {
        let told = facts.hints(name).filter(|hint| hint.how == How::Returns).map(|hint| {
            let thing = self.value(facts, hint.source, trail);
            self.instance(facts, hint.source, thing, trail)
        });
        let told = first_or_all(facts.family, told);
        match self.shape_of(facts, name, true, &told).unwrap_or(told) {
            Thing::Unknown => self.held_by(facts, name, How::ResultHolds, trail).unwrap_or(Thing::Unknown),
            told => told,
        }
    }

    /// What a call gives of a field, parameter or variable whose type is a function type.
    pub(super) fn result_of_field(&self, facts: &Facts, index: u32, found: &Found, trail: &Trail) -> Option<Thing> {
        if facts.family != Family::Script || facts.occurrence(index).role != Role::Call {
            return None;
        }
        let (file, binder) = match found {
            Found::Local(file, binder) => (*file, *binder),
            Found::Defs(defs, _) => {
                let &[def] = defs.as_slice() else { return None };
                let there = self.facts(def.file);
                let symbol = there.symbol(def.symbol);
                if symbol.kind.is_callable() || symbol.kind.is_type() {
                    return None;
                }
                (def.file, there.occurrence_at(symbol.name_at)?)
            }
            _ => return None,
        };
        let there = self.facts(file);
        let written = self.result_written(&there, binder, trail);
        if written != Thing::Unknown {
            return Some(written);
        }
        // Of a type that is the alias of a function type.
        match self.known(&there, binder, trail) {
            Thing::Instance(defs) => Some(self.annotated_result(&defs, trail)).filter(|thing| *thing != Thing::Unknown),
            _ => None,
        }
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
            let of_type = || facts.function_type_scope(def.symbol).map(|scope| (scope, symbol.span));
            let written = facts.function_scope(def.symbol).map(|scope| (scope, symbol.signature));
            let Some((scope, head)) = written.or_else(of_type) else { continue };
            let hints = facts.outline().hints.iter().filter(|hint| matches!(hint.how, How::Annotated | How::Holds));
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
            let bound = facts
                .outline()
                .occurrences
                .iter()
                .enumerate()
                .filter(|(_, bound)| bound.role == Role::Bind && bound.scope == scope && head.contains(bound.at));
            things.extend(bound.filter_map(|(bound, _)| self.shape_of(&facts, bound as u32, false, &Thing::Unknown)));
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
