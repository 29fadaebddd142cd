//! `ori status`, `ori why` and `ori reindex`.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, Style, bytes, clean, count, grouped};
use crate::project::Project;
use crate::reindex::{WatcherRow, watcher_lines};
use retriever::{Report, SkipReason, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct ReindexRow {
    generation: u64,
    files: usize,
    read: usize,
    new: usize,
    deleted: usize,
    bytes: u64,
    seconds: f64,
    skipped: BTreeMap<&'static str, usize>,
    notes: Vec<String>,
}

pub(crate) fn reindex(project: &Project, global: &Global, link: bool, out: &mut Output) -> Result<Found, Failure> {
    let report = project.index()?;
    if global.json {
        json::row(
            out,
            &ReindexRow {
                generation: report.generation.0,
                files: report.n_files,
                read: report.n_read,
                new: report.n_new,
                deleted: report.n_deleted,
                bytes: report.bytes,
                seconds: report.elapsed.as_secs_f64(),
                skipped: by_word(&report.skipped),
                notes: report.notes,
            },
        )?;
    } else {
        print_report(out, &report)?;
    }
    out.flush()?;
    if let Some(embedded) = project.embed(global)?.filter(|_| !global.json) {
        let known = format!("{} of {}", grouped(embedded.n_known as u64), count(embedded.n_chunks, "chunk"));
        let off = embedded.off.map_or(String::new(), |why| format!("; vectors: off ({})", clean(&why.what)));
        out.line(&format!("embedded {known}, {} now{off}", grouped(embedded.n_new as u64)))?;
    }
    if link {
        let said = project.link()?.map_or_else(
            || "nothing to link: it is too small to need it, or linked already".to_string(),
            |n| format!("linked {}", count(n, "chunk")),
        );
        if !global.json {
            out.line(&said)?;
        }
    }
    Ok(Found::Something)
}

fn by_word(skipped: &BTreeMap<SkipReason, usize>) -> BTreeMap<&'static str, usize> {
    skipped.iter().map(|(reason, n)| (reason.word(), *n)).collect()
}

fn print_report(out: &mut Output, report: &Report) -> Result<(), Failure> {
    for note in &report.notes {
        out.line(&format!("note: {note}"))?;
    }
    let seconds = report.elapsed.as_secs_f64();
    let speed = if report.n_new > 100 {
        format!(" ({}/s)", bytes((report.bytes as f64 / seconds.max(0.001)) as u64))
    } else {
        String::new()
    };
    out.line(&format!(
        "{}, {}: read {}, {} new, {} gone, in {seconds:.2} s{speed}; generation {}",
        count(report.n_files, "file"),
        bytes(report.bytes),
        grouped(report.n_read as u64),
        grouped(report.n_new as u64),
        grouped(report.n_deleted as u64),
        report.generation.0
    ))?;
    let skipped = skipped_text(&report.skipped);
    if !skipped.is_empty() {
        out.line(&format!("not searched: {skipped} (`ori why PATH` tells)"))?;
    }
    Ok(())
}

fn skipped_text(skipped: &BTreeMap<SkipReason, usize>) -> String {
    let parts = skipped.iter().map(|(reason, n)| format!("{} {}", grouped(*n as u64), reason.word()));
    parts.collect::<Vec<_>>().join(", ")
}

#[derive(Serialize)]
struct StatusRow<'a> {
    root: String,
    store: String,
    generation: u64,
    head: Option<&'a str>,
    files: usize,
    searched: u32,
    chunks: u32,
    source_bytes: u64,
    store_bytes: u64,
    languages: BTreeMap<&'a str, usize>,
    skipped: BTreeMap<&'static str, usize>,
    /// Files that hit a limit: searched, but known by their words only.
    words_only: BTreeMap<&'static str, usize>,
    changed_not_indexed: usize,
    deleted_not_indexed: usize,
    checked: bool,
    /// The daemon that keeps the index up to date.
    watcher: Option<WatcherRow>,
}

pub(crate) fn run(project: &Project, global: &Global, out: &mut Output) -> Result<Found, Failure> {
    let (engine, ()) = project.ask(global, |_| Ok(()))?;
    let snapshot = engine.snapshot();
    let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
    let mut skipped: BTreeMap<SkipReason, usize> = BTreeMap::new();
    let mut words_only: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut source_bytes = 0;
    for file in snapshot.files().map(|id| snapshot.file(id)) {
        match file.skip {
            Some(reason) => *skipped.entry(reason).or_default() += 1,
            None => {
                *languages.entry(file.lang.name()).or_default() += 1;
                source_bytes += file.size;
                if let Some(limit) = file.limit {
                    *words_only.entry(limit.word()).or_default() += 1;
                }
            }
        }
    }
    let (statistics, size, freshness) = (snapshot.statistics(), snapshot.store_size(), snapshot.freshness());
    let row = StatusRow {
        root: snapshot.root().display().to_string(),
        store: snapshot.place().store.display().to_string(),
        generation: snapshot.generation().0,
        head: snapshot.head(),
        files: snapshot.files().len(),
        searched: statistics.n_files,
        chunks: statistics.n_chunks,
        source_bytes,
        store_bytes: size.total(),
        languages,
        skipped: by_word(&skipped),
        words_only,
        changed_not_indexed: freshness.n_overlaid,
        deleted_not_indexed: freshness.n_deleted,
        checked: freshness.checked,
        watcher: retriever::watcher(&project.place).map(WatcherRow::from),
    };
    if global.json {
        json::row(out, &row)?;
    } else {
        print_status(out, &row, &skipped)?;
    }
    Ok(Found::Something)
}

fn print_status(out: &mut Output, row: &StatusRow<'_>, skipped: &BTreeMap<SkipReason, usize>) -> Result<(), Failure> {
    let mut line = |name: &str, text: String| {
        let name = out.paint(&format!("{name:<10}"), Style::Dim);
        out.line(&format!("{name} {}", clean(&text)))
    };
    line("root", row.root.clone())?;
    let share = 100.0 * row.store_bytes as f64 / row.source_bytes.max(1) as f64;
    line("index", format!("{}, {} ({share:.0} % of the source)", row.store, bytes(row.store_bytes)))?;
    line(
        "generation",
        format!("{}, HEAD {}", row.generation, row.head.map_or("none", |head| &head[..12.min(head.len())])),
    )?;
    line(
        "files",
        format!(
            "{}, {} searched: {} in {}",
            count(row.files, "file"),
            grouped(u64::from(row.searched)),
            bytes(row.source_bytes),
            count(row.chunks as usize, "chunk")
        ),
    )?;
    let mut languages: Vec<(&str, usize)> = row.languages.iter().map(|(name, n)| (*name, *n)).collect();
    languages.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let languages = languages.iter().map(|(name, n)| format!("{name} {}", grouped(*n as u64)));
    line("languages", languages.collect::<Vec<_>>().join(", "))?;
    if !skipped.is_empty() {
        line("skipped", format!("{} (`ori why PATH` tells)", skipped_text(skipped)))?;
    }
    if !row.words_only.is_empty() {
        let parts = row.words_only.iter().map(|(limit, n)| format!("{} {limit}", grouped(*n as u64)));
        let parts = parts.collect::<Vec<_>>().join(", ");
        line("words only", format!("{parts} (`ori why PATH` tells)"))?;
    }
    let changed = match (row.checked, row.changed_not_indexed, row.deleted_not_indexed) {
        (false, ..) => "the disk was not looked at".to_string(),
        (true, 0, 0) => "nothing changed since".to_string(),
        (true, changed, deleted) => format!("{changed} changed, {deleted} gone; answers know, the index not yet"),
    };
    line("disk", changed)?;
    for (key, text) in watcher_lines(row.watcher.as_ref()) {
        line(key, text)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct WhyRow {
    path: String,
    verdict: &'static str,
    reason: String,
}

pub(crate) fn why(project: &Project, global: &Global, paths: &[PathBuf], out: &mut Output) -> Result<Found, Failure> {
    let mut all_searched = true;
    for path in paths {
        let here = std::env::current_dir().map_or_else(|_| path.clone(), |here| here.join(path));
        let asked = if here.symlink_metadata().is_ok() { resolve_parent(&here) } else { path.clone() };
        let verdict = retriever::why(&project.place, &asked)?;
        all_searched &= matches!(verdict, Verdict::Searched { .. } | Verdict::Folder);
        let (word, reason) = say(project, &verdict);
        let path = path.display().to_string();
        if global.json {
            json::row(out, &WhyRow { path, verdict: word, reason })?;
        } else {
            let shown = out.paint(&clean(&path), Style::Path);
            out.line(&format!("{shown}: {word}: {}", clean(&reason)))?;
        }
    }
    Ok(if all_searched { Found::Something } else { Found::Nothing })
}

/// The canonical form of a path whose last part may be a link that is asked about itself.
fn resolve_parent(path: &Path) -> PathBuf {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.canonicalize().unwrap_or_else(|_| path.to_path_buf()),
    }
}

fn say(project: &Project, verdict: &Verdict) -> (&'static str, String) {
    match verdict {
        Verdict::Searched { lang, generated, masked, limit } => {
            let lower = if *generated { "; it says a program wrote it, so it ranks lower" } else { "" };
            let read = limit.map_or_else(
                || format!("read as {}", lang.name()),
                |limit| format!("{}: {}, so only its words are known", lang.name(), limit.word()),
            );
            ("in", format!("{read}{lower}{}", masked_text(masked)))
        }
        Verdict::Folder => ("in", "a folder of the project".to_string()),
        Verdict::Skipped(reason) => ("out", format!("{}: {}", reason.word(), reason.explanation())),
        Verdict::Ignored { pattern, file, line, matched } => {
            let file = file.strip_prefix(&project.place.root).unwrap_or(file);
            let line = if *line > 0 { format!(":{line}") } else { String::new() };
            ("out", format!("the rule `{pattern}` of {}{line} matches `{matched}`", file.display()))
        }
        Verdict::Internal => ("out", "it belongs to git or to the index".to_string()),
        Verdict::Missing => ("out", "there is nothing there".to_string()),
        Verdict::Outside => ("out", format!("it lies outside {}", project.place.root.display())),
    }
}

/// How many secrets of a file answers do not show, and of what kinds.
fn masked_text(masked: &[&str]) -> String {
    if masked.is_empty() {
        return String::new();
    }
    let mut kinds = masked.to_vec();
    kinds.sort_unstable();
    kinds.dedup();
    format!("; {} in it masked ({})", count(masked.len(), "secret"), kinds.join(", "))
}
