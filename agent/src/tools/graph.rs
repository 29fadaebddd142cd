//! Who reaches whom, for a model: trees by indentation, one edge a line, evidence in brackets.

use super::{bounded, target};
use crate::args::Args;
use crate::tool::ToolError;
use retriever::{Direction, Edge, Engine, Graph, ImpactOf, Node, Pair, Target, UnusedOptions, WalkOptions};
use std::fmt::Write;

const EDGES_MAX: usize = 120;
const DEPTH_MAX: u64 = 10;
const TESTS_SHOWN: usize = 30;

pub(crate) fn find_callers(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let graph = engine.callers(&target(args), &options(args, 1))?;
    Ok(walked(args, &graph, "nobody calls it"))
}

pub(crate) fn find_callees(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let graph = engine.callees(&target(args), &options(args, 1))?;
    Ok(walked(args, &graph, "it calls nothing of this project"))
}

pub(crate) fn impact(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let symbol = args.text("symbol").unwrap_or_default();
    let of = match engine.snapshot().find(symbol) {
        Some(_) => ImpactOf::File(symbol.to_string()),
        None => ImpactOf::Symbol(target(args)),
    };
    let found = engine.impact(&of, &options(args, 3))?;
    if matches!(of, ImpactOf::Symbol(_)) && found.graph.definitions.is_empty() {
        return Ok(unknown(symbol, &found.graph));
    }
    let n_tests = found.tests.len() + found.tests_left_out;
    let mut out = format!(
        "a change of `{symbol}` reaches {} symbols in {} files and {n_tests} tests in {} test files\n",
        found.graph.n_reached, found.n_files, found.n_test_files
    );
    for test in found.tests.iter().take(TESTS_SHOWN) {
        let _ = writeln!(out, "test {}:{} {}", test.path, test.line, test.name);
    }
    if n_tests > TESTS_SHOWN {
        let _ = writeln!(out, "({} more tests)", n_tests - TESTS_SHOWN);
    }
    out.push_str(&tree(&found.graph));
    out.push_str(&closing(&found.graph));
    Ok(out)
}

pub(crate) fn type_hierarchy(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let found = engine.hierarchy(&target(args), &options(args, DEPTH_MAX))?;
    if found.derived.definitions.is_empty() {
        return Ok(unknown(args.text("symbol").unwrap_or_default(), &found.derived));
    }
    let mut out = definitions(&found.derived);
    for (graph, title) in [(&found.bases, "inherits from"), (&found.derived, "inherited by")] {
        let nothing = if graph.edges.is_empty() { " nothing in this project" } else { "" };
        let _ = writeln!(out, "{title}:{nothing}");
        out.push_str(&tree(graph));
        out.push_str(&closing(graph));
    }
    Ok(out)
}

pub(crate) fn call_path(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let (from, to) = (args.text("from").unwrap_or_default(), args.text("to").unwrap_or_default());
    let pair = Pair { from: Target::parse(from), to: Target::parse(to) };
    let found = engine.route(&pair, &WalkOptions { depth: 16, all: args.flag("all"), limit: EDGES_MAX })?;
    for (name, definitions) in [(from, &found.from), (to, &found.to)] {
        if definitions.is_empty() {
            let near = found.nearest.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            return Ok(format!("nothing named `{name}` is defined in this project; spelled nearly so: {near}"));
        }
    }
    let mut out = String::new();
    if found.nodes.is_empty() || found.reversed {
        let more = if found.stopped { "; the search was stopped by a bound" } else { "" };
        let _ = writeln!(out, "no way from `{from}` to `{to}` in {} symbols looked at{more}", found.n_looked_at);
    }
    if found.reversed {
        let _ = writeln!(out, "but `{to}` reaches `{from}`:");
    }
    for (step, node) in found.nodes.iter().enumerate() {
        let _ = writeln!(out, "{}:{} {}", node.path, node.line, name(node));
        if let Some(edge) = found.edges.get(step) {
            let (link, evidence) = (edge.link.word(), edge.evidence.word());
            let _ = writeln!(out, "  {link} ({evidence}) at {}:{}: {}", edge.path, edge.line, edge.text.trim());
        }
    }
    Ok(out)
}

pub(crate) fn find_unused(engine: &Engine, args: &Args<'_>) -> Result<String, ToolError> {
    let path = args.text("path").map(|path| path.trim_start_matches("./").to_string());
    let found = engine.unused(&UnusedOptions { path: path.clone(), limit: EDGES_MAX })?;
    if found.no_such_path {
        return Err(ToolError::Tell(format!("no file or folder `{}` with code", path.unwrap_or_default())));
    }
    let rows = found.rows.iter().map(|row| {
        let node = &row.node;
        let kind = node.kind.map_or("", |kind| kind.word());
        let by = if row.by.is_empty() { String::new() } else { format!(", used only by unused {}", row.by.join(", ")) };
        format!("{}:{} {kind} {} ({} occurrences{by})\n", node.path, node.line, node.name, row.total)
    });
    let mut out = bounded(rows, "unused symbols");
    let n_unused = found.rows.len() + found.left_out;
    let _ = writeln!(
        out,
        "balance: {} symbols = {n_unused} unused + {} without uses that cannot be told + {} used",
        found.n_looked_at,
        found.unclaimed.len() + found.unclaimed_left_out,
        found.n_used
    );
    for (reason, n) in &found.reasons {
        let _ = writeln!(out, "  {n} {}", reason.text());
    }
    Ok(out)
}

fn options(args: &Args<'_>, depth: u64) -> WalkOptions {
    let depth = args.number("depth").unwrap_or(depth).clamp(1, DEPTH_MAX) as usize;
    WalkOptions { depth, all: args.flag("all"), limit: EDGES_MAX }
}

fn walked(args: &Args<'_>, graph: &Graph, nothing: &str) -> String {
    if graph.definitions.is_empty() {
        return unknown(args.text("symbol").unwrap_or_default(), graph);
    }
    let mut out = definitions(graph);
    match graph.edges.is_empty() {
        true => {
            let _ = writeln!(out, "{nothing}");
        }
        false => out.push_str(&tree(graph)),
    }
    out + &closing(graph)
}

fn unknown(symbol: &str, graph: &Graph) -> String {
    if graph.only_used {
        return format!("`{symbol}` is used but not defined in this project; find_references lists its uses");
    }
    let near = graph.nearest.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let hint = if near.is_empty() { String::new() } else { format!("; spelled nearly so: {near}") };
    format!("nothing named `{symbol}` is defined in this project{hint}")
}

fn definitions(graph: &Graph) -> String {
    let rows = graph.definitions.iter().map(|row| {
        let kind = row.kind.word();
        format!("definition {}:{}:{} {kind} {}\n", row.path, row.line, row.col, row.signature)
    });
    bounded(rows, "definitions")
}

fn name(node: &Node) -> &str {
    if node.name.is_empty() { "(top of file)" } else { &node.name }
}

/// Depth first; what was shown before is not opened again.
fn tree(graph: &Graph) -> String {
    let far = |edge: &Edge| match graph.direction {
        Direction::Inward => (edge.to, edge.from),
        Direction::Outward => (edge.from, edge.to),
    };
    let mut rows = Vec::new();
    for root in 0..graph.n_roots {
        let below = |node: usize, depth: usize| -> Vec<(&Edge, usize)> {
            graph.edges.iter().rev().filter(|edge| far(edge).0 == node).map(|edge| (edge, depth)).collect()
        };
        let mut open = below(root, 1);
        if graph.n_roots > 1 && !open.is_empty() {
            rows.push(format!("{}\n", name(&graph.nodes[root])));
        }
        while let Some((edge, depth)) = open.pop() {
            let child = &graph.nodes[far(edge).1];
            let place = match graph.direction {
                Direction::Outward if child.line > 0 => format!("{}:{}", child.path, child.line),
                _ => format!("{}:{}", edge.path, edge.line),
            };
            let places = if edge.places > 1 { format!(" x{}", edge.places) } else { String::new() };
            let again = if edge.again { " (again)" } else { "" };
            let (link, evidence, width) = (edge.link.word(), edge.evidence.word(), 2 * depth);
            rows.push(format!("{:width$}{place} {} {link} ({evidence}){places}{again}\n", "", name(child)));
            if !edge.again {
                open.extend(below(far(edge).1, depth + 1));
            }
        }
    }
    bounded(rows.into_iter(), "edges")
}

fn closing(graph: &Graph) -> String {
    let mut out = String::new();
    if !graph.outside.is_empty() {
        let names: Vec<&str> = graph.outside.iter().map(|(name, _)| name.as_str()).collect();
        let _ = writeln!(out, "outside the project: {}", names.join(", "));
    }
    if graph.folded > 0 {
        let _ = writeln!(out, "({} doubtful places folded; \"all\": true follows them)", graph.folded);
    }
    if graph.left_out > 0 {
        let _ = writeln!(out, "({} more edges left out)", graph.left_out);
    }
    if let Some(stopped) = graph.stopped {
        let _ = writeln!(out, "(stopped in ring {}: enough work for one answer)", stopped.depth);
    }
    if graph.at_edge > 0 {
        let _ = writeln!(out, "({} symbols of the last ring not followed; \"depth\" goes further)", graph.at_edge);
    }
    out
}
