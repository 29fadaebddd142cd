//! A walk as a drawing: graphviz, mermaid, or one JSON object.
//!
//! Symbols have one name in all three, so that pictures of the same project can be compared.

use super::{Format, NodeRow};
use crate::json;
use crate::output::Output;
use retriever::{Edge, Graph, Node};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// Several walks from the same start as one.
struct Drawing<'a> {
    nodes: Vec<&'a Node>,
    edges: Vec<(usize, usize, &'a Edge)>,
    n_left_out: usize,
}

#[derive(Serialize)]
struct DrawnNode<'a> {
    id: usize,
    #[serde(flatten)]
    node: NodeRow<'a>,
    root: bool,
}

#[derive(Serialize)]
struct DrawnEdge<'a> {
    from: usize,
    to: usize,
    link: &'a str,
    evidence: &'a str,
    confidence: f32,
    path: &'a str,
    line: u32,
    places: usize,
}

#[derive(Serialize)]
struct Drawn<'a> {
    nodes: Vec<DrawnNode<'a>>,
    edges: Vec<DrawnEdge<'a>>,
    left_out: usize,
}

pub(super) fn print(out: &mut Output, graphs: &[Graph], format: Format) -> io::Result<()> {
    let drawing = Drawing::of(graphs);
    match format {
        Format::Dot => dot(out, &drawing),
        Format::Mermaid => mermaid(out, &drawing),
        Format::Json => object(out, &drawing),
    }
}

impl<'a> Drawing<'a> {
    fn of(graphs: &'a [Graph]) -> Drawing<'a> {
        let mut drawing = Drawing { nodes: Vec::new(), edges: Vec::new(), n_left_out: 0 };
        let mut ids: BTreeMap<(&str, u32, u32, &str), usize> = BTreeMap::new();
        for graph in graphs {
            let mut id_of = |node: &'a Node| {
                let key = (node.path.as_str(), node.line, node.col, node.name.as_str());
                *ids.entry(key).or_insert_with(|| {
                    drawing.nodes.push(node);
                    drawing.nodes.len() - 1
                })
            };
            let known: Vec<usize> = graph.nodes.iter().map(&mut id_of).collect();
            for edge in &graph.edges {
                let (from, to) = (known[edge.from], known[edge.to]);
                let drawn = |&(a, b, other): &(usize, usize, &Edge)| (a, b, other.link) == (from, to, edge.link);
                if !drawing.edges.iter().any(drawn) {
                    drawing.edges.push((from, to, edge));
                }
            }
            drawing.n_left_out += graph.left_out;
        }
        drawing
    }
}

fn label(node: &Node) -> String {
    match (node.name.as_str(), node.path.as_str()) {
        ("", path) => path.to_string(),
        (name, "") => name.to_string(),
        (name, path) => format!("{name}\n{path}:{}", node.line),
    }
}

fn dot(out: &mut Output, drawing: &Drawing) -> io::Result<()> {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    out.line("digraph ori {")?;
    out.line("  rankdir=LR;")?;
    out.line("  node [shape=box, fontname=\"monospace\", fontsize=10];")?;
    for (id, node) in drawing.nodes.iter().enumerate() {
        let style = match (node.depth, node.path.is_empty()) {
            (0, _) => ", style=bold",
            (_, true) => ", style=dashed",
            _ => "",
        };
        out.line(&format!("  n{id} [label=\"{}\"{style}];", quoted(&plain(&label(node)))))?;
    }
    for (from, to, edge) in &drawing.edges {
        let style = if edge.confidence < retriever::CONFIDENCE_MIN { ", style=dotted" } else { "" };
        let said = super::said(edge.link, edge.evidence.word());
        out.line(&format!("  n{from} -> n{to} [label=\"{}\"{style}];", quoted(&said)))?;
    }
    if drawing.n_left_out > 0 {
        out.line(&format!("  // {} more edges left out (--limit)", drawing.n_left_out))?;
    }
    out.line("}")
}

fn mermaid(out: &mut Output, drawing: &Drawing) -> io::Result<()> {
    let quoted = |text: &str| {
        let text = text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
        text.replace('\n', "<br/>")
    };
    out.line("flowchart LR")?;
    for (id, node) in drawing.nodes.iter().enumerate() {
        out.line(&format!("  n{id}[\"{}\"]", quoted(&plain(&label(node)))))?;
    }
    for (from, to, edge) in &drawing.edges {
        let arrow = if edge.confidence < retriever::CONFIDENCE_MIN { "-.->" } else { "-->" };
        out.line(&format!("  n{from} {arrow}|\"{}\"| n{to}", super::said(edge.link, edge.evidence.word())))?;
    }
    if drawing.n_left_out > 0 {
        out.line(&format!("  %% {} more edges left out (--limit)", drawing.n_left_out))?;
    }
    Ok(())
}

/// Without control characters but the line break of our own.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

fn object(out: &mut Output, drawing: &Drawing) -> io::Result<()> {
    let nodes = drawing.nodes.iter().enumerate();
    let nodes = nodes.map(|(id, node)| DrawnNode { id, node: NodeRow::of(node), root: node.depth == 0 }).collect();
    let edges = drawing.edges.iter().map(|&(from, to, edge)| DrawnEdge {
        from,
        to,
        link: edge.link.word(),
        evidence: edge.evidence.word(),
        confidence: edge.confidence,
        path: &edge.path,
        line: edge.line,
        places: edge.places,
    });
    json::row(out, &Drawn { nodes, edges: edges.collect(), left_out: drawing.n_left_out })
}
