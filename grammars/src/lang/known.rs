//! What is known of each language, as data for people: how deep, by which grammar, how detected.

use super::{Reader, Row};
use crate::{Lang, langs};

/// How much is drawn from the files of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Symbols, roles, scopes and imports.
    InDepth,
    /// Its sections, entries and the like, and the parts of it that are in other languages.
    OwnWay,
    /// Words and identifiers.
    Words,
}

impl Depth {
    /// A few lower-case words for people.
    pub fn word(self) -> &'static str {
        match self {
            Depth::InDepth => "in depth",
            Depth::OwnWay => "own way",
            Depth::Words => "words",
        }
    }
}

/// What is known of a language.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The language.
    pub lang: Lang,
    /// How much is drawn from its files.
    pub depth: Depth,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// Name and version of the grammar's crate, if it has one.
    pub grammar: Option<(&'static str, &'static str)>,
    /// Whole file names.
    pub files: &'static [&'static str],
    /// File names with one `*`.
    pub patterns: &'static [&'static str],
    /// File name endings without the dot.
    pub extensions: &'static [&'static str],
    /// Programs named in a `#!` line.
    pub programs: &'static [&'static str],
    /// Endings that usually are another language's, where the text decides.
    pub contested: &'static [&'static str],
}

impl Lang {
    /// What is known of every language; those read in depth first, by name.
    pub fn known() -> Vec<Known> {
        let mut all: Vec<Known> = langs::rows().map(known).collect();
        all.sort_by_key(|known| (known.depth, known.lang.name()));
        all
    }
}

fn known(row: &'static Row) -> Known {
    let depth = match row.reader {
        Reader::Grammar(_) => Depth::InDepth,
        Reader::Scanner(_) | Reader::Parts { .. } => Depth::OwnWay,
        Reader::Lexer => Depth::Words,
    };
    Known {
        lang: Lang::from_code(row.code).unwrap_or_default(),
        depth,
        aliases: row.aliases,
        grammar: if depth == Depth::InDepth { grammar(row) } else { None },
        files: row.files,
        patterns: row.patterns,
        extensions: row.extensions,
        programs: row.programs,
        contested: row.claims.map_or(&[], |(ends, _)| ends),
    }
}

/// The crate as our manifest names it, so that the two cannot differ.
fn grammar(row: &Row) -> Option<(&'static str, &'static str)> {
    const MANIFEST: &str = include_str!("../../Cargo.toml");
    let wanted = if row.grammar.is_empty() { row.name } else { row.grammar };
    MANIFEST.lines().find_map(|line| {
        let (name, value) = line.split_once(" = ")?;
        (name.strip_prefix("tree-sitter-")? == wanted).then_some(())?;
        Some((name, value.split('"').nth(1)?.trim_start_matches('=')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_in_depth_says_its_grammar() {
        for known in Lang::known() {
            assert_eq!(known.grammar.is_some(), known.depth == Depth::InDepth, "{:?}", known.lang);
        }
    }
}
