//! Takes new contents into the store, and publishes them in portions.
//!
//! A portion is committed to the keyword index, its pack is completed, then the manifest that
//! lists it is replaced: whoever dies in between leaves files that nobody lists.

use super::New;
use crate::keywords::{self, Checked};
use crate::pack::{Pack, PackBuilder};
use crate::store::{Manifest, Packs, Store, WriteLock};
use crate::view::View;
use crate::{BlobId, Error, facts};
use std::collections::HashSet;
use std::sync::Arc;

/// Bytes of records after which a portion is published. Bounds memory (the dictionary of a pack
/// grows in memory) and what a kill can cost.
const PORTION_BYTES: usize = 24 << 20;
/// Packs smaller than this are merged when there are more than a few of them.
const SMALL_BYTES: u64 = 4 << 20;
const SMALL_PACKS_MAX: usize = 8;
/// Fewer contents than this are not worth a sweep.
const DEAD_MIN: usize = 1_000;

pub(crate) struct Sink<'a> {
    store: &'a Store,
    lock: &'a WriteLock,
    checked: &'a Checked,
    manifest: Manifest,
    pub(super) packs: Packs,
    pub(super) n_new: usize,
    pub(super) notes: Vec<String>,
    words: Option<keywords::Writer>,
    pack: Option<(String, PackBuilder)>,
    bytes: usize,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(
        store: &'a Store,
        (lock, checked): (&'a WriteLock, &'a Checked),
        manifest: Manifest,
        packs: Packs,
    ) -> Sink<'a> {
        let (n_new, notes, words, pack, bytes) = (0, Vec::new(), None, None, 0);
        Sink { store, lock, checked, manifest, packs, n_new, notes, words, pack, bytes }
    }

    /// What is published when all is done.
    pub(crate) fn into_parts(self) -> (Manifest, Packs) {
        (self.manifest, self.packs)
    }

    /// The keyword index, opened when first needed: that costs milliseconds.
    fn words(&mut self) -> Result<&mut keywords::Writer, Error> {
        if self.words.is_none() {
            self.words = Some(keywords::Writer::open(&self.store.words_dir(), self.manifest.epoch, self.checked)?);
        }
        Ok(self.words.as_mut().expect("just opened"))
    }

    pub(super) fn add(&mut self, new: New) -> Result<(), Error> {
        self.words()?.add(new.id, &new.words)?;
        let record = facts::encode(&new.contents);
        let uses = new.uses();
        let names = new.contents.outline.names.iter().zip(uses);
        let (_, pack) = match &mut self.pack {
            Some(pack) => pack,
            none => {
                let name = format!("{:08x}-{:08x}.pack", self.manifest.epoch + 1, std::process::id());
                let builder = PackBuilder::create(&self.store.pack_path(&name))?;
                none.insert((name, builder))
            }
        };
        pack.add(new.id, new.meta, &record, new.vectors.borrowed(), names)?;
        self.n_new += 1;
        self.bytes += record.len();
        if self.bytes >= PORTION_BYTES { self.flush() } else { Ok(()) }
    }

    /// Publishes what was added since the last time.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        let Some((name, pack)) = self.pack.take() else { return Ok(()) };
        self.bytes = 0;
        let epoch = self.manifest.epoch + 1;
        self.words()?.commit(epoch)?;
        self.packs.0.push(Arc::new(pack.finish()?));
        self.manifest.epoch = epoch;
        self.manifest.packs.push(name);
        self.store.publish(&self.manifest, self.lock)
    }

    /// Merges small packs, drops what no view shows any more when there is much of it, and ends
    /// the keyword index's merges. `view` is that of this pass and is published already.
    pub(super) fn tidy(&mut self, view: &View) -> Result<(), Error> {
        if self.n_new > 0 {
            let n_contents: usize = self.packs.0.iter().map(|pack| pack.len() as usize).sum();
            let shown: HashSet<BlobId> = view.rows.iter().filter_map(|row| row.blob).collect();
            // Reading all views costs milliseconds, so only when this one alone would allow it.
            let may_be_dead = n_contents > shown.len() * 2 + DEAD_MIN;
            let live = if may_be_dead { self.live()? } else { None };
            let dead = live.as_ref().map_or_else(Vec::new, |live| self.dead(live));
            let small = |pack: &Arc<Pack>| pack.size() < SMALL_BYTES;
            if dead.len() > DEAD_MIN && dead.len() * 2 > n_contents {
                self.rewrite(&|_| true, &dead.into_iter().collect())?;
            } else if self.packs.0.iter().filter(|pack| small(pack)).count() > SMALL_PACKS_MAX {
                self.rewrite(&small, &HashSet::new())?;
            }
        }
        self.close_words()
    }

    fn close_words(&mut self) -> Result<(), Error> {
        self.words.take().map_or(Ok(()), keywords::Writer::close)
    }

    /// Drops all that no view shows, and makes one of what is in many pieces. Gives how many contents
    /// were dropped.
    pub(crate) fn collect(&mut self) -> Result<usize, Error> {
        let Some(live) = self.live()? else { return Ok(0) };
        let dead: HashSet<BlobId> = self.dead(&live).into_iter().collect();
        let n_dead = dead.len();
        if n_dead > 0 || self.packs.0.len() > 1 {
            self.rewrite(&|_| true, &dead)?;
            self.close_words()?;
            // A writer of its own: merges of the one before could take segments away under it.
            self.words()?.merge_all()?;
        }
        self.close_words()?;
        Ok(n_dead)
    }

    /// Every content that some view shows; none if a view cannot be read, when nothing is dead.
    fn live(&self) -> Result<Option<HashSet<BlobId>>, Error> {
        let dir = self.store.dir.join("views");
        let entries = std::fs::read_dir(&dir).map_err(Error::io("list", &dir))?;
        let mut live = HashSet::new();
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.extension().is_none_or(|ending| ending != "view") {
                continue;
            }
            match View::read(&path) {
                Ok(Some(view)) => live.extend(view.rows.iter().filter_map(|row| row.blob)),
                Ok(None) => {}
                Err(_) => return Ok(None),
            }
        }
        Ok(Some(live))
    }

    fn dead(&self, live: &HashSet<BlobId>) -> Vec<BlobId> {
        let ids = self.packs.0.iter().flat_map(|pack| (0..pack.len()).map(|ordinal| pack.entry(ordinal).id));
        ids.filter(|id| !live.contains(id)).collect()
    }

    /// Writes the chosen packs anew as one, without the dead.
    fn rewrite(&mut self, chosen: &dyn Fn(&Arc<Pack>) -> bool, dead: &HashSet<BlobId>) -> Result<(), Error> {
        let epoch = self.manifest.epoch + 1;
        let name = format!("{epoch:08x}-{:08x}.pack", std::process::id());
        let mut builder = PackBuilder::create(&self.store.pack_path(&name))?;
        let mut seen = HashSet::new();
        for pack in self.packs.0.iter().filter(|pack| chosen(pack)) {
            copy(pack, &mut builder, |id| !dead.contains(&id) && seen.insert(id))?;
        }
        self.words()?.commit(epoch)?;
        let new = Arc::new(builder.finish()?);
        let kept = |pack: &Arc<Pack>| !chosen(pack);
        self.packs.0.retain(kept);
        self.packs.0.push(new);
        let name_of = |pack: &Arc<Pack>| pack.path().file_name().map(|name| name.to_string_lossy().into_owned());
        self.manifest = Manifest { epoch, packs: self.packs.0.iter().filter_map(name_of).collect() };
        self.store.publish(&self.manifest, self.lock)?;
        self.store.sweep_files(&self.manifest, self.lock);
        if !dead.is_empty() {
            // Only now that no pack lists them: who dies in between must not leave contents that are
            // known but cannot be found. Words of contents that are not known do no harm.
            let words = self.words()?;
            dead.iter().for_each(|id| words.delete(*id));
            words.sweep_at(epoch);
            words.commit(epoch)?;
        }
        Ok(())
    }
}

fn copy(pack: &Pack, builder: &mut PackBuilder, mut wanted: impl FnMut(BlobId) -> bool) -> Result<(), Error> {
    for ordinal in 0..pack.len() {
        let entry = pack.entry(ordinal);
        if wanted(entry.id) {
            let record = pack.record(ordinal)?;
            let names = facts::decode_names(record);
            let names = names.ok_or_else(|| Error::damaged(pack.path(), "a record makes no sense"))?;
            builder.add(entry.id, entry.meta, record, pack.vectors(ordinal)?, names.into_iter())?;
        }
    }
    Ok(())
}
