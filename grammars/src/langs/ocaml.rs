//! OCaml: implementations and interfaces, which are two grammars with one table.
//!
//! `let` binds functions, values and patterns alike; the hook of bindings tells them apart by
//! their parameters, their value and where they stand. `open` and `include` bring in a whole
//! module. A doc comment may follow what it documents, as interfaces mostly have it.
//!
//! Operators that the language has no meaning of its own for are names like any other.

use super::Compiled;
use crate::outline::{How, Outline, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use std::collections::HashSet;
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).then(complete));
pub(super) static GRAMMAR_INTERFACE: Compiled = Compiled::new(|| Grammar::new(&SPEC_INTERFACE).then(complete));

static SPEC_INTERFACE: Spec = Spec { language: || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(), ..SPEC };

/// As the parent was told, but what it names is not all of the node.
const PART: Pass = KEEP.no_tail();
const PARTS: Node = Node { children: &[("*", PART)], ..NODE };
const WHOLE: Node = Node { children: &[("*", KEEP)], ..NODE };
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
const OPERATOR: Node = Node { hook: Some(operator), ..NODE };
/// `A.B.c`: modules before dots, and what stands behind the last.
const PATH: Node = Node {
    children: &[
        (":module_path", OBJECT),
        (":extended_module_path", OBJECT),
        (":parenthesized_operator", MEMBER),
        ("*", MEMBER),
    ],
    ..NODE
};
const PARAMETER: Node = Node {
    children: &[("pattern", binder(PATTERN)), ("type", TYPE_OF), ("default", READ), (":label_name", KEY)],
    ..NODE
};
const METHOD: Node = Node {
    def: Some(SymbolKind::Method),
    scope: Some(ScopeKind::Function),
    equals: true,
    children: &[(":method_name", NAME), (":parameter", READ), ("type", RETURNS), ("body", READ)],
    hook: Some(method),
    ..NODE
};
const FIELD: Node = Node {
    def: Some(SymbolKind::Field),
    exports: true,
    body: "",
    children: &[
        (":field_name", binder(NAME)),
        (":instance_variable_name", binder(NAME)),
        ("type", TYPE_OF),
        ("body", VALUE_OF),
    ],
    ..NODE
};
const CLASS: Node = Node {
    def: Some(SymbolKind::Class),
    scope: Some(ScopeKind::Class),
    exports: true,
    equals: true,
    children: &[(":class_name", NAME), (":class_type_name", NAME), ("class_type", TYPE), ("body", READ)],
    ..NODE
};
const GETS: Node = Node { children: &[("sequence", KEEP)], ..NODE };

const SPEC: Spec = Spec {
    language: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
    identifiers: &[
        "value_name",
        "value_pattern",
        "type_constructor",
        "constructor_name",
        "field_name",
        "module_name",
        "module_type_name",
        "class_name",
        "class_type_name",
        "method_name",
        "instance_variable_name",
        "label_name",
        "attribute_id",
    ],
    comments: &["comment"],
    strings: &["string_content", "quoted_string_content"],
    selves: &["self"],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        Node { kind: "comment", hook: Some(comment), ..NODE },
        Node { kind: "string_content", hook: Some(string), ..NODE },
        Node { kind: "quoted_string_content", hook: Some(string), ..NODE },
        // Values.
        Node { kind: "value_definition", leads: true, ..NODE },
        Node {
            kind: "let_binding",
            owner: true,
            equals: true,
            children: &[
                ("pattern", binder(KEEP)),
                ("type", RETURNS.slot(Slot::Source(How::Annotated))),
                ("body", VALUE_OF),
                (":value_name", KEEP),
                ("*", READ),
            ],
            hook: Some(binding),
            ..NODE
        },
        Node {
            kind: "external",
            def: Some(SymbolKind::Function),
            exports: true,
            body: "",
            children: &[(":value_name", NAME), (":parenthesized_operator", NAME), ("type", RETURNS)],
            ..NODE
        },
        Node {
            kind: "value_specification",
            def: Some(SymbolKind::Declaration),
            exports: true,
            children: &[(":value_name", NAME), (":parenthesized_operator", NAME), ("type", RETURNS)],
            ..NODE
        },
        Node { kind: "parameter", ..PARAMETER },
        Node { kind: "typed_pattern", ..PARAMETER },
        Node { kind: "abstract_type", children: &[("*", LOCAL)], ..NODE },
        Node { kind: "let_expression", ..BLOCK },
        Node {
            kind: "fun_expression",
            scope: Some(ScopeKind::Function),
            children: &[("type", TYPE), (":parameter", READ), ("body", READ)],
            ..NODE
        },
        Node { kind: "function_expression", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "match_expression", children: &[("expression", READ)], ..NODE },
        Node {
            kind: "match_case",
            scope: Some(ScopeKind::Block),
            children: &[("pattern", PATTERN), ("body", READ)],
            ..NODE
        },
        Node { kind: "for_expression", children: &[("name", BIND)], ..BLOCK },
        // Types.
        Node { kind: "type_definition", leads: true, ..NODE },
        Node {
            kind: "type_binding",
            exports: true,
            body: "",
            brief: true,
            children: &[("name", KEEP), ("synonym", TYPE), ("body", PART), ("*", TYPE)],
            hook: Some(type_binding),
            ..NODE
        },
        Node { kind: "variant_declaration", ..NODE },
        Node { kind: "record_declaration", ..NODE },
        Node {
            kind: "constructor_declaration",
            def: Some(SymbolKind::Variant),
            exports: true,
            body: "",
            children: &[(":constructor_name", NAME), (":record_declaration", READ), ("*", TYPE)],
            ..NODE
        },
        Node { kind: "exception_definition", leads: true, ..NODE },
        Node { kind: "field_declaration", ..FIELD },
        Node { kind: "type_constructor_path", children: PATH.children, hook: Some(type_path), ..NODE },
        Node { kind: "function_type", children: &[("domain", TYPE.no_tail()), ("codomain", KEEP)], ..NODE },
        Node { kind: "constructed_type", ..WHOLE },
        Node { kind: "polymorphic_type", children: &[("type", KEEP), (":abstract_type", LOCAL)], ..BLOCK },
        Node { kind: "parenthesized_type", ..WHOLE },
        Node { kind: "tuple_type", ..PARTS },
        Node { kind: "polymorphic_variant_type", ..PARTS },
        Node { kind: "tag_specification", children: &[(":tag", PART), ("*", TYPE)], ..NODE },
        Node { kind: "tag", hook: Some(tag), ..NODE },
        // Modules.
        Node { kind: "module_definition", leads: true, ..NODE },
        Node {
            kind: "module_binding",
            def: Some(SymbolKind::Module),
            scope: Some(ScopeKind::File),
            exports: true,
            equals: true,
            children: &[(":module_name", NAME), ("module_type", BASE), ("body", READ)],
            hook: Some(module),
            ..NODE
        },
        Node {
            kind: "module_type_definition",
            def: Some(SymbolKind::Interface),
            scope: Some(ScopeKind::File),
            exports: true,
            equals: true,
            children: &[(":module_type_name", NAME), ("body", TYPE)],
            ..NODE
        },
        Node {
            kind: "module_parameter",
            children: &[(":module_name", binder(BIND)), ("module_type", TYPE_OF)],
            ..NODE
        },
        Node { kind: "package_pattern", children: &[(":module_name", binder(BIND)), ("module_type", TYPE_OF)], ..NODE },
        Node { kind: "module_type_constraint", children: &[("module_type", KEEP), ("*", TYPE.no_tail())], ..NODE },
        Node { kind: "parenthesized_module_type", ..WHOLE },
        Node { kind: "parenthesized_module_expression", children: &[("*", VALUE)], ..NODE },
        Node { kind: "module_application", children: &[("functor", CALLEE), ("argument", READ)], ..NODE },
        Node { kind: "functor", ..BLOCK },
        Node { kind: "structure", ..NODE },
        Node { kind: "signature", hook: Some(signature), ..NODE },
        Node { kind: "open_module", children: &[("module", role(Role::Import))], hook: Some(open), ..NODE },
        Node { kind: "open_module_signature", children: &[("module", role(Role::Import))], hook: Some(open), ..NODE },
        Node { kind: "include_module", children: &[("module", role(Role::Import))], hook: Some(open), ..NODE },
        Node { kind: "include_module_type", children: &[("module_type", BASE)], ..NODE },
        Node { kind: "local_open_expression", children: &[(":module_path", role(Role::Import))], ..BLOCK },
        Node { kind: "local_open_pattern", children: &[(":module_path", OBJECT), ("*", PART)], ..NODE },
        Node { kind: "local_open_type", children: &[(":module_path", OBJECT), ("*", KEEP)], ..NODE },
        Node { kind: "module_path", hook: Some(module_path), ..PATH },
        Node { kind: "extended_module_path", ..PATH },
        Node { kind: "module_type_path", ..PATH },
        Node { kind: "value_path", ..PATH },
        Node { kind: "constructor_path", ..PATH },
        Node { kind: "class_path", ..PATH },
        Node { kind: "class_type_path", ..PATH },
        Node {
            kind: "field_path",
            children: &[(":module_path", OBJECT), (":field_name", KEEP.slot(Slot::Same))],
            ..NODE
        },
        // Classes.
        Node { kind: "class_definition", leads: true, ..NODE },
        Node { kind: "class_type_definition", leads: true, ..NODE },
        Node { kind: "class_binding", ..CLASS },
        Node { kind: "class_type_binding", def: Some(SymbolKind::Interface), ..CLASS },
        Node {
            kind: "object_expression",
            scope: Some(ScopeKind::Class),
            joins: true,
            children: &[("self", BIND)],
            ..NODE
        },
        Node { kind: "inheritance_definition", children: &[("class", BASE), ("alias", BIND)], ..NODE },
        Node { kind: "inheritance_specification", children: &[("class_type", BASE)], ..NODE },
        Node { kind: "class_application", children: &[("class", KEEP), ("argument", READ)], ..NODE },
        Node { kind: "instance_variable_definition", ..FIELD },
        Node { kind: "instance_variable_specification", ..FIELD },
        Node { kind: "method_definition", ..METHOD },
        Node { kind: "method_specification", ..METHOD },
        // Patterns.
        Node { kind: "alias_pattern", children: &[("pattern", PART), ("alias", KEEP)], ..NODE },
        Node { kind: "constructor_pattern", ..PARTS },
        Node { kind: "tag_pattern", ..PARTS },
        Node { kind: "tuple_pattern", ..PARTS },
        Node { kind: "cons_pattern", ..PARTS },
        Node { kind: "list_pattern", ..PARTS },
        Node { kind: "array_pattern", ..PARTS },
        Node { kind: "or_pattern", ..PARTS },
        Node { kind: "lazy_pattern", ..PARTS },
        Node { kind: "record_pattern", ..PARTS },
        Node { kind: "parenthesized_pattern", ..WHOLE },
        Node { kind: "exception_pattern", ..PARTS },
        Node {
            kind: "field_pattern",
            children: &[(":field_path", KEY.slot(Slot::Inner)), ("type", TYPE), ("*", PART)],
            hook: Some(pun),
            ..NODE
        },
        // Expressions.
        Node {
            kind: "application_expression",
            tail_first: true,
            children: &[("function", CALLEE), ("argument", READ)],
            ..NODE
        },
        Node { kind: "labeled_argument", children: &[(":label_name", KEY)], hook: Some(label), ..NODE },
        Node {
            kind: "infix_expression",
            children: &[("left", KEEP), ("operator", CALLEE.no_tail()), ("right", READ)],
            hook: Some(infix),
            ..NODE
        },
        Node { kind: "prefix_expression", children: &[("operator", CALLEE.no_tail()), ("expression", VALUE)], ..NODE },
        Node { kind: "hash_expression", children: &[("operator", CALLEE.no_tail()), ("*", READ)], ..NODE },
        Node { kind: "parenthesized_expression", ..WHOLE },
        Node { kind: "parenthesized_operator", ..WHOLE },
        Node { kind: "typed_expression", children: &[("expression", VALUE), ("type", TYPE)], ..NODE },
        Node { kind: "field_get_expression", children: &[("record", OBJECT), ("field", MEMBER)], ..NODE },
        Node { kind: "array_get_expression", ..GETS },
        Node { kind: "string_get_expression", ..GETS },
        Node { kind: "set_expression", children: &[("body", READ), ("*", WRITE)], ..NODE },
        Node {
            kind: "record_expression",
            tail_first: true,
            children: &[("record", VALUE.slot(Slot::Object)), ("*", READ)],
            ..NODE
        },
        Node {
            kind: "field_expression",
            children: &[(":field_path", KEY.slot(Slot::Inner)), ("type", TYPE), ("body", READ)],
            hook: Some(pun),
            ..NODE
        },
        Node {
            kind: "method_invocation",
            children: &[("object", OBJECT), ("method", CALLEE.slot(Slot::Member))],
            ..NODE
        },
        Node { kind: "new_expression", children: &[("*", CALLEE)], ..NODE },
        Node { kind: "prefix_operator", ..OPERATOR },
        Node { kind: "hash_operator", ..OPERATOR },
        Node { kind: "pow_operator", ..OPERATOR },
        Node { kind: "mult_operator", ..OPERATOR },
        Node { kind: "add_operator", ..OPERATOR },
        Node { kind: "concat_operator", ..OPERATOR },
        Node { kind: "rel_operator", ..OPERATOR },
        Node { kind: "let_operator", ..OPERATOR },
        Node { kind: "let_and_operator", ..OPERATOR },
        Node { kind: "match_operator", ..OPERATOR },
        // Attributes.
        Node { kind: "item_attribute", children: &[("*", DECORATOR.no_tail())], ..NODE },
        Node { kind: "floating_attribute", children: &[(":attribute_id", DECORATOR)], ..NODE },
        Node { kind: "attribute", children: &[(":attribute_id", DECORATOR)], ..NODE },
        Node { kind: "extension", children: &[(":attribute_id", DECORATOR)], ..NODE },
        Node { kind: "item_extension", children: &[(":attribute_id", DECORATOR)], ..NODE },
        Node { kind: "attribute_payload", ..PARTS },
        Node { kind: "expression_item", ..PARTS },
        Node { kind: "tuple_expression", ..PARTS },
    ],
};

/// Operators that everyone knows; their uses lead nowhere.
const BUILT_IN: [&str; 34] = [
    "+", "-", "*", "/", "+.", "-.", "*.", "/.", "**", "=", "<>", "<", ">", "<=", ">=", "==", "!=", "&&", "||", "^",
    "@", "!", "~-", "~-.", "|>", "@@", "mod", "land", "lor", "lxor", "lsl", "lsr", "asr", ":=",
];

fn child<'t>(node: Tree<'t>, kind: &str) -> Option<Tree<'t>> {
    node.named_children(&mut node.walk()).find(|child| child.kind() == kind)
}

fn has_word(node: Tree<'_>, word: &str) -> bool {
    node.children(&mut node.walk()).any(|child| child.kind() == word)
}

/// What a `let` binds: a function, a value of a module, the parts of one, or something local.
fn binding<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let mut around = walk.kinds_around().skip(1);
    let top = matches!(around.next(), Some("compilation_unit" | "structure"));
    let value = node.child_by_field_name("body");
    let makes = value.is_some_and(|value| matches!(value.kind(), "fun_expression" | "function_expression"));
    let takes = node.named_children(&mut node.walk()).any(|part| matches!(part.kind(), "parameter" | "abstract_type"));
    let pattern = node.child_by_field_name("pattern").or_else(|| child(node, "value_name"));
    let Some(pattern) = pattern else { return Visit::Children };
    let found = Found { scope: takes.then_some(ScopeKind::Function), exports: Some(top), ..Found::default() };
    let named = matches!(pattern.kind(), "value_name" | "parenthesized_operator");
    if named && (takes || makes) {
        return Visit::Found(Found { def: Some(SymbolKind::Function), ..found });
    }
    if !top {
        return told(To::Pattern, pass);
    }
    let is_ref = value.is_some_and(|value| walk.of(value).starts_with("ref "));
    let kind = if is_ref { SymbolKind::Variable } else { SymbolKind::Constant };
    if named {
        return Visit::Found(Found { def: Some(kind), ..found });
    }
    Visit::Found(Found { to: Some(To::Define(kind)), ..found })
}

fn method<'t>(_: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let bare = node.kind() == "method_specification" || has_word(node, "virtual");
    let def = if bare { SymbolKind::Declaration } else { SymbolKind::Method };
    let exports = Some(!has_word(node, "private"));
    Visit::Found(Found { def: Some(def), exports, ..Found::default() })
}

fn type_binding<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if node.child_by_field_name("name").is_none_or(|name| name.kind() != "type_constructor") {
        // `type t += A` adds to what is defined elsewhere.
        return told(TYPE.to, pass);
    }
    let kind = match node.child_by_field_name("body").map_or("", |body| body.kind()) {
        "variant_declaration" | "polymorphic_variant_type" => SymbolKind::Enum,
        "record_declaration" => SymbolKind::Struct,
        _ => SymbolKind::TypeAlias,
    };
    Visit::Found(Found { def: Some(kind), exports: Some(true), ..Found::default() })
}

/// What a type is made of is no name of it.
fn type_path<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if matches!(pass.to, To::Role(_)) { Visit::Children } else { told(TYPE.to, pass) }
}

/// `` `Tag ``, which the type that lists it defines.
fn tag<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let at = span(node);
    let at = Span::new(at.start + 1, at.end);
    let kinds: Vec<&str> = walk.kinds_around().take(3).collect();
    let listed = kinds == ["tag_specification", "polymorphic_variant_type", "type_binding"];
    let called = kinds.first() == Some(&"application_expression") && pass.to == CALLEE.to;
    let to = match (listed, called) {
        (true, _) => To::Is(SymbolKind::Variant),
        (_, true) => CALLEE.to,
        _ => READ.to,
    };
    walk.identify(at, Pass { to, ..pass });
    if let Some(variant) = walk.out.symbols.last_mut().filter(|_| listed) {
        variant.exported = true;
    }
    Visit::Skip
}

/// `module A = B.C` gives `B.C` another name; what stands in a `let` is known only there.
fn module<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let body = node.child_by_field_name("body").filter(|body| body.kind() == "module_path");
    if let (Some(path), Some(name)) = (body, child(node, "module_name")) {
        let (module, local) = (walk.of(path), Some(walk.of(name)));
        walk.import(node, NewImport { module, local, ..NewImport::default() });
    }
    let local = walk.kinds_around().nth(1) == Some("let_expression");
    Visit::Found(Found { exports: Some(!local), ..Found::default() })
}

/// The members of a module that has no body are no part of its header.
fn signature<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if walk.kinds_around().take(2).any(|kind| kind == "module_binding") {
        walk.end_header(node.start_byte() + "sig".len());
    }
    Visit::Children
}

fn open<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let module = node.child_by_field_name("module");
    // What is written here, or made by a functor, comes from nowhere.
    if let Some(module) = module.filter(|module| matches!(module.kind(), "module_path" | "extended_module_path")) {
        let (module, reexport) = (walk.of(module), node.kind() == "include_module");
        walk.import(node, NewImport { module, star: true, reexport, ..NewImport::default() });
    }
    Visit::Children
}

/// All of an opened path is imported; `M.(…)` opens `M` for what is in the brackets.
fn module_path<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if walk.kinds_around().next() == Some("local_open_expression") {
        walk.import(node, NewImport { module: walk.of(node), star: true, ..NewImport::default() });
    }
    if pass.to != To::Role(Role::Import) {
        return Visit::Children;
    }
    walk.emit_path(span(node), Role::Import);
    Visit::Skip
}

/// `{ a; b = 1 }` reads `a`, or binds it in a pattern.
fn pun<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = child(node, "field_path").and_then(|path| child(path, "field_name"));
    let binds = node.kind() == "field_pattern";
    if let Some(name) = name.filter(|_| !has_word(node, "=")) {
        walk.emit_ahead(name, if binds { Role::Bind } else { Role::Read });
    }
    Visit::Children
}

/// `~a` passes on what is called `a` here.
fn label<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(name) = child(node, "label_name").filter(|_| node.named_child_count() == 1) {
        walk.emit_ahead(name, Role::Read);
    }
    Visit::Children
}

/// `x := y` writes `x`; `x |> f` and `f @@ x` call `f`.
fn infix<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let operator = node.child_by_field_name("operator").map_or("", |operator| walk.of(operator));
    let called = match operator {
        ":=" => return told(WRITE.to, pass),
        "|>" => "right",
        "@@" => "left",
        _ => return told(READ.to, pass),
    };
    let path = node.child_by_field_name(called).filter(|path| path.kind() == "value_path");
    if let Some(name) = path.and_then(|path| child(path, "value_name")) {
        walk.emit_ahead(name, Role::Call);
    }
    told(READ.to, pass)
}

/// An operator is a name where it is defined, and where it is used unless all know it.
fn operator<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let names = matches!(pass.to, To::Name | To::Define(_));
    let pass = if walk.kinds_around().next() == Some("value_definition") { CALLEE.no_tail() } else { pass };
    if names || !BUILT_IN.contains(&walk.of(node)) {
        walk.identify(span(node), pass);
    }
    Visit::Skip
}

/// A literal with escapes or formats in it.
fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let scope = walk.scope();
    walk.words(span(node), Role::String, scope);
    Visit::Skip
}

/// `(** … *)` behind something documents that if it stands on the same line, or on the next one
/// with nothing right below it.
fn comment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    const N_BEFORE_MAX: usize = 128;
    let at = span(node);
    if !at.of(walk.text).starts_with("(**") {
        return Visit::Children;
    }
    let before = walk.text.get(..at.start as usize).unwrap_or("");
    let code = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '|'));
    let n_lines = before.get(code.len()..).unwrap_or("").matches('\n').count();
    let after = walk.text.get(at.end as usize..).unwrap_or("");
    let blank = after.len() - after.trim_start().len();
    let n_lines_after = after.get(..blank).unwrap_or("").matches('\n').count();
    let closes = after.trim_start().starts_with("end") || after.trim_start().is_empty();
    if n_lines > 1 || (n_lines == 1 && n_lines_after < 2 && !closes) {
        return Visit::Children;
    }
    let end = code.len() as u32;
    let mut last = walk.out.symbols.iter_mut().rev().take(N_BEFORE_MAX).filter(|symbol| symbol.span.end == end);
    // What ends together ends with the innermost, which is all that a comment beside it is for.
    let symbol = if n_lines == 0 { last.next() } else { last.last() };
    if let Some(symbol) = symbol.filter(|symbol| symbol.doc.is_empty()) {
        symbol.doc = at;
    }
    Visit::Children
}

/// The header of a value is its line. A function is not of the type behind its colon, nor what its
/// body is, but returns that.
fn complete(out: &mut Outline, text: &str) {
    let mut functions = HashSet::new();
    for symbol in &mut out.symbols {
        if matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Variable) {
            let whole = Span::new(symbol.signature.start, symbol.span.end).of(text);
            let line = whole.lines().next().unwrap_or("").trim_end();
            symbol.signature.end = symbol.signature.end.max(symbol.signature.start + line.len() as u32);
        }
        if symbol.kind == SymbolKind::Function {
            functions.insert(symbol.name_at);
        }
    }
    let occurrences = &out.occurrences;
    out.hints.retain_mut(|hint| {
        let of_function = occurrences.get(hint.binder as usize).is_some_and(|binder| functions.contains(&binder.at));
        if of_function && hint.how == How::Annotated {
            hint.how = How::Returns;
        }
        !of_function || hint.how != How::Assigned
    });
}
