//! The short forms of the scripts in `tests/soak`; each says at its top what it does. The long forms
//! are run by hand, and what they came to is in `benches/RESULTS.md`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a script with Python 3, which ends with a failure at the first thing that is wrong.
fn soak(script: &str, args: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/soak").join(script);
    let mut command = Command::new("python3");
    command.arg("-B").arg(path).args(["--ori", env!("CARGO_BIN_EXE_ori")]).args(args);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let output = common::ended(child.unwrap_or_else(|error| panic!("the soak scripts need python3: {error}")));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{script} {args:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn histories_end_in_the_view_of_a_fresh_index() {
    soak("fuzz.py", &["--steps", "20", "--seed", "7"]);
}

#[test]
fn also_when_the_daemon_is_killed_in_between() {
    soak("fuzz.py", &["--steps", "12", "--seed", "8", "--kill"]);
}

#[test]
fn kills_lose_nothing() {
    soak("crash.py", &["--kills", "8"]);
}

#[test]
fn readers_see_no_stale_line_beside_two_writers() {
    soak("readers.py", &["--seconds", "8"]);
}

#[test]
fn worktrees_share_what_they_have_in_common() {
    soak("worktrees.py", &["--trees", "3"]);
}
