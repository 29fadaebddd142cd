//! `ori files` and `ori outline`.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, Style, clean, count};
use crate::project::Project;
use crate::search;
use retriever::{Engine, OutlineRow};
use serde::Serialize;
use std::io;

#[derive(Serialize)]
struct FileRow<'a> {
    path: &'a str,
    lang: &'a str,
    lines: u32,
    bytes: u64,
    score: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'a str>,
}

pub(crate) fn run(
    project: &Project,
    global: &Global,
    fuzzy: &str,
    limit: usize,
    out: &mut Output,
) -> Result<Found, Failure> {
    let (engine, answer) = project.ask(global, |engine| Ok(engine.files(fuzzy, limit.max(1))))?;
    if answer.files.is_empty() {
        return search::nothing(global, out, fuzzy, engine.snapshot().files().len());
    }
    for found in &answer.files {
        if global.json {
            let file = engine.snapshot().file(found.file);
            let (lang, skipped) = (file.lang.name(), file.skip.map(retriever::SkipReason::word));
            let row =
                FileRow { path: file.path, lang, lines: file.n_lines, bytes: file.size, score: found.score, skipped };
            json::row(out, &row)?;
        } else {
            let marks: Vec<(usize, usize)> = found
                .columns
                .iter()
                .map(|col| (*col as usize - 1, next_char(&found.path, *col as usize - 1)))
                .collect();
            let text = out.marked(&found.path, &marks);
            out.line(&text)?;
        }
    }
    if !global.json && answer.n_matching > answer.files.len() {
        let more =
            out.paint(&format!("({} more; `-n` shows more)", answer.n_matching - answer.files.len()), Style::Dim);
        out.line(&more)?;
    }
    Ok(Found::Something)
}

fn next_char(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(at + 1, |c| at + c.len_utf8())
}

#[derive(Serialize)]
struct SymbolRow<'a> {
    path: &'a str,
    line: u32,
    end_line: u32,
    depth: usize,
    kind: &'a str,
    name: &'a str,
    signature: &'a str,
    doc: &'a str,
    exported: bool,
}

pub(crate) fn outline(project: &Project, global: &Global, path: &str, out: &mut Output) -> Result<Found, Failure> {
    let relative = project.relative(path);
    let (engine, answer) = project.ask(global, |engine| engine.outline(&relative))?;
    let Some(answer) = answer else { return Err(no_file(&engine, &relative, path)) };
    if global.json {
        for row in &answer.rows {
            let OutlineRow { depth, kind, name, signature, line, end_line, exported, doc_line } = row;
            let (depth, line, end_line, exported) = (*depth, *line, *end_line, *exported);
            let path = &answer.path;
            let kind = kind.word();
            json::row(out, &SymbolRow { path, line, end_line, depth, kind, name, signature, doc: doc_line, exported })?;
        }
    } else {
        print_outline(out, &answer)?;
    }
    Ok(if answer.rows.is_empty() { Found::Nothing } else { Found::Something })
}

/// There is no file at `relative`, which was written as `path`.
pub(crate) fn no_file(engine: &Engine, relative: &str, path: &str) -> Failure {
    let near = engine.files(relative, 3).files;
    let hint = near.iter().map(|file| format!("`{}`", clean(&file.path))).collect::<Vec<_>>().join(" or ");
    let failure = Failure::request(format!("no file `{}` in this project", clean(relative)));
    let why = format!("ori why {}", clean(path));
    failure.hint(if hint.is_empty() { why } else { format!("did you mean {hint}?") })
}

fn print_outline(out: &mut Output, answer: &retriever::OutlineAnswer) -> io::Result<()> {
    let path = out.paint(&clean(&answer.path), Style::Path);
    let lines = count(answer.n_lines as usize, "line");
    let skipped = answer.skip.map_or_else(String::new, |skip| format!(", not searched: {}", skip.word()));
    out.line(&format!("{path}  {}, {lines}{skipped}", answer.lang))?;
    let width = answer.rows.iter().map(|row| row.line.to_string().len()).max().unwrap_or(1);
    for row in &answer.rows {
        let number = out.paint(&format!("{:>width$}", row.line), Style::Dim);
        let indent = "  ".repeat(row.depth.min(20));
        let signature = if row.signature.is_empty() { &row.name } else { &row.signature };
        // `class User` says what it is; a bare `timeout = 5` does not.
        let said = signature.split(|c: char| !c.is_alphanumeric()).take(4).any(|word| word == row.kind.word());
        let kind = if said { String::new() } else { format!("{} ", out.paint(row.kind.word(), Style::Dim)) };
        out.line(&format!("  {number}  {indent}{kind}{}", clean(search::cut(signature))))?;
    }
    if answer.left_out > 0 {
        out.line(&format!("({} left out)", count(answer.left_out, "symbol")))?;
    }
    if answer.n_gaps > 0 {
        out.line(&format!("({} could not be parsed)", count(answer.n_gaps, "place")))?;
    }
    Ok(())
}
