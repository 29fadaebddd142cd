//! Elixir.
//!
//! All that other languages have keywords for is a call here: `defmodule`, `def`, `alias`, `for`.
//! The hook of calls looks at what is called; what its arguments do then follows from what the
//! call was found to be, which the hook of argument lists asks for. Of a binary operator one side
//! may bind and the other not, so operators that part them have a hook of their own.
//!
//! Clauses of one function are one symbol: those behind the first write its name.

mod after;

use super::Compiled;
use crate::outline::{How, ImportKind, Receiver, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).then(after::complete));

/// As the parent was told, but what it names is not all of the node.
const PART: Pass = KEEP.no_tail();
/// What stands left of an arrow is as told, all else is read.
const CLAUSES: Node = Node {
    children: &[
        (":stab_clause", PART),
        (":rescue_block", PATTERN),
        (":catch_block", PATTERN),
        (":else_block", PATTERN),
        (":after_block", READ),
        ("*", READ),
    ],
    ..NODE
};
const ASIDE: Node = Node { hook: Some(aside), ..NODE };
const PARTS: Node = Node { children: &[("*", PART)], ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_elixir::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &["quoted_content"],
    selves: &[],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        // Calls, and so definitions.
        Node {
            kind: "call",
            body: ":do_block",
            brief: true,
            children: &[("target", KEEP), (":arguments", READ), (":do_block", READ)],
            hook: Some(call),
            ..NODE
        },
        Node { kind: "arguments", hook: Some(arguments), ..PARTS },
        Node { kind: "do_block", scope: Some(ScopeKind::Block), joins: true, hook: Some(do_block), ..CLAUSES },
        Node { kind: "rescue_block", ..CLAUSES },
        Node { kind: "catch_block", ..CLAUSES },
        Node { kind: "else_block", ..CLAUSES },
        Node { kind: "after_block", ..CLAUSES },
        Node {
            kind: "anonymous_function",
            scope: Some(ScopeKind::Function),
            children: &[(":stab_clause", PATTERN)],
            ..NODE
        },
        Node {
            kind: "stab_clause",
            scope: Some(ScopeKind::Block),
            children: &[("left", PART), ("right", PART)],
            ..NODE
        },
        Node { kind: "body", hook: Some(body), ..PARTS },
        Node { kind: "block", children: &[("*", KEEP)], ..NODE },
        // Operators.
        Node {
            kind: "binary_operator",
            children: &[("left", binder(KEEP)), ("right", KEEP.slot(Slot::Source(How::Assigned)))],
            hook: Some(binary),
            ..NODE
        },
        Node { kind: "=", ..ASIDE },
        Node { kind: "<-", ..ASIDE },
        Node { kind: "::", ..ASIDE },
        Node { kind: "\\\\", ..ASIDE },
        Node { kind: "when", ..ASIDE },
        Node { kind: "in", ..ASIDE },
        Node { kind: "unary_operator", wrapper: true, children: &[("operand", KEEP)], hook: Some(unary), ..NODE },
        Node { kind: "dot", children: &[("left", OBJECT), ("right", MEMBER)], hook: Some(dot), ..NODE },
        Node { kind: "access_call", children: &[("target", VALUE), ("key", READ)], ..NODE },
        // Values, which patterns look like.
        Node { kind: "alias", hook: Some(alias), ..NODE },
        Node { kind: "atom", hook: Some(atom), ..NODE },
        Node { kind: "list", exports: true, ..PARTS },
        Node { kind: "tuple", ..PARTS },
        Node { kind: "bitstring", ..PARTS },
        Node {
            kind: "map",
            tail_first: true,
            children: &[(":struct", CALLEE.slot(Slot::Object)), ("*", PART)],
            ..NODE
        },
        Node { kind: "struct", children: &[("*", KEEP)], hook: Some(structure), ..NODE },
        Node { kind: "map_content", ..PARTS },
        Node { kind: "keywords", hook: Some(keywords), ..PARTS },
        Node { kind: "pair", exports: true, children: &[("key", KEY.slot(Slot::Inner)), ("value", PART)], ..NODE },
        Node { kind: "keyword", hook: Some(keyword), ..NODE },
        Node { kind: "interpolation", children: &[("*", READ)], ..NODE },
    ],
};

fn first_argument(call: Tree<'_>) -> Option<Tree<'_>> {
    list_of(call)?.named_child(0)
}

fn list_of(call: Tree<'_>) -> Option<Tree<'_>> {
    call.named_child(1).filter(|child| child.kind() == "arguments")
}

fn has_block(call: Tree<'_>) -> bool {
    call.child(call.child_count().saturating_sub(1)).is_some_and(|last| last.kind() == "do_block")
}

fn call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let Some(target) = node.child(0) else { return Visit::Children };
    match pass.to {
        // The head of a definition.
        To::Name | To::Role(Role::Type | Role::Key) => return Visit::Children,
        To::Role(Role::Decorator) => return attribute(walk, node, target),
        _ => {}
    }
    if target.kind() != "identifier" {
        let field = target.kind() == "dot" && node.child_count() == 1 && is_value(walk, target);
        return told(if field { READ.to } else { CALLEE.to }, pass);
    }
    let kind = match walk.of(target) {
        "defmodule" => SymbolKind::Module,
        "defprotocol" => SymbolKind::Interface,
        "defimpl" => SymbolKind::Impl,
        "def" | "defp" | "defdelegate" | "defn" | "defnp" => SymbolKind::Function,
        "defmacro" | "defmacrop" | "defguard" | "defguardp" => SymbolKind::Macro,
        _ => return other_call(walk, node, target).unwrap_or(told(CALLEE.to, pass)),
    };
    let Some(first) = first_argument(node) else { return told(CALLEE.to, pass) };
    walk.emit_ahead(target, Role::Call);
    match kind {
        SymbolKind::Function | SymbolKind::Macro => function(walk, node, first, kind),
        _ => module(walk, first, kind),
    }
}

/// True where what stands before the dot is no module.
fn is_value(walk: &Walk<'_>, dot: Tree<'_>) -> bool {
    let left = dot.child(0).filter(|left| !matches!(left.kind(), "alias" | "atom"));
    left.is_some_and(|left| walk.of(left) != "__MODULE__")
}

fn module<'t>(walk: &mut Walk<'t>, name: Tree<'t>, kind: SymbolKind) -> Visit {
    let scope = Some(ScopeKind::File);
    if name.kind() != "alias" {
        return Visit::Found(Found { scope, to: Some(READ.to), ..Found::default() });
    }
    let owner = walk.of(name).rsplit_once('.').filter(|_| kind != SymbolKind::Impl);
    let owner = owner.map(|(owner, _)| walk.name(owner.trim()));
    Visit::Found(Found { def: Some(kind), scope, owner, exports: Some(true), ..Found::default() })
}

/// The name in the head of a definition, and how many arguments it has.
fn head(mut head: Tree<'_>) -> Option<(Tree<'_>, usize)> {
    if head.kind() == "binary_operator" && head.child_by_field_name("operator")?.kind() == "when" {
        head = head.child_by_field_name("left")?;
    }
    match head.kind() {
        "identifier" => Some((head, 0)),
        "call" => {
            let name = head.child(0).filter(|name| name.kind() == "identifier")?;
            Some((name, list_of(head).map_or(0, |list| list.named_child_count())))
        }
        _ => None,
    }
}

fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, first: Tree<'t>, kind: SymbolKind) -> Visit {
    let found = Found { scope: Some(ScopeKind::Function), ..Found::default() };
    let Some((name, arity)) = head(first).filter(|(name, _)| walk.of(*name) != "unquote") else {
        // An operator, or a name that is not known before it runs.
        return Visit::Found(Found { to: Some(To::Hoist), ..found });
    };
    if let Some(symbol) = clause_before(walk, name, arity) {
        walk.emit_ahead(name, Role::Write);
        if let Some(symbol) = walk.out.symbols.get_mut(symbol as usize) {
            symbol.span.end = node.end_byte() as u32;
        }
        let occurrence = walk.out.occurrences.len() as u32 - 1;
        return Visit::Found(Found { symbol: Some((occurrence, symbol)), to: Some(To::Name), ..found });
    }
    let around = walk.symbol().and_then(|symbol| walk.out.symbols.get(symbol as usize));
    let abstracts = around.is_some_and(|around| around.kind == SymbolKind::Interface);
    let kind = if abstracts && !has_block(node) { SymbolKind::Declaration } else { kind };
    let word = node.child(0).map_or("", |target| walk.of(target));
    let exports = Some(!matches!(word, "defp" | "defmacrop" | "defguardp" | "defnp"));
    Visit::Found(Found { def: Some(kind), exports, ..found })
}

/// The symbol that a clause further up made: of the same module, name and number of arguments.
fn clause_before(walk: &mut Walk<'_>, name: Tree<'_>, arity: usize) -> Option<u32> {
    const N_BETWEEN_MAX: usize = 32;
    let (id, parent) = (walk.name(walk.of(name)), walk.symbol());
    let last = walk.out.symbols.iter().enumerate().rev().take(N_BETWEEN_MAX).find(|(_, symbol)| {
        symbol.name == id && symbol.parent == parent && matches!(symbol.kind, SymbolKind::Function | SymbolKind::Macro)
    });
    let (index, symbol) = last?;
    let rest = Span::new(symbol.name_at + name.byte_range().len() as u32, symbol.signature.end).of(walk.text);
    (after::n_arguments(rest) == arity).then_some(index as u32)
}

/// Calls that bind, import or define without being definitions themselves.
fn other_call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, target: Tree<'t>) -> Option<Visit> {
    let block = Found { scope: Some(ScopeKind::Block), to: Some(To::Role(Role::String)), ..Found::default() };
    let found = match walk.of(target) {
        "for" | "with" => block,
        // What stands left of its arrows is asked, not matched.
        "cond" => Found { to: Some(READ.to), ..Found::default() },
        "test" | "setup" | "setup_all" if has_block(node) => {
            Found { scope: Some(ScopeKind::Function), to: Some(To::Pattern), ..Found::default() }
        }
        "defstruct" | "defexception" => Found { to: Some(To::Is(SymbolKind::Field)), ..Found::default() },
        "alias" | "import" | "require" | "use" => {
            import(walk, node, walk.of(target))?;
            Found { to: Some(To::Role(Role::Import)), ..Found::default() }
        }
        _ => return None,
    };
    walk.emit_ahead(target, Role::Call);
    Some(Visit::Found(found))
}

/// The value of the keyword argument called `key`.
fn option<'t>(walk: &Walk<'t>, list: Tree<'t>, key: &str) -> Option<Tree<'t>> {
    let keywords = list.named_children(&mut list.walk()).find(|child| child.kind() == "keywords")?;
    let pair = keywords.named_children(&mut keywords.walk()).find(|pair| {
        let name = pair.child_by_field_name("key").map_or("", |name| walk.of(name));
        name.trim_end().trim_end_matches(':') == key
    })?;
    pair.child_by_field_name("value")
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, word: &str) -> Option<()> {
    let list = list_of(node)?;
    let module = list.named_child(0)?;
    if let Some(several) = module.child_by_field_name("right").filter(|right| right.kind() == "tuple") {
        let base = module.child_by_field_name("left").map_or("", |base| walk.of(base));
        for name in several.named_children(&mut several.walk()).filter(|name| name.kind() == "alias") {
            let whole = format!("{base}.{}", walk.of(name));
            one_import(walk, node, list, (word, &whole));
        }
        return Some(());
    }
    let is_module = matches!(module.kind(), "alias" | "dot" | "atom") || walk.of(module) == "__MODULE__";
    is_module.then(|| one_import(walk, node, list, (word, walk.of(module))))
}

fn one_import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, list: Tree<'t>, (word, module): (&str, &str)) {
    let kind = if word == "require" { ImportKind::Require } else { ImportKind::Import };
    let new = NewImport { module, kind, ..NewImport::default() };
    let named = option(walk, list, "as").map(|name| walk.of(name));
    let only = option(walk, list, "only").and_then(|only| only.named_child(0)).filter(|only| only.kind() == "keywords");
    match word {
        "alias" => {
            let local = named.or(module.rsplit('.').next().map(str::trim));
            walk.import(node, NewImport { local, ..new });
        }
        "require" => walk.import(node, NewImport { local: named, ..new }),
        "import" if only.is_some() => {
            let pairs = only.into_iter().flat_map(|only| only.named_children(&mut only.walk()).collect::<Vec<_>>());
            for key in pairs.filter_map(|pair| pair.child_by_field_name("key")) {
                let name = Some(walk.of(key).trim_end().trim_end_matches(':'));
                walk.import(node, NewImport { name, local: name, ..new });
            }
        }
        _ => walk.import(node, NewImport { star: true, ..new }),
    }
}

/// `@name value` in a module.
fn attribute<'t>(walk: &mut Walk<'t>, node: Tree<'t>, target: Tree<'t>) -> Visit {
    let name = walk.of(target);
    let plain = Found { to: Some(To::Role(Role::String)), ..Found::default() };
    let scope = Some(ScopeKind::Block);
    let found = match name {
        "type" | "typep" | "opaque" => {
            let exports = Some(name != "typep");
            Found { def: Some(SymbolKind::TypeAlias), scope, exports, ..plain }
        }
        "callback" | "macrocallback" => {
            let of = first_argument(node).and_then(|first| head(declared(first)));
            let ahead = of.map(|(of, _)| (span(of), SymbolKind::Declaration));
            Found { ahead, to: Some(TYPE.to), exports: Some(true), ..plain }
        }
        "spec" => Found { to: Some(TYPE.to), ..plain },
        "behaviour" => Found { to: Some(BASE.to), ..plain },
        "moduledoc" => {
            let text = first_argument(node);
            let content = text
                .and_then(|text| text.named_children(&mut text.walk()).find(|child| child.kind() == "quoted_content"));
            content.into_iter().for_each(|content| walk.set_doc(span(content)));
            plain
        }
        _ if after::ATTRIBUTES.contains(&name) => plain,
        _ => {
            let module = walk.symbol().and_then(|symbol| walk.out.symbols.get(symbol as usize));
            let owner = module.map(|module| module.name);
            if owner.is_some_and(|owner| walk.is_new_member(owner, name)) {
                let ahead = Some((span(target), SymbolKind::Constant));
                return Visit::Found(Found { ahead, ..plain });
            }
            walk.emit_ahead(target, Role::Write);
            return Visit::Found(plain);
        }
    };
    walk.emit_ahead(target, Role::Decorator);
    Visit::Found(found)
}

/// What a type stands beside: `f(a)` in `f(a) :: b when …`.
fn declared(mut whole: Tree<'_>) -> Tree<'_> {
    for _ in 0..2 {
        let parts = whole.kind() == "binary_operator";
        whole = whole.child_by_field_name("left").filter(|_| parts).unwrap_or(whole);
    }
    whole
}

/// What the arguments of a call do is what the call was found to be.
fn arguments<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if pass.to != READ.to {
        return Visit::Children;
    }
    let found = walk.found_around();
    match *walk.around() {
        _ if found.def == Some(SymbolKind::Impl) => told(To::NameOfImpl, pass),
        To::Name if found.def.is_some() => told(To::Name, pass),
        To::Name if found.symbol.is_some() => {
            let scope = walk.scope() as usize;
            if let Some(scope) = walk.out.scopes.get_mut(scope) {
                scope.symbol = found.symbol.map(|(_, symbol)| symbol);
            }
            told(To::Name, pass)
        }
        To::Name => told(To::Pattern, pass),
        to @ (To::Pattern | To::Hoist | To::Is(_) | To::Role(Role::Type | Role::Import | Role::Inherit)) => {
            told(to, pass)
        }
        _ => Visit::Children,
    }
}

/// What stands left of arrows is matched, except in `cond`.
fn do_block<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if *walk.around() == READ.to { Visit::Children } else { told(To::Pattern, pass) }
}

/// What stands right of an arrow is a type where the left side is one.
fn body<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == TYPE.to { Visit::Children } else { told(READ.to, pass) }
}

fn binary<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let operator = node.child_by_field_name("operator").map_or("", |operator| operator.kind());
    match (operator, pass.to) {
        (_, To::Name) | ("=", To::Role(Role::Type)) => Visit::Children,
        ("=", To::Bind | To::Hoist | To::Pattern) => told(To::Pattern, pass),
        ("=" | "<-", _) => told(To::Bind, pass),
        ("::", To::Role(Role::Type)) if node.child(0).is_some_and(|left| left.kind() == "identifier") => {
            told(KEY.to, pass)
        }
        _ => Visit::Children,
    }
}

/// Behind these, what the left side was told may not hold.
fn aside<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let to = walk.around();
    *to = match (node.kind(), *to) {
        ("::", To::Name | To::Role(Role::Key)) => TYPE.to,
        ("=", To::Pattern) => To::Pattern,
        (_, To::Pattern | To::Bind | To::Hoist | To::Name) => READ.to,
        (_, other) => other,
    };
    Visit::Skip
}

fn unary<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let operand = node.child_by_field_name("operand");
    let sets = node.child(0).is_some_and(|operator| operator.kind() == "@")
        && operand.is_some_and(|operand| operand.kind() == "call" && list_of(operand).is_some());
    told(if sets { DECORATOR.to } else { READ.to }, pass)
}

/// `f.(x)` calls what `f` holds.
fn dot<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let left = node.child(0).filter(|left| left.kind() == "identifier");
    if let Some(left) = left.filter(|_| node.child_count() == 2) {
        walk.emit_ahead(left, Role::Call);
    }
    match pass.to {
        To::Pattern | To::Bind | To::Hoist => told(READ.to, pass),
        _ => Visit::Children,
    }
}

fn structure<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if matches!(*walk.around(), To::Pattern | To::Bind | To::Hoist) { told(TYPE.to, pass) } else { Visit::Children }
}

/// `A.B.C` is one leaf.
fn alias<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let at = span(node);
    let behind = walk.kinds_around().next() == Some("dot");
    let pass = match *walk.around() {
        to @ To::Role(Role::Import | Role::Type) if behind => Pass { to, ..pass },
        _ => pass,
    };
    let before = match pass.to {
        To::Role(role @ (Role::Import | Role::Type)) => role,
        _ => Role::Read,
    };
    let pass = match pass.to {
        To::Pattern | To::Bind | To::Hoist => Pass { to: READ.to, ..pass },
        _ => pass,
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

/// An atom is a string that names something.
fn atom<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let at = Span::new(node.start_byte() as u32 + 1, node.end_byte() as u32);
    if at.of(walk.text).starts_with(|c: char| c.is_alphabetic() || c == '_') {
        let defines = matches!(pass.to, To::Is(_));
        walk.identify(at, if defines { pass } else { role(Role::StringKey) });
    }
    Visit::Skip
}

/// `def f(x), do: x`: the options of a definition are no part of its name.
fn keywords<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    match pass.to {
        To::Name => {
            let before = walk.text.get(..node.start_byte()).unwrap_or("");
            walk.end_header(before.trim_end_matches(|c: char| c.is_whitespace() || c == ',').len());
            told(READ.to, pass)
        }
        To::Hoist => told(READ.to, pass),
        To::NameOfImpl => told(TYPE.to, pass),
        _ => Visit::Children,
    }
}

/// `name: ` is one leaf.
fn keyword<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let start = node.start_byte() as u32;
    let name = walk.of(node).trim_end().trim_end_matches(':');
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return Visit::Skip;
    }
    let at = Span::new(start, start + name.len() as u32);
    let listed = walk.kinds_around().nth(2) == Some("list");
    match *walk.around() {
        to @ To::Is(_) => {
            walk.identify(at, Pass { to, ..KEY });
            *walk.around() = READ.to;
        }
        To::Role(Role::Import) if listed => walk.identify(at, role(Role::Import)),
        _ => walk.identify(at, pass),
    }
    Visit::Skip
}
