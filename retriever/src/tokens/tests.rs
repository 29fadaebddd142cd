//! The counts of tiktoken 0.14, for odd texts written by hand and drawn from odd characters.

use super::Tokenizer;
use proptest::prelude::*;

/// `{"text": …, "cl100k": n, "o200k": n}` per line.
const COUNTS: &str = include_str!("counts.jsonl");

#[test]
fn counts_are_those_of_tiktoken() {
    for line in COUNTS.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = row["text"].as_str().unwrap();
        for tokenizer in [Tokenizer::Cl100k, Tokenizer::O200k] {
            let expected = row[tokenizer.name()].as_u64().unwrap() as usize;
            assert_eq!(tokenizer.count(text), expected, "{} of {text:?}", tokenizer.name());
        }
    }
}

#[test]
fn a_bound_is_never_below_the_exact_count() {
    assert_eq!(Tokenizer::Bound.count(""), 0);
    assert_eq!(Tokenizer::Bound.count("hello"), 2);
    assert!(!Tokenizer::Bound.is_exact() && Tokenizer::O200k.is_exact());
}

#[test]
fn a_long_piece_without_a_blank_is_quick() {
    let text = "ab-".repeat(100_000);
    assert!(Tokenizer::O200k.count(&text) > 1_000);
}

proptest! {
    #[test]
    fn short_and_long_pieces_are_joined_alike(piece in "[a-f]{30,64}") {
        let table = &super::table::O200K;
        prop_assert_eq!(super::merge::short(table, piece.as_bytes()), super::merge::long(table, piece.as_bytes()));
    }

    #[test]
    fn every_text_is_counted(text in any::<String>()) {
        let n = Tokenizer::Cl100k.count(&text);
        prop_assert!(n <= text.len());
        prop_assert_eq!(n == 0, text.is_empty());
    }
}
