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
            page call load (import) app.py:4
            load call load (scope) lib.py:2 again
              main call page (scope) app.py:6
              main read page (scope) app.py:7 again
              test_page call page (import) tests/test_app.py:3
                (app.py) call main (scope) app.py:8
        "#]],
    );
    check_callers(
        "parse",
        4,
        CHAIN,
        expect![[r#"
            load call parse (scope) lib.py:3
            other call parse (scope) lib.py:7
              page call load (import) app.py:4
              load call load (scope) lib.py:2 again
              parse call other (scope) lib.py:5 again
                main call page (scope) app.py:6
                main read page (scope) app.py:7 again
                test_page call page (import) tests/test_app.py:3
                  (app.py) call main (scope) app.py:8
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
            main call page (scope) app.py:6
            main call every (import) app.py:7
            main read page (scope) app.py:7 again
              page call load (import) app.py:4
                load call load (scope) lib.py:2 again
                load call parse (scope) lib.py:3
                  parse call other (scope) lib.py:5
        "#]],
    );
    check_callees(
        "other",
        1,
        CHAIN,
        expect![[r#"
            other call parse (scope) lib.py:7
            outside print 1
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
            main -> page -> load -> parse -> other
            call app.py:6
            call app.py:4
            call lib.py:3
            call lib.py:5
        "#]],
    );
    check_route(
        "other",
        "page",
        CHAIN,
        expect![[r#"
            page -> load -> parse -> other
            call app.py:4
            call lib.py:3
            call lib.py:5
            reversed
        "#]],
    );
    check_route(
        "every",
        "load",
        CHAIN,
        expect![[r#"
            no way
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
            nearest page parse
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
            show call Basket.total_price (unique-name) a.py:4
        "#]],
    );
    check_callees(
        "show",
        1,
        project,
        expect![[r#"
            show call Basket.total_price (unique-name) a.py:4
        "#]],
    );
}
