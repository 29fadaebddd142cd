//! Rust.
//!
//! An `impl` block groups methods and defines nothing by itself; attributes stand beside the item
//! they belong to. In a pattern, spelling tells a new name from a constant or variant, as it does
//! for readers. The inside of a macro call is a flat row of tokens, which [`tokens`] reads;
//! `use` trees are flattened in [`uses`].

mod tokens;
mod uses;

use super::Compiled;
use crate::outline::{How, Receiver, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::Walk;
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// As the parent was told, but what it binds or names is not all of the node.
const PART: Pass = Pass { tail: false, ..KEEP };
/// A type that the node is not known by.
const TYPE_PART: Pass = Pass { tail: false, ..TYPE };
/// What a type alias stands for.
const ALIASED: Pass = TYPE.slot(Slot::Source(How::Assigned));
/// A field in a struct literal or pattern.
const FIELD_KEY: Pass = KEY.slot(Slot::Inner);

static SPEC: Spec = Spec {
    language: || tree_sitter_rust::LANGUAGE.into(),
    identifiers: &[
        "identifier",
        "type_identifier",
        "field_identifier",
        "shorthand_field_identifier",
        "primitive_type",
        "metavariable",
        "self",
        "super",
        "crate",
    ],
    comments: &["line_comment", "block_comment"],
    strings: &["string_content"],
    selves: &["self"],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        // Items.
        Node {
            kind: "function_item",
            def: Some(SymbolKind::Function),
            scope: Some(ScopeKind::Function),
            children: &[("name", NAME), ("return_type", RETURNS)],
            ..NODE
        },
        Node {
            kind: "function_signature_item",
            def: Some(SymbolKind::Declaration),
            scope: Some(ScopeKind::Function),
            children: &[("name", NAME), ("return_type", RETURNS)],
            ..NODE
        },
        Node {
            kind: "impl_item",
            def: Some(SymbolKind::Impl),
            scope: Some(ScopeKind::Class),
            shares: true,
            children: &[("trait", BASE), ("type", NAME_OF_IMPL)],
            ..NODE
        },
        Node {
            kind: "trait_item",
            def: Some(SymbolKind::Trait),
            scope: Some(ScopeKind::Class),
            shares: true,
            children: &[("name", NAME), ("bounds", BASE)],
            ..NODE
        },
        Node {
            kind: "associated_type",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            children: &[("name", binder(NAME)), ("bounds", TYPE_OF)],
            ..NODE
        },
        Node {
            kind: "struct_item",
            def: Some(SymbolKind::Struct),
            scope: Some(ScopeKind::Class),
            body: ":field_declaration_list",
            children: &[("name", NAME)],
            ..NODE
        },
        Node {
            kind: "union_item",
            def: Some(SymbolKind::Union),
            scope: Some(ScopeKind::Class),
            children: &[("name", NAME)],
            ..NODE
        },
        Node {
            kind: "enum_item",
            def: Some(SymbolKind::Enum),
            scope: Some(ScopeKind::Class),
            shares: true,
            children: &[("name", NAME)],
            ..NODE
        },
        Node {
            kind: "enum_variant",
            def: Some(SymbolKind::Variant),
            scope: Some(ScopeKind::Class),
            shares: true,
            body: ":field_declaration_list",
            children: &[("name", NAME)],
            ..NODE
        },
        Node {
            kind: "field_declaration",
            def: Some(SymbolKind::Field),
            children: &[("name", binder(NAME)), ("type", TYPE_OF)],
            ..NODE
        },
        // The visibility of an unnamed field is not that of the struct.
        Node {
            kind: "ordered_field_declaration_list",
            children: &[(":visibility_modifier", SKIP), ("type", TYPE_PART)],
            ..NODE
        },
        Node {
            kind: "const_item",
            def: Some(SymbolKind::Constant),
            children: &[("name", binder(NAME)), ("type", TYPE_OF), ("value", VALUE_OF)],
            hook: Some(unnamed_constant),
            ..NODE
        },
        Node {
            kind: "static_item",
            def: Some(SymbolKind::Variable),
            children: &[("name", binder(NAME)), ("type", TYPE_OF), ("value", VALUE_OF)],
            ..NODE
        },
        Node {
            kind: "type_item",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            children: &[("name", binder(NAME)), ("type", ALIASED)],
            ..NODE
        },
        Node {
            kind: "mod_item",
            def: Some(SymbolKind::Module),
            scope: Some(ScopeKind::Block),
            children: &[("name", NAME)],
            hook: Some(uses::module),
            ..NODE
        },
        Node {
            kind: "macro_definition",
            def: Some(SymbolKind::Macro),
            body: ":macro_rule",
            children: &[("name", NAME)],
            ..NODE
        },
        Node { kind: "macro_rule", scope: Some(ScopeKind::Block), children: &[("left", KEY)], ..NODE },
        Node { kind: "use_declaration", hook: Some(uses::use_tree), ..NODE },
        Node { kind: "extern_crate_declaration", hook: Some(uses::extern_crate), ..NODE },
        Node { kind: "visibility_modifier", hook: Some(visibility), ..NODE },
        Node { kind: "attribute_item", prefix: true, hook: Some(attribute), ..NODE },
        Node { kind: "attribute", children: &[("value", READ), ("arguments", DECORATOR), ("*", DECORATOR)], ..NODE },
        Node { kind: "token_tree", hook: Some(tokens::tokens), ..NODE },
        Node { kind: "token_tree_pattern", hook: Some(tokens::tokens), ..NODE },
        Node { kind: "line_comment", hook: Some(inner_doc), ..NODE },
        Node { kind: "block_comment", hook: Some(inner_doc), ..NODE },
        // Parameters.
        Node { kind: "parameters", children: &[("*", TYPE_PART)], ..NODE },
        Node { kind: "parameter", children: &[("pattern", binder(BIND)), ("type", TYPE_OF)], ..NODE },
        Node { kind: "self_parameter", children: &[("*", BIND)], ..NODE },
        Node { kind: "variadic_parameter", children: &[("pattern", BIND)], ..NODE },
        Node {
            kind: "closure_expression",
            scope: Some(ScopeKind::Function),
            children: &[("return_type", TYPE_PART)],
            ..NODE
        },
        Node { kind: "closure_parameters", children: &[("*", Pass { tail: false, ..BIND })], ..NODE },
        Node {
            kind: "type_parameter",
            children: &[("name", binder(BIND)), ("bounds", TYPE_OF), ("*", TYPE_PART)],
            ..NODE
        },
        Node { kind: "const_parameter", children: &[("name", binder(BIND)), ("type", TYPE_OF)], ..NODE },
        // A bound says of a bare type parameter what an annotation says of a variable.
        Node {
            kind: "where_predicate",
            children: &[("bounds", TYPE_OF), (":type_identifier", binder(TYPE)), ("*", TYPE_PART)],
            ..NODE
        },
        Node { kind: "lifetime", children: &[("*", SKIP)], ..NODE },
        Node { kind: "label", children: &[("*", SKIP)], ..NODE },
        // Bindings and patterns.
        Node {
            kind: "let_declaration",
            children: &[("pattern", binder(KEEP)), ("type", TYPE_OF), ("value", VALUE_OF)],
            hook: Some(let_declaration),
            ..NODE
        },
        Node { kind: "let_condition", children: &[("pattern", PATTERN), ("value", READ)], ..NODE },
        Node { kind: "match_arm", scope: Some(ScopeKind::Block), ..NODE },
        Node { kind: "match_pattern", children: &[("condition", READ), ("*", PATTERN)], ..NODE },
        Node {
            kind: "for_expression",
            scope: Some(ScopeKind::Block),
            children: &[("pattern", binder(BIND)), ("value", ELEMENT_OF)],
            ..NODE
        },
        Node { kind: "if_expression", scope: Some(ScopeKind::Block), ..NODE },
        Node { kind: "while_expression", scope: Some(ScopeKind::Block), ..NODE },
        Node { kind: "or_pattern", children: &[("*", PART)], ..NODE },
        Node { kind: "captured_pattern", children: &[("*", PART)], ..NODE },
        Node { kind: "tuple_pattern", children: &[("*", PART)], ..NODE },
        Node { kind: "slice_pattern", children: &[("*", PART)], ..NODE },
        Node { kind: "mut_pattern", children: &[("*", KEEP)], ..NODE },
        Node { kind: "ref_pattern", children: &[("*", KEEP)], ..NODE },
        Node { kind: "reference_pattern", children: &[("*", KEEP)], ..NODE },
        Node {
            kind: "tuple_struct_pattern",
            children: &[("type", READ), ("*", Pass { tail: false, ..PATTERN })],
            ..NODE
        },
        Node { kind: "generic_pattern", children: &[("type_arguments", TYPE_PART), ("*", READ)], ..NODE },
        Node { kind: "struct_pattern", children: &[("type", TYPE_PART.slot(Slot::Object)), ("*", PART)], ..NODE },
        Node {
            kind: "field_pattern",
            children: &[
                ("pattern", PART),
                (":field_identifier", FIELD_KEY),
                (":shorthand_field_identifier", Pass { tail: false, ..BIND }.slot(Slot::Key)),
            ],
            hook: Some(short_field),
            ..NODE
        },
        // Expressions.
        Node { kind: "block", scope: Some(ScopeKind::Block), children: &[("*", VALUE)], ..NODE },
        Node { kind: "unsafe_block", children: &[("*", VALUE)], ..NODE },
        Node { kind: "assignment_expression", children: &[("left", binder(WRITE)), ("right", VALUE_OF)], ..NODE },
        Node { kind: "compound_assignment_expr", children: &[("left", WRITE), ("right", READ)], ..NODE },
        Node { kind: "call_expression", children: &[("function", CALLEE), ("arguments", READ)], ..NODE },
        Node { kind: "macro_invocation", children: &[("macro", CALLEE)], ..NODE },
        Node { kind: "generic_function", children: &[("function", KEEP), ("type_arguments", TYPE_PART)], ..NODE },
        Node { kind: "field_expression", children: &[("value", OBJECT), ("field", MEMBER)], ..NODE },
        Node { kind: "scoped_identifier", children: &[("path", SEGMENT), ("name", MEMBER)], ..NODE },
        Node { kind: "struct_expression", children: &[("name", CALLEE.slot(Slot::Object)), ("body", READ)], ..NODE },
        Node {
            kind: "shorthand_field_initializer",
            children: &[("*", READ.slot(Slot::Key))],
            hook: Some(short_field),
            ..NODE
        },
        Node { kind: "field_initializer", children: &[("field", FIELD_KEY), ("value", READ)], ..NODE },
        Node { kind: "index_expression", tail_first: true, children: &[("*", VALUE)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", KEEP)], ..NODE },
        Node { kind: "tuple_expression", children: &[("*", PART)], ..NODE },
        Node { kind: "unary_expression", children: &[("*", KEEP)], ..NODE },
        Node { kind: "reference_expression", children: &[("value", VALUE)], ..NODE },
        Node { kind: "try_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "await_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "type_cast_expression", children: &[("value", READ), ("type", TYPE)], ..NODE },
        // Types: what is outermost names them, and references are looked through.
        Node { kind: "scoped_type_identifier", children: &[("path", SEGMENT), ("name", MEMBER)], ..NODE },
        Node { kind: "generic_type", children: &[("type", KEEP), ("type_arguments", TYPE_PART)], ..NODE },
        Node {
            kind: "generic_type_with_turbofish",
            children: &[("type", KEEP), ("type_arguments", TYPE_PART)],
            ..NODE
        },
        Node {
            kind: "type_arguments",
            tail_first: true,
            children: &[(":lifetime", SKIP), ("*", TYPE)],
            hook: Some(type_arguments),
            ..NODE
        },
        Node { kind: "bracketed_type", children: &[("*", TYPE)], ..NODE },
        Node { kind: "qualified_type", children: &[("type", TYPE), ("alias", TYPE)], ..NODE },
        Node { kind: "reference_type", children: &[("type", KEEP), ("*", TYPE_PART)], ..NODE },
        Node { kind: "pointer_type", children: &[("type", KEEP)], ..NODE },
        Node { kind: "array_type", children: &[("element", KEEP), ("length", READ)], ..NODE },
        Node { kind: "tuple_type", children: &[("*", TYPE_PART)], ..NODE },
        Node { kind: "dynamic_type", children: &[("trait", KEEP)], ..NODE },
        Node { kind: "abstract_type", children: &[("trait", KEEP)], ..NODE },
        Node { kind: "bounded_type", tail_first: true, children: &[(":lifetime", SKIP), ("*", KEEP)], ..NODE },
        Node { kind: "trait_bounds", tail_first: true, children: &[(":lifetime", SKIP), ("*", KEEP)], ..NODE },
        Node { kind: "higher_ranked_trait_bound", children: &[("type", KEEP)], ..NODE },
        Node {
            kind: "function_type",
            scope: Some(ScopeKind::Block),
            children: &[("trait", KEEP), ("parameters", TYPE_PART), ("return_type", TYPE_PART)],
            ..NODE
        },
    ],
};

/// `A { x }` names the field `x` of `A` by what it is taken from or bound to.
fn short_field<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Receiver::Occurrence(of) = walk.object_around(2) else { return Visit::Children };
    let short = node.child_by_field_name("name").is_none_or(|name| name.kind() == "shorthand_field_identifier");
    let keys = short.then_some(Keys::Of(of, How::Member));
    Visit::Found(Found { keys, ..Found::default() })
}

/// `pub(self)` is as private as nothing.
fn visibility<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let text = walk.of(node);
    walk.set_exported(!matches!(text, "pub(self)" | "pub(in self)"));
    if text.contains("::") { Visit::Children } else { Visit::Skip }
}

fn attribute<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.of(node).starts_with("#[macro_export") {
        walk.export_next();
    }
    Visit::Children
}

fn inner_doc<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if matches!(walk.of(node).get(..3), Some("//!" | "/*!")) {
        walk.doc_inside();
    }
    Visit::Skip
}

/// `const _: T = …;` only checks something.
fn unnamed_constant<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = node.child_by_field_name("name");
    if name.is_some_and(|name| walk.of(name) == "_") { Visit::Nameless } else { Visit::Children }
}

/// Only a `let … else` compares; any other binds even a capitalised name.
fn let_declaration<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let capitalised = walk.text.as_bytes().get(node.start_byte() + 4).is_some_and(u8::is_ascii_uppercase);
    let compares = capitalised && node.child_by_field_name("alternative").is_some();
    Visit::As(Pass { tail: false, ..if compares { PATTERN } else { BIND } })
}

/// What a smart pointer is asked for is nearly always asked of what it points to.
fn type_arguments<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let pointer = matches!(
        walk.tail_name(),
        "Box"
            | "Rc"
            | "Arc"
            | "Pin"
            | "Cow"
            | "Ref"
            | "RefMut"
            | "MutexGuard"
            | "RwLockReadGuard"
            | "RwLockWriteGuard"
            | "ManuallyDrop"
            | "Lazy"
            | "LazyLock"
            | "LazyCell"
    );
    let turbofish = walk.text.as_bytes().get(..node.start_byte()).is_some_and(|before| before.ends_with(b"::"));
    if pointer && !turbofish { Visit::As(TYPE) } else { Visit::Children }
}
