//! JavaScript and JSX.

use super::Compiled;
use super::ecma::{self, FIELD};
use crate::spec::*;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

static SPEC: Spec = Spec {
    language: || tree_sitter_javascript::LANGUAGE.into(),
    identifiers: &ecma::IDENTIFIERS,
    comments: ecma::COMMENTS,
    strings: &["string_fragment", "regex_pattern", "jsx_text"],
    selves: &["this"],
    exported: None,
    bindings_are_symbols: true,
    nodes: &NODES,
};

static NODES: [Node; ecma::NODES.len() + ecma::TAGS.len() + OWN.len()] = ecma::concat(&[ecma::NODES, ecma::TAGS, OWN]);

const OWN: &[Node] = &[
    Node { kind: "field_definition", children: &[("property", binder(KEEP)), ("value", VALUE_OF)], ..FIELD },
    Node { kind: "using_declaration", sole: true, children: &[("*", BIND)], ..NODE },
];
