//! Why a row is believed to be a reference.
//!
//! An answer never says more than it knows: each reference carries the rule that found it, and
//! the rule's record on code whose references a compiler listed is its confidence.
//!
//! Knows nothing of how the rules work.

/// The rule that tied an occurrence to a definition, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Evidence {
    /// It is the definition.
    Definition,
    /// The name is bound to it in a scope around.
    Scope,
    /// The name is bound to it by an import that leads there.
    Import,
    /// What stands before the dot is of the type that has it.
    Receiver,
    /// As `Receiver`, through a base class, interface or trait.
    Inherited,
    /// What stands before the dot is unknown, but nothing else has that name.
    UniqueName,
    /// Only the spelling speaks for it; others of that name compete.
    NameOnly,
    /// It is spelled inside a string.
    String,
    /// It is spelled inside a comment or in a file of no known language.
    Text,
}

impl Evidence {
    /// One lower-case word for people and scripts.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Definition => "definition",
            Evidence::Scope => "scope",
            Evidence::Import => "import",
            Evidence::Receiver => "receiver",
            Evidence::Inherited => "inherited",
            Evidence::UniqueName => "unique-name",
            Evidence::NameOnly => "name-only",
            Evidence::String => "string",
            Evidence::Text => "text",
        }
    }

    /// How often such a row is right, as measured (`benches/RESULTS.md`, references).
    pub fn confidence(self) -> f32 {
        match self {
            Evidence::Definition => 1.0,
            Evidence::Scope | Evidence::Import | Evidence::Receiver => 0.97,
            Evidence::Inherited => 0.95,
            Evidence::UniqueName => 0.92,
            Evidence::NameOnly => 0.07,
            Evidence::String | Evidence::Text => 0.01,
        }
    }
}

/// Rows at or above this are tied to the definition by scope, import or a known receiver.
pub const SURE_MIN: f32 = 0.96;

/// Rows below this are folded into the balance unless all are asked for.
pub const CONFIDENCE_MIN: f32 = 0.5;

/// A name-only row in a file that also names the type that has the member.
pub(crate) const OWNER_IN_SIGHT: f32 = 0.65;
/// A use of the method that the asked one overrides, which may reach it.
pub(crate) const OVERRIDDEN: f32 = 0.95;
/// What overrides the asked method, or a use of that; a call through an interface that many implement.
pub(crate) const OVERRIDES: f32 = 0.2;
/// A name-only row whose receiver is called like the type that has the member.
pub(crate) const NAMED_AFTER_OWNER: f32 = 0.9;
/// A name-only row whose receiver is called like another type that has such a member.
pub(crate) const NAMED_AFTER_RIVAL: f32 = 0.05;
