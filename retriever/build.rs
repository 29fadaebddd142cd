//! Lays the token tables out as hash tables, so that a process counts tokens without first reading
//! 300,000 of them: `NAME.ends` says where each token ends, `NAME.slots` where it is found.

#![allow(clippy::unwrap_used, reason = "a build script has nobody to return an error to")]

use std::path::Path;
use std::{env, fs};

#[path = "src/tokens/hash.rs"]
mod hash;

use hash::first_slot;

fn main() {
    println!("cargo::rerun-if-changed=src/tokens/hash.rs");
    for (name, slots) in [("cl100k", 1 << 18), ("o200k", 1 << 19)] {
        lay_out(name, slots);
    }
}

/// Reads `tokens/NAME.tokens`: tokens in order of rank, each with its length in a byte before it.
fn lay_out(name: &str, n_slots: usize) {
    let from = format!("tokens/{name}.tokens");
    println!("cargo::rerun-if-changed={from}");
    let packed = fs::read(from).unwrap();
    let (mut bytes, mut ends, mut slots) = (Vec::new(), Vec::new(), vec![0u32; n_slots]);
    let mut rest = packed.as_slice();
    while let Some((&len, after)) = rest.split_first() {
        let (token, after) = after.split_at(usize::from(len));
        let mut slot = first_slot(token, n_slots);
        while slots[slot] != 0 {
            slot = (slot + 1) % n_slots;
        }
        bytes.extend_from_slice(token);
        ends.push(bytes.len() as u32);
        slots[slot] = ends.len() as u32;
        rest = after;
    }
    let out = env::var_os("OUT_DIR").unwrap();
    let out = Path::new(&out);
    fs::write(out.join(format!("{name}.bytes")), bytes).unwrap();
    write(&out.join(format!("{name}.ends")), &ends);
    write(&out.join(format!("{name}.slots")), &slots);
}

fn write(path: &Path, numbers: &[u32]) {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    fs::write(path, bytes).unwrap();
}
