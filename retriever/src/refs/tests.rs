//! Small projects in memory, and where names are used in them.

mod balance;
mod disk;
mod jvm;
mod native;
mod native_more;
mod packages;
mod python;
mod python_more;
mod reports;
mod rust;
mod rust_more;
mod script;
mod script_more;
mod traps;

use super::{Modules, Project, RefsOptions, Resolver, Target, references};
use expect_test::Expect;
use grammars::{Lang, Limits, Role};
use indexer::{BlobId, Contents, Encoding, Error, File, FileId, NameUse, Source};
use std::fmt::Write;
use std::sync::Arc;

/// A project that never touched a disk.
pub(crate) struct Memory {
    files: Vec<(String, String, Lang, Arc<Contents>)>,
}

impl Memory {
    pub(crate) fn new(mut files: Vec<(String, String)>) -> Memory {
        files.sort();
        let files = files.into_iter().map(|(path, text)| {
            let lang = Lang::detect(&path, &text);
            let outline = grammars::outline(lang, &text, &Limits::default());
            (path, text, lang, Arc::new(Contents { outline, ..Contents::default() }))
        });
        Memory { files: files.collect() }
    }

    /// Files written as `=== path` and their text.
    pub(crate) fn parse(project: &str) -> Memory {
        let project = project.trim_start().strip_prefix("=== ").unwrap_or("");
        let parts = project.split("\n=== ").filter_map(|part| part.split_once('\n'));
        Memory::new(parts.map(|(path, text)| (path.trim().to_string(), text.to_string())).collect())
    }
}

impl Project for Memory {
    fn n_files(&self) -> usize {
        self.files.len()
    }

    fn file(&self, id: FileId) -> File<'_> {
        let (path, text, lang, _) = &self.files[id.0 as usize];
        File {
            id,
            path,
            lang: *lang,
            skip: None,
            generated: false,
            limit: None,
            size: text.len() as u64,
            n_chunks: 0,
            n_lines: 0,
            is_read: true,
        }
    }

    fn find(&self, path: &str) -> Option<FileId> {
        self.files.binary_search_by(|file| file.0.as_str().cmp(path)).ok().map(|index| FileId(index as u32))
    }

    fn contents(&self, id: FileId) -> Result<Arc<Contents>, Error> {
        Ok(self.files[id.0 as usize].3.clone())
    }

    fn source(&self, id: FileId) -> Result<Source, Error> {
        let (_, text, lang, _) = &self.files[id.0 as usize];
        Ok(Source { text: text.clone(), encoding: Encoding::Utf8, blob: BlobId::of(text.as_bytes(), *lang) })
    }

    fn files_naming(&self, name: &str) -> Vec<NameUse> {
        let uses = (0..).zip(&self.files).filter_map(|(index, file)| {
            let outline = &file.3.outline;
            let id = outline.names.find(name)?;
            let mut all = outline.occurrences.iter().filter(|occurrence| occurrence.name == id).peekable();
            all.peek()?;
            let defines = outline.symbols.iter().any(|symbol| symbol.name == id);
            Some(NameUse { file: FileId(index), defines, in_code: all.any(|occurrence| occurrence.role.is_code()) })
        });
        uses.collect()
    }

    fn similar_names(&self, name: &str, limit: usize) -> Vec<String> {
        let close = |known: &&str| known.len().abs_diff(name.len()) < 3 && known.get(..2) == name.get(..2);
        let names = self.files.iter().flat_map(|file| file.3.outline.names.iter());
        let mut names: Vec<String> = names.filter(close).map(str::to_string).collect();
        names.sort();
        names.dedup();
        names.truncate(limit);
        names
    }
}

/// The references to `target` (`name` or `name @ path:line`), one a line, and the balance.
pub(crate) fn check(target: &str, project: &str, expected: Expect) {
    let memory = Memory::parse(project);
    let (name, at) = target.split_once(" @ ").map_or((target, None), |(name, at)| (name, Some(at)));
    let mut target = Target::parse(name);
    if let Some((path, line)) = at.and_then(|at| at.rsplit_once(':')) {
        target = target.at(path, line.parse().unwrap());
    }
    let resolver = Resolver::new(&memory, Arc::new(Modules::default()));
    let options = RefsOptions { all: true, ..RefsOptions::default() };
    let answer = references(&resolver, &target, &options).unwrap();
    let mut shown = String::new();
    for row in &answer.definitions {
        let _ = writeln!(shown, "{}:{}:{} definition", row.path, row.line, row.col);
    }
    for row in answer.rows.iter().filter(|row| row.role.is_code() || row.role == Role::StringKey) {
        let within = if row.within.is_empty() { String::new() } else { format!(" in {}", row.within) };
        let doubt = if row.candidates > 1 { format!(" of {}", row.candidates) } else { String::new() };
        let (role, evidence) = (row.role.word(), row.evidence.word());
        let _ = writeln!(shown, "{}:{}:{} {role} {evidence}{doubt}{within}", row.path, row.line, row.col);
    }
    for (what, n) in &answer.balance.named {
        let _ = writeln!(shown, "{n} {what}");
    }
    if !answer.nearest.is_empty() {
        let _ = writeln!(shown, "nearest {}", answer.nearest.join(" "));
    }
    assert!(answer.balance.is_even());
    expected.assert_eq(&shown);
}
