//! References under another spelling: `import { a as b }`, default imports, `use a as b`.
//!
//! An import that renames names both spellings, so the files that name the first lead to the
//! second. A default import names neither; the last word of its module's path leads to it.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::judge::{Decision, Question};
use super::paths::{file_name, folder, stem};
use super::resolve::{Found, Resolver, Trail};
use super::rows::Pick;
use crate::Evidence;
use grammars::NameId;
use indexer::FileId;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Local names by the file that has them.
pub(crate) type Renamed = BTreeMap<FileId, Vec<Alias>>;

/// Spellings followed beyond the one asked for.
const SPELLINGS_MAX: usize = 4;

/// A local name in one file that means what was asked for.
pub(crate) struct Alias {
    local: NameId,
    import: u32,
    /// The import does not spell the asked name, so its own line is a reference too.
    unnamed: bool,
}

/// The occurrences under other spellings, by file in order of path; `named` is what [`renamed`]
/// says of every file that spells the name itself.
pub(crate) fn alias_picks(
    resolver: &Resolver,
    question: &Question,
    name: &str,
    named: Renamed,
) -> Vec<(FileId, Vec<Pick>)> {
    let files = gather(resolver, question, name, named);
    let pick = |(file, aliases): (&FileId, &Vec<Alias>)| {
        (*file, picks(resolver, question, &resolver.facts(*file), aliases).into_values().collect())
    };
    files.par_iter().map(pick).collect()
}

/// The imports of all files that call `spelling` otherwise and lead to what was asked for.
pub(crate) fn renamed_anywhere(resolver: &Resolver, question: &Question, (spelling, asked): (&str, &str)) -> Renamed {
    let files = resolver.project.files_naming(spelling);
    let found = files
        .par_iter()
        .filter(|usage| usage.in_code)
        .map(|usage| (usage.file, renamed(resolver, question, &resolver.facts(usage.file), (spelling, asked))));
    found.filter(|(_, renamed)| !renamed.is_empty()).collect()
}

fn gather(resolver: &Resolver, question: &Question, name: &str, named: Renamed) -> Renamed {
    if question.chosen.defs.is_empty() {
        return BTreeMap::new();
    }
    let mut spellings = vec![name.to_string()];
    let mut files = Renamed::new();
    let mut next = 0;
    let mut named = Some(named);
    while let Some(spelling) = spellings.get(next).cloned() {
        next += 1;
        let found = named.take().unwrap_or_else(|| renamed_anywhere(resolver, question, (&spelling, name)));
        for (file, renamed) in found {
            let facts = resolver.facts(file);
            for alias in &renamed {
                let local = facts.text(alias.local).to_string();
                let passed_on =
                    facts.import(alias.import).reexport || stem(resolver.project.file(file).path) == "__init__";
                if passed_on && local != "default" && spellings.len() <= SPELLINGS_MAX && !spellings.contains(&local) {
                    spellings.push(local);
                }
            }
            files.entry(file).or_default().extend(renamed);
        }
    }
    for (file, found) in defaults(resolver, question, name) {
        files.entry(file).or_default().extend(found);
    }
    files
}

/// Imports of `spelling` that bind another name and lead to what was asked for.
pub(crate) fn renamed(
    resolver: &Resolver,
    question: &Question,
    facts: &Facts,
    (spelling, asked): (&str, &str),
) -> Vec<Alias> {
    if question.chosen.defs.is_empty() {
        return Vec::new();
    }
    let Some(id) = facts.name(spelling) else { return Vec::new() };
    let imports = (0u32..).zip(&facts.outline().imports);
    let imports = imports.filter(|(_, import)| import.name == Some(id));
    let renamed = imports.filter_map(|(index, import)| Some((index, import.local?)));
    let renamed = renamed.filter(|&(_, local)| facts.text(local) != asked);
    let unnamed = spelling != asked;
    renamed
        .filter(|&(import, _)| leads_to(resolver, question, facts, import))
        .map(|(import, local)| Alias { local, import, unnamed })
        .collect()
}

fn leads_to(resolver: &Resolver, question: &Question, facts: &Facts, import: u32) -> bool {
    match resolver.follow(facts, import, &Trail::new()) {
        Found::Defs(defs, _) => defs.iter().any(|def| question.chosen.defs.binary_search(def).is_ok()),
        _ => false,
    }
}

/// Default imports of the files whose default was asked for.
fn defaults(resolver: &Resolver, question: &Question, asked: &str) -> Vec<(FileId, Vec<Alias>)> {
    let defs: Vec<DefId> =
        question.chosen.defs.iter().filter(|def| resolver.family(**def) == Family::Script).copied().collect();
    let files: BTreeSet<FileId> =
        defs.par_iter().filter(|def| is_default(resolver, **def)).map(|def| def.file).collect();
    let words: BTreeSet<&str> = files.iter().map(|file| called(resolver.project.file(*file).path)).collect();
    // A file is looked into once, however many of the words it names.
    let suspects: BTreeSet<FileId> =
        words.iter().flat_map(|word| resolver.project.files_naming(word)).map(|usage| usage.file).collect();
    let suspects: Vec<FileId> = suspects.into_iter().collect();
    let found = suspects.par_iter().map(|file| (*file, default_imports(resolver, question, *file, asked)));
    found.filter(|(_, aliases)| !aliases.is_empty()).collect()
}

/// What a default import of the file at `path` is likely to end in.
fn called(path: &str) -> &str {
    let word = match stem(path) {
        "index" => file_name(folder(path)),
        word => word,
    };
    grammars::words::runs(word).last().map_or(word, |(_, word)| word)
}

fn default_imports(resolver: &Resolver, question: &Question, file: FileId, asked: &str) -> Vec<Alias> {
    let facts = resolver.facts(file);
    if facts.family != Family::Script {
        return Vec::new();
    }
    let imports = (0u32..).zip(&facts.outline().imports);
    let whole = imports.filter(|(_, import)| import.name.is_none_or(|name| facts.text(name) == "default"));
    let bound = whole.filter_map(|(index, import)| Some((index, import.local?)));
    let bound = bound.filter(|&(_, local)| facts.text(local) != asked);
    let led = bound.filter(|&(import, _)| leads_to(resolver, question, &facts, import));
    led.map(|(import, local)| Alias { local, import, unnamed: true }).collect()
}

fn is_default(resolver: &Resolver, def: DefId) -> bool {
    let facts = resolver.facts(def.file);
    let trail = Trail::new();
    let exported = resolver.exported(&super::modules::Module::File(def.file), "default", &trail);
    let object = resolver.export_object(&facts, &trail);
    [exported, object].iter().any(|found| matches!(found, Found::Defs(defs, _) if defs.contains(&def)))
}

fn picks(resolver: &Resolver, question: &Question, facts: &Facts, aliases: &[Alias]) -> BTreeMap<u32, Pick> {
    let mut picks: BTreeMap<u32, Pick> = BTreeMap::new();
    for alias in aliases {
        let statement = facts.import(alias.import).span;
        for index in facts.occurrences_of(alias.local) {
            if statement.contains(facts.occurrence(index).at) && !alias.unnamed {
                continue;
            }
            let Decision::Reference { evidence, confidence, candidates } = resolver.judge(question, facts, index)
            else {
                continue;
            };
            if evidence <= Evidence::Inherited {
                let role = facts.occurrence(index).role;
                picks.insert(index, Pick { index, role, evidence, confidence, candidates });
            }
        }
    }
    picks
}
