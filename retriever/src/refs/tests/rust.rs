//! Traps of Rust.

use super::check;
use expect_test::expect;

#[test]
fn paths_and_reexports() {
    check(
        "Store",
        r#"
=== Cargo.toml
[package]
name = "big-app"
=== src/lib.rs
pub mod store;
mod query;
pub use store::Store;
pub use crate::store::Store as Shop;
=== src/store.rs
pub struct Store { pub size: usize }
impl Store {
    pub fn open() -> Self { Store { size: 0 } }
    fn close(self) {}
}
#[cfg(test)]
mod tests {
    use super::*;
    fn opens() { let s = Store::open(); s.close(); }
}
=== src/query.rs
use crate::Store;
use super::store::{self, Store as S};
fn run(s: &S) -> store::Store { let store = S::open(); assert_eq!(Store::open().size, 0); store }
mod inner { struct Store; fn f(s: Store) {} }
=== tests/it.rs
use big_app::{Shop, Store};
fn f() { Shop::open(); Store::open(); }
"#,
        expect![[r#"
            src/store.rs:1:12 definition
            src/query.rs:4:20 definition
            src/lib.rs:3:16 export import
            src/lib.rs:4:23 export import
            src/query.rs:1:12 import import
            src/query.rs:2:26 import import
            src/query.rs:3:12 type import in run
            src/query.rs:3:25 type import in run
            src/query.rs:3:45 type import in run
            src/query.rs:3:67 type import in run
            src/query.rs:4:35 type scope in inner.f
            src/store.rs:2:6 type scope
            src/store.rs:3:29 call scope in Store.open
            src/store.rs:9:26 type scope in tests.opens
            tests/it.rs:1:15 import import
            tests/it.rs:1:21 import import
            tests/it.rs:2:10 type import in f
            tests/it.rs:2:24 type import in f
        "#]],
    );
}

#[test]
fn methods_by_receiver() {
    check(
        "Store::open",
        r#"
=== src/lib.rs
pub struct Store { other: Other }
pub struct Other;
impl Store {
    pub fn open() -> Self { Self::open() }
    pub fn go(&self) { self.other.open(); self.open() }
}
impl Other { pub fn open(&self) {} }
fn open() {}
fn f(store: Store, x: impl Into<Store>) {
    store.open(); open(); x.into().open();
    let store = Store::open();
    store.open();
}
"#,
        expect![[r#"
            src/lib.rs:4:12 definition
            src/lib.rs:4:35 call receiver in Store.open
            src/lib.rs:5:48 call receiver in Store.go
            src/lib.rs:10:11 call receiver in f
            src/lib.rs:10:36 call name-only of 2 in f
            src/lib.rs:11:24 call receiver in f
            src/lib.rs:12:11 call receiver in f
            2 Other.open in src/lib.rs
            2 open in src/lib.rs
        "#]],
    );
}

#[test]
fn a_crate_is_its_library_not_what_its_manifest_also_lists() {
    check(
        "Matcher",
        r#"
=== crates/matcher/Cargo.toml
[package]
name = "grep-matcher"
[[test]]
name = "integration"
path = "tests/tests.rs"
=== crates/matcher/src/lib.rs
pub trait Matcher {}
=== crates/matcher/tests/tests.rs
mod util {}
=== crates/named/Cargo.toml
[package]
name = "other"
[lib]
name = "called"
path = "root.rs"
=== crates/named/root.rs
pub use grep_matcher::Matcher;
=== crates/user/src/lib.rs
use grep_matcher::Matcher;
fn f<M: Matcher>(m: M) {}
=== crates/user/src/main.rs
use called::Matcher;
fn g(m: &dyn Matcher) {}
"#,
        expect![[r#"
            crates/matcher/src/lib.rs:1:11 definition
            crates/named/root.rs:1:23 export import
            crates/user/src/lib.rs:1:19 import import
            crates/user/src/lib.rs:2:9 type import in f
            crates/user/src/main.rs:1:13 import import
            crates/user/src/main.rs:2:14 type import in g
        "#]],
    );
}
