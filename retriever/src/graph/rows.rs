//! Turns a walk into rows with paths, lines and text.
//!
//! Only what is shown is read from the disk, each file once.

use super::point::{Point, Web};
use super::walk::{Reached, Step, Walk};
use super::{Direction, Edge, Graph, Node, WalkOptions};
use crate::FileRole;
use crate::refs::{DefId, Facts, Lines};
use grammars::{Occurrence, Role};
use indexer::{Error, FileId};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Names outside the project that one answer lists.
const OUTSIDE_MAX: usize = 20;

/// Writes rows, with the files they stand in kept.
pub(super) struct Rows<'w, 'r> {
    web: &'w Web<'r>,
    lines: HashMap<FileId, Arc<Lines>>,
}

impl<'w, 'r> Rows<'w, 'r> {
    pub(super) fn new(web: &'w Web<'r>) -> Rows<'w, 'r> {
        Rows { web, lines: HashMap::new() }
    }

    /// Fills `graph` with a walk: its nearest edges, and the nodes at their ends.
    pub(super) fn fill(&mut self, walk: Walk, options: &WalkOptions, graph: &mut Graph) -> Result<(), Error> {
        let shown = &walk.steps[..walk.steps.len().min(options.limit)];
        // Reached points are in the order of the steps that reached them first.
        let n_nodes = shown.iter().map(|step| step.child.max(step.parent) + 1).max().unwrap_or(0).max(walk.n_roots);
        for reached in &walk.reached[..n_nodes] {
            graph.nodes.push(self.node(reached)?);
        }
        for step in shown {
            graph.edges.push(self.edge(step, graph.direction)?);
        }
        graph.n_roots = walk.n_roots;
        graph.n_reached = walk.reached.len() - walk.n_roots;
        graph.left_out = walk.steps.len() - shown.len();
        graph.folded = walk.folded;
        graph.at_edge = walk.at_edge;
        graph.stopped = walk.stopped;
        graph.outside = counted(walk.outside);
        Ok(())
    }

    pub(super) fn node(&mut self, reached: &Reached) -> Result<Node, Error> {
        let (depth, belief) = (reached.depth, reached.belief);
        let resolver = self.web.resolver;
        let plain = |path: &str, role, line, test, name: &str| Node {
            path: path.to_string(),
            line,
            col: line,
            kind: None,
            name: name.to_string(),
            role,
            test,
            depth,
            belief,
        };
        match &reached.point {
            Point::Outside(name) => Ok(plain("", FileRole::Source, 0, false, name)),
            Point::File(file) => {
                let row = resolver.project.file(*file);
                let role = FileRole::of(row.path, row.generated);
                Ok(plain(row.path, role, 1, role == FileRole::Test, ""))
            }
            Point::Symbol(def) => {
                let facts = resolver.facts(def.file);
                let row = resolver.project.file(def.file);
                let role = FileRole::of(row.path, row.generated);
                let symbol = facts.symbol(def.symbol);
                let (line, col) = self.place(def.file, symbol.name_at)?;
                let kind = Some(symbol.kind);
                let name = facts.qualified(def.symbol);
                let test = role == FileRole::Test || is_test(&facts, def.symbol);
                Ok(Node { kind, col, ..plain(row.path, role, line, test, &name) })
            }
        }
    }

    pub(super) fn edge(&mut self, step: &Step, direction: Direction) -> Result<Edge, Error> {
        let arrow = &step.arrow;
        let (line, col) = self.place(arrow.file, arrow.at)?;
        let lines = self.lines(arrow.file)?;
        let (from, to) = match direction {
            Direction::Inward => (step.child, step.parent),
            Direction::Outward => (step.parent, step.child),
        };
        Ok(Edge {
            from,
            to,
            link: arrow.link,
            evidence: arrow.evidence,
            confidence: arrow.confidence,
            path: self.web.resolver.project.file(arrow.file).path.to_string(),
            line,
            col,
            text: crate::refs::around(lines.index.text(&lines.text, line), col as usize - 1),
            places: arrow.n,
            again: step.again,
        })
    }

    pub(super) fn place(&mut self, file: FileId, at: u32) -> Result<(u32, u32), Error> {
        let lines = self.lines(file)?;
        Ok(lines.index.line_col(at.min(lines.text.len() as u32)))
    }

    pub(super) fn lines(&mut self, file: FileId) -> Result<Arc<Lines>, Error> {
        if let Some(known) = self.lines.get(&file) {
            return Ok(known.clone());
        }
        let lines = Arc::new(Lines::of(self.web.resolver.project, file)?);
        self.lines.insert(file, lines.clone());
        Ok(lines)
    }
}

/// How often each name stands there, most frequent first.
fn counted(names: Vec<String>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.truncate(OUTSIDE_MAX);
    counts
}

/// Inside a file that is no test file: marked as a test, or part of a module of tests.
pub(super) fn is_test(facts: &Facts, symbol: u32) -> bool {
    let mut at = Some(symbol);
    // Invariant: a parent comes before its children, so this ends.
    while let Some(one) = at {
        let row = facts.symbol(one);
        let name = facts.text(row.name);
        if row.kind == grammars::SymbolKind::Module && matches!(name, "tests" | "test") {
            return true;
        }
        if decorators(facts, one).any(|name| matches!(name, "test" | "Test" | "bench" | "rstest" | "test_case")) {
            return true;
        }
        at = row.parent.filter(|&parent| parent < one);
    }
    false
}

/// A test that a runner would find by itself, by its name or its mark.
pub(super) fn is_run(facts: &Facts, symbol: u32) -> bool {
    let row = facts.symbol(symbol);
    let name = facts.text(row.name);
    let named = name.starts_with("test") || name.starts_with("Test") || name.starts_with("Benchmark");
    row.kind.is_callable() && (named || decorators(facts, symbol).any(|name| name.to_lowercase().contains("test")))
}

/// The names of what a symbol is decorated with, called or not.
pub(super) fn decorators(facts: &Facts, symbol: u32) -> impl Iterator<Item = &str> {
    let row = facts.symbol(symbol);
    let occurrences = &facts.outline().occurrences;
    let from = occurrences.partition_point(|one| one.at < row.span.start);
    let head = occurrences[from..].iter().take_while(|one| one.at < row.name_at);
    // `@app.route("/")` calls what decorates, and does so before the header.
    let decorates =
        |one: &&Occurrence| one.role == Role::Decorator || (one.role == Role::Call && one.at < row.signature.start);
    head.filter(decorates).map(|one| facts.text(one.name))
}

/// The definition of a point, if it is a symbol.
pub(super) fn def_of(point: &Point) -> Option<DefId> {
    match point {
        Point::Symbol(def) => Some(*def),
        _ => None,
    }
}
