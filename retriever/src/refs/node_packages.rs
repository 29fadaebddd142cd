//! What a `package.json` hands out, and which source that is.
//!
//! A manifest names what is published: built files, most of which are in no repository, one per
//! condition and condition within condition. Who imports the package inside its own repository
//! means the source those were built from. So all that a manifest names for a subpath is a
//! candidate, each with the places its source is likely to have, and TypeScript comes first: what is
//! written in it is never the built one.
//!
//! The rules are those of Node (<https://nodejs.org/api/packages.html#package-entry-points>).

use super::paths::{file_name, join};
use serde_json::Value;

/// One package of JavaScript or TypeScript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NodePackage {
    pub(super) name: String,
    pub(super) folder: String,
    /// Subpaths (`.`, `./feature`, `./features/*`) with the files named for them, in no order of
    /// conditions.
    exports: Vec<(String, Vec<String>)>,
}

/// Subpaths of one package, and files of one subpath, that are looked at.
const EXPORTS_MAX: usize = 256;
const FILES_MAX: usize = 32;
/// Conditions within conditions that are followed.
const DEPTH_MAX: usize = 8;

/// Endings of scripts, the longer first where one ends in another.
pub(super) const ENDINGS: [&str; 11] =
    [".d.ts", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte"];

impl NodePackage {
    /// Reads a manifest; none if it is broken or has no name.
    pub(super) fn read(folder: &str, text: &str) -> Option<NodePackage> {
        let manifest: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
        let name = manifest.get("name")?.as_str()?.to_string();
        let mut package = NodePackage { name, folder: folder.to_string(), exports: Vec::new() };
        match manifest.get("exports") {
            Some(Value::Object(entries)) if entries.keys().any(|key| key.starts_with('.')) => {
                entries.iter().for_each(|(key, said)| package.add(key, said));
            }
            Some(said) => package.add(".", said),
            None => {}
        }
        // What older tools and bundlers read.
        let main = ["source", "main", "module", "types", "typings"].iter().filter_map(|key| manifest.get(key));
        main.for_each(|said| package.add(".", said));
        Some(package)
    }

    fn add(&mut self, subpath: &str, said: &Value) {
        let mut files = Vec::new();
        collect(said, DEPTH_MAX, &mut files);
        if let Some((_, known)) = self.exports.iter_mut().find(|(known, _)| known == subpath) {
            known.extend(files);
        } else if self.exports.len() < EXPORTS_MAX {
            self.exports.push((subpath.to_string(), files));
        }
    }

    /// Paths, endings often left out, of what `rest` behind the package's name may mean; the likelier
    /// first.
    pub(super) fn candidates(&self, rest: &str) -> Vec<String> {
        let subpath = if rest.is_empty() { ".".to_string() } else { format!("./{rest}") };
        let mut said = self.named_for(&subpath);
        if said.is_empty() && !rest.is_empty() {
            // Before `exports`, and inside the repository, any file could be named.
            said.push(rest.to_string());
        }
        let said = said.iter().flat_map(|file| sources_of(file));
        let usual = match rest {
            "" => ["src/index", "index", "lib/index", "src/main"].map(str::to_string),
            rest => ["src", "", "lib", "src/node"].map(|base| format!("{base}/{rest}")),
        };
        said.chain(usual).filter_map(|file| join(&self.folder, &file)).collect()
    }

    /// The files that the manifest names for a subpath: itself, or the longest pattern that fits.
    fn named_for(&self, subpath: &str) -> Vec<String> {
        if let Some((_, files)) = self.exports.iter().find(|(known, _)| known == subpath) {
            return files.clone();
        }
        let fitting = self.exports.iter().filter_map(|(pattern, files)| {
            let (head, tail) = pattern.split_once('*')?;
            let inside = subpath.strip_prefix(head)?.strip_suffix(tail)?;
            Some((head.len(), inside, files))
        });
        let best = fitting.max_by_key(|&(length, ..)| length);
        best.map_or(Vec::new(), |(_, inside, files)| files.iter().map(|file| file.replace('*', inside)).collect())
    }
}

/// Every file that a target names, under whatever conditions.
fn collect(said: &Value, depth: usize, files: &mut Vec<String>) {
    if depth == 0 || files.len() >= FILES_MAX {
        return;
    }
    match said {
        Value::String(file) => files.push(file.trim_start_matches("./").to_string()),
        Value::Array(several) => several.iter().for_each(|said| collect(said, depth - 1, files)),
        Value::Object(conditions) => conditions.values().for_each(|said| collect(said, depth - 1, files)),
        _ => {}
    }
}

/// A built file as its manifest names it, and where its source is likely to be.
fn sources_of(file: &str) -> Vec<String> {
    let bare = ENDINGS.iter().find_map(|ending| file.strip_suffix(ending)).unwrap_or(file);
    let parts: Vec<&str> = bare.split('/').collect();
    let built = |part: &str| matches!(part, "dist" | "build" | "out" | "esm" | "cjs" | "es" | "lib");
    let mut all = vec![file.to_string()];
    for cut in [1, 2] {
        let first = parts.iter().position(|part| built(part));
        if let Some(first) = first.filter(|first| first + cut < parts.len()) {
            all.push(format!("src/{}", parts[first + cut..].join("/")));
        }
    }
    all
}

/// TypeScript that was written, not made.
pub(super) fn is_typescript(path: &str) -> bool {
    let name = file_name(path);
    let typed = [".ts", ".tsx", ".mts", ".cts"].iter().any(|ending| name.ends_with(ending));
    typed && ![".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> NodePackage {
        NodePackage::read("pkg", text).expect("it has a name")
    }

    #[test]
    fn entries_and_their_sources_are_named() {
        let package = read(
            r#"{"name": "@a/b", "main": "lib/x.js", "exports": {".": "./dist/y.js", "./package.json": "./package.json"}}"#,
        );
        assert_eq!(package.name, "@a/b");
        let all = package.candidates("").join(" ");
        assert_eq!(
            all,
            "pkg/dist/y.js pkg/src/y pkg/lib/x.js pkg/src/x pkg/src/index pkg/index pkg/lib/index pkg/src/main"
        );
    }

    #[test]
    fn conditions_and_patterns_are_followed() {
        let package = read(
            r#"{"name": "c", "exports": {".": {"node": {"import": ["./out/esm/n.mjs"]}, "default": "./i.js"},
                "./*": "./dist/*.js", "./deep/*": {"types": "./dist/deep/*.d.ts"}}}"#,
        );
        assert_eq!(package.named_for("."), ["i.js", "out/esm/n.mjs"]);
        assert_eq!(
            (package.named_for("./a"), package.named_for("./deep/a")),
            (vec!["dist/a.js".to_string()], vec!["dist/deep/a.d.ts".to_string()])
        );
        assert_eq!(read(r#"{"name": "d", "exports": {"import": "./m.js"}}"#).named_for("."), ["m.js"]);
        assert_eq!((NodePackage::read("", "{"), NodePackage::read("", "{}")), (None, None));
    }
}
