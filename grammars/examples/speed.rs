//! Reads every file under the folders given and prints how fast outlines come and what they hold.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // A tool for us, not for users.

use grammars::{Gap, Lang, Limits, outline};
use std::time::Instant;
fn main() {
    let mut stack: Vec<_> = std::env::args().skip(1).map(std::path::PathBuf::from).collect();
    let (mut files, mut bytes, mut symbols, mut occurrences, mut gaps, mut slowest) =
        (0, 0, 0, 0, 0usize, (0u128, String::new()));
    let mut spent = 0u128;
    while let Some(path) = stack.pop() {
        if path.is_dir() {
            if path.ends_with(".git") {
                continue;
            }
            stack.extend(std::fs::read_dir(&path).unwrap().map(|e| e.unwrap().path()));
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let lang = Lang::detect(&path.to_string_lossy(), &text);
        if !lang.is_parsed() {
            continue;
        }
        let start = Instant::now();
        let o = outline(lang, &text, &Limits::default());
        let t = start.elapsed().as_micros();
        spent += t;
        if t > slowest.0 {
            slowest = (t, path.display().to_string());
        }
        files += 1;
        bytes += text.len();
        symbols += o.symbols.len();
        occurrences += o.occurrences.len();
        gaps += o
            .gaps
            .iter()
            .map(|g| match g {
                Gap::Syntax(s) => s.len() as usize,
                _ => text.len(),
            })
            .sum::<usize>();
    }
    println!(
        "{files} files {:.1} MB {:.1} MB/s, {symbols} symbols, {occurrences} occurrences, {:.2} % in gaps, slowest {} ms {}",
        bytes as f64 / 1e6,
        bytes as f64 / spent as f64,
        100.0 * gaps as f64 / bytes as f64,
        slowest.0 / 1000,
        slowest.1
    );
}
