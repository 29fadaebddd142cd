//! Names that are known by the package, namespace or module they are part of.
//!
//! A definition's full name is what its file says (`package a.b;`, `namespace a { … }`) and what
//! it is written inside of. An import, a path in an expression and a name of the same package are
//! all looked up by that name: what is spelled like the last part, if the rest fits. No table of
//! packages is needed, since the spelling leads to the few definitions that can be meant.

use super::facts::{DefId, Facts, dotted, is_tag};
use super::family::Family;
use super::modules::Module;
use super::paths::folder;
use super::resolve::{Found, Resolver, Trail};
use crate::Evidence;
use grammars::{Receiver, SymbolKind};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// Every definition of a spelling with its full name.
pub(crate) type FullNames = Vec<(DefId, Family, String)>;

/// The definitions of one spelling that stand at the top of their files.
#[derive(Default)]
pub(crate) struct Tops {
    pub(crate) by_family: HashMap<Family, Vec<DefId>>,
    /// By the folder or package whose files see them without an import.
    pub(crate) by_home: HashMap<(Family, String), Vec<DefId>>,
}

/// Files whose text is kept for one question.
const TEXTS_MAX: usize = 2_000;
/// Parts of a path that is written out.
const PARTS_MAX: usize = 24;

/// What is known by a key, worked out once.
pub(super) fn kept<K: Eq + Hash, T>(
    known: &RwLock<HashMap<K, Arc<T>>>,
    key: K,
    work_out: impl FnOnce(&K) -> T,
) -> Arc<T> {
    if let Some(found) = known.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return found.clone();
    }
    let found = Arc::new(work_out(&key));
    known.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(found).clone()
}

impl Resolver<'_> {
    /// The definitions of a spelling that stand at the top of their files.
    pub(crate) fn tops(&self, name: &str) -> Arc<Tops> {
        kept(&self.tops, name.to_string(), |name| {
            let mut tops = Tops::default();
            for &def in self.spelled(name).iter() {
                let facts = self.facts(def.file);
                if !facts.is_top_level(def.symbol) {
                    continue;
                }
                tops.by_family.entry(facts.family).or_default().push(def);
                let home = match facts.family {
                    family if family.folder_is_scope() => folder(self.project.file(def.file).path).to_string(),
                    family if family.package_is_scope() => facts.package_at(facts.symbol(def.symbol).name_at),
                    _ => continue,
                };
                tops.by_home.entry((facts.family, home)).or_default().push(def);
            }
            tops
        })
    }

    /// Every definition of a spelling with its full name.
    pub(crate) fn full_names(&self, name: &str) -> Arc<FullNames> {
        kept(&self.full_names, name.to_string(), |name| {
            let named = self.spelled(name);
            let named = named.iter().map(|&def| {
                let facts = self.facts(def.file);
                (def, facts.family, facts.full_name(def.symbol))
            });
            named.collect()
        })
    }

    /// Definitions of one family whose full name is `path`, parts joined by dots.
    pub(crate) fn at_path(&self, family: Family, path: &str) -> Vec<DefId> {
        let last = path.rsplit('.').next().unwrap_or(path);
        let all = self.full_names(last);
        all.iter().filter(|(_, of, full)| *of == family && full == path).map(|(def, ..)| *def).collect()
    }

    /// What the path that ends in the occurrence `index` means, if all of it is written out.
    pub(crate) fn written_at(&self, facts: &Facts, index: u32) -> Vec<DefId> {
        let mut parts = Vec::new();
        let mut at = index;
        loop {
            let occurrence = facts.occurrence(at);
            parts.push(facts.text(occurrence.name));
            match occurrence.receiver {
                Receiver::Occurrence(before) if before < at && parts.len() < PARTS_MAX => at = before,
                Receiver::None => break,
                _ => return Vec::new(),
            }
        }
        parts.reverse();
        let occurrence = facts.occurrence(index);
        self.written(facts, (occurrence.scope, occurrence.at), &parts.join("."))
    }

    /// What a path that is written in some scope at some byte means: as a whole, behind a package
    /// that the file opens, or from one of the packages around, the nearest of them.
    pub(crate) fn written(&self, facts: &Facts, (scope, at): (u32, u32), path: &str) -> Vec<DefId> {
        let last = path.rsplit('.').next().unwrap_or(path);
        let all = self.full_names(last);
        let fitting = all.iter().filter(|(_, family, full)| *family == facts.family && is_tail(full, path));
        let fitting: Vec<(DefId, &str)> =
            fitting.map(|(def, _, full)| (*def, full[..full.len() - path.len()].trim_end_matches('.'))).collect();
        if fitting.is_empty() {
            return Vec::new();
        }
        let home = facts.home_at(scope, at);
        let near = |rest: &str| match rest {
            "" => Some(1),
            rest if facts.family.outer_packages() && is_head(&home, rest) => Some(2 + rest.len()),
            rest if rest == facts.package_at(at) => Some(2 + rest.len()),
            rest if self.opens(facts, rest) => Some(1),
            _ => (facts.family == Family::C && self.is_reached(facts, path, &fitting)).then_some(0),
        };
        let ranked: Vec<(usize, DefId)> = fitting.iter().filter_map(|&(def, rest)| Some((near(rest)?, def))).collect();
        let best = ranked.iter().map(|(rank, _)| *rank).max();
        ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, def)| def).collect()
    }

    /// The file takes in all of this package.
    fn opens(&self, facts: &Facts, package: &str) -> bool {
        facts.stars().any(|import| dotted(facts.text(facts.import(import).module)) == package)
    }

    /// A path of two parts or more that only part of the namespaces around it spell out.
    fn is_reached(&self, facts: &Facts, path: &str, fitting: &[(DefId, &str)]) -> bool {
        let reached = self.includes(facts);
        path.contains('.') && fitting.iter().any(|(def, _)| reached.binary_search(&def.file).is_ok())
    }

    /// What was found by a written path: a module is one, all else are definitions.
    pub(crate) fn of_written(&self, defs: Vec<DefId>) -> Found {
        let Some(&first) = defs.first() else { return Found::Nothing };
        let facts = self.facts(first.file);
        match facts.symbol(first.symbol).kind {
            SymbolKind::Module if facts.family == Family::Haskell => Found::Module(Module::File(first.file)),
            SymbolKind::Module if facts.family != Family::Ruby => Found::Module(Module::Inline(first)),
            _ => Found::Defs(defs, Evidence::Import),
        }
    }

    /// What an import of a language with packages binds its name to.
    pub(super) fn follow_package(&self, facts: &Facts, import: u32, trail: &Trail) -> Found {
        let row = facts.import(import);
        let package = dotted(facts.text(row.module));
        let Some(name) = row.name.map(|name| facts.text(name)) else {
            return match self.at_path(facts.family, &package) {
                defs if defs.is_empty() => Found::External(package),
                defs => self.of_written(defs),
            };
        };
        match self.taken_out(facts.family, &package, name, trail) {
            Found::Nothing | Found::Missing => Found::External(package),
            found => found,
        }
    }

    /// The name `name` of a package, or of a type or module that has such a path.
    pub(super) fn taken_out(&self, family: Family, package: &str, name: &str, trail: &Trail) -> Found {
        let whole = if package.is_empty() { name.to_string() } else { format!("{package}.{name}") };
        let defs = self.at_path(family, &whole);
        if !defs.is_empty() {
            return self.of_written(defs);
        }
        let around = self.at_path(family, package);
        let Some(&first) = around.first() else { return Found::Nothing };
        match self.facts(first.file).symbol(first.symbol).kind {
            SymbolKind::Module if family == Family::Haskell => self.exported(&Module::File(first.file), name, trail),
            SymbolKind::Module => Found::Nothing,
            _ => self.member_of(&around, name, trail),
        }
    }

    /// What the files of the same package, and the packages around it, call `name`.
    pub(super) fn in_package(&self, facts: &Facts, index: u32) -> Vec<DefId> {
        let occurrence = facts.occurrence(index);
        let tops = self.tops(facts.text(occurrence.name));
        let mut home = facts.package_at(occurrence.at);
        if facts.family == Family::Ruby {
            // What a constant means is the same all over a class or module.
            let name = facts.text(occurrence.name).to_string();
            let key = (facts.family, name, facts.home_at(occurrence.scope, occurrence.at));
            return kept(&self.seen_from, key, |_| self.written_at(facts, index)).to_vec();
        }
        loop {
            if let Some(defs) = tops.by_home.get(&(facts.family, home.clone())) {
                return defs.clone();
            }
            // A function of PHP that its namespace lacks is one of none.
            if home.is_empty() || !(facts.family.outer_packages() || facts.family == Family::Php) {
                return Vec::new();
            }
            let outer = home.rsplit_once('.').filter(|_| facts.family.outer_packages());
            home = outer.map_or_else(String::new, |(outer, _)| outer.to_string());
        }
    }

    /// The text of a file, kept.
    pub(crate) fn text_of(&self, file: indexer::FileId) -> Arc<str> {
        if let Some(text) = self.texts.read().unwrap_or_else(PoisonError::into_inner).get(&file) {
            return text.clone();
        }
        // What was skipped (binary, too large) has no text to look at; that is no failure.
        let is_read = self.project.file(file).skip.is_none();
        let text: Arc<str> = match is_read.then(|| self.project.source(file)) {
            Some(Ok(source)) => source.text.into(),
            Some(Err(error)) => {
                self.fail(error);
                "".into()
            }
            None => "".into(),
        };
        let mut texts = self.texts.write().unwrap_or_else(PoisonError::into_inner);
        if texts.len() < TEXTS_MAX {
            texts.insert(file, text.clone());
        }
        text
    }

    /// C: the definitions that the word before a name (`struct`, `enum`, none) lets it mean.
    pub(super) fn by_tag(&self, facts: &Facts, at: u32, defs: Vec<DefId>) -> Vec<DefId> {
        let is_tag = |def: &DefId| is_tag(self.facts(def.file).symbol(def.symbol).kind);
        let (tags, names): (Vec<DefId>, Vec<DefId>) = defs.into_iter().partition(is_tag);
        if tags.is_empty() || names.is_empty() || facts.outline().lang.name() != "c" {
            if !tags.is_empty() && !names.is_empty() {
                return tags.into_iter().chain(names).collect();
            }
            return if tags.is_empty() { names } else { tags };
        }
        let text = self.text_of(facts.file);
        let before = text.get(..at as usize).unwrap_or("").trim_end();
        let word = before.rsplit(|c: char| !grammars::words::is_word(c)).next().unwrap_or("");
        if matches!(word, "struct" | "union" | "enum") { tags } else { names }
    }
}

/// True when `full` is `path` or ends with it behind a dot.
fn is_tail(full: &str, path: &str) -> bool {
    full.strip_suffix(path).is_some_and(|head| head.is_empty() || head.ends_with('.'))
}

/// True when `full` is `head` or starts with it before a dot.
fn is_head(full: &str, head: &str) -> bool {
    full.strip_prefix(head).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
