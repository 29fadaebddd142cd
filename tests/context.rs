//! `ori context` and `ori map` from the outside: what a person or a script sees.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, text};
use retriever::Tokenizer;

const BANK: &str = r#"
=== bank/account.py
class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0

    def withdraw(self, amount):
        """Takes money out."""
        self.balance -= amount
        return self.balance
=== bank/transfer.py
from bank.account import Account


def transfer(source, target, amount):
    source.withdraw(amount)
    target.balance += amount
=== README.md
# A bank

Accounts and transfers.
"#;

const TASK: &str = "withdraw lets the balance fall below zero";

#[test]
fn the_printed_text_is_what_is_counted() {
    let project = Project::new(BANK);
    for format in ["markdown", "xml", "plain", "json"] {
        for (name, tokenizer) in [("o200k", Tokenizer::O200k), ("cl100k", Tokenizer::Cl100k)] {
            for budget in [60, 150, 600] {
                let asked = budget.to_string();
                let args = ["context", TASK, "--budget", &asked, "--tokenizer", name, "--format", format];
                let run = project.ori(&args);
                let n = tokenizer.count(&run.stdout);
                assert!(n <= budget, "{format} {name}: {n} of {budget}");
                assert!(
                    format == "json" || run.stderr.contains(&format!("{n} of {budget} tokens ({name})")),
                    "{}",
                    run.stderr
                );
            }
        }
    }
}

#[test]
fn the_beginning_of_what_does_not_fit_is_better_than_nothing() {
    let project = Project::new("");
    let lines: String = (0..60).map(|n| format!("    balance_{n} = account.transfer({n})\n")).collect();
    project.write(
        "a/rather/deep/folder/with/a/long/name/account_transfers.py",
        format!("def transfer_all(account):\n{lines}"),
    );
    for budget in [100, 120, 150, 200, 300, 400] {
        let rows = project.rows(&["context", "transfer all of an account", "--budget", &budget.to_string()]);
        let spans = rows[0]["spans"].as_array().unwrap();
        assert!(!spans.is_empty() && rows[0]["tokens"].as_u64().unwrap() <= budget, "{budget}: {rows:?}");
    }
}

#[test]
fn what_fits_best_comes_first_with_the_reason() {
    let project = Project::new(BANK);
    let rows = project.rows(&["context", TASK, "--budget", "400"]);
    let spans = rows[0]["spans"].as_array().unwrap();
    assert_eq!(text(&spans[0], "path"), "bank/account.py");
    assert!(!text(&spans[0], "why").is_empty());
    assert!(rows[0]["tokens"].as_u64().unwrap() <= 400);
    assert!(rows[0]["left_out"].is_array());
}

#[test]
fn a_task_comes_from_files_selections_logs_and_changes() {
    let project = Project::new(BANK);
    let first = |args: &[&str]| {
        let rows = project.rows(&[&["context", "--budget", "300"], args].concat());
        text(&rows[0]["spans"][0], "path").to_string()
    };
    project.write("task.txt", TASK);
    project.write("crash.log", "Traceback:\n  File \"/x/bank/transfer.py\", line 5, in transfer\nValueError: no\n");
    assert_eq!(first(&["--task-file", "task.txt"]), "bank/account.py");
    assert_eq!(first(&["--log", "crash.log"]), "bank/transfer.py");
    assert_eq!(first(&["--seed", "README.md:1", TASK]), "README.md");
    assert_eq!(first(&["--file", "bank/transfer.py", "--range", "4-5", TASK]), "bank/transfer.py");
    project.git(&["init", "-q"]);
    project.git(&["add", "."]);
    project.git(&["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "first"]);
    project.write("README.md", "# A bank\n\nAccounts, transfers and loans.\n");
    assert_eq!(first(&["loans", "--diff"]), "README.md");
}

#[test]
fn what_was_shown_is_not_repeated_until_it_changes() {
    let project = Project::new(BANK);
    let args = ["context", TASK, "--budget", "500", "--seen", "seen.txt"];
    let body = "self.balance -= amount";
    assert!(project.found(&args).contains(body));
    let again = project.found(&args);
    assert!(!again.contains(body) && again.contains("shown before, unchanged"), "{again}");
    project.write(
        "bank/account.py",
        "class Account:\n    def withdraw(self, amount):\n        self.balance -= amount or 1\n",
    );
    assert!(project.found(&args).contains("self.balance -= amount or 1"));
    project.write("seen.txt", "nonsense\n");
    let run = project.ori(&args);
    assert_eq!(
        (run.code, run.stderr.contains("seen.txt:1: not a line that `--seen` wrote")),
        (2, true),
        "{}",
        run.stderr
    );
}

#[test]
fn nonsense_is_refused_with_a_way_out() {
    let project = Project::new(BANK);
    for (args, said) in [
        (vec!["context"], "there is no task"),
        (vec!["context", "x", "--budget", "3"], "makes no sense"),
        (vec!["context", "x", "--tokenizer", "gpt9"], "o200k, cl100k, bound"),
        (vec!["context", "x", "--range", "1-2"], "--file"),
        (vec!["context", "x", "--file", "a", "--range", "5-2"], "10-20"),
        (vec!["context", "--task-file", "gone.txt"], "gone.txt"),
        (vec!["map", "--budget", "1"], "makes no sense"),
    ] {
        let run = project.ori(&args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_map_tells_what_most_files_speak_of() {
    let project = Project::new(BANK);
    let map = project.found(&["map", "--budget", "200"]);
    assert!(map.contains("bank/account.py\n  1: class Account:"), "{map}");
    assert!(Tokenizer::O200k.count(&map) <= 200);
    assert_eq!(project.ori(&["map", "nowhere"]).code, 1);
}
