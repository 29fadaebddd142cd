//! Words that stand in no node.
//!
//! A parser that cannot read something steps over it: the characters lie in an error without
//! children, or between two children of a node. The names in there still count when somebody
//! asks where a name stands, so they are read as the generic lexer would.

use super::{Walk, span};
use crate::lexer;
use crate::outline::{Gap, Role, Span};
use hashbrown::HashSet;
use tree_sitter::Node;

impl<'t> Walk<'t> {
    /// Everything before `at` is behind the walk; what no node covered is read as words.
    pub(super) fn reach(&mut self, at: usize) {
        let missed = Span::new(self.reached, at as u32);
        if missed.is_empty() {
            return;
        }
        self.reached = missed.end;
        // Nearly always blanks, and seldom more than a few.
        if !missed.of(self.seen).bytes().all(|byte| byte.is_ascii_whitespace()) {
            self.lex(missed);
        }
    }

    /// The walk goes on behind `node`.
    pub(super) fn step_over(&mut self, node: Node<'t>) {
        self.reached = self.reached.max(node.end_byte() as u32);
    }

    /// An error without children: characters that are no token at all.
    pub(super) fn unread(&mut self, node: Node<'t>) {
        self.out.gaps.push(Gap::Syntax(span(node)));
        self.lex(span(node));
    }

    /// A node that was read without its children, or not at all. Where it is broken, whoever read
    /// it cannot have met everything in it.
    pub(crate) fn skip(&mut self, node: Node<'t>) {
        if node.has_error() {
            self.lex(span(node));
        }
    }

    fn lex(&mut self, at: Span) {
        let (scope, before) = (self.scope(), self.out.occurrences.len());
        lexer::add_words(&mut self.out, at.of(self.seen), at.start, Role::Text, scope, self.limits);
        self.missed.extend(self.out.occurrences.drain(before..));
    }

    /// Puts the words down, without those that a hook has read in its own way meanwhile.
    pub(super) fn add_missed(&mut self) {
        if self.missed.is_empty() {
            return;
        }
        let known: HashSet<u32> = self.out.occurrences.iter().map(|occurrence| occurrence.at).collect();
        let missed = std::mem::take(&mut self.missed);
        self.out.occurrences.extend(missed.into_iter().filter(|occurrence| !known.contains(&occurrence.at)));
    }
}
