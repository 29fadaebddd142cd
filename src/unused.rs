//! `ori unused`.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::graph::NodeRow;
use crate::json;
use crate::output::{Output, Style, clean, count};
use crate::project::Project;
use clap::Args;
use retriever::{Node, Unused, UnusedOptions, UnusedSymbol};
use serde::Serialize;
use std::io;

/// What `unused` takes.
#[derive(Args, Debug)]
pub(crate) struct UnusedArgs {
    /// A file or folder [default: the whole project]
    pub(crate) path: Option<String>,
    /// Also list the symbols without uses of which nothing is claimed, with the reason
    #[arg(long)]
    pub(crate) all: bool,
    /// Rows of each list to show
    #[arg(long, short = 'n', default_value_t = 200, value_name = "K")]
    pub(crate) limit: usize,
}

#[derive(Serialize)]
struct Row<'a> {
    unused: NodeRow<'a>,
    total: usize,
    definitions: usize,
    itself: usize,
    others: usize,
    comments: usize,
    by: &'a [String],
}

#[derive(Serialize)]
struct UnclaimedRow<'a> {
    cannot_tell: NodeRow<'a>,
    reason: &'a str,
}

#[derive(Serialize)]
struct BalanceRow<'a> {
    balance: Counts<'a>,
}

#[derive(Serialize)]
struct Counts<'a> {
    symbols: usize,
    unused: usize,
    cannot_tell: usize,
    used: usize,
    reasons: Vec<(&'a str, usize)>,
    files: usize,
    unread_files: usize,
    left_out: usize,
}

pub(crate) fn run(project: &Project, global: &Global, args: &UnusedArgs, out: &mut Output) -> Result<Found, Failure> {
    let path = args.path.as_deref().map(|path| project.relative(path));
    let options = UnusedOptions { path: path.clone(), limit: args.limit };
    let (_, found) = project.ask(global, |engine| engine.unused(&options))?;
    if found.no_such_path {
        let path = path.unwrap_or_default();
        return Err(Failure::request(format!("no file or folder `{}` with code of this project", clean(&path)))
            .hint("ori files"));
    }
    if global.json {
        print_json(out, &found)?;
    } else {
        print_text(out, &found, args.all)?;
    }
    Ok(if found.rows.is_empty() { Found::Nothing } else { Found::Something })
}

fn n_unused(found: &Unused) -> usize {
    found.rows.len() + found.left_out
}

fn n_unclaimed(found: &Unused) -> usize {
    found.unclaimed.len() + found.unclaimed_left_out
}

fn print_json(out: &mut Output, found: &Unused) -> io::Result<()> {
    for row in &found.rows {
        let UnusedSymbol { total, definitions, itself, others, comments, .. } = *row;
        let unused = NodeRow::of(&row.node);
        json::row(out, &Row { unused, total, definitions, itself, others, comments, by: &row.by })?;
    }
    for row in &found.unclaimed {
        json::row(out, &UnclaimedRow { cannot_tell: NodeRow::of(&row.node), reason: row.reason.word() })?;
    }
    let balance = Counts {
        symbols: found.n_looked_at,
        unused: n_unused(found),
        cannot_tell: n_unclaimed(found),
        used: found.n_used,
        reasons: found.reasons.iter().map(|(reason, n)| (reason.word(), *n)).collect(),
        files: found.n_files,
        unread_files: found.n_files_unread,
        left_out: found.left_out + found.unclaimed_left_out,
    };
    json::row(out, &BalanceRow { balance })
}

fn print_text(out: &mut Output, found: &Unused, all: bool) -> io::Result<()> {
    let title = format!("{} in {}", count(n_unused(found), "unused symbol"), count(found.n_files, "file"));
    out.line(&title)?;
    let mut path = "";
    for row in &found.rows {
        head(out, &row.node, &mut path)?;
        let name = out.paint(&clean(&row.node.name), Style::Name);
        let line = out.paint(&format!("{:>6}", row.node.line), Style::Dim);
        let proof = out.paint(&clean(&proof(row)), Style::Dim);
        out.line(&format!("{line}  {} {name}  {proof}", kind(&row.node)))?;
    }
    if found.left_out > 0 {
        out.line(&format!("{} left out (`--limit`)", count(found.left_out, "unused symbol")))?;
    }
    if all && !found.unclaimed.is_empty() {
        out.line("")?;
        out.line("without uses, but that cannot be told:")?;
        path = "";
        for row in &found.unclaimed {
            head(out, &row.node, &mut path)?;
            let line = out.paint(&format!("{:>6}", row.node.line), Style::Dim);
            let reason = out.paint(row.reason.text(), Style::Dim);
            out.line(&format!("{line}  {} {}  {reason}", kind(&row.node), clean(&row.node.name)))?;
        }
        if found.unclaimed_left_out > 0 {
            out.line(&format!("{} left out (`--limit`)", count(found.unclaimed_left_out, "symbol")))?;
        }
    }
    out.line("")?;
    out.line(&format!(
        "balance: {} = {} unused + {} without uses that cannot be told{} + {} used",
        count(found.n_looked_at, "symbol"),
        n_unused(found),
        n_unclaimed(found),
        if all || found.unclaimed.is_empty() { "" } else { " (`--all` lists)" },
        found.n_used
    ))?;
    for (reason, n) in &found.reasons {
        out.line(&format!("  {n:>6}  {}", reason.text()))?;
    }
    if found.n_files_unread > 0 {
        out.line(&format!("{} not read and may hide uses", count(found.n_files_unread, "file")))?;
    }
    out.line("not seen: reflection, names put together at run time, other repositories; fields, variants and")?;
    out.line("constructors are not looked at")
}

fn kind(node: &Node) -> &'static str {
    node.kind.map_or("file", |kind| kind.word())
}

/// The file's name above its first row.
fn head<'a>(out: &mut Output, node: &'a Node, path: &mut &'a str) -> io::Result<()> {
    if *path != node.path {
        *path = &node.path;
        out.line("")?;
        out.line(&out.paint(&clean(path), Style::Path).clone())?;
    }
    Ok(())
}

/// Where every occurrence of its name went.
fn proof(row: &UnusedSymbol) -> String {
    let mut parts = vec![count(row.definitions, "definition")];
    let mut part = |n: usize, text: &str| {
        if n > 0 {
            parts.push(format!("{n} {text}"));
        }
    };
    let by = row.by.join(", ");
    let inside = if by.is_empty() { "inside itself".to_string() } else { format!("in what is unused ({by})") };
    part(row.itself, &inside);
    part(row.others, "of other symbols");
    part(row.comments, "in comments");
    format!("{} = {}", count(row.total, "occurrence"), parts.join(" + "))
}
