//! Bare names: the scopes around, then what the file takes in whole, then the linker.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::modules::Module;
use super::paths::folder;
use super::resolve::{Found, Resolver, Trail};
use crate::Evidence;
use grammars::{ImportKind, NameId, Role, ScopeKind, SymbolKind};
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
            let from = facts.scope_of_lookup(index);
            for scope in facts.scopes_from(from) {
                let found = self.in_scope(facts, index, (scope, from), trail);
                if found != Found::Nothing {
                    return found;
                }
            }
            self.beyond_file(facts, index, trail)
        })
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
                // A type is not looked for among fields.
                Some(symbol)
                    if kind == ScopeKind::Class
                        && !own_body
                        && occurrence.role == Role::Type
                        && !facts.symbol(symbol).kind.is_type() => {}
                Some(symbol) => defs.push(DefId { file: facts.file, symbol }),
                None if downward && bound.at > occurrence.at => {}
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
            return Found::Defs(defs, Evidence::Scope);
        }
        local.map(|binding| Found::Local(facts.file, binding)).or(outside).unwrap_or(Found::Nothing)
    }

    /// What the name may be when no scope of the file binds it.
    fn beyond_file(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        if facts.family.folder_is_scope() {
            let here = folder(self.project.file(facts.file).path);
            let defs = self.top_level(name, facts.family);
            let defs: Vec<_> = defs.filter(|def| folder(self.project.file(def.file).path) == here).collect();
            if !defs.is_empty() {
                return Found::Defs(defs, Evidence::Scope);
            }
        }
        if facts.family.links_by_name() {
            return self.linked(facts, occurrence.name);
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
        let all = self.spelled(name);
        (0..all.len()).map(move |index| all[index]).filter(move |&def| {
            let facts = self.facts(def.file);
            facts.family == family && facts.is_top_level(def.symbol)
        })
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
            _ => Found::Nothing,
        }
    }

    /// C: what the headers declare, then what any file exports.
    fn linked(&self, facts: &Facts, name: NameId) -> Found {
        let all: Vec<DefId> = self.top_level(facts.text(name), facts.family).collect();
        if all.is_empty() {
            return Found::Nothing;
        }
        let reached = self.includes(facts);
        let near: Vec<DefId> = all.iter().copied().filter(|def| reached.binary_search(&def.file).is_ok()).collect();
        if !near.is_empty() {
            return Found::Defs(near, Evidence::Import);
        }
        let global: Vec<DefId> = all.into_iter().filter(|&def| self.is_linkable(def)).collect();
        if global.is_empty() { Found::Missing } else { Found::Defs(global, Evidence::UniqueName) }
    }

    /// A function or variable that the linker sees.
    pub(crate) fn is_linkable(&self, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        let linked = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Declaration | SymbolKind::Variable);
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
