//! A walk as JSON: an edge a line, then one line that says how it ended.

use super::far_end;
use crate::json;
use crate::output::Output;
use retriever::{Graph, Node};
use serde::Serialize;
use std::io;

#[derive(Serialize)]
struct EdgeRow<'a> {
    depth: usize,
    from: &'a str,
    from_path: &'a str,
    from_line: u32,
    from_kind: &'a str,
    link: &'a str,
    to: &'a str,
    to_path: &'a str,
    to_line: u32,
    to_kind: &'a str,
    evidence: &'a str,
    confidence: f32,
    belief: f32,
    path: &'a str,
    line: u32,
    col: u32,
    text: &'a str,
    places: usize,
    again: bool,
    test: bool,
}

/// A symbol as scripts see it.
#[derive(Serialize)]
pub(crate) struct NodeRow<'a> {
    pub(crate) path: &'a str,
    pub(crate) line: u32,
    pub(crate) kind: &'a str,
    pub(crate) name: &'a str,
    pub(crate) test: bool,
}

#[derive(Serialize)]
struct WalkRow<'a> {
    walk: WalkCounts<'a>,
}

#[derive(Serialize)]
struct WalkCounts<'a> {
    roots: Vec<NodeRow<'a>>,
    direction: &'a str,
    reached: usize,
    edges: usize,
    folded: usize,
    left_out: usize,
    not_followed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_in_ring: Option<usize>,
    outside: &'a [(String, usize)],
}

impl<'a> NodeRow<'a> {
    pub(crate) fn of(node: &'a Node) -> NodeRow<'a> {
        let kind = node.kind.map_or(if node.path.is_empty() { "outside" } else { "file" }, |kind| kind.word());
        NodeRow { path: &node.path, line: node.line, kind, name: &node.name, test: node.test }
    }
}

pub(crate) fn print_json(out: &mut Output, graph: &Graph) -> io::Result<()> {
    for edge in &graph.edges {
        let (from, to) = (NodeRow::of(&graph.nodes[edge.from]), NodeRow::of(&graph.nodes[edge.to]));
        let far = &graph.nodes[far_end(graph.direction, edge).1];
        json::row(
            out,
            &EdgeRow {
                depth: graph.nodes[far_end(graph.direction, edge).0].depth + 1,
                from: from.name,
                from_path: from.path,
                from_line: from.line,
                from_kind: from.kind,
                link: edge.link.word(),
                to: to.name,
                to_path: to.path,
                to_line: to.line,
                to_kind: to.kind,
                evidence: edge.evidence.word(),
                confidence: edge.confidence,
                belief: far.belief,
                path: &edge.path,
                line: edge.line,
                col: edge.col,
                text: &edge.text,
                places: edge.places,
                again: edge.again,
                test: far.test,
            },
        )?;
    }
    json::row(out, &walk_row(graph))
}

/// How a walk ended.
fn walk_row(graph: &Graph) -> WalkRow<'_> {
    WalkRow {
        walk: WalkCounts {
            roots: graph.nodes[..graph.n_roots].iter().map(NodeRow::of).collect(),
            direction: match graph.direction {
                retriever::Direction::Inward => "inward",
                retriever::Direction::Outward => "outward",
            },
            reached: graph.n_reached,
            edges: graph.edges.len() + graph.left_out,
            folded: graph.folded,
            left_out: graph.left_out,
            not_followed: graph.at_edge,
            stopped_in_ring: graph.stopped.map(|stopped| stopped.depth),
            outside: &graph.outside,
        },
    }
}
