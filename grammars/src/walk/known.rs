//! What becomes known through what: binders meet their sources.
//!
//! A node may bind one name or several (`a, b T`; `x, err := f()`), and its sources may stand
//! before the names (`T a, b`) or behind them. Lists of the same length go in pairs. A single
//! source tells about every name if it is their type, about the first name if it is a value
//! (of several results the first is the product), and about the last one if it is gone through
//! (`for key, value := range m`).

use super::Walk;
use crate::outline::{Hint, How, Role, ScopeKind, Symbol, SymbolKind};
use std::ops::Range;

impl Walk<'_> {
    /// A binder of the node on top, or a list of them, is complete.
    pub(super) fn binder(&mut self, tail: Option<u32>, list: Range<u32>) {
        let list = if list.is_empty() {
            self.items.push(tail);
            let end = self.items.len() as u32;
            end - 1..end
        } else {
            list
        };
        let top = self.frames.len() - 1;
        let frame = &mut self.frames[top];
        let follows = !frame.binders.is_empty() && frame.binders.end == list.start;
        frame.binders = if follows { frame.binders.start..list.end } else { list.clone() };
        let sources = frame.sources;
        for (source, how) in sources.into_iter().flatten() {
            for index in list.clone() {
                self.hint(self.items[index as usize], source, how);
            }
        }
    }

    /// A source of the node on top, or a list of them, is complete.
    pub(super) fn source(&mut self, tail: Option<u32>, list: Range<u32>, how: How) {
        let top = self.frames.len() - 1;
        let binders = self.frames[top].binders.clone();
        if list.len() > 1 && list.len() == binders.len() {
            for (binder, source) in binders.zip(list) {
                if let Some(source) = self.items[source as usize] {
                    self.hint(self.items[binder as usize], source, how);
                }
            }
            return;
        }
        if how == How::Element {
            // Behind it may stand the loop's body, which tells nothing, where the grammar has no fields.
            self.frames[top].binders = 0..0;
        }
        let first = if list.is_empty() { tail } else { self.items[list.start as usize] };
        let Some(source) = first else { return };
        self.known_members(source, how);
        let frame = &mut self.frames[top];
        let free = usize::from(frame.sources[0].is_some());
        frame.sources[free] = Some((source, how));
        let told = match how {
            How::Annotated | How::Returns | How::Inherits => binders,
            How::Assigned => binders.start..binders.end.min(binders.start + 1),
            How::Member | How::MemberOfResult | How::MemberOfArgument | How::Gives => return,
            How::Holds | How::ResultHolds | How::Shape | How::ShapeOfResult => return,
            How::Element => binders.end.saturating_sub(1).max(binders.start)..binders.end,
        };
        for binder in told {
            self.hint(self.items[binder as usize], source, how);
        }
    }

    /// `inner` stands in the body of the type that `name` names: a struct with a name is that, and not
    /// known by its first field.
    fn is_in_body(&self, inner: u32, name: u32) -> bool {
        let around = self.out.scopes[self.out.occurrences[inner as usize].scope as usize];
        let of = around.symbol.filter(|_| around.kind == ScopeKind::Class);
        let is_it = |symbol: &Symbol| {
            symbol.kind == SymbolKind::Struct && symbol.name_at == self.out.occurrences[name as usize].at
        };
        of.is_some_and(|of| is_it(&self.out.symbols[of as usize]))
    }

    /// What is bound at `binder` is known through `source`.
    pub(super) fn hint(&mut self, binder: Option<u32>, source: u32, how: How) {
        let Some(binder) = binder.filter(|&binder| binder != source) else { return };
        let role = self.out.occurrences[binder as usize].role;
        if !matches!(role, Role::Def | Role::Bind | Role::Write | Role::Type | Role::Key) {
            return;
        }
        if how == How::Annotated && self.is_in_body(source, binder) {
            return;
        }
        let beside = self.beside.get(&source).map_or(&[][..], Vec::as_slice);
        let sources = [source].into_iter().chain(beside.iter().copied());
        let hints = sources.filter_map(|source| Some(Hint { binder, source, how: self.how_through(source, how)? }));
        self.out.hints.extend(hints.collect::<Vec<_>>());
    }
}
