//! From an import to the definition behind it, through as many re-exports as it takes.

use super::facts::{DefId, Facts, dotted};
use super::family::Family;
use super::modules::Module;
use super::resolve::{Found, Resolver, Trail, is_definition};
use crate::Evidence;
use grammars::{How, ImportKind, Receiver, Role, ScopeKind, SymbolKind};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Definitions of a name of which it is asked whether they add to a module.
const AUGMENTING_MAX: usize = 64;

impl Resolver<'_> {
    /// What an import binds its local name to.
    pub(crate) fn follow(&self, facts: &Facts, import: u32, trail: &Trail) -> Found {
        let key = (facts.file, import);
        trail.once(&self.followed, key, || {
            trail.step((b'i', facts.file, u64::from(import)), Found::Nothing, || self.follow_anew(facts, import, trail))
        })
    }

    fn follow_anew(&self, facts: &Facts, import: u32, trail: &Trail) -> Found {
        let row = facts.import(import);
        let (text, name) = (facts.text(row.module), row.name.map(|name| facts.text(name)));
        if facts.family == Family::Rust {
            return self.follow_rust(facts, import, trail);
        }
        if facts.family.package_mark().is_some() && row.kind == ImportKind::Import && facts.family != Family::C {
            return self.follow_package(facts, import, trail);
        }
        if text.is_empty() {
            return name.map_or(Found::Nothing, |name| self.named_here(facts, name, trail));
        }
        // `import a.b` binds `a`.
        let first = text.split('.').next().unwrap_or(text);
        let whole =
            facts.family == Family::Python && name.is_none() && row.local.map(|local| facts.text(local)) == Some(first);
        let text = if whole && !first.is_empty() { first } else { text };
        let modules = self.modules.resolve(self.project, facts.file, text, row.kind);
        let Some(module) = modules.first() else {
            return match name.map(|name| self.augmenting(facts.family, text, name)) {
                Some(defs) if !defs.is_empty() => Found::Defs(defs, Evidence::Import),
                _ => Found::External(text.to_string()),
            };
        };
        match name {
            None if row.kind == ImportKind::Require => self.required(module, trail),
            None => Found::Module(module.clone()),
            Some(name) => match self.exported(module, name, trail) {
                Found::Nothing => Found::Missing,
                found => found,
            },
        }
    }

    /// TypeScript: what `declare module "text" { … }` adds to a module from elsewhere.
    fn augmenting(&self, family: Family, module: &str, name: &str) -> Vec<DefId> {
        if family != Family::Script {
            return Vec::new();
        }
        let adds = |def: &&DefId| {
            let facts = self.facts(def.file);
            let Some(name) = facts.occurrence_at(facts.symbol(def.symbol).name_at) else { return false };
            let around = facts.outline().scopes[facts.occurrence(name).scope as usize];
            if facts.family != family || around.kind != ScopeKind::File || around.span.start == 0 {
                return false;
            }
            let text = self.text_of(def.file);
            let head = around.span.of(&text).strip_prefix("module").map(str::trim_start).unwrap_or("");
            head.strip_prefix(['"', '\''])
                .and_then(|head| head.strip_prefix(module))
                .is_some_and(|rest| rest.starts_with(['"', '\'']))
        };
        self.spelled(name).iter().take(AUGMENTING_MAX).filter(adds).copied().collect()
    }

    /// What a star import of this file gives for `name`.
    pub(crate) fn out_of(&self, facts: &Facts, import: u32, name: &str, trail: &Trail) -> Found {
        let row = facts.import(import);
        let text = facts.text(row.module);
        if facts.family == Family::Rust {
            let path: Vec<&str> = text.split("::").collect();
            let whole = self.rust_path(facts, row.scope, &path, trail);
            return self.step_into(&whole, name, trail);
        }
        if facts.family.package_mark().is_some() && facts.family != Family::C {
            return self.taken_out(facts.family, &dotted(text), name, trail);
        }
        let modules = self.modules.resolve(self.project, facts.file, text, row.kind);
        modules.first().map_or(Found::Nothing, |module| self.exported(module, name, trail))
    }

    /// What `name` means to whoever takes it out of `module`.
    pub(crate) fn exported(&self, module: &Module, name: &str, trail: &Trail) -> Found {
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one(name);
        match module {
            Module::File(file) => trail
                .step((b'x', *file, key), Found::Nothing, || self.exported_by_file(&self.facts(*file), name, trail)),
            Module::Inline(def) => trail.step((b'n', def.file, key ^ u64::from(def.symbol)), Found::Nothing, || {
                self.exported_inside(*def, name, trail)
            }),
            Module::Folder(path) => {
                let files = self.modules.folder_files(self.project, path);
                let defs = self.top_level(name, Family::Go).filter(|def| files.binary_search(&def.file).is_ok());
                let defs: Vec<DefId> = defs.collect();
                if !defs.is_empty() {
                    return Found::Defs(defs, Evidence::Import);
                }
                self.modules.submodule(self.project, module, name).map_or(Found::Nothing, Found::Module)
            }
        }
    }

    fn exported_by_file(&self, facts: &Facts, name: &str, trail: &Trail) -> Found {
        let here = self.named_here(facts, name, trail);
        if here != Found::Nothing {
            return here;
        }
        if let Some(module) = self.modules.submodule(self.project, &Module::File(facts.file), name) {
            return Found::Module(module);
        }
        if name == "default" {
            return self.default_of(facts, trail);
        }
        for import in facts.stars() {
            let row = facts.import(import);
            let strict = matches!(facts.family, Family::Script | Family::Dart | Family::Haskell);
            let passes_on = !strict || row.reexport;
            if passes_on && row.scope == 0 {
                let found = self.out_of(facts, import, name, trail);
                if matches!(found, Found::Defs(..) | Found::Module(_)) {
                    return found;
                }
            }
        }
        Found::Nothing
    }

    /// What the top of the file itself calls `name`: a definition or an import.
    fn named_here(&self, facts: &Facts, name: &str, trail: &Trail) -> Found {
        let Some(id) = facts.name(name) else { return Found::Nothing };
        let symbols = facts
            .symbols_named(id)
            .filter(|&symbol| is_definition(facts.symbol(symbol).kind) && facts.is_top_level(symbol));
        let defs: Vec<DefId> = symbols.map(|symbol| DefId { file: facts.file, symbol }).collect();
        let mut outside = Found::Nothing;
        for import in facts.imports_of(id).filter(|&import| facts.import(import).scope == 0) {
            match self.follow(facts, import, trail) {
                Found::Defs(mut found, _) => {
                    found.extend(defs);
                    return Found::Defs(found, Evidence::Import);
                }
                Found::Nothing | Found::Missing => {}
                found => outside = found,
            }
        }
        if defs.is_empty() { outside } else { Found::Defs(defs, Evidence::Import) }
    }

    fn exported_inside(&self, module: DefId, name: &str, trail: &Trail) -> Found {
        let facts = self.facts(module.file);
        if facts.family.package_mark().is_some() {
            // A namespace goes on in other files.
            let path = format!("{}.{name}", facts.full_name(module.symbol));
            return self.of_written(self.at_path(facts.family, &path));
        }
        let Some(id) = facts.name(name) else { return self.stars_inside(&facts, module, name, trail) };
        let symbols = facts.symbols_named(id).filter(|&symbol| facts.symbol(symbol).parent == Some(module.symbol));
        let defs: Vec<DefId> = symbols.map(|symbol| DefId { file: facts.file, symbol }).collect();
        if !defs.is_empty() {
            return Found::Defs(defs, Evidence::Import);
        }
        let inside =
            |scope: u32| facts.outline().scopes.get(scope as usize).is_some_and(|s| s.symbol == Some(module.symbol));
        for import in facts.imports_of(id).filter(|&import| inside(facts.import(import).scope)) {
            let found = self.follow(&facts, import, trail);
            if !matches!(found, Found::Nothing | Found::Missing) {
                return found;
            }
        }
        self.stars_inside(&facts, module, name, trail)
    }

    fn stars_inside(&self, facts: &Facts, module: DefId, name: &str, trail: &Trail) -> Found {
        let scopes = &facts.outline().scopes;
        let inside = |scope: u32| scopes.get(scope as usize).is_some_and(|s| s.symbol == Some(module.symbol));
        let stars = facts.stars().filter(|&import| inside(facts.import(import).scope));
        let mut found = stars.map(|import| self.out_of(facts, import, name, trail));
        found.find(|found| matches!(found, Found::Defs(..) | Found::Module(_))).unwrap_or(Found::Nothing)
    }

    /// What a script exports as its default.
    fn default_of(&self, facts: &Facts, trail: &Trail) -> Found {
        match self.export_object(facts, trail) {
            Found::Nothing => Found::Module(Module::File(facts.file)),
            found => found,
        }
    }

    /// What `require` of a module gives.
    pub(super) fn required(&self, module: &Module, trail: &Trail) -> Found {
        let Module::File(file) = module else { return Found::Module(module.clone()) };
        trail.step((b'r', *file, 0), Found::Module(module.clone()), || {
            let facts = self.facts(*file);
            match self.export_object(&facts, trail) {
                Found::Nothing => {}
                found => return found,
            }
            // `module.exports = require("./other")`.
            let mut whole = facts.stars().filter(|&import| {
                let row = facts.import(import);
                row.reexport && row.kind == ImportKind::Require && row.scope == 0
            });
            let passed_on = whole.next().filter(|_| whole.next().is_none());
            let passed_on = passed_on.and_then(|import| {
                let row = facts.import(import);
                self.modules.resolve(self.project, *file, facts.text(row.module), row.kind).into_iter().next()
            });
            passed_on.map_or(Found::Module(module.clone()), |module| self.required(&module, trail))
        })
    }

    /// The definition that `module.exports = X` hands out.
    pub(crate) fn export_object(&self, facts: &Facts, trail: &Trail) -> Found {
        let Some(exports) = facts.name("exports") else { return Found::Nothing };
        for index in facts.occurrences_of(exports) {
            let occurrence = facts.occurrence(index);
            let Receiver::Occurrence(object) = occurrence.receiver else { continue };
            if facts.text(facts.occurrence(object).name) != "module" || occurrence.role == Role::Read {
                continue;
            }
            for hint in facts.hints(index).filter(|hint| hint.how == How::Assigned) {
                if facts.occurrence(hint.source).role == Role::Call {
                    continue;
                }
                let found = self.name(facts, hint.source, trail);
                if let Found::Defs(defs, _) = found {
                    return Found::Defs(defs, Evidence::Import);
                }
            }
        }
        let default = facts.name("default").into_iter().flat_map(|name| facts.imports_of(name));
        let mut default = default.filter(|&import| facts.import(import).kind == ImportKind::Require);
        match default.next().map(|import| self.follow(facts, import, trail)) {
            Some(Found::Defs(defs, _)) => Found::Defs(defs, Evidence::Import),
            _ => Found::Nothing,
        }
    }

    /// The member `name` of a module or a type.
    pub(crate) fn step_into(&self, whole: &Found, name: &str, trail: &Trail) -> Found {
        match whole {
            Found::Module(module) => self.exported(module, name, trail),
            Found::Defs(defs, _) => {
                let module = defs.iter().find(|def| self.facts(def.file).symbol(def.symbol).kind == SymbolKind::Module);
                match module {
                    Some(&module) => self.exported(&Module::Inline(module), name, trail),
                    None => self.member_of(defs, name, trail),
                }
            }
            other => other.clone(),
        }
    }
}
