//! THROWAWAY: runs the references benchmark in memory.
use super::super::{Modules, RefsOptions, Resolver, Target, references};
use super::Memory;
use std::fmt::Write;
use std::sync::Arc;

#[test]
fn bench() {
    let Ok(root) = std::env::var("BENCH_REPOS") else { return };
    let symbols = std::fs::read_to_string(std::env::var("BENCH_SYMBOLS").unwrap()).unwrap();
    let all = std::env::var("BENCH_ALL").is_ok();
    let only = std::env::var("BENCH_ONLY").ok();
    let mut by_repo: std::collections::BTreeMap<&str, Vec<Vec<&str>>> = Default::default();
    for line in symbols.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        by_repo.entry(cells[0]).or_default().push(cells);
    }
    let mut out = String::new();
    for (repo, rows) in by_repo {
        if only.as_ref().is_some_and(|only| !only.split(',').any(|one| one == repo)) {
            continue;
        }
        let dir = format!("{root}/{repo}");
        let list = std::process::Command::new("git").args(["ls-files"]).current_dir(&dir).output().unwrap();
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        let mut files = Vec::new();
        for path in list.lines() {
            let Ok(text) = std::fs::read_to_string(format!("{dir}/{path}")) else { continue };
            if text.len() < 1 << 20 {
                files.push((path.to_string(), text));
            }
        }
        let started = std::time::Instant::now();
        let memory = Memory::new(files);
        eprintln!("{repo}: {} files outlined in {:?}", memory.files.len(), started.elapsed());
        let modules = Arc::new(Modules::default());
        for cells in rows {
            let started = std::time::Instant::now();
            let resolver = Resolver::new(&memory, modules.clone());
            let target = Target::parse(cells[1]).at(cells[2], cells[3].parse().unwrap());
            let options = RefsOptions { all, ..RefsOptions::default() };
            let answer = references(&resolver, &target, &options).unwrap();
            assert!(answer.balance.is_even());
            let spent = started.elapsed().as_secs_f64();
            let _ = writeln!(
                out,
                "Q\t{}\t{}\t{}\t{}\t{}\t{}",
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                spent,
                answer.definitions.len()
            );
            if std::env::var("BENCH_SHOW").is_ok() {
                eprintln!("{} {:?}", cells[1], answer.balance);
            }
            for row in &answer.rows {
                let _ = writeln!(
                    out,
                    "H\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                    row.path,
                    row.line,
                    row.col,
                    row.call,
                    row.evidence.word(),
                    row.confidence,
                    row.role.word(),
                    row.candidates
                );
            }
        }
    }
    std::fs::write(std::env::var("BENCH_OUT").unwrap(), out).unwrap();
}
