//! Writes what every chunk is judged by for many tasks, which `benches/quality/context_fit.py` fits on, and the
//! contexts themselves, which the scorer of the context benchmark reads.
//!
//! `cargo run --release --example weigh -- OUT < tasks.jsonl`, with a task per line: `{"id", "root", "store",
//! "query", "log"}`; `log` is a file with what `git log --format=%x00%s --name-only` says of the root (without it git
//! is asked). Writes OUT/ID.json (a row per chunk: path, lines, bytes, score), OUT/ID.f32 and OUT/run.jsonl.

use retriever::{
    Commit, ContextFormat, ContextOptions, ContextTask, Control, Engine, History, Nearest, Place, Tokenizer,
};
use std::fs::OpenOptions;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What the scorer cuts at.
const BUDGETS: [usize; 4] = [2_000, 4_000, 8_000, 16_000];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::env::args().nth(1).ok_or("say where to")?;
    std::fs::create_dir_all(&out)?;
    let mut runs = OpenOptions::new().create(true).append(true).open(format!("{out}/run.jsonl"))?;
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
        let task =
            ContextTask { text: text("query"), history: history(&root, &text("log"))?, ..ContextTask::default() };
        let begun = Instant::now();
        let weighed = engine.weigh(&task)?;
        let weighing = begun.elapsed();
        let rows: Vec<_> = weighed
            .iter()
            .map(|row| serde_json::json!([row.path, row.start_line, row.end_line, 0, row.n_bytes, row.score]))
            .collect();
        std::fs::write(format!("{out}/{id}.json"), serde_json::to_string(&rows)?)?;
        let numbers: Vec<u8> =
            weighed.iter().flat_map(|row| &row.features).flat_map(|value| value.to_le_bytes()).collect();
        std::fs::write(format!("{out}/{id}.f32"), numbers)?;
        let again = Instant::now();
        for budget in BUDGETS {
            // At once, so that lines of two processes do not mix.
            runs.write_all(format!("{}\n", spans(&engine, &task, (&id, budget))?).as_bytes())?;
        }
        let n_chunks = weighed.len();
        let packing = again.elapsed() / BUDGETS.len() as u32;
        writeln!(
            std::io::stderr(),
            "{id}: {n_chunks} chunks, open {opened:.0?}, weigh {weighing:.0?}, each pack {packing:.0?}"
        )?;
    }
    Ok(())
}

/// What changed together, as the program tells it.
fn history(root: &str, kept: &str) -> Result<History, Box<dyn std::error::Error>> {
    let log = match kept {
        "" => {
            let settings = ["log", "-n", "1500", "--no-merges", "--name-only", "--format=%x00%s"];
            Command::new("git").args(["-C", root]).args(settings).output()?.stdout
        }
        kept => std::fs::read(kept)?,
    };
    let log = String::from_utf8_lossy(&log).into_owned();
    let commit = |said: &str| {
        let mut lines = said.lines().map(str::to_string);
        Commit { subject: lines.next().unwrap_or_default(), paths: lines.filter(|line| !line.is_empty()).collect() }
    };
    Ok(History { commits: log.split('\0').skip(1).map(commit).collect() })
}

/// A line for the scorer.
fn spans(
    engine: &Engine,
    task: &ContextTask,
    (id, budget): (&str, usize),
) -> Result<String, Box<dyn std::error::Error>> {
    let render = |pack: &retriever::ContextPack| retriever::render(pack, ContextFormat::Markdown, Nearest::First);
    let options = ContextOptions { budget, tokenizer: Tokenizer::Cl100k, render: &render, seen: &[] };
    let pack = engine.context(task, &options)?;
    let spans: Vec<_> = pack.pieces.iter().map(|piece| (&piece.path, piece.start_line, piece.end_line)).collect();
    Ok(serde_json::json!({"id": id, "budget": budget, "spans": spans}).to_string())
}
