//! Swift.
//!
//! What is not private can be seen from other files. The grammar's fields overlap (a type is the
//! `name` of its hidden parent), so children are mostly told by their kind. `a[0]` and `a(0)` are
//! both calls to it and only their brackets differ. An extension holds members of the type it
//! extends. A pattern binds what stands behind its `let`, however deep.

use super::Compiled;
use crate::outline::{How, Receiver, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).unless(ends_with_a_directive));

/// The scanner of tree-sitter-swift 0.7.4 reads past the end of its own words for a directive that
/// nothing follows: one at the very end of the file, without a line end, or before a NUL.
fn ends_with_a_directive(text: &str) -> bool {
    text.match_indices('#').any(|(at, _)| {
        let rest = &text[at + 1..];
        let after = |word: &str| rest.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('\0'));
        ["if", "elseif", "else", "endif"].into_iter().any(after)
    })
}

/// A type inside of another one, which is not known by it.
const PART: Pass = TYPE.no_tail();
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
/// A statement whose conditions may bind.
const CONDITION: Node =
    Node { children: &[("bound_identifier", BIND), (":pattern", KEEP), ("*", READ)], hook: Some(condition), ..BLOCK };
const ACCESSOR: Node =
    Node { scope: Some(ScopeKind::Function), children: &[(":simple_identifier", BIND), ("*", READ)], ..NODE };
const TYPED: Node = Node { children: &[("*", TYPE)], ..NODE };
const WRAPPER: Node = Node { children: &[("expr", VALUE), ("target", VALUE)], ..NODE };
const PARAMETER: Node = Node {
    children: &[
        ("external_name", KEY),
        (":self_expression", READ),
        (":simple_identifier", binder(BIND)),
        (":parameter_modifiers", READ),
        ("*", TYPE_OF),
    ],
    ..NODE
};
const FUNCTION: Node = Node {
    def: Some(SymbolKind::Function),
    scope: Some(ScopeKind::Function),
    exports: true,
    children: &[
        ("default_value", READ),
        (":simple_identifier", NAME),
        (":user_type", RETURNS),
        (":optional_type", RETURNS),
        (":array_type", RETURNS),
        (":opaque_type", RETURNS),
        (":existential_type", RETURNS),
    ],
    hook: Some(function),
    ..NODE
};
const TYPE_DECLARATION: Node = Node {
    scope: Some(ScopeKind::Class),
    exports: true,
    children: &[
        (":type_identifier", NAME),
        (":user_type", NAME_OF_IMPL),
        (":inheritance_specifier", BASE),
        (":attribute", DECORATOR),
        ("*", READ),
    ],
    hook: Some(class),
    ..NODE
};
const ALIAS: Node = Node {
    def: Some(SymbolKind::TypeAlias),
    scope: Some(ScopeKind::Block),
    exports: true,
    children: &[
        (":type_identifier", binder(NAME)),
        (":modifiers", READ),
        (":type_parameters", READ),
        (":type_constraints", READ),
        ("must_inherit", PART),
        ("*", TYPE.slot(Slot::Source(How::Assigned))),
    ],
    ..NODE
};
/// A definition without a name, known by its keyword.
const UNNAMED: Node = Node {
    scope: Some(ScopeKind::Function),
    owner: true,
    exports: true,
    children: &[("default_value", READ)],
    hook: Some(unnamed),
    ..NODE
};
const PROPERTY: Node = Node {
    owner: true,
    exports: true,
    brief: true,
    children: &[
        (":pattern", binder(KEEP)),
        (":type_annotation", TYPE_OF),
        ("value", VALUE_OF),
        (":modifiers", READ),
        ("*", READ),
    ],
    hook: Some(property),
    ..NODE
};

static SPEC: Spec = Spec {
    language: || tree_sitter_swift::LANGUAGE.into(),
    identifiers: &["simple_identifier", "type_identifier", "self_expression", "super_expression"],
    comments: &["comment", "multiline_comment", "shebang_line"],
    strings: &["line_str_text", "multi_line_str_text", "raw_str_part", "raw_str_end_part"],
    selves: &["self"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "multiline_comment", loose: true, ..NODE },
        Node {
            kind: "import_declaration",
            children: &[(":identifier", role(Role::Import))],
            hook: Some(import),
            ..NODE
        },
        Node { kind: "identifier", children: &[("*", LINK)], ..NODE },
        Node { kind: "attribute", children: &[(":user_type", DECORATOR), ("*", READ)], ..NODE },
        Node { kind: "visibility_modifier", hook: Some(visibility), ..NODE },
        // Types.
        Node { kind: "class_declaration", ..TYPE_DECLARATION },
        Node { kind: "protocol_declaration", ..TYPE_DECLARATION },
        Node { kind: "inheritance_specifier", children: &[("*", KEEP)], ..NODE },
        Node { kind: "typealias_declaration", ..ALIAS },
        Node { kind: "associatedtype_declaration", ..ALIAS },
        Node { kind: "enum_entry", exports: true, children: &[("name", is(SymbolKind::Variant)), ("*", READ)], ..NODE },
        Node { kind: "enum_type_parameters", children: &[(":simple_identifier", KEY), ("*", PART)], ..NODE },
        Node { kind: "type_parameter", children: &[(":type_identifier", binder(LOCAL)), ("*", TYPE_OF)], ..NODE },
        Node { kind: "inheritance_constraint", ..TYPED },
        Node { kind: "equality_constraint", ..TYPED },
        // Members.
        Node { kind: "function_declaration", ..FUNCTION },
        Node { kind: "protocol_function_declaration", ..FUNCTION },
        Node { kind: "macro_declaration", def: Some(SymbolKind::Macro), body: "definition", hook: None, ..FUNCTION },
        Node { kind: "init_declaration", ..UNNAMED },
        Node { kind: "deinit_declaration", ..UNNAMED },
        Node { kind: "subscript_declaration", ..UNNAMED },
        Node { kind: "parameter", ..PARAMETER },
        Node { kind: "lambda_parameter", ..PARAMETER },
        Node { kind: "property_declaration", ..PROPERTY },
        Node { kind: "protocol_property_declaration", ..PROPERTY },
        Node { kind: "computed_property", scope: Some(ScopeKind::Function), hook: Some(accessors), ..NODE },
        Node { kind: "protocol_property_requirements", hook: Some(accessors), ..NODE },
        Node { kind: "willset_didset_block", hook: Some(accessors), ..NODE },
        Node { kind: "computed_getter", ..ACCESSOR },
        Node { kind: "computed_setter", ..ACCESSOR },
        Node { kind: "computed_modify", ..ACCESSOR },
        Node { kind: "willset_clause", ..ACCESSOR },
        Node { kind: "didset_clause", ..ACCESSOR },
        // Bindings.
        Node { kind: "type_annotation", ..TYPED },
        Node { kind: "pattern", children: &[(":user_type", TYPE), ("*", KEEP)], hook: Some(pattern), ..NODE },
        Node { kind: "assignment", children: &[("target", binder(WRITE)), ("result", VALUE_OF)], ..NODE },
        Node { kind: "directly_assignable_expression", children: &[("*", KEEP)], ..NODE },
        Node { kind: "lambda_literal", scope: Some(ScopeKind::Function), ..NODE },
        Node {
            kind: "capture_list_item",
            children: &[("value", READ), (":simple_identifier", KEEP), ("*", READ)],
            hook: Some(captured),
            ..NODE
        },
        // Blocks.
        Node { kind: "if_statement", ..CONDITION },
        Node { kind: "while_statement", ..CONDITION },
        // What a guard binds holds behind it.
        Node { kind: "guard_statement", scope: None, ..CONDITION },
        Node { kind: "for_statement", children: &[("item", binder(BIND)), ("collection", ELEMENT_OF)], ..BLOCK },
        Node { kind: "repeat_while_statement", ..BLOCK },
        Node { kind: "do_statement", ..BLOCK },
        Node { kind: "catch_block", children: &[("error", BIND)], ..BLOCK },
        Node { kind: "switch_entry", ..BLOCK },
        Node { kind: "statement_label", hook: Some(label), ..NODE },
        // Types.
        Node { kind: "user_type", children: &[(":type_arguments", PART), ("*", LINK)], hook: Some(user_type), ..NODE },
        Node { kind: "type_arguments", children: &[("*", PART)], ..NODE },
        Node { kind: "optional_type", ..TYPED },
        Node { kind: "array_type", children: &[("count", READ), ("*", KEEP)], hook: Some(a_type), ..NODE },
        Node { kind: "dictionary_type", children: &[("key", PART), ("*", KEEP)], hook: Some(a_type), ..NODE },
        Node { kind: "opaque_type", ..TYPED },
        Node { kind: "existential_type", ..TYPED },
        Node { kind: "metatype", ..TYPED },
        Node { kind: "protocol_composition_type", ..TYPED },
        Node { kind: "tuple_type", ..TYPED },
        Node { kind: "tuple_type_item", children: &[(":simple_identifier", KEY), ("*", TYPE)], ..NODE },
        Node { kind: "function_type", children: &[("*", PART)], ..NODE },
        Node { kind: "diagnostic", hook: Some(text), ..NODE },
        Node { kind: "regex_literal", hook: Some(text), ..NODE },
        // Expressions.
        Node { kind: "?", hook: Some(|_, _, _| Visit::Skip), ..NODE },
        Node { kind: "call_expression", children: &[(":call_suffix", READ), ("*", KEEP)], hook: Some(call), ..NODE },
        Node { kind: "call_suffix", children: &[("name", KEY), ("*", READ)], ..NODE },
        Node { kind: "constructor_expression", children: &[("constructed_type", CALLEE), ("*", READ)], ..NODE },
        Node { kind: "macro_invocation", children: &[(":simple_identifier", CALLEE), ("*", READ)], ..NODE },
        Node { kind: "value_argument", children: &[("reference_specifier", KEY), ("*", READ)], ..NODE },
        Node { kind: "value_argument_label", children: &[("*", KEY)], ..NODE },
        Node { kind: "navigation_expression", children: &[("target", OBJECT), ("suffix", MEMBER)], ..NODE },
        Node { kind: "navigation_suffix", children: &[("*", KEEP.slot(Slot::Same))], ..NODE },
        Node { kind: "key_path_expression", children: &[("*", LINK)], ..NODE },
        Node { kind: "prefix_expression", children: &[("target", VALUE)], hook: Some(dotted), ..NODE },
        Node { kind: "tuple_expression", children: &[("name", KEY), ("*", VALUE)], ..NODE },
        Node { kind: "try_expression", ..WRAPPER },
        Node { kind: "await_expression", ..WRAPPER },
        Node { kind: "postfix_expression", ..WRAPPER },
        Node { kind: "as_expression", children: &[("expr", READ), (":as_operator", READ), ("*", TYPE)], ..NODE },
        Node { kind: "check_expression", children: &[("target", READ), ("op", READ), ("*", PART)], ..NODE },
        Node { kind: "nil_coalescing_expression", children: &[("value", VALUE), ("*", READ)], ..NODE },
    ],
};

fn class<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let kind = node.child_by_field_name("declaration_kind").map_or("", |kind| walk.of(kind));
    let def = match kind {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "protocol" => SymbolKind::Interface,
        "extension" => SymbolKind::Impl,
        _ => SymbolKind::Class,
    };
    Visit::Found(Found { def: Some(def), ..Found::default() })
}

/// Operators have no name; what has no body is only declared.
fn function<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if node.child_by_field_name("name").is_none_or(|name| name.kind() != "simple_identifier") {
        return Visit::Nameless;
    }
    let declared = node.child_by_field_name("body").is_none();
    let def = if declared { SymbolKind::Declaration } else { SymbolKind::Function };
    Visit::Found(Found { def: Some(def), ..Found::default() })
}

fn unnamed<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let words = ["init", "deinit", "subscript"];
    let word = node.children(&mut node.walk()).find(|child| words.contains(&child.kind()));
    let Some(word) = word else { return Visit::Children };
    let kind = if word.kind() == "init" { SymbolKind::Constructor } else { SymbolKind::Method };
    Visit::Found(walk.define_unnamed(node, span(word), kind))
}

/// Members of types and files are symbols; what is computed is a property.
fn property<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let scope = walk.out.scopes.get(walk.scope() as usize).map(|scope| scope.kind);
    let computed = node.child_by_field_name("computed_value").is_some();
    let constant =
        node.children(&mut node.walk()).any(|child| child.kind() == "value_binding_pattern" && walk.of(child) == "let");
    Visit::As(match scope {
        Some(ScopeKind::Class) if computed || node.kind() == "protocol_property_declaration" => {
            define(SymbolKind::Property)
        }
        Some(ScopeKind::Class) => define(SymbolKind::Field),
        Some(ScopeKind::File) if constant => define(SymbolKind::Constant),
        Some(ScopeKind::File) => define(SymbolKind::Variable),
        _ => BIND,
    })
}

/// The header of a property ends where its accessors begin; that of a subscript also does.
fn accessors<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let around = walk.kinds_around().next();
    if matches!(around, Some("property_declaration" | "protocol_property_declaration" | "subscript_declaration")) {
        walk.end_header(node.start_byte());
    }
    Visit::Children
}

/// `private(set)` hides less than the whole.
fn visibility<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if matches!(walk.of(node), "private" | "fileprivate") {
        walk.set_exported(false);
    }
    Visit::Skip
}

/// `import A` takes everything, `import struct A.B` one name.
fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut children = node.walk();
    let path = node.children(&mut children).find(|child| child.kind() == "identifier");
    let Some(path) = path else { return Visit::Children };
    let one = path.prev_sibling().is_some_and(|before| before.kind() != "import");
    let whole = walk.of(path);
    let new = match whole.rsplit_once('.').filter(|_| one) {
        Some((module, name)) => NewImport { module, name: Some(name), local: Some(name), ..NewImport::default() },
        None => {
            let local = whole.split('.').next();
            NewImport { module: whole, local, star: true, ..NewImport::default() }
        }
    };
    walk.import(node, new);
    Visit::Children
}

/// Behind a `let` everything is bound but cases (`.some`) and labels.
fn pattern<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let mut binds = false;
    let mut before = "";
    for child in node.children(&mut node.walk()) {
        if child.kind() == "simple_identifier" {
            if before == "." {
                walk.emit_ahead(child, Role::Read);
                walk.out.occurrences.iter_mut().last().into_iter().for_each(|case| case.receiver = Receiver::Other);
            } else if child.next_sibling().is_some_and(|next| next.kind() == ":") {
                walk.emit_ahead(child, Role::Key);
            }
        }
        binds |= child.kind() == "value_binding_pattern";
        before = child.kind();
    }
    // What a declaration names is no local.
    let binds = binds && !matches!(pass.to, To::Define(_));
    if binds { Visit::As(Pass { to: BIND.to, ..pass }) } else { Visit::Children }
}

/// `if case .some = x`: the pattern's parts are the statement's own.
fn condition<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let binds = pattern(walk, node, pass) != Visit::Children;
    Visit::As(Pass { to: if binds { BIND.to } else { READ.to }, ..pass })
}

/// `[weak self]` is the same receiver inside.
fn captured<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let own = node.child_by_field_name("name").is_some_and(|name| walk.of(name) == "self");
    Visit::As(if own { READ } else { BIND })
}

/// `#warning("…")` has no string in it, for the grammar.
fn text<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.words(span(node), Role::String, walk.scope());
    Visit::Skip
}

fn label<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.words(span(node), Role::Key, walk.scope());
    Visit::Skip
}

/// Where nobody said what a type does, it is a type. What stands before the dot of an extended
/// type is not extended.
fn user_type<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == NAME_OF_IMPL.to {
        let names = node.children(&mut node.walk()).filter(|name| name.kind() == "type_identifier").collect::<Vec<_>>();
        let before = names.len().saturating_sub(1);
        names.iter().take(before).for_each(|name| walk.emit_ahead(*name, Role::Type));
    }
    a_type(walk, node, pass)
}

fn a_type<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    Visit::As(if pass.to == READ.to { Pass { to: TYPE.to, ..pass } } else { pass })
}

/// `a(0)`, but not `a[0]`.
fn call<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let suffix = node.child(node.child_count().saturating_sub(1));
    let bracket = suffix.and_then(|suffix| suffix.child(0)).and_then(|arguments| arguments.child(0));
    let indexes = bracket.is_some_and(|bracket| bracket.kind() == "[");
    Visit::As(Pass { to: if indexes { READ.to } else { CALLEE.to }, ..pass })
}

/// `.red` belongs to a type that is not named here.
fn dotted<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let dot = node.child(0).is_some_and(|first| first.kind() == ".");
    let name = node.child_by_field_name("target").filter(|name| dot && name.kind() == "simple_identifier");
    let Some(name) = name else { return Visit::Children };
    let role = if let To::Role(role) = pass.to { role } else { Role::Read };
    walk.emit_at(span(name), role, Receiver::Other);
    Visit::Skip
}
