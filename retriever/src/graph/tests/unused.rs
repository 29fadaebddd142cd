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
        "#]],
    );
}
