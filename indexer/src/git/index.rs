//! Which paths git tracks: its index file, versions 2 to 4, split or not.
//!
//! Only paths are read. What is ignored but tracked belongs to the project, and the ignore rules
//! alone would lose it. A set of paths is remembered by a hash, so that an index that git wrote
//! anew with the same paths (it does so often) asks for no walk.

use crate::view::Stat;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// What a view remembers of the index it was made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tracked {
    /// The file; empty outside of git.
    pub(crate) file: PathBuf,
    /// As it was before the walk.
    pub(crate) stat: Stat,
    /// Of the paths in it.
    pub(crate) digest: u64,
}

/// Tracked paths relative to the top of the working tree, in the order of their bytes.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub(crate) top: PathBuf,
    pub(crate) paths: Vec<Vec<u8>>,
}

/// The index of the working tree that `root` lies in. What cannot be read tracks nothing.
pub(crate) fn read(root: &Path) -> (Tracked, Index) {
    let Some((top, git_dir)) = super::tree_of(root) else { return Default::default() };
    let file = git_dir.join("index");
    let stat = stat_of(&file);
    let paths = paths(&file, &git_dir).unwrap_or_default();
    let mut hash = Xxh3::new();
    for path in &paths {
        hash.update(path);
        hash.update(&[0]);
    }
    (Tracked { file, stat, digest: hash.digest() }, Index { top, paths })
}

/// True if the same paths are tracked as when `known` was read, at `walked_at`.
pub(crate) fn is_same(root: &Path, known: &Tracked, walked_at: i64) -> bool {
    same(root, known, walked_at).is_some()
}

/// What is to be remembered now, if the same paths are tracked as when `known` was read, at `walked_at`.
pub(crate) fn same(root: &Path, known: &Tracked, walked_at: i64) -> Option<Tracked> {
    if known.file.as_os_str().is_empty() {
        return (!root.join(".git").exists()).then(Tracked::default);
    }
    if stat_of(&known.file) == known.stat && !known.stat.is_racy(walked_at) {
        return Some(known.clone());
    }
    Some(read(root).0).filter(|now| now.digest == known.digest && now.file == known.file)
}

fn stat_of(file: &Path) -> Stat {
    fs::metadata(file).map_or_else(|_| Stat::default(), |meta| Stat::of(&meta))
}

fn paths(file: &Path, git_dir: &Path) -> Option<Vec<Vec<u8>>> {
    let bytes = fs::read(file).ok()?;
    let hash_len = hash_len(git_dir);
    let Read { mut paths, end } = entries(&bytes, hash_len)?;
    if let Some(link) = extension(&bytes, end, hash_len, b"link") {
        let (name, bitmaps) = link.split_at_checked(hash_len)?;
        if name.iter().any(|byte| *byte != 0) {
            let name: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
            let shared = format!("sharedindex.{name}");
            let here = fs::read(git_dir.join(&shared));
            let base = entries(&here.or_else(|_| fs::read(super::common_dir(git_dir).join(&shared))).ok()?, hash_len)?;
            let deleted = if bitmaps.is_empty() { HashSet::new() } else { bits(bitmaps)? };
            let kept = base.paths.into_iter().enumerate().filter(|(index, _)| !deleted.contains(index));
            // An entry without a name replaces one of the base, under the same path.
            paths.retain(|path| !path.is_empty());
            paths.extend(kept.map(|(_, path)| path));
        }
    }
    paths.sort_unstable();
    // Stages of a conflict.
    paths.dedup();
    Some(paths)
}

/// Bytes of an object's name.
fn hash_len(git_dir: &Path) -> usize {
    let is_long = super::setting(git_dir, "extensions", "objectformat").is_some_and(|format| format == "sha256");
    if is_long { 32 } else { 20 }
}

struct Read {
    paths: Vec<Vec<u8>>,
    end: usize,
}

const HEADER: usize = 12;
const SPARSE_FOLDER: u32 = 0o040_000;
const SUBMODULE: u32 = 0o160_000;

fn entries(bytes: &[u8], hash_len: usize) -> Option<Read> {
    let version = u32_at(bytes, 4)?;
    if !bytes.starts_with(b"DIRC") || !(2..=4).contains(&version) {
        return None;
    }
    let count = u32_at(bytes, 8)? as usize;
    let mut paths = Vec::with_capacity(count.min(bytes.len() / 60));
    let mut at = HEADER;
    let mut last: Vec<u8> = Vec::new();
    for _ in 0..count {
        let mode = u32_at(bytes, at + 24)?;
        let flags_at = at + 40 + hash_len;
        let flags = u16::from_be_bytes(bytes.get(flags_at..flags_at + 2)?.try_into().ok()?);
        let mut name_at = flags_at + 2 + if flags & 0x4000 != 0 { 2 } else { 0 };
        if version == 4 {
            let (n_dropped, n_read) = offset(bytes.get(name_at..)?)?;
            name_at += n_read;
            last.truncate(last.len().checked_sub(n_dropped)?);
        } else {
            last.clear();
        }
        let len = memchr::memchr(0, bytes.get(name_at..)?)?;
        last.extend_from_slice(&bytes[name_at..name_at + len]);
        let next = name_at + len;
        // Versions before 4 fill up to eight bytes, with one zero at least.
        at = if version == 4 { next + 1 } else { at + ((next - at) / 8 + 1) * 8 };
        let is_file = !matches!(mode & 0o170_000, SPARSE_FOLDER | SUBMODULE);
        // Numbers of a split index count all entries; nothing on disk has this name.
        paths.push(if is_file { last.clone() } else { b"/".to_vec() });
    }
    Some(Read { paths, end: at })
}

/// A number as packs spell offsets, and how many bytes it took.
fn offset(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0_usize;
    for (index, byte) in bytes.iter().enumerate().take(6) {
        value = (value << 7) | usize::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value, index + 1));
        }
        value += 1;
    }
    None
}

fn extension<'a>(bytes: &'a [u8], mut at: usize, hash_len: usize, name: &[u8; 4]) -> Option<&'a [u8]> {
    while at + 8 <= bytes.len().checked_sub(hash_len)? {
        let len = u32_at(bytes, at + 4)? as usize;
        let body = bytes.get(at + 8..at + 8 + len)?;
        if &bytes[at..at + 4] == name {
            return Some(body);
        }
        at += 8 + len;
    }
    None
}

/// The set bits of the EWAH bitmap that `bytes` begin with.
fn bits(bytes: &[u8]) -> Option<HashSet<usize>> {
    let n_words = u32_at(bytes, 4)? as usize;
    let word = |index: usize| Some(u64::from_be_bytes(bytes.get(8 + index * 8..16 + index * 8)?.try_into().ok()?));
    let (mut set, mut at, mut bit) = (HashSet::new(), 0, 0_usize);
    let n_bits = u32_at(bytes, 0)? as usize;
    while at < n_words {
        let head = word(at)?;
        at += 1;
        let run = ((head >> 1) & 0xffff_ffff) as usize * 64;
        if head & 1 == 1 {
            set.extend(bit..(bit + run).min(n_bits));
        }
        bit += run;
        for _ in 0..head >> 33 {
            let literal = word(at)?;
            set.extend((0..64).filter(|index| literal >> index & 1 == 1).map(|index| bit + index));
            at += 1;
            bit += 64;
        }
    }
    Some(set)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
