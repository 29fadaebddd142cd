//! Adds up BM25 over the chunks of the view, word by word, into flat vectors.
//!
//! Each asked word brings its other forms; a form counts less and is never rarer than the word it
//! stands for, so that an odd form cannot outweigh what was asked. Neighbouring words glued into
//! one are looked up as words of their own.
//!
//! Knows postings and numbers; nothing of paths or symbols.

use super::layout::Layout;
use crate::query::{Query, Term};
use crate::{Error, rank};
use indexer::{Field, Posting, Snapshot, Statistics};

/// What the words of a question gave.
pub(crate) struct Gathered {
    /// BM25 of the text of each chunk, as a share of the best.
    pub(crate) words: Vec<f32>,
    /// BM25 of the names each chunk defines, as a share of the best.
    pub(crate) names: Vec<f32>,
    /// How rare each term of the query is, in their order.
    pub(crate) rarity: Vec<f32>,
}

/// What a glued pair counts beside a word.
const GLUED_WEIGHT: f32 = 0.7;

/// Adds up what the words of `query` say about every chunk.
pub(crate) fn gather(
    snapshot: &Snapshot,
    layout: &Layout,
    query: &Query,
    statistics: Statistics,
) -> Result<Gathered, Error> {
    let n_chunks = layout.n_chunks();
    let mut sums = Sums { snapshot, statistics, words: vec![0.0; n_chunks], names: vec![0.0; n_chunks] };
    let mut rarity = Vec::with_capacity(query.terms.len());
    for term in &query.terms {
        rarity.push(if term.stop { 0.0 } else { sums.term(term)? });
    }
    for word in &query.glued {
        sums.glued_word(word)?;
    }
    let Sums { mut words, mut names, .. } = sums;
    share_of_best(&mut words);
    share_of_best(&mut names);
    Ok(Gathered { words, names, rarity })
}

struct Sums<'a> {
    snapshot: &'a Snapshot,
    statistics: Statistics,
    words: Vec<f32>,
    names: Vec<f32>,
}

impl Sums<'_> {
    /// Adds one word with its other forms; says how rare it is.
    fn term(&mut self, term: &Term) -> Result<f32, Error> {
        let n = self.statistics.n_chunks;
        let own = self.snapshot.postings(Field::Words, &term.word)?;
        let mut rarity = rank::idf(n, own.len() as u32);
        let known = !own.is_empty();
        self.add(Field::Words, &own, term.weight * rarity);
        let named = self.snapshot.postings(Field::Names, &term.word)?;
        self.add(Field::Names, &named, term.weight * rarity);
        for (form, counts) in &term.forms {
            let postings = self.snapshot.postings(Field::Words, form)?;
            if postings.is_empty() {
                continue;
            }
            let rare = rank::idf(n, postings.len() as u32);
            // A word that does not exist is as rare as the form that stands for it.
            rarity = if known { rarity } else { rare };
            let weight = term.weight * counts * rare.min(rarity);
            self.add(Field::Words, &postings, weight);
            let named = self.snapshot.postings(Field::Names, form)?;
            self.add(Field::Names, &named, weight);
        }
        Ok(rarity * term.weight)
    }

    fn glued_word(&mut self, word: &str) -> Result<(), Error> {
        let postings = self.snapshot.postings(Field::Words, word)?;
        if postings.is_empty() {
            return Ok(());
        }
        let weight = GLUED_WEIGHT * rank::idf(self.statistics.n_chunks, postings.len() as u32);
        self.add(Field::Words, &postings, weight);
        let named = self.snapshot.postings(Field::Names, word)?;
        self.add(Field::Names, &named, weight);
        Ok(())
    }

    fn add(&mut self, field: Field, postings: &[Posting], weight: f32) {
        let n = self.statistics.n_chunks.max(1) as f32;
        let (sums, total) = match field {
            Field::Words => (&mut self.words, self.statistics.n_words),
            Field::Names => (&mut self.names, self.statistics.n_name_words),
        };
        let mean = total as f32 / n;
        for posting in postings {
            sums[posting.chunk as usize] += weight * rank::saturation(posting.count, posting.n_words, mean);
        }
    }
}

fn share_of_best(sums: &mut [f32]) {
    let best = sums.iter().copied().fold(0.0, f32::max);
    if best > 0.0 {
        for sum in sums {
            *sum /= best;
        }
    }
}

/// How groups of words are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// One whole group is enough.
    Any,
    /// Every group must be there.
    All,
}

/// Marks the chunks in which every word of the groups stands; empty when there are no words.
pub(crate) fn holding_all(
    snapshot: &Snapshot,
    layout: &Layout,
    groups: &[Vec<String>],
    of: Of,
) -> Result<Vec<bool>, Error> {
    let groups: Vec<&Vec<String>> = groups.iter().filter(|group| !group.is_empty()).collect();
    let mut marked = vec![of == Of::All; if groups.is_empty() { 0 } else { layout.n_chunks() }];
    for group in groups {
        let mut seen = vec![0u8; layout.n_chunks()];
        let group = &group[..group.len().min(usize::from(u8::MAX))];
        for (turn, word) in group.iter().enumerate() {
            for posting in snapshot.postings(Field::Words, word)? {
                let seen = &mut seen[posting.chunk as usize];
                *seen += u8::from(usize::from(*seen) == turn);
            }
        }
        for (mark, n) in marked.iter_mut().zip(&seen) {
            let holds = usize::from(*n) == group.len();
            *mark = if of == Of::All { *mark && holds } else { *mark || holds };
        }
    }
    Ok(marked)
}
