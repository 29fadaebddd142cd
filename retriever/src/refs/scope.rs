//! Bare names: the scopes around, then what the file takes in whole, then the linker.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::modules::Module;
use super::paths::folder;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use crate::Evidence;
use grammars::{ImportKind, Role, ScopeKind, SymbolKind};
use indexer::FileId;
use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

/// Headers one file may pull in before we stop looking.
const INCLUDES_MAX: usize = 400;

impl Resolver<'_> {
    /// What a name without a receiver refers to where it stands.
    pub(crate) fn bare(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        trail.step((b'b', facts.file, u64::from(index)), Found::Nothing, || {
            let occurrence = facts.occurrence(index);
            let name = facts.text(occurrence.name);
            if facts.family == Family::Rust && matches!(name, "crate" | "super" | "self") {
                return self.rust_segments(facts, index, trail);
            }
            if facts.family.is_self_type(name) {
                let own = self.own_type(facts, occurrence.scope, trail);
                return if own.is_empty() { Found::Nothing } else { Found::Defs(own, Evidence::Receiver) };
            }
            if facts.calls_apart() && facts.key_hints(index).next().is_some() {
                // `case RED:` means a constant of what is switched over, and only that.
                let found = self.key_member(facts, index, trail);
                if matches!(found, Found::Defs(..)) {
                    return found;
                }
            }
            let from = facts.scope_of_lookup(index);
            let mut open = false;
            for scope in facts.scopes_from(from) {
                let found = self.in_scope(facts, index, (scope, from), trail);
                if found != Found::Nothing {
                    return found;
                }
                match self.inherited_here(facts, index, scope, trail) {
                    Found::Nothing => open = true,
                    Found::Missing => {}
                    found => return found,
                }
            }
            match self.beyond_file(facts, index, trail) {
                Found::Nothing if facts.family.types_are_declared() && (!open || is_of_type(occurrence.role)) => {
                    Found::Missing
                }
                found => found,
            }
        })
    }

    /// A bare name as a member of the type whose body or method `scope` is, where a language has
    /// that: missing if it has none, nothing if not all of the type is known.
    fn inherited_here(&self, facts: &Facts, index: u32, scope: u32, trail: &Trail) -> Found {
        let kind = facts.scope_kind(scope);
        if !facts.has_bare_members() || !matches!(kind, ScopeKind::Class | ScopeKind::Function) {
            return Found::Missing;
        }
        let mut types = self.type_of_scope(facts, scope, trail);
        if types.is_empty() {
            types = self.fixture(facts, scope, trail);
        }
        if types.is_empty() {
            return Found::Missing;
        }
        let occurrence = facts.occurrence(index);
        match self.member_of(&types, facts.text(occurrence.name), trail) {
            Found::Defs(defs, evidence) => {
                let fits = |def: &DefId| self.fits(occurrence.role, *def);
                let defs: Vec<DefId> = defs.into_iter().filter(fits).collect();
                if defs.is_empty() {
                    Found::Missing
                } else {
                    self.fitting(Found::Defs(defs, evidence), occurrence.role)
                }
            }
            found => found,
        }
    }

    /// `TEST_F(Type, Name) { … }`: a macro makes a method of a type out of the block behind it.
    fn fixture(&self, facts: &Facts, scope: u32, trail: &Trail) -> Vec<DefId> {
        let row = facts.outline().scopes[scope as usize];
        if facts.family != Family::C || row.symbol.is_some() || row.kind != ScopeKind::Function {
            return Vec::new();
        }
        let occurrences = &facts.outline().occurrences;
        let first = occurrences.partition_point(|occurrence| occurrence.at < row.span.start);
        let is_macro = occurrences.get(first).is_some_and(|name| {
            let name = (name.role, facts.text(name.name));
            name.0 == Role::Call && !name.1.bytes().any(|b| b.is_ascii_lowercase())
        });
        let named = occurrences.get(first + 1).filter(|named| is_macro && row.span.contains(named.at));
        match named.map(|_| self.value(facts, first as u32 + 1, trail)) {
            Some(Thing::Type(defs)) => defs,
            _ => Vec::new(),
        }
    }

    /// A type is not looked for among fields, nor, where the two have names of their own, a method
    /// among variables.
    fn fits(&self, role: Role, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let kind = facts.symbol(def.symbol).kind;
        match role {
            Role::Type | Role::Inherit | Role::Decorator => kind.is_type() || kind == SymbolKind::Module,
            Role::Call if facts.calls_apart() => kind.is_callable() || kind.is_type(),
            Role::Read | Role::Write if facts.calls_apart() => !kind.is_callable(),
            _ => true,
        }
    }

    /// What `scope` itself binds the name to.
    fn in_scope(&self, facts: &Facts, index: u32, (scope, from): (u32, u32), trail: &Trail) -> Found {
        let occurrence = facts.occurrence(index);
        let kind = facts.scope_kind(scope);
        let own_body = scope == from && facts.family == Family::Python;
        let members_hidden = kind == ScopeKind::Class && !own_body && !facts.family.bare_members();
        let downward = facts.family.binds_downward() && matches!(kind, ScopeKind::Function | ScopeKind::Block);
        let mut defs = Vec::new();
        let mut local = None;
        for binding in facts.bindings(scope, occurrence.name) {
            let bound = facts.occurrence(binding);
            let symbol = (bound.role == Role::Def).then(|| facts.symbol_of(binding)).flatten();
            match symbol {
                Some(_) if members_hidden => {}
                // A method of Go stands beside the functions, and only a dot leads to it.
                Some(symbol) if facts.family == Family::Go && facts.is_member(symbol) => {}
                Some(symbol)
                    if (kind == ScopeKind::Class && !own_body || facts.calls_apart())
                        && !self.fits(occurrence.role, DefId { file: facts.file, symbol }) => {}
                Some(symbol) => defs.push(DefId { file: facts.file, symbol }),
                None if downward && bound.at > occurrence.at => {}
                None if facts.calls_apart() && matches!(occurrence.role, Role::Call | Role::Type) => {}
                // A name is not bound yet in the very expression it is bound to.
                None if downward && facts.hints(binding).any(|hint| hint.source == index) => {}
                None => local = Some(binding),
            }
        }
        let (mut outside, mut imported) = (None, Vec::new());
        for import in facts.imports_of(occurrence.name).filter(|&import| facts.import(import).scope == scope) {
            match self.follow(facts, import, trail) {
                Found::Defs(found, _) => imported.extend(found),
                Found::Nothing | Found::Missing => outside = outside.or(Some(Found::Missing)),
                found => outside = Some(found),
            }
        }
        if !imported.is_empty() {
            imported.extend(defs);
            return Found::Defs(imported, Evidence::Import);
        }
        if !defs.is_empty() {
            let defs = if facts.family == Family::Rust { self.by_bang(facts, index, defs) } else { defs };
            let tagged = facts.family == Family::C;
            let defs = if tagged { self.by_tag(facts, occurrence.at, defs) } else { defs };
            return Found::Defs(defs, Evidence::Scope);
        }
        local.map(|binding| Found::Local(facts.file, binding)).or(outside).unwrap_or(Found::Nothing)
    }

    /// Rust: of a macro and a function of one name, the macro where a `!` follows.
    fn by_bang(&self, facts: &Facts, index: u32, defs: Vec<DefId>) -> Vec<DefId> {
        let is_macro = |def: &DefId| self.facts(def.file).symbol(def.symbol).kind == SymbolKind::Macro;
        let (macros, others): (Vec<DefId>, Vec<DefId>) = defs.into_iter().partition(is_macro);
        if macros.is_empty() || others.is_empty() {
            return if macros.is_empty() { others } else { macros };
        }
        let occurrence = facts.occurrence(index);
        let text = self.text_of(facts.file);
        let behind = text.get(occurrence.at as usize + facts.text(occurrence.name).len()..).unwrap_or("");
        if behind.trim_start().starts_with('!') { macros } else { others }
    }

    /// What the name may be when no scope of the file binds it.
    fn beyond_file(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        if facts.family.folder_is_scope() {
            let here = folder(self.project.file(facts.file).path);
            let tops = self.tops(name);
            if let Some(defs) = tops.by_home.get(&(facts.family, here.to_string())) {
                return Found::Defs(defs.clone(), Evidence::Scope);
            }
        }
        if facts.family.links_by_name() {
            return self.linked(facts, index);
        }
        if facts.family.package_is_scope() {
            let defs = self.in_package(facts, index);
            let defs: Vec<DefId> = defs.into_iter().filter(|&def| self.fits(occurrence.role, def)).collect();
            if !defs.is_empty() {
                return Found::Defs(defs, Evidence::Scope);
            }
        }
        for import in facts.stars() {
            let scope = facts.import(import).scope;
            if facts.scopes_from(occurrence.scope).any(|around| around == scope) {
                let found = self.out_of(facts, import, name, trail);
                if matches!(found, Found::Defs(..) | Found::Module(_)) {
                    return found;
                }
            }
        }
        self.ambient(facts, name)
    }

    /// Definitions of a name that stand at the top of their files.
    pub(crate) fn top_level(&self, name: &str, family: Family) -> impl Iterator<Item = DefId> + use<'_> {
        let all = self.tops(name).by_family.get(&family).cloned().unwrap_or_default();
        all.into_iter()
    }

    /// Names that need no import: exported macros, crates by name, declarations of globals.
    fn ambient(&self, facts: &Facts, name: &str) -> Found {
        match facts.family {
            Family::Rust => {
                if let Some(root) = self.modules.crate_named(self.project, name) {
                    return Found::Module(Module::File(root));
                }
                let macros = self.top_level(name, facts.family);
                let macros = macros.filter(|def| self.facts(def.file).symbol(def.symbol).kind == SymbolKind::Macro);
                let macros: Vec<_> = macros.collect();
                if macros.is_empty() { Found::Nothing } else { Found::Defs(macros, Evidence::UniqueName) }
            }
            Family::Script => {
                let loose = self.top_level(name, facts.family).filter(|def| {
                    let outline_facts = self.facts(def.file);
                    let outline = outline_facts.outline();
                    let exports = outline.symbols.iter().any(|symbol| symbol.exported);
                    outline.imports.is_empty() && !exports
                });
                let loose: Vec<_> = loose.collect();
                if loose.is_empty() { Found::Nothing } else { Found::Defs(loose, Evidence::UniqueName) }
            }
            // The files of a package see each other, or are read together; which, is not known here.
            Family::Other(_) | Family::Dart => {
                let all: Vec<_> = self.top_level(name, facts.family).collect();
                let one_file = all.iter().all(|def| def.file == all[0].file);
                if all.is_empty() || !one_file { Found::Nothing } else { Found::Defs(all, Evidence::UniqueName) }
            }
            _ => Found::Nothing,
        }
    }

    /// C: what the headers declare, in the namespaces around first, then what any file exports.
    /// Shells know what they have read, and what only one file defines.
    fn linked(&self, facts: &Facts, index: u32) -> Found {
        let occurrence = facts.occurrence(index);
        let tops = self.tops(facts.text(occurrence.name));
        let Some(all) = tops.by_family.get(&facts.family).filter(|all| !all.is_empty()) else { return Found::Nothing };
        let reached = self.includes(facts);
        let near: Vec<DefId> = all.iter().copied().filter(|def| reached.binary_search(&def.file).is_ok()).collect();
        if !near.is_empty() {
            let near = self.in_namespace(facts, index, near);
            return Found::Defs(self.by_tag(facts, occurrence.at, near), Evidence::Import);
        }
        let global: Vec<DefId> = all.iter().copied().filter(|&def| self.is_linkable(def)).collect();
        if !global.is_empty() {
            return Found::Defs(self.in_namespace(facts, index, global), Evidence::UniqueName);
        }
        let one_file = all.iter().all(|def| def.file == all[0].file);
        let seen = |def: &DefId| {
            let there = self.facts(def.file);
            there.symbol(def.symbol).exported && !there.symbol(def.symbol).kind.is_callable()
        };
        if one_file && (facts.family == Family::Shell || all.iter().all(seen)) {
            return Found::Defs(all.clone(), Evidence::UniqueName);
        }
        Found::Missing
    }

    /// Of definitions of one name, those in the nearest namespace around; all if none is.
    fn in_namespace(&self, facts: &Facts, index: u32, defs: Vec<DefId>) -> Vec<DefId> {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        if defs.len() < 2 {
            return defs;
        }
        let all = self.full_names(name);
        let home = facts.home_at(occurrence.scope, occurrence.at);
        let depth = |def: &DefId| {
            let full = &all.get(all.binary_search_by_key(def, |(def, ..)| *def).ok()?)?.2;
            let around = full.strip_suffix(name)?.trim_end_matches('.');
            let fits = home
                .strip_prefix(around)
                .is_some_and(|rest| around.is_empty() || rest.is_empty() || rest.starts_with('.'));
            fits.then_some(around.len())
        };
        match defs.iter().filter_map(depth).max() {
            Some(best) => defs.into_iter().filter(|def| depth(def) == Some(best)).collect(),
            None => defs,
        }
    }

    /// A function or variable that the linker sees.
    pub(crate) fn is_linkable(&self, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        // In C++ every file has a constant of its own.
        let is_c = || facts.outline().lang.name() == "c";
        let linked = match symbol.kind {
            SymbolKind::Constant => is_c(),
            kind => matches!(kind, SymbolKind::Function | SymbolKind::Declaration | SymbolKind::Variable),
        };
        facts.family.links_by_name() && linked && symbol.exported && !facts.is_member(def.symbol)
    }

    /// Every file that this one includes, directly or not. Sorted.
    pub(crate) fn includes(&self, facts: &Facts) -> Arc<Vec<FileId>> {
        if let Some(known) = self.closures.read().unwrap_or_else(PoisonError::into_inner).get(&facts.file) {
            return known.clone();
        }
        let mut seen = HashSet::from([facts.file]);
        let mut open = vec![facts.file];
        while let Some(file) = open.pop() {
            if seen.len() > INCLUDES_MAX {
                break;
            }
            let facts = self.facts(file);
            let includes = facts.outline().imports.iter().filter(|import| import.kind == ImportKind::Include);
            for import in includes {
                let modules = self.modules.resolve(self.project, file, facts.text(import.module), import.kind);
                open.extend(modules.into_iter().filter_map(|module| match module {
                    Module::File(file) => seen.insert(file).then_some(file),
                    _ => None,
                }));
            }
        }
        let mut all: Vec<FileId> = seen.into_iter().collect();
        all.sort_unstable();
        let mut closures = self.closures.write().unwrap_or_else(PoisonError::into_inner);
        closures.entry(facts.file).or_insert_with(|| Arc::new(all)).clone()
    }
}

fn is_of_type(role: Role) -> bool {
    matches!(role, Role::Type | Role::Inherit | Role::Decorator)
}
