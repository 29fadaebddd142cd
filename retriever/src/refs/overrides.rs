//! The same method on other levels: what a method overrides, and what overrides it.
//!
//! A call through a base class may reach the method that was asked for, and an interface is used
//! through what implements it. Both are found from the types that have the methods; how far such a
//! row is believed is the judge's business.

use super::facts::DefId;
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use grammars::SymbolKind;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Methods of one name beyond which it is not asked who overrides whom.
const RIVALS_MAX: usize = 400;
/// Symbols before and behind a method that may stand in the same literal.
const SHAPE_MAX: u32 = 24;
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
        let of_one = |&def: &DefId| {
            let own = self.owners_of(def);
            let bases = own.iter().flat_map(|&owner| self.all_bases(owner));
            let mut above: Vec<DefId> = bases.flat_map(|base| self.own_members(base, name).to_vec()).collect();
            above.extend(self.asked_by_place(def));
            (own, above)
        };
        let (owners, above): (Vec<Vec<DefId>>, Vec<Vec<DefId>>) = members.par_iter().map(of_one).unzip();
        let owners: BTreeSet<DefId> = owners.into_iter().flatten().collect();
        let above: BTreeSet<DefId> = above.into_iter().flatten().collect();
        let all = self.spelled(name);
        let rivals = all.iter().filter(|def| chosen.binary_search(def).is_err() && self.may_override(**def));
        let rivals: Vec<DefId> = rivals.copied().collect();
        let mut below = Vec::new();
        if rivals.len() <= RIVALS_MAX && !owners.is_empty() {
            let overrides = |def: &DefId| {
                let bases = self.owners_of(*def).into_iter().flat_map(|owner| self.all_bases(owner));
                bases.collect::<Vec<_>>().iter().any(|base| owners.contains(base))
            };
            below = rivals.into_par_iter().filter(overrides).collect();
        }
        let above = above.into_iter().filter(|def| chosen.binary_search(def).is_err()).collect();
        Levels { above, below }
    }

    /// A member of a class in a language that says what inherits from what.
    fn may_override(&self, def: DefId) -> bool {
        use Family::*;
        let facts = self.facts(def.file);
        let nominal = matches!(facts.family, Python | Script | C | Jvm | CSharp | Php | Dart | Ruby);
        // A type inside of a type, a constructor, or a field hides what a base has of its name.
        let kind = facts.symbol(def.symbol).kind;
        let fixed = facts.calls_apart() || matches!(facts.family, C | CSharp);
        let hides = kind.is_type() || fixed && matches!(kind, SymbolKind::Constructor | SymbolKind::Field);
        nominal && !hides && (facts.is_member(def.symbol) || self.is_in_literal(def))
    }

    /// A method, or what else has a name, of an object literal.
    pub(super) fn is_in_literal(&self, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let name = facts.occurrence_at(facts.symbol(def.symbol).name_at);
        let placed = name.is_some_and(|name| facts.key_hints(name).next().is_some());
        placed || (facts.family == Family::Script && facts.symbol(def.symbol).kind == SymbolKind::Method)
    }

    /// A method of an object literal is what the object's type asks for.
    fn asked_by_place(&self, def: DefId) -> Vec<DefId> {
        let facts = self.facts(def.file);
        let name = facts.occurrence_at(facts.symbol(def.symbol).name_at);
        match name.map(|name| self.key_member(&facts, name, &Trail::new())) {
            Some(Found::Defs(defs, _)) => defs,
            _ => self.asked_by_shape(def),
        }
    }

    /// A literal with several methods, all of which one interface asks for, is likely one of those.
    fn asked_by_shape(&self, def: DefId) -> Vec<DefId> {
        let facts = self.facts(def.file);
        let row = facts.symbol(def.symbol);
        if facts.family != Family::Script || facts.owner_name(def.symbol).is_some() || row.kind != SymbolKind::Method {
            return Vec::new();
        }
        let scope =
            |symbol: u32| facts.occurrence_at(facts.symbol(symbol).name_at).map(|name| facts.occurrence(name).scope);
        let here = scope(def.symbol);
        let near =
            def.symbol.saturating_sub(SHAPE_MAX)..(def.symbol + SHAPE_MAX).min(facts.outline().symbols.len() as u32);
        let beside = near.filter(|&other| facts.symbol(other).kind == SymbolKind::Method && scope(other) == here);
        let names: BTreeSet<&str> = beside.map(|other| facts.text(facts.symbol(other).name)).collect();
        if names.len() < 2 {
            return Vec::new();
        }
        let all = self.spelled(facts.text(row.name));
        let asks = |other: &&DefId| {
            let there = self.facts(other.file);
            there.family == Family::Script
                && there.owner_symbol(other.symbol).is_some_and(|owner| {
                    let owner = DefId { file: other.file, symbol: owner };
                    there.symbol(owner.symbol).kind != SymbolKind::Class
                        && names.iter().all(|name| !self.own_members(owner, name).is_empty())
                })
        };
        let asked: Vec<DefId> = all.iter().take(RIVALS_MAX).filter(asks).copied().collect();
        if asked.len() == 1 { asked } else { Vec::new() }
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
    fn all_bases(&self, of: DefId) -> Vec<DefId> {
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
        all
    }
}
