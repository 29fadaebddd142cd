//! Inheritance, by word and by methods.

use super::{check_callees, check_callers, check_hierarchy};
use expect_test::expect;

#[test]
fn classes_are_found_above_and_below_through_imports() {
    check_hierarchy(
        "Shape",
        r#"
=== base.py
from abc import ABC
class Drawn: pass
class Shape(Drawn, ABC):
    def area(self): pass
=== round.py
from base import Shape as S
class Circle(S): pass
class Disc(Circle): pass
=== other.py
class Shape: pass
class Thing(Shape): pass
"#,
        expect![[r#"
        "#]],
    );
}

const RUST: &str = r#"
=== Cargo.toml
[package]
name = "a"
=== src/lib.rs
pub mod sink;
pub mod file;
=== src/sink.rs
pub trait Sink {
    fn take(&mut self, text: &str);
    fn end(&mut self) { self.take(""); }
}
impl<S: Sink> Sink for Box<S> {
    fn take(&mut self, text: &str) { (**self).take(text) }
}
pub fn fill(sink: &mut dyn Sink) { sink.take("a"); sink.end(); }
=== src/file.rs
use crate::sink::{fill, Sink};
pub struct File;
impl Sink for File {
    fn take(&mut self, text: &str) { print(text) }
}
impl File { fn take_all(&mut self) { fill(self) } }
impl Drop for File { fn drop(&mut self) {} }
"#;

#[test]
fn traits_lead_to_their_implementations_and_back() {
    check_hierarchy(
        "Sink",
        RUST,
        expect![[r#"
        "#]],
    );
    check_hierarchy(
        "File",
        RUST,
        expect![[r#"
        "#]],
    );
    check_hierarchy(
        "Sink.take",
        RUST,
        expect![[r#"
        "#]],
    );
    check_callers(
        "File.take",
        2,
        RUST,
        expect![[r#"
        "#]],
    );
    check_callees(
        "fill",
        2,
        RUST,
        expect![[r#"
        "#]],
    );
}

const GO: &str = r#"
=== go.mod
module example.com/a
=== store/store.go
package store

type Reader interface {
	Get(id int) string
}
type Store interface {
	Reader
	Put(id int, text string)
}
type Memory struct{ all map[int]string }

func (m *Memory) Get(id int) string { return m.all[id] }
func (m *Memory) Put(id int, text string) { m.all[id] = text }

type Half struct{}

func (h Half) Get(id int) string { return "" }

type Logged struct{ Memory }
=== main.go
package main

import "example.com/a/store"

func show(s store.Store) { s.Get(1) }
func main() { show(&store.Memory{}) }
"#;

#[test]
fn go_types_implement_by_their_methods() {
    check_hierarchy(
        "Store",
        GO,
        expect![[r#"
        "#]],
    );
    check_hierarchy(
        "Memory",
        GO,
        expect![[r#"
        "#]],
    );
    check_hierarchy(
        "Reader.Get",
        GO,
        expect![[r#"
        "#]],
    );
    check_callers(
        "Memory.Get",
        2,
        GO,
        expect![[r#"
        "#]],
    );
}

#[test]
fn declared_interfaces_of_typescript() {
    check_hierarchy(
        "Store",
        r#"
=== store.ts
export interface Named { name: string }
export interface Store extends Named { get(id: number): string; }
=== memory.ts
import { Store } from "./store";
export class Memory implements Store {
  name = "m";
  get(id: number) { return ""; }
}
export class Lookalike { name = "l"; get(id: number) { return ""; } }
export class Big extends Memory {}
"#,
        expect![[r#"
        "#]],
    );
}
