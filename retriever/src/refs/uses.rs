//! The uses of a symbol as bare facts: which occurrence, why, how far.
//!
//! The same decisions as an answer to a person, without lines and text: no file is read from the
//! disk, so that thousands of symbols can be followed in one question.

use super::DefId;
use super::aliases::alias_picks;
use super::choose::Chosen;
use super::judge::{Decision, Question};
use super::project::Project;
use super::resolve::Resolver;
use crate::Evidence;
use indexer::FileId;
use rayon::prelude::*;

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

impl Resolver<'_> {
    /// The uses of `defs`, which are one symbol called `name` and its twins.
    pub(crate) fn uses(&self, defs: Vec<DefId>, name: &str) -> Uses {
        let question = self.question(name, Chosen::of(defs));
        let files = self.project.files_naming(name);
        let mut uses = Uses { n_files: files.len(), ..Uses::default() };
        let found: Vec<Uses> = files
            .par_iter()
            .filter(|usage| usage.in_code && self.project.file(usage.file).skip.is_none())
            .map(|usage| self.uses_in(&question, name, usage.file))
            .collect();
        for more in found {
            uses.n_judged += more.n_judged;
            uses.list.extend(more.list);
        }
        uses.list.extend(alias_uses(self, &question, name));
        uses.list.sort_by_key(|one| (one.file, one.index));
        uses.list.dedup_by_key(|one| (one.file, one.index));
        uses
    }

    fn uses_in(&self, question: &Question, name: &str, file: FileId) -> Uses {
        let facts = self.facts(file);
        let mut uses = Uses::default();
        let Some(id) = facts.name(name) else { return uses };
        for index in facts.occurrences_of(id) {
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
    for (file, picks) in alias_picks(resolver, question, name) {
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
