//! What can be told of Elixir when a file is known: documentation, which stands in attributes
//! above what it documents, and what names are known through.

use crate::outline::{How, Outline, Role, Span};

/// Attributes that say something about the module or about what follows.
pub(super) const ATTRIBUTES: &[&str] = &[
    "doc",
    "typedoc",
    "impl",
    "derive",
    "deprecated",
    "since",
    "dialyzer",
    "compile",
    "before_compile",
    "after_compile",
    "after_verify",
    "on_definition",
    "on_load",
    "enforce_keys",
    "external_resource",
    "optional_callbacks",
    "fallback_to_any",
    "vsn",
    "tag",
    "moduletag",
    "describetag",
];

pub(super) fn complete(out: &mut Outline, text: &str) {
    hints(out, text);
    docs(out, text);
}

/// All operators hint; only those that bind mean it.
fn hints(out: &mut Outline, text: &str) {
    let (occurrences, names) = (&out.occurrences, &out.names);
    out.hints.retain_mut(|hint| {
        let (binder, source) = (occurrences[hint.binder as usize], occurrences[hint.source as usize]);
        if hint.how != How::Assigned {
            return true;
        }
        // `%User{} = user`: the pattern tells about the name.
        if binder.role == Role::Type && source.role == Role::Bind {
            (hint.binder, hint.source, hint.how) = (hint.source, hint.binder, How::Annotated);
            return true;
        }
        let end = binder.at as usize + names.get(binder.name).len();
        let rest = text.get(end..).unwrap_or("").trim_start();
        if rest.starts_with("<-") {
            hint.how = How::Element;
        }
        binder.role == Role::Bind && (rest.starts_with(['=', '\\']) || hint.how == How::Element)
    });
}

/// `@doc` belongs to the next definition.
fn docs(out: &mut Outline, text: &str) {
    let mut next = 0;
    for occurrence in out.occurrences.iter().filter(|occurrence| occurrence.role == Role::Decorator) {
        let name = out.names.get(occurrence.name);
        if !matches!(name, "doc" | "typedoc") {
            continue;
        }
        while out.symbols.get(next).is_some_and(|symbol| symbol.span.start < occurrence.at) {
            next += 1;
        }
        let doc = literal(text, occurrence.at as usize + name.len());
        if let (Some(symbol), Some(doc)) = (out.symbols.get_mut(next), doc) {
            symbol.doc = doc;
        }
    }
}

/// The inside of the string that follows `at`.
fn literal(text: &str, at: usize) -> Option<Span> {
    let rest = text.get(at..)?;
    let open = rest.trim_start().trim_start_matches(['~', 's', 'S', '(']);
    let quote = if open.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
    let inside = open.strip_prefix(quote)?;
    let start = text.len() - inside.len();
    Some(Span::new(start as u32, (start + inside.find(quote)?) as u32))
}

/// How many arguments stand in the brackets that `head` starts with.
pub(super) fn n_arguments(head: &str) -> usize {
    let Some(inside) = head.strip_prefix('(') else { return 0 };
    let (mut depth, mut n_commas, mut quoted, mut any) = (0, 0, false, false);
    let mut before = b'(';
    for byte in inside.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b')' if depth == 0 => break,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            // `<<a, b>>` is one argument.
            b'<' if before == byte => depth += 1,
            b'>' if before == byte => depth -= 1,
            b',' if depth == 0 => n_commas += 1,
            _ => {}
        }
        any |= !byte.is_ascii_whitespace();
        before = byte;
    }
    if any { n_commas + 1 } else { 0 }
}
