//! Searches in a small shop, from files on disk to rows.

use crate::{Engine, Query};
use expect_test::{Expect, expect};
use indexer::{Control, Place, Snapshot};
use std::sync::atomic::AtomicBool;

/// Writes a project, indexes it and opens it.
pub(crate) fn engine(project: &str) -> (tempfile::TempDir, Engine) {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("project");
    for file in project.split("=== ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let place = Place::with_store(&root, &dir.path().join("store")).unwrap();
    let stop = AtomicBool::new(false);
    let control = Control { progress: &|_| {}, stop: &stop, wait: true };
    indexer::index(&place, &control).unwrap();
    let snapshot = Snapshot::open(&place, &control).unwrap();
    (dir, Engine::new(snapshot))
}

fn rows(engine: &Engine, query: &str) -> String {
    let answer = match Query::parse(query).and_then(|query| engine.search(&query, 5)) {
        Ok(answer) => answer,
        Err(error) => return error.to_string(),
    };
    let row = |hit: &crate::Hit| {
        let matched: Vec<String> = hit.matched.iter().map(|line| format!("{}{:?}", line.line, line.columns)).collect();
        format!("{}:{}-{} {} {} {}", hit.path, hit.start_line, hit.end_line, hit.kind, hit.symbol, matched.join(" "))
    };
    let rows: Vec<String> = answer.hits.iter().map(|hit| row(hit).trim_end().to_string()).chain(answer.notes).collect();
    rows.join("\n")
}

fn check(project: &str, query: &str, expected: Expect) {
    let (_dir, engine) = engine(project);
    expected.assert_eq(&rows(&engine, query));
}

const SHOP: &str = r#"
=== shop/user.py
"""Users of the shop."""

class UserService:
    """Loads users."""

    def get_user(self, user_id):
        return self.store.load(user_id)

def getUserInfo(user_id):
    """Everything about one user."""
    return UserService().get_user(user_id)
=== shop/cookie_jar.py
class CookieJar:
    """Keeps cookies between requests."""

    def store(self, cookie):
        self.cookies.append(cookie)
=== shop/page.py
from shop.user import getUserInfo

def render(user_id):
    info = getUserInfo(user_id)
    return f"<b>{info}</b>"
=== tests/test_user.py
from shop.user import getUserInfo

def test_getUserInfo():
    assert getUserInfo(1) == getUserInfo(1)
=== node_modules/lib/user.js
export function getUserInfo(id) { return id }
=== README.md
# Shop

Ask getUserInfo for a user. Cookies are kept in the jar.
"#;

#[test]
fn a_definition_of_what_was_named_comes_first() {
    check(
        SHOP,
        "getUserInfo",
        expect![[r#"
            shop/user.py:1-11 function getUserInfo 1[(4, 9)] 3[(7, 18)] 4[(14, 19)] 6[(9, 17), (24, 31)] 7[(32, 39)] 9[(5, 16), (17, 24)] 10[(29, 33)] 11[(12, 23), (26, 34), (35, 42)]
            shop/page.py:1-5 function render 1[(11, 15), (23, 34)] 3[(12, 19)] 4[(5, 9), (12, 23), (24, 31)] 5[(18, 22)]
            tests/test_user.py:1-4 function test_getUserInfo 1[(11, 15), (23, 34)] 3[(5, 21)] 4[(12, 23), (30, 41)]
            node_modules/lib/user.js:1-1 function getUserInfo 1[(17, 28)]
            README.md:1-3 section Shop 3[(5, 16), (23, 27)]"#]],
    );
}

#[test]
fn other_styles_of_a_name_find_it() {
    check(
        SHOP,
        "get_user_info",
        expect![[r#"
            shop/user.py:1-11 function getUserInfo 1[(4, 9)] 3[(7, 18)] 4[(14, 19)] 6[(9, 17), (24, 31)] 7[(32, 39)] 9[(5, 16), (17, 24)] 10[(29, 33)] 11[(12, 23), (26, 34), (35, 42)]
            shop/page.py:1-5 function render 1[(11, 15), (23, 34)] 3[(12, 19)] 4[(5, 9), (12, 23), (24, 31)] 5[(18, 22)]
            tests/test_user.py:1-4 function test_getUserInfo 1[(11, 15), (23, 34)] 3[(5, 21)] 4[(12, 23), (30, 41)]
            node_modules/lib/user.js:1-1 function getUserInfo 1[(17, 28)]
            README.md:1-3 section Shop 3[(5, 16), (23, 27)]"#]],
    );
}

#[test]
fn a_class_in_parts_is_found_by_the_file_named_after_it_alone() {
    check(
        r#"
=== Serializer.Text.cs
public partial class Serializer { public string Text(string it) { return it; } }
=== Serializer.Typeless.cs
public partial class Serializer { public string Typeless(string it) { return it; } }
=== Serializer.cs
public partial class Serializer { public string Plain(string it) { return it; } }
"#,
        "Serializer",
        expect![[r#"
            Serializer.cs:1-1 class Serializer 1[(22, 32)]
            Serializer.Text.cs:1-1 class Serializer 1[(22, 32)]
            Serializer.Typeless.cs:1-1 class Serializer 1[(22, 32)]"#]],
    );
}

#[test]
fn the_chunk_that_defines_what_was_named_stands_for_its_file() {
    let filler = "    # another line that makes the chunk longer than its neighbours\n    pass\n".repeat(30);
    let project = format!(
        "=== sessions.py\nclass Session:\n    def close(self):\n{filler}\ndef session():\n    # a session is a session\n    return Session()\n"
    );
    check(
        &project,
        "Session",
        expect![[r#"
        sessions.py:1-2 class Session 1[(7, 14)]
        sessions.py:64-66 function session 64[(5, 12)] 65[(9, 16), (22, 29)] 66[(12, 19)]
        sessions.py:41-62 class Session"#]],
    );
}

#[test]
fn a_sentence_finds_the_file_named_after_it() {
    check(
        SHOP,
        "how does the cookie jar keep cookies?",
        expect![[r#"
        shop/cookie_jar.py:1-5 class CookieJar 1[(7, 16)] 2[(8, 13), (14, 21)] 4[(21, 27)] 5[(14, 21), (29, 35)]
        README.md:1-3 section Shop 3[(29, 36), (53, 56)]"#]],
    );
}

#[test]
fn owners_choose_between_members() {
    check(
        SHOP,
        "UserService.get_user",
        expect![[r#"
        shop/user.py:1-11 method UserService.get_user 1[(4, 9)] 3[(7, 18)] 4[(14, 19)] 6[(9, 17), (24, 31)] 7[(32, 39)] 9[(5, 16), (17, 24)] 10[(29, 33)] 11[(12, 23), (26, 34), (35, 42)]
        shop/page.py:1-5 function render 1[(11, 15), (23, 34)] 3[(12, 19)] 4[(12, 23), (24, 31)]
        tests/test_user.py:1-4 function test_getUserInfo 1[(11, 15), (23, 34)] 3[(5, 21)] 4[(12, 23), (30, 41)]
        README.md:1-3 section Shop 3[(5, 16), (23, 27)]
        node_modules/lib/user.js:1-1 function getUserInfo 1[(17, 28)]"#]],
    );
}

#[test]
fn filters_hold() {
    check(
        SHOP,
        "getUserInfo in:tests",
        expect![
            "tests/test_user.py:1-4 function test_getUserInfo 1[(11, 15), (23, 34)] 3[(5, 21)] 4[(12, 23), (30, 41)]"
        ],
    );
    check(
        SHOP,
        "getUserInfo lang:python -path:tests -render",
        expect![
            "shop/user.py:1-11 function getUserInfo 1[(4, 9)] 3[(7, 18)] 4[(14, 19)] 6[(9, 17), (24, 31)] 7[(32, 39)] 9[(5, 16), (17, 24)] 10[(29, 33)] 11[(12, 23), (26, 34), (35, 42)]"
        ],
    );
    check(
        SHOP,
        "kind:class path:shop",
        expect![[r#"
        shop/user.py:1-11 class UserService
        shop/cookie_jar.py:1-5 class CookieJar"#]],
    );
    check(SHOP, "sym:render", expect!["shop/page.py:1-5 function render"]);
    check(SHOP, "user in:docs", expect!["README.md:1-3 section Shop 3[(5, 16), (23, 27)]"]);
}

#[test]
fn phrases_are_checked_on_the_text() {
    check(SHOP, "\"everything about one\"", expect!["shop/user.py:1-11 function getUserInfo 10[(8, 18)]"]);
    check(SHOP, "\"Everything About one\"", expect![[""]]);
    check(SHOP, "\"<b>\"", expect!["shop/page.py:1-5 function render 5[(15, 16), (25, 26)]"]);
}

#[test]
fn what_is_not_there_is_not_found() {
    check(SHOP, "zebra", expect![[""]]);
    check(SHOP, "  ", expect!["there is nothing to look for (at byte 1 of the query)"]);
}

#[test]
fn chinese_text_is_found() {
    let project = "=== 登录.py\n# 用户登录的入口\ndef login():\n    pass\n=== b.py\n# 别的东西\nx = 1\n";
    check(project, "用户登录在哪里", expect!["登录.py:1-3 function login 1[(3, 24)]"]);
}

#[test]
fn older_versions_rank_below_newer_ones() {
    let project = "=== api/v1/parse.py\ndef parse_order(text):\n    return text\n=== api/v2/parse.py\ndef parse_order(text):\n    return text\n";
    check(
        project,
        "parse order",
        expect![[r#"
        api/v2/parse.py:1-2 function parse_order 1[(5, 16)]
        api/v1/parse.py:1-2 function parse_order 1[(5, 16)]"#]],
    );
    check(
        project,
        "parse order v1",
        expect![[r#"
        api/v1/parse.py:1-2 function parse_order 1[(5, 16)]
        api/v2/parse.py:1-2 function parse_order 1[(5, 16)]"#]],
    );
}

#[test]
fn the_same_question_gives_the_same_answer() {
    let (_dir, engine) = engine(SHOP);
    let query = Query::parse("user cookies").unwrap();
    assert_eq!(engine.search(&query, 10).unwrap(), engine.search(&query, 10).unwrap());
}

#[test]
fn empty_projects_and_odd_limits() {
    let (_dir, engine) = engine("=== empty.py\n");
    assert_eq!(rows(&engine, "anything"), "");
    assert_eq!(engine.search(&Query::parse("x").unwrap(), 0).unwrap().hits, []);
}

#[test]
fn a_file_that_changed_is_an_error_not_a_lie() {
    let (dir, engine) = engine(SHOP);
    std::fs::write(dir.path().join("project/shop/user.py"), "nothing = 1\n").unwrap();
    let error = engine.search(&Query::parse("getUserInfo").unwrap(), 5).unwrap_err();
    assert!(error.to_string().contains("changed while it was being read"), "{error}");
}

#[test]
fn plain_search_weighs_words_alone() {
    let (_dir, engine) = engine(SHOP);
    let answer = engine.search_plain(&Query::of_text("getUserInfo"), 3).unwrap();
    let paths: Vec<&str> = answer.hits.iter().map(|hit| hit.path.as_str()).collect();
    // Neither does a definition come first nor do tests come last.
    assert_eq!(paths, ["tests/test_user.py", "shop/page.py", "node_modules/lib/user.js"]);
    assert_eq!(engine.search_plain(&Query::of_text("zebra"), 3).unwrap().hits, []);
}
