//! C++: what C has, and classes, namespaces and templates.
//!
//! A container says whether its members are visible: a namespace without a name shows none, a
//! class shows what stands below `public:`. A name behind `A::` belongs to `A`. Type parameters
//! are local bindings of the template; what the template declares binds outside of it. Macros are
//! hidden from the parser as in C, and those that only C++ has (`class EXPORT A`) with them.

mod likely;

use super::Compiled;
use super::c::veil::{self, Dialect};
use super::c::{self, BLOCK, PART, VARIABLE};
use super::ecma::concat;
use crate::outline::{How, Role, ScopeKind, SymbolKind};
use crate::spec::*;
use crate::walk::{Walk, span};
pub(super) use likely::is_likely;
use tree_sitter::Node as Tree;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| {
    Grammar::new(&SPEC).behind(Veil { hide: |text| veil::hide(text, Dialect::Plus), words: c::hidden })
});

static SPEC: Spec = Spec {
    language: || tree_sitter_cpp::LANGUAGE.into(),
    identifiers: &[
        "identifier",
        "type_identifier",
        "field_identifier",
        "statement_identifier",
        "namespace_identifier",
        "literal_suffix",
        "this",
    ],
    comments: &["comment"],
    strings: &["string_content", "raw_string_content"],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &NODES,
};

static NODES: [Node; c::NODES.len() + OWN.len()] = concat(&[c::NODES, OWN]);

/// What a node around shows is shown by this one too.
const THROUGH: Node = Node { hook: Some(|walk, _, _| Visit::Found(shown(walk))), ..NODE };
const HOLDS: Node = Node { owner: true, place: Place::Hoisted, ..NODE };
const CLASS: Node = Node {
    children: &[("name", KEEP), ("body", READ), (":attribute_declaration", READ)],
    hook: Some(|walk, node, pass| class(walk, node, pass, SymbolKind::Class)),
    ..NODE
};
const NAMED: Pass = KEEP.slot(Slot::Same);
const PARAMETERS: Pass = NAME.no_tail();

/// A row that says no more than what its children are.
const fn row(kind: &'static str, children: &'static [(&'static str, Pass)]) -> Node {
    Node { kind, children, ..NODE }
}

const OWN: &[Node] = &[
    // What holds definitions.
    Node { kind: "translation_unit", exports: true, ..NODE },
    Node { kind: "declaration_list", ..THROUGH },
    Node { kind: "linkage_specification", ..THROUGH },
    Node { kind: "preproc_if", ..THROUGH },
    Node { kind: "preproc_ifdef", ..THROUGH },
    Node { kind: "preproc_else", ..THROUGH },
    Node { kind: "preproc_elif", ..THROUGH },
    Node { kind: "preproc_elifdef", ..THROUGH },
    Node {
        kind: "namespace_definition",
        scope: Some(ScopeKind::File),
        children: &[("name", KEEP)],
        hook: Some(namespace),
        ..NODE
    },
    Node { kind: "nested_namespace_specifier", hook: Some(path), ..NODE },
    Node {
        kind: "namespace_alias_definition",
        def: Some(SymbolKind::Module),
        children: &[("name", NAME), ("*", READ)],
        ..NODE
    },
    Node { kind: "using_declaration", children: &[("*", Pass { to: To::Segment, ..READ })], ..NODE },
    // Templates.
    Node { kind: "template_declaration", wrapper: true, scope: Some(ScopeKind::Block), ..NODE },
    row("type_parameter_declaration", &[("*", LOCAL)]),
    row("variadic_type_parameter_declaration", &[("*", LOCAL)]),
    row("optional_type_parameter_declaration", &[("name", LOCAL), ("default_type", PART)]),
    row("template_type", &[("name", NAMED), ("arguments", PART)]),
    Node {
        kind: "template_function",
        children: &[("name", NAMED), ("arguments", PART)],
        hook: Some(template_function),
        ..NODE
    },
    row("template_method", &[("name", NAMED), ("arguments", PART)]),
    row("dependent_name", &[("*", NAMED)]),
    row("dependent_type", &[("*", KEEP)]),
    Node {
        kind: "concept_definition",
        def: Some(SymbolKind::Trait),
        place: Place::Hoisted,
        children: &[("name", NAME)],
        ..NODE
    },
    // Classes.
    Node { kind: "class_specifier", ..CLASS },
    Node {
        kind: "struct_specifier",
        hook: Some(|walk, node, pass| class(walk, node, pass, SymbolKind::Struct)),
        ..CLASS
    },
    Node {
        kind: "union_specifier",
        hook: Some(|walk, node, pass| class(walk, node, pass, SymbolKind::Union)),
        ..CLASS
    },
    Node {
        kind: "enum_specifier",
        children: &[("name", KEEP), ("base", PART), ("body", READ)],
        hook: Some(enumeration),
        ..NODE
    },
    Node { kind: "enumerator_list", ..THROUGH },
    Node { kind: "enumerator", def: Some(SymbolKind::Variant), children: &[("name", NAME)], ..NODE },
    Node { kind: "field_declaration_list", hook: Some(body), ..NODE },
    Node { kind: "access_specifier", hook: Some(access), ..NODE },
    row("base_class_clause", &[(":access_specifier", SKIP), (":attribute_declaration", READ), ("*", BASE)]),
    Node {
        kind: "field_declaration",
        children: &[("type", TYPE_OF), ("declarator", binder(define(SymbolKind::Field))), ("default_value", VALUE_OF)],
        hook: Some(|_, node, _| Visit::Found(c::hold(node, SymbolKind::Field))),
        ..HOLDS
    },
    Node { kind: "friend_declaration", children: &[("*", TYPE.no_tail())], ..NODE },
    Node {
        kind: "alias_declaration",
        def: Some(SymbolKind::TypeAlias),
        place: Place::Hoisted,
        brief: true,
        children: &[("name", binder(NAME)), ("type", TYPE.slot(Slot::Source(How::Assigned)))],
        ..NODE
    },
    Node {
        kind: "type_definition",
        wrapper: true,
        children: &[("type", TYPE_OF), ("declarator", binder(define(SymbolKind::TypeAlias)))],
        hook: Some(|_, node, _| Visit::Found(c::hold(node, SymbolKind::TypeAlias))),
        ..HOLDS
    },
    // Functions.
    Node {
        kind: "function_definition",
        scope: Some(ScopeKind::Function),
        children: &[("type", RETURNS), ("declarator", KEEP)],
        hook: Some(function),
        ..NODE
    },
    Node {
        kind: "function_declarator",
        children: &[
            ("declarator", KEEP),
            ("parameters", KEEP.no_tail()),
            (":attribute_specifier", DECORATOR),
            (":attribute_declaration", READ),
        ],
        hook: Some(declarator),
        ..NODE
    },
    row("abstract_function_declarator", &[("declarator", KEEP), ("parameters", KEEP.no_tail())]),
    row("trailing_return_type", &[("*", RETURNS)]),
    row("reference_declarator", &[("*", KEEP)]),
    row("variadic_declarator", &[("*", KEEP)]),
    row("structured_binding_declarator", &[("*", KEEP.no_tail())]),
    Node { kind: "operator_name", children: &[("*", NAMED)], hook: Some(operator), ..NODE },
    Node { kind: "operator_cast", children: &[("type", TYPE), ("declarator", PARAMETERS)], hook: Some(cast), ..NODE },
    Node { kind: "destructor_name", children: &[("*", PART)], hook: Some(destructor), ..NODE },
    row("optional_parameter_declaration", &[("type", TYPE_OF), ("declarator", binder(BIND)), ("default_value", READ)]),
    row("variadic_parameter_declaration", &[("type", TYPE_OF), ("declarator", binder(BIND))]),
    Node {
        kind: "lambda_expression",
        scope: Some(ScopeKind::Function),
        children: &[("declarator", PARAMETERS)],
        ..NODE
    },
    row("lambda_capture_initializer", &[("left", BIND), ("right", READ)]),
    Node {
        kind: "requires_expression",
        scope: Some(ScopeKind::Function),
        children: &[("parameters", PARAMETERS)],
        ..NODE
    },
    Node {
        kind: "field_initializer",
        children: &[(":field_identifier", KEEP), (":qualified_identifier", CALLEE), (":template_method", CALLEE)],
        hook: Some(initializer),
        ..NODE
    },
    // Declarations.
    Node {
        kind: "declaration",
        children: &[("type", TYPE_OF), ("declarator", binder(KEEP)), ("value", VALUE_OF)],
        hook: Some(declaration),
        ..HOLDS
    },
    row("init_declarator", &[("declarator", binder(KEEP)), ("value", VALUE_OF.no_tail())]),
    Node { kind: "storage_class_specifier", hook: Some(storage), ..NODE },
    row("template_instantiation", &[("type", PART), ("declarator", READ)]),
    // Scopes.
    Node { kind: "compound_statement", joins: true, ..BLOCK },
    Node { kind: "if_statement", ..BLOCK },
    Node { kind: "while_statement", ..BLOCK },
    Node { kind: "switch_statement", ..BLOCK },
    Node { kind: "catch_clause", children: &[("parameters", PARAMETERS)], ..BLOCK },
    Node {
        kind: "for_range_loop",
        children: &[("type", TYPE_OF), ("declarator", binder(BIND)), ("right", ELEMENT_OF)],
        ..BLOCK
    },
    // Expressions.
    row("qualified_identifier", &[("scope", SEGMENT.slot(Slot::Link)), ("name", MEMBER)]),
    row("new_expression", &[("type", CALLEE), ("placement", READ), ("arguments", READ)]),
    row("compound_literal_expression", &[("type", CALLEE.slot(Slot::Object)), ("value", READ)]),
    Node {
        kind: "subscript_expression",
        children: &[("argument", KEEP), ("indices", READ)],
        hook: Some(c::element),
        ..NODE
    },
];

/// As visible as what is around.
fn shown(walk: &mut Walk<'_>) -> Found {
    Found { exports: Some(*walk.shows()), ..Found::default() }
}

/// A namespace without a name shows nothing to other files.
fn namespace<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = node.child_by_field_name("name") else {
        return Visit::Found(Found { exports: Some(false), ..Found::default() });
    };
    let owner = walk.of(name).rsplit_once("::").map(|(owner, _)| walk.name(owner.trim()));
    Visit::Found(Found { def: Some(SymbolKind::Module), owner, exports: Some(*walk.shows()), ..Found::default() })
}

/// `a::b::c` where a namespace is named: the last word does what the whole is told.
fn path<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if pass.to != To::Name {
        walk.emit_path(span(node), Role::Read);
        return Visit::Skip;
    }
    let at = span(node);
    let before = walk.of(node).rfind(':').map_or(0, |colon| colon as u32 + 1);
    let before = crate::Span::new(at.start, at.start + before);
    walk.emit_path(before, Role::Read);
    let name = walk.of(node).get(before.len() as usize..).unwrap_or("");
    let blank = (name.len() - name.trim_start().len()) as u32;
    walk.read_as(crate::Span::new(before.end + blank, at.end), NAME);
    Visit::Skip
}

/// With a body it defines its name, else it mentions one.
fn class<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass, kind: SymbolKind) -> Visit {
    let Some(body) = node.child_by_field_name("body") else { return Visit::As(Pass { to: TYPE.to, ..pass }) };
    let scope = Some(ScopeKind::Class);
    let Some(name) = node.child_by_field_name("name") else {
        walk.end_header(body.start_byte());
        return Visit::Found(Found { scope, exports: Some(*walk.shows()), ..Found::default() });
    };
    let owner = split(walk, name).0;
    Visit::Found(Found { def: Some(kind), scope, owner, place: Place::Hoisted, ..Found::default() })
}

fn enumeration<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let Some(body) = node.child_by_field_name("body") else { return Visit::As(Pass { to: TYPE.to, ..pass }) };
    let exports = Some(*walk.shows());
    if node.child_by_field_name("name").is_none() {
        walk.end_header(body.start_byte());
        return Visit::Found(Found { exports, ..Found::default() });
    }
    // The variants of an `enum class` are reached through its name only.
    let scope = node.child(1).filter(|child| !child.is_named()).map(|_| ScopeKind::Class);
    Visit::Found(Found { def: Some(SymbolKind::Enum), scope, place: Place::Hoisted, ..Found::default() })
}

/// The members of a struct are visible, those of a class are not, until it says otherwise.
fn body<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let private = walk.kinds_around().next() == Some("class_specifier");
    let exports = *walk.shows() && !private;
    Visit::Found(Found { exports: Some(exports), ..Found::default() })
}

fn access<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    *walk.shows() = walk.of(node) == "public";
    Visit::Skip
}

/// `static` hides a name from other files, but not that of a member.
fn storage<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let holds = |kind: &&str| matches!(*kind, "field_declaration_list" | "declaration_list" | "translation_unit");
    let is_member = walk.kinds_around().take(8).find(holds) == Some("field_declaration_list");
    if is_member { Visit::Skip } else { c::storage(walk, node, pass) }
}

/// The name inside of a declarator.
fn named<'t>(node: Tree<'t>) -> Option<Tree<'t>> {
    let mut inner = node.child_by_field_name("declarator")?;
    for _ in 0..32 {
        inner = match inner.kind() {
            "parenthesized_declarator" | "attributed_declarator" | "reference_declarator" => inner.named_child(0)?,
            "function_declarator" | "pointer_declarator" | "array_declarator" | "init_declarator" => {
                inner.child_by_field_name("declarator")?
            }
            _ => return Some(inner),
        }
    }
    None
}

/// What a name behind `A::` belongs to, and the name itself.
fn split<'t>(walk: &mut Walk<'t>, name: Tree<'t>) -> (Option<crate::NameId>, Tree<'t>) {
    let (mut owner, mut last) = (None, name);
    for _ in 0..32 {
        if last.kind() != "qualified_identifier" {
            break;
        }
        owner = last.child_by_field_name("scope").or(owner);
        let Some(name) = last.child_by_field_name("name") else { break };
        last = name;
    }
    let owner = owner.map(|owner| owner.child_by_field_name("name").unwrap_or(owner));
    (owner.map(|owner| walk.name(walk.of(owner))), last)
}

/// A function, a member, or what a macro makes of a block (`TEST(a, b) { … }`).
fn function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let Some(name) = named(node) else { return Visit::Children };
    let (owner, last) = split(walk, name);
    let typed = node.child_by_field_name("type").is_some();
    let text = walk.of(last);
    let class = walk.class_symbol().map(|class| walk.out.symbols[class as usize].name);
    let in_class = walk.level() == ScopeKind::Class;
    let is_word = matches!(last.kind(), "identifier" | "field_identifier");
    let of = owner.or(class.filter(|_| in_class)).map(|of| walk.out.names.get(of));
    let def = if !typed && is_word && of == Some(text) {
        SymbolKind::Constructor
    } else if owner.is_some() {
        SymbolKind::Method
    } else if !typed && is_word && text.len() > 1 && !text.bytes().any(|b| b.is_ascii_lowercase()) {
        return Visit::Found(Found { to: Some(CALLEE.to), ..Found::default() });
    } else {
        SymbolKind::Function
    };
    let mut children = node.walk();
    let bare = node
        .children(&mut children)
        .any(|child| matches!(child.kind(), "pure_virtual_clause" | "delete_method_clause"));
    let def = if bare { SymbolKind::Declaration } else { def };
    Visit::Found(Found { def: Some(def), owner, place: Place::Hoisted, ..Found::default() })
}

/// To the grammar a cast is a function.
fn template_function<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let name = node.child_by_field_name("name").map_or("", |name| walk.of(name));
    let casts = matches!(name, "static_cast" | "dynamic_cast" | "const_cast" | "reinterpret_cast");
    if casts { Visit::As(SKIP) } else { Visit::Children }
}

/// A macro that takes a block is called, all else is as in C.
fn declarator<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if pass.to == CALLEE.to { Visit::Children } else { c::function(walk, node, pass) }
}

/// Outside of functions a declaration defines; inside it binds.
fn declaration<'t>(walk: &mut Walk<'t>, node: Tree<'t>, _: Pass) -> Visit {
    let kind = match walk.level() {
        ScopeKind::File => SymbolKind::Variable,
        ScopeKind::Class => SymbolKind::Field,
        _ => return Visit::As(BIND),
    };
    let owner = named(node).and_then(|name| split(walk, name).0);
    if owner.is_some() {
        let scope = Some(ScopeKind::Function);
        return Visit::Found(Found { def: Some(SymbolKind::Field), scope, owner, ..Found::default() });
    }
    let to = if kind == SymbolKind::Variable { VARIABLE } else { define(kind) };
    Visit::Found(Found { to: Some(to.to), ..c::hold(node, kind) })
}

/// `a_(x)` sets a member, `Base(x)` calls a constructor.
fn initializer<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let to = if walk.of(node).starts_with(|c: char| c.is_ascii_uppercase()) { CALLEE.to } else { WRITE.to };
    Visit::As(Pass { to, ..pass })
}

/// `operator==` is a name, with the blanks in it; of `operator""_s` the suffix is.
fn operator<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    if node.named_child_count() > 0 {
        return Visit::Children;
    }
    walk.read_as(span(node), pass);
    Visit::Skip
}

/// `operator bool` is a name whose type is a type as well.
fn cast<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let Some(target) = node.child_by_field_name("type") else { return Visit::Children };
    let to = match pass.to {
        To::Define(_) => To::Define(SymbolKind::Declaration),
        to => to,
    };
    walk.read_as(crate::Span::new(node.start_byte() as u32, target.end_byte() as u32), Pass { to, ..pass });
    Visit::Children
}

/// `~A` is a name, and names a type.
fn destructor<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    walk.read_as(span(node), pass);
    Visit::As(TYPE.no_tail())
}
