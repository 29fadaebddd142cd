//! What a query is read as, shown in one line each.

use super::*;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let shown = match Query::parse(text) {
        Ok(query) => show(&query),
        Err(error) => format!("{error}"),
    };
    expected.assert_eq(&shown);
}

fn show(query: &Query) -> String {
    let mut parts = Vec::new();
    let terms: Vec<String> = query
        .terms
        .iter()
        .map(|term| format!("{}{}{}", term.word, if term.stop { "~" } else { "" }, if term.capital { "^" } else { "" }))
        .collect();
    parts.push(terms.join(" "));
    let names: Vec<String> = query
        .names
        .iter()
        .map(|asked| {
            let owner = asked.owner.as_ref().map(|owner| format!("{owner}.")).unwrap_or_default();
            format!("{owner}{}{}", asked.name, if asked.sure { "" } else { "?" })
        })
        .collect();
    if !names.is_empty() {
        parts.push(format!("names {}", names.join(" ")));
    }
    if !query.glued.is_empty() {
        parts.push(format!("glued {}", query.glued.join(" ")));
    }
    if !query.phrases.is_empty() {
        parts.push(format!("phrases {:?}", query.phrases));
    }
    if !query.filter.is_empty() {
        let filter = &query.filter;
        let paths: Vec<String> = filter
            .paths
            .iter()
            .map(|rule| format!("{}{}", if rule.unwanted { "-" } else { "" }, rule.pattern))
            .collect();
        let kinds: Vec<&str> = filter.kinds.iter().map(|kind| kind.word()).collect();
        parts.push(format!(
            "paths {paths:?} langs {:?} kinds {kinds:?} sym {:?} {:?} without {:?}",
            filter.langs, filter.symbols, filter.within, filter.without
        ));
    }
    parts.join(" | ")
}

#[test]
fn a_plain_word_may_be_a_name() {
    check("session", expect!["session | names session?"]);
}

#[test]
fn sentences_keep_their_words_apart_from_the_rest() {
    check(
        "How does the cookie jar store cookies?",
        expect![
            "how~ does~ the~ cookie jar store cookies | glued cookiejar cookie_jar jarstore jar_store storecookie store_cookie"
        ],
    );
}

#[test]
fn identifiers_in_any_style() {
    check("getUserInfo", expect!["getuserinfo get~ user info | names getUserInfo | glued userinfo user_info"]);
    check("get_user_info()", expect!["get_user_info get~ user info | names get_user_info | glued userinfo user_info"]);
    check(
        "UserService.getUser",
        expect![
            "userservice^ user^ service^ getuser get~ | names UserService.getUser | glued user_service servicegetuser service_getuser"
        ],
    );
    check("a::b", expect!["a~ b | names a.b"]);
    check(
        "where is HTTPServer started",
        expect![
            "where~ is~ httpserver^ http^ server^ started | names HTTPServer | glued http_server serverstarted server_started"
        ],
    );
    check("`use`", expect!["use | names use"]);
}

#[test]
fn capitals_inside_a_sentence_name_types() {
    check(
        "how Router stores routes",
        expect!["how~ router^ stores routes | names Router? | glued routerstore router_store storeroute store_route"],
    );
}

#[test]
fn filters() {
    check(
        "path:src/*.py lang:python kind:function sym:Name in:tests -old -path:vendor user",
        expect![[
            r#"user | names user? | paths ["src/*.py", "-vendor"] langs [python] kinds ["function", "method", "constructor"] sym ["Name"] Tests without [["old"]]"#
        ]],
    );
    check(
        "path:\"my dir\" x",
        expect![[r#"x | names x? | paths ["my dir"] langs [] kinds [] sym [] Ranked without []"#]],
    );
}

#[test]
fn what_is_no_filter_stays_text() {
    check("std::vec http://x --json a - b", expect!["std vec http x json a~ b | names std.vec"]);
}

#[test]
fn mistakes_point_at_the_place() {
    check("user \"open", expect![[r#"this `"` is never closed (at byte 6 of the query)"#]]);
    check("a lang:klingon", expect!["no language is called `klingon` (at byte 3 of the query)"]);
    check(
        "kind:thing",
        expect!["no kind is called `thing`; try function, class, type, constant (at byte 1 of the query)"],
    );
    check("in:space x", expect!["`in:space` is not understood; say tests, docs, code or all (at byte 1 of the query)"]);
    check("path: x", expect!["`path:` needs a value right after it (at byte 1 of the query)"]);
    check(
        "-lang:py x",
        expect!["`-lang:` is not understood; only `-path:` and `-word` exclude (at byte 1 of the query)"],
    );
}

#[test]
fn phrases_give_words_too() {
    check(
        "\"raise ValueError\" user",
        expect![[r#"raise valueerror value error user | phrases ["raise ValueError"]"#]],
    );
}

#[test]
fn only_stop_words_count_after_all() {
    check("how to", expect!["how to"]);
}

#[test]
fn chinese_gives_pairs() {
    check("用户登录在哪里实现", expect!["用户 户登 登录 录在 在哪~ 哪里~ 里实~ 实现"]);
}

#[test]
fn any_bytes_are_read_without_panic() {
    for text in
        ["", " ", "-", "--", ":", "path:", "\"\"", "``", "`", "-\"", "é:ü", "in:", "\u{0}", "a.b.c.d", "::", "-path:"]
    {
        let _ = Query::parse(text);
    }
}

#[test]
fn a_text_has_no_marks() {
    let query = Query::of_text("Fix \"two words\" in:tests, path: and -x of `Jar::get` \" ");
    assert!(query.filter.is_empty() && query.phrases.is_empty());
    assert!(
        ["two", "words", "tests", "path", "x", "jar"].iter().all(|word| query.terms.iter().any(|t| t.word == *word))
    );
    assert!(query.names.iter().any(|asked| asked.name == "get" && asked.owner.as_deref() == Some("Jar")));
    assert!(Query::of_text(" \n").is_empty());
}
