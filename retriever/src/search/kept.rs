//! Keeps the facts of files that were looked into, for the next question of the same snapshot.
//!
//! Reading facts back costs more than everything else a warm question does. A snapshot never
//! changes, so what was read once stays right. Bounded by what the facts weigh; when that is
//! passed, all is let go at once.

use crate::Error;
use indexer::{Contents, Embedder, FileId, Snapshot};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Facts that were read.
#[derive(Default)]
pub(crate) struct Kept {
    inner: Mutex<Inner>,
    /// The model that is asked instead of the built-in one.
    pub(crate) embedder: OnceLock<Arc<dyn Embedder>>,
}

#[derive(Default)]
struct Inner {
    contents: HashMap<FileId, Arc<Contents>>,
    weight: usize,
    /// How many files use a name that files are called by.
    n_naming: HashMap<String, usize>,
}

/// Occurrences and symbols kept at most: about 40 MB.
const WEIGHT_MAX: usize = 2 << 20;

impl Kept {
    /// The facts of a file, read if they are not here.
    pub(crate) fn contents(&self, snapshot: &Snapshot, file: FileId) -> Result<Arc<Contents>, Error> {
        if let Some(contents) = self.lock().contents.get(&file) {
            return Ok(Arc::clone(contents));
        }
        let contents = snapshot.contents(file)?;
        let weight = contents.outline.occurrences.len() + 4 * contents.outline.symbols.len() + 64;
        let mut inner = self.lock();
        if inner.weight + weight > WEIGHT_MAX {
            (inner.contents, inner.weight) = Default::default();
        }
        if inner.contents.insert(file, Arc::clone(&contents)).is_none() {
            inner.weight += weight;
        }
        Ok(contents)
    }

    /// How many files use `name`; for names of files, of which there are only so many.
    pub(crate) fn n_naming(&self, snapshot: &Snapshot, name: &str) -> usize {
        if let Some(n) = self.lock().n_naming.get(name) {
            return *n;
        }
        let n = snapshot.files_naming(name).len();
        self.lock().n_naming.insert(name.to_string(), n);
        n
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        // Whoever panicked left at worst a file too few.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
