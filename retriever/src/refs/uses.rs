//! The uses of a symbol as bare facts: which occurrence, why, how far.
//!
//! The same decisions as an answer to a person, without lines and text: no file is read from the
//! disk, so that thousands of symbols can be followed in one question.

use super::aliases::{alias_picks, renamed_anywhere};
use super::choose::Chosen;
use super::judge::{Decision, Question};
use super::project::Project;
use super::resolve::{Found, Resolver};
use super::{DefId, Facts};
use crate::Evidence;
use grammars::Role;
use indexer::FileId;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// One occurrence that is a use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Use {
    pub(crate) file: FileId,
    /// The occurrence in that file.
    pub(crate) index: u32,
    pub(crate) evidence: Evidence,
    pub(crate) confidence: f32,
}

/// The uses of one symbol and what it took to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// Uses by file and place, doubtful ones and mentions in texts too.
    pub(crate) list: Vec<Use>,
    /// Files that were looked into.
    pub(crate) n_files: usize,
    /// Occurrences that were judged.
    pub(crate) n_judged: usize,
}

/// Occurrences remembered in each of the shards; a full one starts anew.
const MEMO_MAX: usize = 16_384;

/// What occurrences were found to mean: neighbours in a graph ask about the same places.
#[derive(Default)]
pub(super) struct Memo {
    shards: [Mutex<Shard>; 32],
}

type Shard = HashMap<(FileId, u32), Found>;

impl<'s> Resolver<'s> {
    /// The same, remembering what every occurrence means.
    pub(crate) fn remembering(mut self) -> Resolver<'s> {
        self.memo = Some(Memo::default());
        self
    }
}

impl Resolver<'_> {
    /// As [`Resolver::found`], from memory if there is one.
    pub(crate) fn found_once(&self, facts: &Facts, index: u32) -> Found {
        let Some(memo) = &self.memo else { return self.found(facts, index) };
        let shard = &memo.shards[facts.file.0 as usize % memo.shards.len()];
        let key = (facts.file, index);
        if let Some(known) = shard.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let found = self.found(facts, index);
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() >= MEMO_MAX {
            shard.clear();
        }
        shard.insert(key, found.clone());
        found
    }

    /// The uses of `defs`, which are one symbol called `name` and its twins, where they stand in a
    /// `wanted` role.
    pub(crate) fn uses(&self, defs: Vec<DefId>, name: &str, wanted: impl Fn(Role) -> bool + Sync) -> Uses {
        let question = self.question(name, Chosen::of(defs));
        let files = self.project.files_naming(name);
        let mut uses = Uses { n_files: files.len(), ..Uses::default() };
        let found: Vec<Uses> = files
            .par_iter()
            .filter(|usage| usage.in_code && self.project.file(usage.file).skip.is_none())
            .map(|usage| self.uses_in(&question, name, usage.file, &wanted))
            .collect();
        for more in found {
            uses.n_judged += more.n_judged;
            uses.list.extend(more.list);
        }
        let role = |one: &Use| self.facts(one.file).occurrence(one.index).role;
        uses.list.extend(alias_uses(self, &question, name).into_iter().filter(|one| wanted(role(one))));
        uses.list.sort_by_key(|one| (one.file, one.index));
        uses.list.dedup_by_key(|one| (one.file, one.index));
        uses
    }

    fn uses_in(&self, question: &Question, name: &str, file: FileId, wanted: &(impl Fn(Role) -> bool + Sync)) -> Uses {
        let facts = self.facts(file);
        let mut uses = Uses::default();
        let Some(id) = facts.name(name) else { return uses };
        let named = facts.occurrences_named(id).iter().copied();
        for index in named.filter(|&index| wanted(facts.occurrence(index).role)) {
            uses.n_judged += 1;
            if let Decision::Reference { evidence, confidence, .. } = self.judge(question, &facts, index) {
                uses.list.push(Use { file, index, evidence, confidence });
            }
        }
        uses
    }
}

/// Uses under another spelling.
pub(crate) fn alias_uses(resolver: &Resolver, question: &Question, name: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    for (file, picks) in alias_picks(resolver, question, name, renamed_anywhere(resolver, question, (name, name))) {
        uses.extend(picks.into_iter().map(|pick| {
            let (index, evidence, confidence) = (pick.index, pick.evidence, pick.confidence);
            Use { file, index, evidence, confidence }
        }));
    }
    uses
}

/// Skipped files that nothing is known about.
pub(crate) fn n_files_unread(project: &dyn Project) -> usize {
    super::unread(project, &std::collections::BTreeSet::new())
}
