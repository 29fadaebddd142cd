//! C.
//!
//! Names stand inside of declarators (`int (*f[3])(void)`), so what a declaration defines is
//! carried down to the name: a prototype, a variable, a constant. Tags, enumerators and macros
//! bind outside of the struct around them. Labels live in a world of their own and are keys.
//! What `static` hides is not exported. A preprocessor's work is done by [`veil`] before parsing,
//! and by [`words`] for what macros consist of.

pub(super) mod lex;
pub(super) mod veil;
mod words;

use super::Compiled;
use super::ecma::concat;
use crate::outline::{ImportKind, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;
use veil::Dialect;

pub(super) static GRAMMAR: Compiled =
    Compiled::new(|| Grammar::new(&SPEC).behind(Veil { hide: |text| veil::hide(text, Dialect::C), words: hidden }));

pub(super) const PART: Pass = TYPE.no_tail();
const PROSE: Pass = Pass { to: To::Role(Role::String), ..READ };
pub(super) const VARIABLE: Pass = define(SymbolKind::Variable);
const DEFINES: Node = Node { exports: true, place: Place::Lifted, children: &[("name", NAME)], ..NODE };
const HOLDS: Node = Node { owner: true, exports: true, ..NODE };
const AGGREGATE: Node = Node { exports: true, children: &[("name", KEEP), ("body", READ)], ..NODE };
pub(super) const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_c::LANGUAGE.into(),
    identifiers: &["identifier", "type_identifier", "field_identifier", "statement_identifier"],
    comments: &["comment"],
    strings: &["string_content"],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &OWN,
};

static OWN: [Node; NODES.len() + 2] = concat(&[
    NODES,
    &[
        Node { kind: "macro_type_specifier", children: &[("name", CALLEE.no_tail()), ("type", TYPE)], ..NODE },
        Node {
            kind: "subscript_expression",
            children: &[("argument", KEEP), ("index", READ)],
            hook: Some(element),
            ..NODE
        },
    ],
]);

/// Rows that hold for C++ too; a row of its own that comes later replaces them.
pub(super) const NODES: &[Node] = &[
    // The preprocessor.
    Node { kind: "preproc_include", children: &[("path", SKIP)], hook: Some(include), ..NODE },
    Node { kind: "preproc_def", def: Some(SymbolKind::Macro), ..DEFINES },
    Node {
        kind: "preproc_function_def",
        def: Some(SymbolKind::Macro),
        scope: Some(ScopeKind::Function),
        body: "value",
        ..DEFINES
    },
    Node { kind: "preproc_params", children: &[("*", BIND)], ..NODE },
    Node { kind: "preproc_call", children: &[("argument", KEEP)], hook: Some(directive), ..NODE },
    Node { kind: "preproc_arg", hook: Some(macro_body), ..NODE },
    // Functions.
    Node {
        kind: "function_definition",
        def: Some(SymbolKind::Function),
        scope: Some(ScopeKind::Function),
        exports: true,
        children: &[("type", RETURNS), ("declarator", NAME)],
        ..NODE
    },
    Node { kind: "parameter_list", children: &[(":identifier", BIND)], hook: Some(parameters), ..NODE },
    Node { kind: "parameter_declaration", children: &[("type", TYPE_OF), ("declarator", binder(BIND))], ..NODE },
    // Declarations.
    Node {
        kind: "declaration",
        children: &[("type", TYPE_OF), ("declarator", binder(KEEP))],
        hook: Some(declaration),
        ..HOLDS
    },
    Node {
        kind: "type_definition",
        wrapper: true,
        children: &[("type", TYPE_OF), ("declarator", binder(define(SymbolKind::TypeAlias)))],
        hook: Some(|_, node, _| Visit::Found(hold(node, SymbolKind::TypeAlias))),
        ..HOLDS
    },
    Node {
        kind: "field_declaration",
        children: &[("type", TYPE_OF), ("declarator", binder(define(SymbolKind::Field)))],
        hook: Some(|_, node, _| Visit::Found(hold(node, SymbolKind::Field))),
        ..HOLDS
    },
    Node { kind: "storage_class_specifier", hook: Some(storage), ..NODE },
    Node { kind: "type_qualifier", hook: Some(qualifier), ..NODE },
    // Declarators.
    Node {
        kind: "function_declarator",
        children: &[("declarator", KEEP), ("parameters", KEEP.no_tail()), ("*", DECORATOR)],
        hook: Some(function),
        ..NODE
    },
    Node { kind: "pointer_declarator", children: &[("declarator", KEEP)], hook: Some(pointer), ..NODE },
    Node { kind: "array_declarator", children: &[("declarator", KEEP)], ..NODE },
    Node { kind: "parenthesized_declarator", children: &[("*", KEEP)], ..NODE },
    Node { kind: "attributed_declarator", children: &[(":attribute_declaration", READ), ("*", KEEP)], ..NODE },
    // `.name` in the braces behind it is a member of it.
    Node { kind: "init_declarator", children: &[("declarator", KEEP.slot(Slot::Object)), ("value", READ)], ..NODE },
    Node { kind: "initializer_list", hook: Some(values), ..NODE },
    // Types.
    Node {
        kind: "struct_specifier",
        hook: Some(|walk, node, pass| aggregate(walk, node, pass, SymbolKind::Struct)),
        ..AGGREGATE
    },
    Node {
        kind: "union_specifier",
        hook: Some(|walk, node, pass| aggregate(walk, node, pass, SymbolKind::Union)),
        ..AGGREGATE
    },
    Node {
        kind: "enum_specifier",
        hook: Some(|walk, node, pass| aggregate(walk, node, pass, SymbolKind::Enum)),
        ..AGGREGATE
    },
    Node { kind: "enumerator", def: Some(SymbolKind::Variant), ..DEFINES },
    Node { kind: "type_descriptor", children: &[("type", TYPE)], ..NODE },
    Node { kind: "sized_type_specifier", children: &[("type", TYPE)], ..NODE },
    Node { kind: "primitive_type", hook: Some(primitive), ..NODE },
    Node { kind: "attribute_specifier", children: &[("*", DECORATOR)], ..NODE },
    Node { kind: "attribute", children: &[("prefix", DECORATOR), ("name", DECORATOR)], ..NODE },
    Node { kind: "ms_declspec_modifier", children: &[("*", DECORATOR)], ..NODE },
    // Scopes.
    Node { kind: "compound_statement", ..BLOCK },
    Node { kind: "for_statement", ..BLOCK },
    // Labels.
    Node { kind: "labeled_statement", children: &[("label", KEY)], ..NODE },
    Node { kind: "goto_statement", children: &[("label", KEY)], ..NODE },
    // Expressions.
    Node { kind: "call_expression", children: &[("function", CALLEE), ("arguments", READ)], ..NODE },
    Node { kind: "argument_list", children: &[("*", KEEP.no_tail())], ..NODE },
    Node { kind: "field_expression", children: &[("argument", OBJECT), ("field", MEMBER)], ..NODE },
    Node { kind: "assignment_expression", children: &[("left", WRITE), ("right", READ)], ..NODE },
    Node { kind: "update_expression", children: &[("argument", WRITE)], ..NODE },
    Node { kind: "parenthesized_expression", children: &[("*", KEEP)], ..NODE },
    Node { kind: "pointer_expression", children: &[("argument", KEEP)], hook: Some(element), ..NODE },
    // What a value was cast to is what its members are looked up in.
    Node { kind: "cast_expression", children: &[("type", TYPE), ("value", READ)], ..NODE },
    Node {
        kind: "compound_literal_expression",
        children: &[("type", TYPE.slot(Slot::Object)), ("value", READ)],
        ..NODE
    },
    Node { kind: "sizeof_expression", children: &[("type", PART), ("value", READ)], ..NODE },
    Node { kind: "alignof_expression", children: &[("type", PART)], ..NODE },
    Node { kind: "offsetof_expression", children: &[("type", TYPE.slot(Slot::Object)), ("member", MEMBER)], ..NODE },
    Node { kind: "initializer_pair", children: &[("designator", KEY.slot(Slot::Inner)), ("value", READ)], ..NODE },
    Node { kind: "field_designator", children: &[("*", KEY.slot(Slot::Inner))], ..NODE },
];

/// What the veil hid.
pub(super) fn hidden<'t>(walk: &mut Walk<'t>, at: crate::Span, role: Role) {
    words::add(walk, at.of(walk.text), at.start, role);
}

/// A macro's body, as the parser saw it: comments in it are found elsewhere.
fn macro_body<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let role = if pass.to == PROSE.to { Role::String } else { Role::Read };
    words::add(walk, walk.seen(node), node.start_byte() as u32, role);
    Visit::Skip
}

/// `#error` and its like hold prose.
fn directive<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let text = walk.of(node);
    let word = text.trim_start_matches(|c: char| c == '#' || c.is_whitespace());
    if word.starts_with("error") || word.starts_with("warning") {
        return Visit::As(PROSE);
    }
    if word.starts_with("include_next") || word.starts_with("import") {
        include(walk, node, READ);
        return Visit::As(SKIP);
    }
    Visit::As(READ)
}

fn include<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let path = node.child_by_field_name("path").or_else(|| node.child_by_field_name("argument"));
    let Some(path) = path else { return Visit::Children };
    walk.emit_path(span(path), Role::Import);
    let module = walk.of(path).trim().trim_matches(['"', '<', '>']);
    walk.import(node, NewImport { module, star: true, kind: ImportKind::Include, ..NewImport::default() });
    // A comment may follow.
    Visit::Children
}

/// A struct without a tag is held by the name behind it: that name is known before its fields.
pub(super) fn hold<'t>(node: Tree<'t>, kind: SymbolKind) -> Found {
    let content = node.child_by_field_name("type");
    let holds = content.is_some_and(|content| {
        matches!(content.kind(), "struct_specifier" | "union_specifier" | "enum_specifier")
            && content.child_by_field_name("name").is_none()
    });
    let name = if holds { declared(node) } else { None };
    Found { ahead: name.map(|name| (span(name), kind)), ..Found::default() }
}

/// The name in the first declarator of a declaration.
fn declared<'t>(node: Tree<'t>) -> Option<Tree<'t>> {
    let mut inner = node.child_by_field_name("declarator")?;
    for _ in 0..32 {
        match inner.kind() {
            "identifier" | "field_identifier" | "type_identifier" => return Some(inner),
            "parenthesized_declarator" | "attributed_declarator" => inner = inner.named_child(0)?,
            _ => inner = inner.child_by_field_name("declarator")?,
        }
    }
    None
}

/// Outside of functions a declaration defines; inside it binds.
fn declaration<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if !walk.at_file_level() {
        return Visit::As(BIND);
    }
    Visit::Found(Found { to: Some(VARIABLE.to), ..hold(node, SymbolKind::Variable) })
}

pub(super) fn storage<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    match walk.of(node) {
        "static" => walk.set_exported(false),
        "extern" if *walk.around() == VARIABLE.to => *walk.around() = To::Define(SymbolKind::Declaration),
        _ => {}
    }
    Visit::Skip
}

/// `const int x` and `int *const x` are constants; `const char *x` is none.
fn qualifier<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if *walk.around() == VARIABLE.to && matches!(walk.of(node), "const" | "constexpr") {
        *walk.around() = To::Define(SymbolKind::Constant);
    }
    Visit::Children
}

fn pointer<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == To::Define(SymbolKind::Constant) {
        Visit::As(Pass { to: VARIABLE.to, ..pass })
    } else {
        Visit::Children
    }
}

/// A declared function is a prototype; what points to one stays what it is.
pub(super) fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    use SymbolKind::{Constant, Declaration, Field, Variable};
    if !matches!(pass.to, To::Define(_) | To::Bind | To::Role(_)) {
        return Visit::Children;
    }
    walk.known_by_calling();
    let name = node.child_by_field_name("declarator");
    let points = name.is_some_and(|name| {
        name.kind() == "parenthesized_declarator"
            && name.named_child(0).is_some_and(|inner| inner.kind() == "pointer_declarator")
    });
    match pass.to {
        To::Define(Variable | Constant | Field) if !points => Visit::As(Pass { to: To::Define(Declaration), ..pass }),
        // The parser lost the declaration around it.
        To::Role(_) if !points && walk.at_file_level() => Visit::As(Pass { to: To::Define(Declaration), ..pass }),
        _ => Visit::Children,
    }
}

/// The parameters of a definition bind in its scope, all others in one of their own.
fn parameters<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    let scope = if pass.to == To::Name { None } else { Some(ScopeKind::Function) };
    Visit::Found(Found { scope, ..Found::default() })
}

/// A list of values is no part of the header.
fn values<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let To::Define(_) = *walk.around() {
        walk.end_header(node.start_byte());
    }
    Visit::Children
}

/// With a body it defines its tag, else it mentions one.
fn aggregate<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass, kind: SymbolKind) -> Visit {
    let (mut named, mut body) = (false, None);
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "type_identifier" => named = true,
            "field_declaration_list" | "enumerator_list" => body = Some(child),
            _ => {}
        }
    }
    let Some(body) = body else { return Visit::As(Pass { to: TYPE.to, ..pass }) };
    if !named {
        walk.end_header(body.start_byte());
    }
    let scope = (kind != SymbolKind::Enum).then_some(ScopeKind::Class);
    let def = named.then_some(kind);
    Visit::Found(Found { def, scope, place: Place::Lifted, to: Some(TYPE.to), ..Found::default() })
}

/// `size_t` and its like are keywords to the grammar and names to everyone else.
fn primitive<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if walk.of(node).ends_with("_t") {
        match pass.to {
            To::Define(kind) => walk.define_leaf(node, kind),
            _ => walk.emit(node, Role::Type),
        };
    }
    Visit::Skip
}

/// `a[i] = x` and `*p = x` write to what the name holds, not to the name.
pub(super) fn element<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == WRITE.to { Visit::As(Pass { to: READ.to, ..pass }) } else { Visit::Children }
}
