//! A graph of near vectors, for projects too large to compare a question with all of them.
//!
//! `hnsw_rs` decides which vectors are linked; the links are then written down as flat lists, read
//! where they are mapped, and walked here. So opening costs nothing, what is not in the view is
//! passed over, and nothing a damaged file holds reaches a library that would end the process: the
//! file has a checksum, and every number in it is checked before it is used. The library is given
//! numbers of rows instead of vectors, and products of bytes for distances, which takes a fraction
//! of its memory and time.
//!
//! Of its upper layers only the members are kept: the few hundred rows of the second one are all
//! compared with the question, and the walk begins at the nearest.

use crate::embed::{Row, between};
use crate::sealed::{self, Mapped};
use hnsw_rs::anndists::dist::distances::Distance;
use hnsw_rs::hnsw::Hnsw;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::path::Path;

const KIND: &[u8; 4] = b"GRPH";
/// Links of a row: twice this many below, and as many candidates when it is built.
const LINKS: usize = 16;
const STRIDE: usize = 2 * LINKS;
const CANDIDATES: usize = 100;
const LAYERS: usize = 16;
/// The layer whose members are where walks begin.
const TOP_LAYER: usize = 2;
/// Walks begin at so many of them.
const STARTS: usize = 4;
/// Rows between two looks at whether to go on.
const TOLD_EVERY: usize = 64;
const NO_LINK: u32 = u32::MAX;

/// A graph being read.
pub(crate) struct Graph {
    map: Mapped,
    n_rows: usize,
    n_tops: usize,
    n_extra: usize,
}

/// Rows that have length one but for rounding, seen through their numbers.
struct Rows<'a> {
    rows: &'a [Row],
    /// One over the length of each.
    inverses: Vec<f32>,
}

impl Distance<u32> for &Rows<'_> {
    fn eval(&self, a: &[u32], b: &[u32]) -> f32 {
        let (a, b) = (a[0] as usize, b[0] as usize);
        let cosine = between(&self.rows[a], &self.rows[b]) as f32 * self.inverses[a] * self.inverses[b];
        (1.0 - cosine).max(0.0)
    }
}

/// Links `rows` and writes the graph to `path`, with `extra` to know later what they were. False if
/// `go_on`, which is told how many are linked, said so. One thread, since the same rows must give the
/// same graph.
pub(crate) fn build(path: &Path, rows: &[Row], extra: &[u8], go_on: &dyn Fn(usize) -> bool) -> io::Result<bool> {
    let inverse = |row| (between(row, row) as f32).max(1.0).sqrt().recip();
    let known = Rows { rows, inverses: rows.iter().map(inverse).collect() };
    let graph = Hnsw::new(LINKS, rows.len(), LAYERS, CANDIDATES, &known);
    for number in 0..rows.len() {
        if number % TOLD_EVERY == 0 && !go_on(number) {
            return Ok(false);
        }
        graph.insert_slice((&[number as u32], number));
    }
    let points = graph.get_point_indexation();
    let mut links = vec![NO_LINK; rows.len() * STRIDE];
    let mut tops: Vec<Vec<u32>> = vec![Vec::new(); TOP_LAYER + 1];
    for layer in 0..LAYERS {
        for point in points.get_layer_iterator(layer) {
            let number = point.get_origin_id();
            (0..=layer.min(TOP_LAYER)).for_each(|layer| tops[layer].push(number as u32));
            let near = point.get_neighborhood_id();
            let near = near.first().into_iter().flatten().take(STRIDE);
            links[number * STRIDE..].iter_mut().zip(near).for_each(|(link, near)| *link = near.d_id as u32);
        }
    }
    // A small graph has no second layer.
    let mut tops = tops.into_iter().rev().find(|tops| !tops.is_empty()).unwrap_or_default();
    tops.sort_unstable();
    let numbers = [rows.len() as u32, tops.len() as u32, extra.len() as u32];
    let mut out = Vec::with_capacity((numbers.len() + tops.len() + links.len()) * 4 + extra.len());
    for number in numbers.iter().chain(&tops).chain(&links) {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(extra);
    sealed::write_cache(path, KIND, &out)?;
    Ok(true)
}

/// What a walk found, best first: rows and how near they are.
pub(crate) type Found = Vec<(f32, u32)>;

impl Graph {
    /// Opens the graph at `path`; none if there is none or it is not whole.
    pub(crate) fn open(path: &Path) -> Option<Graph> {
        let map = sealed::map_cache(path, KIND)?;
        let numbers: &[u8; 12] = map.payload().first_chunk()?;
        let [n_rows, n_tops, n_extra] = [0, 1, 2].map(|at| u32::from_le_bytes(numbers.as_chunks().0[at]) as usize);
        let whole = 12 + (n_tops + n_rows.checked_mul(STRIDE)?).checked_mul(4)? + n_extra;
        (map.payload().len() == whole).then_some(Graph { map, n_rows, n_tops, n_extra })
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.n_rows
    }

    /// What was given along when it was built.
    pub(crate) fn extra(&self) -> &[u8] {
        &self.map.payload()[self.map.payload().len() - self.n_extra..]
    }

    fn numbers(&self, first: usize, n: usize) -> impl Iterator<Item = u32> {
        let start = 12 + first * 4;
        let bytes = &self.map.payload()[start..start + n * 4];
        bytes
            .as_chunks()
            .0
            .iter()
            .map(|number| u32::from_le_bytes(*number))
            .filter(|number| (*number as usize) < self.n_rows)
    }

    /// The nearest rows, among `width` that are kept in sight. `nearness` says how near a row is;
    /// none for one that is no longer there.
    pub(crate) fn walk(&self, width: usize, mut nearness: impl FnMut(u32) -> Option<f32>) -> Found {
        let mut seen = vec![0u64; self.n_rows.div_ceil(64)];
        let mut is_new = |row: u32| {
            let (word, bit) = (&mut seen[row as usize / 64], 1 << (row % 64));
            let new = *word & bit == 0;
            *word |= bit;
            new
        };
        let mut starts: Vec<Near> =
            self.numbers(0, self.n_tops).filter_map(|row| Near::of(row, nearness(row))).collect();
        starts.sort_unstable_by(|a, b| b.cmp(a));
        starts.truncate(STARTS);
        let mut open: BinaryHeap<Near> = starts.iter().copied().filter(|near| is_new(near.row)).collect();
        let mut best: BinaryHeap<Reverse<Near>> = open.iter().copied().map(Reverse).collect();
        while let Some(next) = open.pop() {
            if best.len() >= width && best.peek().is_some_and(|worst| next < worst.0) {
                break;
            }
            for row in self.numbers(self.n_tops + next.row as usize * STRIDE, STRIDE).filter(|row| is_new(*row)) {
                let Some(near) = Near::of(row, nearness(row)) else { continue };
                if best.len() < width || best.peek().is_some_and(|worst| near > worst.0) {
                    open.push(near);
                    best.push(Reverse(near));
                    if best.len() > width {
                        best.pop();
                    }
                }
            }
        }
        best.into_sorted_vec().into_iter().map(|near| (near.0.nearness, near.0.row)).collect()
    }
}

/// A row by how near it is, then by its number, so that every walk is the same.
#[derive(Clone, Copy, PartialEq)]
struct Near {
    nearness: f32,
    row: u32,
}

impl Near {
    fn of(row: u32, nearness: Option<f32>) -> Option<Near> {
        Some(Near { nearness: nearness?, row })
    }
}

impl Eq for Near {}

impl Ord for Near {
    fn cmp(&self, other: &Near) -> std::cmp::Ordering {
        self.nearness.total_cmp(&other.nearness).then(other.row.cmp(&self.row))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Near) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::{Asked, embed, to_row};

    /// Texts of two words each, in all pairs.
    fn rows() -> Vec<Row> {
        let words =
            "get set user file cache token parse query index graph lock retry route button price error".split(' ');
        let words: Vec<&str> = words.collect();
        let pairs = words.iter().flat_map(|a| words.iter().map(move |b| format!("{a} {b} {a}")));
        pairs.map(|text| to_row(&embed(&text)).0).collect()
    }

    #[test]
    fn a_walk_finds_what_comparing_all_finds_and_passes_over_what_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let (path, rows) = (dir.path().join("a.graph"), rows());
        assert!(build(&path, &rows, b"more", &|_| true).unwrap());
        let again = dir.path().join("b.graph");
        build(&again, &rows, b"more", &|_| true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&again).unwrap(), "the same rows, the same graph");
        let graph = Graph::open(&path).unwrap();
        assert_eq!((graph.len(), graph.extra()), (rows.len(), &b"more"[..]));
        for question in ["user cache", "parse error", "button route"] {
            let asked = Asked::new(&embed(question));
            for gone in [7, 3] {
                let near = |row: u32| (row % gone != 1).then(|| asked.product(&rows[row as usize]));
                let mut all: Vec<(f32, u32)> =
                    (0..rows.len() as u32).filter_map(|row| Some((near(row)?, row))).collect();
                all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                assert_eq!(graph.walk(40, near)[..5], all[..5], "{question}");
            }
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.graph");
        build(&path, &rows()[..20], b"", &|_| true).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            std::fs::write(&path, bytes).unwrap();
            assert!(Graph::open(&path).is_none(), "byte {at}");
        }
        assert!(!build(&path, &rows(), b"", &|_| false).unwrap());
    }
}
