//! One walk over one syntax tree, for every language.
//!
//! A cursor goes through the tree with an explicit stack of frames, so that no nesting can
//! overflow the real one. Each child is told by its parent's table row what it stands for; an
//! identifier leaf turns that into an occurrence, and into a symbol where it names one. On the
//! way up a node reports its *tail*, the occurrence a later dot or hint can hold on to: `b` for
//! `a.b`, `f` for `f(x)`.
//!
//! Knows no language: tables and hooks do.

mod ahead;
mod bind;
mod found;
mod keys;
mod known;
mod missed;
mod order;
mod parse;

pub(crate) use found::This;
pub(crate) use order::put_in_order;

use crate::lexer;
use crate::limits::Clock;
use crate::names::NameId;
use crate::outline::{
    Gap, How, Import, ImportKind, Occurrence, Outline, Receiver, Role, Scope, ScopeKind, Span, SymbolKind,
};
use crate::spec::{Found, Grammar, Kind, Leaf, Pass, READ, Slot, TYPE, To, Visit};
use crate::{Lang, Limit, Limits};
use hashbrown::{HashMap, HashSet};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// State of a walk; hooks get it to say what the table cannot.
pub(crate) struct Walk<'t> {
    /// The file.
    pub(crate) text: &'t str,
    /// What has been found so far.
    pub(crate) out: Outline,
    grammar: &'t Grammar,
    limits: &'t Limits,
    frames: Vec<Frame>,
    /// Names that already are symbols, by the scope they are bound in.
    bound: HashSet<(u32, NameId)>,
    /// Names that a scope does not bind, whatever it assigns to them.
    elsewhere: HashSet<(u32, NameId)>,
    /// Names of this file that an export list or an assignment makes visible.
    exported: HashSet<NameId>,
    /// The text as the parser saw it.
    seen: &'t str,
    /// Occurrences that were added before the walk meets them, by position.
    ahead: Vec<(u32, u32)>,
    /// Binders and sources of the nodes that the walk is inside of.
    items: Vec<Option<u32>>,
    /// Keys of the patterns that the walk is inside of or just behind, by the frame of the binding.
    taken: Vec<(usize, u32)>,
    /// Types that stand for what an array of them holds.
    held: HashSet<u32>,
    /// Types that stand for the functions that return them.
    returned: HashSet<u32>,
    /// Types beside the first of a union or intersection, by that first one.
    beside: HashMap<u32, Vec<u32>>,
    /// Nodes met so far.
    n_nodes: usize,
    /// When the walk must be over.
    clock: Clock,
    /// The text before this is covered by the nodes met so far, or was read as words.
    reached: u32,
    /// Those words.
    missed: Vec<Occurrence>,
}

/// What is known about a node while the walk is inside it.
struct Frame {
    kind: u16,
    /// What reaches this node; `to` is never `Keep`.
    pass: Pass,
    /// Scope inside and scope outside; the same if the node opens none.
    scope: u32,
    outer: u32,
    /// The scope that the name of what is defined here binds in.
    binds: u32,
    def: Option<SymbolKind>,
    symbol: Option<u32>,
    owner: bool,
    wrapper: bool,
    exports: bool,
    /// Attributes read so far that belong to the next child.
    prefix: Option<Prefix>,
    /// Where a symbol defined here starts (at its decorators) and where its own text starts.
    start: u32,
    own_start: u32,
    end: u32,
    /// Doc comment for what is defined here.
    doc: Span,
    /// The last run of comments among the children.
    comments: Span,
    /// They may stand a blank line above what they document.
    loose: bool,
    tail: Option<u32>,
    tail_first: bool,
    tail_is_final: bool,
    object: Receiver,
    /// Where this node's items start, whether it is a list of them, and which are its binders.
    items: u32,
    listed: bool,
    binders: Range<u32>,
    sources: [Option<(u32, How)>; 2],
    /// The name's occurrence, once seen, and what waits for it.
    name: Option<u32>,
    of_def: Option<(u32, How)>,
    /// It holds one definition only, which spans it all.
    sole: bool,
    /// The next definition directly inside starts here.
    leads: bool,
    /// It is the value of the definition that the frame below it is for.
    continues: bool,
    found: Found,
}

/// How a node is met: what stood before it, what its hook found, and whether it is its parent's
/// body.
#[derive(Default)]
struct Arrival {
    prefix: Option<Prefix>,
    found: Found,
    is_body: bool,
}

/// What stands before a definition and belongs to it.
#[derive(Clone, Copy)]
struct Prefix {
    start: u32,
    doc: Span,
    exports: bool,
}

/// Nodes between two looks at the clock and at what was found.
const NODES_A_LOOK: usize = 1024;

/// Parses and walks `text`, unless a limit is hit.
pub(crate) fn outline(lang: Lang, grammar: &Grammar, text: &str, limits: &Limits) -> Result<Outline, Limit> {
    if grammar.fatal.is_some_and(|fatal| fatal(text)) {
        return Err(Limit::Fatal);
    }
    let mut clock = limits.clock();
    let veiled = grammar.veil.and_then(|veil| (veil.hide)(text));
    let (seen, hidden) = veiled.as_ref().map_or((text, &[][..]), |veiled| (&veiled.text, &veiled.hidden));
    debug_assert_eq!(seen.len(), text.len());
    let tree = parse::parse(&grammar.language, seen, &mut clock)?;
    let mut walk = Walk::new(lang, grammar, text, limits);
    (walk.seen, walk.clock) = (seen, clock);
    walk.run(&tree)?;
    walk.unveil(hidden);
    Ok(walk.finish())
}

impl<'t> Walk<'t> {
    fn new(lang: Lang, grammar: &'t Grammar, text: &'t str, limits: &'t Limits) -> Walk<'t> {
        Walk {
            text,
            out: Outline { lang, ..Outline::default() },
            grammar,
            limits,
            frames: Vec::new(),
            bound: HashSet::new(),
            elsewhere: HashSet::new(),
            exported: HashSet::new(),
            seen: text,
            ahead: Vec::new(),
            items: Vec::new(),
            taken: Vec::new(),
            held: HashSet::new(),
            returned: HashSet::new(),
            beside: HashMap::new(),
            n_nodes: 0,
            clock: limits.clock(),
            reached: 0,
            missed: Vec::new(),
        }
    }

    fn run(&mut self, tree: &'t Tree) -> Result<(), Limit> {
        let whole = Span::new(0, self.text.len() as u32);
        self.out.scopes.push(Scope { kind: ScopeKind::File, span: whole, parent: 0, symbol: None });
        let root = tree.root_node();
        if root.is_error() {
            self.out.gaps.push(Gap::Syntax(whole));
        }
        let kind = self.grammar.kind(root.kind_id());
        self.frames.push(Frame::new(root, kind, READ, 0));
        self.children_of(root)
    }

    fn children_of(&mut self, root: Node<'t>) -> Result<(), Limit> {
        let mut cursor = root.walk();
        if !cursor.goto_first_child() {
            self.reach(self.text.len());
            return Ok(());
        }
        loop {
            self.afford()?;
            let (node, field) = (cursor.node(), cursor.field_id().map_or(0, |id| id.get()));
            self.reach(node.start_byte());
            if self.enter(node, field) && cursor.goto_first_child() {
                continue;
            }
            self.step_over(node);
            loop {
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() || self.frames.len() <= 1 {
                    self.reach(self.text.len());
                    return Ok(());
                }
                self.reach(cursor.node().end_byte());
                self.leave();
            }
        }
    }

    /// Counts the next node; fails when the file has cost too much.
    fn afford(&mut self) -> Result<(), Limit> {
        self.n_nodes += 1;
        if self.n_nodes > self.limits.nodes_max {
            return Err(Limit::Nodes);
        }
        if self.frames.len() > self.limits.depth_max {
            return Err(Limit::Depth);
        }
        if self.n_nodes.is_multiple_of(NODES_A_LOOK) {
            if self.clock.is_over() {
                return Err(Limit::Time);
            }
            self.limits.hit_by(&self.out).map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Handles a node; true when a frame was pushed and its children come next.
    fn enter(&mut self, node: Node<'t>, field: u16) -> bool {
        let id = node.kind_id();
        let grammar = self.grammar;
        let kind = grammar.kind(id);
        let top = self.frames.len() - 1;
        let around = grammar.kind(self.frames[top].kind);
        let is_body = (field != 0 && around.body == Some(field)) || around.body_kinds.contains(&id);
        if is_body {
            self.end_signature(top, node.start_byte() as u32);
        }
        if let Some(leaf) = kind.leaf {
            if leaf != Leaf::String || node.child_count() == 0 {
                self.leaf(node, leaf, field, id);
                if let (Leaf::Comment | Leaf::Identifier, Some(hook)) = (leaf, kind.hook) {
                    hook(self, node, READ);
                }
                return false;
            }
        }
        if !kind.known && node.child_count() == 0 {
            if id == u16::MAX {
                self.unread(node);
            }
            return false;
        }
        let mut pass = self.pass_for(id, field);
        if pass.to == To::Skip {
            self.skip(node);
            return false;
        }
        let prefix = if kind.prefix { self.add_prefix(node) } else { self.frames[top].prefix.take() };
        let mut arrival = Arrival { prefix, is_body, ..Arrival::default() };
        let mut nameless = false;
        if let Some(hook) = kind.hook {
            match hook(self, node, pass) {
                Visit::Children => {}
                Visit::As(other) => pass = other,
                Visit::Found(found) => arrival.found = found,
                Visit::Nameless => nameless = true,
                Visit::Skip => {
                    self.skip(node);
                    return false;
                }
            }
        }
        if id == u16::MAX {
            self.out.gaps.push(Gap::Syntax(span(node)));
        }
        if node.child_count() == 0 {
            if pass.slot == Slot::Object {
                self.settle(pass, None, 0..0);
            }
            return false;
        }
        self.push(node, kind, pass, arrival);
        if nameless {
            self.frames[top + 1].def = None;
        }
        true
    }

    /// An attribute: remembered for the definition that follows it.
    fn add_prefix(&mut self, node: Node<'t>) -> Option<Prefix> {
        let start = node.start_byte() as u32;
        let frame = &self.frames[self.frames.len() - 1];
        let doc = self.doc_before(frame, start);
        let (is_header, after) = (frame.def.is_some() && frame.symbol.is_none(), node.end_byte() as u32);
        let mut prefix = frame.prefix.unwrap_or(Prefix { start, doc, exports: false });
        if prefix.doc.is_empty() {
            prefix.doc = doc;
        }
        let top = self.frames.len() - 1;
        self.frames[top].prefix = Some(prefix);
        if is_header {
            let rest = self.text.get(after as usize..).unwrap_or("");
            self.frames[top].own_start = after + (rest.len() - rest.trim_start().len()) as u32;
        }
        None
    }

    /// What the parent says about this child, with `Keep` resolved.
    fn pass_for(&self, id: u16, field: u16) -> Pass {
        let parent = &self.frames[self.frames.len() - 1];
        let row = self.grammar.kind(parent.kind);
        let said = (field != 0)
            .then(|| row.by_field.iter().find(|(key, _)| *key == field))
            .flatten()
            .or_else(|| row.by_kind.iter().find(|(key, _)| *key == id))
            .map(|(_, pass)| *pass)
            .or(row.others);
        let mut pass = said.unwrap_or(match parent.pass.to {
            To::Role(Role::Type | Role::Inherit) => Pass { tail: false, ..TYPE },
            To::Role(role @ (Role::Import | Role::Export)) => Pass { to: To::Role(role), ..READ },
            _ => READ,
        });
        if pass.to == To::Keep {
            pass.to = parent.pass.to;
        }
        pass
    }

    fn push(&mut self, node: Node<'t>, kind: &Kind, pass: Pass, arrival: Arrival) {
        let Arrival { prefix, found, is_body } = arrival;
        let def = found.def.or(kind.def);
        if def.is_some() {
            self.open_members();
        }
        let continues = self.is_value(pass);
        let parent = &self.frames[self.frames.len() - 1];
        let outer = parent.scope;
        let mut frame = Frame::new(node, kind, pass, outer);
        frame.items = self.items.len() as u32;
        frame.continues = continues;
        if is_body {
            // Where no brace opens a body, what stands above it is above its first statement.
            (frame.comments, frame.loose) = (parent.comments, parent.loose);
        }
        if def.is_some() || kind.owner || kind.wrapper || kind.sole || kind.leads {
            frame.doc = self.doc_before(parent, frame.start);
            frame.exports |= parent.exports;
            if let Some(prefix) = prefix {
                frame.start = prefix.start;
                frame.exports |= prefix.exports;
                frame.doc = if prefix.doc.is_empty() { frame.doc } else { prefix.doc };
            }
            if def.is_some() && self.is_shared() {
                frame.exports = true;
            }
            let led = parent.leads && (def.is_some() || kind.owner);
            if parent.sole {
                (frame.own_start, frame.end) = (parent.own_start, parent.end);
            }
            if led {
                frame.own_start = parent.own_start;
            }
            if parent.wrapper || parent.sole || led {
                frame.start = parent.start;
                if frame.doc.is_empty() {
                    frame.doc = parent.doc;
                }
            }
        }
        frame.exports |= kind.members && parent.exports;
        let joins = is_body && kind.joins && parent.scope != parent.outer;
        if let Some(scope) = found.scope.or(kind.scope).filter(|_| !joins) {
            frame.scope = self.out.scopes.len() as u32;
            let symbol = if continues { self.valued(self.frames.len() - 1) } else { None };
            self.out.scopes.push(Scope { kind: scope, span: span(node), parent: outer, symbol });
        }
        if def.is_some() || kind.owner {
            let top = self.frames.len() - 1;
            self.frames[top].leads = false;
        }
        self.frames.push(frame);
        self.note(kind, found);
    }

    /// True when the definition around the walk is visible and shares that with its members.
    fn is_shared(&self) -> bool {
        let around = self.frames.iter().rev().find(|frame| frame.def.is_some());
        around.is_some_and(|frame| frame.exports && self.grammar.kind(frame.kind).shares)
    }

    /// The last comments in `frame`, if they document what starts at `start`.
    fn doc_before(&self, frame: &Frame, start: u32) -> Span {
        let n_lines_max = if frame.loose { 2 } else { 1 };
        if self.is_near(frame.comments, start, n_lines_max) { frame.comments } else { Span::default() }
    }

    /// True when only blanks and at most one line end lie between.
    fn touches(&self, comments: Span, start: u32) -> bool {
        self.is_near(comments, start, 1)
    }

    fn is_near(&self, comments: Span, start: u32, n_lines_max: usize) -> bool {
        let between = Span::new(comments.end, start);
        !comments.is_empty()
            && between.end >= between.start
            && between.len() < 200
            && between.of(self.seen).bytes().all(|b| b.is_ascii_whitespace())
            && between.of(self.seen).bytes().filter(|&b| b == b'\n').count() <= n_lines_max
    }

    fn leaf(&mut self, node: Node<'t>, leaf: Leaf, field: u16, id: u16) {
        let at = span(node);
        let text = at.of(self.seen);
        let top = self.frames.len() - 1;
        match leaf {
            Leaf::Comment => {
                let scope = self.frames[top].scope;
                lexer::add_words(&mut self.out, text, at.start, Role::Comment, scope, self.limits);
                let run = self.frames[top].comments;
                // A comment behind code on the same line documents that code, not what follows.
                let start = if self.touches(run, at.start) { run.start } else { at.start };
                let alone = self.text[..at.start as usize]
                    .bytes()
                    .rev()
                    .take_while(|&b| b != b'\n')
                    .all(|b| b == b' ' || b == b'\t');
                // Some grammars count the line's end in.
                let end = at.start + text.trim_end().len() as u32;
                self.frames[top].comments = if alone { Span::new(start, end) } else { Span::default() };
                self.frames[top].loose = text.starts_with("/**") && self.grammar.kind(id).loose;
            }
            Leaf::String => {
                let whole = self.is_quoted(at) && lexer::is_name_like(text);
                let role = if whole { Role::StringKey } else { Role::String };
                let scope = self.frames[top].scope;
                lexer::add_words(&mut self.out, text, at.start, role, scope, self.limits);
            }
            Leaf::Identifier => {
                let pass = self.pass_for(id, field);
                // What the parser put in for a missing name is empty.
                if pass.to != To::Skip && !at.is_empty() && self.out.occurrences.len() < self.limits.occurrences_max {
                    let (at, text) = bare(self.seen, node);
                    let tail = self.identifier(at, text, pass);
                    self.settle(pass, Some(tail), 0..0);
                }
            }
        }
    }

    /// True when these bytes stand between quotes: a whole literal, not a part of a template.
    fn is_quoted(&self, at: Span) -> bool {
        let bytes = self.text.as_bytes();
        let before = (at.start as usize).checked_sub(1).and_then(|before| bytes.get(before));
        [before, bytes.get(at.end as usize)].into_iter().all(|byte| matches!(byte, Some(b'"' | b'\'' | b'`')))
    }

    fn leave(&mut self) {
        let frame = self.frames.pop().expect("leave follows a push");
        self.forget_taken();
        let listed = frame.listed && matches!(frame.pass.slot, Slot::Binder | Slot::Source(_));
        let list = if listed { frame.items..self.items.len() as u32 } else { 0..0 };
        if !listed {
            self.items.truncate(frame.items as usize);
        }
        self.settle(frame.pass, frame.tail, list);
    }

    /// Uses the tail of a finished child, or the list of items that it is, as its pass says.
    fn settle(&mut self, pass: Pass, tail: Option<u32>, list: Range<u32>) {
        let top = self.frames.len() - 1;
        if pass.slot == Slot::OneOf {
            self.one_of(tail);
        }
        let frame = &mut self.frames[top];
        if pass.tail && !frame.tail_is_final {
            frame.tail = tail;
            frame.tail_is_final = frame.tail_first;
        }
        match pass.slot {
            Slot::None | Slot::Member | Slot::Inner | Slot::Same | Slot::OneOf => {}
            Slot::Held => self.held(tail),
            Slot::HeldResult => self.returned.extend(tail),
            Slot::Object | Slot::Link | Slot::Next => frame.object = tail.map_or(Receiver::Other, Receiver::Occurrence),
            Slot::Item => {
                frame.listed = true;
                self.items.push(tail);
            }
            Slot::Product => frame.tail = tail.or(frame.tail),
            Slot::Key => self.key(tail),
            Slot::Given => self.given(tail),
            Slot::Binder => {
                self.key_of_shape(tail);
                self.binder(tail, list);
            }
            Slot::Source(how) => self.source(tail, list, how),
            Slot::OfDef(how) => {
                if let Some(source) = tail {
                    self.hint_of_def(source, how);
                }
            }
            Slot::Result => {
                if let Some(source) = tail.filter(|_| frame.name.is_some()) {
                    self.hint_of_def(source, How::Returns);
                }
            }
        }
    }

    /// Something is known about the definition around the walk through `source`.
    fn hint_of_def(&mut self, source: u32, how: How) {
        let mut around = self.frames.iter_mut().rev();
        // A scope that is no definition's body hides the definition around it (callbacks).
        let frame = around.find(|frame| frame.is_definition() || (frame.scope != frame.outer && !frame.continues));
        let Some(frame) = frame.filter(|frame| frame.is_definition()) else { return };
        // Who can see a trait can call what implements it.
        frame.exports |= how == How::Inherits && frame.def == Some(SymbolKind::Impl);
        match frame.name {
            Some(name) => self.hint(Some(name), source, how),
            None => frame.of_def = Some((source, how)),
        }
    }

    fn end_signature(&mut self, mut frame: usize, at: u32) {
        while self.frames[frame].symbol.is_none() && self.frames[frame].continues {
            frame -= 1;
        }
        let equals = self.grammar.kind(self.frames[frame].kind).equals;
        let first = self.frames[..=frame].iter().rposition(|frame| !frame.continues).unwrap_or(0);
        for (symbol, kind) in self.frames[first..=frame].iter().filter_map(|frame| Some((frame.symbol?, frame.kind))) {
            let signature = &mut self.out.symbols[symbol as usize].signature;
            // A brief one is cut to a line, which may be too short; others may have ended before.
            let at = if self.grammar.kind(kind).brief { at } else { at.min(signature.end) };
            let text = Span::new(signature.start, at).of(self.seen);
            let text = text
                .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '(' | '\\') || equals && c == '=');
            signature.end = signature.start + text.len() as u32;
        }
    }

    fn finish(mut self) -> Outline {
        self.export_the_exported();
        self.add_missed();
        let (text, after) = (self.text, self.grammar.after);
        let mut outline = self.out;
        order::put_in_order(&mut outline);
        order::drop_nameless(&mut outline);
        if let Some(after) = after {
            after(&mut outline, text);
        }
        outline
    }
}

impl Frame {
    fn new(node: Node<'_>, kind: &Kind, pass: Pass, scope: u32) -> Frame {
        let at = span(node);
        Frame {
            kind: node.kind_id(),
            pass,
            scope,
            outer: scope,
            binds: scope,
            def: kind.def,
            symbol: None,
            owner: kind.owner,
            wrapper: kind.wrapper,
            exports: kind.exports,
            prefix: None,
            start: at.start,
            own_start: at.start,
            end: at.end,
            doc: Span::default(),
            comments: Span::default(),
            loose: false,
            tail: None,
            tail_first: kind.tail_first,
            tail_is_final: false,
            object: Receiver::None,
            items: 0,
            listed: false,
            binders: 0..0,
            sources: [None; 2],
            name: None,
            of_def: None,
            sole: kind.sole && node.named_child_count() == 1,
            leads: kind.leads,
            continues: false,
            found: Found::default(),
        }
    }

    fn is_definition(&self) -> bool {
        self.def.is_some() || self.name.is_some()
    }
}

/// The word that an identifier is: raw ones (`r#type`, `` `type` ``) without their marks, labels
/// without theirs, and what a language writes behind `this` left off.
fn bare<'t>(text: &'t str, node: Node<'_>) -> (Span, &'t str) {
    // A first child that is no word is a mark that belongs to the name (`$x`).
    let first = node.child(0).map(span).filter(|first| first.of(text).starts_with(crate::words::is_word));
    let at = first.unwrap_or_else(|| span(node));
    let word = at.of(text);
    let (before, after) = match word.as_bytes() {
        [_, b'#', _, ..] => (2, 0),
        [b'`', _, .., b'`'] => (1, 1),
        [b'_' | b'a'..=b'z' | b'A'..=b'Z', .., b'@'] => (0, 1),
        _ => return (at, word),
    };
    let at = Span::new(at.start + before, at.end - after);
    (at, at.of(text))
}

/// The span of a node.
pub(crate) fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}

/// What a hook says about an import.
#[derive(Clone, Copy)]
pub(crate) struct NewImport<'a> {
    pub(crate) module: &'a str,
    pub(crate) name: Option<&'a str>,
    pub(crate) local: Option<&'a str>,
    pub(crate) star: bool,
    pub(crate) reexport: bool,
    pub(crate) kind: ImportKind,
}

impl Default for NewImport<'_> {
    fn default() -> Self {
        NewImport { module: "", name: None, local: None, star: false, reexport: false, kind: ImportKind::Import }
    }
}

/// What hooks may do.
impl<'t> Walk<'t> {
    /// The text of a node.
    pub(crate) fn of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// Adds an occurrence for `node` as it stands, in the innermost scope.
    pub(crate) fn emit(&mut self, node: Node<'_>, role: Role) -> u32 {
        self.emit_at(span(node), role, Receiver::None)
    }

    /// Adds an occurrence for the text at `at`.
    pub(crate) fn emit_at(&mut self, at: Span, role: Role, receiver: Receiver) -> u32 {
        let scope = self.scope();
        let name = self.out.names.intern(at.of(self.text));
        self.out.occurrences.push(Occurrence { name, at: at.start, role, scope, receiver });
        self.out.occurrences.len() as u32 - 1
    }

    /// Adds every word of a dotted or slashed path (`os.path`) with `role`, chained by receivers.
    pub(crate) fn emit_path(&mut self, at: Span, role: Role) -> Option<u32> {
        let mut receiver = Receiver::None;
        let mut last = None;
        for (offset, word) in crate::words::runs(at.of(self.text)) {
            let start = at.start + offset as u32;
            let index = self.emit_at(Span::new(start, start + word.len() as u32), role, receiver);
            receiver = Receiver::Occurrence(index);
            last = Some(index);
        }
        last
    }

    /// Adds an import that spans `node` and binds in the innermost scope.
    pub(crate) fn import(&mut self, node: Node<'_>, new: NewImport<'_>) {
        let scope = self.scope();
        self.import_at(span(node), scope, new);
    }

    /// Adds an import that spans `at` and binds in `scope`.
    pub(crate) fn import_at(&mut self, at: Span, scope: u32, new: NewImport<'_>) {
        let names = &mut self.out.names;
        let import = Import {
            module: names.intern(new.module),
            name: new.name.map(|name| names.intern(name)),
            local: new.local.map(|local| names.intern(local)),
            star: new.star,
            reexport: new.reexport,
            kind: new.kind,
            span: at,
            scope,
        };
        self.out.imports.push(import);
    }

    /// `node` says that what it holds, or else all that follows, is part of the package `name`.
    pub(crate) fn package(&mut self, node: Node<'_>, name: Node<'_>, holds: bool) {
        let at = span(node);
        let end = if holds { at.end } else { self.text.len() as u32 };
        let new = NewImport { module: self.of(name), kind: ImportKind::Package, ..NewImport::default() };
        let scope = self.scope();
        self.import_at(Span::new(at.start, end), scope, new);
    }

    /// The innermost scope.
    pub(crate) fn scope(&self) -> u32 {
        self.frames[self.frames.len() - 1].scope
    }

    /// Marks the definition around the walk as visible to other files, or not.
    pub(crate) fn set_exported(&mut self, exported: bool) {
        let Some(frame) = self.frames.iter_mut().rev().find(|frame| frame.def.is_some() || frame.owner) else { return };
        frame.exports = exported;
        if let Some(symbol) = frame.symbol {
            self.out.symbols[symbol as usize].exported = exported;
        }
    }

    /// Marks the definition that follows the attribute being read as visible to other files.
    pub(crate) fn export_next(&mut self) {
        let top = self.frames.len() - 1;
        if let Some(prefix) = &mut self.frames[top].prefix {
            prefix.exports = true;
        }
    }

    /// The name that the node around the hook's node is known by so far; empty if there is none.
    pub(crate) fn tail_name(&self) -> &str {
        let tail = self.frames[self.frames.len() - 1].tail;
        tail.map_or("", |tail| self.out.names.get(self.out.occurrences[tail as usize].name))
    }

    /// The symbol around the walk.
    pub(crate) fn symbol(&self) -> Option<u32> {
        self.frames.iter().rev().find_map(|frame| frame.symbol)
    }

    /// True when no more occurrences are kept.
    pub(crate) fn is_full(&self) -> bool {
        self.out.occurrences.len() >= self.limits.occurrences_max
    }

    /// The words of a comment or string at `at`, in `scope`.
    pub(crate) fn words(&mut self, at: Span, role: Role, scope: u32) {
        lexer::add_words(&mut self.out, at.of(self.text), at.start, role, scope, self.limits);
    }

    /// The comment just read documents what is around it, not what follows.
    pub(crate) fn doc_inside(&mut self) {
        let top = self.frames.len() - 1;
        let doc = std::mem::take(&mut self.frames[top].comments);
        let Some(symbol) = self.symbol() else { return };
        let before = self.out.symbols[symbol as usize].doc;
        if before.is_empty() || self.touches(before, doc.start) {
            let start = if before.is_empty() { doc.start } else { before.start };
            self.out.symbols[symbol as usize].doc = Span::new(start, doc.end);
        }
    }

    /// Gives the symbol around the walk a doc text if it has none.
    pub(crate) fn set_doc(&mut self, doc: Span) {
        let symbol = self.frames.iter().rev().find_map(|frame| frame.symbol);
        if let Some(symbol) = symbol.map(|index| &mut self.out.symbols[index as usize]) {
            if symbol.doc.is_empty() {
                symbol.doc = doc;
            }
        }
    }
}
