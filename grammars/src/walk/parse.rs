//! Runs the parser, within what a file may cost.
//!
//! A parser that meets an error goes on in several ways at once. At the end of the file tree-sitter
//! writes out every one of those ways as a list of all that lies in them, without looking at the
//! clock: the memory goes with the square of the errors (5,000 lines of `a =>` took 6.7 GB as C, 20,000
//! took 23 GB). So a file in which the parser takes far more steps than there are tokens, or has no way without
//! an error, is parsed again with its errors counted, which only the log tells, and one with too many is
//! not parsed to its end.

use crate::limits::{Clock, Limit};
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use tree_sitter::{Language, LogType, ParseOptions, ParseState, Parser, Tree};

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    static ERRORS: Cell<usize> = const { Cell::new(0) };
}

/// Bytes from which a suspicious file has its errors counted; the worst that fits in less takes 50 MB.
const COUNTED_FROM: usize = 2_000;
/// Steps of the parser between two looks, and for each token above which it is on several ways at once.
/// `a =>` as C takes 5; a real file above it is only parsed a second time.
const STEPS_A_LOOK: usize = 100;
const STEPS_A_TOKEN: usize = 4;
/// Recoveries from errors a file may need in any case, and tokens it must have for each one above: `a =>` as
/// C needs two for three tokens.
const ERRORS_MAX: usize = 1_000;
const TOKENS_AN_ERROR: usize = 3;

/// Parses `text`, unless that takes too long or meets too many errors.
pub(super) fn parse(language: &Language, text: &str, clock: &mut Clock) -> Result<Tree, Limit> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(language).map_err(|_| Limit::Fatal)?;
        let enough = if text.len() < COUNTED_FROM { usize::MAX } else { n_tokens(text) * STEPS_A_TOKEN };
        let (mut steps, mut suspicious) = (0, false);
        let first = run(parser, text, |state| {
            steps += STEPS_A_LOOK;
            suspicious = enough < usize::MAX && (state.has_error() || steps > enough);
            suspicious || clock.is_over()
        });
        if let Some(tree) = first {
            return Ok(tree);
        }
        if !suspicious {
            return Err(Limit::Time);
        }
        ERRORS.set(0);
        parser.set_logger(Some(Box::new(|kind, line| {
            // Not `detect_error`: a way that is given up in a sound file is one as well.
            if matches!(kind, LogType::Parse) && line.starts_with("recover_to_previous") {
                ERRORS.set(ERRORS.get() + 1);
            }
        })));
        let mut hopeless = false;
        let counted = run(parser, text, |state| {
            let tokens = enough / STEPS_A_TOKEN * state.current_byte_offset() / text.len().max(1);
            hopeless = ERRORS.get() > ERRORS_MAX && ERRORS.get() * TOKENS_AN_ERROR > tokens;
            hopeless || clock.is_over()
        });
        parser.set_logger(None);
        counted.ok_or(if hopeless { Limit::Errors } else { Limit::Time })
    })
}

/// About how many tokens: runs of letters and digits, and single other characters.
fn n_tokens(text: &str) -> usize {
    let mut in_word = false;
    let starts = text.bytes().filter(|byte| {
        let (was, is) = (in_word, byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80);
        in_word = is;
        if is { !was } else { !byte.is_ascii_whitespace() }
    });
    starts.count()
}

/// Parses until `stop` says so.
fn run(parser: &mut Parser, text: &str, mut stop: impl FnMut(&ParseState) -> bool) -> Option<Tree> {
    let mut look = |state: &ParseState| if stop(state) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let options = ParseOptions::new().progress_callback(&mut look);
    let bytes = text.as_bytes();
    let tree = parser.parse_with_options(&mut |at, _| &bytes[at.min(bytes.len())..], None, Some(options));
    if tree.is_none() {
        parser.reset();
    }
    tree
}
