//! Type parameters of TypeScript: what is known of something that is only said to be a `T`.
//!
//! `class Base<Options extends Plain> { options: Options }` knows that there is a `Plain`, and that
//! there may be more; `class Heir extends Base<Own>` says what. Type arguments are read in the
//! text.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::many::arguments_in;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use grammars::{How, Receiver, Role};

impl Resolver<'_> {
    /// The type written at `source` is a type parameter.
    pub(super) fn is_type_parameter(&self, facts: &Facts, source: u32, trail: &Trail) -> bool {
        let written = facts.occurrence(source);
        facts.family == Family::Script
            && written.role == Role::Type
            && written.receiver == Receiver::None
            && matches!(self.bare(facts, source, trail), Found::Local(..))
    }

    /// `thing`, which the member at `index` was said to be where it is defined, or what the type it
    /// is taken out of makes of it: `this.options` of an heir that extends `Base<Own>`.
    pub(super) fn filled_by_heir(
        &self,
        facts: &Facts,
        index: u32,
        member: Option<DefId>,
        thing: Thing,
        trail: &Trail,
    ) -> Thing {
        let open = matches!(thing, Thing::AtLeast(_) | Thing::Unknown);
        let (Some(member), Receiver::Occurrence(receiver)) = (member, facts.occurrence(index).receiver) else {
            return thing;
        };
        if !open || facts.family != Family::Script {
            return thing;
        }
        self.said_by_heir(facts, receiver, member, trail).unwrap_or(thing)
    }

    fn said_by_heir(&self, facts: &Facts, receiver: u32, member: DefId, trail: &Trail) -> Option<Thing> {
        let there = self.facts(member.file);
        let base = there.owner_symbol(member.symbol)?;
        let name = there.occurrence_at(there.symbol(member.symbol).name_at)?;
        let told = there.hints(name).find(|hint| matches!(hint.how, How::Annotated | How::Returns))?;
        let parameter = there.text(there.occurrence(told.source).name);
        let head = there.symbol(base).name_at as usize + there.text(there.symbol(base).name).len();
        let text = self.text_of(member.file);
        let behind = text.get(head..)?;
        let named = |&(at, _): &(usize, bool)| {
            let rest = behind[at..].strip_prefix(parameter);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| grammars::words::is_word(c) || c == '$'))
        };
        let place = arguments_in(behind).iter().position(named)?;
        let (Thing::Type(heirs) | Thing::Instance(heirs)) = self.value(facts, receiver, trail) else { return None };
        let base = DefId { file: member.file, symbol: base };
        heirs.into_iter().take(HEIRS_MAX).find_map(|heir| self.argument_to_base(heir, base, place, trail))
    }

    /// What `heir` writes in this place behind the name of the base that it extends.
    fn argument_to_base(&self, heir: DefId, base: DefId, place: usize, trail: &Trail) -> Option<Thing> {
        let facts = self.facts(heir.file);
        let symbol = facts.symbol(heir.symbol);
        let mut extends = facts.inherits().filter(|hint| facts.occurrence(hint.binder).at == symbol.name_at);
        let source = extends.find_map(|hint| match self.value(&facts, hint.source, trail) {
            Thing::Type(defs) if defs.contains(&base) => Some(hint.source),
            _ => None,
        })?;
        let text = self.text_of(heir.file);
        let (at, is_array) = *self.type_arguments(&facts, &text, source).get(place)?;
        let written = facts.occurrence_at(at).filter(|_| !is_array)?;
        let thing = self.value(&facts, written, trail);
        Some(self.instance(&facts, written, thing, trail))
    }
}

/// Types that a receiver may be of that are looked at.
const HEIRS_MAX: usize = 4;
