//! THROWAWAY
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr)]
use retriever::*;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let place = Place::in_cache(std::path::Path::new(&args[1]), std::path::Path::new("/tmp/refs-cache")).unwrap();
    let control = Control { progress: &|_| {}, stop: &AtomicBool::new(false), wait: true };
    let t = Instant::now();
    let report = index(&place, &control).unwrap();
    eprintln!("indexed {} files in {:?}", report.n_files, t.elapsed());
    let t = Instant::now();
    let snapshot = indexer_open(&place, &control);
    eprintln!("open {:?}", t.elapsed());
    let engine = Engine::new(snapshot);
    for name in &args[2..] {
        let t = Instant::now();
        let answer = engine.references(&Target::parse(name), &RefsOptions::default()).unwrap();
        let spent = t.elapsed();
        let t = Instant::now();
        let modules = std::sync::Arc::new(Modules::default());
        let _ = find_references_with(engine.snapshot(), modules.clone(), &Target::parse(name), &RefsOptions::default()).unwrap();
        let first = t.elapsed();
        let t = Instant::now();
        let _ = find_references_with(engine.snapshot(), modules, &Target::parse(name), &RefsOptions::default()).unwrap();
        eprintln!("shared modules {:?} then {:?}", first, t.elapsed());
        println!(
            "== {name}: {} definitions, {} rows, {} folded in {:?}, again {:?}",
            answer.definitions.len(),
            answer.rows.len(),
            answer.folded,
            spent,
            t.elapsed()
        );
        for d in answer.definitions.iter().take(5) {
            println!(
                "  D {}:{} {} {}.{} | {} | {}",
                d.path,
                d.line,
                d.kind.word(),
                d.container,
                d.name,
                d.signature,
                d.doc_line
            );
        }
        for r in answer.rows.iter().take(12) {
            println!(
                "  {}:{}:{} {} {} in {} | {}",
                r.path,
                r.line,
                r.col,
                r.role.word(),
                r.evidence.word(),
                r.within,
                r.text.trim()
            );
        }
        println!("  {:?}", answer.balance);
    }
}
fn indexer_open(place: &Place, control: &Control) -> indexer::Snapshot {
    indexer::Snapshot::open(place, control).unwrap()
}
