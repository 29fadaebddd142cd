//! From a symbol to what it uses: what each name in its body means.
//!
//! What the resolver cannot tie to a definition is tried the other way round: each symbol of that
//! spelling is asked whether the place would count as its reference. So an edge is the same edge
//! from both of its ends.

use super::deeds::{Arrow, Arrows, Link};
use super::point::{Point, Web};
use crate::Evidence;
use crate::evidence::OWNER_IN_SIGHT;
use crate::refs::{Chosen, Decision, DefId, Facts, Found, Trail};
use grammars::{Receiver, Role};

/// Symbols of one spelling beyond which a name of unknown meaning is not tried on each.
const RIVALS_MAX: usize = 12;
/// Definitions that one name may mean and still be followed.
const MEANINGS_MAX: usize = 8;

impl Web<'_> {
    /// What a point calls, or hands to what may call it.
    pub(super) fn outward(&self, point: &Point) -> Arrows {
        let mut arrows = Arrows::default();
        let Point::Symbol(def) = *point else { return arrows };
        for twin in self.resolver.with_twins(vec![def]) {
            self.add_body(point, twin, &mut arrows);
        }
        if self.kind(def).is_type() {
            self.add_constructor(def, &mut arrows);
        } else if self.is_abstract(def) {
            for (over, kin) in self.overriding(def) {
                arrows.add(Arrow {
                    other: self.point(over),
                    link: Link::Dispatch,
                    evidence: Evidence::Inherited,
                    confidence: kin.confidence.min(OWNER_IN_SIGHT),
                    file: kin.file,
                    at: kin.at,
                    n: 1,
                });
            }
        }
        arrows
    }

    fn add_body(&self, point: &Point, def: DefId, arrows: &mut Arrows) {
        let facts = self.resolver.facts(def.file);
        let span = facts.symbol(def.symbol).span;
        let occurrences = &facts.outline().occurrences;
        let from = occurrences.partition_point(|one| one.at < span.start);
        let to = occurrences.partition_point(|one| one.at < span.end);
        self.worked(to - from);
        for index in from as u32..to as u32 {
            let role = facts.occurrence(index).role;
            let link = match role {
                Role::Call => Link::Call,
                Role::Decorator => Link::Decorator,
                Role::Read => Link::Read,
                _ => continue,
            };
            if self.user(&facts, index) == *point {
                self.worked(4);
                self.add_name(&facts, index, link, arrows);
            }
        }
    }

    fn add_name(&self, facts: &Facts, index: u32, link: Link, arrows: &mut Arrows) {
        let at = facts.occurrence(index).at;
        let arrow = |other: Point, link, evidence: Evidence, confidence| Arrow {
            other,
            link,
            evidence,
            confidence,
            file: facts.file,
            at,
            n: 1,
        };
        match self.resolver.found(facts, index) {
            Found::Defs(defs, evidence) => {
                let callable = |def: &&DefId| link != Link::Read || self.kind(**def).is_callable();
                let meant: Vec<DefId> = defs.iter().filter(callable).copied().collect();
                let points = self.points(&meant);
                if points.len() > MEANINGS_MAX {
                    arrows.folded += 1;
                    return;
                }
                for other in points {
                    let made = matches!(other, Point::Symbol(def) if self.kind(def).is_type());
                    let link = if made && link == Link::Call { Link::Construct } else { link };
                    arrows.add(arrow(other, link, evidence, evidence.confidence()));
                }
            }
            Found::External(_) | Found::Global(_) if link != Link::Read => {
                arrows.outside.push(self.spelled_out(facts, index));
            }
            Found::Nothing if link == Link::Call => {
                let bare = facts.occurrence(index).receiver == Receiver::None;
                if bare && self.resolver.is_global(facts, index) {
                    arrows.outside.push(self.spelled_out(facts, index));
                    return;
                }
                for (other, evidence, confidence) in self.candidates(facts, index, arrows) {
                    arrows.add(arrow(other, link, evidence, confidence));
                }
            }
            _ => {}
        }
    }

    /// The symbols that would count a place of unknown meaning among their references.
    fn candidates(&self, facts: &Facts, index: u32, arrows: &mut Arrows) -> Vec<(Point, Evidence, f32)> {
        let name = facts.text(facts.occurrence(index).name);
        let spelled = self.resolver.spelled(name);
        let of_family = spelled.iter().filter(|def| self.resolver.family(**def) == facts.family);
        let callable = of_family.filter(|def| self.kind(**def).is_callable() || self.kind(**def).is_type());
        let points = self.points(&callable.copied().collect::<Vec<_>>());
        if points.len() > RIVALS_MAX {
            arrows.folded += 1;
            return Vec::new();
        }
        let mut found = Vec::new();
        for point in points {
            let Point::Symbol(def) = point else { continue };
            self.worked(4);
            let question = self.resolver.question(name, Chosen::of(self.resolver.with_twins(vec![def])));
            if let Decision::Reference { evidence, confidence, .. } = self.resolver.judge(&question, facts, index) {
                found.push((point, evidence, confidence));
            }
        }
        found
    }

    fn add_constructor(&self, def: DefId, arrows: &mut Arrows) {
        for name in ["__init__", "constructor", "__construct", "initialize"] {
            if let Found::Defs(defs, evidence) = self.resolver.member_of(&[def], name, &Trail::new()) {
                for other in self.points(&defs) {
                    let Point::Symbol(member) = other else { continue };
                    let (file, at) = (member.file, self.resolver.facts(member.file).symbol(member.symbol).name_at);
                    let confidence = evidence.confidence();
                    arrows.add(Arrow { other, link: Link::Construct, evidence, confidence, file, at, n: 1 });
                }
            }
        }
    }
}
