//! Reads the flat tokens of macro calls, macro definitions and attributes.
//!
//! What is inside is nearly always Rust, or close to it, so that the neighbours of a name tell
//! what it does: before `(` or `!` it is called, behind `.` or `::` it is a member, behind `let`
//! it is bound. A stack of levels, one for each open bracket, remembers what the tokens so far
//! have said. It is a guess where a macro has a language of its own, but no name is lost.

mod flat;
mod imports;
mod items;
mod words;

use self::flat::{Kind, Token};
use crate::names::NameId;
use crate::outline::{Occurrence, Receiver, Role, Scope, ScopeKind, Span};
use crate::spec::*;
use crate::walk::Walk;
use tree_sitter::Node as Tree;

/// Tokens looked at to find the `in` of a `for`.
const LOOP_PATTERN_MAX: usize = 64;

/// The walk over one row of tokens.
struct Reader<'w, 't> {
    walk: &'w mut Walk<'t>,
    tokens: Vec<Token>,
    levels: Vec<Level>,
    /// The last token that was no comment and no text.
    before: Option<usize>,
    /// Tokens before this one have been read ahead.
    resume: usize,
    /// It is the left side of a macro's rule: its words are keywords of a little language.
    template: bool,
}

/// One open bracket.
struct Level {
    delimiter: u8,
    /// Statements and items stand here.
    block: bool,
    /// Items may stand here.
    items: bool,
    span: Span,
    /// Where names are looked up now, and where they are after the next comma or semicolon.
    scope: u32,
    base: u32,
    owns_scope: bool,
    /// What a dot would hold on to.
    tail: Option<Receiver>,
    link: Link,
    /// Tails held over `::<…>`.
    angles: Vec<Option<Receiver>>,
    pattern: Pattern,
    /// A type stands here: behind the `:` of a pattern or field.
    typed: bool,
    /// What a key belongs to: the name before these braces.
    literal: Option<Receiver>,
    next_literal: Option<Receiver>,
    attribute: bool,
    body: Body,
    /// The symbol and type that definitions here belong to.
    symbol: Option<u32>,
    owner: Option<NameId>,
    /// First token of the item or statement being read, and what was said of it.
    item: usize,
    define: Option<items::Defines>,
    next_is_match: bool,
    /// Behind `if` and its like braces are a block, not a literal.
    condition: bool,
    groups: Option<Groups>,
}

/// What stands between a name and what is before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    None,
    Dot,
    Path,
}

/// Which pattern is being read; each ends elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pattern {
    None,
    Let,
    For,
    Closure,
    /// Up to `=>` or `if`.
    Arm,
    /// To the end of the level.
    All,
}

/// What a name with a colon, or alone, means in a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Plain,
    Fields,
    Variants,
    Members,
    Arms,
    /// `matches!(value, pattern)`.
    Matches,
}

/// What the brackets of the item being read are.
#[derive(Clone, Copy)]
struct Groups {
    until: usize,
    scope: u32,
    symbol: Option<u32>,
    owner: Option<NameId>,
    body: Body,
    has_parameters: bool,
}

pub(super) fn tokens<'t>(walk: &mut Walk<'t>, node: Tree<'t>, pass: Pass) -> Visit {
    let list = flat::tokens(walk, node);
    let attribute = pass.to == To::Role(Role::Decorator);
    let macro_name = if attribute { "" } else { walk.tail_name() };
    let body = if is_matches(macro_name) { Body::Matches } else { Body::Plain };
    let template = pass.to == To::Role(Role::Key);
    let (scope, symbol) = (walk.scope(), walk.symbol());
    let mut root = Level::new(ROOT, crate::walk::span(node), scope, symbol, 0);
    (root.attribute, root.body) = (attribute, body);
    // What has no name of its own is the right side of a macro's rule.
    (root.items, root.block) = (!attribute && !template, !attribute && !template && macro_name.is_empty());
    Reader { walk, tokens: list, levels: vec![root], before: None, resume: 0, template }.read();
    Visit::Skip
}

fn is_matches(macro_name: &str) -> bool {
    matches!(macro_name, "matches" | "assert_matches" | "debug_assert_matches")
}

/// The delimiter of what is around the outermost brackets.
const ROOT: u8 = b' ';

impl Level {
    fn new(delimiter: u8, span: Span, scope: u32, symbol: Option<u32>, item: usize) -> Level {
        Level {
            delimiter,
            block: delimiter == b'{',
            items: delimiter == b'{',
            span,
            scope,
            base: scope,
            owns_scope: false,
            tail: None,
            link: Link::None,
            angles: Vec::new(),
            pattern: Pattern::None,
            typed: false,
            literal: None,
            next_literal: None,
            attribute: false,
            body: Body::Plain,
            symbol,
            owner: None,
            item,
            define: None,
            next_is_match: false,
            condition: false,
            groups: None,
        }
    }

    /// What is read next begins anew.
    fn start_item(&mut self, index: usize) {
        self.item = index;
        self.scope = self.base;
        self.typed = false;
        self.define = None;
        self.condition = false;
        self.angles.clear();
    }
}

impl<'t> Reader<'_, 't> {
    fn read(&mut self) {
        for index in 0..self.tokens.len() {
            if self.walk.is_full() {
                return;
            }
            if index < self.resume {
                self.before = Some(index);
                continue;
            }
            let Token { kind, at, .. } = self.tokens[index];
            let scope = self.level().scope;
            match kind {
                Kind::Comment => self.walk.words(at, Role::Comment, scope),
                Kind::Text => self.text(at),
                Kind::Open => self.open(index),
                Kind::Close => self.close(index),
                Kind::Keyword => self.keyword(index),
                Kind::Word | Kind::Meta => self.word(index),
                Kind::Binder => {
                    self.add(at, Role::Bind, Receiver::None);
                }
                Kind::Literal => {
                    let level = self.level();
                    (level.tail, level.link) = (Some(Receiver::Other), Link::None);
                }
                Kind::Mark => self.mark(index),
            }
            if !matches!(kind, Kind::Comment | Kind::Text) {
                self.before = Some(index);
            }
        }
    }

    fn level(&mut self) -> &mut Level {
        let top = self.levels.len() - 1;
        &mut self.levels[top]
    }

    /// The text of the token at `index`; empty beyond the end.
    fn text_of(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| token.at.of(self.walk.text))
    }

    /// The text of the last token; empty at the start.
    fn text_before(&self) -> &'t str {
        self.before.map_or("", |index| self.text_of(index))
    }

    /// Index of the token after `index` that is no comment and no text.
    fn after(&self, index: usize) -> usize {
        let rest = self.tokens.iter().skip(index + 1);
        index + 1 + rest.take_while(|token| matches!(token.kind, Kind::Comment | Kind::Text)).count()
    }

    fn add(&mut self, at: Span, role: Role, receiver: Receiver) -> u32 {
        let scope = self.level().scope;
        let name = self.walk.out.names.intern(at.of(self.walk.text));
        let occurrences = &mut self.walk.out.occurrences;
        occurrences.push(Occurrence { name, at: at.start, role, scope, receiver });
        occurrences.len() as u32 - 1
    }

    /// A scope inside the current one that reaches to the end of the level.
    fn add_scope(&mut self, kind: ScopeKind, start: u32) -> u32 {
        // Torn delimiters can end a level before what is read in it.
        let (parent, end) = (self.level().scope, self.level().span.end.max(start));
        self.walk.out.scopes.push(Scope { kind, span: Span::new(start, end), parent, symbol: None });
        self.walk.out.scopes.len() as u32 - 1
    }

    fn open(&mut self, index: usize) {
        let Token { at, pair, .. } = self.tokens[index];
        let whole = Span::new(at.start, self.tokens.get(pair as usize).map_or(at.end, |close| close.at.end));
        let before = self.text_before();
        let delimiter = self.walk.text.as_bytes().get(at.start as usize).copied().unwrap_or(b'(');
        let repeats = before == "$";
        let body = if before == "!" { self.body_of_macro() } else { Body::Plain };
        let up = self.level();
        let delimiter = if repeats { up.delimiter } else { delimiter };
        let mut level = Level::new(delimiter, whole, up.scope, up.symbol, index + 1);
        level.owner = up.owner;
        level.attribute = up.attribute || (delimiter == b'[' && before == "#");
        if repeats || up.delimiter == ROOT {
            level.body = up.body;
            level.items = up.items;
            level.block = up.block || level.block && up.items;
        } else {
            level.body = body;
        }
        let next_literal = up.next_literal.take();
        if delimiter == b'{' {
            level.literal = next_literal;
            up.condition &= level.literal.is_some();
            level.block &= level.literal.is_none();
            level.items &= level.literal.is_none();
        }
        if up.typed || up.groups.is_some() || !up.angles.is_empty() {
            level.typed = delimiter != b'{';
        } else if up.pattern != Pattern::None {
            level.pattern = Pattern::All;
        }
        if let Some(groups) = &mut up.groups {
            level.scope = groups.scope;
            level.base = groups.scope;
            if delimiter == b'(' && std::mem::take(&mut groups.has_parameters) {
                (level.pattern, level.typed) = (Pattern::All, false);
            }
            if delimiter == b'{' {
                (level.symbol, level.owner, level.body) = (groups.symbol, groups.owner, groups.body);
            }
        } else if delimiter == b'{' && std::mem::take(&mut up.next_is_match) {
            (level.body, level.pattern) = (Body::Arms, Pattern::Arm);
        }
        self.levels.push(level);
        if self.level().body == Body::Arms {
            self.start_arm(at.start);
        }
    }

    fn body_of_macro(&self) -> Body {
        let name = self.before.and_then(|bang| bang.checked_sub(1)).map_or("", |name| self.text_of(name));
        if is_matches(name) { Body::Matches } else { Body::Plain }
    }

    fn close(&mut self, index: usize) {
        if self.levels.len() < 2 {
            return;
        }
        let Some(inner) = self.levels.pop() else { return };
        let up = self.level();
        up.link = Link::None;
        if up.groups.is_some_and(|groups| index >= groups.until) {
            up.groups = None;
        }
        let is_literal = inner.literal.is_some();
        if inner.delimiter == b'{' && !is_literal {
            up.tail = Some(Receiver::Other);
            if up.block || up.body == Body::Arms {
                up.pattern = Pattern::None;
                up.start_item(index + 1);
            }
            if up.body == Body::Arms {
                self.end_arm(index);
            }
        } else if up.tail.is_none() {
            let grouped = inner.tail.filter(|_| inner.delimiter == b'(');
            up.tail = Some(grouped.unwrap_or(Receiver::Other));
        }
    }

    /// An arm's own scope holds what its pattern binds.
    fn start_arm(&mut self, start: u32) {
        let base = self.level().base;
        self.level().scope = base;
        let scope = self.add_scope(ScopeKind::Block, start);
        let level = self.level();
        (level.scope, level.pattern, level.typed) = (scope, Pattern::Arm, false);
    }

    /// The braces that close here end an arm if they were its value.
    fn end_arm(&mut self, index: usize) {
        let open = self.tokens[index].pair as usize;
        let arrow = (0..open).rev().find(|&before| !matches!(self.tokens[before].kind, Kind::Comment | Kind::Text));
        if arrow.is_some_and(|arrow| self.text_of(arrow) == "=>") {
            self.start_arm(self.tokens[index].at.end);
        }
    }

    fn keyword(&mut self, index: usize) {
        let word = self.text_of(index);
        if word == "await" {
            self.level().link = Link::None;
            return;
        }
        let loops = word == "for" && self.is_loop(index);
        let level = self.level();
        (level.tail, level.link) = (None, Link::None);
        match word {
            "let" => {
                if !level.owns_scope {
                    let start = level.span.start;
                    let scope = self.add_scope(ScopeKind::Block, start);
                    let level = self.level();
                    (level.scope, level.base, level.owns_scope) = (scope, scope, true);
                }
                self.level().pattern = Pattern::Let;
            }
            "for" if loops => level.pattern = Pattern::For,
            "in" if level.pattern == Pattern::For => (level.pattern, level.condition) = (Pattern::None, true),
            "if" if level.pattern == Pattern::Arm => level.pattern = Pattern::None,
            "if" | "while" => level.condition = true,
            "else" => level.pattern = Pattern::None,
            "match" => (level.next_is_match, level.condition) = (true, true),
            _ => self.item_keyword(index, word),
        }
    }

    /// True for the `for` of a loop: `impl A for B` and `for<'a>` have no `in`.
    fn is_loop(&self, index: usize) -> bool {
        let mut at = index + 1;
        for _ in 0..LOOP_PATTERN_MAX {
            let Some(token) = self.tokens.get(at) else { return false };
            match (token.kind, self.text_of(at)) {
                (Kind::Keyword, "in") => return true,
                (Kind::Keyword, "mut" | "ref") => {}
                (Kind::Close | Kind::Keyword, _) | (Kind::Mark, ";" | "<") => return false,
                (Kind::Open, _) => at = at.max(token.pair as usize),
                _ => {}
            }
            at += 1;
        }
        false
    }

    fn mark(&mut self, index: usize) {
        let mark = self.text_of(index);
        let next = self.after(index);
        let before_angle = mark == "::" && self.text_of(next) == "<";
        let bang = mark == "!" && self.tokens.get(next).is_some_and(|token| token.kind == Kind::Open);
        let behind_path = self.text_before() == "::";
        let opens_closure = matches!(mark, "|" | "||") && self.is_prefix();
        let at = self.tokens[index].at;
        let level = self.level();
        match mark {
            "." => level.link = Link::Dot,
            "::" if before_angle => {}
            "::" => level.link = Link::Path,
            "<" if behind_path || level.typed || level.groups.is_some() || !level.angles.is_empty() => {
                let tail = level.tail.take();
                level.angles.push(tail);
            }
            ">" | ">>" if !level.angles.is_empty() => {
                for _ in 0..mark.len() {
                    if let Some(tail) = level.angles.pop() {
                        level.tail = tail;
                    }
                }
            }
            "?" => {}
            "!" if bang => {}
            "|" if level.pattern == Pattern::Closure => {
                (level.pattern, level.typed, level.tail) = (Pattern::None, false, None);
            }
            "|" | "||" if opens_closure => {
                level.tail = None;
                let scope = self.add_scope(ScopeKind::Function, at.start);
                let level = self.level();
                level.scope = scope;
                level.pattern = if mark == "|" { Pattern::Closure } else { Pattern::None };
            }
            _ => self.separator(index, mark),
        }
    }

    /// Marks that end something.
    fn separator(&mut self, index: usize, mark: &str) {
        let level = self.level();
        (level.tail, level.link) = (None, Link::None);
        match mark {
            ":" => {
                let pattern = level.pattern != Pattern::None && level.literal.is_none();
                level.typed = level.typed || pattern || level.body == Body::Fields;
            }
            "," if !level.angles.is_empty() || level.groups.is_some() => {}
            "," => {
                level.typed = level.typed && level.body == Body::Plain && level.pattern == Pattern::None;
                if level.pattern == Pattern::Closure {
                    return;
                }
                let starts_arm = match level.body {
                    Body::Arms => level.pattern != Pattern::Arm,
                    Body::Matches => level.pattern == Pattern::None && level.delimiter == b'(',
                    _ => false,
                };
                if level.pattern != Pattern::All && level.pattern != Pattern::Arm {
                    level.start_item(index + 1);
                }
                if starts_arm {
                    self.start_arm(self.tokens[index].at.end);
                }
            }
            ";" => {
                (level.pattern, level.groups) = (Pattern::None, None);
                level.start_item(index + 1);
            }
            "=" if level.pattern == Pattern::Let => (level.pattern, level.typed) = (Pattern::None, false),
            "=>" if level.pattern == Pattern::Arm => level.pattern = Pattern::None,
            _ => {}
        }
    }

    /// True where an expression begins, so that `|` opens a closure.
    fn is_prefix(&mut self) -> bool {
        if matches!(self.level().pattern, Pattern::Let | Pattern::For | Pattern::Arm | Pattern::All) {
            return false;
        }
        let Some(before) = self.before else { return true };
        match self.tokens[before].kind {
            Kind::Open => true,
            Kind::Keyword => true,
            Kind::Mark => !matches!(self.text_of(before), "?" | ">" | "." | "::"),
            _ => false,
        }
    }
}
