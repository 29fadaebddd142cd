//! Finds the places that answer a question.
//!
//! Two rounds. The first is cheap and sees every file: BM25 of texts and defined names, nearness
//! of meaning, words of paths, files that define what was named. The best go into the second, which
//! looks at what they define and adds what is known about them; a file's score is a sum of named
//! features. A file is shown by its best chunk; its next ones follow behind.
//!
//! Knows the snapshot and the arithmetic of [`crate::rank`]; nothing of terminals or protocols.

mod filter;
mod gather;
mod hit;
mod inside;
mod kept;
mod layout;
mod meaning;
mod neighbours;
mod paths;
mod pick;
mod plain;
mod shortlist;

use crate::query::Query;
use crate::{Error, rank};
use indexer::{Contents, FileId, NoVectors, Snapshot, Statistics};
use meaning::Meant;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use gather::{Gathered, gather};
pub(crate) use hit::qualified;
pub use hit::{Hit, MatchedLine};
pub(crate) use inside::{NameWords, symbols_of};
pub(crate) use kept::Kept;
pub(crate) use layout::{Layout, spoken, stem_of};
pub(crate) use plain::plain;
pub(crate) use shortlist::Cheap;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchAnswer {
    /// The best places, best first.
    pub hits: Vec<Hit>,
    /// Files in which anything fitted.
    pub n_candidates: usize,
    /// What was left out, one clause each.
    pub notes: Vec<String>,
    /// Why the model that was asked for had no say, if so. The built-in one stood in.
    pub vectors_off: Option<NoVectors>,
}

/// Files that are looked into.
const LOOKED_INTO: usize = 40;
/// The same when results are filtered by what only a look inside can tell.
const LOOKED_INTO_FILTERED: usize = 400;

/// A file that may answer.
pub(crate) struct Candidate {
    pub(crate) file: FileId,
    pub(crate) features: rank::Features,
    pub(crate) score: f32,
    pub(crate) chunks: Vec<Scored>,
    /// Its facts; empty until it is looked into.
    pub(crate) contents: Arc<Contents>,
}

/// A chunk of a candidate.
pub(crate) struct Scored {
    /// Its place among the file's chunks.
    pub(crate) index: u32,
    /// What it adds on its own.
    pub(crate) own: f32,
    /// The symbol that fits the question best.
    pub(crate) symbol: Option<u32>,
}

/// One search in progress.
pub(crate) struct Search<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) layout: &'a Layout,
    pub(crate) kept: &'a Kept,
    pub(crate) query: &'a Query,
    pub(crate) gathered: Gathered,
    pub(crate) meant: Meant,
    /// Files that define what was named.
    naming: BTreeMap<FileId, f32>,
    statistics: Statistics,
    /// Chunks that hold an unwanted word; empty when none is unwanted.
    unwanted: Vec<bool>,
    /// Chunks that hold every word of every phrase; empty when there is no phrase.
    phrased: Vec<bool>,
}

/// Finds at most `limit` places that answer `query`.
pub(crate) fn search(
    snapshot: &Snapshot,
    layout: &Layout,
    kept: &Kept,
    (query, limit): (&Query, usize),
) -> Result<SearchAnswer, Error> {
    if query.is_empty() {
        return Err(Error::Query { at: 0, what: "there is nothing to look for".to_string() });
    }
    let mut search = Search::new(snapshot, layout, kept, query)?;
    let mut notes = Vec::new();
    let (mut candidates, n_candidates) = search.shortlist()?;
    if n_candidates > candidates.len() && search.looks_inside_to_filter() {
        notes.push(format!("only the best {} of {n_candidates} files were looked into", candidates.len()));
    }
    search.look_inside_all(&mut candidates)?;
    candidates.retain(|candidate| !candidate.chunks.is_empty());
    neighbours::add(&mut candidates);
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.file.cmp(&b.file)));
    let hits = search.pick(&candidates, limit)?;
    if hits.len() == limit && n_candidates > limit {
        notes.push(format!("{n_candidates} files fit; the best {limit} places are shown"));
    }
    Ok(SearchAnswer { hits, n_candidates, notes, vectors_off: search.meant.off })
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        snapshot: &'a Snapshot,
        layout: &'a Layout,
        kept: &'a Kept,
        query: &'a Query,
    ) -> Result<Search<'a>, Error> {
        let statistics = snapshot.statistics();
        let gathered = gather::gather(snapshot, layout, query, statistics)?;
        let asked = meaning::Asked { query, rarity: &gathered.rarity, embedder: kept.embedder.get().map(|it| &**it) };
        let meant = Meant::new(snapshot, layout, &asked, statistics)?;
        let naming = shortlist::files_defining(snapshot, query);
        let unwanted = gather::holding_all(snapshot, layout, &query.filter.without, gather::Of::Any)?;
        let phrases: Vec<Vec<String>> = query.phrases.iter().map(|phrase| grammars::words::words(phrase)).collect();
        let phrased = gather::holding_all(snapshot, layout, &phrases, gather::Of::All)?;
        Ok(Search { snapshot, layout, kept, query, gathered, meant, naming, statistics, unwanted, phrased })
    }

    /// True when words or phrases are asked for, not only filters.
    fn has_text(&self) -> bool {
        !self.query.terms.is_empty() || !self.query.phrases.is_empty()
    }

    /// True when only a look inside a file tells whether it stays.
    fn looks_inside_to_filter(&self) -> bool {
        let filter = &self.query.filter;
        !filter.kinds.is_empty() || !filter.symbols.is_empty() || !self.query.phrases.is_empty() || !self.has_text()
    }

    /// True when a chunk may be shown, as far as the index can tell.
    fn may_show(&self, number: usize) -> bool {
        let wanted = self.unwanted.is_empty() || !self.unwanted[number];
        wanted && (self.phrased.is_empty() || self.phrased[number])
    }
}

#[cfg(test)]
pub(crate) mod tests;
