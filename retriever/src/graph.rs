//! Who reaches whom: callers, callees, what a change reaches, who inherits, what nobody uses.
//!
//! A graph is never stored. A walk starts at the symbols that were asked about and asks the
//! resolver for their neighbours, one ring after the other: inward by the uses of a name, outward
//! by what the occurrences of a body mean. So every edge carries the evidence of the reference it
//! stands on, and nothing can be stale. The belief in a symbol is the product of the confidences
//! on the way to it; below [`CONFIDENCE_MIN`](crate::CONFIDENCE_MIN) a walk goes on only if all is
//! asked for. Walks are bounded by depth, by symbols and by work, and say where they stopped.
//!
//! Knows nothing of how answers are printed, of git or of files that are not in the snapshot.

mod alive;
mod bindings;
mod changes;
mod deeds;
mod hierarchy;
mod impact;
mod inward;
mod kin;
mod outward;
mod point;
mod route;
mod rows;
#[cfg(test)]
mod tests;
mod unused;
mod walk;

pub use alive::Reason;
pub use changes::{Change, Removed, Seed};
pub use deeds::Link;
pub use hierarchy::Hierarchy;
pub use impact::{Impact, ImpactOf};
pub use route::Route;
pub use unused::{Unclaimed, Unused, UnusedOptions, UnusedSymbol};

use crate::refs::{Resolver, Target};
use crate::{Definition, Engine, Error, Evidence, FileRole};
use grammars::SymbolKind;
use point::{Point, Web};
use rows::Rows;
use walk::Walk;

/// How far a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkOptions {
    /// Rings around what was asked about.
    pub depth: usize,
    /// Follow doubtful edges too.
    pub all: bool,
    /// Edges in the answer; the rest are counted.
    pub limit: usize,
}

impl Default for WalkOptions {
    fn default() -> WalkOptions {
        WalkOptions { depth: 1, all: false, limit: 200 }
    }
}

/// Which way a walk went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From what is used to who uses it.
    #[default]
    Inward,
    /// From who uses to what is used.
    Outward,
}

/// A symbol, a file, or a name that the project does not define.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The file; empty for what lies outside the project.
    pub path: String,
    /// 1-based line of the name; 1 for a whole file, 0 outside.
    pub line: u32,
    /// 1-based byte column of the name.
    pub col: u32,
    /// What it is; none for a file and outside.
    pub kind: Option<SymbolKind>,
    /// Its qualified name; empty for what stands at the top of a file.
    pub name: String,
    /// What part its file plays.
    pub role: FileRole,
    /// A test, or part of one.
    pub test: bool,
    /// Rings from what was asked about.
    pub depth: usize,
    /// The product of the confidences on the way here.
    pub belief: f32,
}

/// `from` does something with `to`.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Who, as an index into the nodes.
    pub from: usize,
    /// With what.
    pub to: usize,
    /// Does what.
    pub link: Link,
    /// Why it is believed.
    pub evidence: Evidence,
    /// How far.
    pub confidence: f32,
    /// Where it is written first.
    pub path: String,
    /// 1-based line of that place.
    pub line: u32,
    /// 1-based byte column of that place.
    pub col: u32,
    /// That line.
    pub text: String,
    /// Places that say the same.
    pub places: usize,
    /// The node it leads to was reached before: a cycle, or a second way.
    pub again: bool,
}

/// Where a walk gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The ring it was in.
    pub depth: usize,
    /// Symbols of that ring whose neighbours were not looked for.
    pub unexplored: usize,
}

/// What a walk found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The definitions that were asked about.
    pub definitions: Vec<Definition>,
    /// Which way it went.
    pub direction: Direction,
    /// Symbols: first those asked about, then ring by ring.
    pub nodes: Vec<Node>,
    /// The first so many nodes were asked about.
    pub n_roots: usize,
    /// Edges, ring by ring.
    pub edges: Vec<Edge>,
    /// Edges too doubtful to follow.
    pub folded: usize,
    /// Edges beyond the limit.
    pub left_out: usize,
    /// Symbols reached, those beyond the limit too.
    pub n_reached: usize,
    /// Files with something that was reached.
    pub n_files: usize,
    /// Symbols at the last ring whose neighbours were not asked for.
    pub at_edge: usize,
    /// Why it ended before the depth that was asked for.
    pub stopped: Option<Stopped>,
    /// What the symbols asked about use outside the project, most frequent first.
    pub outside: Vec<(String, usize)>,
    /// Similar spellings, when nothing of that name is defined.
    pub nearest: Vec<String>,
    /// The name is used, but the project does not define it.
    pub only_used: bool,
}

/// Two names and what they were found to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Where the way starts.
    pub from: Target,
    /// Where it should end.
    pub to: Target,
}

impl Engine {
    /// Who calls `target`, who calls those, and so on.
    pub fn callers(&self, target: &Target, options: &WalkOptions) -> Result<Graph, Error> {
        Ok(neighbours(&self.resolver(), target, options, Direction::Inward)?)
    }

    /// What `target` calls, what those call, and so on.
    pub fn callees(&self, target: &Target, options: &WalkOptions) -> Result<Graph, Error> {
        Ok(neighbours(&self.resolver(), target, options, Direction::Outward)?)
    }

    /// What a change to something reaches.
    pub fn impact(&self, of: &ImpactOf, options: &WalkOptions) -> Result<Impact, Error> {
        Ok(impact::impact(&self.resolver(), of, options)?)
    }

    /// What implements, extends or overrides `target`.
    pub fn implementors(&self, target: &Target, options: &WalkOptions) -> Result<Graph, Error> {
        Ok(hierarchy::implementors(&self.resolver(), target, options)?)
    }

    /// What `target` inherits from and what inherits from it.
    pub fn hierarchy(&self, target: &Target, options: &WalkOptions) -> Result<Hierarchy, Error> {
        Ok(hierarchy::hierarchy(&self.resolver(), target, options)?)
    }

    /// How one symbol reaches another.
    pub fn route(&self, pair: &Pair, options: &WalkOptions) -> Result<Route, Error> {
        Ok(route::route(&self.resolver(), pair, options)?)
    }

    /// What nothing in the project uses.
    pub fn unused(&self, options: &UnusedOptions) -> Result<Unused, Error> {
        Ok(unused::unused(&self.resolver(), options)?)
    }
}

pub(crate) fn neighbours(
    resolver: &Resolver,
    target: &Target,
    options: &WalkOptions,
    direction: Direction,
) -> Result<Graph, indexer::Error> {
    let web = Web::new(resolver);
    let (roots, mut graph) = roots(&web, target)?;
    if roots.is_empty() {
        return Ok(graph);
    }
    let walk = match direction {
        Direction::Inward => Walk::run(&web, roots, options, |point, _| web.inward(point, inward::Follow::Calls)),
        Direction::Outward => Walk::run(&web, roots, options, |point, _| web.outward(point)),
    };
    graph.direction = direction;
    Rows::new(&web).fill(walk, options, &mut graph)?;
    resolver.check()?;
    Ok(graph)
}

/// The points that a target names, and an answer that lists its definitions or says that there are none.
fn roots(web: &Web, target: &Target) -> Result<(Vec<Point>, Graph), indexer::Error> {
    /// Spellings offered when a name is unknown.
    const NEAREST_MAX: usize = 5;
    let resolver = web.resolver;
    let chosen = resolver.choose(target);
    resolver.check()?;
    let mut graph = Graph::default();
    if chosen.defs.is_empty() {
        graph.only_used = !resolver.project.files_naming(&target.name).is_empty();
        graph.nearest = resolver.project.similar_names(&target.name, NEAREST_MAX);
        return Ok((Vec::new(), graph));
    }
    graph.definitions = crate::def::rows_of(resolver, &chosen.defs)?;
    Ok((web.points(&chosen.defs), graph))
}
