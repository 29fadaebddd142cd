//! TypeScript and TSX.

use super::Compiled;
use crate::spec::*;

pub(super) static GRAMMAR: Compiled = Compiled::new(|| Grammar::new(&SPEC));
pub(super) static GRAMMAR_TSX: Compiled = Compiled::new(|| Grammar::new(&SPEC_TSX));

static SPEC: Spec = Spec {
    language: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    identifiers: &["identifier"],
    comments: &["comment"],
    strings: &[],
    selves: &[],
    exported: None,
    bindings_are_symbols: true,
    nodes: &[],
};
static SPEC_TSX: Spec = Spec { language: || tree_sitter_typescript::LANGUAGE_TSX.into(), ..SPEC };
