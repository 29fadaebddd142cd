//! How fast the built-in model turns source into vectors, on one processor.
//!
//! usage: `cargo run --release -p indexer --example encode -- FILE…`
//!
//! Cuts the files into pieces of a chunk's size and embeds them, ten times; prints megabytes a second
//! of all and of the fastest time, since what else runs only ever adds.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the terminal")]

use std::time::Instant;

/// About what a chunk has.
const PIECE_BYTES: usize = 900;

fn main() {
    let texts =
        std::env::args().skip(1).map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned());
    let texts: Vec<String> = texts.collect();
    let mut pieces = Vec::new();
    for text in &texts {
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let end = (rest.len().min(PIECE_BYTES)..=rest.len()).find(|end| rest.is_char_boundary(*end)).unwrap();
            let (piece, behind) = rest.split_at(end);
            pieces.push(piece);
            rest = behind;
        }
    }
    let megabytes = pieces.iter().map(|piece| piece.len()).sum::<usize>() as f64 / 1e6;
    let (mut all, mut best, mut sum) = (0.0, f64::MAX, 0.0f32);
    for _ in 0..10 {
        let start = Instant::now();
        sum += pieces.iter().map(|piece| indexer::embed(piece)[0]).sum::<f32>();
        let took = start.elapsed().as_secs_f64();
        all += took;
        best = f64::min(best, took);
    }
    println!(
        "{} pieces, {megabytes:.1} MB: {:.1} MB/s, fastest {:.1} MB/s ({sum:.3})",
        pieces.len(),
        megabytes * 10.0 / all,
        megabytes / best
    );
}
