//! Asks another model for the vectors of all contents of a view that it has none of yet.
//!
//! Nobody waits for it: questions are answered from keywords and the built-in vectors meanwhile. What
//! came is kept portion by portion, so that a run that was stopped, or refused, goes on where it was.

use super::{Model, Portion};
use crate::pipeline::{Control, Progress, Stage};
use crate::store::Store;
use crate::{Asking, BlobId, Embedder, Error, FileId, NoVectors, Place, Snapshot};
use std::collections::HashSet;
use std::fs::File;
use std::sync::atomic::Ordering;

/// What came of asking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embedded {
    /// Chunks of the view.
    pub n_chunks: usize,
    /// Those that have vectors now.
    pub n_known: usize,
    /// Those that got theirs in this run.
    pub n_new: usize,
    /// Why the others have none.
    pub off: Option<NoVectors>,
}

/// Vectors after which a portion is kept.
const PORTION: usize = 1024;
/// Bytes of a chunk that a model is shown; chunks are mostly shorter, and models have limits.
const TEXT_BYTES_MAX: usize = 6 << 10;

/// Asks `embedder` for what it has not given yet, and keeps it.
pub fn embed_all(place: &Place, embedder: &dyn Embedder, control: &Control<'_>) -> Result<Embedded, Error> {
    let snapshot = Snapshot::open_published(place, control)?;
    let dir = Store::of(place).models_dir();
    let lock = dir.join("lock");
    let lock =
        File::options().create(true).truncate(false).write(true).open(&lock).map_err(Error::io("write", lock))?;
    let mut filled = Embedded::default();
    let model = Model::open(&dir, embedder.id());
    let mut missing = Vec::new();
    let mut seen = HashSet::new();
    for (file, blob, n_chunks) in embeddable(&snapshot) {
        filled.n_chunks += n_chunks as usize;
        match model.rows(blob, n_chunks) {
            Some(_) => filled.n_known += n_chunks as usize,
            None if seen.insert(blob) => missing.push((file, blob)),
            None => {}
        }
    }
    if missing.is_empty() {
        return Ok(filled);
    }
    if let Some(why) = embedder.unusable() {
        return Ok(Embedded { off: Some(why), ..filled });
    }
    if lock.try_lock().is_err() {
        filled.off = Some(no("another `ori` is asking the model already"));
        return Ok(filled);
    }
    let mut filler = Filler { snapshot: &snapshot, embedder, control, model, portion: Portion::default(), filled };
    let result = filler.fill(&missing);
    // Whatever ended it, what came is kept.
    filler.model.keep(&filler.portion)?;
    filler.model.merge()?;
    let known = embeddable(&snapshot).filter(|(_, blob, n)| filler.model.rows(*blob, *n).is_some());
    filler.filled.n_known = known.map(|(_, _, n)| n as usize).sum();
    match result {
        Err(Stopped::Error(error)) => Err(error),
        Err(Stopped::Refused(why)) => Ok(Embedded { off: Some(why), ..filler.filled }),
        Ok(()) => Ok(filler.filled),
    }
}

/// The files that have chunks, with their contents and how many.
fn embeddable(snapshot: &Snapshot) -> impl Iterator<Item = (FileId, BlobId, u32)> {
    let chunks = |file| Some((file, snapshot.blob(file)?, snapshot.file(file).n_chunks));
    snapshot.files().filter_map(chunks).filter(|(_, _, n)| *n > 0)
}

fn no(what: impl Into<String>) -> NoVectors {
    NoVectors { what: what.into() }
}

enum Stopped {
    Error(Error),
    Refused(NoVectors),
}

struct Filler<'a> {
    snapshot: &'a Snapshot,
    embedder: &'a dyn Embedder,
    control: &'a Control<'a>,
    model: Model,
    portion: Portion,
    filled: Embedded,
}

impl Filler<'_> {
    fn fill(&mut self, missing: &[(FileId, BlobId)]) -> Result<(), Stopped> {
        let batch = self.embedder.n_texts_max().max(1);
        // Contents whose texts wait to fill a batch.
        let mut waiting: Vec<(BlobId, usize)> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for (at, (file, blob)) in missing.iter().enumerate() {
            if let Some(own) = self.texts(*file, *blob).map_err(Stopped::Error)? {
                waiting.push((*blob, own.len()));
                texts.extend(own);
            }
            if texts.len() >= batch || at + 1 == missing.len() {
                self.ask(&std::mem::take(&mut waiting), &std::mem::take(&mut texts), batch)?;
            }
        }
        Ok(())
    }

    /// The texts of a file's chunks; none if it is no longer what it was.
    fn texts(&self, file: FileId, blob: BlobId) -> Result<Option<Vec<String>>, Error> {
        let source = match self.snapshot.source(file) {
            Ok(source) if source.blob == blob => source.text,
            Ok(_) | Err(Error::Changed { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let contents = self.snapshot.contents(file)?;
        let text = |chunk: &crate::Chunk| {
            let header = chunk.header.map_or("", |header| header.of(&source));
            let mut text = format!("{header}{}{}", if header.is_empty() { "" } else { "\n" }, chunk.span.of(&source));
            let end = (0..=TEXT_BYTES_MAX.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
            text.truncate(end.unwrap_or(0));
            text
        };
        Ok(Some(contents.chunks.iter().map(text).collect()))
    }

    fn ask(&mut self, contents: &[(BlobId, usize)], texts: &[String], batch: usize) -> Result<(), Stopped> {
        let mut vectors: Vec<Vec<f32>> = Vec::with_capacity(texts.len());
        for texts in texts.chunks(batch) {
            if self.control.stop.load(Ordering::Relaxed) {
                return Err(Stopped::Error(Error::Interrupted));
            }
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let given = self.embedder.embed(&texts, Asking::Chunks(self.control.stop));
            if self.control.stop.load(Ordering::Relaxed) {
                return Err(Stopped::Error(Error::Interrupted));
            }
            let given = given.map_err(Stopped::Refused)?;
            let dims = self.model.dims().or(vectors.first().map(Vec::len)).or(given.first().map(Vec::len)).unwrap_or(0);
            let wrong = |vector: &&Vec<f32>| vector.len() != dims || dims == 0;
            if given.len() != texts.len() || given.iter().any(|vector| wrong(&vector)) {
                let found = given.iter().find(wrong).map_or(0, Vec::len);
                let what = format!("the model gave vectors of {found} values where there are some of {dims}");
                return Err(Stopped::Refused(no(what)));
            }
            vectors.extend(given);
            self.filled.n_new += texts.len();
            self.tell();
        }
        let mut vectors = &vectors[..];
        for (blob, n) in contents {
            let (own, rest) = vectors.split_at(*n);
            self.portion.add(*blob, own);
            vectors = rest;
        }
        if self.portion.len() >= PORTION || self.model.dims().is_none() {
            self.model.keep(&std::mem::take(&mut self.portion)).map_err(Stopped::Error)?;
        }
        Ok(())
    }

    fn tell(&self) {
        let Embedded { n_chunks, n_known, n_new, .. } = self.filled;
        let n_done = (n_known + n_new).min(n_chunks);
        let progress = Progress { stage: Stage::Embedding, n_files: n_chunks, n_done, bytes: 0, bytes_done: 0 };
        (self.control.progress)(&progress);
    }
}
