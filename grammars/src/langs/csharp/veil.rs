//! Hides from the C# parser the conditionals that it cannot take where they stand.
//!
//! The grammar knows `#if` around whole statements and members. Around the sections of a `switch`,
//! the items of a list or half a statement it loses its way; there, blanks go over the directives
//! and, where the branches are no items beside each other, over all branches but the first. What
//! is hidden comes back as words.

use crate::outline::{Role, Span};
use crate::spec::Veiled;

/// An `#if` that is open.
struct Conditional {
    /// Its directives so far, and what stands between them.
    lines: Vec<Span>,
    branches: Vec<Branch>,
    /// The last sign of code before it.
    before: u8,
}

/// What stands between two directives.
#[derive(Clone, Copy)]
struct Branch {
    is_empty: bool,
    /// A section of a `switch` starts it.
    is_section: bool,
    /// It goes on with what stood before.
    goes_on: bool,
    /// Brackets that it leaves open.
    open: i32,
    last: u8,
}

const FRESH: Branch = Branch { is_empty: true, is_section: false, goes_on: false, open: 0, last: 0 };

/// Conditionals inside of each other that are looked at.
const DEPTH_MAX: usize = 64;

/// The text for the parser; none if it can see all.
pub(super) fn hide(text: &str) -> Option<Veiled> {
    memchr::memmem::find(text.as_bytes(), b"#if")?;
    let mut open: Vec<Conditional> = Vec::new();
    let mut hidden: Vec<Span> = Vec::new();
    let (mut at, mut last) = (0u32, 0u8);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len() as u32;
        let word = line.trim();
        let here = Span::new(start, start + line.trim_end().len() as u32);
        if let Some(directive) = word.strip_prefix('#').map(str::trim_start) {
            if directive.starts_with("if") && open.len() < DEPTH_MAX {
                open.push(Conditional { lines: vec![here], branches: vec![FRESH], before: last });
            } else if directive.starts_with("el") {
                if let Some(conditional) = open.last_mut() {
                    conditional.lines.push(here);
                    conditional.branches.push(FRESH);
                    last = conditional.before;
                }
            } else if directive.starts_with("endif")
                && let Some(mut conditional) = open.pop()
            {
                conditional.lines.push(here);
                conditional.decide(&mut hidden);
            }
            continue;
        }
        let code = word.find("//").map_or(word, |comment| &word[..comment]).trim_end();
        let Some(&end) = code.as_bytes().last() else { continue };
        last = end;
        for conditional in &mut open {
            if let Some(branch) = conditional.branches.last_mut() {
                branch.add(code);
            }
        }
    }
    veiled(text, hidden)
}

impl Branch {
    fn add(&mut self, code: &str) {
        if std::mem::take(&mut self.is_empty) {
            self.is_section = code.starts_with("case ") || code.starts_with("default:");
            let goes_on = ["else", "catch", "finally", "where ", "=>"].iter().any(|word| code.starts_with(word));
            self.goes_on = goes_on || code.starts_with(['.', '?', ':', '&', '|', '+', ',', ')', '=']);
        }
        for byte in code.bytes() {
            match byte {
                b'{' | b'(' => self.open += 1,
                b'}' | b')' => self.open -= 1,
                _ => {}
            }
        }
        self.last = code.as_bytes().last().copied().unwrap_or(self.last);
    }

    /// A statement, a member, an attribute.
    fn is_whole(&self) -> bool {
        let ends = matches!(self.last, b';' | b'}' | b']');
        self.is_empty || (ends && self.open == 0 && !self.is_section && !self.goes_on)
    }

    /// It may stand beside other branches.
    fn is_item(&self) -> bool {
        self.is_empty || (self.open == 0 && (self.last == b',' || self.is_section))
    }
}

impl Conditional {
    /// Hides what the grammar would not understand.
    fn decide(&self, hidden: &mut Vec<Span>) {
        let starts = matches!(self.before, 0 | b';' | b'{' | b'}' | b']');
        if starts && self.branches.iter().all(Branch::is_whole) {
            return;
        }
        let items = self.branches.iter().all(Branch::is_item);
        for (index, line) in self.lines.iter().enumerate() {
            let end = match self.lines.get(index + 1) {
                Some(next) if index > 0 && !items => next.start,
                _ => line.end,
            };
            hidden.push(Span::new(line.start, end));
        }
    }
}

fn veiled(text: &str, mut hidden: Vec<Span>) -> Option<Veiled> {
    if hidden.is_empty() {
        return None;
    }
    hidden.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let mut end = 0;
    hidden.retain(|span| {
        let apart = span.start >= end;
        end = end.max(span.end);
        apart
    });
    let mut bytes = text.as_bytes().to_vec();
    for span in &hidden {
        let piece = bytes.get_mut(span.start as usize..span.end as usize).into_iter().flatten();
        piece.filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    let text = String::from_utf8(bytes).ok()?;
    Some(Veiled { text, hidden: hidden.into_iter().map(|span| (span, Role::Read)).collect() })
}
