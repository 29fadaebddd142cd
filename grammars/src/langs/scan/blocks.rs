//! Code in braces, as its statements: what stands before each `{`, `;` and `}`.

use super::mask::{self, Syntax};
use super::{Found, read};
use crate::{Outline, SymbolKind};
use std::ops::Range;

/// What is nested further in is not listed.
const DEPTH_MAX: usize = 8;

/// What ends a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::langs) enum End {
    /// `{`: it has a block.
    Open,
    /// `;`, or nothing at all.
    Plain,
    /// `}` ends the block around it.
    Close,
}

/// A statement, perhaps an empty one.
pub(in crate::langs) struct Statement {
    /// Without white space around it.
    pub(in crate::langs) head: Range<usize>,
    pub(in crate::langs) end: End,
    /// One past what ends it.
    pub(in crate::langs) at: usize,
    /// How many blocks it stands in.
    pub(in crate::langs) depth: usize,
}

/// The outline of a text in which statements name symbols: `named` tells what one names, if it
/// does, and where in its head. A block is closed where its symbol ends.
pub(in crate::langs) fn outline(
    text: &str,
    syntax: &Syntax,
    named: impl Fn(&str, &Statement) -> Option<(SymbolKind, Range<usize>)>,
) -> Outline {
    read(text, |scan| {
        let code = mask::code(scan, syntax);
        statements(&code, |statement| {
            let Range { start, end } = statement.head;
            let found = if statement.depth <= DEPTH_MAX { named(&code[start..end], &statement) } else { None };
            if let Some((kind, name)) = found {
                let (level, name) = (statement.depth + 1, start + name.start..start + name.end);
                scan.add(Found { kind, level, name, start, head_end: end.min(scan.line_end(start)) });
                if statement.end != End::Open {
                    scan.close(level, statement.at);
                }
            }
            if statement.end == End::Close {
                scan.close(statement.depth, statement.at);
            }
        });
    })
}

/// Tells `each` statement of `code`, in order. Braces behind `#` and `@` are part of names.
fn statements(code: &str, mut each: impl FnMut(Statement)) {
    let bytes = code.as_bytes();
    let (mut from, mut depth, mut n_inner) = (0, 0usize, 0usize);
    for (at, byte) in bytes.iter().enumerate() {
        let end = match byte {
            b'{' if n_inner > 0 || at > 0 && matches!(bytes[at - 1], b'#' | b'@') => {
                n_inner += 1;
                continue;
            }
            b'}' if n_inner > 0 => {
                n_inner -= 1;
                continue;
            }
            b'{' => End::Open,
            b'}' => End::Close,
            b';' => End::Plain,
            _ => continue,
        };
        each(Statement { head: super::trimmed(from, &code[from..at]), end, at: at + 1, depth });
        match end {
            End::Open => depth += 1,
            End::Close => depth = depth.saturating_sub(1),
            End::Plain => {}
        }
        from = at + 1;
    }
    each(Statement { head: super::trimmed(from, &code[from..]), end: End::Plain, at: bytes.len(), depth });
}
