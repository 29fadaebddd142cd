//! What one file may cost, and what becomes of one that costs more.
//!
//! A file that hits a limit is in quarantine: what was drawn from it so far is thrown away, the
//! generic lexer reads it instead, and the outline says which limit it was. Half an outline would
//! look like a whole one to whoever asks.
//!
//! Knows nothing of tree-sitter.

use crate::outline::{Gap, Hint, Import, Occurrence, Outline, Scope, Symbol};
use crate::{Lang, lexer};
use std::mem::size_of;
use std::time::{Duration, Instant};

/// Bounds on what one file may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Milliseconds of work for parsing and walking; ten times as long by the clock on the wall.
    pub parse_ms: u64,
    /// Bytes above which a file is only lexed.
    pub bytes_max: usize,
    /// How deep syntax may be nested.
    pub depth_max: usize,
    /// Nodes of the syntax tree.
    pub nodes_max: usize,
    /// Definitions.
    pub symbols_max: usize,
    /// Identifiers, words of comments and strings among them.
    pub occurrences_max: usize,
    /// Bytes of the facts in memory.
    pub facts_bytes_max: usize,
}

impl Default for Limits {
    /// Far above what people write: two of 107,783 files of 64 repositories hit one
    /// (benches/RESULTS.md).
    fn default() -> Limits {
        Limits {
            parse_ms: 2_000,
            bytes_max: 2 << 20,
            depth_max: 2_000,
            nodes_max: 4 << 20,
            symbols_max: 1 << 18,
            occurrences_max: 1 << 20,
            facts_bytes_max: 64 << 20,
        }
    }
}

/// Which limit a file hit, or what else keeps it from being read as its language.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// More bytes than are parsed.
    Size = 1,
    /// Parsing and walking took too long.
    Time,
    /// Its syntax is nested too deep.
    Depth,
    /// Its syntax tree has too many nodes.
    Nodes,
    /// Too many definitions.
    Symbols,
    /// Too many identifiers.
    Occurrences,
    /// The facts about it take too much memory.
    Facts,
    /// What reads its language panicked; said by who caught it.
    Panic,
    /// Its grammar is known to end the process on such a text.
    Fatal,
    /// It is called a notebook, and its JSON is torn.
    TornNotebook,
    /// It is called a notebook, and has no cells.
    NoCells,
    /// Too many syntax errors: it is likely something else than its name says.
    Errors,
}

impl Limit {
    /// All of them.
    pub const ALL: [Limit; 12] = {
        use Limit::*;
        [Size, Time, Depth, Nodes, Symbols, Occurrences, Facts, Panic, Fatal, TornNotebook, NoCells, Errors]
    };

    /// The stored code back as a limit.
    pub fn from_code(code: u8) -> Option<Limit> {
        Self::ALL.into_iter().find(|limit| *limit as u8 == code)
    }

    /// One lower-case phrase for people.
    pub fn word(self) -> &'static str {
        match self {
            Limit::Size => "too large to parse",
            Limit::Time => "parsing took too long",
            Limit::Depth => "nested too deep",
            Limit::Nodes => "too much syntax",
            Limit::Symbols => "too many definitions",
            Limit::Occurrences => "too many identifiers",
            Limit::Facts => "too many facts",
            Limit::Panic => "its grammar panicked",
            Limit::Fatal => "its grammar cannot read it safely",
            Limit::TornNotebook => "it is no notebook: its JSON is torn",
            Limit::NoCells => "it is no notebook: it has no cells",
            Limit::Errors => "too many syntax errors",
        }
    }
}

impl Limits {
    /// The limit that `outline` is over, if there is one.
    pub(crate) fn hit_by(&self, outline: &Outline) -> Option<Limit> {
        if outline.occurrences.len() >= self.occurrences_max {
            Some(Limit::Occurrences)
        } else if outline.symbols.len() > self.symbols_max {
            Some(Limit::Symbols)
        } else if facts_bytes(outline) > self.facts_bytes_max {
            Some(Limit::Facts)
        } else {
            None
        }
    }

    /// Starts the clock for one file.
    pub(crate) fn clock(&self) -> Clock {
        let now = Instant::now();
        Clock { limit: Duration::from_millis(self.parse_ms), worked: Duration::ZERO, start: now, looked: now }
    }
}

/// Between two looks no more than this counts as work. Looks are some 0.1 ms apart (parser) or
/// 0.5 ms (walk) while the processor is ours; what is longer was mostly spent on others.
const BETWEEN_LOOKS_MAX: Duration = Duration::from_millis(2);

/// How long a file has been worked on.
///
/// Facts depend on the file, not on the hour: on a busy machine six files of 107,783 took over two
/// seconds by the clock on the wall, though none costs more than a third of one.
pub(crate) struct Clock {
    limit: Duration,
    worked: Duration,
    start: Instant,
    looked: Instant,
}

impl Clock {
    /// True when the file has had its time. Must be asked often.
    pub(crate) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        self.worked += (now - self.looked).min(BETWEEN_LOOKS_MAX);
        self.looked = now;
        self.worked >= self.limit || now - self.start >= self.limit * 10
    }
}

fn facts_bytes(outline: &Outline) -> usize {
    outline.occurrences.len() * size_of::<Occurrence>()
        + outline.symbols.len() * size_of::<Symbol>()
        + outline.imports.len() * size_of::<Import>()
        + outline.scopes.len() * size_of::<Scope>()
        + outline.hints.len() * size_of::<Hint>()
        + outline.gaps.len() * size_of::<Gap>()
        + outline.names.text_bytes()
}

/// What is known of a file that hit `limit`: its words.
pub(crate) fn quarantined(lang: Lang, text: &str, limits: &Limits, limit: Limit) -> Outline {
    let mut outline = lexer::outline(lang, text, limits);
    outline.gaps.retain(|gap| *gap != Gap::Limit(limit));
    outline.gaps.push(Gap::Limit(limit));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_for_the_processor_is_no_work() {
        let ago = |ms| Instant::now() - Duration::from_millis(ms);
        let clock =
            |ms| Clock { limit: Duration::from_millis(1_000), worked: Duration::ZERO, start: ago(ms), looked: ago(ms) };
        assert!(!clock(5_000).is_over());
        assert!(clock(10_001).is_over());
        let worked = Duration::from_millis(1_000);
        assert!(Clock { worked, ..clock(1_000) }.is_over());
    }
}
