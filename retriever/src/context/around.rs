//! The second round: what the best chunks of the first lead to.
//!
//! What good chunks call, what calls them, the rest of their class and file, and what changed
//! together with their files. Only names that few candidates define tie two chunks together.

use super::changes::Changes;
use super::features::{Feature, N_FIRST};
use super::gather::{Candidate, FileFacts};
use super::weights;
use crate::role::FileRole;
use grammars::{Role, Span, SymbolKind};
use indexer::FileId;
use std::collections::{BTreeMap, HashMap};

/// Chunks whose surroundings are looked at.
const BEST: usize = 60;
/// Candidates that define a name, for it to tie.
const DEFINERS_MAX: usize = 4;
/// Shorter names tie by chance.
const NAME_MIN: usize = 4;

/// Scores the first round, adds what the second knows, and scores again.
pub(crate) fn rank(candidates: &mut [Candidate], files: &BTreeMap<FileId, FileFacts>, changes: &Changes) {
    for candidate in candidates.iter_mut() {
        candidate.score = weights::first(&candidate.features);
    }
    let top = candidates.iter().map(|candidate| candidate.score).fold(f32::MIN, f32::max);
    let worth: Vec<f32> = candidates.iter().map(|candidate| (candidate.score - top).exp()).collect();
    let mut best: Vec<usize> = (0..candidates.len()).collect();
    best.sort_by(|&a, &b| candidates[b].score.total_cmp(&candidates[a].score).then(a.cmp(&b)));
    best.truncate(BEST);
    let round = Round { files, worth: &worth, best: &best };
    round.names(candidates);
    round.places(candidates);
    round.history(candidates, changes);
    for candidate in candidates.iter_mut() {
        candidate.features[N_FIRST] = candidate.score - top;
        candidate.score = weights::second(&candidate.features);
    }
}

struct Round<'a> {
    files: &'a BTreeMap<FileId, FileFacts>,
    /// Of each candidate after the first round, 1 for the best.
    worth: &'a [f32],
    best: &'a [usize],
}

impl<'a> Round<'a> {
    fn span(&self, candidate: &Candidate) -> Span {
        self.files[&candidate.file].contents.chunks[candidate.index as usize].span
    }

    /// Who uses what the best define, and what the best use.
    fn names(&self, candidates: &mut [Candidate]) {
        let definers = self.definers(candidates);
        let (mut called, mut tested) = (vec![0.0f32; candidates.len()], vec![0.0f32; candidates.len()]);
        let mut wanted: HashMap<&str, f32> = HashMap::new();
        for (name, list) in &definers {
            let worth = list.iter().map(|&at| self.worth[at]).fold(0.0, f32::max) / (list.len() as f32).sqrt();
            if worth > 1e-3 {
                wanted.insert(name, worth);
            }
        }
        for &user in self.best {
            let from = &candidates[user];
            let facts = &self.files[&from.file];
            let into = if facts.role == FileRole::Test { &mut tested } else { &mut called };
            let mut seen: Vec<usize> = Vec::new();
            for name in used_names(&facts.contents.outline, self.span(from)) {
                for &at in definers.get(name).into_iter().flatten() {
                    if at != user && !seen.contains(&at) {
                        seen.push(at);
                        into[at] += self.worth[user] / (definers[name].len() as f32).sqrt();
                    }
                }
            }
        }
        // By file: what each of its names is worth.
        let mut by_file: HashMap<FileId, Vec<f32>> = HashMap::new();
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let outline = &self.files[&candidate.file].contents.outline;
            let worths = by_file.entry(candidate.file).or_insert_with(|| {
                outline.names.iter().map(|name| wanted.get(name).copied().unwrap_or(0.0)).collect()
            });
            let chunk = self.files[&candidate.file].contents.chunks[candidate.index as usize].span;
            let mut uses = 0.0f32;
            for occurrence in occurrences(outline, chunk) {
                if occurrence.role != Role::Def {
                    uses = uses.max(worths[occurrence.name.0 as usize]);
                }
            }
            candidate.features[Feature::UsesBest as usize] = uses;
            candidate.features[Feature::CalledByBest as usize] = (1.0 + called[index]).ln();
            candidate.features[Feature::CalledByTests as usize] = (1.0 + tested[index]).ln();
        }
    }

    /// The candidates that define each name, where they are few.
    fn definers(&self, candidates: &[Candidate]) -> HashMap<&'a str, Vec<usize>> {
        let starts = starts(candidates);
        let mut definers: HashMap<&str, Vec<usize>> = HashMap::new();
        for (&file, facts) in self.files {
            let Some(&start) = starts.get(&file) else { continue };
            let outline = &facts.contents.outline;
            for symbol in outline.symbols.iter().filter(|symbol| ties(symbol.kind)) {
                let name = outline.names.get(symbol.name);
                if name.len() >= NAME_MIN {
                    let at = facts.contents.chunks.partition_point(|chunk| chunk.span.end <= symbol.name_at);
                    let list = definers.entry(name).or_default();
                    if at < facts.contents.chunks.len() && list.last() != Some(&(start + at)) {
                        list.push(start + at);
                    }
                }
            }
        }
        definers.retain(|_, list| list.len() <= DEFINERS_MAX);
        definers
    }

    /// The rest of the class, the function, the file.
    fn places(&self, candidates: &mut [Candidate]) {
        let mut classes: HashMap<(FileId, u32), f32> = HashMap::new();
        let mut symbols: HashMap<(FileId, u32), f32> = HashMap::new();
        let mut files: HashMap<FileId, (f32, f32)> = HashMap::new();
        let of = |candidate: &Candidate| {
            let contents = &self.files[&candidate.file].contents;
            let symbol = contents.chunks[candidate.index as usize].symbol;
            let class = symbol.and_then(|symbol| contents.outline.symbols[symbol as usize].parent);
            (symbol, class)
        };
        for (candidate, &worth) in candidates.iter().zip(self.worth) {
            let (symbol, class) = of(candidate);
            let take = |map: &mut HashMap<(FileId, u32), f32>, index: Option<u32>| {
                if let Some(index) = index {
                    let best = map.entry((candidate.file, index)).or_default();
                    *best = best.max(worth);
                }
            };
            take(&mut classes, class);
            take(&mut symbols, symbol);
            let (best, mass) = files.entry(candidate.file).or_default();
            *best = best.max(worth);
            *mass += worth;
        }
        for index in 0..candidates.len() {
            let beside = |other: Option<usize>| {
                let other = other.filter(|&other| candidates.get(other).is_some_and(|there| there.file == candidates[index].file));
                other.map_or(0.0, |other| self.worth[other])
            };
            let neighbour = f32::max(beside(index.checked_sub(1)), beside(Some(index + 1)));
            let candidate = &mut candidates[index];
            let (symbol, class) = of(candidate);
            let best = |map: &HashMap<(FileId, u32), f32>, at: Option<u32>| at.map_or(0.0, |at| map[&(candidate.file, at)]);
            let (same_class, same_symbol) = (best(&classes, class), best(&symbols, symbol));
            let (file_best, mass) = files[&candidate.file];
            let features = &mut candidate.features;
            features[Feature::Neighbour as usize] = neighbour;
            features[Feature::SameClass as usize] = same_class;
            features[Feature::SameSymbol as usize] = same_symbol;
            features[Feature::FileBest as usize] = file_best.max(1e-6).ln();
            features[Feature::FileMass as usize] = (1.0 + mass).ln();
        }
    }

    fn history(&self, candidates: &mut [Candidate], changes: &Changes) {
        let mut worth: HashMap<FileId, f32> = HashMap::new();
        for &at in self.best {
            let best = worth.entry(candidates[at].file).or_default();
            *best = best.max(self.worth[at]);
        }
        let likely = changes.with(&worth);
        for candidate in candidates {
            candidate.features[Feature::CoChange as usize] = likely.get(&candidate.file).copied().unwrap_or(0.0);
        }
    }
}

/// Where the candidates of each file begin; those of a file follow each other.
fn starts(candidates: &[Candidate]) -> HashMap<FileId, usize> {
    let mut starts = HashMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        starts.entry(candidate.file).or_insert(index);
    }
    starts
}

fn ties(kind: SymbolKind) -> bool {
    use SymbolKind::*;
    kind.is_callable() || kind.is_type() || matches!(kind, Constant | Module)
}

fn occurrences(outline: &grammars::Outline, span: Span) -> impl Iterator<Item = &grammars::Occurrence> {
    let start = outline.occurrences.partition_point(|occurrence| occurrence.at < span.start);
    outline.occurrences[start..].iter().take_while(move |occurrence| occurrence.at < span.end)
}

/// Names that stand in code in a stretch of a file, its own definitions left out.
fn used_names(outline: &grammars::Outline, span: Span) -> impl Iterator<Item = &str> {
    let used = occurrences(outline, span).filter(|used| used.role.is_code() && used.role != Role::Def);
    used.map(|used| outline.names.get(used.name))
}
