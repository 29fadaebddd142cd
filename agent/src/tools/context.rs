//! What to read, in a budget.

use super::BYTES_MAX;
use crate::args::Args;
use crate::tool::ToolError;
use retriever::{
    ContextFormat, ContextOptions, ContextPack, ContextTask, Engine, MapOptions, Nearest, Tokenizer, render,
};

/// Tokens when none are named, and at most: an answer has to stay below what clients pass on.
const BUDGET: u64 = 2_000;
const BUDGET_MIN: u64 = 50;
const BUDGET_MAX: u64 = (BYTES_MAX as u64) / 3;

fn budget(args: &Args<'_>) -> usize {
    args.number("budget").unwrap_or(BUDGET).clamp(BUDGET_MIN, BUDGET_MAX) as usize
}

pub(crate) fn get_context(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let task = ContextTask { text: args.text("task").unwrap_or_default().to_string(), ..ContextTask::default() };
    let render = |pack: &ContextPack| render(pack, ContextFormat::Markdown, Nearest::First);
    let options = ContextOptions { budget: budget(args), tokenizer: Tokenizer::Bound, render: &render, seen: &[] };
    let pack = engine.context(&task, &options)?;
    if pack.pieces.is_empty() {
        return Ok("nothing in this project fits that task; say it in other words, or name what it is about".into());
    }
    Ok(pack.text)
}

pub(crate) fn project_map(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let below = args.text("path").unwrap_or_default();
    let options =
        MapOptions { below: below.to_string(), seeds: Vec::new(), budget: budget(args), tokenizer: Tokenizer::Bound };
    let map = engine.map(&options)?;
    Ok(if map.files.is_empty() { format!("no source file below `{below}`") } else { map.text })
}
