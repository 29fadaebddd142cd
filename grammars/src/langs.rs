//! The languages: one row each, one file each.
//!
//! Adding one means: a file beside the others with its table, a row here, and its golden file in
//! `tests/`. Codes go to disk; never reuse one.

mod c;
mod ecma;
mod go;
mod javascript;
mod markdown;
mod python;
mod rust;
mod typescript;

use crate::lang::{Reader, Row};
use crate::spec::Grammar;
use crate::{Lang, Limits, Outline};
use std::sync::LazyLock;

const ROW: Row =
    Row { code: 0, name: "", aliases: &[], extensions: &[], files: &[], programs: &[], reader: Reader::Lexer };

/// Every language. The first row is text in no known language.
pub(crate) static TABLE: &[Row] = &[
    Row { code: 0, name: "text", extensions: &["txt"], ..ROW },
    Row {
        code: 1,
        name: "python",
        aliases: &["py"],
        extensions: &["py", "pyi", "pyw"],
        files: &["SConstruct", "wscript"],
        programs: &["python", "pypy"],
        reader: Reader::Grammar(&python::GRAMMAR),
    },
    Row {
        code: 2,
        name: "javascript",
        aliases: &["js"],
        extensions: &["js", "mjs", "cjs", "jsx"],
        programs: &["node", "deno", "bun"],
        reader: Reader::Grammar(&javascript::GRAMMAR),
        ..ROW
    },
    Row {
        code: 3,
        name: "typescript",
        aliases: &["ts"],
        extensions: &["ts", "mts", "cts"],
        reader: Reader::Grammar(&typescript::GRAMMAR),
        ..ROW
    },
    Row { code: 4, name: "tsx", extensions: &["tsx"], reader: Reader::Grammar(&typescript::GRAMMAR_TSX), ..ROW },
    Row {
        code: 5,
        name: "rust",
        aliases: &["rs"],
        extensions: &["rs"],
        reader: Reader::Grammar(&rust::GRAMMAR),
        ..ROW
    },
    Row {
        code: 6,
        name: "go",
        aliases: &["golang"],
        extensions: &["go"],
        reader: Reader::Grammar(&go::GRAMMAR),
        ..ROW
    },
    Row { code: 7, name: "c", extensions: &["c", "h"], reader: Reader::Grammar(&c::GRAMMAR), ..ROW },
    Row {
        code: 8,
        name: "markdown",
        aliases: &["md"],
        extensions: &["md", "markdown", "mdx"],
        files: &["README", "CHANGELOG"],
        reader: Reader::Scanner(markdown::outline),
        ..ROW
    },
];

type Compiled = LazyLock<Grammar>;

/// Reads `text` as its row says.
pub(crate) fn outline(lang: Lang, text: &str, limits: &Limits) -> Outline {
    match lang.row().reader {
        Reader::Grammar(grammar) => crate::walk::outline(lang, grammar, text, limits),
        Reader::Scanner(scan) => Outline { lang, ..scan(text) },
        Reader::Lexer => crate::lexer::outline(lang, text, limits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_only_what_their_grammars_have() {
        for row in TABLE {
            if let Reader::Grammar(grammar) = row.reader {
                assert_eq!(grammar.unknown_names(), Vec::<String>::new(), "{}", row.name);
            }
        }
    }

    #[test]
    fn codes_and_extensions_are_unique() {
        for (i, a) in TABLE.iter().enumerate() {
            for b in &TABLE[i + 1..] {
                assert_ne!(a.code, b.code);
                assert!(!a.extensions.iter().any(|x| b.extensions.contains(x)), "{} {}", a.name, b.name);
            }
        }
    }
}
