//! The same method on other levels: what a method overrides, and what overrides it.
//!
//! A call through a base class may reach the method that was asked for, and an interface is used
//! through what implements it. Both are found from the types that have the methods; how far such a
//! row is believed is the judge's business.

use super::facts::DefId;
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use std::collections::{BTreeSet, HashMap};

/// Methods of one name beyond which it is not asked who overrides whom.
const RIVALS_MAX: usize = 400;
/// Types on the way up.
const BASES_MAX: usize = 64;

/// Definitions of one name on the levels above and below. Sorted.
#[derive(Default)]
pub(crate) struct Levels {
    /// What the chosen override or implement.
    pub(crate) above: Vec<DefId>,
    /// What overrides or implements the chosen.
    pub(crate) below: Vec<DefId>,
}

impl Resolver<'_> {
    /// What is above and below these members.
    pub(crate) fn levels(&self, name: &str, chosen: &[DefId]) -> Levels {
        let members: Vec<DefId> = chosen.iter().copied().filter(|def| self.may_override(*def)).collect();
        if members.is_empty() || chosen.len() == self.spelled(name).len() {
            return Levels::default();
        }
        let mut known = HashMap::new();
        let mut above = BTreeSet::new();
        let mut owners: BTreeSet<DefId> = BTreeSet::new();
        for &def in &members {
            let own = self.owners_of(def);
            for base in own.iter().flat_map(|&owner| self.all_bases(owner, &mut known)) {
                above.extend(self.own_members(base, name).iter());
            }
            above.extend(self.asked_by_place(def));
            owners.extend(own);
        }
        let all = self.spelled(name);
        let rivals = all.iter().filter(|def| chosen.binary_search(def).is_err() && self.may_override(**def));
        let rivals: Vec<DefId> = rivals.copied().collect();
        let mut below = Vec::new();
        if rivals.len() <= RIVALS_MAX && !owners.is_empty() {
            let overrides = |def: &DefId, known: &mut HashMap<DefId, Vec<DefId>>| {
                let bases = self.owners_of(*def).into_iter().flat_map(|owner| self.all_bases(owner, known));
                bases.collect::<Vec<_>>().iter().any(|base| owners.contains(base))
            };
            below.extend(rivals.into_iter().filter(|def| overrides(def, &mut known)));
        }
        let above = above.into_iter().filter(|def| chosen.binary_search(def).is_err()).collect();
        Levels { above, below }
    }

    /// A member of a class in a language that says what inherits from what.
    fn may_override(&self, def: DefId) -> bool {
        use Family::*;
        let facts = self.facts(def.file);
        let nominal = matches!(facts.family, Python | Script | C | Jvm | CSharp | Php | Dart | Ruby);
        nominal && (facts.is_member(def.symbol) || self.has_place(def))
    }

    fn has_place(&self, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let name = facts.occurrence_at(facts.symbol(def.symbol).name_at);
        name.is_some_and(|name| facts.key_hints(name).next().is_some())
    }

    /// A method of an object literal is what the object's type asks for.
    fn asked_by_place(&self, def: DefId) -> Vec<DefId> {
        let facts = self.facts(def.file);
        let name = facts.occurrence_at(facts.symbol(def.symbol).name_at);
        let name = name.filter(|&name| facts.key_hints(name).next().is_some());
        match name.map(|name| self.key_member(&facts, name, &Trail::new())) {
            Some(Found::Defs(defs, _)) => defs,
            _ => Vec::new(),
        }
    }

    /// The types that have a member.
    pub(crate) fn owners_of(&self, def: DefId) -> Vec<DefId> {
        let facts = self.facts(def.file);
        if let Some(owner) = facts.owner_symbol(def.symbol) {
            if facts.symbol(owner).kind.is_type() {
                return vec![DefId { file: def.file, symbol: owner }];
            }
        }
        match facts.owner_name(def.symbol) {
            Some(_) => self.owner_types(&facts, def.symbol),
            None => Vec::new(),
        }
    }

    /// Every type above this one.
    fn all_bases(&self, of: DefId, known: &mut HashMap<DefId, Vec<DefId>>) -> Vec<DefId> {
        if let Some(bases) = known.get(&of) {
            return bases.clone();
        }
        let mut all: Vec<DefId> = Vec::new();
        let mut open = vec![of];
        while let Some(one) = open.pop() {
            for base in self.bases(one, &Trail::new()) {
                let (Thing::Type(defs) | Thing::Instance(defs)) = base else { continue };
                for def in defs {
                    if def != of && !all.contains(&def) && all.len() < BASES_MAX {
                        all.push(def);
                        open.push(def);
                    }
                }
            }
        }
        known.insert(of, all.clone());
        all
    }
}
