//! Fills a budget with the chunks that are worth most per token.
//!
//! A chunk's worth is the exponential of its score (the fit makes it a chance), so the order is by
//! score less the logarithm of what it costs. What is left of the budget tells what else the best
//! files define. Estimates steer; what counts is the text as it will be printed, which is counted
//! whole, and the last pieces go until it fits.

use super::features::Feature;
use super::gather::{Candidate, Gathering, Ground};
use super::license::end_of_license;
use super::seen::{Seen, Shown};
use super::why::why;
use super::{ContextOptions, ContextPack, ContextPiece, LeftOut, Tier};
use crate::Error;
use crate::role::FileRole;
use crate::search::qualified;
use grammars::{LineIndex, SymbolKind};
use indexer::FileId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How much a token costs: 0 is by score alone, 1 by worth per token.
const COST: f32 = 0.75; // context dev sets: flat from .5 to 1
/// The share of the budget kept for what else the best files define.
const OUTLINE_SHARE: f32 = 0.15;
/// Files whose best chunk comes first, and how much budget each asks for. Context dev sets: Acc@5
/// 82.5 -> 84.5, func@8k 78.6 -> 79.2, but func@2k 62.4 -> 59.4 if a small budget leads with five.
const FIRST_FILES: usize = 5;
const BUDGET_PER_FIRST: usize = 1_600;
/// Files whose other definitions are told.
const OUTLINED_FILES: usize = 10;
/// Bytes of a first line that is told.
const OUTLINE_LINE_MAX: usize = 240;
/// Chunks that are tried when the next one does not fit.
const TRIED: usize = 40;
/// Chunks that are thought of at all.
const RANKED_MAX: usize = 2_000;
/// Places named that were left out.
const LEFT_OUT_MAX: usize = 10;
/// Tokens of a heading, about: path, lines, fences.
const HEADING: usize = 24;
/// Blank lines shown after a piece. Context dev sets (81 tasks of python_dev_fast100): edit@8k 79.3 -> 83.7.
const BLANKS_MAX: usize = 2;
/// Bytes of a token of code, about.
const BYTES_PER_TOKEN: f32 = 3.7;

/// The texts of files that are shown, read once.
pub(crate) struct Texts<'a> {
    ground: Ground<'a>,
    read: HashMap<FileId, (String, LineIndex)>,
}

impl<'a> Texts<'a> {
    pub(crate) fn new(ground: Ground<'a>) -> Texts<'a> {
        Texts { ground, read: HashMap::new() }
    }

    pub(crate) fn of(&mut self, file: FileId) -> Result<&(String, LineIndex), Error> {
        if !self.read.contains_key(&file) {
            let text = self.ground.snapshot.source(file)?.text;
            let lines = LineIndex::new(&text);
            self.read.insert(file, (text, lines));
        }
        Ok(&self.read[&file])
    }
}

/// A choice in progress.
pub(crate) struct Chooser<'a> {
    ground: Ground<'a>,
    gathering: &'a Gathering,
    options: &'a ContextOptions<'a>,
    texts: Texts<'a>,
    seen: Seen<'a>,
    /// By file the chunks that are in.
    chosen: BTreeMap<FileId, BTreeSet<u32>>,
    pieces: Vec<ContextPiece>,
    n_tokens: usize,
}

/// Picks what fits `options.budget` of what was gathered; `pinned` chunks come first.
pub(crate) fn choose(
    ground: Ground<'_>,
    gathering: &Gathering,
    options: &ContextOptions<'_>,
    pinned: &BTreeSet<(FileId, u32)>,
) -> Result<ContextPack, Error> {
    let order = order(gathering, pinned, options.budget);
    let (chosen, pieces) = Default::default();
    let mut chooser = Chooser {
        ground,
        gathering,
        options,
        texts: Texts::new(ground),
        seen: Seen::of(options.seen),
        chosen,
        pieces,
        n_tokens: 0,
    };
    let outline_share = (options.budget as f32 * OUTLINE_SHARE) as usize;
    let rest = chooser.fill(&order, options.budget - outline_share)?;
    chooser.outline(&rest)?;
    chooser.fill(&rest, options.budget)?;
    chooser.finish(&order)
}

/// The order in which chunks are taken: what was asked for, the best chunk of each of the best files,
/// then by score and cost.
fn order(gathering: &Gathering, pinned: &BTreeSet<(FileId, u32)>, budget: usize) -> Vec<usize> {
    let candidates = &gathering.candidates;
    let key = |candidate: &Candidate| {
        let tokens = candidate.features[Feature::ChunkSize as usize].exp() * 100.0 / BYTES_PER_TOKEN + 14.0;
        candidate.score - COST * tokens.ln()
    };
    let keys: Vec<f32> = candidates.iter().map(key).collect();
    let says = |at: &usize| candidates[*at].features[Feature::Blank as usize] == 0.0;
    let mut order: Vec<usize> = (0..candidates.len()).filter(says).collect();
    order.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]).then(a.cmp(&b)));
    let n_first = (budget / BUDGET_PER_FIRST).clamp(1, FIRST_FILES);
    let first: HashMap<FileId, usize> = gathering.order.iter().copied().take(n_first).zip(0..).collect();
    let mut leads: HashMap<usize, usize> = HashMap::new();
    let mut led = BTreeSet::new();
    for &at in &order {
        if let Some(&lead) = first.get(&candidates[at].file).filter(|_| led.insert(candidates[at].file)) {
            leads.insert(at, lead);
        }
    }
    let is_pinned = |at: usize| pinned.contains(&(candidates[at].file, candidates[at].index));
    // Stable, so that all others stay in the order they have.
    order.sort_by_key(|&at| (!is_pinned(at), leads.get(&at).copied().unwrap_or(usize::MAX)));
    order.truncate(RANKED_MAX);
    order
}

impl Chooser<'_> {
    /// Takes chunks in order while they fit; gives back those that did not.
    fn fill(&mut self, order: &[usize], budget: usize) -> Result<Vec<usize>, Error> {
        let (mut passed, mut n_tried) = (Vec::new(), 0);
        for (turn, &at) in order.iter().enumerate() {
            let candidate = &self.gathering.candidates[at];
            let near = self.beside(candidate);
            let least = candidate.features[Feature::ChunkSize as usize].exp() * 100.0 / 12.0;
            if self.n_tokens + least as usize > budget || !self.take(candidate, near, budget)? {
                passed.push(at);
                n_tried += 1;
                if n_tried == TRIED {
                    passed.extend(&order[turn + 1..]);
                    break;
                }
            }
        }
        Ok(passed)
    }

    /// True when a chunk beside it is in already, so that it needs no heading of its own.
    fn beside(&self, candidate: &Candidate) -> bool {
        let chosen = self.chosen.get(&candidate.file);
        let is_in = |index: u32| chosen.is_some_and(|chosen| chosen.contains(&index));
        is_in(candidate.index + 1) || candidate.index.checked_sub(1).is_some_and(is_in)
    }

    fn take(&mut self, candidate: &Candidate, near: bool, budget: usize) -> Result<bool, Error> {
        let mut piece = self.piece(candidate)?;
        if !near && !piece.text.contains(char::is_alphanumeric) {
            // A lone bracket ends what is beside it and says nothing by itself.
            return Ok(false);
        }
        let heading = if near && !self.seen.knows(&piece) { 0 } else { HEADING };
        // What was shown costs a line that refers to it, and leaves its room to what was not.
        self.seen.refer(&mut piece);
        let fits = self.n_tokens + piece.tokens + heading <= budget;
        // Nothing is in yet and the best does not fit: its beginning is better than nothing.
        if !fits && (!self.pieces.is_empty() || !self.cut(&mut piece, budget)) {
            return Ok(false);
        }
        // The same beginning may have been shown.
        self.seen.refer(&mut piece);
        self.n_tokens += piece.tokens + heading;
        self.chosen.entry(candidate.file).or_default().insert(candidate.index);
        self.pieces.push(piece);
        Ok(true)
    }

    fn piece(&mut self, candidate: &Candidate) -> Result<ContextPiece, Error> {
        let (file, contents) = (candidate.file, &self.gathering.files[&candidate.file].contents);
        let (chunk, outline) = (contents.chunks[candidate.index as usize], &contents.outline);
        let row = self.ground.snapshot.file(file);
        let (text, lines) = self.texts.of(file)?;
        let shown = chunk.span.of(text).trim_end_matches(['\n', '\r']);
        // A chunk between definitions may begin with blank lines, which tell nobody anything.
        let blank = shown.len() - shown.trim_start_matches(['\n', '\r']).len();
        let end = chunk.span.start as usize + shown.len();
        let license = if chunk.span.start == 0 { end_of_license(text) } else { 0 };
        let start = if license < end {
            license.max(chunk.span.start as usize + blank)
        } else {
            chunk.span.start as usize + blank
        };
        let shown = &text[start..end + blank_lines_after(&text[end..])];
        let start_line = lines.line(start as u32);
        let mut around: Vec<(u32, String)> = Vec::new();
        let mut parent = chunk.symbol.map(|index| (index, &outline.symbols[index as usize]));
        while let Some((_, symbol)) = parent {
            let line = lines.line(symbol.signature.start.max(symbol.span.start));
            let before = symbol.span.start < chunk.span.start && line < start_line;
            if before && symbol.kind != SymbolKind::Section && around.len() < 4 {
                around.push((line, lines.text(text, line).to_string()));
            }
            parent = symbol.parent.map(|index| (index, &outline.symbols[index as usize]));
        }
        around.reverse();
        Ok(ContextPiece {
            path: row.path.to_string(),
            lang: row.lang.name(),
            start_line,
            end_line: start_line + shown.bytes().filter(|&byte| byte == b'\n').count() as u32,
            symbol: chunk.symbol.map(|index| qualified(outline, index)).unwrap_or_default(),
            why: why(&candidate.features),
            tier: Tier::Code,
            tokens: self.options.tokenizer.count(shown) + 1,
            score: candidate.score,
            around,
            text: shown.to_string(),
        })
    }

    /// Cuts a piece at a line so that it fits `budget`.
    fn cut(&self, piece: &mut ContextPiece, budget: usize) -> bool {
        let Some(room) = budget.checked_sub(self.n_tokens + HEADING).filter(|room| *room > 8) else { return false };
        let mut ends: Vec<usize> = piece.text.match_indices('\n').map(|(at, _)| at).collect();
        while ends.last().is_some_and(|&end| self.options.tokenizer.count(&piece.text[..end]) + 1 > room) {
            ends.pop();
        }
        let Some(&end) = ends.last() else { return false };
        piece.text.truncate(end);
        piece.end_line = piece.start_line + piece.text.bytes().filter(|&byte| byte == b'\n').count() as u32;
        piece.tokens = self.options.tokenizer.count(&piece.text) + 1;
        piece.why.push_str(super::CUT);
        true
    }

    /// What else the best files define, by first lines: those of the chunks that come next.
    fn outline(&mut self, order: &[usize]) -> Result<(), Error> {
        let is_code = |file: &FileId| matches!(self.gathering.files[file].role, FileRole::Source | FileRole::Legacy);
        let files = self.gathering.order.iter().copied().filter(is_code).take(OUTLINED_FILES);
        let files: BTreeSet<FileId> = files.collect();
        for &at in order {
            let candidate = &self.gathering.candidates[at];
            if files.contains(&candidate.file) && !self.outline_chunk(candidate)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The first lines of what a chunk defines; false when there is no room for them.
    fn outline_chunk(&mut self, candidate: &Candidate) -> Result<bool, Error> {
        let file = candidate.file;
        if self.chosen.get(&file).is_some_and(|chosen| chosen.contains(&candidate.index)) {
            return Ok(true);
        }
        let contents = &self.gathering.files[&file].contents;
        let row = self.ground.snapshot.file(file);
        let span = contents.chunks[candidate.index as usize].span;
        let symbols = &contents.outline.symbols;
        for symbol in symbols.iter().filter(|symbol| is_listed(symbol.kind) && span.contains(symbol.name_at)) {
            let (text, lines) = self.texts.of(file)?;
            let line = lines.line(symbol.name_at);
            let shown = lines.text(text, line).trim_end();
            let tokens = self.options.tokenizer.count(shown) + 4;
            if self.n_tokens + tokens > self.options.budget {
                return Ok(false);
            }
            // Thirty times `fn name(&self)` tells as much as once.
            let is_told =
                |piece: &ContextPiece| piece.tier == Tier::Outline && piece.path == row.path && piece.text == shown;
            if shown.len() > OUTLINE_LINE_MAX || self.pieces.iter().any(is_told) {
                continue;
            }
            let piece = ContextPiece {
                path: row.path.to_string(),
                lang: row.lang.name(),
                start_line: line,
                end_line: line,
                symbol: contents.outline.names.get(symbol.name).to_string(),
                why: "comes next".to_string(),
                tier: Tier::Outline,
                tokens,
                score: candidate.score,
                around: Vec::new(),
                text: shown.to_string(),
            };
            if !self.seen.knows(&piece) {
                self.n_tokens += tokens;
                self.pieces.push(piece);
            }
        }
        Ok(true)
    }

    /// Counts what will be printed, lets go of what does not fit, and says what was left out.
    fn finish(mut self, order: &[usize]) -> Result<ContextPack, Error> {
        let mut pack = ContextPack {
            pieces: std::mem::take(&mut self.pieces),
            left_out: self.left_out(order)?,
            tokenizer: self.options.tokenizer,
            budget: self.options.budget,
            ..ContextPack::default()
        };
        loop {
            pack.text = (self.options.render)(&pack);
            pack.tokens = self.options.tokenizer.count(&pack.text);
            if pack.tokens <= self.options.budget {
                break;
            }
            if !pack.let_go(pack.tokens - self.options.budget) {
                // Not even what stands around nothing fits.
                (pack.text, pack.tokens) = (String::new(), 0);
                break;
            }
        }
        // Only now it is known what the reader gets to see.
        pack.shown = pack.pieces.iter().filter(|piece| piece.tier != Tier::Seen).map(Shown::of).collect();
        Ok(pack)
    }

    fn left_out(&mut self, order: &[usize]) -> Result<Vec<LeftOut>, Error> {
        let mut left_out = Vec::new();
        for &at in order {
            let candidate = &self.gathering.candidates[at];
            let is_in = self.chosen.get(&candidate.file).is_some_and(|chosen| chosen.contains(&candidate.index));
            if left_out.len() == LEFT_OUT_MAX {
                break;
            }
            if !is_in {
                let ContextPiece { path, start_line, end_line, symbol, why, tokens, .. } = self.piece(candidate)?;
                left_out.push(LeftOut { path, start_line, end_line, symbol, why, tokens });
            }
        }
        Ok(left_out)
    }
}

/// Bytes up to the end of the blank lines that follow a piece, the last line's end left out; `rest` begins with the
/// piece's own. They are shown with it, since this is where something new would go.
fn blank_lines_after(rest: &str) -> usize {
    let mut lines = rest.split_inclusive('\n');
    // A chunk may end within a line.
    let Some(own) = lines.next().filter(|rest| rest.trim().is_empty()).map(str::len) else { return 0 };
    let blank = lines.take(BLANKS_MAX).take_while(|line| line.trim().is_empty());
    match blank.map(str::len).sum::<usize>() {
        0 => 0,
        n => rest[..own + n].strip_suffix('\n').map_or(own + n, |rest| rest.trim_end_matches('\r').len()),
    }
}

fn is_listed(kind: SymbolKind) -> bool {
    kind.is_callable() || kind.is_type() || kind == SymbolKind::Module
}
