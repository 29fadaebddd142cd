//! Doors for `examples/vectors.rs`, which measures ways to find near vectors; no part of the library.

use crate::embed::{Asked, DIMS, Row, Vector, to_row};
use crate::graph::{self, Graph};
use crate::{Error, Snapshot};
use rayon::prelude::*;
use std::path::Path;

/// Vectors of chunks, with what their paths add.
#[derive(Default)]
pub struct Measured {
    rows: Vec<Row>,
    /// Steps, and ones.
    scales: Vec<(f32, f32)>,
    /// The mean of all, and a bit for each value above it.
    mean: Vec<f32>,
    signs: Vec<[u64; DIMS / 64]>,
}

/// An open graph.
pub struct OpenGraph(Graph);

/// Rows that a task compares.
const ROWS_AT_ONCE: usize = 4096;

impl Measured {
    /// Those of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Result<Measured, Error> {
        let mut all = Measured::default();
        snapshot.each_vector(&mut |vector| all.push(vector))?;
        Ok(all)
    }

    fn push(&mut self, vector: &Vector) {
        let (row, step) = to_row(vector);
        self.rows.push(row);
        self.scales.push((step, 1.0));
    }

    /// So many of them, from all over the project.
    pub fn some(&self, n: usize) -> Measured {
        let n = n.min(self.rows.len());
        let places = (0..n).map(|at| at * self.rows.len() / n.max(1));
        let mut some = Measured::default();
        for place in places {
            some.rows.push(self.rows[place]);
            some.scales.push(self.scales[place]);
        }
        some.sign();
        some
    }

    fn sign(&mut self) {
        let mut mean = vec![0.0f32; DIMS];
        for (row, (step, _)) in self.rows.iter().zip(&self.scales) {
            mean.iter_mut().zip(row).for_each(|(mean, value)| *mean += f32::from(*value as i8) * step);
        }
        mean.iter_mut().for_each(|mean| *mean /= self.rows.len().max(1) as f32);
        let of_row = |(row, (step, _)): (&Row, &(f32, f32))| signs(|at| f32::from(row[at] as i8) * step > mean[at]);
        self.signs = self.rows.iter().zip(&self.scales).map(of_row).collect();
        self.mean = mean;
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Cosines of all, on one processor or on all.
    pub fn scan(&self, question: &Vector, on_all: bool) -> Vec<f32> {
        let asked = Asked::new(question);
        let some = |(rows, scales): (&[Row], &[(f32, f32)])| {
            let mut out = Vec::with_capacity(rows.len());
            asked.cosines(rows, scales, 0.0, &mut out);
            out
        };
        if !on_all {
            return some((&self.rows, &self.scales));
        }
        let parts = self.rows.par_chunks(ROWS_AT_ONCE).zip(self.scales.par_chunks(ROWS_AT_ONCE)).map(some);
        parts.collect::<Vec<_>>().concat()
    }

    /// The best of the `n` whose signs differ least from the question's.
    pub fn by_signs(&self, question: &Vector, n: usize) -> Vec<(f32, u32)> {
        let wanted = signs(|at| question[at] > 0.0);
        let distance =
            |signs: &[u64; DIMS / 64]| signs.iter().zip(&wanted).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        let distances: Vec<u16> = self.signs.iter().map(|signs| distance(signs) as u16).collect();
        let mut counts = [0usize; DIMS + 1];
        distances.iter().for_each(|distance| counts[usize::from(*distance)] += 1);
        let mut left = n;
        let enough = |count: &usize| {
            left = left.saturating_sub(*count);
            left == 0
        };
        let limit = counts.iter().position(enough).unwrap_or(DIMS) as u16;
        let asked = Asked::new(question);
        let near = (0u32..).zip(&distances).filter(|(_, distance)| **distance <= limit);
        let mut found: Vec<(f32, u32)> =
            near.map(|(row, _)| (asked.product(&self.rows[row as usize]) * self.scales[row as usize].0, row)).collect();
        found.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        found
    }

    /// Builds a graph of them.
    pub fn build(&self, path: &Path) -> std::io::Result<bool> {
        graph::build(path, &self.rows, &[], &|_| true)
    }

    /// The nearest by a graph.
    pub fn walk(&self, graph: &OpenGraph, question: &Vector, width: usize) -> Vec<(f32, u32)> {
        let asked = Asked::new(question);
        let near = |row: u32| Some(asked.product(&self.rows[row as usize]) * self.scales[row as usize].0);
        graph.0.walk(width, near)
    }
}

fn signs(is_above: impl Fn(usize) -> bool) -> [u64; DIMS / 64] {
    let mut signs = [0; DIMS / 64];
    (0..DIMS).filter(|at| is_above(*at)).for_each(|at| signs[at / 64] |= 1 << (at % 64));
    signs
}

/// Opens a graph.
pub fn open(path: &Path) -> Option<OpenGraph> {
    Graph::open(path).map(OpenGraph)
}
