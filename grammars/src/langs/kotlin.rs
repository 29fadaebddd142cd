//! Kotlin, scripts included.
//!
//! What is not private can be seen from other files. The grammar has few fields, so names in a row
//! are told apart by what stands before them, and hooks look ahead where the last of two names
//! means something else. The members of a companion are those of its class, since they are
//! written and called as such. An extension is of the type that it extends.

mod veil;

use super::Compiled;
use crate::outline::{How, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).behind(VEIL));

const VEIL: Veil = Veil { hide: veil::hide, words: |walk, at, role| _ = walk.emit_path(at, role) };

/// A type inside of another one, which is not known by it.
const PART: Pass = TYPE.no_tail();
const BESIDE: Pass = TYPE_OF.no_tail();
const OBJECT_TYPE: Pass = SEGMENT.tail();
const RESULT: Pass = PART.slot(Slot::Result);
const CALLED: Pass = CALLEE.slot(Slot::Next);

const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
const CLASS: Node = Node {
    kind: "class_declaration",
    def: Some(SymbolKind::Class),
    scope: Some(ScopeKind::Class),
    exports: true,
    shares: true,
    body: ":class_body",
    children: &[("name", NAME), (":delegation_specifiers", BASE)],
    hook: Some(class),
    ..NODE
};

/// A list whose members are what it is.
const fn list(kind: &'static str) -> Node {
    Node { kind, children: &[("*", KEEP)], ..NODE }
}

/// A name with its type, in a grammar without fields for them.
const fn typed(kind: &'static str) -> Node {
    Node { kind, children: TYPED, ..NODE }
}

const TYPED: &[(&str, Pass)] = &[
    (":identifier", binder(KEEP)),
    (":user_type", BESIDE),
    (":nullable_type", BESIDE),
    (":function_type", BESIDE),
    (":non_nullable_type", BESIDE),
    (":parenthesized_type", BESIDE),
    ("*", READ),
];

static SPEC: Spec = Spec {
    language: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    identifiers: &["identifier", "this_expression", "super_expression", "label"],
    comments: &["line_comment", "block_comment", "shebang"],
    strings: &["string_content"],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "block_comment", loose: true, ..NODE },
        Node { kind: "package_header", hook: Some(package), ..NODE },
        Node { kind: "import", hook: Some(import), ..NODE },
        Node { kind: "qualified_identifier", children: &[("*", LINK)], ..NODE },
        Node { kind: "modifiers", hook: Some(modifiers), ..NODE },
        Node { kind: "visibility_modifier", hook: Some(visibility), ..NODE },
        // Types.
        CLASS,
        Node { kind: "object_declaration", ..CLASS },
        // What it inherits is not inherited by the class.
        Node {
            kind: "companion_object",
            owner: true,
            exports: true,
            children: &[("name", is(SymbolKind::Class)), (":delegation_specifiers", TYPE.no_tail())],
            ..NODE
        },
        Node {
            kind: "object_literal",
            scope: Some(ScopeKind::Class),
            body: ":class_body",
            children: &[(":delegation_specifiers", BASE)],
            ..NODE
        },
        Node { kind: "enum_class_body", hook: Some(enum_body), ..NODE },
        Node {
            kind: "enum_entry",
            def: Some(SymbolKind::Variant),
            body: ":class_body",
            children: &[(":identifier", NAME)],
            hook: Some(enum_entry),
            ..NODE
        },
        list("delegation_specifiers"),
        Node { kind: "delegation_specifier", children: &[(":annotation", READ), ("*", KEEP)], ..NODE },
        Node { kind: "constructor_invocation", children: &[(":value_arguments", READ), ("*", KEEP)], ..NODE },
        Node {
            kind: "explicit_delegation",
            children: &[(":user_type", KEEP), (":nullable_type", KEEP), (":function_type", KEEP), ("*", READ)],
            ..NODE
        },
        Node {
            kind: "type_alias",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            exports: true,
            brief: true,
            children: &[
                ("type", binder(NAME)),
                (":modifiers", READ),
                (":type_parameters", READ),
                ("*", PART.slot(Slot::Source(How::Assigned))),
            ],
            ..NODE
        },
        // Members.
        Node {
            kind: "class_parameter",
            owner: true,
            exports: true,
            children: TYPED,
            hook: Some(class_parameter),
            ..NODE
        },
        Node {
            kind: "secondary_constructor",
            def: Some(SymbolKind::Constructor),
            scope: Some(ScopeKind::Function),
            exports: true,
            body: ":block",
            hook: Some(secondary_constructor),
            ..NODE
        },
        Node {
            kind: "function_declaration",
            def: Some(SymbolKind::Function),
            scope: Some(ScopeKind::Function),
            exports: true,
            body: ":function_body",
            children: &[
                ("name", NAME),
                (":user_type", RESULT),
                (":nullable_type", RESULT),
                (":function_type", RESULT),
                (":non_nullable_type", RESULT),
                (":parenthesized_type", RESULT),
            ],
            hook: Some(function),
            ..NODE
        },
        Node {
            kind: "anonymous_function",
            scope: Some(ScopeKind::Function),
            children: &[(":user_type", PART), (":nullable_type", PART), (":function_type", PART), ("*", READ)],
            ..NODE
        },
        Node { kind: "function_value_parameters", children: &[(":parameter", BIND), ("*", READ)], ..NODE },
        typed("parameter"),
        Node {
            kind: "property_declaration",
            owner: true,
            exports: true,
            brief: true,
            children: &[
                (":variable_declaration", binder(KEEP)),
                (":multi_variable_declaration", KEEP.no_tail()),
                (":user_type", PART),
                (":nullable_type", PART),
                (":parenthesized_type", PART),
                (":modifiers", READ),
                (":type_parameters", READ),
                (":type_constraints", READ),
                (":property_delegate", READ),
                (":getter", READ),
                (":setter", READ),
                ("*", VALUE_OF.no_tail()),
            ],
            hook: Some(property),
            ..NODE
        },
        // What is private about them is not about what they belong to.
        Node { kind: "primary_constructor", owner: true, ..NODE },
        Node { kind: "getter", owner: true, scope: Some(ScopeKind::Function), children: ACCESSOR, ..NODE },
        Node { kind: "setter", owner: true, scope: Some(ScopeKind::Function), children: ACCESSOR, ..NODE },
        // Bindings.
        typed("variable_declaration"),
        Node { kind: "multi_variable_declaration", children: &[("*", KEEP.no_tail())], ..NODE },
        Node {
            kind: "lambda_literal",
            scope: Some(ScopeKind::Function),
            children: &[(":lambda_parameters", BIND.no_tail()), ("*", READ)],
            ..NODE
        },
        list("lambda_parameters"),
        Node {
            kind: "for_statement",
            children: &[
                (":variable_declaration", binder(BIND)),
                (":multi_variable_declaration", BIND.no_tail()),
                (":label", KEY),
                (":annotation", READ),
                (":block", READ),
                ("*", ELEMENT_OF),
            ],
            ..BLOCK
        },
        Node {
            kind: "catch_block",
            children: &[(":identifier", binder(BIND)), (":annotation", READ), (":block", READ), ("*", TYPE_OF)],
            ..BLOCK
        },
        Node { kind: "when_expression", ..BLOCK },
        Node {
            kind: "when_subject",
            children: &[(":variable_declaration", binder(BIND)), (":annotation", READ), ("*", VALUE_OF)],
            ..NODE
        },
        Node { kind: "block", joins: true, ..BLOCK },
        Node { kind: "assignment", children: &[("left", binder(WRITE)), ("right", VALUE_OF)], ..NODE },
        // Labels live in a world of their own.
        Node { kind: "while_statement", children: &[(":label", KEY)], ..NODE },
        Node { kind: "do_while_statement", children: &[(":label", KEY)], ..NODE },
        Node { kind: "labeled_expression", children: &[(":label", KEY), ("*", VALUE)], hook: Some(jump), ..NODE },
        Node { kind: "annotated_lambda", children: &[(":label", KEY)], ..NODE },
        Node { kind: "return_expression", children: &[("label", KEY)], ..NODE },
        Node { kind: "this_expression", hook: Some(qualified_this), ..NODE },
        Node { kind: "super_expression", hook: Some(qualified_this), ..NODE },
        // Expressions.
        Node {
            kind: "call_expression",
            children: &[
                (":value_arguments", READ),
                (":type_arguments", PART),
                (":annotated_lambda", READ),
                ("*", CALLEE),
            ],
            ..NODE
        },
        Node { kind: "value_argument", hook: Some(argument), ..NODE },
        Node {
            kind: "navigation_expression",
            children: &[(":identifier", LINK), ("*", OBJECT)],
            hook: Some(navigation),
            ..NODE
        },
        Node { kind: "callable_reference", children: &[(":identifier", CALLED), ("*", OBJECT_TYPE)], ..NODE },
        Node {
            kind: "infix_expression",
            children: &[(":identifier", CALLED.no_tail()), ("*", OBJECT)],
            hook: Some(infix),
            ..NODE
        },
        Node { kind: "binary_expression", children: &[("left", KEEP), ("right", READ)], hook: Some(binary), ..NODE },
        Node { kind: "unary_expression", children: &[("argument", KEEP)], hook: Some(unary), ..NODE },
        Node { kind: "index_expression", tail_first: true, children: &[("*", VALUE)], ..NODE },
        Node { kind: "parenthesized_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "as_expression", children: &[("left", READ), ("right", TYPE)], ..NODE },
        Node { kind: "is_expression", children: &[("left", READ), ("right", PART)], ..NODE },
        Node { kind: "type_test", children: &[("*", PART)], ..NODE },
        // Literals stand before a dot like anything else.
        Node { kind: "number_literal", ..NODE },
        Node { kind: "float_literal", ..NODE },
        // Types.
        Node {
            kind: "user_type",
            children: &[(":identifier", LINK), (":type_arguments", PART), ("*", READ)],
            hook: Some(user_type),
            ..NODE
        },
        Node { kind: "nullable_type", children: &[(":type_modifiers", READ), ("*", KEEP)], ..NODE },
        Node { kind: "non_nullable_type", children: &[(":type_modifiers", READ), ("*", KEEP)], ..NODE },
        list("parenthesized_type"),
        Node {
            kind: "function_type",
            children: &[(":function_type_parameters", PART), (":type_modifiers", READ), ("*", TYPE)],
            hook: Some(function_type),
            ..NODE
        },
        Node { kind: "function_type_parameters", children: &[(":parameter", KEY), ("*", PART)], ..NODE },
        Node { kind: "type_arguments", children: &[("*", PART)], ..NODE },
        Node { kind: "type_projection", children: &[("*", PART)], ..NODE },
        Node {
            kind: "type_parameter",
            children: &[(":identifier", binder(LOCAL)), (":type_parameter_modifiers", READ), ("*", TYPE_OF)],
            ..NODE
        },
        Node { kind: "type_constraint", children: &[("*", PART)], ..NODE },
        // Annotations.
        Node { kind: "annotation", children: &[("*", DECORATOR)], ..NODE },
        Node { kind: "file_annotation", children: &[("*", DECORATOR)], ..NODE },
    ],
};

/// The value that a setter gets; the types of accessors.
const ACCESSOR: &[(&str, Pass)] =
    &[(":identifier", BIND), (":user_type", PART), (":nullable_type", PART), (":function_type", PART), ("*", READ)];

/// Annotations stand before the header.
fn modifiers<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut cursor = node.walk();
    let leading = node.named_children(&mut cursor).take_while(|child| child.kind() == "annotation").last();
    if let Some(last) = leading {
        walk.start_header(last.end_byte());
    }
    Visit::Children
}

fn visibility<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.of(node) == "private" {
        walk.set_exported(false);
    }
    Visit::Skip
}

fn scope_kind(walk: &Walk<'_>) -> ScopeKind {
    walk.out.scopes[walk.scope() as usize].kind
}

/// Nothing inside of a function is seen from outside.
fn hidden(walk: &Walk<'_>) -> Option<bool> {
    matches!(scope_kind(walk), ScopeKind::Function | ScopeKind::Block).then_some(false)
}

fn class<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut def = SymbolKind::Class;
    for child in node.children(&mut node.walk()) {
        match child.kind() {
            "interface" => def = SymbolKind::Interface,
            "enum_class_body" => def = SymbolKind::Enum,
            "modifiers" if child.named_children(&mut child.walk()).any(|word| walk.of(word) == "enum") => {
                def = SymbolKind::Enum;
            }
            _ => {}
        }
    }
    Visit::Found(Found { def: Some(def), exports: hidden(walk), ..Found::default() })
}

fn enum_body<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.end_header(node.start_byte());
    Visit::Children
}

/// A variant may have members of its own.
fn enum_entry<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let has_body = node.named_children(&mut node.walk()).any(|child| child.kind() == "class_body");
    Visit::Found(Found { scope: has_body.then_some(ScopeKind::Class), ..Found::default() })
}

/// `val` and `var` make a property of what is otherwise known inside of the class only.
fn class_parameter<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let (mut is_property, mut sign) = (false, "");
    for child in node.children(&mut node.walk()) {
        if sign == "=" && child.kind() == "identifier" {
            walk.emit_ahead(child, Role::Read);
        }
        sign = child.kind();
        is_property |= matches!(sign, "val" | "var");
    }
    Visit::As(if is_property { define(SymbolKind::Property) } else { LOCAL })
}

/// It has no name but its keyword.
fn secondary_constructor<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let word = node.children(&mut node.walk()).find(|child| child.kind() == "constructor");
    let Some(word) = word else { return Visit::Nameless };
    Visit::Found(walk.define_unnamed(node, span(word), SymbolKind::Constructor))
}

/// One without a body is only declared; one with a type before its name extends that.
fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let last = node.child(node.child_count().saturating_sub(1));
    let has_body = last.is_some_and(|last| last.kind() == "function_body");
    let owner = extended(walk, node).map(|name| walk.name(name));
    let def = (!has_body).then_some(SymbolKind::Declaration);
    Visit::Found(Found { def, owner, exports: hidden(walk), ..Found::default() })
}

/// A property of a class, a variable of a file, or a local one.
fn property<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let words = node.child(0).filter(|child| child.kind() == "modifiers");
    let is_const = words
        .is_some_and(|words| words.named_children(&mut words.walk()).any(|word| word.kind() == "property_modifier"));
    let to = match scope_kind(walk) {
        ScopeKind::Function | ScopeKind::Block => return Visit::As(BIND),
        _ if is_const => To::Define(SymbolKind::Constant),
        ScopeKind::Class => To::Define(SymbolKind::Property),
        ScopeKind::File => To::Define(SymbolKind::Variable),
    };
    let owner = extended(walk, node).map(|name| walk.name(name));
    Visit::Found(Found { to: Some(to), owner, ..Found::default() })
}

/// The type that stands before the name of an extension, unless that is a parameter of its own.
fn extended<'t>(walk: &Walk<'t>, node: Tree<'t>) -> Option<&'t str> {
    let mut cursor = node.walk();
    let mut generic = None;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "modifiers" | "type_modifiers" => {}
            "type_parameters" => generic = Some(child),
            "user_type" | "nullable_type" | "parenthesized_type" => {
                let name = walk.of(type_name(child)?);
                let own = |parameter: Tree<'t>| {
                    parameter.named_children(&mut parameter.walk()).any(|child| walk.of(child) == name)
                };
                let is_own = generic.is_some_and(|all: Tree<'t>| all.named_children(&mut all.walk()).any(own));
                return Some(name).filter(|_| !is_own);
            }
            _ => return None,
        }
    }
    None
}

/// The last name of a type.
fn type_name<'t>(mut node: Tree<'t>) -> Option<Tree<'t>> {
    for _ in 0..8 {
        let wanted = if node.kind() == "user_type" { "identifier" } else { "user_type" };
        let inner = node.named_children(&mut node.walk()).filter(|child| child.kind() == wanted).last();
        let inner = inner.or_else(|| node.named_child(0))?;
        if inner.kind() == "identifier" {
            return Some(inner);
        }
        node = inner;
    }
    None
}

/// Only the last name of `Outer.Inner` is what the whole is.
fn user_type<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if node.named_child_count() < 2 {
        return Visit::Children;
    }
    let mut before: Option<Tree<'t>> = None;
    for name in node.named_children(&mut node.walk()).filter(|child| child.kind() == "identifier") {
        if let Some(before) = before {
            walk.emit_ahead(before, Role::Type);
        }
        before = Some(name);
    }
    Visit::Children
}

/// What has a function's type is known by its result.
fn function_type<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    let slot = match pass.slot {
        Slot::Source(How::Annotated) => Slot::Source(How::Returns),
        other => other,
    };
    Visit::As(Pass { slot, ..pass })
}

/// Only the last name of `a.b` is what the whole is; `a::b` calls it.
fn navigation<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if let Some(first) = node.child(0).filter(|first| first.kind() == "identifier") {
        walk.emit_ahead(first, Role::Read);
    }
    let refers = node.child(1).is_some_and(|dot| dot.kind() == "::");
    if refers { Visit::As(Pass { to: CALLEE.to, ..pass }) } else { Visit::Children }
}

/// The name in the middle is called.
fn infix<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    for value in [node.child(0), node.child(2)].into_iter().flatten().filter(|value| value.kind() == "identifier") {
        walk.emit_ahead(value, Role::Read);
    }
    Visit::Children
}

/// `name = value` names a parameter.
fn argument<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if node.child(1).is_some_and(|sign| sign.kind() == "=") {
        if let Some(name) = node.child(0).filter(|name| name.kind() == "identifier") {
            walk.emit_ahead(name, Role::Key);
        }
    }
    Visit::Children
}

/// `a ?: b` is known by `a`; nothing else with two sides is known by one. To the grammar,
/// `A<B>(c)` compares twice.
fn binary<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    match node.child(1).map_or("", |sign| sign.kind()) {
        "?:" => Visit::As(Pass { to: READ.to, ..pass }),
        ">" if is_generic_call(node) => Visit::As(Pass { to: CALLEE.to, ..pass }),
        "<" if pass.to == CALLEE.to => {
            if let Some(argument) = node.child(2).filter(|argument| argument.kind() == "identifier") {
                walk.emit_ahead(argument, Role::Type);
            }
            Visit::Children
        }
        _ => Visit::As(Pass { to: READ.to, tail: false, slot: Slot::None }),
    }
}

/// No blanks stand around the signs, as they would in comparisons.
fn is_generic_call(node: Tree<'_>) -> bool {
    let close = |node: Tree<'_>| {
        let (left, right) = (node.child(0), node.child(2));
        left.zip(right).is_some_and(|(left, right)| left.end_byte() + 1 == right.start_byte())
    };
    let inner = node.child(0).filter(|inner| inner.child(1).is_some_and(|sign| sign.kind() == "<"));
    let arguments = node.child(2).is_some_and(|arguments| arguments.kind() == "parenthesized_expression");
    arguments && close(node) && inner.is_some_and(close)
}

/// `++` and `--` write.
fn unary<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let sign = node.child_by_field_name("operator").map_or("", |sign| sign.kind());
    let to = if matches!(sign, "++" | "--") { WRITE.to } else { READ.to };
    Visit::As(Pass { to, ..pass })
}

/// `continue@outer` labels nothing to the grammar but `outer`.
fn jump<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let jumps = node.child(0).is_some_and(|label| matches!(walk.of(label), "break@" | "continue@"));
    if let Some(label) = node.child(1).filter(|label| jumps && label.kind() == "identifier") {
        walk.emit_ahead(label, Role::Key);
    }
    Visit::Children
}

/// `this@Outer`, `super<Base>@Outer`: the names behind the word.
fn qualified_this<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    for name in node.named_children(&mut node.walk()) {
        walk.emit_path(span(name), Role::Type);
    }
    Visit::Skip
}

fn package<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.named_child(0).filter(|name| name.kind() == "qualified_identifier") else {
        return Visit::Children;
    };
    walk.emit_path(span(name), Role::Import);
    walk.package(node, name, false);
    Visit::Skip
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let (mut path, mut alias, mut star) = (None, None, false);
    for child in node.children(&mut node.walk()) {
        match child.kind() {
            "qualified_identifier" => path = Some(child),
            "identifier" => alias = Some(child),
            "*" => star = true,
            _ => {}
        }
    }
    let Some(path) = path else { return Visit::Skip };
    walk.emit_path(span(path), Role::Import);
    if let Some(alias) = alias {
        walk.emit_path(span(alias), Role::Import);
    }
    let text = walk.of(path);
    let (module, name) = text.rsplit_once('.').unwrap_or(("", text));
    let name = name.trim_matches('`');
    let local = alias.map_or(name, |alias| walk.of(alias).trim_matches('`'));
    let new = if star {
        NewImport { module: text, star: true, ..NewImport::default() }
    } else {
        NewImport { module, name: Some(name), local: Some(local), ..NewImport::default() }
    };
    walk.import(node, new);
    Visit::Skip
}
