//! Unsaved texts lie over the disk in every answer, and never reach the store.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, text};

/// A project and an unsaved text beside it.
fn project(unsaved: &str) -> (Project, String) {
    let project = Project::new("=== lib.py\ndef greet(): pass\n\n=== app.py\nfrom lib import greet\ngreet()\n");
    let file = project.scratch.path().join("buffer");
    std::fs::write(&file, unsaved).unwrap();
    (project, file.display().to_string())
}

/// `path:line role` of every reference, with the text laid over.
fn refs(project: &Project, name: &str, overlay: &str) -> Vec<String> {
    let rows = project.rows(&["refs", name, "--overlay", overlay]);
    let rows = rows.iter().filter(|row| row.get("path").is_some());
    rows.map(|row| format!("{}:{} {}", text(row, "path"), row["line"], text(row, "role"))).collect()
}

#[test]
fn a_changed_and_a_new_file() {
    let (project, file) = project("from lib import greet\n\n\ngreet()\n");
    let over = format!("{}={file}", project.path("app.py").display());
    assert_eq!(refs(&project, "greet", &over), ["lib.py:1 definition", "app.py:1 import", "app.py:4 call"]);
    let new = format!("{}={file}", project.path("more.py").display());
    let both = refs(&project, "greet", &new);
    let call = |place: &str| both.contains(&format!("{place} call"));
    assert!(call("app.py:2") && call("more.py:4"), "{both:?}");
    assert!(project.found(&["search", "greet", "--overlay", &new]).contains("more.py"));
    assert!(project.found(&["outline", "lib.py", "--overlay", &new]).contains("greet"));
    assert!(project.found(&["why", "more.py", "--overlay", &new]).contains("read as python"));
    assert_eq!(
        project.refs("greet"),
        ["lib.py:1 definition", "app.py:1 import", "app.py:2 call"],
        "the store knows nothing"
    );
}

#[test]
fn what_cannot_be_laid_is_said() {
    let (project, file) = project("x = 1\n");
    project.git(&["init", "-q"]);
    project.write(".gitignore", "out.py\n");
    let outside = project.scratch.path().canonicalize().unwrap().join("else.py");
    for (path, said) in [
        (outside.display().to_string(), "lies outside"),
        (project.path("out.py").display().to_string(), "the rule `out.py`"),
        (project.path(".env").display().to_string(), "secrets"),
        (project.path(".git/config").display().to_string(), "belongs to git"),
    ] {
        let run = project.ori(&["refs", "greet", "--overlay", &format!("{path}={file}")]);
        assert!(run.code == 2 && run.stderr.contains(said), "{path}: {run:?}");
    }
    for overlay in ["app.py", "app.py=/nowhere/at/all"] {
        assert_eq!(project.ori(&["refs", "greet", "--overlay", overlay]).code, 2);
    }
    let over = format!("{}={file}", project.path("app.py").display());
    assert_eq!(project.ori(&["reindex", "--overlay", &over]).code, 2);
}
