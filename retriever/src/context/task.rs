//! Reads a task as people write it: an issue, a commit message, a log.
//!
//! The first line is the title. Code blocks and logs are kept apart from prose, since what a reporter
//! typed into a shell says less about the place of a bug than what they say of it. Names, paths and
//! frames of stack traces are picked out, because they are nearly always right.
//!
//! Knows nothing of the project: what is named need not exist.

use super::frames::{self, Spoken};
use super::messages::{self, Message};
use crate::query::{is_stop, looks_like_identifier};
use grammars::words;
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Where a name was spoken of; earlier ones say more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    /// In the title, spelled like code.
    Title,
    /// In the prose, spelled like code or quoted as code.
    Prose,
    /// A plain word of the title that may be a name.
    Word,
    /// In a code block or a log.
    Code,
}

/// A name that was spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) name: String,
    /// What stood before the dot.
    pub(crate) owner: Option<String>,
    pub(crate) said: Said,
}

/// A task as it was understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reading {
    pub(crate) title: String,
    pub(crate) prose: String,
    pub(crate) code: String,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) places: Vec<Spoken>,
    pub(crate) messages: Vec<Message>,
}

/// Names that are looked up at most.
const MENTIONS_MAX: usize = 160;
/// Bytes of a task that are read; a log beyond says nothing new.
const BYTES_MAX: usize = 200_000;

/// Reads a task.
pub(crate) fn read(text: &str, log: Option<&str>) -> Reading {
    let text = bounded(text.trim_start_matches('\u{feff}').trim());
    let (title, body) = match text.split_once('\n') {
        Some((title, body)) => (title.trim(), body),
        None => (text, ""),
    };
    let (body, log) = (without_chatter(body), without_chatter(log.map(bounded).unwrap_or_default()));
    let parts = Parts::of(&body);
    let code = format!("{}\n{log}", parts.code);
    let all = format!("{title}\n{body}\n{log}");
    let mut reading = Reading {
        title: without_marks(title),
        prose: parts.prose,
        code,
        mentions: Vec::new(),
        places: frames::read(&all),
        messages: messages::read(&all),
    };
    let mut seen = HashMap::new();
    add_mentions(&reading.title, Said::Title, &mut reading.mentions, &mut seen);
    add_mentions(&reading.prose, Said::Prose, &mut reading.mentions, &mut seen);
    add_mentions(&reading.code, Said::Code, &mut reading.mentions, &mut seen);
    reading.mentions.sort_by_key(|mention| mention.said);
    reading.mentions.truncate(MENTIONS_MAX);
    reading
}

fn bounded(text: &str) -> &str {
    let mut end = text.len().min(BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

// `DEBUG|globset|src/lib.rs:421: …`, `[info] …`, `2016-01-27 16:18:21 [scrapy.core.engine] DEBUG: …`.
static CHATTER: LazyLock<Regex> = LazyLock::new(|| {
    let before = r"(?:[\d\[\](){}:.,TZ+/\s-]*|.{0,60}\[[\w.:-]+\]\s)";
    Regex::new(&format!(r"^{before}\[?(?i:DEBUG|INFO|TRACE|VERBOSE)\b\s*[\]|:]")).expect("the pattern is a constant")
});

/// A text without the lines that programs log while all goes well.
fn without_chatter(text: &str) -> String {
    let lines = text.split_inclusive('\n').filter(|line| !CHATTER.is_match(line));
    lines.collect()
}

/// A title without what trackers put around it.
fn without_marks(title: &str) -> String {
    title.trim_start_matches(['#', ' ', '*']).trim_end_matches(['*', ' ']).to_string()
}

/// A body by what its lines are.
#[derive(Default)]
struct Parts {
    prose: String,
    code: String,
}

impl Parts {
    fn of(body: &str) -> Parts {
        let mut parts = Parts::default();
        let (mut fenced, mut hidden) = (false, false);
        // In a part about what it ran on; whether that goes on beyond a blank line.
        let mut aside: Option<bool> = None;
        for line in body.lines() {
            let trimmed = line.trim_start();
            // An indented `# install` is a comment of code that nobody fenced.
            let is_indented = line.starts_with("    ") || line.starts_with('\t');
            if let Some((heading, is_long)) = heading(trimmed).filter(|_| !fenced && !is_indented) {
                aside = is_about_surroundings(heading).then_some(is_long);
                if aside.is_some() || is_asked_by_template(heading) {
                    continue;
                }
            } else if aside == Some(false) && trimmed.is_empty() {
                aside = None;
            }
            let is_box = ["- [x]", "- [X]", "- [ ]"].iter().any(|start| trimmed.starts_with(start));
            if is_box && !fenced {
                continue;
            }
            if hidden || trimmed.starts_with("<!--") {
                // A template's advice to the reporter is not theirs.
                hidden = !line.contains("-->");
                continue;
            }
            if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
                fenced = !fenced;
                continue;
            }
            if aside.is_some() {
                // What it ran on says nothing of the place.
                continue;
            }
            let looks_like_code = fenced || is_indented || is_typed(trimmed);
            let into = if looks_like_code { &mut parts.code } else { &mut parts.prose };
            into.push_str(&without_links(line));
            into.push('\n');
        }
        parts
    }
}

/// What a line heads, if it is a heading, and whether for more than a paragraph: `### System info`,
/// `**Describe the bug**`, `Python version:`.
fn heading(line: &str) -> Option<(&str, bool)> {
    let line = line.trim_end();
    let marked = line.starts_with('#') && line.trim_start_matches('#').starts_with([' ', '*']);
    let bold = line.starts_with("**") && line.trim_end_matches(':').ends_with("**");
    let asks = line.ends_with(':') && line.starts_with(char::is_uppercase) && line.split_whitespace().count() <= 3;
    (marked || bold || asks).then(|| (line.trim_matches(['#', '*', ' ', ':', '?']), marked || bold))
}

/// A section that trackers ask for to know what it ran on. Of the words of its heading one may be a name: `Sphinx
/// version`, `How did you install ripgrep?`; "Type conversion fails" asks nothing.
fn is_about_surroundings(heading: &str) -> bool {
    const ASKS: [&str; 14] = [
        "version",
        "versions",
        "environment",
        "os",
        "platform",
        "install",
        "installed",
        "browser",
        "browsers",
        "checklist",
        "validations",
        "submitting",
        "system",
        "manager",
    ];
    const BESIDE: [&str; 22] = [
        "what",
        "which",
        "of",
        "are",
        "is",
        "you",
        "your",
        "the",
        "using",
        "used",
        "do",
        "did",
        "how",
        "use",
        "info",
        "information",
        "details",
        "operating",
        "package",
        "before",
        "and",
        "on",
    ];
    let heading = heading.to_lowercase();
    let words: Vec<&str> = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let asks = |word: &&str| ASKS.contains(word);
    let n_others = words.iter().filter(|word| !asks(word) && !BESIDE.contains(*word)).count();
    let names_one = words.first().is_some_and(|word| matches!(*word, "what" | "which" | "how"))
        || words.iter().any(|word| word.starts_with("version"));
    words.iter().any(asks) && n_others <= usize::from(names_one)
}

/// A heading that trackers put before what they ask for.
fn is_asked_by_template(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    let words = [
        "describe",
        "expected",
        "actual",
        "reproduc",
        "what is the",
        "what were",
        "what happened",
        "additional context",
        "screenshots",
        "motivation",
        "current behavior",
        "steps to",
    ];
    words.iter().any(|word| heading.contains(word)) && heading.split_whitespace().count() <= 9
}

/// A line out of a terminal, a trace or a program, though nobody marked it.
fn is_typed(line: &str) -> bool {
    let shell =
        [">>> ", "... ", "In [", "Out[", "$ ", "File \"", "Traceback (", "at ", "from ", "import ", "def ", "#0 "];
    shell.iter().any(|start| line.starts_with(start)) && !line.ends_with('.')
        || line.ends_with(['{', ';'])
        || line.starts_with('}')
        || line.contains(" = ") && line.contains('(')
}

/// A line without what links point to; their paths into a repository are read elsewhere.
fn without_links(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("http") {
        let (before, link) = rest.split_at(at);
        out.push_str(before);
        let is_link = link.starts_with("http://") || link.starts_with("https://");
        let stop = |c: char| c.is_whitespace() || matches!(c, ')' | ']' | '>' | '"');
        let len = if is_link { link.find(stop).unwrap_or(link.len()) } else { 4 };
        if !is_link {
            out.push_str(&link[..len]);
        }
        rest = &link[len..];
    }
    out.push_str(rest);
    out
}

/// Adds the names in `text` that may be names of the project.
fn add_mentions(text: &str, said: Said, mentions: &mut Vec<Mention>, seen: &mut HashMap<String, usize>) {
    let mut before: Option<(usize, &str)> = None;
    let quoted = quoted_spans(text);
    for (at, run) in words::runs(text) {
        let owner = before.filter(|(end, _)| is_dot(&text[*end..at])).map(|(_, owner)| owner);
        before = Some((at + run.len(), run));
        let next = text[at + run.len()..].chars().next();
        let in_code = said == Said::Code || quoted.iter().any(|&(start, end)| start <= at && at < end);
        let like_code = looks_like_identifier(run) || owner.is_some() || next == Some('(') || in_code;
        let capital = run.starts_with(char::is_uppercase) && run.len() > 2 && !is_stop(&run.to_lowercase());
        let named = like_code || capital && said != Said::Code;
        let said = match said {
            Said::Title if !named => Said::Word,
            Said::Prose if !named => continue,
            said => said,
        };
        if run.len() < 3 || !run.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
            continue;
        }
        if said == Said::Word && is_stop(&run.to_lowercase()) {
            continue;
        }
        match seen.get(run) {
            Some(&index) => {
                let mention = &mut mentions[index];
                mention.owner = mention.owner.take().or(owner.map(str::to_string));
            }
            None => {
                seen.insert(run.to_string(), mentions.len());
                mentions.push(Mention { name: run.to_string(), owner: owner.map(str::to_string), said });
            }
        }
    }
}

/// What ties a name to its owner.
fn is_dot(between: &str) -> bool {
    matches!(between, "." | "::" | "->" | "#" | "?." | "()." | ":")
}

/// The stretches between backticks.
fn quoted_spans(text: &str) -> Vec<(usize, usize)> {
    let ticks: Vec<usize> = text.match_indices('`').map(|(at, _)| at).collect();
    ticks.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The words of a text with what they count, stop words left out: ln(1 + times), parts of
/// identifiers half.
pub(crate) fn weighed_words(text: &str, counts: f32, into: &mut HashMap<String, f32>) {
    let mut times: HashMap<String, f32> = HashMap::new();
    let mut run = (usize::MAX, 0);
    words::each_word(text, |word, start, end| {
        let is_part = run == (start, end);
        run = (start, end);
        if word.len() > 1 && word.len() < 48 && !is_stop(word) && !word.bytes().all(|byte| byte.is_ascii_digit()) {
            *times.entry(word.to_string()).or_default() += if is_part { 0.5 } else { 1.0 };
        }
    });
    for (word, n) in times {
        *into.entry(word).or_default() += counts * (1.0 + n).ln();
    }
}
