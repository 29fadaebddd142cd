//! What texts mean, as vectors: the static embedding model inside the binary.
//!
//! A table of word vectors, looked up, weighted, summed and brought to length one (see
//! `indexer/model/README.md` for where it comes from and its reference). No network, no
//! inference. A chunk's stored vector speaks of its text and of the names it defines; what its path
//! says is added when a view is opened, so that renames cost nothing and worktrees share all.

mod hash;
mod rows;
mod table;
mod vocabulary;

pub(crate) use rows::{Rows, RowsRef};
pub(crate) use table::{Asked, Row, between, dot, normalise, to_row};
pub use table::{DIMS, Vector};

use std::cell::RefCell;
use vocabulary::TokenId;

/// How much a repeated word counts: its count to this power.
const REPEATED: f32 = 0.85;
const COUNT_MAX: u32 = 255;
/// How much the names that a chunk defines count beside its text.
const NAMES_COUNT: f32 = 0.6;
/// How much its path, and the name of its file alone, count beside its text.
const PATH_COUNTS: f32 = 0.5;
const STEM_COUNTS: f32 = 0.5;

/// Counts the words of texts; kept by each thread, since its table is large.
struct Bag {
    /// By word: its place in `words`, plus one.
    places: Vec<u32>,
    words: Vec<(TokenId, u32)>,
    weighted: Vec<(TokenId, f32)>,
    /// A count to the power of `REPEATED`.
    powers: Vec<f32>,
}

thread_local! {
    static BAG: RefCell<Bag> = RefCell::new(Bag {
        places: vec![0; vocabulary::len()],
        words: Vec::new(),
        weighted: Vec::new(),
        powers: (0..=COUNT_MAX).map(|count| (count as f32).powf(REPEATED)).collect(),
    });
}

impl Bag {
    fn add(&mut self, text: &str) {
        let Bag { places, words, .. } = self;
        vocabulary::each_token(text, |id| {
            let place = &mut places[id as usize];
            if *place == 0 {
                words.push((id, 0));
                *place = words.len() as u32;
            }
            words[*place as usize - 1].1 += 1;
        });
    }

    /// The vector of what was added, weighted by `weight` of each word; the bag is empty again.
    fn take(&mut self, weight: impl Fn(&'static str) -> f32) -> Vector {
        let mut vector = self.sum(weight);
        normalise(&mut vector);
        vector
    }

    /// The same before it is brought to length one.
    fn sum(&mut self, weight: impl Fn(&'static str) -> f32) -> Vector {
        self.weighted.clear();
        for &(id, count) in &self.words {
            self.places[id as usize] = 0;
            let power = self.powers[count.min(COUNT_MAX) as usize];
            self.weighted.push((id, power * weight(vocabulary::word(id))));
        }
        self.words.clear();
        table::sum_of(&self.weighted)
    }
}

/// The vector of a text; zero when the model knows no word of it.
pub fn embed(text: &str) -> Vector {
    embed_weighted(text, |_| 1.0)
}

/// The same with each word, lower-case as the model cuts it, weighted: rare words of a question
/// count more.
pub fn embed_weighted(text: &str, weight: impl Fn(&'static str) -> f32) -> Vector {
    BAG.with_borrow_mut(|bag| {
        bag.add(text);
        bag.take(weight)
    })
}

/// The vector of a chunk: what its texts say together, and the names it defines.
pub(crate) fn embed_chunk<'a>(texts: impl Iterator<Item = &'a str>, names: &str) -> Vector {
    BAG.with_borrow_mut(|bag| {
        texts.for_each(|text| bag.add(text));
        let mut vector = bag.take(|_| 1.0);
        if !names.is_empty() {
            bag.add(names);
            let names = bag.take(|_| 1.0);
            vector.iter_mut().zip(names).for_each(|(sum, value)| *sum += NAMES_COUNT * value);
        }
        vector
    })
}

/// What paths add to the vectors of their chunks. Files of a folder come one after the other, and
/// the folder's part is made once.
pub(crate) struct Paths<'a> {
    folder: &'a str,
    folder_sum: Vector,
}

impl<'a> Paths<'a> {
    pub(crate) fn new() -> Paths<'a> {
        Paths { folder: "", folder_sum: [0.0; DIMS] }
    }

    /// What `path` says.
    pub(crate) fn embed(&mut self, path: &'a str) -> Vector {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if folder != self.folder {
            self.folder = folder;
            self.folder_sum = sum_of(folder);
        }
        let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
        let mut alone = sum_of(stem);
        let rest = sum_of(name.trim_start_matches('.').strip_prefix(stem).unwrap_or(""));
        let mut whole: Vector = std::array::from_fn(|at| self.folder_sum[at] + alone[at] + rest[at]);
        normalise(&mut whole);
        normalise(&mut alone);
        std::array::from_fn(|at| PATH_COUNTS * whole[at] + STEM_COUNTS * alone[at])
    }
}

/// The sum of the vectors of the words of a text.
fn sum_of(text: &str) -> Vector {
    BAG.with_borrow_mut(|bag| {
        bag.add(text);
        bag.sum(|_| 1.0)
    })
}

#[cfg(test)]
mod tests;
