//! csharp.

use super::Compiled;
use crate::spec::*;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));

static SPEC: Spec = Spec {
    language: || tree_sitter_c_sharp::LANGUAGE.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &[],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[],
};
