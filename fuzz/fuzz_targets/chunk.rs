//! The chunks of any file are whole lines in order that hold all its text and fit their bound. What
//! its text is says its layout: not what a notebook's cells printed.
//!
//! The first byte chooses the language, the second how often the rest is repeated, since only
//! long files are cut.

#![no_main]

#[path = "../../grammars/tests/truth/mod.rs"]
mod truth;

use grammars::{Lang, Limits, layout, outline};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let &[choice, times, ref bytes @ ..] = data else { return };
    let n = Lang::all().count();
    let (lang, ..) = Lang::all().nth(choice as usize % n).expect("a remainder is in range");
    let text = String::from_utf8_lossy(bytes).repeat(1 + times as usize % 16);
    let outline = outline(lang, &text, &Limits::default());
    let layout = layout(lang, &text);
    assert_eq!(layout.plain.len(), text.len(), "{lang:?}: another text");
    let chunks = indexer::chunks(&layout, &outline);
    let text = &*layout.plain;
    let mut end = 0;
    for chunk in &chunks {
        let (start, len) = (chunk.span.start as usize, chunk.span.len());
        assert!(start >= end && len > 0, "{lang:?}: {chunk:?} overlaps or is empty");
        assert!(text[end..start].trim().is_empty(), "{lang:?}: text before {chunk:?} is in no chunk");
        end = chunk.span.end as usize;
        assert!(start == 0 || text.as_bytes()[start - 1] == b'\n', "{lang:?}: {chunk:?} starts inside of a line");
        assert!(end == text.len() || text.as_bytes()[end - 1] == b'\n', "{lang:?}: {chunk:?} ends inside of a line");
        let is_one_line = !text[start..end].trim_end_matches('\n').contains('\n');
        assert!(len <= indexer::Chunk::BYTES_MAX || is_one_line, "{lang:?}: {chunk:?} is too long");
        assert!(chunk.symbol.is_none_or(|symbol| (symbol as usize) < outline.symbols.len()));
        assert!(chunk.header.is_none_or(|header| !header.is_empty() && !header.of(text).is_empty()));
    }
    assert!(text[end..].trim().is_empty(), "{lang:?}: text behind the last chunk");
});
