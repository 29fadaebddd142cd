//! The words that the embedding model knows, and how text is cut into them.
//!
//! The rules are those of the model (`model/README.md`): ASCII letters and digits only, cut at
//! case changes; letters and the digits right behind them are one word if the model knows it as
//! one; a letter word it does not know is cut from the left into the longest pieces it knows.

use super::hash::{SLOTS, first_slot};
use std::cell::RefCell;

/// A word of the model: its line in the vocabulary.
pub(crate) type TokenId = u32;

/// Numbers as a build script left them.
#[repr(C, align(4))]
pub(super) struct Aligned<T: ?Sized>(pub(super) T);

static WORDS: &[u8] = include_bytes!("../../model/vocab.txt");
static ENDS: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/ends.u32")));
static SLOTS_BY_WORD: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/slots.u32")));

/// The longest word of the vocabulary, and the shortest piece a word is cut into.
const WORD_MAX: usize = 24;
const PIECE_MIN: usize = 2;
/// Bytes of a word that are kept.
const KEPT_MAX: usize = 40;
/// Digits of a number that are kept; longer ones say nothing.
const DIGITS_MAX: usize = 4;

fn number(table: &Aligned<[u8]>, index: usize) -> u32 {
    let bytes = &table.0[index * 4..index * 4 + 4];
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// Number of words.
pub(super) fn len() -> usize {
    ENDS.0.len() / 4
}

/// The word of an id.
pub(crate) fn word(id: TokenId) -> &'static str {
    let start = if id == 0 { 0 } else { number(ENDS, id as usize - 1) as usize + 1 };
    std::str::from_utf8(&WORDS[start..number(ENDS, id as usize) as usize]).unwrap_or("")
}

/// The id of a lower-case word.
fn id_of(wanted: &[u8]) -> Option<TokenId> {
    if wanted.len() > WORD_MAX {
        return None;
    }
    let mut slot = first_slot(wanted);
    loop {
        let id = number(SLOTS_BY_WORD, slot).checked_sub(1)?;
        if word(id).as_bytes() == wanted {
            return Some(id);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Calls `emit` for every word of `text` that the model knows, in order.
pub(crate) fn each_token(text: &str, mut emit: impl FnMut(TokenId)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut buffer = [0u8; KEPT_MAX];
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphanumeric() {
            at += 1;
            continue;
        }
        let letters_end = letters_end(bytes, at);
        let n_letters = (letters_end - at).min(KEPT_MAX);
        for (kept, letter) in buffer.iter_mut().zip(&bytes[at..letters_end]) {
            *kept = letter.to_ascii_lowercase();
        }
        at = letters_end;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        let n_digits = (at - letters_end).min(KEPT_MAX - n_letters);
        buffer[n_letters..n_letters + n_digits].copy_from_slice(&bytes[letters_end..letters_end + n_digits]);
        let (letters, rest) = buffer.split_at(n_letters);
        let digits = if n_digits <= DIGITS_MAX { &rest[..n_digits] } else { &[] };
        if !letters.is_empty() && !digits.is_empty() {
            if let Some(id) = id_of(&buffer[..n_letters + n_digits]) {
                emit(id);
                continue;
            }
        }
        each_piece(letters, &mut emit);
        if let Some(id) = Some(digits).filter(|digits| !digits.is_empty()).and_then(id_of) {
            emit(id);
        }
    }
}

/// Where the word that begins at `start` ends: `Parse`, `HTTP` of `HTTPServer`, `URLs`, `parse`.
fn letters_end(bytes: &[u8], start: usize) -> usize {
    let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let is_lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    let mut end = start;
    while is_upper(end) {
        end += 1;
    }
    if end - start > 1 {
        let lone_plural = bytes.get(end) == Some(&b's') && !is_lower(end + 1);
        return if !is_lower(end) {
            end
        } else if lone_plural {
            end + 1
        } else {
            end - 1
        };
    }
    while is_lower(end) {
        end += 1;
    }
    end
}

/// A word that had to be cut, and its pieces.
type Cut = (Box<[u8]>, Box<[TokenId]>);

thread_local! {
    /// Names of a project recur, and cutting is slow.
    static CUT: RefCell<Vec<Option<Cut>>> = const { RefCell::new(Vec::new()) };
}
const CUT_SLOTS: usize = 1 << 12;

fn each_piece(letters: &[u8], emit: &mut impl FnMut(TokenId)) {
    if letters.is_empty() {
        return;
    }
    if let Some(id) = id_of(letters) {
        return emit(id);
    }
    if letters.len() <= PIECE_MIN {
        return;
    }
    CUT.with_borrow_mut(|known| {
        known.resize_with(CUT_SLOTS, || None);
        let slot = &mut known[first_slot(letters) % CUT_SLOTS];
        let (_, pieces) = match slot {
            Some(entry) if *entry.0 == *letters => entry,
            other => other.insert((letters.into(), pieces_of(letters).into())),
        };
        pieces.iter().for_each(|&id| emit(id));
    });
}

/// Cuts from the left into the longest pieces known; letters that begin none are passed over.
fn pieces_of(letters: &[u8]) -> Vec<TokenId> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let longest = letters.len().min(at + WORD_MAX);
        let piece = (at + PIECE_MIN..=longest).rev().find_map(|end| Some((id_of(&letters[at..end])?, end)));
        match piece {
            Some((id, end)) => {
                pieces.push(id);
                at = end;
            }
            None => at += 1,
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_vocabulary_is_found_and_fits() {
        for id in 0..len() as TokenId {
            assert!(word(id).len() <= WORD_MAX);
            assert_eq!(id_of(word(id).as_bytes()), Some(id), "{}", word(id));
        }
        assert_eq!(id_of(b"qqzzqqzzx"), None);
        assert_eq!(id_of(b""), None);
    }

    #[test]
    fn text_is_cut_as_the_model_wants_it() {
        let cut = |text: &str| {
            let mut words = Vec::new();
            each_token(text, |id| words.push(word(id)));
            words.join(" ")
        };
        assert_eq!(cut("parseHTTPRequest_2 URLs"), "parse http request 2 urls");
        assert_eq!(cut("größe 12345 utf8"), cut("gr e utf8"));
        assert_eq!(cut(""), "");
    }
}
