//! What each tool does: asks the engine and writes the answer for a model to read.
//!
//! The best comes first, and an answer stays below [`BYTES_MAX`]; what does not fit is counted.

pub(crate) mod context;
pub(crate) mod graph;

use crate::args::Args;
use crate::tool::ToolError;
use retriever::{Engine, Hit, Query, Reference, RefsOptions, Target};
use std::fmt::Write;

/// Clients cut longer answers themselves, in the middle and without a word (SPEC 0.2).
const BYTES_MAX: usize = 10_000;
const LIMIT_MAX: u64 = 50;
/// Lines of code shown of one place.
const LINES_MAX: usize = 24;

pub(crate) fn search_code(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let text = args.text("query").unwrap_or_default();
    let query = Query::parse(text).map_err(|error| ToolError::Tell(error.to_string()))?;
    let limit = args.number("limit").unwrap_or(5).clamp(1, LIMIT_MAX) as usize;
    let answer = engine.search(&query, limit)?;
    if answer.hits.is_empty() {
        let n_files = engine.snapshot().statistics().n_files;
        return Ok(format!("nothing for `{text}` in {n_files} files; try other words, or an identifier you expect"));
    }
    let blocks = answer.hits.iter().map(hit);
    let mut out = bounded(blocks, "places");
    for note in &answer.notes {
        let _ = writeln!(out, "({note})");
    }
    if let Some(why) = &answer.vectors_off {
        let _ = writeln!(out, "(vectors: off ({why}); the built-in model stands in)");
    }
    Ok(out)
}

fn hit(hit: &Hit) -> String {
    let name = if hit.symbol.is_empty() { String::new() } else { format!("  {} {}", hit.kind, hit.symbol) };
    let mut out = format!("{}:{}-{}{name}\n", hit.path, hit.start_line, hit.end_line);
    let n_lines = hit.text.lines().count();
    for line in hit.text.lines().take(LINES_MAX) {
        let end = line.char_indices().nth(300).map_or(line.len(), |(at, _)| at);
        let _ = writeln!(out, "    {}", &line[..end]);
    }
    if n_lines > LINES_MAX {
        let _ = writeln!(out, "    … {} more lines", n_lines - LINES_MAX);
    }
    out
}

pub(crate) fn find_references(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let symbol = args.text("symbol").unwrap_or_default();
    let target = target(args);
    let options = RefsOptions { all: args.flag("all"), ..RefsOptions::default() };
    let found = engine.references(&target, &options)?;
    if found.definitions.is_empty() && found.rows.is_empty() {
        let near = found.nearest.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let hint = if near.is_empty() { String::new() } else { format!("; spelled nearly so: {near}") };
        return Ok(format!("nothing named `{symbol}` in this project{hint}"));
    }
    let mut blocks = Vec::new();
    for definition in &found.definitions {
        blocks.push(format!(
            "definition {}:{}:{} {} {}\n",
            definition.path,
            definition.line,
            definition.col,
            definition.kind.word(),
            definition.signature
        ));
    }
    blocks.extend(found.rows.iter().map(reference));
    let mut out = bounded(blocks.into_iter(), "places");
    if found.folded > 0 {
        let _ = writeln!(out, "({} doubtful places folded; \"all\": true shows them)", found.folded);
    }
    let _ = writeln!(out, "balance: {}", found.balance);
    Ok(out)
}

/// The symbol that the arguments mean.
fn target(args: &Args<'_>) -> Target {
    let target = Target::parse(args.text("symbol").unwrap_or_default());
    match args.text("path") {
        Some(path) => target.at(path, args.number("line").unwrap_or(1) as u32),
        None => target,
    }
}

fn reference(row: &Reference) -> String {
    let within = if row.within.is_empty() { String::new() } else { format!(" in {}", row.within) };
    let (role, evidence) = (row.role.word(), row.evidence.word());
    format!("{}:{}:{} {role} ({evidence}){within}: {}\n", row.path, row.line, row.col, row.text.trim())
}

/// As many blocks as fit, and how many did not.
fn bounded(blocks: impl Iterator<Item = String>, what: &str) -> String {
    let mut out = String::new();
    let mut left_out = 0;
    for block in blocks {
        if left_out == 0 && (out.is_empty() || out.len() + block.len() <= BYTES_MAX) {
            out.push_str(&block);
        } else {
            left_out += 1;
        }
    }
    if left_out > 0 {
        let _ = writeln!(out, "({left_out} more {what} left out)");
    }
    out
}
