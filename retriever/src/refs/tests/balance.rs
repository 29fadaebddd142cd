//! Every identifier of all of this project's own source: its parts make its whole.

use super::Memory;
use crate::refs::{Modules, RefsOptions, Resolver, Target, references};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

fn sources(folder: &Path, base: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, base, files);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "py")
            || path.ends_with("Cargo.toml")
        {
            let name = path.strip_prefix(base).unwrap().to_str().unwrap().replace('\\', "/");
            files.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn every_identifier_of_our_own_source_is_accounted_for() {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in ["grammars/src", "indexer/src", "retriever/src", "agent/src", "src", "benches", "tests/soak"] {
        sources(&base.join(folder), base, &mut files);
    }
    assert!(files.len() > 80);
    let memory = Memory::new(files);
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (.., contents) in &memory.files {
        let outline = &contents.outline;
        for occurrence in &outline.occurrences {
            *counts.entry(outline.names.get(occurrence.name).to_string()).or_default() += 1;
        }
    }
    let resolver = Resolver::new(&memory, Arc::new(Modules::default()));
    let options = RefsOptions { all: true, ..RefsOptions::default() };
    for (name, count) in counts {
        // What is no plain word would be read as a path.
        let target = Target { name: name.clone(), ..Target::default() };
        let answer = references(&resolver, &target, &options).unwrap();
        assert!(answer.balance.is_even(), "{name}: {:?}", answer.balance);
        assert_eq!(answer.balance.total, count, "{name}: {:?}", answer.balance);
        let n_rows = answer.balance.resolved + answer.balance.ambiguous + answer.balance.text + answer.balance.aliases;
        assert_eq!(answer.rows.len() + answer.left_out, n_rows, "{name}: {:?}", answer.balance);
    }
}
