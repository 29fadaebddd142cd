//! Conditionals that do not hold whole statements.

use super::head::is_shouted;
use super::{Directive, Inside, Scan, span};
use crate::langs::c::lex::Kind;
use crate::outline::Role;

/// An `#if` that is open.
pub(super) struct Conditional {
    /// Its directives so far, as pieces.
    lines: Vec<usize>,
    branches: Vec<Branch>,
    /// How things stood before it.
    open: Vec<Inside>,
    before: Option<usize>,
    fresh: bool,
    tag: Option<Inside>,
    assigned: bool,
    is_whole: bool,
    /// A branch starts in the middle of something.
    goes_on: bool,
    /// The fewest brackets that were open inside of the branch at hand.
    pub(super) depth_min: usize,
    kind: Directive,
    /// Too deep to be looked at.
    skipped: bool,
}

/// What stands between two directives.
struct Branch {
    open: Vec<Inside>,
    before: Option<usize>,
    fresh: bool,
    tag: Option<Inside>,
    assigned: bool,
    is_balanced: bool,
    is_whole: bool,
    ends_item: bool,
}

/// Brackets that may be open around a conditional for it to be looked at; bounds what is copied.
const DEPTH_MAX: usize = 64;

impl Scan<'_> {
    /// A directive was met.
    pub(super) fn conditional(&mut self, index: usize, directive: Directive) {
        match directive {
            Directive::If | Directive::IfZero | Directive::IfCplusplus => self.start(index, directive),
            Directive::Else => {
                let goes_on = self.goes_on(index + 1);
                self.end_branch();
                let Some(conditional) = self.conditionals.last_mut() else { return };
                conditional.lines.push(index);
                conditional.goes_on |= goes_on;
                if !conditional.skipped {
                    self.open = conditional.open.clone();
                    conditional.depth_min = self.open.len();
                    (self.before, self.fresh) = (conditional.before, conditional.fresh);
                    (self.tag, self.assigned) = (conditional.tag, conditional.assigned);
                }
            }
            Directive::End => {
                self.end_branch();
                let Some(mut conditional) = self.conditionals.pop() else { return };
                conditional.lines.push(index);
                if let Some(outer) = self.conditionals.last_mut() {
                    outer.depth_min = outer.depth_min.min(conditional.depth_min);
                }
                if !conditional.skipped {
                    self.decide(conditional);
                }
            }
            Directive::Include | Directive::Other => {
                let midway = self.before.is_some_and(|before| self.is_punct(before, b',')) && !self.fresh;
                if is_list(&self.open) || midway {
                    self.cover(index, index, Role::Read);
                } else {
                    self.fresh = self.is_whole();
                }
            }
        }
    }

    fn start(&mut self, index: usize, kind: Directive) {
        let skipped = self.open.len() > DEPTH_MAX || self.conditionals.len() > DEPTH_MAX;
        self.conditionals.push(Conditional {
            lines: vec![index],
            branches: Vec::new(),
            open: if skipped { Vec::new() } else { self.open.clone() },
            before: self.before,
            fresh: self.fresh,
            tag: self.tag,
            assigned: self.assigned,
            is_whole: self.is_whole(),
            goes_on: self.goes_on(index + 1),
            depth_min: self.open.len(),
            kind,
            skipped,
        });
        self.fresh = self.is_whole();
    }

    fn end_branch(&mut self) {
        let (is_whole, ends_item) = (self.is_whole(), self.before.is_some_and(|before| self.is_punct(before, b',')));
        let Some(conditional) = self.conditionals.last_mut() else { return };
        if conditional.skipped {
            return;
        }
        let is_empty = self.before == conditional.before;
        conditional.branches.push(Branch {
            open: self.open.clone(),
            before: self.before,
            fresh: self.fresh,
            tag: self.tag,
            assigned: self.assigned,
            is_balanced: conditional.depth_min >= conditional.open.len() && self.open == conditional.open,
            is_whole: is_whole || is_empty,
            ends_item: ends_item || is_empty,
        });
    }

    /// Hides what the grammar would not understand of a conditional that is complete.
    fn decide(&mut self, conditional: Conditional) {
        let Conditional { lines, branches, before, kind, .. } = conditional;
        let in_list = is_list(&conditional.open);
        let is_whole = conditional.is_whole
            && !conditional.goes_on
            && branches.iter().all(|branch| branch.is_balanced && branch.is_whole);
        if is_whole && !in_list && kind != Directive::IfCplusplus {
            self.fresh = true;
            return;
        }
        let never = kind != Directive::If;
        let first = usize::from(never);
        let all = in_list && !never && branches.iter().all(|branch| branch.is_balanced && branch.ends_item);
        for (index, line) in lines.iter().enumerate() {
            let Some(here) = self.piece(*line) else { continue };
            let next = lines.get(index + 1).and_then(|next| self.piece(*next));
            let end = match next {
                Some(next) if !all && index != first => next.token.start,
                _ => here.token.end,
            };
            self.hidden.push((span(here.token.start, end), Role::Read));
        }
        match branches.into_iter().nth(first) {
            Some(kept) => {
                (self.open, self.before, self.fresh) = (kept.open, kept.before, kept.fresh);
                (self.tag, self.assigned) = (kept.tag, kept.assigned);
            }
            None => {
                (self.open, self.before, self.fresh) = (conditional.open, before, conditional.fresh);
                (self.tag, self.assigned) = (conditional.tag, conditional.assigned);
            }
        }
    }

    /// True when no statement or declaration starts at `index`, but one goes on.
    fn goes_on(&self, index: usize) -> bool {
        match self.piece(index) {
            Some(piece) if piece.directive.is_none() => match piece.token.kind {
                Kind::Word => self.word_at(index) == "else",
                Kind::Punct(byte) => {
                    matches!(byte, b'=' | b'?' | b'.' | b'|' | b'%' | b'^' | b'<' | b'>' | b'/' | b',')
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// True when a statement or declaration may start here.
    fn is_whole(&self) -> bool {
        let Some(before) = self.before else { return true };
        if self.fresh {
            return true;
        }
        match self.piece(before).map(|piece| piece.token.kind) {
            Some(Kind::Punct(b';' | b'{' | b'}' | b':')) => true,
            Some(Kind::Punct(b')')) => !matches!(self.word_before(Some(before)), "if" | "for" | "while" | "switch"),
            Some(Kind::Word) => is_shouted(self.word_at(before)),
            _ => false,
        }
    }
}

/// True where items stand between commas and the grammar knows no directives.
fn is_list(open: &[Inside]) -> bool {
    matches!(open.last(), Some(Inside::Parens | Inside::Head | Inside::Initialiser | Inside::Enum))
}
