//! Plain BM25 over chunks: the yardstick that search is measured against.
//!
//! Only the words of the question as they stand count; their other forms, names, paths, meaning and
//! the parts that files play have no say, and filters and phrases are not looked at. A file is shown
//! by its best chunk.

use super::gather::gather;
use super::{Layout, SearchAnswer};
use crate::place::shown;
use crate::query::{Query, Term};
use crate::{Error, Hit};
use indexer::{ChunkId, Snapshot};

/// The at most `limit` files whose best chunk has most of the words of `query`.
pub(crate) fn plain(snapshot: &Snapshot, layout: &Layout, query: &Query, limit: usize) -> Result<SearchAnswer, Error> {
    let terms = query.terms.iter().map(|term| Term { forms: Vec::new(), ..term.clone() }).collect();
    let words = Query { terms, glued: Vec::new(), ..query.clone() };
    let scores = gather(snapshot, layout, &words, snapshot.statistics())?.words;
    let mut best: Vec<(ChunkId, f32)> = Vec::new();
    for file in snapshot.files().filter(|file| layout.is_searched(*file)) {
        let own = (0u32..).zip(&scores[layout.chunks(file)]).filter(|(_, score)| **score > 0.0);
        let own = own.map(|(index, score)| (ChunkId { file, index }, *score));
        best.extend(own.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))));
    }
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let n_candidates = best.len();
    let hits = best.into_iter().take(limit).map(|place| shown(snapshot, place, ""));
    Ok(SearchAnswer { hits: hits.collect::<Result<Vec<Hit>, Error>>()?, n_candidates, ..SearchAnswer::default() })
}
