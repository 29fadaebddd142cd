//! Listens to the system, and collects what it tells until there is a batch.
//!
//! Only folders that belong to the project are listened to, each on its own: what is ignored costs
//! no watch and wakes nobody. Where the system watches whole trees by itself (macOS, Windows), the
//! root is watched and events of ignored folders are dropped by whoever knows the view.
//!
//! A watch ends when its folder is deleted or renamed, and the library forgets it at a moment of its
//! own choosing. So every folder that an event of that kind names is watched anew, together with all
//! below it.

use notify::event::{EventKind, ModifyKind};
use notify::{ErrorKind, Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// True where the system watches whole trees by itself.
const RECURSIVE: bool = cfg!(any(target_os = "macos", windows));

/// A batch begins when nothing was heard for so long. Longer than a tick of the clock, so that the
/// times of what is read are not too near to the reading (see `Stat::is_racy`).
const QUIET: Duration = Duration::from_millis(50);
/// The same once many paths were heard of: something is writing a lot, and it is one batch.
const QUIET_MANY: Duration = Duration::from_millis(300);
const MANY: usize = 50;
/// No batch waits longer than this for quiet, nor one of many paths longer than that.
const HOLD_MAX: Duration = Duration::from_millis(500);
const HOLD_MANY_MAX: Duration = Duration::from_secs(10);
/// Beyond this many paths a look at everything is cheaper than a list of them.
const PATHS_MAX: usize = 20_000;

/// What was heard since the last batch.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Paths whose content or permissions changed.
    pub(super) touched: HashSet<PathBuf>,
    /// Paths that came, went or got another name.
    pub(super) renamed: HashSet<PathBuf>,
    /// Events were lost: look at everything, and listen anew.
    pub(super) overflow: bool,
    /// What the library complained about.
    pub(super) trouble: Option<String>,
    first: Option<Instant>,
    last: Option<Instant>,
}

impl Heard {
    pub(super) fn len(&self) -> usize {
        self.touched.len() + self.renamed.len()
    }

    /// When the batch may begin; none if there is nothing.
    fn ready_at(&self) -> Option<Instant> {
        let (first, last) = (self.first?, self.last?);
        let many = self.overflow || self.len() > MANY;
        let (quiet, hold) = if many { (QUIET_MANY, HOLD_MANY_MAX) } else { (QUIET, HOLD_MAX) };
        Some((last + quiet).min(first + hold))
    }

    fn take_in(&mut self, event: notify::Result<Event>) -> bool {
        match event {
            Ok(event) if event.need_rescan() => self.overflow = true,
            Ok(event) => match event.kind {
                EventKind::Access(_) => return false,
                EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => self.touched.extend(event.paths),
                // All others may be of names: creating, removing, renaming, and what is not known.
                _ => self.renamed.extend(event.paths),
            },
            Err(error) => {
                self.trouble = Some(error.to_string());
                self.overflow = true;
            }
        }
        if self.len() > PATHS_MAX {
            self.overflow = true;
            self.touched = HashSet::new();
            self.renamed = HashSet::new();
        }
        let now = Instant::now();
        self.first.get_or_insert(now);
        self.last = Some(now);
        true
    }
}

#[derive(Default)]
struct Shared {
    heard: Mutex<Heard>,
    woken: Condvar,
}

impl Shared {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens to folders.
pub(super) struct Ears {
    shared: Arc<Shared>,
    watcher: Option<RecommendedWatcher>,
    watched: HashSet<PathBuf>,
    /// At most so many watches, if the person wants that.
    watches_max: usize,
    /// Why some folders are not listened to.
    pub(super) refused: Option<String>,
    /// A folder was gone when it was to be listened to.
    pub(super) missed: bool,
}

impl Ears {
    pub(super) fn new(watches_max: Option<usize>) -> Ears {
        let watches_max = watches_max.unwrap_or(usize::MAX);
        Ears {
            shared: Arc::default(),
            watcher: None,
            watched: HashSet::new(),
            watches_max,
            refused: None,
            missed: false,
        }
    }

    pub(super) fn n_watches(&self) -> usize {
        self.watched.len()
    }

    pub(super) fn hears(&self, path: &Path) -> bool {
        self.watched.contains(path)
    }

    /// Watches may have ended with what was heard. (A folder that is watched below another was not
    /// watched after it, so it is enough to look for those that were named themselves.)
    pub(super) fn lost_by(&self, heard: &Heard) -> bool {
        heard.renamed.iter().any(|path| self.watched.contains(path))
    }

    /// How many paths wait for a batch.
    pub(super) fn n_waiting(&self) -> usize {
        self.shared.heard().len()
    }

    /// Waits for a batch, but not beyond `until`, and not at all before `not_before`.
    pub(super) fn wait(&self, not_before: Instant, until: Instant) -> Option<Heard> {
        let mut heard = self.shared.heard();
        loop {
            let now = Instant::now();
            let ready_at = heard.ready_at().map(|at| at.max(not_before));
            if ready_at.is_some_and(|at| at <= now) {
                return Some(std::mem::take(&mut *heard));
            }
            if now >= until {
                return None;
            }
            let wake_at = ready_at.map_or(until, |at| at.min(until));
            let waited = self.shared.woken.wait_timeout(heard, wake_at - now);
            heard = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Listens to exactly these folders. Those that `renamed` names, or that lie below one of those,
    /// are listened to anew. Gives the folders whose watch is new: what happened in them before it
    /// was not heard.
    pub(super) fn listen(&mut self, wanted: &HashSet<PathBuf>, renamed: &HashSet<PathBuf>) -> Vec<PathBuf> {
        let lost: Vec<PathBuf> = if renamed.is_empty() {
            Vec::new()
        } else {
            self.watched.iter().filter(|path| is_below(path, renamed)).cloned().collect()
        };
        let unwanted = self.watched.iter().filter(|path| !wanted.contains(*path)).cloned();
        // Ended first: two names of one folder share a watch in the system.
        for path in unwanted.chain(lost).collect::<HashSet<_>>() {
            self.watched.remove(&path);
            if let Some(watcher) = &mut self.watcher {
                let _ = watcher.unwatch(&path);
            }
        }
        // The system watches below a folder by itself.
        let is_covered = |path: &Path| RECURSIVE && path.ancestors().skip(1).any(|above| wanted.contains(above));
        let mut missing: Vec<&PathBuf> =
            wanted.iter().filter(|path| !self.watched.contains(*path) && !is_covered(path)).collect();
        missing.sort();
        (self.refused, self.missed) = (None, false);
        let mut new = Vec::new();
        for path in missing {
            match self.add(path) {
                Ok(true) => new.push(path.clone()),
                // It went away again; its parent's event tells.
                Ok(false) => self.missed |= !path.exists(),
                Err(why) => {
                    self.refused = Some(why);
                    break;
                }
            }
        }
        new
    }

    fn add(&mut self, path: &Path) -> Result<bool, String> {
        if self.watched.len() >= self.watches_max {
            return Err(format!("the limit of {} watches is reached", self.watches_max));
        }
        if self.watcher.is_none() {
            self.watcher = Some(self.start().map_err(|error| error.to_string())?);
        }
        let Some(watcher) = &mut self.watcher else { return Ok(false) };
        let mode = if RECURSIVE { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        match watcher.watch(path, mode) {
            Ok(()) => {
                self.watched.insert(path.to_path_buf());
                Ok(true)
            }
            Err(error) => match error.kind {
                ErrorKind::MaxFilesWatch => Err("the system's limit of watches is reached \
                     (`sysctl fs.inotify.max_user_watches` raises it)"
                    .to_string()),
                ErrorKind::PathNotFound => Ok(false),
                ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
                // It cannot be listed either, and its row says so.
                ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(false),
                _ => Err(error.to_string()),
            },
        }
    }

    fn start(&self) -> notify::Result<RecommendedWatcher> {
        let shared = Arc::clone(&self.shared);
        let config = notify::Config::default().with_follow_symlinks(false);
        RecommendedWatcher::new(
            move |event| {
                if shared.heard().take_in(event) {
                    shared.woken.notify_one();
                }
            },
            config,
        )
    }

    /// Forgets all watches, after events were lost: which of them still live is not known.
    pub(super) fn forget(&mut self) {
        self.watcher = None;
        self.watched.clear();
    }
}

/// The folder itself or one above it was named.
fn is_below(path: &Path, named: &HashSet<PathBuf>) -> bool {
    path.ancestors().any(|path| named.contains(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, CreateKind, DataChange, Flag};

    fn event(kind: EventKind, path: &str) -> notify::Result<Event> {
        Ok(Event::new(kind).add_path(path.into()))
    }

    #[test]
    fn reading_wakes_nobody_and_much_at_once_becomes_a_look_at_everything() {
        let mut heard = Heard::default();
        assert!(!heard.take_in(event(EventKind::Access(AccessKind::Any), "/a")));
        assert!(heard.ready_at().is_none());
        assert!(heard.take_in(event(EventKind::Modify(ModifyKind::Data(DataChange::Any)), "/a")));
        assert!(heard.take_in(event(EventKind::Create(CreateKind::File), "/b")));
        assert_eq!((heard.touched.len(), heard.renamed.len(), heard.overflow), (1, 1, false));
        for index in 0..=PATHS_MAX {
            heard.take_in(event(EventKind::Create(CreateKind::File), &format!("/{index}")));
        }
        assert!(heard.overflow && heard.len() < PATHS_MAX);
    }

    #[test]
    fn a_lost_event_without_a_path_is_not_lost_on_us() {
        let mut heard = Heard::default();
        assert!(heard.take_in(Ok(Event::new(EventKind::Other).set_flag(Flag::Rescan))));
        assert!(heard.overflow && heard.ready_at().is_some());
    }
}
