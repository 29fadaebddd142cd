//! Reads what a person typed into what is looked for.
//!
//! Bare words, `"exact phrases"`, identifiers in any case style, and filters: `path:` `lang:`
//! `kind:` `sym:` `in:` `-word`. Words go through the splitter of the index; each brings its
//! other forms along (`sessions` -> `session`), at a lower weight. Words that only make a sentence
//! are marked and used when nothing else is left. What cannot be meant is an error that points at
//! the place; everything else is text.
//!
//! Knows nothing of the index.

mod forms;
mod tokens;

use crate::Error;
use grammars::{Lang, SymbolKind, words};
use tokens::Token;

pub(crate) use forms::{is_stop, other_forms};

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The text it was read from.
    pub text: String,
    /// The same without filters and marks.
    pub plain: String,
    /// Words to look for, in order, each once.
    pub terms: Vec<Term>,
    /// Identifiers whose definition would answer.
    pub names: Vec<NameAsked>,
    /// Neighbouring words written as one, in the two ways the index may hold them.
    pub glued: Vec<String>,
    /// Texts that must stand in a result.
    pub phrases: Vec<String>,
    /// What a result must satisfy.
    pub filter: Filter,
}

/// One word to look for.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Lower-cased, as the index holds it.
    pub word: String,
    /// How much it counts.
    pub weight: f32,
    /// Only makes a sentence.
    pub stop: bool,
    /// Was written with a capital inside a sentence: likely the name of a type.
    pub capital: bool,
    /// Other forms of it and what they count.
    pub forms: Vec<(String, f32)>,
}

/// An identifier whose definition would answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAsked {
    /// As written.
    pub name: String,
    /// What it was said to belong to: `UserService` of `UserService.getUser`.
    pub owner: Option<String>,
    /// Looks like an identifier; false for a plain word that may be one.
    pub sure: bool,
}

/// What a result must satisfy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Paths wanted and unwanted.
    pub paths: Vec<PathRule>,
    /// Any of these languages; all when empty.
    pub langs: Vec<Lang>,
    /// Defines a symbol of one of these kinds; any when empty.
    pub kinds: Vec<SymbolKind>,
    /// Defines a symbol of one of these names; any when empty.
    pub symbols: Vec<String>,
    /// Which part of the project.
    pub within: Within,
    /// Words that must not stand in it, each split as the index holds it.
    pub without: Vec<Vec<String>>,
}

/// A path that is wanted or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRule {
    /// A substring, or a glob when it holds `*` or `?`; lower-cased.
    pub pattern: String,
    /// True for `-path:`.
    pub unwanted: bool,
}

/// Which part of the project is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    /// All of it; tests, docs and the like rank lower.
    #[default]
    Ranked,
    /// All of it, all alike.
    All,
    /// Only tests.
    Tests,
    /// Only documents.
    Docs,
    /// Neither tests nor documents nor examples.
    Code,
}

/// Words of a question that are looked up at most; the rest is dropped.
const TERMS_MAX: usize = 32;
/// Neighbouring pairs that are tried as one word.
const GLUED_MAX: usize = 12;

impl Query {
    /// Reads a query.
    pub fn parse(text: &str) -> Result<Query, Error> {
        Query::of_tokens(text, &tokens::cut(text)?)
    }

    /// Reads a text that was not written as a query: no word of it is a filter or a phrase.
    pub fn of_text(text: &str) -> Query {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '`')).filter(|word| !word.is_empty());
        let tokens: Vec<Token<'_>> = words.map(|text| Token::Text { text, quoted: false }).collect();
        Query::of_tokens(text, &tokens).expect("only a filter can be wrong")
    }

    fn of_tokens(text: &str, tokens: &[Token<'_>]) -> Result<Query, Error> {
        let mut query = Query { text: text.to_string(), ..Query::default() };
        for token in tokens {
            query.take(token)?;
        }
        query.glue(tokens);
        query.weigh();
        let n_texts = tokens.iter().filter(|token| matches!(token, Token::Text { .. })).count();
        if n_texts == 1 && query.names.is_empty() && query.terms.len() == 1 {
            let name = query.terms[0].word.clone();
            query.names.push(NameAsked { name, owner: None, sure: false });
        }
        Ok(query)
    }

    /// True when nothing at all is asked for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.phrases.is_empty() && self.filter.is_empty()
    }

    fn take(&mut self, token: &Token<'_>) -> Result<(), Error> {
        match *token {
            Token::Phrase { text } => {
                self.phrases.push(text.to_string());
                self.add_words(text, false);
                self.add_plain(text);
            }
            Token::Text { text, quoted } => {
                self.add_text(text, quoted);
                self.add_plain(text);
            }
            Token::Without { text } => self.filter.without.push(words::words(text)),
            Token::Filter { key, value, unwanted, at } => self.filter.add(key, value, unwanted, at)?,
        }
        Ok(())
    }

    /// A bare word or an identifier, perhaps qualified: `a::b`, `UserService.getUser()`.
    fn add_text(&mut self, text: &str, quoted: bool) {
        let pieces: Vec<&str> = words::runs(text).map(|(_, run)| run).collect();
        let qualified = pieces.len() == 2 && tokens::is_qualified(text);
        if qualified {
            let (owner, name) = (pieces[0], pieces[1]);
            self.add_name(name, Some(owner), true);
        }
        let first = self.terms.is_empty();
        for piece in &pieces {
            let identifier = quoted || looks_like_identifier(piece);
            // The first word of a sentence has a capital anyway.
            let capital = piece.starts_with(char::is_uppercase) && (!first || !is_stop(&piece.to_lowercase()));
            if !qualified && (identifier || (capital && piece.len() > 1)) {
                self.add_name(piece, None, identifier);
            }
            self.add_words(piece, capital);
        }
    }

    fn add_plain(&mut self, text: &str) {
        if !self.plain.is_empty() {
            self.plain.push(' ');
        }
        self.plain.push_str(text);
    }

    fn add_name(&mut self, name: &str, owner: Option<&str>, sure: bool) {
        if self.names.iter().all(|asked| asked.name != name) && self.names.len() < TERMS_MAX {
            self.names.push(NameAsked { name: name.to_string(), owner: owner.map(str::to_string), sure });
        }
    }

    fn add_words(&mut self, text: &str, capital: bool) {
        let mut run = (usize::MAX, 0);
        words::each_word(text, |word, start, end| {
            // Parts of an identifier say less than the whole of it.
            let is_part = run == (start, end);
            let weight = if is_part { PART_WEIGHT } else { 1.0 };
            run = (start, end);
            if let Some(term) = self.terms.iter_mut().find(|term| term.word == word) {
                term.weight = term.weight.max(weight);
                term.capital |= capital;
            } else if self.terms.len() < TERMS_MAX {
                // The capital of `FromRequest` says nothing of its `from`.
                let stop = is_stop(word) && (!capital || is_part);
                let forms = if stop { Vec::new() } else { other_forms(word) };
                self.terms.push(Term { word: word.to_string(), weight, stop, capital, forms });
            }
        });
    }

    /// Pairs of neighbouring words may be one name in the code: `cookie jar` -> `cookiejar`.
    fn glue(&mut self, tokens: &[Token<'_>]) {
        let mut before: Option<String> = None;
        for token in tokens {
            let Token::Text { text, .. } = token else { continue };
            for word in words::parts(text) {
                let plain = !is_stop(&word) && word.len() > 1 && word.is_ascii();
                if let Some(before) = before.take().filter(|_| plain && self.glued.len() < 2 * GLUED_MAX) {
                    let singular = forms::singular(&word);
                    self.glued.push(format!("{before}{singular}"));
                    self.glued.push(format!("{before}_{singular}"));
                }
                before = plain.then(|| forms::singular(&word));
            }
        }
        let known: Vec<String> = self.terms.iter().map(|term| term.word.clone()).collect();
        self.glued.retain(|word| !known.contains(word));
        self.glued.dedup();
    }

    /// Words that only make a sentence count when nothing else is left.
    fn weigh(&mut self) {
        if self.terms.iter().all(|term| term.stop) {
            for term in &mut self.terms {
                term.stop = false;
            }
        }
    }
}

const PART_WEIGHT: f32 = 0.5;

impl Filter {
    /// True when it lets everything pass.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    fn add(&mut self, key: &str, value: &str, unwanted: bool, at: usize) -> Result<(), Error> {
        let wrong = |what: String| Err(Error::Query { at, what });
        if unwanted && key != "path" {
            return wrong(format!("`-{key}:` is not understood; only `-path:` and `-word` exclude"));
        }
        match key {
            "path" => self.paths.push(PathRule { pattern: value.to_lowercase(), unwanted }),
            "lang" => match Lang::named(value) {
                Some(lang) => self.langs.push(lang),
                None => return wrong(format!("no language is called `{value}`")),
            },
            "kind" => match kinds_named(value) {
                Some(kinds) => self.kinds.extend(kinds),
                None => return wrong(format!("no kind is called `{value}`; try function, class, type, constant")),
            },
            "sym" => self.symbols.push(value.to_string()),
            _ => match Within::named(value) {
                Some(within) => self.within = within,
                None => return wrong(format!("`in:{value}` is not understood; say tests, docs, code or all")),
            },
        }
        Ok(())
    }
}

impl Within {
    fn named(word: &str) -> Option<Within> {
        Some(match word.to_lowercase().as_str() {
            "test" | "tests" => Within::Tests,
            "doc" | "docs" => Within::Docs,
            "code" | "src" | "source" => Within::Code,
            "all" | "any" => Within::All,
            _ => return None,
        })
    }
}

/// The kinds that people mean by a word: `function` takes methods along, `type` every type.
fn kinds_named(word: &str) -> Option<Vec<SymbolKind>> {
    use SymbolKind::*;
    let all = || (0u8..=u8::MAX).map_while(SymbolKind::from_code);
    Some(match word.to_lowercase().as_str() {
        "function" | "func" | "fn" | "def" => vec![Function, Method, Constructor],
        "type" => all().filter(|kind| kind.is_type()).collect(),
        "const" => vec![Constant],
        "var" => vec![Variable],
        word => vec![all().find(|kind| kind.word() == word)?],
    })
}

/// True for a word that nobody writes in a sentence: `getUser`, `get_user`, `utf8`, `HTTP2`.
pub(crate) fn looks_like_identifier(word: &str) -> bool {
    let inner = word.trim_matches('_');
    let mut before = '\0';
    let mixed = inner.chars().any(|c| {
        let border = (before.is_lowercase() && c.is_uppercase()) || (before.is_alphabetic() && c.is_ascii_digit());
        before = c;
        border
    });
    let has_letter = word.chars().any(char::is_alphabetic);
    has_letter && (mixed || word.contains('_') || word.contains('$') || camel_after_acronym(inner))
}

/// `HTTPServer`: an acronym that a word follows.
fn camel_after_acronym(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes
        .windows(3)
        .any(|three| three[0].is_ascii_uppercase() && three[1].is_ascii_uppercase() && three[2].is_ascii_lowercase())
        && bytes.len() > 3
        && !word.ends_with('s')
}

#[cfg(test)]
mod tests;
