//! Definitions among the tokens of a macro: `static ref X` in `lazy_static!`, items in `cfg_if!`
//! or in the body of a macro definition.

use super::{Body, Groups, Kind, Pattern, Reader};
use crate::outline::{Receiver, Role, Scope, ScopeKind, Span, Symbol, SymbolKind};

/// Tokens looked at to find the end of an item; longer ones are cut there.
const TOKENS_MAX: usize = 4096;

/// Attributes and such that may stand before the keyword of an item.
const PREFIX_MAX: usize = 256;

/// The name at token `name` is that of a definition.
#[derive(Clone, Copy)]
pub(super) struct Defines {
    pub(super) kind: SymbolKind,
    pub(super) name: usize,
}

/// Last token of an item, and the one that opens its braces.
pub(super) struct Extent {
    pub(super) last: usize,
    body: Option<usize>,
}

impl Reader<'_, '_> {
    /// A keyword that may begin a definition.
    pub(super) fn item_keyword(&mut self, index: usize, word: &str) {
        let template = self.template;
        let level = self.level();
        if level.attribute || template || !level.items || level.groups.is_some() || level.pattern != Pattern::None {
            return;
        }
        let kind = match word {
            "fn" => SymbolKind::Function,
            "struct" => SymbolKind::Struct,
            "union" => SymbolKind::Union,
            "enum" => SymbolKind::Enum,
            "trait" => SymbolKind::Trait,
            "type" => SymbolKind::TypeAlias,
            "const" => SymbolKind::Constant,
            "static" => SymbolKind::Variable,
            "mod" => SymbolKind::Module,
            "impl" => SymbolKind::Impl,
            "use" if self.begins_item(index) => return self.use_tree(index),
            _ => return,
        };
        if !self.begins_item(index) {
            return;
        }
        if kind == SymbolKind::Impl {
            return self.implement(index);
        }
        let mut name = self.after(index);
        while word == "static" && matches!(self.text_of(name), "ref" | "mut") {
            name = self.after(name);
        }
        let named = self.tokens.get(name).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Meta));
        let then = self.text_of(self.after(name));
        let fits = match word {
            "const" => matches!(then, ":" | "="),
            "static" => then == ":",
            "type" => matches!(then, "=" | "<" | ";" | ":"),
            "union" => matches!(then, "{" | "<"),
            _ => true,
        };
        if named && fits {
            self.level().define = Some(Defines { kind, name });
        }
    }

    /// True when only attributes, visibility and such stand before the token in its item.
    fn begins_item(&mut self, index: usize) -> bool {
        let mut at = self.level().item;
        for _ in 0..PREFIX_MAX {
            if at >= index {
                return true;
            }
            let token = self.tokens[at];
            let fits = match token.kind {
                Kind::Open => {
                    at = at.max(token.pair as usize);
                    true
                }
                Kind::Comment | Kind::Text | Kind::Literal | Kind::Meta => true,
                Kind::Keyword => matches!(self.text_of(at), "pub" | "unsafe" | "async" | "const" | "extern"),
                Kind::Word => self.text_of(at) == "default",
                Kind::Mark => matches!(self.text_of(at), "#" | "!" | "$" | "*" | "?" | "+"),
                Kind::Close | Kind::Binder => false,
            };
            if !fits {
                return false;
            }
            at += 1;
        }
        false
    }

    /// What reaches from the token at `from` to the next comma, or semicolon, or closing brace.
    pub(super) fn extent(&self, from: usize, comma: bool, braces: bool) -> Extent {
        let mut at = from + 1;
        for _ in 0..TOKENS_MAX {
            let Some(token) = self.tokens.get(at) else { break };
            match token.kind {
                Kind::Close => break,
                Kind::Open if braces && self.text_of(at) == "{" => {
                    return Extent { last: at.max(token.pair as usize), body: Some(at) };
                }
                Kind::Open => at = at.max(token.pair as usize),
                Kind::Mark if self.text_of(at) == ";" => return Extent { last: at, body: None },
                Kind::Mark if comma && self.text_of(at) == "," => break,
                _ => {}
            }
            at += 1;
        }
        Extent { last: at.min(self.tokens.len()) - 1, body: None }
    }

    /// `impl Trait for Type { … }`: what is defined inside belongs to the type.
    fn implement(&mut self, index: usize) {
        let extent = self.extent(index, false, true);
        let Some(body) = extent.body else { return };
        let (mut depth, mut owner) = (0i32, None);
        for at in index + 1..body {
            match (self.tokens[at].kind, self.text_of(at)) {
                (_, "<") => depth += 1,
                (_, ">") => depth -= 1,
                (_, ">>") => depth -= 2,
                (Kind::Keyword, "where") => break,
                (Kind::Keyword, "for") if depth == 0 => owner = None,
                (Kind::Word, name) if depth == 0 => owner = Some(name),
                _ => {}
            }
        }
        let owner = owner.map(|owner| self.walk.out.names.intern(owner));
        let scope = self.item_scope(ScopeKind::Class, index, extent.last, None);
        let symbol = self.level().symbol;
        let (until, body) = (extent.last, Body::Members);
        self.level().groups = Some(Groups { until, scope, symbol, owner, body, has_parameters: false });
    }

    /// The name at `index` defines a symbol of this kind; a `$name` only opens its brackets.
    pub(super) fn define(&mut self, index: usize, kind: SymbolKind) -> u32 {
        use SymbolKind::*;
        let comma = matches!(kind, Field | Variant);
        let braces = !matches!(kind, Constant | Variable | TypeAlias | Field);
        let extent = self.extent(index, comma, braces);
        let at = self.tokens[index].at;
        let members = self.level().body == Body::Members;
        let kind = match kind {
            Function if extent.body.is_none() => Declaration,
            Function if members => Method,
            other => other,
        };
        if kind == Module && extent.body.is_none() {
            return self.module_file(index, extent.last);
        }
        let named = self.tokens[index].kind == Kind::Word;
        let role = if named { Role::Def } else { Role::Read };
        let occurrence = self.add(at, role, Receiver::None);
        let symbol = if named { Some(self.add_symbol(index, kind, &extent)) } else { self.level().symbol };
        let (scope_kind, body) = match kind {
            Struct | Union => (ScopeKind::Class, Body::Fields),
            Variant if extent.body.is_some() => (ScopeKind::Class, Body::Fields),
            Enum => (ScopeKind::Class, Body::Variants),
            Trait => (ScopeKind::Class, Body::Members),
            Module => (ScopeKind::Block, Body::Plain),
            Function | Method | Declaration => (ScopeKind::Function, Body::Plain),
            Constant | Variable => {
                // Ends at the `=`, and what follows its colon is a type.
                self.level().pattern = Pattern::Let;
                return occurrence;
            }
            _ => return occurrence,
        };
        let scope = self.item_scope(scope_kind, index, extent.last, symbol.filter(|_| named));
        let has_parameters = scope_kind == ScopeKind::Function;
        let until = extent.last;
        self.level().groups = Some(Groups { until, scope, symbol, owner: None, body, has_parameters });
        occurrence
    }

    /// True when `pub` stands before the token in its item.
    pub(super) fn is_public(&mut self, index: usize) -> bool {
        (self.level().item..index).any(|token| self.text_of(token) == "pub")
    }

    fn item_scope(&mut self, kind: ScopeKind, first: usize, last: usize, symbol: Option<u32>) -> u32 {
        let span = Span::new(self.tokens[first].at.start, self.tokens[last.max(first)].at.end);
        let parent = self.level().scope;
        self.walk.out.scopes.push(Scope { kind, span, parent, symbol });
        self.walk.out.scopes.len() as u32 - 1
    }

    fn add_symbol(&mut self, index: usize, kind: SymbolKind, extent: &Extent) -> u32 {
        let at = self.tokens[index].at;
        let item = self.level().item;
        let (first, doc) = self.doc(item, index);
        let mut own = first;
        while self.text_of(own) == "#" {
            let bracket = self.after(own);
            let bracket = if self.text_of(bracket) == "!" { self.after(bracket) } else { bracket };
            own = self.after(self.tokens.get(bracket).map_or(bracket, |token| bracket.max(token.pair as usize)));
        }
        let own = own.min(index);
        let end = self.tokens[extent.last.max(index)].at.end;
        let header = extent.body.map_or(end, |open| self.tokens[open].at.start);
        let start = self.tokens[own].at.start;
        let signature = Span::new(start, header).of(self.walk.text).trim_end().len() as u32;
        let public = self.is_public(index);
        let level = self.level();
        let (parent, owner) = (level.symbol, level.owner);
        let shared = match level.body {
            Body::Variants | Body::Members => owner.is_none(),
            // Flags of a `bitflags!` struct.
            Body::Fields => kind == SymbolKind::Constant,
            _ => false,
        };
        let around = parent.filter(|_| shared).map(|parent| &self.walk.out.symbols[parent as usize]);
        let shared = around.is_some_and(|around| around.exported);
        let name = self.walk.out.names.intern(at.of(self.walk.text));
        self.walk.out.symbols.push(Symbol {
            kind,
            name,
            span: Span::new(self.tokens[first].at.start, end),
            name_at: at.start,
            signature: Span::new(start, start + signature),
            doc,
            parent,
            owner,
            exported: public || shared,
        });
        self.walk.out.symbols.len() as u32 - 1
    }

    /// The first token of an item that is no comment, and the comment right above it.
    fn doc(&self, item: usize, index: usize) -> (usize, Span) {
        let mut doc = Span::default();
        let mut before = self.tokens[item.min(index)].at.start;
        if let Some(last) = item.checked_sub(1) {
            before = self.tokens[last].at.end;
        }
        for at in item..index {
            let token = self.tokens[at];
            let gap = Span::new(before, token.at.start).of(self.walk.text);
            let n_lines = gap.bytes().filter(|&byte| byte == b'\n').count();
            if token.kind != Kind::Comment {
                let doc = if n_lines > 1 { Span::default() } else { doc };
                return (at, doc);
            }
            let text = token.at.of(self.walk.text).trim_end();
            let start = if doc.is_empty() || n_lines > 1 { token.at.start } else { doc.start };
            let behind_code = doc.is_empty() && n_lines == 0 && at == item && item > 0 && !gap.is_empty();
            if !behind_code {
                doc = Span::new(start, token.at.start + text.len() as u32);
            }
            before = token.at.start + text.len() as u32;
        }
        (index, doc)
    }
}
