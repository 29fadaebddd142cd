//! `ori languages`: what is known, how deeply it is read, and how it is detected.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, Style};
use retriever::{Depth, Known, Lang};
use serde::Serialize;

#[derive(Serialize)]
struct Row<'a> {
    language: &'a str,
    depth: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grammar: Option<Grammar<'a>>,
    aliases: &'a [&'a str],
    files: Vec<&'a str>,
    extensions: &'a [&'a str],
    programs: &'a [&'a str],
    by_content: &'a [&'a str],
}

#[derive(Serialize)]
struct Grammar<'a> {
    name: &'a str,
    version: &'a str,
}

pub(crate) fn run(global: &Global, out: &mut Output) -> Result<Found, Failure> {
    let all = Lang::known();
    if global.json {
        for known in &all {
            let Known { aliases, extensions, programs, contested, .. } = *known;
            let files = known.files.iter().chain(known.patterns).copied().collect();
            let (language, depth) = (known.lang.name(), known.depth.word());
            let grammar = known.grammar.map(|(name, version)| Grammar { name, version });
            let by_content = contested;
            json::row(out, &Row { language, depth, grammar, aliases, files, extensions, programs, by_content })?;
        }
        return Ok(Found::Something);
    }
    for depth in [Depth::InDepth, Depth::OwnWay, Depth::Words] {
        let what = match depth {
            Depth::InDepth => "in depth: symbols, roles, scopes, imports",
            Depth::OwnWay => "in their own way: sections, keys, targets; parts in other languages as those",
            Depth::Words => "by words and identifiers",
        };
        if depth != Depth::InDepth {
            out.line("")?;
        }
        out.line(&out.paint(what, Style::Name))?;
        let rows: Vec<&Known> = all.iter().filter(|known| known.depth == depth).collect();
        let width = |of: fn(&Known) -> usize| rows.iter().map(|known| of(known)).max().unwrap_or(0);
        let (names, grammars) = (width(|known| known.lang.name().len()), width(|known| grammar(known).len()));
        for known in rows {
            let by = out.paint(&format!("{:grammars$}", grammar(known)), Style::Dim);
            let gap = if grammars == 0 { "" } else { "  " };
            let indent = 2 + names + gap.len() + grammars + 2;
            let mut lines = wrapped(&detected(known), COLUMNS.saturating_sub(indent)).into_iter();
            let first = lines.next().unwrap_or_default();
            out.line(format!("  {:names$}{gap}{by}  {first}", known.lang.name()).trim_end())?;
            for line in lines {
                out.line(&format!("{:indent$}{line}", ""))?;
            }
        }
    }
    out.line("")?;
    out.line("A line for editors (`vim: ft=ruby`, `-*- mode: ruby -*-`) goes before the name; `.h?` is for the content to decide.")?;
    Ok(Found::Something)
}

fn grammar(known: &Known) -> String {
    known.grammar.map_or(String::new(), |(name, version)| format!("{name} {version}"))
}

/// Endings, names, programs, and endings where the content decides.
fn detected(known: &Known) -> Vec<String> {
    let mut words: Vec<String> = known.extensions.iter().map(|ending| format!(".{ending}")).collect();
    words.extend(known.contested.iter().map(|ending| format!(".{ending}?")));
    words.extend(known.files.iter().chain(known.patterns).map(ToString::to_string));
    words.extend(known.programs.iter().map(|program| format!("#!{program}")));
    words
}

/// Columns of a line, if its words allow it.
const COLUMNS: usize = 100;

/// The words in lines of at most `width`.
fn wrapped(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= width) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word.clone()),
        }
    }
    lines
}
