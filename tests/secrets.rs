//! No answer shows a secret: files of secrets are not read, and tokens in other files are masked.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::Project;

/// Made up, and put together here so that no scanner finds it in this file.
fn token() -> String {
    ["gh", "p_", "q7Rk2ZpW9xLm4TvB8nYc", "5HsD1fGj6KaE3uXo"].concat()
}

/// A module that has a token in its code, a comment, and a line that is shown as a signature.
fn project() -> Project {
    let project = Project::new("");
    let token = token();
    project.write(
        "client.py",
        format!("TOKEN = \"{token}\"\n\ndef connect(key=\"{token}\"):\n    \"\"\"Uses {token} to connect.\"\"\"\n    return TOKEN\n"),
    );
    project.write("use.py", format!("from client import connect\nconnect(\"{token}\")\n"));
    project
}

#[test]
fn no_answer_shows_a_token() {
    let project = project();
    let commands: [&[&str]; 16] = [
        &["tool", "search_code", r#"{"query": "connect token"}"#],
        &["tool", "find_references", r#"{"symbol": "connect"}"#],
        &["search", "connect token"],
        &["search", "--explain", "TOKEN"],
        &["refs", "connect"],
        &["refs", "--all", "TOKEN"],
        &["def", "connect"],
        &["def", "TOKEN"],
        &["outline", "client.py"],
        &["callers", "connect"],
        &["callees", "connect"],
        &["impact", "connect"],
        &["similar", "client.py:3"],
        &["context", "connect with the token"],
        &["map"],
        &["unused"],
    ];
    let mut n_masks = 0;
    for command in commands {
        for json in [false, true] {
            let args = if json { [command, &["--json"]].concat() } else { command.to_vec() };
            let run = project.ori(&args);
            assert!(run.code <= 1, "{args:?}: {run:?}");
            let said = format!("{}{}", run.stdout, run.stderr);
            assert!(!said.contains("q7Rk2ZpW9") && !said.contains("5HsD1fGj6"), "{args:?}: {said}");
            n_masks += usize::from(said.contains("<masked: github token>"));
        }
    }
    assert!(n_masks >= 12, "only {n_masks} answers showed the line at all");
}

#[test]
fn a_token_is_not_found_and_not_in_the_store() {
    let project = project();
    project.found(&["reindex"]);
    let run = project.ori(&["search", "--json", &token()]);
    assert!(!run.stdout.contains("q7Rk2ZpW9"), "{run:?}");
    let mut open = vec![project.store()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let bytes = std::fs::read(&path).unwrap().to_ascii_lowercase();
            assert!(!bytes.windows(9).any(|part| part == b"q7rk2zpw9"), "{}", path.display());
        }
    }
}

#[test]
fn places_stay_true_and_why_tells() {
    let project = project();
    assert!(project.refs("connect").contains(&"client.py:3 definition".to_string()));
    let why = project.found(&["why", "client.py"]);
    assert!(why.contains("3 secrets in it masked (github token)"), "{why}");
    assert!(!project.found(&["why", "use.py"]).contains("3 secrets"));
}

#[test]
fn files_of_secrets_are_out_until_asked_for() {
    let project =
        Project::new("=== app.py\nx = 1\n\n=== .env\nPLAIN_NAME=some_word\n\n=== .env.example\nPLAIN_NAME=\n\n");
    let found = |word: &str| project.ori(&["search", "--json", word]).stdout.contains("\".env\"");
    assert!(!found("PLAIN_NAME"));
    let why = project.ori(&["why", ".env"]);
    assert!(why.code == 1 && why.stdout.contains("secret: its name"), "{why:?}");
    assert!(project.found(&["status"]).contains("1 secret"));
    project.write(".env", "PLAIN_NAME=another_word\n");
    assert!(!found("another_word"), "a change does not let it in");
    project.write(".oriignore", "!**\n");
    assert!(!found("PLAIN_NAME"), "a line for everything does not ask for secrets");
    project.write(".oriignore", "!.env\n");
    assert!(found("PLAIN_NAME"), "{:?}", project.ori(&["why", ".env"]));
    assert!(project.ori(&["why", ".env"]).code == 0);
    project.write(".oriignore", "");
    assert!(!found("PLAIN_NAME"));
}
