//! Dart.
//!
//! A member is a declaration around a signature; what the signature is tells what is declared,
//! so the hook of declarations looks there. What begins with an underscore is for its library
//! only. Parts of a library include each other.

use super::Compiled;
use crate::outline::{How, ImportKind, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// As the parent was told, but what it names is not all of the node.
const PART: Pass = KEEP.no_tail();
const PARTS: Node = Node { children: &[("*", PART)], ..NODE };
const WHOLE: Node = Node { children: &[("*", KEEP)], ..NODE };
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
const CLASS: Node = Node {
    def: Some(SymbolKind::Class),
    scope: Some(ScopeKind::Class),
    children: &[
        ("name", NAME),
        (":mixins", BASE.no_tail()),
        (":interfaces", BASE.no_tail()),
        ("superclass", BASE),
        ("interfaces", BASE.no_tail()),
        ("class", TYPE),
        (":type", BASE),
        (":primary_constructor", READ),
        ("*", READ),
    ],
    ..NODE
};
const FUNCTION: Node = Node {
    def: Some(SymbolKind::Function),
    scope: Some(ScopeKind::Function),
    children: &[
        ("signature", NAME),
        (":function_signature", NAME),
        (":getter_signature", NAME),
        (":setter_signature", NAME),
        (":method_signature", NAME),
        ("body", READ),
        ("*", READ),
    ],
    ..NODE
};
const SIGNATURE: Node = Node { children: &[("return_type", RETURNS), ("name", KEEP), ("parameters", READ)], ..NODE };
const CONSTRUCTOR: Node = Node {
    children: &[("name", KEEP), ("parameters", READ), ("target", TYPE), ("target_constructor", CALLEE)],
    hook: Some(constructor),
    ..NODE
};
const PARAMETER: Node = Node {
    children: &[
        (":type", TYPE_OF),
        ("name", binder(BIND)),
        (":identifier", BIND),
        (":type_parameters", READ),
        ("*", READ),
    ],
    ..NODE
};
const ACCESS: Node = Node { children: &[("object", OBJECT), ("property", MEMBER), ("*", VALUE)], ..NODE };
/// What follows `..` is a member of what stands before the first of them.
const CASCADED: Node = Node {
    children: &[("object", OBJECT), ("property", KEEP.slot(Slot::Inner)), ("value", VALUE), ("index", READ)],
    ..NODE
};
const LOOP: Node = Node {
    scope: Some(ScopeKind::Block),
    children: &[
        ("name", binder(BIND)),
        ("value", ELEMENT_OF),
        ("init", READ),
        ("condition", READ),
        ("update", READ),
        ("body", READ),
        (":type", TYPE),
        ("*", READ),
    ],
    ..NODE
};
const VARIABLE: Node = Node {
    children: &[
        (":type", TYPE_OF),
        ("type", TYPE_OF),
        (":initialized_identifier_list", binder(KEEP)),
        (":static_final_declaration_list", binder(KEEP)),
        (":identifier_list", binder(KEEP)),
        (":function_signature", KEEP),
        (":getter_signature", KEEP),
        (":setter_signature", KEEP),
        (":operator_signature", KEEP),
        (":constructor_signature", KEEP),
        (":constant_constructor_signature", KEEP),
        (":factory_constructor_signature", KEEP),
        (":redirecting_factory_constructor_signature", KEEP),
        ("*", READ),
    ],
    owner: true,
    brief: true,
    hook: Some(declaration),
    ..NODE
};

static SPEC: Spec = Spec {
    language: || tree_sitter_dart::LANGUAGE.into(),
    identifiers: &["identifier", "type_identifier", "identifier_dollar_escaped", "this", "super"],
    comments: &["comment", "documentation_comment"],
    strings: &[
        "template_chars_double",
        "template_chars_double_single",
        "template_chars_single",
        "template_chars_single_single",
        "template_chars_raw_slash",
    ],
    selves: &["this"],
    exported: Some(|name| !name.starts_with('_')),
    bindings_are_symbols: false,
    nodes: &[
        // Libraries.
        Node { kind: "library_import", hook: Some(import), ..NODE },
        Node { kind: "library_export", hook: Some(import), ..NODE },
        Node { kind: "part_directive", hook: Some(part), ..NODE },
        Node { kind: "part_of_directive", hook: Some(part), ..NODE },
        Node { kind: "library_name", children: &[("*", READ)], ..NODE },
        Node { kind: "dotted_identifier_list", children: &[("*", LINK)], ..NODE },
        // Types.
        Node { kind: "class_declaration", ..CLASS },
        Node { kind: "mixin_application_class", children: &[(":identifier", NAME), ("*", BASE)], ..NODE },
        Node { kind: "mixin_application", children: &[("*", BASE)], ..NODE },
        Node { kind: "mixin_declaration", def: Some(SymbolKind::Trait), ..CLASS },
        Node { kind: "extension_declaration", def: Some(SymbolKind::Impl), ..CLASS },
        Node { kind: "extension_type_declaration", def: Some(SymbolKind::Struct), ..CLASS },
        Node { kind: "extension_type_name", ..WHOLE },
        Node {
            kind: "extension_type_representation",
            owner: true,
            children: &[("type", TYPE_OF), ("name", binder(define(SymbolKind::Field)))],
            ..NODE
        },
        Node { kind: "enum_declaration", def: Some(SymbolKind::Enum), ..CLASS },
        Node {
            kind: "enum_entry",
            def: Some(SymbolKind::Variant),
            children: &[("name", NAME), (":arguments", READ), ("*", READ)],
            ..NODE
        },
        Node { kind: "superclass", ..WHOLE },
        Node { kind: "mixins", ..PARTS },
        Node { kind: "interfaces", ..PARTS },
        Node {
            kind: "type_alias",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            body: "",
            children: &[(":type_identifier", NAME), (":type", TYPE), ("*", READ)],
            ..NODE
        },
        Node { kind: "type_parameter", children: &[("name", LOCAL), ("bound", TYPE)], ..NODE },
        Node {
            kind: "type",
            children: &[(":type_identifier", LINK), (":type_arguments", TYPE.no_tail()), ("*", KEEP)],
            ..NODE
        },
        Node { kind: "type_arguments", children: &[("*", TYPE.no_tail())], ..NODE },
        Node { kind: "function_type", children: &[("*", TYPE.no_tail())], ..NODE },
        Node { kind: "typed_identifier", children: &[("type", TYPE), ("name", LOCAL)], ..NODE },
        Node { kind: "record_type_field", children: &[("type", TYPE), ("name", KEY)], ..NODE },
        // Members.
        Node { kind: "member_declaration", wrapper: true, ..NODE },
        Node { kind: "method_declaration", hook: Some(declaration), ..FUNCTION },
        Node { kind: "declaration", ..VARIABLE },
        Node { kind: "function_declaration", ..FUNCTION },
        Node { kind: "local_function_declaration", body: ":function_body", ..FUNCTION },
        Node { kind: "getter_declaration", def: Some(SymbolKind::Property), ..FUNCTION },
        Node { kind: "setter_declaration", def: Some(SymbolKind::Property), ..FUNCTION },
        Node { kind: "external_function_declaration", def: Some(SymbolKind::Declaration), ..FUNCTION },
        Node { kind: "external_getter_declaration", def: Some(SymbolKind::Declaration), ..FUNCTION },
        Node { kind: "external_setter_declaration", def: Some(SymbolKind::Declaration), ..FUNCTION },
        Node { kind: "method_signature", ..WHOLE },
        Node { kind: "function_signature", ..SIGNATURE },
        Node { kind: "getter_signature", ..SIGNATURE },
        Node { kind: "setter_signature", ..SIGNATURE },
        Node { kind: "operator_signature", hook: Some(operator), ..SIGNATURE },
        Node { kind: "constructor_signature", ..CONSTRUCTOR },
        Node { kind: "constant_constructor_signature", ..CONSTRUCTOR },
        Node { kind: "factory_constructor_signature", ..CONSTRUCTOR },
        Node { kind: "redirecting_factory_constructor_signature", ..CONSTRUCTOR },
        Node { kind: "initializers", children: &[("*", READ)], hook: Some(initializers), ..NODE },
        Node { kind: "field_initializer", children: &[("name", WRITE), ("value", READ)], ..NODE },
        Node { kind: "redirection", children: &[(":identifier", CALLEE), ("*", READ)], ..NODE },
        Node { kind: "formal_parameter_list", hook: Some(parameters), ..NODE },
        Node { kind: "formal_parameter", ..PARAMETER },
        Node {
            kind: "field_formal_parameter",
            children: &[(":type", TYPE), ("name", WRITE), (":this", SKIP), ("*", READ)],
            ..NODE
        },
        Node {
            kind: "super_formal_parameter",
            children: &[(":type", TYPE), ("name", BIND), (":super", SKIP), ("*", READ)],
            ..NODE
        },
        Node { kind: "annotation", prefix: true, children: &[("name", DECORATOR), ("*", READ)], ..NODE },
        // Variables.
        Node { kind: "top_level_variable_declaration", ..VARIABLE },
        Node { kind: "initialized_identifier_list", children: &[("*", KEEP.slot(Slot::Item))], ..NODE },
        Node { kind: "static_final_declaration_list", children: &[("*", KEEP.slot(Slot::Item))], ..NODE },
        Node { kind: "identifier_list", children: &[("*", KEEP.slot(Slot::Item))], ..NODE },
        Node { kind: "initialized_identifier", children: &[("name", binder(KEEP)), ("value", VALUE_BESIDE)], ..NODE },
        Node {
            kind: "static_final_declaration",
            children: &[("name", binder(define(SymbolKind::Constant))), ("value", VALUE_BESIDE)],
            ..NODE
        },
        Node {
            kind: "initialized_variable_declaration",
            children: &[
                (":type", TYPE_OF),
                ("name", binder(BIND)),
                ("value", VALUE_OF),
                (":initialized_identifier", binder(BIND)),
            ],
            ..NODE
        },
        Node { kind: "for_statement", ..LOOP },
        Node { kind: "for_element", ..LOOP },
        Node { kind: "try_statement", children: &[("type", TYPE)], ..BLOCK },
        Node { kind: "catch_clause", children: &[("*", BIND)], ..NODE },
        Node { kind: "block", ..BLOCK },
        Node {
            kind: "function_expression",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", READ), ("body", READ)],
            ..NODE
        },
        // Patterns.
        Node { kind: "variable_pattern", children: &[("name", binder(BIND)), (":type", TYPE_OF), ("*", BIND)], ..NODE },
        Node { kind: "object_pattern", children: &[(":type_identifier", TYPE), (":label", KEY), ("*", READ)], ..NODE },
        Node { kind: "pattern_assignment", ..NODE },
        Node { kind: "switch_statement_case", ..BLOCK },
        Node { kind: "switch_expression_case", ..BLOCK },
        // Expressions.
        Node {
            kind: "call_expression",
            tail_first: true,
            children: &[("function", CALLEE), ("arguments", READ), ("*", READ)],
            ..NODE
        },
        Node { kind: "member_expression", ..ACCESS },
        Node { kind: "null_aware_member_expression", ..ACCESS },
        Node {
            kind: "assignable_expression",
            children: &[("object", OBJECT), ("property", MEMBER), ("index", READ), ("*", KEEP)],
            ..NODE
        },
        Node { kind: "assignment_expression", children: &[("left", WRITE), ("right", READ)], ..NODE },
        Node { kind: "index_expression", children: &[("object", KEEP), ("index", READ)], ..NODE },
        Node { kind: "null_assertion_expression", ..WHOLE },
        Node { kind: "parenthesized_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "await_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "cascade", children: &[(":cascade_section", READ), ("*", VALUE.slot(Slot::Object))], ..NODE },
        Node { kind: "cascade_section", children: &[("*", READ)], ..NODE },
        Node { kind: "cascade_selector", children: &[("*", KEEP.slot(Slot::Inner))], hook: Some(selector), ..NODE },
        Node {
            kind: "cascade_call_expression",
            children: &[("property", CALLEE.slot(Slot::Inner)), ("function", CALLEE), ("arguments", READ)],
            ..NODE
        },
        Node { kind: "cascade_member_expression", ..CASCADED },
        Node { kind: "cascade_null_aware_member_expression", ..CASCADED },
        Node { kind: "named_argument", children: &[(":label", KEY), ("*", READ)], ..NODE },
        Node { kind: "label", children: &[("*", KEY)], ..NODE },
        Node { kind: "new_expression", children: &[("type", CALLEE), ("arguments", READ)], ..NODE },
        Node { kind: "const_object_expression", children: &[("type", CALLEE), ("arguments", READ)], ..NODE },
        Node {
            kind: "constructor_invocation",
            children: &[("type", TYPE.slot(Slot::Object)), ("constructor", CALLEE.slot(Slot::Member))],
            ..NODE
        },
        Node { kind: "constructor_tearoff", children: &[(":type_arguments", TYPE.no_tail()), ("*", LINK)], ..NODE },
        Node { kind: "type_test", children: &[(":type", TYPE)], ..NODE },
        Node { kind: "type_cast", children: &[(":type", TYPE)], ..NODE },
    ],
};

/// The value of one of several names.
const VALUE_BESIDE: Pass = VALUE.no_tail().slot(Slot::Source(How::Assigned));

/// What a member or a variable outside of classes is, by its signature.
fn declaration<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let inner = node.child_by_field_name("signature").unwrap_or(node);
    let kinds: Vec<&str> = inner.named_children(&mut inner.walk()).map(|child| child.kind()).collect();
    let signature = kinds.iter().find(|kind| kind.ends_with("_signature"));
    let Some(signature) = signature else {
        let kind = if node.kind() == "declaration" { SymbolKind::Field } else { SymbolKind::Variable };
        return Visit::Found(Found { to: Some(To::Define(kind)), ..Found::default() });
    };
    let bare = node.kind() == "declaration";
    let def = match *signature {
        "getter_signature" | "setter_signature" if !bare => SymbolKind::Property,
        signature if signature.contains("constructor") => SymbolKind::Constructor,
        _ if bare => SymbolKind::Declaration,
        _ => SymbolKind::Method,
    };
    Visit::Found(Found { def: Some(def), scope: Some(ScopeKind::Function), ..Found::default() })
}

/// `A.named(…)` is called `named`.
fn constructor<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let mut cursor = node.walk();
    let names: Vec<Tree<'t>> =
        node.children_by_field_name("name", &mut cursor).filter(|name| name.kind() == "identifier").collect();
    if let ([class, _], To::Name) = (names.as_slice(), pass.to) {
        walk.emit_ahead(*class, Role::Type);
    }
    Visit::Children
}

/// The header of what has no body is one line, or all of its parameters.
fn parameters<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.kinds_around().nth(1) == Some("declaration") {
        let symbol = walk.symbol().and_then(|symbol| walk.out.symbols.get_mut(symbol as usize));
        let end = node.end_byte() as u32;
        symbol.into_iter().for_each(|symbol| symbol.signature.end = symbol.signature.end.max(end));
    }
    Visit::Children
}

/// An operator is called what it is.
fn operator<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if let Some(operator) = node.child_by_field_name("operator").filter(|_| pass.to == To::Name) {
        walk.identify(span(operator), NAME);
    }
    Visit::Children
}

/// What a constructor sets is no part of its header.
fn initializers<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.end_header(node.start_byte());
    Visit::Children
}

/// `..a = b` writes `a`.
fn selector<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let assigned = node.next_sibling().is_some_and(|next| next.kind() == "=");
    if assigned { told(WRITE.to, pass) } else { Visit::Children }
}

/// What stands between the quotes of the first string in `node`.
fn literal(node: Tree<'_>) -> Option<Span> {
    let mut node = node;
    while node.kind() != "string_literal" {
        node = node.named_child(0)?;
    }
    let inner = node.named_child(0)?.named_child(0)?;
    Some(span(inner))
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let exports = node.kind() == "library_export";
    let inner = node.named_children(&mut node.walk()).find(|child| child.kind() == "import_specification");
    let inner = inner.unwrap_or(node);
    let Some(uri) = inner.child_by_field_name("uri").and_then(literal) else { return Visit::Children };
    walk.emit_path(uri, Role::Import);
    let module = uri.of(walk.text);
    let new = NewImport { module, reexport: exports, ..NewImport::default() };
    let alias = inner.child_by_field_name("alias");
    if let Some(alias) = alias {
        walk.emit(alias, Role::Import);
        walk.import(node, NewImport { local: Some(walk.of(alias)), ..new });
    }
    let mut star = alias.is_none();
    for list in inner.named_children(&mut inner.walk()).filter(|child| child.kind() == "combinator") {
        let shows = list.child(0).is_some_and(|word| walk.of(word) == "show");
        for name in list.named_children(&mut list.walk()) {
            walk.emit(name, if exports { Role::Export } else { Role::Import });
            if shows && alias.is_none() {
                star = false;
                let name = walk.of(name);
                walk.import(node, NewImport { name: Some(name), local: (!exports).then_some(name), ..new });
            }
        }
    }
    if star {
        walk.import(node, NewImport { star, ..new });
    }
    Visit::Skip
}

/// The files of one library see all of each other.
fn part<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let list = node.named_children(&mut node.walk()).find(|child| child.kind() == "dotted_identifier_list");
    let Some(at) = list.map(span).or_else(|| literal(node)) else { return Visit::Children };
    walk.emit_path(at, Role::Import);
    let module = at.of(walk.text);
    walk.import(node, NewImport { module, star: true, kind: ImportKind::Include, ..NewImport::default() });
    Visit::Skip
}
