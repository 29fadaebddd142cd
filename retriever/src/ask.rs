//! Tells a question about a name from a search, without any model.
//!
//! The question is cut into words; words that change nothing are dropped; what is left must fit
//! one template of [`patterns`] as a whole. So "where is getUserInfo called" is a question about
//! callers, while "where is the cache called in a loop cleared" stays a search. A name must look
//! like an identifier, be quoted, or be known to the project.
//!
//! Knows phrasings; nothing of what the answers are.

mod patterns;

use crate::query::looks_like_identifier;
use grammars::words::is_word;
use patterns::{About, CHINESE, NOISE, TEMPLATES};

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Where this name is called.
    Calls(String),
    /// Where it is defined.
    Defined(String),
    /// Where it is used in any way.
    Used(String),
    /// What it is.
    WhatIs(String),
    /// Anything else: search for this text.
    Search(String),
}

/// Words beyond which nothing is a simple question.
const WORDS_MAX: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    text: String,
    /// As written, without quotes and parentheses.
    name: String,
    /// In quotes, or with `()` behind it.
    marked: bool,
}

/// Reads a question; `is_known` says whether the project has a name.
pub fn classify(question: &str, is_known: &dyn Fn(&str) -> bool) -> Question {
    let search = || Question::Search(question.trim().to_string());
    let words = cut(question);
    if words.len() > WORDS_MAX {
        return search();
    }
    // With all words first: `where is the macro defined` may ask for `macro`... only if it exists.
    let bare: Vec<&Word> = words.iter().filter(|word| word.marked || !NOISE.contains(&word.text.as_str())).collect();
    let all: Vec<&Word> = words.iter().collect();
    for words in [&bare, &all] {
        for (about, template) in TEMPLATES {
            let Some(name) = fit(template, words) else { continue };
            if !is_name(name, is_known) {
                continue;
            }
            let name = name.name.clone();
            return match about {
                About::Calls => Question::Calls(name),
                About::Defined => Question::Defined(name),
                About::Used => Question::Used(name),
                About::WhatIs => Question::WhatIs(name),
            };
        }
    }
    search()
}

/// True for what can be asked about.
fn is_name(word: &Word, is_known: &dyn Fn(&str) -> bool) -> bool {
    let last = word.name.rsplit(['.', ':', '#', '>']).next().unwrap_or("");
    let qualified = last.len() < word.name.len() && !last.is_empty();
    word.marked || qualified || looks_like_identifier(&word.name) || is_known(&word.name)
}

/// The name, when `words` are the template from end to end.
///
/// Walks the template once with the set of word positions reached so far; bounded by their product.
fn fit<'a>(template: &str, words: &[&'a Word]) -> Option<&'a Word> {
    let mut reached: Vec<(usize, Option<&Word>)> = vec![(0, None)];
    for element in template.split(' ') {
        let mut next: Vec<(usize, Option<&Word>)> = Vec::new();
        let optional = element.ends_with('?');
        for (at, name) in reached {
            if optional {
                next.push((at, name));
            }
            let Some(word) = words.get(at) else { continue };
            if element == "{}" {
                next.push((at + 1, Some(word)));
            } else if !word.marked && element.split('|').any(|choice| choice.trim_end_matches('?') == word.text) {
                next.push((at + 1, name));
            }
        }
        next.sort_by_key(|(at, _)| *at);
        next.dedup_by_key(|(at, _)| *at);
        if next.is_empty() {
            return None;
        }
        reached = next;
    }
    reached.into_iter().find(|(at, _)| *at == words.len()).and_then(|(_, name)| name)
}

/// Words, quoted names and pieces of Chinese, without punctuation.
fn cut(question: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = question;
    while let Some(c) = rest.chars().next() {
        if let Some((inner, after)) = quoted(rest) {
            let name = inner.trim().trim_end_matches("()").to_string();
            words.push(Word { text: name.to_lowercase(), name, marked: true });
            rest = after;
        } else if is_chinese(c) {
            let end = rest.find(|c| !is_chinese(c)).unwrap_or(rest.len());
            cut_chinese(&rest[..end], &mut words);
            rest = &rest[end..];
        } else if is_name_char(c) {
            let end = rest.find(|c| !is_name_char(c) || is_chinese(c)).unwrap_or(rest.len());
            rest = take_name(&rest[..end], &rest[end..], &mut words);
        } else {
            rest = &rest[c.len_utf8()..];
        }
    }
    words
}

/// A name of two parts or more keeps its marks: `a.b`, `a::b`, `a->b`, `a#b`, `$scope`.
fn is_name_char(c: char) -> bool {
    is_word(c) || matches!(c, '.' | ':' | '#' | '$' | '\'' | '-' | '>' | '@')
}

fn take_name<'a>(name: &str, after: &'a str, words: &mut Vec<Word>) -> &'a str {
    let name = name.trim_matches(['.', ':', '#', '\'', '-', '>', '@']);
    let called = after.starts_with('(');
    // Whatever stands in the parentheses of a call says nothing about the question.
    let after = if called { after.find(')').map_or(&after[1..], |end| &after[end + 1..]) } else { after };
    if name.is_empty() {
        return after;
    }
    let lower = name.to_lowercase();
    let short = [("where's", "where"), ("what's", "what"), ("who's", "who"), ("how's", "how")];
    if let Some((_, word)) = short.iter().find(|(short, _)| *short == lower) {
        for text in [*word, "is"] {
            words.push(Word { text: text.to_string(), name: text.to_string(), marked: false });
        }
        return after;
    }
    let name = name.strip_suffix("'s").unwrap_or(name).to_string();
    words.push(Word { text: name.to_lowercase(), name, marked: called });
    after
}

/// The text between quotes at the start of `text`, when it is one name, and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next()?;
    let close = match open {
        '`' | '"' | '\'' => open,
        '“' => '”',
        '‘' => '’',
        '「' => '」',
        '《' => '》',
        '<' => '>',
        _ => return None,
    };
    let inner = &text[open.len_utf8()..];
    let end = inner.find(close)?;
    let name = inner[..end].trim();
    let fits = !name.is_empty() && !name.contains(char::is_whitespace);
    fits.then(|| (name, &inner[end + close.len_utf8()..]))
}

fn is_chinese(c: char) -> bool {
    matches!(c as u32, 0x4e00..=0x9fff | 0x3400..=0x4dbf)
}

/// Cuts a run of Chinese into the longest known words; an unknown character is a word of its own.
fn cut_chinese(mut run: &str, words: &mut Vec<Word>) {
    while let Some(first) = run.chars().next() {
        let known = CHINESE.iter().filter(|(word, _)| run.starts_with(word)).max_by_key(|(word, _)| word.len());
        let (word, stands_for) = known.copied().unwrap_or((&run[..first.len_utf8()], &run[..first.len_utf8()]));
        if !stands_for.is_empty() {
            words.push(Word { text: stands_for.to_string(), name: word.to_string(), marked: false });
        }
        run = &run[word.len()..];
    }
}

#[cfg(test)]
mod tests;
