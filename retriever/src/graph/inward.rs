//! From a symbol to who uses it.
//!
//! The uses of its name, each given to the symbol it stands in. What a name does not show is added:
//! who makes one of a type runs its constructor, and who calls what a method overrides may land in
//! that method.

use super::deeds::{Arrow, Arrows, Link};
use super::point::{Point, Web};
use crate::Evidence;
use crate::evidence::{CONFIDENCE_MIN, OWNER_IN_SIGHT};
use crate::refs::{DefId, Facts, Use};
use grammars::{Receiver, Role, SymbolKind};
use indexer::FileId;
use std::collections::BTreeSet;

/// Which uses are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follow {
    /// What runs it, or hands it to what may run it.
    Calls,
    /// Everything that may notice a change.
    Everything,
}

/// A call of an overridden method with a body of its own: mostly that is what runs.
const OVERRIDDEN_BODY: f32 = 0.4;

impl Web<'_> {
    /// Who uses a point.
    pub(super) fn inward(&self, point: &Point, follow: Follow) -> Arrows {
        let mut arrows = Arrows::default();
        let Point::Symbol(def) = *point else { return arrows };
        let kind = self.kind(def);
        self.add_uses(def, &mut arrows, |one, facts| {
            let link = Link::of(facts.occurrence(one.index).role)?;
            let wanted = match link {
                Link::Call => true,
                Link::Decorator => true,
                Link::Read => follow == Follow::Everything || kind.is_callable(),
                Link::Export if facts.occurrence(one.index).role == Role::StringKey => {
                    follow == Follow::Everything && one.evidence == Evidence::Scope
                }
                _ => follow == Follow::Everything,
            };
            let link = if link == Link::Call && kind.is_type() { Link::Construct } else { link };
            wanted.then_some((link, one.confidence))
        });
        if self.is_constructor(def) {
            let facts = self.resolver.facts(def.file);
            if let Some(owner) = facts.owner_symbol(def.symbol) {
                self.add_uses(DefId { file: def.file, symbol: owner }, &mut arrows, |one, facts| {
                    let called = facts.occurrence(one.index).role == Role::Call;
                    called.then_some((Link::Construct, one.confidence))
                });
            }
        }
        self.add_dispatch(def, &mut arrows);
        drop_plain_imports(&mut arrows);
        arrows
    }

    /// Runs when one of its type is made.
    pub(super) fn is_constructor(&self, def: DefId) -> bool {
        let named = matches!(self.name(def).as_str(), "__init__" | "__new__" | "constructor" | "__construct");
        self.kind(def) == SymbolKind::Constructor || (named && self.kind(def) == SymbolKind::Method)
    }

    /// Adds the uses of a symbol, as what `as_link` makes of each.
    fn add_uses(&self, def: DefId, arrows: &mut Arrows, as_link: impl Fn(&Use, &Facts) -> Option<(Link, f32)>) {
        let uses = self.resolver.uses(self.resolver.with_twins(vec![def]), &self.name(def));
        self.worked(uses.n_files * 4 + uses.n_judged + uses.list.len());
        for one in &uses.list {
            let facts = self.resolver.facts(one.file);
            let Some((mut link, confidence)) = as_link(one, &facts) else { continue };
            let at = facts.occurrence(one.index).at;
            if link == Link::Import && facts.imports_at(at).any(|import| facts.import(import).reexport) {
                link = Link::Export;
            }
            let other = self.user(&facts, one.index);
            arrows.add(Arrow { other, link, evidence: one.evidence, confidence, file: one.file, at, n: 1 });
        }
    }

    /// Calls of what `def` overrides: the object may be of its type.
    fn add_dispatch(&self, def: DefId, arrows: &mut Arrows) {
        let overridden = self.overridden(def);
        for &base in &overridden {
            let most = if self.is_abstract(base) { OWNER_IN_SIGHT } else { OVERRIDDEN_BODY };
            self.add_uses(base, arrows, |one, facts| {
                let occurrence = facts.occurrence(one.index);
                let on_super = match occurrence.receiver {
                    Receiver::Occurrence(receiver) => facts.text(facts.occurrence(receiver).name) == "super",
                    Receiver::None => true,
                    Receiver::Other => false,
                };
                let sure = occurrence.role == Role::Call && !on_super && one.confidence >= CONFIDENCE_MIN;
                sure.then_some((Link::Dispatch, one.confidence.min(most)))
            });
        }
    }

    /// Has no body that could run instead.
    pub(super) fn is_abstract(&self, def: DefId) -> bool {
        let facts = self.resolver.facts(def.file);
        let owner = facts.owner_symbol(def.symbol).map(|owner| facts.symbol(owner).kind);
        facts.symbol(def.symbol).kind == SymbolKind::Declaration
            || matches!(owner, Some(SymbolKind::Interface | SymbolKind::Trait))
    }
}

/// The import of a file that also uses the name says nothing more.
fn drop_plain_imports(arrows: &mut Arrows) {
    let uses = arrows.list.iter().filter(|arrow| arrow.link != Link::Import && arrow.link != Link::Export);
    let files: BTreeSet<FileId> = uses.map(|arrow| arrow.file).collect();
    arrows.list.retain(|arrow| arrow.link != Link::Import || !files.contains(&arrow.file));
}
