//! Lua.
//!
//! A table is what other languages have modules, classes and objects for. `function M.f` and
//! `M.f = function` define methods of `M`, and a file exports what it returns. A name that is
//! assigned without `local` belongs to everybody.

use super::Compiled;
use crate::outline::{ImportKind, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// What a file is known as to those who load it.
const DEFAULT: &str = "default";
const GLOBAL: Pass = once(ScopeKind::File);
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), joins: true, ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_lua::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &["string_content"],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "hash_bang_line", hook: Some(hash_bang), ..NODE },
        Node { kind: "comment", hook: Some(comment), ..NODE },
        Node { kind: "string_content", hook: Some(string), ..NODE },
        // Functions.
        Node {
            kind: "function_declaration",
            scope: Some(ScopeKind::Function),
            children: &[("name", KEEP)],
            hook: Some(function),
            ..NODE
        },
        Node { kind: "function_definition", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "parameters", children: &[("*", BIND)], ..NODE },
        // Bindings.
        Node { kind: "variable_declaration", sole: true, children: &[("*", BIND)], ..NODE },
        Node {
            kind: "assignment_statement",
            owner: true,
            brief: true,
            children: &[(":variable_list", binder(KEEP)), (":expression_list", VALUE_OF)],
            hook: Some(assignment),
            ..NODE
        },
        Node {
            kind: "variable_list",
            sole: true,
            tail_first: true,
            children: &[("attribute", KEY), ("*", KEEP)],
            ..NODE
        },
        Node { kind: "expression_list", tail_first: true, children: &[("*", VALUE_OF)], ..NODE },
        Node { kind: "attribute", children: &[("*", KEY)], ..NODE },
        // Blocks.
        Node { kind: "block", ..BLOCK },
        Node { kind: "for_statement", scope: Some(ScopeKind::Block), ..NODE },
        Node {
            kind: "for_generic_clause",
            children: &[(":variable_list", binder(BIND)), (":expression_list", ELEMENT_OF)],
            ..NODE
        },
        Node { kind: "for_numeric_clause", children: &[("name", BIND)], ..NODE },
        Node { kind: "label_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "goto_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "return_statement", hook: Some(returned), ..NODE },
        // Expressions.
        Node { kind: "function_call", children: &[("name", CALLEE), ("arguments", READ)], hook: Some(call), ..NODE },
        Node { kind: "dot_index_expression", children: &[("table", OBJECT), ("field", MEMBER)], ..NODE },
        Node { kind: "method_index_expression", children: &[("table", OBJECT), ("method", MEMBER)], ..NODE },
        Node { kind: "bracket_index_expression", children: &[("table", VALUE), ("field", READ)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "table_constructor", members: true, ..NODE },
        Node {
            kind: "field",
            brief: true,
            children: &[("name", KEEP), ("value", VALUE_OF)],
            hook: Some(field),
            ..NODE
        },
    ],
};

fn hash_bang<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.words(span(node), Role::Comment, 0);
    Visit::Skip
}

/// A comment between a header and the first statement belongs to neither.
fn comment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if matches!(walk.kinds_around().next(), Some("function_declaration" | "function_definition")) {
        walk.end_header(node.start_byte());
    }
    Visit::Children
}

/// Escapes stand inside of the content.
fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.words(span(node), Role::String, walk.scope());
    Visit::Skip
}

/// The last name before the last dot or colon, and the name behind it.
fn member<'t>(walk: &Walk<'t>, name: Tree<'t>) -> Option<(&'t str, &'t str)> {
    let table = name.child_by_field_name("table")?;
    let field = name.child_by_field_name("field").or_else(|| name.child_by_field_name("method"))?;
    let last = table.child_by_field_name("field").unwrap_or(table);
    let plain = matches!(name.kind(), "dot_index_expression" | "method_index_expression");
    (plain && last.kind() == "identifier").then(|| (walk.of(last), walk.of(field)))
}

fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name") else { return Visit::Children };
    let local = node.child(0).is_some_and(|first| first.kind() == "local");
    let owner = member(walk, name).map(|(table, _)| walk.name(table));
    let def = if owner.is_some() { SymbolKind::Method } else { SymbolKind::Function };
    Visit::Found(Found { def: Some(def), owner, exports: Some(!local), ..Found::default() })
}

/// The only child of the list of this kind.
fn only<'t>(node: Tree<'t>, list: &str) -> Option<Tree<'t>> {
    let list = node.named_children(&mut node.walk()).find(|child| child.kind() == list)?;
    list.named_child(0).filter(|_| list.named_child_count() == 1)
}

fn assignment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let local = pass.to == BIND.to;
    let global = Found { to: Some(GLOBAL.to), exports: Some(true), ..Found::default() };
    let otherwise = if local { Visit::Children } else { Visit::Found(global) };
    let (Some(name), value) = (only(node, "variable_list"), only(node, "expression_list")) else { return otherwise };
    let taken = value.and_then(|value| required(walk, value)).filter(|_| name.kind() == "identifier");
    if let Some((module, taken)) = taken {
        let scope = if local { walk.scope() } else { 0 };
        let new = NewImport { module, name: taken, local: Some(walk.of(name)), ..NewImport::default() };
        walk.import_at(walk.statement(node), scope, NewImport { kind: ImportKind::Require, ..new });
        return Visit::As(Pass { to: To::Role(Role::Import), ..pass });
    }
    let makes = value.is_some_and(|value| value.kind() == "function_definition");
    match member(walk, name) {
        Some((table, field)) => {
            assigned(walk, (table, field), makes).unwrap_or(Visit::As(Pass { to: WRITE.to, ..pass }))
        }
        None if name.kind() != "identifier" => Visit::As(Pass { to: WRITE.to, ..pass }),
        None if makes && (local || walk.at_file_level()) => {
            let exports = Some(!local);
            Visit::Found(Found { def: Some(SymbolKind::Function), exports, ..Found::default() })
        }
        None if value.is_some_and(|value| value.kind() == "table_constructor") && is_new(walk, name) => {
            let upper = !walk.of(name).contains(|c: char| c.is_lowercase()) && walk.of(name).len() > 1;
            let def = if upper { SymbolKind::Constant } else { SymbolKind::Variable };
            Visit::Found(Found { def: Some(def), exports: Some(!local), ..Found::default() })
        }
        None => otherwise,
    }
}

/// True for a name of the file that is not known yet.
fn is_new(walk: &mut Walk<'_>, name: Tree<'_>) -> bool {
    let id = walk.name(walk.of(name));
    walk.at_file_level() && !walk.out.symbols.iter().any(|symbol| symbol.name == id && symbol.parent.is_none())
}

/// `M.name = value` and `self.name = value` in a method of `M`: the first one defines.
fn assigned<'t>(walk: &mut Walk<'t>, (table, field): (&str, &str), makes: bool) -> Option<Visit> {
    let own = table == "self" && !walk.at_file_level();
    let owner = if own {
        let symbol = walk.symbol()?;
        walk.out.symbols.get(symbol as usize)?.owner?
    } else if makes || (walk.at_file_level() && !field.starts_with("__")) {
        walk.name(table)
    } else {
        return None;
    };
    if !walk.is_new_member(owner, field) {
        return None;
    }
    let def = Some(if makes { SymbolKind::Method } else { SymbolKind::Field });
    let parent = own.then_some(None);
    Some(Visit::Found(Found { def, owner: Some(owner), parent, exports: Some(true), ..Found::default() }))
}

/// The module that `require "m"` or `require("m").name` takes, and the name.
fn required<'t>(walk: &Walk<'t>, value: Tree<'t>) -> Option<(&'t str, Option<&'t str>)> {
    let (call, name) = match value.kind() {
        "function_call" => (value, None),
        "dot_index_expression" => (value.child_by_field_name("table")?, value.child_by_field_name("field")),
        _ => return None,
    };
    let (word, module) = loaded(walk, call)?;
    (word == "require").then(|| (module, name.map(|name| walk.of(name))))
}

/// The function that loads a file, and what it loads.
fn loaded<'t>(walk: &Walk<'t>, call: Tree<'t>) -> Option<(&'t str, &'t str)> {
    let name = call.child_by_field_name("name").filter(|name| name.kind() == "identifier")?;
    let word = walk.of(name);
    if !matches!(word, "require" | "dofile" | "loadfile") {
        return None;
    }
    let first = call.child_by_field_name("arguments")?.named_child(0).filter(|first| first.kind() == "string")?;
    Some((word, walk.of(first.child_by_field_name("content")?)))
}

fn call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some((word, module)) = loaded(walk, node) else { return Visit::Children };
    let start = node.start_byte() as u32;
    if !walk.out.imports.last().is_some_and(|last| last.span.contains(start)) {
        let kind = if word == "require" { ImportKind::Require } else { ImportKind::Include };
        walk.import(node, NewImport { module, kind, ..NewImport::default() });
    }
    Visit::Children
}

/// What the file returns is what it exports.
fn returned<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let value = node.named_child(0).and_then(|list| list.named_child(0)).filter(|_| walk.at_file_level());
    let Some(value) = value else { return Visit::Children };
    let kind = ImportKind::Require;
    match value.kind() {
        "identifier" => {
            let new = NewImport { local: Some(DEFAULT), kind, ..NewImport::default() };
            walk.export_as(span(node), walk.of(value), new);
        }
        "table_constructor" => {
            for field in value.named_children(&mut value.walk()) {
                let inner = field.child_by_field_name("value").filter(|inner| inner.kind() == "identifier");
                if let (Some(name), Some(inner)) = (field.child_by_field_name("name"), inner) {
                    let new = NewImport { local: Some(walk.of(name)), kind, ..NewImport::default() };
                    walk.export_as(span(field), walk.of(inner), new);
                }
            }
        }
        _ => {}
    }
    Visit::Children
}

/// `name = value` and `[key] = value` in a table.
fn field<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if node.child(0).is_some_and(|first| first.kind() == "[") {
        return Visit::As(Pass { to: READ.to, ..pass });
    }
    let makes = node.child_by_field_name("value").is_some_and(|value| value.kind() == "function_definition");
    if makes {
        return Visit::Found(Found { def: Some(SymbolKind::Method), exports: Some(true), ..Found::default() });
    }
    Visit::As(Pass { to: KEY.to, ..pass })
}
