//! `kill -9` at any moment of indexing loses nothing: the next command answers as a clean index of
//! the same tree would, without a repair by hand, and leaves no garbage to pile up.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, files_below, kill, read_until, run};
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const KILLS: usize = 50;
const FILES: u64 = 300;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A module that defines two functions and calls some of other modules.
fn module(index: u64, dice: &mut Dice) -> String {
    let version = dice.below(1_000);
    let mut text = format!("# module {index}, version {version}\ndef func_{index}(x):\n    return x + {version}\n\n");
    for _ in 0..12 {
        let other = dice.below(FILES);
        text.push_str(&format!("from m{other:03} import func_{other}\n"));
        text.push_str(&format!("def use_{index}_{other}(y):\n    total = func_{other}(y)\n    return total\n\n"));
    }
    text
}

/// Rewrites some files, copies some, deletes some and brings some back.
fn change(project: &Project, dice: &mut Dice) {
    for _ in 0..40 {
        let index = dice.below(FILES);
        project.write(&format!("m{index:03}.py"), module(index, dice));
    }
    for _ in 0..5 {
        let (from, to) = (dice.below(FILES), dice.below(FILES));
        let _ = fs::copy(project.path(&format!("m{from:03}.py")), project.path(&format!("m{to:03}.py")));
        let _ = fs::remove_file(project.path(&format!("m{:03}.py", dice.below(FILES))));
    }
}

const QUESTIONS: [&[&str]; 5] = [
    &["search", "--json", "--limit", "20", "func total"],
    &["refs", "--json", "func_7"],
    &["files", "--json", "--limit", "1000"],
    &["refs", "--json", "--all", "total"],
    &["search", "--json", "use_3"],
];

/// Asks everything, a different question first each time, since the first one cleans up.
fn answers(project: &Project, index_dir: &str, first: usize) -> Vec<(i32, String)> {
    let mut answers = vec![(0, String::new()); QUESTIONS.len()];
    for turn in 0..QUESTIONS.len() {
        let question = (first + turn) % QUESTIONS.len();
        let run = run(project.command(QUESTIONS[question]).args(["--index-dir", index_dir]));
        answers[question] = (run.code, run.stdout);
    }
    answers
}

#[test]
fn kill_at_any_moment_of_indexing() {
    let project = Project::new("");
    let mut dice = Dice(2026);
    (0..FILES).for_each(|index| project.write(&format!("m{index:03}.py"), module(index, &mut dice)));
    let clean = project.scratch.path().join("clean");
    let (index_dir, clean) = (project.index_dir(), clean.to_str().unwrap().to_string());
    let index_dir = index_dir.to_str().unwrap();

    let timed = |project: &Project| {
        let start = Instant::now();
        project.found(&["reindex"]);
        start.elapsed().as_micros() as u64
    };
    let whole = timed(&project);
    change(&project, &mut dice);
    let partial = timed(&project);

    for round in 0..KILLS {
        let anew = round % 5 == 0;
        if anew {
            fs::remove_dir_all(index_dir).unwrap();
        }
        change(&project, &mut dice);
        let mut child = project.command(&["reindex"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let micros = dice.below(if anew { whole } else { partial });
        std::thread::sleep(Duration::from_micros(micros));
        kill(&mut child);

        let _ = fs::remove_dir_all(&clean);
        let (expected, found) = (answers(&project, &clean, 0), answers(&project, index_dir, round));
        for (question, (found, expected)) in QUESTIONS.iter().zip(found.iter().zip(&expected)) {
            assert_eq!(found.0, expected.0, "{question:?} after a kill {micros} µs into round {round}");
            let mut rows = found.1.lines().zip(expected.1.lines()).enumerate();
            if let Some((row, (found, expected))) = rows.find(|(_, (found, expected))| found != expected) {
                panic!("{question:?} after a kill {micros} µs into round {round}, row {row}: {found}\nnot {expected}");
            }
            assert_eq!(found.1.len(), expected.1.len(), "{question:?} after a kill {micros} µs into round {round}");
        }
    }
    project.found(&["reindex"]);
    check_no_garbage(&project);
}

#[test]
fn ctrl_c_ends_a_pass_that_waits() {
    let project = Project::new("=== a.py\ndef a(): pass\n");
    project.found(&["reindex"]);
    let lock = File::options().write(true).open(project.store().join("lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = project.command(&["reindex"]).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    read_until(waiting.stderr.as_mut().unwrap(), "waiting for another `ori` to finish writing\n");
    let signal = Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().unwrap();
    assert!(signal.success());
    assert_eq!(waiting.wait().unwrap().code(), Some(130));
    drop(lock);
    assert_eq!(project.refs("a"), ["a.py:1 definition"]);
}

/// What dead writers left is gone, and what is merged has not been kept.
fn check_no_garbage(project: &Project) {
    let files = files_below(&project.store());
    let in_part = |part: &str| files.iter().filter(|file| file.starts_with(part)).count();
    assert!(!files.iter().any(|file| file.extension().is_some_and(|ending| ending == "tmp")), "{files:?}");
    assert_eq!(in_part("views"), 1, "{files:?}");
    assert!(in_part("packs") <= 16, "{files:?}");
    assert!(in_part("words") <= 16 * 8, "{files:?}");
    assert!(files.len() < 200);
}
