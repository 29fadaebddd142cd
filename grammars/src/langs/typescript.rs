//! TypeScript and TSX: what JavaScript has, and types.
//!
//! Type parameters are local bindings of what they stand in. The members of an interface, and of
//! an object type that an alias names, are symbols; those of an object type elsewhere are keys.

use super::Compiled;
use super::ecma::{self, ARROW_FUNCTION, DECLARATOR, FIELD, FUNCTION_EXPRESSION, METHOD, by_name, is_plain};
use crate::outline::{How, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));
pub(super) static GRAMMAR_TSX: Compiled = Compiled::new(|| Grammar::new(&SPEC_TSX));

static SPEC: Spec = Spec {
    language: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    identifiers: &IDENTIFIERS,
    comments: ecma::COMMENTS,
    strings: &["string_fragment", "regex_pattern"],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &NODES,
};

static SPEC_TSX: Spec = Spec {
    language: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    strings: &["string_fragment", "regex_pattern", "jsx_text"],
    nodes: &NODES_TSX,
    ..SPEC
};

const IDENTIFIERS: [&str; 11] = {
    let [a, b, c, d, e, f, g, h, i] = ecma::IDENTIFIERS;
    [a, b, c, d, e, f, g, h, i, "type_identifier", "this_type"]
};

static NODES: [Node; ecma::NODES.len() + OWN.len() + 1] = ecma::concat(&[
    ecma::NODES,
    OWN,
    // `<T>x` would be a tag in TSX.
    &[Node { kind: "type_assertion", tail_first: true, children: &[(":type_arguments", TYPE), ("*", KEEP)], ..NODE }],
]);

static NODES_TSX: [Node; ecma::NODES.len() + OWN.len() + ecma::TAGS.len()] =
    ecma::concat(&[ecma::NODES, OWN, ecma::TAGS]);

const FUNCTION: Node = Node {
    kind: "function_declaration",
    def: Some(SymbolKind::Function),
    scope: Some(ScopeKind::Function),
    place: Place::Hoisted,
    children: &[("name", NAME), ("return_type", RETURNS.no_tail())],
    ..NODE
};

const CLASS: Node = Node {
    kind: "class_declaration",
    def: Some(SymbolKind::Class),
    scope: Some(ScopeKind::Class),
    children: &[("name", NAME)],
    ..NODE
};

const SIGNATURE: Node = Node {
    kind: "method_signature",
    scope: Some(ScopeKind::Function),
    children: &[("name", KEEP.slot(Slot::Key)), ("return_type", RETURNS.no_tail())],
    hook: Some(method_signature),
    ..NODE
};

const PARAMETER: Node = Node {
    kind: "required_parameter",
    children: &[("pattern", binder(KEEP)), ("name", binder(KEEP)), ("type", TYPE_OF), ("value", VALUE_OF)],
    hook: Some(parameter),
    ..NODE
};

const MODULE: Node =
    Node { kind: "module", scope: Some(ScopeKind::File), children: &[("name", KEEP)], hook: Some(module), ..NODE };

const UNION: Node = Node {
    kind: "union_type",
    tail_first: true,
    children: &[
        (":object_type", KEEP.no_tail()),
        (":array_type", PART),
        (":function_type", PART),
        (":literal_type", PART),
        ("*", KEEP.slot(Slot::OneOf)),
    ],
    ..NODE
};

/// Deepest `A | B | …` in which object types still define members: each level is one more node.
const ALTERNATIVES_MAX: usize = 256;

/// A part of a type that names nothing by itself.
const PART: Pass = TYPE.no_tail();

/// A row that says no more than what its children are.
const fn typed(kind: &'static str, children: &'static [(&'static str, Pass)]) -> Node {
    Node { kind, children, ..NODE }
}

const OWN: &[Node] = &[
    // Functions.
    FUNCTION,
    Node { kind: "generator_function_declaration", ..FUNCTION },
    Node { kind: "function_signature", def: Some(SymbolKind::Declaration), ..FUNCTION },
    Node { children: &[("name", KEEP.no_tail()), ("return_type", RETURNS.no_tail())], ..FUNCTION_EXPRESSION },
    Node {
        kind: "generator_function",
        children: &[("name", KEEP.no_tail()), ("return_type", RETURNS.no_tail())],
        ..FUNCTION_EXPRESSION
    },
    Node {
        children: &[
            ("parameter", BIND.no_tail()),
            ("return_type", RETURNS.no_tail()),
            ("body", READ.slot(Slot::Given)),
        ],
        ..ARROW_FUNCTION
    },
    Node { children: &[("name", KEEP.slot(Slot::Key)), ("return_type", RETURNS.no_tail())], ..METHOD },
    SIGNATURE,
    Node { kind: "abstract_method_signature", ..SIGNATURE },
    PARAMETER,
    Node { kind: "optional_parameter", ..PARAMETER },
    Node { kind: "accessibility_modifier", hook: Some(accessibility), ..NODE },
    Node { children: &[("name", binder(KEEP)), ("type", TYPE_OF), ("value", VALUE_OF)], ..DECLARATOR },
    // Classes, interfaces, enums, namespaces.
    CLASS,
    Node { kind: "abstract_class_declaration", ..CLASS },
    Node {
        kind: "public_field_definition",
        children: &[("name", binder(KEEP)), ("type", TYPE_OF), ("value", VALUE_OF)],
        ..FIELD
    },
    typed("extends_clause", &[("value", BASE), ("type_arguments", PART)]),
    typed("implements_clause", &[("*", BASE)]),
    typed("extends_type_clause", &[("*", BASE)]),
    Node { kind: "interface_declaration", def: Some(SymbolKind::Interface), ..CLASS },
    Node { kind: "interface_body", exports: true, children: &[("*", NAME)], ..NODE },
    Node { kind: "object_type", members: true, children: &[("*", KEEP.no_tail())], hook: Some(object_type), ..NODE },
    Node {
        kind: "property_signature",
        children: &[("name", binder(KEEP)), ("type", TYPE_OF)],
        hook: Some(property_signature),
        ..NODE
    },
    // Inside of an enum, a bare name may mean a variant; inside of a class, never a member.
    Node { kind: "enum_declaration", def: Some(SymbolKind::Enum), scope: Some(ScopeKind::Block), ..CLASS },
    Node { kind: "enum_body", exports: true, children: &[("name", is(SymbolKind::Variant))], ..NODE },
    Node {
        kind: "enum_assignment",
        brief: true,
        children: &[("name", KEEP), ("value", READ)],
        hook: Some(variant),
        ..NODE
    },
    MODULE,
    Node { kind: "internal_module", ..MODULE },
    Node { kind: "ambient_declaration", wrapper: true, ..NODE },
    Node { kind: "nested_identifier", children: &[("object", OBJECT), ("property", MEMBER)], ..NODE },
    // Types.
    Node {
        kind: "type_alias_declaration",
        def: Some(SymbolKind::TypeAlias),
        scope: Some(ScopeKind::Block),
        brief: true,
        children: &[("name", binder(NAME)), ("value", TYPE.slot(Slot::Source(How::Assigned)))],
        ..NODE
    },
    typed("type_parameter", &[("name", LOCAL), ("constraint", PART), ("value", PART)]),
    typed("type_annotation", &[("*", TYPE)]),
    typed("adding_type_annotation", &[("*", TYPE)]),
    typed("omitting_type_annotation", &[("*", TYPE)]),
    typed("opting_type_annotation", &[("*", TYPE)]),
    typed("type_predicate", &[("name", READ), ("type", PART)]),
    typed("asserts", &[("*", READ)]),
    typed("type_arguments", &[("*", TYPE)]),
    typed("generic_type", &[("name", KEEP), ("type_arguments", PART)]),
    typed("nested_type_identifier", &[("module", OBJECT), ("name", MEMBER)]),
    typed("array_type", &[("*", TYPE.slot(Slot::Held))]),
    typed("parenthesized_type", &[("*", KEEP)]),
    typed("readonly_type", &[("*", KEEP)]),
    UNION,
    Node { kind: "intersection_type", ..UNION },
    typed("type_query", &[("*", READ)]),
    typed("tuple_type", &[(":required_parameter", KEY), (":optional_parameter", KEY), ("*", PART)]),
    Node {
        kind: "function_type",
        scope: Some(ScopeKind::Function),
        children: &[("return_type", TYPE.slot(Slot::HeldResult))],
        ..NODE
    },
    Node { kind: "constructor_type", scope: Some(ScopeKind::Function), ..NODE },
    Node { kind: "call_signature", scope: Some(ScopeKind::Function), ..NODE },
    Node { kind: "construct_signature", scope: Some(ScopeKind::Function), ..NODE },
    Node { kind: "index_signature", scope: Some(ScopeKind::Block), children: &[("name", LOCAL), ("*", PART)], ..NODE },
    typed("mapped_type_clause", &[("name", LOCAL), ("*", PART)]),
    Node { kind: "conditional_type", scope: Some(ScopeKind::Block), children: &[("*", PART)], ..NODE },
    typed("infer_type", &[(":type_identifier", LOCAL), ("*", PART)]),
    // Expressions with types.
    typed("as_expression", AS),
    typed("satisfies_expression", AS),
    typed("non_null_expression", &[("*", KEEP)]),
    typed("instantiation_expression", &[(":type_arguments", PART), ("*", KEEP)]),
    // Modules.
    typed("import_require_clause", &[("*", role(Role::Import))]),
    Node { kind: "import_alias", hook: Some(import_alias), ..NODE },
];

/// The value comes first and the type, which is what is known of both, last.
const AS: &[(&str, Pass)] = &[
    (":type_identifier", TYPE),
    (":nested_type_identifier", TYPE),
    (":generic_type", TYPE),
    (":union_type", TYPE),
    (":intersection_type", TYPE),
    (":parenthesized_type", TYPE),
    (":readonly_type", TYPE),
    (":array_type", TYPE),
    (":object_type", PART),
    (":function_type", PART),
    (":constructor_type", PART),
    (":literal_type", PART),
    (":lookup_type", PART),
    (":tuple_type", PART),
    (":type_query", PART),
    (":index_type_query", PART),
    (":conditional_type", PART),
    (":template_literal_type", PART),
    (":this_type", PART),
    ("*", KEEP),
];

/// A namespace; one called by a string is another file and no name of this one.
fn module<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name").filter(|name| name.kind() != "string") else {
        return Visit::Children;
    };
    let owner = name.child_by_field_name("object").map(|owner| walk.name(walk.of(owner)));
    Visit::Found(Found { def: Some(SymbolKind::Module), owner, ..Found::default() })
}

/// A method of an interface, or one of a class whose body is elsewhere or nowhere.
fn method_signature<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name").filter(|name| is_plain(*name)) else { return Visit::Children };
    let def = match pass.to {
        To::Role(Role::Key) => return Visit::Children,
        To::Name => SymbolKind::Method,
        _ => SymbolKind::Declaration,
    };
    Visit::Found(Found { def: Some(def), exports: by_name(walk.of(name)), ..Found::default() })
}

fn property_signature<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let plain = node.child_by_field_name("name").is_some_and(is_plain);
    if plain && pass.to == To::Name {
        return Visit::Found(Found { def: Some(SymbolKind::Property), ..Found::default() });
    }
    Visit::As(Pass { to: To::Role(Role::Key), ..pass })
}

/// An object type that is an alias, or part of one or of what an interface extends, defines
/// members; elsewhere its keys are members of a type without a name.
fn object_type<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    let mut depth = 0;
    for kind in walk.kinds_around().take(ALTERNATIVES_MAX) {
        match kind {
            "union_type" | "intersection_type" | "parenthesized_type" | "readonly_type" | "type_arguments" => {}
            // The name of what is left of the type comes before its arguments.
            "generic_type" if walk.tail_around(depth).is_some_and(|name| keeps_members(walk.text_at(name))) => {}
            _ => break,
        }
        depth += 1;
    }
    let mut outside = walk.kinds_around().skip(depth);
    let (first, second) = (outside.next().unwrap_or(""), outside.next().unwrap_or(""));
    let keys = match (first, second) {
        ("type_alias_declaration" | "extends_type_clause", _) => return Visit::As(Pass { to: To::Name, ..pass }),
        ("type_annotation", kind) if kind.contains("function") || kind.contains("method") => {
            walk.function_name().map(|name| Keys::Of(name, How::ShapeOfResult))
        }
        ("type_annotation", _) => walk.binder_at(depth + 1).map(|binder| Keys::Of(binder, How::Shape)),
        _ => None,
    };
    Visit::Found(Found { keys, to: Some(To::Role(Role::Key)), ..Found::default() })
}

/// Types that have the members of their arguments.
fn keeps_members(name: &str) -> bool {
    matches!(name, "Readonly" | "Partial" | "Required" | "Omit" | "Pick" | "Promise" | "NonNullable" | "Awaited")
}

fn variant<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let plain = node.child_by_field_name("name").is_some_and(is_plain);
    let def = Some(SymbolKind::Variant).filter(|_| plain);
    Visit::Found(Found { def, ..Found::default() })
}

/// `constructor(private x: T)` is a parameter and a field.
fn parameter<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let modifier =
        |child: Tree<'_>| matches!(child.kind(), "accessibility_modifier" | "override_modifier" | "readonly");
    let Some(first) = node.child(0) else { return Visit::Children };
    if !modifier(first) && first.kind() != "decorator" {
        return Visit::Children;
    }
    let is_field = node.children(&mut node.walk()).any(modifier);
    let plain = node.child_by_field_name("pattern").is_some_and(is_plain);
    if !is_field || !plain {
        return Visit::Children;
    }
    let parent = Some(walk.class_symbol());
    Visit::Found(Found { def: Some(SymbolKind::Field), parent, exports: Some(true), ..Found::default() })
}

fn accessibility<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.of(node) != "public" {
        walk.set_exported(false);
    }
    Visit::Skip
}

/// `import A = B.C` names a namespace of this or another file.
fn import_alias<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let (Some(local), Some(path)) = (node.named_child(0), node.named_child(1)) else { return Visit::Skip };
    let reexport = walk.kinds_around().next() == Some("export_statement");
    walk.emit(local, Role::Import);
    walk.emit_path(span(path), Role::Import);
    let (module, local) = (walk.of(path), Some(walk.of(local)));
    walk.import(node, NewImport { module, local, reexport, ..NewImport::default() });
    Visit::Skip
}
