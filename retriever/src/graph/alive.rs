//! Why a symbol without uses may be used all the same.
//!
//! Nobody in a project need name what other repositories import, what a framework finds by its
//! mark or its name, or what a base class outside the project calls. Of such symbols nothing is
//! claimed.

use super::point::Web;
use super::rows::{decorators, is_run};
use crate::FileRole;
use crate::refs::{DefId, Facts, Family};
use grammars::SymbolKind;

/// Why it cannot be told whether a symbol is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// Other repositories may use it.
    Exported,
    /// The language or a tool starts here.
    EntryPoint,
    /// A test runner finds it.
    Test,
    /// What it is decorated with may register it.
    Decorated,
    /// It overrides or implements a member, and is called through that.
    Overrides,
    /// Its type has a base outside the project, which may call it.
    UnknownBase,
    /// The language calls it by its name.
    Protocol,
    /// Its name stands in a string, or in a file without facts.
    Mentioned,
    /// Uses of its name may be of it, or of others of that name.
    Ambiguous,
    /// Its name stands in skipped files.
    Skipped,
    /// Its name is used by code of a language that cannot be tied to it.
    OtherLanguage,
}

impl Reason {
    /// A short clause for people.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Exported => "exported, other repositories may use it",
            Reason::EntryPoint => "an entry point",
            Reason::Test => "found by a test runner",
            Reason::Decorated => "its decorator may register it",
            Reason::Overrides => "overrides or implements a member",
            Reason::UnknownBase => "its base is outside the project",
            Reason::Protocol => "called by the language",
            Reason::Mentioned => "its name stands in a string or text",
            Reason::Ambiguous => "uses of its name may be of it",
            Reason::Skipped => "its name stands in skipped files",
            Reason::OtherLanguage => "another language uses its name",
        }
    }

    /// One word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Exported => "exported",
            Reason::EntryPoint => "entry-point",
            Reason::Test => "test",
            Reason::Decorated => "decorated",
            Reason::Overrides => "overrides",
            Reason::UnknownBase => "unknown-base",
            Reason::Protocol => "protocol",
            Reason::Mentioned => "mentioned",
            Reason::Ambiguous => "ambiguous",
            Reason::Skipped => "skipped",
            Reason::OtherLanguage => "other-language",
        }
    }
}

/// Marks that register nothing.
const HARMLESS: &str = "abstractmethod allow asynccontextmanager cache cached_property cfg cfg_attr classmethod cold \
    contextmanager dataclass dataclasses deprecated deny derive doc expect final functools inline lru_cache must_use \
    non_exhaustive Nullable overload override Override property repr staticmethod SuppressWarnings target_feature \
    total_ordering track_caller warn wraps";

impl Web<'_> {
    /// Why nothing is claimed of a symbol even when nobody uses it.
    pub(super) fn kept_alive(&self, def: DefId) -> Option<Reason> {
        let facts = self.resolver.facts(def.file);
        let name = facts.text(facts.symbol(def.symbol).name);
        if is_entry(&facts, def.symbol, name) {
            return Some(Reason::EntryPoint);
        }
        if (name.starts_with("__") && name.ends_with("__")) || self.is_constructor(def) {
            return Some(Reason::Protocol);
        }
        let row = self.resolver.project.file(def.file);
        let in_tests = FileRole::of(row.path, row.generated) == FileRole::Test;
        let runs = is_run(&facts, def.symbol) && (in_tests || super::rows::is_test(&facts, def.symbol));
        // A class of tests is found by its name too.
        let groups = in_tests && facts.symbol(def.symbol).kind.is_type() && name.contains("Test");
        if runs || groups {
            return Some(Reason::Test);
        }
        let marked = |name: &str| !HARMLESS.split_whitespace().any(|harmless| harmless == name);
        if decorators(&facts, def.symbol).any(marked) {
            return Some(Reason::Decorated);
        }
        if is_exported(&facts, def.symbol) {
            return Some(Reason::Exported);
        }
        if facts.is_member(def.symbol) {
            if self.has_unknown_base(def) {
                return Some(Reason::UnknownBase);
            }
            if !self.overridden(def).is_empty() {
                return Some(Reason::Overrides);
            }
        }
        None
    }
}

/// Where the language or a tool starts.
fn is_entry(facts: &Facts, symbol: u32, name: &str) -> bool {
    let top = facts.symbol(symbol).parent.is_none();
    match name {
        "main" | "Main" => facts.symbol(symbol).kind.is_callable(),
        "init" => top && facts.family == Family::Go,
        "default" => true,
        // `_` takes a value to throw it away.
        "_" => true,
        _ => false,
    }
}

/// Visible outside: itself and all it lies in.
fn is_exported(facts: &Facts, symbol: u32) -> bool {
    if !facts.symbol(symbol).exported {
        return false;
    }
    // An exported method of a hidden Go type is reached through interfaces.
    if facts.family == Family::Go {
        return true;
    }
    let mut at = symbol;
    // Invariant: a parent comes before its children, so this ends.
    while let Some(parent) = facts.symbol(at).parent.filter(|&parent| parent < at) {
        let row = facts.symbol(parent);
        let group = matches!(row.kind, SymbolKind::Impl | SymbolKind::Module);
        // What is local to a function is seen by nobody else.
        if row.kind.is_callable() || !(row.exported || group) {
            return false;
        }
        at = parent;
    }
    let owner = facts.owner_name(symbol).and_then(|owner| facts.name(owner));
    let mut owners = owner.into_iter().flat_map(|owner| facts.symbols_named(owner)).peekable();
    let is_type = |&owner: &u32| facts.symbol(owner).kind.is_type();
    owners.peek().is_none() || !owners.any(|owner| is_type(&owner) && !facts.symbol(owner).exported)
}
