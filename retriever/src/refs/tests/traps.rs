//! Traps: small projects in which something else is spelled like what is asked for.
//!
//! A trap is `# name: what is hard`, the files behind `=== path`, and marks at the ends of lines:
//! `<=` is what is asked for, `<-` must be found, `<?` may be found; all other lines must not be.
//! Rows count as `ori refs` shows them without options. What we get wrong today is asserted as it is
//! and marked so: `<+` is found and should not be, `<0` is missed.

use super::Memory;
use crate::refs::{Modules, RefsOptions, Resolver, Target, references};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// How many traps a language has at least.
const TRAPS_MIN: usize = 20;

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Asked,
    Found,
    Either,
    WronglyFound,
    Missed,
}

/// A line of a project and what is marked there.
type Marks = BTreeMap<(String, u32), Mark>;

/// Takes the marks out of a project.
fn read(project: &str) -> (String, Marks) {
    let (mut text, mut marks) = (String::new(), Marks::new());
    let (mut path, mut line) = (String::new(), 0);
    for whole in project.lines() {
        line += 1;
        if let Some(next) = whole.strip_prefix("=== ") {
            (path, line) = (next.to_string(), 0);
        }
        let signs = [
            ("<=", Mark::Asked),
            ("<-", Mark::Found),
            ("<?", Mark::Either),
            ("<+", Mark::WronglyFound),
            ("<0", Mark::Missed),
        ];
        let found = signs.into_iter().find_map(|(sign, mark)| Some((whole.strip_suffix(sign)?, mark)));
        let (kept, mark) = found.map_or((whole, None), |(kept, mark)| (kept.trim_end(), Some(mark)));
        marks.extend(mark.map(|mark| ((path.clone(), line), mark)));
        let _ = writeln!(text, "{kept}");
    }
    (text, marks)
}

/// What is wrong with the answer to a trap; empty if nothing is.
fn wrong(name: &str, project: &str) -> String {
    let (text, marks) = read(project);
    let memory = Memory::parse(&text);
    let asked = marks.iter().find(|(_, mark)| **mark == Mark::Asked).map(|(place, _)| place);
    let (path, line) = asked.expect("a trap says what is asked for");
    let target = Target::parse(name).at(path, *line);
    let resolver = Resolver::new(&memory, Arc::new(Modules::default()));
    let answer = references(&resolver, &target, &RefsOptions::default()).unwrap();
    assert!(answer.balance.is_even(), "{name}: {}", answer.balance);
    let mut wrong = String::new();
    let expected = |mark: &Mark| matches!(mark, Mark::Found | Mark::WronglyFound);
    let mut open: Marks = marks.clone().into_iter().filter(|(_, mark)| expected(mark)).collect();
    for row in &answer.rows {
        let place = (row.path.clone(), row.line);
        open.remove(&place);
        if marks.get(&place).is_none_or(|mark| *mark == Mark::Missed) {
            let _ =
                writeln!(wrong, "    wrong {}:{} {} [{}]", row.path, row.line, row.text.trim(), row.evidence.word());
        }
    }
    for (path, line) in open.keys() {
        let _ = writeln!(wrong, "    missing {path}:{line}");
    }
    wrong
}

fn check(language: &str, traps: &str) {
    let traps: Vec<&str> = traps.strip_prefix("# ").unwrap_or(traps).split("\n# ").collect();
    assert!(traps.len() >= TRAPS_MIN, "{language} has {} traps", traps.len());
    let mut told = String::new();
    for trap in traps {
        let (title, project) = trap.split_once('\n').expect("files behind the title");
        let (name, _) = title.split_once(": ").expect("a name before what is hard");
        let wrong = wrong(name, project);
        if !wrong.is_empty() {
            let _ = writeln!(told, "  {title}\n{wrong}");
        }
    }
    assert!(told.is_empty(), "{language}:\n{told}");
}

#[test]
fn python() {
    check("python", include_str!("traps/python.txt"));
}

#[test]
fn javascript() {
    check("javascript", include_str!("traps/javascript.txt"));
}

#[test]
fn typescript() {
    check("typescript", include_str!("traps/typescript.txt"));
}

#[test]
fn rust() {
    check("rust", include_str!("traps/rust.txt"));
}

#[test]
fn go() {
    check("go", include_str!("traps/go.txt"));
}

#[test]
fn java() {
    check("java", include_str!("traps/java.txt"));
}

#[test]
fn c_and_cpp() {
    check("c and c++", include_str!("traps/native.txt"));
}
