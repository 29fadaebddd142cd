//! Answers are true of the disk as it is now: whatever changes shows in the very next answer,
//! without a reindex.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, rows, run, text};
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

const TWO_FILES: &str = "
=== lib.py
def greet(): pass

=== app.py
from lib import greet
greet()
";

fn two_files() -> Project {
    let project = Project::new(TWO_FILES);
    project.found(&["reindex"]);
    assert_eq!(project.refs("greet"), ["lib.py:1 definition", "app.py:1 import", "app.py:2 call"]);
    project
}

#[test]
fn an_edit() {
    let project = two_files();
    project.write("app.py", "from lib import greet\n\n\ngreet()\n");
    assert_eq!(project.refs("greet"), ["lib.py:1 definition", "app.py:1 import", "app.py:4 call"]);
    project.write("lib.py", "def welcome(): pass\n");
    assert_eq!(project.refs("welcome"), ["lib.py:1 definition"]);
    assert!(!project.refs("greet").contains(&"lib.py:1 definition".to_string()));
    assert!(project.found(&["search", "--json", "welcome"]).contains("lib.py"));
}

#[test]
fn an_edit_that_leaves_size_and_second_as_they_were() {
    let project = Project::new("=== a.py\ndef name_0(): pass\n");
    for round in 1..20 {
        project.refs("name_0");
        project.write("a.py", format!("def name_{}(): pass\n", round % 10));
        assert_eq!(project.refs(&format!("name_{}", round % 10)), ["a.py:1 definition"], "round {round}");
    }
}

#[test]
fn an_edit_that_puts_the_old_time_back() {
    let project = Project::new("=== a.py\ndef before(): pass\n");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let set = || File::options().write(true).open(project.path("a.py")).unwrap().set_modified(long_ago).unwrap();
    set();
    assert_eq!(project.refs("before"), ["a.py:1 definition"]);
    project.write("a.py", "def after_(): pass\n");
    set();
    assert_eq!(project.refs("after_"), ["a.py:1 definition"]);
    assert!(project.refs("before").is_empty());
}

#[test]
fn a_new_file_a_deletion_and_a_rename() {
    let project = two_files();
    project.write("deep/er/more.py", "from lib import greet\ngreet()\n");
    assert_eq!(project.refs("greet")[3..], ["deep/er/more.py:1 import", "deep/er/more.py:2 call"]);
    fs::rename(project.path("deep"), project.path("other")).unwrap();
    assert_eq!(project.refs("greet")[3..], ["other/er/more.py:1 import", "other/er/more.py:2 call"]);
    fs::remove_dir_all(project.path("other")).unwrap();
    project.remove("app.py");
    assert_eq!(project.refs("greet"), ["lib.py:1 definition"]);
    // A file becomes a folder and a folder a file.
    project.write("app.py/use.py", "import lib\nlib.greet()\n");
    assert_eq!(project.refs("greet"), ["lib.py:1 definition", "app.py/use.py:2 call"]);
    fs::remove_dir_all(project.path("app.py")).unwrap();
    project.write("app.py", "import lib\nlib.greet()\n");
    assert_eq!(project.refs("greet"), ["lib.py:1 definition", "app.py:2 call"]);
}

#[test]
fn a_file_swapped_for_another_by_renaming() {
    let project = two_files();
    project.write("app.new", "from lib import greet\ngreet(1)\n");
    fs::rename(project.path("app.new"), project.path("app.py")).unwrap();
    assert!(project.rows(&["refs", "greet"]).iter().any(|row| row["text"] == "greet(1)"));
}

#[test]
fn more_changes_than_fit_into_memory() {
    let project = two_files();
    let generation = || project.rows(&["status"])[0]["generation"].as_u64().unwrap();
    let before = generation();
    for index in 0..150 {
        project.write(&format!("many/m{index:03}.py"), format!("from lib import greet\n# {index}\ngreet()\n"));
    }
    assert_eq!(project.refs("greet").len(), 3 + 2 * 150);
    assert!(generation() > before, "so much is published");
    fs::remove_dir_all(project.path("many")).unwrap();
    assert_eq!(project.refs("greet").len(), 3);
}

#[test]
fn ignore_rules_and_their_edits() {
    let project = two_files();
    project.write("gen/out.py", "from lib import greet\n");
    let is_seen = || project.refs("greet").contains(&"gen/out.py:1 import".to_string());
    assert!(is_seen());
    project.write(".gitignore", "gen/\n");
    assert!(!is_seen());
    let why = project.ori(&["why", "gen/out.py"]);
    assert_eq!(why.code, 1);
    assert!(why.stdout.contains("the rule `gen/` of .gitignore:1"), "{why:?}");
    // Our own rules can say what git should not know, in both directions.
    project.write(".oriignore", "!gen/\napp.py\n");
    assert!(is_seen() && !project.refs("greet").iter().any(|row| row.starts_with("app.py")));
    project.remove(".oriignore");
    assert!(!is_seen());
    project.write(".gitignore", "gem/\n");
    assert!(is_seen());
    project.write("gen/.gitignore", "*.py\n");
    assert!(!is_seen());
}

#[test]
fn rules_outside_the_tree() {
    let project = two_files();
    project.git(&["init", "-q"]);
    project.write("gen/out.py", "from lib import greet\n");
    let is_seen = |root: &str, place: &str| {
        let found = run(project.command(&["refs", "--json", "greet", "--root"]).arg(project.path(root)));
        found.stdout.contains(place)
    };
    assert!(is_seen("", "\"gen/out.py\"") && is_seen("gen", "\"out.py\""));
    project.write(".git/info/exclude", "out.py\n");
    assert!(!is_seen("", "\"gen/out.py\"") && !is_seen("gen", "\"out.py\""));
    project.write(".git/info/exclude", "");
    assert!(is_seen("", "\"gen/out.py\"") && is_seen("gen", "\"out.py\""));
    project.write(".gitignore", "*.py\n!lib.py\n");
    assert!(!is_seen("", "\"gen/out.py\"") && !is_seen("gen", "\"out.py\""));
}

#[test]
fn a_branch_switch() {
    let project = two_files();
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "one"]);
    let head = || text(&project.rows(&["status"])[0], "head").to_string();
    let first = head();
    project.git(&["checkout", "-q", "-b", "side"]);
    project.write("lib.py", "def greet(): pass\n\ngreet()\n");
    project.remove("app.py");
    project.git(&["commit", "-q", "-a", "-m", "two"]);
    assert_eq!(project.refs("greet"), ["lib.py:1 definition", "lib.py:3 call"]);
    assert_ne!(head(), first);
    project.git(&["checkout", "-q", "main"]);
    assert_eq!(project.refs("greet"), ["lib.py:1 definition", "app.py:1 import", "app.py:2 call"]);
    assert_eq!(head(), first);
}

#[test]
fn the_last_index_is_asked_only_if_that_is_wanted_and_said() {
    let project = two_files();
    project.write("app.py", "def later(): pass\n");
    let stale = project.ori(&["def", "later", "--no-refresh"]);
    assert_eq!(stale.code, 1);
    assert!(stale.stderr.contains("note: answered from index generation 1 without looking at the disk"), "{stale:?}");
    assert_eq!(project.rows(&["status", "--no-refresh"])[0]["checked"], false);
    let fresh = project.ori(&["def", "later"]);
    assert_eq!((fresh.code, fresh.stderr.as_str()), (0, ""));
    project.found(&["reindex"]);
    assert_eq!(project.ori(&["def", "later", "--no-refresh"]).code, 0);
}

#[test]
fn no_refresh_never_shows_a_line_that_is_gone() {
    let project = two_files();
    project.write("app.py", "nothing of the kind\n");
    let run = project.ori(&["refs", "greet", "--json", "--no-refresh"]);
    let shown = rows(&run.stdout).into_iter().filter(|row| row["path"] == "app.py");
    assert_eq!(shown.count(), 0, "{run:?}");
}

#[test]
fn copies_are_all_found_and_change_on_their_own() {
    let project = two_files();
    let copy = fs::read(project.path("app.py")).unwrap();
    project.write("copy/a.py", &copy);
    project.write("copy/b.py", &copy);
    assert_eq!(project.refs("greet").len(), 7);
    project.found(&["reindex"]);
    assert_eq!(project.refs("greet").len(), 7);
    project.write("copy/a.py", "");
    assert_eq!(project.refs("greet").len(), 5);
    let found = project.rows(&["search", "greet"]);
    assert!(found.iter().any(|row| row["path"] == "copy/b.py") && !found.iter().any(|row| row["path"] == "copy/a.py"));
}

#[test]
fn worktrees_share_a_store_and_nothing_else() {
    let project = two_files();
    fs::remove_dir_all(project.index_dir()).unwrap();
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "one"]);
    let tree = project.scratch.path().canonicalize().unwrap().join("tree");
    project.git(&["worktree", "add", "-q", "-b", "side", tree.to_str().unwrap()]);
    project.found(&["reindex"]);
    let reindexed = run(project.command(&["reindex", "--json"]).arg(&tree));
    assert_eq!(rows(&reindexed.stdout)[0]["new"], 0, "its contents are known: {reindexed:?}");
    fs::write(tree.join("app.py"), "def only_here(): pass\n").unwrap();
    let there = run(project.command(&["def", "only_here", "--root"]).arg(&tree));
    assert_eq!((there.code, project.ori(&["def", "only_here"]).code), (0, 1));
    run(project.command(&["reindex"]).arg(&tree));
    assert_eq!(project.refs("greet").len(), 3);
    // Without `--root` the tree around the current folder is meant.
    let around = run(project.command(&["def", "only_here"]).current_dir(&tree));
    assert_eq!(around.code, 0, "{around:?}");
    project.store();
}

#[test]
fn a_folder_of_the_project_can_be_the_root() {
    let project = Project::shop();
    project.git(&["init", "-q"]);
    project.found(&["reindex"]);
    let in_web = run(project.command(&["refs", "getUserInfo", "--json", "--root"]).arg(project.path("web")));
    assert_eq!(rows(&in_web.stdout)[0]["path"], "src/api/user.ts");
    let in_backend = run(project.command(&["refs", "getUserInfo", "--json", "--root"]).arg(project.path("backend")));
    assert_eq!(in_backend.code, 1);
    fs::write(project.path("web/src/new.ts"), "export function brandNew() {}\n").unwrap();
    let new = run(project.command(&["def", "brandNew", "--json", "--root"]).arg(project.path("web")));
    assert_eq!(rows(&new.stdout)[0]["path"], "src/new.ts");
    project.store();
}

#[test]
fn the_index_may_be_deleted_at_any_time() {
    let project = two_files();
    let expected = project.refs("greet");
    fs::remove_dir_all(project.index_dir()).unwrap();
    assert_eq!(project.refs("greet"), expected);
    for part in ["views", "packs", "words"] {
        fs::remove_dir_all(project.store().join(part)).unwrap();
        assert_eq!(project.refs("greet"), expected, "without {part}");
        assert!(project.found(&["search", "greet"]).contains("lib.py"), "without {part}");
    }
    // While it is being used: every answer is right all the same.
    for round in 0..15 {
        let mut command = project.command(&["refs", "--json", "greet"]);
        let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
        for _ in 0..=round {
            let _ = fs::remove_dir_all(project.index_dir());
        }
        let run = common::finished(child);
        assert_eq!((run.code, rows(&run.stdout).len()), (0, 4), "round {round}: {run:?}");
    }
}
