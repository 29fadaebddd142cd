//! The dear round: looks into the shortlisted files, and picks the chunks that are shown.

use super::hit::{Hit, Marks, qualified};
use super::inside::{Defined, NameWords, symbols_of};
use super::{Candidate, Scored, Search};
use crate::Error;
use crate::rank::{self, Feature, Features, N_FEATURES, Part};
use grammars::{Symbol, SymbolKind};
use indexer::{Chunk, Contents};
use rayon::prelude::*;

/// What a file's second chunk is put behind its first, and its third behind its second.
const NEXT_CHUNK_COSTS: f32 = 5.0; // retrieval dev half, first fit: NDCG@10 .848 at 1.5, .868 at 3, .873 at 5
/// What defining what was named counts more among the chunks of one file, so that `Session` shows the class
/// and not the function `session` that has more of the words.
const SPELLED: f32 = 4.0;
/// Chunks of one file in an answer.
const CHUNKS_PER_FILE: usize = 3;

impl Search<'_> {
    /// Finds what the chunks of each file define, and so its final score.
    pub(super) fn look_inside_all(&self, candidates: &mut [Candidate]) -> Result<(), Error> {
        let words = NameWords::new(self.query, &self.gathered);
        let looked = candidates.par_iter_mut().map(|candidate| self.look_inside(candidate, &words));
        looked.collect::<Vec<_>>().into_iter().collect()
    }

    fn look_inside(&self, candidate: &mut Candidate, words: &NameWords<'_>) -> Result<(), Error> {
        let contents = self.kept.contents(self.snapshot, candidate.file)?;
        let text = match self.query.phrases.is_empty() {
            true => None,
            false => Some(self.snapshot.source(candidate.file)?.text),
        };
        let names_it = candidate.features[Feature::Defines as usize] > 0.0;
        let numbers = self.layout.chunks(candidate.file);
        let start = numbers.start;
        let wanted = |index: usize| names_it || self.gathered.names.get(start + index).is_some_and(|sum| *sum > 0.0);
        let defined = words.defined(&contents, &wanted);
        let mut best = [f32::MIN; N_FEATURES];
        for ((index, number), chunk) in numbers.enumerate().zip(&contents.chunks) {
            let says_it = |text: &String| self.has_phrases(chunk.span.of(text));
            if !self.may_show(number) || !self.passes(&contents, chunk) || !text.as_ref().is_none_or(says_it) {
                continue;
            }
            let own = self.own_features(number, &defined[index]);
            for (best, own) in best.iter_mut().zip(own) {
                *best = best.max(own);
            }
            candidate.chunks.push(Scored {
                index: index as u32,
                own: rank::score(&own) + SPELLED * defined[index].named,
                symbol: defined[index].symbol,
            });
        }
        if !candidate.chunks.is_empty() {
            for feature in CHUNK_FEATURES {
                candidate.features[feature as usize] = best[feature as usize];
            }
        }
        // A facade stands for what it exports only where the definition itself is not in the view.
        if self.naming.is_empty() {
            candidate.features[Feature::Reexports as usize] = words.reexported(&contents.outline);
        }
        candidate.chunks.sort_by(|a, b| b.own.total_cmp(&a.own).then(a.index.cmp(&b.index)));
        candidate.chunks.truncate(CHUNKS_PER_FILE);
        candidate.score = rank::score(&candidate.features);
        candidate.contents = contents;
        Ok(())
    }

    pub(crate) fn own_features(&self, number: usize, defined: &Defined) -> Features {
        let mut own = [0.0; N_FEATURES];
        own[Feature::Words as usize] = self.gathered.words[number];
        own[Feature::Names as usize] = self.gathered.names[number];
        own[Feature::Defines as usize] = defined.named;
        own[Feature::NameOverlap as usize] = defined.overlap;
        own[Feature::Meaning as usize] = self.meant.chunk(number);
        own
    }

    /// True when a chunk defines what the filters want.
    fn passes(&self, contents: &Contents, chunk: &Chunk) -> bool {
        let filter = &self.query.filter;
        if filter.kinds.is_empty() && filter.symbols.is_empty() {
            return true;
        }
        let names = &contents.outline.names;
        symbols_of(&contents.outline, chunk).any(|(_, symbol)| {
            let kind = filter.kinds.is_empty() || filter.kinds.contains(&symbol.kind);
            kind && (filter.symbols.is_empty() || filter.symbols.iter().any(|wanted| wanted == names.get(symbol.name)))
        })
    }

    /// True when every phrase stands in `text`; one without capitals is found in any case.
    fn has_phrases(&self, text: &str) -> bool {
        self.query.phrases.iter().all(|phrase| find_phrase(text, phrase).is_some())
    }

    /// The places shown: each file's best chunk by the file's score, its next ones behind.
    pub(super) fn pick(&self, candidates: &[Candidate], limit: usize) -> Result<Vec<Hit>, Error> {
        let mut places: Vec<(f32, usize, usize)> = Vec::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let best = candidate.chunks[0].own;
            for (turn, chunk) in candidate.chunks.iter().enumerate() {
                let behind = best - chunk.own + NEXT_CHUNK_COSTS * turn as f32;
                if turn == 0 || chunk.own > 0.0 {
                    places.push((candidate.score - behind, at, turn));
                }
            }
        }
        places.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        places.truncate(limit);
        let marks = Marks::new(self.query, &self.gathered.rarity);
        let hits = places.into_par_iter().map(|(score, at, turn)| self.hit(&candidates[at], turn, score, &marks));
        hits.collect::<Vec<_>>().into_iter().collect()
    }

    fn hit(&self, candidate: &Candidate, turn: usize, score: f32, marks: &Marks<'_>) -> Result<Hit, Error> {
        let file = self.snapshot.file(candidate.file);
        let contents = &candidate.contents;
        let source = self.snapshot.source(candidate.file)?;
        let scored = &candidate.chunks[turn];
        let chunk = contents.chunks.get(scored.index as usize).copied().unwrap_or_else(|| {
            let span = grammars::Span::new(0, 0);
            Chunk { span, symbol: None, header: None, n_words: 0, n_name_words: 0 }
        });
        let text = chunk.span.of(&source.text);
        let line = 1 + source.text[..chunk.span.start as usize].bytes().filter(|&b| b == b'\n').count() as u32;
        let marked = marks.lines(text, line);
        let phrase = self.query.phrases.first().and_then(|phrase| find_phrase(text, phrase));
        let at = phrase.or(marked.best).map(|at| chunk.span.start + at as u32);
        let shown = self.shown_symbol(contents, &chunk, scored, at);
        let symbol = shown.and_then(|index| contents.outline.symbols.get(index as usize));
        let mut parts = rank::parts(&candidate.features);
        if turn > 0 {
            parts.push(Part { feature: "behind its best", value: score - candidate.score, weight: 1.0 });
        }
        Ok(Hit {
            file: candidate.file,
            path: file.path.to_string(),
            start_line: line,
            end_line: line + text.trim_end().bytes().filter(|&b| b == b'\n').count() as u32,
            score,
            symbol: shown.map(|index| qualified(&contents.outline, index)).unwrap_or_default(),
            kind: symbol.map_or("text", |symbol| symbol.kind.word()),
            text: text.to_string(),
            matched: marked.lines,
            parts,
        })
    }

    /// The symbol a chunk is shown under: what fits the filters, else the question, else what is
    /// around the line `at` that matters most, else the chunk's own.
    fn shown_symbol(&self, contents: &Contents, chunk: &Chunk, scored: &Scored, at: Option<u32>) -> Option<u32> {
        let kinds = &self.query.filter.kinds;
        let symbols = &self.query.filter.symbols;
        let outline = &contents.outline;
        let filtered = symbols_of(outline, chunk).find(|(_, symbol)| {
            let kind = kinds.is_empty() || kinds.contains(&symbol.kind);
            let name = symbols.is_empty() || symbols.iter().any(|wanted| wanted == outline.names.get(symbol.name));
            kind && name && !(kinds.is_empty() && symbols.is_empty())
        });
        // A field or variable inside a definition does not stand for the whole of it.
        let small = |symbol: &Symbol| {
            use SymbolKind::*;
            matches!(symbol.kind, Field | Variable | Property | Variant | Entry | Impl)
        };
        let fits = scored.symbol.filter(|index| chunk.symbol.is_none() || !small(&outline.symbols[*index as usize]));
        let holds = |symbol: &Symbol| !small(symbol) && at.is_some_and(|at| symbol.span.contains(at));
        let around = symbols_of(outline, chunk).filter(|(_, symbol)| holds(symbol)).last();
        filtered.or(around.filter(|_| fits.is_none())).map(|(index, _)| index).or(fits).or(chunk.symbol)
    }
}

/// Where `phrase` stands in `text`; one without capitals is found in any case.
fn find_phrase(text: &str, phrase: &str) -> Option<usize> {
    if phrase.chars().any(char::is_uppercase) {
        return text.find(phrase);
    }
    text.find(phrase).or_else(|| {
        let lower = text.to_lowercase();
        // Lower-casing may change lengths outside ASCII; then the place is not known exactly.
        lower.find(phrase).map(|at| if lower.len() == text.len() { at } else { 0 })
    })
}

/// The features that a file has through its best chunks.
const CHUNK_FEATURES: [Feature; 5] =
    [Feature::Words, Feature::Names, Feature::Defines, Feature::NameOverlap, Feature::Meaning];
