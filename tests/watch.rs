//! The daemon: one per store, told of changes or looking for them, ends when asked to; what it
//! publishes is what a pass would publish. Longer histories are in `tests/soak`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, kill, run, text, until};
use serde_json::Value;
use std::fs;
use std::process::{Child, Stdio};

const TWO_FILES: &str = "
=== lib.py
def greet(): pass

=== app.py
from lib import greet
greet()
";

/// A daemon that is killed when the test ends.
struct Daemon(Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        kill(&mut self.0);
    }
}

fn watch(project: &Project, more: &[&str]) -> Daemon {
    let mut command = project.command(&[&["reindex", "--watch"], more].concat());
    let daemon = Daemon(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    until("the daemon to be idle", || watcher(project).is_some_and(|watcher| text(&watcher, "state") == "idle"));
    daemon
}

/// What `status --all` says of it: that opens no snapshot, so it indexes nothing itself.
fn watcher(project: &Project) -> Option<Value> {
    let run = project.ori(&["status", "--all", "--json"]);
    let watcher = common::rows(&run.stdout).pop()?["watcher"].take();
    (!watcher.is_null()).then_some(watcher)
}

/// Waits until the published index has or has not a definition, without anyone looking at the disk.
fn until_published(project: &Project, name: &str, is_there: bool) {
    until(name, || (project.ori(&["def", name, "--no-refresh"]).code == 0) == is_there);
}

#[test]
fn what_changes_is_published_without_a_question() {
    let project = Project::new(TWO_FILES);
    let _daemon = watch(&project, &[]);
    project.write("lib.py", "def greet(): pass\ndef saved(): pass\n");
    until_published(&project, "saved", true);
    project.write("deep/er/more.py", "def deeper(): pass\n");
    until_published(&project, "deeper", true);
    // The watch goes with the folder.
    fs::rename(project.path("deep"), project.path("moved")).unwrap();
    until("the move", || project.ori(&["def", "deeper", "--no-refresh"]).stdout.contains("moved/er/more.py"));
    project.write("moved/er/more.py", "def deepest(): pass\n");
    until_published(&project, "deepest", true);
    project.write(".gitignore", "moved/\n");
    until_published(&project, "deepest", false);
    project.write("moved/.gitignore", "*\n");
    project.remove(".gitignore");
    project.write("lib.py", "def later(): pass\n");
    until_published(&project, "later", true);
    assert_eq!(project.ori(&["def", "deepest", "--no-refresh"]).code, 1);
    // A file of rules that is ignored itself is heard of too.
    project.write("moved/.gitignore", "nothing\n");
    until_published(&project, "deepest", true);
    fs::remove_dir_all(project.path("moved")).unwrap();
    until_published(&project, "deepest", false);
}

#[test]
fn one_daemon_per_store_and_it_ends_when_asked() {
    let project = Project::new(TWO_FILES);
    assert_eq!(project.ori(&["reindex", "--stop"]).code, 1);
    let mut daemon = watch(&project, &[]);
    let second = project.found(&["reindex", "--watch"]);
    assert!(second.contains(&format!("process {} watches this project already", daemon.0.id())), "{second}");
    let status = project.found(&["status"]);
    assert!(status.contains(&format!("process {} since", daemon.0.id())), "{status}");
    let said = project.found(&["reindex", "--stop"]);
    assert!(said.contains("watches no longer"), "{said}");
    assert_eq!(daemon.0.wait().unwrap().code(), Some(0));
    assert_eq!(watcher(&project), None);
    let log = fs::read_to_string(project.store().join("watch/log")).unwrap();
    assert!(log.contains("generation 1") && log.ends_with("ended\n"), "{log}");
    // A dead one is no obstacle.
    kill(&mut watch(&project, &[]).0);
    assert_eq!(watcher(&project), None);
    let _third = watch(&project, &[]);
}

#[test]
fn what_cannot_be_watched_is_looked_at_and_that_is_said() {
    for (more, why) in [(&["--max-watches", "2"], "limit of 2 watches"), (&["--scan", "--json"], "asked to")] {
        let project = Project::new(TWO_FILES);
        project.write("a/b/c/deep.py", "def deep(): pass\n");
        let _daemon = watch(&project, more);
        let degraded = text(&watcher(&project).unwrap(), "degraded").to_string();
        assert!(degraded.contains(why), "{degraded}");
        project.write("a/b/c/deep.py", "def deeper(): pass\n");
        until_published(&project, "deeper", true);
    }
}

#[test]
fn a_store_that_is_deleted_is_made_anew_and_worktrees_share_a_daemon() {
    let project = Project::new(TWO_FILES);
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-q", "-m", "one"]);
    let tree = project.scratch.path().canonicalize().unwrap().join("tree");
    project.git(&["worktree", "add", "-q", "-b", "side", tree.to_str().unwrap()]);
    let _daemon = watch(&project, &[]);
    let second = run(project.command(&["reindex", "--watch"]).arg(&tree));
    assert!(second.code == 0 && second.stdout.contains("already"), "{second:?}");
    fs::write(tree.join("app.py"), "def only_there(): pass\n").unwrap();
    let there = || run(project.command(&["def", "only_there", "--no-refresh", "--root"]).arg(&tree)).code == 0;
    until("the other tree", there);
    fs::remove_dir_all(project.index_dir()).unwrap();
    project.write("lib.py", "def after(): pass\n");
    until("the store", || watcher(&project).is_some());
    until_published(&project, "after", true);
    until("the other tree again", there);
    // A commit that changes no file is a change too.
    project.git(&["commit", "-q", "-a", "-m", "two"]);
    let head = fs::read_to_string(project.path(".git/refs/heads/main")).unwrap();
    until("the commit", || text(&project.rows(&["status", "--no-refresh"])[0], "head") == head.trim());
    // The daemon outlives a tree that is taken away, and its view is collected.
    fs::remove_dir_all(&tree).unwrap();
    let collected = project.found(&["gc"]);
    assert!(collected.starts_with("dropped 1 view"), "{collected}");
    assert_eq!(project.refs("after"), ["lib.py:1 definition"]);
}

#[test]
fn what_git_tracks_in_an_ignored_folder_goes_with_it() {
    let project =
        Project::new("=== a/.gitignore\nsub\n=== a/sub/kept.py\ndef kept(): pass\n=== a/other.py\ndef other(): pass\n");
    project.git(&["init", "-q", "-b", "main"]);
    project.git(&["add", "-f", "."]);
    project.git(&["commit", "-q", "-m", "one"]);
    let _daemon = watch(&project, &[]);
    until_published(&project, "kept", true);
    // Until no time is too fresh to be trusted.
    std::thread::sleep(std::time::Duration::from_millis(500));
    fs::remove_dir_all(project.path("a/sub")).unwrap();
    // A path says what the index says; a definition would be looked at before it is shown.
    until("the file to go", || project.ori(&["files", "kept.py", "--no-refresh"]).code == 1);
    until_published(&project, "other", true);
}

#[test]
fn a_service_is_described() {
    let project = Project::new(TWO_FILES);
    let unit = project.found(&["reindex", "--print-service", "systemd"]);
    assert!(unit.contains("[Service]\nExecStart=\"") && unit.contains("\"reindex\" \"--watch\""), "{unit}");
    let plist = project.found(&["reindex", "--print-service", "launchd"]);
    assert!(plist.contains("<string>--watch</string>"), "{plist}");
}
