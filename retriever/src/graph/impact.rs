//! What a change reaches, and which tests would notice.
//!
//! Everything that uses what changed may notice: callers, readers, heirs, overriding methods, who
//! names it as a type. Then who uses those, as long as the way is believed.

use super::bindings::Rebound;
use super::changes::{Change, Gone, Seed};
use super::deeds::Arrows;
use super::inward::Follow;
use super::point::{Point, Web};
use super::rows::{Rows, def_of, is_run};
use super::walk::{Reached, Walk};
use super::{Graph, Node, WalkOptions, roots};
use crate::refs::{Resolver, Target};
use indexer::Error;
use std::collections::BTreeSet;

/// What changes.
#[derive(Clone, Debug, PartialEq)]
pub enum ImpactOf {
    /// A symbol; of a type its members too.
    Symbol(Target),
    /// Everything in the file at this path.
    File(String),
    /// Lines of files.
    Changes(Vec<Change>),
}

/// Tests that one answer lists.
const TESTS_MAX: usize = 200;
/// Changed symbols that one answer follows.
const SEEDS_MAX: usize = 1_000;

/// What a change reaches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impact {
    /// What changed; empty for a symbol, which its graph's definitions say.
    pub seeds: Vec<Seed>,
    /// Changed symbols that were not followed.
    pub seeds_left_out: usize,
    /// Who is reached.
    pub graph: Graph,
    /// Tests that are reached, nearest first.
    pub tests: Vec<Node>,
    /// Tests beyond those listed.
    pub tests_left_out: usize,
    /// Files with something that is reached, tests not counted.
    pub n_files: usize,
    /// Files with tests that are reached.
    pub n_test_files: usize,
}

pub(crate) fn impact(resolver: &Resolver, of: &ImpactOf, options: &WalkOptions) -> Result<Impact, Error> {
    let web = Web::new(resolver);
    let mut impact = Impact::default();
    let (mut gone, mut rebound): (Vec<Gone>, Vec<Rebound>) = Default::default();
    let mut points = match of {
        ImpactOf::Symbol(target) => {
            let (points, graph) = roots(&web, target)?;
            impact.graph = graph;
            let members = points.iter().flat_map(|point| def_of(point).map_or(Vec::new(), |def| web.with_members(def)));
            let mut seen = BTreeSet::new();
            members.filter(|point| seen.insert(point.clone())).collect()
        }
        ImpactOf::File(path) => resolver.project.find(path).map_or(Vec::new(), |file| web.points_of_file(file)),
        ImpactOf::Changes(changes) => {
            let seeds = web.seeds(changes)?;
            impact.seeds = seeds.seeds;
            (gone, rebound) = (seeds.gone, seeds.rebound);
            seeds.points
        }
    };
    impact.seeds_left_out = points.len().saturating_sub(SEEDS_MAX);
    points.truncate(SEEDS_MAX);
    if !points.is_empty() {
        let walk = Walk::run(&web, points, options, |point, depth| match point {
            Point::Outside(label) => {
                let gone = gone.iter().find(|gone| gone.label == *label).map(|gone| web.still_naming(gone));
                let anew =
                    || rebound.iter().find(|rebound| rebound.label == *label).map(|rebound| web.users_of(rebound));
                gone.or_else(anew).unwrap_or_default()
            }
            point => web.touched(point, depth),
        });
        tests(&web, &walk, &mut impact)?;
        Rows::new(&web).fill(walk, options, &mut impact.graph)?;
    }
    resolver.check()?;
    Ok(impact)
}

impl Web<'_> {
    /// Who notices that a point changed.
    fn touched(&self, point: &Point, depth: usize) -> Arrows {
        let mut arrows = self.inward(point, Follow::Everything);
        if let Some(def) = def_of(point).filter(|_| depth == 0) {
            for (over, kin) in self.overriding(def) {
                arrows.add(self.overrides(over, over, kin.confidence));
            }
        }
        arrows
    }
}

/// Picks the tests out of what was reached, and counts the files.
fn tests(web: &Web, walk: &Walk, impact: &mut Impact) -> Result<(), Error> {
    let mut rows = Rows::new(web);
    let (mut files, mut test_files) = (BTreeSet::new(), BTreeSet::new());
    let mut tests: Vec<&Reached> = Vec::new();
    for (index, reached) in walk.reached.iter().enumerate() {
        let (file, is_test, runs) = match &reached.point {
            Point::Outside(_) => continue,
            Point::File(file) => {
                let test = web.in_tests(*file);
                (*file, test, test)
            }
            Point::Symbol(def) => {
                let facts = web.resolver.facts(def.file);
                let test = web.in_tests(def.file) || super::rows::is_test(&facts, def.symbol);
                (def.file, test, test && is_run(&facts, def.symbol))
            }
        };
        match is_test {
            true => drop(test_files.insert(file)),
            false if index >= walk.n_roots => drop(files.insert(file)),
            false => {}
        }
        if runs {
            tests.push(reached);
        }
    }
    impact.n_files = files.len();
    impact.n_test_files = test_files.len();
    tests.sort_by(|a, b| (a.depth, &a.point).cmp(&(b.depth, &b.point)));
    impact.tests_left_out = tests.len().saturating_sub(TESTS_MAX);
    for reached in tests.into_iter().take(TESTS_MAX) {
        impact.tests.push(rows.node(reached)?);
    }
    Ok(())
}
