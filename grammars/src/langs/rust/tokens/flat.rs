//! A token tree as one flat list.
//!
//! The parser gives the inside of a macro call as tokens in nested groups; whoever reads them
//! needs what stands before and after, so they are laid out in a row, brackets paired.

use crate::outline::{Gap, Span};
use crate::walk::{Walk, span};
use tree_sitter::Node as Tree;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Open,
    Close,
    /// An identifier, or one of `self`, `super`, `crate` and the primitive types.
    Word,
    Keyword,
    /// `$x`.
    Meta,
    /// `$x` where a macro's pattern binds it.
    Binder,
    /// A number, character or string; the text of a string follows as [`Kind::Text`].
    Literal,
    Text,
    Comment,
    Mark,
}

/// One token; `pair` is where the other bracket is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: Span,
    pub(super) pair: u32,
}

/// Every token under `root`, in order.
pub(super) fn tokens<'t>(walk: &mut Walk<'t>, root: Tree<'t>) -> Vec<Token> {
    let mut list = Vec::new();
    let mut open = Vec::new();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.kind_id() == u16::MAX {
            walk.out.gaps.push(Gap::Syntax(span(node)));
        }
        let inside = if node.child_count() == 0 {
            add_leaf(walk.text, span(node), node.is_named(), &mut list, &mut open);
            false
        } else {
            add_branch(node, &mut list)
        };
        if inside && cursor.goto_first_child() {
            continue;
        }
        loop {
            if cursor.node() == root {
                return list;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return list;
            }
        }
    }
}

/// Adds a node that has children; true when those are tokens too.
fn add_branch(node: Tree<'_>, list: &mut Vec<Token>) -> bool {
    let mut push = |kind, at| list.push(Token { kind, at, pair: 0 });
    match node.kind() {
        "line_comment" | "block_comment" => push(Kind::Comment, span(node)),
        "token_binding_pattern" => {
            if let Some(name) = node.child(0) {
                push(Kind::Binder, span(name));
            }
        }
        "string_literal" | "raw_string_literal" => {
            push(Kind::Literal, span(node));
            for child in node.named_children(&mut node.walk()) {
                if child.kind() == "string_content" {
                    push(Kind::Text, span(child));
                }
            }
        }
        _ => return true,
    }
    false
}

fn add_leaf(text: &str, at: Span, named: bool, list: &mut Vec<Token>, open: &mut Vec<u32>) {
    let word = at.of(text);
    let Some(&first) = word.as_bytes().first() else { return };
    let here = list.len() as u32;
    let mut token = Token { kind: Kind::Mark, at, pair: here };
    match first {
        b'(' | b'[' | b'{' => {
            token.kind = Kind::Open;
            open.push(here);
        }
        b')' | b']' | b'}' => {
            token.kind = Kind::Close;
            if let Some(other) = open.pop() {
                token.pair = other;
                if let Some(other) = list.get_mut(other as usize) {
                    other.pair = here;
                }
            }
        }
        b'$' if word.len() > 1 => token.kind = Kind::Meta,
        b'/' if word.starts_with("//") || word.starts_with("/*") => token.kind = Kind::Comment,
        _ if word.as_bytes().get(1) == Some(&b'\'') => token.kind = Kind::Literal,
        b'_' if word.len() == 1 => {}
        b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => {
            // A lifetime is a mark of its own.
            let tick = list.last().filter(|last| last.kind == Kind::Mark && last.at.end == at.start);
            if tick.is_some_and(|tick| tick.at.of(text) == "'") {
                return;
            }
            token.kind = if is_keyword(word) { Kind::Keyword } else { Kind::Word };
            if word.starts_with("r#") {
                token.at.start += 2;
            }
        }
        _ if named => token.kind = Kind::Literal,
        _ => {}
    }
    list.push(token);
}

/// Words that name nothing. `self`, `super`, `crate` and `Self` do.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "as" | "async"
            | "await"
            | "break"
            | "const"
            | "continue"
            | "dyn"
            | "else"
            | "enum"
            | "extern"
            | "false"
            | "fn"
            | "for"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "loop"
            | "match"
            | "mod"
            | "move"
            | "mut"
            | "pub"
            | "ref"
            | "return"
            | "static"
            | "struct"
            | "trait"
            | "true"
            | "type"
            | "unsafe"
            | "use"
            | "where"
            | "while"
    )
}
