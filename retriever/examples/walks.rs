//! How long walks take on an open snapshot, in one process.
//!
//! usage: `cargo run --release -p retriever --example walks -- ROOT STORE < questions`
//!
//! A question is `callers NAME DEPTH`, `callees NAME DEPTH`, `impact NAME DEPTH`, `hierarchy NAME DEPTH`
//! or `unused`. Each is asked three times; printed are the best time and how much was reached.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use indexer::{Control, Place, Snapshot};
use retriever::{Engine, ImpactOf, Target, UnusedOptions, WalkOptions};
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let (root, store) = (args.next().unwrap(), args.next().unwrap());
    let place = Place::with_store(root.as_ref(), store.as_ref()).unwrap();
    let control = Control { progress: &|_| {}, stop: &AtomicBool::new(false), wait: true };
    let engine = Engine::new(Snapshot::open(&place, &control).unwrap());
    for line in std::io::stdin().lock().lines().map(Result::unwrap) {
        let mut best = f64::MAX;
        let mut reached = String::new();
        for _ in 0..3 {
            let start = Instant::now();
            reached = ask(&engine, &line);
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
        println!("{best:8.1} ms  {line}: {reached}");
    }
}

fn ask(engine: &Engine, line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let target = Target::parse(words.get(1).unwrap_or(&""));
    let depth = words.get(2).and_then(|depth| depth.parse().ok()).unwrap_or(1);
    let options = WalkOptions { depth, ..WalkOptions::default() };
    let graph = match words[0] {
        "callers" => engine.callers(&target, &options).unwrap(),
        "callees" => engine.callees(&target, &options).unwrap(),
        "impact" => engine.impact(&ImpactOf::Symbol(target), &options).unwrap().graph,
        "hierarchy" => engine.hierarchy(&target, &options).unwrap().derived,
        "unused" => {
            let found = engine.unused(&UnusedOptions { path: None, limit: 200 }).unwrap();
            return format!("{} symbols, {} unused", found.n_looked_at, found.rows.len() + found.left_out);
        }
        other => return format!("no such question: {other}"),
    };
    let stopped = graph.stopped.map_or(String::new(), |stopped| format!(", stopped in ring {}", stopped.depth));
    format!("{} reached in {} files{stopped}", graph.n_reached, graph.n_files)
}
