//! `ori context`.

mod git;
mod memory;
mod read;
mod rows;

use crate::Found;
use crate::args::{self, Global};
use crate::failure::Failure;
use crate::output::{Output, clean};
use crate::project::Project;
use clap::{Args, ValueEnum};
use retriever::{ContextFormat, ContextOptions, ContextPack, ContextTask, Nearest, Tokenizer};
use std::path::PathBuf;

/// What `context` takes.
#[derive(Args, Debug)]
pub(crate) struct ContextArgs {
    /// What is to be done, in words: an issue, a commit message, an error
    #[arg(value_name = "TASK")]
    pub(crate) task: Vec<String>,
    /// Read the task from a file; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) task_file: Option<PathBuf>,
    /// Tokens that the printed text may have, headings included
    #[arg(long, default_value_t = 8_000, value_name = "N")]
    pub(crate) budget: usize,
    /// Who counts: o200k, cl100k, or bound (1.35 times o200k, for models whose tokenizer is not public)
    #[arg(long, default_value = "o200k", value_name = "NAME", value_parser = tokenizer)]
    pub(crate) tokenizer: Tokenizer,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Markdown, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Where the best files stand; models often read best what is near the task
    #[arg(long, value_enum, default_value_t = Near::First, value_name = "WHERE")]
    pub(crate) nearest: Near,
    /// A place that belongs to the task; may be given again
    #[arg(long, value_name = "PATH:LINE", value_parser = args::place)]
    pub(crate) seed: Vec<(String, u32)>,
    /// The file that is open; with `--range` what is selected in it
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// Selected lines of `--file`
    #[arg(long, value_name = "A-B", value_parser = range, requires = "file")]
    pub(crate) range: Option<(u32, u32)>,
    /// What a compiler, a test run or a crash printed; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// What changed since a commit belongs to the task
    #[arg(long, value_name = "REV", num_args = 0..=1, default_missing_value = "HEAD")]
    pub(crate) diff: Option<String>,
    /// Remembers here what was shown, and does not repeat it while it is unchanged
    #[arg(long, value_name = "FILE")]
    pub(crate) seen: Option<PathBuf>,
}

/// How a pack is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Markdown,
    Xml,
    Plain,
    Json,
}

/// Where the best files stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Near {
    First,
    Last,
}

/// Budgets that make sense.
pub(crate) const BUDGET_MIN: usize = 50;
pub(crate) const BUDGET_MAX: usize = 1_000_000;

/// A tokenizer by its name.
pub(crate) fn tokenizer(name: &str) -> Result<Tokenizer, String> {
    let known: Vec<&str> = Tokenizer::ALL.iter().map(|tokenizer| tokenizer.name()).collect();
    Tokenizer::named(name).ok_or_else(|| format!("tokenizers are {}", known.join(", ")))
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    let fits = |(first, last): &(u32, u32)| *first > 0 && first <= last;
    parts.filter(fits).ok_or_else(|| "it must look like 10-20, with lines counted from 1".to_string())
}

pub(crate) fn run(project: &Project, global: &Global, args: &ContextArgs, out: &mut Output) -> Result<Found, Failure> {
    if !(BUDGET_MIN..=BUDGET_MAX).contains(&args.budget) {
        let what = format!("a budget of {} tokens makes no sense", args.budget);
        return Err(Failure::request(what).hint(format!("say {BUDGET_MIN} to {BUDGET_MAX}")));
    }
    let task = read::task(project, args)?;
    let seen = args.seen.as_deref().map(memory::read).transpose()?.unwrap_or_default();
    let nearest = if args.nearest == Near::First { Nearest::First } else { Nearest::Last };
    // Cleaned before it is counted: what a hostile file does to a terminal it may do to nobody.
    let text = |pack: &ContextPack, format| cleaned(&retriever::render(pack, format, nearest));
    let render = |pack: &ContextPack| match args.format {
        Format::Markdown => text(pack, ContextFormat::Markdown),
        Format::Xml => text(pack, ContextFormat::Xml),
        Format::Plain => text(pack, ContextFormat::Plain),
        Format::Json => rows::whole(pack),
    };
    let options = ContextOptions { budget: args.budget, tokenizer: args.tokenizer, render: &render, seen: &seen };
    let (_, pack) = project.ask(global, |engine| {
        let history = git::history(project, engine.snapshot().head());
        engine.context(&ContextTask { history, ..task.clone() }, &options)
    })?;
    if let Some(path) = &args.seen {
        memory::write(path, &seen, &pack.shown)?;
    }
    show(global, args, &pack, out)
}

fn cleaned(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(clean).collect();
    lines.join("\n")
}

#[allow(clippy::print_stderr)]
fn show(global: &Global, args: &ContextArgs, pack: &ContextPack, out: &mut Output) -> Result<Found, Failure> {
    if global.json {
        rows::spans(pack, out)?;
    } else {
        out.text(&pack.text)?;
        out.flush()?;
        let exact = if pack.tokenizer.is_exact() { "" } else { "at most " };
        for note in &pack.notes {
            eprintln!("note: {note}");
        }
        let counted = pack.tokenizer.name();
        eprintln!("{exact}{} of {} tokens ({counted}), {} pieces", pack.tokens, args.budget, pack.pieces.len());
    }
    Ok(if pack.pieces.is_empty() { Found::Nothing } else { Found::Something })
}
