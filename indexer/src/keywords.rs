//! The keyword index over chunk texts: tantivy as an inverted index, nothing more.
//!
//! One document per chunk: its words, the names it defines, and which chunk of which content it
//! is. Texts are not stored and positions are not kept (phrases are checked on the file). Words
//! are cut by whoever adds a chunk, in parallel; the tokenizer here only splits at blanks. Which
//! documents belong to the view is decided when asked, so nothing here knows a path.

mod refuse;
mod words;

pub(crate) use words::{ChunkWords, OverlayWords, chunk_words};

use crate::store::folder_size;
use crate::{BlobId, Error};
use refuse::write_failed;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tantivy::columnar::Column;
use tantivy::indexer::{LogMergePolicy, NoMergePolicy};
use tantivy::postings::Postings;
use tantivy::schema::{self, FAST, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{DocSet, Index, IndexWriter, SegmentReader, TERMINATED, TantivyDocument, Term};

/// What part of a chunk a word stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// Its text, with the header line it was cut from.
    Words,
    /// The names it defines.
    Names,
}

/// A word in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The number of the chunk in its snapshot: files in order, then chunks in order.
    pub chunk: u32,
    /// How often the word stands in it.
    pub count: u32,
    /// How many words the field has in that chunk, to the precision of one byte.
    pub n_words: u32,
}

#[derive(Clone, Copy)]
struct Fields {
    words: schema::Field,
    names: schema::Field,
    blob: schema::Field,
    chunk: schema::Field,
}

const BLOB: &str = "blob";
const CHUNK: &str = "chunk";
const TOKENIZER: &str = "blanks";
/// Up to here every opening checks every byte; larger ones would make questions wait and are
/// checked when they are written to.
const CHECKED_BYTES_MAX: u64 = 64 << 20;
/// Memory of the indexing thread before it writes a segment.
const HEAP_BYTES: usize = 100 << 20;

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::WithFreqs)
        .set_fieldnorms(true);
    let text = TextOptions::default().set_indexing_options(indexing);
    let fields = Fields {
        words: builder.add_text_field("words", text.clone()),
        names: builder.add_text_field("names", text),
        blob: builder.add_u64_field(BLOB, INDEXED | FAST),
        chunk: builder.add_u64_field(CHUNK, FAST),
    };
    (builder.build(), fields)
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Keywords { what: error.to_string() }
}

fn open(dir: &Path) -> Result<Index, Error> {
    let index = Index::open_in_dir(dir).map_err(failed)?;
    if index.schema() != schema().0 {
        return Err(Error::damaged(dir, "its fields are not ours"));
    }
    index.tokenizers().register(TOKENIZER, TextAnalyzer::builder(Blanks::default()).build());
    Ok(index)
}

/// Fails if a file lacks even the eight bytes that end each, over which tantivy panics.
fn check_lengths(index: &Index, dir: &Path) -> Result<(), Error> {
    let files = index.load_metas().map_err(failed)?.list_segment_files();
    let is_short = |file: &PathBuf| dir.join(file).metadata().is_ok_and(|meta| meta.len() < 8);
    if files.iter().any(is_short) { Err(Error::damaged(dir, "a file is cut short")) } else { Ok(()) }
}

/// Files of a keyword index that were seen to be whole. They never change once written, so a process
/// that writes often need not read all of them each time.
#[derive(Default)]
pub(crate) struct Checked(Mutex<HashSet<PathBuf>>);

impl Checked {
    /// Checks every file that was not checked before.
    fn check(&self, index: &Index, dir: &Path) -> Result<(), Error> {
        let mut checked = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let managed = index.directory().list_managed_files();
        let files = index.load_metas().map_err(failed)?.list_segment_files();
        let files: HashSet<PathBuf> = files.into_iter().filter(|file| managed.contains(file)).collect();
        checked.retain(|file| files.contains(file));
        for file in files {
            if checked.contains(&file) {
                continue;
            }
            if !index.directory().validate_checksum(&file).map_err(failed)? {
                return Err(Error::damaged(dir, "a checksum does not match"));
            }
            checked.insert(file);
        }
        Ok(())
    }
}

fn check_bytes(index: &Index, dir: &Path) -> Result<(), Error> {
    let damaged = index.validate_checksum().map_err(failed)?;
    if damaged.is_empty() { Ok(()) } else { Err(Error::damaged(dir, "a checksum does not match")) }
}

/// Adds chunks; one at a time per store.
pub(crate) struct Writer {
    dir: PathBuf,
    writer: IndexWriter,
    fields: Fields,
    /// A writer died between committing here and publishing the manifest: what is added may be
    /// here already and is deleted first.
    in_doubt: bool,
    /// The epoch at which contents were last deleted.
    swept: u64,
}

impl Writer {
    /// Opens the index for writing, or makes it. `epoch` is that of the manifest.
    pub(crate) fn open(dir: &Path, epoch: u64, checked: &Checked) -> Result<Writer, Error> {
        guarded(dir, || Writer::open_unguarded(dir, epoch, checked))
    }

    fn open_unguarded(dir: &Path, epoch: u64, checked: &Checked) -> Result<Writer, Error> {
        let fresh = !dir.join("meta.json").exists();
        let index = if fresh {
            let created = Index::create_in_dir(dir, schema().0);
            let index = created.map_err(|error| write_failed(dir, &error))?;
            index.tokenizers().register(TOKENIZER, TextAnalyzer::builder(Blanks::default()).build());
            index
        } else {
            let index = open(dir)?;
            check_lengths(&index, dir)?;
            checked.check(&index, dir)?;
            index
        };
        let stamp = Stamp::of(&index)?;
        let (in_doubt, swept) = (!fresh && stamp.epoch != Some(epoch), stamp.swept);
        let writer = index.writer_with_num_threads(1, HEAP_BYTES).map_err(|error| write_failed(dir, &error))?;
        let mut policy = LogMergePolicy::default();
        policy.set_del_docs_ratio_before_merge(0.25);
        writer.set_merge_policy(Box::new(policy));
        Ok(Writer { dir: dir.into(), writer, fields: schema().1, in_doubt, swept })
    }

    /// Adds the chunks of a content.
    pub(crate) fn add(&self, id: BlobId, chunks: &[ChunkWords]) -> Result<(), Error> {
        if self.in_doubt {
            self.delete(id);
        }
        for (index, chunk) in chunks.iter().enumerate() {
            let mut document = TantivyDocument::default();
            document.add_u64(self.fields.blob, id.key());
            document.add_u64(self.fields.chunk, index as u64);
            document.add_text(self.fields.words, &chunk.words);
            document.add_text(self.fields.names, &chunk.names);
            self.writer.add_document(document).map_err(|error| write_failed(&self.dir, &error))?;
        }
        Ok(())
    }

    /// Deletes the chunks of a content.
    pub(crate) fn delete(&self, id: BlobId) {
        self.writer.delete_term(Term::from_field_u64(self.fields.blob, id.key()));
    }

    /// Says that contents are deleted which the manifest lists no more since an epoch, so that who
    /// reads an older one notices.
    pub(crate) fn sweep_at(&mut self, epoch: u64) {
        self.swept = epoch;
    }

    /// Makes one segment of all, without what was deleted.
    pub(crate) fn merge_all(&mut self) -> Result<(), Error> {
        self.writer.set_merge_policy(Box::new(NoMergePolicy));
        let segments = self.writer.index().searchable_segment_ids().map_err(failed)?;
        if !segments.is_empty() {
            self.writer.merge(&segments).wait().map_err(|error| write_failed(&self.dir, &error))?;
        }
        Ok(())
    }

    /// Makes everything so far visible and durable, as of `epoch`.
    pub(crate) fn commit(&mut self, epoch: u64) -> Result<(), Error> {
        let mut commit = self.writer.prepare_commit().map_err(|error| write_failed(&self.dir, &error))?;
        commit.set_payload(&Stamp { epoch: Some(epoch), swept: self.swept }.text());
        commit.commit().map_err(|error| write_failed(&self.dir, &error))?;
        Ok(())
    }

    /// Lets merges end; without it every run would leave its segments behind.
    pub(crate) fn close(self) -> Result<(), Error> {
        self.writer.wait_merging_threads().map_err(|error| write_failed(&self.dir, &error))
    }
}

/// A chunk as the index numbers it.
#[derive(Clone, Copy)]
pub(crate) struct Document {
    pub(crate) segment: usize,
    pub(crate) doc: u32,
}

/// What goes with a commit: the epoch of the manifest it belongs to, and that of the last sweep.
struct Stamp {
    epoch: Option<u64>,
    swept: u64,
}

impl Stamp {
    fn of(index: &Index) -> Result<Stamp, Error> {
        let payload = index.load_metas().map_err(failed)?.payload.unwrap_or_default();
        let mut numbers = payload.split(' ').map(|number| number.parse().ok());
        Ok(Stamp { epoch: numbers.next().flatten(), swept: numbers.next().flatten().unwrap_or(0) })
    }

    fn text(&self) -> String {
        format!("{} {}", self.epoch.unwrap_or(0), self.swept)
    }
}

/// Asks the index.
pub(crate) struct Keywords {
    segments: Vec<SegmentReader>,
    fields: Fields,
    /// Per segment: which content and which chunk a document is.
    columns: Vec<(Column<u64>, Column<u64>)>,
    /// The epoch at which contents were last deleted.
    pub(crate) swept: u64,
}

/// How often opening is tried again while writers replace the index.
const OPEN_TRIES: usize = 16;

impl Keywords {
    /// Opens the index as last committed, and checks that its files are what was written. A writer
    /// may delete files that it merged while we open them: then there is a newer list to go by.
    pub(crate) fn open(dir: &Path) -> Result<Keywords, Error> {
        let list = || std::fs::read(dir.join("meta.json")).ok();
        let mut before = list();
        for _ in 1..OPEN_TRIES {
            let opened = guarded(dir, || Keywords::open_unguarded(dir));
            let after = list();
            if opened.is_ok() || after == before {
                return opened;
            }
            before = after;
        }
        guarded(dir, || Keywords::open_unguarded(dir))
    }

    fn open_unguarded(dir: &Path) -> Result<Keywords, Error> {
        let index = open(dir)?;
        check_lengths(&index, dir)?;
        if folder_size(dir) <= CHECKED_BYTES_MAX {
            check_bytes(&index, dir)?;
        }
        // Not through tantivy's reader, which takes a lock: a store may be read-only.
        let segments = index.searchable_segments().map_err(failed)?;
        let segments: Vec<SegmentReader> =
            segments.iter().map(SegmentReader::open).collect::<Result<_, _>>().map_err(failed)?;
        let columns = segments.iter().map(|segment| {
            let fast = segment.fast_fields();
            Ok((fast.u64(BLOB).map_err(failed)?, fast.u64(CHUNK).map_err(failed)?))
        });
        let columns = columns.collect::<Result<_, Error>>()?;
        Ok(Keywords { segments, fields: schema().1, columns, swept: Stamp::of(&index)?.swept })
    }

    /// Calls `each(document, count, words in the field)` for every chunk with `word`.
    pub(crate) fn each(
        &self,
        dir: &Path,
        field: Field,
        word: &str,
        mut each: impl FnMut(Document, u32, u32),
    ) -> Result<(), Error> {
        guarded(dir, || self.each_unguarded(field, word, &mut each))
    }

    fn each_unguarded(&self, field: Field, word: &str, each: &mut impl FnMut(Document, u32, u32)) -> Result<(), Error> {
        let field = match field {
            Field::Words => self.fields.words,
            Field::Names => self.fields.names,
        };
        let term = Term::from_field_text(field, word);
        for (number, segment) in self.segments.iter().enumerate() {
            let inverted = segment.inverted_index(field).map_err(failed)?;
            let postings = inverted.read_postings(&term, IndexRecordOption::WithFreqs).map_err(failed)?;
            let Some(mut postings) = postings else { continue };
            let norms = segment.get_fieldnorms_reader(field).map_err(failed)?;
            let alive = segment.alive_bitset();
            let mut doc = postings.doc();
            while doc != TERMINATED {
                if alive.is_none_or(|alive| alive.is_alive(doc)) {
                    each(Document { segment: number, doc }, postings.term_freq(), norms.fieldnorm(doc));
                }
                doc = postings.advance();
            }
        }
        Ok(())
    }

    /// Which content, by its key, and which chunk of it a document is.
    pub(crate) fn chunk_of(&self, Document { segment, doc }: Document) -> (u64, u32) {
        let (blobs, chunks) = &self.columns[segment];
        (blobs.first(doc).unwrap_or(0), chunks.first(doc).unwrap_or(0) as u32)
    }

    /// How many documents each segment has.
    pub(crate) fn n_docs(&self) -> impl Iterator<Item = u32> {
        self.segments.iter().map(SegmentReader::max_doc)
    }

    /// Number of chunks stored for a content.
    #[cfg(test)]
    pub(crate) fn n_chunks(&self, id: BlobId) -> usize {
        let term = Term::from_field_u64(self.fields.blob, id.key());
        let count = |segment: &SegmentReader| {
            let postings = segment.inverted_index(self.fields.blob).unwrap();
            let postings = postings.read_postings(&term, IndexRecordOption::Basic).unwrap();
            postings.map_or(0, |mut postings| match segment.alive_bitset() {
                Some(alive) => postings.count(alive),
                None => postings.count_including_deleted(),
            })
        };
        self.segments.iter().map(|segment| count(segment) as usize).sum()
    }
}

/// tantivy trusts its files; on damaged ones it may panic, which must stay a damaged file to us.
pub(crate) fn guarded<T>(dir: &Path, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let caught = catch_unwind(AssertUnwindSafe(work));
    caught.unwrap_or_else(|_| Err(Error::damaged(dir, "reading it makes no sense")))
}

/// Splits at blanks.
#[derive(Clone, Default)]
struct Blanks {
    token: Token,
}

struct BlanksStream<'a> {
    rest: &'a str,
    at: usize,
    token: &'a mut Token,
}

impl Tokenizer for Blanks {
    type TokenStream<'a> = BlanksStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> BlanksStream<'a> {
        self.token.reset();
        BlanksStream { rest: text, at: 0, token: &mut self.token }
    }
}

impl TokenStream for BlanksStream<'_> {
    fn advance(&mut self) -> bool {
        let bytes = self.rest.as_bytes();
        let Some(start) = bytes.iter().position(|&b| b != b' ') else { return false };
        let end = memchr::memchr(b' ', &bytes[start..]).map_or(bytes.len(), |len| start + len);
        self.token.text.clear();
        self.token.text.push_str(&self.rest[start..end]);
        self.token.offset_from = self.at + start;
        self.token.offset_to = self.at + end;
        self.token.position = self.token.position.wrapping_add(1);
        self.at += end;
        self.rest = &self.rest[end..];
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(words: &str) -> ChunkWords {
        ChunkWords { words: words.into(), names: String::new() }
    }

    fn found(dir: &Path, word: &str) -> Vec<(u64, u32, u32)> {
        let mut all = Vec::new();
        let keywords = Keywords::open(dir).unwrap();
        let each = |document, count, _| {
            let (blob, chunk) = keywords.chunk_of(document);
            all.push((blob, chunk, count));
        };
        keywords.each(dir, Field::Words, word, each).unwrap();
        all
    }

    #[test]
    fn what_was_committed_is_found_and_a_doubtful_writer_adds_nothing_twice() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (BlobId(7), BlobId(8));
        let mut writer = Writer::open(dir.path(), 0, &Checked::default()).unwrap();
        writer.add(a, &[chunk("get user user"), chunk("set")]).unwrap();
        writer.commit(1).unwrap();
        writer.close().unwrap();
        assert_eq!(found(dir.path(), "user"), [(7, 0, 2)]);
        assert_eq!(found(dir.path(), "set"), [(7, 1, 1)]);

        // The manifest never reached epoch 1.
        let mut writer = Writer::open(dir.path(), 0, &Checked::default()).unwrap();
        assert!(writer.in_doubt);
        writer.add(a, &[chunk("get user user"), chunk("set")]).unwrap();
        writer.add(b, &[chunk("user")]).unwrap();
        writer.commit(1).unwrap();
        writer.close().unwrap();
        assert_eq!(found(dir.path(), "user").len(), 2);
        assert_eq!(Keywords::open(dir.path()).unwrap().n_chunks(a), 2);
    }
}
