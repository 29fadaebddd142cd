//! `ori map`.

use crate::Found;
use crate::args::{self, Global};
use crate::context::{BUDGET_MAX, BUDGET_MIN, tokenizer};
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, clean};
use crate::project::Project;
use clap::Args;
use retriever::{MapOptions, Tokenizer};
use serde::Serialize;

/// What `map` takes.
#[derive(Args, Debug)]
pub(crate) struct MapArgs {
    /// Only this folder or file
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<String>,
    /// Tokens that the text may have
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    pub(crate) budget: usize,
    /// Who counts: o200k, cl100k or bound
    #[arg(long, default_value = "o200k", value_name = "NAME", value_parser = tokenizer)]
    pub(crate) tokenizer: Tokenizer,
    /// A file that is being worked on: what it speaks of counts more; may be given again
    #[arg(long, value_name = "PATH:LINE", value_parser = args::place)]
    pub(crate) seed: Vec<(String, u32)>,
}

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    line: u32,
    depth: usize,
    text: &'a str,
}

#[allow(clippy::print_stderr)]
pub(crate) fn run(project: &Project, global: &Global, args: &MapArgs, out: &mut Output) -> Result<Found, Failure> {
    if !(BUDGET_MIN..=BUDGET_MAX).contains(&args.budget) {
        let what = format!("a budget of {} tokens makes no sense", args.budget);
        return Err(Failure::request(what).hint(format!("say {BUDGET_MIN} to {BUDGET_MAX}")));
    }
    let options = MapOptions {
        below: args.path.as_deref().map(|path| project.relative(path)).unwrap_or_default(),
        seeds: args.seed.iter().map(|(path, _)| project.relative(path)).collect(),
        budget: args.budget,
        tokenizer: args.tokenizer,
    };
    let (_, map) = project.ask(global, |engine| engine.map(&options))?;
    if global.json {
        for file in &map.files {
            for (line, depth, text) in &file.rows {
                json::row(out, &Row { path: &file.path, line: *line, depth: *depth, text })?;
            }
        }
    } else {
        let lines: Vec<_> = map.text.split('\n').map(clean).collect();
        out.text(&lines.join("\n"))?;
        out.flush()?;
        eprintln!("{} of {} tokens ({}), {} files", map.tokens, args.budget, args.tokenizer.name(), map.files.len());
    }
    Ok(if map.files.is_empty() { Found::Nothing } else { Found::Something })
}
