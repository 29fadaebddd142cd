//! Callers, callees, ways.

use super::{check_callees, check_callers, check_route};
use expect_test::expect;

const CHAIN: &str = r#"
=== app.py
from lib import load as fetch
import jobs
def page(id):
    return fetch(id)
def main():
    page(1)
    jobs.every(page)
main()
=== jobs.py
def every(task):
    task()
=== lib.py
def load(id):
    if id: return load(id - 1)
    return parse(id)
def parse(text):
    return other(text)
def other(text):
    return parse(text) if text else print(text)
=== tests/test_app.py
from app import page
def test_page():
    assert page(1)
"#;

#[test]
fn callers_through_an_alias_callbacks_recursion_and_cycles() {
    check_callers(
        "load",
        3,
        CHAIN,
        expect![[r#"
        "#]],
    );
    check_callers(
        "parse",
        4,
        CHAIN,
        expect![[r#"
        "#]],
    );
}

#[test]
fn callees_say_what_lies_outside() {
    check_callees(
        "main",
        4,
        CHAIN,
        expect![[r#"
        "#]],
    );
    check_callees(
        "other",
        1,
        CHAIN,
        expect![[r#"
        "#]],
    );
}

#[test]
fn a_way_is_found_from_both_ends() {
    check_route(
        "main",
        "other",
        CHAIN,
        expect![[r#"
        "#]],
    );
    check_route(
        "other",
        "page",
        CHAIN,
        expect![[r#"
        "#]],
    );
    check_route(
        "every",
        "load",
        CHAIN,
        expect![[r#"
        "#]],
    );
}

#[test]
fn what_is_not_there_is_said_with_the_nearest_spelling() {
    check_callers(
        "pars",
        1,
        CHAIN,
        expect![[r#"
        "#]],
    );
}

#[test]
fn a_call_of_unknown_meaning_is_the_same_edge_from_both_ends() {
    let project = r#"
=== a.py
class Basket:
    def total_price(self): return 1
def show(thing):
    return thing.total_price()
"#;
    check_callers(
        "total_price",
        1,
        project,
        expect![[r#"
        "#]],
    );
    check_callees(
        "show",
        1,
        project,
        expect![[r#"
        "#]],
    );
}
