//! The languages: one row each, one file each.
//!
//! Adding one means: a file beside the others with its table, a row here, and its golden file in
//! `tests/`. Codes go to disk; never reuse one.

mod bash;
mod c;
mod cpp;
mod csharp;
mod css;
mod dart;
mod dockerfile;
mod ecma;
mod elixir;
mod go;
mod haskell;
mod hcl;
mod html;
mod ini;
mod java;
mod javascript;
mod json;
mod kotlin;
mod likely;
mod lua;
mod make;
mod markdown;
mod markup;
mod named;
mod notebook;
mod ocaml;
mod page;
mod php;
mod proto;
mod python;
mod r;
mod rst;
mod ruby;
mod rust;
mod scala;
mod scan;
mod sql;
mod svelte;
mod swift;
mod toml;
mod typescript;
mod vue;
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
    patterns: &[],
    programs: &[],
    claims: None,
    grammar: "",
    reader: Reader::Lexer,
};

/// Every language that is read by more than its words. The first row is text in no known language.
pub(crate) static TABLE: &[Row] = &[
    Row { code: 0, name: "text", extensions: &["txt"], claims: Some((&["ts", "inc"], likely::none_of_these)), ..ROW },
    Row {
        code: 1,
        name: "python",
        aliases: &["py"],
        extensions: &["py", "pyi", "pyw"],
        files: &["SConstruct", "wscript"],
        programs: &["python", "pypy", "ipython"],
        reader: Reader::Grammar(&python::GRAMMAR),
        ..ROW
    },
    Row {
        code: 2,
        name: "javascript",
        aliases: &["js"],
        extensions: &["js", "mjs", "cjs", "jsx"],
        programs: &["node", "nodejs", "deno", "bun", "zx"],
        reader: Reader::Grammar(&javascript::GRAMMAR),
        ..ROW
    },
    Row {
        code: 3,
        name: "typescript",
        aliases: &["ts"],
        extensions: &["ts", "mts", "cts"],
        programs: &["ts-node", "tsx"],
        reader: Reader::Grammar(&typescript::GRAMMAR),
        ..ROW
    },
    Row {
        code: 4,
        name: "tsx",
        extensions: &["tsx"],
        grammar: "typescript",
        reader: Reader::Grammar(&typescript::GRAMMAR_TSX),
        ..ROW
    },
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
    Row {
        code: 7,
        name: "c",
        extensions: &["c", "h"],
        claims: Some((&["inc"], likely::c_include)),
        reader: Reader::Grammar(&c::GRAMMAR),
        ..ROW
    },
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
        grammar: "c-sharp",
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
        grammar: "kotlin-ng",
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
        files: &[
            ".bashrc",
            ".bash_profile",
            ".bash_aliases",
            ".bash_logout",
            ".profile",
            ".zshrc",
            ".zshenv",
            ".zprofile",
            ".envrc",
            "PKGBUILD",
            "APKBUILD",
        ],
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
    Row {
        code: 22,
        name: "ocaml",
        extensions: &["ml", "eliom"],
        files: &[".ocamlinit"],
        programs: &["ocaml", "ocamlrun", "ocamlscript", "utop"],
        reader: Reader::Grammar(&ocaml::GRAMMAR),
        ..ROW
    },
    Row {
        code: 23,
        name: "r",
        extensions: &["r"],
        files: &[".Rprofile", "Rprofile.site"],
        programs: &["Rscript", "littler"],
        reader: Reader::Grammar(&r::GRAMMAR),
        ..ROW
    },
    Row {
        code: 24,
        name: "dart",
        extensions: &["dart"],
        programs: &["dart"],
        reader: Reader::Grammar(&dart::GRAMMAR),
        ..ROW
    },
    Row {
        code: 25,
        name: "ocaml-interface",
        extensions: &["mli", "eliomi"],
        grammar: "ocaml",
        reader: Reader::Grammar(&ocaml::GRAMMAR_INTERFACE),
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
        patterns: &["Makefile.*", "makefile.*", "GNUmakefile.*"],
        reader: Reader::Scanner(make::outline),
        ..ROW
    },
    Row {
        code: 34,
        name: "dockerfile",
        aliases: &["docker"],
        extensions: &["dockerfile"],
        files: &["Dockerfile", "Containerfile"],
        patterns: &["Dockerfile.*", "dockerfile.*", "Containerfile.*"],
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
    Row {
        code: 40,
        name: "hcl",
        aliases: &["terraform", "tf"],
        extensions: &["tf", "tfvars", "hcl", "tofu", "nomad"],
        files: &[".terraformrc", "terraform.rc"],
        reader: Reader::Grammar(&hcl::GRAMMAR),
        ..ROW
    },
    Row {
        code: 41,
        name: "html",
        extensions: &["html", "htm", "xhtml"],
        reader: Reader::Parts { outline: html::outline, layout: html::layout, said: page::said },
        ..ROW
    },
    Row {
        code: 42,
        name: "vue",
        extensions: &["vue"],
        reader: Reader::Parts { outline: vue::outline, layout: vue::layout, said: page::said },
        ..ROW
    },
    Row {
        code: 43,
        name: "svelte",
        extensions: &["svelte"],
        reader: Reader::Parts { outline: svelte::outline, layout: svelte::layout, said: page::said },
        ..ROW
    },
    Row {
        code: 44,
        name: "jupyter",
        aliases: &["notebook", "ipynb"],
        extensions: &["ipynb"],
        reader: Reader::Parts { outline: notebook::outline, layout: notebook::layout, said: notebook::said },
        ..ROW
    },
    // A subset of Python.
    Row {
        code: 52,
        name: "starlark",
        aliases: &["bazel"],
        extensions: &["bzl", "star", "bazel"],
        files: &["BUILD", "WORKSPACE", "BUCK", "Tiltfile"],
        grammar: "python",
        reader: Reader::Grammar(&python::GRAMMAR),
        ..ROW
    },
];

/// Every language, those known only by name last.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    TABLE.iter().chain(named::ROWS)
}

type Compiled = LazyLock<Grammar>;

/// Bytes that are more than looked at: of a notebook its sources count, not its outputs.
fn parsed_bytes(reader: &Reader, text: &str) -> usize {
    match reader {
        Reader::Lexer => 0,
        Reader::Grammar(_) | Reader::Scanner(_) => text.len(),
        Reader::Parts { layout, .. } => layout(text).plain.bytes().filter(|byte| !byte.is_ascii_whitespace()).count(),
    }
}

/// Reads `text` as its row says, or as words when that costs too much.
pub(crate) fn outline(lang: Lang, text: &str, limits: &Limits) -> Outline {
    if text.len() > limits.bytes_max && parsed_bytes(&lang.row().reader, text) > limits.bytes_max {
        return quarantined(lang, text, limits, Limit::Size);
    }
    let outline = match lang.row().reader {
        Reader::Grammar(grammar) => crate::walk::outline(lang, grammar, text, limits),
        Reader::Parts { outline, .. } => Ok(Outline { lang, ..outline(text) }),
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
        for row in rows() {
            if let Reader::Grammar(grammar) = row.reader {
                assert_eq!(grammar.unknown_names(), Vec::<String>::new(), "{}", row.name);
            }
        }
    }

    #[test]
    fn no_two_rows_have_the_same_code_name_or_mark() {
        let rows: Vec<&Row> = rows().collect();
        let names = |row: &Row| [&[row.name], row.aliases].concat();
        for (i, a) in rows.iter().enumerate() {
            for b in &rows[i + 1..] {
                assert_ne!(a.code, b.code, "{} {}", a.name, b.name);
                let shared = |a: &[&str], b: &[&str]| a.iter().any(|x| b.contains(x));
                let marks = [(a.extensions, b.extensions), (a.files, b.files), (a.programs, b.programs)];
                let is_shared = marks.iter().any(|(a, b)| shared(a, b)) || shared(&names(a), &names(b));
                assert!(!is_shared, "{} {}", a.name, b.name);
            }
        }
    }
}
