//! The outline of a whole project, fitted to a budget.
//!
//! What many files speak of matters to whoever comes new. A definition is worth the logarithm of how
//! many other files name it, shared among those that define the name; first lines are taken by worth
//! until the budget is full, and shown file by file. What the seeds speak of counts more.
//!
//! Knows nothing of how answers are printed.

use crate::role::FileRole;
use crate::search::{spoken, stem_of};
use crate::{Engine, Error, Tokenizer};
use grammars::{LineIndex, Symbol, SymbolKind};
use indexer::{FileId, Snapshot};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What to map, and how much of it may be told.
#[derive(Clone, Debug)]
pub struct MapOptions {
    /// Only below this folder, or this file; all of it when empty.
    pub below: String,
    /// Files that are being worked on: what they speak of counts more.
    pub seeds: Vec<String>,
    /// Tokens that the text may have.
    pub budget: usize,
    /// Who counts.
    pub tokenizer: Tokenizer,
}

/// A file of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapFile {
    /// Its path.
    pub path: String,
    /// First lines of what it defines: the 1-based line, how deep it is nested, the text.
    pub rows: Vec<(u32, usize, String)>,
    /// Definitions that are not told.
    pub left_out: usize,
}

/// A map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectMap {
    /// Files by path.
    pub files: Vec<MapFile>,
    /// As it is to be printed.
    pub text: String,
    /// Tokens of `text`, never more than the budget.
    pub tokens: usize,
    /// Source files of which nothing is told.
    pub left_out: usize,
}

/// Files that are looked into.
const FILES_MAX: usize = 600;
/// Definitions of a file that are weighed.
const SYMBOLS_MAX: usize = 80;
/// Bytes of a first line that is told.
const LINE_MAX: usize = 160;
/// What being spoken of by a seed counts, in files.
const SEED_COUNTS: f32 = 30.0;

struct Entry {
    file: FileId,
    line: u32,
    depth: usize,
    text: String,
    worth: f32,
}

impl Engine {
    /// The outline of the project in `options.budget` tokens.
    pub fn map(&self, options: &MapOptions) -> Result<ProjectMap, Error> {
        let ground = self.ground();
        let (snapshot, layout) = (ground.snapshot, ground.layout);
        let below = options.below.trim_matches('/');
        let inside = |path: &str| {
            below.is_empty() || path == below || path.strip_prefix(below).is_some_and(|rest| rest.starts_with('/'))
        };
        let is_mapped = |file: &FileId| {
            layout.is_searched(*file) && layout.role(*file) == FileRole::Source && inside(snapshot.file(*file).path)
        };
        let files: Vec<FileId> = snapshot.files().filter(is_mapped).collect();
        let spoken_by_seeds = self.names_of(&options.seeds)?;
        let best = most_central(snapshot, files.clone());
        let entries = best.par_iter().map(|&file| entries(snapshot, file, &spoken_by_seeds));
        let entries: Vec<Vec<Entry>> = entries.collect::<Vec<_>>().into_iter().collect::<Result<_, _>>()?;
        let mut all: Vec<Entry> = entries.into_iter().flatten().collect();
        all.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.file.cmp(&b.file)).then(a.line.cmp(&b.line)));
        Ok(fill(snapshot, (all, files.len()), options))
    }

    /// The names that stand in some files.
    fn names_of(&self, paths: &[String]) -> Result<HashSet<String>, Error> {
        let mut names = HashSet::new();
        for file in paths.iter().filter_map(|path| self.snapshot().find(path)) {
            let contents = self.snapshot().contents(file)?;
            names.extend(contents.outline.names.iter().map(str::to_string));
        }
        Ok(names)
    }
}

/// The files whose names are spoken of most.
fn most_central(snapshot: &Snapshot, mut files: Vec<FileId>) -> Vec<FileId> {
    let named = |file: &FileId| {
        let path = snapshot.file(*file).path;
        let stem = spoken(path.rsplit_once('/').map_or("", |(folder, _)| folder), stem_of(path));
        snapshot.files_naming(stem).len()
    };
    if files.len() > FILES_MAX {
        let counts: HashMap<FileId, usize> = files.par_iter().map(|file| (*file, named(file))).collect();
        files.sort_by_key(|file| (std::cmp::Reverse(counts[file]), *file));
        files.truncate(FILES_MAX);
    }
    files
}

fn entries(snapshot: &Snapshot, file: FileId, seeds: &HashSet<String>) -> Result<Vec<Entry>, Error> {
    let contents = snapshot.contents(file)?;
    let outline = &contents.outline;
    let told = outline.symbols.iter().filter(|symbol| is_told(symbol)).take(SYMBOLS_MAX);
    // A name that a file defines over and over is what its types have in common, not what they are.
    let mut times: HashMap<grammars::NameId, f32> = HashMap::new();
    outline.symbols.iter().for_each(|symbol| *times.entry(symbol.name).or_default() += 1.0);
    let source = snapshot.source(file)?;
    let lines = LineIndex::new(&source.text);
    let mut known: HashMap<&str, f32> = HashMap::new();
    let entries = told.map(|symbol| {
        let name = outline.names.get(symbol.name);
        let named = *known.entry(name).or_insert_with(|| {
            let uses = snapshot.files_naming(name);
            let n_define = uses.iter().filter(|usage| usage.defines).count().max(1);
            let others = uses.iter().filter(|usage| usage.in_code && usage.file != file).count();
            let seeded = if seeds.contains(name) { SEED_COUNTS } else { 0.0 };
            (others as f32 + seeded) / (n_define * n_define) as f32
        });
        let line = lines.line(symbol.name_at);
        let text = lines.text(&source.text, line).trim();
        let mut end = text.len().min(LINE_MAX);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let exported = if symbol.exported { 1.0 } else { 0.6 };
        Entry {
            file,
            line,
            depth: depth(outline, symbol),
            text: text[..end].to_string(),
            worth: exported * (1.0 + named / times[&symbol.name]).ln(),
        }
    });
    Ok(entries.collect())
}

fn is_told(symbol: &Symbol) -> bool {
    let kind = symbol.kind;
    kind.is_callable() || kind.is_type() || (kind == SymbolKind::Constant && symbol.parent.is_none())
}

fn depth(outline: &grammars::Outline, symbol: &Symbol) -> usize {
    let (mut depth, mut parent) = (0, symbol.parent);
    while let Some(index) = parent {
        depth += 1;
        parent = outline.symbols[index as usize].parent;
    }
    depth
}

fn fill(snapshot: &Snapshot, (all, n_files): (Vec<Entry>, usize), options: &MapOptions) -> ProjectMap {
    let mut n_tokens = 24;
    let mut chosen: BTreeMap<FileId, Vec<&Entry>> = BTreeMap::new();
    let mut seen: HashSet<(FileId, u32)> = HashSet::new();
    let mut totals: HashMap<FileId, usize> = HashMap::new();
    for entry in &all {
        *totals.entry(entry.file).or_default() += 1;
        let heading = if chosen.contains_key(&entry.file) {
            0
        } else {
            options.tokenizer.count(snapshot.file(entry.file).path) + 3
        };
        let tokens = options.tokenizer.count(&entry.text) + 5 + heading;
        if n_tokens + tokens <= options.budget && seen.insert((entry.file, entry.line)) {
            n_tokens += tokens;
            chosen.entry(entry.file).or_default().push(entry);
        }
    }
    let file = |(file, mut rows): (FileId, Vec<&Entry>)| {
        rows.sort_by_key(|entry| entry.line);
        let left_out = totals[&file] - rows.len();
        let rows = rows.into_iter().map(|entry| (entry.line, entry.depth, entry.text.clone())).collect();
        MapFile { path: snapshot.file(file).path.to_string(), rows, left_out }
    };
    let mut map = ProjectMap { files: chosen.into_iter().map(file).collect(), ..ProjectMap::default() };
    loop {
        map.left_out = n_files - map.files.len();
        map.text = text(&map);
        map.tokens = options.tokenizer.count(&map.text);
        if map.tokens <= options.budget {
            return map;
        }
        if map.files.pop().is_none() {
            // Not even the count of what is left out fits.
            return ProjectMap { left_out: map.left_out, ..ProjectMap::default() };
        }
    }
}

fn text(map: &ProjectMap) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for file in &map.files {
        let _ = writeln!(out, "{}", file.path);
        for (line, depth, text) in &file.rows {
            let _ = writeln!(out, "{}{line}: {text}", "  ".repeat(depth + 1));
        }
    }
    if map.left_out > 0 {
        let _ = writeln!(out, "{} more source files", map.left_out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::engine;

    const PROJECT: &str = "
=== app/core.py
class Engine:
    def start(self):
        pass


def rarely_used():
    pass
=== app/a.py
from app.core import Engine
Engine().start()
=== app/b.py
from app.core import Engine
def odd():
    Engine()
=== web/c.py
from app.core import Engine
";

    fn map(budget: usize, below: &str, seeds: &[&str]) -> ProjectMap {
        let (_dir, engine) = engine(PROJECT);
        let seeds = seeds.iter().map(|seed| seed.to_string()).collect();
        engine.map(&MapOptions { below: below.into(), seeds, budget, tokenizer: Tokenizer::O200k }).unwrap()
    }

    #[test]
    fn what_most_files_speak_of_comes_first() {
        let map = map(60, "", &[]);
        assert_eq!(map.files[0].path, "app/core.py");
        assert_eq!(map.files[0].rows[0].2, "class Engine:");
        assert!(map.tokens <= 60);
        assert_eq!(map.tokens, Tokenizer::O200k.count(&map.text));
    }

    #[test]
    fn a_map_can_be_of_a_folder() {
        assert!(map(500, "web", &[]).files.is_empty(), "nothing is defined there");
        assert!(map(500, "app/core.py", &[]).text.contains("rarely_used"));
        assert!(map(500, "nowhere", &[]).files.is_empty());
    }

    #[test]
    fn what_a_seed_speaks_of_counts_more() {
        let rank = |seeds: &[&str]| {
            let map = map(56, "", seeds);
            map.text.contains("odd")
        };
        assert!(!rank(&[]) && rank(&["app/b.py"]), "{} / {}", map(56, "", &[]).text, map(56, "", &["app/b.py"]).text);
    }

    #[test]
    fn no_map_is_over_its_budget() {
        for budget in [1, 20, 30, 40, 50, 80, 200] {
            let map = map(budget, "", &[]);
            assert!(map.tokens <= budget && map.tokens == Tokenizer::O200k.count(&map.text), "{budget}: {map:?}");
        }
    }
}
