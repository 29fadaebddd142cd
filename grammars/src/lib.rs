//! Turns the text of one file into facts about that file.
//!
//! One door: [`outline`]. It parses once with tree-sitter, walks the tree once with an explicit
//! stack, and returns plain data: symbols, occurrences of identifiers with their roles, imports,
//! scopes, type hints and the places it could not read. Languages without a grammar go through a
//! generic lexer and still give occurrences.
//!
//! Knows nothing of paths (beyond choosing a language), disks, stores or ranking; tree-sitter
//! types never leave this crate.

mod lang;
mod langs;
mod layout;
mod lexer;
mod limits;
mod lines;
mod names;
mod outline;
mod pieces;
mod spec;
mod walk;
pub mod words;

pub use lang::Lang;
pub use lang::known::{Depth, Known};
pub use layout::{Layout, layout, said};
pub use limits::{Limit, Limits};
pub use lines::LineIndex;
pub use names::{NameId, Names};
pub use outline::{
    Gap, Hint, How, Import, ImportKind, Occurrence, Outline, Receiver, Role, Scope, ScopeKind, Span, Symbol, SymbolKind,
};

/// Bump when the facts that [`outline`] draws from the same bytes change; stores refresh by it.
pub const FEATURES: u32 = 10;

/// Facts about one file's text. Never fails: what cannot be parsed becomes gaps, what hits a
/// limit falls back to the generic lexer and says so in [`Outline::gaps`].
pub fn outline(lang: Lang, text: &str, limits: &Limits) -> Outline {
    langs::outline(lang, text, limits)
}
