//! Zig.
//!
//! Everything has a name because a `const` gives it one: types, error sets, imports. So a
//! declaration is what its value is. The grammar has one node for declarations and assignments,
//! without a field for names and values; the words `const` and `var` and the `=` tell the children
//! behind them what they are. Types are values, and capitalised by custom. A file is a struct.
//!
//! What opens with a dot (`.red`, `error.Full`) belongs to a type that is not named there.

use super::Compiled;
use crate::outline::{Hint, How, Receiver, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// A value, or a type if it is capitalised.
const ARGUMENT: Pass = SEGMENT.slot(Slot::None);
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
/// A condition whose value is bound between bars.
const CONDITION: Node = Node {
    scope: Some(ScopeKind::Block),
    children: &[("condition", VALUE_OF), (":payload", binder(BIND)), ("*", READ)],
    ..NODE
};
/// What is known by its only child.
const WRAPPER: Node = Node { children: &[("*", VALUE)], ..NODE };
const TYPED: Node = Node { children: &[("*", TYPE)], ..NODE };
const VALUED: Node = Node { children: &[("*", READ)], ..NODE };
const LABEL: Node = Node { children: &[("*", KEY)], ..NODE };
const CONTAINER: Node = Node { scope: Some(ScopeKind::Class), hook: Some(container), ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_zig::LANGUAGE.into(),
    identifiers: &["identifier", "builtin_identifier"],
    comments: &["comment"],
    strings: &["string_content", "multiline_string"],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        // Functions.
        Node {
            kind: "function_declaration",
            scope: Some(ScopeKind::Function),
            shares: true,
            children: &[("name", KEEP), ("type", RETURNS)],
            hook: Some(function),
            ..NODE
        },
        Node { kind: "function_signature", scope: Some(ScopeKind::Function), children: &[("type", TYPE)], ..NODE },
        Node { kind: "parameter", children: &[("name", binder(BIND)), ("type", TYPE_OF)], ..NODE },
        Node { kind: "test_declaration", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "comptime_declaration", scope: Some(ScopeKind::Function), ..NODE },
        // Containers.
        Node { kind: "struct_declaration", ..CONTAINER },
        Node { kind: "enum_declaration", ..CONTAINER },
        Node { kind: "union_declaration", ..CONTAINER },
        Node { kind: "opaque_declaration", ..CONTAINER },
        Node {
            kind: "error_set_declaration",
            scope: Some(ScopeKind::Class),
            exports: true,
            children: &[(":identifier", is(SymbolKind::Variant))],
            hook: Some(container),
            ..NODE
        },
        Node {
            kind: "container_field",
            children: &[("name", binder(KEEP)), ("type", TYPE_OF), ("*", READ)],
            hook: Some(field),
            ..NODE
        },
        // Bindings.
        Node {
            kind: "variable_declaration",
            owner: true,
            brief: true,
            shares: true,
            children: &[
                ("type", TYPE_OF),
                (":identifier", binder(KEEP)),
                (":byte_alignment", READ),
                (":address_space", READ),
                (":link_section", READ),
                ("*", KEEP.slot(VALUE_OF.slot)),
            ],
            hook: Some(declaration),
            ..NODE
        },
        Node { kind: "const", hook: Some(binds), ..NODE },
        Node { kind: "var", hook: Some(binds), ..NODE },
        Node { kind: "=", hook: Some(equals), ..NODE },
        Node { kind: "assignment_expression", children: &[("left", binder(WRITE)), ("right", VALUE_OF)], ..NODE },
        Node { kind: "using_namespace_declaration", hook: Some(using), ..NODE },
        Node { kind: "payload", tail_first: true, children: &[("*", BIND)], ..NODE },
        // Blocks.
        Node { kind: "block", joins: true, ..BLOCK },
        Node { kind: "if_statement", ..CONDITION },
        Node { kind: "if_expression", ..CONDITION },
        Node { kind: "if_type_expression", ..CONDITION },
        Node { kind: "while_statement", ..CONDITION },
        Node { kind: "while_expression", ..CONDITION },
        Node { kind: "else_clause", children: &[(":payload", BIND)], ..BLOCK },
        Node { kind: "errdefer_statement", children: &[(":payload", BIND)], ..BLOCK },
        Node {
            kind: "for_statement",
            children: &[("body", READ), (":else_clause", READ), (":payload", binder(BIND)), ("*", ELEMENT_OF)],
            ..BLOCK
        },
        Node { kind: "for_expression", children: &[(":payload", BIND)], ..BLOCK },
        Node { kind: "switch_case", children: &[(":payload", BIND)], ..BLOCK },
        Node {
            kind: "catch_expression",
            tail_first: true,
            children: &[(":payload", BIND.no_tail()), ("*", VALUE)],
            ..BLOCK
        },
        Node { kind: "block_label", ..LABEL },
        Node { kind: "break_label", ..LABEL },
        // Types.
        Node { kind: "pointer_type", ..TYPED },
        Node { kind: "slice_type", ..TYPED },
        Node { kind: "nullable_type", ..TYPED },
        Node { kind: "anyframe_type", ..TYPED },
        Node { kind: "array_type", hook: Some(array), ..TYPED },
        Node { kind: "error_union_type", children: &[("error", TYPE.no_tail()), ("ok", TYPE)], ..NODE },
        Node { kind: "byte_alignment", ..VALUED },
        Node { kind: "address_space", ..VALUED },
        Node { kind: "link_section", ..VALUED },
        Node { kind: "calling_convention", ..VALUED },
        Node { kind: "error_type", hook: Some(error), ..NODE },
        // Expressions.
        Node { kind: "call_expression", children: &[("function", CALLEE), ("*", ARGUMENT)], ..NODE },
        Node { kind: "builtin_function", children: &[(":builtin_identifier", CALLEE)], ..NODE },
        Node { kind: "arguments", children: &[("*", ARGUMENT)], ..NODE },
        Node {
            kind: "field_expression",
            children: &[("object", OBJECT), ("member", MEMBER)],
            hook: Some(dotted),
            ..NODE
        },
        Node {
            kind: "struct_initializer",
            children: &[(":initializer_list", READ), ("*", CALLEE.slot(Slot::Object))],
            ..NODE
        },
        Node { kind: "initializer_list", ..VALUED },
        Node {
            kind: "field_initializer",
            children: &[(":identifier", KEEP.slot(Slot::Inner)), ("*", READ)],
            hook: Some(|_, _, _| Visit::As(KEY)),
            ..NODE
        },
        Node { kind: "index_expression", children: &[("object", VALUE), ("*", READ)], ..NODE },
        Node { kind: "binary_expression", children: &[("left", VALUE), ("right", READ)], hook: Some(binary), ..NODE },
        Node { kind: "dereference_expression", ..WRAPPER },
        Node { kind: "null_coercion_expression", ..WRAPPER },
        Node { kind: "unary_expression", ..WRAPPER },
        Node { kind: "parenthesized_expression", children: &[("*", KEEP)], ..NODE },
        Node { kind: "try_expression", ..WRAPPER },
        Node { kind: "await_expression", ..WRAPPER },
        Node { kind: "comptime_expression", ..WRAPPER },
        Node { kind: "comptime_type_expression", children: &[("*", KEEP)], ..NODE },
        Node { kind: "nosuspend_expression", ..WRAPPER },
    ],
};

/// Is the first word one that shows the definition to other files?
fn is_shown(node: Tree<'_>) -> bool {
    node.child(0).is_some_and(|first| matches!(first.kind(), "pub" | "export"))
}

fn function<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let whole = node.child_by_field_name("body").is_some();
    let def = if whole { SymbolKind::Function } else { SymbolKind::Declaration };
    Visit::Found(Found { def: Some(def), exports: Some(is_shown(node)), ..Found::default() })
}

/// The header of what a container is the value of ends at its brace.
fn container<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let brace = node.children(&mut node.walk()).find(|child| child.kind() == "{");
    if let Some(brace) = brace.filter(|_| walk.is_value(pass)) {
        walk.end_header(brace.start_byte());
    }
    Visit::Children
}

/// Fields, variants, and the types of a tuple, which have no names.
fn field<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let around = walk.kinds_around().next().unwrap_or("");
    let named = node.child_by_field_name("name").is_some_and(|name| name.kind() == "identifier");
    let def = match around {
        "enum_declaration" | "union_declaration" => SymbolKind::Variant,
        _ if node.child_by_field_name("type").is_some() => SymbolKind::Field,
        _ => return Visit::As(TYPE.no_tail()),
    };
    if !named {
        return Visit::As(TYPE.no_tail());
    }
    let exports = walk.at_file_level().then_some(true);
    Visit::Found(Found { def: Some(def), exports, ..Found::default() })
}

/// A declaration is what its value is; without `const` and `var` it is an assignment.
fn declaration<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut children = node.walk();
    let word = node.children(&mut children).find(|child| matches!(child.kind(), "const" | "var" | "="));
    let Some(word) = word.filter(|word| word.kind() != "=") else { return Visit::As(WRITE) };
    let Some(name) = word.next_sibling().filter(|name| name.kind() == "identifier") else { return Visit::As(BIND) };
    let count = node.named_child_count() as u32;
    let value = node.named_child(count.saturating_sub(1)).filter(|value| *value != name);
    if let Some((module, taken)) = value.and_then(|value| imported(walk, value)) {
        let reexport = is_shown(node);
        walk.import(
            node,
            NewImport { module, name: taken, local: Some(walk.of(name)), reexport, ..NewImport::default() },
        );
        return Visit::As(role(if reexport { Role::Export } else { Role::Import }));
    }
    let def = match value.map_or("", |value| value.kind()) {
        "struct_declaration" | "opaque_declaration" => SymbolKind::Struct,
        "enum_declaration" | "error_set_declaration" => SymbolKind::Enum,
        "union_declaration" => SymbolKind::Union,
        _ if !is_member_of_a_container(walk) => return Visit::As(BIND),
        _ if word.kind() == "var" => SymbolKind::Variable,
        _ if is_type_name(walk.of(name)) => SymbolKind::TypeAlias,
        _ => SymbolKind::Constant,
    };
    Visit::Found(Found { def: Some(def), exports: Some(is_shown(node)), ..Found::default() })
}

fn is_member_of_a_container(walk: &Walk<'_>) -> bool {
    let scope = walk.out.scopes.get(walk.scope() as usize);
    scope.is_some_and(|scope| matches!(scope.kind, ScopeKind::File | ScopeKind::Class))
}

/// `TitleCase`, as types are by custom.
fn is_type_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && !name.contains('_') && name.contains(char::is_lowercase)
}

/// The module of `@import("m")` or `@import("m").name`, and the name.
fn imported<'t>(walk: &Walk<'t>, value: Tree<'t>) -> Option<(&'t str, Option<&'t str>)> {
    let (call, name) = match value.kind() {
        "builtin_function" => (value, None),
        "field_expression" => (value.child_by_field_name("object")?, value.child_by_field_name("member")),
        _ => return None,
    };
    let word = call.named_child(0).filter(|word| walk.of(*word) == "@import")?;
    let module = word.next_named_sibling()?.named_child(0).filter(|module| module.kind() == "string")?;
    Some((walk.of(module).trim_matches('"'), name.map(|name| walk.of(name))))
}

/// `usingnamespace @import("m");` takes everything.
fn using<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some((module, None)) = node.named_child(0).and_then(|value| imported(walk, value)) {
        walk.import(node, NewImport { module, star: true, reexport: is_shown(node), ..NewImport::default() });
    }
    Visit::Children
}

/// `a, const b = f();`: what follows is bound.
fn binds<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    if walk.kinds_around().next() == Some("variable_declaration") {
        let around = walk.around();
        if *around == WRITE.to {
            *around = BIND.to;
        }
    }
    Visit::Skip
}

/// What follows is a value.
fn equals<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let declares = match walk.kinds_around().next() {
        Some("variable_declaration") => true,
        Some("field_initializer") => false,
        _ => return Visit::Skip,
    };
    let around = walk.around();
    if !matches!(around, To::Role(Role::Import | Role::Export)) {
        *around = READ.to;
    }
    let Some(value) = node.next_sibling().filter(|value| value.kind() == "identifier") else { return Visit::Skip };
    // A name on either side: the table tells them apart by position only.
    let known = node.prev_sibling().is_some_and(|name| declares && name.kind() == "identifier");
    walk.emit_ahead(value, Role::Read);
    let source = walk.out.occurrences.len() as u32 - 1;
    if let Some(binder) = source.checked_sub(1).filter(|_| known) {
        walk.out.hints.push(Hint { binder, source, how: How::Assigned });
    }
    Visit::Skip
}

/// `[n]T`.
fn array<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(length) = node.named_child(0).filter(|length| length.kind() == "identifier") {
        walk.emit_ahead(length, Role::Read);
    }
    Visit::Children
}

/// `error.Full`.
fn error<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(name) = node.named_child(0) {
        walk.emit_at(span(name), Role::Read, Receiver::Other);
    }
    Visit::Skip
}

/// `.red` and `.init(x)`, and the key in `.{ .x = 1 }`, which the grammar takes for an assignment.
fn dotted<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let bare = node.child(0).is_some_and(|first| first.kind() == ".");
    let Some(name) = node.child_by_field_name("member").filter(|_| bare) else { return Visit::Children };
    let (role, receiver) = match pass.to {
        To::Role(Role::Write) if walk.kinds_around().nth(1) == Some("initializer_list") => {
            (Role::Key, walk.object_around(4))
        }
        To::Role(role) => (role, Receiver::Other),
        _ => (Role::Read, Receiver::Other),
    };
    walk.emit_at(span(name), role, receiver);
    Visit::Skip
}

/// `a orelse b` is known by `a`; other operators make something new.
fn binary<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let keeps = node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "orelse");
    Visit::As(if keeps { pass } else { READ })
}
