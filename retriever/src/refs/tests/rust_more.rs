//! More traps of Rust.

use super::check;
use expect_test::expect;

const CRATES: &str = r#"
=== Cargo.toml
[workspace]
members = ["core", "cli"]
=== core/Cargo.toml
[package]
name = "shop-core"
=== core/src/lib.rs
pub mod store;
mod util;
pub use store::{Store, load as fetch};
pub use util::*;
pub mod prelude { pub use crate::store::Store; pub use super::util::helper as help; }
#[macro_export]
macro_rules! save { ($x:expr) => { $crate::store::load($x) }; }
=== core/src/store.rs
use crate::util::helper;
use super::util;
#[derive(Default)]
pub struct Store { pub name: String, inner: Option<Box<Store>> }
pub trait Save { fn save(&self) -> usize; fn twice(&self) -> usize { self.save() + self.save() } }
impl Store {
    pub fn new(name: &str) -> Self { Self { name: helper(name), inner: None } }
    pub fn save(&self) { self.inner.as_ref().unwrap().save(); Store::save(self); Self::save(self); util::helper("x"); }
    pub fn name(&self) -> &str { &self.name }
    pub fn with(mut self, name: &str) -> Self { self.name = name.to_string(); self }
}
pub struct Other { name: u32 }
impl Save for Other { fn save(&self) -> usize { self.name as usize } }
pub fn load(name: &str) -> Store { let Store { name, .. } = Store::new(name); Store { name, inner: None } }
pub enum Mode { Fast, Slow { name: String } }
#[cfg(test)]
mod tests { use super::*; #[test] fn saves() { load("a").save(); assert_eq!(Store::new("b").name(), "b"); } }
=== core/src/util.rs
pub fn helper(x: &str) -> String { x.into() }
pub(crate) fn hidden() { let helper = 1; let f = |helper: u32| helper; f(helper); { fn helper() {} helper() } }
=== cli/Cargo.toml
[package]
name = "shop-cli"
[dependencies]
shop-core = { path = "../core" }
=== cli/src/main.rs
mod args;
use shop_core::prelude::*;
use shop_core::store::{self, Mode, Other, Save};
use shop_core::{fetch, helper, save as save_macro};
fn main() {
    let store = Store::new("a").with("b");
    store.save(); fetch("x").save(); store::load("y").save(); args::load();
    let other: Other = make(); other.save(); Save::save(&other); <Other as Save>::save(&other); other.twice();
    let text = format!("{}", store.name); println!("{}", helper(&store.name()));
    help("x"); save_macro!("z"); shop_core::save!("w");
    match mode { Mode::Slow { name } => drop(name), Mode::Fast => {} }
    let f: fn(&str) -> String = helper; "a b".split(' ').map(helper);
    load();
}
fn load() {}
fn generic<T: Save>(x: T, y: &dyn Save, z: impl Save) { x.save(); y.save(); z.save(); }
=== cli/src/args.rs
pub fn load() { super::load(); crate::load(); self::load(); }
"#;

#[test]
fn names() {
    check(
        "helper @ core/src/util.rs:1",
        CRATES,
        expect![[r#"
        core/src/util.rs:1:8 definition
        cli/src/main.rs:4:24 import import
        cli/src/main.rs:9:58 call import in main
        cli/src/main.rs:12:33 read import in main
        cli/src/main.rs:12:62 read import in main
        core/src/lib.rs:5:69 export import in prelude
        core/src/store.rs:1:18 import import
        core/src/store.rs:7:51 call import in Store.new
        core/src/store.rs:8:106 call import in Store.save
        4 local variables
        2 hidden.helper in core/src/util.rs
    "#]],
    );
    check(
        "load @ core/src/store.rs:15",
        CRATES,
        expect![[r#"
        core/src/store.rs:14:8 definition
        cli/src/main.rs:4:17 import import
        cli/src/main.rs:7:19 call import in main
        core/src/lib.rs:3:24 export import
        core/src/lib.rs:7:51 call name-only in save
        core/src/store.rs:17:48 call scope in tests.saves
        4 load in cli/src/main.rs
        3 load in cli/src/args.rs
        1 members of other types
    "#]],
    );
    check(
        "load @ cli/src/main.rs:17",
        CRATES,
        expect![[r#"
        cli/src/main.rs:15:4 definition
        cli/src/args.rs:1:24 call import in load
        cli/src/args.rs:1:39 call import in load
        cli/src/main.rs:13:5 call scope in main
        core/src/lib.rs:7:51 call name-only in save
        3 load in cli/src/args.rs
        3 load in core/src/store.rs
        1 members of other types
    "#]],
    );
}

#[test]
fn names_of_others() {
    check(
        "Store",
        CRATES,
        expect![[r#"
        core/src/store.rs:4:12 definition
        cli/src/main.rs:6:17 type import in main
        core/src/lib.rs:3:17 export import
        core/src/lib.rs:5:41 export import in prelude
        core/src/store.rs:4:56 type scope in Store.inner
        core/src/store.rs:6:6 type scope
        core/src/store.rs:8:63 type scope in Store.save
        core/src/store.rs:14:28 type scope in load
        core/src/store.rs:14:40 type scope in load
        core/src/store.rs:14:61 type scope in load
        core/src/store.rs:14:79 call scope in load
        core/src/store.rs:17:77 type scope in tests.saves
    "#]],
    );
    check(
        "save @ core/src/lib.rs:7",
        CRATES,
        expect![[r#"
        core/src/lib.rs:7:14 definition
        cli/src/main.rs:4:32 import import
        cli/src/main.rs:7:55 call name-only of 4 in main
        cli/src/main.rs:10:16 call import in main
        cli/src/main.rs:10:45 call import in main
        cli/src/main.rs:16:59 call name-only of 4 in generic
        core/src/store.rs:8:55 call name-only of 4 in Store.save
        7 Save.save in core/src/store.rs
        6 Store.save in core/src/store.rs
        2 Other.save in core/src/store.rs
    "#]],
    );
}

#[test]
fn members() {
    check(
        "Store.save",
        CRATES,
        expect![[r#"
        core/src/store.rs:8:12 definition
        cli/src/main.rs:7:11 call receiver in main
        cli/src/main.rs:7:30 call receiver in main
        cli/src/main.rs:7:55 call name-only of 3 in main
        cli/src/main.rs:16:59 call name-only of 3 in generic
        core/src/store.rs:8:55 call name-only of 3 in Store.save
        core/src/store.rs:8:70 call receiver in Store.save
        core/src/store.rs:8:88 call receiver in Store.save
        core/src/store.rs:17:58 call receiver in tests.saves
        7 Save.save in core/src/store.rs
        3 save in core/src/lib.rs
        2 Other.save in core/src/store.rs
    "#]],
    );
    check(
        "Save.save",
        CRATES,
        expect![[r#"
        core/src/store.rs:5:21 definition
        cli/src/main.rs:7:55 call name-only of 3 in main
        cli/src/main.rs:8:52 call receiver in main
        cli/src/main.rs:8:83 call receiver in main
        cli/src/main.rs:16:59 call name-only of 3 in generic
        cli/src/main.rs:16:69 call receiver in generic
        cli/src/main.rs:16:79 call receiver in generic
        core/src/store.rs:5:75 call receiver in Save.twice
        core/src/store.rs:5:89 call receiver in Save.twice
        core/src/store.rs:8:55 call name-only of 3 in Store.save
        6 Store.save in core/src/store.rs
        3 save in core/src/lib.rs
        2 Other.save in core/src/store.rs
    "#]],
    );
    check(
        "Other.save",
        CRATES,
        expect![[r#"
        core/src/store.rs:13:26 definition
        cli/src/main.rs:7:55 call name-only of 3 in main
        cli/src/main.rs:8:38 call receiver in main
        cli/src/main.rs:16:59 call name-only of 3 in generic
        core/src/store.rs:8:55 call name-only of 3 in Store.save
        7 Save.save in core/src/store.rs
        6 Store.save in core/src/store.rs
        3 save in core/src/lib.rs
    "#]],
    );
}

#[test]
fn members_of_others() {
    check(
        "Store.name",
        CRATES,
        expect![[r#"
            core/src/store.rs:9:12 definition
            core/src/store.rs:4:24 definition
            cli/src/main.rs:9:36 read receiver in main
            cli/src/main.rs:9:72 call receiver in main
            core/src/store.rs:7:45 key receiver in Store.new
            core/src/store.rs:9:40 read receiver in Store.name
            core/src/store.rs:10:54 write receiver in Store.with
            core/src/store.rs:14:48 bind receiver in load
            core/src/store.rs:14:87 read receiver in load
            core/src/store.rs:17:93 call receiver in tests.saves
            8 local variables
            2 Other.name in core/src/store.rs
            1 Mode.Slow.name in core/src/store.rs
        "#]],
    );
    check(
        "Slow",
        CRATES,
        expect![[r#"
        core/src/store.rs:15:23 definition
        cli/src/main.rs:11:24 type receiver in main
    "#]],
    );
}
