//! Where a name is used, and why each place is believed to be a use.
//!
//! Every file in which the name is spelled is a suspect; each occurrence is then judged by what
//! its own file and the files that it leads to say ([`resolve`]). Doubtful rows are folded, not
//! dropped: the [`Balance`] accounts for every occurrence.
//!
//! Knows nothing of how answers are printed.

mod aliases;
mod arguments;
mod balance;
mod callbacks;
mod choose;
mod facts;
mod family;
mod imports;
mod jsdoc;
mod judge;
mod keys;
mod known;
mod manifests;
mod many;
mod members;
mod modules;
mod node_packages;
mod overloads;
mod overrides;
mod packages;
mod parameters;
mod path_map;
mod paths;
mod project;
mod resolve;
mod rows;
mod rust_paths;
mod scope;
mod shapes;
mod subscripts;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod types;
mod uses;

pub use balance::{Balance, NAMED_MAX};
pub use modules::Modules;
pub use target::Target;

pub(crate) use choose::Chosen;
pub(crate) use facts::{DefId, Facts};
pub(crate) use family::Family;
pub(crate) use judge::Decision;
pub(crate) use modules::Module;
pub(crate) use paths::folder;
pub(crate) use project::Project;
pub(crate) use resolve::{Found, Resolver, Trail};
pub(crate) use rows::around;
pub(crate) use types::Thing;
pub(crate) use uses::{Use, alias_uses, n_files_unread};

use crate::evidence::CONFIDENCE_MIN;
use crate::{Definition, Evidence};
use aliases::Alias;
use grammars::{LineIndex, Role};
use indexer::{Error, FileId, Snapshot};
use judge::Other;
use rayon::prelude::*;
use rows::Pick;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Rows one answer holds at most; the rest are counted.
pub const ROWS_MAX: usize = 5_000;
/// As [`ROWS_MAX`], where all rows are asked for.
pub const ROWS_ALL_MAX: usize = 20_000;
/// Definitions one answer shows at most; the balance counts them all.
const DEFINITIONS_MAX: usize = 1_000;

/// Files that name a symbol beyond which types in comments are not read: each costs reading its text.
const FILES_WITH_COMMENTS_MAX: usize = 300;

/// Other symbols that get a name, before those of one name are added up.
const OTHERS_MAX: usize = 100;
/// Spellings offered when a name is unknown.
const NEAREST_MAX: usize = 5;

/// What references to show.
#[derive(Clone, Debug)]
pub struct RefsOptions {
    /// Only these roles; none: every role.
    pub roles: Option<Vec<Role>>,
    /// Show doubtful rows too.
    pub all: bool,
    /// Below this a row is doubtful.
    pub min_confidence: f32,
}

impl Default for RefsOptions {
    fn default() -> RefsOptions {
        RefsOptions { roles: None, all: false, min_confidence: CONFIDENCE_MIN }
    }
}

/// One use of a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The file.
    pub file: FileId,
    /// Its path.
    pub path: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based byte column.
    pub col: u32,
    /// What the name does there.
    pub role: Role,
    /// It is called, constructed or expanded.
    pub call: bool,
    /// Why it is believed.
    pub evidence: Evidence,
    /// How far.
    pub confidence: f32,
    /// The symbol around it; empty at the top of a file.
    pub within: String,
    /// The line, or the part of it around the name.
    pub text: String,
    /// How many definitions compete for it; 1 when none do.
    pub candidates: usize,
}

/// Where a name is used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct References {
    /// What the name means: the chosen definition, or all of that name, best first.
    pub definitions: Vec<Definition>,
    /// Definitions beyond those, when there are very many.
    pub definitions_left_out: usize,
    /// The uses, by path, line and column.
    pub rows: Vec<Reference>,
    /// Doubtful rows that are only counted.
    pub folded: usize,
    /// Rows beyond [`ROWS_MAX`], the least believed.
    pub left_out: usize,
    /// Where every occurrence went.
    pub balance: Balance,
    /// Similar spellings, when nothing was found.
    pub nearest: Vec<String>,
}

/// Finds the uses of a name.
pub fn find_references(snapshot: &Snapshot, target: &Target, options: &RefsOptions) -> Result<References, Error> {
    find_references_with(snapshot, Arc::default(), target, options)
}

/// As [`find_references`], with module tables kept from an earlier question of the same snapshot.
pub fn find_references_with(
    snapshot: &Snapshot,
    modules: Arc<Modules>,
    target: &Target,
    options: &RefsOptions,
) -> Result<References, Error> {
    references(&Resolver::new(snapshot, modules), target, options)
}

pub(crate) fn references(resolver: &Resolver, target: &Target, options: &RefsOptions) -> Result<References, Error> {
    let chosen = resolver.choose(target);
    resolver.check()?;
    let found = !chosen.defs.is_empty() || !chosen.locals.is_empty() || chosen.import.is_some();
    if !found && !chosen.anything && target.at.is_none() {
        // What was asked for does not exist; its bare name may be something else.
        let nearest = resolver.project.similar_names(&target.name, NEAREST_MAX);
        return Ok(References { nearest, ..References::default() });
    }
    let uses = resolver.project.files_naming(&target.name);
    resolver.reads_many_texts.store(uses.len() <= FILES_WITH_COMMENTS_MAX, Ordering::Relaxed);
    let definitions = crate::def::best_rows_of(resolver, &chosen.defs, DEFINITIONS_MAX)?;
    let definitions_left_out = chosen.defs.len() - definitions.len();
    let question = resolver.question(&target.name, chosen);
    let files: Vec<FileAnswer> = uses
        .par_iter()
        .map(|usage| match resolver.project.file(usage.file).skip {
            None => in_file(resolver, &question, &target.name, usage.file, options),
            Some(_) => {
                let skipped = count_words(resolver, usage.file, &target.name);
                FileAnswer { skipped, ..FileAnswer::default() }
            }
        })
        .collect();
    let mut answer = References { definitions, definitions_left_out, ..References::default() };
    let mut others: HashMap<Other, usize> = HashMap::new();
    let mut picks = Vec::new();
    let mut renamed = BTreeMap::new();
    for (usage, mut file) in uses.iter().zip(files) {
        picks.extend(file.picks.drain(..).map(|pick| (usage.file, pick)));
        if !file.renamed.is_empty() {
            renamed.insert(usage.file, std::mem::take(&mut file.renamed));
        }
        answer.take(file, &mut others);
    }
    answer.balance.count_others(named(resolver, others));
    for (file, found) in aliases::alias_picks(resolver, &question, &target.name, renamed) {
        answer.balance.aliases += found.len();
        let mut wanted = FileAnswer::default();
        found.into_iter().for_each(|pick| wanted.add(pick, options));
        answer.folded += wanted.folded;
        picks.extend(wanted.picks.into_iter().map(|pick| (file, pick)));
    }
    answer.left_out = rows::most_believed(&mut picks, if options.all { ROWS_ALL_MAX } else { ROWS_MAX });
    answer.rows = rows::read(resolver, picks)?;
    resolver.check()?;
    debug_assert!(answer.balance.is_even(), "{:?}", answer.balance);
    let read: BTreeSet<FileId> = uses.iter().map(|usage| usage.file).collect();
    answer.balance.n_files_unread = unread(resolver.project, &read);
    if answer.balance.total == 0 {
        answer.nearest = resolver.project.similar_names(&target.name, NEAREST_MAX);
    }
    Ok(answer)
}

/// What one file adds to an answer.
#[derive(Default)]
struct FileAnswer {
    /// The references to show.
    picks: Vec<Pick>,
    folded: usize,
    definitions: usize,
    references: BTreeMap<Evidence, usize>,
    others: HashMap<Other, usize>,
    skipped: usize,
    renamed: Vec<Alias>,
}

impl FileAnswer {
    fn add(&mut self, pick: Pick, options: &RefsOptions) {
        if options.roles.as_ref().is_some_and(|roles| !roles.contains(&pick.role)) {
            return;
        }
        if options.all || pick.confidence >= options.min_confidence {
            self.picks.push(pick);
        } else {
            self.folded += 1;
        }
    }
}

impl References {
    fn take(&mut self, file: FileAnswer, others: &mut HashMap<Other, usize>) {
        for _ in 0..file.definitions {
            self.balance.count_definition();
        }
        for (evidence, n) in file.references {
            (0..n).for_each(|_| self.balance.count_reference(evidence));
        }
        for (other, n) in file.others {
            *others.entry(other).or_default() += n;
        }
        self.balance.count_skipped(file.skipped);
        self.folded += file.folded;
    }
}

/// Other symbols by what a reader calls them. Of very many, only the most frequent get a name:
/// few of them are shown.
fn named(resolver: &Resolver, others: HashMap<Other, usize>) -> BTreeMap<String, usize> {
    let mut by_number: Vec<(Other, usize)> = others.into_iter().collect();
    by_number.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for (index, (other, n)) in by_number.into_iter().enumerate() {
        let name = if index < OTHERS_MAX { other_name(resolver, other) } else { "others".to_string() };
        *named.entry(name).or_default() += n;
    }
    named
}

fn other_name(resolver: &Resolver, other: Other) -> String {
    match other {
        Other::Def(def) => {
            let facts = resolver.facts(def.file);
            format!("{} in {}", facts.qualified(def.symbol), resolver.project.file(def.file).path)
        }
        Other::Local => "local variables".to_string(),
        Other::Module(module) => format!("out of {module}"),
        Other::Global(name) => format!("members of the global {name}"),
        Other::Member => "members of other types".to_string(),
        Other::Key => "keys and keyword arguments".to_string(),
        Other::Unbound => "names bound nowhere in the project".to_string(),
        Other::Language => "names of other languages".to_string(),
    }
}

fn in_file(
    resolver: &Resolver,
    question: &judge::Question,
    name: &str,
    file: FileId,
    options: &RefsOptions,
) -> FileAnswer {
    let facts = resolver.facts(file);
    let mut answer = FileAnswer::default();
    let Some(id) = facts.name(name) else { return answer };
    for index in facts.occurrences_of(id) {
        match resolver.judge(question, &facts, index) {
            Decision::Definition => answer.definitions += 1,
            Decision::Other(other) => *answer.others.entry(other).or_default() += 1,
            Decision::Reference { evidence, confidence, candidates } => {
                *answer.references.entry(evidence).or_default() += 1;
                let role = facts.occurrence(index).role;
                answer.add(Pick { index, role, evidence, confidence, candidates }, options);
            }
        }
    }
    answer.renamed = aliases::renamed(resolver, question, &facts, (name, name));
    answer
}

/// How often `name` stands as a word of its own in a file without facts.
fn count_words(resolver: &Resolver, file: FileId, name: &str) -> usize {
    let Ok(source) = resolver.project.source(file) else { return 0 };
    let text = source.text.as_str();
    let alone = |(at, _): &(usize, &str)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        ![before, after].into_iter().flatten().any(grammars::words::is_word)
    };
    if name.is_empty() { 0 } else { text.match_indices(name).filter(alone).count() }
}

/// Skipped files that nothing is known about.
fn unread(project: &dyn Project, read: &BTreeSet<FileId>) -> usize {
    use indexer::SkipReason::{Binary, Special, Symlink};
    let all = (0..project.n_files() as u32).map(FileId).filter(|id| !read.contains(id)).map(|id| project.file(id));
    // Whose words are known and do not name it hides nothing; neither does what is no text.
    let hides = |file: &indexer::File<'_>| {
        !file.is_read && file.skip.is_some_and(|skip| !matches!(skip, Binary | Special | Symlink))
    };
    all.filter(hides).count()
}

/// The text of a file with its lines, read when an answer shows it.
pub(crate) struct Lines {
    pub(crate) text: String,
    pub(crate) index: LineIndex,
}

impl Lines {
    pub(crate) fn of(project: &dyn Project, file: FileId) -> Result<Lines, Error> {
        let text = project.source(file)?.text;
        let index = LineIndex::new(&text);
        Ok(Lines { text, index })
    }
}
