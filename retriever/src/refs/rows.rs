//! Turns decisions about occurrences into rows with lines and text.

use super::resolve::Resolver;
use super::{Lines, Reference};
use crate::Evidence;
use grammars::Role;
use indexer::{Error, FileId};
use rayon::prelude::*;

/// Bytes of a line that are shown; of a longer one the part around the name is.
const TEXT_BYTES_MAX: usize = 300;

/// An occurrence that is a reference.
pub(crate) struct Pick {
    pub(crate) index: u32,
    pub(crate) role: Role,
    pub(crate) evidence: Evidence,
    pub(crate) confidence: f32,
    pub(crate) candidates: usize,
}

/// Keeps the `n_max` most believed picks, in order of file and place, and says how many go.
pub(crate) fn most_believed(picks: &mut Vec<(FileId, Pick)>, n_max: usize) -> usize {
    let place = |(file, pick): &(FileId, Pick)| (*file, pick.index);
    picks.sort_unstable_by_key(place);
    picks.dedup_by_key(|pick| place(pick));
    let n_left_out = picks.len().saturating_sub(n_max);
    if n_left_out > 0 {
        picks.sort_by(|a, b| b.1.confidence.total_cmp(&a.1.confidence));
        picks.truncate(n_max);
        picks.sort_unstable_by_key(place);
    }
    n_left_out
}

/// The rows of these picks, which are in order of file and place; every file is read once.
pub(crate) fn read(resolver: &Resolver, picks: Vec<(FileId, Pick)>) -> Result<Vec<Reference>, Error> {
    let files: Vec<&[(FileId, Pick)]> = picks.chunk_by(|a, b| a.0 == b.0).collect();
    let rows: Vec<Vec<Reference>> = files.par_iter().map(|picks| of_file(resolver, picks)).collect::<Result<_, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

fn of_file(resolver: &Resolver, picks: &[(FileId, Pick)]) -> Result<Vec<Reference>, Error> {
    let Some(&(file, _)) = picks.first() else { return Ok(Vec::new()) };
    let facts = resolver.facts(file);
    let lines = Lines::of(resolver.project, file)?;
    let path = resolver.project.file(file).path;
    let row = |pick: &Pick| {
        let occurrence = facts.occurrence(pick.index);
        let (line, col) = lines.index.line_col(occurrence.at.min(lines.text.len() as u32));
        Reference {
            file,
            path: path.to_string(),
            line,
            col,
            role: pick.role,
            call: pick.role == Role::Call,
            evidence: pick.evidence,
            confidence: pick.confidence,
            within: facts.within(pick.index).map_or_else(String::new, |symbol| facts.qualified(symbol)),
            text: around(lines.index.text(&lines.text, line), col as usize - 1),
            candidates: pick.candidates,
        }
    };
    let mut rows: Vec<Reference> = picks.iter().map(|(_, pick)| row(pick)).collect();
    rows.sort_by_key(|row| (row.line, row.col));
    rows.dedup_by_key(|row| (row.line, row.col));
    Ok(rows)
}

/// The line without trailing blanks; of a giant one, what stands around byte `at`.
pub(crate) fn around(line: &str, at: usize) -> String {
    let line = line.trim_end();
    if line.len() <= TEXT_BYTES_MAX {
        return line.to_string();
    }
    let border = |mut at: usize| {
        at = at.min(line.len());
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(at.saturating_sub(TEXT_BYTES_MAX / 2));
    let end = border(start + TEXT_BYTES_MAX);
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
    format!("{before}{}{after}", &line[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giant_lines_show_what_is_around_the_name() {
        assert_eq!(around("  a  ", 2), "  a");
        let giant = format!("{}name{}", "é".repeat(5_000), "x".repeat(5_000));
        let shown = around(&giant, 10_000);
        assert!(shown.contains("name") && shown.len() <= TEXT_BYTES_MAX + 6, "{}", shown.len());
        assert!(shown.starts_with('…') && shown.ends_with('…'));
    }
}
