//! Paths of Rust: `crate::a::b`, `super::x`, `other_crate::Y`, `Enum::Variant`.

use super::facts::{DefId, Facts};
use super::modules::Module;
use super::resolve::{Found, Resolver, Trail};
use grammars::{ImportKind, Receiver, SymbolKind};

impl Resolver<'_> {
    pub(super) fn follow_rust(&self, facts: &Facts, import: u32, trail: &Trail) -> Found {
        let row = facts.import(import);
        let text = facts.text(row.module);
        if row.kind == ImportKind::Module {
            let here = Module::File(facts.file);
            return self.modules.submodule(self.project, &here, text).map_or(Found::Nothing, Found::Module);
        }
        let mut path: Vec<&str> = text.split("::").filter(|part| !part.is_empty()).collect();
        path.extend(row.name.map(|name| facts.text(name)));
        self.rust_path(facts, row.scope, &path, trail)
    }

    /// The segment `index` of a path in a `use` or an expression, by the segments before it.
    pub(super) fn rust_segments(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        let mut path = Vec::new();
        let mut at = index;
        loop {
            let occurrence = facts.occurrence(at);
            path.push(facts.text(occurrence.name));
            match occurrence.receiver {
                Receiver::Occurrence(before) if before < at && path.len() < 32 => at = before,
                _ => break,
            }
        }
        path.reverse();
        self.rust_path(facts, facts.occurrence(index).scope, &path, trail)
    }

    /// What a path means in `scope`.
    pub(super) fn rust_path(&self, facts: &Facts, scope: u32, path: &[&str], trail: &Trail) -> Found {
        let Some((first, rest)) = path.split_first() else { return Found::Nothing };
        let here = self.rust_module(facts, scope);
        let starts: Vec<Found> = match *first {
            "crate" | "$crate" => {
                let roots = self.modules.crate_roots(self.project, self.project.file(facts.file).path);
                roots.into_iter().map(|root| Found::Module(Module::File(root))).collect()
            }
            "self" => vec![Found::Module(here)],
            "super" => self.rust_outer(&here).map(Found::Module).into_iter().collect(),
            "Self" => vec![Found::Defs(self.own_type(facts, scope, trail), crate::Evidence::Receiver)],
            name => {
                let inside = self.exported(&here, name, trail);
                let outside = || self.modules.crate_named(self.project, name).map(Module::File).map(Found::Module);
                match inside {
                    Found::Nothing | Found::Missing | Found::External(_) => outside().into_iter().collect(),
                    found => vec![found],
                }
            }
        };
        if starts.is_empty() {
            return Found::External(path.join("::"));
        }
        let mut last = Found::Missing;
        for start in starts {
            let mut at = start;
            for segment in rest {
                at = match (*segment, &at) {
                    ("super", Found::Module(module)) => self.rust_outer(module).map_or(Found::Missing, Found::Module),
                    ("self", _) => at,
                    _ => self.step_into(&at, segment, trail),
                };
            }
            if matches!(at, Found::Defs(..) | Found::Module(_)) {
                return at;
            }
            if !matches!(at, Found::Nothing) {
                last = at;
            }
        }
        last
    }

    /// The module that a scope lies in.
    fn rust_module(&self, facts: &Facts, scope: u32) -> Module {
        let symbols = facts.scopes_from(scope).filter_map(|scope| facts.outline().scopes[scope as usize].symbol);
        let inline = symbols.into_iter().find(|&symbol| facts.symbol(symbol).kind == SymbolKind::Module);
        match inline {
            Some(symbol) => Module::Inline(DefId { file: facts.file, symbol }),
            None => Module::File(facts.file),
        }
    }

    fn rust_outer(&self, module: &Module) -> Option<Module> {
        match module {
            Module::File(file) => {
                self.modules.rust_parent(self.project, self.project.file(*file).path).map(Module::File)
            }
            Module::Inline(def) => {
                let facts = self.facts(def.file);
                let outer = facts.symbol(def.symbol).parent;
                let outer = outer.filter(|&outer| facts.symbol(outer).kind == SymbolKind::Module);
                Some(outer.map_or(Module::File(def.file), |symbol| Module::Inline(DefId { file: def.file, symbol })))
            }
            Module::Folder(_) => None,
        }
    }
}
