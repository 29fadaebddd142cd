//! From changed lines to the symbols they lie in.
//!
//! A line belongs to the smallest symbol whose text or doc comment covers it. Lines that are gone
//! are looked up in the file as it was; a symbol of that file which is no longer there was removed,
//! and whoever still names it is what its removal reaches. Imports are [`super::bindings`].

use super::bindings::{Changed, Rebound};
use super::deeds::{Arrow, Arrows, Link};
use super::point::{Point, Web};
use super::rows::Rows;
use crate::Evidence;
use crate::evidence::OWNER_IN_SIGHT;
use crate::refs::{DefId, Facts, Found};
use grammars::{Lang, Limits, LineIndex, Outline, Receiver, Role, SymbolKind};
use indexer::{Contents, Error, FileId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What changed in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Its path now, or as it was when it is gone.
    pub path: String,
    /// New and changed lines of the file as it is now: 1-based, both ends included.
    pub lines: Vec<(u32, u32)>,
    /// What is no longer there.
    pub removed: Option<Removed>,
}

/// Lines that are no longer there, and the file they stood in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// The whole file as it was.
    pub text: String,
    /// Its lines that are gone or changed: 1-based, both ends included.
    pub lines: Vec<(u32, u32)>,
}

/// What a change is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The file.
    pub path: String,
    /// 1-based line: of the symbol's name, or of the first change outside of symbols.
    pub line: u32,
    /// What it is; none for what stands outside of symbols.
    pub kind: Option<SymbolKind>,
    /// Its qualified name; empty outside of symbols.
    pub name: String,
    /// It is no longer there.
    pub removed: bool,
}

/// A symbol that is no longer there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gone {
    pub(super) path: String,
    pub(super) name: String,
    /// `path: name`, as which it is a point outside.
    pub(super) label: Arc<str>,
}

/// What changes come to.
#[derive(Debug, Default)]
pub(super) struct Seeds {
    pub(super) seeds: Vec<Seed>,
    pub(super) points: Vec<Point>,
    pub(super) gone: Vec<Gone>,
    pub(super) rebound: Vec<Rebound>,
}

impl Web<'_> {
    /// The symbols that changed lines lie in.
    pub(super) fn seeds(&self, changes: &[Change]) -> Result<Seeds, Error> {
        let mut seeds = Seeds::default();
        let mut rows = Rows::new(self);
        for change in changes {
            let file = self.resolver.project.find(&change.path);
            let read = file.filter(|&file| self.resolver.project.file(file).skip.is_none());
            let mut symbols = BTreeSet::new();
            let mut outside: Option<u32> = None;
            if let Some(file) = read {
                let facts = self.resolver.facts(file);
                let lines = rows.lines(file)?;
                for line in change.lines.iter().flat_map(|&(from, to)| from..=to.min(lines.index.count())) {
                    match at_line(facts.outline(), &lines.index, &lines.text, line) {
                        // A heading or a key is no symbol that anything could use.
                        At::Symbol(symbol) if matches!(self.reader(&facts, symbol), Point::Symbol(_)) => {
                            symbols.insert(symbol);
                        }
                        At::Symbol(_) | At::Code => outside = outside.or(Some(line)),
                        At::Blank => {}
                    }
                }
            }
            let (gone, rebound) = self.add_removed(change, file, &mut symbols, &mut outside);
            if let Some(file) = read {
                self.add_symbols((file, &symbols), &mut rows, &mut seeds)?;
            }
            if let Some(line) = outside {
                seeds.seeds.push(Seed {
                    path: change.path.clone(),
                    line,
                    kind: None,
                    name: String::new(),
                    removed: false,
                });
                seeds.points.extend(file.map(Point::File));
            }
            for (seed, gone) in gone {
                seeds.seeds.push(seed);
                seeds.points.push(Point::Outside(gone.label.clone()));
                seeds.gone.push(gone);
            }
            for (seed, rebound) in rebound {
                seeds.seeds.push(seed);
                seeds.points.push(Point::Outside(rebound.label.clone()));
                seeds.rebound.push(rebound);
            }
        }
        let mut seen = BTreeSet::new();
        seeds.points.retain(|point| seen.insert(point.clone()));
        Ok(seeds)
    }

    fn add_symbols(
        &self,
        (file, symbols): (FileId, &BTreeSet<u32>),
        rows: &mut Rows,
        seeds: &mut Seeds,
    ) -> Result<(), Error> {
        let facts = self.resolver.facts(file);
        let path = self.resolver.project.file(file).path;
        let mut known = BTreeSet::new();
        for &symbol in symbols {
            let point = self.reader(&facts, symbol);
            let Point::Symbol(def) = point else { continue };
            // A prototype that changed is named where it stands, though its twin has the body.
            let symbol = if def.file == file { def.symbol } else { symbol };
            if known.insert(symbol) {
                let row = facts.symbol(symbol);
                let (line, _) = rows.place(file, row.name_at)?;
                let name = facts.qualified(symbol);
                seeds.seeds.push(Seed { path: path.to_string(), line, kind: Some(row.kind), name, removed: false });
                seeds.points.push(point);
            }
        }
        Ok(())
    }

    /// Finds the symbols that removed lines lay in: those still there are added to `symbols`.
    fn add_removed(
        &self,
        change: &Change,
        file: Option<FileId>,
        symbols: &mut BTreeSet<u32>,
        outside: &mut Option<u32>,
    ) -> Changed {
        let Some(removed) = &change.removed else { return Default::default() };
        let lang = file
            .map_or_else(|| Lang::detect(&change.path, &removed.text), |file| self.resolver.project.file(file).lang);
        let outline = grammars::outline(lang, &removed.text, &Limits::default());
        let index = LineIndex::new(&removed.text);
        let mut old = BTreeSet::new();
        for line in removed.lines.iter().flat_map(|&(from, to)| from..=to.min(index.count())) {
            match at_line(&outline, &index, &removed.text, line) {
                At::Symbol(symbol) => drop(old.insert(symbol)),
                At::Code if file.is_some() => *outside = outside.or(Some(line)),
                At::Code | At::Blank => {}
            }
        }
        let (mut gone, rebound) = match file {
            Some(file) => self.changed_imports((change, file), &outline, &index),
            None => Default::default(),
        };
        let before = Facts::new(FileId(0), Arc::new(Contents { outline, ..Contents::default() }));
        let now = file.map(|file| self.resolver.facts(file));
        for symbol in old {
            let row = before.symbol(symbol);
            let qualified = before.qualified(symbol);
            let name = before.text(row.name).to_string();
            let there = now.as_ref().and_then(|now| {
                let id = now.name(&name)?;
                now.symbols_named(id).find(|&one| now.qualified(one) == qualified)
            });
            match there {
                Some(there) => drop(symbols.insert(there)),
                None if row.kind == SymbolKind::Impl => {}
                None => {
                    let (line, _) = index.line_col(row.name_at);
                    let label = format!("{qualified} (removed from {})", change.path).into();
                    let seed =
                        Seed { path: change.path.clone(), line, kind: Some(row.kind), name: qualified, removed: true };
                    gone.push((seed, Gone { path: change.path.clone(), name, label }));
                }
            }
        }
        (gone, rebound)
    }

    /// Who still names a symbol that is no longer there.
    pub(super) fn still_naming(&self, gone: &Gone) -> Arrows {
        let mut arrows = Arrows::default();
        let resolver = self.resolver;
        let lang = Lang::detect(&gone.path, "");
        let family = crate::refs::Family::of(lang);
        let alone = resolver.spelled(&gone.name).iter().all(|def| resolver.family(*def) != family);
        for usage in resolver.project.files_naming(&gone.name).into_iter().filter(|usage| usage.in_code) {
            let facts = resolver.facts(usage.file);
            let (Some(id), true) = (facts.name(&gone.name), facts.family == family) else { continue };
            let path = resolver.project.file(usage.file).path;
            let near = path == gone.path
                || (family.folder_is_scope() && crate::refs::folder(path) == crate::refs::folder(&gone.path));
            for index in facts.occurrences_of(id) {
                self.worked(4);
                let here = facts.occurrence(index);
                let Some(link) = Link::of(here.role).filter(|_| here.role.is_code() && here.role != Role::Def) else {
                    continue;
                };
                let bare = here.receiver == Receiver::None;
                let (evidence, confidence) = match resolver.found_once(&facts, index) {
                    Found::Missing if bare => (Evidence::Import, Evidence::Import.confidence()),
                    Found::Missing => (Evidence::Receiver, Evidence::Receiver.confidence()),
                    Found::Nothing if bare && near => (Evidence::Scope, Evidence::Scope.confidence()),
                    Found::Nothing if alone && (family.links_by_name() || !bare) => {
                        (Evidence::UniqueName, Evidence::UniqueName.confidence())
                    }
                    Found::Nothing if alone && matches!(here.role, Role::Import | Role::Export) => {
                        (Evidence::Import, OWNER_IN_SIGHT)
                    }
                    Found::Nothing if !bare => (Evidence::NameOnly, Evidence::NameOnly.confidence()),
                    _ => continue,
                };
                let other = self.user(&facts, index);
                arrows.add(Arrow { other, link, evidence, confidence, file: usage.file, at: here.at, n: 1 });
            }
        }
        arrows
    }

    /// The points of everything that a file defines.
    pub(super) fn points_of_file(&self, file: FileId) -> Vec<Point> {
        let facts = self.resolver.facts(file);
        let symbols = 0..facts.outline().symbols.len() as u32;
        let points: BTreeSet<Point> = symbols.map(|symbol| self.reader(&facts, symbol)).collect();
        points.into_iter().filter(|point| matches!(point, Point::Symbol(_))).collect()
    }

    /// A type and what belongs to it: its change is a change of its members.
    pub(super) fn with_members(&self, def: DefId) -> Vec<Point> {
        /// Files that are looked into for members written beside their type.
        const FILES_MAX: usize = 200;
        let mut points = vec![self.point(def)];
        if !self.kind(def).is_type() {
            return points;
        }
        let name = self.name(def);
        let here = crate::refs::folder(self.resolver.project.file(def.file).path);
        let uses = self.resolver.project.files_naming(&name);
        let near = uses.iter().map(|usage| usage.file).filter(|&file| {
            file == def.file
                || (self.resolver.family(def).open_types()
                    && crate::refs::folder(self.resolver.project.file(file).path) == here)
        });
        let mut members = BTreeSet::new();
        for file in near.take(FILES_MAX) {
            let facts = self.resolver.facts(file);
            for symbol in 0..facts.outline().symbols.len() as u32 {
                let nested = file == def.file && facts.symbol(symbol).parent == Some(def.symbol);
                let said = facts.symbol(symbol).owner.is_some()
                    || facts.owner_symbol(symbol).is_some_and(|owner| facts.symbol(owner).kind == SymbolKind::Impl);
                if nested || (said && facts.owner_name(symbol) == Some(&name)) {
                    members.insert(self.reader(&facts, symbol));
                }
            }
        }
        members.remove(&points[0]);
        points.extend(members.into_iter().filter(|point| matches!(point, Point::Symbol(_))));
        points
    }
}

/// What a line belongs to.
enum At {
    Symbol(u32),
    Code,
    Blank,
}

fn at_line(outline: &Outline, index: &LineIndex, text: &str, line: u32) -> At {
    let (start, end) = (index.start(line), index.start(line + 1).max(index.start(line) + 1));
    let words = index.text(text, line);
    let first = start + (words.len() - words.trim_start().len()) as u32;
    let covers = |symbol: &grammars::Symbol| {
        symbol.kind != SymbolKind::Module
            && ((symbol.span.start < end && symbol.span.end > first)
                || (symbol.doc.start < end && symbol.doc.end > first))
    };
    let around = (0u32..).zip(&outline.symbols).filter(|(_, symbol)| covers(symbol));
    let smallest = around.min_by_key(|(_, symbol)| symbol.span.len());
    match smallest {
        Some((symbol, _)) => At::Symbol(symbol),
        None if words.trim().is_empty() => At::Blank,
        None => At::Code,
    }
}
