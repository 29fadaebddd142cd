//! One walk over one syntax tree, for every language.
//!
//! A cursor goes through the tree with an explicit stack of frames, so that no nesting can
//! overflow the real one. Each child is told by its parent's table row what it stands for; an
//! identifier leaf turns that into an occurrence, and into a symbol where it names one. On the
//! way up a node reports its *tail*, the occurrence a later dot or hint can hold on to: `b` for
//! `a.b`, `f` for `f(x)`.
//!
//! Knows no language: tables and hooks do.

mod bind;

use crate::lexer;
use crate::names::NameId;
use crate::outline::{
    Gap, Hint, How, Import, ImportKind, Occurrence, Outline, Receiver, Role, Scope, ScopeKind, Span, SymbolKind,
};
use crate::spec::{Grammar, Kind, Leaf, Pass, READ, Slot, TYPE, To, Visit};
use crate::{Lang, Limits};
use hashbrown::HashSet;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

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
}

/// What is known about a node while the walk is inside it.
struct Frame {
    kind: u16,
    /// What reaches this node; `to` is never `Keep`.
    pass: Pass,
    /// Scope inside and scope outside; the same if the node opens none.
    scope: u32,
    outer: u32,
    def: Option<SymbolKind>,
    symbol: Option<u32>,
    owner: bool,
    wrapper: bool,
    exports: bool,
    /// Where a symbol defined here starts (at its decorators) and where its own text starts.
    start: u32,
    own_start: u32,
    end: u32,
    /// Doc comment for what is defined here.
    doc: Span,
    /// The last run of comments among the children.
    comments: Span,
    tail: Option<u32>,
    object: Receiver,
    binder: Option<u32>,
    sources: [Option<(u32, How)>; 2],
    /// The name's occurrence, once seen, and what waits for it.
    name: Option<u32>,
    of_def: Option<(u32, How)>,
}

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Parses and walks `text`; falls back to the generic lexer when a limit is hit.
pub(crate) fn outline(lang: Lang, grammar: &Grammar, text: &str, limits: &Limits) -> Outline {
    let lexed = |why| {
        let mut outline = lexer::outline(lang, text, limits);
        outline.gaps.push(Gap::Limit(why));
        outline
    };
    if text.len() > limits.bytes_max {
        return lexed("too large to parse");
    }
    match parse(grammar, text, limits) {
        Some(tree) => Walk::run(lang, grammar, text, limits, &tree),
        None => lexed("parsing took too long"),
    }
}

fn parse(grammar: &Grammar, text: &str, limits: &Limits) -> Option<Tree> {
    PARSER.with(|parser| {
        let mut parser = parser.borrow_mut();
        parser.set_language(&grammar.language).ok()?;
        let deadline = Instant::now() + Duration::from_millis(limits.parse_ms);
        let mut late = |_: &ParseState| {
            if Instant::now() > deadline { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut late);
        let bytes = text.as_bytes();
        let tree = parser.parse_with_options(&mut |at, _| &bytes[at.min(bytes.len())..], None, Some(options));
        if tree.is_none() {
            parser.reset();
        }
        tree
    })
}

impl<'t> Walk<'t> {
    fn run(lang: Lang, grammar: &'t Grammar, text: &'t str, limits: &'t Limits, tree: &'t Tree) -> Outline {
        let out = Outline { lang, ..Outline::default() };
        let mut walk = Walk { text, out, grammar, limits, frames: Vec::new(), bound: HashSet::new() };
        let whole = Span::new(0, text.len() as u32);
        walk.out.scopes.push(Scope { kind: ScopeKind::File, span: whole, parent: 0, symbol: None });
        let root = tree.root_node();
        let kind = grammar.kind(root.kind_id());
        walk.frames.push(Frame::new(root, kind, READ, 0, 0));
        walk.children_of(root);
        walk.finish()
    }

    fn children_of(&mut self, root: Node<'t>) {
        let mut cursor = root.walk();
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let field = cursor.field_id().map_or(0, |id| id.get());
            if self.enter(cursor.node(), field) && cursor.goto_first_child() {
                continue;
            }
            loop {
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() || self.frames.len() <= 1 {
                    return;
                }
                self.leave();
            }
        }
    }

    /// Handles a node; true when a frame was pushed and its children come next.
    fn enter(&mut self, node: Node<'t>, field: u16) -> bool {
        let id = node.kind_id();
        let grammar = self.grammar;
        let kind = grammar.kind(id);
        let top = self.frames.len() - 1;
        if field != 0 && grammar.kind(self.frames[top].kind).body == Some(field) {
            self.end_signature(top, node.start_byte() as u32);
        }
        if let Some(leaf) = kind.leaf {
            if leaf != Leaf::String || node.child_count() == 0 {
                self.leaf(node, leaf, field, id);
                return false;
            }
        }
        if !kind.known && node.child_count() == 0 {
            return false;
        }
        let mut pass = self.pass_for(id, field);
        if pass.to == To::Skip {
            return false;
        }
        if let Some(hook) = kind.hook {
            match hook(self, node, pass) {
                Visit::Children => {}
                Visit::As(other) => pass = other,
                Visit::Skip => return false,
            }
        }
        if id == u16::MAX {
            self.out.gaps.push(Gap::Syntax(span(node)));
        }
        if self.frames.len() >= self.limits.depth_max {
            self.out.gaps.push(Gap::Syntax(span(node)));
            return false;
        }
        if node.child_count() == 0 {
            return false;
        }
        self.push(node, kind, pass);
        true
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

    fn push(&mut self, node: Node<'t>, kind: &Kind, pass: Pass) {
        let parent = &self.frames[self.frames.len() - 1];
        let outer = parent.scope;
        let mut frame = Frame::new(node, kind, pass, outer, outer);
        if kind.def.is_some() || kind.owner || kind.wrapper {
            frame.doc = if self.touches(parent.comments, frame.start) { parent.comments } else { Span::default() };
            frame.exports |= parent.exports;
            if parent.wrapper {
                frame.start = parent.start;
                if frame.doc.is_empty() {
                    frame.doc = parent.doc;
                }
            }
        }
        if let Some(scope) = kind.scope {
            frame.scope = self.out.scopes.len() as u32;
            self.out.scopes.push(Scope { kind: scope, span: span(node), parent: outer, symbol: None });
        }
        self.frames.push(frame);
    }

    /// True when only blanks and at most one line end lie between.
    fn touches(&self, comments: Span, start: u32) -> bool {
        let between = Span::new(comments.end, start);
        !comments.is_empty()
            && between.end >= between.start
            && between.len() < 200
            && between.of(self.text).bytes().all(|b| b.is_ascii_whitespace())
            && between.of(self.text).bytes().filter(|&b| b == b'\n').count() <= 1
    }

    fn leaf(&mut self, node: Node<'t>, leaf: Leaf, field: u16, id: u16) {
        let at = span(node);
        let text = at.of(self.text);
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
                self.frames[top].comments = if alone { Span::new(start, at.end) } else { Span::default() };
            }
            Leaf::String => {
                let role = if lexer::is_name_like(text) { Role::StringKey } else { Role::String };
                let scope = self.frames[top].scope;
                lexer::add_words(&mut self.out, text, at.start, role, scope, self.limits);
            }
            Leaf::Identifier => {
                let pass = self.pass_for(id, field);
                if pass.to != To::Skip && self.out.occurrences.len() < self.limits.occurrences_max {
                    let tail = self.identifier(at, text, pass);
                    self.settle(pass, Some(tail));
                }
            }
        }
    }

    fn leave(&mut self) {
        let frame = self.frames.pop().expect("leave follows a push");
        let pass = frame.pass;
        self.settle(pass, frame.tail);
    }

    /// Uses the tail of a finished child as its pass says.
    fn settle(&mut self, pass: Pass, tail: Option<u32>) {
        let top = self.frames.len() - 1;
        let frame = &mut self.frames[top];
        if pass.tail {
            frame.tail = tail;
        }
        match pass.slot {
            Slot::None | Slot::Member => {}
            Slot::Object => frame.object = tail.map_or(Receiver::Other, Receiver::Occurrence),
            Slot::Binder => {
                frame.binder = tail;
                let sources = frame.sources;
                for (source, how) in sources.into_iter().flatten() {
                    self.hint(tail, source, how);
                }
            }
            Slot::Source(how) => {
                let Some(source) = tail else { return };
                let free = usize::from(frame.sources[0].is_some());
                frame.sources[free] = Some((source, how));
                let binder = frame.binder;
                self.hint(binder, source, how);
            }
            Slot::OfDef(how) => {
                if let Some(source) = tail {
                    self.hint_of_def(source, how);
                }
            }
        }
    }

    /// Something is known about the definition around the walk through `source`.
    fn hint_of_def(&mut self, source: u32, how: How) {
        let Some(frame) = self.frames.iter_mut().rev().find(|frame| frame.def.is_some()) else { return };
        match frame.name {
            Some(name) => self.hint(Some(name), source, how),
            None => frame.of_def = Some((source, how)),
        }
    }

    fn hint(&mut self, binder: Option<u32>, source: u32, how: How) {
        let Some(binder) = binder.filter(|&binder| binder != source) else { return };
        let role = self.out.occurrences[binder as usize].role;
        let binds = matches!(role, Role::Def | Role::Bind | Role::Write | Role::Type);
        if binds {
            self.out.hints.push(Hint { binder, source, how });
        }
    }

    fn end_signature(&mut self, frame: usize, at: u32) {
        if let Some(symbol) = self.frames[frame].symbol {
            let signature = &mut self.out.symbols[symbol as usize].signature;
            let text = Span::new(signature.start, at).of(self.text);
            signature.end = signature.start + text.trim_end().len() as u32;
        }
    }

    /// Puts occurrences into order of position where a hook emitted them otherwise.
    fn finish(mut self) -> Outline {
        let occurrences = &self.out.occurrences;
        if occurrences.is_sorted_by_key(|occurrence| occurrence.at) {
            return self.out;
        }
        let mut order: Vec<u32> = (0..occurrences.len() as u32).collect();
        order.sort_by_key(|&index| (occurrences[index as usize].at, index));
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let moved = |index: u32| place[index as usize];
        let mut sorted: Vec<Occurrence> = order.iter().map(|&old| occurrences[old as usize]).collect();
        for occurrence in &mut sorted {
            if let Receiver::Occurrence(index) = occurrence.receiver {
                occurrence.receiver = Receiver::Occurrence(moved(index));
            }
        }
        for hint in &mut self.out.hints {
            (hint.binder, hint.source) = (moved(hint.binder), moved(hint.source));
        }
        self.out.occurrences = sorted;
        self.out
    }
}

impl Frame {
    fn new(node: Node<'_>, kind: &Kind, pass: Pass, scope: u32, outer: u32) -> Frame {
        let at = span(node);
        Frame {
            kind: node.kind_id(),
            pass,
            scope,
            outer,
            def: kind.def,
            symbol: None,
            owner: kind.owner,
            wrapper: kind.wrapper,
            exports: kind.exports,
            start: at.start,
            own_start: at.start,
            end: at.end,
            doc: Span::default(),
            comments: Span::default(),
            tail: None,
            object: Receiver::None,
            binder: None,
            sources: [None; 2],
            name: None,
            of_def: None,
        }
    }
}

/// The span of a node.
pub(crate) fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}

/// What a hook says about an import.
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
        let names = &mut self.out.names;
        let import = Import {
            module: names.intern(new.module),
            name: new.name.map(|name| names.intern(name)),
            local: new.local.map(|local| names.intern(local)),
            star: new.star,
            reexport: new.reexport,
            kind: new.kind,
            span: span(node),
            scope,
        };
        self.out.imports.push(import);
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
