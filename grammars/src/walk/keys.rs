//! Keys of objects, and what functions give back.
//!
//! An object that is bound to a typed name, returned, or handed to a function has the members that
//! its place asks for; a pattern takes members out of what it is bound to. What stands on the
//! right comes later than the pattern, so its keys wait for it.

use super::Walk;
use crate::outline::{Hint, How, Role, ScopeKind};
use crate::spec::Keys;

/// Types of one union that are kept beside the first.
const BESIDE_MAX: usize = 16;

impl Walk<'_> {
    /// The name at `tail` is a key of the object or pattern around.
    pub(super) fn key(&mut self, tail: Option<u32>) {
        let Some(key) = tail else { return };
        let top = self.frames.len() - 1;
        let object = (top.saturating_sub(1)..=top).rev().find(|&at| self.frames[at].found.keys.is_some());
        let Some(object) = object else { return };
        match self.frames[object].found.keys {
            Some(Keys::Of(source, how)) => self.out.hints.push(Hint { binder: key, source, how }),
            Some(Keys::OfSource) if object > 0 => self.taken.push((object - 1, key)),
            _ => {}
        }
    }

    /// The name at `tail` is a member of the type without a name around.
    pub(super) fn key_of_shape(&mut self, tail: Option<u32>) {
        let top = self.frames.len() - 1;
        let around = top.checked_sub(1).and_then(|around| self.frames[around].found.keys);
        if matches!(around, Some(Keys::Of(_, How::Shape | How::ShapeOfResult))) {
            self.key(tail);
        }
    }

    /// How something is known through a type that may stand for what an array holds or a function
    /// returns. An array of functions, or a function that returns one, gives nothing at once.
    pub(super) fn how_through(&self, source: u32, how: How) -> Option<How> {
        let (held, returned) = (self.held.contains(&source), self.returned.contains(&source));
        match how {
            How::Annotated | How::Assigned if returned && !held => Some(How::Returns),
            _ if returned => None,
            How::Annotated | How::Assigned if held => Some(How::Holds),
            How::Returns if held => Some(How::ResultHolds),
            how => Some(how),
        }
    }

    /// The type is that of what an array holds or a function returns, not of the thing itself.
    fn stands_for_another(&self, source: u32) -> bool {
        self.held.contains(&source) || self.returned.contains(&source)
    }

    /// The type at `tail` is what an array holds; arrays of arrays are known by nothing.
    pub(super) fn held(&mut self, tail: Option<u32>) {
        let again = tail.is_some_and(|held| !self.held.insert(held));
        let top = self.frames.len() - 1;
        if again {
            self.frames[top].tail = None;
        }
    }

    /// The type at `tail` stands beside others of which the first is the tail of the node around.
    pub(super) fn one_of(&mut self, tail: Option<u32>) {
        let first = self.frames[self.frames.len() - 1].tail;
        let (Some(first), Some(other)) = (first, tail) else { return };
        let more = self.beside.remove(&other).unwrap_or_default();
        let beside = self.beside.entry(first).or_default();
        if beside.len() < BESIDE_MAX {
            beside.push(other);
            beside.extend(more);
        }
    }

    /// The keys that waited for this source, or for the type beside it, get it.
    pub(super) fn known_members(&mut self, source: u32, how: How) {
        let top = self.frames.len() - 1;
        if matches!(how, How::Annotated | How::Assigned) && !self.stands_for_another(source) {
            let waiting = self.taken.iter().filter(|(frame, _)| *frame == top);
            let hints = waiting.map(|&(_, binder)| Hint { binder, source, how: How::Member });
            self.out.hints.extend(hints);
        }
    }

    /// The keys of bindings that the walk has left wait no longer.
    pub(super) fn forget_taken(&mut self) {
        let n_frames = self.frames.len();
        while self.taken.last().is_some_and(|(frame, _)| *frame >= n_frames) {
            self.taken.pop();
        }
    }

    /// The function around returns what `tail` stands for.
    pub(super) fn given(&mut self, tail: Option<u32>) {
        if let (Some(source), Some(binder)) = (tail, self.function_name()) {
            self.out.hints.push(Hint { binder, source, how: How::Gives });
        }
    }

    /// For hooks: the name of the function around, as an occurrence.
    pub(crate) fn function_name(&self) -> Option<u32> {
        let is_function = |frame: &&super::Frame| {
            frame.scope != frame.outer && self.out.scopes[frame.scope as usize].kind == ScopeKind::Function
        };
        let mut frames = self.frames.iter().rev().skip_while(|frame| !is_function(frame));
        loop {
            let frame = frames.next()?;
            if frame.name.is_some() || !frame.continues {
                return frame.name;
            }
        }
    }

    /// For hooks: the name that the node `depth` levels up is known by so far.
    pub(crate) fn tail_around(&self, depth: usize) -> Option<u32> {
        self.frames.iter().rev().nth(depth)?.tail
    }

    /// For hooks: how the occurrence `index` is spelled.
    pub(crate) fn text_at(&self, index: u32) -> &str {
        self.out.names.get(self.out.occurrences[index as usize].name)
    }

    /// For hooks: the last name that the node `depth` levels above the one around binds.
    pub(crate) fn binder_at(&self, depth: usize) -> Option<u32> {
        let binders = self.frames.iter().rev().nth(depth)?.binders.clone();
        self.items.get(binders.last()? as usize).copied().flatten()
    }

    /// For hooks: the occurrence that was just added, if it is a key.
    pub(crate) fn last_key(&self) -> Option<u32> {
        let last = self.out.occurrences.len().checked_sub(1)?;
        (self.out.occurrences[last].role == Role::Key).then_some(last as u32)
    }

    /// For hooks: the occurrence that was just added is a key of the object or pattern around.
    pub(crate) fn key_just_met(&mut self) {
        let last = self.out.occurrences.len().checked_sub(1).map(|last| last as u32);
        self.key(last);
    }

    /// For hooks: the occurrence `index` is a key of the object or pattern around.
    pub(crate) fn key_at(&mut self, index: u32) {
        self.key(Some(index));
    }
}
