//! Keeps the facts of files that were looked into, for the next question of the same snapshot.
//!
//! Reading facts back costs more than everything else a warm question does. A snapshot never
//! changes, so what was read once stays right. Bounded by what the facts weigh; when that is
//! passed, all is let go at once.

use crate::Error;
use indexer::{Contents, FileId, Snapshot};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Facts that were read.
#[derive(Default)]
pub(crate) struct Kept {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    contents: HashMap<FileId, Arc<Contents>>,
    weight: usize,
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
            *inner = Inner::default();
        }
        if inner.contents.insert(file, Arc::clone(&contents)).is_none() {
            inner.weight += weight;
        }
        Ok(contents)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        // Whoever panicked left at worst a file too few.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
