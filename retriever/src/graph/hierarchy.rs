//! What a type inherits from and what inherits from it; for a method, what it overrides and what
//! overrides it.

use super::deeds::{Arrow, Arrows, Link};
use super::kin::Kin;
use super::point::{Point, Web};
use super::rows::{Rows, def_of};
use super::walk::Walk;
use super::{Direction, Graph, WalkOptions, roots};
use crate::Evidence;
use crate::refs::{DefId, Resolver, Target};
use indexer::Error;

/// Both sides of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hierarchy {
    /// What it inherits from, outward.
    pub bases: Graph,
    /// What inherits from it, inward.
    pub derived: Graph,
}

pub(crate) fn implementors(resolver: &Resolver, target: &Target, options: &WalkOptions) -> Result<Graph, Error> {
    let web = Web::new(resolver);
    let (points, mut graph) = roots(&web, target)?;
    let points = with_kin(&web, points);
    if points.is_empty() {
        return Ok(graph);
    }
    let walk = Walk::run(&web, points, options, |point, _| web.below(point));
    Rows::new(&web).fill(walk, options, &mut graph)?;
    resolver.check()?;
    Ok(graph)
}

pub(crate) fn hierarchy(resolver: &Resolver, target: &Target, options: &WalkOptions) -> Result<Hierarchy, Error> {
    let derived = implementors(resolver, target, options)?;
    let mut bases = Graph { direction: Direction::Outward, ..Graph::default() };
    let web = Web::new(resolver);
    let (points, _) = roots(&web, target)?;
    let points = with_kin(&web, points);
    if !points.is_empty() {
        let walk = Walk::run(&web, points, options, |point, _| web.above(point));
        Rows::new(&web).fill(walk, options, &mut bases)?;
        resolver.check()?;
    }
    Ok(Hierarchy { bases, derived })
}

/// Only types and what is called can have kin.
fn with_kin(web: &Web, mut points: Vec<Point>) -> Vec<Point> {
    points.retain(|point| def_of(point).is_some_and(|def| web.kind(def).is_type() || web.kind(def).is_callable()));
    points
}

impl Web<'_> {
    fn below(&self, point: &Point) -> Arrows {
        let mut arrows = Arrows::default();
        let Some(def) = def_of(point) else { return arrows };
        if self.kind(def).is_type() {
            self.derived(def).iter().for_each(|kin| arrows.add(inherits(kin)));
        } else {
            // All that override it at once, so that one ring is all of them.
            for (over, kin) in self.overriding(def) {
                arrows.add(self.overrides(over, over, kin.confidence));
            }
        }
        arrows
    }

    fn above(&self, point: &Point) -> Arrows {
        let mut arrows = Arrows::default();
        let Some(def) = def_of(point) else { return arrows };
        if self.kind(def).is_type() {
            self.bases(def).iter().for_each(|kin| arrows.add(inherits(kin)));
        } else {
            for base in self.overridden(def) {
                arrows.add(self.overrides(base, def, Evidence::Inherited.confidence()));
            }
        }
        arrows
    }

    /// The arrow to `other`, written at the name of `at`.
    pub(super) fn overrides(&self, other: DefId, at: DefId, confidence: f32) -> Arrow {
        Arrow {
            other: self.point(other),
            link: Link::Override,
            evidence: Evidence::Inherited,
            confidence: confidence.min(Evidence::Inherited.confidence()),
            file: at.file,
            at: self.resolver.facts(at.file).symbol(at.symbol).name_at,
            n: 1,
        }
    }
}

fn inherits(kin: &Kin) -> Arrow {
    // What lies outside is what is written there, whoever it is.
    let confidence = match kin.point {
        Point::Outside(_) => kin.confidence.max(Evidence::Inherited.confidence()),
        _ => kin.confidence,
    };
    Arrow {
        other: kin.point.clone(),
        link: Link::Inherit,
        evidence: kin.evidence,
        confidence,
        file: kin.file,
        at: kin.at,
        n: 1,
    }
}
