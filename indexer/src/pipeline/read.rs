//! One file from the disk to facts.

use crate::chunk;
use crate::embed::Rows;
use crate::facts::Uses;
use crate::keywords::{ChunkWords, chunk_words};
use crate::mask::{mask, masks_in};
use crate::pack::Meta;
use crate::skip::{self, READ_BYTES_MAX};
use crate::source::{self, Encoding};
use crate::store::Store;
use crate::view::{RelPath, Row, Stat};
use crate::walk::{Found, Kind, Own, Verdict};
use crate::{BlobId, Contents, Place, SkipReason};
use grammars::{Gap, Lang, Limit, Limits, Outline, Role, SymbolKind};
use std::borrow::Cow;
use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// A content that the store does not have yet.
pub(crate) struct New {
    pub(crate) id: BlobId,
    pub(crate) meta: Meta,
    pub(crate) contents: Contents,
    pub(crate) words: Vec<ChunkWords>,
    pub(crate) vectors: Rows,
}

impl New {
    /// How each name of the outline is used, in order of its id.
    pub(crate) fn uses(&self) -> Vec<Uses> {
        let outline = &self.contents.outline;
        let mut uses = vec![Uses::default(); outline.names.len()];
        for symbol in outline.symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Impl) {
            uses[symbol.name.0 as usize].defines = true;
        }
        for occurrence in &outline.occurrences {
            uses[occurrence.name.0 as usize].in_code |= occurrence.role.is_code();
        }
        uses
    }
}

/// A file that was read, before anything is drawn from it.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) encoding: Encoding,
    pub(crate) id: BlobId,
    pub(crate) lang: Lang,
    pub(crate) skip: Option<SkipReason>,
}

/// What reading a file came to.
pub(crate) enum Reading {
    Text(Box<Text>),
    Skipped(SkipReason, Lang),
    Gone,
}

/// Reads a file and, unless its content `is_known`, draws the facts. No row if it vanished.
pub(crate) fn read_one(
    root: &Path,
    found: &Found,
    is_known: impl FnOnce(BlobId) -> bool,
) -> (Option<Row>, Option<New>) {
    row_of(read_text(root, found), found.stat, is_known)
}

/// The same of a text that was not saved.
pub(crate) fn read_unsaved(
    path: &str,
    bytes: &[u8],
    is_known: impl FnOnce(BlobId) -> bool,
) -> (Option<Row>, Option<New>) {
    let stat = Stat { size: bytes.len() as u64, ..Stat::default() };
    row_of(reading_unsaved(path, bytes), stat, is_known)
}

fn reading_unsaved(path: &str, bytes: &[u8]) -> Reading {
    match bytes.len() as u64 > READ_BYTES_MAX {
        true => Reading::Skipped(SkipReason::TooLarge, Lang::detect(path, "")),
        false => text_of(path, bytes.to_vec()),
    }
}

fn row_of(reading: Reading, stat: Stat, is_known: impl FnOnce(BlobId) -> bool) -> (Option<Row>, Option<New>) {
    let row = |lang, blob, skip| Row { stat, blob, lang, skip, meta: Meta::default() };
    match reading {
        Reading::Gone => (None, None),
        Reading::Skipped(reason, lang) => (Some(row(lang, None, Some(reason))), None),
        Reading::Text(read) => {
            let mut row = row(read.lang, Some(read.id), read.skip);
            if is_known(read.id) {
                return (Some(row), None);
            }
            let new = draw(*read);
            row.meta = new.meta;
            (Some(row), Some(new))
        }
    }
}

/// Reads a file as text, or says why not.
pub(crate) fn read_text(root: &Path, found: &Found) -> Reading {
    let by_name = |lang| match found.kind {
        Kind::File if found.stat.size > READ_BYTES_MAX => Some(Reading::Skipped(SkipReason::TooLarge, lang)),
        Kind::File => None,
        Kind::Symlink => Some(Reading::Skipped(SkipReason::Symlink, lang)),
        Kind::Special => Some(Reading::Skipped(SkipReason::Special, lang)),
        Kind::Secret => Some(Reading::Skipped(SkipReason::Secret, lang)),
        Kind::Unreadable => Some(Reading::Skipped(SkipReason::Unreadable, lang)),
    };
    let path = &found.path.text;
    if let Some(skipped) = by_name(Lang::detect(path, "")) {
        return skipped;
    }
    let bytes = match bytes(&found.path.under(root)) {
        Ok(bytes) if bytes.len() as u64 > READ_BYTES_MAX => {
            return Reading::Skipped(SkipReason::TooLarge, Lang::detect(path, ""));
        }
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Reading::Gone,
        Err(_) => return Reading::Skipped(SkipReason::Unreadable, Lang::detect(path, "")),
    };
    text_of(path, bytes)
}

/// At most one byte more than is read of any file, however it grows under us.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    let mut bytes = Vec::with_capacity(file.metadata().map_or(0, |meta| meta.len().min(READ_BYTES_MAX) as usize + 1));
    file.take(READ_BYTES_MAX + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// How much of a file may decide its language: its start, and its end for what editors are told there.
const HEAD_BYTES: usize = 16 << 10;
const TAIL_BYTES: usize = 512;

/// Decides what the bytes at `path` are.
pub(crate) fn text_of(path: &str, bytes: Vec<u8>) -> Reading {
    // Headers say late what they are: a licence comes first.
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let tail = &bytes[head.len().max(bytes.len().saturating_sub(TAIL_BYTES))..];
    let mut head = String::from_utf8_lossy(head);
    if !tail.is_empty() {
        head.to_mut().push('\n');
        head.to_mut().push_str(&String::from_utf8_lossy(tail));
    }
    let lang = Lang::detect(path, &head);
    let searched = BlobId::of(&bytes, lang);
    let words_only = BlobId::words_only(&bytes);
    let size = bytes.len() as u64;
    let Some((text, encoding)) = source::decode(bytes) else {
        return Reading::Skipped(SkipReason::Binary, lang);
    };
    let text = match mask(&text) {
        Cow::Owned(masked) => masked,
        Cow::Borrowed(_) => text,
    };
    let too_large = (size > skip::searched_bytes_max(lang)).then_some(SkipReason::TooLarge);
    let skip = skip::by_name(path).or(too_large).or_else(|| skip::by_text(lang, &text));
    let id = if skip.is_some() { words_only } else { searched };
    Reading::Text(Box::new(Text { text, encoding, id, lang, skip }))
}

/// Draws the facts.
pub(crate) fn draw(read: Text) -> New {
    let text = read.text.as_str();
    let limits = Limits::default();
    let (outline, layout, mut chunks) = if read.skip.is_some() {
        (words_only(text, &limits), grammars::layout(Lang::TEXT, text), Vec::new())
    } else {
        // A panic in a grammar costs this file its structure, not the run.
        let drawn = catch_unwind(AssertUnwindSafe(|| grammars::outline(read.lang, text, &limits)));
        let outline = drawn.unwrap_or_else(|_| {
            let mut outline = grammars::outline(Lang::TEXT, text, &limits);
            outline.gaps.push(Gap::Limit(Limit::Panic));
            outline
        });
        let layout = grammars::layout(outline.lang, text);
        let chunks = chunk::cut(&layout, &outline);
        (outline, layout, chunks)
    };
    let words = chunk_words(&layout.plain, &outline, &mut chunks);
    let vectors = Rows::of(&layout.plain, &outline, &chunks);
    let n_lines = grammars::LineIndex::new(text).count();
    let generated = read.skip.is_none() && skip::says_generated(text);
    let meta = Meta {
        n_chunks: chunks.len() as u32,
        n_words: chunks.iter().map(|chunk| chunk.n_words).sum(),
        n_name_words: chunks.iter().map(|chunk| chunk.n_name_words).sum(),
        n_lines,
        generated,
        limit: outline.limit(),
    };
    New { id: read.id, meta, contents: Contents { outline, chunks, n_lines, generated }, words, vectors }
}

/// Which words stand in a text that is not searched: each once.
fn words_only(text: &str, limits: &Limits) -> Outline {
    let mut outline = grammars::outline(Lang::TEXT, text, limits);
    let mut seen = vec![false; outline.names.len()];
    outline.occurrences.retain(|occurrence| !std::mem::replace(&mut seen[occurrence.name.0 as usize], true));
    debug_assert!(outline.occurrences.iter().all(|occurrence| occurrence.role == Role::Text));
    outline
}

/// What a pass would make of the file, for `why`.
pub(crate) fn verdict(place: &Place, path: &RelPath, meta: &Metadata) -> Verdict {
    let kind = match meta.file_type() {
        kind if kind.is_symlink() => Kind::Symlink,
        kind if kind.is_file()
            && skip::is_secret(&path.text)
            && !Own::new(place).forces_in(&path.under(&place.root)) =>
        {
            Kind::Secret
        }
        kind if kind.is_file() => Kind::File,
        _ => Kind::Special,
    };
    let found = Found { path: path.clone(), kind, stat: Stat::of(meta) };
    verdict_of(place, read_text(&place.root, &found))
}

/// The same for a text that was not saved.
pub(crate) fn verdict_unsaved(place: &Place, path: &str, bytes: &[u8]) -> Verdict {
    verdict_of(place, reading_unsaved(path, bytes))
}

fn verdict_of(place: &Place, reading: Reading) -> Verdict {
    match reading {
        Reading::Gone => Verdict::Missing,
        Reading::Skipped(reason, _) => Verdict::Skipped(reason),
        Reading::Text(read) => match read.skip {
            Some(reason) => Verdict::Skipped(reason),
            None => {
                let (lang, generated) = (read.lang, skip::says_generated(&read.text));
                let masked = masks_in(&read.text);
                Verdict::Searched { lang, generated, masked, limit: limit_of(place, *read) }
            }
        },
    }
}

/// The limit that a file hit when it was indexed; what is not indexed yet is drawn now.
fn limit_of(place: &Place, read: Text) -> Option<Limit> {
    let stored = Store::of(place).packs().ok().and_then(|(_, packs)| {
        let (pack, ordinal) = packs.find(read.id)?;
        (pack.features == grammars::FEATURES).then(|| pack.entry(ordinal).meta)
    });
    stored.unwrap_or_else(|| draw(read).meta).limit
}
