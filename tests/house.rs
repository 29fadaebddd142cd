//! The rules of the house: who may depend on whom, what stays inside a crate, how big things get.
//!
//! Reads the manifests and sources as text. Comments and strings are blanked first, so that a
//! plain search sees only code. Every failure names a file, a line and what to do about it; where
//! a rule itself must change, change its table here and say why in the commit.
//!
//! Knows no Rust beyond comments, strings, braces and the word after `fn`.

use std::fs;
use std::path::{Path, PathBuf};

/// Which crates a crate may depend on. Arrows never turn round: each list names only crates above
/// its own line.
const ARROWS: &[(&str, &[&str])] = &[
    ("grammars", &[]),
    ("indexer", &["grammars"]),
    ("retriever", &["grammars", "indexer"]),
    ("agent", &["grammars", "retriever"]),
    (".", &["retriever", "agent"]),
];

/// Libraries that are a crate's secret, and the crates that may use them. A `*` stands for any end.
const SECRETS: &[(&str, &[&str])] = &[
    ("tree-sitter*", &["grammars"]),
    ("tantivy*", &["indexer"]),
    ("ignore", &["indexer"]),
    ("notify*", &["indexer"]),
    ("memmap2", &["indexer"]),
    ("hnsw_rs", &["indexer"]),
    ("heed*", &["indexer"]),
    ("redb", &["indexer"]),
    ("regex*", &["retriever"]),
    ("grep-*", &["retriever"]),
    ("nucleo*", &["retriever"]),
    ("tokio*", &["agent"]),
    ("reqwest", &["agent"]),
    ("rmcp", &["agent"]),
    ("clap*", &["."]),
    ("indicatif", &["."]),
    ("rayon*", &["indexer", "retriever"]),
];

/// What libraries must not do themselves: the word, the crates that may, what to do instead.
const DEEDS: &[(&str, &[&str], &str)] = &[
    ("print!", &[], "return it, only main prints"),
    ("println!", &[], "return it, only main prints"),
    ("eprint!", &[], "return it, only main prints"),
    ("eprintln!", &[], "return it, only main prints"),
    ("env::var", &[], "take it as an argument, only main reads the environment"),
    ("env::var_os", &[], "take it as an argument, only main reads the environment"),
    ("env::vars", &[], "take it as an argument, only main reads the environment"),
    ("env::args", &[], "take it as an argument, only main reads argv"),
    ("env::args_os", &[], "take it as an argument, only main reads argv"),
    ("process::exit", &[], "return an error, only main exits"),
    ("process::abort", &[], "return an error, only main exits"),
    ("async", &["agent"], "keep it blocking, only agent is async"),
    ("std::net", &["agent"], "hand it in from agent, nothing below opens a socket"),
];

const LIBRARIES: [&str; 4] = ["grammars", "indexer", "retriever", "agent"];
const CODE: [&str; 5] = ["src", "grammars/src", "indexer/src", "retriever/src", "agent/src"];

/// The top level: what must be there, and what may.
const MUST: &[&str] =
    &["Cargo.toml", "indexer", "retriever", "agent", "grammars", "benches", "tests", "README.md", "src"];
const MAY: &[&str] = &[
    "fuzz",
    "Cargo.lock",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "NOTICE",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    ".ci",
    ".cargo",
    ".config",
    ".clippy.toml",
    ".rustfmt.toml",
    ".git",
    ".gitignore",
    "target",
];

const FILE_LINES_MAX: usize = 800;
const FUNCTION_LINES_MAX: usize = 70;

#[test]
fn crates_depend_downwards_and_keep_their_libraries() {
    let mut wrong = Vec::new();
    for (home, arrows) in ARROWS {
        let manifest = root().join(home).join("Cargo.toml");
        for (line, name) in dependencies(&read(&manifest)) {
            let place = format!("{}:{line}", shown(&manifest));
            let is_crate = LIBRARIES.contains(&name.as_str()) || name == "orienteer";
            if is_crate && !arrows.contains(&name.as_str()) {
                wrong.push(format!("{place}: no arrow to `{name}`; move the code, or draw it in ARROWS"));
            }
            let secret = SECRETS.iter().find(|(pattern, _)| is_like(&name, pattern));
            if let Some((_, homes)) = secret.filter(|(_, homes)| !homes.contains(home)) {
                let homes = homes.join(" and ");
                wrong.push(format!("{place}: `{name}` belongs to {homes}; ask that crate, or change SECRETS"));
            }
        }
    }
    let manifest = read(&root().join("Cargo.toml"));
    for (list, expected) in [("members", &LIBRARIES.to_vec()), ("default-members", &[&["."], &LIBRARIES[..]].concat())]
    {
        if quoted_list(&manifest, list) != *expected {
            wrong.push(format!("Cargo.toml: {list} are not {expected:?}; give a new crate its row in ARROWS"));
        }
    }
    report(wrong);
}

#[test]
fn public_signatures_name_no_secret() {
    let mut wrong = Vec::new();
    for home in LIBRARIES {
        for (file, code) in library_code(home) {
            for (line, secret) in exposed_secrets(&code) {
                let place = format!("{}:{line}", shown(&file));
                wrong.push(format!("{place}: `{secret}` shows in public; wrap it, or say pub(crate)"));
            }
        }
    }
    report(wrong);
}

#[test]
fn libraries_print_nothing_and_read_no_environment() {
    let mut wrong = Vec::new();
    for home in LIBRARIES {
        for (file, code) in library_code(home) {
            for (number, line) in code.lines().enumerate() {
                for (word, _, instead) in DEEDS.iter().filter(|(_, homes, _)| !homes.contains(&home)) {
                    if has_word(line, word) {
                        wrong.push(format!("{}:{}: `{word}`; {instead}", shown(&file), number + 1));
                    }
                }
            }
        }
    }
    report(wrong);
}

#[test]
fn top_level_holds_what_the_plan_says() {
    let mut wrong = Vec::new();
    let ignored = read(&root().join(".gitignore"));
    let ignored: Vec<&str> = ignored.lines().map(|line| line.trim().trim_matches('/')).collect();
    let entries = fs::read_dir(root()).expect("the root is a folder");
    let names: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    for name in &names {
        let known = MUST.iter().chain(MAY).chain(&ignored).any(|known| known == name);
        if !known {
            wrong.push(format!("{name}: not in the plan; move it into a folder, or list it in .gitignore or MAY"));
        }
    }
    for name in MUST.iter().filter(|name| !names.iter().any(|there| there == *name)) {
        wrong.push(format!("{name}: missing from the top level; put it back"));
    }
    report(wrong);
}

#[test]
fn files_and_functions_stay_small() {
    let mut wrong = Vec::new();
    for file in sources(&CODE) {
        let text = read(&file);
        let place = shown(&file);
        if !text.starts_with("//!") {
            wrong.push(format!("{place}:1: starts without `//!`; say what the file is for"));
        }
        let code = blank(&text);
        let n_lines = if is_test_file(&file) { 0 } else { code.lines().count().saturating_sub(lines_of_tests(&code)) };
        if n_lines > FILE_LINES_MAX {
            wrong.push(format!("{place}:1: {n_lines} lines without tests; split it, {FILE_LINES_MAX} is the limit"));
        }
        for function in functions(&code).iter().filter(|function| function.n_lines > FUNCTION_LINES_MAX) {
            let Function { name, line, n_lines } = function;
            wrong.push(format!(
                "{place}:{line}: `{name}` has {n_lines} lines; split it, {FUNCTION_LINES_MAX} is the limit"
            ));
        }
    }
    report(wrong);
}

#[track_caller]
fn report(mut wrong: Vec<String>) {
    wrong.sort();
    assert!(wrong.is_empty(), "\n  {}\n", wrong.join("\n  "));
}

fn root() -> PathBuf {
    let told = std::env::var("CARGO_MANIFEST_DIR").ok();
    let built = option_env!("CARGO_MANIFEST_DIR").map(String::from);
    PathBuf::from(told.or(built).expect("cargo says where the package is"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Relative to the root and with `/`, as people type it.
fn shown(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
    path.trim_start_matches("./").to_string()
}

/// Every `.rs` file below the folders, sorted.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The files of a crate with their code, tests left out.
fn library_code(home: &str) -> Vec<(PathBuf, String)> {
    let mut files = sources(&[&format!("{home}/src")]);
    files.retain(|file| !is_test_file(file));
    files.into_iter().map(|file| (file.clone(), without_tests(&blank(&read(&file))))).collect()
}

/// A file of its own for `mod tests`, or for a module of it.
fn is_test_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "tests.rs")
        || path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "tests")
}

/// Line and package name of everything a manifest builds or runs with; dev-dependencies are free.
fn dependencies(manifest: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut section = String::new();
    for (number, line) in manifest.lines().enumerate() {
        let line = line.split(" #").next().unwrap_or("").trim();
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = header.to_string();
            if let Some((_, name)) = section.split_once("dependencies.").filter(|_| is_dependencies(&section)) {
                found.push((number + 1, name.trim_matches('"').to_string()));
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| is_dependencies(&section)) else { continue };
        let key = key.split('.').next().unwrap_or("").trim().trim_matches('"');
        let package = value.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
        if section.ends_with("dependencies") {
            found.push((number + 1, package.unwrap_or(key).to_string()));
        } else if key == "package" {
            let name = value.trim().trim_matches('"').to_string();
            found.last_mut().expect("the section's header pushed one").1 = name;
        }
    }
    found
}

/// The strings of `key = ["a", "b"]`, over lines or not.
fn quoted_list<'a>(manifest: &'a str, key: &str) -> Vec<&'a str> {
    let start = manifest.lines().find(|line| line.split('=').next().is_some_and(|before| before.trim() == key));
    let Some(start) = start else { return Vec::new() };
    let from = start.as_ptr() as usize - manifest.as_ptr() as usize;
    let list = manifest[from..].split(']').next().unwrap_or("");
    list.split('"').skip(1).step_by(2).collect()
}

fn is_dependencies(section: &str) -> bool {
    section.contains("dependencies") && !section.contains("dev-dependencies") && !section.starts_with("workspace")
}

fn is_like(name: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

fn is_secret(library: &str) -> bool {
    SECRETS.iter().any(|(pattern, _)| is_like(&library.replace('_', "-"), &pattern.replace('_', "-")))
}

/// Lines of public items that name a secret library or something imported from one.
fn exposed_secrets(code: &str) -> Vec<(usize, String)> {
    let imported = secret_imports(code);
    let signatures = public_signatures(code).into_iter();
    let named = signatures.filter_map(|(line, signature)| {
        let name = imported.iter().find(|name| has_word(&signature, name)).cloned();
        Some((line, name.or_else(|| secret_path(&signature))?))
    });
    named.collect()
}

/// Types that a file imports from secret libraries.
fn secret_imports(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for path in code.split(';').filter_map(|statement| statement.rsplit_once("use ").map(|(_, path)| path)) {
        if is_secret(path.split("::").next().unwrap_or("")) {
            let words = path.split(|c: char| !is_word(c));
            names.extend(words.filter(|word| word.starts_with(char::is_uppercase)).map(String::from));
        }
    }
    names
}

/// The first path in `code` that starts at a secret library.
fn secret_path(code: &str) -> Option<String> {
    let heads = code.match_indices("::").filter_map(|(at, _)| {
        let start = code[..at].rfind(|c| !is_word(c)).map_or(0, |start| start + 1);
        (!code[..start].ends_with("::")).then_some(&code[start..at])
    });
    heads.into_iter().find(|head| is_secret(head)).map(|head| format!("{head}::"))
}

/// Line and text of every `pub` item, up to its body or end.
fn public_signatures(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    for (number, line) in code.split_inclusive('\n').enumerate() {
        if line.trim_start().starts_with("pub ") {
            let rest = &code[at..];
            found.push((number + 1, rest[..signature_end(rest)].to_string()));
        }
        at += line.len();
    }
    found
}

fn signature_end(code: &str) -> usize {
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' => depth -= 1,
            '>' if before != '-' && before != '=' => depth -= 1,
            '{' => return at,
            ';' | ',' | '}' if depth <= 0 => return at,
            _ => {}
        }
        before = c;
    }
    code.len()
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// True when `word` stands in `line` and is not a part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let longer = line[at + word.len()..].starts_with(is_word) && word.ends_with(is_word);
        !longer && !line[..at].ends_with(is_word)
    })
}

/// As many bytes of nothing, in as many lines.
fn spaces(text: &str) -> String {
    text.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect()
}

/// The text with comments and literals blanked; every byte of code stays where it is.
fn blank(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let n_hidden = literal_or_comment(rest, out.ends_with(is_word));
        let n_taken = n_hidden.unwrap_or(c.len_utf8());
        let (taken, tail) = rest.split_at(n_taken);
        match n_hidden {
            Some(_) => out.push_str(&spaces(taken)),
            None => out.push(c),
        }
        rest = tail;
    }
    out
}

/// Length of the comment or literal that `rest` starts with. `in_word`: the text before it ends
/// in a word, so that an `r` here is no prefix.
fn literal_or_comment(rest: &str, in_word: bool) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(block_comment(rest));
    }
    if rest.starts_with('\'') {
        return character(rest);
    }
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let quoted = rest.strip_prefix(*prefix).map(|tail| tail.trim_start_matches('#').starts_with('"'));
        quoted.unwrap_or(false) && (prefix.ends_with('r') || rest[prefix.len()..].starts_with('"'))
    })?;
    if in_word && !prefix.is_empty() {
        return None;
    }
    if prefix.ends_with('r') {
        let n_hashes = rest[prefix.len()..].bytes().take_while(|&b| b == b'#').count();
        let start = prefix.len() + n_hashes + 1;
        let close = format!("\"{}", "#".repeat(n_hashes));
        return Some(rest[start..].find(&close).map_or(rest.len(), |n| start + n + close.len()));
    }
    Some(escaped(rest, prefix.len() + 1, '"').unwrap_or(rest.len()))
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let step = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (1, 2),
            [b'*', b'/', ..] => (-1, 2),
            _ => (0, 1),
        };
        depth += step.0;
        at += step.1;
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// A character literal; none for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut inside = rest.chars().skip(1);
    let first = inside.next()?;
    let is_literal = first == '\\' || inside.next() == Some('\'');
    is_literal.then(|| escaped(rest, 1, '\'')).flatten()
}

/// One past the closing quote, with backslashes taking the next character.
fn escaped(rest: &str, start: usize, quote: char) -> Option<usize> {
    let mut skip = false;
    for (at, c) in rest[start..].char_indices() {
        match c {
            _ if skip => skip = false,
            '\\' => skip = true,
            _ if c == quote => return Some(start + at + 1),
            _ => {}
        }
    }
    None
}

#[derive(Debug, PartialEq)]
struct Function {
    name: String,
    line: usize,
    n_lines: usize,
}

/// Every function with a body, in blanked code. `fn` in a type (`fn(u8)`) has no name after it.
fn functions(code: &str) -> Vec<Function> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let name: String = code[at + 3..].trim_start().chars().take_while(|&c| is_word(c)).collect();
        if name.is_empty() || code[..at].ends_with(is_word) {
            continue;
        }
        if let Some((_, end)) = body(code, at) {
            let line = code[..at].matches('\n').count() + 1;
            let n_lines = code[at..end].matches('\n').count() + 1;
            found.push(Function { name, line, n_lines });
        }
    }
    found
}

/// The first braces after `at`, unless a `;` ends the item before them.
fn body(code: &str, at: usize) -> Option<(usize, usize)> {
    let (mut depth, mut brackets) = (0, 0);
    let mut start = None;
    for (offset, b) in code.as_bytes()[at..].iter().enumerate() {
        match b {
            b'(' | b'[' => brackets += 1,
            b')' | b']' => brackets -= 1,
            b';' if start.is_none() && brackets == 0 => return None,
            b'{' => {
                start.get_or_insert(at + offset);
                depth += 1;
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return start.map(|start| (start, at + offset + 1));
                }
            }
            _ => {}
        }
    }
    None
}

/// Start and end of every `#[cfg(test)] mod … { … }` in blanked code.
fn test_modules(code: &str) -> Vec<(usize, usize)> {
    const MARK: &str = "#[cfg(test)]";
    let mut found = Vec::new();
    for (at, _) in code.match_indices(MARK) {
        let mut item = code[at + MARK.len()..].trim_start();
        while let Some((_, rest)) = item.split_once(']').filter(|_| item.starts_with("#[")) {
            item = rest.trim_start();
        }
        if item.starts_with("mod ") {
            found.extend(body(code, at).map(|(_, end)| (at, end)));
        }
    }
    found
}

fn lines_of_tests(code: &str) -> usize {
    test_modules(code).iter().map(|&(start, end)| code[start..end].matches('\n').count() + 1).sum()
}

/// The code with its test modules blanked.
fn without_tests(code: &str) -> String {
    let mut out = code.to_string();
    for (start, end) in test_modules(code) {
        out.replace_range(start..end, &spaces(&code[start..end]));
    }
    out
}

#[test]
fn blanking_leaves_only_code() {
    // `~` stands where something was blanked.
    let check = |text: &str, expected: &str| {
        let shown: String = blank(text).chars().zip(text.chars()).map(|(b, t)| if b == t { t } else { '~' }).collect();
        assert_eq!(shown, expected);
    };
    check("a // fn b\nc", "a ~~ ~~ ~\nc");
    check("a /* x /* y */ \n */ b", "a ~~ ~ ~~ ~ ~~ \n ~~ b");
    check(r#"a("}\"{", b'{', '\'', '{')"#, r#"a(~~~~~~, b~~~, ~~~~, ~~~)"#);
    check(r###"r#"a"b"# r#fn br"\" c"###, r###"~~~~~~~~ r#fn ~~~~~ c"###);
    check("fn f<'a>(x: &'a str, c: char) { 'x' }", "fn f<'a>(x: &'a str, c: char) { ~~~ }");
    check("bar\"x", "bar~~");
    assert_eq!(blank("\"é\n\"x"), "   \n x");
}

#[test]
fn functions_are_measured_from_fn_to_brace() {
    let code = "fn a() {}\nfn b(x: [u8; 2]) -> fn(u8)\n{\n    if x { fn c() {\n} }\n}\ntrait T { fn d(); }\n";
    let found: Vec<_> = functions(code).into_iter().map(|f| format!("{} {} {}", f.name, f.line, f.n_lines)).collect();
    assert_eq!(found, ["a 1 1", "b 2 5", "c 4 2"]);
}

#[test]
fn test_modules_do_not_count() {
    let code = "fn a() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n    fn b() { println!() }\n}\nfn c() {}\n";
    assert_eq!(lines_of_tests(code), 5);
    assert!(!without_tests(code).contains("println"));
    assert!(without_tests(code).ends_with("\nfn c() {}\n"));
    assert_eq!(lines_of_tests("#[cfg(test)]\nmod tests;\nfn a() {\n}\n"), 0);
}

#[test]
fn secrets_are_seen_in_public_signatures() {
    let check = |code: &str, expected: &[&str]| {
        let found: Vec<_> =
            exposed_secrets(code).into_iter().map(|(line, secret)| format!("{line} {secret}")).collect();
        assert_eq!(found, expected);
    };
    check("pub fn a(\n    node: tree_sitter::Node<'_>,\n) {}", &["1 tree_sitter::"]);
    check("use tantivy::{Index, schema as s};\npub struct A {\n    pub index: Vec<Index>,\n}", &["3 Index"]);
    check("pub fn a() -> u8 { tantivy::x() }\npub(crate) fn b(x: grep_regex::R);", &[]);
    check("pub use grep_regex::RegexMatcher;\npub fn c(x: crate::ignore::Rule);", &["1 RegexMatcher"]);
    check("pub a: HashMap<u8, memmap2::Mmap>,", &["1 memmap2::"]);
}

#[test]
fn manifests_give_their_dependencies() {
    let manifest = "members = [\n  \"x\",\n  \"y\",\n]\n[workspace.dependencies]\nno = \"1\"\n[dependencies]\na = \"1\" # why\n\
        b.workspace = true\nc = { version = \"1\", package = \"d\", features = [\n  \"e\",\n] }\n[dev-dependencies]\nf = \"1\"\n\
        [target.'cfg(unix)'.dependencies]\ng = \"1\"\n[dependencies.h]\nversion = \"1\"\n[build-dependencies.i]\npackage = \"j\"\n";
    let names: Vec<_> = dependencies(manifest).into_iter().map(|(line, name)| format!("{line} {name}")).collect();
    assert_eq!(names, ["8 a", "9 b", "10 d", "16 g", "17 h", "19 j"]);
    assert_eq!(quoted_list(manifest, "members"), ["x", "y"]);
}

#[test]
fn words_are_whole() {
    assert!(has_word("std::env::var(x)", "env::var"));
    assert!(!has_word("std::env::vars()", "env::var"));
    assert!(!has_word("eprintln!()", "println!"));
    assert!(is_like("tree-sitter-c", "tree-sitter*") && !is_like("regexp", "regex"));
}
