//! Types without a name: `options: { port: number }`, `(): { close: () => void }`,
//! `[]struct{ name string }`.
//!
//! In TypeScript their members are no symbols, since nobody outside can name the type. They are known
//! by the occurrence of what is of the type, and stand for themselves like local variables. A struct
//! of Go is known by its first field, and all of its fields are symbols.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use crate::Evidence;
use grammars::{Role, SymbolKind};
use indexer::FileId;

/// Something of a type that is written out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    file: FileId,
    /// What is of the type, or returns what is; the first field of a struct.
    owner: u32,
    of_result: bool,
    /// Types with a name that it is of as well: `Base & { … }`.
    also: Vec<DefId>,
}

impl Resolver<'_> {
    /// The shape of what is bound, or returned, at `owner`, which is otherwise known as `told`.
    pub(super) fn shape_of(&self, facts: &Facts, owner: u32, of_result: bool, told: &Thing) -> Option<Thing> {
        facts.shape(owner, of_result).next()?;
        let also = match told {
            Thing::Instance(defs) => defs.clone(),
            _ => Vec::new(),
        };
        Some(Thing::Shape(Shape { file: facts.file, owner, of_result, also }))
    }

    /// Go: what is known by the field at `index` is of the struct without a name that it is the
    /// first of.
    pub(super) fn shape_by_field(&self, facts: &Facts, index: u32) -> Option<Thing> {
        if facts.family != Family::Go || facts.occurrence(index).role != Role::Def {
            return None;
        }
        let is_field = facts.symbol_of(index).is_some_and(|symbol| facts.symbol(symbol).kind == SymbolKind::Field);
        is_field.then(|| Thing::Shape(Shape { file: facts.file, owner: index, of_result: false, also: Vec::new() }))
    }

    /// The member `name` of such a type.
    pub(super) fn member_of_shape(&self, shape: &Shape, name: &str, trail: &Trail) -> Found {
        let facts = self.facts(shape.file);
        if facts.family == Family::Go {
            let scope = facts.occurrence(shape.owner).scope;
            let beside = |&symbol: &u32| {
                let name = facts.occurrence_at(facts.symbol(symbol).name_at);
                name.is_some_and(|name| facts.occurrence(name).scope == scope)
            };
            let named = facts.name(name).and_then(|name| facts.symbols_named(name).find(beside));
            return named.map_or(Found::Nothing, |symbol| {
                Found::Defs(vec![DefId { file: shape.file, symbol }], Evidence::Receiver)
            });
        }
        let mut keys = facts.shape(shape.owner, shape.of_result);
        match keys.find(|&key| facts.text(facts.occurrence(key).name) == name) {
            Some(key) => Found::Local(shape.file, key),
            None if shape.also.is_empty() => Found::Missing,
            None => self.member_of(&shape.also, name, trail),
        }
    }
}
