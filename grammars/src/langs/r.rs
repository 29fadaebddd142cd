//! R.
//!
//! All definitions are assignments or calls. An assignment points to the left or to the right;
//! the hook of its operator says which side is the target. S4, R6 and reference classes are made
//! by calls whose arguments tell name, bases and members; what such an argument stands for comes
//! down from the call, with `To::Segment` for "an argument of a class that has its name".

use super::Compiled;
use crate::outline::{How, ImportKind, Outline, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use std::collections::HashSet;
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC).then(complete));

const ASIDE: Node = Node { hook: Some(aside), ..NODE };
const SUBSET: Node = Node { children: &[("function", KEEP), ("arguments", READ)], hook: Some(subset), ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_r::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &["string_content"],
    selves: &["self", "private"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[
        Node {
            kind: "binary_operator",
            owner: true,
            brief: true,
            body: "",
            children: &[("lhs", binder(KEEP)), ("rhs", KEEP.slot(Slot::Source(How::Assigned)))],
            hook: Some(binary),
            ..NODE
        },
        Node { kind: "<-", ..ASIDE },
        Node { kind: "<<-", ..ASIDE },
        Node { kind: "=", ..ASIDE },
        Node { kind: "->", ..ASIDE },
        Node { kind: "->>", ..ASIDE },
        Node { kind: "special", hook: Some(special), ..NODE },
        Node {
            kind: "function_definition",
            scope: Some(ScopeKind::Function),
            children: &[("parameters", READ), ("body", READ)],
            hook: Some(function),
            ..NODE
        },
        Node { kind: "parameter", children: &[("name", BIND), ("default", READ)], ..NODE },
        Node { kind: "for_statement", children: &[("variable", binder(LOCAL)), ("sequence", ELEMENT_OF)], ..NODE },
        Node {
            kind: "call",
            brief: true,
            tail_first: true,
            children: &[("function", CALLEE), ("arguments", KEEP)],
            hook: Some(call),
            ..NODE
        },
        Node { kind: "arguments", children: &[("*", KEEP)], ..NODE },
        Node {
            kind: "argument",
            children: &[("name", KEEP), ("value", KEEP.slot(Slot::Source(How::Assigned)))],
            hook: Some(argument),
            ..NODE
        },
        Node { kind: "subset", ..SUBSET },
        Node { kind: "subset2", ..SUBSET },
        Node { kind: "extract_operator", children: &[("lhs", OBJECT), ("rhs", MEMBER)], ..NODE },
        Node {
            kind: "namespace_operator",
            children: &[("lhs", OBJECT), ("rhs", MEMBER)],
            hook: Some(namespace),
            ..NODE
        },
        Node { kind: "parenthesized_expression", children: &[("body", VALUE)], ..NODE },
        Node { kind: "string", hook: Some(string), ..NODE },
    ],
};

/// Operators between percent signs that everyone knows; their uses lead nowhere.
const KNOWN: [&str; 8] = ["%%", "%/%", "%*%", "%o%", "%in%", "%x%", "%>%", "%||%"];
/// Arguments that list members, and what those without a function are.
const MEMBERS: [(&str, SymbolKind); 8] = [
    ("public", SymbolKind::Field),
    ("private", SymbolKind::Field),
    ("active", SymbolKind::Property),
    ("slots", SymbolKind::Field),
    ("representation", SymbolKind::Field),
    ("fields", SymbolKind::Field),
    ("methods", SymbolKind::Field),
    ("properties", SymbolKind::Property),
];

fn arguments<'t>(call: Tree<'t>) -> impl Iterator<Item = Tree<'t>> {
    let list = call.child_by_field_name("arguments");
    let all = list.map(|list| list.named_children(&mut list.walk()).collect::<Vec<_>>()).unwrap_or_default();
    all.into_iter().filter(|child| child.kind() == "argument")
}

fn value<'t>(argument: Tree<'t>) -> Option<Tree<'t>> {
    argument.child_by_field_name("value")
}

fn key<'t>(walk: &Walk<'t>, argument: Tree<'t>) -> &'t str {
    argument.child_by_field_name("name").map_or("", |name| walk.of(name))
}

/// What a name or a string literal says.
fn word(node: Tree<'_>) -> Option<Span> {
    match node.kind() {
        "identifier" => Some(span(node)),
        "string" => node.child_by_field_name("content").map(span),
        _ => None,
    }
}

/// The name of the function that a call calls, without its package.
fn called<'t>(walk: &Walk<'t>, call: Tree<'t>) -> &'t str {
    let function = call.child_by_field_name("function").filter(|_| call.kind() == "call");
    let name = function.map(|function| match function.kind() {
        "namespace_operator" => function.child_by_field_name("rhs").unwrap_or(function),
        _ => function,
    });
    name.map_or("", |name| walk.of(name))
}

/// What a call of this function makes where its value is assigned or its first argument a name.
fn made_by(name: &str) -> Option<SymbolKind> {
    match name {
        "setClass" | "R6Class" | "setRefClass" | "new_class" | "setClassUnion" => Some(SymbolKind::Class),
        "setGeneric" | "new_generic" => Some(SymbolKind::Function),
        _ => None,
    }
}

fn binary<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let side = |field| node.child_by_field_name(field);
    let (Some(left), Some(right)) = (side("lhs"), side("rhs")) else { return told(READ.to, pass) };
    match side("operator").map_or("", |operator| operator.kind()) {
        "<-" | "=" => target(walk, left, right, To::Hoist),
        "<<-" => target(walk, left, right, if walk.at_file_level() { To::Hoist } else { WRITE.to }),
        "->" | "->>" => {
            // What is defined stands behind what belongs to it.
            let inner = left.child_by_field_name("body").filter(|_| left.kind() == "parenthesized_expression");
            let ahead = word(right).filter(|_| inner.unwrap_or(left).kind() == "function_definition");
            let ahead = ahead.map(|name| (name, SymbolKind::Function));
            Visit::Found(Found { ahead, to: Some(READ.to), ..Found::default() })
        }
        _ => told(READ.to, pass),
    }
}

fn target<'t>(walk: &Walk<'t>, left: Tree<'t>, right: Tree<'t>, to: To) -> Visit {
    let bare = matches!(left.kind(), "identifier" | "string");
    let made = made_by(called(walk, right)).filter(|_| bare);
    let scope = made.filter(|kind| *kind == SymbolKind::Class).map(|_| ScopeKind::Class);
    let def = if bare && right.kind() == "function_definition" { Some(SymbolKind::Function) } else { made };
    Visit::Found(Found { def, scope, to: Some(to), ..Found::default() })
}

/// Behind an operator that points left all is read; behind one that points right is the target.
fn aside<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let (told, at_top) = (*walk.around(), walk.at_file_level());
    let in_argument = walk.kinds_around().next() == Some("argument");
    let to = match (node.kind(), told) {
        // `name = value` among arguments; members and bases pass on what they are.
        ("=", To::Role(Role::Key)) => READ.to,
        ("=", _) if in_argument => return Visit::Skip,
        ("->>", _) if !at_top => WRITE.to,
        ("->" | "->>", _) => To::Hoist,
        _ => READ.to,
    };
    *walk.around() = to;
    Visit::Skip
}

fn special<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if !KNOWN.contains(&walk.of(node)) {
        walk.identify(span(node), CALLEE.no_tail());
    }
    Visit::Skip
}

/// A function that a generic or a method is made of ends the header of that.
fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let body = node.child_by_field_name("body").filter(|_| pass.to == To::Segment);
    let symbol = walk.symbol().and_then(|symbol| walk.out.symbols.get_mut(symbol as usize));
    if let (Some(body), Some(symbol)) = (body, symbol.filter(|symbol| symbol.kind.is_callable())) {
        let header = Span::new(symbol.signature.start, body.start_byte() as u32).of(walk.text);
        symbol.signature.end = symbol.signature.start + header.trim_end().len() as u32;
    }
    Visit::Children
}

fn subset<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    if matches!(pass.to, To::Hoist | To::Bind) { told(WRITE.to, pass) } else { Visit::Children }
}

fn call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    match pass.to {
        // `names(x) <- value` changes `x`.
        To::Hoist | To::Role(Role::Write) => {
            let first = arguments(node).next().and_then(value).filter(|first| first.kind() == "identifier");
            first.into_iter().for_each(|first| walk.emit_ahead(first, Role::Write));
            return told(READ.to, pass);
        }
        To::Define(_) | To::Role(Role::Inherit | Role::Type) => return Visit::Children,
        // `representation(…)` of a class.
        To::Segment if called(walk, node) == "representation" => return told(To::Define(SymbolKind::Field), pass),
        _ => {}
    }
    let name = called(walk, node);
    let marked = |to| Visit::Found(Found { to: Some(to), ..Found::default() });
    let local = Found { scope: Some(ScopeKind::Function), to: Some(READ.to), ..Found::default() };
    match name {
        "library" | "require" | "requireNamespace" | "loadNamespace" | "source" | "sys.source" | "use" | "from" => {
            if import(walk, node, name).is_some() {
                marked(To::Role(Role::Import))
            } else {
                told(READ.to, pass)
            }
        }
        "local" => Visit::Found(local),
        "new" => first_is(walk, node, CALLEE).unwrap_or(told(READ.to, pass)),
        "setMethod" | "setReplaceMethod" => method(walk, node),
        _ => match made_by(name) {
            None => told(READ.to, pass),
            // The assignment around has the name.
            Some(_) if walk.is_value(pass) => marked(To::Segment),
            Some(kind) => {
                let named = arguments(node).next().and_then(value).is_some_and(|first| first.kind() == "string");
                let scope = (kind == SymbolKind::Class).then_some(ScopeKind::Class);
                if named {
                    Visit::Found(Found { def: Some(kind), scope, ..Found::default() })
                } else {
                    marked(To::Segment)
                }
            }
        },
    }
}

/// The first argument is a string that names something.
fn first_is<'t>(walk: &mut Walk<'t>, call: Tree<'t>, pass: Pass) -> Option<Visit> {
    let first = arguments(call).next().and_then(value).filter(|first| first.kind() == "string")?;
    walk.identify(word(first)?, pass.no_tail());
    Some(Visit::Found(Found { to: Some(To::Role(Role::StringKey)), ..Found::default() }))
}

/// `setMethod("f", "Class", function …)`.
fn method<'t>(walk: &mut Walk<'t>, call: Tree<'t>) -> Visit {
    let mut class = arguments(call).nth(1).and_then(value);
    if let Some(inner) = class.filter(|class| class.kind() == "call") {
        class = arguments(inner).next().and_then(value);
    }
    let owner = class.and_then(word).map(|class| class.of(walk.text));
    let owner = owner.map(|owner| walk.name(owner));
    Visit::Found(Found { def: Some(SymbolKind::Method), owner, ..Found::default() })
}

/// What an argument of a call that defines, imports or lists something stands for.
fn argument<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    match pass.to {
        To::Name | To::Segment => of_class(walk, node, pass),
        To::Define(kind) => member(walk, node, kind),
        To::Role(Role::Import) if key(walk, node).is_empty() => Visit::Children,
        // The class that was said is no string any more.
        To::Role(Role::StringKey) if key(walk, node).is_empty() && is_first(node) => Visit::Skip,
        To::Role(role @ (Role::Inherit | Role::Type)) => {
            if let Some(name) = node.child_by_field_name("name") {
                walk.emit_ahead(name, Role::Key);
            }
            told(To::Role(role), pass)
        }
        _ => told(if key(walk, node).is_empty() { READ.to } else { KEY.to }, pass),
    }
}

fn is_first(argument: Tree<'_>) -> bool {
    argument.prev_named_sibling().is_none()
}

fn of_class<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let key = key(walk, node);
    let kind = value(node).map_or("", |value| value.kind());
    if let Some(name) = node.child_by_field_name("name") {
        walk.emit_ahead(name, Role::Key);
    }
    let first = is_first(node) && kind == "string";
    let in_method = walk.symbol().and_then(|symbol| walk.out.symbols.get(symbol as usize));
    let in_method = in_method.is_some_and(|symbol| symbol.kind == SymbolKind::Method);
    let to = match key {
        _ if first && pass.to == To::Name => To::Name,
        _ if first => READ.to,
        "inherit" | "contains" | "parent" => BASE.to,
        "signature" => TYPE.to,
        _ => match MEMBERS.iter().find(|(word, _)| *word == key) {
            Some((_, kind)) => To::Define(*kind),
            None if in_method && kind != "function_definition" => TYPE.to,
            None if matches!(kind, "call" | "function_definition") => To::Segment,
            None => READ.to,
        },
    };
    told(to, pass)
}

/// `name = value` in a list of members, or only a name.
fn member<'t>(walk: &mut Walk<'t>, node: Tree<'t>, kind: SymbolKind) -> Visit {
    let named = node.child_by_field_name("name").or_else(|| value(node).filter(|value| value.kind() == "string"));
    let name = named.and_then(word).filter(|name| name.of(walk.text) != "VIRTUAL");
    let Some(name) = name else { return told(READ.to, READ) };
    let calls = value(node).is_some_and(|value| value.kind() == "function_definition");
    let kind = if calls && kind == SymbolKind::Field { SymbolKind::Method } else { kind };
    let hides = section(walk, node) == "private";
    let occurrence = if node.child_by_field_name("name").is_some_and(|name| name.kind() == "identifier") {
        walk.define_early(node, name, kind);
        walk.out.occurrences.len() as u32 - 1
    } else {
        walk.define(node, name, kind, None)
    };
    let index = walk.out.symbols.len() as u32 - 1;
    if let Some(symbol) = walk.out.symbols.last_mut() {
        (symbol.exported, symbol.span) = (!hides, span(node));
        let line = symbol.signature.of(walk.text).lines().next().unwrap_or("");
        let end = symbol.signature.start + line.trim_end_matches(['{', '(', ' ']).len() as u32;
        symbol.signature.end = if calls { symbol.signature.end } else { end };
    }
    Visit::Found(Found { symbol: Some((occurrence, index)), to: Some(READ.to), ..Found::default() })
}

/// The argument of the class that a member is listed in.
fn section<'t>(walk: &Walk<'t>, member: Tree<'t>) -> &'t str {
    let list = member.parent().and_then(|list| list.parent());
    let around = list.and_then(|call| call.parent()).filter(|around| around.kind() == "argument");
    around.map_or("", |around| key(walk, around))
}

/// A string that stands for a name.
fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let names = matches!(pass.to, To::Name | To::Hoist | To::Role(Role::Inherit | Role::Type | Role::Import));
    let Some(at) = word(node).filter(|_| names) else { return Visit::Children };
    if pass.to == To::Role(Role::Import) {
        walk.emit_path(at, Role::Import);
    } else {
        walk.identify(at, pass);
    }
    Visit::Skip
}

/// `pkg::name` imports the name where it stands.
fn namespace<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let part = |field| node.child_by_field_name(field).and_then(word).map(|at| at.of(walk.text));
    if let (Some(module), Some(name)) = (part("lhs"), part("rhs")) {
        let package = walk.name(module);
        if walk.is_new_member(package, name) {
            walk.import(node, NewImport { module, name: Some(name), ..NewImport::default() });
        }
    }
    Visit::Children
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, how: &str) -> Option<()> {
    let package = node.child_by_field_name("function").filter(|function| function.kind() == "namespace_operator");
    let package = package.and_then(|function| function.child_by_field_name("lhs")).map_or("", |lhs| walk.of(lhs));
    let new = NewImport::default();
    let first = arguments(node).next().filter(|first| matches!(key(walk, *first), "" | "package" | "file"))?;
    let module = value(first).and_then(word).map(|at| at.of(walk.text));
    match (how, package) {
        ("use", "box") => {
            for module in arguments(node).filter_map(value) {
                boxed(walk, node, module);
            }
        }
        ("from", "import") => {
            for name in arguments(node).skip(1).filter(|name| name.child_by_field_name("name").is_none()) {
                let name = value(name).and_then(word).map(|at| at.of(walk.text));
                walk.import(node, NewImport { module: module?, name, local: name, ..new });
            }
        }
        ("use" | "from", _) => return None,
        ("source" | "sys.source", _) => {
            value(first).filter(|path| path.kind() == "string")?;
            walk.import(node, NewImport { module: module?, star: true, kind: ImportKind::Include, ..new });
        }
        _ => {
            let by_value = arguments(node).any(|argument| key(walk, argument) == "character.only");
            let module = module.filter(|_| !by_value)?;
            let star = matches!(how, "library" | "require");
            let kind = if how == "library" { ImportKind::Import } else { ImportKind::Require };
            walk.import(node, NewImport { module, star, kind, ..new });
        }
    }
    Some(())
}

/// `box::use(pkg, pkg[a, b], dir/module)`.
fn boxed<'t>(walk: &mut Walk<'t>, node: Tree<'t>, module: Tree<'t>) {
    let listed = module.child_by_field_name("function").filter(|_| module.kind() == "subset");
    let path = walk.of(listed.unwrap_or(module));
    let new = NewImport { module: path, ..NewImport::default() };
    if listed.is_none() {
        walk.import(node, NewImport { local: path.rsplit('/').next(), ..new });
    }
    for name in arguments(module).filter_map(value).filter(|_| listed.is_some()) {
        if name.kind() == "identifier" {
            walk.emit_ahead(name, Role::Import);
        }
        let name = Some(walk.of(name));
        walk.import(node, NewImport { name, local: name, star: name == Some("..."), ..new });
    }
}

/// What begins with a dot is not for others, nor what is inside of a function. A class is not what
/// the function that makes classes returns.
fn complete(out: &mut Outline, _: &str) {
    let classes = out.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Class);
    let classes: HashSet<u32> = classes.map(|class| class.name_at).collect();
    let occurrences = &out.occurrences;
    out.hints.retain(|hint| {
        let binder = occurrences.get(hint.binder as usize);
        hint.how != How::Assigned || binder.is_none_or(|binder| !classes.contains(&binder.at))
    });
    for index in 0..out.symbols.len() {
        let around = out.symbols.get(index).and_then(|symbol| symbol.parent);
        let around = around.and_then(|parent| out.symbols.get(parent as usize)).map(|around| around.kind);
        let Some(symbol) = out.symbols.get_mut(index) else { break };
        match around {
            None => symbol.exported = !out.names.get(symbol.name).starts_with('.'),
            Some(SymbolKind::Class) => {}
            Some(_) => symbol.exported = false,
        }
    }
}
