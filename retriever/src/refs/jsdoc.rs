//! Types that JavaScript writes in its comments: `@param {import("./a").A} a`, `@type {A}`.
//!
//! Read in the text where code says nothing: the comment of a function for its parameters and its
//! result, the comment right before a variable for that. A name in a comment is what the file binds
//! or imports by it, or what a `@typedef` of the file says.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::many::Many;
use super::modules::Module;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use crate::Evidence;
use grammars::{ImportKind, Role};
use std::sync::atomic::Ordering;

/// Typedefs that lead to others.
const TYPEDEFS_MAX: usize = 4;

impl Resolver<'_> {
    /// Texts are read for what facts do not keep: the question is about a name of few files.
    pub(super) fn reads_texts(&self) -> bool {
        self.reads_many_texts.load(Ordering::Relaxed)
    }

    /// A file of JavaScript whose comments have tags with types, if those are read at all.
    fn has_types_in_comments(&self, facts: &Facts) -> bool {
        let tags = ["param", "type", "returns", "typedef"];
        self.reads_texts()
            && facts.family == Family::Script
            && facts.outline().lang.name() == "javascript"
            && tags.iter().any(|tag| facts.name(tag).is_some())
    }

    /// What the comments say that a name bound at `binder` is.
    pub(super) fn documented(&self, facts: &Facts, binder: u32, trail: &Trail) -> Option<Thing> {
        if !self.has_types_in_comments(facts) {
            return None;
        }
        let bound = facts.occurrence(binder);
        let text = self.text_of(facts.file);
        let before = text.get(..bound.at as usize)?.trim_end();
        let before = before.strip_suffix("this.").unwrap_or(before).trim_end();
        let before =
            ["const", "let", "var", "static", "("].iter().find_map(|word| before.strip_suffix(word)).unwrap_or(before);
        if let Some(comment) = before.trim_end().strip_suffix("*/").and_then(|before| before.rsplit_once("/**")) {
            let written = tagged(comment.1, "@type")?.0;
            return self.written_in_comment(facts, &text, written, trail);
        }
        let symbol = facts.outline().scopes.get(bound.scope as usize)?.symbol.filter(|_| bound.role == Role::Bind)?;
        let doc = facts.symbol(symbol).doc.of(&text);
        let name = facts.text(bound.name);
        let mut rest = doc;
        while let Some((written, behind)) = tagged(rest, "@param") {
            let said = behind.trim_start().trim_start_matches('[');
            let end = said.find(|c: char| !grammars::words::is_word(c) && c != '$').unwrap_or(said.len());
            if &said[..end] == name {
                return self.written_in_comment(facts, &text, written, trail);
            }
            rest = behind;
        }
        None
    }

    /// What the comment of a function says that it returns.
    pub(super) fn documented_result(&self, facts: &Facts, symbol: u32, trail: &Trail) -> Option<Thing> {
        if !self.has_types_in_comments(facts) || facts.symbol(symbol).doc.is_empty() {
            return None;
        }
        let text = self.text_of(facts.file);
        let doc = facts.symbol(symbol).doc.of(&text);
        let (written, _) = tagged(doc, "@returns").or_else(|| tagged(doc, "@return"))?;
        self.written_in_comment(facts, &text, written, trail)
    }

    /// What a name that only comments of the file use means there.
    pub(super) fn named_in_comments(&self, facts: &Facts, name: &str, trail: &Trail) -> Vec<DefId> {
        if !self.has_types_in_comments(facts) {
            return Vec::new();
        }
        let text = self.text_of(facts.file);
        match self.type_in_comment(facts, &text, name, trail) {
            Some(Thing::Type(defs) | Thing::Instance(defs)) => defs,
            _ => Vec::new(),
        }
    }

    /// A value of a type as comments write it.
    fn written_in_comment(&self, facts: &Facts, text: &str, written: &str, trail: &Trail) -> Option<Thing> {
        let parts = written.split('|').map(|part| part.trim().trim_matches(['?', '!', '(', ')', '=']));
        let mut named = parts.filter(|part| !matches!(*part, "null" | "undefined" | "false" | "true" | ""));
        let one = named.next().filter(|_| named.next().is_none())?;
        let filled = |name: &str| one.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>');
        if let Some(inner) = ["Promise", "Readonly", "NonNullable"].iter().find_map(|outer| filled(outer)) {
            return self.written_in_comment(facts, text, inner, trail);
        }
        let held = one.strip_suffix("[]").map(|inner| ("Array", inner)).or_else(|| {
            ["Array", "Set", "Iterable", "ReadonlyArray", "ReadonlySet"]
                .iter()
                .find_map(|&kind| Some((kind, filled(kind)?)))
        });
        let mapped = || Some(("Map", filled("Map")?.split_once(',')?.1.trim()));
        let (kind, inner) = held.or_else(mapped).unwrap_or(("", one));
        match self.type_in_comment(facts, text, inner, trail)? {
            Thing::Type(of) | Thing::Instance(of) if kind.is_empty() => Some(Thing::Instance(of)),
            Thing::Type(of) | Thing::Instance(of) => Some(Thing::Many(Many { of, kind: kind.to_string() })),
            thing => Some(thing).filter(|_| kind.is_empty()),
        }
    }

    /// The type of this spelling: `A`, `import("./a").A`, `import("./a")`.
    fn type_in_comment(&self, facts: &Facts, text: &str, written: &str, trail: &Trail) -> Option<Thing> {
        let mut written = written.to_string();
        for _ in 0..TYPEDEFS_MAX {
            let plain = written.split('<').next().unwrap_or("").trim();
            if let Some(inside) = plain.strip_prefix("import(") {
                let (path, rest) = inside.split_once(')')?;
                return self.imported_in_comment(facts, path.trim_matches(['"', '\'']), rest, trail);
            }
            if plain.is_empty() || !plain.chars().all(|c| grammars::words::is_word(c) || c == '$') {
                return None;
            }
            if let Some(defs) = self.bound_in_file(facts, plain, trail) {
                return Some(self.of_defs(&defs, trail));
            }
            match typedef(text, plain) {
                Some(meant) => written = meant.to_string(),
                None => {
                    let (path, name) = import_tag(text, plain)?;
                    let name = if name == "default" { String::new() } else { format!(".{name}") };
                    return self.imported_in_comment(facts, &path, &name, trail);
                }
            }
        }
        None
    }

    /// What the top of the file binds this name to.
    fn bound_in_file(&self, facts: &Facts, name: &str, trail: &Trail) -> Option<Vec<DefId>> {
        let id = facts.name(name)?;
        let own = facts.bindings(0, id).filter_map(|binding| facts.symbol_of(binding));
        let own: Vec<DefId> = own.map(|symbol| DefId { file: facts.file, symbol }).collect();
        if !own.is_empty() {
            return Some(own);
        }
        let mut imports = facts.imports_of(id).filter(|&import| facts.import(import).scope == 0);
        imports.find_map(|import| match self.follow(facts, import, trail) {
            Found::Defs(defs, _) => Some(defs),
            _ => None,
        })
    }

    fn imported_in_comment(&self, facts: &Facts, path: &str, rest: &str, trail: &Trail) -> Option<Thing> {
        let modules = self.modules.resolve(self.project, facts.file, path, ImportKind::Require);
        let Some(module) = modules.first() else { return Some(Thing::External(path.to_string())) };
        let found = match rest.trim().strip_prefix('.') {
            None => self.required(module, trail),
            Some(name) => match self.exported(module, name.trim(), trail) {
                Found::Nothing | Found::Missing => self.typedef_of(module, name.trim(), trail),
                found => found,
            },
        };
        match found {
            Found::Defs(defs, _) => Some(self.of_defs(&defs, trail)),
            _ => None,
        }
    }

    /// `import("./a").Name`, where that file only has a `@typedef` of the name.
    fn typedef_of(&self, module: &Module, name: &str, trail: &Trail) -> Found {
        let Module::File(file) = module else { return Found::Nothing };
        let facts = self.facts(*file);
        let text = self.text_of(*file);
        let written = typedef(&text, name).map(str::to_string);
        let known = trail.step((b'j', *file, 0), None, || self.type_in_comment(&facts, &text, &written?, trail));
        match known {
            Some(Thing::Type(defs) | Thing::Instance(defs)) => Found::Defs(defs, Evidence::Import),
            _ => Found::Nothing,
        }
    }
}

/// What stands between the braces behind the first such tag, and the text behind them.
fn tagged<'t>(comment: &'t str, tag: &str) -> Option<(&'t str, &'t str)> {
    let mut rest = comment;
    loop {
        rest = &rest[rest.find(tag)? + tag.len()..];
        let Some(inside) = rest.trim_start().strip_prefix('{') else { continue };
        let mut depth = 1usize;
        let close = inside.char_indices().find(|(_, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        return Some((inside[..close.0].trim(), &inside[close.0 + 1..]));
    }
}

/// What `@typedef {…} name` says somewhere in a file.
fn typedef<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let (written, behind) = tagged(rest, "@typedef")?;
        let said = behind.trim_start();
        let end = said.find(|c: char| !grammars::words::is_word(c) && c != '$').unwrap_or(said.len());
        if &said[..end] == name {
            return Some(written);
        }
        rest = behind;
    }
}

/// `@import A, { b as c } from "./d"`: the module and the name in it of what the file calls `name`.
fn import_tag(text: &str, name: &str) -> Option<(String, String)> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find("@import")? + "@import".len()..];
        let said = rest.split("*/").next().unwrap_or("");
        let Some((names, path)) = said.split_once("from") else { continue };
        let quoted = path.trim_start().strip_prefix(['"', '\'']).and_then(|path| path.split(['"', '\'']).next());
        let Some(path) = quoted.filter(|_| !names.contains('@')) else { continue };
        let (first, listed) = names.split_once('{').unwrap_or((names, ""));
        let word =
            |part: &str| part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '}' | ',')).to_string();
        if word(first) == name {
            return Some((path.to_string(), "default".to_string()));
        }
        for part in listed.split(',').map(word) {
            let (outer, local) = part.split_once(" as ").unwrap_or((&part, &part));
            if local.trim() == name {
                return Some((path.to_string(), outer.trim().to_string()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read() {
        let text = "/** @typedef {import(\"./a\")} A */\n/** @typedef {{ x: {} }} B more */";
        assert_eq!(typedef(text, "A"), Some("import(\"./a\")"));
        assert_eq!((typedef(text, "B"), typedef(text, "C")), (Some("{ x: {} }"), None));
        assert_eq!(tagged("@param a @param {B=} b", "@param"), Some(("B=", " b")));
        let text = "/**\n * @import A, {\n *   B,\n *   C as D\n * } from \"../a\"\n */";
        let of = |name| import_tag(text, name).map(|(path, name)| path + " " + &name);
        assert_eq!((of("A").as_deref(), of("D").as_deref()), (Some("../a default"), Some("../a C")));
        assert_eq!((of("B").as_deref(), of("C"), of("")), (Some("../a B"), None, None));
        assert_eq!((tagged("@param {B", "@param"), tagged("", "@type")), (None, None));
    }
}
