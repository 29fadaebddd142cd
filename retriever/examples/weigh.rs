//! Writes what every chunk is judged by for many tasks: what `benches/quality/context_fit.py` fits on.
//!
//! `cargo run --release -p retriever --example weigh -- OUT < tasks.jsonl`, with a task per line:
//! `{"id", "root", "store", "query"}`. Writes OUT/ID.json (a row per chunk: path, lines, symbol, bytes) and OUT/ID.f32.

use retriever::{ContextTask, Control, Engine, History, Place};
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).ok_or("say where to")?;
    std::fs::create_dir_all(&out)?;
    let stop = AtomicBool::new(false);
    for line in std::io::stdin().lock().lines() {
        let row: serde_json::Value = serde_json::from_str(&line?)?;
        let text = |key: &str| row[key].as_str().unwrap_or("").to_string();
        let (id, root, store) = (text("id"), text("root"), text("store"));
        let started = Instant::now();
        let place = Place::in_cache(Path::new(&root), Path::new(&store))?;
        let engine = match Engine::open(&place, true, &Control { progress: &|_| {}, stop: &stop, wait: true }) {
            Ok(engine) => engine,
            Err(error) => {
                writeln!(std::io::stderr(), "{id}: {error}")?;
                continue;
            }
        };
        let opened = started.elapsed();
        let log = Command::new("git")
            .args(["-C", &root, "log", "-n", "1500", "--no-merges", "--name-only", "--format=%x00"])
            .output()?;
        let log = String::from_utf8_lossy(&log.stdout).into_owned();
        let files = |commit: &str| commit.lines().filter(|line| !line.is_empty()).map(str::to_string).collect();
        let history = History { commits: log.split('\0').skip(1).map(files).collect() };
        let logged = started.elapsed() - opened;
        let task = ContextTask { text: text("query"), history, ..ContextTask::default() };
        let begun = Instant::now();
        let weighed = engine.weigh(&task)?;
        let weighing = begun.elapsed();
        let again = Instant::now();
        let _ = engine.weigh(&task)?;
        let rows: Vec<_> = weighed
            .iter()
            .map(|row| serde_json::json!([row.path, row.start_line, row.end_line, 0, row.n_bytes, row.score]))
            .collect();
        std::fs::write(format!("{out}/{id}.json"), serde_json::to_string(&rows)?)?;
        let numbers: Vec<u8> =
            weighed.iter().flat_map(|row| &row.features).flat_map(|value| value.to_le_bytes()).collect();
        std::fs::write(format!("{out}/{id}.f32"), numbers)?;
        let mut said = std::io::stderr().lock();
        writeln!(
            said,
            "{id}: {} chunks, open {opened:.0?}, log {logged:.0?}, weigh {weighing:.0?}, again {:.0?}",
            weighed.len(),
            again.elapsed()
        )?;
    }
    Ok(())
}
