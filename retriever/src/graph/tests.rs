//! Small projects in memory, and who reaches whom in them.

mod kin;
mod reach;
mod traps;
mod unused;

use super::changes::{Change, Removed};
use super::impact::{Impact, ImpactOf, impact};
use super::unused::{UnusedOptions, unused};
use super::{Direction, Graph, Node, Pair, WalkOptions, hierarchy, neighbours, route};
use crate::refs::tests::Memory;
use crate::refs::{Resolver, Target};
use expect_test::Expect;
use std::fmt::Write;
use std::sync::Arc;

fn ask(project: &str, question: impl Fn(&Resolver) -> String) -> String {
    let memory = Memory::parse(project);
    question(&Resolver::new(&memory, Arc::default()).remembering())
}

fn options(depth: usize) -> WalkOptions {
    WalkOptions { depth, all: false, limit: 100 }
}

fn name(node: &Node) -> String {
    match (node.name.as_str(), node.path.as_str()) {
        ("", path) => format!("({path})"),
        (name, "") => format!("<{name}>"),
        (name, _) => name.to_string(),
    }
}

/// An edge a line, indented by its ring.
fn shown(graph: &Graph) -> String {
    let mut shown = String::new();
    for edge in &graph.edges {
        let (from, to) = (&graph.nodes[edge.from], &graph.nodes[edge.to]);
        let depth = if graph.direction == Direction::Inward { to.depth } else { from.depth };
        let (link, evidence) = (edge.link.word(), edge.evidence.word());
        let again = if edge.again { " again" } else { "" };
        let places = if edge.places > 1 { format!(" x{}", edge.places) } else { String::new() };
        let (width, path, line) = (2 * depth, &edge.path, edge.line);
        let _ = writeln!(
            shown,
            "{:width$}{} {link} {} ({evidence}) {path}:{line}{places}{again}",
            "",
            name(from),
            name(to)
        );
    }
    if graph.folded > 0 {
        let _ = writeln!(shown, "{} folded", graph.folded);
    }
    for (name, n) in &graph.outside {
        let _ = writeln!(shown, "outside {name} {n}");
    }
    if !graph.nearest.is_empty() {
        let _ = writeln!(shown, "nearest {}", graph.nearest.join(" "));
    }
    shown
}

fn check_callers(target: &str, depth: usize, project: &str, expected: Expect) {
    let ask_it = |resolver: &Resolver| {
        let target = Target::parse(target);
        shown(&neighbours(resolver, &target, &options(depth), Direction::Inward).unwrap())
    };
    expected.assert_eq(&ask(project, ask_it));
}

fn check_callees(target: &str, depth: usize, project: &str, expected: Expect) {
    let ask_it = |resolver: &Resolver| {
        let target = Target::parse(target);
        shown(&neighbours(resolver, &target, &options(depth), Direction::Outward).unwrap())
    };
    expected.assert_eq(&ask(project, ask_it));
}

fn show_impact(impact: &Impact) -> String {
    let mut text = String::new();
    for seed in &impact.seeds {
        let what = if seed.removed { "removed" } else { "changed" };
        let kind = seed.kind.map_or("file", |kind| kind.word());
        let _ = writeln!(text, "{what} {kind} {} {}:{}", seed.name, seed.path, seed.line);
    }
    text.push_str(&shown(&impact.graph));
    for test in &impact.tests {
        let _ = writeln!(text, "test {} {}:{} ring {}", name(test), test.path, test.line, test.depth);
    }
    text
}

fn check_impact(of: &ImpactOf, project: &str, expected: Expect) {
    let ask_it = |resolver: &Resolver| show_impact(&impact(resolver, of, &options(4)).unwrap());
    expected.assert_eq(&ask(project, ask_it));
}

type Lines<'a> = &'a [(u32, u32)];

/// What lines that changed reach; `removed` are lines of an older text.
fn changed(path: &str, lines: Lines, removed: Option<(&str, Lines)>) -> ImpactOf {
    let removed = removed.map(|(text, lines)| Removed { text: text.to_string(), lines: lines.to_vec() });
    ImpactOf::Changes(vec![Change { path: path.to_string(), lines: lines.to_vec(), removed }])
}

fn check_hierarchy(target: &str, project: &str, expected: Expect) {
    let ask_it = |resolver: &Resolver| {
        let found = hierarchy::hierarchy(resolver, &Target::parse(target), &options(9)).unwrap();
        format!("{}--\n{}", shown(&found.bases), shown(&found.derived))
    };
    expected.assert_eq(&ask(project, ask_it));
}

fn check_route(from: &str, to: &str, project: &str, expected: Expect) {
    let ask_it = |resolver: &Resolver| {
        let pair = Pair { from: Target::parse(from), to: Target::parse(to) };
        let found = route::route(resolver, &pair, &options(12)).unwrap();
        let steps: Vec<String> = found.nodes.iter().map(name).collect();
        let mut text = if steps.is_empty() { "no way".to_string() } else { steps.join(" -> ") };
        for edge in &found.edges {
            let _ = write!(text, "\n{} {}:{}", edge.link.word(), edge.path, edge.line);
        }
        format!("{text}{}\n", if found.reversed { "\nreversed" } else { "" })
    };
    expected.assert_eq(&ask(project, ask_it));
}

fn check_unused(project: &str, expected: Expect) {
    let ask_it = |resolver: &Resolver| {
        let found = unused(resolver, &UnusedOptions { path: None, limit: 100 }).unwrap();
        let mut text = String::new();
        for row in &found.rows {
            assert_eq!(row.total, row.definitions + row.itself + row.others + row.comments);
            let by = if row.by.is_empty() { String::new() } else { format!(" by {}", row.by.join(", ")) };
            let (total, itself, others, comments) = (row.total, row.itself, row.others, row.comments);
            let place = format!("{}:{}", row.node.path, row.node.line);
            let _ = writeln!(
                text,
                "unused {} {place} {total}: {itself} itself{by}, {others} others, {comments} comments",
                row.node.name
            );
        }
        for row in &found.unclaimed {
            let _ = writeln!(text, "{} {}:{} {}", row.node.name, row.node.path, row.node.line, row.reason.word());
        }
        assert_eq!(found.n_looked_at, found.rows.len() + found.unclaimed.len() + found.n_used);
        text + &format!("{} used\n", found.n_used)
    };
    expected.assert_eq(&ask(project, ask_it));
}
