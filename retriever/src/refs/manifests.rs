//! The few lines of package manifests that say what a folder is called.
//!
//! Of crates and Go modules read with the eye, not with a parser: a name, and paths of entry files. A
//! manifest that is broken or unreadable names nothing.

use super::node_packages::NodePackage;
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
    pub(crate) scripts: Vec<NodePackage>,
    pub(crate) crates: Vec<Manifest>,
    pub(crate) go: Vec<Manifest>,
}

/// Manifests read per kind; more packages than that are found by path only.
const MANIFESTS_MAX: usize = 2_000;

impl Manifests {
    pub(crate) fn read(project: &dyn Project, scripts: &[FileId], crates: &[FileId], go: &[FileId]) -> Manifests {
        let texts = |ids: &[FileId]| {
            let read = |id: &FileId| {
                Some((folder(project.file(*id).path).to_string(), project.source(*id).ok()?.text.to_string()))
            };
            ids.iter().take(MANIFESTS_MAX).filter_map(read).collect::<Vec<_>>()
        };
        let read = |ids: &[FileId], parse: fn(&str) -> Option<Manifest>| {
            let all = texts(ids).into_iter().filter_map(|(folder, text)| Some(Manifest { folder, ..parse(&text)? }));
            let mut all: Vec<Manifest> = all.collect();
            all.sort_by(|a, b| (&a.name, &a.folder).cmp(&(&b.name, &b.folder)));
            all
        };
        let node = texts(scripts).into_iter().filter_map(|(folder, text)| NodePackage::read(&folder, &text));
        let mut scripts: Vec<NodePackage> = node.collect();
        scripts.sort_by(|a, b| (&a.name, &a.folder).cmp(&(&b.name, &b.folder)));
        Manifests { scripts, crates: read(crates, of_crate), go: read(go, of_go) }
    }

    /// The package that a bare specifier in the file `from` starts with, the nearest of several of
    /// its name, and the rest of the specifier.
    pub(crate) fn package<'m>(&self, from: &str, module: &'m str) -> Option<(&NodePackage, &'m str)> {
        let n_parts = if module.starts_with('@') { 2 } else { 1 };
        let end = module.match_indices('/').nth(n_parts - 1).map_or(module.len(), |(at, _)| at);
        let (name, rest) = module.split_at(end);
        let first = self.scripts.partition_point(|package| package.name.as_str() < name);
        let named = self.scripts[first..].iter().take_while(|package| package.name == name);
        let near = |package: &&NodePackage| {
            let shared = from.split('/').zip(package.folder.split('/')).take_while(|(a, b)| a == b).count();
            (shared, std::cmp::Reverse(package.folder.len()))
        };
        Some((named.max_by_key(near)?, rest.trim_start_matches('/')))
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
        let krate =
            of_crate("[package]\nname = \"grep-x\"\n[lib]\nname = \"no\"\npath = \"a.rs\"\n").expect("it has a name");
        assert_eq!((krate.name.as_str(), krate.entries.join(" ")), ("grep-x", "a.rs".to_string()));
        assert_eq!(of_go("// hi\nmodule github.com/a/b/v5\n").expect("it has a name").name, "github.com/a/b/v5");
    }
}
