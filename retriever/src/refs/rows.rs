//! Turns decisions about occurrences into rows with lines and text.

use super::facts::Facts;
use super::resolve::Resolver;
use super::{FileAnswer, Lines, Reference, RefsOptions};
use crate::Evidence;
use grammars::Role;
use indexer::Error;

/// Bytes of a line that are shown; of a longer one the part around the name is.
const TEXT_BYTES_MAX: usize = 300;

/// An occurrence that is a reference.
pub(crate) struct Pick {
    pub(crate) index: u32,
    pub(crate) evidence: Evidence,
    pub(crate) confidence: f32,
    pub(crate) candidates: usize,
}

/// Adds a row for every pick that is to be shown; the file is read only if there is one.
pub(crate) fn add(
    resolver: &Resolver,
    facts: &Facts,
    picks: Vec<Pick>,
    options: &RefsOptions,
    answer: &mut FileAnswer,
) -> Result<(), Error> {
    let wanted = |role: Role| options.roles.as_ref().is_none_or(|roles| roles.contains(&role));
    let picks = picks.into_iter().filter(|pick| wanted(facts.occurrence(pick.index).role));
    let (shown, folded): (Vec<Pick>, Vec<Pick>) =
        picks.partition(|pick| options.all || pick.confidence >= options.min_confidence);
    answer.folded += folded.len();
    if shown.is_empty() {
        return Ok(());
    }
    let lines = Lines::of(resolver.project, facts.file)?;
    let path = resolver.project.file(facts.file).path;
    for pick in shown {
        let occurrence = facts.occurrence(pick.index);
        let (line, col) = lines.index.line_col(occurrence.at.min(lines.text.len() as u32));
        answer.rows.push(Reference {
            file: facts.file,
            path: path.to_string(),
            line,
            col,
            role: occurrence.role,
            call: occurrence.role == Role::Call,
            evidence: pick.evidence,
            confidence: pick.confidence,
            within: facts.within(pick.index).map_or_else(String::new, |symbol| facts.qualified(symbol)),
            text: around(lines.index.text(&lines.text, line), col as usize - 1),
            candidates: pick.candidates,
        });
    }
    Ok(())
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
