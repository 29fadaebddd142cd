//! How long it takes to say where names are used, on one open snapshot.
//!
//! usage: `cargo run --release -p retriever --example references -- ROOT STORE < names`
//!
//! Asks for every name (one a line) twice and prints the median, the 95th percentile and the
//! slowest of the first and of the second time.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use indexer::{Control, Place, Snapshot};
use retriever::{Engine, RefsOptions, Target};
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let (root, store) = (args.next().unwrap(), args.next().unwrap());
    let place = Place::with_store(root.as_ref(), store.as_ref()).unwrap();
    let stop = AtomicBool::new(false);
    let control = Control { progress: &|_| {}, stop: &stop, wait: true };
    let start = Instant::now();
    indexer::index(&place, &control).unwrap();
    println!("index {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let engine = Engine::new(Snapshot::open(&place, &control).unwrap());
    println!("open {:.1} ms, {} files", millis(start), engine.snapshot().statistics().n_files);
    let names: Vec<String> = std::io::stdin().lock().lines().map(Result::unwrap).collect();
    let mut turns = [Vec::new(), Vec::new()];
    for name in names.iter().filter(|name| !name.trim().is_empty()) {
        let target = Target { name: name.trim().to_string(), ..Target::default() };
        for times in &mut turns {
            let start = Instant::now();
            let answer = engine.references(&target, &RefsOptions::default()).unwrap();
            times.push((millis(start), name.clone(), answer.balance.total));
        }
    }
    for (what, times) in ["first", "again"].into_iter().zip(&mut turns) {
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = |share: usize| times[(times.len() - 1) * share / 100].0;
        println!("{what}: {} names, p50 {:.1} ms, p95 {:.1} ms, max {:.1} ms", times.len(), at(50), at(95), at(100));
        for (took, name, total) in times.iter().rev().take(8) {
            println!("  {took:.1} ms {name}, {total} occurrences");
        }
    }
}

fn millis(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
