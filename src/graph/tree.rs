//! A walk as a tree: who was reached below whom, each place with its evidence.
//!
//! What was reached before is shown once and only named again, so that cycles end.

use super::{far_end, said};
use crate::output::{Output, Style, clean, count};
use crate::refs::print_definition;
use retriever::{Direction, Edge, Graph, Node};
use std::collections::BTreeMap;
use std::io;

/// Definitions shown above a tree.
const DEFINITIONS_SHOWN: usize = 20;

/// The definitions that were asked about, and what is around each.
pub(crate) fn print_roots(out: &mut Output, graph: &Graph) -> io::Result<()> {
    for definition in graph.definitions.iter().take(DEFINITIONS_SHOWN) {
        print_definition(out, definition)?;
    }
    if graph.definitions.len() > DEFINITIONS_SHOWN {
        let more = count(graph.definitions.len() - DEFINITIONS_SHOWN, "more definition");
        out.line(&format!("({more}; `ori def` lists them, `--at PATH:LINE` chooses one)"))?;
    }
    out.line("")?;
    print_edges(out, graph)
}

/// The edges of a walk as a tree, or as several when it had several starts.
pub(crate) fn print_edges(out: &mut Output, graph: &Graph) -> io::Result<()> {
    let mut below: BTreeMap<usize, Vec<&Edge>> = BTreeMap::new();
    for edge in &graph.edges {
        below.entry(far_end(graph.direction, edge).0).or_default().push(edge);
    }
    for root in 0..graph.n_roots {
        if !below.contains_key(&root) {
            continue;
        }
        if graph.n_roots > 1 {
            let node = &graph.nodes[root];
            let place = if node.path.is_empty() { String::new() } else { format!("  {}:{}", node.path, node.line) };
            let name = out.paint(&shown(node), Style::Name);
            out.line(&format!("{name}{}", out.paint(&clean(&place), Style::Dim)))?;
        }
        print_below(out, graph, &below, root)?;
    }
    Ok(())
}

/// Depth first, with a stack of our own: a chain may be long.
fn print_below(out: &mut Output, graph: &Graph, below: &BTreeMap<usize, Vec<&Edge>>, root: usize) -> io::Result<()> {
    let rows = |node: usize, indent: &str| -> Vec<(&Edge, String, bool)> {
        let edges = below.get(&node).map_or(&[][..], Vec::as_slice);
        let rows = edges.iter().enumerate().rev();
        rows.map(|(index, edge)| (*edge, indent.to_string(), index + 1 == edges.len())).collect()
    };
    let mut open = rows(root, "");
    while let Some((edge, indent, last)) = open.pop() {
        let (parent, child) = far_end(graph.direction, edge);
        print_edge(out, graph, (edge, parent, child), &format!("{indent}{}", if last { "└─ " } else { "├─ " }))?;
        if !edge.again {
            open.extend(rows(child, &format!("{indent}{}", if last { "   " } else { "│  " })));
        }
    }
    Ok(())
}

fn print_edge(
    out: &mut Output,
    graph: &Graph,
    (edge, parent, child): (&Edge, usize, usize),
    indent: &str,
) -> io::Result<()> {
    let node = &graph.nodes[child];
    let indent = out.paint(indent, Style::Dim);
    let name = out.paint(&clean(&shown(node)), Style::Name);
    // An edge outward is written at its start; where the end is defined is what one wants to open.
    let place = match graph.direction {
        Direction::Outward if node.line > 0 => format!("{}:{}", node.path, node.line),
        _ => format!("{}:{}", edge.path, edge.line),
    };
    let place = out.paint(&clean(&place), Style::Path);
    let mut behind = said(edge.link, edge.evidence.word());
    if edge.places > 1 {
        behind.push_str(&format!(" in {} places", edge.places));
    }
    if parent == child {
        behind.push_str(", itself");
    } else if edge.again && graph.edges.iter().any(|known| !known.again && far_end(graph.direction, known).0 == child) {
        behind.push_str(", shown elsewhere");
    }
    if node.test {
        behind.push_str(", test");
    }
    out.line(&format!("{indent}{name}  {place}  {}", out.paint(&behind, Style::Dim)))
}

fn shown(node: &Node) -> String {
    match (node.name.as_str(), node.path.as_str()) {
        ("", _) => "(top of file)".to_string(),
        (name, "") => format!("{name} (outside)"),
        (name, _) => name.to_string(),
    }
}

/// What a walk left out and why.
pub(crate) fn closing(out: &mut Output, graph: &Graph, all: bool) -> io::Result<()> {
    if !graph.outside.is_empty() {
        let names = graph.outside.iter().map(|(name, n)| if *n > 1 { format!("{name} {n}") } else { name.clone() });
        let names = clean(&names.collect::<Vec<_>>().join(", ")).into_owned();
        out.line(&out.paint(&format!("outside the project: {names}"), Style::Dim).clone())?;
    }
    if graph.folded > 0 {
        let are = if graph.folded == 1 { "place is" } else { "places are" };
        let how = if all { "of too many meanings left out" } else { "folded (`--all` shows)" };
        out.line(&format!("{} doubtful {are} {how}", graph.folded))?;
    }
    if let Some(stopped) = graph.stopped {
        let unexplored = count(stopped.unexplored, "symbol");
        out.line(&format!(
            "stopped in ring {}: that was enough work for one answer; {unexplored} of it not followed",
            stopped.depth
        ))?;
    }
    if graph.at_edge > 0 {
        out.line(&format!("{} in the last ring not followed (`--depth`)", count(graph.at_edge, "symbol")))?;
    }
    if graph.left_out > 0 {
        out.line(&format!("{} left out (`--limit`)", count(graph.left_out, "edge")))?;
    }
    Ok(())
}
