//! What belongs to a project is what git says belongs to it, plus what is tracked although ignored.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, text};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What `ori` sees, in order.
fn files(project: &Project) -> Vec<String> {
    let rows = project.rows(&["files", "-n", "1000", ""]);
    let mut paths: Vec<String> =
        rows.iter().filter(|row| row.get("path").is_some()).map(|row| text(row, "path").to_string()).collect();
    paths.sort();
    paths
}

/// What git sees, in order.
fn gits(project: &Project) -> Vec<String> {
    let mut command = Command::new("git");
    command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(&project.root);
    command
        .env("HOME", project.scratch.path().join("home"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("XDG_CONFIG_HOME");
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let mut paths: Vec<String> =
        output.split('\0').filter(|path| !path.is_empty() && project.path(path).is_file()).map(String::from).collect();
    paths.sort();
    paths.dedup();
    paths
}

#[track_caller]
fn same(project: &Project) {
    assert_eq!(files(project), gits(project));
}

/// A repository with some files, all written and none tracked.
fn repository(files: &str) -> Project {
    let project = Project::new(files);
    project.git(&["init", "-q"]);
    project
}

#[test]
fn rules_are_nested_anchored_and_negated() {
    let project = repository(
        "=== .gitignore\n*.log\n/top.txt\nbuild/\n!keep.log\ndoc/*.html\n**/deep/x\n\n=== a.log\n\n=== keep.log\n\n=== top.txt\n
=== sub/top.txt\n\n=== build/a\n\n=== sub/build/b\n\n=== doc/a.html\n\n=== doc/b/a.html\n\n=== q/deep/x\n\n=== q/deep/y\n
=== sub/.gitignore\n!a.log\nown\n\n=== sub/a.log\n\n=== sub/own\n\n=== own\n\n",
    );
    same(&project);
    assert!(files(&project).contains(&"sub/a.log".to_string()));
    project.write(".gitignore", "\u{feff}bom\r\nspace\\ \r\nplain  \r\n");
    ["bom", "space ", "plain", "a.log"].iter().for_each(|path| project.write(path, "x\n"));
    same(&project);
}

#[test]
fn rules_of_the_repository_and_of_the_user() {
    let project = repository("=== a.one\n\n=== a.two\n\n=== a.three\n\n=== sub/a.three\n\n=== sub/b\n\n");
    project.write(".git/info/exclude", "*.one\n/sub/b\n");
    same(&project);
    let home = project.scratch.path().join("home");
    fs::create_dir_all(&home).unwrap();
    fs::write(home.join(".gitconfig"), "[core]\n\texcludesFile = ~/mine\n").unwrap();
    fs::write(home.join("mine"), "*.two\n").unwrap();
    same(&project);
    assert!(!files(&project).contains(&"a.two".to_string()));
    fs::write(home.join("other"), "/a.three\n").unwrap();
    project.git(&["config", "core.excludesFile", home.join("other").to_str().unwrap()]);
    same(&project);
    assert!(files(&project).contains(&"sub/a.three".to_string()));
    assert!(!files(&project).contains(&"a.three".to_string()));
}

#[test]
fn rules_above_the_repository_do_not_count() {
    let project = repository("=== a.txt\n\n");
    fs::write(project.root.parent().unwrap().join(".gitignore"), "*.txt\n").unwrap();
    same(&project);
    assert_eq!(files(&project), ["a.txt"]);
}

#[test]
fn what_is_tracked_stays_though_ignored() {
    for version in ["2", "3", "4"] {
        let project =
            repository("=== .gitignore\nout/\n*.gen\n\n=== out/a.py\ndef inside(): pass\n\n=== b.gen\n\n=== c.py\n\n");
        project.git(&["config", "index.version", version]);
        assert_eq!(files(&project), [".gitignore", "c.py"]);
        project.git(&["add", "-f", "-A"]);
        assert_eq!(files(&project), [".gitignore", "b.gen", "c.py", "out/a.py"], "the next answer knows");
        same(&project);
        assert_eq!(project.refs("inside"), ["out/a.py:1 definition"]);
        assert_eq!(project.ori(&["why", "out/a.py"]).code, 0);
        project.write("out/new.py", "x = 1\n");
        project.write("out/a.py", "def changed(): pass\n");
        assert_eq!(project.refs("changed"), ["out/a.py:1 definition"]);
        same(&project);
        project.git(&["rm", "-q", "--cached", "-f", "out/a.py"]);
        same(&project);
        project.remove("b.gen");
        same(&project);
        assert_eq!(files(&project), [".gitignore", "c.py"], "version {version}");
    }
}

#[test]
fn every_kind_of_index_is_read() {
    let project = repository("=== .gitignore\n*.gen\n\n=== a.gen\n\n=== d/b.gen\n\n=== d/c.gen\n\n=== e.py\n\n");
    project.git(&["add", "-f", "a.gen", "d/b.gen", "e.py"]);
    project.git(&["update-index", "--split-index"]);
    same(&project);
    project.git(&["add", "-N", "-f", "d/c.gen"]);
    same(&project);
    project.git(&["rm", "-q", "--cached", "-f", "a.gen"]);
    same(&project);
    project.write("d/b.gen", "changed\n");
    project.git(&["add", "-f", "d/b.gen"]);
    same(&project);
    project.git(&["update-index", "--no-split-index"]);
    project.git(&["update-index", "--skip-worktree", "d/b.gen"]);
    same(&project);
    assert_eq!(files(&project), [".gitignore", "d/b.gen", "d/c.gen", "e.py"]);
}

#[test]
fn a_repository_with_long_hashes() {
    let project = Project::new("=== .gitignore\n*.gen\n\n=== a.gen\n\n=== b.py\n\n");
    project.git(&["init", "-q", "--object-format=sha256"]);
    project.git(&["add", "-f", "a.gen"]);
    same(&project);
    assert_eq!(files(&project), [".gitignore", "a.gen", "b.py"]);
}

#[test]
fn a_worktree_has_an_index_of_its_own_and_shares_the_rules() {
    let project = repository("=== .gitignore\n*.gen\n\n=== a.gen\n\n=== b.py\n\n");
    project.git(&["add", "-f", "-A"]);
    project.git(&["commit", "-q", "-m", "x"]);
    project.write(".git/info/exclude", "*.mine\n");
    let tree = project.scratch.path().canonicalize().unwrap().join("tree");
    project.git(&["worktree", "add", "-q", tree.to_str().unwrap()]);
    let other = Project { root: tree, scratch: tempfile::tempdir().unwrap() };
    ["x.mine", "y.gen", "z.py"].iter().for_each(|path| other.write(path, "x\n"));
    same(&other);
    assert_eq!(files(&other), [".gitignore", "a.gen", "b.py", "z.py"]);
}

#[test]
fn our_own_rules_have_the_last_word() {
    let project = repository("=== .gitignore\n*.gen\n\n=== a.gen\n\n=== b.gen\n\n=== lib/c.py\n\n=== d.py\n\n");
    project.git(&["add", "-f", "b.gen", "lib/c.py", "d.py"]);
    project.write(".oriignore", "!a.gen\nb.gen\nlib/\n");
    assert_eq!(files(&project), [".gitignore", ".oriignore", "a.gen", "d.py"]);
    assert_eq!(project.ori(&["why", "lib/c.py"]).code, 1);
}

#[test]
fn a_torn_index_tracks_nothing_and_breaks_nothing() {
    let project = repository("=== .gitignore\n*.gen\n\n=== a.gen\n\n=== b.py\n\n");
    project.git(&["add", "-f", "-A"]);
    let index = project.path(".git/index");
    let whole = fs::read(&index).unwrap();
    for n in (0..whole.len()).step_by(7) {
        fs::write(&index, &whole[..n]).unwrap();
        assert!(files(&project).contains(&"b.py".to_string()));
    }
    assert!(Path::new(&index).exists());
}

#[test]
fn case_is_ignored_where_git_ignores_it() {
    let project = repository("=== .gitignore\nBuild/\n*.LOG\n\n=== build/a\n\n=== b.log\n\n=== c.py\n\n");
    for value in ["true", "false"] {
        project.git(&["config", "core.ignorecase", value]);
        project.write(&format!("{value}.py"), "x\n");
        same(&project);
    }
}

#[test]
fn a_sparse_checkout() {
    let project = repository("=== .gitignore\n*.gen\n\n=== a/x.gen\n\n=== b/y.gen\n\n=== c/d/z.py\n\n");
    project.git(&["add", "-f", "-A"]);
    project.git(&["commit", "-q", "-m", "x"]);
    project.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "a"]);
    same(&project);
    assert_eq!(files(&project), [".gitignore", "a/x.gen"]);
    project.git(&["sparse-checkout", "disable"]);
    same(&project);
}

#[test]
fn a_conflict_and_a_deleted_file() {
    let project = repository("=== .gitignore\n*.gen\n\n=== a.gen\none\n\n=== b.py\n\n");
    project.git(&["add", "-f", "-A"]);
    project.git(&["commit", "-q", "-m", "x"]);
    project.git(&["checkout", "-q", "-b", "other"]);
    project.write("a.gen", "two\n");
    project.git(&["commit", "-q", "-a", "-m", "y"]);
    project.git(&["checkout", "-q", "-"]);
    project.write("a.gen", "three\n");
    project.git(&["commit", "-q", "-a", "-m", "z"]);
    let mut merge = Command::new("git");
    merge.args(["-c", "user.name=t", "-c", "user.email=t@example.invalid", "merge", "-q", "other"]);
    assert!(!merge.current_dir(&project.root).output().unwrap().status.success(), "it conflicts");
    same(&project);
    project.remove("b.py");
    same(&project);
    assert_eq!(files(&project), [".gitignore", "a.gen"]);
}

#[test]
fn a_folder_of_a_repository_as_the_root() {
    let project =
        repository("=== .gitignore\n*.gen\n/sub/top\n\n=== sub/a.gen\n\n=== sub/top\n\n=== sub/b.py\n\n=== c.py\n\n");
    project.git(&["add", "-f", "sub/a.gen"]);
    let sub = Project { root: project.path("sub"), scratch: tempfile::tempdir().unwrap() };
    assert_eq!(files(&sub), ["a.gen", "b.py"]);
}
