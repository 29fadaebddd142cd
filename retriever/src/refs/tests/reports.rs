//! What users of other indexes reported as wrong, missing or made up, each as a project of ours.

use super::check;
use expect_test::expect;

/// Python's own `append`, `update` and `get` are not the project's functions of these names.
#[test]
fn common_names_of_the_language_are_not_ours() {
    let project = r#"
=== store.py
def append(x): return x
def update(x): return append(x)
def get(x): return update(x)
=== use.py
from store import append, get
import store
def f(d, xs):
    xs.append(1); d.update({}); d.get("a"); [].append(2); {}.get("b"); "".join(xs)
    append(1); store.append(2); get(3); store.get(4)
    return map(append, xs)
=== other.py
def f(d): return d.get("a")
"#;
    check(
        "append",
        project,
        expect![[r#"
        store.py:1:5 definition
        store.py:2:23 call scope in update
        use.py:1:19 import import
        use.py:4:8 call name-only in f
        use.py:4:48 call name-only in f
        use.py:5:5 call import in f
        use.py:5:22 call import in f
        use.py:6:16 read import in f
    "#]],
    );
    check(
        "get",
        project,
        expect![[r#"
        store.py:3:5 definition
        other.py:1:20 call name-only in f
        use.py:1:27 import import
        use.py:4:35 call name-only in f
        use.py:4:62 call name-only in f
        use.py:5:33 call import in f
        use.py:5:47 call import in f
    "#]],
    );
}

/// `this.field.m()` calls the field's method, not the method of that name around it.
#[test]
fn a_method_of_a_field_is_not_the_method_around() {
    check(
        "Page.render @ page.ts:3",
        r#"
=== page.ts
import { View } from "./view"
export class Page { constructor(private view: View, private other) {}
  render() { this.view.render(); this.other.render(); return this.twice() }
  twice() { return this.render() } }
=== view.ts
export class View { render() { return "" } }
"#,
        expect![[r#"
            page.ts:3:3 definition
            page.ts:3:45 call name-only of 2 in Page.render
            page.ts:4:25 call receiver in Page.twice
            2 View.render in view.ts
        "#]],
    );
    check(
        "Page.render @ Page.java:1",
        "=== Page.java\nclass Page { View view; void render() { view.render(); this.view.render(); } void twice() { render(); } }\n=== View.java\nclass View { void render() {} }\n",
        expect![[r#"
            Page.java:1:30 definition
            Page.java:1:93 call scope in Page.twice
            3 View.render in View.java
        "#]],
    );
}

/// What does not exist is not answered for a neighbour.
#[test]
fn a_name_that_is_not_there_is_not_there() {
    let project = "=== a.py\ndef get_user_info(): pass\ndef get_user(): pass\nget_user()\n";
    check(
        "get_user_inf",
        project,
        expect![[r#"
        nearest get_user_info
    "#]],
    );
    check(
        "User.get_user",
        project,
        expect![[r#"
        nearest get_user
    "#]],
    );
}

/// What a library defines is not a method of the project that is called the same.
#[test]
fn methods_of_libraries_are_not_ours() {
    check(
        "Mapper.readValue",
        r#"
=== src/com/shop/Mapper.java
package com.shop;
public class Mapper { public String readValue(String x) { return x; } }
=== src/com/shop/Use.java
package com.shop;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.json.*;
class Use {
  private final ObjectMapper json = new ObjectMapper();
  private Mapper mapper;
  void go(String text, ObjectMapper other, JSONObject third) {
    json.readValue(text); other.readValue(text); new ObjectMapper().readValue(text); third.readValue(text);
    mapper.readValue(text); new Mapper().readValue(text);
  }
}
"#,
        expect![[r#"
            src/com/shop/Mapper.java:2:37 definition
            src/com/shop/Use.java:9:12 call receiver in Use.go
            src/com/shop/Use.java:9:42 call receiver in Use.go
            3 out of com.fasterxml.jackson.databind
            1 members of the global JSONObject
        "#]],
    );
    check(
        "get",
        "=== client.py\ndef get(url): pass\n=== use.py\nimport requests\nfrom requests import Session\nfrom client import get\nrequests.get('a')\ns = Session()\ns.get('b')\nSession().get('c')\nget('d')\n",
        expect![[r#"
            client.py:1:5 definition
            use.py:3:20 import import
            use.py:8:1 call import
            3 out of requests
        "#]],
    );
}

/// Handed over without being called, a function is used all the same.
#[test]
fn callbacks_are_uses() {
    check(
        "handle",
        r#"
=== a.py
class Job:
    def handle(self): pass
    def start(self, pool): pool.submit(self.handle); pool.submit(fn=self.handle)
def run(job: Job, pool): pool.submit(job.handle); map(job.handle, []); sorted([], key=job.handle); x = [job.handle]
"#,
        expect![[r#"
            a.py:2:9 definition
            a.py:3:45 read receiver in Job.start
            a.py:3:74 read receiver in Job.start
            a.py:4:42 read receiver in run
            a.py:4:59 read receiver in run
            a.py:4:91 read receiver in run
            a.py:4:109 read receiver in run
        "#]],
    );
    check(
        "handle",
        "=== a.js\nexport function handle(e) {}\nexport const table = { click: handle, handle }\n=== b.js\nimport { handle } from './a'\nbutton.on('click', handle)\n[1].map(handle)\nconst f = cond ? handle : null\nsetTimeout(() => handle(1))\n",
        expect![[r#"
            a.js:1:17 definition
            a.js:2:31 read scope in table
            a.js:2:39 read scope in table
            b.js:1:10 import import
            b.js:2:20 read import
            b.js:3:9 read import
            b.js:4:18 read import in f
            b.js:5:18 call import
        "#]],
    );
    check(
        "handle",
        "=== A.java\nclass A { void handle(String x) {} void go(java.util.List<String> xs) { xs.forEach(this::handle); xs.forEach(x -> handle(x)); Runnable r = A::new; } }\nclass B { void go(A a, java.util.List<String> xs) { xs.forEach(a::handle); } }\n",
        expect![[r#"
            A.java:1:16 definition
            A.java:1:90 call receiver in A.go
            A.java:1:115 call scope in A.go
            A.java:2:67 call receiver in B.go
        "#]],
    );
}

/// Getters in a chain lead to the class that they return, not to the one that was read first.
#[test]
fn chained_getters_lead_to_their_classes() {
    let project = r#"
=== a.h
class Cache { public: void clear(); };
class Queue { public: void clear(); };
=== engine.h
#include "a.h"
class Engine { public: static Engine& instance(); Queue& queue(); Cache* cache(); };
=== use.cc
#include "engine.h"
void use(Engine* e) {
  Engine::instance().queue().clear();
  e->cache()->clear();
  Engine::instance().cache()->clear();
  auto& q = e->queue(); q.clear();
}
"#;
    check(
        "Queue.clear",
        project,
        expect![[r#"
        a.h:2:28 definition
        use.cc:3:30 call receiver in use
        use.cc:6:27 call receiver in use
        3 Cache.clear in a.h
    "#]],
    );
    check(
        "Cache.clear",
        project,
        expect![[r#"
        a.h:1:28 definition
        use.cc:4:15 call receiver in use
        use.cc:5:31 call receiver in use
        3 Queue.clear in a.h
    "#]],
    );
}

/// Rows that are guessed say so, and with how many others they compete.
#[test]
fn guesses_are_marked() {
    check(
        "save",
        "=== a.py\nclass A:\n    def save(self): pass\nclass B:\n    def save(self): pass\n=== use.py\ndef f(x, a):\n    x.save(); a.save()\n",
        expect![[r#"
            a.py:2:9 definition
            a.py:4:9 definition
            use.py:2:7 call name-only of 2 in f
            use.py:2:17 call name-only of 2 in f
        "#]],
    );
}

/// An ambiguous call is shown as such, not dropped.
#[test]
fn ambiguous_calls_are_not_dropped() {
    check(
        "A.save",
        "=== a.py\nclass A:\n    def save(self): pass\nclass B:\n    def save(self): pass\n=== use.py\ndef f(x):\n    return x.save()\n",
        expect![[r#"
            a.py:2:9 definition
            use.py:2:14 call name-only of 2 in f
            1 B.save in a.py
        "#]],
    );
}

/// The same name elsewhere is no edge.
#[test]
fn a_name_alone_is_no_reference() {
    check(
        "load @ a.py:1",
        "=== a.py\ndef load(): pass\n=== b.py\ndef load(): pass\nload()\n=== c.py\nload = 1\nprint(load)\n=== d.py\nfrom b import load\nload()\n=== e.py\nfrom a import *\nload()\n",
        expect![[r#"
            a.py:1:5 definition
            e.py:2:1 call import
            4 load in b.py
            2 load in c.py
        "#]],
    );
}

/// The order of files decides nothing.
#[test]
fn files_in_another_order_give_the_same() {
    let a = "=== a.ts\nexport class A { run() {} }\n=== b.ts\nexport class B { run() {} }\n=== use.ts\nimport { B } from './b'\nimport { A } from './a'\nnew A().run(); new B().run()\n";
    check(
        "A.run",
        a,
        expect![[r#"
        a.ts:1:18 definition
        use.ts:3:9 call receiver
        2 B.run in b.ts
    "#]],
    );
    let renamed = a.replace("a.ts", "z.ts").replace("'./a'", "'./z'");
    check(
        "A.run",
        &renamed,
        expect![[r#"
        z.ts:1:18 definition
        use.ts:3:9 call receiver
        2 B.run in b.ts
    "#]],
    );
}
