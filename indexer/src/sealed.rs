//! Files that are written whole or not at all, and known to be whole when read.
//!
//! A sealed file is a header (what it is, format, length, checksum) and a payload. It is written
//! beside its place, synced and renamed, so that a reader sees the old file or the new one.

use crate::Error;
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Bump when any stored file changes its layout; older stores are then built anew.
/// 1: first. 2: packs hold the vectors of chunks. 3: the folder `near`.
/// 4: views remember what git tracks.
pub(crate) const FORMAT: u32 = 4;

const MAGIC: &[u8; 4] = b"ORI\0";
pub(crate) const HEADER_LEN: usize = 4 + 4 + 4 + 8 + 8;

/// The header of a payload of `kind` (four letters).
pub(crate) fn header(kind: &[u8; 4], len: u64, checksum: u64) -> [u8; HEADER_LEN] {
    let mut header = [0; HEADER_LEN];
    header[..4].copy_from_slice(MAGIC);
    header[4..8].copy_from_slice(kind);
    header[8..12].copy_from_slice(&FORMAT.to_le_bytes());
    header[12..20].copy_from_slice(&len.to_le_bytes());
    header[20..28].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// Length and checksum of the payload behind a header, if it is one of `kind` and this format.
pub(crate) fn parse_header(path: &Path, kind: &[u8; 4], bytes: &[u8]) -> Result<(u64, u64), Error> {
    if bytes.len() < HEADER_LEN || &bytes[..4] != MAGIC || &bytes[4..8] != kind {
        return Err(Error::damaged(path, "it does not start like a file of this store"));
    }
    let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let found = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
    if found != FORMAT {
        return Err(Error::Format { path: path.into(), found, expected: FORMAT });
    }
    Ok((u64_at(12), u64_at(20)))
}

/// Reads a sealed file; `Ok(None)` if there is none.
pub(crate) fn read(path: &Path, kind: &[u8; 4]) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io("read", path)(error)),
    };
    let (len, checksum) = parse_header(path, kind, &bytes)?;
    if bytes.len() as u64 != HEADER_LEN as u64 + len {
        return Err(Error::damaged(path, "its length is not what its header says"));
    }
    bytes.drain(..HEADER_LEN);
    if xxh3_64(&bytes) != checksum {
        return Err(Error::damaged(path, "its checksum does not match"));
    }
    Ok(Some(bytes))
}

/// A sealed file where it is mapped.
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// What is behind the header.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.0[HEADER_LEN..]
    }
}

/// Maps a sealed file that can be made again from others; none if there is none, or if it is not
/// what was written.
pub(crate) fn map_cache(path: &Path, kind: &[u8; 4]) -> Option<Mapped> {
    let file = File::open(path).ok()?;
    // SAFETY: it is never changed after its rename, and replaced by another file; as for packs.
    let map = unsafe { Mmap::map(&file) }.ok()?;
    let (len, checksum) = parse_header(path, kind, &map).ok()?;
    let payload = map.get(HEADER_LEN..)?;
    (payload.len() as u64 == len && xxh3_64(payload) == checksum).then_some(Mapped(map))
}

/// Writes a sealed file that can be made again from others: in one step, but not waiting for the
/// disk. What a power cut leaves of it has the wrong checksum.
pub(crate) fn write_cache(path: &Path, kind: &[u8; 4], payload: &[u8]) -> io::Result<()> {
    let temporary = temporary(path);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(&header(kind, payload.len() as u64, xxh3_64(payload)))?;
        file.write_all(payload)?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// Writes a sealed file in one step.
pub(crate) fn write(path: &Path, kind: &[u8; 4], payload: &[u8]) -> Result<(), Error> {
    let header = header(kind, payload.len() as u64, xxh3_64(payload));
    replace(path, |file| {
        file.write_all(&header)?;
        file.write_all(payload)
    })
}

/// Puts a file in place of `path` in one step: temporary file, sync, rename, sync of the folder.
pub(crate) fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    let temporary = temporary(path);
    let result = (|| {
        let mut file = File::create(&temporary)?;
        fill(&mut file)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if let Err(error) = result {
        let _ = fs::remove_file(&temporary);
        return Err(Error::io("write", path)(error));
    }
    sync_folder(path);
    Ok(())
}

/// The name a file has before it is complete; sweeping removes leftovers by its ending.
pub(crate) fn temporary(path: &Path) -> std::path::PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// Makes a rename durable. Not every system can sync a folder; the rename itself is atomic.
pub(crate) fn sync_folder(path: &Path) {
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        let _ = folder.sync_all();
    }
}
