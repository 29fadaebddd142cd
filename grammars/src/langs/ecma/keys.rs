//! What the keys of an object are members of: what it is bound to, returned from, or handed to.

use crate::outline::How;
use crate::spec::{Found, Keys, Pass, Visit};
use crate::walk::Walk;
use tree_sitter::Node as Tree;

/// Arrays and alternatives around an object that are looked through.
const DEPTH_MAX: usize = 8;

fn of(keys: Option<Keys>) -> Visit {
    Visit::Found(Found { keys, ..Found::default() })
}

/// `{ a: 1 }`, by the place where it stands.
pub(super) fn object<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    // Elements of an array, and alternatives, are asked for by the place of the whole.
    let through = |kind: &&str| matches!(*kind, "array" | "ternary_expression" | "binary_expression");
    let depth = walk.kinds_around().take(DEPTH_MAX).take_while(through).count();
    let mut around = walk.kinds_around().skip(depth);
    let (first, second) = (around.next().unwrap_or(""), around.next().unwrap_or(""));
    let (occurrence, how) = match (first, second) {
        ("variable_declarator" | "public_field_definition" | "field_definition", _)
        | ("assignment_expression" | "assignment_pattern" | "required_parameter" | "optional_parameter", _) => {
            (walk.binder_at(depth), How::Member)
        }
        ("pair", _) => (walk.tail_around(depth), How::Member),
        ("return_statement", _) | ("parenthesized_expression", "arrow_function") => {
            (walk.function_name(), How::MemberOfResult)
        }
        ("arguments", "call_expression" | "new_expression") => (walk.tail_around(depth + 1), How::MemberOfArgument),
        _ => (None, How::Member),
    };
    of(occurrence.map(|occurrence| Keys::Of(occurrence, how)))
}

/// `const { a } = b`: the outer pattern waits for `b`, an inner one is what its key names, which
/// stands right before it.
pub(super) fn pattern<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    let mut around = walk.kinds_around().skip_while(|kind| *kind == "assignment_pattern");
    let inner = around.next() == Some("pair_pattern");
    of(match walk.last_key().filter(|_| inner) {
        Some(key) => Some(Keys::Of(key, How::Member)),
        None => (!inner).then_some(Keys::OfSource),
    })
}

/// Runs behind the name.
pub(super) fn shorthand<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    walk.key_just_met();
    Visit::Children
}

/// `<View title="x" />` is called with its attributes.
pub(super) fn attribute<'t>(walk: &mut Walk<'t>, _: Tree<'t>, _: Pass) -> Visit {
    of(walk.tail_around(0).map(|name| Keys::Of(name, How::MemberOfArgument)))
}
