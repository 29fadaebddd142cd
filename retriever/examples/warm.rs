//! How long questions take on an open snapshot, in one process.
//!
//! usage: `cargo run --release -p retriever --example warm -- ROOT STORE < questions`
//!
//! Asks every line of standard input ten times and prints the median and the 95th percentile of
//! the later nine, and of the comparison of vectors alone. On a busy machine compare the figures of the
//! fastest of the nine: what else runs only ever adds.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use indexer::{Control, Place, Snapshot};
use retriever::{Engine, Query};
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
    let snapshot = Snapshot::open(&place, &control).unwrap();
    println!("open {:.1} ms", millis(start));
    let statistics = snapshot.statistics();
    println!("{} files, {} chunks", statistics.n_files, statistics.n_chunks);
    let start = Instant::now();
    snapshot.similarities(&indexer::embed("warm")).unwrap();
    println!("first comparison of vectors {:.1} ms", millis(start));
    let engine = Engine::new(snapshot);
    let questions: Vec<String> = std::io::stdin().lock().lines().map(Result::unwrap).collect();
    let (mut searches, mut scans, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut fastest, mut fastest_scans) = (Vec::new(), Vec::new());
    for question in questions.iter().filter(|question| !question.trim().is_empty()) {
        let Ok(query) = Query::parse(question) else { continue };
        let vector = indexer::embed(question);
        let (mut best, mut best_scan) = (f64::MAX, f64::MAX);
        for turn in 0..10 {
            let start = Instant::now();
            engine.search(&query, 10).unwrap();
            let took = millis(start);
            let start = Instant::now();
            engine.snapshot().similarities(&vector).unwrap();
            if turn == 0 {
                firsts.push(took);
            } else {
                let scan = millis(start);
                (best, best_scan) = (best.min(took), best_scan.min(scan));
                searches.push(took);
                scans.push(scan);
            }
        }
        fastest.push(best);
        fastest_scans.push(best_scan);
    }
    show("first time asked", &mut firsts);
    show("asked again", &mut searches);
    show("fastest of each question", &mut fastest);
    show("vectors alone", &mut scans);
    show("vectors alone, fastest", &mut fastest_scans);
}

fn millis(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

fn show(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or(0.0);
    println!("{what}: p50 {:.2} ms, p95 {:.2} ms ({} questions)", at(0.5), at(0.95), times.len());
}
