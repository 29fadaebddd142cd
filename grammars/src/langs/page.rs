//! A page with parts in other languages: scripts, styles and what its template says in script.
//!
//! All scripts of a page are one text to its parser, for they see each other's names; behind them
//! comes what the template says, as statements made of it: `{{ f(x) }}` is `(f(x));`, a loop is a
//! loop whose body lasts as long as the element. So scopes, roles and hints are those of the script
//! language, and a use of a function in the template is found like any other. Styles are read as
//! CSS, and everything else by its words.
//!
//! Knows tags and script, not what Vue's and Svelte's attributes mean.

use super::markup::{self, Flavour, Tag, Token};
use crate::outline::{Import, ImportKind, Occurrence, Outline, Receiver, Role, Scope, ScopeKind, Span};
use crate::pieces::{self, Pieces};
use crate::{Lang, Layout, Limits, lexer};
use std::borrow::Cow;
use std::ops::Range;

/// What differs between pages.
pub(super) struct Dialect {
    pub(super) flavour: Flavour,
    /// Says what a start tag does beyond its scripts.
    pub(super) tag: fn(&mut Page, &Tag),
    /// Says what text between tags does.
    pub(super) text: fn(&mut Page, Range<usize>),
    /// Says what the inside of braces does.
    pub(super) braces: fn(&mut Page, Range<usize>),
    /// Adds a script to what its parser reads.
    pub(super) script: Script,
}

/// Adds a stretch of the text that is a script.
type Script = fn(&mut Pieces, Range<usize>, &str);

/// A script as it is.
pub(super) fn as_it_is(to: &mut Pieces, range: Range<usize>, _: &str) {
    to.copy(range);
}

/// A page while it is read.
pub(super) struct Page<'t> {
    pub(super) text: &'t str,
    scripts: Vec<Range<usize>>,
    styles: Vec<Range<usize>>,
    /// The template as script.
    code: Pieces<'t>,
    /// Elements around, with what ends what they opened in `code`.
    open: Vec<(Range<usize>, Vec<&'static str>)>,
    /// Blocks of braces around, the same way.
    blocks: Vec<&'static str>,
    comments: Vec<Range<usize>>,
    modules: Vec<Range<usize>>,
    /// Names of elements in kebab case: a component's other spelling in Vue.
    dashed: Vec<Range<usize>>,
    lang: &'static str,
    script: Script,
    /// Bytes that the parts' own parsers read. Invariant: sorted.
    taken: Vec<Range<usize>>,
}

/// Elements inside of each other that are followed.
const DEPTH_MAX: usize = 500;

/// Reads `text` as a page of `dialect`.
pub(super) fn read(text: &str, dialect: &Dialect, limits: &Limits) -> Outline {
    let mut page = Page {
        text,
        scripts: Vec::new(),
        styles: Vec::new(),
        code: Pieces::new(text),
        open: Vec::new(),
        blocks: Vec::new(),
        comments: Vec::new(),
        modules: Vec::new(),
        dashed: Vec::new(),
        lang: "javascript",
        script: dialect.script,
        taken: Vec::new(),
    };
    markup::tokens(text, dialect.flavour, |token| match token {
        Token::Text(range) => (dialect.text)(&mut page, range),
        Token::Comment(range) => page.comments.push(range),
        Token::Braces(range) => (dialect.braces)(&mut page, range),
        Token::Open(tag) => page.start(&tag, dialect),
        Token::Close(name) => page.end(name),
    });
    page.end_all();
    page.outline(limits)
}

impl<'t> Page<'t> {
    fn start(&mut self, tag: &Tag, dialect: &Dialect) {
        let name = &self.text[tag.name.clone()];
        let is_component = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'));
        if self.open.len() < DEPTH_MAX {
            self.open.push((tag.name.clone(), Vec::new()));
        }
        (dialect.tag)(self, tag);
        if is_component && dialect.flavour != Flavour::Html {
            self.say(&[("", tag.name.clone(), "();\n")]);
        }
        let is_dashed = name.contains('-') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_dashed && dialect.flavour == Flavour::Vue {
            self.dashed.push(tag.name.clone());
        }
        if let Some(raw) = &tag.raw {
            self.part(tag, raw.clone());
        }
        if tag.is_whole {
            self.end(tag.name.clone());
        }
    }

    /// A script or style.
    fn part(&mut self, tag: &Tag, raw: Range<usize>) {
        let lang = tag.attribute(self.text, "lang").unwrap_or("").to_ascii_lowercase();
        let kind = tag.attribute(self.text, "type").unwrap_or("").to_ascii_lowercase();
        match self.text[tag.name.clone()].to_ascii_lowercase().as_str() {
            "style" if !matches!(lang.as_str(), "sass" | "stylus" | "styl") => self.styles.push(raw),
            "script" => {
                let source = tag.attributes.iter().find(|one| &self.text[one.name.clone()] == "src");
                self.modules.extend(source.and_then(|source| source.value.clone()));
                let typed = lang == "ts" || lang == "typescript" || kind.ends_with("typescript");
                let script = ["", "module", "javascript", "jsx", "babel", "ecmascript", "tsx", "typescript"];
                let kind = kind.rsplit('/').next().unwrap_or("");
                if lang == "tsx" {
                    self.lang = "tsx";
                } else if typed && self.lang != "tsx" {
                    self.lang = "typescript";
                } else if !matches!(lang.as_str(), "" | "js" | "javascript" | "jsx") || !script.contains(&kind) {
                    return;
                }
                self.scripts.push(raw);
            }
            _ => {}
        }
    }

    /// An element ends, and what it opened in the code.
    fn end(&mut self, name: Range<usize>) {
        let name = &self.text[name];
        let Some(at) = self.open.iter().rposition(|(open, _)| self.text[open.clone()].eq_ignore_ascii_case(name))
        else {
            return;
        };
        for (_, closers) in self.open.drain(at..).rev() {
            closers.into_iter().rev().for_each(|closer| self.code.make(closer));
        }
    }

    fn end_all(&mut self) {
        for (_, closers) in self.open.drain(..).rev() {
            closers.into_iter().rev().for_each(|closer| self.code.make(closer));
        }
        self.blocks.drain(..).rev().for_each(|closer| self.code.make(closer));
    }

    /// Puts pieces of the file into the code, each between what a parser needs around it.
    pub(super) fn say(&mut self, pieces: &[(&str, Range<usize>, &str)]) {
        for (before, range, after) in pieces {
            self.code.make(before);
            self.copy(range.clone());
            self.code.make(after);
        }
    }

    /// Copies code, as far as no other copied it, with entities as what they mean.
    fn copy(&mut self, range: Range<usize>) {
        const ENTITIES: [(&str, &str); 6] =
            [("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        let text = self.text;
        let mut from = range.start;
        for (at, _) in text[range.clone()].match_indices('&') {
            let at = range.start + at;
            let entity = ENTITIES.iter().find(|(entity, _)| text[at..range.end].starts_with(entity));
            if let Some((entity, meaning)) = entity.filter(|_| at >= from) {
                self.code.copy(from..at);
                from = at + entity.len();
                self.code.decoded(meaning, at..from);
            }
        }
        self.code.copy(from..range.end);
        self.taken.push(range);
    }

    /// A value that is read.
    pub(super) fn value(&mut self, range: Range<usize>) {
        let range = self.trimmed(range);
        if !range.is_empty() {
            self.say(&[("(", range, "\n);\n")]);
        }
    }

    /// Statements that run some time: the value of an event handler.
    pub(super) fn statements(&mut self, range: Range<usize>) {
        let range = self.trimmed(range);
        let text = &self.text[range.clone()];
        if text.starts_with("function") || text.starts_with("async function") {
            return self.value(range);
        }
        if !range.is_empty() {
            self.say(&[("{", range, "\n}\n")]);
        }
    }

    /// What is open in the code until the innermost element ends.
    pub(super) fn until_end(&mut self, closer: &'static str) {
        match self.open.last_mut() {
            Some((_, closers)) => closers.push(closer),
            None => self.code.make(closer),
        }
    }

    /// What is open in the code until a block of braces ends.
    pub(super) fn open_block(&mut self, closer: &'static str) {
        self.blocks.push(closer);
    }

    /// The innermost block of braces ends.
    pub(super) fn close_block(&mut self) {
        if let Some(closer) = self.blocks.pop() {
            self.code.make(closer);
        }
    }

    /// Without white space around it.
    pub(super) fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        super::scan::trimmed(range.start, &self.text[range])
    }

    fn outline(mut self, limits: &Limits) -> Outline {
        let whole = Span::new(0, self.text.len() as u32);
        let mut out = Outline::default();
        out.scopes.push(Scope { kind: ScopeKind::File, span: whole, parent: 0, symbol: None });
        self.scripts_and_template(&mut out, limits);
        let mut style = Pieces::new(self.text);
        for range in &self.styles {
            style.copy(range.clone());
            style.make("\n");
        }
        if !style.is_empty() {
            pieces::add(&mut out, style.outline(Lang::named("css").unwrap_or_default(), limits));
        }
        for module in &self.modules {
            let (module, span) = (&self.text[module.clone()], Span::new(module.start as u32, module.end as u32));
            if !module.is_empty() {
                let module = out.names.intern(module);
                let kind = ImportKind::Import;
                out.imports.push(Import {
                    module,
                    name: None,
                    local: None,
                    star: false,
                    reexport: false,
                    kind,
                    span,
                    scope: 0,
                });
            }
        }
        for name in self.dashed.drain(..) {
            let (at, receiver) = (name.start as u32, Receiver::None);
            let id = out.names.intern(&self.text[name.clone()]);
            out.occurrences.push(Occurrence { name: id, at, role: Role::Call, scope: 0, receiver });
            self.taken.push(name);
        }
        self.taken.append(&mut self.scripts);
        self.taken.append(&mut self.styles);
        self.taken.sort_by_key(|range| (range.start, range.end));
        self.words(&mut out, limits);
        pieces::finish(&mut out);
        out
    }

    fn scripts_and_template(&self, out: &mut Outline, limits: &Limits) {
        let mut script = Pieces::new(self.text);
        for range in &self.scripts {
            (self.script)(&mut script, range.clone(), self.text);
            script.make("\n;\n");
        }
        if !self.code.is_empty() {
            script.make("{\n");
            script.append(&self.code);
            script.make("}\n");
        }
        if !script.is_empty() {
            pieces::add(out, script.outline(Lang::named(self.lang).unwrap_or_default(), limits));
        }
    }

    /// The words of what no part's own parser read.
    fn words(&self, out: &mut Outline, limits: &Limits) {
        let mut comments = self.comments.iter().peekable();
        let mut at = 0;
        let mut add = |from: usize, to: usize, role: Role| {
            let words = self.text.get(from..to).unwrap_or("");
            lexer::add_words(out, words, from as u32, role, 0, limits);
        };
        let end = self.text.len()..self.text.len();
        for taken in self.taken.iter().chain([&end]) {
            while let Some(comment) = comments.next_if(|comment| comment.start < taken.start) {
                if comment.start >= at {
                    add(at, comment.start, Role::Text);
                    add(comment.start, comment.end, Role::Comment);
                    at = comment.end;
                }
            }
            if taken.start > at {
                add(at, taken.start, Role::Text);
            }
            at = at.max(taken.end);
        }
    }
}

/// Scripts and styles stand in a page as they are.
pub(super) fn said(stretch: &str) -> Cow<'_, str> {
    Cow::Borrowed(stretch)
}

/// Where the parts of a page are: each script and style, and what stands between them.
pub(super) fn layout(text: &str, flavour: Flavour) -> Layout<'_> {
    let mut parts = Vec::new();
    let mut from = 0;
    markup::tokens(text, flavour, |token| {
        let Token::Open(Tag { span, raw: Some(raw), .. }) = token else { return };
        if span.start > from {
            parts.push(Span::new(from as u32, span.start as u32));
        }
        let end = memchr::memchr(b'>', &text.as_bytes()[raw.end..]).map_or(text.len(), |n| raw.end + n + 1);
        parts.push(Span::new(span.start as u32, end as u32));
        from = end;
    });
    if from < text.len() {
        parts.push(Span::new(from as u32, text.len() as u32));
    }
    Layout::of_parts(text, parts)
}
