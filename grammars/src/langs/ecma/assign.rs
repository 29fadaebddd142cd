//! Assignments that define: `exports.f = …`, `module.exports = …`, `A.prototype.f = function`,
//! `app.f = function`, `this.x = …`.

use super::modules::{self, DEFAULT};
use super::{constant_or_variable, is_plain, kind_of_value, value_of};
use crate::outline::{ImportKind, Role, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, This, Walk, span};
use tree_sitter::Node as Tree;

/// Longest `a = b = c = …` that is followed.
const CHAIN_MAX: usize = 8;
/// Longest text before the dot that is taken for the name of an owner.
const OWNER_BYTES_MAX: usize = 100;

/// The value at the end of `a = b = value`.
pub(super) fn end_of_chain(mut value: Tree<'_>) -> Tree<'_> {
    for _ in 0..CHAIN_MAX {
        let next = value_of(value).filter(|_| value.kind() == "assignment_expression");
        let Some(next) = next else { break };
        value = next;
    }
    value
}

/// `const app = module.exports = …`: the file exports `app`.
pub(super) fn exported_by<'t>(walk: &mut Walk<'t>, name: Tree<'t>, value: Tree<'t>) {
    let left = value.child(0).map_or("", |left| walk.of(left));
    if left == "exports" || left == "module.exports" {
        modules::export_as(walk, span(value), name, DEFAULT, ImportKind::Require);
    }
}

pub(super) fn assignment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let write = Visit::As(Pass { to: WRITE.to, ..pass });
    let (Some(left), Some(value)) = (node.child(0), value_of(node)) else { return write };
    if left.kind() != "member_expression" {
        return write;
    }
    let (Some(object), Some(name)) = (left.child(0), value_of(left)) else { return write };
    if !is_plain(name) {
        return write;
    }
    let to = Target { pass, node, object: walk.of(object), name: walk.of(name), value: end_of_chain(value) };
    match (to.object, to.name) {
        ("module", "exports") => module_exports(walk, to),
        ("exports" | "module.exports", _) => exports(walk, to),
        ("this", _) => field(walk, to),
        _ => member(walk, to),
    }
}

/// What is assigned where.
struct Target<'t> {
    pass: Pass,
    node: Tree<'t>,
    object: &'t str,
    name: &'t str,
    value: Tree<'t>,
}

impl Target<'_> {
    fn to(&self, to: To) -> Visit {
        Visit::As(Pass { to, ..self.pass })
    }
}

/// `module.exports = value`.
fn module_exports<'t>(walk: &mut Walk<'t>, to: Target<'t>) -> Visit {
    let value = to.value;
    let at = walk.statement(to.node);
    if value.kind() == "identifier" {
        modules::export_as(walk, at, value, DEFAULT, ImportKind::Require);
        return to.to(WRITE.to);
    }
    if let Some(required) = modules::required(walk, value) {
        let star = required.name.is_none();
        let local = required.name.map(|_| DEFAULT);
        let scope = walk.module_scope();
        let new = NewImport { module: required.module, name: required.name, local, ..NewImport::default() };
        walk.import_at(at, scope, NewImport { star, reexport: true, kind: required.kind, ..new });
        return to.to(WRITE.to);
    }
    let opened = Found { to: Some(WRITE.to), exports: Some(true), lists: true, ..Found::default() };
    if value.kind() == "object" {
        for entry in value.named_children(&mut value.walk()) {
            if entry.kind() == "shorthand_property_identifier" {
                let local = walk.of(entry);
                modules::export_as(walk, span(entry), entry, local, ImportKind::Require);
            }
        }
        return Visit::Found(opened);
    }
    if walk.is_value(to.pass) {
        // What this is assigned to in turn is the definition.
        return Visit::Found(opened);
    }
    let named = value.child_by_field_name("name").filter(|_| kind_of_value(walk, value).is_some());
    if let Some(name) = named {
        modules::export_as(walk, at, name, DEFAULT, ImportKind::Require);
        return Visit::Found(opened);
    }
    let kind = kind_of_value(walk, value).unwrap_or(SymbolKind::Variable);
    let new = NewImport { local: Some(DEFAULT), kind: ImportKind::Require, ..NewImport::default() };
    walk.export_as(at, to.name, new);
    Visit::Found(Found { def: Some(kind), exports: Some(true), ..Found::default() })
}

/// `key: value` in `module.exports = {…}`, where the value is defined elsewhere; false if it is not.
pub(super) fn exported_pair<'t>(walk: &mut Walk<'t>, node: Tree<'t>, key: Tree<'t>, value: Tree<'t>) -> bool {
    let local = walk.of(key);
    if value.kind() == "identifier" {
        modules::export_as(walk, span(node), value, local, ImportKind::Require);
        return true;
    }
    let Some(required) = modules::required(walk, value) else { return false };
    let new = NewImport { module: required.module, name: required.name, local: Some(local), ..NewImport::default() };
    let scope = walk.module_scope();
    walk.import_at(span(node), scope, NewImport { reexport: true, kind: required.kind, ..new });
    true
}

/// `...require("m")` in `module.exports = {…}`.
pub(super) fn spread<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.found_around().lists {
        let required = node.named_child(0).and_then(|inner| modules::required(walk, inner));
        if let Some(required) = required.filter(|required| required.name.is_none()) {
            let new = NewImport { module: required.module, kind: required.kind, ..NewImport::default() };
            let scope = walk.module_scope();
            walk.import_at(span(node), scope, NewImport { star: true, reexport: true, ..new });
        }
    }
    Visit::Children
}

/// `exports.name = value`: the first one defines what the file exports by that name.
fn exports<'t>(walk: &mut Walk<'t>, to: Target<'t>) -> Visit {
    let value = to.value;
    let at = walk.statement(to.node);
    if value.kind() == "identifier" {
        modules::export_as(walk, at, value, to.name, ImportKind::Require);
        return to.to(To::Role(Role::Export));
    }
    if let Some(required) = modules::required(walk, value) {
        let scope = walk.module_scope();
        let new =
            NewImport { module: required.module, name: required.name, kind: required.kind, ..NewImport::default() };
        walk.import_at(at, scope, NewImport { local: Some(to.name), reexport: true, ..new });
        return to.to(To::Role(Role::Export));
    }
    // Compilers write `exports.a = exports.b = void 0` ahead of the real values.
    let is_empty = matches!(value.kind(), "undefined" | "unary_expression") && !walk.of(value).starts_with('-');
    if is_empty || !walk.exports_first(to.name) {
        return to.to(WRITE.to);
    }
    let kind = kind_of_value(walk, value).unwrap_or_else(|| constant_or_variable(to.name));
    Visit::Found(Found { def: Some(kind), exports: Some(true), ..Found::default() })
}

/// `this.name = value`: a field of the class, or of what the constructor function makes.
fn field<'t>(walk: &mut Walk<'t>, to: Target<'t>) -> Visit {
    let kind = kind_of_value(walk, to.value).filter(|kind| *kind == SymbolKind::Function).map(|_| SymbolKind::Method);
    let found = Found { exports: super::by_name(to.name).or(Some(true)), ..Found::default() };
    match (walk.this(), kind) {
        (This::Class, None) => to.to(To::Bind),
        (This::Class, Some(def)) if walk.is_new_of_class(to.name) => {
            Visit::Found(Found { def: Some(def), parent: Some(walk.class_symbol()), ..found })
        }
        (This::Function(maker), kind) => {
            // What a method of a prototype adds belongs to its owner, and so do all others.
            let owner = walk.out.symbols.get(maker as usize).and_then(|symbol| symbol.owner);
            let id = owner.or_else(|| walk.out.symbols.get(maker as usize).map(|symbol| symbol.name));
            if !id.is_some_and(|id| walk.is_new_member(id, to.name)) {
                return to.to(WRITE.to);
            }
            let parent = if owner.is_some() { None } else { Some(maker) };
            let def = Some(kind.unwrap_or(SymbolKind::Field));
            Visit::Found(Found { def, owner, parent: Some(parent), ..found })
        }
        _ => to.to(WRITE.to),
    }
}

/// `A.prototype.name = function`, `app.name = function`, `A.prototype = {…}`.
fn member<'t>(walk: &mut Walk<'t>, to: Target<'t>) -> Visit {
    let owner = to.object.strip_suffix(".prototype").unwrap_or(to.object);
    let is_path = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
    if owner.len() > OWNER_BYTES_MAX || owner.starts_with("this.") || !is_path(owner) {
        return to.to(WRITE.to);
    }
    let owner = Some(walk.name(owner));
    if to.name == "prototype" && to.value.kind() == "object" {
        return Visit::Found(Found { to: Some(WRITE.to), owner, ..Found::default() });
    }
    let def = match kind_of_value(walk, to.value) {
        Some(SymbolKind::Function) => SymbolKind::Method,
        Some(kind) => kind,
        None => return to.to(WRITE.to),
    };
    Visit::Found(Found { def: Some(def), owner, ..Found::default() })
}
