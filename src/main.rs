//! `ori`: argv to one call, its result to text and an exit code.
//!
//! stdout carries the answer, stderr everything else. Exit codes: 0 found or done, 1 nothing
//! found, 2 could not do it, 130 interrupted. A closed pipe is success.
//!
//! Only here the environment is read, anything is printed, and the process ends.

mod args;
mod ask;
mod behind;
mod bench;
mod config;
mod context;
mod failure;
mod files;
mod gc;
mod graph;
mod impact;
mod json;
mod languages;
mod map;
mod output;
mod overlay;
mod progress;
mod project;
mod refs;
mod reindex;
mod route;
mod search;
mod similar;
mod status;
mod unused;

use args::{Cli, Command};
use clap::Parser;
use failure::Failure;
use output::Output;
use project::Project;
use std::io;
use std::process::ExitCode;

/// Whether an answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    Something,
    Nothing,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // `--help` and `--version` come this way too.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let color = output::wants_color(cli.global.color);
    let mut out = Output::new(color);
    let result = run(&cli, &mut out).and_then(|found| out.flush().map(|()| found).map_err(Failure::from));
    match result {
        Ok(Found::Something) => ExitCode::SUCCESS,
        Ok(Found::Nothing) => ExitCode::from(1),
        Err(failure) => {
            let code = failure.code();
            let _ = out.flush();
            failure.print(output::wants_color_on_stderr(cli.global.color));
            ExitCode::from(code)
        }
    }
}

fn run(cli: &Cli, out: &mut Output) -> Result<Found, Failure> {
    let global = &cli.global;
    match &cli.command {
        Command::Reindex(args) => reindex::run(&Project::find(global, args.dir.as_deref())?, global, args, out),
        Command::Status { all: true } => gc::status_of_all(global, out),
        // No project is needed to say this.
        Command::Languages => languages::run(global, out),
        command => {
            let project = Project::find(global, None)?;
            match command {
                Command::Search { query, limit, explain } => {
                    search::run(&project, global, &query.join(" "), *limit, *explain, out)
                }
                Command::Similar { place, limit } => similar::run(&project, global, place, *limit, out),
                Command::Refs(args) => refs::run(&project, global, args, out),
                Command::Def { name, at } => refs::definitions(&project, global, name, at.as_ref(), out),
                Command::Callers(args) => graph::callers(&project, global, args, out),
                Command::Callees(args) => graph::callees(&project, global, args, out),
                Command::Impact(args) => impact::run(&project, global, args, out),
                Command::Implementors(args) => graph::implementors(&project, global, args, out),
                Command::Hierarchy(args) => graph::hierarchy(&project, global, args, out),
                Command::Path(args) => route::run(&project, global, args, out),
                Command::Unused(args) => unused::run(&project, global, args, out),
                Command::Graph(args) => graph::draw(&project, global, args, out),
                Command::Outline { path } => files::outline(&project, global, path, out),
                Command::Context(args) => context::run(&project, global, args, out),
                Command::Map(args) => map::run(&project, global, args, out),
                Command::Files { fuzzy, limit } => {
                    files::run(&project, global, fuzzy.as_deref().unwrap_or(""), *limit, out)
                }
                Command::Gc => gc::run(&project, global, out),
                Command::Status { .. } => status::run(&project, global, out),
                Command::Why { paths } => status::why(&project, global, paths, out),
                Command::Ask { question } => ask::run(&project, global, &question.join(" "), out),
                Command::Bench(args) => bench::run(&project, global, args, out),
                Command::Tool { name, args } => ask::tool(&project, global, name.as_deref(), args.as_deref(), out),
                Command::Reindex(_) | Command::Languages => unreachable!("handled above"),
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::ClosedPipe } else { Failure::Output(error) }
    }
}
