//! Members of types: in the type itself, in what it inherits from, in what is written for it
//! elsewhere.
//!
//! A member belongs to a type because it stands inside it, or because it says the type's name
//! (`impl`, a Go receiver, a prototype). Bases are asked next, in order, as far as they are known.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::modules::Module;
use super::packages::kept;
use super::paths::folder;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use crate::Evidence;
use grammars::{Receiver, Role, SymbolKind};
use indexer::FileId;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

/// Whether a type has a member.
#[derive(Clone)]
pub(crate) enum Lookup {
    Found(Vec<DefId>, Evidence),
    /// No; `open` when some base of it is unknown.
    Absent {
        open: bool,
    },
}

impl Resolver<'_> {
    /// What a name behind a dot refers to.
    pub(crate) fn member(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        trail.step((b'm', facts.file, u64::from(index)), Found::Nothing, || {
            let of = match facts.occurrence(index).receiver {
                Receiver::Occurrence(receiver) => Some(self.value(facts, receiver, trail)),
                Receiver::Other => self.subscripted(facts, index, trail),
                Receiver::None => None,
            };
            of.map_or(Found::Nothing, |of| self.member_out_of(facts, index, of, trail))
        })
    }

    /// As [`Resolver::member`], where it is known what stands before the dot.
    pub(super) fn member_out_of(&self, facts: &Facts, index: u32, of: Thing, trail: &Trail) -> Found {
        let occurrence = facts.occurrence(index);
        let is_unbound = || match occurrence.receiver {
            Receiver::Occurrence(receiver) => self.is_unbound_path(facts, receiver, trail),
            _ => false,
        };
        let name = facts.text(occurrence.name);
        match of {
            Thing::Module(module) => match self.exported(&module, name, trail) {
                Found::Nothing => Found::Missing,
                found => found,
            },
            Thing::Type(defs) | Thing::Instance(defs) => match self.member_of(&defs, name, trail) {
                Found::Missing | Found::Nothing if facts.family == Family::Go => self.embedded(&defs, name, trail),
                found => self.fitting(found, occurrence.role),
            },
            Thing::AtLeast(defs) => match self.member_of(&defs, name, trail) {
                Found::Missing => Found::Nothing,
                found => self.fitting(found, occurrence.role),
            },
            Thing::Shape(shape) => self.member_of_shape(&shape, name, trail),
            Thing::Many(many) => Found::Global(many.kind),
            Thing::Callable(defs) => match self.member_of(&defs, name, trail) {
                Found::Missing => self.beside_export(&defs, name, trail),
                found => found,
            },
            Thing::External(module) if facts.family.package_mark().is_some() && occurrence.role != Role::Key => {
                // A package that lies in the project only in parts.
                match self.taken_out(facts.family, &module, name, trail) {
                    Found::Nothing | Found::Missing if occurrence.role == Role::Call => Found::External(module),
                    Found::Nothing | Found::Missing => Found::External(format!("{module}.{name}")),
                    found => found,
                }
            }
            Thing::External(module) => Found::External(module),
            // `com.one.User`: the path starts with a name that nothing binds.
            Thing::Global(object) => match facts.family.package_mark().map(|_| self.written_at(facts, index)) {
                Some(defs) if !defs.is_empty() && is_unbound() => self.of_written(defs),
                _ => Found::Global(object),
            },
            Thing::Unknown if facts.family.package_mark().is_some() && is_unbound() => {
                self.of_written(self.written_at(facts, index))
            }
            Thing::Unknown => Found::Nothing,
        }
    }

    /// Go: what a struct embeds is a field that bears the type's name.
    fn embedded(&self, types: &[DefId], name: &str, trail: &Trail) -> Found {
        let bases = types.iter().flat_map(|&one| self.bases(one, trail));
        for base in bases {
            let (Thing::Type(defs) | Thing::Instance(defs)) = base else { continue };
            let named = |def: &DefId| {
                let facts = self.facts(def.file);
                facts.text(facts.symbol(def.symbol).name) == name
            };
            if defs.iter().any(named) {
                return Found::Defs(defs, Evidence::Receiver);
            }
        }
        Found::Missing
    }

    /// `module.exports = f; module.exports.name = …`: what else a module hands out is a member of
    /// the one thing that it exports.
    fn beside_export(&self, defs: &[DefId], name: &str, trail: &Trail) -> Found {
        let [def] = defs else { return Found::Nothing };
        let facts = self.facts(def.file);
        if facts.family != Family::Script {
            return Found::Nothing;
        }
        match self.export_object(&facts, trail) {
            Found::Defs(all, _) if all.contains(def) => match self.exported(&Module::File(def.file), name, trail) {
                Found::Missing => Found::Nothing,
                found => found,
            },
            _ => Found::Nothing,
        }
    }

    /// The path that ends here starts with a name that nothing around binds: that of a package.
    fn is_unbound_path(&self, facts: &Facts, mut index: u32, trail: &Trail) -> bool {
        for _ in 0..PARTS_MAX {
            let occurrence = facts.occurrence(index);
            match occurrence.receiver {
                Receiver::Occurrence(before) if occurrence.role != Role::Call => index = before,
                Receiver::None
                    if occurrence.role != Role::Call && !facts.family.is_self(facts.text(occurrence.name)) =>
                {
                    let found = self.bare(facts, index, trail);
                    return matches!(found, Found::Nothing | Found::Missing | Found::Module(_));
                }
                _ => return false,
            }
        }
        false
    }

    /// Of a field and a method of one name, the one that the use fits.
    pub(super) fn fitting(&self, found: Found, role: Role) -> Found {
        let Found::Defs(defs, evidence) = found else { return found };
        let called = |def: &DefId| self.facts(def.file).symbol(def.symbol).kind.is_callable();
        let (calls, values): (Vec<DefId>, Vec<DefId>) = defs.into_iter().partition(called);
        let (first, second) = if role == Role::Call { (calls, values) } else { (values, calls) };
        Found::Defs(if first.is_empty() { second } else { first }, evidence)
    }

    /// The member `name` of any of these types or objects.
    pub(crate) fn member_of(&self, types: &[DefId], name: &str, trail: &Trail) -> Found {
        let mut open = false;
        let mut all: Option<(Vec<DefId>, Evidence)> = None;
        for &one in types {
            match self.lookup(one, name, trail) {
                // What is one of several types has the member of each of them.
                Lookup::Found(defs, evidence) if types.len() > 1 && self.family(one) == Family::Script => {
                    let all = &mut all.get_or_insert((Vec::new(), evidence)).0;
                    all.extend(defs.into_iter().filter(|def| !all.contains(def)).collect::<Vec<_>>());
                }
                Lookup::Found(defs, evidence) => return Found::Defs(defs, evidence),
                Lookup::Absent { open: more } => open |= more,
            }
        }
        if let Some((defs, evidence)) = all {
            return Found::Defs(defs, evidence);
        }
        if open { Found::Nothing } else { Found::Missing }
    }

    fn lookup(&self, of: DefId, name: &str, trail: &Trail) -> Lookup {
        trail.once(&self.looked_up, (of, name.to_string()), || self.lookup_anew(of, name, trail))
    }

    fn lookup_anew(&self, of: DefId, name: &str, trail: &Trail) -> Lookup {
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one(name) ^ u64::from(of.symbol);
        trail.step((b'l', of.file, key), Lookup::Absent { open: true }, || {
            let own = self.own_members(of, name).to_vec();
            let only_assigned = own.iter().all(|&def| self.is_assigned_field(def));
            if !own.is_empty() && !only_assigned {
                return Lookup::Found(own, Evidence::Receiver);
            }
            let facts = self.facts(of.file);
            let mut open = facts.symbol(of.symbol).kind == SymbolKind::TypeAlias;
            for base in self.bases(of, trail) {
                match base {
                    Thing::Type(defs) | Thing::Instance(defs) => {
                        for base in defs.into_iter().filter(|&base| base != of) {
                            match self.lookup(base, name, trail) {
                                // `self.x = …` declares a field unless a base says what `x` is.
                                Lookup::Found(defs, _)
                                    if own.is_empty() || !defs.iter().all(|&def| self.is_assigned_field(def)) =>
                                {
                                    return Lookup::Found(defs, Evidence::Inherited);
                                }
                                Lookup::Found(..) => {}
                                Lookup::Absent { open: more } => open |= more,
                            }
                        }
                    }
                    _ => open = true,
                }
            }
            if own.is_empty() { Lookup::Absent { open } } else { Lookup::Found(own, Evidence::Receiver) }
        })
    }

    /// A field that is known only because something is assigned to it through `self`.
    pub(crate) fn is_assigned_field(&self, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let name = facts.occurrence_at(facts.symbol(def.symbol).name_at);
        facts.symbol(def.symbol).kind == SymbolKind::Field
            && name.is_some_and(|name| facts.occurrence(name).receiver != Receiver::None)
    }

    /// Members written for the type itself, in its file or where its language allows it.
    pub(super) fn own_members(&self, of: DefId, name: &str) -> Arc<Vec<DefId>> {
        kept(&self.own, (of, name.to_string()), |_| {
            let facts = self.facts(of.file);
            if !facts.family.reopens_types() || !facts.symbol(of.symbol).kind.is_type() && facts.family != Family::Ruby
            {
                return self.own_of_one(of, name);
            }
            // A class may be written in several parts.
            let parts = self.at_path(facts.family, &facts.full_name(of.symbol));
            let mut own: Vec<DefId> = parts.iter().flat_map(|&part| self.own_of_one(part, name)).collect();
            own.sort_unstable();
            own.dedup();
            own
        })
    }

    fn own_of_one(&self, of: DefId, name: &str) -> Vec<DefId> {
        let facts = self.facts(of.file);
        let type_name = facts.text(facts.symbol(of.symbol).name);
        let belongs = |facts: &Facts, symbol: u32| {
            let nested = facts.file == of.file && facts.symbol(symbol).parent == Some(of.symbol);
            nested || (self.joined_by_name(facts, symbol) && facts.owner_name(symbol) == Some(type_name))
        };
        let mut own: Vec<DefId> = Vec::new();
        if let Some(id) = facts.name(name) {
            let symbols = facts.symbols_named(id).filter(|&symbol| symbol != of.symbol && belongs(&facts, symbol));
            own.extend(symbols.map(|symbol| DefId { file: of.file, symbol }));
        }
        let elsewhere = facts.family == Family::C || own.is_empty();
        if elsewhere && facts.family.open_types() {
            let all = self.spelled(name);
            let others = all.iter().filter(|def| def.file != of.file && self.is_near(**def, of));
            own.extend(others.filter(|def| belongs(&self.facts(def.file), def.symbol)));
        }
        own
    }

    /// Tied to its type by the type's name and not by standing inside it.
    fn joined_by_name(&self, facts: &Facts, symbol: u32) -> bool {
        let grouped = facts.owner_symbol(symbol).map(|owner| facts.symbol(owner).kind);
        facts.symbol(symbol).owner.is_some() || grouped == Some(SymbolKind::Impl)
    }

    /// In the same package, as far as paths tell.
    fn is_near(&self, a: DefId, b: DefId) -> bool {
        let (a, b) = (self.project.file(a.file), self.project.file(b.file));
        match Family::of(a.lang) {
            family if family != Family::of(b.lang) => false,
            Family::Go => folder(a.path) == folder(b.path),
            Family::Rust => {
                let roots = |path| self.modules.crate_roots(self.project, path);
                roots(a.path) == roots(b.path)
            }
            Family::C => {
                let reached = |from: FileId, to: FileId| self.includes(&self.facts(from)).binary_search(&to).is_ok();
                let (a, b) = (a.id, b.id);
                reached(a, b) || reached(b, a)
            }
            _ => true,
        }
    }

    /// What a type inherits from.
    pub(crate) fn bases(&self, of: DefId, trail: &Trail) -> Vec<Thing> {
        trail.once(&self.known_bases, of, || Arc::new(self.written_bases(of, trail))).to_vec()
    }

    fn written_bases(&self, of: DefId, trail: &Trail) -> Vec<Thing> {
        let facts = self.facts(of.file);
        let parts = if facts.family.reopens_types() {
            self.at_path(facts.family, &facts.full_name(of.symbol))
        } else {
            vec![of]
        };
        let mut bases = Vec::new();
        for part in parts {
            let facts = self.facts(part.file);
            let symbol = facts.symbol(part.symbol);
            let hints = facts.inherits().filter(|hint| {
                let binder = facts.occurrence(hint.binder);
                binder.at == symbol.name_at || (binder.name == symbol.name && binder.role == Role::Type)
            });
            bases.extend(hints.map(|hint| match self.value(&facts, hint.source, trail) {
                // `extends Partial<Options>`
                thing @ Thing::Global(_) if facts.family == Family::Script => {
                    match self.instance(&facts, hint.source, thing.clone(), trail) {
                        Thing::Instance(defs) => Thing::Type(defs),
                        _ => thing,
                    }
                }
                thing => thing,
            }));
        }
        bases
    }

    /// Go: methods that one call may reach besides `defs`, because a type has all that an
    /// interface asks for.
    pub(crate) fn across_interfaces(&self, name: &str, defs: &[DefId]) -> Vec<DefId> {
        let go = |def: &&DefId| self.family(**def).has_implicit_interfaces();
        let spelled = self.spelled(name);
        let rivals: Vec<DefId> = spelled.iter().filter(go).filter(|def| !defs.contains(def)).copied().collect();
        if rivals.len() > RIVALS_MAX {
            return Vec::new();
        }
        let pairs = defs.iter().filter(go).flat_map(|&def| rivals.iter().map(move |&rival| (def, rival)));
        let mut related: Vec<DefId> = pairs
            .filter(|&(def, rival)| self.implements(def, rival) || self.implements(rival, def))
            .map(|(_, rival)| rival)
            .collect();
        related.dedup();
        related
    }

    /// How many methods called `name` the method of an interface stands for.
    pub(crate) fn n_implementing(&self, name: &str, asked: DefId) -> usize {
        let go = |def: &&DefId| self.family(**def).has_implicit_interfaces();
        self.spelled(name).iter().filter(go).filter(|&&def| self.implements(def, asked)).count()
    }

    /// True when the type of `method` has every method of the interface that `asked` is part of.
    fn implements(&self, method: DefId, asked: DefId) -> bool {
        let (of_method, of_asked) = (self.facts(method.file), self.facts(asked.file));
        let Some(interface) = of_asked.owner_symbol(asked.symbol) else { return false };
        if of_asked.symbol(interface).kind != SymbolKind::Interface || of_method.symbol(method.symbol).owner.is_none() {
            return false;
        }
        let Some(type_name) = of_method.owner_name(method.symbol) else { return false };
        let symbols = &of_asked.outline().symbols;
        let mut wanted = symbols.iter().filter(|symbol| symbol.parent == Some(interface));
        wanted.all(|wanted| {
            let all = self.spelled(of_asked.text(wanted.name));
            all.iter().any(|&def| {
                let facts = self.facts(def.file);
                facts.symbol(def.symbol).owner.is_some()
                    && facts.owner_name(def.symbol) == Some(type_name)
                    && self.is_near(def, method)
            })
        })
    }
}

/// Methods of one name beyond which it is not asked who implements what.
const RIVALS_MAX: usize = 100;
/// Parts of a path that is written out.
const PARTS_MAX: usize = 24;
