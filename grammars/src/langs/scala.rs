//! Scala, both of its syntaxes, and build scripts.
//!
//! What is not `private` can be seen from other files, and so can what is private to a package.
//! Operators are names like any other: they are defined and called. In a pattern, a name in lower
//! case binds. An extension is of the type that it extends and holds in the file around it.

use super::Compiled;
use crate::lexer::is_name_like;
use crate::outline::{How, Receiver, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// A type inside of another one, which is not known by it.
const PART: Pass = TYPE.no_tail();
const BINDS: Pass = BIND.no_tail();
const EACH: Pass = KEEP.no_tail();
const CALLED_MEMBER: Pass = CALLEE.slot(Slot::Member).no_tail();

const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
const CLASS: Node = Node {
    kind: "class_definition",
    def: Some(SymbolKind::Class),
    scope: Some(ScopeKind::Class),
    exports: true,
    children: &[("name", NAME), ("extend", BASE), ("derive", PART), ("class_parameters", KEEP.no_tail())],
    hook: Some(class),
    ..NODE
};
const FUNCTION: Node = Node {
    kind: "function_definition",
    def: Some(SymbolKind::Function),
    scope: Some(ScopeKind::Function),
    exports: true,
    equals: true,
    children: &[("name", NAME), ("parameters", BINDS), ("return_type", RETURNS.no_tail())],
    hook: Some(function),
    ..NODE
};
const VALUE_DEFINITION: Node = Node {
    kind: "val_definition",
    owner: true,
    exports: true,
    brief: true,
    children: &[
        ("pattern", binder(KEEP)),
        ("name", binder(KEEP)),
        ("type", TYPE_OF.no_tail()),
        ("value", VALUE_OF.no_tail()),
    ],
    hook: Some(value),
    ..NODE
};
const BODY: Node = Node { scope: Some(ScopeKind::Class), joins: true, ..NODE };
const IMPORT: Node = Node { hook: Some(import), ..NODE };

/// A list whose members are what it is.
const fn list(kind: &'static str) -> Node {
    Node { kind, children: &[("*", EACH)], ..NODE }
}

/// What stands for the type in it.
const fn wraps(kind: &'static str) -> Node {
    Node { kind, children: &[("type", KEEP)], ..NODE }
}

/// A row that says no more than what its children are.
const fn row(kind: &'static str, children: &'static [(&'static str, Pass)]) -> Node {
    Node { kind, children, ..NODE }
}

static SPEC: Spec = Spec {
    language: || tree_sitter_scala::LANGUAGE.into(),
    identifiers: &["identifier", "operator_identifier", "type_identifier"],
    comments: &["comment", "block_comment"],
    strings: &[],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node { kind: "block_comment", loose: true, ..NODE },
        Node { kind: "annotation", children: &[("name", DECORATOR)], hook: Some(annotation), ..NODE },
        Node { kind: "access_modifier", hook: Some(access), ..NODE },
        Node { kind: "string", hook: Some(string), ..NODE },
        Node { kind: "interpolated_string", hook: Some(interpolated), ..NODE },
        Node { kind: "end_marker", hook: Some(end_marker), ..NODE },
        // Packages and imports.
        Node {
            kind: "package_clause",
            scope: Some(ScopeKind::File),
            children: &[("name", SKIP), ("*", READ)],
            hook: Some(package),
            ..NODE
        },
        row("package_identifier", &[("*", LINK)]),
        Node { kind: "import_declaration", ..IMPORT },
        Node { kind: "export_declaration", ..IMPORT },
        // Types.
        CLASS,
        Node { kind: "trait_definition", def: Some(SymbolKind::Trait), ..CLASS },
        Node { kind: "object_definition", ..CLASS },
        Node { kind: "package_object", def: Some(SymbolKind::Module), ..CLASS },
        Node { kind: "enum_definition", def: Some(SymbolKind::Enum), shares: true, ..CLASS },
        Node {
            kind: "simple_enum_case",
            def: Some(SymbolKind::Variant),
            children: &[("name", NAME), ("extend", BASE)],
            ..NODE
        },
        Node {
            kind: "full_enum_case",
            def: Some(SymbolKind::Variant),
            scope: Some(ScopeKind::Class),
            children: &[("name", NAME), ("extend", BASE), ("class_parameters", define(SymbolKind::Field).no_tail())],
            ..NODE
        },
        list("class_parameters"),
        Node {
            kind: "class_parameter",
            owner: true,
            exports: true,
            children: &[("name", binder(KEEP)), ("type", TYPE_OF)],
            hook: Some(class_parameter),
            ..NODE
        },
        row("extends_clause", &[("type", KEEP.no_tail()), ("arguments", READ)]),
        row("derives_clause", &[("type", PART)]),
        Node { kind: "template_body", ..BODY },
        Node { kind: "with_template_body", ..BODY },
        Node { kind: "enum_body", ..NODE },
        Node { kind: "refinement", ..BODY },
        Node { kind: "structural_type", ..BODY },
        row("self_type", &[(":identifier", binder(LOCAL)), ("*", TYPE_OF)]),
        Node {
            kind: "type_definition",
            def: Some(SymbolKind::TypeAlias),
            scope: Some(ScopeKind::Block),
            exports: true,
            brief: true,
            children: &[("name", binder(NAME)), ("type", PART.slot(Slot::Source(How::Assigned))), ("bound", READ)],
            ..NODE
        },
        // Members.
        FUNCTION,
        Node { kind: "function_declaration", def: Some(SymbolKind::Declaration), ..FUNCTION },
        Node {
            kind: "extension_definition",
            scope: Some(ScopeKind::Block),
            members: true,
            children: &[("parameters", BINDS), ("body", READ)],
            hook: Some(extension),
            ..NODE
        },
        Node {
            kind: "given_definition",
            def: Some(SymbolKind::Variable),
            scope: Some(ScopeKind::Class),
            exports: true,
            children: &[
                ("name", NAME),
                ("parameters", LOCAL),
                ("return_type", PART.slot(Slot::OfDef(How::Annotated))),
                ("body", READ),
            ],
            hook: Some(given),
            ..NODE
        },
        row("given_conditional", &[(":parameter", LOCAL), ("*", PART)]),
        list("parameters"),
        row("parameter", &[("name", binder(KEEP)), ("type", TYPE_OF)]),
        VALUE_DEFINITION,
        Node { kind: "var_definition", ..VALUE_DEFINITION },
        Node { kind: "val_declaration", ..VALUE_DEFINITION },
        Node { kind: "var_declaration", ..VALUE_DEFINITION },
        list("identifiers"),
        // Patterns.
        Node { kind: "case_clause", children: &[("pattern", PATTERN.no_tail()), ("body", READ)], ..BLOCK },
        Node { kind: "catch_clause", children: &[("pattern", PATTERN.no_tail()), ("body", READ)], ..BLOCK },
        list("tuple_pattern"),
        list("alternative_pattern"),
        list("named_pattern"),
        list("named_tuple_pattern"),
        row("repeat_pattern", &[("pattern", KEEP)]),
        row("infix_pattern", &[("left", KEEP.no_tail()), ("operator", PART), ("right", KEEP.no_tail())]),
        row("typed_pattern", &[("pattern", binder(KEEP)), ("type", TYPE_OF)]),
        row("capture_pattern", &[("name", binder(BIND)), ("pattern", KEEP.slot(Slot::Source(How::Annotated)))]),
        row("case_class_pattern", &[("type", TYPE), ("type_arguments", PART), ("pattern", KEEP.no_tail())]),
        row("given_pattern", &[("type", PART)]),
        // Bindings.
        Node { kind: "for_expression", ..BLOCK },
        Node {
            kind: "enumerator",
            children: &[
                (":identifier", binder(READ)),
                (":tuple_pattern", PATTERN.no_tail()),
                (":case_class_pattern", PATTERN.no_tail()),
                (":infix_pattern", PATTERN.no_tail()),
                (":typed_pattern", PATTERN.no_tail()),
                (":capture_pattern", PATTERN.no_tail()),
                (":guard", READ),
                ("*", ELEMENT_OF),
            ],
            hook: Some(enumerator),
            ..NODE
        },
        Node {
            kind: "lambda_expression",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", BINDS)],
            ..NODE
        },
        Node { kind: "colon_argument", scope: Some(ScopeKind::Function), children: &[("lambda_start", BINDS)], ..NODE },
        list("bindings"),
        row("binding", &[("name", binder(KEEP)), ("type", TYPE_OF)]),
        Node {
            kind: "assignment_expression",
            children: &[("left", binder(KEEP)), ("right", VALUE_OF)],
            hook: Some(assignment),
            ..NODE
        },
        Node { kind: "block", joins: true, ..BLOCK },
        Node { kind: "indented_block", joins: true, ..BLOCK },
        // Expressions.
        row("call_expression", &[("function", CALLEE), ("arguments", READ)]),
        row("generic_function", &[("function", KEEP), ("type_arguments", PART)]),
        row("field_expression", &[("value", OBJECT), ("field", MEMBER)]),
        row("infix_expression", &[("left", OBJECT), ("operator", CALLED_MEMBER), ("right", READ)]),
        row("instance_expression", &[(":template_body", READ), ("arguments", READ), ("*", CALLEE)]),
        row("interpolated_string_expression", &[("interpolator", CALLEE.no_tail()), ("*", READ)]),
        row("ascription_expression", &[("type", TYPE), ("return_type", PART), ("*", READ)]),
        row("parenthesized_expression", &[("*", VALUE)]),
        // Literals stand before a dot like anything else.
        Node { kind: "integer_literal", ..NODE },
        Node { kind: "floating_point_literal", ..NODE },
        Node { kind: "character_literal", ..NODE },
        // Types.
        row("generic_type", &[("type", KEEP), ("type_arguments", PART)]),
        row("applied_constructor_type", &[(":arguments", READ), ("*", KEEP)]),
        row("compound_type", &[("base", KEEP), ("extra", KEEP.no_tail()), (":refinement", READ)]),
        row("annotated_type", &[(":annotation", READ), ("*", KEEP)]),
        row("projected_type", &[("type", TYPE.slot(Slot::Object)), ("selector", MEMBER)]),
        row("stable_type_identifier", &[(":type_identifier", MEMBER), ("*", OBJECT)]),
        Node {
            kind: "stable_identifier",
            children: &[(":stable_identifier", OBJECT), ("*", LINK)],
            hook: Some(stable),
            ..NODE
        },
        row("singleton_type", &[("*", VALUE)]),
        wraps("lazy_parameter_type"),
        wraps("repeated_parameter_type"),
        Node {
            kind: "function_type",
            children: &[("parameter_types", PART), ("return_type", TYPE)],
            hook: Some(function_type),
            ..NODE
        },
        row("infix_type", &[("*", PART), ("left", PART), ("operator", PART), ("right", PART)]),
        row("type_arguments", &[("*", PART)]),
        row("named_type_argument", &[("name", KEY), ("type", PART)]),
        row("type_parameters", TYPE_PARAMETER),
        row("covariant_type_parameter", TYPE_PARAMETER),
        row("contravariant_type_parameter", TYPE_PARAMETER),
        Node { kind: "type_lambda", children: TYPE_PARAMETER, ..BLOCK },
        row("upper_bound", &[("type", TYPE)]),
        row("lower_bound", &[("type", PART)]),
        row("context_bound", &[("type", PART), ("name", LOCAL)]),
        row("view_bound", &[("type", PART)]),
    ],
};

const TYPE_PARAMETER: &[(&str, Pass)] =
    &[("name", binder(LOCAL)), ("bound", READ), ("return_type", PART), ("type_parameters", READ), ("*", READ)];

fn scope_kind(walk: &Walk<'_>) -> ScopeKind {
    walk.out.scopes[walk.scope() as usize].kind
}

/// Nothing inside of a function is seen from outside.
fn hidden(walk: &Walk<'_>) -> Option<bool> {
    matches!(scope_kind(walk), ScopeKind::Function | ScopeKind::Block).then_some(false)
}

/// Annotations stand before the header.
fn annotation<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    walk.start_header(node.end_byte());
    Visit::Children
}

/// What is private to a package is seen from other files; a constructor is not the class.
fn access<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let private = matches!(walk.of(node), "private" | "private[this]");
    if private && walk.kinds_around().next() == Some("modifiers") {
        walk.set_exported(false);
    }
    Visit::Children
}

/// The parameters of a case class are fields.
fn class<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let is_case = node.children(&mut node.walk()).take(4).any(|child| child.kind() == "case");
    let to = if is_case { To::Define(SymbolKind::Field) } else { To::Local };
    Visit::Found(Found { to: Some(to), exports: hidden(walk), ..Found::default() })
}

fn class_parameter<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let is_field = node.children(&mut node.walk()).take(4).any(|child| matches!(child.kind(), "val" | "var"));
    if is_field { Visit::As(define(SymbolKind::Field)) } else { Visit::Children }
}

/// `def this` is a constructor; a function in an extension is of the type that is extended.
fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(owner) = walk.found_around().owner {
        let (def, owner) = (Some(SymbolKind::Function), Some(owner));
        return Visit::Found(Found { def, owner, place: Place::Hoisted, ..Found::default() });
    }
    let constructs = node.child_by_field_name("name").is_some_and(|name| walk.of(name) == "this");
    let def = constructs.then_some(SymbolKind::Constructor);
    Visit::Found(Found { def, exports: hidden(walk), ..Found::default() })
}

fn extension<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut cursor = node.walk();
    let parameters = node.children_by_field_name("parameters", &mut cursor);
    let mut parameters = parameters.flat_map(|list| list.named_children(&mut list.walk()).collect::<Vec<_>>());
    let mut base = parameters.find_map(|parameter| parameter.child_by_field_name("type"));
    while let Some(inner) = base.and_then(|base| base.child_by_field_name("type")) {
        base = Some(inner);
    }
    let owner = base.map(|base| walk.of(base)).filter(|base| base.chars().all(crate::words::is_word));
    Visit::Found(Found { owner: owner.map(|owner| walk.name(owner)), ..Found::default() })
}

/// One without a name defines nothing that could be named.
fn given<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if node.child_by_field_name("name").is_some() { Visit::Children } else { Visit::Nameless }
}

/// A field of a class, a variable of a file, or a local one.
fn value<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    Visit::As(match scope_kind(walk) {
        ScopeKind::Class => define(SymbolKind::Field),
        ScopeKind::File => define(SymbolKind::Variable),
        ScopeKind::Function | ScopeKind::Block => BIND,
    })
}

/// `x <- xs` binds what stands first.
fn enumerator<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor).filter(|child| child.kind() != "case");
    if let Some(first) = children.next().filter(|first| first.kind() == "identifier") {
        if children.next().is_some_and(|sign| matches!(sign.kind(), "<-" | "=")) {
            walk.emit_ahead(first, Role::Bind);
        }
    }
    Visit::Children
}

/// `name = value` among arguments names a parameter.
fn assignment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let named = walk.kinds_around().next() == Some("arguments")
        && node.child_by_field_name("left").is_some_and(|left| left.kind() == "identifier");
    Visit::As(if named { KEY } else { WRITE })
}

/// What has a function's type is known by its result.
fn function_type<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    let slot = match pass.slot {
        Slot::Source(How::Annotated) => Slot::Source(How::Returns),
        other => other,
    };
    Visit::As(Pass { slot, ..pass })
}

/// Only the last name of `a.B` is what the whole is.
fn stable<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(first) = node.named_child(0).filter(|first| first.kind() == "identifier") {
        walk.emit_ahead(first, Role::Read);
    }
    Visit::Children
}

/// The grammar has no node for what stands between the quotes.
fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let text = walk.of(node);
    let quotes = if text.starts_with("\"\"\"") && text.len() >= 6 { 3 } else { 1 };
    let at = Span::new(span(node).start + quotes, span(node).end.saturating_sub(quotes));
    let role = if is_name_like(at.of(walk.text)) { Role::StringKey } else { Role::String };
    let scope = walk.scope();
    walk.words(at, role, scope);
    Visit::Skip
}

/// The text between the interpolated parts.
fn interpolated<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let scope = walk.scope();
    let mut start = span(node).start;
    for child in node.named_children(&mut node.walk()) {
        walk.words(Span::new(start, span(child).start), Role::String, scope);
        start = span(child).end;
    }
    walk.words(Span::new(start, span(node).end), Role::String, scope);
    Visit::Children
}

/// `end name` reads the name of what ends.
fn end_marker<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let text = walk.of(node);
    let name = text.strip_prefix("end").unwrap_or("").trim();
    let keywords = ["if", "while", "for", "match", "try", "new", "this", "given", "extension", "val"];
    if !name.is_empty() && !keywords.contains(&name) {
        let end = span(node).start + text.trim_end().len() as u32;
        walk.emit_path(Span::new(end - name.len() as u32, end), Role::Read);
    }
    Visit::Skip
}

/// `import a.b, c.{d => e, f, *}`: each path with what is taken out of it.
/// `package a` holds for what follows, `package a { … }` for what is inside.
fn package<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(name) = node.child_by_field_name("name") {
        walk.emit_path(span(name), Role::Import);
        walk.package(node, name, node.child_by_field_name("body").is_some());
    }
    Visit::Children
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let reexport = node.kind() == "export_declaration";
    let role = if reexport { Role::Export } else { Role::Import };
    let new = NewImport { reexport, ..NewImport::default() };
    let n_before = walk.out.imports.len();
    let mut path: Option<Span> = None;
    let (mut taken, mut before) = (false, Receiver::None);
    for child in node.children(&mut node.walk()) {
        match child.kind() {
            "," => {
                whole(walk, node, path.filter(|_| !taken), new);
                (path, taken, before) = (None, false, Receiver::None);
            }
            "identifier" | "operator_identifier" => {
                before = Receiver::Occurrence(walk.emit_at(span(child), role, before));
                path = Some(Span::new(path.map_or(span(child).start, |path| path.start), span(child).end));
            }
            "namespace_selectors" => {
                taken = true;
                let module = path.unwrap_or_default().of(walk.text);
                for selector in child.named_children(&mut child.walk()) {
                    take(walk, selector, before, NewImport { module, ..new });
                }
            }
            "namespace_wildcard" | "as_renamed_identifier" | "arrow_renamed_identifier" => {
                taken = true;
                let module = path.unwrap_or_default().of(walk.text);
                take(walk, child, before, NewImport { module, ..new });
            }
            "comment" | "block_comment" => {
                let scope = walk.scope();
                walk.words(span(child), Role::Comment, scope);
            }
            _ => {}
        }
    }
    whole(walk, node, path.filter(|_| !taken), new);
    let statement = span(node);
    walk.out.imports.iter_mut().skip(n_before).for_each(|import| import.span = statement);
    Visit::Skip
}

/// A path that ends with the name that is taken.
fn whole<'t>(walk: &mut Walk<'t>, node: Tree<'t>, path: Option<Span>, new: NewImport<'_>) {
    let Some(text) = path.map(|path| path.of(walk.text)) else { return };
    let (module, name) = text.rsplit_once('.').unwrap_or(("", text));
    let name = name.trim_matches('`');
    walk.import(node, NewImport { module, name: Some(name), local: Some(name), ..new });
}

/// One selector of an import: a name, a new name for it, or everything.
fn take<'t>(walk: &mut Walk<'t>, selector: Tree<'t>, before: Receiver, new: NewImport<'_>) {
    let role = if new.reexport { Role::Export } else { Role::Import };
    let scope = walk.scope();
    match selector.kind() {
        "namespace_wildcard" => walk.import(selector, NewImport { star: true, ..new }),
        "arrow_renamed_identifier" | "as_renamed_identifier" => {
            let (name, alias) = (selector.child_by_field_name("name"), selector.child_by_field_name("alias"));
            let Some((name, alias)) = name.zip(alias) else { return };
            walk.emit_at(span(name), role, before);
            // `name => _` takes the name out of what is imported.
            if alias.kind() != "wildcard" {
                walk.emit_path(span(alias), role);
                let (name, local) = (Some(walk.of(name).trim_matches('`')), Some(walk.of(alias).trim_matches('`')));
                walk.import(selector, NewImport { name, local, ..new });
            }
        }
        "identifier" | "operator_identifier" => {
            walk.emit_at(span(selector), role, before);
            let name = Some(walk.of(selector).trim_matches('`'));
            walk.import(selector, NewImport { name, local: name, ..new });
        }
        "comment" | "block_comment" => walk.words(span(selector), Role::Comment, scope),
        // `given T`.
        _ => {
            walk.emit_path(span(selector), Role::Type);
            walk.import(selector, NewImport { star: true, ..new });
        }
    }
}
