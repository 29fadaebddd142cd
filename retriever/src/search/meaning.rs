//! How near every chunk and file is in meaning to a question: one arm of a search.
//!
//! Cosines of different questions are not comparable, so they are told in standard deviations
//! from the mean over all chunks (or files) of the view.

use super::Layout;
use crate::Error;
use crate::query::Query;
use indexer::{Embedder, FileId, NoVectors, Similarities, Snapshot, Spread, Statistics, Vector, embed_weighted};
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
    /// When not all were compared.
    rest: Option<Rest>,
    /// Why another model had no say, if one was asked for.
    pub(super) off: Option<NoVectors>,
}

/// A question, and who is to say what it means.
pub(super) struct Asked<'a> {
    pub(super) query: &'a Query,
    /// How rare each term is.
    pub(super) rarity: &'a [f32],
    /// None for the built-in model.
    pub(super) embedder: Option<&'a dyn Embedder>,
}

/// What is needed to compare more.
struct Rest {
    question: Box<Vector>,
    /// The mean and deviation of chunks, and of files.
    usual: (Spread, Spread),
}

/// Files that meaning alone brings in.
const BROUGHT_IN: usize = 60;
/// The cosine below which a chunk that shares no word with the question has nothing to do with it:
/// questions that a project cannot answer (`database migrations` of a web framework) stay below .2,
/// answers in other words (`login credentials`) reach .35 and more.
const NEAR: f32 = 0.3;
/// The same for other models, whose cosines may all lie high, in deviations; no such model was at hand
/// to measure it.
const STANDS_OUT: f32 = 3.0;
/// What the most common word still counts.
const COMMON_COUNTS: f32 = 0.05;

/// Below what a chunk that shares no word with the question has nothing to do with it.
enum Floor {
    Cosine(f32),
    Deviations(f32),
}

/// The built-in model's vector of a question.
fn question(asked: &Asked<'_>, statistics: Statistics) -> Vector {
    let terms = asked.query.terms.iter().zip(asked.rarity);
    let known: HashMap<&str, f32> = terms.map(|(term, rarity)| (term.word.as_str(), rarity / term.weight)).collect();
    let rarest = (1.0 + statistics.n_chunks as f32).ln();
    // A square root of rarity: the model's own recipe (`indexer/model/README.md`).
    embed_weighted(&asked.query.plain, |word| {
        (known.get(word).map_or(1.0, |rare| rare / rarest) + COMMON_COUNTS).sqrt()
    })
}

impl Meant {
    /// Compares a question with all of a snapshot, or in a large one with what may matter.
    pub(super) fn new(
        snapshot: &Snapshot,
        layout: &Layout,
        asked: &Asked<'_>,
        statistics: Statistics,
    ) -> Result<Meant, Error> {
        if asked.query.plain.is_empty() || statistics.n_chunks == 0 {
            return Ok(Meant::default());
        }
        let other = asked.embedder.map(|embedder| snapshot.similarities_by(embedder, &asked.query.plain));
        let off = match other.transpose()? {
            Some(Ok(similar)) => return Ok(Meant::of(similar, snapshot, layout, Floor::Deviations(STANDS_OUT))),
            Some(Err(why)) => Some(why),
            None => None,
        };
        let question = question(asked, statistics);
        if question.iter().all(|value| *value == 0.0) {
            return Ok(Meant { off, ..Meant::default() });
        }
        let similar = snapshot.similarities(&question)?;
        let usual = similar.usual;
        let mut meant = Meant::of(similar, snapshot, layout, Floor::Cosine(NEAR));
        meant.rest = usual.map(|usual| Rest { question: Box::new(question), usual });
        Ok(Meant { off, ..meant })
    }

    fn of(similar: Similarities, snapshot: &Snapshot, layout: &Layout, floor: Floor) -> Meant {
        let mut meant = Meant { chunks: similar.chunks, files: similar.files, ..Meant::default() };
        debug_assert_eq!(meant.chunks.len(), layout.n_chunks());
        let (mean, deviation) = match similar.usual {
            Some((chunks, files)) => {
                tell_in(&mut meant.chunks, chunks);
                tell_in(&mut meant.files, files);
                chunks
            }
            None => {
                standardise(&mut meant.files, |file| !layout.chunks(FileId(file as u32)).is_empty());
                standardise(&mut meant.chunks, |_| true)
            }
        };
        let floor = match floor {
            Floor::Cosine(cosine) => (cosine - mean) / deviation.max(1e-6),
            Floor::Deviations(deviations) => deviations,
        };
        meant.enough = meant.enough(layout, snapshot).max(floor);
        meant
    }

    /// How near a chunk is; as near as usual if it was not compared.
    pub(super) fn chunk(&self, number: usize) -> f32 {
        self.chunks.get(number).copied().filter(|nearness| !nearness.is_nan()).unwrap_or(0.0)
    }

    /// How near a file is as a whole.
    pub(super) fn file(&self, file: FileId) -> f32 {
        self.files.get(file.0 as usize).copied().filter(|nearness| !nearness.is_nan()).unwrap_or(0.0)
    }

    /// True when not all were compared.
    pub(super) fn is_partial(&self) -> bool {
        self.rest.is_some()
    }

    /// Compares all chunks of these files, if not all were.
    pub(super) fn compare(&mut self, snapshot: &Snapshot, layout: &Layout, files: &[FileId]) -> Result<(), Error> {
        let Some(Rest { question, usual }) = &self.rest else { return Ok(()) };
        let mut found = snapshot.similarities_of(question, files)?;
        tell_in(&mut found.chunks, usual.0);
        tell_in(&mut found.files, usual.1);
        let mut at = 0;
        for (file, whole) in files.iter().zip(found.files) {
            let numbers = layout.chunks(*file);
            let end = at + numbers.len();
            self.chunks[numbers].copy_from_slice(&found.chunks[at..end]);
            self.files[file.0 as usize] = whole;
            at = end;
        }
        Ok(())
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

/// Turns values into standard deviations from a mean.
fn tell_in(values: &mut [f32], (mean, deviation): (f32, f32)) {
    let inverse = if deviation > 1e-6 { 1.0 / deviation } else { 0.0 };
    values.iter_mut().for_each(|value| *value = (*value - mean) * inverse);
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
    use crate::{Engine, Query};
    use indexer::{Control, Place, link_from};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_project_with_a_graph_is_answered_as_one_without() {
        let dir = tempfile::tempdir().unwrap();
        let (root, store) = (dir.path().join("p"), dir.path().join("s"));
        std::fs::create_dir_all(&root).unwrap();
        let words = ["user", "cache", "parse", "index", "route", "price", "retry", "token", "lock", "graph"];
        for at in 0..900usize {
            let [a, b, c] = [1, 10, 100].map(|step| words[at / step % 10]);
            let text = format!("def {b}_{c}(it):\n    return {a}(it)\n");
            std::fs::write(root.join(format!("{a}_{at}.py")), text).unwrap();
        }
        let (stop, place) = (AtomicBool::new(false), Place::with_store(&root, &store).unwrap());
        let control = Control { progress: &|_| {}, stop: &stop, wait: true };
        indexer::index(&place, &control).unwrap();
        link_from(&place, 1, &control).unwrap();
        let exact = Engine::new(Snapshot::open(&place, &control).unwrap());
        let linked = Engine::new(Snapshot::open(&place, &control).unwrap().with_graph_from(1));
        for question in ["where is the user cache parsed", "retry price path:lock", "graph_token", "login credentials"]
        {
            let paths = |engine: &Engine| {
                let answer = engine.search(&Query::parse(question).unwrap(), 5).unwrap();
                answer.hits.into_iter().map(|hit| hit.path).collect::<Vec<_>>()
            };
            assert_eq!(paths(&linked), paths(&exact), "{question}");
        }
    }

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
