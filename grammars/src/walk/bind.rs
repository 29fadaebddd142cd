//! Identifiers: what each one does, which scope it belongs to, and which ones name symbols.

use super::{Frame, Walk};
use crate::names::NameId;
use crate::outline::{How, Occurrence, Receiver, Role, ScopeKind, Span, Symbol, SymbolKind};
use crate::spec::{Pass, Slot, To};
use tree_sitter::Node;

impl<'t> Walk<'t> {
    /// Adds the occurrence of an identifier, and its symbol if it names one.
    pub(super) fn identifier(&mut self, at: Span, text: &str, pass: Pass) -> u32 {
        let top = self.frames.len() - 1;
        if let Some(occurrence) = self.met(at.start) {
            if pass.slot == Slot::Member {
                self.out.occurrences[occurrence as usize].receiver = self.receiver(pass.slot, top);
            }
            return occurrence;
        }
        let receiver = self.receiver(pass.slot, top);
        let name = self.out.names.intern(text);
        let scope = self.frames[top].scope;
        let member = matches!(pass.slot, Slot::Member | Slot::Next | Slot::Same) && receiver != Receiver::None;
        match pass.to {
            To::Name if !member => self.name_definition(at, name, None),
            To::NameOfImpl => self.name_definition(at, name, Some(receiver)),
            To::Name if member => self.name_member(at, name, receiver),
            To::Bind | To::Hoist if member => self.assigned_member(at, name, receiver),
            To::Bind => self.bind(at, name, scope),
            To::Hoist => {
                let scope = self.hoisted(scope);
                self.bind(at, name, scope)
            }
            To::Pattern if !member && !is_capitalised(text) && !self.is_quoted_name(at) => self.bind(at, name, scope),
            To::Segment if is_capitalised(text) => self.add(at, name, Role::Type, scope, receiver),
            To::Local => self.add(at, name, Role::Bind, scope, receiver),
            To::Is(kind) => self.name_itself(at, name, kind),
            To::Define(kind) => self.define_here(at, name, kind),
            To::Once(kind) => self.define_once(at, name, kind),
            To::Role(role) => self.add(at, name, role, scope, receiver),
            To::Keep | To::Name | To::Skip | To::Pattern | To::Segment => {
                self.add(at, name, Role::Read, scope, receiver)
            }
        }
    }

    /// A name in backticks is one that is known already.
    fn is_quoted_name(&self, at: Span) -> bool {
        at.start > 0 && self.text.as_bytes().get(at.start as usize - 1) == Some(&b'`')
    }

    /// What stands before the dot for a child of frame `at` in this slot.
    fn receiver(&self, mut slot: Slot, mut at: usize) -> Receiver {
        while slot == Slot::Same && at > 0 {
            slot = self.frames[at].pass.slot;
            at -= 1;
        }
        match slot {
            Slot::Member | Slot::Next => self.frames[at].object,
            Slot::Inner => self.inner_receiver(),
            Slot::Link if at > 0 && self.frames[at - 1].kind == self.frames[at].kind => self.frames[at - 1].object,
            _ => Receiver::None,
        }
    }

    /// The name before the braces that this key stands in: `A` for `b` in `A { b: 1 }`.
    fn inner_receiver(&self) -> Receiver {
        self.object_around(4)
    }

    /// The nearest thing before a dot or braces among the innermost `depth` nodes.
    pub(crate) fn object_around(&self, depth: usize) -> Receiver {
        let objects = self.frames.iter().rev().take(depth).map(|frame| frame.object);
        objects.into_iter().find(|&object| object != Receiver::None).unwrap_or_default()
    }

    pub(super) fn add(&mut self, at: Span, name: NameId, role: Role, scope: u32, receiver: Receiver) -> u32 {
        self.out.occurrences.push(Occurrence { name, at: at.start, role, scope, receiver });
        let index = self.out.occurrences.len() as u32 - 1;
        if role == Role::Inherit {
            self.hint_of_def(index, How::Inherits);
        }
        index
    }

    /// The innermost function, class or file scope at or above `scope`.
    pub(super) fn hoisted(&self, mut scope: u32) -> u32 {
        while self.out.scopes[scope as usize].kind == ScopeKind::Block {
            scope = self.out.scopes[scope as usize].parent;
        }
        scope
    }

    /// The innermost scope at or above `scope` that is no class.
    pub(super) fn outside_classes(&self, mut scope: u32) -> u32 {
        while self.out.scopes[scope as usize].kind == ScopeKind::Class {
            scope = self.out.scopes[scope as usize].parent;
        }
        scope
    }

    /// The identifier names the definition that the walk is in, or the type whose members it
    /// holds, which may stand behind a receiver of its own.
    fn name_definition(&mut self, at: Span, name: NameId, of_impl: Option<Receiver>) -> u32 {
        let owner = self.frames.iter().rposition(|frame| frame.def.is_some() && frame.symbol.is_none());
        let Some(owner) = owner else {
            let scope = self.scope();
            return self.bind(at, name, scope);
        };
        let (outer, inner) = (self.frames[owner].binds, self.frames[owner].scope);
        let kind = self.frames[owner].def.expect("chosen by it");
        let in_class = self.out.scopes[outer as usize].kind == ScopeKind::Class;
        let kind = if in_class { as_member(kind) } else { kind };
        let occurrence = if let Some(receiver) = of_impl {
            self.add(at, name, Role::Type, inner, receiver)
        } else {
            // A variable beside it may bear the name of what is only a type.
            if !matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias) {
                self.bound.insert((outer, name));
            }
            self.add(at, name, Role::Def, outer, Receiver::None)
        };
        let symbol = self.add_symbol(owner, kind, name, at);
        if inner != self.frames[owner].outer {
            self.out.scopes[inner as usize].symbol = Some(symbol);
        }
        self.frames[owner].name = Some(occurrence);
        if let Some((source, how)) = self.frames[owner].of_def.take() {
            self.hint(Some(occurrence), source, how);
        }
        occurrence
    }

    /// A local binding, or a symbol where bindings of files and classes are symbols.
    fn bind(&mut self, at: Span, name: NameId, scope: u32) -> u32 {
        let kind = self.out.scopes[scope as usize].kind;
        if self.elsewhere.contains(&(scope, name)) {
            return self.add(at, name, Role::Write, scope, Receiver::None);
        }
        let is_symbol = self.grammar.spec.bindings_are_symbols && matches!(kind, ScopeKind::File | ScopeKind::Class);
        if !is_symbol {
            self.bound.insert((scope, name));
            return self.add(at, name, Role::Bind, scope, Receiver::None);
        }
        if !self.bound.insert((scope, name)) {
            return self.add(at, name, Role::Write, scope, Receiver::None);
        }
        let kind = match kind {
            ScopeKind::Class => SymbolKind::Field,
            _ if is_constant(self.out.names.get(name)) => SymbolKind::Constant,
            _ => SymbolKind::Variable,
        };
        let occurrence = self.add(at, name, Role::Def, scope, Receiver::None);
        let top = self.frames.len() - 1;
        let owner = self.frames.iter().rposition(|frame| frame.owner).unwrap_or(top);
        let symbol = self.add_symbol(owner, kind, name, at);
        if owner == top && self.frames[owner].owner {
            (self.frames[owner].symbol, self.frames[owner].name) = (Some(symbol), Some(occurrence));
        }
        occurrence
    }

    /// A symbol in the innermost scope; the first one of its owner holds what is inside of that.
    pub(super) fn define_here(&mut self, at: Span, name: NameId, kind: SymbolKind) -> u32 {
        let owner = self.frames.iter().rposition(|frame| frame.owner);
        let scope = owner.map_or(self.scope(), |owner| self.frames[owner].binds);
        self.bound.insert((scope, name));
        let occurrence = self.add(at, name, Role::Def, scope, Receiver::None);
        let owner = owner.unwrap_or(self.frames.len() - 1);
        let symbol = self.add_symbol(owner, kind, name, at);
        let frame = &mut self.frames[owner];
        if frame.symbol.is_none() {
            (frame.symbol, frame.name) = (Some(symbol), Some(occurrence));
        }
        occurrence
    }

    /// A name that holds in the innermost scope of this kind, wherever it is assigned.
    fn define_once(&mut self, at: Span, name: NameId, kind: ScopeKind) -> u32 {
        let here = self.scope();
        let home = match kind {
            ScopeKind::Class => self.class_around(here).unwrap_or(0),
            _ => 0,
        };
        let local = kind == ScopeKind::File && self.is_local(here, name);
        if local || !self.bound.insert((home, name)) {
            return self.add(at, name, Role::Write, here, Receiver::None);
        }
        let kind = match kind {
            ScopeKind::Class => SymbolKind::Field,
            _ if is_constant(self.out.names.get(name)) => SymbolKind::Constant,
            _ => SymbolKind::Variable,
        };
        let occurrence = self.add(at, name, Role::Def, home, Receiver::None);
        let owner = self.frames.iter().rposition(|frame| frame.owner).unwrap_or(self.frames.len() - 1);
        let symbol = self.add_symbol(owner, kind, name, at) as usize;
        let mut around = home;
        while around != 0 && self.out.scopes[around as usize].symbol.is_none() {
            around = self.out.scopes[around as usize].parent;
        }
        self.out.symbols[symbol].parent = self.out.scopes[around as usize].symbol;
        occurrence
    }

    /// True when a scope inside of the file's binds the name.
    fn is_local(&self, mut scope: u32, name: NameId) -> bool {
        while scope != 0 {
            if self.bound.contains(&(scope, name)) {
                return true;
            }
            scope = self.out.scopes[scope as usize].parent;
        }
        false
    }

    /// `self.x = …`: the first one defines a field of the class around it.
    pub(super) fn assigned_member(&mut self, at: Span, name: NameId, receiver: Receiver) -> u32 {
        let scope = self.scope();
        let class = self.class_around(scope).filter(|&class| self.out.scopes[class as usize].symbol.is_some());
        if let (Receiver::Occurrence(object), Some(class)) = (receiver, class) {
            let object = self.out.occurrences[object as usize];
            let bare = object.receiver == Receiver::None;
            let own = bare && self.grammar.spec.selves.contains(&self.out.names.get(object.name));
            if own && self.bound.insert((class, name)) {
                let occurrence = self.add(at, name, Role::Def, scope, receiver);
                let owner = self.frames.iter().rposition(|frame| frame.owner).unwrap_or(self.frames.len() - 1);
                let parent = self.out.scopes[class as usize].symbol;
                let symbol = self.add_symbol(owner, SymbolKind::Field, name, at) as usize;
                self.out.symbols[symbol].parent = parent;
                self.out.symbols[symbol].exported |= self.grammar.spec.exported.is_none();
                return occurrence;
            }
        }
        self.add(at, name, Role::Write, scope, receiver)
    }

    pub(super) fn class_around(&self, mut scope: u32) -> Option<u32> {
        while scope != 0 {
            if self.out.scopes[scope as usize].kind == ScopeKind::Class {
                return Some(scope);
            }
            scope = self.out.scopes[scope as usize].parent;
        }
        None
    }

    pub(super) fn add_symbol(&mut self, owner: usize, kind: SymbolKind, name: NameId, at: Span) -> u32 {
        let parent = self.parent_of(owner);
        let brief = self.grammar.kind(self.frames[owner].kind).brief;
        let frame = &mut self.frames[owner];
        let index = self.out.symbols.len() as u32;
        if frame.def.is_some() {
            frame.symbol = Some(index);
        }
        let by_name = self.grammar.spec.exported.map(|exported| exported(self.out.names.get(name)));
        let symbol = Symbol {
            kind,
            name,
            span: Span::new(frame.start.min(at.start), frame.end.max(at.end)),
            name_at: at.start,
            signature: Span::new(frame.own_start.min(at.start), frame.end.max(at.end)),
            doc: frame.doc,
            parent,
            owner: frame.found.owner,
            exported: by_name.unwrap_or(frame.exports),
        };
        self.out.symbols.push(symbol);
        if brief {
            self.keep_first_line(index);
        }
        index
    }

    /// For hooks: `node` defines a symbol named by the text at `name` (role `Def`), of the type
    /// `owner` if it is not nested in it. Children visited later are inside it only if the node's
    /// row says `def`.
    pub(crate) fn define(&mut self, node: Node<'_>, name: Span, kind: SymbolKind, owner: Option<&str>) -> u32 {
        self.define_with(node, name, kind, owner, Receiver::None)
    }

    /// As [`Walk::define`], for a name behind a dot (`exports.f = …`).
    pub(crate) fn define_with(
        &mut self,
        node: Node<'_>,
        name: Span,
        kind: SymbolKind,
        owner: Option<&str>,
        receiver: Receiver,
    ) -> u32 {
        let scope = self.scope();
        let id = self.out.names.intern(name.of(self.text));
        let occurrence = self.add(name, id, Role::Def, scope, receiver);
        self.bound.insert((scope, id));
        let parent = self.frames.iter().rev().find_map(|frame| frame.symbol);
        let holder = self.frames.iter().rev().find(|frame| frame.owner || frame.wrapper);
        let at = super::span(node);
        let (start, doc, exports) = holder.map_or((at.start, Span::default(), false), holder_facts);
        let by_name = self.grammar.spec.exported.map(|exported| exported(self.out.names.get(id)));
        let owner = owner.map(|owner| self.out.names.intern(owner));
        let before = self.doc_before(&self.frames[self.frames.len() - 1], at.start);
        let doc = if before.is_empty() { doc } else { before };
        self.out.symbols.push(Symbol {
            kind,
            name: id,
            span: Span::new(start.min(at.start), at.end),
            name_at: name.start,
            signature: at,
            doc,
            parent,
            owner,
            exported: by_name.unwrap_or(exports),
        });
        occurrence
    }
}

fn holder_facts(frame: &Frame) -> (u32, Span, bool) {
    (frame.start, frame.doc, frame.exports)
}

fn as_member(kind: SymbolKind) -> SymbolKind {
    match kind {
        SymbolKind::Function => SymbolKind::Method,
        SymbolKind::Variable => SymbolKind::Field,
        other => other,
    }
}

fn is_capitalised(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

fn is_constant(name: &str) -> bool {
    name.bytes().any(|b| b.is_ascii_uppercase()) && !name.bytes().any(|b| b.is_ascii_lowercase())
}
