//! Bash and other shells.
//!
//! Nearly everything is a word: the first one of a command is called, the others are strings to
//! the shell, and those that look like names are kept as strings that may name something
//! (`trap cleanup EXIT`). A variable belongs to the file unless it is declared in a function.

use super::Compiled;
use crate::outline::{ImportKind, Role, ScopeKind, Span, SymbolKind};
use crate::spec::*;
use crate::walk::{NewImport, Walk, span};
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

/// As the parent was told, but it is not known by this.
const PART: Pass = KEEP.no_tail();
const GLOBAL: Pass = once(ScopeKind::File);

static SPEC: Spec = Spec {
    language: || tree_sitter_bash::LANGUAGE.into(),
    identifiers: &["variable_name"],
    comments: &["comment"],
    strings: &[
        "string_content",
        "raw_string",
        "ansi_c_string",
        "heredoc_content",
        "heredoc_start",
        "heredoc_end",
        "regex",
        "extglob_pattern",
    ],
    selves: &[],
    // Whoever sources a file gets all of it.
    exported: Some(|_| true),
    bindings_are_symbols: false,
    nodes: &[
        Node {
            kind: "function_definition",
            def: Some(SymbolKind::Function),
            scope: Some(ScopeKind::Function),
            children: &[("name", NAME)],
            ..NODE
        },
        Node { kind: "word", hook: Some(word), ..NODE },
        // Variables.
        Node { kind: "declaration_command", sole: true, children: &[("*", PART)], hook: Some(declaration), ..NODE },
        Node {
            kind: "variable_assignment",
            owner: true,
            brief: true,
            children: &[("name", KEEP)],
            hook: Some(assignment),
            ..NODE
        },
        Node { kind: "subscript", children: &[("name", KEEP)], ..NODE },
        Node { kind: "for_statement", children: &[("variable", BIND)], ..NODE },
        Node { kind: "c_style_for_statement", children: &[("initializer", BIND)], ..NODE },
        Node { kind: "postfix_expression", children: &[("*", WRITE)], ..NODE },
        Node { kind: "unset_command", children: &[("*", WRITE)], ..NODE },
        // Commands.
        Node {
            kind: "command",
            children: &[("name", CALLEE), ("argument", PART), (":variable_assignment", WRITE)],
            hook: Some(command),
            ..NODE
        },
        Node { kind: "command_name", children: &[("*", KEEP)], ..NODE },
        Node { kind: "concatenation", children: &[("*", PART)], ..NODE },
        Node { kind: "heredoc_body", hook: Some(heredoc), ..NODE },
        Node { kind: "simple_expansion", hook: Some(expansion), ..NODE },
    ],
};

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn is_command(text: &str) -> bool {
    !text.contains(['/', '$', '\\', '*', '=']) && text.contains(|c: char| c.is_alphabetic() || c == '_')
}

fn word<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let (at, text) = (span(node), walk.of(node));
    match pass.to {
        To::Name => {
            let end = text.find('=').unwrap_or(text.len());
            walk.identify(Span::new(at.start, at.start + end as u32), pass);
            *walk.around() = READ.to;
            walk.words(Span::new(at.start + end as u32, at.end), Role::String, walk.scope());
        }
        // A command may be called `git-sync`, but a path is none.
        To::Role(Role::Call) if is_command(text) => walk.identify(at, pass),
        To::Bind | To::Once(_) | To::Role(Role::Write) if is_name(text) => walk.identify(at, pass),
        _ if is_name(text) => walk.identify(at, role(Role::StringKey)),
        _ => walk.words(at, Role::String, walk.scope()),
    }
    Visit::Skip
}

/// `local` binds in the function; `declare` does so too, unless told otherwise.
fn declaration<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let word = node.child(0).map_or("", |word| walk.of(word));
    let has = |flag: char| {
        let mut cursor = node.walk();
        node.children(&mut cursor)
            .any(|child| child.kind() == "word" && walk.of(child).starts_with('-') && walk.of(child).contains(flag))
    };
    if has('f') {
        return Visit::As(Pass { to: READ.to, ..pass });
    }
    let global = matches!(word, "export" | "readonly") || has('g') || walk.at_file_level();
    Visit::As(Pass { to: if global { GLOBAL.to } else { BIND.to }, ..pass })
}

/// Text before the first expansion has no node of its own.
fn heredoc<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let (Span { start: mut at, end }, scope) = (span(node), walk.scope());
    for child in node.named_children(&mut node.walk()) {
        let inner = span(child);
        walk.words(Span::new(at, inner.start), Role::String, scope);
        at = inner.end;
    }
    walk.words(Span::new(at, end), Role::String, scope);
    Visit::Children
}

/// `$1` has no name.
fn expansion<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let numbered = walk.of(node).as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if numbered { Visit::Skip } else { Visit::Children }
}

/// A bare assignment; what stands before a command is for that command only.
fn assignment<'t>(_: &mut Walk<'t>, _: Tree<'t>, pass: Pass) -> Visit {
    Visit::As(if pass.to == READ.to { Pass { to: GLOBAL.to, ..pass } } else { pass })
}

fn command<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let read = Visit::As(Pass { to: READ.to, ..pass });
    let Some(name) = node.child_by_field_name("name") else { return read };
    let first = node.child_by_field_name("argument");
    match walk.of(name) {
        "read" | "mapfile" | "readarray" => Visit::As(Pass { to: GLOBAL.to, ..pass }),
        "source" | "." => first.map_or(read, |file| import(walk, node, (name, file), read)),
        "alias" if first.is_some_and(|first| walk.of(first).contains('=')) => {
            Visit::Found(Found { def: Some(SymbolKind::Function), ..Found::default() })
        }
        _ => read,
    }
}

/// `source "$here/lib.sh"`: what is computed before the path is taken for the folder of the file.
fn import<'t>(walk: &mut Walk<'t>, node: Tree<'t>, (name, file): (Tree<'t>, Tree<'t>), read: Visit) -> Visit {
    let text = walk.of(file).trim_matches(['"', '\'']);
    let end = match text.rfind(['}', ')']) {
        Some(end) => end + 1,
        None if text.starts_with('$') => text.find('/').unwrap_or(text.len()),
        None => 0,
    };
    let rest = text.get(end..).unwrap_or("").trim_matches(['"', '\'']);
    let module = if end == 0 { rest.to_string() } else { format!("./{}", rest.trim_start_matches('/')) };
    if rest.is_empty() || rest.contains('$') {
        return read;
    }
    walk.import(node, NewImport { module: &module, kind: ImportKind::Include, ..NewImport::default() });
    let plain = end == 0 && node.named_child_count() == 2;
    if plain {
        if is_command(walk.of(name)) {
            walk.emit(name, Role::Call);
        }
        walk.emit_path(span(file), Role::Import);
        return Visit::Skip;
    }
    read
}
