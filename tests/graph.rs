//! Who reaches whom, as scripts and people see it: keys, exit codes, texts, and git's diff.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, rows, text};
use serde_json::Value;

const CODE: &str = r#"
=== app.py
from lib import load as fetch
class Page:
    def show(self, id):
        return fetch(id)
class Front(Page):
    def show(self, id):
        return super().show(id)
def main():
    Page().show(1)
=== lib.py
# Loads one.
def load(id):
    return _parse(id)
def _parse(text):
    return text
def _unused():
    pass
=== test_app.py
from app import Page
def test_show():
    assert Page().show(1)
"#;

const EDGE: [&str; 20] = [
    "depth",
    "from",
    "from_path",
    "from_line",
    "from_kind",
    "link",
    "to",
    "to_path",
    "to_line",
    "to_kind",
    "evidence",
    "confidence",
    "belief",
    "path",
    "line",
    "col",
    "text",
    "places",
    "again",
    "test",
];

/// The edges of an answer, each with exactly the promised keys, and the line that closes them.
fn edges(answer: Vec<Value>) -> (Vec<Value>, Value) {
    let (edges, mut rest): (Vec<Value>, Vec<Value>) = answer.into_iter().partition(|row| row.get("link").is_some());
    for row in &edges {
        let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), EDGE.len(), "{row}");
        assert!(EDGE.iter().all(|key| row.get(*key).is_some()), "{row}");
        assert!(row["line"].as_u64().unwrap() >= 1 && row["depth"].as_u64().unwrap() >= 1, "{row}");
    }
    let walk = rest.iter().position(|row| row.get("walk").is_some()).expect("a walk says how it ended");
    (edges, rest.remove(walk)["walk"].take())
}

fn said(edges: &[Value]) -> Vec<String> {
    let mut said: Vec<String> =
        edges.iter().map(|row| format!("{} {} {}", text(row, "from"), text(row, "link"), text(row, "to"))).collect();
    said.sort();
    said
}

#[test]
fn callers_and_callees_are_edges_with_evidence() {
    let project = Project::new(CODE);
    let (found, walk) = edges(project.rows(&["callers", "load", "--depth", "3"]));
    assert_eq!(
        said(&found),
        ["Front.show call Page.show", "Page.show call load", "main call Page.show", "test_show call Page.show"]
    );
    assert_eq!((&walk["direction"], &walk["reached"], &walk["left_out"]), (&"inward".into(), &4.into(), &0.into()));
    assert_eq!(text(&walk["roots"][0], "path"), "lib.py");
    let (found, walk) = edges(project.rows(&["callees", "main", "--depth", "9"]));
    assert!(said(&found).contains(&"load call _parse".to_string()), "{found:?}");
    assert_eq!(walk["direction"], "outward");
    let (few, walk) = edges(project.rows(&["callers", "load", "--depth", "3", "--limit", "1"]));
    assert_eq!((few.len(), &walk["left_out"], &walk["edges"]), (1, &3.into(), &4.into()));
}

#[test]
fn trees_name_places_and_evidence() {
    let project = Project::new(CODE);
    let tree = project.found(&["callers", "load", "--depth", "2"]);
    assert!(tree.starts_with("load: 4 callers in 2 files\n"), "{tree}");
    assert!(tree.contains("└─ Page.show  app.py:4  call (import)\n"), "{tree}");
    assert!(tree.contains("   └─ test_show  test_app.py:3  call (receiver), test\n"), "{tree}");
    let way = project.found(&["path", "main", "_parse"]);
    assert!(way.contains("-> Page.show  app.py:3\n") && way.contains("3 steps"), "{way}");
    let kin = project.found(&["hierarchy", "Page"]);
    assert!(kin.contains("inherited by\n└─ Front  app.py:5  inherit (scope)\n"), "{kin}");
}

#[test]
fn what_is_not_there_is_exit_1_with_a_hint() {
    let project = Project::new(CODE);
    for command in ["callers", "callees", "impact", "implementors", "hierarchy", "graph"] {
        let run = project.ori(&[command, "laod"]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{command}");
        assert!(run.stderr.contains("`laod`") && run.stderr.contains("did you mean `load`"), "{run:?}");
    }
    let run = project.ori(&["path", "main", "laod"]);
    assert!(run.code == 1 && run.stderr.contains("did you mean `load`"), "{run:?}");
    assert_eq!(project.ori(&["path", "_parse", "_unused"]).code, 1);
    let run = project.ori(&["impact", "lib/no.py"]);
    assert!(run.code == 2 && run.stderr.contains("no file `lib/no.py`"), "{run:?}");
    let run = project.ori(&["unused", "nowhere"]);
    assert!(run.code == 2 && run.stderr.contains("no file or folder `nowhere`"), "{run:?}");
}

#[test]
fn drawings_are_of_three_kinds() {
    let project = Project::new(CODE);
    let dot = project.found(&["graph", "load"]);
    assert!(dot.starts_with("digraph ori {\n") && dot.contains("[label=\"load\\nlib.py:2\", style=bold];"), "{dot}");
    assert!(dot.contains("[label=\"call (import)\"];") && dot.ends_with("}\n"), "{dot}");
    let mermaid = project.found(&["graph", "load", "--format", "mermaid"]);
    assert!(mermaid.starts_with("flowchart LR\n") && mermaid.contains("-->|\"call (import)\"|"), "{mermaid}");
    let object: Value =
        serde_json::from_str(&project.found(&["graph", "Page", "--of", "types", "--format", "json"])).unwrap();
    assert_eq!((object["nodes"].as_array().unwrap().len(), &object["edges"][0]["link"]), (2, &"inherit".into()));
}

#[test]
fn impact_of_a_diff_follows_git() {
    let project = Project::new(CODE);
    project.git(&["init", "-q"]);
    project.git(&["add", "-A"]);
    project.git(&["commit", "-qm", "first"]);
    let run = project.ori(&["impact", "--diff"]);
    assert!(run.code == 1 && run.stdout.contains("nothing changed"), "{run:?}");
    // Only the comment above it: the function is what changed.
    let lib = std::fs::read_to_string(project.path("lib.py")).unwrap();
    project.write("lib.py", lib.replace("# Loads one.", "# Loads one by id."));
    let answer = project.rows(&["impact", "--diff"]);
    let changed: Vec<&Value> = answer.iter().filter(|row| row.get("changed").is_some()).collect();
    assert_eq!((changed.len(), text(changed[0], "changed"), &changed[0]["removed"]), (1, "load", &false.into()));
    let tests: Vec<&Value> = answer.iter().filter(|row| row.get("affected").is_some()).collect();
    assert_eq!((tests.len(), text(&tests[0]["affected"], "name")), (1, "test_show"));
    assert_eq!(answer.last().unwrap()["impact"]["tests"], 1);
    // A function that is gone reaches who still calls it.
    project.write("lib.py", lib.replace("def _parse(text):\n    return text\n", ""));
    let answer = project.rows(&["impact", "--diff", "HEAD"]);
    assert!(answer.iter().any(|row| row["changed"] == "_parse" && row["removed"] == true), "{answer:?}");
    let (found, _) = edges(answer);
    assert!(said(&found).iter().any(|edge| edge.starts_with("load call _parse")), "{found:?}");
    // A new file is all new.
    project.write("lib.py", &lib);
    project.write("new.py", "from lib import load\ndef fresh(): load(1)\n");
    let said = project.found(&["impact", "--diff"]);
    assert!(said.contains("new.py:2  function fresh"), "{said}");
    let run = project.ori(&["impact", "--diff", "nosuch"]);
    assert!(run.code == 2 && run.stderr.contains("no revision `nosuch`"), "{run:?}");
    // A folder of the repository sees its own files only.
    project.write("part/a.py", "def a(): pass\n");
    project.git(&["add", "-A"]);
    project.git(&["commit", "-qm", "second"]);
    project.write("part/a.py", "def a(): return 1\n");
    project.write("lib.py", lib.replace("return text", "return text.strip()"));
    let inside = common::run(project.command(&["impact", "--diff", "--json", "--root"]).arg(project.path("part")));
    let changed: Vec<Value> = rows(&inside.stdout).into_iter().filter(|row| row.get("changed").is_some()).collect();
    assert_eq!((changed.len(), text(&changed[0], "path")), (1, "a.py"), "{inside:?}");
}

#[test]
fn unused_adds_up() {
    let project = Project::new(CODE);
    let mut found = project.rows(&["unused"]);
    let balance = found.pop().unwrap()["balance"].take();
    let n = |key: &str| balance[key].as_u64().unwrap();
    assert_eq!(n("symbols"), n("unused") + n("cannot_tell") + n("used"), "{balance}");
    let unused: Vec<&Value> = found.iter().filter(|row| row.get("unused").is_some()).collect();
    assert_eq!((unused.len(), text(&unused[0]["unused"], "name"), n("unused")), (1, "_unused", 1));
    for row in unused {
        let parts = ["definitions", "itself", "others", "comments"].map(|part| row[part].as_u64().unwrap());
        assert_eq!(row["total"].as_u64().unwrap(), parts.iter().sum::<u64>());
    }
    let reasons: u64 = balance["reasons"].as_array().unwrap().iter().map(|one| one[1].as_u64().unwrap()).sum();
    assert_eq!(reasons, n("cannot_tell"));
    let said = project.found(&["unused", "lib.py"]);
    assert!(said.contains("function _unused  1 occurrence = 1 definition\n"), "{said}");
    assert_eq!(project.ori(&["unused", "app.py"]).code, 1);
}

#[test]
fn tools_answer_the_same_for_agents() {
    let project = Project::new(CODE);
    for (tool, args, says) in [
        ("find_callers", r#"{"symbol": "load"}"#, "app.py:4 Page.show call (import)"),
        ("find_callees", r#"{"symbol": "load"}"#, "lib.py:4 _parse call (scope)"),
        ("impact", r#"{"symbol": "load"}"#, "test test_app.py:2 test_show"),
        ("impact", r#"{"symbol": "lib.py"}"#, "a change of `lib.py` reaches"),
        ("type_hierarchy", r#"{"symbol": "Page"}"#, "app.py:5 Front inherit (scope)"),
        ("call_path", r#"{"from": "main", "to": "_parse"}"#, "call (scope) at lib.py:3"),
        ("find_unused", r#"{"path": "lib.py"}"#, "lib.py:6 function _unused (1 occurrences)"),
        ("find_callers", r#"{"symbol": "laod"}"#, "spelled nearly so: `load`"),
    ] {
        let said = project.found(&["tool", tool, args]);
        assert!(said.contains(says), "{tool} {args}: {said}");
    }
}

#[test]
fn the_same_walk_gives_the_same_bytes() {
    let (one, other) = (Project::shop(), Project::shop());
    for args in [
        &["callers", "getUserInfo", "--depth", "4", "--json"][..],
        &["impact", "UserService", "--depth", "4", "--json", "--all"],
        &["callees", "UserService.find", "--depth", "4", "--json"],
        &["unused", "--json"],
        &["hierarchy", "UserService", "--json"],
    ] {
        let (first, second) = (one.ori(args), other.ori(args));
        assert_eq!((first.code, &first.stdout), (second.code, &second.stdout), "{args:?}");
    }
}
