//! `ori impact`: what a change to a symbol, a file or the working tree reaches.

pub(crate) mod diff;

use crate::Found;
use crate::args::{Global, place};
use crate::failure::Failure;
use crate::graph::{NodeRow, closing, print_edges, print_json, print_roots, unknown};
use crate::json;
use crate::output::{Output, Style, clean, count};
use crate::project::Project;
use crate::refs::target;
use clap::Args;
use retriever::{Impact, ImpactOf, Seed, WalkOptions};
use serde::Serialize;
use std::io;

/// Changed symbols and tests listed for a person.
const LISTED: usize = 40;

/// What `impact` takes.
#[derive(Args, Debug)]
pub(crate) struct ImpactArgs {
    /// A symbol (`Class.name`, `path/file.py:name`) or a file of the project
    #[arg(required_unless_present = "diff", conflicts_with = "diff", value_name = "NAME|PATH")]
    pub(crate) name: Option<String>,
    /// The definition at this place, if the name has several
    #[arg(long, value_name = "PATH:LINE", value_parser = place, requires = "name")]
    pub(crate) at: Option<(String, u32)>,
    /// What the working tree changes against this revision
    #[arg(long, value_name = "REV", num_args = 0..=1, default_missing_value = "HEAD")]
    pub(crate) diff: Option<String>,
    /// Rings around what changes
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub(crate) depth: usize,
    /// Also follow doubtful edges
    #[arg(long)]
    pub(crate) all: bool,
    /// Edges to show
    #[arg(long, short = 'n', default_value_t = 100, value_name = "K")]
    pub(crate) limit: usize,
}

#[derive(Serialize)]
struct SeedRow<'a> {
    changed: &'a str,
    path: &'a str,
    line: u32,
    kind: &'a str,
    removed: bool,
}

#[derive(Serialize)]
struct TestRow<'a> {
    affected: NodeRow<'a>,
    depth: usize,
    belief: f32,
}

#[derive(Serialize)]
struct ImpactRow {
    impact: ImpactCounts,
}

#[derive(Serialize)]
struct ImpactCounts {
    changed: usize,
    changed_left_out: usize,
    reached: usize,
    files: usize,
    tests: usize,
    tests_left_out: usize,
    test_files: usize,
}

pub(crate) fn run(project: &Project, global: &Global, args: &ImpactArgs, out: &mut Output) -> Result<Found, Failure> {
    let options = WalkOptions { depth: args.depth, all: args.all, limit: args.limit };
    let (of, title, note) = match (&args.diff, &args.name) {
        (Some(revision), _) => {
            let diff = diff::changes(&project.place.root, revision)?;
            (ImpactOf::Changes(diff.changes), format!("changes since {revision}"), diff.note)
        }
        (None, Some(name)) => (asked(project, global, name, args)?, name.clone(), None),
        (None, None) => unreachable!("clap asks for one of them"),
    };
    let (engine, impact) = project.ask(global, |engine| engine.impact(&of, &options))?;
    if matches!(of, ImpactOf::Symbol(_)) && impact.graph.definitions.is_empty() {
        let n_files = engine.snapshot().statistics().n_files as usize;
        return unknown(out, &title, &impact.graph, n_files);
    }
    if global.json {
        rows(out, &impact)?;
    } else {
        text(out, &title, &of, &impact, args.all)?;
        if let Some(note) = note {
            out.line(&note)?;
        }
    }
    let nothing = impact.graph.edges.is_empty() && impact.seeds.is_empty() && impact.tests.is_empty();
    Ok(if nothing { Found::Nothing } else { Found::Something })
}

/// A file of the project if there is one of that path, else a symbol.
fn asked(project: &Project, global: &Global, name: &str, args: &ImpactArgs) -> Result<ImpactOf, Failure> {
    let path = project.relative(name);
    let (engine, is_file) = project.ask(global, |engine| Ok(engine.snapshot().find(&path).is_some()))?;
    if is_file && args.at.is_none() {
        return Ok(ImpactOf::File(path));
    }
    if name.contains('/') && !name.contains(':') {
        let near = engine.files(&path, 1).files.into_iter().next();
        let failure = Failure::request(format!("no file `{}` in this project", clean(name)));
        return Err(match near {
            Some(near) => failure.hint(format!("did you mean `{}`?", near.path)),
            None => failure,
        });
    }
    Ok(ImpactOf::Symbol(target(project, name, args.at.as_ref())?))
}

fn kind(seed: &Seed) -> &'static str {
    let outside = if seed.name.is_empty() { "file" } else { "import" };
    seed.kind.map_or(outside, |kind| kind.word())
}

fn rows(out: &mut Output, impact: &Impact) -> io::Result<()> {
    for seed in &impact.seeds {
        let Seed { path, line, name, removed, .. } = seed;
        json::row(out, &SeedRow { changed: name, path, line: *line, kind: kind(seed), removed: *removed })?;
    }
    for test in &impact.tests {
        json::row(out, &TestRow { affected: NodeRow::of(test), depth: test.depth, belief: test.belief })?;
    }
    print_json(out, &impact.graph)?;
    let counts = ImpactCounts {
        changed: impact.seeds.len(),
        changed_left_out: impact.seeds_left_out,
        reached: impact.graph.n_reached,
        files: impact.n_files,
        tests: impact.tests.len() + impact.tests_left_out,
        tests_left_out: impact.tests_left_out,
        test_files: impact.n_test_files,
    };
    json::row(out, &ImpactRow { impact: counts })
}

fn text(out: &mut Output, title: &str, of: &ImpactOf, impact: &Impact, all: bool) -> io::Result<()> {
    let graph = &impact.graph;
    let name = out.paint(&clean(title), Style::Name);
    let n_tests = impact.tests.len() + impact.tests_left_out;
    out.line(&format!(
        "{name}: reaches {} in {}, {} in {}",
        count(graph.n_reached, "symbol"),
        count(impact.n_files + impact.n_test_files, "file"),
        count(n_tests, "test"),
        count(impact.n_test_files, "test file")
    ))?;
    out.line("")?;
    match of {
        ImpactOf::Symbol(_) => print_roots(out, graph)?,
        ImpactOf::File(_) => print_edges(out, graph)?,
        ImpactOf::Changes(_) => {
            seeds(out, impact)?;
            print_edges(out, graph)?;
        }
    }
    if !impact.tests.is_empty() {
        out.line("")?;
        out.line("tests that may notice:")?;
        for test in impact.tests.iter().take(LISTED) {
            let place = out.paint(&clean(&format!("{}:{}", test.path, test.line)), Style::Path);
            let name = if test.name.is_empty() { "(top of file)" } else { &test.name };
            let ring = if test.depth == 0 { "changed itself".to_string() } else { format!("ring {}", test.depth) };
            out.line(&format!("  {place}  {}  {}", clean(name), out.paint(&ring, Style::Dim)))?;
        }
        let more = n_tests.saturating_sub(LISTED);
        if more > 0 {
            out.line(&format!("  ({}; `--json` lists {})", count(more, "more test"), impact.tests.len()))?;
        }
    }
    out.line("")?;
    closing(out, graph, all)
}

fn seeds(out: &mut Output, impact: &Impact) -> io::Result<()> {
    if impact.seeds.is_empty() {
        return out.line("nothing changed in files that are searched");
    }
    out.line("changed:")?;
    for seed in impact.seeds.iter().take(LISTED) {
        let place = out.paint(&clean(&format!("{}:{}", seed.path, seed.line)), Style::Path);
        let name = if seed.name.is_empty() { "outside of symbols" } else { &seed.name };
        let removed = if seed.removed { ", removed" } else { "" };
        out.line(&format!("  {place}  {} {}{removed}", kind(seed), clean(name)))?;
    }
    if impact.seeds.len() > LISTED {
        out.line(&format!("  ({}; `--json` lists them)", count(impact.seeds.len() - LISTED, "more change")))?;
    }
    if impact.seeds_left_out > 0 {
        out.line(&format!("  {} not followed", count(impact.seeds_left_out, "changed symbol")))?;
    }
    out.line("")
}
