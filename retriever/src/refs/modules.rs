//! From the module text of an import to files of the project.
//!
//! Every language says where a module lies in its own way, but all of them end in a path. A
//! relative path is looked up; an absolute one is found by its last part in a table of hashed
//! names and then compared from the back. Package manifests are read once, when first asked for.
//!
//! Knows paths and manifests, nothing of what modules define.

use super::facts::DefId;
use super::family::Family;
use super::manifests::Manifests;
use super::node_packages::{NodePackage, is_typescript};
use super::path_map::PathMap;
use super::paths::{ends_with, file_name, folder, join, shared_folders, stem};
use super::project::Project;
use grammars::ImportKind;
use indexer::FileId;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::OnceLock;

/// Something that names can be taken out of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Module {
    /// A file.
    File(FileId),
    /// A folder whose files are one package.
    Folder(String),
    /// A module written inside a file.
    Inline(DefId),
}

/// Where modules are found; good for one snapshot.
#[derive(Default)]
pub struct Modules {
    table: OnceLock<Vec<(u64, u32)>>,
    manifests: OnceLock<Manifests>,
    path_maps: OnceLock<Vec<PathMap>>,
}

/// Configurations with a map of paths that are read.
const PATH_MAPS_MAX: usize = 500;

const SCRIPT_ENDINGS: [&str; 12] =
    ["", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte"];

impl Modules {
    /// The modules that `module`, written in the file `from`, can mean; best first.
    pub(crate) fn resolve(&self, project: &dyn Project, from: FileId, module: &str, kind: ImportKind) -> Vec<Module> {
        let file = project.file(from);
        match Family::of(file.lang) {
            Family::Python => self.python(project, file.path, module),
            Family::Script => self.script(project, file.path, module).into_iter().map(Module::File).collect(),
            Family::Go => self.go(project, module),
            Family::C | Family::Shell if kind == ImportKind::Include => self.include(project, file.path, module),
            Family::Lua => self.lua(project, file.path, module).into_iter().map(Module::File).collect(),
            Family::Zig => join(folder(file.path), module)
                .and_then(|path| project.find(&path))
                .map(Module::File)
                .into_iter()
                .collect(),
            Family::Dart => self.dart(project, file.path, module).into_iter().map(Module::File).collect(),
            _ => Vec::new(),
        }
    }

    fn table(&self, project: &dyn Project) -> &[(u64, u32)] {
        self.table.get_or_init(|| {
            let mut table = Vec::with_capacity(project.n_files() * 2);
            for id in 0..project.n_files() as u32 {
                let path = project.file(FileId(id)).path;
                table.push((hash("name", file_name(path)), id));
                match stem(path) {
                    "__init__" | "index" | "mod" | "init" => table.push((hash("stem", file_name(folder(path))), id)),
                    stem => table.push((hash("stem", stem), id)),
                }
                if path.ends_with(".go") {
                    table.push((hash("folder", file_name(folder(path))), id));
                }
            }
            table.sort_unstable();
            table
        })
    }

    fn look_up<'a>(
        &'a self,
        project: &'a dyn Project,
        tag: &str,
        key: &str,
    ) -> impl Iterator<Item = (FileId, &'a str)> + use<'a> {
        let (table, wanted) = (self.table(project), hash(tag, key));
        let from = table.partition_point(|&(known, _)| known < wanted);
        let found = table[from..].iter().take_while(move |&&(known, _)| known == wanted);
        found.map(|&(_, id)| (FileId(id), project.file(FileId(id)).path))
    }

    fn manifests(&self, project: &dyn Project) -> &Manifests {
        self.manifests.get_or_init(|| {
            let named = |name| self.look_up(project, "name", name).map(|(id, _)| id).collect::<Vec<_>>();
            Manifests::read(project, &named("package.json"), &named("Cargo.toml"), &named("go.mod"))
        })
    }

    fn python(&self, project: &dyn Project, from: &str, module: &str) -> Vec<Module> {
        let dots = module.len() - module.trim_start_matches('.').len();
        let tail = module[dots..].replace('.', "/");
        if dots > 0 {
            let mut base = folder(from);
            for _ in 1..dots {
                base = folder(base);
            }
            return join(base, &tail).and_then(|path| python_at(project, &path)).into_iter().collect();
        }
        let mut found: Vec<(usize, usize, Module)> = Vec::new();
        for (id, path) in self.look_up(project, "stem", file_name(&tail)) {
            let Some(bare) = path.strip_suffix(".py").or_else(|| path.strip_suffix(".pyi")) else { continue };
            let bare = bare.strip_suffix("/__init__").unwrap_or(bare);
            if !ends_with(bare, &tail) {
                continue;
            }
            let root = bare[..bare.len() - tail.len()].trim_end_matches('/');
            if is_python_package(project, root) && root != folder(from) {
                continue;
            }
            let near = shared_folders(from, path);
            let in_sight = root.is_empty() || from.starts_with(&format!("{root}/"));
            let usual = matches!(file_name(root), "src" | "lib" | "python" | "packages");
            if in_sight || usual || tail.contains('/') {
                found.push((usize::from(in_sight || usual), near, Module::File(id)));
            }
        }
        found.sort_by(|a, b| (b.0, b.1, &a.2).cmp(&(a.0, a.1, &b.2)));
        let best = found.into_iter().next().map(|(_, _, module)| module);
        let bare_folder = || ["", "src"].iter().find_map(|base| python_at(project, &join(base, &tail)?));
        best.or_else(bare_folder).into_iter().collect()
    }

    fn script(&self, project: &dyn Project, from: &str, module: &str) -> Option<FileId> {
        let module = module.split(['?', '!']).next().unwrap_or(module);
        if module.starts_with('.') {
            return script_at(project, &join(folder(from), module)?);
        }
        if let Some(path) = module.strip_prefix('/') {
            return script_at(project, path);
        }
        let mapped = self.mapped(project, from, module);
        if mapped.is_some() {
            return mapped;
        }
        if let Some((package, rest)) = self.manifests(project).package(from, module) {
            return script_package(project, package, rest);
        }
        let alias =
            ["@/", "~/", "#/", "$lib/", "src/", "~", "#", "@"].iter().find_map(|mark| module.strip_prefix(mark));
        let tail = alias.filter(|tail| !tail.is_empty())?;
        let candidates = self.look_up(project, "stem", stem(tail)).filter(|(_, path)| {
            let bare = SCRIPT_ENDINGS[1..].iter().find_map(|ending| path.strip_suffix(ending));
            let tail = SCRIPT_ENDINGS[1..].iter().find_map(|ending| tail.strip_suffix(ending)).unwrap_or(tail);
            bare.is_some_and(|bare| ends_with(bare.strip_suffix("/index").unwrap_or(bare), tail))
        });
        candidates.max_by_key(|(id, path)| (shared_folders(from, path), std::cmp::Reverse(*id))).map(|(id, _)| id)
    }

    /// What the `paths` and `baseUrl` of the nearest configurations above make of a bare module.
    fn mapped(&self, project: &dyn Project, from: &str, module: &str) -> Option<FileId> {
        let configs = self.path_maps(project).iter().filter(|config| {
            config.folder.is_empty()
                || from.strip_prefix(config.folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        });
        let mut configs: Vec<&PathMap> = configs.collect();
        configs.sort_by_key(|config| std::cmp::Reverse(config.folder.len()));
        configs.into_iter().find_map(|config| config.candidates(module).find_map(|path| script_at(project, &path)))
    }

    fn path_maps(&self, project: &dyn Project) -> &[PathMap] {
        self.path_maps.get_or_init(|| {
            let mut named: Vec<FileId> = Vec::new();
            for name in ["tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json"] {
                named.extend(self.look_up(project, "name", name).map(|(id, _)| id));
            }
            named.truncate(PATH_MAPS_MAX);
            let read = named
                .into_iter()
                .filter_map(|id| PathMap::read(folder(project.file(id).path), &project.source(id).ok()?.text));
            read.collect()
        })
    }

    fn go(&self, project: &dyn Project, module: &str) -> Vec<Module> {
        let manifests = self.manifests(project);
        let known = manifests.go.iter().filter_map(|manifest| {
            let rest = module.strip_prefix(manifest.name.as_str())?;
            (rest.is_empty() || rest.starts_with('/')).then(|| join(&manifest.folder, rest)).flatten()
        });
        if let Some(found) = known.max_by_key(String::len) {
            return vec![Module::Folder(found)];
        }
        if !manifests.go.is_empty() {
            return Vec::new();
        }
        let last = file_name(module);
        let folders = self.look_up(project, "folder", last).map(|(_, path)| folder(path));
        let matching = folders.filter(|folder| ends_with(module, folder) || ends_with(folder, module));
        matching
            .max_by_key(|folder| folder.len())
            .map(|folder| Module::Folder(folder.to_string()))
            .into_iter()
            .collect()
    }

    /// `a.b` is `a/b.lua` or `a/b/init.lua` in some folder.
    fn lua(&self, project: &dyn Project, from: &str, module: &str) -> Option<FileId> {
        let tail = module.replace('.', "/");
        let found = self.look_up(project, "stem", file_name(&tail)).filter(|(_, path)| {
            let bare = path.strip_suffix(".lua").or_else(|| path.strip_suffix(".luau"));
            bare.is_some_and(|bare| ends_with(bare.strip_suffix("/init").unwrap_or(bare), &tail))
        });
        found.max_by_key(|(id, path)| (shared_folders(from, path), std::cmp::Reverse(*id))).map(|(id, _)| id)
    }

    /// `package:name/a.dart` is `lib/a.dart` of that package; other paths start at the file.
    fn dart(&self, project: &dyn Project, from: &str, module: &str) -> Option<FileId> {
        let Some(inside) = module.strip_prefix("package:") else {
            return join(folder(from), module).and_then(|path| project.find(&path));
        };
        let (package, tail) = inside.split_once('/')?;
        let tail = format!("lib/{tail}");
        let found = self.look_up(project, "name", file_name(&tail)).filter(|(_, path)| ends_with(path, &tail));
        found
            .max_by_key(|(id, path)| {
                let named = path.contains(&format!("{package}/lib/"));
                (named, shared_folders(from, path), std::cmp::Reverse(*id))
            })
            .map(|(id, _)| id)
    }

    fn include(&self, project: &dyn Project, from: &str, module: &str) -> Vec<Module> {
        let beside = join(folder(from), module).and_then(|path| project.find(&path));
        if let Some(found) = beside {
            return vec![Module::File(found)];
        }
        let tail = module.trim_start_matches("../").trim_start_matches("./");
        let found = || self.look_up(project, "name", file_name(tail)).filter(|(_, path)| ends_with(path, tail));
        let Some(nearest) = found().map(|(_, path)| shared_folders(from, path)).max() else { return Vec::new() };
        let nearest = found().filter(|(_, path)| shared_folders(from, path) == nearest);
        nearest.take(4).map(|(id, _)| Module::File(id)).collect()
    }

    /// The files of a folder that are one package.
    pub(crate) fn folder_files(&self, project: &dyn Project, path: &str) -> Vec<FileId> {
        let files = self.look_up(project, "folder", file_name(path));
        files.filter(|(_, found)| folder(found) == path).map(|(id, _)| id).collect()
    }

    /// The module `name` that lies in `module` as a file of its own.
    pub(crate) fn submodule(&self, project: &dyn Project, module: &Module, name: &str) -> Option<Module> {
        let path = match module {
            Module::File(id) => project.file(*id).path,
            Module::Folder(path) => return python_at(project, &join(path, name)?),
            Module::Inline(_) => return None,
        };
        match Family::of(grammars::Lang::detect(path, "")) {
            Family::Python if stem(path) == "__init__" => python_at(project, &join(folder(path), name)?),
            Family::Rust => rust_child(project, path, name).map(Module::File),
            _ => None,
        }
    }

    /// The files at the roots of the Rust crate that `from` belongs to; the likelier first.
    pub(crate) fn crate_roots(&self, project: &dyn Project, from: &str) -> Vec<FileId> {
        if matches!(file_name(from), "lib.rs" | "main.rs") {
            return project.find(from).into_iter().collect();
        }
        let mut at = folder(from);
        loop {
            let roots = ["lib.rs", "main.rs"].iter().filter_map(|name| project.find(&join(at, name)?));
            let roots: Vec<FileId> = roots.collect();
            if !roots.is_empty() {
                return roots;
            }
            let said = self
                .manifests(project)
                .crates
                .iter()
                .flat_map(|manifest| manifest.entries.iter().filter_map(|entry| join(&manifest.folder, entry)));
            let said: Vec<FileId> =
                said.filter(|path| folder(path) == at).filter_map(|path| project.find(&path)).collect();
            if !said.is_empty() && !said.iter().any(|id| project.file(*id).path == from) {
                return said;
            }
            if at.is_empty() || matches!(file_name(at), "tests" | "examples" | "benches" | "bin") {
                return project.find(from).into_iter().collect();
            }
            at = folder(at);
        }
    }

    /// The root file of the crate called `name`, if it is part of the project.
    pub(crate) fn crate_named(&self, project: &dyn Project, name: &str) -> Option<FileId> {
        let manifest = self.manifests(project).crate_named(name)?;
        // Only a library can be named from outside; a manifest lists its tests and programs too.
        let library = manifest.library.iter().map(String::as_str);
        library
            .chain(["src/lib.rs", "lib.rs", "src/main.rs"])
            .find_map(|entry| project.find(&join(&manifest.folder, entry)?))
    }

    /// The file of the module that the Rust file at `path` is a child of.
    pub(crate) fn rust_parent(&self, project: &dyn Project, path: &str) -> Option<FileId> {
        let base = if file_name(path) == "mod.rs" { folder(path) } else { path };
        let above = folder(base);
        let beside = ["mod.rs", "lib.rs", "main.rs"].iter().filter_map(|name| project.find(&join(above, name)?));
        let named = if above.is_empty() { None } else { project.find(&format!("{above}.rs")) };
        named.into_iter().chain(beside).find(|id| project.file(*id).path != path)
    }
}

fn hash(tag: &str, key: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one((tag, key))
}

fn python_at(project: &dyn Project, path: &str) -> Option<Module> {
    let endings = [".py", "/__init__.py", ".pyi", "/__init__.pyi"];
    let file = endings.iter().find_map(|ending| project.find(&format!("{path}{ending}")));
    file.map(Module::File).or_else(|| has_folder(project, path).then(|| Module::Folder(path.to_string())))
}

fn is_python_package(project: &dyn Project, folder: &str) -> bool {
    !folder.is_empty()
        && ["/__init__.py", "/__init__.pyi"].iter().any(|end| project.find(&format!("{folder}{end}")).is_some())
}

/// True when some file lies below `folder`.
fn has_folder(project: &dyn Project, folder: &str) -> bool {
    let prefix = format!("{folder}/");
    let (mut low, mut high) = (0, project.n_files() as u32);
    while low < high {
        let middle = low + (high - low) / 2;
        if project.file(FileId(middle)).path < prefix.as_str() { low = middle + 1 } else { high = middle }
    }
    (low as usize) < project.n_files() && project.file(FileId(low)).path.starts_with(&prefix)
}

/// The file a script path means, with the endings that may be left out or stand for another, and
/// the source of what is only there once it is built.
fn script_at(project: &dyn Project, path: &str) -> Option<FileId> {
    let unbuilt = || {
        let mut parts: Vec<&str> = path.split('/').collect();
        let built = parts.iter().rposition(|part| matches!(*part, "lib" | "dist" | "build"))?;
        parts[built] = "src";
        script_there(project, &parts.join("/"))
    };
    script_there(project, path).or_else(unbuilt)
}

fn script_there(project: &dyn Project, path: &str) -> Option<FileId> {
    let find = |path: &str| SCRIPT_ENDINGS.iter().find_map(|ending| project.find(&format!("{path}{ending}")));
    let other =
        [(".js", ".ts"), (".js", ".tsx"), (".mjs", ".mts"), (".cjs", ".cts"), (".jsx", ".tsx"), (".js", ".d.ts")];
    let swapped = || other.iter().find_map(|(from, to)| project.find(&format!("{}{to}", path.strip_suffix(from)?)));
    find(path).or_else(swapped).or_else(|| find(&join(path, "index")?))
}

/// The file that `rest` behind the name of a package means: TypeScript where some of what it may be
/// is that.
fn script_package(project: &dyn Project, package: &NodePackage, rest: &str) -> Option<FileId> {
    let candidates = package.candidates(rest);
    let there = candidates.iter().filter_map(|path| script_at(project, path));
    let there: Vec<FileId> = there.filter(|id| Family::of(project.file(*id).lang) == Family::Script).collect();
    let written = there.iter().find(|id| is_typescript(project.file(**id).path));
    written.or_else(|| there.first()).copied()
}

/// The file of the module `name` declared in the Rust file at `path`.
fn rust_child(project: &dyn Project, path: &str, name: &str) -> Option<FileId> {
    let base = match file_name(path) {
        "mod.rs" | "lib.rs" | "main.rs" => folder(path),
        _ => path.strip_suffix(".rs")?,
    };
    let name = name.trim_start_matches("r#");
    let inside = |base: &str| {
        let (file, own) = (join(base, &format!("{name}.rs"))?, join(base, &format!("{name}/mod.rs"))?);
        project.find(&file).or_else(|| project.find(&own))
    };
    // A crate root under another name (`src/bin/x.rs`) has its children beside it.
    inside(base).or_else(|| inside(folder(path)))
}
