//! What JavaScript and TypeScript share.
//!
//! The value decides what a name is: `const f = () => {}`, `f: function () {}` and
//! `app.f = async () => {}` define functions just as `function f() {}` does, so declarators, pairs,
//! fields and assignments look at what stands on their right. `let`, `const` and classes bind in
//! their block; `var` and function declarations in the function around it. Definitions in an object
//! literal are members: a bare name never means them.
//!
//! Imports, exports and assignments are in the files beside this one.

mod assign;
mod keys;
mod modules;

use crate::outline::{Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{Walk, span};
use tree_sitter::Node as Tree;

/// Identifiers of both; TypeScript has more.
pub(super) const IDENTIFIERS: [&str; 9] = [
    "identifier",
    "property_identifier",
    "private_property_identifier",
    "shorthand_property_identifier",
    "shorthand_property_identifier_pattern",
    "statement_identifier",
    "this",
    "super",
    "undefined",
];

pub(super) const COMMENTS: &[&str] = &["comment", "html_comment"];

/// Rows that hold for both; a row of a language's own that comes later replaces them.
pub(super) const NODES: &[Node] = &[
    Node { kind: "hash_bang_line", hook: Some(hash_bang), ..NODE },
    Node { kind: "comment", loose: true, ..NODE },
    // Functions.
    Node {
        kind: "function_declaration",
        def: Some(SymbolKind::Function),
        scope: Some(ScopeKind::Function),
        place: Place::Hoisted,
        children: &[("name", NAME)],
        ..NODE
    },
    Node {
        kind: "generator_function_declaration",
        def: Some(SymbolKind::Function),
        scope: Some(ScopeKind::Function),
        place: Place::Hoisted,
        children: &[("name", NAME)],
        ..NODE
    },
    FUNCTION_EXPRESSION,
    Node { kind: "generator_function", ..FUNCTION_EXPRESSION },
    ARROW_FUNCTION,
    METHOD,
    Node { kind: "formal_parameters", children: &[("*", BIND)], ..NODE },
    // Classes.
    Node {
        kind: "class_declaration",
        def: Some(SymbolKind::Class),
        scope: Some(ScopeKind::Class),
        children: &[("name", NAME)],
        ..NODE
    },
    Node {
        kind: "class",
        scope: Some(ScopeKind::Class),
        children: &[("name", KEEP.no_tail())],
        hook: Some(named_expression),
        ..NODE
    },
    Node { kind: "class_heritage", children: &[("*", BASE)], ..NODE },
    Node { kind: "class_body", exports: true, ..NODE },
    Node { kind: "class_static_block", scope: Some(ScopeKind::Function), ..NODE },
    Node { kind: "decorator", prefix: true, children: &[("*", DECORATOR)], ..NODE },
    // Bindings.
    Node { kind: "lexical_declaration", sole: true, children: &[("*", BIND)], ..NODE },
    Node { kind: "variable_declaration", sole: true, children: &[("*", HOIST)], ..NODE },
    DECLARATOR,
    Node { kind: "object_pattern", children: &[("*", KEEP.no_tail())], hook: Some(keys::pattern), ..NODE },
    Node { kind: "shorthand_property_identifier", hook: Some(keys::shorthand), ..NODE },
    Node { kind: "shorthand_property_identifier_pattern", hook: Some(keys::shorthand), ..NODE },
    Node { kind: "array_pattern", children: &[("*", KEEP.no_tail())], ..NODE },
    Node { kind: "rest_pattern", children: &[("*", KEEP)], ..NODE },
    Node {
        kind: "pair_pattern",
        children: &[("value", KEEP), (":property_identifier", SKIP), ("*", READ)],
        hook: Some(pair_pattern),
        ..NODE
    },
    Node { kind: "assignment_pattern", children: &[("left", binder(KEEP)), ("right", VALUE_OF)], ..NODE },
    Node { kind: "object_assignment_pattern", children: &[("left", binder(KEEP)), ("right", VALUE_OF)], ..NODE },
    Node {
        kind: "for_in_statement",
        scope: Some(ScopeKind::Block),
        children: &[("left", binder(KEEP)), ("right", ELEMENT_OF)],
        hook: Some(for_in),
        ..NODE
    },
    Node { kind: "for_statement", scope: Some(ScopeKind::Block), ..NODE },
    Node { kind: "statement_block", scope: Some(ScopeKind::Block), joins: true, ..NODE },
    Node { kind: "switch_body", scope: Some(ScopeKind::Block), ..NODE },
    Node { kind: "catch_clause", scope: Some(ScopeKind::Block), children: &[("parameter", binder(BIND))], ..NODE },
    // Assignments.
    Node { kind: "expression_statement", sole: true, ..NODE },
    Node {
        kind: "assignment_expression",
        owner: true,
        brief: true,
        children: &[("left", binder(KEEP)), ("right", VALUE_OF)],
        hook: Some(assign::assignment),
        ..NODE
    },
    Node { kind: "augmented_assignment_expression", children: &[("left", WRITE), ("right", READ)], ..NODE },
    Node { kind: "update_expression", children: &[("argument", WRITE)], ..NODE },
    // Expressions.
    Node { kind: "call_expression", children: &[("function", CALLEE), ("*", READ)], hook: Some(modules::call), ..NODE },
    Node { kind: "new_expression", children: &[("constructor", CALLEE), ("*", READ)], ..NODE },
    Node { kind: "member_expression", children: &[("object", OBJECT), ("property", MEMBER)], ..NODE },
    // A number stands before a dot like anything else (`1..toFixed`).
    Node { kind: "number", ..NODE },
    Node { kind: "subscript_expression", children: &[("object", READ), ("index", READ)], ..NODE },
    Node { kind: "parenthesized_expression", children: &[("*", KEEP)], ..NODE },
    Node { kind: "await_expression", children: &[("*", VALUE)], ..NODE },
    Node { kind: "object", members: true, children: &[("*", READ)], hook: Some(keys::object), ..NODE },
    Node { kind: "return_statement", children: &[("*", READ.slot(Slot::Given))], ..NODE },
    Node {
        kind: "pair",
        brief: true,
        children: &[("key", KEEP.slot(Slot::Key)), ("value", VALUE_OF)],
        hook: Some(pair),
        ..NODE
    },
    Node { kind: "spread_element", hook: Some(assign::spread), ..NODE },
    Node { kind: "computed_property_name", children: &[("*", READ)], ..NODE },
    // Labels live in a world of their own: they bind nothing that a bare name could mean.
    Node { kind: "labeled_statement", children: &[("label", KEY)], ..NODE },
    Node { kind: "break_statement", children: &[("label", KEY)], ..NODE },
    Node { kind: "continue_statement", children: &[("label", KEY)], ..NODE },
    // Modules.
    Node { kind: "import_statement", hook: Some(modules::import), ..NODE },
    Node { kind: "import_clause", children: &[("*", role(Role::Import))], ..NODE },
    Node {
        kind: "export_statement",
        wrapper: true,
        exports: true,
        children: &[("value", VALUE_OF)],
        hook: Some(modules::export),
        ..NODE
    },
    Node { kind: "export_clause", children: &[("*", role(Role::Export))], ..NODE },
    Node { kind: "namespace_export", children: &[("*", role(Role::Export))], ..NODE },
];

pub(super) const FUNCTION_EXPRESSION: Node = Node {
    kind: "function_expression",
    scope: Some(ScopeKind::Function),
    children: &[("name", KEEP.no_tail())],
    hook: Some(named_expression),
    ..NODE
};

pub(super) const ARROW_FUNCTION: Node = Node {
    kind: "arrow_function",
    scope: Some(ScopeKind::Function),
    children: &[("parameter", BIND.no_tail()), ("body", READ.slot(Slot::Given))],
    ..NODE
};

pub(super) const METHOD: Node = Node {
    kind: "method_definition",
    scope: Some(ScopeKind::Function),
    children: &[("name", KEEP.slot(Slot::Key))],
    hook: Some(method),
    ..NODE
};

pub(super) const DECLARATOR: Node = Node {
    kind: "variable_declarator",
    owner: true,
    brief: true,
    children: &[("name", binder(KEEP)), ("value", VALUE_OF)],
    hook: Some(declarator),
    ..NODE
};

/// A field of a class; JavaScript and TypeScript name the node and its fields differently.
pub(super) const FIELD: Node = Node { brief: true, hook: Some(field), ..NODE };

/// Rows for tags, in those grammars that know them.
pub(super) const TAGS: &[Node] = &[
    Node { kind: "jsx_opening_element", children: &[("name", KEEP)], hook: Some(tag), ..NODE },
    Node { kind: "jsx_self_closing_element", children: &[("name", KEEP)], hook: Some(tag), ..NODE },
    Node { kind: "jsx_closing_element", children: &[("name", READ)], ..NODE },
    Node {
        kind: "jsx_attribute",
        children: &[(":property_identifier", KEY.slot(Slot::Key)), (":jsx_namespace_name", KEY), ("*", READ)],
        hook: Some(keys::attribute),
        ..NODE
    },
    Node { kind: "jsx_namespace_name", children: &[("*", KEEP)], ..NODE },
];

/// One table out of several.
pub(super) const fn concat<const N: usize>(lists: &[&[Node]]) -> [Node; N] {
    let mut all = [NODE; N];
    let (mut at, mut list) = (0, 0);
    while list < lists.len() {
        let mut row = 0;
        while row < lists[list].len() {
            all[at] = lists[list][row];
            (at, row) = (at + 1, row + 1);
        }
        list += 1;
    }
    assert!(at == N, "N counts the rows of all lists");
    all
}

/// What a node defines by having this value: only functions and classes say so.
fn kind_of_value(walk: &Walk<'_>, value: Tree<'_>) -> Option<SymbolKind> {
    match walk.opens(value)? {
        ScopeKind::Function => Some(SymbolKind::Function),
        ScopeKind::Class => Some(SymbolKind::Class),
        _ => None,
    }
}

/// A name that is written as a plain word, not as a string, number or expression.
pub(super) fn is_plain(name: Tree<'_>) -> bool {
    matches!(name.kind(), "property_identifier" | "private_property_identifier" | "identifier")
}

/// Private members say by their name that no other file sees them.
pub(super) fn by_name(name: &str) -> Option<bool> {
    name.starts_with('#').then_some(false)
}

fn constant_or_variable(name: &str) -> SymbolKind {
    let upper = name.bytes().any(|b| b.is_ascii_uppercase()) && !name.bytes().any(|b| b.is_ascii_lowercase());
    if upper { SymbolKind::Constant } else { SymbolKind::Variable }
}

/// The last child, which is where grammars put values.
fn value_of(node: Tree<'_>) -> Option<Tree<'_>> {
    node.child_count().checked_sub(1).and_then(|last| node.child(last))
}

fn hash_bang<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.words(span(node), Role::Comment, 0);
    Visit::Skip
}

/// The own name of a function or class expression holds inside it only. It is a mere binding
/// where what the expression is assigned to is the definition.
fn named_expression<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let named = node.child_by_field_name("name").is_some();
    if !named {
        return Visit::Children;
    }
    if walk.is_value(pass) {
        return Visit::As(Pass { to: To::Local, ..pass });
    }
    let def = kind_of_value(walk, node);
    Visit::Found(Found { def, place: Place::Inside, ..Found::default() })
}

fn method<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name").filter(|name| is_plain(*name)) else { return Visit::Children };
    let before = walk.text.get(node.start_byte()..name.start_byte()).unwrap_or("");
    let word = before.split_ascii_whitespace().next_back();
    let name = walk.of(name);
    let kind = if matches!(word, Some("get" | "set")) {
        SymbolKind::Property
    } else if name == "constructor" {
        SymbolKind::Constructor
    } else {
        SymbolKind::Method
    };
    Visit::Found(Found { def: Some(kind), exports: by_name(name), ..Found::default() })
}

fn field<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = node.child_by_field_name("property").or_else(|| node.child_by_field_name("name"));
    let Some(name) = name.filter(|name| is_plain(*name)) else { return Visit::Children };
    let value = node.child_by_field_name("value").and_then(|value| walk.opens(value));
    let kind = if value == Some(ScopeKind::Function) { SymbolKind::Method } else { SymbolKind::Field };
    Visit::Found(Found { def: Some(kind), exports: by_name(walk.of(name)), ..Found::default() })
}

/// `key: value`, a definition if the value is a function, or if all keys are exported.
fn pair<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let key = |role| Visit::As(Pass { to: To::Role(role), ..pass });
    let (Some(name), Some(value)) = (node.child(0), value_of(node)) else { return key(Role::Key) };
    if !is_plain(name) {
        return key(Role::Key);
    }
    let lists = walk.found_around().lists;
    if lists && assign::exported_pair(walk, node, name, value) {
        return key(Role::Export);
    }
    let def = match kind_of_value(walk, value) {
        Some(SymbolKind::Function) => Some(SymbolKind::Method),
        Some(kind) => Some(kind),
        None if lists => Some(constant_or_variable(walk.of(name))),
        None => return key(Role::Key),
    };
    Visit::Found(Found { def, ..Found::default() })
}

fn declarator<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let (Some(name), Some(value)) = (node.child(0), value_of(node)) else { return Visit::Children };
    if name == value {
        return Visit::Children;
    }
    let place = if pass.to == To::Hoist { Place::Hoisted } else { Place::Outside };
    if modules::required_by(walk, node, value, place) {
        return Visit::As(Pass { to: To::Role(Role::Import), ..pass });
    }
    if name.kind() != "identifier" {
        return Visit::Children;
    }
    if value.kind() == "assignment_expression" {
        assign::exported_by(walk, name, value);
    }
    match kind_of_value(walk, assign::end_of_chain(value)) {
        Some(kind) => Visit::Found(Found { def: Some(kind), place, ..Found::default() }),
        None => Visit::Children,
    }
}

/// `{ a: b }` on the left: `a` is a key, or what is taken out of a module.
fn pair_pattern<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if let Some(key) = node.child(0).filter(|key| key.kind() == "property_identifier") {
        let imports = pass.to == To::Role(Role::Import);
        let key = walk.emit(key, if imports { Role::Import } else { Role::Key });
        walk.key_at(key);
    }
    Visit::Children
}

fn for_in<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let kind = node.child_by_field_name("kind");
    let to = match kind.map(|kind| walk.of(kind)) {
        None => WRITE.to,
        Some("var") => To::Hoist,
        Some(_) => To::Bind,
    };
    Visit::As(Pass { to, ..pass })
}

/// A tag calls its component; lower-case tags are the browser's.
fn tag<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name") else { return Visit::Children };
    let own = name.kind() == "member_expression"
        || (name.kind() == "identifier" && !walk.of(name).starts_with(|c: char| c.is_ascii_lowercase()));
    let role = if own { Role::Call } else { Role::Read };
    Visit::As(Pass { to: To::Role(role), ..pass })
}
