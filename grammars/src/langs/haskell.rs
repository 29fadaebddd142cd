//! Haskell.
//!
//! Patterns, expressions and types share their syntax, so most rows pass on what they were told.
//! A function is a signature and some clauses: the first of them is the symbol, which grows to
//! span the others; those write its name. What a module exports stands at its head.

use super::Compiled;
use crate::outline::{Outline, Receiver, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use std::collections::HashMap;
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).then(complete));

/// As the parent was told, but what it names is not all of the node.
const PART: Pass = KEEP.no_tail();
const PARTS: Node = Node { children: &[("*", PART)], ..NODE };
const WHOLE: Node = Node { children: &[("*", KEEP)], ..NODE };
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
/// Type parameters hold in the class-like scope of a type; what it defines holds outside.
const TYPE_LIKE: Node = Node {
    scope: Some(ScopeKind::Class),
    body: "constructors",
    equals: true,
    children: &[
        ("name", NAME),
        ("patterns", LOCAL),
        ("constructors", READ),
        ("constructor", READ),
        ("deriving", READ),
        ("type", TYPE),
        ("context", TYPE),
        ("kind", TYPE),
        (":infix", TYPE),
        (":parens", TYPE),
    ],
    ..NODE
};
const VARIANT: Node = Node {
    def: Some(SymbolKind::Variant),
    place: Place::Lifted,
    children: &[("constructor", NAME), ("name", NAME), ("names", NAME), ("type", TYPE), ("field", TYPE), ("*", TYPE)],
    ..NODE
};

static SPEC: Spec = Spec {
    language: || tree_sitter_haskell::LANGUAGE.into(),
    identifiers: &["variable", "name", "constructor"],
    comments: &["comment", "haddock", "pragma", "cpp"],
    strings: &["string", "quasiquote_body", "import_package"],
    selves: &[],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        Node { kind: "haskell", body: "declarations", ..NODE },
        Node {
            kind: "header",
            def: Some(SymbolKind::Module),
            body: "exports",
            children: &[("module", NAME), ("exports", READ)],
            hook: Some(header),
            ..NODE
        },
        Node { kind: "exports", children: &[("*", role(Role::Export))], ..NODE },
        Node { kind: "module_export", hook: Some(module_export), ..WHOLE },
        Node { kind: "module", hook: Some(module), ..NODE },
        Node { kind: "import", children: &[("*", role(Role::Import))], hook: Some(import), ..NODE },
        Node { kind: "constructor", hook: Some(constructor), ..NODE },
        // Types.
        Node { kind: "data_type", def: Some(SymbolKind::Enum), ..TYPE_LIKE },
        Node { kind: "newtype", def: Some(SymbolKind::Struct), body: "constructor", ..TYPE_LIKE },
        Node { kind: "type_synonym", def: Some(SymbolKind::TypeAlias), body: "", ..TYPE_LIKE },
        Node { kind: "type_family", def: Some(SymbolKind::TypeAlias), place: Place::Lifted, ..TYPE_LIKE },
        Node { kind: "data_family", def: Some(SymbolKind::Enum), place: Place::Lifted, ..TYPE_LIKE },
        Node { kind: "data_constructor", ..VARIANT },
        Node { kind: "gadt_constructor", ..VARIANT },
        Node { kind: "newtype_constructor", ..VARIANT },
        Node { kind: "prefix", children: &[("name", KEEP), ("*", TYPE)], ..NODE },
        Node {
            kind: "field",
            owner: true,
            place: Place::Lifted,
            children: &[("name", binder(define(SymbolKind::Field))), ("type", TYPE_OF), ("*", TYPE)],
            ..NODE
        },
        Node { kind: "field_name", children: &[("*", KEEP.slot(Slot::Inner))], ..NODE },
        Node { kind: "deriving", children: &[("classes", BASE), ("via", TYPE)], ..NODE },
        Node { kind: "type_params", ..PARTS },
        Node { kind: "type_patterns", ..PARTS },
        Node { kind: "quantified_variables", ..PARTS },
        Node { kind: "annotated", children: &[("kind", TYPE), ("*", PART)], ..NODE },
        Node { kind: "context", children: &[("type", TYPE), ("*", TYPE.no_tail())], ..NODE },
        Node { kind: "forall", children: &[("variables", LOCAL), ("*", TYPE)], ..NODE },
        Node {
            kind: "class",
            def: Some(SymbolKind::Trait),
            scope: Some(ScopeKind::Class),
            body: "declarations",
            children: &[("name", NAME), ("patterns", LOCAL), ("context", TYPE), ("declarations", READ)],
            ..NODE
        },
        Node {
            kind: "instance",
            def: Some(SymbolKind::Impl),
            scope: Some(ScopeKind::Class),
            body: "declarations",
            children: &[("name", NAME_OF_IMPL), ("patterns", TYPE), ("context", TYPE), ("declarations", READ)],
            ..NODE
        },
        Node { kind: "deriving_instance", children: &[("name", TYPE), ("patterns", TYPE), ("context", TYPE)], ..NODE },
        Node { kind: "type_instance", scope: Some(ScopeKind::Block), children: &[("*", TYPE)], ..NODE },
        Node { kind: "equation", children: &[("synonym", READ), ("pattern", READ), ("*", TYPE)], ..NODE },
        Node { kind: "kind_signature", children: &[("*", TYPE)], ..NODE },
        Node { kind: "type_application", children: &[("*", TYPE)], ..NODE },
        Node { kind: "explicit_type", children: &[("*", TYPE)], ..NODE },
        // Functions.
        Node {
            kind: "signature",
            scope: Some(ScopeKind::Block),
            children: &[
                ("name", KEEP),
                ("names", PART),
                ("expression", KEEP),
                ("pattern", KEEP),
                ("type", RETURNS),
                ("*", TYPE),
            ],
            hook: Some(signature),
            ..NODE
        },
        Node { kind: "binding_list", children: &[("*", PART)], ..NODE },
        Node {
            kind: "function",
            owner: true,
            body: "match",
            equals: true,
            children: &[
                ("parameter", TYPE.no_tail()),
                ("result", TYPE),
                ("name", KEEP),
                ("parens", KEEP),
                ("patterns", PATTERN),
                (":infix", PATTERN),
            ],
            hook: Some(function),
            ..NODE
        },
        Node {
            kind: "function_head_parens",
            children: &[("patterns", PATTERN), (":infix", PATTERN), ("*", KEEP)],
            ..NODE
        },
        Node {
            kind: "bind",
            owner: true,
            body: "match",
            equals: true,
            children: &[("name", KEEP), ("pattern", binder(PATTERN)), ("expression", VALUE_OF)],
            hook: Some(function),
            ..NODE
        },
        Node { kind: "match", scope: Some(ScopeKind::Block), hook: Some(clause), ..NODE },
        Node { kind: "do", ..BLOCK },
        Node { kind: "let_in", ..BLOCK },
        Node { kind: "list_comprehension", ..BLOCK },
        Node {
            kind: "lambda",
            scope: Some(ScopeKind::Function),
            children: &[("patterns", PATTERN), ("*", READ)],
            ..NODE
        },
        Node {
            kind: "alternative",
            scope: Some(ScopeKind::Block),
            children: &[("pattern", PATTERN), ("patterns", PATTERN), ("*", READ)],
            ..NODE
        },
        Node { kind: "generator", children: &[("pattern", binder(PATTERN)), ("expression", ELEMENT_OF)], ..NODE },
        Node { kind: "pattern_guard", children: &[("pattern", binder(PATTERN)), ("expression", VALUE_OF)], ..NODE },
        // Patterns and expressions.
        Node { kind: "patterns", ..PARTS },
        Node { kind: "as", ..PARTS },
        Node { kind: "view_pattern", children: &[("expression", READ), ("pattern", PART)], ..NODE },
        Node { kind: "irrefutable", ..WHOLE },
        Node { kind: "strict", ..WHOLE },
        Node { kind: "parens", ..WHOLE },
        Node { kind: "tuple", ..PARTS },
        Node { kind: "list", ..PARTS },
        Node {
            kind: "apply",
            tail_first: true,
            children: &[("function", CALLEE), ("constructor", TYPE), ("argument", PART)],
            hook: Some(apply),
            ..NODE
        },
        Node {
            kind: "infix",
            children: &[("left_operand", PART), ("operator", READ), ("right_operand", PART)],
            hook: Some(infix),
            ..NODE
        },
        Node { kind: "infix_id", children: &[("*", CALLEE)], ..NODE },
        Node {
            kind: "record",
            tail_first: true,
            children: &[
                ("name", KEEP),
                ("constructor", VALUE.slot(Slot::Object)),
                ("expression", VALUE.slot(Slot::Object)),
                ("fields", READ),
                ("field", PART),
            ],
            ..NODE
        },
        Node { kind: "field_update", children: &[("field", KEY), ("expression", READ)], ..NODE },
        Node { kind: "field_pattern", children: &[("field", KEY), ("pattern", PART)], hook: Some(pun), ..NODE },
        Node { kind: "projection", children: &[("expression", OBJECT), ("field", VALUE)], ..NODE },
        Node { kind: "qualified", children: &[("module", OBJECT), ("id", MEMBER)], ..NODE },
        Node { kind: "quoter", children: &[("*", CALLEE)], ..NODE },
    ],
};

/// `A.B.C` is a chain that ends in what it names.
fn module<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let at = span(node);
    let before = match pass.to {
        To::Role(role) => role,
        _ => Role::Read,
    };
    let mut words = crate::words::runs(at.of(walk.text)).peekable();
    let mut receiver = Receiver::None;
    while let Some((offset, word)) = words.next() {
        let start = at.start + offset as u32;
        let at = Span::new(start, start + word.len() as u32);
        if words.peek().is_some() {
            receiver = Receiver::Occurrence(walk.emit_at(at, before, receiver));
            continue;
        }
        walk.identify(at, pass);
        let last = walk.out.occurrences.last_mut().filter(|last| last.at == at.start);
        if let Some(last) = last.filter(|_| receiver != Receiver::None) {
            last.receiver = receiver;
        }
    }
    Visit::Skip
}

fn header<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if let Some(name) = node.child_by_field_name("module") {
        walk.package(node, name, false);
    }
    Visit::Children
}

fn module_export<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let module = node.child_by_field_name("module").map_or("", |module| walk.of(module));
    walk.import(node, NewImport { module, star: true, reexport: true, ..NewImport::default() });
    Visit::Children
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(module) = node.child_by_field_name("module").map(|module| walk.of(module)) else {
        return Visit::Children;
    };
    let alias = node.child_by_field_name("alias").map(|alias| walk.of(alias));
    let has = |word| node.children(&mut node.walk()).any(|child| child.kind() == word);
    let (qualified, hides) = (has("qualified"), has("hiding"));
    let new = NewImport { module, ..NewImport::default() };
    let names = node.child_by_field_name("names").filter(|_| !hides);
    if names.is_none() || alias.is_some() || qualified {
        let local = alias.or(qualified.then_some(module));
        let star = names.is_none() && !qualified;
        walk.import(node, NewImport { local, star, ..new });
    }
    let Some(names) = names.filter(|_| !qualified) else { return Visit::Children };
    for item in names.named_children(&mut names.walk()) {
        for part in item.named_children(&mut item.walk()) {
            let inner = part.named_children(&mut part.walk()).collect::<Vec<_>>();
            for name in inner.into_iter().filter(|_| part.kind() == "children").chain([part]) {
                if matches!(name.kind(), "variable" | "name" | "constructor") {
                    let name = Some(walk.of(name));
                    walk.import(node, NewImport { name, local: name, ..new });
                }
            }
        }
    }
    Visit::Children
}

/// What is applied is called, but a pattern takes apart.
fn constructor<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let matches = matches!(*walk.around(), To::Pattern | To::Bind);
    let role = match walk.kinds_around().next() {
        Some("apply") if matches => Role::Read,
        Some("record") if !matches => Role::Call,
        _ => return Visit::Children,
    };
    let last = walk.out.occurrences.last_mut().filter(|last| last.at == node.start_byte() as u32);
    if let Some(last) = last.filter(|last| matches!(last.role, Role::Call | Role::Read)) {
        last.role = role;
    }
    Visit::Children
}

fn apply<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    match (pass.to, *walk.around()) {
        (To::Role(Role::Call), To::Pattern) => told(To::Pattern, pass),
        (To::Role(Role::Call), _) => told(READ.to, pass),
        _ => Visit::Children,
    }
}

fn infix<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    match pass.to {
        To::Name => told(TYPE.to, pass),
        To::Role(Role::Call | Role::Read) => {
            // `f $ x` calls `f`.
            let operator = node.child_by_field_name("operator").map_or("", |operator| walk.of(operator));
            let left = node.child(0).filter(|_| matches!(operator, "$" | "$!" | "<$>" | "<$!>"));
            let name = left.map(|left| left.child_by_field_name("id").unwrap_or(left));
            if let Some(name) = name.filter(|name| matches!(name.kind(), "variable" | "constructor")) {
                walk.emit_ahead(name, Role::Call);
            }
            told(READ.to, pass)
        }
        _ => Visit::Children,
    }
}

/// The scope of a further clause is that of the function too.
fn clause<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let scope = walk.scope() as usize;
    if let (Some((_, symbol)), Some(scope)) = (walk.found_around().symbol, walk.out.scopes.get_mut(scope)) {
        scope.symbol = Some(symbol);
    }
    Visit::Children
}

/// `A{b}` binds `b`.
fn pun<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = node.named_child(0).filter(|name| node.named_child_count() == 1 && name.kind() == "field_name");
    if let Some(name) = name.and_then(|name| name.named_child(0)) {
        walk.emit_ahead(name, Role::Bind);
    }
    Visit::Children
}

/// The name of a clause: before its patterns, in brackets, or between them.
fn name_of(node: Tree<'_>) -> Option<Tree<'_>> {
    let mut node = node;
    while let Some(inner) = node.child_by_field_name("parens") {
        node = inner;
    }
    let name = node.child_by_field_name("name").or_else(|| {
        let infix = node.named_child(0).filter(|first| first.kind() == "infix")?;
        infix.child_by_field_name("operator")?.named_child(0)
    });
    name.filter(|name| name.kind() == "variable")
}

/// The symbol that a signature or a clause further up made.
fn made_before(walk: &mut Walk<'_>, name: Tree<'_>) -> Option<u32> {
    const N_BETWEEN_MAX: usize = 64;
    let (id, parent) = (walk.name(walk.of(name)), walk.symbol());
    // Clauses may each have a helper of the same name.
    let around = walk.out.scopes.get(walk.scope() as usize)?.span;
    let last = walk.out.symbols.iter().enumerate().rev().take(N_BETWEEN_MAX);
    let same = |symbol: &crate::outline::Symbol| {
        let own = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constant);
        let here = symbol.name == id && symbol.parent == parent && around.contains(symbol.name_at);
        here && (own || symbol.kind == SymbolKind::Declaration)
    };
    last.into_iter().find(|(_, symbol)| same(symbol)).map(|(index, _)| index as u32)
}

/// A further part of a function that has its symbol.
fn joined<'t>(walk: &mut Walk<'t>, node: Tree<'t>, name: Tree<'t>, scope: ScopeKind) -> Option<Visit> {
    let index = made_before(walk, name)?;
    walk.emit_ahead(name, Role::Write);
    if let Some(symbol) = walk.out.symbols.get_mut(index as usize) {
        symbol.span.end = symbol.span.end.max(node.end_byte() as u32);
    }
    let symbol = Some((walk.out.occurrences.len() as u32 - 1, index));
    Some(Visit::Found(Found { symbol, scope: Some(scope), ..Found::default() }))
}

/// What a function is called where it stands, and where its name holds.
fn kind_here(walk: &Walk<'_>, otherwise: SymbolKind) -> (SymbolKind, Place) {
    match walk.kinds_around().next() {
        Some("class_declarations") => (SymbolKind::Declaration, Place::Lifted),
        Some("instance_declarations") => (SymbolKind::Method, Place::Outside),
        _ => (otherwise, Place::Outside),
    }
}

fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if node.child_by_field_name("match").is_none() {
        // The type of a function, or a statement.
        return Visit::Children;
    }
    let scope = ScopeKind::Function;
    let Some(name) = name_of(node) else {
        let scope = (node.kind() == "function").then_some(scope);
        return Visit::Found(Found { scope, ..Found::default() });
    };
    let local = walk.kinds_around().next() == Some("local_binds");
    if local && node.kind() == "bind" {
        walk.emit_ahead(name, Role::Bind);
        return told(READ.to, pass);
    }
    if let Some(visit) = joined(walk, node, name, scope) {
        return visit;
    }
    let value = node.child_by_field_name("match").and_then(|part| part.child_by_field_name("expression"));
    let plain = node.kind() == "bind" && value.is_some_and(|value| matches!(value.kind(), "literal" | "signature"));
    let (kind, place) = kind_here(walk, if plain { SymbolKind::Constant } else { SymbolKind::Function });
    let found = Found { scope: Some(scope), ..Found::default() };
    if node.named_child(0).is_some_and(|first| first.kind() == "infix") {
        return Visit::Found(Found { ahead: Some((span(name), kind)), ..found });
    }
    Visit::Found(Found { def: Some(kind), place, ..found })
}

fn signature<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let several = node.child_by_field_name("names");
    let name = node.child_by_field_name("name").or_else(|| several.and_then(|names| names.named_child(0)));
    if name.is_none() {
        // `x :: T` in an expression or a pattern.
        return Visit::Children;
    }
    let Some(name) = name.filter(|name| name.kind() == "variable") else { return told(READ.to, pass) };
    if walk.kinds_around().next() == Some("local_binds") {
        return told(To::Role(Role::Write), pass);
    }
    if let Some(visit) = joined(walk, node, name, ScopeKind::Block) {
        return visit;
    }
    let whole = node.child_by_field_name("type").map_or("", |whole| walk.of(whole));
    let calls = whole.contains("->") || whole.starts_with("IO");
    let (kind, place) = kind_here(walk, if calls { SymbolKind::Function } else { SymbolKind::Constant });
    if let Some(names) = several {
        let others = names.named_children(&mut names.walk()).skip(1).collect::<Vec<_>>();
        for other in others.into_iter().filter(|other| other.kind() == "variable") {
            walk.define_early(node, span(other), kind);
        }
    }
    Visit::Found(Found { def: Some(kind), place, scope: Some(ScopeKind::Block), ..Found::default() })
}

/// What the head of the module lists is visible, and all is if it lists nothing.
fn complete(out: &mut Outline, text: &str) {
    let mut listed = HashMap::new();
    for occurrence in out.occurrences.iter().filter(|occurrence| occurrence.role == Role::Export) {
        let end = occurrence.at as usize + out.names.get(occurrence.name).len();
        let rest = text.get(end..).unwrap_or("").trim_start();
        let open = rest.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(".."));
        *listed.entry(occurrence.name).or_insert(false) |= open;
    }
    let whole = listed.is_empty();
    let mut open = vec![false; out.symbols.len()];
    for index in 0..out.symbols.len() {
        let Some(symbol) = out.symbols.get_mut(index) else { break };
        let around = symbol.parent.map(|parent| open.get(parent as usize).copied().unwrap_or(false));
        let holds = !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constant);
        let own = listed.get(&symbol.name).copied();
        let inner = symbol.parent.is_some();
        let by_name = own.is_some()
            && (!inner || matches!(symbol.kind, SymbolKind::Field | SymbolKind::Variant | SymbolKind::Declaration));
        symbol.exported = around.unwrap_or(whole) || by_name || symbol.kind == SymbolKind::Module;
        let all = symbol.kind == SymbolKind::Impl || own == Some(true);
        if let Some(open) = open.get_mut(index) {
            *open = holds && (all || around.unwrap_or(whole));
        }
        symbol.exported |= symbol.kind == SymbolKind::Impl;
    }
}
