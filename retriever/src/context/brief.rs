//! What a prompt needs beside a pack, as plain data: what is selected, the project's conventions, the
//! places that a log speaks of, and the commits that touched what is being worked on.
//!
//! The structure of a project is [`crate::ProjectMap`], summaries of what belongs to a task are the
//! outline pieces of a [`super::ContextPack`]. How any of it is worded is for who writes the prompt.

#[cfg(test)]
mod tests;

use super::changes::{Commit, History};
use super::{Lines, choose, frames, places};
use crate::search::qualified;
use crate::{Engine, Error, Tokenizer};
use grammars::LineIndex;
use indexer::FileId;
use std::collections::BTreeSet;

/// Lines that somebody selected, with the definition they stand in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// What is selected, its ends inside of the file.
    pub lines: Lines,
    /// Its language.
    pub lang: &'static str,
    /// The innermost definition around it; empty for text between definitions.
    pub symbol: String,
    /// From the first line that is shown to the one before the selection.
    pub before: String,
    /// The selected lines.
    pub selected: String,
    /// From the line behind the selection to the last that is shown.
    pub after: String,
    /// The 1-based line that `before`, or else `selected`, begins with.
    pub start_line: u32,
    /// What a comment on a line of its own begins and ends with; none where the language has no comments.
    pub comment: Option<(&'static str, &'static str)>,
}

/// What a project says of how it is worked on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventions {
    /// Files written for who works on it, the most binding first.
    pub guides: Vec<Guide>,
    /// What it is built with and checked by, told by the files that configure it.
    pub stack: Vec<Configured>,
    /// Tokens of all of it, never more than was allowed.
    pub tokens: usize,
}

/// A file with advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The file.
    pub path: String,
    /// Its beginning.
    pub text: String,
    /// True when there is more of it.
    pub cut: bool,
}

/// A tool that a file configures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configured {
    /// The tool.
    pub tool: &'static str,
    /// The file.
    pub path: String,
}

/// A place that a log speaks of, with what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogPlace {
    /// The file.
    pub path: String,
    /// The line that is spoken of.
    pub line: u32,
    /// What it stands in; empty between definitions.
    pub symbol: String,
    /// The 1-based line that `text` begins with.
    pub start_line: u32,
    /// The line with its neighbours.
    pub text: String,
}

/// Files with advice, by what they are called: those for agents before those for people.
const GUIDES: [&str; 8] = [
    "agents.md",
    "claude.md",
    ".cursorrules",
    ".github/copilot-instructions.md",
    "contributing.md",
    "readme.md",
    "readme.rst",
    "readme.txt",
];
/// The share of the tokens that one guide may have: the next should have a word too.
const GUIDE_SHARE: usize = 2;
/// Files of configuration by the beginning of their names, and what they say is used.
const TOOLS: [(&str, &str); 34] = [
    ("cargo.toml", "cargo"),
    ("rustfmt.toml", "rustfmt"),
    ("clippy.toml", "clippy"),
    ("package.json", "npm"),
    ("pnpm-lock.yaml", "pnpm"),
    ("yarn.lock", "yarn"),
    ("tsconfig.json", "typescript"),
    (".eslintrc", "eslint"),
    ("eslint.config.", "eslint"),
    (".prettierrc", "prettier"),
    ("vite.config.", "vite"),
    ("vitest.config.", "vitest"),
    ("jest.config.", "jest"),
    ("next.config.", "next"),
    ("angular.json", "angular"),
    ("pyproject.toml", "python"),
    ("setup.py", "python"),
    ("tox.ini", "tox"),
    ("pytest.ini", "pytest"),
    ("ruff.toml", "ruff"),
    (".flake8", "flake8"),
    ("mypy.ini", "mypy"),
    ("go.mod", "go"),
    (".golangci.", "golangci-lint"),
    ("pom.xml", "maven"),
    ("build.gradle", "gradle"),
    ("cmakelists.txt", "cmake"),
    ("makefile", "make"),
    ("meson.build", "meson"),
    ("composer.json", "composer"),
    ("gemfile", "bundler"),
    ("mix.exs", "mix"),
    (".editorconfig", "editorconfig"),
    (".clang-format", "clang-format"),
];
/// Folders above a file of configuration, for it to speak of the project.
const DEPTH_MAX: usize = 1;
/// Tools that are told.
const TOOLS_MAX: usize = 24;
/// Lines of a selection's surroundings, each side, when no definition is around it or it is longer.
const AROUND_MAX: u32 = 60;
/// Lines on each side of a line that a log speaks of.
const BESIDE: u32 = 3;
/// Places of a log that are told.
const LOG_MAX: usize = 20;

impl Engine {
    /// What is selected; none when the file is not there or not searched.
    pub fn selection(&self, wanted: &Lines) -> Result<Option<Selection>, Error> {
        let snapshot = self.snapshot();
        let searched = |file: &FileId| snapshot.file(*file).skip.is_none();
        let Some(file) = snapshot.find(&wanted.path).filter(searched) else { return Ok(None) };
        let text = snapshot.source(file)?.text;
        let lines = LineIndex::new(&text);
        let n_lines = lines.count().max(1);
        let first = wanted.first.clamp(1, n_lines);
        let last = wanted.last.clamp(first, n_lines);
        let (symbol, (start, end)) = self.around(file, (&lines, first, last))?;
        let between = |from: u32, to: u32| {
            let row = |line| lines.text(&text, line);
            (from..=to).map(row).collect::<Vec<_>>().join("\n")
        };
        let lang = snapshot.file(file).lang.name();
        Ok(Some(Selection {
            symbol,
            lang,
            before: between(start, first - 1),
            selected: between(first, last),
            after: between(last + 1, end),
            start_line: start,
            comment: comment_marks(lang),
            lines: Lines { path: wanted.path.clone(), first, last },
        }))
    }

    /// The definition around lines, and which lines of it are shown with them.
    fn around(
        &self,
        file: FileId,
        (lines, first, last): (&LineIndex, u32, u32),
    ) -> Result<(String, (u32, u32)), Error> {
        let contents = self.snapshot().contents(file)?;
        let whole = |span: grammars::Span| (lines.line(span.start), lines.line(span.end.saturating_sub(1)));
        let symbols = contents.outline.symbols.iter().zip(0..);
        let holds = symbols.filter(|(symbol, _)| {
            let (start, end) = whole(symbol.span);
            start <= first && last <= end
        });
        let innermost = holds.min_by_key(|(symbol, _)| symbol.span.len());
        let near = (first.saturating_sub(AROUND_MAX).max(1), last.saturating_add(AROUND_MAX).min(lines.count()));
        Ok(match innermost {
            Some((symbol, index)) => {
                let (start, end) = whole(symbol.span);
                (qualified(&contents.outline, index), (start.max(near.0), end.min(near.1)))
            }
            None => (String::new(), near),
        })
    }

    /// What the project says of how it is worked on, in at most `tokens_max` tokens.
    pub fn conventions(&self, tokens_max: usize, tokenizer: Tokenizer) -> Result<Conventions, Error> {
        let mut told = Conventions::default();
        let mut guides: Vec<(usize, FileId)> = Vec::new();
        let mut known = BTreeSet::new();
        for id in self.snapshot().files() {
            let row = self.snapshot().file(id);
            let lower = row.path.to_lowercase();
            if let Some(rank) = GUIDES.iter().position(|guide| *guide == lower).filter(|_| row.skip.is_none()) {
                guides.push((rank, id));
            }
            let name = lower.rsplit('/').next().unwrap_or(&lower);
            let tool = TOOLS.iter().find(|(file, _)| name.starts_with(file)).map(|(_, tool)| *tool);
            let near = lower.matches('/').count() <= DEPTH_MAX;
            if let Some(tool) = tool.filter(|tool| near && known.len() < TOOLS_MAX && known.insert(*tool)) {
                let cost = tokenizer.count(&format!("{tool} {}", row.path)) + 1;
                if told.tokens + cost <= tokens_max {
                    told.tokens += cost;
                    told.stack.push(Configured { tool, path: row.path.to_string() });
                }
            }
        }
        guides.sort_unstable();
        for (_, file) in guides {
            let room = (tokens_max - told.tokens) / GUIDE_SHARE;
            let text = self.snapshot().source(file)?.text;
            let (shown, tokens) = beginning(text.trim(), room, tokenizer);
            if !shown.is_empty() {
                told.tokens += tokens;
                let (path, cut) = (self.snapshot().file(file).path.to_string(), shown.len() < text.trim().len());
                told.guides.push(Guide { path, text: shown.to_string(), cut });
            }
        }
        Ok(told)
    }

    /// The places of the project that `log` speaks of, with what stands there; where it went wrong comes first.
    pub fn log_places(&self, log: &str) -> Result<Vec<LogPlace>, Error> {
        let mut found = places::find(self.snapshot(), &frames::read(log));
        found.retain(|place| place.line.is_some() && self.snapshot().file(place.file).skip.is_none());
        // Stable: as they were read, where they are as sure.
        found.sort_by(|a, b| b.sure.total_cmp(&a.sure));
        let mut texts = choose::Texts::new(self.ground());
        let mut told: Vec<LogPlace> = Vec::new();
        for place in found {
            let (text, lines) = texts.of(place.file)?;
            let Some(line) = place.line.filter(|line| (1..=lines.count()).contains(line)) else { continue };
            let path = self.snapshot().file(place.file).path;
            if told.iter().any(|known| known.path == path && known.line == line) {
                continue;
            }
            let (symbol, (start, end)) = self.around(place.file, (lines, line, line))?;
            let (start, end) = (start.max(line.saturating_sub(BESIDE)), end.min(line + BESIDE));
            let text = (start..=end).map(|line| lines.text(text, line)).collect::<Vec<_>>().join("\n");
            told.push(LogPlace { path: path.to_string(), line, symbol, start_line: start, text });
            if told.len() == LOG_MAX {
                break;
            }
        }
        Ok(told)
    }
}

impl History {
    /// The newest commits that changed one of `paths`, `n_max` at most.
    pub fn touching(&self, paths: &[&str], n_max: usize) -> Vec<&Commit> {
        let touches = |commit: &&Commit| commit.paths.iter().any(|path| paths.contains(&path.as_str()));
        self.commits.iter().filter(touches).take(n_max).collect()
    }
}

/// The first whole lines of `text` that have at most `tokens_max` tokens, and how many they have.
fn beginning(text: &str, tokens_max: usize, tokenizer: Tokenizer) -> (&str, usize) {
    let mut ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).chain([text.len()]).collect();
    // A token has at least one byte and seldom more than thirty.
    ends.retain(|end| *end <= tokens_max.saturating_mul(30));
    let n = ends.partition_point(|&end| tokenizer.count(&text[..end]) <= tokens_max);
    let shown = n.checked_sub(1).map_or("", |at| text[..ends[at]].trim_end());
    (shown, tokenizer.count(shown))
}

/// What a comment on a line of its own begins and ends with.
fn comment_marks(lang: &str) -> Option<(&'static str, &'static str)> {
    Some(match lang {
        "python" | "ruby" | "bash" | "elixir" | "r" | "toml" | "yaml" | "make" | "dockerfile" | "hcl" | "starlark" => {
            ("#", "")
        }
        "sql" | "lua" | "haskell" => ("--", ""),
        "ocaml" | "ocaml-interface" => ("(*", "*)"),
        "html" | "vue" | "svelte" | "markdown" => ("<!--", "-->"),
        "css" => ("/*", "*/"),
        "rst" => ("..", ""),
        "ini" => (";", ""),
        "json" | "jupyter" | "text" => return None,
        _ => ("//", ""),
    })
}
