//! C#.
//!
//! Types are visible to other files unless they are nested; members say so themselves. What an
//! assembly keeps to itself (`internal`) is still seen by its other files. The parameters of a
//! record are properties. Operators and indexers have no identifier for a name and go by what is
//! written (`operator ==`, `this`). Conditionals that cut through statements are hidden by [`veil`].

mod veil;

use super::Compiled;
use super::c;
use crate::outline::{Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled =
    Compiled::new(|| Grammar::new(&SPEC).behind(Veil { hide: veil::hide, words: c::hidden }));

const PART: Pass = TYPE.no_tail();
const NAMED: Pass = KEEP.slot(Slot::Same);
const IMPORTED: Pass = role(Role::Import);
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
/// What a node around shows is shown by this one too.
const THROUGH: Node = Node { hook: Some(through), ..NODE };
const TYPES: Node =
    Node { scope: Some(ScopeKind::Class), children: &[("name", NAME), (":parameter_list", BIND.no_tail())], ..NODE };
const CALLABLE: Node = Node {
    scope: Some(ScopeKind::Function),
    children: &[("returns", RETURNS), ("type", RETURNS), ("name", NAME), ("parameters", BIND.no_tail())],
    hook: Some(callable),
    ..NODE
};
const HOLDS: Node = Node { owner: true, children: &[(":variable_declaration", KEEP)], hook: Some(field), ..NODE };
const PATTERN_OF: Node =
    Node { children: &[("type", TYPE_OF), ("name", binder(BIND)), (":discard", SKIP), ("*", READ)], ..NODE };

/// A row that says no more than what its children are.
const fn row(kind: &'static str, children: &'static [(&'static str, Pass)]) -> Node {
    Node { kind, children, ..NODE }
}

static SPEC: Spec = Spec {
    language: || tree_sitter_c_sharp::LANGUAGE.into(),
    identifiers: &["identifier", "implicit_parameter", "this", "base"],
    comments: &["comment", "shebang_directive"],
    strings: &[
        "string_literal_content",
        "raw_string_content",
        "string_content",
        "verbatim_string_literal",
        "preproc_arg",
    ],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        // What holds definitions.
        Node { kind: "compilation_unit", exports: true, ..NODE },
        Node { kind: "declaration_list", hook: Some(members), ..NODE },
        Node { kind: "preproc_if", ..THROUGH },
        Node { kind: "preproc_elif", ..THROUGH },
        Node { kind: "preproc_else", ..THROUGH },
        Node {
            kind: "namespace_declaration",
            scope: Some(ScopeKind::File),
            children: &[("name", NAME)],
            hook: Some(namespace),
            ..NODE
        },
        Node { kind: "file_scoped_namespace_declaration", children: &[("name", NAME)], hook: Some(namespace), ..NODE },
        Node { kind: "using_directive", hook: Some(using), ..NODE },
        Node { kind: "extern_alias_directive", children: &[("name", IMPORTED)], ..NODE },
        // Types.
        Node { kind: "class_declaration", def: Some(SymbolKind::Class), ..TYPES },
        Node { kind: "struct_declaration", def: Some(SymbolKind::Struct), ..TYPES },
        Node { kind: "interface_declaration", def: Some(SymbolKind::Interface), shares: true, ..TYPES },
        Node {
            kind: "record_declaration",
            children: &[("name", NAME), (":parameter_list", is(SymbolKind::Property))],
            hook: Some(record),
            ..TYPES
        },
        Node { kind: "enum_declaration", def: Some(SymbolKind::Enum), shares: true, ..TYPES },
        Node {
            kind: "enum_member_declaration",
            def: Some(SymbolKind::Variant),
            children: &[("name", NAME), ("value", READ)],
            ..NODE
        },
        Node { kind: "delegate_declaration", def: Some(SymbolKind::TypeAlias), hook: None, ..CALLABLE },
        row("base_list", &[(":argument_list", READ), ("*", BASE)]),
        row("primary_constructor_base_type", &[("type", KEEP), ("*", READ)]),
        row("type_parameter", &[("name", LOCAL), ("*", READ)]),
        row("type_parameter_constraints_clause", &[("*", PART)]),
        row("type_parameter_constraint", &[("type", PART)]),
        // Members.
        Node { kind: "modifier", hook: Some(modifier), ..NODE },
        Node { kind: "attribute_list", prefix: true, ..NODE },
        row("attribute", &[("name", DECORATOR)]),
        row("attribute_argument", &[("name", KEY), ("*", READ)]),
        Node { kind: "method_declaration", ..CALLABLE },
        Node { kind: "local_function_statement", def: Some(SymbolKind::Function), hook: None, ..CALLABLE },
        Node { kind: "constructor_declaration", def: Some(SymbolKind::Constructor), hook: None, ..CALLABLE },
        Node { kind: "destructor_declaration", ..CALLABLE },
        Node { kind: "operator_declaration", ..CALLABLE },
        Node { kind: "conversion_operator_declaration", ..CALLABLE },
        row("explicit_interface_specifier", &[("*", PART)]),
        Node {
            kind: "property_declaration",
            def: Some(SymbolKind::Property),
            body: "accessors",
            brief: true,
            children: &[("type", TYPE_OF), ("name", binder(NAME)), ("value", READ)],
            ..NODE
        },
        Node {
            kind: "indexer_declaration",
            def: Some(SymbolKind::Property),
            scope: Some(ScopeKind::Function),
            body: "accessors",
            brief: true,
            children: &[("type", TYPE_OF), (":this", binder(NAME)), ("parameters", BIND.no_tail())],
            ..NODE
        },
        Node {
            kind: "event_declaration",
            def: Some(SymbolKind::Property),
            body: "accessors",
            children: &[("type", TYPE_OF), ("name", binder(NAME))],
            ..NODE
        },
        Node { kind: "accessor_declaration", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "field_declaration", ..HOLDS },
        Node { kind: "event_field_declaration", ..HOLDS },
        // Parameters and variables.
        Node {
            kind: "parameter_list",
            children: &[(":parameter", KEEP), ("type", TYPE_OF), ("name", binder(KEEP)), ("*", READ)],
            hook: Some(parameters),
            ..NODE
        },
        row("bracketed_parameter_list", &[(":parameter", KEEP), ("type", TYPE_OF), ("name", binder(KEEP))]),
        Node {
            kind: "parameter",
            exports: true,
            children: &[("type", TYPE_OF), ("name", binder(KEEP)), ("*", READ)],
            ..NODE
        },
        row("variable_declaration", &[("type", TYPE_OF), ("*", binder(KEEP))]),
        row(
            "variable_declarator",
            &[
                ("name", binder(KEEP)),
                (":tuple_pattern", BIND.no_tail()),
                (":bracketed_argument_list", READ),
                ("*", VALUE_OF.no_tail()),
            ],
        ),
        row("local_declaration_statement", &[(":variable_declaration", BIND)]),
        row("tuple_pattern", &[("*", KEEP.no_tail())]),
        row("declaration_expression", &[("type", TYPE_OF), ("name", binder(BIND)), ("*", BIND.no_tail())]),
        Node { kind: "declaration_pattern", ..PATTERN_OF },
        Node { kind: "recursive_pattern", ..PATTERN_OF },
        Node { kind: "list_pattern", ..PATTERN_OF },
        row("var_pattern", &[("name", BIND), ("*", READ)]),
        row("parenthesized_variable_designation", &[("name", BIND), ("*", READ)]),
        row("type_pattern", &[("type", PART)]),
        row("subpattern", &[(":identifier", KEY), ("*", READ)]),
        // Scopes.
        Node { kind: "block", joins: true, ..BLOCK },
        Node { kind: "for_statement", children: &[(":variable_declaration", BIND)], ..BLOCK },
        Node { kind: "using_statement", children: &[(":variable_declaration", BIND)], ..BLOCK },
        Node { kind: "fixed_statement", children: &[(":variable_declaration", BIND)], ..BLOCK },
        Node {
            kind: "foreach_statement",
            children: &[("type", TYPE_OF), ("left", binder(BIND)), ("right", ELEMENT_OF)],
            ..BLOCK
        },
        Node { kind: "catch_clause", ..BLOCK },
        row("catch_declaration", &[("type", TYPE_OF), ("name", binder(BIND))]),
        Node { kind: "switch_section", ..BLOCK },
        Node { kind: "switch_expression_arm", ..BLOCK },
        Node {
            kind: "lambda_expression",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", BIND.no_tail()), ("type", PART)],
            ..NODE
        },
        Node {
            kind: "anonymous_method_expression",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", BIND.no_tail())],
            ..NODE
        },
        row("labeled_statement", &[(":identifier", KEY)]),
        row("goto_statement", &[(":identifier", KEY)]),
        // Queries.
        Node { kind: "query_expression", children: &[(":identifier", BIND)], ..BLOCK },
        row("from_clause", &[("type", TYPE_OF), ("name", binder(BIND)), ("*", ELEMENT_OF)]),
        Node { kind: "let_clause", hook: Some(|walk, node, _| first(walk, node, Role::Bind)), ..NODE },
        Node {
            kind: "join_clause",
            children: &[("type", PART)],
            hook: Some(|walk, node, _| first(walk, node, Role::Bind)),
            ..NODE
        },
        row("join_into_clause", &[("*", BIND)]),
        // Types where they are mentioned.
        row("generic_name", &[(":identifier", NAMED), ("*", PART)]),
        row("type_argument_list", &[("*", PART)]),
        row("qualified_name", &[("qualifier", SEGMENT), ("name", MEMBER)]),
        row("alias_qualified_name", &[("alias", SEGMENT), ("name", MEMBER)]),
        row("nullable_type", &[("type", KEEP)]),
        row("pointer_type", &[("type", KEEP)]),
        row("ref_type", &[("type", KEEP)]),
        row("scoped_type", &[("type", KEEP)]),
        row("array_type", &[("type", PART), ("rank", READ)]),
        row("tuple_element", &[("type", PART), ("name", KEY)]),
        // Expressions.
        row("invocation_expression", &[("function", CALLEE), ("arguments", READ)]),
        row("object_creation_expression", &[("type", CALLEE.slot(Slot::Object)), ("*", READ)]),
        row("array_creation_expression", &[("type", PART), ("*", READ)]),
        row("stackalloc_expression", &[("type", PART), ("*", READ)]),
        row("initializer_expression", &[(":assignment_expression", KEY.slot(Slot::Inner)), ("*", READ)]),
        row("with_expression", &[(":with_initializer", READ), ("*", VALUE.slot(Slot::Object))]),
        Node { kind: "with_initializer", hook: Some(|walk, node, _| first(walk, node, Role::Key)), ..NODE },
        row("argument", &[("name", KEY), ("*", READ)]),
        row("member_access_expression", &[("expression", OBJECT), ("name", MEMBER)]),
        row("conditional_access_expression", &[("condition", OBJECT), ("*", KEEP)]),
        row("member_binding_expression", &[("name", KEEP.slot(Slot::Inner))]),
        row("element_access_expression", &[("expression", VALUE), ("subscript", READ)]),
        Node {
            kind: "assignment_expression",
            children: &[("left", NAMED), ("right", READ)],
            hook: Some(assignment),
            ..NODE
        },
        Node { kind: "prefix_unary_expression", children: &[("*", KEEP)], hook: Some(unary), ..NODE },
        Node { kind: "postfix_unary_expression", children: &[("*", KEEP)], hook: Some(unary), ..NODE },
        row("parenthesized_expression", &[("*", KEEP)]),
        row("await_expression", &[("*", VALUE)]),
        row("cast_expression", &[("type", TYPE), ("value", READ)]),
        row("as_expression", &[("left", READ), ("right", TYPE)]),
        row("is_expression", &[("left", READ), ("right", PART)]),
        row("typeof_expression", &[("type", PART)]),
        row("default_expression", &[("type", PART)]),
        row("sizeof_expression", &[("type", PART)]),
        row("refvalue_expression", &[("value", READ), ("type", PART)]),
    ],
};

fn through<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    Visit::Found(Found { exports: Some(*walk.shows()), ..Found::default() })
}

/// What stands in a namespace is visible to other files, what stands in a type is not.
fn members<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let exports = walk.kinds_around().next() == Some("namespace_declaration");
    Visit::Found(Found { exports: Some(exports), ..Found::default() })
}

fn namespace<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let around = node.child_by_field_name("name").and_then(|name| name.child_by_field_name("qualifier"));
    let owner = around.map(|around| walk.name(walk.of(around)));
    if let Some(name) = node.child_by_field_name("name") {
        walk.package(node, name, node.kind() == "namespace_declaration");
    }
    Visit::Found(Found { def: Some(SymbolKind::Module), owner, exports: Some(true), ..Found::default() })
}

/// `using A.B`, `using static A.B.C` take all; `using X = A.B.C` takes one.
fn using<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let alias = node.child_by_field_name("name");
    let Some(target) = node.named_child_count().checked_sub(1).and_then(|last| node.named_child(last as u32)) else {
        return Visit::Skip;
    };
    let reexport = walk.of(node).starts_with("global");
    let path = walk.of(target);
    if let Some(alias) = alias {
        walk.emit(alias, Role::Import);
        let plain = matches!(target.kind(), "qualified_name" | "identifier");
        let (module, name) = path.rsplit_once('.').filter(|_| plain).map_or((path, None), |(a, b)| (a, Some(b)));
        let local = Some(walk.of(alias));
        walk.import(node, NewImport { module, name, local, reexport, ..NewImport::default() });
    } else {
        walk.import(node, NewImport { module: path, star: true, reexport, ..NewImport::default() });
    }
    walk.emit_path(span(target), Role::Import);
    Visit::Skip
}

fn record<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let is_struct = node.children(&mut node.walk()).any(|child| walk.of(child) == "struct");
    let def = Some(if is_struct { SymbolKind::Struct } else { SymbolKind::Class });
    Visit::Found(Found { def, ..Found::default() })
}

/// Without a body it is declared only: in interfaces, and where it is abstract, partial or extern.
fn callable<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let bare = node.child_by_field_name("body").is_none();
    let def = Some(if bare { SymbolKind::Declaration } else { SymbolKind::Method });
    Visit::Found(Found { def, ..Found::default() })
}

/// Operators are named by what stands before their parameters.
fn parameters<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let operator =
        matches!(walk.kinds_around().next(), Some("operator_declaration" | "conversion_operator_declaration"));
    if let Some(last) = node.prev_sibling().filter(|_| operator) {
        let word = last.prev_sibling().filter(|word| walk.of(*word) == "operator").unwrap_or(last);
        walk.read_as(crate::Span::new(word.start_byte() as u32, last.end_byte() as u32), NAME);
    }
    Visit::Children
}

fn field<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let to = Some(define(SymbolKind::Field).to);
    // The members of an interface need not say that they are visible.
    let exports = walk.kinds_around().nth(1) == Some("interface_declaration");
    Visit::Found(Found { to, exports: Some(exports), ..Found::default() })
}

fn modifier<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    // `get; private set;` is still a property that others see.
    if walk.kinds_around().next() == Some("accessor_declaration") {
        return Visit::Skip;
    }
    match walk.of(node) {
        "public" | "internal" => walk.set_exported(true),
        "private" => walk.set_exported(false),
        "const" if *walk.around() == define(SymbolKind::Field).to => *walk.around() = define(SymbolKind::Constant).to,
        _ => {}
    }
    Visit::Skip
}

/// The first identifier of a node that gives it no field; what follows is read.
fn first<'t>(walk: &mut Walk<'t>, node: Tree<'t>, role: Role) -> Visit {
    let name = node.named_children(&mut node.walk()).find(|child| child.kind() == "identifier");
    if let Some(name) = name {
        walk.emit_ahead(name, role);
    }
    Visit::Children
}

/// `i++` writes, `!i` reads, and `i!` is `i`.
fn unary<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let text = walk.of(node);
    let writes = ["++", "--"].iter().any(|sign| text.starts_with(sign) || text.ends_with(sign));
    Visit::As(Pass { to: if writes { WRITE.to } else { READ.to }, ..pass })
}

/// `A = 1` in the braces of an object is a key of it.
fn assignment<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == KEY.to { Visit::Children } else { Visit::As(Pass { to: WRITE.to, ..pass }) }
}
