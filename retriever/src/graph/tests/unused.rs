//! What nothing uses, and what is not claimed.

use super::check_unused;
use expect_test::expect;

#[test]
fn python_is_claimed_only_with_proof() {
    check_unused(
        r#"
=== app.py
import registry
__all__ = ["shown"]
_limit = 3
def shown(): return _used()
def public(): pass
def _used(): return _limit
def _alone():
    # _alone calls itself
    return _alone()
def _ping(): _pong()
def _pong(): _ping()
def _other(): pass
def _named(): pass
@registry.hook
def _hooked(): pass
@staticmethod
def _plain(): pass
class _Kept:
    def __repr__(self): return "x"
    def go(self): pass
class _Dead:
    def again(self): return _Dead()
class _Handler(registry.Base):
    def handle(self): pass
_Kept().go()
print(getattr(app, "_named"))
def main():
    def _inner(): pass
    _other = 1
    return _Handler, _other
_counter = 0
def count():
    global _counter
    _counter += 1
=== tests/test_app.py
def test_it(): pass
def _helper(): pass
"#,
        expect![[r#"
            unused _alone app.py:7 3: 1 itself, 0 others, 1 comments
            unused _ping app.py:10 2: 1 itself by _pong, 0 others, 0 comments
            unused _pong app.py:11 2: 1 itself by _ping, 0 others, 0 comments
            unused _other app.py:12 3: 0 itself, 2 others, 0 comments
            unused _plain app.py:17 1: 0 itself, 0 others, 0 comments
            unused _Dead app.py:21 2: 1 itself, 0 others, 0 comments
            unused main._inner app.py:28 1: 0 itself, 0 others, 0 comments
            unused _helper tests/test_app.py:2 1: 0 itself, 0 others, 0 comments
            __all__ app.py:2 protocol
            public app.py:5 exported
            _named app.py:13 mentioned
            _hooked app.py:15 decorated
            _Kept.__repr__ app.py:19 protocol
            _Handler.handle app.py:24 unknown-base
            main app.py:27 entry-point
            count app.py:32 exported
            test_it tests/test_app.py:1 test
            7 used
        "#]],
    );
}

#[test]
fn rust_traits_tests_and_private_functions() {
    check_unused(
        r#"
=== Cargo.toml
[package]
name = "a"
=== src/lib.rs
pub fn open() { used() }
fn used() {}
fn dead() {}
#[inline]
fn marked() {}
#[no_mangle]
fn linked() {}
struct Gone;
impl Gone { fn new() -> Gone { Gone } }
struct Shown;
impl std::fmt::Display for Shown { fn fmt(&self) {} }
pub fn show() { print(Shown) }
const LIMIT: usize = 1;
#[cfg(test)]
mod tests {
    #[test]
    fn opens() {}
    fn helper() {}
}
"#,
        expect![[r#"
            unused dead src/lib.rs:3 1: 0 itself, 0 others, 0 comments
            unused marked src/lib.rs:5 1: 0 itself, 0 others, 0 comments
            unused Gone src/lib.rs:8 4: 3 itself, 0 others, 0 comments
            unused LIMIT src/lib.rs:13 1: 0 itself, 0 others, 0 comments
            unused tests.helper src/lib.rs:18 1: 0 itself, 0 others, 0 comments
            open src/lib.rs:1 exported
            linked src/lib.rs:7 decorated
            Shown.fmt src/lib.rs:11 unknown-base
            show src/lib.rs:12 exported
            tests.opens src/lib.rs:17 test
            2 used
        "#]],
    );
}

#[test]
fn scripts_and_functions_handed_over_where_they_are_written() {
    check_unused(
        r#"
=== a.js
import { make } from "./b";
app.use(function named(req) { return req; });
function local() {}
const keep = make();
run(keep);
=== b.js
export function make() { return helper(); }
export function spare() {}
function helper() {}
"#,
        expect![[r#"
            unused local a.js:3 1: 0 itself, 0 others, 0 comments
            spare b.js:2 exported
            3 used
        "#]],
    );
}
