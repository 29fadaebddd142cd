//! The words in which a language says what its syntax nodes mean.
//!
//! A [`Spec`] is a table: node kind -> what the node is (a definition, a scope, a comment …) and
//! what its children stand for. The walk carries a [`Pass`] down to each child: "you are the
//! name of this definition", "you are what is called", "you stand before the dot". An identifier
//! takes its role from the pass that reaches it. What a table cannot say goes into a hook.
//!
//! [`Grammar`] is the table compiled for one parser: kinds and fields become small integers.

use crate::names::NameId;
use crate::outline::{How, Outline, Role, ScopeKind, Span, SymbolKind};
use crate::walk::Walk;
use tree_sitter::{Language, Node as Tree};

/// Everything that one language says about its syntax.
pub(crate) struct Spec {
    /// The parser.
    pub(crate) language: fn() -> Language,
    /// Leaves that are identifiers.
    pub(crate) identifiers: &'static [&'static str],
    /// Leaves that are comments.
    pub(crate) comments: &'static [&'static str],
    /// Leaves that hold the inside of a string literal.
    pub(crate) strings: &'static [&'static str],
    /// What the other nodes mean.
    pub(crate) nodes: &'static [Node],
    /// Names of the receiver inside a method: `self`, `this`.
    pub(crate) selves: &'static [&'static str],
    /// Visible to other files by its name alone? (Python `_x`, Go `X`.) None: by syntax only.
    pub(crate) exported: Option<fn(&str) -> bool>,
    /// Module-level and class-level bindings are symbols (constants, variables, fields).
    pub(crate) bindings_are_symbols: bool,
}

/// What one kind of node means.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The grammar's name for it.
    pub(crate) kind: &'static str,
    /// It defines a symbol; the child passed [`NAME`] names it.
    pub(crate) def: Option<SymbolKind>,
    /// It opens a scope for its children.
    pub(crate) scope: Option<ScopeKind>,
    /// It opens none where it is the body of what has opened one (the block of a function).
    pub(crate) joins: bool,
    /// It wraps a definition (decorators, `export`): the symbol's span starts here.
    pub(crate) wrapper: bool,
    /// It stands before the definition it belongs to (attributes): the symbol's span starts here,
    /// and a comment above it documents the symbol.
    pub(crate) prefix: bool,
    /// What is defined directly inside is visible to other files.
    pub(crate) exports: bool,
    /// What is defined directly inside is as visible as this is (variants, trait items).
    pub(crate) shares: bool,
    /// Its tail is that of its first child, not of its last one.
    pub(crate) tail_first: bool,
    /// A binding inside that becomes a symbol spans this node (`const x = …;`).
    pub(crate) owner: bool,
    /// If it holds only one definition or binding, that one spans all of this (`const x = 1;`).
    pub(crate) sole: bool,
    /// The first definition in it starts here, others where they stand (`let rec a = … and b = …`).
    pub(crate) leads: bool,
    /// What is defined directly inside is a member, and as visible as this is (object literals).
    pub(crate) members: bool,
    /// The signature of what is defined here is one line, unless a body ends it.
    pub(crate) brief: bool,
    /// Its body stands behind a `=` that is no part of its signature.
    pub(crate) equals: bool,
    /// Where the name of what it defines holds.
    pub(crate) place: Place,
    /// A comment of this kind that opens with `/**` documents what follows after a blank line too.
    pub(crate) loose: bool,
    /// Field whose child ends the signature, or `:kind` of such a child.
    pub(crate) body: &'static str,
    /// What its children stand for: by field name, or `*` for every other named child, or
    /// `:kind` for children of a kind.
    pub(crate) children: &'static [(&'static str, Pass)],
    /// What the table cannot say; runs on entering.
    pub(crate) hook: Option<Hook>,
}

/// A row to start from: `Node { kind: "…", ..NODE }`.
pub(crate) const NODE: Node = Node {
    kind: "",
    def: None,
    scope: None,
    joins: false,
    wrapper: false,
    prefix: false,
    exports: false,
    shares: false,
    tail_first: false,
    owner: false,
    sole: false,
    leads: false,
    members: false,
    brief: false,
    equals: false,
    place: Place::Outside,
    loose: false,
    body: "body",
    children: &[],
    hook: None,
};

/// Runs on entering a node, with what its parent said it stands for (`Keep` resolved); says
/// whether the walk still goes inside.
pub(crate) type Hook = for<'t> fn(&mut Walk<'t>, Tree<'t>, Pass) -> Visit;

/// What the walk does after a hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Visit {
    /// Goes on as the table says.
    Children,
    /// Goes on as if the parent had said this instead.
    As(Pass),
    /// Goes on as if the table had said this too.
    Found(Found),
    /// Goes on as the table says, but nothing is defined here.
    Nameless,
    /// The hook did it all.
    Skip,
}

/// What a hook found out about the node it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found {
    /// It defines a symbol of this kind; children told `Keep` name it.
    pub(crate) def: Option<SymbolKind>,
    /// What children told `Keep` do, if they do not name it.
    pub(crate) to: Option<To>,
    /// Where the name holds.
    pub(crate) place: Place,
    /// The type that it, or what is defined in its value, belongs to.
    pub(crate) owner: Option<NameId>,
    /// The symbol that it is a member of, where that is not the one it is written inside of.
    pub(crate) parent: Option<Option<u32>>,
    /// It is visible to other files, or not.
    pub(crate) exports: Option<bool>,
    /// The keys of the object that it holds are definitions.
    pub(crate) lists: bool,
    /// The hook defined it already: the occurrence of its name, and its symbol.
    pub(crate) symbol: Option<(u32, u32)>,
    /// It opens this.
    pub(crate) scope: Option<ScopeKind>,
    /// It holds a symbol of this kind whose name stands here, behind what belongs to it.
    pub(crate) ahead: Option<(Span, SymbolKind)>,
    /// What its keys are members of.
    pub(crate) keys: Option<Keys>,
}

/// What the keys of an object, or of a pattern that takes one apart, are members of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keys {
    /// Of what this occurrence stands for, returns or is called with.
    Of(u32, How),
    /// Of what the binding around is known through, which comes later.
    OfSource,
}

/// Where the name of a definition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Place {
    /// In the scope that it stands in.
    #[default]
    Outside,
    /// In the innermost function, class or file.
    Hoisted,
    /// Only in itself.
    Inside,
    /// In the innermost scope that is no class (C tags and enumerators).
    Lifted,
}

/// What a child stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pass {
    /// What an identifier here does; none: as the parent was told.
    pub(crate) to: To,
    /// Its tail name is the tail name of the whole node (`b` of `a.b`, `f` of `f()`).
    pub(crate) tail: bool,
    /// What else its tail name is good for.
    pub(crate) slot: Slot,
}

/// What an identifier does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    /// What the parent was told.
    Keep,
    /// The name of the definition around it.
    Name,
    /// The name of the type whose members this definition holds (`impl` blocks).
    NameOfImpl,
    /// A local binding in the innermost scope.
    Bind,
    /// A local binding in the innermost function, class or file.
    Hoist,
    /// A local binding, or the constant or variant that it is compared with if it is capitalised.
    Pattern,
    /// Part of a path: a type if it is capitalised, else a value that is read (a module).
    Segment,
    /// A local binding in the innermost scope that never is a symbol (type parameters).
    Local,
    /// A definition all by itself (the variants of a plain enum).
    Is(SymbolKind),
    /// The name of one of several definitions of this kind in the node that owns them
    /// (`int a, *b;`).
    Define(SymbolKind),
    /// A symbol of the innermost scope of this kind around it, else of the file: the first one
    /// defines it and all others write it.
    Once(ScopeKind),
    /// Just this role.
    Role(Role),
    /// Not visited.
    Skip,
}

/// What the tail name of a child is good for besides itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// Nothing.
    None,
    /// It stands before the dot.
    Object,
    /// It stands behind the dot.
    Member,
    /// One of several names in a row (`a.b.c`) that the grammar gives no fields: a member of the
    /// one before it, if there is one, and what stands before the next.
    Next,
    /// It stands before the dot, and behind that of the same kind of node around (`b` in
    /// `a::(b::c)`).
    Link,
    /// It is what the node around it is: behind the dot, if that is.
    Same,
    /// It is a member of what stands before the dot, or before the braces, a few nodes further up.
    Inner,
    /// It becomes known through the node's `Source` child.
    Binder,
    /// The binder is known through it.
    Source(How),
    /// What the definition around it is known through (return type, base class).
    OfDef(How),
    /// What the definition around it returns, if that has its name already: a type before the
    /// name is what it is called on.
    Result,
    /// One of several binders or sources (`a, b := f(), g()`), paired with those beside them.
    Item,
    /// If it has a tail, that is the node's (`T` in `new(T)`).
    Product,
    /// It is a key of the object around.
    Key,
    /// The function around returns it.
    Given,
    /// It is the type of what an array holds.
    Held,
    /// It is the type of what a function type returns.
    HeldResult,
    /// It is one of the types of a union or an intersection, which is known by all of them.
    OneOf,
}

const fn pass(to: To) -> Pass {
    Pass { to, tail: false, slot: Slot::None }
}

impl Pass {
    /// The same, and its tail is the node's tail.
    pub(crate) const fn tail(self) -> Pass {
        Pass { tail: true, ..self }
    }

    /// The same, but its tail is not the node's tail.
    pub(crate) const fn no_tail(self) -> Pass {
        Pass { tail: false, ..self }
    }

    /// The same, with a use for its tail.
    pub(crate) const fn slot(self, slot: Slot) -> Pass {
        Pass { slot, ..self }
    }
}

/// For hooks: goes on as if the parent had said that identifiers do this, the rest as it was.
pub(crate) fn told(to: To, pass: Pass) -> Visit {
    Visit::As(Pass { to, ..pass })
}

/// As the parent was told.
pub(crate) const KEEP: Pass = pass(To::Keep).tail();
/// The name of the definition around it.
pub(crate) const NAME: Pass = pass(To::Name).tail();
/// The type whose members an `impl` block holds.
pub(crate) const NAME_OF_IMPL: Pass = pass(To::NameOfImpl).tail();
/// What is called.
pub(crate) const CALLEE: Pass = pass(To::Role(Role::Call)).tail();
/// What stands before the dot.
pub(crate) const OBJECT: Pass = pass(To::Role(Role::Read)).slot(Slot::Object);
/// What stands behind the dot.
pub(crate) const MEMBER: Pass = pass(To::Keep).tail().slot(Slot::Member);
/// One of several names in a row.
pub(crate) const LINK: Pass = pass(To::Keep).tail().slot(Slot::Next);
/// An ordinary value.
pub(crate) const READ: Pass = pass(To::Role(Role::Read));
/// An ordinary value whose tail name is that of the node: parentheses, `await`.
pub(crate) const VALUE: Pass = pass(To::Role(Role::Read)).tail();
/// An assigned place that binds nothing.
pub(crate) const WRITE: Pass = pass(To::Role(Role::Write)).tail();
/// A local binding in the innermost scope.
pub(crate) const BIND: Pass = pass(To::Bind).tail();
/// A local binding in the innermost function, class or file.
pub(crate) const HOIST: Pass = pass(To::Hoist).tail();
/// A local binding in the innermost scope, or what a value is compared with.
pub(crate) const PATTERN: Pass = pass(To::Pattern).tail();
/// What stands before the `::`.
pub(crate) const SEGMENT: Pass = pass(To::Segment).slot(Slot::Object);
/// A local binding in the innermost scope that never is a symbol.
pub(crate) const LOCAL: Pass = pass(To::Local);
/// A type.
pub(crate) const TYPE: Pass = pass(To::Role(Role::Type)).tail();
/// The type of the binder beside it.
pub(crate) const TYPE_OF: Pass = TYPE.slot(Slot::Source(How::Annotated));
/// What the binder beside it is assigned from.
pub(crate) const VALUE_OF: Pass = VALUE.slot(Slot::Source(How::Assigned));
/// What the binder beside it is an element of.
pub(crate) const ELEMENT_OF: Pass = VALUE.slot(Slot::Source(How::Element));
/// The return type of the definition around it.
pub(crate) const RETURNS: Pass = TYPE.slot(Slot::OfDef(How::Returns));
/// A base class of the definition around it; the hint is drawn when its name is met.
pub(crate) const BASE: Pass = pass(To::Role(Role::Inherit)).tail();
/// A definition all by itself.
pub(crate) const fn is(kind: SymbolKind) -> Pass {
    pass(To::Is(kind))
}
/// A symbol of the innermost scope of this kind, defined where it is first assigned.
pub(crate) const fn once(kind: ScopeKind) -> Pass {
    pass(To::Once(kind)).tail()
}
/// Any identifier inside has this role.
pub(crate) const fn role(role: Role) -> Pass {
    pass(To::Role(role))
}
/// A keyword argument or object key.
pub(crate) const KEY: Pass = pass(To::Role(Role::Key));
/// A decorator or annotation.
pub(crate) const DECORATOR: Pass = pass(To::Role(Role::Decorator)).tail();
/// The name of one of several definitions of this kind in the node that owns them.
pub(crate) const fn define(kind: SymbolKind) -> Pass {
    pass(To::Define(kind)).tail()
}
/// Not visited.
pub(crate) const SKIP: Pass = pass(To::Skip);
/// This becomes known through what stands beside it.
pub(crate) const fn binder(pass: Pass) -> Pass {
    pass.slot(Slot::Binder)
}

/// What the walk needs to know about a kind, by number.
#[derive(Default)]
pub(crate) struct Kind {
    pub(crate) leaf: Option<Leaf>,
    pub(crate) def: Option<SymbolKind>,
    pub(crate) scope: Option<ScopeKind>,
    pub(crate) joins: bool,
    pub(crate) wrapper: bool,
    pub(crate) prefix: bool,
    pub(crate) exports: bool,
    pub(crate) shares: bool,
    pub(crate) tail_first: bool,
    pub(crate) owner: bool,
    pub(crate) sole: bool,
    pub(crate) leads: bool,
    pub(crate) members: bool,
    pub(crate) brief: bool,
    pub(crate) equals: bool,
    pub(crate) place: Place,
    pub(crate) loose: bool,
    /// True when something above asks for a frame of its own facts.
    pub(crate) known: bool,
    pub(crate) body: Option<u16>,
    pub(crate) body_kinds: Vec<u16>,
    pub(crate) by_field: Vec<(u16, Pass)>,
    pub(crate) by_kind: Vec<(u16, Pass)>,
    pub(crate) others: Option<Pass>,
    pub(crate) hook: Option<Hook>,
}

/// Leaves that carry text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    Identifier,
    Comment,
    String,
}

/// A [`Spec`] compiled for its parser.
pub(crate) struct Grammar {
    pub(crate) language: Language,
    pub(crate) spec: &'static Spec,
    /// What the parser must not see, if the language has such a thing.
    pub(crate) veil: Option<Veil>,
    /// What can be told only when all of a file is known.
    pub(crate) after: Option<After>,
    /// True for a text that would bring the parser's C code down, and all of us with it.
    pub(crate) fatal: Option<fn(&str) -> bool>,
    kinds: Vec<Kind>,
    error: Kind,
}

/// Completes the facts about a file, whose text comes along. Occurrences are in order by then.
pub(crate) type After = fn(&mut Outline, &str);

/// How a language hides from its parser what the grammar cannot know (a preprocessor's work).
#[derive(Clone, Copy)]
pub(crate) struct Veil {
    /// The text with blanks for what is hidden, byte for byte, and what stands there with its
    /// role; none if all can be seen.
    pub(crate) hide: fn(&str) -> Option<Veiled>,
    /// Adds the words of a hidden piece.
    pub(crate) words: for<'t> fn(&mut Walk<'t>, Span, Role),
}

/// A text for the parser and what it lacks. Invariant: sorted, apart from each other.
pub(crate) struct Veiled {
    pub(crate) text: String,
    pub(crate) hidden: Vec<(Span, Role)>,
}

impl Grammar {
    /// Compiles the table. Names that the grammar does not know are ignored here and reported by
    /// [`Grammar::unknown_names`], which a test calls.
    pub(crate) fn new(spec: &'static Spec) -> Grammar {
        let language = (spec.language)();
        let mut kinds: Vec<Kind> = Vec::new();
        kinds.resize_with(language.node_kind_count(), Kind::default);
        let leaves =
            [(spec.identifiers, Leaf::Identifier), (spec.comments, Leaf::Comment), (spec.strings, Leaf::String)];
        for (names, leaf) in leaves {
            for id in names.iter().flat_map(|name| ids(&language, name)) {
                kinds[id as usize].leaf = Some(leaf);
            }
        }
        for node in spec.nodes {
            for id in ids(&language, node.kind) {
                let leaf = kinds[id as usize].leaf;
                kinds[id as usize] = Kind { leaf, ..compile(&language, node) };
            }
        }
        Grammar { language, spec, veil: None, after: None, fatal: None, kinds, error: Kind::default() }
    }

    /// The same, behind a veil.
    pub(crate) fn behind(self, veil: Veil) -> Grammar {
        Grammar { veil: Some(veil), ..self }
    }

    /// The same, and facts are completed by this.
    pub(crate) fn then(self, after: After) -> Grammar {
        Grammar { after: Some(after), ..self }
    }

    /// The same, but a text that this is true of is never shown to the parser.
    pub(crate) fn unless(self, fatal: fn(&str) -> bool) -> Grammar {
        Grammar { fatal: Some(fatal), ..self }
    }

    /// What is known about a kind; ERROR nodes have a number beyond the table.
    pub(crate) fn kind(&self, id: u16) -> &Kind {
        self.kinds.get(id as usize).unwrap_or(&self.error)
    }

    /// Names in the table that the grammar does not have.
    #[cfg(test)]
    pub(crate) fn unknown_names(&self) -> Vec<String> {
        let spec = self.spec;
        let kinds = spec.nodes.iter().map(|node| node.kind);
        let leaves = [spec.identifiers, spec.comments, spec.strings].into_iter().flatten().copied();
        let child_kinds = spec.nodes.iter().flat_map(|node| node.children).filter_map(|(key, _)| key.strip_prefix(':'));
        let fields = spec.nodes.iter().flat_map(|node| node.children).map(|(key, _)| *key);
        let fields = fields.filter(|key| *key != "*" && !key.starts_with(':'));
        let unknown_kinds = kinds
            .chain(leaves)
            .chain(child_kinds)
            .filter(|name| ids(&self.language, name).is_empty())
            .map(|name| format!("kind {name}"));
        let unknown_fields =
            fields.filter(|name| self.language.field_id_for_name(name).is_none()).map(|name| format!("field {name}"));
        unknown_kinds.chain(unknown_fields).collect()
    }
}

/// Every number a kind's name has: aliases share a name. A keyword (`this`) goes by its text where
/// no node has that name.
fn ids(language: &Language, name: &str) -> Vec<u16> {
    let count = language.node_kind_count() as u16;
    let all = (0..count).filter(|&id| language.node_kind_for_id(id) == Some(name));
    let (named, plain): (Vec<u16>, Vec<u16>) = all.partition(|&id| language.node_kind_is_named(id));
    if named.is_empty() { plain } else { named }
}

fn compile(language: &Language, node: &Node) -> Kind {
    let field = |name: &str| language.field_id_for_name(name).map(|id| id.get());
    let mut kind = Kind {
        def: node.def,
        scope: node.scope,
        joins: node.joins,
        wrapper: node.wrapper,
        prefix: node.prefix,
        exports: node.exports,
        shares: node.shares,
        tail_first: node.tail_first,
        owner: node.owner,
        sole: node.sole,
        leads: node.leads,
        members: node.members,
        brief: node.brief,
        equals: node.equals,
        place: node.place,
        loose: node.loose,
        known: true,
        body: field(node.body),
        body_kinds: node.body.strip_prefix(':').map(|name| ids(language, name)).unwrap_or_default(),
        hook: node.hook,
        ..Kind::default()
    };
    for &(key, pass) in node.children {
        if key == "*" {
            kind.others = Some(pass);
        } else if let Some(name) = key.strip_prefix(':') {
            kind.by_kind.extend(ids(language, name).into_iter().map(|id| (id, pass)));
        } else if let Some(id) = field(key) {
            kind.by_field.push((id, pass));
        }
    }
    kind
}
