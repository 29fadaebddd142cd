//! What a file defines, as a table of contents.
//!
//! Knows nothing of other files.

use crate::def::{doc_line, last_line, one_line};
use crate::refs::{Facts, Lines, Project};
use grammars::SymbolKind;
use indexer::{Error, FileId, SkipReason, Snapshot};

/// One line of a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    /// How many symbols it lies in.
    pub depth: usize,
    /// What it is.
    pub kind: SymbolKind,
    /// Its name.
    pub name: String,
    /// Its header on one line.
    pub signature: String,
    /// 1-based line of the name.
    pub line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// Other files may use it.
    pub exported: bool,
    /// The first sentence of its doc comment.
    pub doc_line: String,
}

/// What a file defines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlineAnswer {
    /// The file's path; empty when there is no such file.
    pub path: String,
    /// Its language.
    pub lang: &'static str,
    /// Its number of lines.
    pub n_lines: u32,
    /// Why it has no facts, if it is skipped.
    pub skip: Option<SkipReason>,
    /// Its symbols, in order of place.
    pub rows: Vec<OutlineRow>,
    /// Symbols beyond [`OUTLINE_ROWS_MAX`].
    pub left_out: usize,
    /// Parts of it that could not be read as its language.
    pub n_gaps: usize,
}

/// Symbols one answer holds at most.
pub const OUTLINE_ROWS_MAX: usize = 2_000;
const SIGNATURE_BYTES_MAX: usize = 200;

/// The table of contents of the file at `path`; none when the view has no such file.
pub fn outline_of(snapshot: &Snapshot, path: &str) -> Result<Option<OutlineAnswer>, Error> {
    outline(snapshot, path)
}

pub(crate) fn outline(project: &dyn Project, path: &str) -> Result<Option<OutlineAnswer>, Error> {
    let Some(id) = project.find(path.trim_start_matches("./")) else { return Ok(None) };
    let file = project.file(id);
    let mut answer = OutlineAnswer {
        path: file.path.to_string(),
        lang: file.lang.name(),
        skip: file.skip,
        ..OutlineAnswer::default()
    };
    if file.skip.is_none() {
        fill(project, id, &mut answer)?;
    }
    Ok(Some(answer))
}

fn fill(project: &dyn Project, id: FileId, answer: &mut OutlineAnswer) -> Result<(), Error> {
    let facts = Facts::new(id, project.contents(id)?);
    let lines = Lines::of(project, id)?;
    answer.n_lines = lines.index.count();
    answer.n_gaps = facts.outline().gaps.len();
    let mut order: Vec<u32> = (0..facts.outline().symbols.len() as u32).collect();
    order.sort_by_key(|&symbol| (facts.symbol(symbol).span.start, symbol));
    answer.left_out = order.len().saturating_sub(OUTLINE_ROWS_MAX);
    for symbol in order.into_iter().take(OUTLINE_ROWS_MAX) {
        let row = facts.symbol(symbol);
        answer.rows.push(OutlineRow {
            depth: depth(&facts, symbol),
            kind: row.kind,
            name: facts.text(row.name).to_string(),
            signature: one_line(&facts.said(row.signature, &lines.text), SIGNATURE_BYTES_MAX),
            line: lines.index.line(row.name_at.min(lines.text.len() as u32)),
            end_line: last_line(&lines, row.span),
            exported: row.exported,
            doc_line: doc_line(&facts.said(row.doc, &lines.text)),
        });
    }
    Ok(())
}

fn depth(facts: &Facts, symbol: u32) -> usize {
    let parent = |symbol: &u32| facts.symbol(*symbol).parent.filter(|parent| parent < symbol);
    std::iter::successors(parent(&symbol), parent).count()
}
