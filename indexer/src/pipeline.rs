//! One pass over the project: walk, compare with the last view, read what changed, publish.
//!
//! Workers read, hash, outline and cut files in parallel; one thread takes what is new to the
//! store. Everything in between is bounded, so memory does not grow with the project. What has
//! reached the store counts even if the pass is killed: the next one finds the contents by their
//! hashes and only reads the files again.

mod plan;
mod read;
mod sink;
mod touch;

pub(crate) use plan::{Plan, plan};
pub(crate) use read::{New, Reading, read_one, read_text, read_unsaved, text_of, verdict, verdict_unsaved};
pub(crate) use sink::Sink;

use crate::fresh::Changes;
use crate::keywords::Checked;
use crate::pack::Meta;
use crate::relist::relist;
use crate::snapshot::{Meaning, NEW_FILES_MIN, Vectors};
use crate::store::{Manifest, Packs, Store, WriteLock};
use crate::view::{Row, Stat, View};
use crate::walk::{Found, Walked};
use crate::{BlobId, Error, Generation, Place, SkipReason};
use crossbeam_channel::{Receiver, Sender, bounded};
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
    let everything = |_: &View| Changes { everything: true, ..Changes::default() };
    let job = Job { place, control, checked: &Checked::default(), known: &Base::default(), changes: &everything };
    Ok(run(&job)?.1)
}

/// What a pass is to do.
pub(crate) struct Job<'a> {
    pub(crate) place: &'a Place,
    pub(crate) control: &'a Control<'a>,
    /// Files of the keyword index that this process has seen to be whole.
    pub(crate) checked: &'a Checked,
    /// What this process knows to be published, to save reading it again if it still is.
    pub(crate) known: &'a Base,
    /// What may have changed since a view; asked once the lock is held.
    pub(crate) changes: &'a (dyn Fn(&View) -> Changes + Sync),
}

/// Runs a pass.
pub(crate) fn run(job: &Job<'_>) -> Result<(Base, Report), Error> {
    let start = Instant::now();
    let (base, mut report) = again_if_vanished(&Store::of(job.place), |store| run_once(job, store))?;
    report.elapsed = start.elapsed();
    Ok((base, report))
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

fn run_once(job: &Job<'_>, store: &Store) -> Result<(Base, Report), Error> {
    store.create()?;
    let lock = lock(store, job.control)?;
    let mut report = Report::default();
    let writing = Writing { place: job.place, store, lock: &lock, control: job.control, checked: job.checked };
    let result = match pass(&writing, job, &mut report) {
        Err(error) if error.is_curable() => {
            report = Report { notes: vec![error.rebuilt()], ..Report::default() };
            store.reset(&lock)?;
            pass(&writing, job, &mut report)
        }
        other => other,
    };
    Ok((result?, report))
}

/// Throws away the contents of a damaged store and draws them anew. `why` goes into the notes.
pub fn rebuild(place: &Place, control: &Control<'_>, why: &Error) -> Result<Report, Error> {
    again_if_vanished(&Store::of(place), |store| {
        store.create()?;
        store.reset(&lock(store, control)?)
    })?;
    let mut report = index(place, control)?;
    report.notes.push(why.rebuilt());
    Ok(report)
}

/// Takes the writer's lock, waiting for it if that is wanted.
pub(crate) fn lock(store: &Store, control: &Control<'_>) -> Result<WriteLock, Error> {
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

/// What a pass writes to, and who steers it.
#[derive(Clone, Copy)]
pub(crate) struct Writing<'a> {
    pub(crate) place: &'a Place,
    pub(crate) store: &'a Store,
    pub(crate) lock: &'a WriteLock,
    pub(crate) control: &'a Control<'a>,
    pub(crate) checked: &'a Checked,
}

/// What is published: a pass begins with one and ends with another.
#[derive(Clone, Default)]
pub(crate) struct Base {
    pub(crate) manifest: Manifest,
    pub(crate) packs: Packs,
    pub(crate) view: View,
    /// The file the view lies in. Another publication is another file.
    pub(crate) view_file: Option<Stat>,
    /// Files read since what their paths say of their meaning was last kept (see `snapshot/near.rs`).
    pub(crate) n_unkept: usize,
}

impl Base {
    /// Reads what is published, taking over what is known already. Only with the lock held.
    pub(crate) fn open(place: &Place, store: &Store, known: &Base) -> Result<Base, Error> {
        let (manifest, packs) = store.packs_beside(&known.packs)?;
        packs.check_version(store)?;
        let view_file = Base::view_file(place);
        let view = match known.view_file {
            Some(_) if view_file == known.view_file => known.view.clone(),
            _ => View::read(&place.view())?.unwrap_or_default(),
        };
        Ok(Base { manifest, packs, view, view_file, n_unkept: known.n_unkept })
    }

    pub(crate) fn view_file(place: &Place) -> Option<Stat> {
        std::fs::metadata(place.view()).ok().map(|meta| Stat::of(&meta))
    }
}

fn pass(writing: &Writing<'_>, job: &Job<'_>, report: &mut Report) -> Result<Base, Error> {
    let base = Base::open(writing.place, writing.store, job.known)?;
    writing.store.sweep_files(&base.manifest, writing.lock);
    let progress = writing.control.progress;
    progress(&Progress { stage: Stage::Walking, n_files: 0, n_done: 0, bytes: 0, bytes_done: 0 });
    let mut changes = (job.changes)(&base.view);
    // A view without its contents can only be drawn anew.
    changes.everything |= base.packs.0.is_empty();
    if let Some(touched) = touch::touched(writing.place, &base.view, &changes) {
        return absorb_touched(writing, base, touched, report);
    }
    let walked = relist(writing.place, &base.view, &changes)?;
    absorb(writing, base, walked, report)
}

/// Takes what was found on the disk into the store, and publishes the view of it.
fn absorb(writing: &Writing<'_>, base: Base, walked: Walked, report: &mut Report) -> Result<Base, Error> {
    let Writing { place, store, lock, control, checked } = *writing;
    let Base { manifest, packs, view: old, .. } = base;
    let mut plan = plan(&old, walked, &|id| packs.find(id).is_some());
    report.n_deleted = plan.n_deleted;
    report.n_read = plan.read.len();
    let mut sink = Sink::new(store, (lock, checked), manifest, packs);
    let rows = read_all(place, &plan.read, &mut sink, control)?;
    (control.progress)(&totals(&plan.read).at(Stage::Publishing));
    sink.flush()?;
    plan.fill(rows);
    let mut view = plan.into_view(&sink.packs, place);
    view.generation = Generation(old.generation.0 + u64::from(!view.shows_the_same(&old)));
    // What was too fresh to be trusted is trusted by the new view, so that one is worth its writing.
    if !view.knows_the_same(&old) || !crate::fresh::doubtful(&place.root, &old).is_none() {
        lock.check()?;
        view.publish(&place.view())?;
    }
    sink.tidy(&view)?;
    keep_near(place, &view, &sink.packs)?;
    Ok(finish(place, view, sink, report))
}

/// The same for files of which only the contents changed.
fn absorb_touched(
    writing: &Writing<'_>,
    base: Base,
    touched: touch::Touched,
    report: &mut Report,
) -> Result<Base, Error> {
    let Writing { place, store, lock, checked, .. } = *writing;
    let Base { manifest, packs, view: old, n_unkept, .. } = base;
    report.n_read = touched.found.len();
    let n_unkept = n_unkept + touched.found.len();
    let is_worth = !touched.is_none() || !crate::fresh::doubtful(&place.root, &old).is_none();
    let mut sink = Sink::new(store, (lock, checked), manifest, packs);
    let (mut view, shows_other) = touched.read(writing, &mut sink, old)?;
    view.generation = Generation(view.generation.0 + u64::from(shows_other));
    if shows_other || is_worth {
        lock.check()?;
        view.publish(&place.view())?;
    }
    sink.tidy(&view)?;
    // A question draws a few by itself.
    let many = n_unkept >= NEW_FILES_MIN;
    if many {
        keep_near(place, &view, &sink.packs)?;
    }
    let n_unkept = if many { 0 } else { n_unkept };
    Ok(Base { n_unkept, ..finish(place, view, sink, report) })
}

fn finish(place: &Place, view: View, mut sink: Sink<'_>, report: &mut Report) -> Base {
    report.n_new = sink.n_new;
    report.notes.append(&mut sink.notes);
    describe(&view, report);
    let (manifest, packs) = sink.into_parts();
    Base { manifest, packs, view, view_file: Base::view_file(place), n_unkept: 0 }
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
