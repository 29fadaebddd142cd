//! Which definitions a question is about.

use super::facts::{DefId, Facts};
use super::paths::{ends_with, stem};
use super::resolve::{Found, Resolver, Trail};
use super::target::Target;
use grammars::{ImportKind, LineIndex, Role, SymbolKind};
use indexer::FileId;
use std::collections::BTreeSet;

/// Symbols around a symbol that are looked at.
const DEPTH_MAX: usize = 64;

/// What a question is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// Definitions, with every twin that is the same symbol. Sorted.
    pub(crate) defs: Vec<DefId>,
    /// Or local variables, by file and binding occurrence. Sorted.
    pub(crate) locals: Vec<(FileId, u32)>,
    /// Or what one import of one file binds, when that leads out of the project.
    pub(crate) import: Option<(FileId, u32)>,
    /// Nothing in particular: every use of a name that the project does not define.
    pub(crate) anything: bool,
    pub(crate) vague: Vague,
    /// Those of the definitions that stand where it was asked.
    pub(crate) exact: Vec<DefId>,
}

/// Which uses of what was chosen may as well be uses of something else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Vague {
    #[default]
    No,
    /// Overloads that differ by the types of as many parameters: calls.
    Calls,
    /// A macro that takes the place of one from elsewhere under a condition: all uses.
    Uses,
}

impl Chosen {
    pub(crate) fn of(defs: Vec<DefId>) -> Chosen {
        Chosen { defs, ..Chosen::default() }
    }
}

impl Resolver<'_> {
    /// The definitions that `target` means; all of that name when nothing chooses.
    pub(crate) fn choose(&self, target: &Target) -> Chosen {
        let candidates = self.candidates(target);
        if let Some((path, line)) = &target.at {
            return match self.project.find(path) {
                Some(file) => self.choose_at(target, &candidates, file, *line),
                None => Chosen::default(),
            };
        }
        let bare = target.container.is_empty() && target.path.is_none();
        let candidates = if bare { self.without_inner(candidates) } else { candidates };
        let anything = candidates.is_empty() && target.container.is_empty() && target.path.is_none();
        Chosen { anything, ..Chosen::of(self.with_twins(candidates)) }
    }

    /// Definitions inside functions are only meant when there are no others: who asks for a name
    /// from outside cannot mean what only the inside of one function can see.
    fn without_inner(&self, all: Vec<DefId>) -> Vec<DefId> {
        let is_inner = |def: &DefId| {
            let facts = self.facts(def.file);
            let mut parent = facts.symbol(def.symbol).parent;
            let mut depth = 0;
            while let Some(index) = parent.filter(|_| depth < DEPTH_MAX) {
                if facts.symbol(index).kind.is_callable() {
                    return true;
                }
                (parent, depth) = (facts.symbol(index).parent, depth + 1);
            }
            false
        };
        let outer: Vec<DefId> = all.iter().copied().filter(|def| !is_inner(def)).collect();
        if outer.is_empty() { all } else { outer }
    }

    /// Definitions of the target's name that its container and path allow.
    pub(crate) fn candidates(&self, target: &Target) -> Vec<DefId> {
        let all = self.spelled(&target.name);
        let in_path =
            |def: &&DefId| target.path.as_ref().is_none_or(|path| ends_with(self.project.file(def.file).path, path));
        let of_name: Vec<DefId> = all.iter().filter(in_path).copied().collect();
        let Some(last) = target.container.last() else { return of_name };
        let inside = of_name.iter().copied().filter(|&def| self.lies_in(def, &target.container));
        let inside: Vec<DefId> = inside.collect();
        if !inside.is_empty() {
            return inside;
        }
        // `Derived.save` may be written in a base.
        let types = self.spelled(last);
        let types = types.iter().copied().filter(|def| self.facts(def.file).symbol(def.symbol).kind.is_type());
        let types: Vec<DefId> = types.collect();
        match self.member_of(&types, &target.name, &Trail::new()) {
            Found::Defs(defs, _) => defs,
            _ => Vec::new(),
        }
    }

    /// True when the modules and symbols around a definition end in `container`, some left out.
    fn lies_in(&self, def: DefId, container: &[String]) -> bool {
        let facts = self.facts(def.file);
        let path = self.project.file(def.file).path;
        let path = path.strip_suffix(path.rsplit('/').next().unwrap_or("")).unwrap_or("").to_string() + stem(path);
        let modules = path.split('/').filter(|part| !matches!(*part, "__init__" | "index" | "mod" | "lib"));
        let symbols = facts.container(def.symbol);
        let full = facts.full_name(def.symbol);
        let wanted = container.join(".");
        let rest = full.rsplit_once('.').map_or("", |(rest, _)| rest);
        if rest == wanted || rest.strip_suffix(wanted.as_str()).is_some_and(|head| head.ends_with('.')) {
            return true;
        }
        let around: Vec<&str> = modules.chain(symbols.split('.')).filter(|part| !part.is_empty()).collect();
        if around.last() != container.last().map(String::as_str).as_ref() {
            return false;
        }
        let mut rest = around.iter().rev();
        container.iter().rev().all(|wanted| rest.any(|part| part == wanted || part.replace('-', "_") == *wanted))
    }

    fn choose_at(&self, target: &Target, candidates: &[DefId], file: FileId, line: u32) -> Chosen {
        let facts = self.facts(file);
        let source = match self.project.source(file) {
            Ok(source) => source,
            Err(error) => {
                self.fail(error);
                return Chosen::default();
            }
        };
        let lines = LineIndex::new(&source.text);
        let here: Vec<DefId> = candidates.iter().copied().filter(|def| def.file == file).collect();
        let at = |def: &DefId| lines.line(facts.symbol(def.symbol).name_at);
        let exact: Vec<DefId> = here.iter().copied().filter(|def| at(def) == line).collect();
        if !exact.is_empty() {
            let all = self.with_twins(exact.clone());
            let defs = self.like_exact(&exact, all);
            let vague = if self.replaces_another(&exact) {
                Vague::Uses
            } else if self.differ_in_types(&defs) {
                Vague::Calls
            } else {
                Vague::No
            };
            return Chosen { vague, exact, ..Chosen::of(defs) };
        }
        if let Some(used) = self.used_at(&facts, &target.name, (lines.start(line), lines.start(line + 1))) {
            return used;
        }
        let span = |def: &DefId| facts.symbol(def.symbol).span;
        let around = here.iter().filter(|def| {
            let span = span(def);
            (lines.line(span.start)..=lines.line(span.end)).contains(&line)
        });
        let nearest =
            around.min_by_key(|def| span(def).len()).or_else(|| here.iter().min_by_key(|def| at(def).abs_diff(line)));
        Chosen::of(self.with_twins(nearest.copied().into_iter().collect()))
    }

    /// What the first use of the name between two bytes refers to.
    fn used_at(&self, facts: &Facts, name: &str, (from, to): (u32, u32)) -> Option<Chosen> {
        let name = facts.name(name)?;
        let uses = facts.occurrences_of(name).filter(|&index| (from..to).contains(&facts.occurrence(index).at));
        for index in uses.filter(|&index| facts.occurrence(index).role != Role::Comment) {
            let required =
                facts.lexical_import(index).filter(|&import| facts.import(import).kind == ImportKind::Require);
            if let Some(import) = required {
                // `const x = require(…)` is a variable of this file, whatever it holds.
                return Some(Chosen { import: Some((facts.file, import)), ..Chosen::default() });
            }
            match self.found(facts, index) {
                Found::Defs(defs, _) => return Some(Chosen::of(self.with_twins(defs))),
                Found::Local(file, binder) => {
                    return Some(Chosen { locals: self.same_local(file, binder), ..Chosen::default() });
                }
                Found::External(_) | Found::Module(_) => {
                    if let Some(import) = facts.lexical_import(index) {
                        return Some(Chosen { import: Some((facts.file, import)), ..Chosen::default() });
                    }
                }
                Found::Global(_) | Found::Missing | Found::Nothing => {}
            }
        }
        None
    }

    /// Every place that binds the same local variable.
    fn same_local(&self, file: FileId, binder: u32) -> Vec<(FileId, u32)> {
        let facts = self.facts(file);
        let bound = facts.occurrence(binder);
        if facts.family.binds_downward() {
            return vec![(file, binder)];
        }
        facts
            .bindings(bound.scope, bound.name)
            .chain([binder])
            .map(|index| (file, index))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    /// The definitions and all that are the same symbol: overloads, prototypes.
    pub(crate) fn with_twins(&self, defs: Vec<DefId>) -> Vec<DefId> {
        let name = |def: &DefId| {
            let facts = self.facts(def.file);
            facts.text(facts.symbol(def.symbol).name).to_string()
        };
        if defs.first().is_some_and(|first| self.spelled(&name(first)).len() == defs.len()) {
            // All of the name there are: none is missing.
            return BTreeSet::from_iter(defs).into_iter().collect();
        }
        let mut all = BTreeSet::new();
        let mut linked = BTreeSet::new();
        for def in defs {
            // Twins have the same twins; thousands of them must not each look for all the others.
            if !all.insert(def) {
                continue;
            }
            let facts = self.facts(def.file);
            all.extend(facts.twins(def.symbol).map(|symbol| DefId { file: def.file, symbol }));
            if self.is_linkable(def) {
                let name = facts.text(facts.symbol(def.symbol).name);
                if linked.insert((name.to_string(), facts.full_name(def.symbol))) {
                    let same = self.at_path(facts.family, &facts.full_name(def.symbol));
                    all.extend(same.into_iter().filter(|&other| self.is_linkable(other)));
                }
            } else if facts.family.splits_types() {
                all.extend(self.parts_of(def, &facts));
            }
        }
        all.into_iter().collect()
    }

    /// What is written of one symbol in several places: a method declared in a class and defined
    /// outside of it, a class in parts.
    fn parts_of(&self, def: DefId, facts: &Facts) -> Vec<DefId> {
        let row = facts.symbol(def.symbol);
        if facts.family.reopens_types() && (row.kind.is_type() || row.kind == SymbolKind::Module) {
            return self.at_path(facts.family, &facts.full_name(def.symbol));
        }
        if !facts.is_member(def.symbol) {
            return Vec::new();
        }
        let own =
            self.owners_of(def).into_iter().flat_map(|owner| self.own_members(owner, facts.text(row.name)).to_vec());
        let same = |other: &DefId| {
            let kind = |def: DefId| self.facts(def.file).symbol(def.symbol).kind;
            kind(*other).is_callable() == kind(def).is_callable()
        };
        own.filter(same).collect()
    }
}
