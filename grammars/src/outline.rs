//! The facts about one file, as plain data.
//!
//! Everything points into the text by byte offset and into [`Names`] by id, so that an outline
//! is a few flat vectors: cheap to build, to write and to read back. An occurrence that is a
//! member (`a.b`) links to the occurrence of its receiver's tail (`a`), so that chains can be
//! followed without text.
//!
//! Knows nothing of tree-sitter.

use crate::Lang;
use crate::limits::Limit;
use crate::names::{NameId, Names};

/// A half-open range of byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The text it covers; empty when it does not fit `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Length in bytes.
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True when it covers nothing.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// True when `at` lies inside.
    pub fn contains(self, at: u32) -> bool {
        self.start <= at && at < self.end
    }
}

/// Everything known about one file's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    /// The language it was read as.
    pub lang: Lang,
    /// Every distinct identifier text.
    pub names: Names,
    /// Definitions a reader would list, in order of their names' positions... outer before inner.
    pub symbols: Vec<Symbol>,
    /// Every identifier, in order of position.
    pub occurrences: Vec<Occurrence>,
    /// Imports, includes, requires and re-exports.
    pub imports: Vec<Import>,
    /// Lexical scopes; the first is the file, parents come before children.
    pub scopes: Vec<Scope>,
    /// What is plainly written about types.
    pub hints: Vec<Hint>,
    /// What could not be read.
    pub gaps: Vec<Gap>,
}

/// A definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its own name.
    pub name: NameId,
    /// The whole definition with decorators, without the doc comment above it.
    pub span: Span,
    /// Where the name stands.
    pub name_at: u32,
    /// The header: from the definition's first word to its body.
    pub signature: Span,
    /// Doc comment or docstring; empty if none.
    pub doc: Span,
    /// The symbol it is written inside of, as an index into `symbols`.
    pub parent: Option<u32>,
    /// The type it belongs to where that is said but not by nesting (Go receivers, `A::f` in C++).
    pub owner: Option<NameId>,
    /// Visible to other files, as far as the language says it in the text.
    pub exported: bool,
}

/// What a symbol is.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum SymbolKind {
    Function = 0,
    Method,
    Constructor,
    Class,
    Interface,
    Trait,
    Struct,
    Enum,
    Variant,
    Union,
    TypeAlias,
    Constant,
    Variable,
    Field,
    Property,
    Module,
    Macro,
    /// An `impl` block or extension: groups members, is not itself a definition of its name.
    Impl,
    /// A declaration without a body (C prototype, trait method, overload).
    Declaration,
    /// A heading of a text document.
    Section,
    /// A key of a configuration file, a make target, a table, a message.
    Entry,
}

impl SymbolKind {
    const ALL: [SymbolKind; 21] = {
        use SymbolKind::*;
        [
            Function,
            Method,
            Constructor,
            Class,
            Interface,
            Trait,
            Struct,
            Enum,
            Variant,
            Union,
            TypeAlias,
            Constant,
            Variable,
            Field,
            Property,
            Module,
            Macro,
            Impl,
            Declaration,
            Section,
            Entry,
        ]
    };

    /// The stored code back as a kind.
    pub fn from_code(code: u8) -> Option<SymbolKind> {
        Self::ALL.get(code as usize).copied()
    }

    /// One lower-case word for people.
    pub fn word(self) -> &'static str {
        use SymbolKind::*;
        match self {
            Function => "function",
            Method => "method",
            Constructor => "constructor",
            Class => "class",
            Interface => "interface",
            Trait => "trait",
            Struct => "struct",
            Enum => "enum",
            Variant => "variant",
            Union => "union",
            TypeAlias => "type",
            Constant => "constant",
            Variable => "variable",
            Field => "field",
            Property => "property",
            Module => "module",
            Macro => "macro",
            Impl => "impl",
            Declaration => "declaration",
            Section => "section",
            Entry => "entry",
        }
    }

    /// True for classes and everything like them.
    pub fn is_type(self) -> bool {
        use SymbolKind::*;
        matches!(self, Class | Interface | Trait | Struct | Enum | Union | TypeAlias)
    }

    /// True for what can be called.
    pub fn is_callable(self) -> bool {
        use SymbolKind::*;
        matches!(self, Function | Method | Constructor | Macro | Declaration)
    }
}

/// One identifier at one place. Its length is that of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its text.
    pub name: NameId,
    /// First byte.
    pub at: u32,
    /// What it does there.
    pub role: Role,
    /// Innermost scope it is looked up in (for `Def` and `Bind`: the scope it binds in).
    pub scope: u32,
    /// What stands before the dot.
    pub receiver: Receiver,
}

/// What stands before the dot of a member access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Receiver {
    /// A bare name.
    #[default]
    None,
    /// The tail of the receiver expression is this occurrence (index into `occurrences`):
    /// `a` in `a.b`, `b` in `a.b().c`.
    Occurrence(u32),
    /// An expression without a name to hold on to (`"".join`, `(a or b).c`).
    Other,
}

/// What an identifier does where it stands.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Names a [`Symbol`].
    Def = 0,
    /// Binds a local variable or parameter.
    Bind,
    /// Is called, constructed or expanded.
    Call,
    /// Is read.
    Read,
    /// Is assigned to.
    Write,
    /// Stands in an import.
    Import,
    /// Stands in a re-export or export list.
    Export,
    /// Stands in a type position.
    Type,
    /// Is a base class, interface or trait of the definition around it.
    Inherit,
    /// Is a decorator, annotation or attribute.
    Decorator,
    /// Is a keyword argument or the key of an object or struct literal.
    Key,
    /// Is the whole of a string literal that looks like a name.
    StringKey,
    /// Is a word inside a string literal.
    String,
    /// Is a word inside a comment.
    Comment,
    /// Is a word of a file whose language has no grammar here.
    Text,
}

impl Role {
    const ALL: [Role; 15] = {
        use Role::*;
        [Def, Bind, Call, Read, Write, Import, Export, Type, Inherit, Decorator, Key, StringKey, String, Comment, Text]
    };

    /// The stored code back as a role.
    pub fn from_code(code: u8) -> Option<Role> {
        Self::ALL.get(code as usize).copied()
    }

    /// One lower-case word for people and scripts.
    pub fn word(self) -> &'static str {
        use Role::*;
        match self {
            Def => "definition",
            Bind => "bind",
            Call => "call",
            Read => "read",
            Write => "write",
            Import => "import",
            Export => "export",
            Type => "type",
            Inherit => "inherit",
            Decorator => "decorator",
            Key => "key",
            StringKey => "string-key",
            String => "string",
            Comment => "comment",
            Text => "text",
        }
    }

    /// True when it stands in code, not in a comment, string or unparsed text.
    pub fn is_code(self) -> bool {
        !matches!(self, Role::StringKey | Role::String | Role::Comment | Role::Text)
    }
}

/// One imported name, or one whole module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The module as written: `.models`, `./api/user`, `crate::store`, `stdio.h`, `os.path`.
    pub module: NameId,
    /// The name taken out of it; none for the whole module. `default` for JS default imports.
    pub name: Option<NameId>,
    /// The local name it is bound to here; none when nothing is bound (`import "x"`, star).
    pub local: Option<NameId>,
    /// Everything the module exports is taken.
    pub star: bool,
    /// What is imported is exported again.
    pub reexport: bool,
    /// How it is written.
    pub kind: ImportKind,
    /// The whole statement.
    pub span: Span,
    /// Where it binds.
    pub scope: u32,
}

/// How an import is written.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportKind {
    /// `import`, `from … import`, `use`.
    Import = 0,
    /// CommonJS `require`.
    Require,
    /// `import("x")` with a literal.
    Dynamic,
    /// C `#include`.
    Include,
    /// Rust `mod name;`.
    Module,
    /// Not an import: what its span covers is part of this package or namespace.
    Package,
}

impl ImportKind {
    /// The stored code back as a kind.
    pub fn from_code(code: u8) -> Option<ImportKind> {
        use ImportKind::*;
        [Import, Require, Dynamic, Include, Module, Package].get(code as usize).copied()
    }
}

/// A lexical scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// What opened it.
    pub kind: ScopeKind,
    /// Where it holds.
    pub span: Span,
    /// The scope around it; the file's scope is its own parent.
    pub parent: u32,
    /// The symbol whose body it is, if any.
    pub symbol: Option<u32>,
}

/// What opened a scope.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// The whole file, or a module written inside of one (a TypeScript namespace).
    File = 0,
    /// A class-like body: its names are members.
    Class,
    /// A function, method or lambda.
    Function,
    /// A block with its own names.
    Block,
}

impl ScopeKind {
    /// The stored code back as a kind.
    pub fn from_code(code: u8) -> Option<ScopeKind> {
        use ScopeKind::*;
        [File, Class, Function, Block].get(code as usize).copied()
    }
}

/// Something plainly written about a type: `binder` is known through `source`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Occurrence of the name that becomes known.
    pub binder: u32,
    /// Occurrence of the type, class, function or name that it is known through.
    pub source: u32,
    /// How.
    pub how: How,
}

/// How a hint ties its two names.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// `x: T`.
    Annotated = 0,
    /// `x = T()`, `x = f()`, `x = y`: what it was assigned from; the source's role tells which.
    Assigned,
    /// `f() -> T`.
    Returns,
    /// `class A(B)`, `impl B for A`.
    Inherits,
    /// `for x in xs`, `with f() as x`: an element or a product of the source.
    Element,
    /// `const { x } = y`, `y = { x: 1 }`: the name of a member of what the source stands for.
    Member,
    /// `function f() { return { x: 1 } }`: the name of a member of what the source returns.
    MemberOfResult,
    /// `f({ x: 1 })`: the name of a member of what the source is called with.
    MemberOfArgument,
    /// `function f() { return y }`: it returns what the source stands for.
    Gives,
    /// `x: T[]`: what it holds is of the type.
    Holds,
    /// `f(): T[]`: what its result holds is of the type.
    ResultHolds,
    /// `x: { a: T }`: the name of a member that the type of the source has, which has no name.
    Shape,
    /// `f(): { a: T }`: as [`How::Shape`], of what the source returns.
    ShapeOfResult,
}

impl How {
    /// The stored code back as a value.
    pub fn from_code(code: u8) -> Option<How> {
        use How::*;
        let first = [Annotated, Assigned, Returns, Inherits, Element, Member, MemberOfResult, MemberOfArgument, Gives];
        let second = [Holds, ResultHolds, Shape, ShapeOfResult];
        first.iter().chain(&second).nth(code as usize).copied()
    }
}

/// A part of the file that could not be read as its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// The grammar found no sense in these bytes.
    Syntax(Span),
    /// A limit was hit; the whole file went through the generic lexer.
    Limit(Limit),
}

impl Outline {
    /// The limit that the file hit, if it is known by its words only.
    pub fn limit(&self) -> Option<Limit> {
        self.gaps.iter().find_map(|gap| match gap {
            Gap::Limit(limit) => Some(*limit),
            Gap::Syntax(_) => None,
        })
    }
}
