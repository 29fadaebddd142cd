//! The cheap round: which files are worth a look inside.

use super::filter::Admitted;
use super::layout::{spoken, stem_of};
use super::paths::PathWords;
use super::{Candidate, LOOKED_INTO, LOOKED_INTO_FILTERED, Search};
use crate::Error;
use crate::query::{Query, Within};
use crate::rank::{self, Feature, Features};
use crate::role::{self, FileRole};
use indexer::{FileId, Snapshot};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Chunks among which a file's are counted for coherence.
const BEST_CHUNKS: usize = 30;
/// What meaning counts beside words where chunks are counted for coherence.
const COHERENT_MEANING: f32 = 0.3;
/// Stems that every project has; what others say of them says nothing.
const CENTRAL_STEM_MIN: usize = 3;
/// Files whose mentions are counted; for those behind it would not matter.
const CENTRAL_MAX: usize = 32;
/// Chunks whose nearness says how near a file is throughout.
const BEST_FEW: usize = 3;
/// Of how many best files the folder matters.
const COMPANIONS: usize = 10;
/// What it counts that only the first part of a file's name is what was named.
const PARTLY: f32 = 0.5;
/// Files whose chunks are all compared when the graph has not led to them.
const COMPARED: usize = 600;

/// What is known about all files before any is looked into.
pub(crate) struct Cheap<'a> {
    paths: PathWords,
    coherent: BTreeMap<FileId, u32>,
    priors: [f32; FileRole::ALL.len()],
    search: &'a Search<'a>,
}

impl Search<'_> {
    /// The files worth a look inside, with what is known so far; and how many fitted at all.
    pub(super) fn shortlist(&mut self) -> Result<(Vec<Candidate>, usize), Error> {
        let admitted = Admitted::new(self.snapshot, self.layout, &self.query.filter);
        let mut files: Vec<FileId> = self.snapshot.files().filter(|file| admitted.holds(*file)).collect();
        let mut n_fitting = None;
        if self.meant.is_partial() {
            let mut candidates = self.fitting(&self.cheap(), &files);
            n_fitting = Some(candidates.len());
            files = self.compare_best(&mut candidates)?;
        }
        let cheap = self.cheap();
        let mut candidates = self.fitting(&cheap, &files);
        let n_candidates = n_fitting.unwrap_or(candidates.len());
        best(&mut candidates, if self.looks_inside_to_filter() { LOOKED_INTO_FILTERED } else { LOOKED_INTO });
        let folders: Vec<usize> = candidates.iter().map(|candidate| self.layout.folder(candidate.file)).collect();
        for (rank, candidate) in candidates.iter_mut().enumerate() {
            self.add_slow_features(candidate, &cheap);
            let beside = folders.iter().take(COMPANIONS).enumerate();
            let n_beside = beside.filter(|(other, folder)| *other != rank && **folder == folders[rank]).count();
            candidate.features[Feature::Companions as usize] = (1.0 + n_beside as f32).ln();
            if rank < CENTRAL_MAX {
                candidate.features[Feature::Central as usize] = self.central(candidate.file);
            }
        }
        Ok((candidates, n_candidates))
    }

    /// Compares the meaning of the files that fit best by all else, where not all were compared.
    pub(crate) fn complete(&mut self) -> Result<(), Error> {
        if self.meant.is_partial() {
            let files: Vec<FileId> = self.snapshot.files().collect();
            let mut candidates = self.fitting(&self.cheap(), &files);
            self.compare_best(&mut candidates)?;
        }
        Ok(())
    }

    fn compare_best(&mut self, candidates: &mut Vec<Candidate>) -> Result<Vec<FileId>, Error> {
        best(candidates, COMPARED);
        let files: Vec<FileId> = candidates.iter().map(|candidate| candidate.file).collect();
        self.meant.compare(self.snapshot, self.layout, &files)?;
        Ok(files)
    }

    /// Those of `files` in which anything fits.
    fn fitting(&self, cheap: &Cheap<'_>, files: &[FileId]) -> Vec<Candidate> {
        let fitting = files.iter().copied().filter(|file| self.layout.is_searched(*file)).filter_map(|file| {
            let features = cheap.features(file)?;
            let score = rank::score(&features);
            Some(Candidate { file, features, score, chunks: Vec::new(), contents: Arc::default() })
        });
        fitting.collect()
    }

    /// What is known about all files.
    pub(crate) fn cheap(&self) -> Cheap<'_> {
        Cheap {
            paths: PathWords::new(self.layout, self.query, &self.gathered.rarity),
            coherent: self.coherent(),
            priors: self.priors(),
            search: self,
        }
    }

    /// How many of the best chunks each file has.
    fn coherent(&self) -> BTreeMap<FileId, u32> {
        let worth = |number: usize| {
            let words = self.gathered.words[number] + self.gathered.names[number];
            words + COHERENT_MEANING * self.meant.chunk(number)
        };
        // Invariant: sorted, best first, at most BEST_CHUNKS of them.
        let mut best: Vec<(f32, usize)> = Vec::with_capacity(BEST_CHUNKS + 1);
        for number in 0..self.layout.n_chunks() {
            let sum = worth(number);
            if sum > 0.0 && (best.len() < BEST_CHUNKS || sum > best[BEST_CHUNKS - 1].0) {
                let at = best.partition_point(|(other, _)| *other >= sum);
                best.insert(at, (sum, number));
                best.truncate(BEST_CHUNKS);
            }
        }
        let mut counts = BTreeMap::new();
        for (_, number) in best {
            *counts.entry(self.layout.file_of(number)).or_insert(0) += 1;
        }
        counts
    }

    /// 1 when a file is called what the question names: `CommandDefinition.cs`. Less when only its first part is:
    /// `CommandDefinition.Async.cs` holds a share of it.
    pub(crate) fn named_after(&self, path: &str) -> f32 {
        let name = path.rsplit('/').next().unwrap_or(path);
        let whole = name.rsplit_once('.').map_or(name, |(whole, _)| whole);
        let named = if self.is_named(whole) { 1.0 } else { PARTLY };
        if named == 1.0 || self.is_named(stem_of(path)) { named } else { 0.0 }
    }

    fn is_named(&self, stem: &str) -> bool {
        let typed = |name: &str| name.starts_with(char::is_uppercase) || name.contains('_');
        let same = |name: &str| {
            let bare = |text: &str| {
                text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
            };
            name.len().abs_diff(stem.len()) <= 4 && bare(name) == bare(stem)
        };
        self.query.names.iter().any(|asked| typed(&asked.name) && same(&asked.name))
    }

    /// What each role costs, less what the question asks for.
    fn priors(&self) -> [f32; FileRole::ALL.len()] {
        let plain = self.query.filter.within == Within::Ranked;
        let asked = |role: FileRole| self.query.terms.iter().any(|term| role.is_asked_by(&term.word));
        FileRole::ALL.map(|role| if plain && !asked(role) { rank::role_prior(role) } else { 0.0 })
    }

    /// What is known about a file outside of it, for those that got this far.
    fn add_slow_features(&self, candidate: &mut Candidate, cheap: &Cheap<'_>) {
        let file = self.snapshot.file(candidate.file);
        let features = &mut candidate.features;
        features[Feature::Size as usize] = (1.0 + file.size as f32 / 40.0).ln();
        features[Feature::Tested as usize] = f32::from(u8::from(self.layout.is_tested(candidate.file, file.path)));
        features[Feature::NamedAfter as usize] = self.named_after(file.path);
        features[Feature::Path as usize] = cheap.paths.whole(self.layout, candidate.file);
        features[Feature::BestMeanings as usize] = self.best_meanings(candidate.file);
        features[Feature::Internal as usize] = f32::from(u8::from(role::is_internal(file.path)));
    }

    /// How near the best few chunks of a file are, on average.
    fn best_meanings(&self, file: FileId) -> f32 {
        let mut nearest = [f32::MIN; BEST_FEW];
        for number in self.layout.chunks(file) {
            let nearness = self.meant.chunk(number);
            let at = nearest.partition_point(|other| *other >= nearness);
            if at < BEST_FEW {
                nearest[at..].rotate_right(1);
                nearest[at] = nearness;
            }
        }
        let n = self.layout.chunks(file).len().min(BEST_FEW);
        nearest[..n].iter().sum::<f32>() / n.max(1) as f32
    }

    /// How many files speak of this one by its name, from 0 to 1.
    pub(crate) fn central(&self, file: FileId) -> f32 {
        let path = self.snapshot.file(file).path;
        let stem = spoken(path.rsplit_once('/').map_or("", |(folder, _)| folder), stem_of(path));
        if stem.len() < CENTRAL_STEM_MIN || self.layout.role(file) != FileRole::Source {
            return 0.0;
        }
        let n = self.kept.n_naming(self.snapshot, stem);
        (1.0 + n as f32).ln() / (2.0 + self.statistics.n_files as f32).ln()
    }
}

/// Leaves the best `n`, best first.
fn best(candidates: &mut Vec<Candidate>, n: usize) {
    let order = |a: &Candidate, b: &Candidate| b.score.total_cmp(&a.score).then(a.file.cmp(&b.file));
    if candidates.len() > n {
        candidates.select_nth_unstable_by(n, order);
        candidates.truncate(n);
    }
    candidates.sort_by(order);
}

/// Files that define a name of the question, or of its `sym:` filter.
pub(super) fn files_defining(snapshot: &Snapshot, query: &Query) -> BTreeMap<FileId, f32> {
    let mut found: BTreeMap<FileId, f32> = BTreeMap::new();
    let asked = query.names.iter().map(|asked| asked.name.as_str());
    for name in asked.chain(query.filter.symbols.iter().map(String::as_str)) {
        for in_file in snapshot.files_naming(name).iter().filter(|in_file| in_file.defines) {
            found.insert(in_file.file, 1.0);
        }
    }
    found
}

impl Cheap<'_> {
    /// The cheap features of a file; none when nothing in it fits.
    pub(crate) fn features(&self, file: FileId) -> Option<Features> {
        let (search, layout) = (self.search, self.search.layout);
        let gathered = &search.gathered;
        let mut features = Features::default();
        let (mut words, mut names, mut shown) = (0.0, 0.0, false);
        let mut meaning = f32::MIN;
        for number in layout.chunks(file).filter(|&number| search.may_show(number)) {
            shown = true;
            words = f32::max(words, gathered.words[number]);
            names = f32::max(names, gathered.names[number]);
            meaning = f32::max(meaning, search.meant.chunk(number));
        }
        let stem = self.paths.stem(layout, file);
        let naming = search.naming.get(&file).copied().unwrap_or(0.0);
        let filtered_out = !search.query.filter.symbols.is_empty() && naming == 0.0;
        let near = search.meant.brings_in(meaning);
        let fits = words > 0.0 || names > 0.0 || naming > 0.0 || stem > 0.0 || near || !search.has_text();
        if !shown || filtered_out || !fits {
            return None;
        }
        features[Feature::Words as usize] = words;
        features[Feature::Names as usize] = names;
        features[Feature::Defines as usize] = naming;
        features[Feature::Stem as usize] = stem;
        features[Feature::Folders as usize] = self.paths.folders(layout, file);
        let n_best = self.coherent.get(&file).copied().unwrap_or(0);
        features[Feature::Coherence as usize] = (1.0 + n_best as f32).ln();
        features[Feature::Meaning as usize] = meaning;
        features[Feature::FileMeaning as usize] = search.meant.file(file);
        features[Feature::Role as usize] = self.priors[layout.role(file) as usize];
        Some(features)
    }
}
