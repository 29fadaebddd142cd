//! Hides from the C parser what only a preprocessor could make sense of.
//!
//! The grammar reads C as if there were no preprocessor: a branch of an `#if` must hold whole
//! statements, and a macro must look like C. Real code does not keep to that, and one such place
//! can cost the rest of its file. So, before parsing, blanks go over
//! - the lines of an `#if` whose branches do not hold whole statements, and all its branches but
//!   the first, as a preprocessor would have it; what is meant for C++ only;
//! - directives in the middle of an expression, an initialiser or an enum;
//! - macros that annotate (`API int f(void);`), wrap (`UNUSED(int f(void));`) or stand for whole
//!   fields and enumerators;
//! - comments inside of macro bodies.
//!
//! What is hidden keeps its place and comes back as words. Where all is well, nothing is hidden.

mod conditional;
mod head;
mod plus;
mod shape;

use super::lex::{Kind, Lexer, Token, line_end};
use crate::outline::{Role, Span};
use crate::spec::Veiled;
use conditional::Conditional;

/// The language that the text is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::langs) enum Dialect {
    C,
    Plus,
}

/// What a bracket opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
    /// Functions and statements; `extern "C"` and namespaces.
    Block,
    Extern,
    Struct,
    Enum,
    /// `= { … }`, a compound literal.
    Initialiser,
    /// Parentheses and square brackets; those of an `if`, `for`, `while` or `switch`.
    Parens,
    Head,
}

/// A piece of the text as the veil sees it: comments are gone, a directive is one piece.
#[derive(Clone, Copy, Debug)]
struct Piece {
    token: Token,
    directive: Option<Directive>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Directive {
    If,
    IfZero,
    IfCplusplus,
    /// `#else`, `#elif`.
    Else,
    End,
    Include,
    Other,
}

/// Pieces looked through for the other parenthesis.
const ARGUMENTS_MAX: usize = 1_000;

struct Scan<'t> {
    text: &'t str,
    dialect: Dialect,
    pieces: Vec<Piece>,
    hidden: Vec<(Span, Role)>,
    /// Open brackets and the conditionals around the piece at hand.
    open: Vec<Inside>,
    conditionals: Vec<Conditional>,
    /// The piece before that the parser will see, and whether a statement may start behind it.
    before: Option<usize>,
    fresh: bool,
    /// Where the declaration at hand starts.
    start: usize,
    /// In this statement: `struct`, `union` or `enum` was met; `=` or `return` was met.
    tag: Option<Inside>,
    assigned: bool,
    /// Pieces up to here are hidden already.
    done: usize,
}

/// The text for the parser; none if it can see all.
pub(in crate::langs) fn hide(text: &str, dialect: Dialect) -> Option<Veiled> {
    let mut scan = Scan {
        text,
        dialect,
        pieces: Vec::new(),
        hidden: Vec::new(),
        open: Vec::new(),
        conditionals: Vec::new(),
        before: None,
        fresh: true,
        start: 0,
        tag: None,
        assigned: false,
        done: 0,
    };
    scan.cut();
    for index in 0..scan.pieces.len() {
        scan.look_at(index);
    }
    scan.veiled()
}

impl<'t> Scan<'t> {
    /// Cuts the text into pieces.
    fn cut(&mut self) {
        let mut lexer = Lexer::new(self.text);
        while let Some(token) = lexer.next() {
            match token.kind {
                Kind::Comment => {}
                Kind::Punct(b'#') if token.first => {
                    let end = self.directive(token);
                    lexer.jump(end);
                }
                _ => self.pieces.push(Piece { token, directive: None }),
            }
        }
    }

    /// Adds the directive that starts at `hash`, and says where it ends. Comments inside of what it
    /// holds are hidden: to the grammar a macro's body ends there.
    fn directive(&mut self, hash: Token) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = line_end(bytes, hash.start);
        let mut last = hash.end;
        let mut comments = 0;
        let mut words = ["", ""];
        let first_comment = self.hidden.len();
        let mut lexer = Lexer::new(self.text);
        lexer.jump(hash.end);
        while let Some(token) = lexer.next().filter(|token| token.start < end) {
            if token.end > end {
                // A comment carries the line on; a quote does not.
                end = if token.kind == Kind::Comment { line_end(bytes, token.end) } else { end };
            }
            if token.kind == Kind::Comment {
                self.hidden.push((span(token.start, token.end), Role::Comment));
                comments += 1;
                continue;
            }
            // Comments with nothing behind them on their line are the grammar's.
            (last, comments) = (token.end.min(end), 0);
            if let Some(free) = words.iter_mut().find(|word| word.is_empty()) {
                *free = self.text.get(token.start..token.end).unwrap_or("");
            }
        }
        self.hidden.truncate(self.hidden.len() - comments);
        let line = self.text.get(hash.start..last).unwrap_or("");
        let directive = match words {
            ["ifdef", "__cplusplus"] if self.dialect == Dialect::C => Directive::IfCplusplus,
            ["if", "defined"] if self.dialect == Dialect::C && line.contains("__cplusplus") => Directive::IfCplusplus,
            ["if", "0"] => Directive::IfZero,
            ["if" | "ifdef" | "ifndef", _] => Directive::If,
            ["else" | "elif" | "elifdef" | "elifndef", _] => Directive::Else,
            ["endif", _] => Directive::End,
            ["include", _] => Directive::Include,
            _ => Directive::Other,
        };
        if directive != Directive::Other {
            self.hidden.truncate(first_comment);
        }
        let token = Token { kind: Kind::Punct(b'#'), start: hash.start, end: last, first: true };
        self.pieces.push(Piece { token, directive: Some(directive) });
        end
    }

    fn look_at(&mut self, index: usize) {
        let Some(Piece { token, directive }) = self.piece(index) else { return };
        if let Some(directive) = directive {
            self.conditional(index, directive);
            return;
        }
        if index < self.done {
            return;
        }
        if token.kind == Kind::Word && self.hide_macros(index) {
            return;
        }
        match token.kind {
            Kind::Word => self.word(index),
            Kind::Punct(byte) => self.punct(index, byte),
            _ => self.fresh = false,
        }
        self.before = Some(index);
    }

    fn word(&mut self, index: usize) {
        if std::mem::take(&mut self.fresh) {
            self.start = index;
        }
        if self.dialect == Dialect::Plus {
            self.word_plus(index);
            return;
        }
        match self.word_at(index) {
            "struct" | "union" => self.tag = Some(Inside::Struct),
            "enum" => self.tag = Some(Inside::Enum),
            "extern" => self.tag = Some(Inside::Extern),
            "return" => self.assigned = true,
            _ => {}
        }
    }

    fn punct(&mut self, index: usize, byte: u8) {
        let inside = self.open.last().copied();
        self.fresh = matches!(byte, b';' | b'{' | b'}') || (byte == b',' && inside == Some(Inside::Enum));
        let plus = self.dialect == Dialect::Plus;
        match byte {
            b'(' => {
                self.hide_convention(index);
                let head =
                    self.before.is_some_and(|before| matches!(self.word_at(before), "if" | "for" | "while" | "switch"));
                self.open.push(if head { Inside::Head } else { Inside::Parens });
            }
            b'[' => self.open.push(Inside::Parens),
            b')' | b']' => {
                // Only what a parenthesis opened: a stray one must not close a block.
                if matches!(inside, Some(Inside::Parens | Inside::Head)) {
                    self.close();
                }
            }
            b'{' => {
                let inside = self.braces();
                self.open.push(inside);
                (self.tag, self.assigned) = (None, false);
            }
            b'}' => {
                while matches!(self.open.last(), Some(Inside::Parens | Inside::Head)) {
                    self.close();
                }
                self.close();
                (self.tag, self.assigned) = (None, false);
            }
            b';' => (self.tag, self.assigned) = (None, false),
            b':' if plus => self.fresh = self.is_access(),
            b'=' if plus && self.is_no_value(index) => {}
            b'=' if !matches!(inside, Some(Inside::Parens | Inside::Head)) => {
                (self.tag, self.assigned) = (None, true);
            }
            b',' if !plus => self.tag = None,
            _ => {}
        }
    }

    fn close(&mut self) {
        self.open.pop();
        if let Some(conditional) = self.conditionals.last_mut() {
            conditional.depth_min = conditional.depth_min.min(self.open.len());
        }
    }

    /// What a brace here opens.
    fn braces(&self) -> Inside {
        if self.dialect == Dialect::Plus {
            return self.braces_plus();
        }
        let before = self.before.and_then(|before| self.piece(before)).map(|piece| piece.token.kind);
        let attributed = || matches!(self.word_before(self.before), "__attribute__" | "__declspec");
        match (self.tag, before) {
            (Some(Inside::Extern), Some(Kind::Text)) => Inside::Extern,
            (Some(tag @ (Inside::Struct | Inside::Enum)), Some(Kind::Word)) => tag,
            (Some(tag @ (Inside::Struct | Inside::Enum)), Some(Kind::Punct(b')'))) if attributed() => tag,
            (_, Some(Kind::Punct(b'=' | b',' | b'(' | b'['))) => Inside::Initialiser,
            _ if self.assigned || matches!(self.open.last(), Some(Inside::Initialiser | Inside::Parens)) => {
                Inside::Initialiser
            }
            _ => Inside::Block,
        }
    }

    /// The word before the parentheses that are closed at `close`.
    fn word_before(&self, close: Option<usize>) -> &'t str {
        close.map_or("", |close| self.word_at(self.head_of(close)))
    }

    /// The piece before the parenthesis that is closed at `close`, which is itself if it is not.
    fn head_of(&self, close: usize) -> usize {
        let mut depth = 0usize;
        for index in (close.saturating_sub(ARGUMENTS_MAX)..=close).rev() {
            if self.is_punct(index, b')') {
                depth += 1;
            } else if self.is_punct(index, b'(') {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return index.checked_sub(1).unwrap_or(close);
                }
            }
        }
        close
    }

    fn piece(&self, index: usize) -> Option<Piece> {
        self.pieces.get(index).copied()
    }

    /// The word at `index`; empty if there is something else.
    fn word_at(&self, index: usize) -> &'t str {
        match self.piece(index) {
            Some(Piece { token, directive: None }) if token.kind == Kind::Word => {
                self.text.get(token.start..token.end).unwrap_or("")
            }
            _ => "",
        }
    }

    fn is_punct(&self, index: usize, byte: u8) -> bool {
        self.piece(index).is_some_and(|piece| piece.directive.is_none() && piece.token.kind == Kind::Punct(byte))
    }

    fn is_file_level(&self) -> bool {
        self.open.iter().all(|open| *open == Inside::Extern)
    }

    /// Hides the pieces from `first` to `last`.
    fn hide(&mut self, first: usize, last: usize, role: Role) {
        if let (Some(first), Some(end)) = (self.piece(first), self.piece(last)) {
            self.hidden.push((span(first.token.start, end.token.end), role));
        }
    }

    /// The same, and does not look at them again.
    fn cover(&mut self, first: usize, last: usize, role: Role) {
        self.hide(first, last, role);
        self.done = self.done.max(last + 1);
    }

    fn veiled(mut self) -> Option<Veiled> {
        if self.hidden.is_empty() {
            return None;
        }
        // A branch that is hidden takes along what was hidden in it.
        self.hidden.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let mut end = 0;
        self.hidden.retain(|(span, _)| {
            let apart = span.start >= end;
            end = end.max(span.end);
            apart
        });
        let mut bytes = self.text.as_bytes().to_vec();
        for (span, role) in &self.hidden {
            // A comment in a directive may hold line ends; without it there are none.
            let keep = |byte: u8| *role != Role::Comment && matches!(byte, b'\n' | b'\r');
            let hidden = bytes.get_mut(span.start as usize..span.end as usize).into_iter().flatten();
            hidden.filter(|byte| !keep(**byte)).for_each(|byte| *byte = b' ');
        }
        let text = String::from_utf8(bytes).ok()?;
        Some(Veiled { text, hidden: self.hidden })
    }
}

fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
