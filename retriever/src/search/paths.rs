//! How well the path of a file fits the words of a question.
//!
//! A file named after what is asked is likely where it is decided. The file's own name counts by
//! how much of *it* was asked for, the folders by how much of the *question* they answer. Every
//! distinct word of the paths is compared once; a word may fit whole, in another form, as a
//! beginning (`config` of `configuration`), or as a part of a run-together word (`dupefilters`).

use super::layout::Layout;
use crate::query::{Query, Term};
use indexer::FileId;
use std::collections::HashMap;

/// The words of a question, as fitted to the words of the paths.
pub(crate) struct PathWords {
    /// By word of the vocabulary: the term it fits best, and how well; a second one if it fits two.
    fits: Vec<[Option<(usize, f32)>; 2]>,
    rarity: Vec<f32>,
    /// How telling each term is, from 0 to 1.
    telling: Vec<f32>,
    total: f32,
    /// What each folder answers: its terms, a bit each, and what they are worth.
    folders: Vec<(u64, f32)>,
}

/// A path word that only begins an asked word.
const PREFIX_COUNTS: f32 = 0.6;
const PREFIX_MIN: usize = 4;
/// Path words at least this long may be run together from several.
const COMPOUND_MIN: usize = 8;
/// A word this rare tells everything; one that stands everywhere tells nothing.
const TELLING_RARITY: f32 = 1.2;

impl PathWords {
    /// Prepares the terms of `query`, as rare as `rarity` says.
    pub(crate) fn new(layout: &Layout, query: &Query, rarity: &[f32]) -> PathWords {
        let asked = asked_words(query);
        let terms: Vec<&Term> = query.terms.iter().collect();
        let fit = |word: &String| match asked.get(word.as_str()) {
            Some(&fit) => [Some(fit), None],
            None if word.len() >= COMPOUND_MIN => compound(&terms, word),
            None => [None, None],
        };
        let fits = layout.vocabulary().iter().map(fit).collect();
        let telling = |(term, rarity): (&Term, &f32)| (rarity / term.weight / TELLING_RARITY).min(1.0);
        let telling = query.terms.iter().zip(rarity).map(telling).collect();
        let total = rarity.iter().sum();
        let mut paths = PathWords { fits, rarity: rarity.to_vec(), telling, total, folders: Vec::new() };
        paths.folders = paths.folder_answers(layout);
        paths
    }

    /// Share of the file's own name that was asked for.
    pub(crate) fn stem(&self, layout: &Layout, file: FileId) -> f32 {
        let words = layout.stem(file);
        let fits = words.iter().flat_map(|&word| self.fits[word as usize]).flatten();
        let hit: f32 = fits.map(|(term, counts)| counts * self.telling[term]).sum();
        if words.is_empty() { 0.0 } else { hit / words.len() as f32 }
    }

    /// Share of the question that the folders of a file answer.
    pub(crate) fn folders(&self, layout: &Layout, file: FileId) -> f32 {
        self.share(self.folders[layout.folder(file)].1)
    }

    /// Share of the question that the folders and the name of a file answer together.
    pub(crate) fn whole(&self, layout: &Layout, file: FileId) -> f32 {
        self.share(self.answered(layout.stem(file), self.folders[layout.folder(file)]).1)
    }

    /// Each folder answers what those above it answer, and what its own name adds.
    fn folder_answers(&self, layout: &Layout) -> Vec<(u64, f32)> {
        let mut answered: Vec<(u64, f32)> = Vec::with_capacity(layout.folders().len());
        for (parent, words) in layout.folders() {
            let above = answered.get(parent).copied().unwrap_or_default();
            answered.push(self.answered(words, above));
        }
        answered
    }

    /// Adds to the terms answered so far, a bit each, and what they are worth.
    fn answered(&self, words: &[u32], (mut seen, mut sum): (u64, f32)) -> (u64, f32) {
        for (term, counts) in words.iter().flat_map(|&word| self.fits[word as usize]).flatten() {
            let bit = 1u64 << (term % 64);
            if seen & bit == 0 {
                seen |= bit;
                sum += counts * self.rarity[term];
            }
        }
        (seen, sum)
    }

    fn share(&self, sum: f32) -> f32 {
        if self.total > 0.0 { sum / self.total } else { 0.0 }
    }
}

/// Every word that stands for a term, with how well it does.
fn asked_words(query: &Query) -> HashMap<String, (usize, f32)> {
    let mut asked: HashMap<String, (usize, f32)> = HashMap::new();
    let mut add = |word: &str, term: usize, counts: f32| {
        let entry = asked.entry(word.to_string()).or_insert((term, counts));
        if counts > entry.1 {
            *entry = (term, counts);
        }
    };
    for (index, term) in query.terms.iter().enumerate().filter(|(_, term)| !term.stop) {
        add(&term.word, index, 1.0);
        for (form, counts) in &term.forms {
            add(form, index, *counts);
            add(&format!("{form}s"), index, *counts);
        }
        for end in (PREFIX_MIN..term.word.len()).filter(|&end| term.word.is_char_boundary(end)) {
            add(&term.word[..end], index, PREFIX_COUNTS);
        }
    }
    asked
}

/// The terms a run-together word begins and ends with, by their share of its letters.
fn compound(terms: &[&Term], word: &str) -> [Option<(usize, f32)>; 2] {
    let longest = |fits: &dyn Fn(&str) -> bool| {
        let words = terms.iter().enumerate().filter(|(_, term)| !term.stop).flat_map(|(index, term)| {
            let forms = term.forms.iter().map(|(form, _)| form.as_str());
            forms.chain([term.word.as_str()]).map(move |word| (index, word))
        });
        let fitting = words.filter(|(_, part)| part.len() >= PREFIX_MIN && fits(part));
        let share = |part: &str| part.len() as f32 / word.len() as f32;
        fitting.max_by_key(|(_, part)| part.len()).map(|(index, part)| (index, share(part)))
    };
    let first = longest(&|part| word.starts_with(part));
    let last = longest(&|part| word.ends_with(part)).filter(|last| first.is_none_or(|first| first.0 != last.0));
    [first, last]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_run_together_words_fit() {
        let query = Query::parse("how are duplicate requests filtered by feed export").expect("it is well formed");
        let terms: Vec<&Term> = query.terms.iter().collect();
        let shown = |word: &str| {
            let parts = compound(&terms, word).into_iter().flatten();
            parts.map(|(term, share)| format!("{} {share:.2}", query.terms[term].word)).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(shown("dupefilters"), "");
        assert_eq!(shown("feedexport"), "feed 0.40, export 0.60");
        assert_eq!(shown("something"), "");
    }
}
