//! `ori path`.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::graph::NodeRow;
use crate::json;
use crate::output::{Output, Style, clean, count};
use crate::project::Project;
use crate::refs::{target, unknown_definition};
use clap::Args;
use retriever::{Pair, Route, WalkOptions};
use serde::Serialize;
use std::io;

/// What `path` takes.
#[derive(Args, Debug)]
pub(crate) struct RouteArgs {
    /// Where the way starts: `name`, `Class.name` or `path/file.py:Class.name`
    pub(crate) from: String,
    /// Where it ends
    pub(crate) to: String,
    /// Rings looked at around both ends together
    #[arg(long, default_value_t = 16, value_name = "N")]
    pub(crate) depth: usize,
    /// Also go along doubtful edges
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Serialize)]
struct StepRow<'a> {
    step: usize,
    #[serde(flatten)]
    node: NodeRow<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<ByRow<'a>>,
}

#[derive(Serialize)]
struct ByRow<'a> {
    link: &'a str,
    evidence: &'a str,
    confidence: f32,
    path: &'a str,
    line: u32,
    col: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct RouteRow {
    route: RouteCounts,
}

#[derive(Serialize)]
struct RouteCounts {
    steps: usize,
    reversed: bool,
    looked_at: usize,
    folded: usize,
    stopped: bool,
}

pub(crate) fn run(project: &Project, global: &Global, args: &RouteArgs, out: &mut Output) -> Result<Found, Failure> {
    let pair = Pair { from: target(project, &args.from, None)?, to: target(project, &args.to, None)? };
    let options = WalkOptions { depth: args.depth, all: args.all, ..WalkOptions::default() };
    let (engine, route) = project.ask(global, |engine| engine.route(&pair, &options))?;
    for (name, definitions) in [(&args.from, &route.from), (&args.to, &route.to)] {
        if definitions.is_empty() {
            return unknown_definition(out, name, &route.nearest, engine.snapshot().statistics().n_files as usize);
        }
    }
    if global.json {
        print_json(out, &route)?;
    } else {
        print_text(out, args, &route)?;
    }
    Ok(if route.nodes.is_empty() || route.reversed { Found::Nothing } else { Found::Something })
}

fn print_json(out: &mut Output, route: &Route) -> io::Result<()> {
    for (step, node) in route.nodes.iter().enumerate() {
        let by = step.checked_sub(1).map(|before| {
            let edge = &route.edges[before];
            ByRow {
                link: edge.link.word(),
                evidence: edge.evidence.word(),
                confidence: edge.confidence,
                path: &edge.path,
                line: edge.line,
                col: edge.col,
                text: &edge.text,
            }
        });
        json::row(out, &StepRow { step, node: NodeRow::of(node), by })?;
    }
    let Route { reversed, n_looked_at: looked_at, folded, stopped, .. } = *route;
    let counts = RouteCounts { steps: route.edges.len(), reversed, looked_at, folded, stopped };
    json::row(out, &RouteRow { route: counts })
}

fn print_text(out: &mut Output, args: &RouteArgs, route: &Route) -> io::Result<()> {
    let (from, to) = (clean(&args.from), clean(&args.to));
    if route.nodes.is_empty() || route.reversed {
        out.line(&format!("no way from `{from}` to `{to}` through {} looked at", count(route.n_looked_at, "symbol")))?;
    }
    if route.reversed {
        out.line(&format!("but `{to}` reaches `{from}`:"))?;
        out.line("")?;
    }
    for (step, node) in route.nodes.iter().enumerate() {
        let name = out.paint(&clean(if node.name.is_empty() { "(top of file)" } else { &node.name }), Style::Name);
        let place = out.paint(&clean(&format!("{}:{}", node.path, node.line)), Style::Path);
        let arrow = if step == 0 { "" } else { "-> " };
        out.line(&format!("{arrow}{name}  {place}"))?;
        if let Some(edge) = route.edges.get(step) {
            let said = format!(
                "   {} ({}) at {}:{}  {}",
                edge.link.word(),
                edge.evidence.word(),
                edge.path,
                edge.line,
                edge.text.trim()
            );
            out.line(&out.paint(&clean(&said), Style::Dim))?;
        }
    }
    if !route.nodes.is_empty() {
        out.line("")?;
        let steps = count(route.edges.len(), "step");
        out.line(&format!("{steps}; {} looked at", count(route.n_looked_at, "symbol")))?;
    }
    if route.folded > 0 && (route.nodes.is_empty() || route.reversed) && !args.all {
        let places = count(route.folded, "doubtful place");
        out.line(&format!("{places} not followed (`--all` follows)"))?;
    }
    if route.stopped {
        out.line("stopped before everything was looked at: there may be a way (`--depth`)")?;
    }
    Ok(())
}
