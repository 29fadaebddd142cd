//! The folder of a store: its lock, its manifest, its packs.
//!
//! The folder `near` holds what can be made from the rest at any time (see `snapshot/near.rs`).
//!
//! The manifest lists the packs that count and the epoch of the keyword index that goes with
//! them. It is replaced in one step after the packs and the keywords are on disk, so that what a
//! reader finds listed is there. One writer holds the lock; the kernel frees it when the writer
//! dies. Readers lock nothing.

use crate::bytes::{Reader, put_text, put_varint};
use crate::pack::Pack;
use crate::{BlobId, Error, Place, sealed};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const KIND: &[u8; 4] = b"MANI";
/// The folders of a store that are thrown away together. Vectors of other models, which cost money or
/// hours, are not among them.
const PARTS: [&str; 4] = ["packs", "words", "views", "near"];

/// What counts in the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Counts publications; the keyword index carries the same number when it is in step.
    pub(crate) epoch: u64,
    /// File names of packs.
    pub(crate) packs: Vec<String>,
}

/// The folder of a store.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub(crate) dir: PathBuf,
}

/// Held while writing.
pub(crate) struct WriteLock {
    file: File,
    path: PathBuf,
}

impl WriteLock {
    /// The folder of a store may be deleted at any time, and the lock with it; another writer then
    /// holds a new lock, and what this one would publish is no longer its to publish.
    pub(crate) fn check(&self) -> Result<(), Error> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let mine = self.file.metadata().map(|meta| (meta.dev(), meta.ino()));
            let there = fs::metadata(&self.path).map(|meta| (meta.dev(), meta.ino()));
            let there = there.map_err(Error::io("write", &self.path))?;
            if mine.ok() != Some(there) {
                return Err(Error::io("write", &self.path)(io::ErrorKind::NotFound.into()));
            }
        }
        Ok(())
    }
}

/// Bytes on disk by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreSize {
    /// Facts and dictionaries.
    pub facts: u64,
    /// The keyword index.
    pub keywords: u64,
    /// Views of all working trees, and what is kept to compare them with questions.
    pub views: u64,
    /// Vectors of other models.
    pub models: u64,
}

impl StoreSize {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.facts + self.keywords + self.views + self.models
    }
}

/// Deletes the store of a place. The project is not touched.
pub fn remove(place: &Place) -> Result<(), Error> {
    let store = Store::of(place);
    if !store.dir.join("CACHEDIR.TAG").exists() {
        return Ok(());
    }
    let _lock = store.lock()?;
    fs::remove_dir_all(&store.dir).map_err(Error::io("remove", &store.dir))
}

impl Store {
    pub(crate) fn of(place: &Place) -> Store {
        Store { dir: place.store.clone() }
    }

    /// Makes the folder and its parts if they are not there.
    pub(crate) fn create(&self) -> Result<(), Error> {
        for part in PARTS.into_iter().chain(["models"]) {
            let dir = self.dir.join(part);
            fs::create_dir_all(&dir).map_err(Error::io("create", dir))?;
        }
        let tag = self.dir.join("CACHEDIR.TAG");
        if !tag.exists() {
            let text =
                "Signature: 8a477f597d28d172789f06886806bc55\n# The index of `ori`; it may be deleted at any time.\n";
            fs::write(&tag, text).map_err(Error::io("write", tag))?;
        }
        Ok(())
    }

    /// Takes the writer's lock, or says who holds it.
    pub(crate) fn lock(&self) -> Result<WriteLock, Error> {
        let path = self.dir.join("lock");
        let open = File::options().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = open.map_err(Error::io("write", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = file.read_to_string(&mut text);
                return Err(Error::Busy { path: self.dir.clone(), pid: text.trim().parse().ok() });
            }
            Err(TryLockError::Error(error)) => return Err(Error::io("lock", &path)(error)),
        }
        // Who holds it is for people; a full disk must not stop the holder here.
        let _ = file.set_len(0);
        let _ = file.rewind();
        let _ = write!(file, "{}", std::process::id());
        let lock = WriteLock { file, path };
        lock.check()?;
        Ok(lock)
    }

    fn manifest_path(&self) -> PathBuf {
        self.dir.join("manifest")
    }

    /// The manifest; an empty one if there is none.
    pub(crate) fn manifest(&self) -> Result<Manifest, Error> {
        let path = self.manifest_path();
        let Some(payload) = sealed::read(&path, KIND)? else { return Ok(Manifest::default()) };
        let mut reader = Reader::new(&payload);
        let mut parse = || {
            let epoch = reader.varint()?;
            let count = reader.count(1)?;
            let packs = (0..count).map(|_| reader.text().map(str::to_string)).collect::<Option<_>>()?;
            Some(Manifest { epoch, packs })
        };
        parse().ok_or_else(|| Error::damaged(&path, "its list of packs makes no sense"))
    }

    /// Publishes a manifest in one step.
    pub(crate) fn publish(&self, manifest: &Manifest, lock: &WriteLock) -> Result<(), Error> {
        lock.check()?;
        let mut payload = Vec::new();
        put_varint(&mut payload, manifest.epoch);
        put_varint(&mut payload, manifest.packs.len() as u64);
        manifest.packs.iter().for_each(|name| put_text(&mut payload, name));
        sealed::write(&self.manifest_path(), KIND, &payload)
    }

    pub(crate) fn pack_path(&self, name: &str) -> PathBuf {
        self.dir.join("packs").join(name)
    }

    pub(crate) fn models_dir(&self) -> PathBuf {
        self.dir.join("models")
    }

    pub(crate) fn words_dir(&self) -> PathBuf {
        self.dir.join("words")
    }

    /// Opens every pack that counts, newest last. The manifest is read again if a pack vanished
    /// in between, because a writer merged it away. The keyword index that goes with them must be
    /// there; whether it is whole shows when it is read.
    pub(crate) fn packs(&self) -> Result<(Manifest, Packs), Error> {
        self.packs_beside(&Packs::default())
    }

    /// The same, taking over what is open already: packs never change.
    pub(crate) fn packs_beside(&self, open: &Packs) -> Result<(Manifest, Packs), Error> {
        let mut manifest = self.manifest()?;
        for _ in 0..16 {
            let opened = manifest.packs.iter().map(|name| {
                let path = self.pack_path(name);
                match open.0.iter().find(|pack| pack.path() == path && path.exists()) {
                    Some(pack) => Ok(Arc::clone(pack)),
                    None => Pack::open(&path).map(Arc::new),
                }
            });
            match opened.collect::<Result<Vec<_>, _>>() {
                Ok(packs) if packs.is_empty() || self.words_dir().join("meta.json").exists() => {
                    return Ok((manifest, Packs(packs)));
                }
                Ok(_) => return Err(Error::damaged(self.words_dir(), "the keyword index is gone")),
                Err(Error::Io { source, path, doing }) if source.kind() == io::ErrorKind::NotFound => {
                    let again = self.manifest()?;
                    if again == manifest {
                        let _ = (source, doing);
                        return Err(Error::damaged(path, "the manifest lists it but it is gone"));
                    }
                    manifest = again;
                }
                Err(error) => return Err(error),
            }
        }
        Err(Error::damaged(self.manifest_path(), "it keeps changing"))
    }

    /// Deletes what no manifest lists: packs merged away, files of writers that died. Only the
    /// holder of the lock may.
    pub(crate) fn sweep_files(&self, manifest: &Manifest, _lock: &WriteLock) {
        for part in ["packs", "views", "near", "models", ""] {
            let Ok(entries) = fs::read_dir(self.dir.join(part)) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let listed = part != "packs" || manifest.packs.contains(&name);
                if name.ends_with(".tmp") || !listed {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
    }

    /// Throws away all contents, so that they are drawn anew; used when a part is damaged.
    pub(crate) fn reset(&self, _lock: &WriteLock) -> Result<(), Error> {
        for part in PARTS {
            let dir = self.dir.join(part);
            match fs::remove_dir_all(&dir) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Error::io("remove", dir)(error));
                }
                _ => {}
            }
        }
        match fs::remove_file(self.manifest_path()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::io("remove", self.manifest_path())(error));
            }
            _ => {}
        }
        self.create()
    }

    pub(crate) fn size(&self) -> StoreSize {
        StoreSize {
            facts: folder_size(&self.dir.join("packs")),
            keywords: folder_size(&self.words_dir()),
            views: folder_size(&self.dir.join("views")) + folder_size(&self.dir.join("near")),
            models: folder_size(&self.models_dir()),
        }
    }
}

/// Bytes of the files right in a folder.
pub(crate) fn folder_size(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|meta| meta.len()).sum()
}

/// All packs of a store.
#[derive(Clone, Default)]
pub(crate) struct Packs(pub(crate) Vec<Arc<Pack>>);

impl Packs {
    /// Fails if the facts are those of another extraction than this build's.
    pub(crate) fn check_version(&self, store: &Store) -> Result<(), Error> {
        let other = self.0.iter().map(|pack| pack.features).find(|features| *features != grammars::FEATURES);
        other.map_or(Ok(()), |found| {
            Err(Error::Version { path: store.dir.clone(), found, expected: grammars::FEATURES })
        })
    }

    /// Where a content's record is. Later packs win, since they may be newer extractions.
    pub(crate) fn find(&self, id: BlobId) -> Option<(&Pack, u32)> {
        self.0.iter().rev().find_map(|pack| pack.find(id).map(|ordinal| (&**pack, ordinal)))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_writer_whose_folder_was_deleted_publishes_nothing_over_the_next_ones_store() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store { dir: dir.path().join("store") };
        store.create().unwrap();
        let first = store.lock().unwrap();
        assert!(matches!(store.lock(), Err(Error::Busy { pid: Some(_), .. })));
        fs::remove_dir_all(&store.dir).unwrap();
        store.create().unwrap();
        let second = store.lock().unwrap();
        let manifest = Manifest { epoch: 7, packs: Vec::new() };
        assert!(store.publish(&manifest, &first).is_err());
        store.publish(&manifest, &second).unwrap();
        assert_eq!(store.manifest().unwrap(), manifest);
    }
}
