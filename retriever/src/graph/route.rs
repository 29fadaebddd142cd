//! How one symbol reaches another: the shortest way through calls.
//!
//! Two walks meet: outward from the start and inward from the end, the smaller ring first. Of the
//! places where they meet first the one with the most belief is taken.

use super::inward::Follow;
use super::point::{Point, Web};
use super::rows::{Rows, def_of};
use super::walk::{Reached, Step, Walk};
use super::{Direction, Edge, Node, Pair, WalkOptions, roots};
use crate::Definition;
use crate::refs::Resolver;
use indexer::Error;

/// The way from one symbol to another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// What the start was found to be.
    pub from: Vec<Definition>,
    /// What the end was found to be.
    pub to: Vec<Definition>,
    /// The symbols on the way, both ends included; none when there is no way.
    pub nodes: Vec<Node>,
    /// The edges between them, in order.
    pub edges: Vec<Edge>,
    /// There is no way from start to end; this is one from end to start.
    pub reversed: bool,
    /// Symbols looked at.
    pub n_looked_at: usize,
    /// Edges too doubtful to follow.
    pub folded: usize,
    /// A bound ended the search, so there may be a way after all.
    pub stopped: bool,
    /// Similar spellings of the end that is unknown.
    pub nearest: Vec<String>,
}

pub(crate) fn route(resolver: &Resolver, pair: &Pair, options: &WalkOptions) -> Result<Route, Error> {
    let web = Web::new(resolver);
    let (starts, of_start) = roots(&web, &pair.from)?;
    let (ends, of_end) = roots(&web, &pair.to)?;
    let nearest = if of_start.definitions.is_empty() { of_start.nearest } else { of_end.nearest };
    let mut route = Route { from: of_start.definitions, to: of_end.definitions, nearest, ..Route::default() };
    if starts.is_empty() || ends.is_empty() {
        return Ok(route);
    }
    route.nearest.clear();
    let found = search(&web, (starts.clone(), ends.clone()), options, &mut route);
    let found = found.or_else(|| {
        // A second search has its own budget.
        let other = Web::new(resolver);
        let back = search(&other, (ends, starts), options, &mut Route::default());
        route.reversed = back.is_some();
        back
    });
    if let Some((points, steps)) = found {
        let mut rows = Rows::new(&web);
        for reached in &points {
            route.nodes.push(rows.node(reached)?);
        }
        for step in &steps {
            route.edges.push(rows.edge(step, Direction::Outward)?);
        }
    }
    resolver.check()?;
    Ok(route)
}

type Way = (Vec<Reached>, Vec<Step>);

fn search(
    web: &Web,
    (starts, ends): (Vec<Point>, Vec<Point>),
    options: &WalkOptions,
    route: &mut Route,
) -> Option<Way> {
    let mut out = Walk::from(starts);
    let mut back = Walk::from(ends);
    let mut rings: [Vec<usize>; 2] = [(0..out.reached.len()).collect(), (0..back.reached.len()).collect()];
    let mut way = meeting(&out, &back, &(0..out.reached.len()).collect::<Vec<_>>());
    let mut depth = 0;
    while way.is_none() && depth < options.depth && rings.iter().all(|ring| !ring.is_empty()) {
        let outward = rings[0].len() <= rings[1].len();
        let (walk, ring) = if outward { (&mut out, &mut rings[0]) } else { (&mut back, &mut rings[1]) };
        let next = walk.reached.len();
        let at = walk.reached[ring[0]].depth;
        let whole = match outward {
            true => walk.ring(web, ring, (at, options.all), &|point, _| web.outward(point)),
            false => walk.ring(web, ring, (at, options.all), &|point, depth| {
                let data = def_of(point).is_some_and(|def| !web.kind(def).is_callable() && !web.kind(def).is_type());
                web.inward(point, if depth == 0 && data { Follow::Everything } else { Follow::Calls })
            }),
        };
        *ring = (next..walk.reached.len()).collect();
        let new: Vec<usize> = ring.clone();
        way = if outward { meeting(&out, &back, &new) } else { meeting(&back, &out, &new).map(|(a, b)| (b, a)) };
        depth += 1;
        if !whole {
            route.stopped = true;
            break;
        }
    }
    route.stopped |= way.is_none() && depth == options.depth && rings.iter().all(|ring| !ring.is_empty());
    route.n_looked_at = out.reached.len() + back.reached.len();
    route.folded = out.folded + back.folded;
    way.map(|(from, to)| joined(&out, &back, (from, to)))
}

/// The best of `new` points of one walk that the other has reached too.
fn meeting(walk: &Walk, other: &Walk, new: &[usize]) -> Option<(usize, usize)> {
    let met = new.iter().filter_map(|&one| Some((one, other.find(&walk.reached[one].point)?)));
    let belief = |&(a, b): &(usize, usize)| walk.reached[a].belief * other.reached[b].belief;
    met.fold(None, |best, one| match best {
        Some(known) if belief(&known) >= belief(&one) => Some(known),
        _ => Some(one),
    })
}

/// The way out to where the walks meet, then the way back from there.
fn joined(out: &Walk, back: &Walk, (from, to): (usize, usize)) -> Way {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let mut at = from;
    while let Some(step) = out.steps.iter().find(|step| step.child == at && !step.again) {
        first.push((step.clone(), out.reached[at].point.clone()));
        at = step.parent;
    }
    let start = out.reached[at].point.clone();
    at = to;
    while let Some(step) = back.steps.iter().find(|step| step.child == at && !step.again) {
        second.push((step.clone(), back.reached[step.parent].point.clone()));
        at = step.parent;
    }
    first.reverse();
    let mut points = vec![Reached { point: start, depth: 0, belief: 1.0 }];
    let mut steps = Vec::new();
    for (step, point) in first.into_iter().chain(second) {
        let at = points.len();
        let belief = points[at - 1].belief * step.arrow.confidence;
        points.push(Reached { point, depth: at, belief });
        steps.push(Step { parent: at - 1, child: at, again: false, ..step });
    }
    (points, steps)
}
