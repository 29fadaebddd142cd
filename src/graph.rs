//! `ori callers`, `callees`, `implementors`, `hierarchy` and `graph`.

mod draw;
mod rows;
mod tree;

pub(crate) use rows::{NodeRow, print_json};
pub(crate) use tree::{closing, print_edges, print_roots};

use crate::Found;
use crate::args::{Global, place};
use crate::failure::Failure;
use crate::output::{Output, Style, clean, count};
use crate::project::Project;
use crate::refs::{target, unknown_definition};
use clap::{Args, ValueEnum};
use retriever::{Direction, Engine, Error, Graph, Hierarchy, Link, Target, WalkOptions};
use std::collections::BTreeSet;

/// What `callers` and `callees` take.
#[derive(Args, Debug)]
pub(crate) struct WalkArgs {
    /// `name`, `Class.name`, `module::name` or `path/file.py:Class.name`
    pub(crate) name: String,
    /// The definition at this place, if the name has several
    #[arg(long, value_name = "PATH:LINE", value_parser = place)]
    pub(crate) at: Option<(String, u32)>,
    /// Rings around it: 2 shows the callers of its callers too
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) depth: usize,
    /// Also follow doubtful edges: names without a known owner, calls of overridden methods
    #[arg(long)]
    pub(crate) all: bool,
    /// Edges to show
    #[arg(long, short = 'n', default_value_t = 200, value_name = "K")]
    pub(crate) limit: usize,
}

/// What `implementors` and `hierarchy` take.
#[derive(Args, Debug)]
pub(crate) struct KinArgs {
    /// A type, interface, trait or method: `name`, `Class.name` or `path/file.py:Class.name`
    pub(crate) name: String,
    /// The definition at this place, if the name has several
    #[arg(long, value_name = "PATH:LINE", value_parser = place)]
    pub(crate) at: Option<(String, u32)>,
    /// Steps up and down; 1 shows only direct ones
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub(crate) depth: usize,
    /// Also follow doubtful edges
    #[arg(long)]
    pub(crate) all: bool,
    /// Edges to show
    #[arg(long, short = 'n', default_value_t = 200, value_name = "K")]
    pub(crate) limit: usize,
}

/// What `graph` takes.
#[derive(Args, Debug)]
pub(crate) struct GraphArgs {
    /// `name`, `Class.name`, `module::name` or `path/file.py:Class.name`
    pub(crate) name: String,
    /// The definition at this place, if the name has several
    #[arg(long, value_name = "PATH:LINE", value_parser = place)]
    pub(crate) at: Option<(String, u32)>,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Dot, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// Which edges are drawn
    #[arg(long, value_enum, default_value_t = Around::Calls, value_name = "WHAT")]
    pub(crate) of: Around,
    /// Rings around it
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub(crate) depth: usize,
    /// Also draw doubtful edges
    #[arg(long)]
    pub(crate) all: bool,
    /// Edges to draw
    #[arg(long, short = 'n', default_value_t = 200, value_name = "K")]
    pub(crate) limit: usize,
}

/// How a graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For graphviz
    Dot,
    /// For Markdown pages
    Mermaid,
    /// One object with nodes and edges
    Json,
}

/// Which edges of a symbol are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Around {
    /// Callers and callees
    Calls,
    Callers,
    Callees,
    /// Bases and what is derived
    Types,
}

pub(crate) fn callers(project: &Project, global: &Global, args: &WalkArgs, out: &mut Output) -> Result<Found, Failure> {
    let ask = |engine: &Engine, target: &Target| engine.callers(target, &options(args));
    walk(project, global, (&args.name, args.at.as_ref()), ("caller", args.all, &ask), out)
}

pub(crate) fn callees(project: &Project, global: &Global, args: &WalkArgs, out: &mut Output) -> Result<Found, Failure> {
    let ask = |engine: &Engine, target: &Target| engine.callees(target, &options(args));
    walk(project, global, (&args.name, args.at.as_ref()), ("callee", args.all, &ask), out)
}

pub(crate) fn implementors(
    project: &Project,
    global: &Global,
    args: &KinArgs,
    out: &mut Output,
) -> Result<Found, Failure> {
    let options = WalkOptions { depth: args.depth, all: args.all, limit: args.limit };
    let ask = |engine: &Engine, target: &Target| engine.implementors(target, &options);
    walk(project, global, (&args.name, args.at.as_ref()), ("implementor", args.all, &ask), out)
}

fn options(args: &WalkArgs) -> WalkOptions {
    WalkOptions { depth: args.depth, all: args.all, limit: args.limit }
}

type Ask<'a> = &'a dyn Fn(&Engine, &Target) -> Result<Graph, Error>;

fn walk(
    project: &Project,
    global: &Global,
    (name, at): (&str, Option<&(String, u32)>),
    (what, all, ask): (&str, bool, Ask<'_>),
    out: &mut Output,
) -> Result<Found, Failure> {
    let target = target(project, name, at)?;
    let (engine, graph) = project.ask(global, |engine| ask(engine, &target))?;
    if graph.definitions.is_empty() {
        return unknown(out, name, &graph, engine.snapshot().statistics().n_files as usize);
    }
    if global.json {
        print_json(out, &graph)?;
        return Ok(found(&graph));
    }
    let mut files: BTreeSet<&str> = graph.edges.iter().map(|edge| edge.path.as_str()).collect();
    files.remove("");
    let title = out.paint(&clean(name), Style::Name);
    let more = if graph.left_out > 0 { " at least" } else { "" };
    out.line(&format!("{title}:{more} {} in {}", count(graph.n_reached, what), count(files.len(), "file")))?;
    out.line("")?;
    print_roots(out, &graph)?;
    closing(out, &graph, all)?;
    Ok(found(&graph))
}

/// Nobody calls it is an answer; only what is not there is nothing.
fn found(graph: &Graph) -> Found {
    if graph.edges.is_empty() && graph.folded == 0 && graph.outside.is_empty() {
        Found::Nothing
    } else {
        Found::Something
    }
}

/// Says that nothing of that name is defined.
#[allow(clippy::print_stderr)]
pub(crate) fn unknown(out: &mut Output, name: &str, graph: &Graph, n_files: usize) -> Result<Found, Failure> {
    if !graph.only_used {
        return unknown_definition(out, name, &graph.nearest, n_files);
    }
    out.flush()?;
    eprintln!("error: `{}` is used, but nothing in {} defines it", clean(name), count(n_files, "file"));
    eprintln!("  hint: ori refs {}", clean(name));
    Ok(Found::Nothing)
}

pub(crate) fn hierarchy(
    project: &Project,
    global: &Global,
    args: &KinArgs,
    out: &mut Output,
) -> Result<Found, Failure> {
    let target = target(project, &args.name, args.at.as_ref())?;
    let options = WalkOptions { depth: args.depth, all: args.all, limit: args.limit };
    let (engine, found) = project.ask(global, |engine| engine.hierarchy(&target, &options))?;
    let Hierarchy { bases, derived } = found;
    if derived.definitions.is_empty() {
        return unknown(out, &args.name, &derived, engine.snapshot().statistics().n_files as usize);
    }
    let nothing = bases.edges.is_empty() && derived.edges.is_empty();
    if global.json {
        print_json(out, &bases)?;
        print_json(out, &derived)?;
    } else {
        for definition in &derived.definitions {
            crate::refs::print_definition(out, definition)?;
        }
        for (graph, title) in [(&bases, "inherits from"), (&derived, "inherited by")] {
            out.line("")?;
            let roots = if graph.edges.is_empty() { ": nothing in this project" } else { "" };
            out.line(&format!("{title}{roots}"))?;
            print_edges(out, graph)?;
        }
        out.line("")?;
        closing(out, &bases, args.all)?;
        closing(out, &derived, args.all)?;
    }
    Ok(if nothing { Found::Nothing } else { Found::Something })
}

pub(crate) fn draw(project: &Project, global: &Global, args: &GraphArgs, out: &mut Output) -> Result<Found, Failure> {
    let target = target(project, &args.name, args.at.as_ref())?;
    let options = WalkOptions { depth: args.depth, all: args.all, limit: args.limit };
    let (engine, graphs) = project.ask(global, |engine| {
        Ok(match args.of {
            Around::Callers => vec![engine.callers(&target, &options)?],
            Around::Callees => vec![engine.callees(&target, &options)?],
            Around::Calls => vec![engine.callers(&target, &options)?, engine.callees(&target, &options)?],
            Around::Types => {
                let Hierarchy { bases, derived } = engine.hierarchy(&target, &options)?;
                vec![derived, bases]
            }
        })
    })?;
    if graphs[0].definitions.is_empty() {
        return unknown(out, &args.name, &graphs[0], engine.snapshot().statistics().n_files as usize);
    }
    let format = if global.json { Format::Json } else { args.format };
    draw::print(out, &graphs, format)?;
    Ok(Found::Something)
}

/// How a place of an edge is said: by what it does and why that is believed.
fn said(link: Link, evidence: &str) -> String {
    if link.word() == evidence { link.word().to_string() } else { format!("{} ({evidence})", link.word()) }
}

/// Who an edge leads to, the way the walk went.
fn far_end(direction: Direction, edge: &retriever::Edge) -> (usize, usize) {
    match direction {
        Direction::Inward => (edge.to, edge.from),
        Direction::Outward => (edge.from, edge.to),
    }
}
