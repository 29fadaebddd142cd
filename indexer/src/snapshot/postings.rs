//! From words to chunks of the view.
//!
//! The keyword index numbers chunks in its own way and knows no view; which files show a content is
//! looked up for each. Once that was done for more chunks than there are, the answer for every one
//! of them is written down, so that whoever keeps a snapshot asks faster.

use super::Snapshot;
use crate::keywords::{Document, Keywords, guarded};
use crate::store::Store;
use crate::{Error, Field, Posting};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which chunks of the view the documents of the keyword index are.
#[derive(Default)]
pub(super) struct Places {
    n_asked: AtomicUsize,
    /// By segment and document: see [`Place`].
    known: OnceLock<Vec<Vec<Place>>>,
}

/// Chunks of the view that are one chunk of a content.
#[derive(Clone, Copy)]
enum Place {
    None,
    One(u32),
    /// Several files show the content: where they begin in the files by key, and which chunk it is.
    Shared(u32, u32),
}

/// How often each document must have been looked up on average for all to be written down.
const ASKED_MIN: usize = 2;

pub(super) fn of(snapshot: &Snapshot, field: Field, word: &str) -> Result<Vec<Posting>, Error> {
    let mut found = Found { postings: Vec::new(), seen: vec![0; snapshot.n_chunks().div_ceil(64)] };
    // A project without text has no keyword index.
    if !snapshot.packs.0.is_empty() {
        let (dir, keywords) = (Store::of(&snapshot.place).words_dir(), snapshot.keywords()?);
        match known(snapshot, keywords)? {
            Some(known) => keywords.each(&dir, field, word, |Document { segment, doc }, count, n_words| {
                snapshot.each_chunk(known[segment][doc as usize], |chunk| found.add(chunk, count, n_words));
            })?,
            None => keywords.each(&dir, field, word, |document, count, n_words| {
                let place = snapshot.place_of(keywords.chunk_of(document));
                snapshot.each_chunk(place, |chunk| found.add(chunk, count, n_words));
            })?,
        }
        snapshot.places.n_asked.fetch_add(found.postings.len(), Ordering::Relaxed);
    }
    snapshot.overlay_words.each(field, word, |key, index, count, n_words| {
        snapshot.each_chunk(snapshot.place_of((key, index)), |chunk| found.add(chunk, count, n_words));
    });
    Ok(found.postings)
}

/// What is written down; none yet when few were asked for.
fn known<'a>(snapshot: &'a Snapshot, keywords: &Keywords) -> Result<Option<&'a [Vec<Place>]>, Error> {
    let Places { n_asked, known } = &snapshot.places;
    if known.get().is_none() && n_asked.load(Ordering::Relaxed) >= ASKED_MIN * snapshot.n_chunks() {
        let segment = |(segment, n_docs): (usize, u32)| {
            let place = |doc| snapshot.place_of(keywords.chunk_of(Document { segment, doc }));
            (0..n_docs).map(place).collect()
        };
        let all = || Ok(keywords.n_docs().enumerate().map(segment).collect());
        let all = guarded(&Store::of(&snapshot.place).words_dir(), all)?;
        return Ok(Some(known.get_or_init(|| all)));
    }
    Ok(known.get().map(Vec::as_slice))
}

/// The postings of a word, and a bit for each chunk among them.
struct Found {
    postings: Vec<Posting>,
    seen: Vec<u64>,
}

impl Found {
    /// A writer that died may have left a content twice.
    fn add(&mut self, chunk: u32, count: u32, n_words: u32) {
        let (word, bit) = (&mut self.seen[chunk as usize / 64], 1 << (chunk % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.postings.push(Posting { chunk, count, n_words });
        }
    }
}

impl Snapshot {
    pub(super) fn n_chunks(&self) -> usize {
        self.starts()[self.view.len() as usize] as usize
    }

    /// Where the chunks with this key and index are.
    fn place_of(&self, (key, index): (u64, u32)) -> Place {
        let files = self.files_of(key);
        match self.by_key()[files.clone()] {
            [] => Place::None,
            [(_, file)] if index < self.row(file).meta.n_chunks => Place::One(self.starts()[file.0 as usize] + index),
            [_] => Place::None,
            _ => Place::Shared(files.start as u32, index),
        }
    }

    fn each_chunk(&self, place: Place, mut each: impl FnMut(u32)) {
        match place {
            Place::None => {}
            Place::One(chunk) => each(chunk),
            Place::Shared(start, index) => {
                let files = &self.by_key()[start as usize..];
                let key = files[0].0;
                for (_, file) in files.iter().take_while(|(other, _)| *other == key) {
                    if index < self.row(*file).meta.n_chunks {
                        each(self.starts()[file.0 as usize] + index);
                    }
                }
            }
        }
    }
}
