//! What a daemon keeps in the store: its lock, what it is doing, the trees it is to watch, and the
//! wish that it end.
//!
//! All of it are small files in the folder `watch` of the store, so nothing has to be asked of the
//! daemon itself: whether it lives is told by its lock, which the kernel frees. The lock is not the
//! writer's: that one it takes for each batch, as everybody does.

use crate::{Error, Place};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// What a daemon says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watcher {
    /// Its process.
    pub pid: u32,
    /// When it began, in seconds since 1970.
    pub since: u64,
    /// `starting`, `idle`, `indexing`, `ending`.
    pub doing: String,
    /// The last view it published, of the tree that changed last.
    pub generation: u64,
    /// Paths that were heard of and are not indexed yet.
    pub queue: usize,
    /// Folders that the system tells it about.
    pub n_watches: usize,
    /// Folders it would like to be told about.
    pub n_folders: usize,
    /// Why it has to look by itself instead of being told, if it has to.
    pub degraded: Option<String>,
    /// The last thing that went wrong.
    pub last_error: Option<String>,
    /// The working trees it watches.
    pub roots: Vec<PathBuf>,
}

/// The daemon's folder in a store.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    dir: PathBuf,
}

/// Held while a daemon lives.
pub(crate) struct Living {
    file: File,
    path: PathBuf,
}

impl Living {
    /// False when the folder was deleted under us: another daemon may hold another lock by now.
    pub(crate) fn is_ours(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let id = |meta: fs::Metadata| (meta.dev(), meta.ino());
            let there = fs::metadata(&self.path).map(id).ok();
            there.is_some() && there == self.file.metadata().map(id).ok()
        }
        #[cfg(not(unix))]
        {
            let _ = &self.file;
            self.path.exists()
        }
    }
}

impl Home {
    pub(crate) fn of(place: &Place) -> Home {
        Home::in_store(&place.store)
    }

    pub(crate) fn in_store(store: &Path) -> Home {
        Home { dir: store.join("watch") }
    }

    fn roots_dir(&self) -> PathBuf {
        self.dir.join("roots")
    }

    fn stop_file(&self) -> PathBuf {
        self.dir.join("stop")
    }

    /// Where log lines go.
    pub(crate) fn log(&self) -> PathBuf {
        self.dir.join("log")
    }

    /// Takes the daemon's lock; none if one lives.
    pub(crate) fn take(&self) -> Result<Option<Living>, Error> {
        let roots = self.roots_dir();
        fs::create_dir_all(&roots).map_err(Error::io("create", &roots))?;
        let path = self.dir.join("lock");
        let open = File::options().create(true).truncate(false).read(true).write(true).open(&path);
        let file = open.map_err(Error::io("write", &path))?;
        // Who asks whether a daemon lives holds the lock for a moment.
        for _ in 0..10 {
            match file.try_lock() {
                Ok(()) => {
                    let _ = fs::remove_file(self.stop_file());
                    let _ = fs::remove_file(self.dir.join("state"));
                    return Ok(Some(Living { file, path }));
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
                Err(TryLockError::Error(error)) => return Err(Error::io("lock", &path)(error)),
            }
        }
        Ok(None)
    }

    fn is_living(&self) -> bool {
        let Ok(file) = File::open(self.dir.join("lock")) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// What the living daemon says; none if there is none.
    pub(crate) fn watcher(&self) -> Option<Watcher> {
        if !self.is_living() {
            return None;
        }
        // It writes its state right after taking the lock.
        let start = Instant::now();
        loop {
            match fs::read_to_string(self.dir.join("state")) {
                Ok(text) => return Some(parse(&text)),
                Err(_) if start.elapsed() < Duration::from_secs(1) => std::thread::sleep(Duration::from_millis(10)),
                Err(_) => return Some(Watcher { doing: "starting".into(), ..Watcher::default() }),
            }
        }
    }

    /// Says what the daemon is doing. Readers see the old text or the new one; nothing is synced,
    /// since after a crash of the machine nobody lives to be described.
    pub(crate) fn tell(&self, watcher: &Watcher) -> io::Result<()> {
        let temporary = self.dir.join("state.tmp");
        fs::write(&temporary, text_of(watcher))?;
        fs::rename(temporary, self.dir.join("state"))
    }

    /// The daemon is over.
    pub(crate) fn leave(&self) {
        let _ = fs::remove_file(self.dir.join("state"));
        let _ = fs::remove_file(self.stop_file());
    }

    /// Wishes that a tree be watched.
    pub(crate) fn add_root(&self, root: &Path) -> Result<(), Error> {
        let path = self.root_file(root);
        let dir = self.roots_dir();
        fs::create_dir_all(&dir).map_err(Error::io("create", &dir))?;
        fs::write(&path, root.as_os_str().as_encoded_bytes()).map_err(Error::io("write", path))
    }

    pub(crate) fn remove_root(&self, root: &Path) {
        let _ = fs::remove_file(self.root_file(root));
    }

    fn root_file(&self, root: &Path) -> PathBuf {
        self.roots_dir().join(format!("{:016x}", xxh3_64(root.as_os_str().as_encoded_bytes())))
    }

    /// The trees to be watched.
    pub(crate) fn roots(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.roots_dir()).into_iter().flatten().flatten();
        let mut roots: Vec<PathBuf> = entries.filter_map(|entry| path_of(fs::read(entry.path()).ok()?)).collect();
        roots.sort();
        roots
    }

    /// Wishes that the daemon end, and waits for it; false if it did not in time.
    pub(crate) fn stop(&self, wait: Duration) -> Result<bool, Error> {
        let path = self.stop_file();
        fs::write(&path, "").map_err(Error::io("write", path))?;
        let start = Instant::now();
        while self.is_living() {
            if start.elapsed() > wait {
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = fs::remove_file(self.stop_file());
        Ok(true)
    }

    /// True once someone wished that the daemon end.
    pub(crate) fn is_to_stop(&self) -> bool {
        self.stop_file().exists()
    }
}

fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
    }
    #[cfg(not(unix))]
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// One `key value` a line; what has no value is left out.
fn text_of(watcher: &Watcher) -> String {
    let Watcher { pid, since, doing, generation, queue, n_watches, n_folders, .. } = watcher;
    let mut text = format!(
        "pid {pid}\nsince {since}\ndoing {doing}\ngeneration {generation}\nqueue {queue}\nwatches {n_watches}\n\
         folders {n_folders}\n"
    );
    let mut add = |key: &str, value: &str| text.push_str(&format!("{key} {}\n", value.replace('\n', " ")));
    watcher.degraded.iter().for_each(|why| add("degraded", why));
    watcher.last_error.iter().for_each(|error| add("error", error));
    watcher.roots.iter().for_each(|root| add("root", &root.to_string_lossy()));
    text
}

fn parse(text: &str) -> Watcher {
    let mut watcher = Watcher::default();
    for (key, value) in text.lines().filter_map(|line| line.split_once(' ')) {
        let number = || value.parse().unwrap_or(0);
        match key {
            "pid" => watcher.pid = number() as u32,
            "since" => watcher.since = number(),
            "doing" => watcher.doing = value.to_string(),
            "generation" => watcher.generation = number(),
            "queue" => watcher.queue = number() as usize,
            "watches" => watcher.n_watches = number() as usize,
            "folders" => watcher.n_folders = number() as usize,
            "degraded" => watcher.degraded = Some(value.to_string()),
            "error" => watcher.last_error = Some(value.to_string()),
            "root" => watcher.roots.push(PathBuf::from(value)),
            _ => {}
        }
    }
    watcher
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_back_and_the_lock_tells_the_living_from_the_dead() {
        let store = tempfile::tempdir().unwrap();
        let home = Home::in_store(store.path());
        assert_eq!(home.watcher(), None);
        let living = home.take().unwrap().unwrap();
        assert!(home.take().unwrap().is_none() && living.is_ours());
        let watcher = Watcher {
            pid: 7,
            doing: "idle".into(),
            degraded: Some("two\nlines".into()),
            roots: vec!["/a b".into(), "/c".into()],
            ..Watcher::default()
        };
        home.tell(&watcher).unwrap();
        assert_eq!(home.watcher(), Some(Watcher { degraded: Some("two lines".into()), ..watcher }));
        drop(living);
        assert_eq!(home.watcher(), None);
        home.add_root(Path::new("/a")).unwrap();
        assert_eq!(home.roots(), [PathBuf::from("/a")]);
    }
}
