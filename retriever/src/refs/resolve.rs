//! Decides what one occurrence of a name refers to.
//!
//! Nothing is known ahead: an answer starts from the facts of the file at hand and follows only
//! what it needs, through scopes, imports and types, into the facts of other files, each decoded
//! once. A [`Trail`] goes along and bounds how far: cycles end, and so does malice. What cannot
//! be settled is said to be [`Found::Nothing`], never guessed here.
//!
//! Knows nothing of rows, confidence or folding.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::known::{FactsKept, Known};
use super::members::Lookup;
use super::modules::{Module, Modules};
use super::packages::{FullNames, Tops};
use super::project::Project;
use super::types::Thing;
use super::uses::Memo;
use crate::Evidence;
use grammars::{Receiver, Role, SymbolKind};
use indexer::{Error, FileId};
use rayon::prelude::*;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// What an occurrence refers to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found {
    /// These definitions: overloads, branches of one name.
    Defs(Vec<DefId>, Evidence),
    /// A whole module.
    Module(Module),
    /// Something out of a module that is not part of the project.
    External(String),
    /// A member of something that the language or its platform defines.
    Global(String),
    /// A local variable or parameter bound at this occurrence of this file.
    Local(FileId, u32),
    /// A member that its well-known owner does not have.
    Missing,
    /// Nothing is known.
    Nothing,
}

/// Answers questions about names of one frozen project.
pub(crate) struct Resolver<'s> {
    pub(crate) project: &'s dyn Project,
    pub(crate) modules: Arc<Modules>,
    facts: FactsKept,
    spelled: RwLock<HashMap<String, Arc<Vec<DefId>>>>,
    pub(super) closures: RwLock<HashMap<FileId, Arc<Vec<FileId>>>>,
    pub(super) tops: RwLock<HashMap<String, Arc<Tops>>>,
    pub(super) full_names: RwLock<HashMap<String, Arc<FullNames>>>,
    pub(super) own: RwLock<HashMap<OwnMember, Arc<Vec<DefId>>>>,
    pub(super) known_bases: Known<DefId, Arc<Vec<Thing>>>,
    /// What imports bind, by file and import.
    pub(super) followed: Known<(FileId, u32), Found>,
    /// What names are, by file and binder.
    pub(super) bound: Known<(FileId, u32), Thing>,
    /// Members of types, with what the types inherit.
    pub(super) looked_up: Known<OwnMember, Lookup>,
    pub(super) seen_from: RwLock<HashMap<SeenFrom, Arc<Vec<DefId>>>>,
    pub(super) texts: RwLock<HashMap<FileId, Arc<str>>>,
    /// Texts are read for what facts do not keep: the question is about a name of few files.
    pub(super) reads_many_texts: AtomicBool,
    failed: Mutex<Option<Error>>,
    pub(super) memo: Option<Memo>,
}

/// A type and the name of one of its members.
pub(super) type OwnMember = (DefId, String);
/// A path, and the package or symbol that it is written in.
type SeenFrom = (Family, String, String);

/// How far one question may still go, and what it is in the middle of.
pub(crate) struct Trail {
    fuel: Cell<u32>,
    n_refused: Cell<u32>,
    open: RefCell<Vec<(u8, FileId, u64)>>,
}

/// Files beyond which the work is spread over processors.
const SPREAD_MIN: usize = 16;
/// Steps one occurrence may cost.
const FUEL: u32 = 400;
/// Nested questions; beyond that nothing is learnt but cycles.
const DEPTH_MAX: usize = 48;

impl Trail {
    pub(crate) fn new() -> Trail {
        Trail { fuel: Cell::new(FUEL), n_refused: Cell::new(0), open: RefCell::new(Vec::new()) }
    }

    /// What is known, or else what `ask` says: that is kept if nothing on the way was refused.
    pub(super) fn once<K: Eq + Hash, T: Clone>(&self, known: &Known<K, T>, key: K, ask: impl FnOnce() -> T) -> T {
        if let Some(answer) = known.get(&key) {
            return answer;
        }
        let n_refused = self.n_refused.get();
        let answer = ask();
        if self.n_refused.get() == n_refused {
            known.keep(key, answer.clone());
        }
        answer
    }

    /// Runs `ask` unless the same question is already open or the fuel is spent.
    pub(crate) fn step<T>(&self, question: (u8, FileId, u64), refused: T, ask: impl FnOnce() -> T) -> T {
        let fuel = self.fuel.get();
        if fuel == 0 || self.open.borrow().len() >= DEPTH_MAX || self.open.borrow().contains(&question) {
            self.n_refused.set(self.n_refused.get() + 1);
            return refused;
        }
        self.fuel.set(fuel - 1);
        self.open.borrow_mut().push(question);
        let answer = ask();
        self.open.borrow_mut().pop();
        answer
    }
}

impl<'s> Resolver<'s> {
    pub(crate) fn new(project: &'s dyn Project, modules: Arc<Modules>) -> Resolver<'s> {
        Resolver {
            project,
            modules,
            facts: FactsKept::default(),
            spelled: RwLock::default(),
            closures: RwLock::default(),
            tops: RwLock::default(),
            full_names: RwLock::default(),
            own: RwLock::default(),
            known_bases: Known::default(),
            followed: Known::default(),
            bound: Known::default(),
            looked_up: Known::default(),
            seen_from: RwLock::default(),
            texts: RwLock::default(),
            reads_many_texts: AtomicBool::new(false),
            failed: Mutex::default(),
            memo: None,
        }
    }

    /// The facts of a file, decoded once.
    pub(crate) fn facts(&self, file: FileId) -> Arc<Facts> {
        if let Some(facts) = self.facts.get(file) {
            return facts;
        }
        let contents = self.project.contents(file).unwrap_or_else(|error| {
            self.fail(error);
            Arc::default()
        });
        self.facts.keep(Facts::new(file, contents))
    }

    /// Remembers that something could not be read; the question as a whole fails with it.
    pub(crate) fn fail(&self, error: Error) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// The first error met on the way, if any.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self.failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Every definition in the project that is spelled `name`, in order of path and place.
    pub(crate) fn spelled(&self, name: &str) -> Arc<Vec<DefId>> {
        if let Some(found) = self.spelled.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return found.clone();
        }
        let in_file = |file: FileId| {
            let facts = self.facts(file);
            let named = facts.name(name).into_iter().flat_map(|id| facts.symbols_named(id));
            let symbols = named.filter(|&symbol| is_definition(facts.symbol(symbol).kind));
            symbols.map(|symbol| DefId { file, symbol }).collect::<Vec<_>>()
        };
        let files: Vec<FileId> =
            self.project.files_naming(name).iter().filter(|usage| usage.defines).map(|usage| usage.file).collect();
        let mut all: Vec<DefId> = match files.len() {
            0..SPREAD_MIN => files.into_iter().flat_map(in_file).collect(),
            _ => files.into_par_iter().flat_map_iter(in_file).collect(),
        };
        all.sort_unstable();
        let mut known = self.spelled.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(name.to_string()).or_insert_with(|| Arc::new(all)).clone()
    }

    /// What the occurrence `index` of a file refers to.
    pub(crate) fn found(&self, facts: &Facts, index: u32) -> Found {
        let trail = Trail::new();
        let occurrence = facts.occurrence(index);
        match occurrence.role {
            Role::Def => match facts.symbol_of(index) {
                Some(symbol) => self.defined(facts, index, DefId { file: facts.file, symbol }, &trail),
                None => Found::Local(facts.file, index),
            },
            Role::Bind => Found::Local(facts.file, index),
            Role::Import | Role::Export => self.in_import(facts, index, &trail),
            Role::StringKey if is_listed(facts, occurrence.at) => self.bare(facts, index, &trail),
            Role::StringKey | Role::String | Role::Comment | Role::Text => Found::Nothing,
            Role::Key if occurrence.receiver == Receiver::None => self.key_member(facts, index, &trail),
            _ => self.name(facts, index, &trail),
        }
    }

    /// A definition, unless it only assigns to what a base class defines.
    fn defined(&self, facts: &Facts, index: u32, def: DefId, trail: &Trail) -> Found {
        let itself = Found::Defs(vec![def], Evidence::Definition);
        if !self.is_assigned_field(def) {
            return itself;
        }
        match self.member(facts, index, trail) {
            Found::Defs(defs, evidence) => {
                // What the class itself declares further down, too, comes before what is assigned.
                let declared = defs.iter().copied().filter(|&other| !self.is_assigned_field(other));
                let declared: Vec<DefId> = declared.collect();
                match declared.is_empty() {
                    false => Found::Defs(declared, evidence),
                    true if defs.contains(&def) => itself,
                    true => Found::Defs(defs, evidence),
                }
            }
            _ => itself,
        }
    }

    /// A bare name through scopes, a member through its receiver.
    pub(crate) fn name(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        match facts.occurrence(index).receiver {
            Receiver::None => self.bare(facts, index, trail),
            _ => self.member(facts, index, trail),
        }
    }

    /// A name in an import or export statement, through that statement.
    fn in_import(&self, facts: &Facts, index: u32, trail: &Trail) -> Found {
        let occurrence = facts.occurrence(index);
        let here = || facts.imports_at(occurrence.at).map(|import| (import, facts.import(import)));
        let named = here().find(|(_, import)| import.name == Some(occurrence.name));
        let alias = here().find(|(_, import)| import.local == Some(occurrence.name));
        if facts.family == Family::Rust {
            let renamed = alias.filter(|(_, import)| import.name.is_some_and(|name| name != occurrence.name));
            return match renamed.filter(|_| occurrence.receiver == Receiver::None) {
                Some((import, _)) => self.follow(facts, import, trail),
                None => self.rust_segments(facts, index, trail),
            };
        }
        if let Some((import, _)) = named.or(alias) {
            return self.follow(facts, import, trail);
        }
        if facts.family.package_mark().is_some() && facts.family != Family::C {
            return match self.written_at(facts, index) {
                defs if defs.is_empty() => Found::Missing,
                defs => self.of_written(defs),
            };
        }
        match here().next() {
            Some((_, import)) if import.module.0 != 0 || !facts.text(import.module).is_empty() => {
                Found::External(facts.text(import.module).to_string())
            }
            _ => self.name(facts, index, trail),
        }
    }

    /// The family of the file that a definition is in.
    pub(crate) fn family(&self, def: DefId) -> Family {
        Family::of(self.project.file(def.file).lang)
    }
}

/// Groups of members and headings do not define the name they bear.
pub(crate) fn is_definition(kind: SymbolKind) -> bool {
    kind != SymbolKind::Impl
}

/// Inside the list of what a module exports, a string is a name.
fn is_listed(facts: &Facts, at: u32) -> bool {
    let Some(list) = (facts.family == Family::Python).then(|| facts.name("__all__")).flatten() else { return false };
    facts.symbols_named(list).any(|symbol| facts.symbol(symbol).span.contains(at))
}
