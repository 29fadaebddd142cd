//! One pass over the project: walk, compare with the last view, read what changed, publish.
//!
//! Workers read, hash, outline and cut files in parallel; one thread takes what is new to the
//! store. Everything in between is bounded, so memory does not grow with the project. What has
//! reached the store counts even if the pass is killed: the next one finds the contents by their
//! hashes and only reads the files again.

mod plan;
mod read;
mod sink;

pub(crate) use plan::{Plan, plan, stat_rules};
pub(crate) use read::{New, Reading, read_one, read_text, read_unsaved, text_of, verdict};

use crate::pack::Meta;
use crate::snapshot::{Meaning, Vectors};
use crate::store::{Packs, Store, WriteLock};
use crate::view::{Row, View};
use crate::walk::{self, Found};
use crate::{BlobId, Error, Generation, Place, SkipReason};
use crossbeam_channel::{Receiver, Sender, bounded};
use sink::Sink;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a pass is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Waiting for another writer.
    Waiting,
    /// Listing files.
    Walking,
    /// Reading what changed.
    Reading,
    /// Writing the last of it.
    Publishing,
    /// Linking near vectors; files are chunks then.
    Linking,
    /// Asking another model for vectors; files are chunks then.
    Embedding,
}

/// How far a pass is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub stage: Stage,
    /// Files to read in all, and read so far.
    pub n_files: usize,
    /// Files read so far.
    pub n_done: usize,
    /// Bytes to read in all.
    pub bytes: u64,
    /// Bytes read so far.
    pub bytes_done: u64,
}

/// How a caller steers a pass.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Told several times a second.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
    /// Set to true to stop; what was done so far is kept.
    pub stop: &'a AtomicBool,
    /// Wait while another process writes, instead of failing with [`Error::Busy`].
    pub wait: bool,
}

/// What a pass did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The view it published.
    pub generation: Generation,
    /// Files of the project.
    pub n_files: usize,
    /// Files that were read.
    pub n_read: usize,
    /// Contents that were new to the store.
    pub n_new: usize,
    /// Files of the last view that are gone.
    pub n_deleted: usize,
    /// Bytes that were read.
    pub bytes: u64,
    /// Files that are not searched, by reason.
    pub skipped: BTreeMap<SkipReason, usize>,
    /// How long it took.
    pub elapsed: Duration,
    /// What had to be repaired, and what a person should know.
    pub notes: Vec<String>,
}

/// Workers get this much stack: syntax trees of hostile files are deep.
const STACK_BYTES: usize = 8 << 20;
/// How often a pass is begun anew because the store's folder went away.
const VANISHED_TRIES: usize = 5;
/// Contents waiting for the writer.
const QUEUE: usize = 16;

/// Brings the store of a project up to date with the disk.
pub fn index(place: &Place, control: &Control<'_>) -> Result<Report, Error> {
    let start = Instant::now();
    let mut report = again_if_vanished(&Store::of(place), |store| index_once(place, store, control))?;
    report.elapsed = start.elapsed();
    Ok(report)
}

/// Does it again when the folder of the store was deleted under us, as it may be at any time.
fn again_if_vanished<T>(store: &Store, work: impl Fn(&Store) -> Result<T, Error>) -> Result<T, Error> {
    for _ in 1..VANISHED_TRIES {
        match work(store) {
            Err(Error::Io { path, source, .. })
                if source.kind() == std::io::ErrorKind::NotFound && path.starts_with(&store.dir) => {}
            other => return other,
        }
    }
    work(store)
}

fn index_once(place: &Place, store: &Store, control: &Control<'_>) -> Result<Report, Error> {
    store.create()?;
    let lock = lock(store, control)?;
    let mut report = Report::default();
    let result = pass(place, store, &lock, control, &mut report);
    let result = match result {
        Err(error) if error.is_curable() => {
            report = Report { notes: vec![format!("rebuilt the index: {error}")], ..Report::default() };
            store.reset(&lock)?;
            pass(place, store, &lock, control, &mut report)
        }
        other => other,
    };
    result?;
    Ok(report)
}

/// Throws away the contents of a damaged store and draws them anew. `why` goes into the notes.
pub fn rebuild(place: &Place, control: &Control<'_>, why: &Error) -> Result<Report, Error> {
    again_if_vanished(&Store::of(place), |store| {
        store.create()?;
        store.reset(&lock(store, control)?)
    })?;
    let mut report = index(place, control)?;
    report.notes.push(format!("rebuilt the index: {why}"));
    Ok(report)
}

fn lock(store: &Store, control: &Control<'_>) -> Result<WriteLock, Error> {
    loop {
        match store.lock() {
            Err(Error::Busy { .. }) if control.wait => {}
            other => return other,
        }
        if control.stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        (control.progress)(&Progress { stage: Stage::Waiting, n_files: 0, n_done: 0, bytes: 0, bytes_done: 0 });
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn pass(
    place: &Place,
    store: &Store,
    lock: &WriteLock,
    control: &Control<'_>,
    report: &mut Report,
) -> Result<(), Error> {
    let (manifest, packs) = store.packs()?;
    if packs.0.iter().any(|pack| pack.features != grammars::FEATURES) {
        return Err(Error::damaged(&store.dir, "its facts were drawn by another version"));
    }
    store.sweep_files(&manifest, lock);
    let old = View::read(&place.view())?.unwrap_or_default();
    (control.progress)(&Progress { stage: Stage::Walking, n_files: 0, n_done: 0, bytes: 0, bytes_done: 0 });
    let walked_at = crate::view::now();
    let rules = stat_rules(&place.root);
    let walked = walk::walk(place)?;
    let mut plan = plan(&old, walked, &|id| packs.find(id).is_some());
    report.n_deleted = plan.n_deleted;
    report.n_read = plan.read.len();
    let mut sink = Sink::new(store, lock, manifest, packs);
    let rows = read_all(place, &plan.read, &mut sink, control)?;
    (control.progress)(&totals(&plan.read).at(Stage::Publishing));
    sink.flush()?;
    plan.fill(rows);
    let mut view = plan.into_view(&sink.packs, place, walked_at, rules);
    let changed = !view.shows_the_same(&old);
    view.generation = Generation(old.generation.0 + u64::from(changed));
    lock.check()?;
    view.publish(&place.view())?;
    report.n_new = sink.n_new;
    sink.tidy()?;
    keep_near(place, &view, &sink.packs)?;
    report.notes.append(&mut sink.notes);
    describe(&view, report);
    Ok(())
}

/// Draws what the first question would have to, while it is at hand.
fn keep_near(place: &Place, view: &View, packs: &Packs) -> Result<(), Error> {
    let vectors = Vectors { view, packs, overlay: &HashMap::new(), root: &place.root };
    Meaning::of(vectors, &place.near())?.keep(vectors, &place.near());
    Ok(())
}

fn describe(view: &View, report: &mut Report) {
    report.generation = view.generation;
    report.n_files = view.rows.len();
    for row in &view.rows {
        if let Some(reason) = row.skip {
            *report.skipped.entry(reason).or_default() += 1;
        }
        report.bytes += row.stat.size * u64::from(row.blob.is_some());
    }
}

impl Progress {
    fn at(self, stage: Stage) -> Progress {
        Progress { stage, ..self }
    }
}

fn totals(read: &[Found]) -> Progress {
    let bytes = read.iter().map(|found| found.stat.size).sum();
    Progress { stage: Stage::Reading, n_files: read.len(), n_done: read.len(), bytes, bytes_done: bytes }
}

/// What the workers share.
struct Shared<'a> {
    place: &'a Place,
    read: &'a [Found],
    next: AtomicUsize,
    n_done: AtomicUsize,
    bytes_done: AtomicU64,
    /// Contents that a worker has taken, so that copies are drawn once.
    taken: Mutex<HashSet<BlobId>>,
    packs: Packs,
    stop: &'a AtomicBool,
    failed: AtomicBool,
}

/// Reads all of `read` in parallel; rows come back in its order, none for what vanished.
fn read_all(
    place: &Place,
    read: &[Found],
    sink: &mut Sink<'_>,
    control: &Control<'_>,
) -> Result<Vec<Option<Row>>, Error> {
    let shared = Shared {
        place,
        read,
        next: AtomicUsize::new(0),
        n_done: AtomicUsize::new(0),
        bytes_done: AtomicU64::new(0),
        taken: Mutex::new(HashSet::new()),
        packs: sink.packs.clone(),
        stop: control.stop,
        failed: AtomicBool::new(false),
    };
    let n_workers = std::thread::available_parallelism().map_or(2, usize::from).min(read.len().max(1));
    let (sender, receiver) = bounded(QUEUE);
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        for index in 0..n_workers {
            let (shared, sender) = (&shared, sender.clone());
            let builder = std::thread::Builder::new().name(format!("read-{index}")).stack_size(STACK_BYTES);
            let worker = builder.spawn_scoped(scope, move || work(shared, &sender));
            workers.push(worker.map_err(Error::io("start a thread in", &place.root))?);
        }
        drop(sender);
        let written = write(sink, &receiver, &shared, control);
        if written.is_err() {
            shared.failed.store(true, Ordering::Relaxed);
        }
        drop(receiver);
        let mut rows: Vec<Option<Row>> = vec![None; read.len()];
        for worker in workers {
            for (index, row) in worker.join().expect("workers catch the panics of grammars") {
                rows[index] = row;
            }
        }
        written?;
        if control.stop.load(Ordering::Relaxed) {
            sink.flush()?;
            return Err(Error::Interrupted);
        }
        Ok(rows)
    })
}

fn work(shared: &Shared<'_>, sender: &Sender<New>) -> Vec<(usize, Option<Row>)> {
    let mut rows = Vec::new();
    loop {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(found) = shared.read.get(index) else { return rows };
        if shared.stop.load(Ordering::Relaxed) || shared.failed.load(Ordering::Relaxed) {
            return rows;
        }
        let is_known = |id| {
            let mut taken = shared.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            shared.packs.find(id).is_some() || !taken.insert(id)
        };
        let (row, new) = read_one(&shared.place.root, found, is_known);
        rows.push((index, row));
        if let Some(new) = new {
            if sender.send(new).is_err() {
                return rows;
            }
        }
        shared.n_done.fetch_add(1, Ordering::Relaxed);
        shared.bytes_done.fetch_add(found.stat.size, Ordering::Relaxed);
    }
}

/// Takes what the workers found until they are done, and tells how far they are.
fn write(sink: &mut Sink<'_>, new: &Receiver<New>, shared: &Shared<'_>, control: &Control<'_>) -> Result<(), Error> {
    let all = totals(shared.read);
    let mut told = Instant::now();
    loop {
        match new.recv_timeout(Duration::from_millis(100)) {
            Ok(new) => sink.add(new)?,
            Err(crossbeam_channel::RecvTimeoutError::Timeout) => {}
            Err(crossbeam_channel::RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if told.elapsed() >= Duration::from_millis(100) {
            told = Instant::now();
            let n_done = shared.n_done.load(Ordering::Relaxed);
            let bytes_done = shared.bytes_done.load(Ordering::Relaxed);
            (control.progress)(&Progress { n_done, bytes_done, ..all });
        }
    }
}

/// What a view wants to know about a content of the store.
fn meta_of(packs: &Packs, id: BlobId) -> Meta {
    packs.find(id).map_or_else(Meta::default, |(pack, ordinal)| pack.entry(ordinal).meta)
}
