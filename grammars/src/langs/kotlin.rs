//! kotlin.

use super::Compiled;
use crate::spec::*;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

static SPEC: Spec = Spec {
    language: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["line_comment", "block_comment"],
    strings: &[],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[],
};
