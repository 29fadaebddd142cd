//! Rings around what was asked about.
//!
//! The neighbours of a ring are looked for in parallel and put together in order, so that the same
//! question walks the same way. Bounds are counted in work and symbols, not in time: a slower
//! machine gives the same answer later.

use super::Stopped;
use super::WalkOptions;
use super::deeds::{Arrow, Arrows};
use super::point::{Point, Web};
use crate::evidence::CONFIDENCE_MIN;
use rayon::prelude::*;
use std::collections::HashMap;

/// Symbols that one walk reaches at most.
pub(super) const POINTS_MAX: usize = 4_000;
/// Work that one walk does at most: about a second (benches/RESULTS.md, graph).
pub(super) const WORK_MAX: usize = 1_500_000;
/// Symbols whose neighbours are looked for between two looks at the work done.
const BATCH: usize = 16;

/// A point that was reached.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    pub(super) point: Point,
    pub(super) depth: usize,
    pub(super) belief: f32,
}

/// An arrow between two reached points, the way the walk went.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) parent: usize,
    pub(super) child: usize,
    pub(super) arrow: Arrow,
    pub(super) again: bool,
}

/// A walk that has ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub(super) reached: Vec<Reached>,
    pub(super) n_roots: usize,
    pub(super) steps: Vec<Step>,
    pub(super) folded: usize,
    /// Points of the last ring.
    pub(super) at_edge: usize,
    pub(super) stopped: Option<Stopped>,
    /// What the roots use outside the project.
    pub(super) outside: Vec<String>,
    index: HashMap<Point, usize>,
}

impl Walk {
    pub(super) fn from(roots: Vec<Point>) -> Walk {
        let mut walk = Walk { n_roots: roots.len(), ..Walk::default() };
        for point in roots {
            walk.index.insert(point.clone(), walk.reached.len());
            walk.reached.push(Reached { point, depth: 0, belief: 1.0 });
        }
        walk
    }

    /// Walks from `roots` to what `neighbours` says of each point and its depth.
    pub(super) fn run(
        web: &Web,
        roots: Vec<Point>,
        options: &WalkOptions,
        neighbours: impl Fn(&Point, usize) -> Arrows + Sync,
    ) -> Walk {
        let mut walk = Walk::from(roots);
        let mut ring: Vec<usize> = (0..walk.reached.len()).collect();
        for depth in 0..options.depth {
            let next = walk.reached.len();
            if !walk.ring(web, &ring, (depth, options.all), &neighbours) {
                return walk;
            }
            ring = (next..walk.reached.len()).collect();
        }
        walk.at_edge = ring.iter().filter(|&&one| matches!(walk.reached[one].point, Point::Symbol(_))).count();
        walk
    }

    /// Adds the neighbours of a ring; false when a bound was hit.
    pub(super) fn ring(
        &mut self,
        web: &Web,
        ring: &[usize],
        (depth, all): (usize, bool),
        neighbours: &(impl Fn(&Point, usize) -> Arrows + Sync),
    ) -> bool {
        for (n_done, batch) in ring.chunks(BATCH).enumerate().map(|(n, batch)| (n * BATCH, batch)) {
            if web.work() > WORK_MAX || self.reached.len() > POINTS_MAX {
                self.stopped = Some(Stopped { depth: depth + 1, unexplored: ring.len() - n_done });
                return false;
            }
            let points: Vec<&Point> = batch.iter().map(|&one| &self.reached[one].point).collect();
            let found: Vec<Arrows> = points.par_iter().map(|point| neighbours(point, depth)).collect();
            for (&parent, arrows) in batch.iter().zip(found) {
                self.take(parent, arrows, (depth, all));
            }
        }
        true
    }

    fn take(&mut self, parent: usize, mut arrows: Arrows, (depth, all): (usize, bool)) {
        self.folded += arrows.folded;
        if depth == 0 {
            self.outside.extend(arrows.outside);
        }
        arrows.list.sort_by(|a, b| (a.file, a.at, a.link).cmp(&(b.file, b.at, b.link)));
        let belief = self.reached[parent].belief;
        for arrow in arrows.list {
            let belief = belief * arrow.confidence;
            if !all && belief < CONFIDENCE_MIN {
                self.folded += arrow.n;
                continue;
            }
            let known = self.index.get(&arrow.other).copied();
            let child = known.unwrap_or(self.reached.len());
            if known.is_none() {
                self.index.insert(arrow.other.clone(), child);
                self.reached.push(Reached { point: arrow.other.clone(), depth: depth + 1, belief });
            }
            self.steps.push(Step { parent, child, arrow, again: known.is_some() });
        }
    }

    pub(super) fn find(&self, point: &Point) -> Option<usize> {
        self.index.get(point).copied()
    }
}
