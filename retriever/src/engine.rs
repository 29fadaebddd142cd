//! The one door: a snapshot and what can be asked of it.

use crate::ask::{Question, classify};
use crate::context::Ground;
use crate::files::{FilesAnswer, files};
use crate::query::Query;
use crate::refs::Resolver;
use crate::search::{Kept, Layout, SearchAnswer, plain, search};
use crate::similar::{Similar, similar};
use crate::{
    Definition, Modules, OutlineAnswer, References, RefsOptions, Target, find_definitions, find_references_with,
    outline_of,
};
use indexer::{Embedder, Snapshot};
use std::sync::{Arc, OnceLock};

/// What can go wrong with a question.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The index or the working tree could not be read. After [`indexer::Error::Changed`], open a
    /// new snapshot and ask again.
    #[error(transparent)]
    Index(#[from] indexer::Error),
    /// The query does not say what is meant.
    #[error("{what} (at byte {} of the query)", .at + 1)]
    Query {
        /// Byte offset of the place.
        at: usize,
        /// What is wrong there.
        what: String,
    },
}

/// Answers questions about one snapshot.
pub struct Engine {
    snapshot: Snapshot,
    notes: Vec<String>,
    layout: OnceLock<Layout>,
    kept: Kept,
    modules: Arc<Modules>,
}

impl Engine {
    /// Answers from `snapshot`.
    pub fn new(snapshot: Snapshot) -> Engine {
        Engine {
            notes: snapshot.freshness().notes.clone(),
            snapshot,
            layout: OnceLock::new(),
            kept: Kept::default(),
            modules: Arc::default(),
        }
    }

    /// What a person should know about how the snapshot came to be.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn add_notes(&mut self, notes: Vec<String>) {
        self.notes.splice(0..0, notes);
    }

    /// From now on, asks `embedder` what questions mean; only the first one counts.
    pub fn use_embedder(&self, embedder: Arc<dyn Embedder>) {
        let _ = self.kept.embedder.set(embedder);
    }

    /// What it answers from.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The at most `limit` places that answer `query` best.
    pub fn search(&self, query: &Query, limit: usize) -> Result<SearchAnswer, Error> {
        search(&self.snapshot, self.ready_layout()?, &self.kept, (query, limit))
    }

    /// The same by plain BM25 of the words alone: what [`Engine::search`] has to be better than.
    pub fn search_plain(&self, query: &Query, limit: usize) -> Result<SearchAnswer, Error> {
        plain(&self.snapshot, self.layout(), query, limit)
    }

    /// The layout, made together with all else that a first search needs.
    fn ready_layout(&self) -> Result<&Layout, Error> {
        if self.layout.get().is_none() {
            rayon::join(|| self.layout(), || self.snapshot.warm_up()).1?;
        }
        Ok(self.layout())
    }

    pub(crate) fn ground(&self) -> Ground<'_> {
        Ground { snapshot: &self.snapshot, layout: self.layout(), kept: &self.kept }
    }

    fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::new(&self.snapshot))
    }

    /// The at most `limit` places whose code is most like that at 1-based `line` of the file at `path`.
    pub fn similar(&self, path: &str, line: u32, limit: usize) -> Result<Similar, Error> {
        similar(&self.snapshot, (path, line), limit)
    }

    /// The at most `limit` files whose paths fit `fuzzy` best; every file for an empty one.
    pub fn files(&self, fuzzy: &str, limit: usize) -> FilesAnswer {
        files(&self.snapshot, fuzzy, limit)
    }

    /// What the meaning of names is asked of, for one question.
    pub(crate) fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.snapshot, Arc::clone(&self.modules)).remembering()
    }

    /// Where `target` is used.
    pub fn references(&self, target: &Target, options: &RefsOptions) -> Result<References, Error> {
        Ok(find_references_with(&self.snapshot, Arc::clone(&self.modules), target, options)?)
    }

    /// Where `target` is defined.
    pub fn definitions(&self, target: &Target) -> Result<Vec<Definition>, Error> {
        Ok(find_definitions(&self.snapshot, target)?)
    }

    /// The symbols of the file at `path`; none if there is no such file.
    pub fn outline(&self, path: &str) -> Result<Option<OutlineAnswer>, Error> {
        Ok(outline_of(&self.snapshot, path)?)
    }

    /// What kind of question this is, and about which name.
    pub fn ask(&self, question: &str) -> Question {
        classify(question, &|name| !self.snapshot.files_naming(name).is_empty())
    }
}
