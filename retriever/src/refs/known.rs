//! What is worked out once and kept: the facts of files, and answers that hold wherever they are
//! asked from.
//!
//! Both are bounded: what is full starts anew, since all of it can be worked out again. An answer
//! is kept only if no limit cut it short, so it does not matter who asked first.
//!
//! Knows nothing of what the answers say.

use super::facts::Facts;
use indexer::FileId;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// Answers kept of one kind.
const ANSWERS_MAX: usize = 200_000;
/// Occurrences of all files kept; with what belongs to one, some seventy bytes each.
const OCCURRENCES_MAX: usize = 3_000_000;

/// Answers by what they are about.
pub(crate) struct Known<K, T> {
    map: RwLock<HashMap<K, T>>,
}

impl<K, T> Default for Known<K, T> {
    fn default() -> Known<K, T> {
        Known { map: RwLock::default() }
    }
}

impl<K: Eq + Hash, T: Clone> Known<K, T> {
    pub(crate) fn get(&self, key: &K) -> Option<T> {
        self.map.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    pub(crate) fn keep(&self, key: K, answer: T) {
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        if map.len() >= ANSWERS_MAX {
            map.clear();
        }
        map.insert(key, answer);
    }
}

/// The facts of files, those used last for sure: what is full becomes the older half, and what
/// nobody asks for again goes with it.
#[derive(Default)]
pub(crate) struct FactsKept {
    kept: RwLock<Kept>,
}

#[derive(Default)]
struct Kept {
    by_file: HashMap<FileId, Arc<Facts>>,
    older: HashMap<FileId, Arc<Facts>>,
    n_occurrences: usize,
}

impl Kept {
    fn add(&mut self, facts: Arc<Facts>) {
        if self.n_occurrences > OCCURRENCES_MAX / 2 {
            self.older = std::mem::take(&mut self.by_file);
            self.n_occurrences = 0;
        }
        self.n_occurrences += facts.outline().occurrences.len();
        self.by_file.insert(facts.file, facts);
    }
}

impl FactsKept {
    pub(crate) fn get(&self, file: FileId) -> Option<Arc<Facts>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(facts) = kept.by_file.get(&file) {
            return Some(facts.clone());
        }
        let facts = kept.older.get(&file)?.clone();
        drop(kept);
        Some(self.keep_shared(facts))
    }

    /// Keeps the facts of a file, or gives those that somebody else has brought meanwhile.
    pub(crate) fn keep(&self, facts: Facts) -> Arc<Facts> {
        self.keep_shared(Arc::new(facts))
    }

    fn keep_shared(&self, facts: Arc<Facts>) -> Arc<Facts> {
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.by_file.get(&facts.file) {
            return known.clone();
        }
        kept.add(facts.clone());
        facts
    }
}
