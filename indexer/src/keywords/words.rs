//! The words of chunks: as text for the index, and counted for what is not in it yet.

use super::Field;
use crate::chunk::{Chunk, each_name};
use grammars::{Outline, words};
use std::collections::HashMap;
use tantivy::fieldnorm::FieldNormReader;

/// The words of one chunk, lower-cased and set apart by blanks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChunkWords {
    pub(crate) words: String,
    pub(crate) names: String,
}

/// The words of every chunk of a text; sets the chunks' counts.
pub(crate) fn chunk_words(text: &str, outline: &Outline, chunks: &mut [Chunk]) -> Vec<ChunkWords> {
    let mut all: Vec<ChunkWords> = chunks
        .iter_mut()
        .map(|chunk| {
            let mut words = String::with_capacity(chunk.span.len() as usize * 3 / 2);
            if let Some(header) = chunk.header {
                chunk.n_words += append(&mut words, header.of(text));
            }
            chunk.n_words += append(&mut words, chunk.span.of(text));
            ChunkWords { words, names: String::new() }
        })
        .collect();
    let mut counts = vec![0; chunks.len()];
    each_name(outline, chunks, |index, name| counts[index] += append(&mut all[index].names, name));
    chunks.iter_mut().zip(counts).for_each(|(chunk, count)| chunk.n_name_words = count);
    all
}

fn append(out: &mut String, text: &str) -> u32 {
    let mut count = 0;
    words::each_word(text, |word, _, _| {
        out.push_str(word);
        out.push(' ');
        count += 1;
    });
    count
}

/// A chunk with a word: content key, place of the chunk, count.
type Counted = (u64, u32, u32);

/// Words of contents that are not in the index, in memory.
#[derive(Default)]
pub(crate) struct OverlayWords {
    postings: HashMap<(Field, String), Vec<Counted>>,
    lengths: HashMap<(Field, u64, u32), u32>,
}

impl OverlayWords {
    /// Adds the chunks of a content.
    pub(crate) fn add(&mut self, key: u64, chunks: &[ChunkWords]) {
        for (index, chunk) in chunks.iter().enumerate() {
            for (field, text) in [(Field::Words, &chunk.words), (Field::Names, &chunk.names)] {
                self.add_field(field, key, index as u32, text);
            }
        }
    }

    fn add_field(&mut self, field: Field, key: u64, chunk: u32, text: &str) {
        for word in text.split_ascii_whitespace() {
            *self.lengths.entry((field, key, chunk)).or_default() += 1;
            let postings = self.postings.entry((field, word.to_string())).or_default();
            match postings.last_mut() {
                Some((last, index, count)) if *last == key && *index == chunk => *count += 1,
                _ => postings.push((key, chunk, 1)),
            }
        }
    }

    /// As [`super::Keywords::each`], to the same bit: a score must not tell where a word lies.
    pub(crate) fn each(&self, field: Field, word: &str, mut each: impl FnMut(u64, u32, u32, u32)) {
        if self.postings.is_empty() {
            return;
        }
        for &(key, chunk, count) in self.postings.get(&(field, word.to_string())).into_iter().flatten() {
            let n_words = self.lengths.get(&(field, key, chunk)).copied().unwrap_or(count);
            each(key, chunk, count, to_one_byte(n_words));
        }
    }
}

/// A length as the index remembers it.
fn to_one_byte(n_words: u32) -> u32 {
    FieldNormReader::id_to_fieldnorm(FieldNormReader::fieldnorm_to_id(n_words))
}
