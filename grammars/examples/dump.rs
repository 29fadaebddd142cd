//! Prints the outline of a file.
//!
//! usage: `cargo run -p grammars --example dump -- FILE`

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use grammars::{Gap, Lang, Limits, LineIndex, Outline, Receiver, Role, ScopeKind, outline};
use std::fmt::Write;

fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lang = Lang::detect(&path, &text);
    print!("{}", print(&text, &outline(lang, &text, &Limits::default())));
}

fn print(text: &str, outline: &Outline) -> String {
    let lines = LineIndex::new(text);
    let name = |id| outline.names.get(id);
    let mut out = format!("{}\n\nsymbols\n", outline.lang.name());
    for symbol in &outline.symbols {
        let mut path = vec![name(symbol.name)];
        let mut parent = symbol.parent;
        while let Some(index) = parent {
            path.push(name(outline.symbols[index as usize].name));
            parent = outline.symbols[index as usize].parent;
        }
        if let Some(owner) = symbol.owner {
            path.push(name(owner));
        }
        path.reverse();
        let signature = symbol.signature.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
        let signature: String = signature.chars().take(100).collect();
        let (first, last) = (lines.line(symbol.span.start), lines.line(symbol.span.end.max(1) - 1));
        let seen = if symbol.exported { "exported" } else { "private" };
        writeln!(out, "  {first}-{last} {} {} {seen} | {signature}", symbol.kind.word(), path.join(".")).unwrap();
        if !symbol.doc.is_empty() {
            let doc = symbol.doc.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(out, "      doc: {}", doc.chars().take(80).collect::<String>()).unwrap();
        }
    }
    out.push_str("\nimports\n");
    for import in &outline.imports {
        let line = lines.line(import.span.start);
        write!(out, "  {line} {:?} `{}`", import.kind, name(import.module)).unwrap();
        if let Some(id) = import.name {
            write!(out, " name `{}`", name(id)).unwrap();
        }
        if let Some(id) = import.local {
            write!(out, " as `{}`", name(id)).unwrap();
        }
        let flags = [(import.star, " star"), (import.reexport, " re-export"), (import.scope != 0, " local")];
        flags.iter().filter(|flag| flag.0).for_each(|flag| out.push_str(flag.1));
        out.push('\n');
    }
    out.push_str("\nhints\n");
    for hint in &outline.hints {
        let place = |index: u32| {
            let occurrence = &outline.occurrences[index as usize];
            format!("{}:{}", lines.line(occurrence.at), name(occurrence.name))
        };
        writeln!(out, "  {} {:?} {}", place(hint.binder), hint.how, place(hint.source)).unwrap();
    }
    out.push_str("\ngaps\n");
    for gap in &outline.gaps {
        match gap {
            Gap::Syntax(span) => writeln!(out, "  line {}", lines.line(span.start)).unwrap(),
            Gap::Limit(limit) => writeln!(out, "  {}", limit.word()).unwrap(),
        }
    }
    out.push_str("\noccurrences\n");
    print_occurrences(text, outline, &lines, &mut out);
    out
}

fn print_occurrences(text: &str, outline: &Outline, lines: &LineIndex, out: &mut String) {
    let mut shown = 0;
    for occurrence in &outline.occurrences {
        let line = lines.line(occurrence.at);
        if line != shown {
            shown = line;
            write!(out, "\n{line:4} | {}\n    ", lines.text(text, line)).unwrap();
        }
        write!(out, " {}", outline.names.get(occurrence.name)).unwrap();
        assert!(text[occurrence.at as usize..].starts_with(outline.names.get(occurrence.name)));
        match occurrence.receiver {
            Receiver::None => {}
            Receiver::Other => out.push_str("<.."),
            Receiver::Occurrence(index) => {
                let receiver = &outline.occurrences[index as usize];
                write!(out, "<{}", outline.names.get(receiver.name)).unwrap();
            }
        }
        write!(out, "={}", occurrence.role.word()).unwrap();
        if matches!(occurrence.role, Role::Def | Role::Bind) {
            let scope = outline.scopes[occurrence.scope as usize];
            let owner = scope.symbol.map(|symbol| outline.names.get(outline.symbols[symbol as usize].name));
            let kind = match scope.kind {
                ScopeKind::File => "file",
                ScopeKind::Class => "class",
                ScopeKind::Function => "fn",
                ScopeKind::Block => "block",
            };
            write!(out, "@{kind}").unwrap();
            if let Some(owner) = owner {
                write!(out, ":{owner}").unwrap();
            }
        }
    }
    out.push('\n');
}
