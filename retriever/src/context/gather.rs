//! The chunks that may matter for a task, with everything that is known about each.
//!
//! The best files for the title and for the whole text, those that define a name that was spoken of,
//! and those at places that were spoken of; all their chunks. The second round ([`super::around`])
//! adds what the best of these lead to.

use super::changes::Changes;
use super::features::{Feature, Features, N_FEATURES};
use super::frames::Way;
use super::messages::{self, Quoted};
use super::places::{self, FoundPlace};
use super::task::{Reading, Said, weighed_words};
use super::words::{FileWords, file_words};
use crate::query::{NameAsked, Query, Term};
use crate::role::FileRole;
use crate::search::{Cheap, Gathered, Kept, Layout, NameWords, Search, gather};
use crate::{Error, rank};
use grammars::{LineIndex, SymbolKind};
use indexer::{Chunk, Contents, FileId, Snapshot};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A chunk that may matter.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) file: FileId,
    /// Its place among the file's chunks.
    pub(crate) index: u32,
    pub(crate) features: Features,
    pub(crate) score: f32,
}

/// What is known of a file of candidates.
pub(crate) struct FileFacts {
    pub(crate) contents: Arc<Contents>,
    pub(crate) role: FileRole,
    /// Its folder's number in the layout.
    pub(crate) folder: usize,
}

/// Everything that may matter for a task.
pub(crate) struct Gathering {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) files: BTreeMap<FileId, FileFacts>,
    /// The files, best first; empty before the second round.
    pub(crate) order: Vec<FileId>,
}

/// A file of the view with its first and last line that matter, 1-based.
pub(crate) type FileLines = (FileId, u32, u32);

/// What of an engine this needs.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) layout: &'a Layout,
    pub(crate) kept: &'a Kept,
}

/// Files that a search brings in.
const FILES_PER_SEARCH: usize = 60;
/// Files that a change of the best ones brings in, and how many are the best.
const FILES_CHANGED_WITH: usize = 20;
const LEADING: usize = 8;
/// Files that their words as a whole bring in.
const FILES_BY_WORDS: usize = 40;
/// Files that define a name, for it to bring them in.
const DEFINERS_MAX: usize = 8;
/// Words of the whole text and of its code that are looked up.
const WORDS_MAX: usize = 56;
const CODE_WORDS_MAX: usize = 32;

/// Words of a chunk, for it to say something: a lone bracket does not.
const WORDS_MIN: u32 = 2;

/// A name that was spoken of and exists.
struct Named {
    name: String,
    owner: Option<String>,
    said: Said,
    files: Vec<FileId>,
}

struct Gatherer<'a> {
    ground: Ground<'a>,
    title: &'a Search<'a>,
    whole: &'a Search<'a>,
    title_files: Cheap<'a>,
    whole_files: Cheap<'a>,
    code: Gathered,
    title_words: FileWords,
    whole_words: FileWords,
    code_words: FileWords,
    named: Vec<Named>,
    by_name: HashMap<String, usize>,
    places: Vec<FoundPlace>,
    quoted: Quoted,
    changes: &'a Changes,
}

/// Everything that may matter for what was read.
pub(crate) fn candidates(
    ground: Ground<'_>,
    reading: &Reading,
    (changes, pinned): (&Changes, &[FileLines]),
) -> Result<Gathering, Error> {
    let statistics = ground.snapshot.statistics();
    let title = Query::of_text(&reading.title);
    let whole = whole_query(reading);
    let code = words_query(&[(&reading.code, 1.0)], CODE_WORDS_MAX);
    let search = |query| Search::new(ground.snapshot, ground.layout, ground.kept, query);
    let by_file = |query| file_words(ground, query);
    let ((title_search, whole_search), (code, by_file)) = rayon::join(
        || rayon::join(|| search(&title), || search(&whole)),
        || {
            rayon::join(
                || gather(ground.snapshot, ground.layout, &code, statistics),
                || [by_file(&title), by_file(&whole), by_file(&code)],
            )
        },
    );
    let (mut title_search, mut whole_search) = (title_search?, whole_search?);
    title_search.complete()?;
    whole_search.complete()?;
    let [title_words, whole_words, code_words] = by_file;
    let named: Vec<Named> = reading.mentions.iter().filter_map(|mention| named(ground.snapshot, mention)).collect();
    let gatherer = Gatherer {
        ground,
        title_files: title_search.cheap(),
        whole_files: whole_search.cheap(),
        title: &title_search,
        whole: &whole_search,
        code: code?,
        title_words: title_words?,
        whole_words: whole_words?,
        code_words: code_words?,
        by_name: named.iter().enumerate().map(|(index, named)| (named.name.clone(), index)).collect(),
        named,
        places: places::find(ground.snapshot, &reading.places),
        quoted: messages::find(ground, &reading.messages)?,
        changes,
    };
    gatherer.gather(pinned)
}

impl Gathering {
    /// Marks the chunks of places that belong to the task.
    pub(crate) fn pin(&mut self, ground: Ground<'_>, places: &[FileLines]) -> Result<BTreeSet<(FileId, u32)>, Error> {
        let mut pinned = BTreeSet::new();
        for &(file, first, last) in places {
            let lines = LineIndex::new(&ground.snapshot.source(file)?.text);
            for candidate in self.candidates.iter_mut().filter(|candidate| candidate.file == file) {
                let span = self.files[&file].contents.chunks[candidate.index as usize].span;
                if lines.line(span.start) <= last && lines.line(span.end.saturating_sub(1)) >= first {
                    candidate.features[Feature::Seed as usize] = 1.0;
                    pinned.insert((file, candidate.index));
                }
            }
        }
        Ok(pinned)
    }
}

fn named(snapshot: &Snapshot, mention: &super::task::Mention) -> Option<Named> {
    let uses = snapshot.files_naming(&mention.name);
    let files: Vec<FileId> = uses.iter().filter(|usage| usage.defines).map(|usage| usage.file).collect();
    let enough = !files.is_empty() && files.len() <= 64;
    enough.then(|| Named { name: mention.name.clone(), owner: mention.owner.clone(), said: mention.said, files })
}

/// All of the text, the title first.
fn whole_query(reading: &Reading) -> Query {
    let parts = [(reading.title.as_str(), 1.0), (&reading.prose, 0.6), (&reading.code, 0.2)];
    let mut query = words_query(&parts, WORDS_MAX);
    query.plain = format!("{} {}", reading.title, reading.prose);
    let said = |said| matches!(said, Said::Title | Said::Prose);
    let names = reading.mentions.iter().filter(|mention| said(mention.said)).take(32);
    query.names = names
        .map(|mention| NameAsked { name: mention.name.clone(), owner: mention.owner.clone(), sure: true })
        .collect();
    query
}

fn words_query(parts: &[(&str, f32)], limit: usize) -> Query {
    let mut counts = HashMap::new();
    for (text, count) in parts {
        weighed_words(text, *count, &mut counts);
    }
    let mut words: Vec<(String, f32)> = counts.into_iter().collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.len().cmp(&a.0.len())).then(a.0.cmp(&b.0)));
    words.truncate(limit);
    let term = |(word, weight)| Term { word, weight, stop: false, capital: false, forms: Vec::new() };
    Query { terms: words.into_iter().map(term).collect(), ..Query::default() }
}

impl Gatherer<'_> {
    fn gather(&self, pinned: &[FileLines]) -> Result<Gathering, Error> {
        let mut chosen = self.choose_files();
        chosen.extend(pinned.iter().map(|(file, ..)| *file));
        let title_words = NameWords::new(self.title.query, &self.title.gathered);
        let whole_words = NameWords::new(self.whole.query, &self.whole.gathered);
        let files: Vec<FileId> = chosen.into_iter().collect();
        let parts = files.into_par_iter().map(|file| self.file(file, [&title_words, &whole_words]));
        let parts: Vec<_> = parts.collect::<Vec<_>>().into_iter().collect::<Result<_, Error>>()?;
        let mut gathering = Gathering { candidates: Vec::new(), files: BTreeMap::new(), order: Vec::new() };
        for (file, facts, mut candidates) in parts {
            gathering.candidates.append(&mut candidates);
            gathering.files.insert(file, facts);
        }
        Ok(gathering)
    }

    fn choose_files(&self) -> BTreeSet<FileId> {
        let mut chosen = BTreeSet::new();
        for cheap in [&self.title_files, &self.whole_files] {
            let files = self.ground.snapshot.files().filter(|file| self.ground.layout.is_searched(*file));
            let rated = files.filter_map(|file| Some((rank::score(&cheap.features(file)?), file)));
            let mut rated: Vec<(f32, FileId)> = rated.collect();
            let n = FILES_PER_SEARCH.min(rated.len());
            let order = |a: &(f32, FileId), b: &(f32, FileId)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
            if n < rated.len() {
                rated.select_nth_unstable_by(n, order);
            }
            rated.truncate(n);
            rated.sort_unstable_by(order);
            chosen.extend(self.changed_with(&rated[..n.min(LEADING)]));
            chosen.extend(rated.iter().map(|(_, file)| *file));
        }
        for words in [&self.title_words, &self.whole_words] {
            let mut rated: Vec<FileId> = self.ground.snapshot.files().collect();
            let n = FILES_BY_WORDS.min(rated.len());
            let bm25 = |file: &FileId| words.bm25[file.0 as usize];
            if n < rated.len() {
                rated.select_nth_unstable_by(n, |a, b| bm25(b).total_cmp(&bm25(a)).then(a.cmp(b)));
            }
            chosen.extend(rated[..n].iter().filter(|file| bm25(file) > 0.0));
        }
        for named in self.named.iter().filter(|named| named.files.len() <= DEFINERS_MAX && named.said < Said::Code) {
            chosen.extend(&named.files);
        }
        chosen.extend(self.places.iter().map(|place| place.file));
        chosen.extend(self.quoted.keys().map(|(file, _)| *file));
        chosen.retain(|file| self.ground.layout.is_searched(*file));
        chosen
    }

    /// The files that most often changed together with some of the best.
    fn changed_with(&self, best: &[(f32, FileId)]) -> impl Iterator<Item = FileId> + use<> {
        let likely = self.changes.with(&best.iter().map(|(_, file)| (*file, 1.0)).collect());
        let mut likely: Vec<(FileId, f32)> = likely.into_iter().collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        likely.into_iter().take(FILES_CHANGED_WITH).map(|(file, _)| file)
    }

    fn file(&self, file: FileId, words: [&NameWords<'_>; 2]) -> Result<(FileId, FileFacts, Vec<Candidate>), Error> {
        let contents = self.ground.kept.contents(self.ground.snapshot, file)?;
        let role = self.ground.layout.role(file);
        let mut base = [0.0; N_FEATURES];
        self.add_file_features(file, &mut base);
        let lines = match self.places.iter().any(|place| place.file == file && place.line.is_some()) {
            true => Some(LineIndex::new(&self.ground.snapshot.source(file)?.text)),
            false => None,
        };
        let numbers = self.ground.layout.chunks(file);
        let start = numbers.start;
        let naming =
            |search: &Search<'_>, index: usize| search.gathered.names.get(start + index).is_some_and(|sum| *sum > 0.0);
        let title = words[0].defined(&contents, &|index| naming(self.title, index));
        let whole = words[1].defined(&contents, &|index| naming(self.whole, index));
        let mut candidates = Vec::with_capacity(contents.chunks.len());
        let tests = in_tests(&contents);
        for ((index, number), chunk) in numbers.enumerate().zip(&contents.chunks) {
            let mut features = base;
            features[Feature::InTests as usize] = f32::from(u8::from(tests[index]));
            features[Feature::Blank as usize] = f32::from(u8::from(chunk.n_words < WORDS_MIN));
            let own = [self.title.own_features(number, &title[index]), self.whole.own_features(number, &whole[index])];
            add_own(&mut features, &own);
            features[Feature::CodeWords as usize] = self.code.words[number];
            features[Feature::CodeNames as usize] = self.code.names[number];
            features[Feature::InNamed as usize] = self.in_named(&contents, chunk);
            features[Feature::Quoted as usize] = self.quoted.get(&(file, index as u32)).copied().unwrap_or(0.0);
            self.add_shape(&contents, (index, chunk), role, &mut features);
            if let Some(lines) = &lines {
                self.add_lines(file, (lines, chunk), &mut features);
            }
            candidates.push(Candidate { file, index: index as u32, features, score: 0.0 });
        }
        let quoted = |candidate: &Candidate| candidate.features[Feature::Quoted as usize];
        let most_quoted = candidates.iter().map(quoted).fold(0.0, f32::max);
        candidates.iter_mut().for_each(|candidate| candidate.features[Feature::FileQuoted as usize] = most_quoted);
        self.add_defined(&contents, &mut candidates);
        spread_named(&mut candidates);
        Ok((file, FileFacts { contents, role, folder: self.ground.layout.folder(file) }, candidates))
    }

    fn add_file_features(&self, file: FileId, features: &mut Features) {
        use Feature as F;
        let title = self.title_files.features(file).unwrap_or_default();
        let whole = self.whole_files.features(file).unwrap_or_default();
        let take = |from: &rank::Features, feature: rank::Feature| from[feature as usize];
        let both = [
            (F::FileTitleWords, F::FileWords, rank::Feature::Words),
            (F::FileTitleNames, F::FileNames, rank::Feature::Names),
            (F::FileTitleCoherence, F::FileCoherence, rank::Feature::Coherence),
            (F::FileTitleMeaning, F::FileMeaning, rank::Feature::FileMeaning),
            (F::FileTitleStem, F::FileStem, rank::Feature::Stem),
            (F::FileTitleFolders, F::FileFolders, rank::Feature::Folders),
        ];
        for (of_title, of_whole, feature) in both {
            features[of_title as usize] = take(&title, feature);
            features[of_whole as usize] = take(&whole, feature);
        }
        features[F::FileTitleScore as usize] = rank::score(&title);
        features[F::FileScore as usize] = rank::score(&whole);
        let code = self.ground.layout.chunks(file).map(|number| self.code.words[number]).fold(0.0, f32::max);
        features[F::FileCodeWords as usize] = code;
        let at = file.0 as usize;
        features[F::TitleBm25 as usize] = self.title_words.bm25[at];
        features[F::TitleCover as usize] = self.title_words.cover[at];
        features[F::Bm25 as usize] = self.whole_words.bm25[at];
        features[F::Cover as usize] = self.whole_words.cover[at];
        features[F::CodeBm25 as usize] = self.code_words.bm25[at];
        let row = self.ground.snapshot.file(file);
        let role = self.ground.layout.role(file);
        features[F::NamedAfter as usize] = self.whole.named_after(row.path);
        features[F::Central as usize] = self.whole.central(file);
        features[F::Tested as usize] = f32::from(u8::from(self.ground.layout.is_tested(file, row.path)));
        features[F::Size as usize] = (1.0 + row.size as f32 / 40.0).ln();
        features[F::Role as usize] = rank::role_prior(role);
        for place in self.places.iter().filter(|place| place.file == file) {
            let feature = match place.way {
                Way::Frame => F::FrameFile,
                Way::Path => F::Mentioned,
                Way::Module => F::MentionedModule,
            };
            features[feature as usize] = features[feature as usize].max(place.sure);
        }
        if let Some(&(age, times)) = self.changes.files.get(&file) {
            features[F::Recent as usize] = 1.0 / (1.0 + age as f32 / 50.0);
            features[F::Hot as usize] = (1.0 + times as f32).ln();
        }
    }

    /// What of the names spoken of each chunk defines.
    fn add_defined(&self, contents: &Contents, candidates: &mut [Candidate]) {
        use Feature as F;
        let outline = &contents.outline;
        for symbol in &outline.symbols {
            let Some(&index) = self.by_name.get(outline.names.get(symbol.name)) else { continue };
            let at = contents.chunks.partition_point(|chunk| chunk.span.end <= symbol.name_at);
            let Some(candidate) = candidates.get_mut(at) else { continue };
            let named = &self.named[index];
            let weight = 1.0 / (named.files.len() as f32).sqrt() * kind_counts(symbol.kind);
            let feature = match named.said {
                Said::Title => F::NamedTitle,
                Said::Prose => F::NamedProse,
                Said::Word => F::NamedWord,
                Said::Code => F::NamedCode,
            };
            candidate.features[feature as usize] += weight;
            let parent = symbol.parent.map(|parent| outline.symbols[parent as usize].name).or(symbol.owner);
            if parent.is_some_and(|parent| self.is_spoken_of(outline.names.get(parent), named)) {
                candidate.features[F::NamedOwner as usize] += weight;
            }
        }
    }

    /// True when `owner` was said to be that of `named`, or was spoken of itself.
    fn is_spoken_of(&self, owner: &str, named: &Named) -> bool {
        let spoken = |&index: &usize| self.named[index].said < Said::Code;
        named.owner.as_deref() == Some(owner) || self.by_name.get(owner).is_some_and(spoken)
    }

    /// How much what is around a chunk was spoken of.
    fn in_named(&self, contents: &Contents, chunk: &Chunk) -> f32 {
        let outline = &contents.outline;
        let (mut best, mut around) = (0.0, chunk.symbol.and_then(|index| outline.symbols[index as usize].parent));
        while let Some(symbol) = around.map(|index| &outline.symbols[index as usize]) {
            if let Some(&index) = self.by_name.get(outline.names.get(symbol.name)) {
                let named = &self.named[index];
                let said = if named.said < Said::Word { 1.0 } else { 0.4 };
                best = f32::max(best, said / (named.files.len() as f32).sqrt());
            }
            around = symbol.parent;
        }
        best
    }

    fn add_shape(&self, contents: &Contents, (index, chunk): (usize, &Chunk), role: FileRole, features: &mut Features) {
        use Feature as F;
        let kind = chunk.symbol.map(|index| contents.outline.symbols[index as usize].kind);
        let feature = match kind {
            Some(SymbolKind::Function) => F::Function,
            Some(SymbolKind::Method | SymbolKind::Constructor) => F::Method,
            Some(kind) if kind.is_type() => F::Type,
            _ if matches!(role, FileRole::Docs | FileRole::History) => F::Prose,
            _ => F::Top,
        };
        features[feature as usize] = 1.0;
        features[F::ChunkSize as usize] = (1.0 + chunk.span.len() as f32 / 100.0).ln();
        features[F::First as usize] = f32::from(u8::from(index == 0));
        features[F::Tail as usize] = f32::from(u8::from(chunk.header.is_some()));
    }

    fn add_lines(&self, file: FileId, (lines, chunk): (&LineIndex, &Chunk), features: &mut Features) {
        let (first, last) = (lines.line(chunk.span.start), lines.line(chunk.span.end.saturating_sub(1)));
        for place in self.places.iter().filter(|place| place.file == file) {
            let Some(line) = place.line.filter(|line| (first..=last).contains(line)) else { continue };
            let feature = if place.way == Way::Frame { Feature::FrameHere } else { Feature::Line };
            features[feature as usize] = features[feature as usize].max(place.sure);
            debug_assert!(line > 0);
        }
    }
}

/// Which chunks are tests inside of a file that is none: `mod tests`, `test_…`, `TestX`.
fn in_tests(contents: &Contents) -> Vec<bool> {
    let outline = &contents.outline;
    let is_test = |name: &str| {
        matches!(name, "tests" | "test" | "Tests" | "Test") || name.starts_with("test_") || name.starts_with("Test")
    };
    // Parents come before what is inside of them.
    let mut tests: Vec<bool> = Vec::with_capacity(outline.symbols.len());
    for symbol in &outline.symbols {
        let inside = symbol.parent.is_some_and(|parent| tests.get(parent as usize) == Some(&true));
        tests.push(inside || is_test(outline.names.get(symbol.name)));
    }
    let mut all: Vec<bool> =
        contents.chunks.iter().map(|chunk| chunk.symbol.is_some_and(|symbol| tests[symbol as usize])).collect();
    for (symbol, _) in outline.symbols.iter().zip(&tests).filter(|(_, test)| **test) {
        let at = contents.chunks.partition_point(|chunk| chunk.span.end <= symbol.name_at);
        all.get_mut(at).into_iter().for_each(|test| *test = true);
    }
    all
}

fn add_own(features: &mut Features, own: &[rank::Features; 2]) {
    use Feature as F;
    let places = [
        (F::TitleWords, F::Words, rank::Feature::Words),
        (F::TitleNames, F::Names, rank::Feature::Names),
        (F::TitleDefines, F::Defines, rank::Feature::Defines),
        (F::TitleOverlap, F::Overlap, rank::Feature::NameOverlap),
        (F::TitleMeaning, F::Meaning, rank::Feature::Meaning),
    ];
    for (of_title, of_whole, feature) in places {
        features[of_title as usize] = own[0][feature as usize];
        features[of_whole as usize] = own[1][feature as usize];
    }
}

/// A file that defines what was named is nearer with all of it.
fn spread_named(candidates: &mut [Candidate]) {
    use Feature as F;
    let of = |features: &Features| {
        features[F::NamedTitle as usize] + features[F::NamedProse as usize] + 0.4 * features[F::NamedWord as usize]
    };
    let best = candidates.iter().map(|candidate| of(&candidate.features)).fold(0.0, f32::max);
    for candidate in candidates {
        candidate.features[F::FileNamed as usize] = best;
    }
}

fn kind_counts(kind: SymbolKind) -> f32 {
    use SymbolKind::*;
    match kind {
        Variable | Field | Property | Variant | Entry | Section => 0.5,
        Impl => 0.3,
        _ => 1.0,
    }
}
