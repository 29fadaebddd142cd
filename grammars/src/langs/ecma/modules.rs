//! Imports and exports: ES modules, `require`, `import()`.
//!
//! What a file exports under another name than its own (`export { a as b }`, `export default a`,
//! `module.exports = a`) becomes a re-export from the module `""`, which is the file itself.

use super::kind_of_value;
use crate::outline::{ImportKind, Role, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

/// What a default export, or the value of `module.exports`, is imported as.
pub(super) const DEFAULT: &str = "default";

/// A module named by a literal, and the one name that is taken out of it.
pub(super) struct Required<'t> {
    pub(super) module: &'t str,
    pub(super) name: Option<&'t str>,
    pub(super) kind: ImportKind,
}

/// The text between the quotes of a string.
fn unquoted<'t>(walk: &Walk<'t>, string: Tree<'t>) -> Option<&'t str> {
    let text = walk.of(string);
    (string.kind() == "string").then(|| text.get(1..text.len().saturating_sub(1)).unwrap_or(""))
}

fn child_of_kind<'t>(node: Tree<'t>, kind: &str) -> Option<Tree<'t>> {
    node.children(&mut node.walk()).find(|child| child.kind() == kind)
}

/// `a as b` of an import or export list; without an alias both are the name.
fn name_and_alias(node: Tree<'_>) -> Option<(Tree<'_>, Tree<'_>)> {
    let name = node.child_by_field_name("name").or_else(|| node.child(0))?;
    Some((name, node.child_by_field_name("alias").unwrap_or(name)))
}

/// The text of a name, which may be a string. `default` is no identifier to the parser.
fn name_of<'t>(walk: &mut Walk<'t>, name: Tree<'t>, role: Role) -> &'t str {
    if name.kind() == "default" {
        walk.emit(name, role);
    }
    unquoted(walk, name).unwrap_or_else(|| walk.of(name))
}

/// Both names of a list's entry; none where the parser had to put in an empty one.
fn entry<'t>(walk: &mut Walk<'t>, entry: Tree<'t>, role: Role) -> Option<(&'t str, &'t str)> {
    let (name, alias) = name_and_alias(entry)?;
    let text = name_of(walk, name, role);
    let local = if alias == name { text } else { name_of(walk, alias, role) };
    (!text.is_empty() && !local.is_empty()).then_some((text, local))
}

pub(super) fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(clause) = node.named_children(&mut node.walk()).find(|child| child.kind().ends_with("_clause")) else {
        let module = node.child_by_field_name("source").and_then(|source| unquoted(walk, source));
        if let Some(module) = module {
            walk.import(node, NewImport { module, ..NewImport::default() });
        }
        return Visit::Children;
    };
    let source = node.child_by_field_name("source").or_else(|| clause.child_by_field_name("source"));
    let module = source.and_then(|source| unquoted(walk, source)).unwrap_or("");
    let new = NewImport { module, ..NewImport::default() };
    let required = clause.kind() == "import_require_clause";
    for child in clause.named_children(&mut clause.walk()) {
        match child.kind() {
            "identifier" => {
                let local = Some(walk.of(child));
                let (name, kind) =
                    if required { (None, ImportKind::Require) } else { (Some(DEFAULT), ImportKind::Import) };
                walk.import(node, NewImport { name, local, kind, ..new });
            }
            "namespace_import" => {
                if let Some(name) = child_of_kind(child, "identifier") {
                    walk.import(node, NewImport { local: Some(walk.of(name)), ..new });
                }
            }
            "named_imports" => import_list(walk, node, child, new),
            _ => {}
        }
    }
    Visit::Children
}

fn import_list<'t>(walk: &mut Walk<'t>, node: Tree<'t>, list: Tree<'t>, new: NewImport<'t>) {
    for child in list.named_children(&mut list.walk()) {
        if child.kind() != "import_specifier" {
            continue;
        }
        if let Some((name, local)) = entry(walk, child, Role::Import) {
            walk.import(node, NewImport { name: Some(name), local: Some(local), ..new });
        }
    }
}

pub(super) fn export<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let source = node.child_by_field_name("source").and_then(|source| unquoted(walk, source));
    let mut previous = "";
    for child in node.children(&mut node.walk()) {
        match (child.kind(), source) {
            ("export_clause", _) => export_list(walk, node, child, source),
            ("*", Some(module)) => {
                walk.import(node, NewImport { module, star: true, reexport: true, ..NewImport::default() });
            }
            ("namespace_export", Some(module)) => {
                let local = child.named_child(0).map(|name| name_of(walk, name, Role::Export));
                walk.import(node, NewImport { module, local, reexport: true, ..NewImport::default() });
            }
            ("default", _) => return export_default(walk, node, child),
            ("identifier", None) if previous == "=" => {
                walk.emit(child, Role::Export);
                export_as(walk, span(node), child, DEFAULT, ImportKind::Require);
                return Visit::Skip;
            }
            // `export as namespace Name` names the file for those who do not import it.
            ("identifier", None) => {
                walk.emit(child, Role::Export);
                return Visit::Skip;
            }
            _ => {}
        }
        previous = child.kind();
    }
    Visit::Children
}

fn export_list<'t>(walk: &mut Walk<'t>, node: Tree<'t>, list: Tree<'t>, source: Option<&'t str>) {
    for child in list.named_children(&mut list.walk()) {
        if child.kind() != "export_specifier" {
            continue;
        }
        let Some((name, local)) = entry(walk, child, Role::Export) else { continue };
        let new = NewImport { local: Some(local), reexport: true, ..NewImport::default() };
        match source {
            Some(module) => walk.import(node, NewImport { module, name: Some(name), ..new }),
            None => walk.export_as(span(node), name, new),
        }
    }
}

/// The name that `name` is exported as from this very file.
pub(super) fn export_as<'t>(walk: &mut Walk<'t>, at: Span, name: Tree<'t>, local: &str, kind: ImportKind) {
    let name = walk.of(name);
    walk.export_as(at, name, NewImport { local: Some(local), kind, ..NewImport::default() });
}

fn export_default<'t>(walk: &mut Walk<'t>, node: Tree<'t>, word: Tree<'t>) -> Visit {
    let named = node.child_by_field_name("declaration").and_then(|inner| inner.child_by_field_name("name"));
    if let Some(name) = named {
        export_as(walk, span(node), name, DEFAULT, ImportKind::Import);
        return Visit::Children;
    }
    match node.child_by_field_name("value") {
        Some(value) if value.kind() == "identifier" => {
            walk.emit(value, Role::Export);
            export_as(walk, span(node), value, DEFAULT, ImportKind::Import);
            Visit::Skip
        }
        Some(value) => {
            let kind = kind_of_value(walk, value).unwrap_or(SymbolKind::Variable);
            Visit::Found(walk.define_unnamed(node, span(word), kind))
        }
        None => Visit::Children,
    }
}

/// What `require("m")`, `require("m").x` or `await import("m")` takes.
pub(super) fn required<'t>(walk: &Walk<'t>, value: Tree<'t>) -> Option<Required<'t>> {
    let text = walk.of(value);
    if !["require", "import", "await"].iter().any(|word| text.starts_with(word)) {
        return None;
    }
    let value = if value.kind() == "await_expression" { value.named_child(0)? } else { value };
    let property = value.child_by_field_name("property").filter(|_| value.kind() == "member_expression");
    let call = if property.is_some() { value.child_by_field_name("object")? } else { value };
    let (module, kind) = loaded(walk, call)?;
    Some(Required { module, name: property.map(|name| walk.of(name)), kind })
}

/// The module that a call loads, if it is `require` or `import` of a literal.
fn loaded<'t>(walk: &Walk<'t>, call: Tree<'t>) -> Option<(&'t str, ImportKind)> {
    if call.kind() != "call_expression" {
        return None;
    }
    let function = call.child(0)?;
    let kind = match (function.kind(), walk.of(function)) {
        ("identifier", "require") => ImportKind::Require,
        ("import", _) => ImportKind::Dynamic,
        _ => return None,
    };
    let module = call.child_by_field_name("arguments")?.named_child(0)?;
    Some((unquoted(walk, module)?, kind))
}

/// `require` and `import()` that nothing around them has turned into bindings.
pub(super) fn call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let text = walk.text.as_bytes().get(node.start_byte()..).unwrap_or(b"");
    if !text.starts_with(b"require") && !text.starts_with(b"import") {
        return Visit::Children;
    }
    let start = node.start_byte() as u32;
    if walk.out.imports.last().is_some_and(|last| last.span.contains(start)) {
        return Visit::Children;
    }
    if let Some((module, kind)) = loaded(walk, node) {
        walk.import(node, NewImport { module, kind, ..NewImport::default() });
    }
    Visit::Children
}

/// The imports of `const x = require("m")` and its like; false if it is nothing of that kind.
pub(super) fn required_by<'t>(walk: &mut Walk<'t>, node: Tree<'t>, value: Tree<'t>, place: Place) -> bool {
    let (Some(required), Some(name)) = (required(walk, value), node.child(0)) else { return false };
    let (at, scope) = (walk.statement(node), walk.scope_at(place));
    let new = NewImport { module: required.module, kind: required.kind, ..NewImport::default() };
    match name.kind() {
        "identifier" => {
            let local = Some(walk.of(name));
            walk.import_at(at, scope, NewImport { name: required.name, local, ..new });
            true
        }
        "object_pattern" if required.name.is_none() => {
            for entry in name.named_children(&mut name.walk()) {
                let Some((name, local)) = taken(walk, entry) else { continue };
                walk.import_at(at, scope, NewImport { name, local: Some(local), ..new });
            }
            true
        }
        _ => {
            walk.import_at(at, scope, NewImport { name: required.name, ..new });
            false
        }
    }
}

/// What one entry of an object pattern takes, and what it calls it.
fn taken<'t>(walk: &Walk<'t>, entry: Tree<'t>) -> Option<(Option<&'t str>, &'t str)> {
    match entry.kind() {
        "shorthand_property_identifier_pattern" => Some((Some(walk.of(entry)), walk.of(entry))),
        "object_assignment_pattern" => {
            let left = entry.child_by_field_name("left")?;
            Some((Some(walk.of(left)), walk.of(left)))
        }
        "pair_pattern" => {
            let (key, value) = (entry.child_by_field_name("key")?, entry.child_by_field_name("value")?);
            let value = value.child_by_field_name("left").unwrap_or(value);
            (value.kind() == "identifier").then(|| (Some(walk.of(key)), walk.of(value)))
        }
        "rest_pattern" => Some((None, walk.of(entry.named_child(0)?))),
        _ => None,
    }
}
