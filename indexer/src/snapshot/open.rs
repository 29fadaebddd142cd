//! Opening: what is published, what the disk says, and what to do about the difference.

use super::{Freshness, Snapshot};
use crate::fresh;
use crate::keywords::OverlayWords;
use crate::pipeline::{self, Control, New, plan, read_one};
use crate::relist::{found_now, relist};
use crate::store::{Packs, Store};
use crate::view::{FileId, Row, Stat, View};
use crate::walk::Found;
use crate::{BlobId, Error, Place, gc, git};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

/// Up to here changed files are read into memory again by every question instead of being
/// committed: a commit costs some 30-80 ms of syncing (STACK 1), reading this much about as much.
const OVERLAY_BYTES_MAX: u64 = 512 << 10;
const OVERLAY_FILES_MAX: usize = 100;

pub(super) fn open(place: &Place, refresh: bool, control: &Control<'_>) -> Result<Snapshot, Error> {
    let mut notes = Vec::new();
    let store = Store::of(place);
    gc::mark_used(&store.dir);
    // One pass is enough: what was written within a tick of the clock would ask for the next one.
    let mut may_commit = true;
    for _ in 0..4 {
        let published = match published(place, &store) {
            Ok(Some(published)) => published,
            Ok(None) => {
                notes.extend(index(place, control, true)?);
                continue;
            }
            Err(error) if error.is_curable() => {
                // The pass finds the same damage and says so in its own note.
                let said = index(place, control, true)?;
                notes.extend(if said.is_empty() { vec![error.rebuilt()] } else { said });
                continue;
            }
            Err(error) => return Err(error),
        };
        let epoch = published.epoch;
        let fresh = if refresh {
            self::refresh(place, published, control, (may_commit, &mut notes))?
        } else {
            Some(published.still())
        };
        may_commit = false;
        if let Some(fresh) = fresh {
            return Ok(fresh.under(&place.unsaved).into_snapshot(place, epoch, (refresh, notes)));
        }
    }
    Err(Error::Root { path: place.root.clone(), what: "keeps changing faster than it can be indexed" })
}

/// Runs a pass; gives its notes.
fn index(place: &Place, control: &Control<'_>, wait: bool) -> Result<Vec<String>, Error> {
    let control = Control { wait, ..*control };
    pipeline::index(place, &control).map(|report| report.notes)
}

/// The view and packs as published.
struct Published {
    view: View,
    packs: Packs,
    epoch: u64,
}

fn published(place: &Place, store: &Store) -> Result<Option<Published>, Error> {
    let Some(view) = View::read(&place.view())? else { return Ok(None) };
    let (manifest, packs) = store.packs()?;
    packs.check_version(store)?;
    if packs.0.is_empty() && view.rows.iter().any(|row| row.blob.is_some()) {
        return Err(Error::damaged(&store.dir, "the facts are gone"));
    }
    Ok(Some(Published { view, packs, epoch: manifest.epoch }))
}

/// A view that is true of the disk, and the contents it needs beyond the store.
struct Fresh {
    view: View,
    packs: Packs,
    new: Vec<New>,
    n_deleted: usize,
}

impl Published {
    fn still(self) -> Fresh {
        Fresh { view: self.view, packs: self.packs, new: Vec::new(), n_deleted: 0 }
    }
}

/// Brings the view up to date with the disk; none when a pass was run and all is to be opened anew.
fn refresh(
    place: &Place,
    published: Published,
    control: &Control<'_>,
    (may_commit, notes): (bool, &mut Vec<String>),
) -> Result<Option<Fresh>, Error> {
    let Published { mut view, packs, epoch } = published;
    // A commit may change no file at all.
    view.head = git::head(&place.root);
    let walked_at = crate::view::now();
    let changes = fresh::look(&place.root, &view);
    if changes.is_none() {
        return Ok(Some(Published { view, packs, epoch }.still()));
    }
    if changes.only_files(&view) {
        let size = changes.files.iter().map(|id| size_now(place, &view, *id)).sum();
        if may_commit && is_much(changes.files.len(), size) && commit(place, control, notes)? {
            return Ok(None);
        }
        let fresh = files(place, view, packs, (&changes.files, walked_at));
        if fresh.new.is_empty() {
            remember(place, &fresh.view);
        }
        return Ok(Some(fresh));
    }
    let walked = relist(place, &view, &changes)?;
    let plan = plan(&view, walked, &|id| packs.find(id).is_some());
    let size = plan.read.iter().map(|found| found.stat.size).sum();
    if may_commit && is_much(plan.read.len(), size) && commit(place, control, notes)? {
        return Ok(None);
    }
    let mut fresh = names(place, packs, plan);
    fresh.view.generation = view.generation;
    remember(place, &stored_part(&fresh, &view));
    Ok(Some(fresh))
}

fn is_much(n_files: usize, bytes: u64) -> bool {
    n_files > OVERLAY_FILES_MAX || bytes > OVERLAY_BYTES_MAX
}

/// Runs a pass unless another process is writing; false if one is.
fn commit(place: &Place, control: &Control<'_>, notes: &mut Vec<String>) -> Result<bool, Error> {
    match index(place, control, false) {
        Ok(said) => {
            notes.extend(said);
            Ok(true)
        }
        Err(Error::Busy { .. }) => Ok(false),
        // An answer does not need the store to be writable; the overlay serves.
        Err(Error::Io { doing, path, source }) => {
            notes.push(format!("answers come from memory: cannot {doing} {}: {source}", path.display()));
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

fn size_now(place: &Place, view: &View, id: FileId) -> u64 {
    std::fs::symlink_metadata(view.rel_path(id).under(&place.root)).map_or(0, |meta| meta.len())
}

/// Reads the files that may have changed.
fn files(place: &Place, mut view: View, packs: Packs, (ids, walked_at): (&[FileId], i64)) -> Fresh {
    let read: Vec<Found> = ids.iter().filter_map(|id| found_now(place, &view, *id)).collect();
    let (rows, new) = read_into_memory(place, &packs, &read);
    let mut rows: HashMap<&str, Row> =
        read.iter().zip(rows).filter_map(|(found, row)| Some((found.path.text.as_str(), row?))).collect();
    let mut n_deleted = 0;
    let mut gone = Vec::new();
    for id in ids {
        match rows.remove(view.path(*id)) {
            Some(row) => view.rows[id.0 as usize] = row,
            None => gone.push(*id),
        }
    }
    if !gone.is_empty() {
        n_deleted = gone.len();
        view = view.without(&gone);
    }
    // Every stat was compared in this look, so the view is as good as walked now.
    view.walked_at = walked_at;
    fill_meta(&mut view, &packs, &new);
    Fresh { view, packs, new, n_deleted }
}

/// Reads what a walk found to be new or changed.
fn names(place: &Place, packs: Packs, mut plan: pipeline::Plan) -> Fresh {
    let n_deleted = plan.n_deleted;
    let (rows, new) = read_into_memory(place, &packs, &plan.read);
    plan.fill(rows);
    let mut view = plan.into_view(&packs, place);
    fill_meta(&mut view, &packs, &new);
    Fresh { view, packs, new, n_deleted }
}

fn read_into_memory(place: &Place, packs: &Packs, read: &[Found]) -> (Vec<Option<Row>>, Vec<New>) {
    let taken = Mutex::new(std::collections::HashSet::new());
    let is_known = |id: BlobId| {
        let mut taken = taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        packs.find(id).is_some() || !taken.insert(id)
    };
    let one = |found: &Found| read_one(&place.root, found, is_known);
    let read: Vec<(Option<Row>, Option<New>)> = read.par_iter().map(one).collect();
    let mut rows = Vec::with_capacity(read.len());
    let mut new = Vec::new();
    for (row, drawn) in read {
        rows.push(row);
        new.extend(drawn);
    }
    (rows, new)
}

/// Rows of contents that were known, or drawn for another path, lack their numbers.
fn fill_meta(view: &mut View, packs: &Packs, new: &[New]) {
    let drawn: HashMap<BlobId, &New> = new.iter().map(|new| (new.id, new)).collect();
    for row in &mut view.rows {
        let Some(id) = row.blob.filter(|_| row.meta == crate::pack::Meta::default()) else { continue };
        row.meta = match drawn.get(&id) {
            Some(new) => new.meta,
            None => packs.find(id).map_or(row.meta, |(pack, ordinal)| pack.entry(ordinal).meta),
        };
    }
}

/// The view without what only memory has: such a file keeps its old row, or gets one that no file
/// can equal, so that the next look reads it again but need not walk again to find it.
fn stored_part(fresh: &Fresh, old: &View) -> View {
    let new: std::collections::HashSet<BlobId> = fresh.new.iter().map(|new| new.id).collect();
    let mut view = fresh.view.clone();
    for id in view.ids() {
        if view.row(id).blob.is_some_and(|blob| new.contains(&blob)) {
            let unread = Row { stat: Stat::default(), blob: None, meta: crate::pack::Meta::default(), ..*view.row(id) };
            view.rows[id.0 as usize] = old.find(view.path(id)).map_or(unread, |known| *old.row(known));
        }
    }
    view
}

/// Publishes a view that shows no new contents but knows the disk better, so that the next look
/// is cheap again. Only if nobody writes; failing does no harm.
fn remember(place: &Place, view: &View) {
    let store = Store::of(place);
    let Ok(_lock) = store.lock() else { return };
    // Someone may have published since we read.
    if let Ok(Some(now)) = View::read(&place.view()) {
        if now.generation == view.generation {
            let mut view = view.clone();
            view.generation.0 += u64::from(!view.shows_the_same(&now));
            let _ = view.publish(&place.view());
        }
    }
}

impl Fresh {
    /// With unsaved texts laid over it.
    fn under(mut self, unsaved: &BTreeMap<String, Vec<u8>>) -> Fresh {
        if unsaved.is_empty() {
            return self;
        }
        let mut rows = BTreeMap::new();
        for (path, bytes) in unsaved {
            let is_known = |id: BlobId| self.packs.find(id).is_some() || self.new.iter().any(|new| new.id == id);
            let (row, new) = pipeline::read_unsaved(path, bytes, is_known);
            rows.extend(row.map(|row| (path.clone(), row)));
            self.new.extend(new);
        }
        self.view = self.view.with(rows);
        fill_meta(&mut self.view, &self.packs, &self.new);
        self
    }

    fn into_snapshot(self, place: &Place, epoch: u64, (checked, notes): (bool, Vec<String>)) -> Snapshot {
        let mut overlay_words = OverlayWords::default();
        let mut overlay = HashMap::new();
        let mut overlay_vectors = HashMap::new();
        let freshness = Freshness { n_overlaid: self.new.len(), n_deleted: self.n_deleted, checked, notes };
        for new in self.new {
            overlay_words.add(new.id.key(), &new.words);
            overlay.insert(new.id, Arc::new(new.contents));
            overlay_vectors.insert(new.id, new.vectors);
        }
        Snapshot {
            place: place.clone(),
            view: self.view,
            packs: self.packs,
            epoch,
            keywords: OnceLock::new(),
            overlay,
            overlay_words,
            overlay_vectors,
            meaning: OnceLock::new(),
            linked: OnceLock::new(),
            linked_min: super::linked::LINKED_MIN,
            other: OnceLock::new(),
            by_key: OnceLock::new(),
            starts: OnceLock::new(),
            places: Default::default(),
            statistics: OnceLock::new(),
            freshness,
        }
    }
}
