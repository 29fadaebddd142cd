//! PHP.
//!
//! A variable is called with its `$`, since functions may have the same name without it; a
//! property is called without, as in `$this->name`. A promoted parameter is both. Variables hold
//! in the whole function; a closure sees what it takes along. Everything is visible to other files
//! unless it says otherwise.

use super::Compiled;
use crate::outline::{Hint, How, ImportKind, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// As the parent was told, but it is not known by this.
const PART: Pass = KEEP.no_tail();
const LINK: Pass = KEEP.slot(Slot::Next);
const CALLED_MEMBER: Pass = CALLEE.slot(Slot::Member);
const FUNCTION: Node =
    Node { scope: Some(ScopeKind::Function), children: &[("name", NAME), ("return_type", RETURNS)], ..NODE };
const CLOSURE: Node = Node { scope: Some(ScopeKind::Function), children: &[("return_type", TYPE.no_tail())], ..NODE };
const CLASS: Node = Node {
    scope: Some(ScopeKind::Class),
    children: &[
        ("name", NAME),
        (":primitive_type", role(Role::Type)),
        (":base_clause", BASE),
        (":class_interface_clause", BASE),
    ],
    ..NODE
};
const PARAMETER: Node = Node {
    children: &[("type", TYPE_OF), ("name", binder(BIND)), ("default_value", READ), ("attributes", READ)],
    ..NODE
};
const ASSIGNMENT: Node = Node { children: &[("left", binder(BIND)), ("right", VALUE_OF)], ..NODE };
const ACCESS: Node = Node { children: &[("object", OBJECT), (":name", MEMBER), ("*", READ)], ..NODE };
const CALL: Node =
    Node { children: &[("object", OBJECT), ("arguments", READ), (":name", CALLED_MEMBER), ("*", READ)], ..NODE };
/// A choice of types is known by the one that is a class.
const TYPES: Node = Node { children: &[(":named_type", KEEP), ("*", PART)], ..NODE };
const INNER: Node = Node { children: &[("*", KEEP)], ..NODE };
const LOADED: Node = Node { hook: Some(load), ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_php::LANGUAGE_PHP.into(),
    identifiers: &["name", "relative_scope", "primitive_type", "bottom_type", "cast_type"],
    comments: &["comment"],
    strings: &["string_content", "nowdoc_string", "heredoc_start", "heredoc_end", "text"],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "program", exports: true, ..NODE },
        Node { kind: "compound_statement", exports: true, ..NODE },
        Node { kind: "colon_block", exports: true, ..NODE },
        Node { kind: "variable_name", hook: Some(variable), ..NODE },
        // Names and where they come from.
        Node { kind: "namespace_name", children: &[("*", LINK)], ..NODE },
        Node { kind: "qualified_name", children: &[("prefix", OBJECT), (":name", MEMBER)], ..NODE },
        Node { kind: "relative_name", children: &[("prefix", OBJECT), (":name", MEMBER)], ..NODE },
        Node { kind: "namespace_definition", owner: true, children: &[("name", SKIP)], hook: Some(namespace), ..NODE },
        Node { kind: "namespace_use_declaration", hook: Some(import), ..NODE },
        Node { kind: "include_expression", ..LOADED },
        Node { kind: "include_once_expression", ..LOADED },
        Node { kind: "require_expression", ..LOADED },
        Node { kind: "require_once_expression", ..LOADED },
        // Functions.
        Node { kind: "function_definition", def: Some(SymbolKind::Function), ..FUNCTION },
        Node { kind: "method_declaration", def: Some(SymbolKind::Method), hook: Some(method), ..FUNCTION },
        Node { kind: "anonymous_function", ..CLOSURE },
        Node { kind: "arrow_function", ..CLOSURE },
        Node {
            kind: "property_hook",
            scope: Some(ScopeKind::Function),
            children: &[("body", READ), ("parameters", READ), (":name", KEY)],
            ..NODE
        },
        Node { kind: "formal_parameters", exports: true, ..NODE },
        Node { kind: "simple_parameter", ..PARAMETER },
        Node { kind: "variadic_parameter", ..PARAMETER },
        Node {
            kind: "property_promotion_parameter",
            owner: true,
            children: &[("type", TYPE_OF), ("name", binder(once(ScopeKind::Class))), ("default_value", READ)],
            ..NODE
        },
        Node { kind: "static_variable_declaration", children: &[("name", binder(BIND)), ("value", VALUE_OF)], ..NODE },
        // Classes.
        Node { kind: "class_declaration", def: Some(SymbolKind::Class), ..CLASS },
        Node { kind: "interface_declaration", def: Some(SymbolKind::Interface), ..CLASS },
        Node { kind: "trait_declaration", def: Some(SymbolKind::Trait), ..CLASS },
        Node { kind: "enum_declaration", def: Some(SymbolKind::Enum), ..CLASS },
        Node { kind: "anonymous_class", ..CLASS },
        Node { kind: "declaration_list", exports: true, ..NODE },
        Node { kind: "enum_declaration_list", exports: true, ..NODE },
        Node { kind: "enum_case", def: Some(SymbolKind::Variant), children: &[("name", NAME)], ..NODE },
        Node { kind: "base_clause", ..INNER },
        Node { kind: "class_interface_clause", ..INNER },
        Node { kind: "use_declaration", children: &[(":use_list", READ), ("*", BASE)], ..NODE },
        Node { kind: "visibility_modifier", hook: Some(visibility), ..NODE },
        Node {
            kind: "property_declaration",
            owner: true,
            children: &[("type", TYPE_OF), (":property_element", binder(define(SymbolKind::Property)))],
            body: ":property_hook_list",
            ..NODE
        },
        Node { kind: "property_element", children: &[("name", KEEP)], ..NODE },
        Node { kind: "const_declaration", owner: true, children: &[("type", TYPE)], ..NODE },
        Node { kind: "const_element", hook: Some(constant), ..NODE },
        Node { kind: "attribute_list", prefix: true, ..NODE },
        Node { kind: "attribute", children: &[("parameters", READ), ("*", DECORATOR)], ..NODE },
        // Types.
        Node { kind: "named_type", ..INNER },
        Node { kind: "type_list", ..INNER },
        Node { kind: "optional_type", ..INNER },
        Node { kind: "union_type", ..TYPES },
        Node { kind: "intersection_type", ..TYPES },
        Node { kind: "disjunctive_normal_form_type", ..TYPES },
        Node { kind: "cast_expression", children: &[("type", role(Role::Type)), ("value", VALUE)], ..NODE },
        // Bindings.
        Node { kind: "expression_statement", owner: true, ..NODE },
        Node { kind: "assignment_expression", ..ASSIGNMENT },
        Node { kind: "reference_assignment_expression", ..ASSIGNMENT },
        Node { kind: "augmented_assignment_expression", children: &[("left", WRITE), ("right", READ)], ..NODE },
        Node { kind: "update_expression", children: &[("argument", WRITE)], ..NODE },
        Node { kind: "unset_statement", children: &[("*", WRITE)], ..NODE },
        Node { kind: "list_literal", children: &[("*", PART)], ..NODE },
        Node { kind: "by_ref", ..INNER },
        Node { kind: "pair", ..INNER },
        Node {
            kind: "foreach_statement",
            children: &[
                ("body", READ),
                (":variable_name", binder(BIND)),
                (":pair", binder(BIND)),
                (":by_ref", binder(BIND)),
                (":list_literal", BIND),
                ("*", ELEMENT_OF),
            ],
            hook: Some(each),
            ..NODE
        },
        Node { kind: "catch_clause", children: &[("type", TYPE_OF), ("name", binder(BIND))], ..NODE },
        // Expressions.
        Node {
            kind: "function_call_expression",
            brief: true,
            children: &[("function", CALLEE), ("arguments", PART)],
            hook: Some(call),
            ..NODE
        },
        Node { kind: "arguments", children: &[("*", PART)], ..NODE },
        Node { kind: "argument", children: &[("name", KEY), ("*", PART)], hook: Some(argument), ..NODE },
        Node { kind: "member_call_expression", ..CALL },
        Node { kind: "nullsafe_member_call_expression", ..CALL },
        Node {
            kind: "scoped_call_expression",
            children: &[("scope", OBJECT), ("arguments", READ), (":name", CALLED_MEMBER), ("*", READ)],
            ..NODE
        },
        Node { kind: "member_access_expression", ..ACCESS },
        Node { kind: "nullsafe_member_access_expression", ..ACCESS },
        Node { kind: "scoped_property_access_expression", children: &[("scope", OBJECT), ("*", MEMBER)], ..NODE },
        Node { kind: "class_constant_access_expression", children: &[("*", LINK)], ..NODE },
        Node {
            kind: "object_creation_expression",
            children: &[(":arguments", READ), (":anonymous_class", READ), ("*", CALLEE)],
            ..NODE
        },
        Node { kind: "subscript_expression", tail_first: true, children: &[("*", VALUE)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "clone_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "named_label_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "goto_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "string", hook: Some(string), ..NODE },
        Node { kind: "encapsed_string", hook: Some(string), ..NODE },
    ],
};

/// `$x` is a variable; `$this` is what other languages call so too, and nothing binds it.
fn variable<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let at = span(node);
    let bare = Span::new(at.start + 1, at.end);
    match pass.to {
        _ if walk.of(node) == "$this" => {
            let to = if matches!(pass.to, To::Bind | To::Role(Role::Write)) { READ.to } else { pass.to };
            walk.identify(bare, Pass { to, ..pass });
        }
        To::Define(_) => walk.identify(bare, pass),
        To::Once(_) => {
            let before = walk.out.symbols.len();
            walk.identify(bare, pass);
            walk.out.symbols.iter_mut().skip(before).for_each(|symbol| symbol.kind = SymbolKind::Property);
            walk.emit(node, Role::Bind);
        }
        _ if pass.slot == Slot::Member => walk.identify(bare, pass),
        _ => walk.identify(at, pass),
    }
    Visit::Skip
}

fn namespace<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let path = node.child_by_field_name("name");
    let last = path.and_then(|path| path.named_child(path.named_child_count().checked_sub(1)? as u32));
    let (Some(path), Some(last)) = (path, last) else { return Visit::Children };
    walk.emit_path(Span::new(span(path).start, span(last).start), Role::Read);
    walk.package(node, path, node.child_by_field_name("body").is_some());
    Visit::Found(Found { ahead: Some((span(last), SymbolKind::Module)), ..Found::default() })
}

/// `use A\B as C;`, `use function A\f;`, `use A\{B, C\D};`.
fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let group = node.child_by_field_name("body");
    let mut around = "";
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "namespace_name" => {
                walk.emit_path(span(child), Role::Import);
                around = walk.of(child);
            }
            "namespace_use_clause" => clause(walk, node, child, ""),
            _ => {}
        }
    }
    if let Some(group) = group {
        for child in group.named_children(&mut group.walk()).filter(|child| child.kind() == "namespace_use_clause") {
            clause(walk, node, child, around);
        }
    }
    Visit::Skip
}

fn clause<'t>(walk: &mut Walk<'t>, node: Tree<'t>, clause: Tree<'t>, around: &str) {
    let alias = clause.child_by_field_name("alias");
    let mut cursor = clause.walk();
    let mut names = clause.named_children(&mut cursor);
    let Some(path) = names.find(|child| matches!(child.kind(), "name" | "qualified_name")) else { return };
    walk.emit_path(span(path), Role::Import);
    if let Some(alias) = alias {
        walk.emit(alias, Role::Import);
    }
    let text = walk.of(path).trim_start_matches('\\');
    let (inner, name) = text.rsplit_once('\\').unwrap_or(("", text));
    let module = [around, inner].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\\");
    let local = Some(alias.map_or(name, |alias| walk.of(alias)));
    walk.import(node, NewImport { module: &module, name: Some(name), local, ..NewImport::default() });
}

/// `require 'file.php'`, `require __DIR__ . '/file.php'`.
fn load<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut path = node.named_child(0);
    if let Some(inner) = path.filter(|path| path.kind() == "parenthesized_expression") {
        path = inner.named_child(0);
    }
    let Some(path) = path else { return Visit::Children };
    let here =
        path.child_by_field_name("left").filter(|left| path.kind() == "binary_expression" && is_here(walk, *left));
    let file = if here.is_some() { path.child_by_field_name("right") } else { Some(path) };
    let Some(file) = file.and_then(literal) else { return Visit::Children };
    if let Some(here) = here {
        walk.words(span(here), Role::Read, walk.scope());
    }
    walk.emit_path(span(file), Role::Import);
    let written = walk.of(file);
    let module = if here.is_some() { format!("./{}", written.trim_start_matches('/')) } else { written.to_string() };
    walk.import(node, NewImport { module: &module, kind: ImportKind::Include, ..NewImport::default() });
    Visit::Skip
}

fn is_here(walk: &Walk<'_>, node: Tree<'_>) -> bool {
    walk.of(node) == "__DIR__" || walk.of(node) == "dirname(__FILE__)"
}

/// The only content of a string.
fn literal(string: Tree<'_>) -> Option<Tree<'_>> {
    let plain = matches!(string.kind(), "string" | "encapsed_string") && string.named_child_count() == 1;
    string.named_child(0).filter(|content| plain && content.kind() == "string_content")
}

fn method<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let makes = node.child_by_field_name("name").is_some_and(|name| walk.of(name) == "__construct");
    let def = match node.child_by_field_name("body") {
        None => SymbolKind::Declaration,
        Some(_) if makes => SymbolKind::Constructor,
        Some(_) => SymbolKind::Method,
    };
    Visit::Found(Found { def: Some(def), ..Found::default() })
}

fn visibility<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let seen = walk.of(node).get(..6).is_some_and(|word| word.eq_ignore_ascii_case("public"));
    let renames = walk.kinds_around().next() == Some("use_as_clause");
    // `private(set)` hides no reading.
    if !renames && !seen && !walk.of(node).ends_with("(set)") {
        walk.set_exported(false);
    }
    Visit::Skip
}

fn constant<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let ahead = node.child(0).map(|name| (span(name), SymbolKind::Constant));
    Visit::Found(Found { ahead, ..Found::default() })
}

/// What is gone through may be a variable just as what is bound.
fn each<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let (Some(source), Some(target)) = (node.named_child(0), node.named_child(1)) else { return Visit::Children };
    if source.kind() != "variable_name" || walk.of(source) == "$this" {
        return Visit::Children;
    }
    walk.emit_ahead(source, Role::Read);
    let inner = target.named_child_count().checked_sub(1).and_then(|last| target.named_child(last as u32));
    let target = if target.kind() == "variable_name" { Some(target) } else { inner };
    if let Some(target) = target.filter(|target| target.kind() == "variable_name" && !walk.at_file_level()) {
        walk.emit_ahead(target, Role::Bind);
        let binder = walk.out.occurrences.len() as u32 - 1;
        walk.out.hints.push(Hint { binder, source: binder - 1, how: How::Element });
    }
    Visit::Children
}

/// `define('NAME', …)`.
fn call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let read = Visit::As(Pass { to: READ.to, ..pass });
    let Some(function) = node.child(0).filter(|function| function.kind() == "name") else { return read };
    if walk.of(function) != "define" {
        return read;
    }
    let first = node.child_by_field_name("arguments").and_then(|list| list.named_child(0));
    match first.and_then(|first| first.named_child(0)).and_then(literal) {
        Some(_) => Visit::Found(Found { def: Some(SymbolKind::Constant), exports: Some(true), ..Found::default() }),
        None => read,
    }
}

/// Only the first argument names what is defined.
fn argument<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == To::Name {
        *walk.around() = READ.to;
    }
    Visit::Children
}

fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let Some(content) = literal(node).filter(|_| pass.to == To::Name) else { return Visit::Children };
    walk.identify(span(content), pass);
    Visit::Skip
}
