//! Lays the vocabulary of the embedding model out as a hash table, so that a process starts
//! without reading 57,810 words: `ends.u32` says where each word ends, `slots.u32` where it is.

#![allow(clippy::unwrap_used, reason = "a build script has nobody to return an error to")]

use std::path::Path;
use std::{env, fs};

#[path = "src/embed/hash.rs"]
mod hash;

use hash::{SLOTS, first_slot};

fn main() {
    println!("cargo::rerun-if-changed=model/vocab.txt");
    println!("cargo::rerun-if-changed=src/embed/hash.rs");
    let text = fs::read("model/vocab.txt").unwrap();
    let mut ends = Vec::new();
    let mut slots = vec![0u32; SLOTS];
    let mut start = 0;
    for (id, end) in (1u32..).zip(memchr::memchr_iter(b'\n', &text)) {
        let mut slot = first_slot(&text[start..end]);
        while slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = id;
        ends.push(end as u32);
        start = end + 1;
    }
    let out = env::var_os("OUT_DIR").unwrap();
    write(&Path::new(&out).join("ends.u32"), &ends);
    write(&Path::new(&out).join("slots.u32"), &slots);
}

fn write(path: &Path, numbers: &[u32]) {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    fs::write(path, bytes).unwrap();
}
