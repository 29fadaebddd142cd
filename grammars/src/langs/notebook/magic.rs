//! What IPython adds to Python: `%magic`, `!command`, `name?`, and cells in another language.
//!
//! The parser gets such a line as a comment, or as the code that it times.

use super::json::Piece;
use crate::pieces::Pieces;
use std::ops::Range;

/// Magics whose cell is Python all the same.
const OWN: [&str; 6] = ["time", "timeit", "capture", "prun", "memit", "python"];

/// The language of a cell that opens with `%%` and is not Python.
pub(super) fn guest<'p>(pieces: &'p [Piece]) -> Option<&'p str> {
    let (_, first) = pieces.first()?;
    let name = first.trim_start().strip_prefix("%%")?.split_whitespace().next()?;
    (!OWN.contains(&name)).then_some(name)
}

/// Adds a cell without its first line.
pub(super) fn add_guest(to: &mut Pieces, pieces: Vec<Piece>) {
    let code = pieces.into_iter().skip_while(|(_, meaning)| meaning != "\n");
    code.for_each(|(range, meaning)| to.decoded(&meaning, range));
}

/// Adds a cell of Python.
pub(super) fn add(to: &mut Pieces, pieces: Vec<Piece>) {
    let mut line: Vec<Piece> = Vec::new();
    for piece in pieces {
        let ends = piece.1 == "\n";
        line.push(piece);
        if ends {
            add_line(to, std::mem::take(&mut line));
        }
    }
    add_line(to, line);
    to.make("\n");
}

fn add_line(to: &mut Pieces, line: Vec<Piece>) {
    let text: String = line.iter().map(|(_, meaning)| meaning.as_ref()).collect();
    let code = text.trim();
    let indent = text.len() - text.trim_start().len();
    let magic = code.strip_prefix('%').map(|rest| rest.trim_start_matches('%'));
    let magic = magic.filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    let timed = magic.and_then(|rest| {
        let (name, code) = rest.split_once(' ').filter(|(name, _)| matches!(*name, "time" | "timeit"))?;
        let code = code.trim();
        (!code.is_empty() && !code.starts_with('-')).then_some(name)
    });
    if let (Some(name), [(range, first), ..]) = (timed, line.as_slice()) {
        let skipped =
            indent + first.trim_start().len() - first.trim_start().trim_start_matches('%').len() + name.len() + 1;
        if skipped <= first.len() && first.len() == range.len() {
            to.make(&text[..indent]);
            to.copy(range.start + skipped..range.end);
            line.into_iter().skip(1).for_each(|(range, meaning)| to.decoded(&meaning, range));
            return;
        }
    }
    let asks = code.ends_with('?') && !code.contains(['#', '"', '\'']) || code.starts_with('?');
    let shell = code.starts_with('!') || code.contains(" = !") || code.contains(" = %");
    if magic.is_some() || shell || asks {
        to.make(&text[..indent]);
        // An `if` whose only line it is must not be empty.
        to.make("pass  # ");
    }
    line.into_iter().for_each(|(range, meaning): (Range<usize>, _)| to.decoded(&meaning, range));
}
