//! The daemon: keeps what is published in step with the disk, so that who asks finds little to do.
//!
//! It answers no questions. It hears of changes (`ears`), waits for a moment of quiet, and runs a
//! pass over what changed (`tree`), holding the writer's lock only for that. Never being stale does
//! not hang on it: who opens a snapshot still compares the view with the disk. An event may be on
//! its way when a question comes, and there are changes that no event tells of (writes through a
//! mapping, through another hard link, from another machine), so a journal of events cannot prove
//! that nothing changed.
//!
//! One daemon per store, for all working trees that were asked for. What it cannot be told it looks
//! for, and says so (`home`). It ends when it is asked to, when its trees are gone, or when another
//! daemon has taken over a store that was deleted.
//!
//! Knows no signals and prints nothing: it is handed a flag to stop at, and whom to tell.

mod ears;
mod home;
mod mounts;
mod tree;

pub use home::Watcher;

pub(crate) use home::Home;

use crate::keywords::Checked;
use crate::pipeline::{Control, Report};
use crate::store::Store;
use crate::{Error, Place, gc};
use ears::{Ears, Heard};
use home::Living;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tree::{Scan, Tree};

/// The shortest and the longest time between two looks at a tree that cannot be listened to. A look
/// never takes more than a hundredth of the time in between.
const SCAN_MIN: Duration = Duration::from_secs(1);
const SCAN_MAX: Duration = Duration::from_secs(30);
/// How often the daemon looks up without having heard anything.
const TICK: Duration = Duration::from_secs(1);
/// How often it looks at what lies outside of what it listens to: rules of the user, references.
const SMALL_EVERY: Duration = Duration::from_secs(60);
/// How often it checks by a look that it was told everything.
const LOOK_EVERY: Duration = Duration::from_secs(600);
/// How often it asks again for watches that were refused, and sweeps stores that nobody uses.
const SWEEP_EVERY: Duration = Duration::from_secs(24 * 3600);
/// A tree whose root is gone for so long will not come back.
const GONE_MAX: Duration = Duration::from_secs(600);

/// How a daemon is to work.
#[derive(Clone, Debug, Default)]
pub struct WatchOptions {
    /// Look again and again instead of listening.
    pub scan: bool,
    /// Use at most so many watches of the system.
    pub watches_max: Option<usize>,
    /// The folder of all stores, to be swept of those that nobody uses.
    pub cache: Option<PathBuf>,
}

/// The daemon that lives in the store of a place; none if there is none.
pub fn watcher(place: &Place) -> Option<Watcher> {
    Home::of(place).watcher()
}

/// Where the daemon of a place is to log.
pub fn watch_log(place: &Place) -> PathBuf {
    Home::of(place).log()
}

/// Asks the daemon of a place to end and waits for it: none if there was none, false if it did not
/// end in time. Its trees are forgotten.
pub fn stop_watcher(place: &Place, wait: Duration) -> Result<Option<bool>, Error> {
    let home = Home::of(place);
    let is_there = home.watcher().is_some();
    home.roots().iter().for_each(|root| home.remove_root(root));
    if is_there { home.stop(wait).map(Some) } else { Ok(None) }
}

/// Keeps the project indexed until `stop` is set or someone asks the daemon to end. If one lives
/// already, it is given this tree too, and described.
pub fn watch(
    place: &Place,
    options: &WatchOptions,
    stop: &AtomicBool,
    say: &(dyn Fn(&str) + Sync),
) -> Result<Option<Watcher>, Error> {
    Store::of(place).create()?;
    let home = Home::of(place);
    home.add_root(&place.root)?;
    let living = loop {
        match (home.take()?, home.watcher()) {
            (Some(living), _) => break living,
            (None, Some(watcher)) => return Ok(Some(watcher)),
            // It ended between the two looks.
            (None, None) => {}
        }
    };
    let now = Instant::now();
    let mut daemon = Daemon {
        store: place.store.clone(),
        home,
        living,
        options,
        stop,
        say,
        trees: Vec::new(),
        ears: Ears::new(options.watches_max),
        checked: Checked::default(),
        told: Watcher::default(),
        last_error: None,
        not_before: now,
        small_at: now + SMALL_EVERY,
        look_at: now + LOOK_EVERY,
        sweep_at: now,
    };
    daemon.run()?;
    Ok(None)
}

struct Daemon<'a> {
    store: PathBuf,
    home: Home,
    living: Living,
    options: &'a WatchOptions,
    stop: &'a AtomicBool,
    say: &'a (dyn Fn(&str) + Sync),
    trees: Vec<Tree>,
    ears: Ears,
    checked: Checked,
    told: Watcher,
    last_error: Option<String>,
    /// A batch that took long is followed by a pause.
    not_before: Instant,
    small_at: Instant,
    look_at: Instant,
    sweep_at: Instant,
}

impl Daemon<'_> {
    fn run(&mut self) -> Result<(), Error> {
        (self.say)(&format!("process {} watches {}", std::process::id(), self.store.display()));
        self.told = Watcher { pid: std::process::id(), since: seconds_now(), ..Watcher::default() };
        self.tell("starting");
        while !self.is_over()? {
            self.find_trees();
            if self.trees.is_empty() {
                (self.say)("nothing is left to watch");
                break;
            }
            self.notice_the_time();
            self.listen();
            self.work();
            // New folders are listened to, and looked at once more, before anything is waited for.
            if self.listen() || self.trees.iter().any(Tree::is_ready) {
                continue;
            }
            self.tell("idle");
            let wakes = self.trees.iter().filter_map(Tree::next_at);
            let until = wakes.chain([Instant::now() + TICK]).min().expect("there is a tick");
            if let Some(heard) = self.ears.wait(self.not_before, until) {
                self.hear(&heard);
            }
        }
        self.tell("ending");
        (self.say)("ended");
        if self.living.is_ours() {
            self.home.leave();
        }
        Ok(())
    }

    /// Asked to end, or the store belongs to someone else.
    fn is_over(&mut self) -> Result<bool, Error> {
        if self.stop.load(Ordering::Relaxed) || self.home.is_to_stop() {
            return Ok(true);
        }
        if self.living.is_ours() {
            return Ok(false);
        }
        (self.say)("the store was deleted; it is made anew");
        for tree in &mut self.trees {
            Store::of(&tree.place).create()?;
            self.home.add_root(&tree.place.root)?;
            tree.due.everything = true;
        }
        match self.home.take()? {
            Some(living) => {
                self.living = living;
                self.told.doing.clear();
                Ok(false)
            }
            None => {
                (self.say)("another daemon has taken over");
                Ok(true)
            }
        }
    }

    /// Takes up trees that were asked for, and lets go of those that are gone.
    fn find_trees(&mut self) {
        for root in self.home.roots() {
            if self.trees.iter().all(|tree| tree.place.root != root) {
                let scan = self.options.scan.then(|| "it was asked to".to_string());
                let place = Place { root, store: self.store.clone(), unsaved: Default::default() };
                (self.say)(&format!("watching {}", place.root.display()));
                self.trees.push(Tree::new(place, scan));
            }
        }
        for tree in &mut self.trees {
            match (tree.place.root.is_dir(), tree.gone_since) {
                (true, Some(_)) => {
                    (self.say)(&format!("{} is back", tree.place.root.display()));
                    tree.gone_since = None;
                    tree.due.everything = true;
                    tree.folders_changed = true;
                    self.ears.forget();
                }
                (false, None) => {
                    (self.say)(&format!("{} is gone", tree.place.root.display()));
                    tree.gone_since = Some(Instant::now());
                }
                _ => {}
            }
        }
        let gone = |tree: &Tree| tree.gone_since.is_some_and(|since| since.elapsed() > GONE_MAX);
        self.trees.iter().filter(|tree| gone(tree)).for_each(|tree| self.home.remove_root(&tree.place.root));
        self.trees.retain(|tree| !gone(tree));
    }

    fn hear(&mut self, heard: &Heard) {
        if heard.overflow {
            let why = heard.trouble.as_deref().unwrap_or("too much happened at once");
            (self.say)(&format!("events were lost ({why}): everything is looked at"));
            self.ears.forget();
        }
        for tree in &mut self.trees {
            tree.hear(heard);
            tree.folders_changed |= heard.overflow || tree.may_hear_again(heard, &self.ears);
        }
        if self.ears.lost_by(heard) {
            self.listen_anew(&heard.renamed);
        }
    }

    fn notice_the_time(&mut self) {
        let now = Instant::now();
        for tree in &mut self.trees {
            tree.scan_if_time();
            tree.wake_at = tree.wake_at.filter(|at| *at > now);
            if now >= self.small_at {
                tree.due.settle |= tree.small_things_changed();
            }
            if now >= self.look_at {
                tree.due.look = true;
                tree.folders_changed |= self.ears.refused.is_some();
            }
        }
        if now >= self.small_at {
            self.small_at = now + SMALL_EVERY;
        }
        if now >= self.look_at {
            self.look_at = now + LOOK_EVERY;
        }
        if now >= self.sweep_at {
            self.sweep_at = now + SWEEP_EVERY;
            let swept = self.options.cache.iter().flat_map(|cache| gc::sweep_stores(cache));
            swept.for_each(|store| (self.say)(&format!("removed {}, which nobody uses", store.display())));
        }
    }

    /// Does what is due in each tree.
    fn work(&mut self) {
        for index in 0..self.trees.len() {
            let tree = &mut self.trees[index];
            if !tree.is_ready() {
                continue;
            }
            if tree.is_held() {
                tree.wake_at = Some(Instant::now() + Duration::from_millis(100));
                continue;
            }
            let n_due = tree.due.len();
            self.tell("indexing");
            let control = Control { progress: &|_| {}, stop: self.stop, wait: true };
            let start = Instant::now();
            match self.trees[index].update(&control, &self.checked) {
                Ok(report) => self.done(index, n_due, &report),
                Err(Error::Interrupted) => return,
                Err(error) => self.failed(index, &error),
            }
            self.not_before = Instant::now() + (start.elapsed() * 2).min(Duration::from_secs(2));
        }
    }

    fn done(&mut self, index: usize, n_due: usize, report: &Report) {
        self.last_error = None;
        report.notes.iter().for_each(|note| (self.say)(note));
        let Report { generation, n_files, n_read, n_new, n_deleted, .. } = report;
        if *generation != crate::Generation(self.told.generation) || *n_read > 0 || *n_deleted > 0 {
            let root = self.trees[index].place.root.display();
            (self.say)(&format!(
                "{root}: {n_due} paths named, {n_read} read, {n_new} new, {n_deleted} gone of {n_files} files in {} ms; \
                 generation {}",
                report.elapsed.as_millis(),
                generation.0
            ));
        }
        self.told.generation = generation.0;
    }

    fn failed(&mut self, index: usize, error: &Error) {
        let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
        // Said once, however often it is tried; causes may name temporary files.
        let what = error.to_string();
        let is_known = self.last_error.as_ref().is_some_and(|known| known.starts_with(&what));
        if !is_known && self.trees[index].place.root.is_dir() {
            (self.say)(&format!("failed, and tried again later: {what}{cause}"));
        }
        self.last_error = Some(format!("{what}{cause}"));
    }

    /// Listens to the folders as they are now, if they changed. True if some were not listened to
    /// before and have to be looked at.
    fn listen(&mut self) -> bool {
        if !self.trees.iter().any(|tree| tree.folders_changed) {
            return false;
        }
        self.listen_anew(&HashSet::new())
    }

    fn listen_anew(&mut self, renamed: &HashSet<PathBuf>) -> bool {
        let told = self.trees.iter().filter(|tree| tree.scan.as_ref().is_none_or(Scan::is_besides));
        let wanted: HashSet<PathBuf> = told.flat_map(Tree::folders).collect();
        let was_refused = self.ears.refused.clone();
        let new = self.ears.listen(&wanted, renamed);
        self.told.n_folders = wanted.len();
        for tree in &mut self.trees {
            // What went away at this very moment is either gone for good, or watched next time.
            tree.folders_changed = self.ears.missed;
            tree.was_deaf_to(&new);
            tree.scan_besides(self.ears.refused.as_deref());
        }
        if self.ears.refused != was_refused {
            match &self.ears.refused {
                Some(why) => (self.say)(&format!(
                    "only {} of {} folders are watched: {why}; the rest is looked at from time to time",
                    self.ears.n_watches(),
                    wanted.len()
                )),
                None => (self.say)("all folders are watched again"),
            }
        }
        !new.is_empty()
    }

    /// Says what it is doing, if that is something else than before.
    fn tell(&mut self, doing: &str) {
        let degraded = self.trees.iter().filter_map(|tree| {
            let scan = tree.scan.as_ref()?;
            Some(format!("{}: looked at every {:.0} s instead", scan.why, scan.every.as_secs_f64().ceil()))
        });
        let degraded: HashSet<String> = degraded.collect();
        let mut degraded: Vec<String> = degraded.into_iter().collect();
        degraded.sort();
        let told = Watcher {
            doing: doing.to_string(),
            queue: self.ears.n_waiting() + self.trees.iter().map(|tree| tree.due.len()).sum::<usize>(),
            n_watches: self.ears.n_watches(),
            degraded: (!degraded.is_empty()).then(|| degraded.join("; ")),
            last_error: self.last_error.clone(),
            roots: self.trees.iter().map(|tree| tree.place.root.clone()).collect(),
            ..self.told.clone()
        };
        if told != self.told {
            // A full disk must not end the daemon; it is said where it hurts.
            let _ = self.home.tell(&told);
            self.told = told;
        }
    }
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The daemon of a store, wherever its trees are.
pub(crate) fn watcher_of(store: &Path) -> Option<Watcher> {
    Home::in_store(store).watcher()
}
