//! A pack as JSON.

use crate::failure::Failure;
use crate::json;
use crate::output::Output;
use retriever::{ContextPack, ContextPiece, LeftOut};
use serde::Serialize;

#[derive(Serialize)]
struct Spans<'a> {
    spans: Vec<Span<'a>>,
    tokens: usize,
    budget: usize,
    tokenizer: &'a str,
    left_out: Vec<Left<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

#[derive(Serialize)]
struct Span<'a> {
    path: &'a str,
    start_line: u32,
    end_line: u32,
    symbol: &'a str,
    tokens: usize,
    why: &'a str,
    tier: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct Left<'a> {
    path: &'a str,
    start_line: u32,
    end_line: u32,
    symbol: &'a str,
    why: &'a str,
    tokens: usize,
}

/// Where the pieces are, in order of rank; their texts are those of the files.
pub(super) fn spans(pack: &ContextPack, out: &mut Output) -> Result<(), Failure> {
    Ok(json::row(out, &of(pack, false, pack.tokens))?)
}

/// What a model reads when it is asked to read JSON: the pieces with their texts.
pub(super) fn whole(pack: &ContextPack) -> String {
    // What the text is counted as is not known while it is written; it says the budget instead.
    let text = serde_json::to_string(&of(pack, true, pack.budget)).unwrap_or_default();
    format!("{text}\n")
}

fn of(pack: &ContextPack, with_text: bool, tokens: usize) -> Spans<'_> {
    Spans {
        spans: pack.pieces.iter().map(|piece| Span::of(piece, with_text)).collect(),
        tokens,
        budget: pack.budget,
        tokenizer: pack.tokenizer.name(),
        left_out: pack.left_out.iter().map(Left::of).collect(),
        notes: &pack.notes,
    }
}

impl<'a> Span<'a> {
    fn of(piece: &'a ContextPiece, with_text: bool) -> Span<'a> {
        let ContextPiece { path, start_line, end_line, symbol, tokens, why, tier, text, .. } = piece;
        let (start_line, end_line, tokens) = (*start_line, *end_line, *tokens);
        let text = with_text.then_some(text.as_str());
        Span { path, start_line, end_line, symbol, tokens, why, tier: tier.word(), text }
    }
}

impl<'a> Left<'a> {
    fn of(place: &'a LeftOut) -> Left<'a> {
        let LeftOut { path, start_line, end_line, symbol, why, tokens } = place;
        Left { path, start_line: *start_line, end_line: *end_line, symbol, why, tokens: *tokens }
    }
}
