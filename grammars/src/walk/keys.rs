//! Keys of objects, and what functions give back.
//!
//! An object that is bound to a typed name, returned, or handed to a function has the members that
//! its place asks for; a pattern takes members out of what it is bound to. What stands on the
//! right comes later than the pattern, so its keys wait for it.

use super::Walk;
use crate::outline::{Hint, How, ScopeKind};
use crate::spec::Keys;

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

    /// The keys that waited for this source, or for the type beside it, get it.
    pub(super) fn known_members(&mut self, source: u32, how: How) {
        let top = self.frames.len() - 1;
        if matches!(how, How::Annotated | How::Assigned) {
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

    /// For hooks: the last name that the node around binds.
    pub(crate) fn binder_around(&self) -> Option<u32> {
        let binders = self.frames.last()?.binders.clone();
        self.items.get(binders.last()? as usize).copied().flatten()
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
