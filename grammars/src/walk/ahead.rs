//! What is known before the walk gets there: names that stand behind what belongs to them, words
//! that the parser never saw; and what hooks may change about the nodes around them.

use super::Walk;
use crate::outline::{How, Receiver, Role, ScopeKind, Span, Symbol, SymbolKind};
use crate::spec::{Pass, To, Veil};
use tree_sitter::Node;

impl<'t> Walk<'t> {
    /// The text of a node as the parser saw it.
    pub(crate) fn seen(&self, node: Node<'_>) -> &'t str {
        self.seen.get(node.byte_range()).unwrap_or("")
    }

    /// What the node around was told; what is changed holds for the children to come.
    pub(crate) fn around(&mut self) -> &mut To {
        let top = self.frames.len() - 1;
        &mut self.frames[top].pass.to
    }

    /// True outside of every function and class.
    pub(crate) fn at_file_level(&self) -> bool {
        self.scope() == 0
    }

    /// The kind of the innermost function, class or file (or module inside of it).
    pub(crate) fn level(&self) -> ScopeKind {
        self.out.scopes[self.hoisted(self.scope()) as usize].kind
    }

    /// The text at `at` does what an identifier told `pass` does.
    pub(crate) fn read_as(&mut self, at: Span, pass: Pass) {
        let tail = self.identifier(at, at.of(self.text), pass);
        self.settle(pass, Some(tail), 0..0);
    }

    /// Whether what is defined directly in the node around the hook's node is visible to others.
    pub(crate) fn shows(&mut self) -> &mut bool {
        let top = self.frames.len() - 1;
        &mut self.frames[top].exports
    }

    /// What binds around here is not of the type before it but returns that.
    pub(crate) fn known_by_calling(&mut self) {
        let known = self.frames.iter_mut().rev().find(|frame| frame.sources[0].is_some());
        let sources = known.map(|frame| &mut frame.sources).into_iter().flatten().flatten();
        sources.filter(|source| source.1 == How::Annotated).for_each(|source| source.1 = How::Returns);
    }

    /// The symbol around the walk turns out to be a `kind`.
    pub(crate) fn set_kind(&mut self, kind: SymbolKind) {
        if let Some(symbol) = self.symbol() {
            self.out.symbols[symbol as usize].kind = kind;
        }
    }

    /// The definition around the walk has its header start at `at`, behind its annotations; what
    /// has been named already keeps the header it has.
    pub(crate) fn start_header(&mut self, at: usize) {
        let around = self.frames.iter_mut().rev().find(|frame| frame.def.is_some() || frame.owner);
        let Some(frame) = around.filter(|frame| frame.symbol.is_none()) else { return };
        let rest = self.text.get(at..).unwrap_or("");
        frame.own_start = (at + rest.len() - rest.trim_start().len()) as u32;
    }

    /// The symbol around the walk has its header end at `at`, if it does not end before.
    pub(crate) fn end_header(&mut self, at: usize) {
        let Some(frame) = self.frames.iter().rposition(|frame| frame.symbol.is_some()) else { return };
        let end = self.frames[frame].symbol.map_or(0, |symbol| self.out.symbols[symbol as usize].signature.end);
        if (at as u32) < end {
            self.end_signature(frame, at as u32);
        }
    }

    /// Adds the occurrence of a leaf that the walk will meet later, in the innermost scope.
    pub(crate) fn emit_ahead(&mut self, node: Node<'_>, role: Role) {
        let (at, _) = super::bare(self.seen, node);
        let occurrence = self.emit_at(at, role, Receiver::None);
        self.ahead.push((at.start, occurrence));
    }

    /// As [`Walk::define`], for a name that the walk will meet later.
    pub(crate) fn define_early(&mut self, node: Node<'_>, name: Span, kind: SymbolKind) {
        let occurrence = self.define(node, name, kind, None);
        self.ahead.push((name.start, occurrence));
    }

    /// The name at `at` stands in a leaf that holds more than that (`:name`).
    pub(crate) fn identify(&mut self, at: Span, pass: Pass) {
        if !at.is_empty() && !self.is_full() {
            let tail = self.identifier(at, at.of(self.text), pass);
            self.settle(pass, Some(tail), 0..0);
        }
    }

    /// A symbol in the innermost scope, named by a leaf that is no identifier to the grammar.
    pub(crate) fn define_leaf(&mut self, node: Node<'_>, kind: SymbolKind) -> u32 {
        let at = super::span(node);
        let name = self.out.names.intern(at.of(self.text));
        self.define_here(at, name, kind)
    }

    /// Names a symbol that holds what stands between here and its name.
    pub(super) fn define_ahead(&mut self, at: Span, kind: SymbolKind) {
        let name = self.out.names.intern(at.of(self.text));
        let occurrence = self.define_here(at, name, kind);
        self.ahead.push((at.start, occurrence));
    }

    /// The occurrence that stands at `at` already.
    pub(super) fn met(&mut self, at: u32) -> Option<u32> {
        let index = self.ahead.iter().position(|ahead| ahead.0 == at)?;
        Some(self.ahead.swap_remove(index).1)
    }

    /// Adds what the parser could not see, each word in the scope that holds its place.
    pub(super) fn unveil(&mut self, hidden: &[(Span, Role)]) {
        let Some(Veil { words, .. }) = self.grammar.veil else { return };
        let n_seen = self.out.symbols.len();
        let (mut next, mut scope) = (1, 0);
        for &(span, role) in hidden {
            while self.out.scopes.get(next).is_some_and(|inner| inner.span.start <= span.start) {
                scope = next;
                next += 1;
            }
            while scope != 0 && self.out.scopes[scope].span.end <= span.start {
                scope = self.out.scopes[scope].parent as usize;
            }
            self.frames[0].scope = scope as u32;
            words(self, span, role);
        }
        self.put_in_order(n_seen);
    }

    /// For what the parser never saw: the text at `at` defines a visible symbol that `whole` spans.
    pub(crate) fn define_at(&mut self, at: Span, whole: Span, kind: SymbolKind) -> u32 {
        let scope = self.outside_classes(self.scope());
        let name = self.out.names.intern(at.of(self.text));
        let (doc, parent, owner) = (Span::default(), None, None);
        let symbol =
            Symbol { kind, name, span: whole, name_at: at.start, signature: whole, doc, parent, owner, exported: true };
        self.out.symbols.push(symbol);
        self.add(at, name, Role::Def, scope, Receiver::None)
    }

    /// Moves the symbols from `first` on to where they stand among those before.
    fn put_in_order(&mut self, first: usize) {
        let symbols = &self.out.symbols;
        if symbols.len() == first {
            return;
        }
        let mut start = 0;
        let mut order: Vec<(u32, usize)> = Vec::with_capacity(symbols.len());
        for (index, symbol) in symbols.iter().enumerate() {
            // Those before stay in their own order, outer ones before inner ones.
            start = if index < first { symbol.span.start.max(start) } else { symbol.span.start };
            order.push((start, index));
        }
        order.sort_by_key(|(start, _)| *start);
        let mut place = vec![0; order.len()];
        for (new, (_, old)) in order.iter().enumerate() {
            place[*old] = new as u32;
        }
        let mut sorted: Vec<Symbol> = order.iter().map(|(_, old)| symbols[*old].clone()).collect();
        let parents = sorted.iter_mut().filter_map(|symbol| symbol.parent.as_mut());
        let owners = self.out.scopes.iter_mut().filter_map(|scope| scope.symbol.as_mut());
        parents.chain(owners).for_each(|symbol| *symbol = place[*symbol as usize]);
        self.out.symbols = sorted;
    }
}
