//! A view to bytes and back. Paths share their beginnings with the path before.

use super::{Generation, RelPath, Row, Stat, View};
use crate::bytes::{Reader, put_text, put_varint};
use crate::git::index::Tracked;
use crate::pack::Meta;
use crate::{BlobId, SkipReason};
use grammars::Lang;
use std::path::{Path, PathBuf};

pub(super) fn encode(view: &View) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024 + view.rows.len() * 96);
    put_varint(&mut out, view.generation.0);
    put_varint(&mut out, u64::from(view.features));
    put_path(&mut out, &view.root);
    put_text(&mut out, view.head.as_deref().unwrap_or(""));
    out.extend_from_slice(&view.walked_at.to_le_bytes());
    put_varint(&mut out, view.folders.len() as u64);
    for (path, stat) in &view.folders {
        put_path(&mut out, path);
        put_stat(&mut out, stat);
    }
    put_varint(&mut out, view.rules.len() as u64);
    for (path, stat) in &view.rules {
        put_path(&mut out, path);
        out.push(u8::from(stat.is_some()));
        put_stat(&mut out, &stat.unwrap_or_default());
    }
    put_path(&mut out, &view.tracked.file);
    put_stat(&mut out, &view.tracked.stat);
    out.extend_from_slice(&view.tracked.digest.to_le_bytes());
    put_varint(&mut out, view.rows.len() as u64);
    let mut before = "";
    for id in view.ids() {
        let path = view.path(id);
        let shared = before.bytes().zip(path.bytes()).take_while(|(a, b)| a == b).count();
        let shared = (0..=shared).rev().find(|&at| path.is_char_boundary(at)).unwrap_or(0);
        put_varint(&mut out, shared as u64);
        put_text(&mut out, &path[shared..]);
        before = path;
        put_row(&mut out, view.row(id));
    }
    put_varint(&mut out, view.raw.len() as u64);
    for (row, raw) in &view.raw {
        put_varint(&mut out, u64::from(*row));
        put_varint(&mut out, raw.len() as u64);
        out.extend_from_slice(raw);
    }
    out
}

fn put_path(out: &mut Vec<u8>, path: &Path) {
    let bytes = path.as_os_str().as_encoded_bytes();
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn put_stat(out: &mut Vec<u8>, stat: &Stat) {
    for number in [stat.size, stat.mtime as u64, stat.ctime as u64, stat.inode] {
        out.extend_from_slice(&number.to_le_bytes());
    }
}

fn put_row(out: &mut Vec<u8>, row: &Row) {
    put_stat(out, &row.stat);
    out.push(row.lang.code());
    out.push(row.skip.map_or(0, |skip| skip as u8));
    out.push(u8::from(row.blob.is_some()) | row.meta.flags() << 1);
    if let Some(blob) = row.blob {
        out.extend_from_slice(&blob.0.to_le_bytes());
    }
    for number in [row.meta.n_chunks, row.meta.n_words, row.meta.n_name_words, row.meta.n_lines] {
        put_varint(out, u64::from(number));
    }
}

pub(super) fn decode(payload: &[u8]) -> Option<View> {
    let mut reader = Reader::new(payload);
    let reader = &mut reader;
    let mut view = View { generation: Generation(reader.varint()?), features: reader.small()?, ..View::default() };
    view.root = path(reader)?;
    view.head = Some(reader.text()?.to_string()).filter(|head| !head.is_empty());
    view.walked_at = reader.u64()? as i64;
    for _ in 0..reader.count(33)? {
        view.folders.push((path(reader)?, stat(reader)?));
    }
    for _ in 0..reader.count(34)? {
        let path = path(reader)?;
        let exists = reader.u8()? != 0;
        let stat = stat(reader)?;
        view.rules.push((path, exists.then_some(stat)));
    }
    view.tracked = Tracked { file: path(reader)?, stat: stat(reader)?, digest: reader.u64()? };
    let count = reader.count(40)?;
    view.rows.reserve(count);
    view.ends.reserve(count);
    let mut path = RelPath { text: String::new(), raw: None };
    for _ in 0..count {
        let shared = reader.varint()? as usize;
        if !path.text.is_char_boundary(shared) || shared > path.text.len() {
            return None;
        }
        path.text.truncate(shared);
        path.text.push_str(reader.text()?);
        let row = row(reader)?;
        view.push(&path, row);
    }
    for _ in 0..reader.count(2)? {
        let row = reader.small()?;
        let len = reader.varint()? as usize;
        view.raw.insert(row, reader.bytes(len)?.to_vec());
    }
    let in_order = view.ids().skip(1).all(|id| view.path(super::FileId(id.0 - 1)) < view.path(id));
    (reader.is_empty() && in_order).then_some(view)
}

fn path(reader: &mut Reader<'_>) -> Option<PathBuf> {
    let len = reader.varint()? as usize;
    let bytes = reader.bytes(len)?;
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
    }
    #[cfg(not(unix))]
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}

fn stat(reader: &mut Reader<'_>) -> Option<Stat> {
    Some(Stat { size: reader.u64()?, mtime: reader.u64()? as i64, ctime: reader.u64()? as i64, inode: reader.u64()? })
}

fn row(reader: &mut Reader<'_>) -> Option<Row> {
    let stat = stat(reader)?;
    let lang = Lang::from_code(reader.u8()?)?;
    let skip = match reader.u8()? {
        0 => None,
        code => Some(SkipReason::from_code(code)?),
    };
    let flags = reader.u8()?;
    let blob = if flags & 1 != 0 { Some(BlobId(reader.u128()?)) } else { None };
    let meta = Meta {
        n_chunks: reader.small()?,
        n_words: reader.small()?,
        n_name_words: reader.small()?,
        n_lines: reader.small()?,
        ..Meta::of_flags(flags >> 1)
    };
    Some(Row { stat, blob, lang, skip, meta })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> View {
        let mut view = View { generation: Generation(7), walked_at: -3, ..View::default() };
        view.head = Some("abc".into());
        view.folders.push((PathBuf::new(), Stat { size: 1, mtime: 2, ctime: 3, inode: 4 }));
        view.rules.push((PathBuf::from("/etc/gitignore"), None));
        view.tracked = Tracked { file: PathBuf::from("/p/.git/index"), stat: Stat::default(), digest: 5 };
        let meta = Meta {
            n_chunks: 3,
            n_words: 500,
            n_name_words: 2,
            n_lines: 9,
            generated: true,
            limit: Some(grammars::Limit::Panic),
        };
        let row = |blob| Row { stat: Stat::default(), blob, lang: Lang::TEXT, skip: None, meta };
        view.push(&RelPath { text: "a/é.py".into(), raw: None }, row(Some(BlobId(1))));
        view.push(&RelPath { text: "a/ü.py".into(), raw: None }, row(None));
        view.push(&RelPath { text: "b\\xff".into(), raw: Some(b"b\xff".to_vec()) }, row(None));
        view
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        assert_eq!(decode(&encode(&view())), Some(view()));
        assert_eq!(view().find("a/ü.py"), Some(crate::FileId(1)));
        assert_eq!(view().find("a"), None);
    }

    #[test]
    fn any_cut_or_flip_decodes_without_panic() {
        let bytes = encode(&view());
        for at in 0..bytes.len() {
            let _ = decode(&bytes[..at]);
            let mut flipped = bytes.clone();
            flipped[at] ^= 0xff;
            let _ = decode(&flipped);
        }
    }
}
