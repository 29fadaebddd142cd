//! Any text gives an outline that is true of it: golden files, cut and torn in random ways.

#![allow(clippy::unwrap_used)] // A test may.

use grammars::{Lang, Limits, Outline, Receiver, outline};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

static GOLDEN: LazyLock<Vec<(Lang, String)>> = LazyLock::new(|| {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_none_or(|extension| extension != "outline"));
    let mut all: Vec<(Lang, String)> = files
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (Lang::detect(path.to_str().unwrap(), &text), text)
        })
        .collect();
    all.sort();
    all
});

/// Pieces that grammars trip over.
const PIECES: [&str; 12] = ["(", "{", "[", "\"", "'", "`", "/*", "\\\n", "é", "$", "#if\n", "<<X\n"];

fn near(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn check(text: &str, outline: &Outline) -> Result<(), TestCaseError> {
    let fits = |at: u32| at as usize <= text.len();
    for (index, occurrence) in outline.occurrences.iter().enumerate() {
        let name = outline.names.get(occurrence.name);
        let here = text.get(occurrence.at as usize..).is_some_and(|rest| rest.starts_with(name));
        prop_assert!(here && !name.is_empty(), "{name:?} does not stand at {}", occurrence.at);
        prop_assert!((occurrence.scope as usize) < outline.scopes.len());
        if let Receiver::Occurrence(receiver) = occurrence.receiver {
            prop_assert!((receiver as usize) < outline.occurrences.len() && receiver as usize != index);
        }
    }
    prop_assert!(outline.occurrences.is_sorted_by_key(|occurrence| occurrence.at));
    for symbol in &outline.symbols {
        prop_assert!(symbol.span.start <= symbol.span.end && fits(symbol.span.end) && fits(symbol.signature.end));
        prop_assert!(symbol.parent.is_none_or(|parent| (parent as usize) < outline.symbols.len()));
    }
    for (index, scope) in outline.scopes.iter().enumerate() {
        prop_assert!((scope.parent as usize) < index.max(1) && fits(scope.span.end));
    }
    let n = outline.occurrences.len() as u32;
    prop_assert!(outline.hints.iter().all(|hint| hint.binder < n && hint.source < n));
    Ok(())
}

proptest! {
    #[test]
    fn torn_files_give_true_outlines(file: prop::sample::Index, tears in prop::collection::vec(
        (any::<prop::sample::Index>(), 0usize..40, any::<prop::sample::Index>()), 0..6,
    )) {
        let (lang, golden) = file.get(&GOLDEN);
        let mut text = golden.clone();
        for (at, len, piece) in tears {
            let start = near(&text, at.index(text.len() + 1));
            let end = near(&text, start + len);
            text.replace_range(start..end.max(start), PIECES[piece.index(PIECES.len())]);
        }
        check(&text, &outline(*lang, &text, &Limits::default()))?;
    }

    #[test]
    fn any_text_in_any_language_gives_a_true_outline(text in "\\PC{0,120}", file: prop::sample::Index) {
        let (lang, _) = file.get(&GOLDEN);
        check(&text, &outline(*lang, &text, &Limits::default()))?;
    }
}

#[test]
fn a_heredoc_with_an_endless_name_does_not_end_the_process() {
    let ruby = Lang::named("ruby").unwrap();
    let text = format!("x = 1\na(<<\"{}\"\nend\n", "n\n".repeat(200));
    let outline = outline(ruby, &text, &Limits::default());
    assert!(outline.names.find("x").is_some());
}
