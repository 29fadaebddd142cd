//! Picks what must be read to do a task, to the exact token.
//!
//! The task is read ([`task`]), chunks that may matter are gathered and judged in two rounds of a
//! linear score ([`gather`], [`around`]): by themselves, then by what the best of them lead to. A
//! budget is filled with what is worth most per token ([`choose`]), and the text as it will be
//! printed is counted with a real tokenizer.
//!
//! Knows nothing of protocols or of git: the history comes as plain data.

mod around;
mod brief;
mod changes;
mod choose;
mod features;
mod frames;
mod gather;
mod license;
mod messages;
mod places;
mod render;
mod seen;
mod task;
#[cfg(test)]
mod tests;
mod weights;
mod why;
mod words;

pub use brief::{Configured, Conventions, Guide, LogPlace, Selection};
pub use changes::{Commit, History};
pub use render::{ContextFormat, Nearest, render};
pub use seen::Shown;

pub(crate) use gather::Ground;

use crate::{Engine, Error, Tokenizer};
use changes::Changes;
use gather::{FileLines, Gathering};
use indexer::FileId;
use std::collections::BTreeSet;

/// What is to be done, and what is known about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContextTask {
    /// In words: the first line is the title.
    pub text: String,
    /// What tools said: a compiler, a test run, a crash.
    pub log: Option<String>,
    /// Places that belong to it: a path and 1-based lines, both ends included. What is asked for
    /// comes first, whatever it costs.
    pub places: Vec<Lines>,
    /// What changed together before.
    pub history: History,
}

/// Lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Relative to the root.
    pub path: String,
    /// 1-based.
    pub first: u32,
    /// Included.
    pub last: u32,
}

/// How a pack is made.
pub struct ContextOptions<'a> {
    /// Tokens that the printed text may have.
    pub budget: usize,
    /// Who counts.
    pub tokenizer: Tokenizer,
    /// Writes a pack as it will be printed; what it writes is counted.
    pub render: &'a dyn Fn(&ContextPack) -> String,
    /// What the reader has seen already.
    pub seen: &'a [Shown],
}

/// How much of a definition a piece shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Its text.
    Code,
    /// Its first line.
    Outline,
    /// Nothing: it was shown before and is unchanged.
    Seen,
}

impl Tier {
    /// One lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Tier::Code => "code",
            Tier::Outline => "outline",
            Tier::Seen => "seen",
        }
    }
}

/// A piece of a pack.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextPiece {
    /// The file.
    pub path: String,
    /// Its language.
    pub lang: &'static str,
    /// 1-based.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// What it defines; empty for text between definitions.
    pub symbol: String,
    /// Why it is there.
    pub why: String,
    /// How much of it is shown.
    pub tier: Tier,
    /// Tokens of its text alone.
    pub tokens: usize,
    /// The logarithm of what it is worth.
    pub score: f32,
    /// Header lines of what it is inside of, outermost first, with their 1-based lines.
    pub around: Vec<(u32, String)>,
    /// Its lines, without the last line's end.
    pub text: String,
}

/// A place that did not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The file.
    pub path: String,
    /// 1-based.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// What it defines.
    pub symbol: String,
    /// Why it would be worth reading.
    pub why: String,
    /// What it would cost.
    pub tokens: usize,
}

/// What to read for a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContextPack {
    /// Best first.
    pub pieces: Vec<ContextPiece>,
    /// The best of what did not fit.
    pub left_out: Vec<LeftOut>,
    /// As it is to be printed.
    pub text: String,
    /// Tokens of `text`; never more than `budget`.
    pub tokens: usize,
    /// What was allowed.
    pub budget: usize,
    /// Who counted.
    pub tokenizer: Tokenizer,
    /// What a reader of this pack has seen, for [`ContextOptions::seen`] of the next.
    pub shown: Vec<Shown>,
    /// What a person should know, one clause each.
    pub notes: Vec<String>,
}

/// Chunks that come first, whatever they cost: their files and their places in them.
type Pinned = BTreeSet<(FileId, u32)>;

impl ContextPack {
    /// Drops about `n_tokens` tokens of what matters least; false when nothing is left to drop. One kind at a
    /// time: only what is printed then tells whether that was enough.
    fn let_go(&mut self, n_tokens: usize) -> bool {
        if !self.left_out.is_empty() {
            let n_kept = self.left_out.len().saturating_sub(n_tokens.div_ceil(TOKENS_OF_LEFT_OUT));
            self.left_out.truncate(n_kept);
            return true;
        }
        let mut gone = 0;
        while gone < n_tokens {
            let outline = self.pieces.iter().rposition(|piece| piece.tier == Tier::Outline);
            if let Some(n) = self.shorten_last_one(n_tokens - gone) {
                gone += n;
            } else if let Some(at) = outline.or(self.pieces.len().checked_sub(1)) {
                gone += self.pieces.remove(at).tokens + 4;
            } else {
                break;
            }
        }
        gone > 0
    }

    /// Cuts lines off the only piece there is, since a part of it is better than nothing; gives how many
    /// tokens that saved.
    fn shorten_last_one(&mut self, n_tokens: usize) -> Option<usize> {
        let [piece] = &mut self.pieces[..] else { return None };
        let before = piece.tokens;
        while piece.tokens + n_tokens > before {
            let end = piece.text.rfind('\n')?;
            piece.text.truncate(end);
            piece.end_line -= 1;
            piece.tokens = self.tokenizer.count(&piece.text) + 1;
        }
        if !piece.why.ends_with(CUT) {
            piece.why.push_str(CUT);
        }
        Some(before - piece.tokens)
    }
}

/// What a line about something left out costs, about.
const TOKENS_OF_LEFT_OUT: usize = 40;
/// Said of a piece of which only the beginning is shown.
const CUT: &str = ", cut";

impl Engine {
    /// What to read for `task`, in `options.budget` tokens.
    pub fn context(&self, task: &ContextTask, options: &ContextOptions<'_>) -> Result<ContextPack, Error> {
        let (gathering, pinned, notes) = self.gathered(task)?;
        let mut pack = choose::choose(self.ground(), &gathering, options, &pinned)?;
        pack.notes.extend(notes);
        Ok(pack)
    }

    /// Every chunk that was weighed for `task`, by file and place: what weights are fitted on.
    pub fn weigh(&self, task: &ContextTask) -> Result<Vec<Weighed>, Error> {
        let (gathering, ..) = self.gathered(task)?;
        let mut texts = choose::Texts::new(self.ground());
        let weighed = gathering.candidates.iter().map(|candidate| {
            let chunk = gathering.files[&candidate.file].contents.chunks[candidate.index as usize];
            let (_, lines) = texts.of(candidate.file)?;
            Ok(Weighed {
                path: self.snapshot().file(candidate.file).path.to_string(),
                start_line: lines.line(chunk.span.start),
                end_line: lines.line(chunk.span.end.saturating_sub(1)),
                n_bytes: chunk.span.len(),
                score: candidate.score,
                features: candidate.features.to_vec(),
            })
        });
        weighed.collect()
    }

    /// What may matter, judged; the chunks that come first; what there is to say about the places.
    fn gathered(&self, task: &ContextTask) -> Result<(Gathering, Pinned, Vec<String>), Error> {
        let reading = task::read(&task.text, task.log.as_deref());
        let changes = Changes::of(self.snapshot(), &task.history);
        let (pinned_lines, notes) = self.find_lines(&task.places);
        let mut gathering = gather::candidates(self.ground(), &reading, (&changes, &pinned_lines))?;
        let pinned = gathering.pin(self.ground(), &pinned_lines)?;
        gathering.order = around::rank(&mut gathering.candidates, &gathering.files, &changes);
        Ok((gathering, pinned, notes))
    }

    /// The files of places; a note for each that is not there.
    fn find_lines(&self, places: &[Lines]) -> (Vec<FileLines>, Vec<String>) {
        let (mut found, mut notes) = (Vec::new(), Vec::new());
        for place in places {
            match self.snapshot().find(&place.path) {
                Some(file) if self.snapshot().file(file).skip.is_none() => found.push((file, place.first, place.last)),
                Some(_) => notes.push(format!("{} is not searched (`ori why` says why)", place.path)),
                None => notes.push(format!("there is no {} in the project", place.path)),
            }
        }
        (found, notes)
    }
}

/// A chunk as it was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The file.
    pub path: String,
    /// 1-based.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// Its size in bytes.
    pub n_bytes: u32,
    /// Its score.
    pub score: f32,
    /// What it was judged by, in the order of `context/features.rs`.
    pub features: Vec<f32>,
}
