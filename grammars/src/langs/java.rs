//! Java.
//!
//! What is not private can be seen from other files: the package shares the rest. An array is
//! known by its element, since that is what an index makes of it. A method reference calls what it
//! names. Labels live in a world of their own and are keys.

use super::Compiled;
use crate::outline::{How, Receiver, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// A type inside of another one, which is not known by it.
const PART: Pass = TYPE.no_tail();
/// The type of the binder beside it, or `var`.
const KNOWN_TYPE: Pass = KEEP.slot(Slot::Source(How::Annotated));
const VALUE_BESIDE: Pass = VALUE_OF.no_tail();
const CALLED_MEMBER: Pass = CALLEE.slot(Slot::Member);
const FIELD: Pass = binder(define(SymbolKind::Field));

/// Nodes between a label and its `switch`.
const SWITCH_DEPTH_MAX: usize = 4;

const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
const TYPE_BODY: Node = Node {
    scope: Some(ScopeKind::Class),
    exports: true,
    children: &[("name", NAME), ("superclass", BASE), ("interfaces", BASE), (":extends_interfaces", BASE)],
    hook: Some(local_type),
    ..NODE
};
const METHOD: Node = Node {
    kind: "method_declaration",
    def: Some(SymbolKind::Function),
    scope: Some(ScopeKind::Function),
    exports: true,
    children: &[("type", RETURNS.no_tail()), ("name", NAME), ("parameters", BIND.no_tail())],
    hook: Some(method),
    ..NODE
};
const FIELDS: Node = Node {
    kind: "field_declaration",
    owner: true,
    exports: true,
    brief: true,
    children: &[("type", TYPE_OF), ("declarator", binder(KEEP))],
    hook: Some(field),
    ..NODE
};
/// A list whose members are what it is.
const fn list(kind: &'static str) -> Node {
    Node { kind, children: &[("*", KEEP)], ..NODE }
}

static SPEC: Spec = Spec {
    language: || tree_sitter_java::LANGUAGE.into(),
    identifiers: &["identifier", "type_identifier", "this", "super"],
    comments: &["line_comment", "block_comment"],
    strings: &["string_fragment", "multiline_string_fragment"],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "block_comment", loose: true, ..NODE },
        Node { kind: "modifiers", hook: Some(modifiers), ..NODE },
        // Types.
        Node { kind: "class_declaration", def: Some(SymbolKind::Class), ..TYPE_BODY },
        Node { kind: "interface_declaration", def: Some(SymbolKind::Interface), ..TYPE_BODY },
        Node { kind: "annotation_type_declaration", def: Some(SymbolKind::Interface), ..TYPE_BODY },
        Node { kind: "enum_declaration", def: Some(SymbolKind::Enum), shares: true, ..TYPE_BODY },
        Node {
            kind: "record_declaration",
            def: Some(SymbolKind::Class),
            children: &[("name", NAME), ("interfaces", BASE), ("parameters", FIELD.no_tail())],
            ..TYPE_BODY
        },
        // That of a class belongs to it; that of an expression or of a variant has no name.
        Node { kind: "class_body", scope: Some(ScopeKind::Class), joins: true, ..NODE },
        list("superclass"),
        list("super_interfaces"),
        list("extends_interfaces"),
        list("type_list"),
        Node { kind: "permits", children: &[("*", TYPE)], ..NODE },
        Node { kind: "enum_constant", def: Some(SymbolKind::Variant), children: &[("name", NAME)], ..NODE },
        // Members.
        METHOD,
        Node { kind: "annotation_type_element_declaration", def: Some(SymbolKind::Function), hook: None, ..METHOD },
        Node { kind: "constructor_declaration", def: Some(SymbolKind::Constructor), hook: None, ..METHOD },
        Node { kind: "compact_constructor_declaration", def: Some(SymbolKind::Constructor), hook: None, ..METHOD },
        Node { kind: "explicit_constructor_invocation", children: &[("constructor", CALLEE), ("*", READ)], ..NODE },
        FIELDS,
        Node {
            kind: "constant_declaration",
            children: &[("type", TYPE_OF), ("declarator", binder(define(SymbolKind::Constant)))],
            hook: None,
            ..FIELDS
        },
        // Parameters; those of a record are fields.
        list("formal_parameters"),
        list("inferred_parameters"),
        Node {
            kind: "formal_parameter",
            owner: true,
            exports: true,
            children: &[("type", TYPE_OF), ("name", binder(KEEP))],
            ..NODE
        },
        Node {
            kind: "spread_parameter",
            owner: true,
            exports: true,
            children: &[(":variable_declarator", binder(KEEP)), (":modifiers", READ), ("*", TYPE_OF)],
            ..NODE
        },
        Node { kind: "receiver_parameter", children: &[("*", TYPE)], ..NODE },
        Node {
            kind: "lambda_expression",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", BIND.no_tail()), ("body", READ)],
            ..NODE
        },
        // Bindings.
        Node {
            kind: "local_variable_declaration",
            children: &[("type", KNOWN_TYPE), ("declarator", binder(BIND)), ("*", READ)],
            hook: Some(typed),
            ..NODE
        },
        Node {
            kind: "variable_declarator",
            children: &[("name", binder(KEEP)), ("dimensions", READ), ("value", VALUE_BESIDE)],
            ..NODE
        },
        Node {
            kind: "enhanced_for_statement",
            children: &[("type", KNOWN_TYPE), ("name", binder(BIND)), ("value", ELEMENT_OF), ("*", READ)],
            hook: Some(typed),
            ..BLOCK
        },
        Node {
            kind: "resource",
            children: &[("type", KNOWN_TYPE), ("name", binder(BIND)), ("value", VALUE_OF), ("*", READ)],
            hook: Some(typed),
            ..NODE
        },
        Node { kind: "catch_formal_parameter", children: &[(":catch_type", TYPE_OF), ("name", binder(BIND))], ..NODE },
        Node { kind: "catch_type", children: &[("*", TYPE)], ..NODE },
        Node {
            kind: "instanceof_expression",
            children: &[("left", READ), ("right", TYPE_OF), ("name", binder(BIND)), ("pattern", READ)],
            ..NODE
        },
        Node {
            kind: "type_pattern",
            children: &[(":identifier", binder(BIND)), ("*", KNOWN_TYPE)],
            hook: Some(typed),
            ..NODE
        },
        Node {
            kind: "record_pattern_component",
            children: &[(":identifier", binder(BIND)), ("*", KNOWN_TYPE)],
            hook: Some(typed),
            ..NODE
        },
        Node { kind: "record_pattern", children: &[(":record_pattern_body", READ), ("*", TYPE)], ..NODE },
        // Scopes.
        Node { kind: "block", joins: true, ..BLOCK },
        Node { kind: "for_statement", ..BLOCK },
        Node { kind: "try_with_resources_statement", ..BLOCK },
        Node { kind: "catch_clause", ..BLOCK },
        Node { kind: "switch_expression", children: &[("condition", READ.slot(Slot::Object))], ..NODE },
        Node { kind: "switch_label", children: &[("*", READ.slot(Slot::Key))], hook: Some(label), ..NODE },
        Node { kind: "switch_block", ..BLOCK },
        Node { kind: "switch_rule", ..BLOCK },
        // Labels.
        Node { kind: "labeled_statement", children: &[(":identifier", KEY)], ..NODE },
        Node { kind: "break_statement", children: &[("*", KEY)], ..NODE },
        Node { kind: "continue_statement", children: &[("*", KEY)], ..NODE },
        // Expressions.
        Node {
            kind: "method_invocation",
            children: &[
                ("object", OBJECT),
                (":super", READ.slot(Slot::Next)),
                ("name", CALLED_MEMBER),
                ("type_arguments", PART),
            ],
            ..NODE
        },
        Node {
            kind: "method_reference",
            children: &[
                (":identifier", CALLEE.slot(Slot::Next)),
                (":generic_type", KEEP.slot(Slot::Object)),
                (":array_type", PART),
                (":scoped_type_identifier", KEEP.slot(Slot::Object)),
                (":type_arguments", PART),
                ("*", OBJECT),
            ],
            hook: Some(method_reference),
            ..NODE
        },
        Node {
            kind: "object_creation_expression",
            children: &[("type_arguments", PART), ("type", CALLEE), ("*", READ)],
            ..NODE
        },
        Node {
            kind: "field_access",
            children: &[("object", OBJECT), ("field", MEMBER), (":super", READ.slot(Slot::Next))],
            ..NODE
        },
        Node { kind: "array_creation_expression", children: &[("type", TYPE), ("*", READ)], ..NODE },
        Node { kind: "array_access", children: &[("array", VALUE), ("index", READ)], ..NODE },
        Node { kind: "assignment_expression", children: &[("left", binder(WRITE)), ("right", VALUE_OF)], ..NODE },
        Node { kind: "update_expression", children: &[("*", WRITE)], ..NODE },
        Node { kind: "cast_expression", children: &[("type", TYPE), ("value", READ)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "class_literal", children: &[("*", TYPE)], ..NODE },
        // A literal stands before a dot like anything else.
        Node { kind: "string_literal", ..NODE },
        // Types.
        Node { kind: "generic_type", children: &[(":type_arguments", PART), ("*", KEEP)], ..NODE },
        Node {
            kind: "scoped_type_identifier",
            children: &[
                (":type_identifier", LINK),
                (":marker_annotation", READ),
                (":annotation", READ),
                ("*", TYPE.slot(Slot::Object)),
            ],
            hook: Some(scoped_type),
            ..NODE
        },
        Node { kind: "scoped_identifier", children: &[("scope", OBJECT), ("name", MEMBER)], ..NODE },
        Node {
            kind: "annotated_type",
            children: &[(":marker_annotation", READ), (":annotation", READ), ("*", KEEP)],
            ..NODE
        },
        Node { kind: "array_type", children: &[("element", KEEP), ("dimensions", READ)], ..NODE },
        Node {
            kind: "type_parameter",
            children: &[(":type_identifier", binder(LOCAL)), (":type_bound", TYPE_OF)],
            ..NODE
        },
        Node { kind: "type_bound", children: &[("*", TYPE)], ..NODE },
        Node { kind: "type_arguments", children: &[("*", PART)], ..NODE },
        Node { kind: "wildcard", children: &[(":super", SKIP), ("*", PART)], ..NODE },
        Node { kind: "throws", children: &[("*", PART)], ..NODE },
        // Annotations.
        Node { kind: "marker_annotation", children: &[("name", DECORATOR)], ..NODE },
        Node { kind: "annotation", children: &[("name", DECORATOR.slot(Slot::Object)), ("arguments", READ)], ..NODE },
        Node { kind: "element_value_pair", children: &[("key", KEY.slot(Slot::Inner)), ("value", READ)], ..NODE },
        // Modules.
        Node {
            kind: "package_declaration",
            children: &[(":scoped_identifier", SKIP), (":identifier", SKIP), ("*", READ)],
            hook: Some(package),
            ..NODE
        },
        Node { kind: "import_declaration", hook: Some(import), ..NODE },
        Node { kind: "module_declaration", def: Some(SymbolKind::Module), children: &[("name", NAME)], ..NODE },
        Node { kind: "requires_module_directive", hook: Some(requires), ..NODE },
        Node { kind: "exports_module_directive", children: &[("package", role(Role::Export))], ..NODE },
        Node { kind: "opens_module_directive", children: &[("package", role(Role::Export))], ..NODE },
        Node { kind: "uses_module_directive", children: &[("type", PART)], ..NODE },
        Node { kind: "provides_module_directive", children: &[("*", PART)], ..NODE },
    ],
};

/// Annotations stand before the header; `private` says that no other file sees it.
fn modifiers<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut header = node.start_byte();
    let mut leading = true;
    for child in node.children(&mut node.walk()) {
        match child.kind() {
            "annotation" | "marker_annotation" if leading => header = child.end_byte(),
            "annotation" | "marker_annotation" => {}
            "line_comment" | "block_comment" => {}
            word => {
                leading = false;
                if word == "private" {
                    walk.set_exported(false);
                }
            }
        }
    }
    if header > node.start_byte() {
        walk.start_header(header);
    }
    Visit::Children
}

/// A type inside of a method is not seen from outside.
fn local_type<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let around = walk.out.scopes[walk.scope() as usize].kind;
    let is_local = matches!(around, ScopeKind::Function | ScopeKind::Block);
    Visit::Found(Found { exports: is_local.then_some(false), ..Found::default() })
}

/// `case RED:` names a constant of what is switched over.
fn label<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let depth = walk.kinds_around().take(SWITCH_DEPTH_MAX).position(|kind| kind == "switch_expression");
    let subject = match depth.map(|depth| walk.object_around(depth + 1)) {
        Some(Receiver::Occurrence(subject)) => Some(subject),
        _ => None,
    };
    Visit::Found(Found { keys: subject.map(|subject| Keys::Of(subject, How::Member)), ..Found::default() })
}

/// One without a body is only declared.
fn method<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let def = node.child_by_field_name("body").is_none().then_some(SymbolKind::Declaration);
    Visit::Found(Found { def, ..Found::default() })
}

/// `static final` fields are constants.
fn field<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let words = node.child(0).filter(|child| child.kind() == "modifiers");
    let has = |word| words.is_some_and(|words| words.children(&mut words.walk()).any(|child| child.kind() == word));
    let kind = if has("static") && has("final") { SymbolKind::Constant } else { SymbolKind::Field };
    Visit::As(define(kind))
}

/// `var` is no type: its variable is known by its value alone.
fn typed<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let ty = node.child_by_field_name("type").or_else(|| node.named_child(0));
    let is_var = ty.is_some_and(|ty| ty.kind() == "type_identifier" && walk.of(ty) == "var");
    Visit::As(if is_var { SKIP } else { TYPE })
}

/// `Type::method` and `value::method` call the method, `Type::new` its constructor.
fn method_reference<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let constructs = node.child(node.child_count().saturating_sub(1)).is_some_and(|last| last.kind() == "new");
    let owner = if constructs { CALLEE } else { TYPE };
    let first = node.named_child(0).filter(|first| first.kind() == "identifier");
    if let (Some(first), To::Role(role)) = (first, owner.to) {
        let is_type = walk.of(first).starts_with(char::is_uppercase);
        walk.emit_ahead(first, if constructs || is_type { role } else { Role::Read });
    }
    Visit::As(owner)
}

/// Only the last name of `Outer.Inner` is a base class or constructed.
fn scoped_type<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(first) = node.named_child(0).filter(|first| first.kind() == "type_identifier") {
        walk.emit_ahead(first, Role::Type);
    }
    Visit::Children
}

fn package<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = node.named_children(&mut node.walk()).find(|child| child.kind().ends_with("identifier"));
    if let Some(name) = name {
        walk.emit_path(span(name), Role::Import);
        walk.package(node, name, false);
    }
    Visit::Children
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut star = false;
    let mut path = None;
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "asterisk" => star = true,
            "scoped_identifier" | "identifier" => path = Some(child),
            _ => {
                let scope = walk.scope();
                walk.words(span(child), Role::Comment, scope);
            }
        }
    }
    let Some(path) = path else { return Visit::Skip };
    walk.emit_path(span(path), Role::Import);
    let text = walk.of(path);
    let (module, name) = text.rsplit_once('.').unwrap_or(("", text));
    let new = if star {
        NewImport { module: text, star: true, ..NewImport::default() }
    } else {
        NewImport { module, name: Some(name), local: Some(name), ..NewImport::default() }
    };
    walk.import(node, new);
    Visit::Skip
}

/// `requires` names a whole module.
fn requires<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(module) = node.child_by_field_name("module") {
        walk.emit_path(span(module), Role::Import);
        walk.import(node, NewImport { module: walk.of(module), ..NewImport::default() });
    }
    Visit::Skip
}
