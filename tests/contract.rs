//! What scripts rely on: keys, numbers, order, exit codes, and the texts people read.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, finished, rows, run, text};
use expect_test::{Expect, expect};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// Every row has these keys with values of these types, and no others except the optional.
fn check_keys(rows: &[Value], keys: &[(&str, &str)], optional: &[&str]) {
    assert!(!rows.is_empty());
    for row in rows {
        let object = row.as_object().unwrap();
        for (key, kind) in keys {
            let value = object.get(*key).unwrap_or_else(|| panic!("no `{key}` in {row}"));
            let fits = match *kind {
                "text" => value.is_string(),
                "count" => value.is_u64(),
                "from 1" => value.as_u64().is_some_and(|n| n >= 1),
                "number" => value.is_number(),
                "flag" => value.is_boolean(),
                "list" => value.is_array(),
                "path" => value.as_str().is_some_and(|path| !path.starts_with('/') && !path.contains('\\')),
                other => panic!("no such kind: {other}"),
            };
            assert!(fits, "`{key}` is no {kind} in {row}");
        }
        let known = |key: &&String| keys.iter().any(|(name, _)| name == key) || optional.contains(&key.as_str());
        assert_eq!(object.keys().find(|key| !known(key)), None, "unknown key in {row}");
    }
}

const SEARCH_KEYS: [(&str, &str); 7] = [
    ("path", "path"),
    ("start_line", "from 1"),
    ("end_line", "from 1"),
    ("score", "number"),
    ("symbol", "text"),
    ("kind", "text"),
    ("text", "text"),
];

const REF_KEYS: [(&str, &str); 9] = [
    ("path", "path"),
    ("line", "from 1"),
    ("col", "from 1"),
    ("role", "text"),
    ("call", "flag"),
    ("evidence", "text"),
    ("confidence", "number"),
    ("within", "text"),
    ("text", "text"),
];

#[test]
fn search_gives_ranges_scores_and_symbols() {
    let shop = Project::shop();
    let found = shop.rows(&["search", "--limit", "3", "charge the card"]);
    check_keys(&found, &SEARCH_KEYS, &[]);
    assert!(found.len() <= 3);
    let scores: Vec<f64> = found.iter().map(|row| row["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "best first: {scores:?}");
    for row in &found {
        let source = std::fs::read_to_string(shop.path(text(row, "path"))).unwrap();
        let (start, end) = (row["start_line"].as_u64().unwrap() as usize, row["end_line"].as_u64().unwrap() as usize);
        let lines: Vec<&str> = source.lines().collect();
        assert_eq!(text(row, "text").trim_end(), lines[start - 1..end].join("\n").trim_end());
    }
    check_keys(&shop.rows(&["search", "--explain", "charge"]), &SEARCH_KEYS, &["parts"]);
}

#[test]
fn similar_gives_places_as_search_does() {
    let shop = Project::shop();
    let place = "backend/users.py:23";
    let found = shop.rows(&["similar", place]);
    check_keys(&found, &SEARCH_KEYS, &[]);
    assert!(found.iter().all(|row| text(row, "text").lines().count() > 0 && row["score"].as_f64().unwrap() <= 1.0001));
    assert_eq!(shop.rows(&["similar", "-n", "1", place]), found[..1]);
    let said = shop.found(&["similar", place]);
    let of = said.lines().last().unwrap();
    assert!(of.starts_with("(like backend/users.py:") && of.ends_with(", method UserService.find)"), "{of}");
}

#[test]
fn similar_says_what_is_no_place() {
    let shop = Project::shop();
    shop.write("logo.bin", b"\0\x01");
    shop.write("blank.py", "\n\n");
    for (place, says, hint) in [
        ("backend/user.py:3", "no file `backend/user.py` in this project", "did you mean `backend/users.py`"),
        ("backend/users.py:999", "`backend/users.py` has only 38 lines", "ori similar backend/users.py:38"),
        ("logo.bin:1", "`logo.bin` is not searched: binary", "ori why logo.bin"),
        ("blank.py:1", "`blank.py` is blank", ""),
        ("backend/users.py", "it must look like src/app.py:12", ""),
    ] {
        let run = shop.ori(&["similar", place]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{place}");
        assert!(run.stderr.contains(says) && run.stderr.contains(hint), "{run:?}");
    }
    shop.write("alone.py", "def darken(colour, percent):\n    return [part * percent for part in colour]\n");
    let run = shop.ori(&["similar", "alone.py:2"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert_eq!(run.stderr, "nothing is like alone.py:1-2, function darken\n");
}

#[test]
fn refs_give_definitions_then_places_then_a_balance_that_adds_up() {
    let shop = Project::shop();
    let mut found = shop.rows(&["refs", "getUserInfo"]);
    let last = found.pop().unwrap();
    check_keys(&found, &REF_KEYS, &["candidates"]);
    let is_definition = |row: &Value| row["role"] == "definition";
    let n_definitions = found.iter().take_while(|row| is_definition(row)).count();
    assert!(n_definitions >= 1 && !found[n_definitions..].iter().any(is_definition));
    assert_eq!(text(&found[0], "path"), "web/src/api/user.ts");
    for row in &found {
        let source = std::fs::read_to_string(shop.path(text(row, "path"))).unwrap();
        let line = source.lines().nth(row["line"].as_u64().unwrap() as usize - 1).unwrap();
        assert_eq!(text(row, "text"), line);
        let at = &line[row["col"].as_u64().unwrap() as usize - 1..];
        assert!(at.starts_with("getUserInfo") || at.starts_with("loadUser"), "{row}");
    }
    check_balance(&last);
}

fn check_balance(row: &Value) {
    let balance = row["balance"].as_object().unwrap_or_else(|| panic!("no balance but {row}"));
    let count = |key: &str| balance[key].as_u64().unwrap_or_else(|| panic!("no `{key}` in {row}"));
    let parts = ["definitions", "resolved", "other", "ambiguous", "text", "skipped"];
    assert_eq!(count("total"), parts.iter().map(|part| count(part)).sum::<u64>(), "{row}");
    for key in ["aliases", "folded", "left_out", "unread_files"] {
        count(key);
    }
}

#[test]
fn doubtful_places_are_folded_unless_all_is_asked_for() {
    let shop = Project::shop();
    let (mut few, mut all) = (shop.rows(&["refs", "getUserInfo"]), shop.rows(&["refs", "--all", "getUserInfo"]));
    let (few_balance, all_balance) = (few.pop().unwrap(), all.pop().unwrap());
    check_balance(&all_balance);
    let folded = few_balance["balance"]["folded"].as_u64().unwrap() as usize;
    assert!(folded > 0 && few.iter().all(|row| all.contains(row)));
    assert_eq!(all.len(), few.len() + folded);
    assert_eq!(few_balance["balance"]["total"], all_balance["balance"]["total"]);
}

#[test]
fn columns_count_bytes() {
    let project = Project::new("=== a.py\ndef größe(): pass\n\"äöü\", größe()\n");
    let rows = project.rows(&["refs", "größe"]);
    let places: Vec<(u64, u64)> =
        rows[..2].iter().map(|row| (row["line"].as_u64().unwrap(), row["col"].as_u64().unwrap())).collect();
    assert_eq!(places, [(1, 5), (2, 11)]);
}

#[test]
fn refs_can_be_narrowed_to_a_role_and_a_definition() {
    let shop = Project::shop();
    let calls = shop.rows(&["refs", "getUserInfo", "--role", "call"]);
    let roles: Vec<&str> = calls[..calls.len() - 1].iter().map(|row| text(row, "role")).collect();
    assert!(roles.contains(&"call") && roles.iter().all(|role| ["definition", "call"].contains(role)), "{roles:?}");
    let demo = shop.rows(&["refs", "getUserInfo", "--at", "web/src/state/demo.ts:11"]);
    assert_eq!(text(&demo[0], "path"), "web/src/state/demo.ts");
    assert!(demo[..demo.len() - 1].iter().all(|row| text(row, "path") == "web/src/state/demo.ts"), "{demo:?}");
    check_balance(demo.last().unwrap());
}

#[test]
fn the_other_commands_have_their_keys_too() {
    let shop = Project::shop();
    let def = [
        ("path", "path"),
        ("line", "from 1"),
        ("col", "from 1"),
        ("end_line", "from 1"),
        ("kind", "text"),
        ("name", "text"),
        ("within", "text"),
        ("signature", "text"),
        ("doc", "text"),
        ("exported", "flag"),
        ("text", "text"),
    ];
    check_keys(&shop.rows(&["def", "UserService.find"]), &def, &[]);
    let outline = [
        ("path", "path"),
        ("line", "from 1"),
        ("end_line", "from 1"),
        ("depth", "count"),
        ("kind", "text"),
        ("name", "text"),
        ("signature", "text"),
        ("doc", "text"),
        ("exported", "flag"),
    ];
    check_keys(&shop.rows(&["outline", "backend/users.py"]), &outline, &[]);
    let files = [("path", "path"), ("lang", "text"), ("lines", "count"), ("bytes", "count"), ("score", "number")];
    check_keys(&shop.rows(&["files", "usr"]), &files, &["skipped"]);
    assert_eq!(shop.rows(&["files", "-n", "1000"]).len(), common::files_below(&shop.root).len());
    check_keys(&shop.rows(&["why", "README.md"]), &[("path", "path"), ("verdict", "text"), ("reason", "text")], &[]);
    let language = [
        ("language", "text"),
        ("depth", "text"),
        ("aliases", "list"),
        ("files", "list"),
        ("extensions", "list"),
        ("programs", "list"),
        ("by_content", "list"),
    ];
    check_keys(&shop.rows(&["languages"]), &language, &["grammar"]);
    let reindex = [
        ("generation", "from 1"),
        ("files", "count"),
        ("read", "count"),
        ("new", "count"),
        ("deleted", "count"),
        ("bytes", "count"),
        ("seconds", "number"),
    ];
    check_keys(&shop.rows(&["reindex"]), &reindex, &["skipped", "notes"]);
    let status = [
        ("root", "text"),
        ("store", "text"),
        ("generation", "from 1"),
        ("files", "count"),
        ("searched", "count"),
        ("chunks", "count"),
        ("source_bytes", "count"),
        ("store_bytes", "count"),
        ("changed_not_indexed", "count"),
        ("deleted_not_indexed", "count"),
        ("checked", "flag"),
    ];
    check_keys(&shop.rows(&["status"]), &status, &["head", "languages", "skipped", "words_only", "watcher"]);
    assert_eq!(text(&shop.rows(&["status"])[0], "store"), shop.store().to_str().unwrap());
}

/// A shop whose history changes two functions, and a file that is not there before its commit.
fn shop_with_history() -> Project {
    let shop = Project::shop();
    let commit = |message: &str| {
        shop.git(&["add", "-A"]);
        shop.git(&["commit", "-qm", message]);
    };
    shop.git(&["init", "-q"]);
    commit("A small shop to begin with");
    let change = |path: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(shop.path(path)).unwrap();
        assert!(text.contains(from), "{path}");
        shop.write(path, text.replace(from, to));
    };
    change("backend/users.py", "def find(self", "def find(self, *, strict=True, ");
    commit("Finding a user by its number can be strict (#7)");
    shop.write("backend/coupons.py", "def discount(order):\n    return order.total * 0.9\n");
    commit("Coupons give a discount on an order");
    change("backend/coupons.py", "0.9", "0.8");
    commit("A coupons discount is twenty percent now");
    change("backend/coupons.py", "0.8", "0.7");
    commit("Bump the discount to thirty percent");
    shop
}

#[test]
fn bench_asks_the_history_what_commits_changed() {
    let shop = shop_with_history();
    let found = shop.rows(&["bench", "--here", "--verbose"]);
    let (tallies, misses): (Vec<Value>, Vec<Value>) = found.into_iter().partition(|row| row.get("system").is_some());
    let keys = [
        ("system", "text"),
        ("group", "text"),
        ("questions", "from 1"),
        ("hit1", "number"),
        ("hit5", "number"),
        ("hit10", "number"),
        ("mrr", "number"),
        ("ms", "number"),
    ];
    check_keys(&tallies, &keys, &[]);
    let row = |system: &str, group: &str| {
        let row = tallies.iter().find(|row| row["system"] == system && row["group"] == group);
        row.unwrap_or_else(|| panic!("no {system} {group} in {tallies:?}"))
    };
    assert_eq!((&row("search", "all")["questions"], &row("bm25", "all")["questions"]), (&2.into(), &2.into()));
    assert_eq!(
        (&row("search", "names_file")["questions"], &row("search", "no_name")["questions"]),
        (&1.into(), &1.into())
    );
    assert_eq!(
        (&row("search", "functions")["questions"], &row("search", "functions")["hit10"]),
        (&2.into(), &1.0.into())
    );
    for miss in misses {
        check_keys(
            &[miss],
            &[("commit", "text"), ("subject", "text"), ("first", "text")],
            &["wanted", "search", "bm25", "rg"],
        );
    }
    // In a folder of the repository, only that is asked about; nothing is left behind.
    let inside = run(shop.command(&["bench", "--here", "--json", "--root"]).arg(shop.path("backend")));
    assert_eq!((inside.code, &rows(&inside.stdout)[0]["questions"]), (0, &2.into()), "{inside:?}");
    let said = shop.found(&["bench", "--here", "--commits", "1"]);
    assert!(said.starts_with("1 question from the history") && said.contains("\n  plain BM25 "), "{said}");
}

#[test]
fn bench_needs_a_history() {
    let shop = Project::shop();
    let run = shop.ori(&["bench", "--here"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("not a git repository"), "{run:?}");
    assert_eq!(shop.ori(&["bench"]).code, 2);
    shop.git(&["init", "-q"]);
    shop.git(&["add", "-A"]);
    shop.git(&["commit", "-qm", "A small shop to begin with"]);
    let run = shop.ori(&["bench", "--here"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
    assert!(run.stderr.contains("no commit of this history"), "{run:?}");
}

#[test]
fn languages_are_listed_by_depth_without_a_project() {
    let shop = Project::shop();
    let found = shop.rows(&["languages"]);
    let row = |name: &str| found.iter().find(|row| row["language"] == name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!(
        (&row("python")["depth"], &row("python")["grammar"]["name"]),
        (&"in depth".into(), &"tree-sitter-python".into())
    );
    assert!(row("python")["grammar"]["version"].as_str().unwrap().starts_with(|c: char| c.is_ascii_digit()));
    for name in ["ocaml", "ocaml-interface", "r", "dart", "hcl"] {
        assert_eq!(row(name)["depth"], "in depth", "{name}");
    }
    assert_eq!((&row("vue")["depth"], row("vue").get("grammar")), (&"own way".into(), None));
    assert_eq!((&row("perl")["depth"], &row("cpp")["by_content"][0]), (&"words".into(), &"h".into()));
    let nowhere = run(shop.command(&["languages"]).current_dir("/"));
    assert_eq!(nowhere.code, 0, "{nowhere:?}");
    assert!(nowhere.stdout.contains("Dockerfile.*") && nowhere.stdout.lines().all(|line| line.len() <= 120));
}

#[test]
fn signatures_in_notebooks_are_as_typed() {
    let source = r#""def load(path, sep=\"\\t\"):\n", "    \"\"\"Reads \"raw\".\"\"\"\n""#;
    let notebook = format!(r#"{{"cells": [{{"cell_type": "code", "source": [{source}]}}]}}"#);
    let project = Project::new("");
    project.write("a.ipynb", notebook);
    let found = project.rows(&["def", "load"]);
    assert_eq!(
        (text(&found[0], "signature"), text(&found[0], "doc")),
        (r#"def load(path, sep="\t"):"#, r#"Reads "raw"."#)
    );
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    let shop = Project::shop();
    let other = Project::shop();
    for args in [
        &["search", "--json", "user order price"][..],
        &["refs", "--json", "--all", "user"],
        &["def", "--json", "getUserInfo"],
        &["files", "--json", "s"],
        &["outline", "--json", "backend/orders.py"],
        &["search", "where are orders placed"],
        &["similar", "--json", "backend/users.py:23"],
    ] {
        let first = shop.found(args);
        assert_eq!(first, shop.found(args), "{args:?}");
        // A store of its own, filled by other threads in another order.
        assert_eq!(first, other.found(args), "{args:?}");
    }
}

#[test]
fn exit_codes_tell_found_from_nothing_from_failure() {
    let shop = Project::shop();
    for nothing in [&["search", "qqqzzzxxyy"][..], &["files", "qqqzzz"], &["refs", "qqqzzz"], &["def", "qqqzzz"]] {
        let run = shop.ori(nothing);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{nothing:?}");
        assert!(run.stderr.contains("qqqzzz"), "{run:?}");
    }
    let failed = shop.ori(&["outline", "backend/user.py"]);
    assert_eq!((failed.code, failed.stdout.as_str()), (2, ""));
    assert!(failed.stderr.contains("hint: did you mean `backend/users.py`"), "{failed:?}");
    let nowhere = run(&mut shop.command(&["refs", "x", "--root", "/no/such/folder"]));
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.stderr.starts_with("error: cannot open /no/such/folder"), "{nowhere:?}");
}

#[test]
fn a_name_that_does_not_exist_is_said_not_to_with_the_nearest_spelling() {
    let shop = Project::shop();
    for command in ["refs", "def"] {
        let run = shop.ori(&[command, "getUserInf"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.contains("`getUserInf`") && run.stderr.contains("did you mean `getUserInfo`"), "{run:?}");
    }
    let run = shop.ori(&["refs", "--json", "getUserInf"]);
    let found = rows(&run.stdout);
    assert_eq!((run.code, found.len()), (1, 1));
    check_balance(&found[0]);
}

#[test]
fn reindex_takes_a_folder_as_root_does() {
    let shop = Project::shop();
    let root = shop.root.to_str().unwrap();
    let by_place = run(shop.command(&["reindex", root]).current_dir("/"));
    assert_eq!(by_place.code, 0, "{by_place:?}");
    let generation = |args: &[&str]| rows(&run(&mut shop.command(args)).stdout)[0]["generation"].clone();
    assert_eq!(generation(&["reindex", "--json", root]), generation(&["reindex", "--json", "--root", root]));
    shop.store();
    // In a folder of the project, paths may be given as seen from there.
    let outline = run(shop.command(&["outline", "users.py", "--root", root]).current_dir(shop.path("backend")));
    assert!(outline.stdout.starts_with("backend/users.py"), "{outline:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let project = Project::new("");
    let many = "def f(): common_name()\n".repeat(20_000);
    project.write("a.py", many);
    project.found(&["reindex"]);
    let mut command = project.command(&["refs", "--json", "common_name"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with('{'));
    let ended = finished(child);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
}

#[test]
fn questions_in_words_are_routed() {
    let shop = Project::shop();
    let called = "web/src/components/ProfileCard.tsx";
    for question in ["where is getUserInfo called", "who calls getUserInfo?", "getUserInfo 在哪里被调用"] {
        let found = rows(&shop.found(&["ask", "--json", question]));
        assert_eq!(found[0]["role"], "definition", "{question}");
        assert!(found.iter().any(|row| row["path"] == called && row["call"] == true), "{question}");
        check_balance(found.last().unwrap());
    }
    for question in ["where is getUserInfo defined", "what is getUserInfo", "getUserInfo 在哪里定义"] {
        let found = rows(&shop.found(&["ask", "--json", question]));
        assert_eq!(
            (text(&found[0], "path"), text(&found[0], "kind")),
            ("web/src/api/user.ts", "function"),
            "{question}"
        );
    }
    for question in ["where is getUserInfo used", "哪里用到了 getUserInfo"] {
        let found = rows(&shop.found(&["ask", "--json", question]));
        assert!(found.iter().any(|row| row["role"] == "export"), "{question}");
    }
    let found = rows(&shop.found(&["ask", "--json", "how does a customer pay for an order"]));
    assert!(found[0].get("score").is_some());
}

#[test]
fn tools_answer_as_they_would_an_agent() {
    let shop = Project::shop();
    let named: Vec<String> = shop.rows(&["tool"]).iter().map(|row| text(row, "name").to_string()).collect();
    let expected = [
        "search_code",
        "find_references",
        "get_context",
        "project_map",
        "find_callers",
        "find_callees",
        "impact",
        "type_hierarchy",
        "call_path",
        "find_unused",
    ];
    assert_eq!(named, expected);
    let context = shop.found(&["tool", "get_context", r#"{"task": "getUserInfo returns the wrong user"}"#]);
    assert!(context.contains("web/src/api/user.ts"), "{context}");
    assert!(!shop.found(&["tool", "project_map", "{}"]).is_empty());
    let refs = shop.found(&["tool", "find_references", r#"{"symbol": "getUserInfo"}"#]);
    assert!(refs.contains("web/src/api/user.ts:14"), "{refs}");
    let search = shop.found(&["tool", "search_code", r#"{"query": "getUserInfo", "limit": "1"}"#]);
    assert!(search.starts_with("web/src/api/user.ts:"), "{search}");
    for (name, args, says) in [
        ("find_references", r#"{"symbl": "x"}"#, "no parameter `symbl`; it takes symbol"),
        ("find_references", "{}", "needs `symbol`"),
        ("search_code", r#"{"query": 7}"#, "must be a string"),
        ("search_code", "[1]", "takes one JSON object"),
        ("search_code", "{query", "not JSON"),
        ("grep", "{}", "no tool `grep`; there are search_code, find_references, get_context"),
    ] {
        let run = shop.ori(&["tool", name, args]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{name} {args}");
        assert!(run.stderr.contains(says) && run.stderr.contains("hint: ori tool "), "{run:?}");
    }
}

#[test]
fn colour_is_for_terminals_or_who_asks_for_it() {
    let shop = Project::shop();
    let run_with = |args: &[&str], no_color: Option<&str>| {
        let mut command = shop.command(&[&["def", "getUserInfo"], args].concat());
        no_color.map(|value| command.env("NO_COLOR", value));
        run(&mut command).stdout
    };
    let plain = run_with(&[], None);
    assert!(!plain.contains('\x1b'));
    assert_eq!(plain, run_with(&[], Some("1")));
    assert_eq!(plain, run_with(&["--color", "never"], None));
    let colored = run_with(&["--color", "always"], Some("1"));
    assert!(colored.contains("\x1b[35mweb/src/api/user.ts\x1b[0m"), "{colored:?}");
    assert!(!run_with(&["--color", "always", "--json"], None).contains('\x1b'));
}

#[test]
fn control_characters_of_files_are_shown_not_sent() {
    let project = Project::new("");
    project.write("e\x1b[31m.py", "def evil(): return \"\x1b[2J\x07\"  # \u{9b}31m\n\nevil()  # \x1b]0;x\x07\n");
    for args in
        [&["refs", "evil"][..], &["def", "evil"], &["search", "evil"], &["files", "py"], &["outline", "e\x1b[31m.py"]]
    {
        let run = project.ori(args);
        assert_eq!(run.code, 0, "{run:?}");
        let sent = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!(run.stdout.clone() + &run.stderr).contains(sent), "{args:?}: {:?}", run.stdout);
        assert!(run.stdout.contains("\\u{1b}[31m.py"), "{args:?}: {}", run.stdout);
    }
    let missing = project.ori(&["refs", "ev\x1bil"]);
    assert!(!missing.stderr.contains('\x1b'), "{missing:?}");
}

fn check_text(args: &[&str], expected: Expect) {
    expected.assert_eq(&Project::shop().found(args));
}

#[test]
fn refs_for_people() {
    check_text(
        &["refs", "getUserInfo"],
        expect![[r#"
            getUserInfo: 1 definition, 12 references in 6 files, 7 of them calls

            web/src/api/user.ts:14:23  function  async function getUserInfo(id: number): Promise<UserInfo>
                Who the given user is.

            web/src/api/index.ts
              2:10  export  import  export { getUserInfo, displayName, GUEST } from "./user";

            web/src/components/Checkout.tsx
              17:28  call  import  const user = await api.getUserInfo(session.user.id);  in Checkout.pay

            web/src/components/OrderList.tsx
               2:23  import  import  import { displayName, getUserInfo, listOrders, type Order } from "../api";
              11:24  call    import  const user = await getUserInfo(userId);  in OrderList.load

            web/src/components/ProfileCard.tsx
              2:23  import  import  import { displayName, getUserInfo, GUEST } from "../api";
              12:5  call    import  getUserInfo(userId).then(setUser);  in ProfileCard

            web/src/state/session.ts
               1:10  import  import  import { getUserInfo as loadUser, GUEST, type UserInfo } from "../api/user";
              15:23  call    import  this.user = await loadUser(id);  in Session.signIn

            web/tests/user.test.ts
               2:10  import  import  import { getUserInfo, GUEST } from "../src/api/user";
              14:19  call    import  expect((await getUserInfo(7)).name).toBe("Ada");
              19:18  call    import  expect(await getUserInfo(8)).toEqual(GUEST);
              24:18  call    import  await expect(getUserInfo(7)).rejects.toThrow("/users/7: 500");

            5 doubtful places are folded (`--all` shows)
            balance: 19 occurrences = 1 definition + 11 references + 2 of other symbols (demoNames.getUserInfo in web/src/state/demo.ts 2) + 5 in comments and strings; and 1 under another name
        "#]],
    );
}

#[test]
fn def_for_people() {
    check_text(
        &["def", "getUserInfo"],
        expect![[r#"
        web/src/api/user.ts:14:23  function  async function getUserInfo(id: number): Promise<UserInfo>
            Who the given user is.
        web/src/state/demo.ts:11:9  function in demoNames  const getUserInfo = (id: number) =>
            Not the one that asks the backend.
    "#]],
    );
}

#[test]
fn outline_for_people() {
    check_text(
        &["outline", "backend/users.py"],
        expect![[r#"
            backend/users.py  python, 38 lines
               6  class UnknownUser(LookupError):
              10  class UserService:
              13    method def __init__(self, users: list[User] | None = None):
              14    field self._by_id: dict[int, User] = {}
              18    method def add(self, user: User) -> None:
              21    method def find(self, user_id: int) -> User:
              29    method def rename(self, user_id: int, name: str) -> User:
              35  function def get_user_info(service: UserService, user_id: int) -> dict:
        "#]],
    );
}

/// Ranking is tuned elsewhere; here only how a hit looks.
#[test]
fn search_for_people() {
    let found = Project::shop().found(&["search", "-n", "1", "getUserInfo"]);
    let head = found.lines().next().unwrap();
    expect!["web/src/api/user.ts:1-27  function getUserInfo"].assert_eq(head);
    assert!(found.lines().nth(1).is_some_and(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())));
    assert!(found.ends_with(")\n"), "it says what was left out: {found}");
}

#[test]
fn a_file_that_hits_a_limit_says_so_and_its_words_are_found() {
    let project = Project::new("=== ok.py\ndef shallow():\n    return lantern\n");
    let (open, close) = ("(\n".repeat(12_000), ")\n".repeat(12_000));
    project.write(
        "deep.js",
        format!("function hidden() {{}}\n// {}\nlet x = {open}\nlantern\n{close};\n", "a".repeat(60)),
    );
    project.write("end.swift", "#if x\nlet y = lantern\n#endif");
    let before = project.ori(&["why", "deep.js", "ok.py"]);
    assert_eq!(before.code, 0);
    project.ori(&["reindex"]);
    let why = project.ori(&["why", "deep.js", "end.swift", "ok.py"]);
    expect![[r#"
        deep.js: in: javascript: nested too deep, so only its words are known
        end.swift: in: swift: its grammar cannot read it safely, so only its words are known
        ok.py: in: read as python
    "#]]
    .assert_eq(&why.stdout);
    assert!(before.stdout.starts_with(why.stdout.lines().next().unwrap()), "{before:?}");
    let status = project.ori(&["status"]).stdout;
    let told = "words only 1 its grammar cannot read it safely, 1 nested too deep (`ori why PATH` tells)";
    assert!(status.contains(told), "{status}");
    let status = &project.rows(&["status"])[0]["words_only"];
    assert_eq!(status["nested too deep"], 1);
    let refs = project.ori(&["refs", "lantern"]).stdout;
    assert!(refs.contains("balance: 3 occurrences"), "{refs}");
    assert_eq!(project.ori(&["def", "hidden"]).code, 1);
}
