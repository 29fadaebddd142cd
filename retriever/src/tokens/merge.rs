//! Joins the bytes of a piece into tokens.
//!
//! Short pieces are joined by looking at all pairs each time; long ones (a line of dashes, a blob
//! without a blank) keep the pairs in a heap, so that a hostile piece costs n log n.

use super::table::{Table, TokenRank};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to here looking at all pairs is faster than a heap.
const SHORT_MAX: usize = 64;
const NO_RANK: TokenRank = TokenRank::MAX;

/// How many tokens a piece is.
pub(super) fn count(table: &Table, piece: &[u8]) -> usize {
    if piece.len() < 2 || table.rank(piece).is_some() {
        return piece.len().min(1);
    }
    if piece.len() <= SHORT_MAX { short(table, piece) } else { long(table, piece) }
}

pub(super) fn short(table: &Table, piece: &[u8]) -> usize {
    // Where each part starts, and the rank of it joined with the next; the last entry is the end.
    let mut parts = [(0u8, NO_RANK); SHORT_MAX + 1];
    let mut n = piece.len();
    for (at, part) in parts[..=n].iter_mut().enumerate() {
        part.0 = at as u8;
    }
    let joined = |parts: &[(u8, TokenRank)], at: usize| match parts.get(at + 2) {
        Some(&(end, _)) => table.rank(&piece[usize::from(parts[at].0)..usize::from(end)]).unwrap_or(NO_RANK),
        None => NO_RANK,
    };
    for at in 0..n {
        parts[at].1 = joined(&parts[..=n], at);
    }
    loop {
        let best = (0..n).min_by_key(|&at| parts[at].1).filter(|&at| parts[at].1 != NO_RANK);
        let Some(best) = best else { return n };
        parts.copy_within(best + 2..=n, best + 1);
        n -= 1;
        parts[best].1 = joined(&parts[..=n], best);
        if best > 0 {
            parts[best - 1].1 = joined(&parts[..=n], best - 1);
        }
    }
}

pub(super) fn long(table: &Table, piece: &[u8]) -> usize {
    let mut list = List::of(piece.len());
    let mut heap = BinaryHeap::with_capacity(piece.len());
    let push = |heap: &mut BinaryHeap<_>, list: &List, at: usize| {
        if let Some(end) = list.end_of_pair(at) {
            if let Some(rank) = table.rank(&piece[at..end]) {
                heap.push(Reverse((rank, at, end)));
            }
        }
    };
    (0..piece.len()).for_each(|at| push(&mut heap, &list, at));
    let mut n = piece.len();
    while let Some(Reverse((_, at, end))) = heap.pop() {
        // A pair whose parts were joined otherwise meanwhile is no pair any more.
        if list.end_of_pair(at) != Some(end) {
            continue;
        }
        list.join(at);
        n -= 1;
        push(&mut heap, &list, at);
        if let Some(before) = list.before(at) {
            push(&mut heap, &list, before);
        }
    }
    n
}

/// The parts of a piece by where they start, each with its neighbours.
struct List {
    /// Where the part that starts here ends; 0 where no part starts any more.
    ends: Vec<u32>,
    /// Where the part before starts.
    befores: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl List {
    fn of(len: usize) -> List {
        let ends = (1..=len as u32).collect();
        let befores = (0..len as u32).map(|at| at.checked_sub(1).unwrap_or(NONE)).collect();
        List { ends, befores }
    }

    /// The end of the part behind the one at `at`, if both are there.
    fn end_of_pair(&self, at: usize) -> Option<usize> {
        let end = self.ends[at] as usize;
        let next = *self.ends.get(end)?;
        (end != 0 && next != 0).then_some(next as usize)
    }

    fn before(&self, at: usize) -> Option<usize> {
        let before = self.befores[at];
        (before != NONE).then_some(before as usize)
    }

    fn join(&mut self, at: usize) {
        let next = self.ends[at] as usize;
        let end = self.ends[next];
        self.ends[at] = end;
        self.ends[next] = 0;
        if let Some(before) = self.befores.get_mut(end as usize) {
            *before = at as u32;
        }
    }
}
