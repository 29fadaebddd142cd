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
    check("session", expect![[""]]);
}

#[test]
fn sentences_keep_their_words_apart_from_the_rest() {
    check("How does the cookie jar store cookies?", expect![[""]]);
}

#[test]
fn identifiers_in_any_style() {
    check("getUserInfo", expect![[""]]);
    check("get_user_info()", expect![[""]]);
    check("UserService.getUser", expect![[""]]);
    check("a::b", expect![[""]]);
    check("where is HTTPServer started", expect![[""]]);
    check("`use`", expect![[""]]);
}

#[test]
fn capitals_inside_a_sentence_name_types() {
    check("how Router stores routes", expect![[""]]);
}

#[test]
fn filters() {
    check("path:src/*.py lang:python kind:function sym:Name in:tests -old -path:vendor user", expect![[""]]);
    check("path:\"my dir\" x", expect![[""]]);
}

#[test]
fn what_is_no_filter_stays_text() {
    check("std::vec http://x --json a - b", expect![[""]]);
}

#[test]
fn mistakes_point_at_the_place() {
    check("user \"open", expect![[""]]);
    check("a lang:klingon", expect![[""]]);
    check("kind:thing", expect![[""]]);
    check("in:space x", expect![[""]]);
    check("path: x", expect![[""]]);
    check("-lang:py x", expect![[""]]);
}

#[test]
fn phrases_give_words_too() {
    check("\"raise ValueError\" user", expect![[""]]);
}

#[test]
fn only_stop_words_count_after_all() {
    check("how to", expect![[""]]);
}

#[test]
fn chinese_gives_pairs() {
    check("用户登录在哪里实现", expect![[""]]);
}

#[test]
fn any_bytes_are_read_without_panic() {
    for text in
        ["", " ", "-", "--", ":", "path:", "\"\"", "``", "`", "-\"", "é:ü", "in:", "\u{0}", "a.b.c.d", "::", "-path:"]
    {
        let _ = Query::parse(text);
    }
}
