//! The second round: how well whole files fit, by what the best chunks of the first round lead to.
//!
//! A file is judged by the best that its chunks have of every feature, by how many of its chunks are
//! good, and by its ties: what good chunks use, what changed together with their files, and what lies
//! in their folder. Only names that few candidates define tie a file to a chunk.
//!
//! Tried on the dev sets and not worth it (cross-validated over repositories, 2026-11): the same ties
//! chunk by chunk, the rest of a class, neighbours, what tests use, boosted trees over all features.

use super::changes::Changes;
use super::features::{Feature, Features, N_FEATURES};
use super::gather::{Candidate, FileFacts};
use super::weights;
use grammars::{Role, Span, SymbolKind};
use indexer::FileId;
use std::collections::{BTreeMap, HashMap};

/// How far behind the best a chunk may be to count a third of it.
const SOFT: f32 = 2.0;
/// Chunks whose ties are looked at.
const BEST: usize = 60;
/// Candidates that define a name, for it to tie.
const DEFINERS_MAX: usize = 4;
/// Shorter names tie by chance.
const NAME_MIN: usize = 4;
/// What the fit of its file adds to a chunk.
const FILE_COUNTS: f32 = 0.25; // context dev sets, cross-validated: Acc@5 81.5 -> 82.5, func@8k as without; .75 costs 1 there

/// Scores the chunks, and then the files; gives the files, best first.
pub(crate) fn rank(
    candidates: &mut [Candidate],
    files: &BTreeMap<FileId, FileFacts>,
    changes: &Changes,
) -> Vec<FileId> {
    for candidate in candidates.iter_mut() {
        candidate.score = weights::chunk(&candidate.features);
    }
    let top = candidates.iter().map(|candidate| candidate.score).fold(f32::MIN, f32::max);
    candidates.iter_mut().for_each(|candidate| candidate.score -= top);
    let mut best: Vec<usize> = (0..candidates.len()).collect();
    best.sort_by(|&a, &b| candidates[b].score.total_cmp(&candidates[a].score).then(a.cmp(&b)));
    best.truncate(BEST);
    let ties = Ties { files, best: &best };
    ties.add(candidates, changes);
    let fits = fits(candidates);
    let best = fits.values().copied().fold(f32::MIN, f32::max);
    for candidate in candidates.iter_mut() {
        candidate.score += FILE_COUNTS * (fits[&candidate.file] - best);
    }
    let mut order: Vec<FileId> = fits.keys().copied().collect();
    order.sort_by(|a, b| fits[b].total_cmp(&fits[a]).then(a.cmp(b)));
    order
}

/// How well each file fits as a whole.
fn fits(candidates: &[Candidate]) -> BTreeMap<FileId, f32> {
    let mut files: BTreeMap<FileId, (Features, Vec<f32>)> = BTreeMap::new();
    for candidate in candidates {
        let (most, scores) = files.entry(candidate.file).or_insert(([f32::MIN; N_FEATURES], Vec::new()));
        most.iter_mut().zip(&candidate.features).for_each(|(most, value)| *most = most.max(*value));
        scores.push(candidate.score);
    }
    files.into_iter().map(|(file, (most, scores))| (file, weights::file(&most, scores))).collect()
}

fn worth(candidate: &Candidate) -> f32 {
    (candidate.score / SOFT).exp()
}

struct Ties<'a> {
    files: &'a BTreeMap<FileId, FileFacts>,
    best: &'a [usize],
}

impl<'a> Ties<'a> {
    fn add(&self, candidates: &mut [Candidate], changes: &Changes) {
        let called = self.called(candidates);
        let mut best: BTreeMap<FileId, f32> = BTreeMap::new();
        for candidate in candidates.iter() {
            let most = best.entry(candidate.file).or_default();
            *most = most.max(worth(candidate));
        }
        let mut folders: HashMap<usize, f32> = HashMap::new();
        for (file, worth) in &best {
            *folders.entry(self.files[file].folder).or_default() += worth;
        }
        let told: HashMap<FileId, f32> =
            self.best.iter().map(|&at| candidates[at].file).map(|file| (file, best[&file])).collect();
        let likely = changes.with(&told);
        for candidate in candidates {
            let file = candidate.file;
            let of = |map: &HashMap<FileId, f32>| map.get(&file).copied().unwrap_or(0.0);
            let others = folders[&self.files[&file].folder] - best[&file];
            candidate.features[Feature::FileCalled as usize] = (1.0 + of(&called)).ln();
            candidate.features[Feature::CoChange as usize] = of(&likely);
            candidate.features[Feature::FolderMass as usize] = (1.0 + others.max(0.0)).ln();
        }
    }

    /// How much good chunks use what each file defines, by its most used chunk.
    fn called(&self, candidates: &[Candidate]) -> HashMap<FileId, f32> {
        let definers = self.definers(candidates);
        let mut called: HashMap<usize, f32> = HashMap::new();
        for &user in self.best {
            let from = &candidates[user];
            let contents = &self.files[&from.file].contents;
            let mut seen: Vec<usize> = Vec::new();
            for name in used_names(&contents.outline, contents.chunks[from.index as usize].span) {
                let Some(list) = definers.get(name) else { continue };
                for &at in list.iter().filter(|at| **at != user) {
                    if !seen.contains(&at) {
                        seen.push(at);
                        *called.entry(at).or_default() += worth(from) / (list.len() as f32).sqrt();
                    }
                }
            }
        }
        let mut files: HashMap<FileId, f32> = HashMap::new();
        for (at, called) in called {
            let most = files.entry(candidates[at].file).or_default();
            *most = most.max(called);
        }
        files
    }

    /// The candidates that define each name, where they are few.
    fn definers(&self, candidates: &[Candidate]) -> HashMap<&'a str, Vec<usize>> {
        let mut starts: HashMap<FileId, usize> = HashMap::new();
        for (index, candidate) in candidates.iter().enumerate() {
            starts.entry(candidate.file).or_insert(index);
        }
        let mut definers: HashMap<&str, Vec<usize>> = HashMap::new();
        for (file, facts) in self.files {
            let Some(&start) = starts.get(file) else { continue };
            let outline = &facts.contents.outline;
            for symbol in outline.symbols.iter().filter(|symbol| ties(symbol.kind)) {
                let name = outline.names.get(symbol.name);
                let at = facts.contents.chunks.partition_point(|chunk| chunk.span.end <= symbol.name_at);
                let list = definers.entry(name).or_default();
                if name.len() >= NAME_MIN && at < facts.contents.chunks.len() && list.last() != Some(&(start + at)) {
                    list.push(start + at);
                }
            }
        }
        definers.retain(|_, list| list.len() <= DEFINERS_MAX);
        definers
    }
}

fn ties(kind: SymbolKind) -> bool {
    use SymbolKind::*;
    kind.is_callable() || kind.is_type() || matches!(kind, Constant | Module)
}

/// Names that stand in code in a stretch of a file, its own definitions left out.
fn used_names(outline: &grammars::Outline, span: Span) -> impl Iterator<Item = &str> {
    let start = outline.occurrences.partition_point(|occurrence| occurrence.at < span.start);
    let inside = outline.occurrences[start..].iter().take_while(move |occurrence| occurrence.at < span.end);
    let used = inside.filter(|used| used.role.is_code() && used.role != Role::Def);
    used.map(|used| outline.names.get(used.name))
}
