//! Definitions that a table row alone does not show: what a hook found out about a node, members
//! of object literals, values that are the body of what they are assigned to, and names that are
//! exported somewhere else in the file.

use super::{NewImport, Walk, span};
use crate::names::NameId;
use crate::outline::{Receiver, Role, Scope, ScopeKind, Span, SymbolKind};
use crate::spec::{Found, Kind, Pass, Place, Slot, To};
use tree_sitter::Node;

/// Keys of [`Walk::bound`] that are no scopes: the file's exports, and members of a symbol.
const EXPORTS: u32 = u32::MAX;

/// What the receiver of a method (`this`) is at some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum This {
    /// Unknown.
    Unknown,
    /// An instance of the class around.
    Class,
    /// What a function outside of any class makes or belongs to, as an index into the symbols.
    Function(u32),
}

impl<'t> Walk<'t> {
    /// Puts down what a hook found out about the node just entered.
    pub(super) fn note(&mut self, kind: &Kind, found: Found) {
        let top = self.frames.len() - 1;
        let place = if found.def.is_some() { found.place } else { kind.place };
        let (outer, inner) = (self.frames[top].outer, self.frames[top].scope);
        let binds = match place {
            Place::Outside => outer,
            Place::Inside => inner,
            Place::Hoisted => self.hoisted(outer),
            Place::Lifted => self.outside_classes(outer),
        };
        let parent = self.frames[top - 1].found;
        let is_member = found.def.is_some() && self.grammar.kind(self.frames[top - 1].kind).members;
        let frame = &mut self.frames[top];
        frame.def = found.def.or(kind.def);
        frame.found = found;
        if is_member || kind.members {
            frame.found.owner = found.owner.or(parent.owner);
        }
        frame.found.lists |= kind.members && parent.lists;
        frame.exports = found.exports.unwrap_or(frame.exports);
        if let Some((name, symbol)) = found.symbol {
            (frame.name, frame.symbol) = (Some(name), Some(symbol));
        }
        let keep = found.def.map(|_| To::Name).or(found.to);
        frame.pass.to = keep.unwrap_or(frame.pass.to);
        frame.binds = binds;
        if let Some((name, kind)) = found.ahead {
            self.define_ahead(name, kind);
        }
    }

    /// A definition directly inside of what holds members opens a scope for them.
    pub(super) fn open_members(&mut self) {
        let top = self.frames.len() - 1;
        let frame = &self.frames[top];
        if frame.scope != frame.outer || !self.grammar.kind(frame.kind).members {
            return;
        }
        let symbol = if frame.continues { self.valued(top - 1) } else { None };
        let span = Span::new(frame.start, frame.end);
        let scope = Scope { kind: ScopeKind::Class, span, parent: frame.scope, symbol };
        self.frames[top].scope = self.out.scopes.len() as u32;
        self.out.scopes.push(scope);
    }

    /// `a.b = function`: a definition behind a dot; else an ordinary assigned member.
    pub(super) fn name_member(&mut self, at: Span, name: NameId, receiver: Receiver) -> u32 {
        let owner = self.frames.iter().rposition(|frame| frame.def.is_some() && frame.symbol.is_none());
        let Some(owner) = owner else { return self.assigned_member(at, name, receiver) };
        let kind = self.frames[owner].def.expect("chosen by it");
        // What stands behind a dot is not known in the function that it names.
        let scope = match self.out.scopes[self.scope() as usize].kind {
            ScopeKind::Function => self.frames[owner].binds,
            _ => self.scope(),
        };
        let occurrence = self.add(at, name, Role::Def, scope, receiver);
        let symbol = self.add_symbol(owner, kind, name, at);
        self.frames[owner].name = Some(occurrence);
        if let Some((source, how)) = self.frames[owner].of_def.take() {
            self.hint(Some(occurrence), source, how);
        }
        if self.frames[owner].scope != self.frames[owner].outer {
            self.out.scopes[self.frames[owner].scope as usize].symbol = Some(symbol);
        }
        occurrence
    }

    /// The symbol that a child of frame `at` is the value of.
    pub(super) fn valued(&self, mut at: usize) -> Option<u32> {
        while self.frames[at].symbol.is_none() && self.frames[at].continues {
            at -= 1;
        }
        self.frames[at].symbol
    }

    /// A name that is a whole definition.
    pub(super) fn name_itself(&mut self, at: Span, name: NameId, kind: SymbolKind) -> u32 {
        let top = self.frames.len() - 1;
        let scope = self.scope();
        let occurrence = self.add(at, name, Role::Def, scope, Receiver::None);
        let symbol = self.add_symbol(top, kind, name, at) as usize;
        let doc = self.doc_before(&self.frames[top], at.start);
        let symbol = &mut self.out.symbols[symbol];
        (symbol.span, symbol.signature, symbol.doc) = (at, at, doc);
        occurrence
    }

    /// The symbol that a definition in frame `owner` is written inside of, or is a member of.
    pub(super) fn parent_of(&self, mut owner: usize) -> Option<u32> {
        if let Some(parent) = self.frames[owner].found.parent {
            return parent;
        }
        // `a.b = a.c = function`: `c` is not written inside of `b`.
        while self.frames[owner].continues {
            owner -= 1;
        }
        self.frames[..owner].iter().rev().find_map(|frame| frame.symbol)
    }

    pub(super) fn keep_first_line(&mut self, symbol: u32) {
        let signature = &mut self.out.symbols[symbol as usize].signature;
        let line = signature.of(self.text).lines().next().unwrap_or("");
        signature.end = signature.start + line.trim_end().len() as u32;
    }

    /// Export lists and assignments to `exports` name what is defined elsewhere in the file.
    pub(super) fn export_the_exported(&mut self) {
        if self.exported.is_empty() {
            return;
        }
        for index in 0..self.out.symbols.len() {
            let symbol = &self.out.symbols[index];
            let exported = match (symbol.parent, symbol.owner) {
                (Some(parent), _) => self.is_open_object(parent) && symbol.kind == SymbolKind::Method,
                (None, Some(owner)) => self.exported.contains(&owner),
                (None, None) => symbol.kind != SymbolKind::Method && self.exported.contains(&symbol.name),
            };
            self.out.symbols[index].exported |= exported;
        }
    }

    fn is_open_object(&self, symbol: u32) -> bool {
        let symbol = &self.out.symbols[symbol as usize];
        symbol.exported && matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Constant)
    }
}

/// What hooks may ask and do.
impl<'t> Walk<'t> {
    /// What kind of scope a node opens, as the table says.
    pub(crate) fn opens(&self, node: Node<'_>) -> Option<ScopeKind> {
        self.grammar.kind(node.kind_id()).scope
    }

    /// True for the node that gives the definition around it its value, as told by `pass`.
    pub(crate) fn is_value(&self, pass: Pass) -> bool {
        let around = &self.frames[self.frames.len() - 1];
        matches!(pass.slot, Slot::Source(_)) && (around.symbol.is_some() || around.continues)
    }

    /// What the node directly around the hook's node was found to be.
    pub(crate) fn found_around(&self) -> Found {
        self.frames[self.frames.len() - 1].found
    }

    /// Kinds of the nodes around the hook's node, inner ones first.
    pub(crate) fn kinds_around(&self) -> impl Iterator<Item = &str> {
        let language = &self.grammar.language;
        self.frames.iter().rev().map(move |frame| language.node_kind_for_id(frame.kind).unwrap_or(""))
    }

    /// The statement that a definition at `node` spans.
    pub(crate) fn statement(&self, node: Node<'_>) -> Span {
        let around = &self.frames[self.frames.len() - 1];
        if around.sole { Span::new(around.own_start, around.end) } else { span(node) }
    }

    /// The scope of the file, or of the module inside of it, that the walk is in.
    pub(crate) fn module_scope(&self) -> u32 {
        let mut scope = self.scope();
        while self.out.scopes[scope as usize].kind != ScopeKind::File {
            scope = self.out.scopes[scope as usize].parent;
        }
        scope
    }

    /// The scope that a binding here holds in.
    pub(crate) fn scope_at(&self, place: Place) -> u32 {
        if place == Place::Hoisted { self.hoisted(self.scope()) } else { self.scope() }
    }

    /// True the first time that the file is seen to export `name` by assignment.
    pub(crate) fn exports_first(&mut self, name: &str) -> bool {
        let name = self.out.names.intern(name);
        self.bound.insert((EXPORTS, name))
    }

    /// True the first time that `name` is seen to be a member of what is called `owner`.
    pub(crate) fn is_new_member(&mut self, owner: NameId, name: &str) -> bool {
        let name = self.out.names.intern(name);
        self.bound.insert((EXPORTS - 1 - owner.0, name))
    }

    /// True the first time that `name` is seen to be a member of the class around.
    pub(crate) fn is_new_of_class(&mut self, name: &str) -> bool {
        let name = self.out.names.intern(name);
        let class = self.class_around(self.scope());
        class.is_some_and(|class| self.bound.insert((class, name)))
    }

    /// The name `name` of this file is visible to others as `local`; the whole file is, where
    /// `local` is what the language calls that.
    pub(crate) fn export_as(&mut self, at: Span, name: &str, new: NewImport<'_>) {
        let id = self.out.names.intern(name);
        self.exported.insert(id);
        let scope = self.module_scope();
        self.import_at(at, scope, NewImport { module: "", name: Some(name), reexport: true, ..new });
    }

    /// The symbol of the class around.
    pub(crate) fn class_symbol(&self) -> Option<u32> {
        let class = self.class_around(self.scope())?;
        self.out.scopes[class as usize].symbol
    }

    /// What the receiver of a method is here, in languages where plain functions have one too.
    pub(crate) fn this(&self) -> This {
        let mut scope = self.scope();
        while scope != 0 {
            let at = self.out.scopes[scope as usize];
            if at.kind == ScopeKind::Class {
                return if at.symbol.is_some() { This::Class } else { This::Unknown };
            }
            if let Some(index) = at.symbol {
                let symbol = &self.out.symbols[index as usize];
                let name = self.out.names.get(symbol.name);
                let makes = name.starts_with(char::is_uppercase) && symbol.kind == SymbolKind::Function;
                if symbol.kind.is_callable() && (makes || symbol.owner.is_some()) {
                    return This::Function(index);
                }
            }
            scope = at.parent;
        }
        This::Unknown
    }

    /// The definition that `node` makes of a value without a name, known by the word at `at`.
    pub(crate) fn define_unnamed(&mut self, node: Node<'_>, at: Span, kind: SymbolKind) -> Found {
        let name = self.define(node, at, kind, None);
        let symbol = self.out.symbols.len() as u32 - 1;
        self.out.symbols[symbol as usize].exported = true;
        self.keep_first_line(symbol);
        Found { symbol: Some((name, symbol)), exports: Some(true), ..Found::default() }
    }

    /// The function around assigns to `name` without binding it.
    pub(crate) fn binds_elsewhere(&mut self, name: &str) {
        let (scope, name) = (self.hoisted(self.scope()), self.out.names.intern(name));
        self.elsewhere.insert((scope, name));
    }

    /// The id of a name.
    pub(crate) fn name(&mut self, text: &str) -> NameId {
        self.out.names.intern(text)
    }
}
