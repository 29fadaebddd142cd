//! What the last view already knows of a fresh walk, and what has to be read.

use super::meta_of;
use crate::git::index::Tracked;
use crate::store::Packs;
use crate::view::{FileId, RelPath, Row, Stat, View};
use crate::walk::{Found, Walked};
use crate::{BlobId, Place, git};
use std::cmp::Ordering;
use std::path::PathBuf;

/// The rows of a view to be, some of them still to be read.
pub(crate) struct Plan {
    rows: Vec<(RelPath, Slot)>,
    folders: Vec<(PathBuf, Stat)>,
    rules: Vec<(PathBuf, Option<Stat>)>,
    walked_at: i64,
    tracked: Tracked,
    /// What has to be read; rows refer to it by index.
    pub(crate) read: Vec<Found>,
    /// Paths of the old view that are gone.
    pub(crate) n_deleted: usize,
}

enum Slot {
    Row(Row),
    Read(usize),
    /// Vanished between the walk and the reading.
    Gone,
}

/// Compares a walk with the last view. A file whose `stat` is that of its row, and could not have
/// changed unseen, keeps the row if the store still has its content; after a look at a part only that
/// is not asked for each row again, since it takes longer than all the rest.
pub(crate) fn plan(old: &View, walked: Walked, is_stored: &dyn Fn(BlobId) -> bool) -> Plan {
    let mut plan = Plan {
        rows: Vec::with_capacity(walked.files.len()),
        folders: walked.folders,
        rules: walked.rules,
        walked_at: walked.at,
        tracked: walked.tracked,
        read: Vec::new(),
        n_deleted: 0,
    };
    let same_facts = old.features == grammars::FEATURES;
    let is_taken_over = walked.is_taken_over;
    let mut at = 0;
    for found in walked.files {
        while at < old.len() && old.path(FileId(at)).cmp(&found.path.text) == Ordering::Less {
            plan.n_deleted += 1;
            at += 1;
        }
        let known = (at < old.len() && old.path(FileId(at)) == found.path.text).then(|| *old.row(FileId(at)));
        at += u32::from(known.is_some());
        let kept = known.filter(|row| {
            let is_there = || is_taken_over || row.blob.is_none_or(is_stored);
            same_facts && row.is_still(&found, old.walked_at) && is_there()
        });
        match kept {
            Some(row) => plan.rows.push((found.path, Slot::Row(row))),
            None => {
                plan.rows.push((found.path.clone(), Slot::Read(plan.read.len())));
                plan.read.push(found);
            }
        }
    }
    plan.n_deleted += (old.len() - at) as usize;
    plan
}

impl Plan {
    /// Puts in the rows that were read, in the order of `read`.
    pub(crate) fn fill(&mut self, read: Vec<Option<Row>>) {
        for (_, slot) in &mut self.rows {
            if let Slot::Read(index) = *slot {
                *slot = read[index].map_or(Slot::Gone, Slot::Row);
            }
        }
    }

    /// The view, once everything was read.
    pub(crate) fn into_view(self, packs: &Packs, place: &Place) -> View {
        let mut view = View::default();
        view.features = grammars::FEATURES;
        view.root.clone_from(&place.root);
        view.head = git::head(&place.root);
        view.walked_at = self.walked_at;
        view.folders = self.folders;
        view.rules = self.rules;
        view.tracked = self.tracked;
        for (path, slot) in self.rows {
            if let Slot::Row(mut row) = slot {
                if let Some(id) = row.blob.filter(|_| row.meta == crate::pack::Meta::default()) {
                    row.meta = meta_of(packs, id);
                }
                view.push(&path, row);
            }
        }
        view
    }
}
