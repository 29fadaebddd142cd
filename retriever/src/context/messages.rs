//! Finds where the messages of a task are made: an error's text, a quoted sentence.
//!
//! Whoever reports `ValueError: cannot reindex on an axis with duplicate labels` quotes the program, so some
//! string in it holds those words in a row. Parts that vary (names, numbers) break the row, so the
//! longest one counts: the index says which chunks hold the rarest of the words, their text how long
//! a row of them stands there.

use super::gather::Ground;
use crate::query::is_stop;
use crate::role::FileRole;
use crate::{Error, rank};
use grammars::words;
use indexer::{Field, FileId};
use regex::Regex;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// The words of a message, lower-cased, in order.
pub(crate) type Message = Vec<String>;

/// Chunks that hold a row of words of a message, by how telling that is, from 0 to 1.
pub(crate) type Quoted = HashMap<(FileId, u32), f32>;

/// Messages that are looked for at most.
const MESSAGES_MAX: usize = 8;
/// Words of a message that are compared.
const WORDS_MAX: usize = 24;
/// Fewer words in a row stand together by chance.
const ROW_MIN: usize = 3;
/// Words of a row that say something.
const TELLING_MIN: usize = 2;
/// The rarest words of a message, by which chunks are found.
const LOOKED_UP: usize = 6;
/// Chunks that are read for a message.
const CHUNKS_READ: usize = 24;
/// A word that stands in more than this share of the chunks finds nothing.
const COMMON: u32 = 8;

// `ValueError: …`, `java.lang.IllegalStateException: …`, `error[E0308]: …`, `panic: …`.
static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    let kinds = r"[\w.:\\]*(?:Error|Exception|Warning|Failure)|error(?:\[\w+\])?|fatal(?: error)?|panic|warning";
    Regex::new(&format!(r"(?m)(?:^|[\s`(])(?:{kinds}): +(.{{8,300}})$")).expect("the pattern is a constant")
});
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#""([^"\n]{8,200})"|'([^'\n]{8,200})'|`([^`\n]{8,200})`"#).expect("the pattern is a constant")
});
// Rust says where on one line and what on the next.
static PANICKED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)panicked at [^\n]*:\n(.{8,300})$").expect("the pattern is a constant"));

/// The messages in `text`, each once, in order.
pub(crate) fn read(text: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for pattern in [&*ERROR, &*PANICKED, &*QUOTED] {
        let found = pattern.captures_iter(text).filter_map(|found| found.iter().skip(1).flatten().next());
        for message in found {
            let words: Message =
                words::runs(message.as_str()).map(|(_, run)| run.to_lowercase()).take(WORDS_MAX).collect();
            let tells = is_telling(&words) && words.len() >= ROW_MIN && message.as_str().contains(' ');
            if tells && messages.len() < MESSAGES_MAX && !messages.contains(&words) {
                messages.push(words);
            }
        }
    }
    messages
}

fn is_telling(words: &[String]) -> bool {
    words.iter().filter(|word| word.len() > 2 && !is_stop(word)).count() >= TELLING_MIN
}

/// Where they stand.
pub(crate) fn find(ground: Ground<'_>, messages: &[Message]) -> Result<Quoted, Error> {
    let mut quoted = Quoted::new();
    for message in messages {
        let mut rows: Vec<((FileId, u32), usize)> = Vec::new();
        for (file, chunks) in likely(ground, message)? {
            let (contents, source) = (ground.kept.contents(ground.snapshot, file)?, ground.snapshot.source(file)?);
            for index in chunks {
                let Some(chunk) = contents.chunks.get(index as usize) else { continue };
                let row = longest_row(message, chunk.span.of(&source.text));
                if row >= ROW_MIN {
                    rows.push(((file, index), row));
                }
            }
        }
        for &(at, row) in &rows {
            // A test quotes what it expects; that takes nothing from who says it.
            let says = |(other, n): &&((FileId, u32), usize)| {
                *n >= row && (other.0 == at.0 || ground.layout.role(other.0) != FileRole::Test)
            };
            let n_others = rows.iter().filter(says).count().max(1);
            let tells = row as f32 / (row as f32 + 2.0) / (n_others as f32).sqrt();
            let best = quoted.entry(at).or_default();
            *best = best.max(tells);
        }
    }
    Ok(quoted)
}

/// The chunks that hold the most of the rarest words of a message, by file.
fn likely(ground: Ground<'_>, message: &Message) -> Result<BTreeMap<FileId, Vec<u32>>, Error> {
    let n_chunks = ground.snapshot.statistics().n_chunks;
    let mut distinct: Vec<&String> = message.iter().filter(|word| word.len() > 2 && !is_stop(word)).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let mut found = Vec::new();
    for word in distinct {
        let postings = ground.snapshot.postings(Field::Words, word)?;
        if !postings.is_empty() && (postings.len() as u32) < (n_chunks / COMMON).max(COMMON) {
            found.push(postings);
        }
    }
    found.sort_by_key(Vec::len);
    found.truncate(LOOKED_UP);
    let mut sums: HashMap<u32, (u32, f32)> = HashMap::new();
    for postings in &found {
        let rare = rank::idf(n_chunks, postings.len() as u32);
        for posting in postings {
            let sum = sums.entry(posting.chunk).or_default();
            *sum = (sum.0 + 1, sum.1 + rare);
        }
    }
    let needed = TELLING_MIN.min(found.len()) as u32;
    let mut best: Vec<(f32, u32)> =
        sums.into_iter().filter(|(_, (n, _))| *n >= needed).map(|(chunk, (_, sum))| (sum, chunk)).collect();
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.truncate(CHUNKS_READ);
    let mut files: BTreeMap<FileId, Vec<u32>> = BTreeMap::new();
    for (_, chunk) in best {
        let file = ground.layout.file_of(chunk as usize);
        let index = chunk as usize - ground.layout.chunks(file).start;
        if ground.layout.is_searched(file) {
            files.entry(file).or_default().push(index as u32);
        }
    }
    Ok(files)
}

/// How many words of `message` stand in a row in `text`, if they say something.
fn longest_row(message: &[String], text: &str) -> usize {
    let (mut before, mut best) = (vec![0usize; message.len() + 1], 0);
    for (_, run) in words::runs(text) {
        let run = run.to_lowercase();
        let mut now = vec![0; message.len() + 1];
        for (at, _) in message.iter().enumerate().filter(|(_, word)| **word == run) {
            let row = before[at] + 1;
            now[at + 1] = row;
            if row > best && is_telling(&message[at + 1 - row..=at]) {
                best = row;
            }
        }
        before = now;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_from_what_is_around_them() {
        let text = "Joins fail\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in join\n\
            pkg.errors.MergeError: cannot join 'left' without a key\n\n\
            error[E0308]: mismatched types in the arm\nthread 'main' panicked at src/a.rs:3:\nno rows were left\n\
            The page says \"nothing to show here\" and `x` is not \"one\". See https://a.b/error: no\n";
        let shown: Vec<String> = read(text).iter().map(|words| words.join(" ")).collect();
        expect_test::expect![[r#"
            cannot join left without a key
            mismatched types in the arm
            no rows were left
            nothing to show here"#]]
        .assert_eq(&shown.join("\n"));
    }

    #[test]
    fn a_row_ends_where_the_text_varies() {
        let message: Message = ["cannot", "resolve", "keyword", "colour", "into", "field"].map(String::from).into();
        let row = |text: &str| longest_row(&message, text);
        assert_eq!(row("raise FieldError(\"Cannot resolve keyword '%s' into field\" % name)"), 3);
        assert_eq!(row("'Cannot resolve keyword ' + name + ' into field'"), 3);
        assert_eq!(row("into the field, keyword to resolve"), 0);
        assert_eq!(row(""), 0);
    }
}
