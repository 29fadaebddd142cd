//! The few lines of package manifests that say what a folder is called.
//!
//! Read with the eye, not with a parser: a name, and paths of entry files. A manifest that is
//! broken or unreadable names nothing.

use super::path_map::{Word, words};
use super::paths::folder;
use super::project::Project;
use indexer::FileId;

/// One package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    pub(crate) folder: String,
    /// Entry files it names, relative to its folder.
    pub(crate) entries: Vec<String>,
    /// Root file of the library, and what it is called, where a crate says so.
    pub(super) library: Option<String>,
    pub(super) library_name: Option<String>,
}

/// Every package of the project. Invariant: each list is sorted by name.
#[derive(Default)]
pub(crate) struct Manifests {
    pub(crate) scripts: Vec<Manifest>,
    pub(crate) crates: Vec<Manifest>,
    pub(crate) go: Vec<Manifest>,
}

/// Manifests read per kind; more packages than that are found by path only.
const MANIFESTS_MAX: usize = 2_000;
const ENTRIES_MAX: usize = 64;

impl Manifests {
    pub(crate) fn read(project: &dyn Project, scripts: &[FileId], crates: &[FileId], go: &[FileId]) -> Manifests {
        let read = |ids: &[FileId], parse: fn(&str) -> Option<Manifest>| {
            let texts = ids.iter().take(MANIFESTS_MAX).filter_map(|id| Some((id, project.source(*id).ok()?.text)));
            let mut all: Vec<Manifest> = texts
                .filter_map(|(id, text)| {
                    Some(Manifest { folder: folder(project.file(*id).path).to_string(), ..parse(&text)? })
                })
                .collect();
            all.sort_by(|a, b| (&a.name, &a.folder).cmp(&(&b.name, &b.folder)));
            all
        };
        Manifests { scripts: read(scripts, of_script), crates: read(crates, of_crate), go: read(go, of_go) }
    }

    /// The package that a bare specifier starts with, and the rest of it.
    pub(crate) fn package<'m>(&self, module: &'m str) -> Option<(&Manifest, &'m str)> {
        let n_parts = if module.starts_with('@') { 2 } else { 1 };
        let end = module.match_indices('/').nth(n_parts - 1).map_or(module.len(), |(at, _)| at);
        let (name, rest) = module.split_at(end);
        let found = self.scripts.partition_point(|manifest| manifest.name.as_str() < name);
        let found = self.scripts.get(found).filter(|manifest| manifest.name == name)?;
        Some((found, rest.trim_start_matches('/')))
    }

    /// The crate that code calls `name`.
    pub(crate) fn crate_named(&self, name: &str) -> Option<&Manifest> {
        let called = |manifest: &&Manifest| {
            let own = manifest.library_name.as_ref().unwrap_or(&manifest.name);
            own.replace('-', "_") == name
        };
        self.crates.iter().find(called)
    }
}

fn of_script(text: &str) -> Option<Manifest> {
    let words: Vec<Word> = words(text);
    let mut name = None;
    let mut depth = 0usize;
    let mut entries = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match word {
            Word::Mark('{') => depth += 1,
            Word::Mark('}') => depth = depth.saturating_sub(1),
            Word::Text(text) => {
                let is_value = at > 0 && !matches!(words.get(at + 1), Some(Word::Mark(':')));
                let key = match (at.checked_sub(2).map(|key| &words[key]), at.checked_sub(1).map(|mark| &words[mark])) {
                    (Some(Word::Text(key)), Some(Word::Mark(':'))) => *key,
                    _ => "",
                };
                if depth == 1 && key == "name" && name.is_none() {
                    name = Some(text.to_string());
                } else if is_value && (text.starts_with("./") || matches!(key, "main" | "module" | "types" | "source"))
                {
                    entries.push(text.trim_start_matches("./").to_string());
                }
            }
            Word::Mark(_) => {}
        }
    }
    entries.truncate(ENTRIES_MAX);
    Some(Manifest { name: name?, entries, ..Manifest::default() })
}

fn of_crate(text: &str) -> Option<Manifest> {
    let mut manifest = Manifest::default();
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        }
        let value =
            |key: &str| line.strip_prefix(key).filter(|rest| rest.trim_start().starts_with('=')).and_then(quoted);
        match section {
            "[package]" => manifest.name = value("name").map_or(manifest.name, str::to_string),
            "[lib]" => {
                manifest.library = value("path").map(str::to_string).or(manifest.library);
                manifest.entries.extend(value("path").map(str::to_string));
                manifest.library_name = value("name").map(str::to_string).or(manifest.library_name);
            }
            "[[bin]]" | "[[test]]" | "[[bench]]" | "[[example]]" => {
                manifest.entries.extend(value("path").map(str::to_string))
            }
            _ => {}
        }
    }
    (!manifest.name.is_empty()).then_some(manifest)
}

fn of_go(text: &str) -> Option<Manifest> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(Manifest { name: line.trim().trim_matches('"').to_string(), ..Manifest::default() })
}

/// The first text between double quotes.
fn quoted(text: &str) -> Option<&str> {
    text.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_entries_are_seen() {
        let script = of_script(
            "{\n  \"name\": \"@a/b\",\n  \"main\": \"lib/x.js\",\n \"exports\": {\n \".\": \"./dist/y.js\"\n }\n}",
        );
        let script = script.expect("it has a name");
        assert_eq!((script.name.as_str(), script.entries.join(" ")), ("@a/b", "lib/x.js dist/y.js".to_string()));
        let krate =
            of_crate("[package]\nname = \"grep-x\"\n[lib]\nname = \"no\"\npath = \"a.rs\"\n").expect("it has a name");
        assert_eq!((krate.name.as_str(), krate.entries.join(" ")), ("grep-x", "a.rs".to_string()));
        assert_eq!(of_go("// hi\nmodule github.com/a/b/v5\n").expect("it has a name").name, "github.com/a/b/v5");
    }
}
