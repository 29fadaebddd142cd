//! Asks every system what a commit asks, of the tree as it was before that commit.
//!
//! One temporary folder goes through the trees, newest question first, with an index of its own:
//! from one tree to the next only the files that differ are written and read. So later commits are
//! hidden, at a price that allows hundreds of questions. Files that no question is about (tests, docs)
//! are taken out of every system's list, so that none is ahead only because it puts them last. A system is asked once before the clock
//! runs, as in a session that goes on; opening the tree is not counted.

use super::git::Git;
use super::history::{self, Question, is_source};
use super::{SYSTEMS, System, grep};
use crate::failure::Failure;
use retriever::{Control, Engine, Hit, IndexError, Place, Query, SymbolKind};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tempfile::TempDir;

/// Places that a system is asked for, enough to be left with some, and ranks that count.
const PLACES: usize = 60;
pub(super) const RANKS: usize = 10;

/// The answers to one question, by [`System`].
pub(super) struct Asked {
    pub(super) question: Question,
    /// The commit changed functions that were there before it.
    pub(super) has_functions: bool,
    pub(super) answers: [Answer; SYSTEMS.len()],
}

/// What one system answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// Rank of the first changed file.
    pub(super) file: Option<usize>,
    /// Rank of the first place in a changed function.
    pub(super) function: Option<usize>,
    /// The file that came first.
    pub(super) first: String,
    pub(super) seconds: f64,
}

/// A folder that holds one old tree after the other.
pub(super) struct OldTree<'a> {
    git: &'a Git,
    stop: &'a AtomicBool,
    place: Place,
    index: PathBuf,
    has_rg: bool,
    _dir: TempDir,
}

impl<'a> OldTree<'a> {
    /// An empty one.
    pub(super) fn new(git: &'a Git, stop: &'a AtomicBool) -> Result<OldTree<'a>, Failure> {
        let dir = TempDir::with_prefix("ori-bench-");
        let dir = dir.map_err(|error| Failure::request(format!("cannot make a temporary folder: {error}")))?;
        let root = dir.path().join("tree");
        std::fs::create_dir(&root)
            .map_err(|error| Failure::request(format!("cannot make {}: {error}", root.display())))?;
        let place = Place::with_store(&root, &dir.path().join("store"))?;
        Ok(OldTree { git, stop, place, index: dir.path().join("index"), has_rg: grep::is_there(), _dir: dir })
    }

    /// Goes to the tree that a question is asked of.
    pub(super) fn lay_out(&self, question: &Question) -> Result<(), Failure> {
        let laid_out = self.git.lay_out(&question.parent, (&self.place.root, &self.index));
        if laid_out.is_err() {
            // What git wrote before it failed is not in its index; it would stay in all later trees.
            let _ = std::fs::remove_file(&self.index);
            let emptied =
                std::fs::remove_dir_all(&self.place.root).and_then(|()| std::fs::create_dir(&self.place.root));
            emptied.map_err(|error| Failure::request(format!("cannot empty the temporary folder: {error}")))?;
        }
        laid_out
    }

    /// Asks a question of every system; none when its files are not searched.
    pub(super) fn ask(&self, question: Question) -> Result<Option<Asked>, Failure> {
        let control = Control { progress: &|_| {}, stop: self.stop, wait: true };
        let engine = Engine::open(&self.place, true, &control)?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(IndexError::Interrupted.into());
        }
        let searched = |path: &String| {
            let file = engine.snapshot().find(path);
            file.is_some_and(|file| engine.snapshot().file(file).skip.is_none())
        };
        if !question.files.iter().any(searched) {
            return Ok(None);
        }
        let functions = self.functions(&engine, &question)?;
        let query = Query::of_text(&question.text);
        engine.search(&Query::of_text("warm up"), 1)?;
        let mut answers: [Answer; SYSTEMS.len()] = Default::default();
        for (system, answer) in SYSTEMS.into_iter().zip(&mut answers) {
            let start = Instant::now();
            let (files, hits) = self.places(&engine, system, &query)?;
            let rank = |at: Option<usize>| at.map(|at| at + 1).filter(|rank| *rank <= RANKS);
            *answer = Answer {
                seconds: start.elapsed().as_secs_f64(),
                file: rank(files.iter().position(|path| question.files.contains(path))),
                function: rank(hits.iter().position(|hit| functions.iter().any(|function| function.is_in(hit)))),
                first: files.into_iter().next().unwrap_or_default(),
            };
        }
        Ok(Some(Asked { question, has_functions: !functions.is_empty(), answers }))
    }

    /// The files that a system answers, each once, and the places if it knows places.
    fn places(&self, engine: &Engine, system: System, query: &Query) -> Result<(Vec<String>, Vec<Hit>), Failure> {
        let hits = match system {
            System::Search => engine.search(query, PLACES)?.hits,
            System::Plain => engine.search_plain(query, PLACES)?.hits,
            System::Grep if self.has_rg => {
                let files = grep::files(&self.place.root, query).into_iter().filter(|path| is_source(path));
                return Ok((files.take(PLACES).collect(), Vec::new()));
            }
            System::Grep => Vec::new(),
        };
        let hits: Vec<Hit> = hits.into_iter().filter(|hit| is_source(&hit.path)).collect();
        let mut seen = HashSet::new();
        let files = hits.iter().filter(|hit| seen.insert(&hit.path)).map(|hit| hit.path.clone());
        Ok((files.collect(), hits))
    }

    /// The innermost functions that a commit changed.
    fn functions(&self, engine: &Engine, question: &Question) -> Result<Vec<Function>, Failure> {
        let mut functions = Vec::new();
        for (path, changes) in history::changed(self.git, question)? {
            let Some(outline) = engine.outline(&path)? else { continue };
            let is_function =
                |kind| matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor);
            let rows: Vec<(u32, u32)> =
                outline.rows.iter().filter(|row| is_function(row.kind)).map(|row| (row.line, row.end_line)).collect();
            for change in changes {
                let touched: Vec<(u32, u32)> =
                    rows.iter().copied().filter(|(first, last)| change.touches(*first, *last)).collect();
                let holds_another = |a: &(u32, u32)| touched.iter().any(|b| b != a && a.0 <= b.0 && b.1 <= a.1);
                let inner = touched.iter().filter(|lines| !holds_another(lines));
                functions.extend(inner.map(|&(first, last)| Function { path: path.clone(), first, last }));
            }
        }
        Ok(functions)
    }

    /// False when there is no `rg` to compare with.
    pub(super) fn has_rg(&self) -> bool {
        self.has_rg
    }
}

/// A function that a commit changed, before it.
struct Function {
    path: String,
    first: u32,
    last: u32,
}

impl Function {
    /// True when a place shows lines of it.
    fn is_in(&self, hit: &Hit) -> bool {
        hit.path == self.path && hit.start_line <= self.last && self.first <= hit.end_line
    }
}
