//! Comparing a question with the vectors of another model.

use super::{Similarities, Snapshot};
use crate::models::Model;
use crate::store::Store;
use crate::{Asking, Embedder, Error, FileId, NoVectors};
use rayon::prelude::*;

/// The share of chunks that must have vectors: with fewer, those that have some would come first for
/// no other reason.
const ENOUGH_PERCENT: usize = 95;
const FILES_AT_ONCE: usize = 64;

pub(super) fn similarities(
    snapshot: &Snapshot,
    embedder: &dyn Embedder,
    question: &str,
) -> Result<Result<Similarities, NoVectors>, Error> {
    if let Some(why) = embedder.unusable() {
        return Ok(Err(why));
    }
    let (id, model) = snapshot.other.get_or_init(|| {
        let dir = Store::of(&snapshot.place).models_dir();
        (embedder.id().to_string(), Model::open(&dir, embedder.id()))
    });
    let (files, n_chunks) = (snapshot.files().collect::<Vec<FileId>>(), snapshot.n_chunks());
    let n_of = |file: FileId| snapshot.row(file).meta.n_chunks;
    let rows = |file: FileId| model.rows(snapshot.blob(file)?, n_of(file));
    let n_known: usize = files.iter().filter(|file| rows(**file).is_some()).map(|file| n_of(*file) as usize).sum();
    let off = |what: String| Ok(Err(NoVectors { what }));
    if id != embedder.id() {
        return off(format!("a snapshot compares with one model, here with {id}"));
    }
    let Some(dims) = model.dims().filter(|_| n_known * 100 >= n_chunks * ENOUGH_PERCENT) else {
        return off(format!("{n_known} of {n_chunks} chunks are embedded by {id}; `ori reindex` goes on"));
    };
    let asked = match embedder.embed(&[question], Asking::Question) {
        Ok(vectors) => vectors.into_iter().next().unwrap_or_default(),
        Err(why) => return Ok(Err(why)),
    };
    if asked.len() != dims {
        return off(format!("the model gave {} values for the question, its chunks have {dims}", asked.len()));
    }
    let some = |files: &[FileId]| {
        let mut part = Similarities::default();
        for file in files {
            let start = part.chunks.len();
            match rows(*file) {
                Some(rows) => rows.products(&asked, &mut part.chunks),
                None => part.chunks.resize(start + n_of(*file) as usize, f32::NAN),
            }
            let own = &part.chunks[start..];
            part.files.push(own.iter().sum::<f32>() / own.len().max(1) as f32);
        }
        part
    };
    let parts: Vec<Similarities> = files.par_chunks(FILES_AT_ONCE).map(some).collect();
    let mut all = Similarities::default();
    for part in parts {
        all.chunks.extend(part.chunks);
        all.files.extend(part.files);
    }
    // What is too new to be known is as near as usual.
    fill_unknown(&mut all.chunks);
    fill_unknown(&mut all.files);
    Ok(Ok(all))
}

fn fill_unknown(values: &mut [f32]) {
    let known = values.iter().filter(|value| !value.is_nan());
    let (n, sum) = known.fold((0u32, 0.0f64), |(n, sum), value| (n + 1, sum + f64::from(*value)));
    let mean = (sum / f64::from(n.max(1))) as f32;
    values.iter_mut().filter(|value| value.is_nan()).for_each(|value| *value = mean);
}
