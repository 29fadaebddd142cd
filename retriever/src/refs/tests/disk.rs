//! The same through a store on disk.

use crate::{Control, Place, RefsOptions, Target, find_definitions, find_references, index, outline_of};
use expect_test::expect;
use indexer::Snapshot;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

fn snapshot(folder: &std::path::Path, files: &[(&str, &str)]) -> Snapshot {
    for (path, text) in files {
        let path = folder.join("project").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let place = Place::with_store(&folder.join("project"), &folder.join("store")).unwrap();
    let control = Control { progress: &|_| {}, stop: &AtomicBool::new(false), wait: true };
    index(&place, &control).unwrap();
    Snapshot::open(&place, &control).unwrap()
}

/// Adds what is defined.
fn describe(snapshot: &Snapshot, shown: &mut String) {
    for definition in find_definitions(snapshot, &Target::parse("getUserInfo")).unwrap() {
        let _ = writeln!(
            shown,
            "{}:{} {} {}",
            definition.path,
            definition.line,
            definition.kind.word(),
            definition.signature
        );
    }
    let outline = outline_of(snapshot, "api/user.py").unwrap().unwrap();
    for row in &outline.rows {
        let _ = writeln!(
            shown,
            "{:width$}{} {} {}-{} {}",
            "",
            row.kind.word(),
            row.name,
            row.line,
            row.end_line,
            row.doc_line,
            width = row.depth * 2
        );
    }
}

#[test]
fn answers_from_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let minified = format!("var a=1;{}", "getUserInfo();".repeat(4_000));
    let snapshot = snapshot(
        folder.path(),
        &[
            (
                "api/user.py",
                "class User:\n    \"\"\"A person. Or two.\"\"\"\n    def save(self): pass\n\ndef getUserInfo(id): return User()\n",
            ),
            (
                "page.py",
                "from api.user import getUserInfo\n\ndef render():\n    getUserInfo(1).save()  # getUserInfo\n",
            ),
            ("tests/test_user.py", "def getUserInfo(): pass\n"),
            ("web/app.min.js", &minified),
        ],
    );
    let mut shown = String::new();
    let target = Target::parse("getUserInfo").at("api/user.py", 5);
    let answer = find_references(&snapshot, &target, &RefsOptions::default()).unwrap();
    for row in &answer.rows {
        let _ = writeln!(
            shown,
            "{}:{}:{} {} {} | {}",
            row.path,
            row.line,
            row.col,
            row.role.word(),
            row.evidence.word(),
            row.text
        );
    }
    let _ = writeln!(shown, "folded {} {:?}", answer.folded, answer.balance);
    describe(&snapshot, &mut shown);
    assert!(outline_of(&snapshot, "nowhere.py").unwrap().is_none());
    let nothing = find_references(&snapshot, &Target::parse("getUserInf"), &RefsOptions::default()).unwrap();
    let _ = writeln!(shown, "nearest {:?}", nothing.nearest);
    expect![[r#"
        page.py:1:22 import import | from api.user import getUserInfo
        page.py:4:5 call import |     getUserInfo(1).save()  # getUserInfo
        folded 1 Balance { total: 4005, definitions: 1, resolved: 2, other: 1, ambiguous: 0, text: 1, skipped: 4000, aliases: 0, named: [("getUserInfo in tests/test_user.py", 1)], n_files_unread: 0 }
        api/user.py:5 function def getUserInfo(id):
        tests/test_user.py:1 function def getUserInfo():
        class User 1-3 A person.
          method save 3-3 
        function getUserInfo 5-5 
        nearest ["getUserInfo"]
    "#]].assert_eq(&shown);
}

/// Where `name` is used, as a snapshot opened now says: `path:line` of each certain row.
fn used(folder: &std::path::Path, name: &str) -> String {
    let place = Place::with_store(&folder.join("project"), &folder.join("store")).unwrap();
    let control = Control { progress: &|_| {}, stop: &AtomicBool::new(false), wait: true };
    let snapshot = Snapshot::open(&place, &control).unwrap();
    let options = RefsOptions { min_confidence: 0.96, ..RefsOptions::default() };
    let answer = find_references(&snapshot, &Target::parse(name), &options).unwrap();
    assert!(answer.balance.is_even());
    let rows = answer.rows.iter().map(|row| format!("{}:{}", row.path, row.line));
    rows.collect::<Vec<_>>().join(" ")
}

#[test]
fn an_edit_of_a_reexport_changes_the_next_answer() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| std::fs::write(folder.path().join("project").join(path), text).unwrap();
    let files = [
        ("shop/__init__.py", "from .first import load\n"),
        ("shop/first.py", "def load(): pass\n"),
        ("shop/second.py", "def load(): pass\n"),
        ("use.py", "import shop\nshop.load()\n"),
        ("web/index.ts", "export { open } from './first'\n"),
        ("web/first.ts", "export function open() {}\n"),
        ("web/second.ts", "export function open() {}\n"),
        ("page.ts", "import { open } from './web'\nopen()\n"),
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "mod store;\nfn f() { store::save(); }\n"),
        ("src/store/mod.rs", "mod first;\nmod second;\npub use first::save;\n"),
        ("src/store/first.rs", "pub fn save() {}\n"),
        ("src/store/second.rs", "pub fn save() {}\n"),
    ];
    drop(snapshot(folder.path(), &files));
    assert_eq!(used(folder.path(), "shop/second.py:load"), "");
    assert_eq!(used(folder.path(), "shop/first.py:load"), "shop/__init__.py:1 use.py:2");
    assert_eq!(used(folder.path(), "first.ts:open"), "page.ts:1 page.ts:2 web/index.ts:1");
    assert_eq!(used(folder.path(), "store/first.rs:save"), "src/lib.rs:2 src/store/mod.rs:3");

    write("shop/__init__.py", "from .second import load\n");
    assert_eq!(used(folder.path(), "shop/first.py:load"), "");
    assert_eq!(used(folder.path(), "shop/second.py:load"), "shop/__init__.py:1 use.py:2");
    write("web/index.ts", "export { open } from './second'\n");
    assert_eq!(used(folder.path(), "second.ts:open"), "page.ts:1 page.ts:2 web/index.ts:1");
    assert_eq!(used(folder.path(), "first.ts:open"), "");
    write("src/store/mod.rs", "mod first;\nmod second;\npub use second::save;\n");
    assert_eq!(used(folder.path(), "store/second.rs:save"), "src/lib.rs:2 src/store/mod.rs:3");

    // The file that defines it moves away, then is gone.
    let at = |path: &str| folder.path().join("project").join(path);
    std::fs::rename(at("web/second.ts"), at("web/third.ts")).unwrap();
    assert_eq!(used(folder.path(), "third.ts:open"), "");
    write("web/index.ts", "export { open } from './third'\n");
    assert_eq!(used(folder.path(), "third.ts:open"), "page.ts:1 page.ts:2 web/index.ts:1");
    std::fs::remove_file(at("shop/second.py")).unwrap();
    assert_eq!(used(folder.path(), "shop/second.py:load"), "");
}
