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
            Shape inherit Drawn (scope) base.py:3
            Shape inherit <ABC> (import) base.py:3
            --
            Circle inherit Shape (import) round.py:2
            Thing inherit Shape (scope) other.py:2
              Disc inherit Circle (scope) round.py:3
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
            --
            File inherit Sink (import) src/file.rs:3
            <Box> inherit Sink (scope) src/sink.rs:5
        "#]],
    );
    check_hierarchy(
        "File",
        RUST,
        expect![[r#"
            File inherit Sink (import) src/file.rs:3
            File inherit <Drop> (name-only) src/file.rs:7
            --
        "#]],
    );
    check_hierarchy(
        "Sink.take",
        RUST,
        expect![[r#"
            --
            File.take override Sink.take (inherited) src/file.rs:4
            Box.take override Sink.take (inherited) src/sink.rs:6
        "#]],
    );
    check_callers(
        "File.take",
        2,
        RUST,
        expect![[r#"
            Sink.end dispatch File.take (receiver) src/sink.rs:3
            fill dispatch File.take (receiver) src/sink.rs:8
              fill call Sink.end (receiver) src/sink.rs:8 again
              File.take_all call fill (import) src/file.rs:6
        "#]],
    );
    check_callees(
        "fill",
        2,
        RUST,
        expect![[r#"
            fill call Sink.take (receiver) src/sink.rs:8
            fill call Sink.end (receiver) src/sink.rs:8
              Sink.take dispatch File.take (inherited) src/file.rs:3
              Sink.take dispatch Box.take (inherited) src/sink.rs:5
              Sink.end call Sink.take (receiver) src/sink.rs:3 again
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
            Store inherit Reader (scope) store/store.go:7
            --
            Memory inherit Store (inherited) store/store.go:10
              Logged inherit Memory (scope) store/store.go:19
        "#]],
    );
    check_hierarchy(
        "Memory",
        GO,
        expect![[r#"
            Memory inherit Reader (inherited) store/store.go:10
            Memory inherit Store (inherited) store/store.go:10
              Store inherit Reader (scope) store/store.go:7 again
            --
            Logged inherit Memory (scope) store/store.go:19
        "#]],
    );
    check_hierarchy(
        "Reader.Get",
        GO,
        expect![[r#"
            --
            Memory.Get override Reader.Get (inherited) store/store.go:12
            Half.Get override Reader.Get (inherited) store/store.go:17
        "#]],
    );
    check_callers(
        "Memory.Get",
        2,
        GO,
        expect![[r#"
            show call Memory.Get (inherited) main.go:5
              main call show (scope) main.go:6
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
            Store inherit Named (scope) store.ts:2
            --
            Memory inherit Store (import) memory.ts:2
              Big inherit Memory (scope) memory.ts:7
        "#]],
    );
}
