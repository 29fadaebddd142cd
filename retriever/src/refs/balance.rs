//! Where every occurrence of a name went.
//!
//! The sum is the promise: nothing that is spelled like the name disappears from an answer
//! without being counted under some heading.

use crate::Evidence;
use std::collections::BTreeMap;

/// Other symbols named in a balance; the rest are one number.
pub const NAMED_MAX: usize = 5;

/// Every occurrence of a spelling, by what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Occurrences in all files of the view.
    pub total: usize,
    /// Definitions of what was asked for.
    pub definitions: usize,
    /// References to it.
    pub resolved: usize,
    /// Other symbols of that spelling.
    pub other: usize,
    /// May be references; others of that name compete.
    pub ambiguous: usize,
    /// Words of comments, strings and files of no known language.
    pub text: usize,
    /// In files that the view skips.
    pub skipped: usize,
    /// References under another spelling, not part of the total.
    pub aliases: usize,
    /// What the other symbols are, most frequent first; at most [`NAMED_MAX`].
    pub named: Vec<(String, usize)>,
    /// Files that were not read at all and may hide more.
    pub n_files_unread: usize,
}

/// `12 occurrences = 1 definition + 7 references + …`, parts of nothing left out.
impl std::fmt::Display for Balance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let mut parts = Vec::new();
        let mut part = |n: usize, one: &str, many: &str| {
            if n > 0 {
                parts.push(plural(n, one, many));
            }
        };
        part(self.definitions, "definition", "definitions");
        part(self.resolved, "reference", "references");
        part(self.ambiguous, "ambiguous", "ambiguous");
        let named: Vec<String> = self.named.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let others = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
        part(self.other, &format!("of another symbol{others}"), &format!("of other symbols{others}"));
        part(self.text, "in comments and strings", "in comments and strings");
        part(self.skipped, "in skipped files", "in skipped files");
        write!(f, "{} = {}", plural(self.total, "occurrence", "occurrences"), parts.join(" + "))?;
        if self.aliases > 0 {
            write!(f, "; and {} under another name", self.aliases)?;
        }
        if self.n_files_unread > 0 {
            write!(f, "; {} not read", plural(self.n_files_unread, "file was", "files were"))?;
        }
        Ok(())
    }
}

impl Balance {
    /// Invariant: the parts make the whole.
    pub fn is_even(&self) -> bool {
        self.total == self.definitions + self.resolved + self.other + self.ambiguous + self.text + self.skipped
    }

    pub(crate) fn count_reference(&mut self, evidence: Evidence) {
        self.total += 1;
        match evidence {
            Evidence::NameOnly => self.ambiguous += 1,
            Evidence::String | Evidence::Text => self.text += 1,
            _ => self.resolved += 1,
        }
    }

    pub(crate) fn count_definition(&mut self) {
        self.total += 1;
        self.definitions += 1;
    }

    pub(crate) fn count_skipped(&mut self, n: usize) {
        self.total += n;
        self.skipped += n;
    }

    /// Takes in what became of the occurrences that are something else.
    pub(crate) fn count_others(&mut self, others: BTreeMap<String, usize>) {
        let n: usize = others.values().sum();
        self.total += n;
        self.other += n;
        let mut named: Vec<(String, usize)> = others.into_iter().collect();
        named.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        named.truncate(NAMED_MAX);
        self.named = named;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_the_whole() {
        let mut balance = Balance::default();
        balance.count_definition();
        for evidence in [Evidence::Scope, Evidence::NameOnly, Evidence::Text, Evidence::Receiver] {
            balance.count_reference(evidence);
        }
        balance.count_skipped(3);
        balance.count_others((0..7).map(|n| (format!("s{n}"), n + 1)).collect());
        assert!(balance.is_even());
        assert_eq!((balance.total, balance.named.len(), balance.named[0].1), (36, NAMED_MAX, 7));
    }
}
