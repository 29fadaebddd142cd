//! What one symbol does with another, and the arrow that says so.

use super::point::Point;
use crate::Evidence;
use grammars::Role;
use indexer::FileId;

/// What one symbol does with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Link {
    /// Calls it.
    Call,
    /// Makes one of it.
    Construct,
    /// Is decorated with it.
    Decorator,
    /// Calls what it overrides or implements, and may land here.
    Dispatch,
    /// Reads it, or passes it on without calling it.
    Read,
    /// Assigns to it.
    Write,
    /// Names it as a type.
    Type,
    /// Inherits from it or implements it.
    Inherit,
    /// Overrides or implements it.
    Override,
    /// Sets it by its name.
    Key,
    /// Hands it on to other files.
    Export,
    /// Imports it.
    Import,
}

impl Link {
    /// One lower-case word for people and scripts.
    pub fn word(self) -> &'static str {
        match self {
            Link::Call => "call",
            Link::Construct => "construct",
            Link::Decorator => "decorator",
            Link::Dispatch => "dispatch",
            Link::Read => "read",
            Link::Write => "write",
            Link::Type => "type",
            Link::Inherit => "inherit",
            Link::Override => "override",
            Link::Key => "key",
            Link::Export => "export",
            Link::Import => "import",
        }
    }

    /// What an occurrence of this role does; none for definitions and texts.
    pub(super) fn of(role: Role) -> Option<Link> {
        match role {
            Role::Call => Some(Link::Call),
            Role::Decorator => Some(Link::Decorator),
            Role::Read => Some(Link::Read),
            Role::Write | Role::Def => Some(Link::Write),
            Role::Type => Some(Link::Type),
            Role::Inherit => Some(Link::Inherit),
            Role::Key => Some(Link::Key),
            Role::Export | Role::StringKey => Some(Link::Export),
            Role::Import => Some(Link::Import),
            Role::Bind | Role::String | Role::Comment | Role::Text => None,
        }
    }
}

/// A neighbour and why it is one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    pub(super) other: Point,
    pub(super) link: Link,
    pub(super) evidence: Evidence,
    pub(super) confidence: f32,
    /// Where it is written first.
    pub(super) file: FileId,
    pub(super) at: u32,
    /// Places that say the same.
    pub(super) n: usize,
}

/// The neighbours of one point.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrows {
    pub(super) list: Vec<Arrow>,
    /// Uses that cannot be tied to anything in particular.
    pub(super) folded: usize,
    /// Names outside the project, one for each use.
    pub(super) outside: Vec<String>,
}

impl Arrows {
    /// Adds an arrow, or counts it where there is one that says the same.
    pub(super) fn add(&mut self, arrow: Arrow) {
        let same = self.list.iter_mut().find(|known| known.other == arrow.other && known.link == arrow.link);
        match same {
            // The stronger reason is the one to show.
            Some(known) if arrow.confidence > known.confidence => *known = Arrow { n: known.n + arrow.n, ..arrow },
            Some(known) => known.n += arrow.n,
            None => self.list.push(arrow),
        }
    }
}
