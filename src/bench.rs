//! `ori bench --here`: how well the answers fit the user's own code.
//!
//! The history holds questions with known answers: a commit's message says what its author was
//! about, and its changes say where that was. What is compared are whole ways of asking, side by side
//! on the same questions; a new one is a row of [`SYSTEMS`] and an arm in `measure.rs`.

pub(crate) mod git;
mod grep;
mod history;
mod measure;
mod score;

use crate::Found;
use crate::args::{BenchArgs, Global};
use crate::failure::Failure;
use crate::output::{Output, Style, clean, count};
use crate::project::{self, Project};
use crate::{json, progress};
use git::Git;
use measure::{Asked, OldTree};
use score::Tally;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// A way of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Search,
    Plain,
    Grep,
}

const SYSTEMS: [System; 3] = [System::Search, System::Plain, System::Grep];

impl System {
    fn word(self) -> &'static str {
        match self {
            System::Search => "search",
            System::Plain => "bm25",
            System::Grep => "rg",
        }
    }

    fn title(self) -> &'static str {
        match self {
            System::Search => "ori search",
            System::Plain => "plain BM25",
            System::Grep => "rg, by words held",
        }
    }
}

/// Questions that are judged together, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    All,
    NamesFile,
    NoName,
    Functions,
}

const GROUPS: [Group; 4] = [Group::All, Group::NoName, Group::NamesFile, Group::Functions];

impl Group {
    fn word(self) -> &'static str {
        match self {
            Group::All => "all",
            Group::NamesFile => "names_file",
            Group::NoName => "no_name",
            Group::Functions => "functions",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Group::All => "changed files, all questions",
            Group::NamesFile => "changed files, where the message names one",
            Group::NoName => "changed files, where the message names none",
            Group::Functions => "changed functions",
        }
    }

    fn holds(self, asked: &Asked) -> bool {
        match self {
            Group::All => true,
            Group::NamesFile => asked.question.names_file,
            Group::NoName => !asked.question.names_file,
            Group::Functions => asked.has_functions,
        }
    }

    fn tally(self, all: &[Asked], system: System) -> Tally {
        let mut tally = Tally::default();
        for asked in all.iter().filter(|asked| self.holds(asked)) {
            let answer = &asked.answers[system as usize];
            tally.add(if self == Group::Functions { answer.function } else { answer.file }, answer.seconds);
        }
        tally
    }
}

/// Misses shown.
const MISSES: usize = 10;

#[derive(Serialize)]
struct Row<'a> {
    system: &'a str,
    group: &'a str,
    questions: usize,
    hit1: f64,
    hit5: f64,
    hit10: f64,
    mrr: f64,
    ms: f64,
}

#[derive(Serialize)]
struct Miss<'a> {
    commit: &'a str,
    subject: &'a str,
    wanted: &'a [String],
    first: &'a str,
    search: Option<usize>,
    bm25: Option<usize>,
    rg: Option<usize>,
}

pub(crate) fn run(project: &Project, global: &Global, args: &BenchArgs, out: &mut Output) -> Result<Found, Failure> {
    debug_assert!(args.here, "it is required");
    let git = Git::at(&project.place.root)?;
    let questions = history::questions(&git, args.commits)?;
    if questions.is_empty() {
        return nothing(global, out);
    }
    let Outcome { all, has_rg, mut failures } = project::stoppable(|stop| ask_all(&git, questions, stop))?;
    let systems: Vec<System> = SYSTEMS.into_iter().filter(|system| *system != System::Grep || has_rg).collect();
    if all.is_empty() {
        return failures.pop().map_or_else(|| nothing(global, out), Err);
    }
    say_left_out(failures.len());
    if global.json {
        print_rows(out, &all, &systems)?;
    } else {
        print_tables(out, &all, &systems)?;
    }
    if args.verbose {
        print_misses(global, out, &all)?;
    }
    Ok(Found::Something)
}

/// What was asked, and what there is to know about it.
struct Outcome {
    all: Vec<Asked>,
    has_rg: bool,
    /// Why trees could not be laid out: history that a partial clone does not have.
    failures: Vec<Failure>,
}

fn ask_all(git: &Git, questions: Vec<history::Question>, stop: &AtomicBool) -> Result<Outcome, Failure> {
    let tree = OldTree::new(git, stop)?;
    let bar = progress::steps(questions.len(), "asking");
    let mut outcome = Outcome { all: Vec::new(), has_rg: tree.has_rg(), failures: Vec::new() };
    for question in questions {
        match tree.lay_out(&question) {
            Ok(()) => outcome.all.extend(tree.ask(question)?),
            Err(failure) => outcome.failures.push(failure),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(outcome)
}

/// Says on stderr that the history has no questions.
#[allow(clippy::print_stderr)]
fn nothing(global: &Global, out: &mut Output) -> Result<Found, Failure> {
    out.flush()?;
    if !global.json {
        eprintln!("no commit of this history is a question: a sentence about one to five changed source files");
    }
    Ok(Found::Nothing)
}

#[allow(clippy::print_stderr)]
fn say_left_out(n: usize) {
    if n > 0 {
        eprintln!("note: {} left out, whose trees git cannot lay out", count(n, "commit"));
    }
}

fn print_rows(out: &mut Output, all: &[Asked], systems: &[System]) -> Result<(), Failure> {
    for (group, system, tally) in tallies(all, systems) {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        let (hit1, hit5, hit10) = (round(tally.hit(1)), round(tally.hit(5)), round(tally.hit(10)));
        let (mrr, ms) = (round(tally.mrr()), round(tally.ms()));
        let (system, group, questions) = (system.word(), group.word(), tally.n());
        json::row(out, &Row { system, group, questions, hit1, hit5, hit10, mrr, ms })?;
    }
    Ok(())
}

fn print_tables(out: &mut Output, all: &[Asked], systems: &[System]) -> Result<(), Failure> {
    let newest = all.first().map_or("", |asked| &asked.question.commit[..8]);
    let oldest = all.last().map_or("", |asked| &asked.question.commit[..8]);
    out.line(&format!("{} from the history, commits {newest} back to {oldest}", count(all.len(), "question")))?;
    out.line("each is a commit's message, asked of the tree before that commit; right are the source files and")?;
    out.line("functions that it changed; tests, docs and settings are taken out of every list")?;
    let mut last = None;
    for (group, system, tally) in tallies(all, systems) {
        if last != Some(group) {
            let title = out.paint(&format!("{:<48}", format!("{} ({})", group.title(), tally.n())), Style::Name);
            out.line(&format!("\n{title}  hit@1  hit@5 hit@10    MRR     ms"))?;
        }
        last = Some(group);
        let (hit1, hit5, hit10) = (tally.hit(1), tally.hit(5), tally.hit(10));
        let (title, mrr, ms) = (system.title(), tally.mrr(), tally.ms());
        out.line(&format!("  {title:<46} {hit1:>6.3} {hit5:>6.3} {hit10:>6.3} {mrr:>6.3} {ms:>6.1}"))?;
    }
    let rg = match systems.contains(&System::Grep) {
        true => "rg ranks files by how many words of the question they hold: a best effort, one process a word",
        false => "there is no `rg` here to compare with",
    };
    let note = out.paint(&format!("({rg}; ms is the mean of one question)"), Style::Dim);
    out.line(&format!("\n{note}"))?;
    Ok(())
}

/// What each system came to in each group of questions that there are; `rg` finds no functions.
fn tallies<'a>(all: &'a [Asked], systems: &'a [System]) -> impl Iterator<Item = (Group, System, Tally)> + 'a {
    let pairs = GROUPS.into_iter().flat_map(|group| systems.iter().map(move |system| (group, *system)));
    let pairs = pairs.filter(|pair| *pair != (Group::Functions, System::Grep));
    pairs.map(|(group, system)| (group, system, group.tally(all, system))).filter(|(_, _, tally)| tally.n() > 0)
}

/// The questions that search answered worst; first those that another system answered best.
fn print_misses(global: &Global, out: &mut Output, all: &[Asked]) -> Result<(), Failure> {
    let rank = |asked: &Asked, system: System| asked.answers[system as usize].file;
    let known = |rank: Option<usize>| rank.unwrap_or(measure::RANKS + 1);
    let mut missed: Vec<&Asked> = all.iter().filter(|asked| rank(asked, System::Search) != Some(1)).collect();
    let others = |asked: &Asked| known(rank(asked, System::Plain)).min(known(rank(asked, System::Grep)));
    missed.sort_by_key(|asked| (std::cmp::Reverse(known(rank(asked, System::Search))), others(asked)));
    for asked in missed.into_iter().take(MISSES) {
        let commit = &asked.question.commit;
        let (subject, wanted) = (&asked.question.subject, &asked.question.files);
        let [search, bm25, rg] = SYSTEMS.map(|system| rank(asked, system));
        let first = &asked.answers[System::Search as usize].first;
        if global.json {
            json::row(out, &Miss { commit, subject, wanted, first, search, bm25, rg })?;
            continue;
        }
        let at = |rank: Option<usize>| rank.map_or("-".to_string(), |rank| rank.to_string());
        let name = out.paint(&commit[..8], Style::Name);
        out.line(&format!("\n{name}  {}", clean(subject)))?;
        out.line(&format!("  wanted  {}", clean(&wanted.join(", "))))?;
        out.line(&format!("  first   {}", clean(first)))?;
        out.line(&format!("  ranks   search {}, BM25 {}, rg {}", at(search), at(bm25), at(rg)))?;
    }
    Ok(())
}
