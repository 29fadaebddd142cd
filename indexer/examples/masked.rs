//! Shows every line of the given folders that a mask changes, and how fast masking is.
//!
//! `cargo run --release -p indexer --example masked -- FOLDER...`

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() {
    let mut files = Vec::new();
    std::env::args_os().skip(1).for_each(|folder| list(Path::new(&folder), &mut files));
    let (mut bytes, mut spent, mut n_masked) = (0, Duration::ZERO, 0);
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let start = Instant::now();
        let masked = indexer::mask(&text);
        spent += start.elapsed();
        bytes += text.len();
        for (number, (before, after)) in text.lines().zip(masked.lines()).enumerate() {
            if before != after {
                n_masked += 1;
                let at = before.chars().zip(after.chars()).position(|(a, b)| a != b).unwrap_or(0);
                let shown: String = before.chars().skip(at.saturating_sub(60)).take(140).collect();
                println!("{}:{}: {}", file.display(), number + 1, shown);
            }
        }
    }
    let speed = bytes as f64 / 1e6 / spent.as_secs_f64();
    println!("{} files, {:.1} MB, {n_masked} lines masked, {speed:.0} MB/s", files.len(), bytes as f64 / 1e6);
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && entry.file_name() != ".git" => list(&entry.path(), files),
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
}
