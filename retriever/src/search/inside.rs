//! Looks inside the few files that may answer: what their chunks define.
//!
//! Only chunks whose defined names share a word with the question are looked at; the keyword
//! index has said which those are.

use super::gather::Gathered;
use crate::query::{NameAsked, Query};
use crate::rank;
use grammars::{Outline, Symbol, SymbolKind, words};
use indexer::{Chunk, Contents};
use std::collections::HashMap;

/// The question, as defined names are compared with it.
pub(crate) struct NameWords<'a> {
    query: &'a Query,
    /// Word or form of it to its term and what it counts.
    terms: HashMap<&'a str, (usize, f32)>,
    rarity: &'a [f32],
    total: f32,
}

/// What a chunk defines, as far as it was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Defined {
    /// 1 when it defines what was named, in exactly that spelling; less for other spellings.
    pub(crate) named: f32,
    /// The best fit of a defined name.
    pub(crate) overlap: f32,
    /// The symbol that fits best.
    pub(crate) symbol: Option<u32>,
}

impl<'a> NameWords<'a> {
    /// Prepares a question whose terms are as rare as `rarity` says.
    pub(crate) fn new(query: &'a Query, gathered: &'a Gathered) -> NameWords<'a> {
        let mut terms: HashMap<&str, (usize, f32)> = HashMap::new();
        for (index, term) in query.terms.iter().enumerate().filter(|(_, term)| !term.stop) {
            terms.insert(&term.word, (index, 1.0));
            for (form, counts) in &term.forms {
                terms.entry(form).or_insert((index, *counts));
            }
        }
        // Wholes of identifiers are looked up by name; here only their parts count.
        let whole = |index: &usize| !query.terms[*index].word.contains('_');
        let total = (0..query.terms.len()).filter(whole).map(|index| gathered.rarity[index]).sum();
        NameWords { query, terms, rarity: &gathered.rarity, total }
    }

    /// What each chunk of `contents` defines, looking only at those that are `wanted`.
    pub(crate) fn defined(&self, contents: &Contents, wanted: &dyn Fn(usize) -> bool) -> Vec<Defined> {
        let mut all = vec![Defined::default(); contents.chunks.len()];
        let mut best_fits = vec![0.0; contents.chunks.len()];
        let outline = &contents.outline;
        for (index, symbol) in outline.symbols.iter().enumerate() {
            let after = contents.chunks.partition_point(|chunk| chunk.span.start <= symbol.name_at);
            let Some(chunk) = after.checked_sub(1).filter(|&chunk| wanted(chunk)) else { continue };
            let best = &mut all[chunk];
            let name = outline.names.get(symbol.name);
            let counts = kind_counts(symbol.kind);
            let named = self.named(outline, symbol, name) * counts;
            let overlap = self.overlap(name) * counts;
            best.named = best.named.max(named);
            best.overlap = best.overlap.max(overlap);
            let fit = 2.0 * named + overlap;
            if fit > best_fits[chunk] {
                best_fits[chunk] = fit;
                best.symbol = Some(index as u32);
            }
        }
        all
    }

    /// How well a name that a file exports again is what the question names.
    pub(crate) fn reexported(&self, outline: &Outline) -> f32 {
        let names =
            outline.imports.iter().filter(|import| import.reexport).filter_map(|import| import.local.or(import.name));
        let fits =
            names.flat_map(|name| self.query.names.iter().map(move |asked| spelled(asked, outline.names.get(name))));
        fits.fold(0.0, f32::max)
    }

    /// How well a symbol is what the question names.
    fn named(&self, outline: &Outline, symbol: &Symbol, name: &str) -> f32 {
        let fits = self.query.names.iter().map(|asked| spelled(asked, name) * owned(asked, outline, symbol));
        fits.fold(0.0, f32::max)
    }

    fn overlap(&self, name: &str) -> f32 {
        let (mut n_parts, mut hit, mut n_hit) = (0u32, 0.0, 0.0);
        let mut seen = 0u64;
        words::each_word(name, |word, _, _| {
            n_parts += 1;
            if let Some((term, counts)) = self.terms.get(word) {
                n_hit += counts;
                let bit = 1u64 << (term % 64);
                if seen & bit == 0 {
                    seen |= bit;
                    hit += counts * self.rarity[*term];
                }
            }
        });
        // The whole identifier comes before its parts and is none of them.
        let n_parts = n_parts - u32::from(n_parts > 1);
        rank::overlap(self.total, hit.min(self.total), n_parts, f32::min(n_hit, n_parts as f32))
    }
}

/// 1 for the same spelling, less for another case or style.
fn spelled(asked: &NameAsked, name: &str) -> f32 {
    if asked.name == name {
        return if asked.sure { 1.0 } else { 0.9 };
    }
    if asked.name.eq_ignore_ascii_case(name) {
        return 0.7;
    }
    let bare = |text: &str| text.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect::<String>();
    let close = asked.name.len().abs_diff(name.len()) <= 4 && bare(&asked.name) == bare(name);
    if close { 0.6 } else { 0.0 }
}

/// Less than 1 when the question says what it belongs to and that is not it.
fn owned(asked: &NameAsked, outline: &Outline, symbol: &Symbol) -> f32 {
    let Some(owner) = &asked.owner else { return 1.0 };
    let parent = symbol.parent.and_then(|parent| outline.symbols.get(parent as usize)).map(|parent| parent.name);
    let fits = [parent, symbol.owner].into_iter().flatten().any(|id| outline.names.get(id).eq_ignore_ascii_case(owner));
    if fits { 1.0 } else { 0.6 }
}

/// What defining a name counts, by what is defined.
fn kind_counts(kind: SymbolKind) -> f32 {
    use SymbolKind::*;
    match kind {
        Impl => 0.5,
        Declaration | Section | Entry => 0.6,
        Variable | Field | Property | Variant => 0.6,
        _ => 1.0,
    }
}

/// The symbols whose names stand in a chunk.
pub(crate) fn symbols_of<'a>(outline: &'a Outline, chunk: &Chunk) -> impl Iterator<Item = (u32, &'a Symbol)> + use<'a> {
    let span = chunk.span;
    let symbols = outline.symbols.iter().enumerate();
    symbols.filter(move |(_, symbol)| span.contains(symbol.name_at)).map(|(index, symbol)| (index as u32, symbol))
}
