//! Writes a pack for a model to read.
//!
//! Files stand together, the best first (or last, right before the task), their pieces in order of
//! lines, neighbours as one. What encloses a piece is told by its header lines.
//!
//! Knows nothing of budgets: what it writes is counted by others.

use super::{ContextPack, ContextPiece, Tier};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How a pack is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContextFormat {
    /// Headings and fences.
    #[default]
    Markdown,
    /// Tags with attributes, as models are often asked to expect.
    Xml,
    /// `path:lines` and text.
    Plain,
}

/// Where the best files stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nearest {
    /// At the top.
    #[default]
    First,
    /// At the end, nearest to the task that follows.
    Last,
}

/// Blank lines over which neighbours are joined.
const BLANKS_MAX: u32 = 2;

/// Neighbouring pieces of a file, written as one.
struct Run<'a> {
    around: &'a [(u32, String)],
    first: &'a ContextPiece,
    end_line: u32,
    text: String,
}

/// A file of a pack.
struct FileText<'a> {
    path: &'a str,
    runs: Vec<Run<'a>>,
    outline: Vec<&'a ContextPiece>,
    seen: Vec<&'a ContextPiece>,
}

/// The pack as text.
pub fn render(pack: &ContextPack, format: ContextFormat, nearest: Nearest) -> String {
    let mut files = files(pack);
    if nearest == Nearest::Last {
        files.reverse();
    }
    let mut out = String::new();
    for file in &files {
        match format {
            ContextFormat::Markdown => markdown(&mut out, file),
            ContextFormat::Xml => xml(&mut out, file),
            ContextFormat::Plain => plain(&mut out, file),
        }
    }
    left_out(&mut out, pack, format);
    out
}

/// Files by their best piece.
fn files(pack: &ContextPack) -> Vec<FileText<'_>> {
    let mut at: BTreeMap<&str, usize> = BTreeMap::new();
    let mut files: Vec<(&str, Vec<&ContextPiece>)> = Vec::new();
    for piece in &pack.pieces {
        let index = *at.entry(&piece.path).or_insert_with(|| {
            files.push((&piece.path, Vec::new()));
            files.len() - 1
        });
        files[index].1.push(piece);
    }
    files.into_iter().map(|(path, pieces)| FileText::of(path, pieces)).collect()
}

impl<'a> FileText<'a> {
    fn of(path: &'a str, mut pieces: Vec<&'a ContextPiece>) -> FileText<'a> {
        pieces.sort_by_key(|piece| piece.start_line);
        let tier = |tier| pieces.iter().copied().filter(move |piece| piece.tier == tier);
        let (outline, seen) = (tier(Tier::Outline).collect(), tier(Tier::Seen).collect());
        let mut runs: Vec<Run<'_>> = Vec::new();
        for piece in tier(Tier::Code) {
            match runs.last_mut() {
                Some(run) if run.end_line + 1 + BLANKS_MAX >= piece.start_line => run.add(piece),
                _ => runs.push(Run::of(piece)),
            }
        }
        FileText { path, runs, outline, seen }
    }
}

impl<'a> Run<'a> {
    fn of(piece: &'a ContextPiece) -> Run<'a> {
        Run { around: &piece.around, first: piece, end_line: piece.end_line, text: piece.text.clone() }
    }

    fn add(&mut self, piece: &'a ContextPiece) {
        // Between neighbours are blank lines only: no chunk holds them.
        let n_blank = piece.start_line.saturating_sub(self.end_line + 1);
        (0..=n_blank).for_each(|_| self.text.push('\n'));
        self.text.push_str(&piece.text);
        self.end_line = self.end_line.max(piece.end_line);
    }

    fn lines(&self) -> String {
        format!("{}-{}", self.first.start_line, self.end_line)
    }

    /// The header lines around it that the file did not just show, then its text.
    fn whole(&self, shown: &mut Vec<u32>) -> String {
        let mut whole = String::new();
        for (line, text) in self.around {
            if !shown.contains(line) {
                shown.push(*line);
                let indent: String = text.chars().take_while(|c| c.is_whitespace()).collect();
                let _ = writeln!(whole, "{text}\n{indent}    …");
            }
        }
        shown.extend(self.first.start_line..=self.end_line);
        whole.push_str(&self.text);
        whole
    }
}

fn markdown(out: &mut String, file: &FileText<'_>) {
    let _ = writeln!(out, "## {}", file.path);
    let mut shown = Vec::new();
    for run in &file.runs {
        let text = run.whole(&mut shown);
        let fence = fence(&text);
        let symbol = if run.first.symbol.is_empty() { String::new() } else { format!(" {}", run.first.symbol) };
        let _ = writeln!(out, "lines {}{symbol}: {}", run.lines(), run.first.why);
        let _ = writeln!(out, "{fence}{}\n{text}\n{fence}", run.first.lang);
    }
    outline(out, file);
    out.push('\n');
}

/// Longer than any run of backticks in the text.
fn fence(text: &str) -> String {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(3.max(longest + 1))
}

fn outline(out: &mut String, file: &FileText<'_>) {
    if !file.outline.is_empty() {
        out.push_str("also there:\n");
        for piece in &file.outline {
            let _ = writeln!(out, "{}: {}", piece.start_line, piece.text);
        }
    }
    for piece in &file.seen {
        let _ =
            writeln!(out, "lines {}-{} {}: shown before, unchanged", piece.start_line, piece.end_line, piece.symbol);
    }
}

fn xml(out: &mut String, file: &FileText<'_>) {
    let quoted = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let _ = writeln!(out, "<file path=\"{}\">", quoted(file.path));
    let mut shown = Vec::new();
    for run in &file.runs {
        let (symbol, why) = (quoted(&run.first.symbol), quoted(&run.first.why));
        let text = run.whole(&mut shown);
        let _ = writeln!(out, "<code lines=\"{}\" symbol=\"{symbol}\" why=\"{why}\">\n{text}\n</code>", run.lines());
    }
    if !file.outline.is_empty() || !file.seen.is_empty() {
        out.push_str("<outline>\n");
        outline(out, file);
        out.push_str("</outline>\n");
    }
    out.push_str("</file>\n");
}

fn plain(out: &mut String, file: &FileText<'_>) {
    let mut shown = Vec::new();
    for run in &file.runs {
        let _ = writeln!(out, "{}:{} {}", file.path, run.lines(), run.first.symbol);
        let _ = writeln!(out, "{}\n", run.whole(&mut shown));
    }
    if !file.outline.is_empty() || !file.seen.is_empty() {
        let _ = writeln!(out, "{}", file.path);
        outline(out, file);
        out.push('\n');
    }
}

fn left_out(out: &mut String, pack: &ContextPack, format: ContextFormat) {
    if pack.left_out.is_empty() {
        return;
    }
    out.push_str(match format {
        ContextFormat::Markdown => "## left out\n",
        ContextFormat::Xml => "<left_out>\n",
        ContextFormat::Plain => "left out:\n",
    });
    for place in &pack.left_out {
        let symbol = if place.symbol.is_empty() { String::new() } else { format!(" {}", place.symbol) };
        let _ = writeln!(
            out,
            "{}:{}-{}{symbol} ({}, {} tokens)",
            place.path, place.start_line, place.end_line, place.why, place.tokens
        );
    }
    if format == ContextFormat::Xml {
        out.push_str("</left_out>\n");
    }
}
