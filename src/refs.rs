//! `ori refs` and `ori def`.

use crate::Found;
use crate::args::{Global, Only, RefsArgs};
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, Style, clean, count};
use crate::project::Project;
use crate::search::cut;
use retriever::{Balance, Definition, Evidence, Reference, References, RefsOptions, Role, SURE_MIN, Target};
use serde::Serialize;
use std::io;

/// Definitions shown above the references; a common name has thousands.
const DEFINITIONS_SHOWN: usize = 20;

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    line: u32,
    col: u32,
    role: &'a str,
    call: bool,
    evidence: &'a str,
    confidence: f32,
    within: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<usize>,
}

#[derive(Serialize)]
struct DefRow<'a> {
    path: &'a str,
    line: u32,
    col: u32,
    end_line: u32,
    kind: &'a str,
    name: &'a str,
    within: &'a str,
    signature: &'a str,
    doc: &'a str,
    exported: bool,
    text: &'a str,
}

#[derive(Serialize)]
struct BalanceRow {
    balance: BalanceCounts,
}

#[derive(Serialize)]
struct BalanceCounts {
    total: usize,
    definitions: usize,
    resolved: usize,
    other: usize,
    ambiguous: usize,
    text: usize,
    skipped: usize,
    aliases: usize,
    folded: usize,
    left_out: usize,
    unread_files: usize,
    others: Vec<(String, usize)>,
}

/// What a use does, in one word: a definition among the uses overrides what was asked for.
pub(crate) fn role_word(role: Role) -> &'static str {
    if role == Role::Def { "override" } else { role.word() }
}

pub(crate) fn run(project: &Project, global: &Global, args: &RefsArgs, out: &mut Output) -> Result<Found, Failure> {
    let roles = (!args.role.is_empty()).then(|| args.role.clone());
    refs(project, global, &target(project, &args.name, args.at.as_ref())?, roles, args, out)
}

/// The references to one name with default settings, for `ask`.
pub(crate) fn about(
    project: &Project,
    global: &Global,
    name: &str,
    roles: Option<Vec<Role>>,
    out: &mut Output,
) -> Result<Found, Failure> {
    let args =
        RefsArgs { name: name.to_string(), at: None, role: Vec::new(), all: false, min_confidence: None, only: None };
    refs(project, global, &target(project, name, None)?, roles, &args, out)
}

pub(crate) fn target(project: &Project, name: &str, at: Option<&(String, u32)>) -> Result<Target, Failure> {
    let target = Target::parse(name);
    if target.name.is_empty() {
        return Err(Failure::request(format!("`{}` is not a name", clean(name))).hint("ori refs getUserInfo"));
    }
    Ok(match at {
        Some((path, line)) => target.at(&project.relative(path), *line),
        None => target,
    })
}

fn refs(
    project: &Project,
    global: &Global,
    target: &Target,
    roles: Option<Vec<Role>>,
    args: &RefsArgs,
    out: &mut Output,
) -> Result<Found, Failure> {
    let mut options = RefsOptions { roles, all: args.all, ..RefsOptions::default() };
    if let Some(min) = args.min_confidence {
        options.min_confidence = min;
    }
    if args.only == Some(Only::Sure) {
        options.min_confidence = SURE_MIN;
    }
    let (engine, found) = project.ask(global, |engine| engine.references(target, &options))?;
    if found.definitions.is_empty() && found.rows.is_empty() && found.balance.total == 0 {
        return unknown(global, out, &args.name, &found.nearest, engine.snapshot().statistics().n_files as usize);
    }
    if global.json {
        print_json(out, &found)?;
    } else {
        print_text(out, &args.name, &found, args.all)?;
    }
    Ok(if found.definitions.is_empty() && found.rows.is_empty() { Found::Nothing } else { Found::Something })
}

/// Says that there is no such name, and what is spelled like it.
#[allow(clippy::print_stderr)]
fn unknown(
    global: &Global,
    out: &mut Output,
    name: &str,
    nearest: &[String],
    n_files: usize,
) -> Result<Found, Failure> {
    out.flush()?;
    if global.json {
        let total = Balance::default();
        json::row(out, &balance_row(&total, 0, 0))?;
    }
    eprintln!("error: nothing named `{}` in {}", clean(name), count(n_files, "file"));
    if !nearest.is_empty() {
        let names: Vec<String> = nearest.iter().map(|name| format!("`{}`", clean(name))).collect();
        eprintln!("  hint: did you mean {}?", names.join(" or "));
    }
    Ok(Found::Nothing)
}

fn print_json(out: &mut Output, found: &References) -> io::Result<()> {
    for definition in &found.definitions {
        json::row(
            out,
            &Row {
                path: &definition.path,
                line: definition.line,
                col: definition.col,
                role: Role::Def.word(),
                call: false,
                evidence: Evidence::Definition.word(),
                confidence: Evidence::Definition.confidence(),
                within: &definition.container,
                text: &definition.text,
                candidates: None,
            },
        )?;
    }
    for row in &found.rows {
        json::row(
            out,
            &Row {
                path: &row.path,
                line: row.line,
                col: row.col,
                role: role_word(row.role),
                call: row.call,
                evidence: row.evidence.word(),
                confidence: row.confidence,
                within: &row.within,
                text: &row.text,
                candidates: (row.candidates > 1).then_some(row.candidates),
            },
        )?;
    }
    json::row(out, &balance_row(&found.balance, found.folded, found.left_out))
}

fn balance_row(balance: &Balance, folded: usize, left_out: usize) -> BalanceRow {
    BalanceRow {
        balance: BalanceCounts {
            total: balance.total,
            definitions: balance.definitions,
            resolved: balance.resolved,
            other: balance.other,
            ambiguous: balance.ambiguous,
            text: balance.text,
            skipped: balance.skipped,
            aliases: balance.aliases,
            folded,
            left_out,
            unread_files: balance.n_files_unread,
            others: balance.named.clone(),
        },
    }
}

fn print_text(out: &mut Output, name: &str, found: &References, all: bool) -> io::Result<()> {
    let files: Vec<&[Reference]> = found.rows.chunk_by(|a, b| a.path == b.path).collect();
    let n_definitions = found.definitions.len() + found.definitions_left_out;
    let calls = found.rows.iter().filter(|row| row.call).count();
    let title = out.paint(&clean(name), Style::Name);
    out.line(&format!(
        "{title}: {}, {} in {}, {} of them calls",
        count(n_definitions, "definition"),
        count(found.rows.len(), "reference"),
        count(files.len(), "file"),
        calls
    ))?;
    out.line("")?;
    for definition in found.definitions.iter().take(DEFINITIONS_SHOWN) {
        print_definition(out, definition)?;
    }
    if n_definitions > DEFINITIONS_SHOWN {
        let more = count(n_definitions - DEFINITIONS_SHOWN, "more definition");
        out.line(&format!("({more}; `ori def` lists them, `--at PATH:LINE` chooses one)"))?;
    }
    if found.definitions.is_empty() {
        out.line("no definition found in this project")?;
    }
    for rows in files {
        out.line("")?;
        let text = out.paint(&clean(&rows[0].path), Style::Path);
        out.line(&text)?;
        print_rows(out, rows)?;
    }
    out.line("")?;
    if found.folded > 0 && !all {
        let are = if found.folded == 1 { "place is" } else { "places are" };
        out.line(&format!("{} doubtful {are} folded (`--all` shows)", found.folded))?;
    }
    if found.left_out > 0 {
        out.line(&format!("{} left out", count(found.left_out, "place")))?;
    }
    out.line(&format!("balance: {}", clean(&found.balance.to_string())))
}

pub(crate) fn print_definition(out: &mut Output, definition: &Definition) -> io::Result<()> {
    let path = out.paint(&clean(&definition.path), Style::Path);
    let place = out.paint(&format!(":{}:{}", definition.line, definition.col), Style::Dim);
    let within = if definition.container.is_empty() { String::new() } else { format!(" in {}", definition.container) };
    out.line(&format!(
        "{path}{place}  {}{}  {}",
        definition.kind.word(),
        clean(&within),
        clean(&definition.signature)
    ))?;
    if definition.doc_line.is_empty() {
        return Ok(());
    }
    let doc = out.paint(&clean(&definition.doc_line), Style::Dim);
    out.line(&format!("    {doc}"))
}

fn print_rows(out: &mut Output, rows: &[Reference]) -> io::Result<()> {
    let place = |row: &Reference| format!("{}:{}", row.line, row.col);
    let width = |of: &dyn Fn(&Reference) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let places = width(&|row| place(row).len());
    let roles = width(&|row| role_word(row.role).len());
    let evidences = width(&|row| row.evidence.word().len());
    let lines = rows.iter().map(|row| cut(row.text.trim()).trim_end());
    for (row, text) in rows.iter().zip(lines) {
        let number = out.paint(&format!("{:>places$}", place(row)), Style::Dim);
        let evidence = format!("{:<evidences$}", row.evidence.word());
        let evidence = out.paint(&evidence, Style::Dim);
        let text = out.marked(text, &name_in(row));
        let mut behind = String::new();
        if !row.within.is_empty() {
            behind.push_str(&format!("  in {}", clean(&row.within)));
        }
        if row.candidates > 1 {
            behind.push_str(&format!("  one of {} of that name", row.candidates));
        }
        let behind = out.paint(&behind, Style::Dim);
        out.line(&format!("  {number}  {:<roles$}  {evidence}  {text}{behind}", role_word(row.role)))?;
    }
    Ok(())
}

/// Where the name stands in the line as it is shown.
fn name_in(row: &Reference) -> Vec<(usize, usize)> {
    let blanks = row.text.len() - row.text.trim_start().len();
    let start = (row.col as usize).saturating_sub(1).saturating_sub(blanks);
    let shown = row.text.trim().get(start..).unwrap_or("");
    let end =
        shown.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '@' | '#' | '~')).unwrap_or(shown.len());
    // A giant line is cut in front too.
    if row.text.starts_with('…') { Vec::new() } else { vec![(start, start + end)] }
}

pub(crate) fn definitions(
    project: &Project,
    global: &Global,
    name: &str,
    at: Option<&(String, u32)>,
    out: &mut Output,
) -> Result<Found, Failure> {
    let target = target(project, name, at)?;
    let (engine, (found, nearest)) = project.ask(global, |engine| {
        let found = engine.definitions(&target)?;
        let nearest = if found.is_empty() { engine.snapshot().similar_names(&target.name, 5) } else { Vec::new() };
        Ok((found, nearest))
    })?;
    if found.is_empty() {
        return unknown_definition(out, name, &nearest, engine.snapshot().statistics().n_files as usize);
    }
    for definition in &found {
        if global.json {
            json::row(
                out,
                &DefRow {
                    path: &definition.path,
                    line: definition.line,
                    col: definition.col,
                    end_line: definition.end_line,
                    kind: definition.kind.word(),
                    name: &definition.name,
                    within: &definition.container,
                    signature: &definition.signature,
                    doc: &definition.doc_line,
                    exported: definition.exported,
                    text: &definition.text,
                },
            )?;
        } else {
            print_definition(out, definition)?;
        }
    }
    Ok(Found::Something)
}

#[allow(clippy::print_stderr)]
pub(crate) fn unknown_definition(
    out: &mut Output,
    name: &str,
    nearest: &[String],
    n_files: usize,
) -> Result<Found, Failure> {
    out.flush()?;
    eprintln!("error: no definition of `{}` in {}", clean(name), count(n_files, "file"));
    if !nearest.is_empty() {
        let names: Vec<String> = nearest.iter().map(|name| format!("`{}`", clean(name))).collect();
        eprintln!("  hint: did you mean {}?", names.join(" or "));
    }
    Ok(Found::Nothing)
}
