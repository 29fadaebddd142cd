//! The languages: one row each, one file each.
//!
//! Adding one means: a file beside the others with its table, a row here, and its golden file in
//! `tests/`. Codes go to disk; never reuse one.

mod bash;
mod c;
mod cpp;
mod csharp;
mod css;
mod dockerfile;
mod ecma;
mod elixir;
mod go;
mod haskell;
mod ini;
mod java;
mod javascript;
mod json;
mod kotlin;
mod lua;
mod make;
mod markdown;
mod php;
mod proto;
mod python;
mod rst;
mod ruby;
mod rust;
mod scala;
mod scan;
mod sql;
mod swift;
mod toml;
mod typescript;
mod yaml;
mod zig;

use crate::lang::{Reader, Row};
use crate::limits::quarantined;
use crate::spec::Grammar;
use crate::{Lang, Limit, Limits, Outline};
use std::sync::LazyLock;

const ROW: Row = Row {
    code: 0,
    name: "",
    aliases: &[],
    extensions: &[],
    files: &[],
    programs: &[],
    claims: None,
    reader: Reader::Lexer,
};

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
        ..ROW
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
    Row {
        code: 9,
        name: "cpp",
        aliases: &["c++"],
        extensions: &["cc", "cpp", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "inl", "cu", "cuh"],
        claims: Some((&["h"], cpp::is_likely)),
        reader: Reader::Grammar(&cpp::GRAMMAR),
        ..ROW
    },
    Row {
        code: 10,
        name: "csharp",
        aliases: &["c#", "c-sharp"],
        extensions: &["cs", "csx"],
        files: &[],
        programs: &[],
        reader: Reader::Grammar(&csharp::GRAMMAR),
        ..ROW
    },
    Row {
        code: 11,
        name: "java",
        aliases: &[],
        extensions: &["java"],
        files: &[],
        programs: &[],
        reader: Reader::Grammar(&java::GRAMMAR),
        ..ROW
    },
    Row {
        code: 12,
        name: "kotlin",
        aliases: &[],
        extensions: &["kt", "kts"],
        files: &[],
        programs: &[],
        reader: Reader::Grammar(&kotlin::GRAMMAR),
        ..ROW
    },
    Row {
        code: 13,
        name: "scala",
        aliases: &[],
        extensions: &["scala", "sc", "sbt"],
        files: &[],
        programs: &["scala"],
        reader: Reader::Grammar(&scala::GRAMMAR),
        ..ROW
    },
    Row {
        code: 14,
        name: "ruby",
        aliases: &[],
        extensions: &["rb", "rake", "gemspec", "ru", "rbi"],
        files: &["Rakefile", "Gemfile", "Guardfile", "Capfile", "Vagrantfile", "Podfile", "Fastfile", "Brewfile"],
        programs: &["ruby"],
        reader: Reader::Grammar(&ruby::GRAMMAR),
        ..ROW
    },
    Row {
        code: 15,
        name: "php",
        aliases: &[],
        extensions: &["php", "phtml", "php3", "php4", "php5", "phps", "inc"],
        files: &[],
        programs: &["php"],
        reader: Reader::Grammar(&php::GRAMMAR),
        ..ROW
    },
    Row {
        code: 16,
        name: "lua",
        aliases: &[],
        extensions: &["lua"],
        files: &[],
        programs: &["lua", "luajit"],
        reader: Reader::Grammar(&lua::GRAMMAR),
        ..ROW
    },
    Row {
        code: 17,
        name: "bash",
        aliases: &["shell"],
        extensions: &["sh", "bash", "zsh", "ksh", "bats", "ebuild", "eclass"],
        files: &[".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD"],
        programs: &["sh", "bash", "zsh", "dash", "ksh", "bats"],
        reader: Reader::Grammar(&bash::GRAMMAR),
        ..ROW
    },
    Row { code: 18, name: "zig", extensions: &["zig", "zon"], reader: Reader::Grammar(&zig::GRAMMAR), ..ROW },
    Row { code: 19, name: "swift", extensions: &["swift"], reader: Reader::Grammar(&swift::GRAMMAR), ..ROW },
    Row {
        code: 20,
        name: "elixir",
        aliases: &[],
        extensions: &["ex", "exs"],
        files: &["mix.exs"],
        programs: &["elixir"],
        reader: Reader::Grammar(&elixir::GRAMMAR),
        ..ROW
    },
    Row {
        code: 21,
        name: "haskell",
        aliases: &["hs"],
        extensions: &["hs", "hs-boot"],
        files: &[],
        programs: &["runhaskell"],
        reader: Reader::Grammar(&haskell::GRAMMAR),
        ..ROW
    },
    Row { code: 30, name: "toml", extensions: &["toml"], reader: Reader::Scanner(toml::outline), ..ROW },
    Row { code: 31, name: "yaml", extensions: &["yaml", "yml"], reader: Reader::Scanner(yaml::outline), ..ROW },
    Row {
        code: 32,
        name: "json",
        extensions: &["json", "jsonc", "json5"],
        reader: Reader::Scanner(json::outline),
        ..ROW
    },
    Row {
        code: 33,
        name: "make",
        aliases: &["makefile"],
        extensions: &["mk"],
        files: &["Makefile", "makefile", "GNUmakefile"],
        reader: Reader::Scanner(make::outline),
        ..ROW
    },
    Row {
        code: 34,
        name: "dockerfile",
        aliases: &["docker"],
        extensions: &["dockerfile"],
        files: &["Dockerfile", "Containerfile"],
        reader: Reader::Scanner(dockerfile::outline),
        ..ROW
    },
    Row {
        code: 35,
        name: "ini",
        extensions: &["ini", "cfg", "conf", "properties"],
        reader: Reader::Scanner(ini::outline),
        ..ROW
    },
    Row {
        code: 36,
        name: "rst",
        aliases: &["restructuredtext"],
        extensions: &["rst"],
        reader: Reader::Scanner(rst::outline),
        ..ROW
    },
    Row { code: 37, name: "css", extensions: &["css", "scss", "less"], reader: Reader::Scanner(css::outline), ..ROW },
    Row { code: 38, name: "sql", extensions: &["sql"], reader: Reader::Scanner(sql::outline), ..ROW },
    Row {
        code: 39,
        name: "proto",
        aliases: &["protobuf"],
        extensions: &["proto"],
        reader: Reader::Scanner(proto::outline),
        ..ROW
    },
];

type Compiled = LazyLock<Grammar>;

/// Reads `text` as its row says, or as words when that costs too much.
pub(crate) fn outline(lang: Lang, text: &str, limits: &Limits) -> Outline {
    if text.len() > limits.bytes_max && !matches!(lang.row().reader, Reader::Lexer) {
        return quarantined(lang, text, limits, Limit::Size);
    }
    let outline = match lang.row().reader {
        Reader::Grammar(grammar) => crate::walk::outline(lang, grammar, text, limits),
        Reader::Scanner(scan) => Ok(Outline { lang, ..scan(text) }),
        Reader::Lexer => return crate::lexer::outline(lang, text, limits),
    };
    match outline.and_then(|outline| limits.hit_by(&outline).map_or(Ok(outline), Err)) {
        Ok(outline) => outline,
        Err(limit) => quarantined(lang, text, limits, limit),
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
