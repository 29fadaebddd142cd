//! Hit rates and reciprocal ranks.
//!
//! Knows numbers; nothing of how answers came about.

/// What the answers of one system came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    ranks: Vec<Option<usize>>,
    seconds: f64,
}

impl Tally {
    /// Counts an answer whose first right place has this 1-based rank.
    pub(super) fn add(&mut self, rank: Option<usize>, seconds: f64) {
        self.ranks.push(rank);
        self.seconds += seconds;
    }

    /// How many answers there were.
    pub(super) fn n(&self) -> usize {
        self.ranks.len()
    }

    /// The share of answers that are right among the first `k` places.
    pub(super) fn hit(&self, k: usize) -> f64 {
        self.mean(|rank| if rank <= k { 1.0 } else { 0.0 })
    }

    /// The mean of one over the rank.
    pub(super) fn mrr(&self) -> f64 {
        self.mean(|rank| 1.0 / rank as f64)
    }

    /// Milliseconds an answer took on average.
    pub(super) fn ms(&self) -> f64 {
        1000.0 * self.seconds / self.n().max(1) as f64
    }

    fn mean(&self, worth: impl Fn(usize) -> f64) -> f64 {
        self.ranks.iter().flatten().map(|&rank| worth(rank)).sum::<f64>() / self.n().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_count_and_nothing_is_nought() {
        let mut tally = Tally::default();
        assert_eq!((tally.hit(5), tally.mrr(), tally.ms()), (0.0, 0.0, 0.0));
        for rank in [Some(1), Some(4), None, Some(10)] {
            tally.add(rank, 0.002);
        }
        assert_eq!((tally.hit(1), tally.hit(5), tally.hit(10)), (0.25, 0.5, 0.75));
        assert_eq!((tally.mrr(), tally.ms().round()), ((1.0 + 0.25 + 0.1) / 4.0, 2.0));
    }
}
