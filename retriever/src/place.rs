//! Turns a chunk into what is shown of it: its lines, its text, the symbol it stands for.
//!
//! For answers that no question in words leads to; those of a search know more of what was asked.

use crate::search::{qualified, symbols_of};
use crate::{Error, Hit};
use grammars::{LineIndex, SymbolKind};
use indexer::{ChunkId, Snapshot};

/// A place as it is shown: by its symbol called `name`, if it has one.
pub(crate) fn shown(snapshot: &Snapshot, (place, score): (ChunkId, f32), name: &str) -> Result<Hit, Error> {
    let file = place.file;
    let contents = snapshot.contents(file)?;
    let source = snapshot.source(file)?;
    let gone = || indexer::Error::Changed { path: snapshot.root().join(snapshot.file(file).path) };
    let chunk = contents.chunks.get(place.index as usize).ok_or_else(gone)?;
    let text = chunk.span.of(&source.text);
    let start_line = LineIndex::new(&source.text).line(chunk.span.start);
    let outline = &contents.outline;
    let named = symbols_of(outline, chunk).find(|(_, symbol)| outline.names.get(symbol.name) == name);
    let first = symbols_of(outline, chunk).min_by_key(|(index, symbol)| (is_small(symbol.kind), *index));
    let index_of = |found: Option<(u32, _)>| found.map(|(index, _)| index);
    let symbol_index = index_of(named).or(chunk.symbol).or(index_of(first));
    let symbol = symbol_index.and_then(|index| outline.symbols.get(index as usize));
    Ok(Hit {
        file,
        path: snapshot.file(file).path.to_string(),
        start_line,
        end_line: start_line + text.trim_end().bytes().filter(|&b| b == b'\n').count() as u32,
        score,
        symbol: symbol_index.map(|index| qualified(outline, index)).unwrap_or_default(),
        kind: symbol.map_or("text", |symbol| symbol.kind.word()),
        text: text.to_string(),
        matched: Vec::new(),
        parts: Vec::new(),
    })
}

/// What does not stand for the code around it.
pub(crate) fn is_small(kind: SymbolKind) -> bool {
    use SymbolKind::*;
    matches!(kind, Field | Variable | Property | Variant | Entry | Impl)
}
