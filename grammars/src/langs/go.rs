//! Go.
//!
//! Upper-case names are visible to other packages. A method stands beside its type, not in it,
//! so its receiver says whom it belongs to. `:=` binds in the innermost block; binding a name
//! twice there is an assignment and does no harm. Labels live in a world of their own and are
//! keys. A struct without a name is known by its first field. A slice, map, channel or pointer is
//! known by its element, since that is what an index, a `range` or a `*` makes of it.

use super::Compiled;
use crate::outline::{How, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// The parameters' list that holds the receiver.
const RECEIVER: Pass = BIND.no_tail();
/// A type inside of another one, which is not known by it.
const PART: Pass = TYPE.no_tail();
const ITEM: Pass = KEEP.slot(Slot::Item);
const FUNCTION: Node =
    Node { scope: Some(ScopeKind::Function), children: &[("name", NAME), ("result", RETURNS)], ..NODE };
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_go::LANGUAGE.into(),
    identifiers: &["identifier", "type_identifier", "field_identifier", "package_identifier", "label_name"],
    comments: &["comment"],
    strings: &["interpreted_string_literal_content", "raw_string_literal_content"],
    selves: &[],
    exported: Some(|name| name.chars().next().is_some_and(char::is_uppercase)),
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "import_spec", hook: Some(import), ..NODE },
        // Functions.
        Node { kind: "function_declaration", def: Some(SymbolKind::Function), ..FUNCTION },
        Node {
            kind: "method_declaration",
            def: Some(SymbolKind::Method),
            scope: Some(ScopeKind::Function),
            children: &[("receiver", RECEIVER), ("name", NAME), ("result", RETURNS)],
            hook: Some(method),
            ..NODE
        },
        Node { kind: "method_elem", def: Some(SymbolKind::Declaration), ..FUNCTION },
        Node {
            kind: "func_literal",
            scope: Some(ScopeKind::Function),
            children: &[("result", PART)],
            hook: Some(header),
            ..NODE
        },
        Node {
            kind: "function_type",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", PART), ("result", TYPE)],
            hook: Some(function_type),
            ..NODE
        },
        Node { kind: "parameter_list", tail_first: true, children: &[("*", KEEP)], hook: Some(type_names), ..NODE },
        Node { kind: "parameter_declaration", children: &[("name", binder(BIND)), ("type", TYPE_OF)], ..NODE },
        Node { kind: "variadic_parameter_declaration", children: &[("name", binder(BIND)), ("type", TYPE_OF)], ..NODE },
        Node { kind: "type_parameter_declaration", children: &[("name", binder(BIND)), ("type", TYPE_OF)], ..NODE },
        // Types.
        Node { kind: "type_declaration", sole: true, ..NODE },
        Node {
            kind: "type_spec",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            children: &[("name", binder(NAME)), ("type", TYPE_OF)],
            ..NODE
        },
        Node {
            kind: "type_alias",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            children: &[("name", binder(NAME)), ("type", TYPE_OF)],
            ..NODE
        },
        Node {
            kind: "struct_type",
            scope: Some(ScopeKind::Class),
            tail_first: true,
            children: &[("*", TYPE)],
            hook: Some(struct_type),
            ..NODE
        },
        Node { kind: "field_declaration_list", tail_first: true, children: &[("*", TYPE)], hook: Some(header), ..NODE },
        Node {
            kind: "field_declaration",
            owner: true,
            tail_first: true,
            children: &[("name", binder(define(SymbolKind::Field))), ("type", KEEP.slot(TYPE_OF.slot))],
            hook: Some(field),
            ..NODE
        },
        Node {
            kind: "interface_type",
            scope: Some(ScopeKind::Class),
            children: &[(":type_elem", BASE.no_tail()), ("*", PART)],
            hook: Some(interface),
            ..NODE
        },
        Node { kind: "type_elem", children: &[("*", KEEP)], hook: Some(union), ..NODE },
        Node { kind: "type_constraint", children: &[("*", TYPE)], ..NODE },
        Node { kind: "type_arguments", children: &[("*", PART)], ..NODE },
        Node { kind: "generic_type", children: &[("type", KEEP), ("type_arguments", PART)], ..NODE },
        Node { kind: "qualified_type", children: &[("package", OBJECT), ("name", MEMBER)], ..NODE },
        Node { kind: "pointer_type", children: &[("*", TYPE)], ..NODE },
        Node { kind: "parenthesized_type", children: &[("*", TYPE)], ..NODE },
        Node { kind: "negated_type", children: &[("*", TYPE)], ..NODE },
        Node { kind: "slice_type", children: &[("element", TYPE)], ..NODE },
        Node { kind: "array_type", children: &[("length", READ), ("element", TYPE)], ..NODE },
        Node { kind: "implicit_length_array_type", children: &[("element", TYPE)], ..NODE },
        Node { kind: "map_type", children: &[("key", PART), ("value", TYPE)], ..NODE },
        Node { kind: "channel_type", children: &[("value", TYPE)], ..NODE },
        // Bindings.
        Node { kind: "var_declaration", sole: true, ..NODE },
        Node { kind: "const_declaration", sole: true, ..NODE },
        Node {
            kind: "var_spec",
            owner: true,
            children: &[("name", binder(KEEP)), ("type", TYPE_OF), ("value", VALUE_OF)],
            hook: Some(|walk, node, _| binding(walk, node, SymbolKind::Variable)),
            ..NODE
        },
        Node {
            kind: "const_spec",
            owner: true,
            children: &[("name", binder(KEEP)), ("type", TYPE_OF), ("value", VALUE_OF)],
            hook: Some(|walk, node, _| binding(walk, node, SymbolKind::Constant)),
            ..NODE
        },
        Node { kind: "short_var_declaration", children: &[("left", binder(BIND)), ("right", VALUE_OF)], ..NODE },
        Node { kind: "assignment_statement", children: &[("left", binder(WRITE)), ("right", VALUE_OF)], ..NODE },
        Node {
            kind: "range_clause",
            children: &[("left", binder(KEEP)), ("right", ELEMENT_OF)],
            hook: Some(bind_or_write),
            ..NODE
        },
        Node {
            kind: "receive_statement",
            children: &[("left", binder(KEEP)), ("right", VALUE_OF)],
            hook: Some(bind_or_write),
            ..NODE
        },
        Node { kind: "expression_list", children: &[("*", ITEM)], ..NODE },
        Node { kind: "inc_statement", children: &[("*", WRITE)], ..NODE },
        Node { kind: "dec_statement", children: &[("*", WRITE)], ..NODE },
        // Scopes.
        Node { kind: "block", ..BLOCK },
        Node { kind: "if_statement", ..BLOCK },
        Node { kind: "for_statement", ..BLOCK },
        Node { kind: "expression_switch_statement", ..BLOCK },
        Node { kind: "type_switch_statement", children: &[("alias", binder(BIND)), ("value", VALUE_OF)], ..BLOCK },
        Node { kind: "expression_case", ..BLOCK },
        Node { kind: "default_case", ..BLOCK },
        Node { kind: "type_case", children: &[("type", TYPE)], ..BLOCK },
        Node { kind: "communication_case", ..BLOCK },
        // Labels.
        Node { kind: "labeled_statement", children: &[("label", KEY)], ..NODE },
        Node { kind: "break_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "continue_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "goto_statement", children: &[("*", KEY)], ..NODE },
        // Expressions.
        Node {
            kind: "call_expression",
            children: &[("function", CALLEE), ("type_arguments", TYPE), ("arguments", READ.slot(Slot::Product))],
            ..NODE
        },
        // Only `new` and `make` have a type here.
        Node {
            kind: "argument_list",
            children: &[
                (":type_identifier", TYPE),
                (":qualified_type", TYPE),
                (":generic_type", TYPE),
                (":slice_type", TYPE),
                (":map_type", TYPE),
                (":channel_type", TYPE),
                ("*", READ),
            ],
            ..NODE
        },
        Node { kind: "selector_expression", children: &[("operand", OBJECT), ("field", MEMBER)], ..NODE },
        Node { kind: "index_expression", children: &[("operand", KEEP), ("index", READ)], hook: Some(element), ..NODE },
        Node { kind: "slice_expression", children: &[("operand", KEEP), ("*", READ)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", KEEP)], ..NODE },
        Node { kind: "unary_expression", children: &[("operand", KEEP)], hook: Some(element), ..NODE },
        Node { kind: "type_assertion_expression", children: &[("operand", READ), ("type", TYPE)], ..NODE },
        Node { kind: "type_conversion_expression", children: &[("type", CALLEE), ("operand", READ)], ..NODE },
        Node { kind: "type_instantiation_expression", children: &[("type", KEEP), ("*", PART)], ..NODE },
        Node {
            kind: "composite_literal",
            children: &[("type", CALLEE.slot(Slot::Object)), ("body", KEEP.no_tail())],
            hook: Some(composite),
            ..NODE
        },
        Node { kind: "literal_value", children: &[(":keyed_element", KEEP), ("*", READ)], ..NODE },
        Node { kind: "keyed_element", children: &[("key", KEEP), ("value", READ)], ..NODE },
        Node { kind: "literal_element", children: &[(":literal_value", KEY), ("*", READ)], hook: Some(key), ..NODE },
    ],
};

/// Package-level names are symbols, except the one that names nothing.
fn binding<'t>(walk: &mut Walk<'t>, node: Tree<'t>, kind: SymbolKind) -> Visit {
    if !walk.at_file_level() {
        return Visit::As(BIND);
    }
    let blank = node.child_by_field_name("name").is_some_and(|name| walk.of(name) == "_");
    Visit::As(if blank { LOCAL } else { define(kind) })
}

/// `range` and `<-` bind with `:=` and assign with `=`.
fn bind_or_write<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let end = node.child_by_field_name("left").map(|left| left.end_byte());
    let binds = end.and_then(|end| walk.text.get(end..)).is_some_and(|rest| rest.trim_start().starts_with(":="));
    Visit::As(if binds { BIND } else { WRITE })
}

/// `a[i] = x` and `*p = x` write to what the name holds, not to the name.
fn element<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if matches!(pass.to, To::Role(Role::Write)) {
        return Visit::As(Pass { to: READ.to, ..pass });
    }
    Visit::Children
}

/// The receiver says whose method it is.
fn method<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let base = node.child_by_field_name("receiver").and_then(receiver).map(|(base, _)| walk.of(base));
    Visit::Found(Found { owner: base.map(|base| walk.name(base)), ..Found::default() })
}

/// The receiver binds its type's parameters under names of its own.
fn type_names<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let arguments = if pass.to == RECEIVER.to { receiver(node).and_then(|(_, arguments)| arguments) } else { None };
    let Some(arguments) = arguments else { return Visit::Children };
    for argument in arguments.named_children(&mut arguments.walk()) {
        let name = argument.named_child(0).filter(|name| name.kind() == "type_identifier");
        name.into_iter().for_each(|name| walk.emit_ahead(name, Role::Bind));
    }
    Visit::Children
}

/// The name of the receiver's type, and its type arguments.
fn receiver<'t>(parameters: Tree<'t>) -> Option<(Tree<'t>, Option<Tree<'t>>)> {
    let mut inner =
        parameters.named_children(&mut parameters.walk()).find_map(|child| child.child_by_field_name("type"))?;
    let mut arguments = None;
    while inner.kind() != "type_identifier" {
        arguments = arguments.or(inner.child_by_field_name("type_arguments"));
        inner = inner.named_child(0)?;
    }
    Some((inner, arguments))
}

/// What has a function's type is known by its result.
fn function_type<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    let slot = match pass.slot {
        Slot::Source(How::Annotated) => Slot::Source(How::Returns),
        other => other,
    };
    Visit::As(Pass { slot, ..pass })
}

/// What stands before the braces is the header of a type, of a variable with a literal.
fn header<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let body = node.child_by_field_name("body").unwrap_or(node);
    walk.end_header(body.start_byte());
    Visit::Children
}

fn struct_type<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    if walk.kinds_around().next() == Some("type_spec") {
        walk.set_kind(SymbolKind::Struct);
    }
    Visit::Children
}

fn interface<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.kinds_around().next() == Some("type_spec") {
        walk.set_kind(SymbolKind::Interface);
        walk.end_header(node.start_byte() + "interface".len());
    }
    Visit::Children
}

/// A field without a name is embedded.
fn field<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    Visit::As(if node.child_by_field_name("name").is_none() { BASE } else { TYPE })
}

/// An element of an interface is embedded, unless it is a choice of types.
fn union<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let choice =
        node.named_child_count() > 1 || node.named_child(0).is_some_and(|child| child.kind() == "negated_type");
    if choice && pass.to == BASE.to { Visit::As(PART) } else { Visit::Children }
}

/// Names before a colon are fields, but in maps, slices and arrays they are values.
fn composite<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    header(walk, node, pass);
    let indexed = node.child_by_field_name("type").is_some_and(|child| {
        matches!(child.kind(), "map_type" | "slice_type" | "array_type" | "implicit_length_array_type")
    });
    Visit::As(Pass { to: if indexed { READ.to } else { KEY.to }, ..pass })
}

/// A bare name before the colon is a field of the type before the braces, or before those around
/// them where the type is left out.
fn key<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let name = node.named_child(0).filter(|name| pass.to == KEY.to && name.kind() == "identifier");
    let Some(name) = name else { return Visit::Children };
    let receiver = walk.object_around(6);
    walk.emit_at(span(name), Role::Key, receiver);
    Visit::Skip
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(path) = node.child_by_field_name("path") else { return Visit::Children };
    let alias = node.child_by_field_name("name");
    if let Some(alias) = alias.filter(|alias| alias.kind() == "package_identifier") {
        walk.emit(alias, Role::Import);
    }
    walk.emit_path(span(path), Role::Import);
    let module = walk.of(path).trim_matches(['"', '`']);
    let local = match alias.map(|alias| (alias.kind(), alias)) {
        None => Some(package_name(module)),
        Some(("package_identifier", alias)) => Some(walk.of(alias)),
        Some(_) => None,
    };
    let star = alias.is_some_and(|alias| alias.kind() == "dot");
    walk.import(node, NewImport { module, local, star, ..NewImport::default() });
    Visit::Skip
}

/// What a package is called as far as its path tells: the last part, without a version.
fn package_name(path: &str) -> &str {
    let (rest, last) = path.rsplit_once('/').unwrap_or(("", path));
    let version = last.strip_prefix('v').is_some_and(|digits| digits.parse::<u32>().is_ok());
    let last = if version && !rest.is_empty() { rest.rsplit('/').next().unwrap_or(rest) } else { last };
    let name = last.strip_prefix("go-").unwrap_or(last);
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    name.get(..end).unwrap_or(name)
}
