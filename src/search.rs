//! `ori search`.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, Style, clean, paint, wants_color_on_stderr};
use crate::project::Project;
use retriever::{Hit, Part, Query, SearchAnswer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// Lines of code shown for one hit on a terminal.
const LINES_SHOWN: usize = 4;
/// Characters of a line shown.
const LINE_CHARS: usize = 160;

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    start_line: u32,
    end_line: u32,
    score: f32,
    symbol: &'a str,
    kind: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<BTreeMap<&'a str, Explained>>,
}

/// What a feature adds to a score is its value times its weight.
#[derive(Serialize)]
struct Explained {
    value: f32,
    weight: f32,
}

pub(crate) fn run(
    project: &Project,
    global: &Global,
    text: &str,
    limit: usize,
    explain: bool,
    out: &mut Output,
) -> Result<Found, Failure> {
    let query = Query::parse(text)?;
    if query.is_empty() {
        return Err(Failure::request("the query has no words").hint("ori search \"where are sessions expired\""));
    }
    let (engine, answer) = project.ask(global, |engine| engine.search(&query, limit.max(1)))?;
    say_off(global, &answer);
    if answer.hits.is_empty() {
        return nothing(global, out, text, engine.snapshot().statistics().n_files as usize);
    }
    show_all(global, (&answer.hits, &answer.notes), explain, out)?;
    Ok(Found::Something)
}

/// Says on stderr that the model that was asked for had no say.
#[allow(clippy::print_stderr)]
pub(crate) fn say_off(global: &Global, answer: &SearchAnswer) {
    if let Some(why) = &answer.vectors_off {
        let note = paint("note:", Style::Dim, wants_color_on_stderr(global.color));
        eprintln!("{note} vectors: off ({}); the built-in model stands in", clean(&why.what));
    }
}

/// Shows places, and what there is to say about them.
pub(crate) fn show_all(
    global: &Global,
    (hits, notes): (&[Hit], &[String]),
    explain: bool,
    out: &mut Output,
) -> io::Result<()> {
    for (index, hit) in hits.iter().enumerate() {
        if global.json {
            let explained = |part: &Part| (part.feature, Explained { value: part.value, weight: part.weight });
            let parts = explain.then(|| hit.parts.iter().map(explained).collect());
            let Hit { path, start_line, end_line, score, symbol, kind, text, .. } = hit;
            let (start_line, end_line, score) = (*start_line, *end_line, *score);
            json::row(out, &Row { path, start_line, end_line, score, symbol, kind, text, parts })?;
        } else {
            if index > 0 {
                out.line("")?;
            }
            show(out, hit, explain)?;
        }
    }
    if !global.json {
        for note in notes {
            let text = out.paint(&format!("({note})"), Style::Dim);
            out.line(&text)?;
        }
    }
    Ok(())
}

/// Says on stderr that nothing was found, and where.
#[allow(clippy::print_stderr)]
pub(crate) fn nothing(global: &Global, out: &mut Output, what: &str, n_files: usize) -> Result<Found, Failure> {
    out.flush()?;
    if !global.json {
        eprintln!("nothing for `{}` in {}", clean(what), crate::output::count(n_files, "file"));
    }
    Ok(Found::Nothing)
}

fn show(out: &mut Output, hit: &Hit, explain: bool) -> io::Result<()> {
    let path = out.paint(&clean(&hit.path), Style::Path);
    let lines = out.paint(&format!(":{}-{}", hit.start_line, hit.end_line), Style::Dim);
    let name = match hit.symbol.as_str() {
        "" => String::new(),
        symbol => format!("  {} {}", hit.kind, out.paint(&clean(symbol), Style::Name)),
    };
    out.line(&format!("{path}{lines}{name}"))?;
    let matched: BTreeMap<u32, Vec<(usize, usize)>> = hit
        .matched
        .iter()
        .map(|matched| {
            let ranges = matched.columns.iter().map(|(start, end)| (*start as usize - 1, *end as usize - 1));
            (matched.line, ranges.collect())
        })
        .collect();
    let width = hit.end_line.to_string().len().max(4);
    for (line, text) in lines_to_show(hit, &matched) {
        let number = out.paint(&format!("{line:>width$}"), Style::Dim);
        let ranges = matched.get(&line).map_or(&[][..], Vec::as_slice);
        let text = out.marked(cut(text), ranges);
        out.line(&format!("  {number}  {text}"))?;
    }
    if explain {
        let parts = hit.parts.iter().map(|part| (part.feature, part.adds()));
        let mut parts: Vec<(&str, f32)> = parts.filter(|(_, adds)| *adds != 0.0).collect();
        parts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
        let parts: Vec<String> = parts.iter().map(|(name, part)| format!("{name} {part:+.2}")).collect();
        let text = out.paint(&format!("  score {:.2} = {}", hit.score, parts.join("  ")), Style::Dim);
        out.line(&text)?;
    }
    Ok(())
}

/// The lines that matter, else the first ones with text.
fn lines_to_show<'h>(hit: &'h Hit, matched: &BTreeMap<u32, Vec<(usize, usize)>>) -> Vec<(u32, &'h str)> {
    let numbered = hit.text.lines().enumerate().map(|(index, text)| (hit.start_line + index as u32, text));
    let numbered: Vec<(u32, &str)> = numbered.filter(|(_, text)| !text.trim().is_empty()).collect();
    let that_matter: Vec<_> = numbered.iter().copied().filter(|(line, _)| matched.contains_key(line)).collect();
    let chosen = if that_matter.is_empty() { numbered } else { that_matter };
    chosen.into_iter().take(LINES_SHOWN).collect()
}

/// A line without what would run off the screen.
pub(crate) fn cut(line: &str) -> &str {
    line.char_indices().nth(LINE_CHARS).map_or(line, |(at, _)| &line[..at])
}
