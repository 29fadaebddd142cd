//! What may go: contents that no view shows, views of trees that are gone, stores that nobody uses.
//!
//! A store is an orphan when none of the trees it shows is there any more. It is deleted once nobody
//! has asked it anything for a month; until then a tree on a disk that is only unplugged keeps its
//! index. Only folders that bear our tag are ever touched.

use crate::keywords::Checked;
use crate::pipeline::{self, Base, Control, Sink};
use crate::store::Store;
use crate::view::View;
use crate::watch::{Watcher, watcher_of};
use crate::{Error, Place};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Orphans are deleted when they were not used for so long.
pub const UNUSED_MAX: Duration = Duration::from_secs(30 * 24 * 3600);
/// The time of the last use is written at most so often.
const USED_EVERY: Duration = Duration::from_secs(12 * 3600);
const TAG: &str = "CACHEDIR.TAG";
const TAG_LINE: &str = "# The index of `ori`";

/// What a collection came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Views of trees that are gone.
    pub n_views: usize,
    /// Contents that no view shows.
    pub n_contents: usize,
    /// Bytes of the store before.
    pub bytes_before: u64,
    /// Bytes of the store now.
    pub bytes_after: u64,
}

/// A store and whose it is.
#[derive(Clone, Debug)]
pub struct StoreInfo {
    /// Its folder.
    pub path: PathBuf,
    /// Bytes on disk.
    pub bytes: u64,
    /// The working trees it shows.
    pub roots: Vec<PathBuf>,
    /// None of them is there.
    pub is_orphan: bool,
    /// When it was last asked something or written to.
    pub used: SystemTime,
    /// The daemon that keeps it up to date.
    pub watcher: Option<Watcher>,
}

/// Drops from the store of a place what no working tree shows, and packs the rest together.
pub fn gc(place: &Place, control: &Control<'_>) -> Result<Collected, Error> {
    let store = Store::of(place);
    if !store.dir.join(TAG).exists() {
        return Ok(Collected::default());
    }
    let bytes_before = store.size().total();
    match collect(place, &store, control) {
        // A pass finds the same damage, and cures it.
        Err(error) if error.is_curable() => {
            pipeline::index(place, control)?;
            collect(place, &store, control)
        }
        other => other,
    }
    .map(|collected| Collected { bytes_before, ..collected })
}

fn collect(place: &Place, store: &Store, control: &Control<'_>) -> Result<Collected, Error> {
    store.create()?;
    let lock = pipeline::lock(store, control)?;
    let mut collected = Collected::default();
    let Base { manifest, packs, .. } = Base::open(place, store, &Base::default())?;
    for (path, view) in views(&store.dir) {
        if view.is_ok_and(|view| !view.root.is_dir()) && fs::remove_file(path).is_ok() {
            collected.n_views += 1;
        }
    }
    store.sweep_files(&manifest, &lock);
    let checked = Checked::default();
    let mut sink = Sink::new(store, (&lock, &checked), manifest, packs);
    collected.n_contents = sink.collect()?;
    collected.bytes_after = store.size().total();
    Ok(collected)
}

/// The views of a store, whole or not.
fn views(store: &Path) -> Vec<(PathBuf, Result<View, Error>)> {
    let entries = fs::read_dir(store.join("views")).into_iter().flatten().flatten().map(|entry| entry.path());
    let views = entries.filter(|path| path.extension().is_some_and(|ending| ending == "view"));
    views.filter_map(|path| View::read(&path).transpose().map(|view| (path, view))).collect()
}

/// Every store in a folder of stores, in order of path.
pub fn stores(cache: &Path) -> Vec<StoreInfo> {
    let entries = fs::read_dir(cache).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut stores: Vec<StoreInfo> = entries.filter(|path| is_store(path)).map(describe).collect();
    stores.sort_by(|a, b| a.path.cmp(&b.path));
    stores
}

fn is_store(path: &Path) -> bool {
    fs::read_to_string(path.join(TAG)).is_ok_and(|text| text.contains(TAG_LINE))
}

fn describe(path: PathBuf) -> StoreInfo {
    let views = views(&path);
    let is_whole = views.iter().all(|(_, view)| view.is_ok());
    let mut roots: Vec<PathBuf> = views.into_iter().filter_map(|(_, view)| Some(view.ok()?.root)).collect();
    roots.sort();
    let watcher = watcher_of(&path);
    // A view that cannot be read may be of a tree that is there.
    let is_orphan = is_whole && watcher.is_none() && !roots.iter().any(|root| root.is_dir());
    let bytes = Store { dir: path.clone() }.size().total();
    StoreInfo { used: used(&path), bytes, roots, is_orphan, watcher, path }
}

/// When a store was last asked something or written to.
fn used(store: &Path) -> SystemTime {
    let time = |name: &str| fs::metadata(store.join(name)).and_then(|meta| meta.modified()).ok();
    let times = ["used", "manifest", "views", TAG].into_iter().filter_map(time);
    times.max().unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Remembers that a store is in use. Failing does no harm: it may be on a disk that cannot be written.
pub(crate) fn mark_used(store: &Path) {
    let path = store.join("used");
    let modified = fs::metadata(&path).and_then(|meta| meta.modified());
    let is_recent = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age < USED_EVERY));
    if !is_recent && store.join(TAG).exists() {
        let _ = fs::write(path, "");
    }
}

/// Deletes the orphans in a folder of stores that nobody has used for a month; gives their folders.
pub fn sweep_stores(cache: &Path) -> Vec<PathBuf> {
    let is_old = |store: &StoreInfo| store.used.elapsed().is_ok_and(|age| age > UNUSED_MAX);
    let stores = stores(cache).into_iter().filter(|store| store.is_orphan && is_old(store));
    stores.filter_map(|StoreInfo { path, .. }| remove(&path).is_ok().then_some(path)).collect()
}

fn remove(path: &Path) -> Result<(), Error> {
    let store = Store { dir: path.to_path_buf() };
    let _lock = store.lock()?;
    fs::remove_dir_all(path).map_err(Error::io("remove", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    fn aged(path: &Path) {
        let long_ago = SystemTime::now() - UNUSED_MAX - Duration::from_secs(60);
        for name in ["used", "manifest", "views", TAG] {
            if let Ok(file) = File::open(path.join(name)) {
                let _ = file.set_modified(long_ago);
            }
        }
    }

    #[test]
    fn only_old_orphans_that_are_ours_are_deleted() {
        let cache = tempfile::tempdir().unwrap();
        let tree = tempfile::tempdir().unwrap();
        let store = |name: &str, root: &Path| {
            let store = Store { dir: cache.path().join(name) };
            store.create().unwrap();
            let mut view = View::default();
            view.root = root.to_path_buf();
            view.publish(&store.dir.join("views/1.view")).unwrap();
            store.dir
        };
        let gone = Path::new("/no/such/tree");
        let (young, old, used) = (store("young", gone), store("old", gone), store("used", tree.path()));
        [&old, &used].into_iter().for_each(|path| aged(path));
        fs::create_dir(cache.path().join("not-ours")).unwrap();
        aged(&cache.path().join("not-ours"));
        let orphans: Vec<bool> = stores(cache.path()).iter().map(|store| store.is_orphan).collect();
        assert_eq!(orphans, [true, false, true], "old, used, young");
        assert_eq!(sweep_stores(cache.path()), std::slice::from_ref(&old));
        assert!(young.is_dir() && used.is_dir() && !old.exists() && cache.path().join("not-ours").is_dir());
    }
}
