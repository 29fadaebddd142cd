//! How long it takes to say where names are used, on one open snapshot, and whether every
//! occurrence is accounted for.
//!
//! usage: `cargo run --release -p retriever --example references -- ROOT STORE < names`
//!        `cargo run --release -p retriever --example references -- ROOT STORE --every`
//!
//! Asks for every name (one a line) twice and prints the median, the 95th percentile and the
//! slowest of the first and of the second time, by the clock and in seconds of the processors, and
//! the most memory held. `--every` asks for every name of the project and checks each balance
//! against a plain count.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use indexer::{Control, Place, Snapshot};
use retriever::{Engine, RefsOptions, Target};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What one answer took: milliseconds by the clock, and of the processors.
struct Took {
    clock: f64,
    processor: f64,
    name: String,
    n_occurrences: usize,
}

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
    if args.next().is_some_and(|arg| arg == "--every") {
        return every(&engine);
    }
    let names: Vec<String> = std::io::stdin().lock().lines().map(Result::unwrap).collect();
    let mut turns = [Vec::new(), Vec::new()];
    for name in names.iter().filter(|name| !name.trim().is_empty()) {
        let target = Target { name: name.trim().to_string(), ..Target::default() };
        for turn in &mut turns {
            let (start, before) = (Instant::now(), processor_ms());
            let answer = engine.references(&target, &RefsOptions::default()).unwrap();
            let (clock, processor) = (millis(start), processor_ms() - before);
            turn.push(Took { clock, processor, name: name.clone(), n_occurrences: answer.balance.total });
        }
    }
    for (what, turn) in ["first", "again"].into_iter().zip(&mut turns) {
        turn.sort_by(|a, b| a.processor.total_cmp(&b.processor));
        let at = |times: &[f64], share: usize| times[(times.len() - 1) * share / 100];
        let show = |by: &str, of: &dyn Fn(&Took) -> f64| {
            let mut times: Vec<f64> = turn.iter().map(of).collect();
            times.sort_by(f64::total_cmp);
            let (p50, p95, max) = (at(&times, 50), at(&times, 95), at(&times, 100));
            println!("{what}, {by}: {} names, p50 {p50:.1} ms, p95 {p95:.1} ms, max {max:.1} ms", times.len());
        };
        show("clock", &|took| took.clock);
        show("processors", &|took| took.processor);
        for took in turn.iter().rev().take(8) {
            let Took { clock, processor, name, n_occurrences } = took;
            println!("  {clock:.1} ms, {processor:.0} ms of processors: {name}, {n_occurrences} occurrences");
        }
    }
    println!("most memory {:.0} MB", memory_mb());
}

/// Asks for every name there is.
fn every(engine: &Engine) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for id in engine.snapshot().files() {
        let contents = engine.snapshot().contents(id).unwrap();
        for occurrence in &contents.outline.occurrences {
            *counts.entry(contents.outline.names.get(occurrence.name).to_string()).or_default() += 1;
        }
    }
    let (mut n_uneven, mut n_odd) = (0, 0);
    for (name, count) in &counts {
        let target = Target { name: name.clone(), ..Target::default() };
        let balance = engine.references(&target, &RefsOptions::default()).unwrap().balance;
        if !balance.is_even() {
            n_uneven += 1;
            println!("{name}: {balance}");
        }
        // Files that are known by their words only are counted anew, from the disk.
        if balance.total - balance.skipped != *count && balance.skipped == 0 {
            n_odd += 1;
            println!("{name}: {count} counted, {balance}");
        }
    }
    println!("{} names, {n_uneven} balances do not sum, {n_odd} differ from a plain count", counts.len());
}

fn millis(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// Time that the processors have spent on this process; zero where nobody says.
fn processor_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = told.rsplit(") ").next().unwrap_or("");
    let ticks = behind_name.split(' ').skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() * 10.0
}

/// The most memory this process has held; zero where nobody says.
fn memory_mb() -> f64 {
    let told = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    line.trim().trim_end_matches(" kB").parse::<f64>().map_or(0.0, |kb| kb / 1e3)
}
