//! php.

use super::Compiled;
use crate::spec::*;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

static SPEC: Spec = Spec {
    language: || tree_sitter_php::LANGUAGE_PHP.into(),
    identifiers: &["name"],
    comments: &["comment"],
    strings: &[],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[],
};
