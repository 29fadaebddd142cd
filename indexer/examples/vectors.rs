//! What the ways to find near vectors cost, and what they miss, over the chunks of a real project.
//!
//! usage: `cargo run --release -p indexer --example vectors -- ROOT STORE SIZES < questions`
//!
//! SIZES are numbers of chunks, with commas; of each a share of the chunks is taken from all over the
//! project. Prints a table: time to build and open, bytes, and for the questions of standard input
//! milliseconds and the share of the ten truly nearest that was found.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use indexer::measured::{Measured, open};
use indexer::{Control, Place, Snapshot, Vector};
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [root, store, sizes] = &args[..] else { panic!("ROOT STORE SIZES") };
    let place = Place::with_store(root.as_ref(), store.as_ref()).unwrap();
    let stop = AtomicBool::new(false);
    let control = Control { progress: &|_| {}, stop: &stop, wait: true };
    let snapshot = Snapshot::open(&place, &control).unwrap();
    let all = Measured::of(&snapshot).unwrap();
    let questions: Vec<Vector> = std::io::stdin()
        .lock()
        .lines()
        .map(Result::unwrap)
        .filter(|line| !line.trim().is_empty())
        .map(|line| indexer::embed(&line))
        .collect();
    println!("{} chunks, {} questions", all.len(), questions.len());
    println!("| chunks | way | made in s | MB | opened ms | p50 ms | p95 ms | fastest tenth ms | of the ten nearest |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for size in sizes.split(',').map(|size| size.parse::<usize>().unwrap()) {
        measure(&all.some(size), &questions);
    }
}

fn measure(some: &Measured, questions: &[Vector]) {
    let n = some.len();
    let truth: Vec<Vec<u32>> = questions.iter().map(|question| nearest(&some.scan(question, false))).collect();
    let row_bytes = (n * 260) as f64 / 1e6;
    let show = |way: &str, made: f64, (megabytes, opened): (f64, f64), ask: &dyn Fn(&Vector) -> Vec<u32>| {
        let (mut times, mut hits) = (Vec::new(), 0);
        for (question, truth) in questions.iter().zip(&truth) {
            let start = Instant::now();
            let found = ask(question);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            hits += truth.iter().filter(|row| found.iter().take(10).any(|other| other == *row)).count();
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
        let recall = hits as f64 / truth.iter().map(Vec::len).sum::<usize>().max(1) as f64;
        let (p50, p95, fast) = (at(0.5), at(0.95), at(0.1));
        println!(
            "| {n} | {way} | {made:.1} | {megabytes:.1} | {opened:.2} | {p50:.2} | {p95:.2} | {fast:.2} | {recall:.3} |"
        );
    };
    show("all, one thread", 0.0, (row_bytes, 0.0), &|question| nearest(&some.scan(question, false)));
    show("all, all threads", 0.0, (row_bytes, 0.0), &|question| nearest(&some.scan(question, true)));
    for kept in [500, 2000] {
        let ask = |question: &Vector| some.by_signs(question, kept).into_iter().map(|(_, row)| row).collect();
        show(&format!("signs, best {kept}"), 0.0, (n as f64 * 32e-6, 0.0), &ask);
    }
    let path = std::env::temp_dir().join(format!("ori-{}-{n}.graph", std::process::id()));
    let start = Instant::now();
    some.build(&path).unwrap();
    let made = start.elapsed().as_secs_f64();
    let megabytes = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
    let start = Instant::now();
    let graph = open(&path).unwrap();
    let opened = start.elapsed().as_secs_f64() * 1e3;
    for width in [32, 64, 128, 256, 512] {
        let ask = |question: &Vector| some.walk(&graph, question, width).into_iter().map(|(_, row)| row).collect();
        show(&format!("graph, {width} in sight"), made, (megabytes, opened), &ask);
    }
    std::fs::remove_file(&path).unwrap();
}

/// The ten nearest.
fn nearest(cosines: &[f32]) -> Vec<u32> {
    let mut rows: Vec<u32> = (0..cosines.len() as u32).collect();
    let order = |a: &u32, b: &u32| cosines[*b as usize].total_cmp(&cosines[*a as usize]);
    if rows.len() > 10 {
        rows.select_nth_unstable_by(9, order);
        rows.truncate(10);
    }
    rows.sort_by(order);
    rows
}
