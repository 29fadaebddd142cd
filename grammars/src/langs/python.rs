//! Python, stubs included.
//!
//! A binding anywhere in a function holds for all of it, so everything binds in the innermost
//! function. Class-level names are fields and methods; `self.x = …` adds fields.

use super::Compiled;
use crate::outline::{ImportKind, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).unless(nests_too_deep));

/// The scanner of tree-sitter-python 0.25.0 writes past its 1,024 bytes, and ends the process, when
/// 510 blocks and an odd number of strings are open. Each block is indented further than the one
/// around it, so a file has at least as many different indentations.
fn nests_too_deep(text: &str) -> bool {
    const WIDTHS_MAX: u32 = 400;
    // The scanner counts in sixteen bits.
    let mut seen = vec![0u64; (1 << 16) / 64];
    let (mut n_widths, mut width, mut at_start) = (0, 0u16, true);
    for byte in text.bytes() {
        match byte {
            b'\n' | b'\r' => (width, at_start) = (0, true),
            b' ' if at_start => width = width.wrapping_add(1),
            b'\t' if at_start => width = width.wrapping_add(8),
            _ if at_start => {
                let (word, bit) = (width as usize / 64, 1 << (width % 64));
                n_widths += u32::from(seen[word] & bit == 0);
                seen[word] |= bit;
                at_start = false;
            }
            _ => {}
        }
    }
    n_widths > WIDTHS_MAX
}

static SPEC: Spec = Spec {
    language: || tree_sitter_python::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &["string_content"],
    selves: &["self", "cls"],
    exported: Some(|name| !name.starts_with('_') || (name.starts_with("__") && name.ends_with("__"))),
    bindings_are_symbols: true,
    nodes: &[
        Node {
            kind: "function_definition",
            def: Some(SymbolKind::Function),
            scope: Some(ScopeKind::Function),
            children: &[("name", NAME), ("return_type", RETURNS)],
            ..NODE
        },
        Node {
            kind: "class_definition",
            def: Some(SymbolKind::Class),
            scope: Some(ScopeKind::Class),
            children: &[("name", NAME), ("superclasses", BASE)],
            ..NODE
        },
        Node { kind: "decorated_definition", wrapper: true, ..NODE },
        Node { kind: "decorator", children: &[("*", DECORATOR)], ..NODE },
        Node { kind: "block", hook: Some(docstring), ..NODE },
        Node { kind: "lambda", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "list_comprehension", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "set_comprehension", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "dictionary_comprehension", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "generator_expression", scope: Some(ScopeKind::Function), ..NODE },
        // Parameters.
        Node { kind: "parameters", children: &[("*", BIND)], ..NODE },
        Node { kind: "lambda_parameters", children: &[("*", BIND)], ..NODE },
        Node { kind: "default_parameter", children: &[("name", BIND), ("value", READ)], ..NODE },
        Node { kind: "typed_parameter", children: &[("type", TYPE_OF), ("*", binder(BIND))], ..NODE },
        Node {
            kind: "typed_default_parameter",
            children: &[("name", binder(BIND)), ("type", TYPE_OF), ("value", READ)],
            ..NODE
        },
        Node { kind: "list_splat_pattern", children: &[("*", KEEP)], ..NODE },
        Node { kind: "dictionary_splat_pattern", children: &[("*", KEEP)], ..NODE },
        // Bindings.
        Node { kind: "expression_statement", owner: true, ..NODE },
        Node {
            kind: "assignment",
            children: &[("left", binder(HOIST)), ("type", TYPE_OF), ("right", VALUE_OF)],
            ..NODE
        },
        Node { kind: "augmented_assignment", children: &[("left", WRITE), ("right", READ)], ..NODE },
        Node { kind: "named_expression", children: &[("name", binder(HOIST)), ("value", VALUE_OF)], ..NODE },
        Node { kind: "for_statement", children: &[("left", binder(HOIST)), ("right", ELEMENT_OF)], ..NODE },
        Node { kind: "for_in_clause", children: &[("left", binder(HOIST)), ("right", ELEMENT_OF)], ..NODE },
        Node { kind: "as_pattern", children: &[("alias", binder(HOIST)), ("*", ELEMENT_OF)], ..NODE },
        Node { kind: "as_pattern_target", children: &[("*", KEEP)], ..NODE },
        Node { kind: "pattern_list", children: &[("*", Pass { tail: false, ..KEEP })], ..NODE },
        Node { kind: "tuple_pattern", children: &[("*", Pass { tail: false, ..KEEP })], ..NODE },
        Node { kind: "list_pattern", children: &[("*", Pass { tail: false, ..KEEP })], ..NODE },
        Node { kind: "return_statement", children: &[("*", READ.slot(Slot::Given))], ..NODE },
        Node { kind: "delete_statement", children: &[("*", WRITE)], ..NODE },
        Node { kind: "type_alias_statement", owner: true, children: &[("left", HOIST), ("right", TYPE)], ..NODE },
        // Expressions.
        Node { kind: "call", children: &[("function", CALLEE), ("arguments", READ)], ..NODE },
        Node { kind: "attribute", children: &[("object", OBJECT), ("attribute", MEMBER)], ..NODE },
        Node { kind: "subscript", children: &[("value", KEEP)], hook: Some(subscript), ..NODE },
        Node { kind: "keyword_argument", children: &[("name", KEY), ("value", READ)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "await", children: &[("*", VALUE)], ..NODE },
        Node { kind: "argument_list", children: &[("*", KEEP)], ..NODE },
        // Types.
        Node { kind: "type", children: &[("*", KEEP)], ..NODE },
        Node {
            kind: "generic_type",
            children: &[(":type_parameter", Pass { tail: false, ..TYPE }), ("*", KEEP)],
            ..NODE
        },
        Node { kind: "string", hook: Some(string), ..NODE },
        // Imports.
        Node { kind: "import_statement", hook: Some(import), ..NODE },
        Node { kind: "import_from_statement", hook: Some(import_from), ..NODE },
        Node { kind: "future_import_statement", hook: Some(import_from), ..NODE },
        Node { kind: "global_statement", hook: Some(global), ..NODE },
        Node { kind: "nonlocal_statement", hook: Some(global), ..NODE },
    ],
};

/// `global x`: assignments in this scope bind nothing, they write what is bound further out.
fn global<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    node.named_children(&mut node.walk()).for_each(|name| walk.binds_elsewhere(walk.of(name)));
    Visit::Children
}

/// `a[i] = x` writes to what `a` holds and binds nothing.
fn subscript<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if matches!(pass.to, To::Bind | To::Hoist) { Visit::As(READ) } else { Visit::Children }
}

/// A string literal that is the first statement of a body is the doc of its owner.
fn docstring<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let first = node.named_child(0).filter(|child| child.kind() == "expression_statement");
    let first = first.and_then(|statement| statement.named_child(0)).filter(|child| child.kind() == "string");
    let owner = node.parent().is_some_and(|parent| matches!(parent.kind(), "function_definition" | "class_definition"));
    if let (Some(doc), true) = (first, owner) {
        walk.set_doc(span(doc));
    }
    Visit::Children
}

/// A string in a type position is a type written ahead of its definition.
fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if pass.to != To::Role(Role::Type) {
        return Visit::Children;
    }
    for child in node.named_children(&mut node.walk()) {
        if child.kind() == "string_content" {
            walk.emit_path(span(child), Role::Type);
        }
    }
    Visit::Skip
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    for child in node.children_by_field_name("name", &mut node.walk()) {
        let (path, alias) = name_and_alias(child);
        walk.emit_path(span(path), Role::Import);
        if let Some(alias) = alias {
            walk.emit(alias, Role::Import);
        }
        let module = walk.of(path);
        let local = alias.map_or_else(|| module.split('.').next().unwrap_or(module), |alias| walk.of(alias));
        walk.import(node, NewImport { module, local: Some(local), ..NewImport::default() });
    }
    Visit::Skip
}

fn import_from<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let module = match node.child_by_field_name("module_name") {
        Some(module) => {
            walk.emit_path(span(module), Role::Import);
            walk.of(module)
        }
        None => "__future__",
    };
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "wildcard_import" => walk.import(node, NewImport { module, star: true, ..NewImport::default() }),
            "comment" => {
                let scope = walk.scope();
                walk.words(span(child), Role::Comment, scope);
            }
            _ => {}
        }
    }
    for child in node.children_by_field_name("name", &mut node.walk()) {
        let (path, alias) = name_and_alias(child);
        walk.emit_path(span(path), Role::Import);
        if let Some(alias) = alias {
            walk.emit(alias, Role::Import);
        }
        let name = walk.of(path);
        let local = Some(alias.map_or(name, |alias| walk.of(alias)));
        let kind = ImportKind::Import;
        walk.import(node, NewImport { module, name: Some(name), local, kind, ..NewImport::default() });
    }
    Visit::Skip
}

fn name_and_alias<'t>(child: Tree<'t>) -> (Tree<'t>, Option<Tree<'t>>) {
    match child.child_by_field_name("name") {
        Some(name) => (name, child.child_by_field_name("alias")),
        None => (child, None),
    }
}
