//! From what an occurrence refers to, to whether it is a reference to what was asked for.
//!
//! The rules that are no longer certain live here: a member of an unknown receiver is believed
//! if nothing else has that name, doubted if others do, and a little less doubted where the type
//! that has it is named in the same file.

use super::choose::{Chosen, Vague};
use super::facts::{DefId, Facts};
use super::family::Family;
use super::known::Known;
use super::modules::Module;
use super::overrides::Levels;
use super::resolve::{Found, Resolver, Trail};
use crate::Evidence;
use crate::evidence::{NAMED_AFTER_OWNER, NAMED_AFTER_RIVAL, OVERRIDDEN, OVERRIDES, OWNER_IN_SIGHT};
use grammars::{NameId, Receiver, Role, SymbolKind};
use indexer::FileId;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What is decided about one occurrence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Decision {
    /// It is a definition that was asked for.
    Definition,
    /// It is a reference, for this reason.
    Reference { evidence: Evidence, confidence: f32, candidates: usize },
    /// It is something else.
    Other(Other),
}

/// What an occurrence is instead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Other {
    Def(DefId),
    Local,
    Module(String),
    Global(String),
    Member,
    Key,
    Unbound,
    Language,
}

impl Other {
    /// It stands in code of a language that cannot name what was asked for.
    pub(crate) fn is_language(&self) -> bool {
        *self == Other::Language
    }

    /// A member of something that the project does not define, or does not define there.
    pub(crate) fn is_foreign_member(&self) -> bool {
        matches!(self, Other::Member | Other::Global(_) | Other::Module(_) | Other::Unbound)
    }

    /// It is a local variable.
    pub(crate) fn is_local(&self) -> bool {
        *self == Other::Local
    }
}

/// What is known about a question before any occurrence is looked at.
pub(crate) struct Question {
    pub(crate) chosen: Chosen,
    /// Methods on the other side of an interface: what implements the chosen, or is implemented.
    related: Vec<DefId>,
    /// Those of them that so many types implement that a call seldom reaches one of these.
    widely_implemented: Vec<DefId>,
    /// The same method in what inherits, above and below.
    levels: Levels,
    /// Types whose constructors were chosen, and constructors of chosen types. Sorted.
    makers: Vec<DefId>,
    families: Vec<Family>,
    /// Definitions of the spelling that stand behind a dot, by family.
    members: HashMap<Family, Members>,
    n_members: usize,
    /// Names of the types that have the chosen members.
    owners: HashSet<String>,
    /// Their words, by the last word.
    owners_by_word: ByWord,
    /// Which files name one of those types.
    in_sight: Known<FileId, bool>,
    has_members: bool,
    has_fields: bool,
    has_names: bool,
}

/// Types that may implement an interface before a call through it says little of any of them.
const IMPLEMENTORS_MAX: usize = 2;

/// Owners that a name in a file is compared with.
const OWNERS_MAX: usize = 32;

/// Names of types as words, by their last word.
type ByWord = HashMap<String, BTreeSet<Vec<String>>>;

/// The members of one spelling in one family.
#[derive(Default)]
struct Members {
    n_asked: usize,
    n_rivals: usize,
    /// The words of the names of the types that have the others.
    rivals: ByWord,
}

impl Resolver<'_> {
    pub(crate) fn question(&self, name: &str, chosen: Chosen) -> Question {
        let is_member = |def: &DefId| self.facts(def.file).is_member(def.symbol);
        let levels = self.levels(name, &chosen.defs);
        let related = |def: &DefId, family: Family| {
            let of_levels = || [&levels.above, &levels.below].iter().any(|level| level.binary_search(def).is_ok());
            chosen.defs.binary_search(def).is_ok() || (family.dispatches_up() && of_levels())
        };
        let mut members: HashMap<Family, Members> = HashMap::new();
        let mut n_members = 0;
        for def in self.spelled(name).iter() {
            let facts = self.facts(def.file);
            if !facts.is_member(def.symbol) {
                continue;
            }
            let of = members.entry(facts.family).or_default();
            n_members += 1;
            if related(def, facts.family) {
                of.n_asked += 1;
                continue;
            }
            of.n_rivals += 1;
            facts.owner_name(def.symbol).into_iter().for_each(|owner| add_words(&mut of.rivals, owner));
        }
        let owners: HashSet<String> = chosen
            .defs
            .iter()
            .filter_map(|def| self.facts(def.file).owner_name(def.symbol).map(str::to_string))
            .collect();
        let mut by_word = ByWord::new();
        owners.iter().for_each(|owner| add_words(&mut by_word, owner));
        let families: BTreeSet<Family> = chosen.defs.iter().map(|def| self.family(*def)).collect();
        let kind = |def: &DefId| self.facts(def.file).symbol(def.symbol).kind;
        let related = self.across_interfaces(name, &chosen.defs);
        let widely = |def: &DefId| self.n_implementing(name, *def) > IMPLEMENTORS_MAX;
        Question {
            widely_implemented: related.iter().copied().filter(widely).collect(),
            has_members: chosen.defs.iter().any(|def| is_member(def) || self.is_in_literal(*def)),
            has_fields: chosen.defs.iter().any(|def| matches!(kind(def), SymbolKind::Field | SymbolKind::Property)),
            has_names: chosen.defs.iter().any(|def| !is_member(def)),
            families: families.into_iter().collect(),
            owners_by_word: by_word,
            owners,
            in_sight: Known::default(),
            related,
            levels,
            makers: self.makers(&chosen.defs),
            chosen,
            members,
            n_members,
        }
    }

    /// The types of constructors that bear the type's name, and such constructors of types.
    fn makers(&self, chosen: &[DefId]) -> Vec<DefId> {
        let of_one = |def: &DefId| {
            let mut makers = Vec::new();
            let facts = self.facts(def.file);
            let symbol = facts.symbol(def.symbol);
            if symbol.kind == SymbolKind::Constructor {
                let types = self.owners_of(*def);
                let named = |of: &DefId| {
                    let there = self.facts(of.file);
                    there.text(there.symbol(of.symbol).name) == facts.text(symbol.name)
                };
                makers.extend(types.into_iter().filter(named));
            } else if symbol.kind.is_type() {
                let own = self.own_members(*def, facts.text(symbol.name));
                let made = |of: &&DefId| self.facts(of.file).symbol(of.symbol).kind == SymbolKind::Constructor;
                makers.extend(own.iter().filter(made).copied());
            }
            makers
        };
        let makers: BTreeSet<DefId> = chosen.par_iter().flat_map_iter(of_one).collect();
        makers.into_iter().collect()
    }

    /// One of the types that have the chosen members is named in the file, as far as what bears its
    /// name there is known: a file may name another type of that name.
    fn sees_owner(&self, question: &Question, facts: &Facts) -> bool {
        if let Some(known) = question.in_sight.get(&facts.file) {
            return known;
        }
        let named = question.owners.iter().filter_map(|owner| facts.name(owner));
        let seen = named.into_iter().any(|name| !self.is_of_another(question, facts, name));
        question.in_sight.keep(facts.file, seen);
        seen
    }

    /// What is called `name` in code of the file is no owner of what was asked for.
    fn is_of_another(&self, question: &Question, facts: &Facts, name: NameId) -> bool {
        let mut in_code = facts.occurrences_of(name).filter(|&index| {
            let one = facts.occurrence(index);
            one.role.is_code() && one.receiver == Receiver::None && one.role != Role::Key
        });
        let defs = match in_code.next().map(|first| self.found_once(facts, first)) {
            Some(Found::Defs(defs, _)) => defs,
            None => self.named_in_comments(facts, facts.text(name), &Trail::new()),
            _ => return false,
        };
        if defs.is_empty() {
            return false;
        }
        let owners = question.chosen.defs.iter().flat_map(|&def| self.owners_of(def));
        let mut owners = owners.take(OWNERS_MAX).peekable();
        owners.peek().is_some() && !owners.any(|owner| defs.contains(&owner))
    }

    /// Decides about the occurrence `index`.
    pub(crate) fn judge(&self, question: &Question, facts: &Facts, index: u32) -> Decision {
        let chosen = &question.chosen;
        if let Some((file, import)) = chosen.import {
            let bound = facts.file == file && facts.lexical_import(index) == Some(import);
            let role = facts.occurrence(index).role;
            if bound && role.is_code() && role != Role::Key {
                let own = facts.import(import).span.contains(facts.occurrence(index).at);
                return if own { Decision::Definition } else { believe(Evidence::Import) };
            }
        }
        let own = (facts.occurrence(index).role == Role::Def).then(|| facts.symbol_of(index)).flatten();
        let own = own.map(|symbol| DefId { file: facts.file, symbol });
        if own.is_some_and(|own| chosen.defs.binary_search(&own).is_ok() && !self.is_assigned_field(own)) {
            return Decision::Definition;
        }
        if let Some(decision) = self.judge_key(question, facts, index) {
            return decision;
        }
        match self.found_once(facts, index) {
            Found::Defs(defs, evidence) => match defs.iter().find(|def| chosen.defs.binary_search(def).is_ok()) {
                Some(_) if evidence == Evidence::Definition => Decision::Definition,
                Some(_) if self.calls_another(facts, index, &chosen.defs, &defs) => other(Other::Def(defs[0])),
                Some(_) => self.believe_as_far(chosen, facts, index, evidence),
                None if evidence != Evidence::Definition && self.makes_chosen(question, facts, index, &defs) => {
                    match self.calls_another(facts, index, &chosen.defs, &defs) {
                        true => other(Other::Def(defs[0])),
                        false => self.believe_as_far(chosen, facts, index, evidence),
                    }
                }
                None if self.on_other_levels(question, facts, index, &defs).is_some() => {
                    self.on_other_levels(question, facts, index, &defs).unwrap_or(other(Other::Member))
                }
                None if evidence != Evidence::Definition && defs.iter().any(|def| question.related.contains(def)) => {
                    // A call through an interface may reach the method; one past it does not.
                    let through = defs.iter().any(|def| self.facts(def.file).owner_symbol(def.symbol).is_some());
                    let confidence = match through {
                        true if defs.iter().any(|def| question.widely_implemented.contains(def)) => OVERRIDES,
                        true => OWNER_IN_SIGHT,
                        false => Evidence::NameOnly.confidence(),
                    };
                    Decision::Reference { evidence: Evidence::Inherited, confidence, candidates: defs.len() + 1 }
                }
                None if chosen.anything && self.is_component(facts, &defs) => believe(Evidence::Import),
                None => other(defs.first().map_or(Other::Unbound, |&def| Other::Def(def))),
            },
            Found::Local(file, binder) => {
                if chosen.locals.contains(&(file, binder)) {
                    return if binder == index { Decision::Definition } else { believe(Evidence::Scope) };
                }
                if chosen.anything { believe(Evidence::Scope) } else { other(Other::Local) }
            }
            Found::Module(_) if chosen.anything && facts.family == Family::Script => believe(Evidence::Import),
            Found::Module(module) => match self.is_module_of(&module, facts, index, question) {
                true => believe(Evidence::Import),
                false => other(Other::Module(self.module_name(&module))),
            },
            Found::External(_) if chosen.anything => believe(Evidence::Import),
            Found::External(module) => other(Other::Module(module)),
            Found::Global(_) if chosen.anything => doubt(OWNER_IN_SIGHT, 0),
            Found::Global(name) => other(Other::Global(name)),
            Found::Missing => other(Other::Member),
            Found::Nothing => self.judge_unknown(question, facts, index),
        }
    }

    /// Decides about a key of an object or pattern, if its place says whose member it is.
    fn judge_key(&self, question: &Question, facts: &Facts, index: u32) -> Option<Decision> {
        let chosen = &question.chosen;
        if facts.key_hints(index).next().is_none() && self.indexed(facts, index).is_none() {
            return None;
        }
        match self.key_member(facts, index, &Trail::new()) {
            Found::Local(file, key) if chosen.locals.contains(&(file, key)) => Some(believe(Evidence::Receiver)),
            Found::Defs(defs, evidence) => match defs.iter().any(|def| chosen.defs.binary_search(def).is_ok()) {
                true => Some(believe(evidence)),
                false => self.on_other_levels(question, facts, index, &defs),
            },
            _ => None,
        }
    }

    /// A use of what was asked for, or of what cannot be told from it.
    fn believe_as_far(&self, chosen: &Chosen, facts: &Facts, index: u32, evidence: Evidence) -> Decision {
        if chosen.vague == Vague::Calls && facts.occurrence(index).role == Role::Call {
            let meant = self.meant_by_arguments(facts, index, &chosen.defs);
            let n_exact = meant.iter().filter(|def| chosen.exact.contains(def)).count();
            match meant.first() {
                Some(_) if n_exact == meant.len() => return believe(evidence),
                Some(&another) if n_exact == 0 => return other(Other::Def(another)),
                _ => {}
            }
        }
        let vague = match chosen.vague {
            Vague::No => false,
            Vague::Calls => facts.occurrence(index).role == Role::Call,
            Vague::Uses => true,
        };
        if vague { doubt(OWNER_IN_SIGHT, chosen.defs.len().max(2)) } else { believe(evidence) }
    }

    /// A call of a type calls its constructor, and naming a constructor names its type.
    fn makes_chosen(&self, question: &Question, facts: &Facts, index: u32, defs: &[DefId]) -> bool {
        let makes = defs.iter().any(|def| question.makers.binary_search(def).is_ok());
        makes && (facts.occurrence(index).role == Role::Call || question.has_names)
    }

    /// A use of the same method of a type above or below, or its definition below.
    fn on_other_levels(&self, question: &Question, facts: &Facts, index: u32, defs: &[DefId]) -> Option<Decision> {
        let levels = &question.levels;
        if let Receiver::Occurrence(receiver) = facts.occurrence(index).receiver {
            // That call names its level.
            if facts.family.is_super(facts.text(facts.occurrence(receiver).name)) {
                return None;
            }
        }
        let defines = facts.occurrence(index).role == Role::Def;
        if self.calls_another(facts, index, &question.chosen.defs, defs) {
            return Some(other(Other::Def(*defs.first()?)));
        }
        let among = |level: &[DefId]| defs.iter().any(|def| level.binary_search(def).is_ok());
        let confidence = if among(&levels.above) {
            match (facts.family.dispatches_up(), defines) {
                (true, false) => OVERRIDDEN,
                (true, true) => OVERRIDES,
                (false, _) => return None,
            }
        } else if among(&levels.below) {
            OVERRIDES
        } else {
            return None;
        };
        Some(Decision::Reference { evidence: Evidence::Inherited, confidence, candidates: defs.len() + 1 })
    }

    /// A component is what its file exports without a name: nothing in a text defines its name.
    fn is_component(&self, facts: &Facts, defs: &[DefId]) -> bool {
        let unnamed = |def: &DefId| {
            let there = self.facts(def.file);
            there.text(there.symbol(def.symbol).name) == "default"
        };
        facts.family == Family::Script && defs.iter().any(unnamed)
    }

    fn judge_unknown(&self, question: &Question, facts: &Facts, index: u32) -> Decision {
        let occurrence = facts.occurrence(index);
        if self.reads_texts() && self.takes_none(facts, index, &question.chosen.defs) {
            return other(Other::Member);
        }
        match occurrence.role {
            Role::StringKey | Role::String => return believe(Evidence::String),
            Role::Comment | Role::Text => return believe(Evidence::Text),
            _ => {}
        }
        if question.chosen.defs.is_empty() {
            return if question.chosen.anything { doubt(OWNER_IN_SIGHT, 0) } else { other(Other::Unbound) };
        }
        if !question.families.contains(&facts.family) {
            return other(Other::Language);
        }
        match (occurrence.role, occurrence.receiver) {
            (Role::Key, Receiver::None) if question.has_fields => {
                doubt(Evidence::NameOnly.confidence(), question.n_members)
            }
            (Role::Key, Receiver::None) => other(Other::Key),
            (_, Receiver::None) if question.has_names && facts.family == Family::Rust => {
                doubt(Evidence::NameOnly.confidence(), question.chosen.defs.len())
            }
            (_, Receiver::None) if facts.family.bare_members() => self.weigh(question, facts, index),
            (_, Receiver::None) => other(Other::Unbound),
            _ if question.has_members => self.weigh(question, facts, index),
            _ => doubt(Evidence::NameOnly.confidence(), question.n_members + question.chosen.defs.len()),
        }
    }

    /// A member of something unknown.
    fn weigh(&self, question: &Question, facts: &Facts, index: u32) -> Decision {
        let none = Members::default();
        let members = question.members.get(&facts.family).unwrap_or(&none);
        let candidates = members.n_asked + members.n_rivals;
        let receiver = match facts.occurrence(index).receiver {
            Receiver::Occurrence(receiver) => words_of(facts.text(facts.occurrence(receiver).name)),
            _ => Vec::new(),
        };
        let best = |types: &ByWord| {
            let alike = receiver.last().and_then(|last| types.get(last));
            alike.into_iter().flatten().map(|owner| affinity(&receiver, owner)).max().unwrap_or(0)
        };
        let (ours, theirs) = (best(&question.owners_by_word), best(&members.rivals));
        let seen = self.sees_owner(question, facts);
        let common = facts.family.is_common_member(facts.text(facts.occurrence(index).name));
        let key = facts.occurrence(index).role == Role::Key;
        if members.n_rivals == 0 && members.n_asked > 0 && (ours > 0 || !common && (seen || !key)) {
            let alone = question.owners.len() < 2;
            return if alone { believe(Evidence::UniqueName) } else { doubt(OWNER_IN_SIGHT, candidates) };
        }
        let confidence = match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => NAMED_AFTER_OWNER,
            std::cmp::Ordering::Less => NAMED_AFTER_RIVAL,
            std::cmp::Ordering::Equal if seen && !common => OWNER_IN_SIGHT,
            std::cmp::Ordering::Equal => Evidence::NameOnly.confidence(),
        };
        doubt(confidence, candidates)
    }

    /// A whole module that stands for its only export, under that export's name.
    fn is_module_of(&self, module: &Module, facts: &Facts, index: u32, question: &Question) -> bool {
        let defs = &question.chosen.defs;
        match module {
            Module::Inline(def) => defs.contains(def),
            Module::File(file) if facts.family == Family::Script => {
                let name = facts.text(facts.occurrence(index).name);
                defs.iter().filter(|def| def.file == *file).any(|def| {
                    let there = self.facts(*file);
                    let symbol = there.symbol(def.symbol);
                    symbol.exported && symbol.parent.is_none() && there.text(symbol.name) == name
                })
            }
            _ => false,
        }
    }

    fn module_name(&self, module: &Module) -> String {
        match module {
            Module::File(file) => self.project.file(*file).path.to_string(),
            Module::Folder(path) => path.clone(),
            Module::Inline(def) => self.facts(def.file).qualified(def.symbol),
        }
    }
}

/// How many last words a variable's name shares with a type's: `redirect_request`, `Request`.
fn affinity(receiver: &[String], owner: &[String]) -> usize {
    receiver.iter().rev().zip(owner.iter().rev()).take_while(|(a, b)| a == b).count()
}

fn add_words(types: &mut ByWord, name: &str) {
    let words = words_of(name);
    if let Some(last) = words.last() {
        types.entry(last.clone()).or_default().insert(words);
    }
}

fn words_of(name: &str) -> Vec<String> {
    grammars::words::parts(name)
}

fn believe(evidence: Evidence) -> Decision {
    Decision::Reference { evidence, confidence: evidence.confidence(), candidates: 1 }
}

fn doubt(confidence: f32, candidates: usize) -> Decision {
    Decision::Reference { evidence: Evidence::NameOnly, confidence, candidates }
}

fn other(other: Other) -> Decision {
    Decision::Other(other)
}
