//! HCL, mostly Terraform's.
//!
//! A block is called by its last label, of the type that its first one says; what Terraform
//! refers to by a prefix (`var.x`, `local.x`, `module.x`) has that as its type. Blocks without
//! labels are sections at the top and nothing further in. What is set in `locals`, or outside of
//! all blocks, is a symbol; all else that is set is a key.

use super::Compiled;
use crate::outline::{ImportKind, Receiver, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

const WHOLE: Node = Node { children: &[("*", KEEP)], ..NODE };
const BLOCK: Node = Node { scope: Some(ScopeKind::Block), ..NODE };
const BINDS: Node = Node { children: &[(":identifier", BIND), ("*", READ)], ..NODE };
/// A value and what stands behind its dots; operators have nothing of their own between them.
const TERMS: Node = Node {
    children: &[
        (":variable_expr", LINK),
        (":get_attr", LINK),
        (":index", READ),
        (":splat", KEEP),
        (":operation", READ),
        (":conditional", READ),
        ("*", VALUE.slot(Slot::Object)),
    ],
    ..NODE
};
const SPLAT: Node = Node { children: &[(":get_attr", KEEP.slot(Slot::Inner)), ("*", READ)], ..NODE };

static SPEC: Spec = Spec {
    language: || tree_sitter_hcl::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &["template_literal"],
    selves: &["self"],
    exported: None,
    bindings_are_symbols: false,
    nodes: &[
        Node { kind: "config_file", body: ":body", children: &[(":body", define(SymbolKind::Entry))], ..NODE },
        Node { kind: "body", children: &[(":attribute", KEEP), ("*", READ)], ..NODE },
        Node {
            kind: "block",
            body: ":body",
            children: &[(":identifier", KEY), (":string_lit", SKIP), (":body", KEEP)],
            hook: Some(block),
            ..NODE
        },
        Node {
            kind: "attribute",
            owner: true,
            exports: true,
            brief: true,
            children: &[(":identifier", KEEP), ("*", READ)],
            hook: Some(attribute),
            ..NODE
        },
        // Expressions.
        Node { kind: "expression", ..TERMS },
        Node { kind: "binary_operation", ..TERMS },
        Node { kind: "unary_operation", ..TERMS },
        Node { kind: "operation", ..WHOLE },
        Node { kind: "variable_expr", ..WHOLE },
        Node { kind: "get_attr", children: &[(":identifier", KEEP.slot(Slot::Same))], ..NODE },
        Node { kind: "splat", ..WHOLE },
        Node { kind: "full_splat", ..SPLAT },
        Node { kind: "attr_splat", ..SPLAT },
        Node { kind: "function_call", tail_first: true, children: &[(":identifier", CALLEE), ("*", READ)], ..NODE },
        Node { kind: "object_elem", children: &[("key", KEY), ("val", READ)], ..NODE },
        Node { kind: "for_tuple_expr", ..BLOCK },
        Node { kind: "for_object_expr", ..BLOCK },
        Node { kind: "for_intro", ..BINDS },
        Node { kind: "template_for", ..BLOCK },
        Node { kind: "template_for_start", ..BINDS },
    ],
};

/// What Terraform writes before the name of a block of this type to refer to it.
fn prefix(block: &str) -> Option<&'static str> {
    match block {
        "variable" => Some("var"),
        "module" => Some("module"),
        "locals" => Some("local"),
        _ => None,
    }
}

/// A label without its quotes.
fn label(node: Tree<'_>) -> Option<Span> {
    match node.kind() {
        "identifier" => Some(span(node)),
        "string_lit" => {
            let inner = node.named_children(&mut node.walk()).find(|child| child.kind() == "template_literal");
            inner.map(span)
        }
        _ => None,
    }
}

fn block<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let parts: Vec<Tree<'t>> = node.named_children(&mut node.walk()).collect();
    let Some((word, rest)) = parts.split_first() else { return Visit::Children };
    // What broke a block may look like its words.
    walk.skip(node);
    let (word, top) = (*word, walk.kinds_around().nth(1) == Some("config_file"));
    let said = walk.of(word);
    let keys = told(KEY.to, pass);
    if said == "locals" && top {
        return Visit::As(define(SymbolKind::Constant));
    }
    let labels: Vec<Tree<'t>> = rest.iter().copied().take_while(|part| label(*part).is_some()).collect();
    // The name of what `dynamic` makes is a key, as it is where it is written out.
    let named = labels.last().copied().filter(|_| said != "dynamic");
    for other in labels.iter().filter(|label| Some(**label) != named && label.kind() == "string_lit") {
        let role = if said == "dynamic" { Role::Key } else { Role::Type };
        if let Some(at) = label(*other) {
            walk.emit_at(at, role, Receiver::None);
        }
    }
    let Some(holder) = named.or(top.then_some(word)) else { return keys };
    let Some(name) = label(holder) else { return keys };
    let kind = match said {
        "variable" if top => SymbolKind::Variable,
        "module" if top => SymbolKind::Module,
        _ if named.is_none() => SymbolKind::Section,
        _ => SymbolKind::Entry,
    };
    let kind_of = labels.first().filter(|first| Some(**first) != named).and_then(|first| label(*first));
    let owner = prefix(said).filter(|_| top).or(kind_of.map(|at| at.of(walk.text)));
    let owner = owner.map(|owner| walk.name(owner));
    let occurrence = if holder.kind() == "identifier" {
        walk.define_early(node, name, kind);
        walk.out.occurrences.len() as u32 - 1
    } else {
        walk.define(node, name, kind, None)
    };
    let index = walk.out.symbols.len() as u32 - 1;
    let open = parts.iter().find(|part| part.kind() == "block_start").map_or(node.end_byte(), |open| open.start_byte());
    let header = Span::new(node.start_byte() as u32, open as u32).of(walk.text).trim_end().len() as u32;
    if let Some(symbol) = walk.out.symbols.last_mut() {
        (symbol.exported, symbol.signature.end) = (true, symbol.signature.start + header);
        symbol.owner = owner;
    }
    facts_inside(walk, node, (said, name));
    Visit::Found(Found { symbol: Some((occurrence, index)), to: Some(KEY.to), ..Found::default() })
}

/// What settings in a block tell about it: where a module comes from, what a variable is for.
fn facts_inside<'t>(walk: &mut Walk<'t>, node: Tree<'t>, (said, name): (&str, Span)) {
    match said {
        "module" => {
            let Some(source) = setting(walk, node, "source") else { return };
            let (module, local) = (source.of(walk.text), Some(name.of(walk.text)));
            walk.import(node, NewImport { module, local, kind: ImportKind::Module, ..NewImport::default() });
        }
        "variable" | "output" => {
            let description = setting(walk, node, "description").unwrap_or_default();
            let symbol = walk.out.symbols.last_mut().filter(|symbol| symbol.doc.is_empty());
            symbol.into_iter().for_each(|symbol| symbol.doc = description);
        }
        _ => {}
    }
}

/// What `key` is set to in a block, if that is a plain string.
fn setting<'t>(walk: &Walk<'t>, block: Tree<'t>, key: &str) -> Option<Span> {
    let body = block.named_children(&mut block.walk()).find(|child| child.kind() == "body")?;
    let set = body.named_children(&mut body.walk()).find(|set| {
        let name = set.named_child(0).filter(|_| set.kind() == "attribute");
        name.is_some_and(|name| walk.of(name) == key)
    })?;
    // A template is not known before it runs.
    let value = set.named_child(1)?.named_child(0).filter(|value| value.kind() == "literal_value")?;
    label(value.named_child(0)?)
}

fn attribute<'t>(walk: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    let local = pass.to == To::Define(SymbolKind::Constant);
    let owner = prefix("locals").filter(|_| local).map(|owner| walk.name(owner));
    Visit::Found(Found { owner, ..Found::default() })
}
