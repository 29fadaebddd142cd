//! A file stands better when other good answers use what it defines.
//!
//! Among the few files looked into, one uses another when its best chunks use a name that the
//! other alone (or with one more) defines at its top. Each use counts by how well the user answers
//! by itself. The hub that a feature is built on is found so even where its own words differ.

use super::Candidate;
use crate::rank::{self, Feature};
use grammars::{NameId, Outline, Span, SymbolKind};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Names shorter than this are shared by chance.
const NAME_MIN: usize = 4;
/// Files that may define a name for it to tell them apart.
const DEFINERS_MAX: usize = 2;
/// What a use counts less where every file speaks of the one that is used.
const COMMON: f32 = 0.5;
/// A file that is this much behind the best counts a third of it.
const SCALE: f32 = 1.5;

/// Adds what the neighbours of each candidate say, and so its final score.
pub(super) fn add(candidates: &mut [Candidate]) {
    let best = candidates.iter().map(|candidate| candidate.score).fold(f32::MIN, f32::max);
    let definers = definers(candidates);
    let mut used = vec![0.0f32; candidates.len()];
    for (user, candidate) in candidates.iter().enumerate() {
        let worth = ((candidate.score - best) / SCALE).exp();
        for (definer, share) in uses(user, candidate, &definers) {
            used[definer] += worth * share;
        }
    }
    drop(definers);
    for (candidate, used) in candidates.iter_mut().zip(used) {
        // What the whole project speaks of is used by whatever answers.
        let common = candidate.features[Feature::Central as usize].clamp(0.0, 1.0);
        candidate.features[Feature::Used as usize] = (1.0 + used).ln() * (1.0 - COMMON * common);
        candidate.score = rank::score(&candidate.features);
    }
}

/// Who defines a name at its top: the first few, and how many there are.
#[derive(Default)]
struct Definers {
    first: [usize; DEFINERS_MAX],
    n: usize,
}

impl Definers {
    fn add(&mut self, candidate: usize) {
        if self.n > 0 && self.first[self.n.min(DEFINERS_MAX) - 1] == candidate {
            return;
        }
        if let Some(place) = self.first.get_mut(self.n) {
            *place = candidate;
        }
        // Beyond the last place it only matters that there are too many.
        self.n = (self.n + 1).min(DEFINERS_MAX + 1);
    }

    /// Those that define a name, if it tells them apart.
    fn telling(&self) -> &[usize] {
        if self.n <= DEFINERS_MAX { &self.first[..self.n] } else { &[] }
    }
}

/// The candidates that define each name at their top.
fn definers(candidates: &[Candidate]) -> HashMap<&str, Definers> {
    let mut definers: HashMap<&str, Definers> = HashMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        for name in top_names(&candidate.contents.outline) {
            definers.entry(name).or_default().add(index);
        }
    }
    definers
}

/// Which others the best chunks of a candidate use, and how surely.
fn uses(user: usize, candidate: &Candidate, definers: &HashMap<&str, Definers>) -> BTreeMap<usize, f32> {
    let (contents, mut uses) = (&candidate.contents, BTreeMap::new());
    let chunks = candidate.chunks.iter().filter_map(|chunk| contents.chunks.get(chunk.index as usize));
    let mut names: Vec<NameId> = chunks.flat_map(|chunk| used_names(&contents.outline, chunk.span)).collect();
    names.sort_unstable();
    names.dedup();
    for name in names.into_iter().map(|name| contents.outline.names.get(name)).filter(|name| name.len() >= NAME_MIN) {
        let list = definers.get(name).map_or(&[][..], Definers::telling);
        if list.contains(&user) {
            continue;
        }
        for &definer in list {
            let share: &mut f32 = uses.entry(definer).or_default();
            *share = share.max(1.0 / list.len() as f32);
        }
    }
    uses
}

/// Names defined at the top of a file, or of a module that is.
fn top_names(outline: &Outline) -> impl Iterator<Item = &str> {
    let is_module = |parent: u32| outline.symbols[parent as usize].kind == SymbolKind::Module;
    let top = outline.symbols.iter().filter(move |symbol| symbol.parent.is_none_or(is_module));
    top.map(|symbol| outline.names.get(symbol.name)).filter(|name| name.len() >= NAME_MIN)
}

/// Names that stand in a stretch of a file.
fn used_names(outline: &Outline, span: Span) -> impl Iterator<Item = NameId> {
    let occurrences = &outline.occurrences;
    let start = occurrences.partition_point(|occurrence| occurrence.at < span.start);
    let inside = occurrences[start..].iter().take_while(move |occurrence| occurrence.at < span.end);
    inside.map(|occurrence| occurrence.name)
}
