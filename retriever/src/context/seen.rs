//! Remembers what was shown, so that it is not shown again while it is still true.

use super::{ContextPiece, Tier};
use std::collections::HashSet;

/// A piece that was shown: where, and the hash of its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// The file.
    pub path: String,
    /// A hash of the text; lines may have moved since.
    pub hash: u64,
}

impl Shown {
    pub(crate) fn of(piece: &ContextPiece) -> Shown {
        Shown { path: piece.path.clone(), hash: hash(&piece.text) }
    }
}

/// FNV-1a (Fowler, Noll, Vo): written to files, so it must never change; forging gains nothing.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// What was shown before.
pub(crate) struct Seen<'a>(HashSet<(&'a str, u64)>);

impl<'a> Seen<'a> {
    pub(crate) fn of(shown: &'a [Shown]) -> Seen<'a> {
        Seen(shown.iter().map(|shown| (shown.path.as_str(), shown.hash)).collect())
    }

    /// True when a piece was shown and is still the same.
    pub(crate) fn knows(&self, piece: &ContextPiece) -> bool {
        self.0.contains(&(piece.path.as_str(), hash(&piece.text)))
    }

    /// Turns a piece that was shown, and is still the same, into a line that refers to it.
    pub(crate) fn refer(&self, piece: &mut ContextPiece) {
        if self.knows(piece) {
            piece.tier = Tier::Seen;
            piece.text.clear();
            piece.around.clear();
            piece.tokens = 0;
        }
    }
}
