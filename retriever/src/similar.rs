//! Finds code like the code at a place.
//!
//! The chunk that holds the line is compared with all others by the vectors of their texts and of
//! the names they define. Paths have no say: with them, whatever lies in the same folder is alike
//! first. What part a file plays costs nothing either, since a copy in a test or in vendored code is
//! what is looked for. A file is shown by its best chunk.
//!
//! Knows nothing of how vectors are made.

use crate::place::{is_small, shown};
use crate::{Error, Hit};
use grammars::{LineIndex, Outline};
use indexer::{Chunk, ChunkId, SkipReason, Snapshot};

/// What came of looking for code like a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Similar {
    /// The place was found.
    Answer(SimilarAnswer),
    /// The project has no such file.
    NoFile,
    /// The file is not searched.
    Skipped(SkipReason),
    /// The file has only so many lines.
    PastEnd(u32),
    /// The file holds nothing but blank lines.
    Blank,
}

/// Code like a place.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarAnswer {
    /// The code that others were compared with.
    pub of: Hit,
    /// The places most like it, best first; the score is the cosine.
    pub hits: Vec<Hit>,
    /// Places alike enough, each file counted once.
    pub n_alike: usize,
}

/// The cosine below which code is not alike. By eye, on nine places of redis, zod and rails: nearly
/// all places from .55 on do what was asked for, from .50 to .55 about half, below that few.
const ALIKE: f32 = 0.55;

/// Finds at most `limit` places like the one at `path` and `line`.
pub(crate) fn similar(snapshot: &Snapshot, (path, line): (&str, u32), limit: usize) -> Result<Similar, Error> {
    let Some(file) = snapshot.find(path.trim_start_matches("./")) else { return Ok(Similar::NoFile) };
    let row = snapshot.file(file);
    if let Some(skip) = row.skip {
        return Ok(Similar::Skipped(skip));
    }
    if line > row.n_lines.max(1) {
        return Ok(Similar::PastEnd(row.n_lines));
    }
    let text = snapshot.source(file)?.text;
    let lines = LineIndex::new(&text);
    let contents = snapshot.contents(file)?;
    let Some(index) = nearest(&contents.chunks, &lines, line) else { return Ok(Similar::Blank) };
    let chunk = ChunkId { file, index };
    let mut best = best_of_files(snapshot, chunk)?;
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let n_alike = best.len();
    let indented = lines.text(&text, line).len() - lines.text(&text, line).trim_start().len();
    let name = name_around(&contents.outline, lines.start(line) + indented as u32);
    let of = shown(snapshot, (chunk, 1.0), name)?;
    let hits = best.into_iter().take(limit).map(|place| shown(snapshot, place, name));
    let hits = hits.collect::<Result<Vec<Hit>, Error>>()?;
    Ok(Similar::Answer(SimilarAnswer { of, hits, n_alike }))
}

/// The chunk that holds a line, else the one with the fewest lines between.
fn nearest(chunks: &[Chunk], lines: &LineIndex, line: u32) -> Option<u32> {
    let away = |chunk: &Chunk| {
        let (first, last) = (lines.line(chunk.span.start), lines.line(chunk.span.end.saturating_sub(1)));
        first.saturating_sub(line).max(line.saturating_sub(last))
    };
    let nearest = (0u32..).zip(chunks).min_by_key(|(index, chunk)| (away(chunk), *index));
    nearest.map(|(index, _)| index)
}

/// The name of the innermost definition around the byte at `at`; empty if there is none.
fn name_around(outline: &Outline, at: u32) -> &str {
    let around = outline.symbols.iter().filter(|symbol| symbol.span.contains(at) && !is_small(symbol.kind));
    around.max_by_key(|symbol| symbol.span.start).map_or("", |symbol| outline.names.get(symbol.name))
}

/// Each file's chunk most like `of`, which is none of them, where that is alike enough.
fn best_of_files(snapshot: &Snapshot, of: ChunkId) -> Result<Vec<(ChunkId, f32)>, Error> {
    let cosines = snapshot.likeness(of)?;
    let mut best = Vec::new();
    let mut at = 0;
    for file in snapshot.files() {
        let own = &cosines[at..at + snapshot.file(file).n_chunks as usize];
        at += own.len();
        let others = (0u32..).zip(own).map(|(index, cosine)| (ChunkId { file, index }, *cosine));
        let alike = others.filter(|(chunk, cosine)| *chunk != of && *cosine >= ALIKE);
        best.extend(alike.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))));
    }
    Ok(best)
}

#[cfg(test)]
mod tests;
