//! How near every chunk and file is in meaning to a question: one arm of a search.
//!
//! Cosines of different questions are not comparable, so they are told in standard deviations
//! from the mean over all chunks (or files) of the view.

use super::Layout;
use crate::Error;
use crate::query::Query;
use indexer::{FileId, Snapshot, Statistics, embed_weighted};
use std::collections::HashMap;

/// Standard deviations above the mean; empty when there is nothing to compare.
#[derive(Default)]
pub(crate) struct Meant {
    /// By number of chunk.
    pub(crate) chunks: Vec<f32>,
    /// By file: its text as a whole.
    pub(crate) files: Vec<f32>,
    /// The least that the chunk of a file needs for the file to be looked at.
    enough: f32,
}

/// Files that meaning alone brings in.
const BROUGHT_IN: usize = 60;
/// The cosine below which a chunk that shares no word with the question has nothing to do with it:
/// questions that a project cannot answer (`database migrations` of a web framework) stay below .2,
/// answers in other words (`login credentials`) reach .35 and more.
const NEAR: f32 = 0.3;
/// What the most common word still counts.
const COMMON_COUNTS: f32 = 0.05;

impl Meant {
    /// Compares a question, whose terms are as rare as `rarity` says, with all of a snapshot.
    pub(super) fn new(
        snapshot: &Snapshot,
        layout: &Layout,
        (query, rarity): (&Query, &[f32]),
        statistics: Statistics,
    ) -> Result<Meant, Error> {
        if query.plain.is_empty() || statistics.n_chunks == 0 {
            return Ok(Meant::default());
        }
        let terms = query.terms.iter().zip(rarity);
        let known: HashMap<&str, f32> =
            terms.map(|(term, rarity)| (term.word.as_str(), rarity / term.weight)).collect();
        let rarest = (1.0 + statistics.n_chunks as f32).ln();
        // A square root of rarity: the model's own recipe (`indexer/model/README.md`).
        let weight = |word: &str| (known.get(word).map_or(1.0, |rare| rare / rarest) + COMMON_COUNTS).sqrt();
        let question = embed_weighted(&query.plain, weight);
        if question.iter().all(|value| *value == 0.0) {
            return Ok(Meant::default());
        }
        let similar = snapshot.similarities(&question)?;
        let mut meant = Meant { chunks: similar.chunks, files: similar.files, enough: 0.0 };
        debug_assert_eq!(meant.chunks.len(), layout.n_chunks());
        let (mean, deviation) = standardise(&mut meant.chunks, |_| true);
        standardise(&mut meant.files, |file| !layout.chunks(FileId(file as u32)).is_empty());
        meant.enough = meant.enough(layout, snapshot).max((NEAR - mean) / deviation.max(1e-6));
        Ok(meant)
    }

    /// How near a chunk is.
    pub(super) fn chunk(&self, number: usize) -> f32 {
        self.chunks.get(number).copied().unwrap_or(0.0)
    }

    /// How near a file is as a whole.
    pub(super) fn file(&self, file: FileId) -> f32 {
        self.files.get(file.0 as usize).copied().unwrap_or(0.0)
    }

    /// True when a chunk this near brings in its file whatever its words.
    pub(super) fn brings_in(&self, nearness: f32) -> bool {
        !self.chunks.is_empty() && nearness >= self.enough
    }

    fn enough(&self, layout: &Layout, snapshot: &Snapshot) -> f32 {
        let nearest = |file: FileId| layout.chunks(file).map(|number| self.chunks[number]).fold(f32::MIN, f32::max);
        let mut best: Vec<f32> = snapshot.files().map(nearest).filter(|nearest| *nearest > f32::MIN).collect();
        if best.len() <= BROUGHT_IN {
            return f32::MIN;
        }
        let (_, enough, _) = best.select_nth_unstable_by(BROUGHT_IN - 1, |a, b| b.total_cmp(a));
        *enough
    }
}

/// Turns values into standard deviations from the mean of those that `counts`; gives the mean and
/// one deviation.
fn standardise(values: &mut [f32], counts: impl Fn(usize) -> bool) -> (f32, f32) {
    let (mut n, mut sum, mut squares) = (0.0f64, 0.0f64, 0.0f64);
    for (_, &value) in values.iter().enumerate().filter(|(index, _)| counts(*index)) {
        n += 1.0;
        sum += f64::from(value);
        squares += f64::from(value) * f64::from(value);
    }
    if n == 0.0 {
        return (0.0, 0.0);
    }
    let mean = sum / n;
    let deviation = (squares / n - mean * mean).max(0.0).sqrt();
    let inverse = if deviation > 1e-6 { 1.0 / deviation } else { 0.0 };
    values.iter_mut().for_each(|value| *value = ((f64::from(*value) - mean) * inverse) as f32);
    (mean as f32, deviation as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_deviations_from_the_mean_of_those_that_count() {
        let mut values = [1.0, 3.0, 100.0];
        standardise(&mut values, |index| index < 2);
        assert_eq!(values[..2], [-1.0, 1.0]);
        let mut same = [2.0, 2.0];
        standardise(&mut same, |_| true);
        assert_eq!(same, [0.0, 0.0]);
    }
}
