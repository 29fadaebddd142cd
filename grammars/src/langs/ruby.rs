//! Ruby.
//!
//! Much of what other languages have words for are calls here: `require`, `attr_reader`,
//! `define_method`, `include`, so calls have a hook. A bare name may be a local variable or a
//! call; which one is known only when the method has been read, so [`names`] decides that at the
//! end, together with `private` and all else that looks at more than one node.
//!
//! A symbol (`:name`) is a string that names something. Setters are called as what they set.

mod held;
mod names;

use super::Compiled;
use crate::outline::{ImportKind, Receiver, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled =
    Compiled::new(|| Grammar::new(&SPEC).then(names::complete).behind(VEIL).unless(held::is_too_much));

/// Nothing is lost behind it.
const VEIL: Veil = Veil { hide: held::hide, words: |_, _, _| () };

/// As the parent was told, but what it names is not all of the node.
const PART: Pass = KEEP.no_tail();
/// `@x` belongs to the class and `$x` to all, wherever they are assigned.
const OF_CLASS: Pass = once(ScopeKind::Class);
const OF_FILE: Pass = once(ScopeKind::File);
const METHOD: Node = Node { scope: Some(ScopeKind::Function), children: &[("object", READ), ("name", NAME)], ..NODE };
const CLASS: Node = Node {
    scope: Some(ScopeKind::Class),
    children: &[("name", NAME), ("superclass", BASE)],
    hook: Some(class),
    ..NODE
};
const BLOCK: Node = Node { scope: Some(ScopeKind::Function), joins: true, ..NODE };
const PARAMETERS: Node = Node { children: &[("*", BIND)], ..NODE };
const TARGETS: Node = Node {
    children: &[
        (":identifier", WRITE.slot(Slot::Item)),
        (":constant", define(SymbolKind::Constant).slot(Slot::Item)),
        (":instance_variable", OF_CLASS.slot(Slot::Item)),
        (":class_variable", OF_CLASS.slot(Slot::Item)),
        (":global_variable", OF_FILE.slot(Slot::Item)),
        (":element_reference", READ.slot(Slot::Item)),
        ("*", WRITE.slot(Slot::Item)),
    ],
    ..NODE
};

static SPEC: Spec = Spec {
    language: || tree_sitter_ruby::LANGUAGE.into(),
    identifiers: &[
        "identifier",
        "constant",
        "instance_variable",
        "class_variable",
        "global_variable",
        "hash_key_symbol",
        "operator",
        "self",
        "super",
    ],
    comments: &["comment"],
    strings: &["string_content", "heredoc_content", "heredoc_beginning", "heredoc_end", "uninterpreted"],
    selves: &["self"],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        Node { kind: "comment", hook: Some(comment), ..NODE },
        // Definitions.
        Node { kind: "method", def: Some(SymbolKind::Function), ..METHOD },
        Node { kind: "singleton_method", def: Some(SymbolKind::Method), hook: Some(singleton), ..METHOD },
        Node { kind: "setter", children: &[("name", KEEP)], ..NODE },
        Node { kind: "class", def: Some(SymbolKind::Class), ..CLASS },
        Node { kind: "module", def: Some(SymbolKind::Module), ..CLASS },
        Node { kind: "singleton_class", scope: Some(ScopeKind::Class), ..NODE },
        Node { kind: "superclass", children: &[("*", KEEP)], ..NODE },
        Node { kind: "alias", def: Some(SymbolKind::Method), children: &[("name", NAME), ("alias", READ)], ..NODE },
        Node { kind: "lambda", scope: Some(ScopeKind::Function), ..NODE },
        Node { kind: "block", ..BLOCK },
        Node { kind: "do_block", ..BLOCK },
        // Parameters.
        Node { kind: "method_parameters", ..PARAMETERS },
        Node { kind: "block_parameters", ..PARAMETERS },
        Node { kind: "lambda_parameters", ..PARAMETERS },
        Node { kind: "destructured_parameter", children: &[("*", PART)], ..NODE },
        Node { kind: "splat_parameter", children: &[("name", KEEP)], ..NODE },
        Node { kind: "hash_splat_parameter", children: &[("name", KEEP)], ..NODE },
        Node { kind: "block_parameter", children: &[("name", KEEP)], ..NODE },
        Node { kind: "keyword_parameter", children: &[("name", binder(KEEP)), ("value", VALUE_OF)], ..NODE },
        Node { kind: "optional_parameter", children: &[("name", binder(KEEP)), ("value", VALUE_OF)], ..NODE },
        // Assignments.
        Node {
            kind: "assignment",
            owner: true,
            brief: true,
            children: &[
                ("right", VALUE_OF),
                (":identifier", binder(WRITE)),
                (":constant", binder(KEEP)),
                (":instance_variable", binder(OF_CLASS)),
                (":class_variable", binder(OF_CLASS)),
                (":global_variable", binder(OF_FILE)),
                (":element_reference", READ),
                ("*", binder(WRITE)),
            ],
            hook: Some(assignment),
            ..NODE
        },
        Node {
            kind: "operator_assignment",
            owner: true,
            brief: true,
            children: &[
                ("right", VALUE_OF),
                (":constant", binder(define(SymbolKind::Constant))),
                (":instance_variable", binder(OF_CLASS)),
                (":class_variable", binder(OF_CLASS)),
                (":global_variable", binder(OF_FILE)),
                (":element_reference", READ),
                ("*", binder(WRITE)),
            ],
            ..NODE
        },
        Node { kind: "left_assignment_list", ..TARGETS },
        Node { kind: "destructured_left_assignment", ..TARGETS },
        Node { kind: "rest_assignment", ..TARGETS },
        Node { kind: "right_assignment_list", children: &[("*", VALUE.slot(Slot::Item))], ..NODE },
        Node { kind: "for", children: &[("value", ELEMENT_OF), ("body", READ), ("pattern", binder(WRITE))], ..NODE },
        Node { kind: "in", children: &[("*", VALUE)], ..NODE },
        Node { kind: "rescue", children: &[("exceptions", TYPE_OF), ("variable", binder(WRITE))], ..NODE },
        Node { kind: "exceptions", tail_first: true, children: &[("*", TYPE)], ..NODE },
        Node { kind: "exception_variable", children: &[("*", KEEP)], ..NODE },
        // Patterns.
        Node { kind: "in_clause", children: &[("pattern", PATTERN)], ..NODE },
        Node { kind: "match_pattern", children: &[("pattern", PATTERN), ("value", READ)], ..NODE },
        Node { kind: "test_pattern", children: &[("pattern", PATTERN), ("value", READ)], ..NODE },
        Node { kind: "alternative_pattern", children: &[("*", PART)], ..NODE },
        Node { kind: "parenthesized_pattern", children: &[("*", KEEP)], ..NODE },
        Node { kind: "array_pattern", children: &[("class", TYPE), ("*", PART)], ..NODE },
        Node { kind: "find_pattern", children: &[("class", TYPE), ("*", PART)], ..NODE },
        Node { kind: "hash_pattern", children: &[("class", TYPE), ("*", PART)], ..NODE },
        Node { kind: "as_pattern", children: &[("value", TYPE_OF.slot(Slot::None)), ("name", BIND)], ..NODE },
        Node {
            kind: "keyword_pattern",
            children: &[("key", KEEP), ("value", PATTERN)],
            hook: Some(keyword_pattern),
            ..NODE
        },
        // Expressions.
        Node {
            kind: "call",
            body: "block",
            brief: true,
            children: &[
                ("receiver", OBJECT),
                ("method", CALLEE.slot(Slot::Member)),
                ("arguments", PART),
                ("block", READ),
            ],
            hook: Some(call),
            ..NODE
        },
        Node { kind: "argument_list", children: &[("*", PART)], ..NODE },
        Node { kind: "splat_argument", children: &[("*", READ)], ..NODE },
        Node { kind: "block_argument", children: &[(":simple_symbol", CALLEE), ("*", READ)], ..NODE },
        Node { kind: "scope_resolution", children: &[("scope", OBJECT), ("name", MEMBER)], ..NODE },
        Node { kind: "element_reference", children: &[("object", KEEP)], hook: Some(element), ..NODE },
        Node { kind: "parenthesized_statements", children: &[("*", VALUE)], ..NODE },
        Node {
            kind: "pair",
            children: &[("value", READ), (":hash_key_symbol", KEY), (":simple_symbol", KEY), ("*", READ)],
            ..NODE
        },
        Node { kind: "simple_symbol", hook: Some(symbol), ..NODE },
        Node { kind: "bare_symbol", hook: Some(bare_symbol), ..NODE },
        Node { kind: "string", hook: Some(string), ..NODE },
    ],
};

/// A comment between a header and the first statement belongs to neither.
fn comment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let around = walk.kinds_around().next();
    if around.is_some_and(|kind| matches!(kind, "method" | "singleton_method" | "class" | "module")) {
        walk.end_header(node.start_byte());
    }
    Visit::Children
}

/// `class A::B` belongs to `A` without standing in it.
fn class<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = node.child_by_field_name("name").filter(|name| name.kind() == "scope_resolution");
    let around = name.and_then(|name| name.child_by_field_name("scope"));
    let last = around.map(|around| around.child_by_field_name("name").unwrap_or(around));
    let owner = last.map(|last| walk.of(last)).map(|last| walk.name(last));
    Visit::Found(Found { owner, ..Found::default() })
}

/// `def A.f` outside of any class.
fn singleton<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let object = node.child_by_field_name("object").filter(|object| object.kind() == "constant");
    let owner = object.filter(|_| walk.at_file_level()).map(|object| walk.of(object));
    Visit::Found(Found { owner: owner.map(|owner| walk.name(owner)), ..Found::default() })
}

/// A constant is what its value makes it.
fn assignment<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if node.child(0).is_none_or(|left| left.kind() != "constant") {
        return Visit::Children;
    }
    let made = node.child_by_field_name("right").and_then(|value| made_by(walk, value));
    Visit::Found(Found { def: Some(made.unwrap_or(SymbolKind::Constant)), ..Found::default() })
}

/// What `Struct.new`, `Class.new`, `Data.define` and `Module.new` make.
fn made_by<'t>(walk: &Walk<'t>, call: Tree<'t>) -> Option<SymbolKind> {
    let receiver = call.child(0).filter(|child| child.kind() == "constant" && call.kind() == "call")?;
    let method = call.child_by_field_name("method")?;
    match (walk.of(receiver), walk.of(method)) {
        ("Struct" | "Class", "new") | ("Data", "define") => Some(SymbolKind::Class),
        ("Module", "new") => Some(SymbolKind::Module),
        _ => None,
    }
}

fn call<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let read = Visit::As(Pass { to: READ.to, ..pass });
    let Some(first) = node.child(0) else { return read };
    if pass.to == WRITE.to {
        if let Some(method) = node.child_by_field_name("method") {
            walk.emit_ahead(method, Role::Write);
        }
        return read;
    }
    match first.kind() {
        "identifier" if node.field_name_for_child(0) == Some("method") => command(walk, node, first, pass),
        "constant" if made_by(walk, node).is_some() => {
            let fields = arguments(node).filter(|list| {
                let mut cursor = list.walk();
                list.named_children(&mut cursor).all(|child| matches!(child.kind(), "simple_symbol" | "pair"))
            });
            let to = fields.map_or(READ.to, |_| To::Is(SymbolKind::Field));
            Visit::Found(Found { scope: Some(ScopeKind::Class), to: Some(to), ..Found::default() })
        }
        _ => read,
    }
}

fn arguments(call: Tree<'_>) -> Option<Tree<'_>> {
    call.child_by_field_name("arguments")
}

/// Calls without a receiver, some of which are declarations.
fn command<'t>(walk: &mut Walk<'t>, node: Tree<'t>, name: Tree<'t>, pass: Pass) -> Visit {
    let read = Visit::As(Pass { to: READ.to, ..pass });
    let Some(first) = arguments(node).and_then(|list| list.named_child(0)) else { return read };
    let named = matches!(first.kind(), "simple_symbol" | "string");
    let method = Found { def: Some(SymbolKind::Method), ..Found::default() };
    match walk.of(name) {
        "require" | "require_relative" | "load" | "autoload" => import(walk, node, name).unwrap_or(read),
        "attr" | "attr_reader" | "attr_writer" | "attr_accessor" | "cattr_reader" | "cattr_writer"
        | "cattr_accessor" | "mattr_reader" | "mattr_writer" | "mattr_accessor" | "class_attribute" => {
            attributes(walk, node);
            read
        }
        "define_method" | "define_singleton_method" if named => {
            Visit::Found(Found { scope: Some(ScopeKind::Function), ..method })
        }
        "alias_method" if named => Visit::Found(method),
        "include" | "extend" | "prepend" if matches!(first.kind(), "constant" | "scope_resolution") => {
            Visit::As(Pass { to: BASE.to, ..pass })
        }
        _ => read,
    }
}

fn attributes<'t>(walk: &mut Walk<'t>, node: Tree<'t>) {
    let Some(list) = arguments(node) else { return };
    for name in list.named_children(&mut list.walk()).filter(|child| child.kind() == "simple_symbol") {
        walk.define_early(node, name_of(walk, name), SymbolKind::Property);
    }
}

/// The only content of a string.
fn literal(string: Tree<'_>) -> Option<Tree<'_>> {
    let plain = string.kind() == "string" && string.named_child_count() == 1;
    string.named_child(0).filter(|content| plain && content.kind() == "string_content")
}

fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, word: Tree<'t>) -> Option<Visit> {
    let list = arguments(node)?;
    let (method, auto) = (walk.of(word), walk.of(word) == "autoload");
    let path = literal(list.named_child(u32::from(auto))?)?;
    let constant = list.named_child(0).filter(|first| auto && first.kind() == "simple_symbol");
    walk.emit(word, Role::Call);
    let name = constant.map(|constant| name_of(walk, constant));
    if let Some(name) = name {
        walk.emit_at(name, Role::Import, Receiver::None);
    }
    walk.emit_path(span(path), Role::Import);
    let name = name.map(|name| name.of(walk.text));
    let written = walk.of(path);
    let beside = method == "require_relative" && !written.starts_with(['.', '/']);
    let normal = if beside { format!("./{written}") } else { written.to_string() };
    let kind = ImportKind::Require;
    walk.import(node, NewImport { module: &normal, name, local: name, kind, ..NewImport::default() });
    Some(Visit::Skip)
}

/// `a[i] = x` writes to what `a` holds.
fn element<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    Visit::As(if pass.to == WRITE.to { READ } else { pass })
}

/// `{name:}` takes a value and binds it.
fn keyword_pattern<'t>(_: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let to = if node.child_by_field_name("value").is_some() { KEY.to } else { BIND.to };
    Visit::As(Pass { to, ..pass })
}

/// Where the name stands in `:name`, `:name?` or `:name=`.
fn name_of(walk: &Walk<'_>, symbol: Tree<'_>) -> Span {
    let at = span(symbol);
    let text = walk.of(symbol);
    let name = text.strip_prefix(':').unwrap_or(text).trim_end_matches('=');
    let is_name = name.chars().next().is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '@' | '$'));
    let start = at.start + u32::from(text.starts_with(':'));
    if is_name { Span::new(start, start + name.len() as u32) } else { Span::new(start, start) }
}

fn symbol<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let at = name_of(walk, node);
    match pass.to {
        To::Name => {
            walk.identify(at, pass);
            // Only the first argument names what is defined.
            *walk.around() = READ.to;
        }
        To::Is(_) | To::Role(Role::Key) => walk.identify(at, pass),
        // `&:name` calls it on whatever comes.
        To::Role(Role::Call) if !at.is_empty() => {
            walk.emit_at(at, Role::Call, Receiver::Other);
        }
        _ => walk.identify(at, role(Role::StringKey)),
    }
    Visit::Skip
}

fn bare_symbol<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    if node.named_child(0).is_none_or(|content| content.kind() != "string_content") || node.named_child_count() != 1 {
        return Visit::Children;
    }
    walk.identify(name_of(walk, node), role(Role::StringKey));
    Visit::Skip
}

/// `define_method("name")`.
fn string<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let content = literal(node).filter(|_| pass.to == To::Name);
    let Some(content) = content else { return Visit::Children };
    walk.identify(span(content), pass);
    *walk.around() = READ.to;
    Visit::Skip
}
