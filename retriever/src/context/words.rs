//! What the words of a task say of whole files.
//!
//! A hub spreads what is asked over many functions, none of which says all of it; only the file as a
//! whole does. So words are counted by file here: BM25 with the file's size for its length, and the
//! share of the words, by rarity, that stand in it at all.

use super::gather::Ground;
use crate::query::Query;
use crate::{Error, rank};
use indexer::Field;

/// By file.
pub(crate) struct FileWords {
    /// BM25, as a share of the best.
    pub(crate) bm25: Vec<f32>,
    /// From 0 to 1.
    pub(crate) cover: Vec<f32>,
}

/// Bytes of a word of code, about: sizes are told in bytes, lengths are counted in words.
const BYTES_PER_WORD: u64 = 8;

/// Counts the words of `query` by file.
pub(crate) fn file_words(ground: Ground<'_>, query: &Query) -> Result<FileWords, Error> {
    let n_files = ground.snapshot.files().len();
    let mut words = FileWords { bm25: vec![0.0; n_files], cover: vec![0.0; n_files] };
    let lengths: Vec<u32> = ground.snapshot.files().map(|file| length(ground, file)).collect();
    let searched = lengths.iter().filter(|length| **length > 0).count().max(1);
    let mean = lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / searched as f64;
    let mut total = 0.0;
    for term in query.terms.iter().filter(|term| !term.stop) {
        let mut counts: Vec<(usize, u32)> = Vec::new();
        for form in std::iter::once(&term.word).chain(term.forms.iter().map(|(form, _)| form)) {
            for posting in ground.snapshot.postings(Field::Words, form)? {
                let file = ground.layout.file_of(posting.chunk as usize).0 as usize;
                match counts.last_mut() {
                    Some((last, n)) if *last == file => *n += posting.count,
                    _ => counts.push((file, posting.count)),
                }
            }
        }
        counts.sort_unstable_by_key(|(file, _)| *file);
        counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let weight = term.weight * rank::idf(searched as u32, counts.len() as u32);
        total += weight;
        for (file, n) in counts.into_iter().filter(|(file, _)| lengths[*file] > 0) {
            words.bm25[file] += weight * rank::saturation(n, lengths[file], mean as f32);
            words.cover[file] += weight;
        }
    }
    let best = words.bm25.iter().copied().fold(0.0, f32::max);
    words.bm25.iter_mut().for_each(|sum| *sum /= best.max(1e-6));
    words.cover.iter_mut().for_each(|sum| *sum /= f32::max(total, 1e-6));
    Ok(words)
}

fn length(ground: Ground<'_>, file: indexer::FileId) -> u32 {
    match ground.layout.is_searched(file) {
        true => (ground.snapshot.file(file).size / BYTES_PER_WORD) as u32 + 1,
        false => 0,
    }
}
