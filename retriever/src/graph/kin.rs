//! Who inherits from whom, and which members override which.
//!
//! Downward by the uses of a type that stand where a base stands; upward by what is written at the
//! type and at `impl` blocks for it. Go says neither: there a type implements an interface by
//! having its methods, which is compared by name.

use super::point::{Point, Web};
use crate::Evidence;
use crate::evidence::OWNER_IN_SIGHT;
use crate::refs::{DefId, Facts, Family, Found, Thing, Trail};
use grammars::{How, Role, SymbolKind};
use indexer::FileId;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

/// A type on one side of an inheritance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kin {
    pub(super) point: Point,
    /// The `impl` block that says so, if one does.
    pub(super) group: Option<DefId>,
    pub(super) evidence: Evidence,
    pub(super) confidence: f32,
    /// Where it is said.
    pub(super) file: FileId,
    pub(super) at: u32,
}

/// Types below one type that are looked at for overridden members.
const DERIVED_MAX: usize = 500;
/// Types that may implement a Go interface, or interfaces a type may implement, at most.
const RIVALS_MAX: usize = 500;

impl Web<'_> {
    /// The types that inherit from `of` directly or implement it, by file and place.
    pub(super) fn derived(&self, of: DefId) -> Arc<Vec<Kin>> {
        if let Some(known) = self.derived.read().unwrap_or_else(PoisonError::into_inner).get(&of) {
            return known.clone();
        }
        let uses = self.resolver.uses(self.resolver.with_twins(vec![of]), &self.name(of));
        self.worked(uses.n_files * 4 + uses.n_judged);
        let mut all = Vec::new();
        for one in &uses.list {
            let facts = self.resolver.facts(one.file);
            if facts.occurrence(one.index).role != Role::Inherit {
                continue;
            }
            for hint in facts.inherits().filter(|hint| hint.source == one.index) {
                let (point, group) = self.heir(&facts, hint.binder);
                let at = facts.occurrence(one.index).at;
                let (evidence, confidence) = (one.evidence, one.confidence);
                all.push(Kin { point, group, evidence, confidence, file: one.file, at });
            }
        }
        if self.resolver.family(of).has_implicit_interfaces() && self.kind(of) == SymbolKind::Interface {
            all.extend(self.go_implementers(of));
        }
        let all = Arc::new(all);
        self.derived.write().unwrap_or_else(PoisonError::into_inner).entry(of).or_insert(all).clone()
    }

    /// The type that inherits, and the block that says so, from the name that stands for it.
    fn heir(&self, facts: &Facts, binder: u32) -> (Point, Option<DefId>) {
        let here = |symbol| DefId { file: facts.file, symbol };
        let symbol = facts.symbol_of(binder);
        let is_group = |&symbol: &u32| facts.symbol(symbol).kind == SymbolKind::Impl;
        match symbol {
            Some(symbol) if !is_group(&symbol) => (self.point(here(symbol)), None),
            group => match self.resolver.found(facts, binder) {
                Found::Defs(defs, _) if !defs.is_empty() => (self.point(defs[0]), group.map(here)),
                _ => (Point::Outside(self.spelled_out(facts, binder).into()), group.map(here)),
            },
        }
    }

    /// A name with what stands before its dots.
    pub(super) fn spelled_out(&self, facts: &Facts, index: u32) -> String {
        let mut text = facts.text(facts.occurrence(index).name).to_string();
        let mut at = index;
        while let grammars::Receiver::Occurrence(receiver) = facts.occurrence(at).receiver {
            if receiver >= at || text.len() > 100 {
                break;
            }
            text = format!("{}.{text}", facts.text(facts.occurrence(receiver).name));
            at = receiver;
        }
        text
    }

    /// Everything below a type, nearest first.
    pub(super) fn all_derived(&self, of: DefId) -> Vec<Kin> {
        let mut seen = BTreeSet::from([of]);
        let mut all: Vec<Kin> = Vec::new();
        let mut open = vec![of];
        while let Some(next) = open.pop() {
            for kin in self.derived(next).iter() {
                if let Point::Symbol(def) = kin.point {
                    if all.len() < DERIVED_MAX && seen.insert(def) {
                        all.push(kin.clone());
                        open.insert(0, def);
                    }
                }
            }
        }
        all
    }

    /// What a type inherits from directly, in the order it is written.
    pub(super) fn bases(&self, of: DefId) -> Vec<Kin> {
        let facts = self.resolver.facts(of.file);
        let symbol = facts.symbol(of.symbol);
        let mut all = Vec::new();
        let own = facts.inherits().filter(|hint| {
            let binder = facts.occurrence(hint.binder);
            binder.at == symbol.name_at || (binder.name == symbol.name && binder.role == Role::Type)
        });
        for hint in own {
            self.add_base(&facts, (hint.binder, hint.source), &mut all);
        }
        // Blocks for a type may stand in any file.
        if facts.family.open_types() || matches!(facts.family, Family::Other(_)) {
            let uses = self.resolver.uses(self.resolver.with_twins(vec![of]), facts.text(symbol.name));
            self.worked(uses.n_files * 4 + uses.n_judged);
            for one in uses.list.iter().filter(|one| one.file != of.file) {
                let there = self.resolver.facts(one.file);
                let hints: Vec<_> = there.hints(one.index).filter(|hint| hint.how == How::Inherits).collect();
                for hint in hints {
                    self.add_base(&there, (hint.binder, hint.source), &mut all);
                }
            }
        }
        if facts.family.has_implicit_interfaces() && symbol.kind != SymbolKind::Interface {
            all.extend(self.go_interfaces(of));
        }
        all
    }

    fn add_base(&self, facts: &Facts, (binder, source): (u32, u32), all: &mut Vec<Kin>) {
        let (file, at) = (facts.file, facts.occurrence(source).at);
        let group = facts.symbol_of(binder).map(|symbol| DefId { file, symbol });
        let outside = || Point::Outside(self.spelled_out(facts, source).into());
        let (point, evidence) = match self.resolver.found(facts, source) {
            Found::Defs(defs, evidence) if !defs.is_empty() => (self.point(defs[0]), evidence),
            Found::External(_) => (outside(), Evidence::Import),
            _ => (outside(), Evidence::NameOnly),
        };
        all.push(Kin { point, group, evidence, confidence: evidence.confidence(), file, at });
    }

    /// The members of bases that a member overrides or implements, nearest base first.
    pub(super) fn overridden(&self, def: DefId) -> Vec<DefId> {
        let facts = self.resolver.facts(def.file);
        if !facts.symbol(def.symbol).kind.is_callable() {
            return Vec::new();
        }
        let name = facts.text(facts.symbol(def.symbol).name);
        let trail = Trail::new();
        let things = match facts.owner_symbol(def.symbol) {
            Some(group) if facts.symbol(group).kind == SymbolKind::Impl => {
                let at = facts.symbol(group).name_at;
                let hints = facts.inherits().filter(|hint| facts.occurrence(hint.binder).at == at);
                hints.map(|hint| self.resolver.value(&facts, hint.source, &trail)).collect()
            }
            Some(symbol) => self.resolver.bases(DefId { file: def.file, symbol }, &trail),
            None => Vec::new(),
        };
        let mut all: Vec<DefId> = Vec::new();
        for thing in things {
            let (Thing::Type(defs) | Thing::Instance(defs)) = thing else { continue };
            if let Found::Defs(found, _) = self.resolver.member_of(&defs, name, &Trail::new()) {
                all.extend(found.into_iter().filter(|one| *one != def));
            }
        }
        all
    }

    /// True when something above the type that has this member is not part of the project.
    pub(super) fn has_unknown_base(&self, def: DefId) -> bool {
        let facts = self.resolver.facts(def.file);
        let Some(owner) = facts.owner_symbol(def.symbol) else { return false };
        if facts.symbol(owner).kind == SymbolKind::Impl {
            let at = facts.symbol(owner).name_at;
            return facts.inherits().any(|hint| facts.occurrence(hint.binder).at == at);
        }
        let mut open = vec![DefId { file: def.file, symbol: owner }];
        let mut seen = BTreeSet::new();
        let trail = Trail::new();
        while let Some(next) = open.pop().filter(|_| seen.len() < DERIVED_MAX) {
            for base in self.resolver.bases(next, &trail) {
                match base {
                    Thing::Type(defs) | Thing::Instance(defs) => {
                        open.extend(defs.into_iter().filter(|&def| seen.insert(def)));
                    }
                    Thing::Global(name) if name == "object" => {}
                    _ => return true,
                }
            }
        }
        false
    }

    /// The members that override or implement this one, with who has them.
    pub(super) fn overriding(&self, def: DefId) -> Vec<(DefId, Kin)> {
        let facts = self.resolver.facts(def.file);
        if !facts.symbol(def.symbol).kind.is_callable() || facts.family.has_implicit_interfaces() {
            return Vec::new();
        }
        let Some(owner) = facts.owner_symbol(def.symbol) else { return Vec::new() };
        let owner = match facts.symbol(owner).kind {
            SymbolKind::Impl => return Vec::new(),
            _ => DefId { file: def.file, symbol: owner },
        };
        let name = facts.text(facts.symbol(def.symbol).name);
        let mut all = Vec::new();
        for kin in self.all_derived(owner) {
            let own = match (kin.group, &kin.point) {
                (Some(group), _) => self.inside(group, name),
                (None, Point::Symbol(of)) => self.inside(*of, name),
                _ => Vec::new(),
            };
            all.extend(own.into_iter().filter(|one| *one != def).map(|one| (one, kin.clone())));
        }
        all
    }

    /// Callables called `name` that are written right inside a symbol.
    fn inside(&self, of: DefId, name: &str) -> Vec<DefId> {
        let facts = self.resolver.facts(of.file);
        let Some(id) = facts.name(name) else { return Vec::new() };
        let symbols = facts.symbols_named(id).filter(|&symbol| facts.symbol(symbol).parent == Some(of.symbol));
        let callable = symbols.filter(|&symbol| facts.symbol(symbol).kind.is_callable());
        callable.map(|symbol| DefId { file: of.file, symbol }).collect()
    }

    /// The methods that an interface asks for, those of embedded ones too; false when one of those is unknown.
    fn go_wanted(&self, interface: DefId) -> (BTreeSet<String>, bool) {
        let (mut wanted, mut whole) = (BTreeSet::new(), true);
        let (mut open, mut seen) = (vec![interface], BTreeSet::from([interface]));
        while let Some(next) = open.pop() {
            let facts = self.resolver.facts(next.file);
            let symbols = &facts.outline().symbols;
            let own = symbols.iter().filter(|symbol| symbol.parent == Some(next.symbol) && symbol.kind.is_callable());
            wanted.extend(own.map(|symbol| facts.text(symbol.name).to_string()));
            for base in self.resolver.bases(next, &Trail::new()) {
                match base {
                    Thing::Type(defs) => open.extend(defs.into_iter().filter(|&def| seen.insert(def))),
                    _ => whole = false,
                }
            }
        }
        (wanted, whole)
    }

    fn go_implementers(&self, interface: DefId) -> Vec<Kin> {
        let (wanted, whole) = self.go_wanted(interface);
        let rarest = wanted.iter().min_by_key(|name| self.resolver.spelled(name).len());
        let Some(rarest) = rarest else { return Vec::new() };
        let spelled = self.resolver.spelled(rarest);
        let types: BTreeSet<DefId> =
            spelled.iter().take(RIVALS_MAX).filter_map(|&method| self.go_receiver(method)).collect();
        types.into_iter().filter_map(|one| self.go_implements(one, &wanted, whole)).collect()
    }

    fn go_interfaces(&self, of: DefId) -> Vec<Kin> {
        let facts = self.resolver.facts(of.file);
        let name = facts.text(facts.symbol(of.symbol).name);
        let here = crate::refs::folder(self.resolver.project.file(of.file).path);
        let mut interfaces = BTreeSet::new();
        for usage in self.resolver.project.files_naming(name) {
            if crate::refs::folder(self.resolver.project.file(usage.file).path) != here {
                continue;
            }
            let there = self.resolver.facts(usage.file);
            let methods = there.outline().symbols.iter().filter(|symbol| {
                symbol.kind.is_callable() && symbol.owner.is_some_and(|owner| there.text(owner) == name)
            });
            for method in methods {
                let spelled = self.resolver.spelled(there.text(method.name));
                interfaces.extend(spelled.iter().take(RIVALS_MAX).filter_map(|&def| self.interface_of(def)));
            }
        }
        let fits = |interface: DefId| {
            let (wanted, whole) = self.go_wanted(interface);
            let kin = self.go_implements(of, &wanted, whole)?;
            Some(Kin { point: self.point(interface), ..kin })
        };
        interfaces.into_iter().filter_map(fits).collect()
    }

    fn interface_of(&self, method: DefId) -> Option<DefId> {
        let facts = self.resolver.facts(method.file);
        let symbol = facts.owner_symbol(method.symbol)?;
        (facts.family == Family::Go && facts.symbol(symbol).kind == SymbolKind::Interface)
            .then_some(DefId { file: method.file, symbol })
    }

    /// The type that a Go method is written for.
    fn go_receiver(&self, method: DefId) -> Option<DefId> {
        let facts = self.resolver.facts(method.file);
        facts.symbol(method.symbol).owner?;
        let here = crate::refs::folder(self.resolver.project.file(method.file).path);
        let mut types = self.resolver.top_level(facts.owner_name(method.symbol)?, Family::Go);
        types.find(|def| crate::refs::folder(self.resolver.project.file(def.file).path) == here)
    }

    fn go_implements(&self, one: DefId, wanted: &BTreeSet<String>, whole: bool) -> Option<Kin> {
        self.worked(wanted.len());
        let has = |name: &String| matches!(self.resolver.member_of(&[one], name, &Trail::new()), Found::Defs(..));
        if wanted.is_empty() || self.kind(one) == SymbolKind::Interface || !wanted.iter().all(has) {
            return None;
        }
        // A single method of the same name may be a coincidence; so may what an unknown part asks for.
        let sure = whole && wanted.len() > 1;
        let confidence = if sure { Evidence::Inherited.confidence() } else { OWNER_IN_SIGHT };
        let facts = self.resolver.facts(one.file);
        let at = facts.symbol(one.symbol).name_at;
        Some(Kin { point: self.point(one), group: None, evidence: Evidence::Inherited, confidence, file: one.file, at })
    }
}
