//! Imports: `use` trees, `extern crate` and `mod name;`.
//!
//! A `use` tree is flattened into one import for each of its leaves: the path of modules as text
//! and the last name. `self` in a group stands for the module before it, so `a::{self}` and `a`
//! come out alike.

use crate::outline::{ImportKind, Receiver, Role, Span};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

/// Longer paths are machine-made; their names are kept, the rest is not worth its cost.
const MODULE_BYTES_MAX: usize = 512;

/// A part of a `use` tree and the path that leads to it.
struct Branch<'t> {
    node: Tree<'t>,
    module: String,
    receiver: Receiver,
}

/// What all leaves of one `use` have in common.
struct Use<'t> {
    statement: Tree<'t>,
    role: Role,
    reexport: bool,
}

pub(super) fn use_tree<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let reexport = is_visible(walk, node);
    let role = if reexport { Role::Export } else { Role::Import };
    let Some(tree) = node.child_by_field_name("argument").filter(|_| !node.has_error()) else {
        return Visit::As(Pass { to: To::Role(role), ..READ });
    };
    let all = Use { statement: node, role, reexport };
    let mut open = vec![Branch { node: tree, module: String::new(), receiver: Receiver::None }];
    while let Some(branch) = open.pop() {
        let Branch { node, module, receiver } = &branch;
        if module.len() > MODULE_BYTES_MAX {
            walk.emit_path(span(*node), role);
            continue;
        }
        match node.kind() {
            "use_list" => {
                let children: Vec<_> = node.named_children(&mut node.walk()).collect();
                let branches = children.into_iter().rev();
                open.extend(branches.map(|node| Branch { node, module: module.clone(), receiver: *receiver }));
            }
            "scoped_use_list" => {
                let (module, receiver) = match node.child_by_field_name("path") {
                    Some(path) => all.path(walk, path, &branch),
                    None => (module.clone(), *receiver),
                };
                let list = node.child_by_field_name("list");
                open.extend(list.map(|node| Branch { node, module, receiver }));
            }
            "use_wildcard" => {
                let module = match node.named_child(0) {
                    Some(path) => all.path(walk, path, &branch).0,
                    None => module.clone(),
                };
                let reexport = all.reexport;
                walk.import(all.statement, NewImport { module: &module, star: true, reexport, ..NewImport::default() });
            }
            "use_as_clause" => {
                let path = node.child_by_field_name("path").unwrap_or(*node);
                let (full, receiver) = all.path(walk, path, &branch);
                if let Some(alias) = node.child_by_field_name("alias") {
                    let (start, alias) = bare(walk.of(alias), alias.start_byte());
                    let named = (alias != "_").then_some(alias);
                    if named.is_some() {
                        walk.emit_at(Span::new(start, start + alias.len() as u32), role, Receiver::None);
                    }
                    all.leaf(walk, &full, Some(named));
                } else if receiver != Receiver::None {
                    all.leaf(walk, &full, None);
                }
            }
            "line_comment" | "block_comment" => {
                let scope = walk.scope();
                walk.words(span(*node), Role::Comment, scope);
            }
            _ => {
                let (full, _) = all.path(walk, *node, &branch);
                all.leaf(walk, &full, None);
            }
        }
    }
    Visit::Skip
}

impl<'t> Use<'t> {
    /// Adds the names of `path`; what it is in full, and its last name to go on from.
    fn path(&self, walk: &mut Walk<'t>, path: Tree<'t>, before: &Branch<'t>) -> (String, Receiver) {
        let (mut full, mut receiver) = (before.module.clone(), before.receiver);
        for (start, segment) in segments(walk.of(path), path.start_byte()) {
            let at = Span::new(start, start + segment.len() as u32);
            receiver = Receiver::Occurrence(walk.emit_at(at, self.role, receiver));
            join(&mut full, segment);
        }
        (full, receiver)
    }

    /// Adds the import of `full`, bound to its last name or to `alias` (`Some(None)`: to no name).
    fn leaf(&self, walk: &mut Walk<'t>, full: &str, alias: Option<Option<&str>>) {
        let (module, name) = split(full);
        let local = alias.unwrap_or(Some(name.unwrap_or(module)));
        let new = NewImport { module, name, local, reexport: self.reexport, ..NewImport::default() };
        walk.import(self.statement, new);
    }
}

/// Adds a name to a path; `self` in a group is the module itself.
pub(super) fn join(path: &mut String, name: &str) {
    if path.is_empty() {
        path.push_str(name);
    } else if name != "self" && path.len() <= MODULE_BYTES_MAX {
        path.push_str("::");
        path.push_str(name);
    }
}

/// The module and the name in it; a path of one name is a module.
pub(super) fn split(path: &str) -> (&str, Option<&str>) {
    path.rsplit_once("::").map_or((path, None), |(module, name)| (module, Some(name)))
}

pub(super) fn extern_crate<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name") else { return Visit::Children };
    let reexport = is_visible(walk, node);
    let role = if reexport { Role::Export } else { Role::Import };
    let alias = node.child_by_field_name("alias");
    walk.emit(name, role);
    let local = match alias.map(|alias| walk.of(alias)) {
        Some("_") => None,
        Some(alias) => Some(alias),
        None => Some(walk.of(name)),
    };
    if let Some(alias) = alias.filter(|_| local.is_some()) {
        walk.emit(alias, role);
    }
    let module = if walk.of(name) == "self" { "crate" } else { walk.of(name) };
    walk.import(node, NewImport { module, local, reexport, ..NewImport::default() });
    Visit::Skip
}

/// `mod name;` says that a file is part of the crate; with a body it is a definition.
pub(super) fn module<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name") else { return Visit::Children };
    if node.child_by_field_name("body").is_some() {
        return Visit::Children;
    }
    let reexport = is_visible(walk, node);
    let (start, module) = bare(walk.of(name), name.start_byte());
    walk.emit_at(Span::new(start, start + module.len() as u32), Role::Import, Receiver::None);
    let kind = ImportKind::Module;
    walk.import(node, NewImport { module, local: Some(module), reexport, kind, ..NewImport::default() });
    Visit::Skip
}

fn is_visible<'t>(walk: &Walk<'t>, item: Tree<'t>) -> bool {
    let first = item.named_child(0).filter(|child| child.kind() == "visibility_modifier");
    first.is_some_and(|visibility| !matches!(walk.of(visibility), "pub(self)" | "pub(in self)"))
}

/// The names of a path with the offset of each; `path` starts at byte `start`.
fn segments(path: &str, start: usize) -> impl Iterator<Item = (u32, &str)> {
    let mut at = start;
    path.split("::").filter_map(move |segment| {
        let offset = at + (segment.len() - segment.trim_start().len());
        at += segment.len() + 2;
        let (offset, name) = bare(segment.trim(), offset);
        let plain = !name.is_empty() && name.chars().all(|c| crate::words::is_word(c) || c == '$');
        plain.then_some((offset, name))
    })
}

/// A name without the mark of a raw identifier, and where it starts then.
fn bare(name: &str, start: usize) -> (u32, &str) {
    match name.strip_prefix("r#") {
        Some(bare) => (start as u32 + 2, bare),
        None => (start as u32, name),
    }
}
