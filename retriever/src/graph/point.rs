//! What a walk goes over: symbols with their twins as one point, files where no symbol is around.
//!
//! Every occurrence belongs to one point: the symbol that a reader would name when asked where it
//! stands. Local variables belong to their function, `self.x = f()` to the method it stands in, a
//! decorator to what it decorates, what stands in an `impl` header to the type.

use super::kin::Kin;
use crate::refs::{DefId, Facts, Found, Resolver};
use grammars::{Receiver, SymbolKind};
use indexer::FileId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// One end of an edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Point {
    /// A symbol; of twins the one with a body, else the first.
    Symbol(DefId),
    /// The top of a file.
    File(FileId),
    /// A name that the project does not define.
    Outside(Arc<str>),
}

/// The graph as far as it was looked at.
pub(crate) struct Web<'r> {
    pub(crate) resolver: &'r Resolver<'r>,
    first: RwLock<HashMap<DefId, DefId>>,
    pub(super) derived: RwLock<HashMap<DefId, Arc<Vec<Kin>>>>,
    work: AtomicUsize,
}

/// Symbols around a symbol that are looked at.
const DEPTH_MAX: usize = 64;

impl<'r> Web<'r> {
    pub(crate) fn new(resolver: &'r Resolver<'r>) -> Web<'r> {
        Web { resolver, first: RwLock::default(), derived: RwLock::default(), work: AtomicUsize::new(0) }
    }

    /// Work done so far: about one for each occurrence looked at.
    pub(super) fn work(&self) -> usize {
        self.work.load(Ordering::Relaxed)
    }

    pub(super) fn worked(&self, n: usize) {
        self.work.fetch_add(n, Ordering::Relaxed);
    }

    /// The point that a definition is part of.
    pub(super) fn point(&self, def: DefId) -> Point {
        if let Some(&first) = self.first.read().unwrap_or_else(PoisonError::into_inner).get(&def) {
            return Point::Symbol(first);
        }
        let twins = self.resolver.with_twins(vec![def]);
        let has_body = |def: &DefId| self.kind(*def) != SymbolKind::Declaration;
        let first = twins.iter().copied().min_by_key(|one| (!has_body(one), *one)).unwrap_or(def);
        self.first.write().unwrap_or_else(PoisonError::into_inner).insert(def, first);
        Point::Symbol(first)
    }

    /// The points of several definitions, each once, in order.
    pub(super) fn points(&self, defs: &[DefId]) -> Vec<Point> {
        let mut points: Vec<Point> = defs.iter().map(|&def| self.point(def)).collect();
        points.sort();
        points.dedup();
        points
    }

    pub(super) fn kind(&self, def: DefId) -> SymbolKind {
        self.resolver.facts(def.file).symbol(def.symbol).kind
    }

    pub(super) fn name(&self, def: DefId) -> String {
        let facts = self.resolver.facts(def.file);
        facts.text(facts.symbol(def.symbol).name).to_string()
    }

    /// The point that an occurrence belongs to.
    pub(super) fn user(&self, facts: &Facts, index: u32) -> Point {
        let here = facts.occurrence(index);
        let own = facts.symbol_at(here.at);
        let size = |symbol: &u32| facts.symbol(*symbol).span.len();
        let around = [facts.within(index), facts.headed_by(here.at)].into_iter().flatten();
        let Some(mut symbol) = around.filter(|&symbol| Some(symbol) != own).min_by_key(size) else {
            return Point::File(facts.file);
        };
        if is_assigned(facts, symbol) {
            let scopes =
                facts.scopes_from(here.scope).filter_map(|scope| facts.outline().scopes[scope as usize].symbol);
            symbol = scopes.into_iter().find(|&one| facts.symbol(one).span.contains(here.at)).unwrap_or(symbol);
        }
        self.reader(facts, symbol)
    }

    /// The point that a symbol is part of for a reader.
    pub(super) fn reader(&self, facts: &Facts, symbol: u32) -> Point {
        let mut at = symbol;
        for _ in 0..DEPTH_MAX {
            let row = facts.symbol(at);
            let parent = row.parent.filter(|&parent| parent < at);
            match row.kind {
                SymbolKind::Impl => {
                    if let Some(def) = self.type_of_group(facts, at) {
                        return self.point(def);
                    }
                }
                SymbolKind::Module | SymbolKind::Section | SymbolKind::Entry => {}
                kind if kind.is_callable() || kind.is_type() => {
                    return self.point(DefId { file: facts.file, symbol: at });
                }
                _ => match function_around(facts, at) {
                    Some(function) => {
                        at = function;
                        continue;
                    }
                    None => return self.point(DefId { file: facts.file, symbol: at }),
                },
            }
            match parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        Point::File(facts.file)
    }

    /// The type that an `impl` block or extension is for.
    pub(super) fn type_of_group(&self, facts: &Facts, group: u32) -> Option<DefId> {
        let name = facts.occurrence_at(facts.symbol(group).name_at)?;
        match self.resolver.found(facts, name) {
            Found::Defs(defs, _) => defs.into_iter().find(|def| self.kind(*def) != SymbolKind::Impl),
            _ => None,
        }
    }
}

/// A field that is known from an assignment through `self`.
fn is_assigned(facts: &Facts, symbol: u32) -> bool {
    let row = facts.symbol(symbol);
    let name = facts.occurrence_at(row.name_at);
    row.kind == SymbolKind::Field && name.is_some_and(|name| facts.occurrence(name).receiver != Receiver::None)
}

/// The function that a local variable is local to.
fn function_around(facts: &Facts, symbol: u32) -> Option<u32> {
    let mut at = symbol;
    // Invariant: a parent comes before its children, so this ends.
    while let Some(parent) = facts.symbol(at).parent.filter(|&parent| parent < at) {
        match facts.symbol(parent).kind {
            kind if kind.is_callable() => return Some(parent),
            kind if kind.is_type() || kind == SymbolKind::Impl => return None,
            _ => at = parent,
        }
    }
    None
}
