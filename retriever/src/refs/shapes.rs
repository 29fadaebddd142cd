//! Types without a name: `options: { port: number }`, `(): { close: () => void }`.
//!
//! Their members are no symbols, since nobody outside can name the type. They are known by the
//! occurrence of what is of the type, and stand for themselves like local variables.

use super::facts::{DefId, Facts};
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use indexer::FileId;

/// Something of a type that is written out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    file: FileId,
    /// What is of the type, or returns what is.
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

    /// The member `name` of such a type.
    pub(super) fn member_of_shape(&self, shape: &Shape, name: &str, trail: &Trail) -> Found {
        let facts = self.facts(shape.file);
        let mut keys = facts.shape(shape.owner, shape.of_result);
        match keys.find(|&key| facts.text(facts.occurrence(key).name) == name) {
            Some(key) => Found::Local(shape.file, key),
            None if shape.also.is_empty() => Found::Missing,
            None => self.member_of(&shape.also, name, trail),
        }
    }
}
