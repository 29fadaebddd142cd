//! The vectors of a view's files, where they lie.

use super::near;
use crate::embed::{Rows, RowsRef};
use crate::store::Packs;
use crate::view::View;
use crate::{BlobId, Error, FileId};
use std::collections::HashMap;
use std::path::Path;

static NO_ROWS: Rows = Rows::NONE;

/// Where the vectors of a content are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowsPlace {
    Nowhere,
    Memory(BlobId),
    /// A pack by its number, and the ordinal in it.
    Pack(u32, u32),
}

/// A view, and what holds the vectors of its contents.
#[derive(Clone, Copy)]
pub(crate) struct Vectors<'a> {
    pub(crate) view: &'a View,
    pub(crate) packs: &'a Packs,
    /// Of contents that no pack has.
    pub(crate) overlay: &'a HashMap<BlobId, Rows>,
    pub(crate) root: &'a Path,
}

impl<'a> Vectors<'a> {
    pub(super) fn n_chunks(&self, id: FileId) -> u32 {
        self.view.row(id).meta.n_chunks
    }

    /// Names a file's content at its path.
    pub(super) fn key(&self, id: FileId) -> u64 {
        near::key(self.view.path(id), self.view.row(id).blob.unwrap_or(BlobId(0)))
    }

    /// Where the vectors of a file's chunks are.
    pub(super) fn place(&self, id: FileId) -> Result<RowsPlace, Error> {
        self.place_near(id, RowsPlace::Nowhere)
    }

    /// The same, looking first where they were.
    pub(super) fn place_near(&self, id: FileId, before: RowsPlace) -> Result<RowsPlace, Error> {
        let Some(blob) = self.view.row(id).blob else { return Ok(RowsPlace::Nowhere) };
        if self.overlay.contains_key(&blob) {
            return Ok(RowsPlace::Memory(blob));
        }
        if let RowsPlace::Pack(pack, ordinal) = before {
            if self.packs.0.get(pack as usize).is_some_and(|pack| pack.holds(ordinal, blob)) {
                return Ok(before);
            }
        }
        let mut packs = self.packs.0.iter().enumerate().rev();
        let found = packs.find_map(|(pack, packed)| Some((pack as u32, packed.find(blob)?)));
        let gone = || Error::Changed { path: self.view.rel_path(id).under(self.root) };
        found.map(|(pack, ordinal)| RowsPlace::Pack(pack, ordinal)).ok_or_else(gone)
    }

    pub(super) fn rows(&self, place: RowsPlace) -> Result<RowsRef<'a>, Error> {
        match place {
            RowsPlace::Nowhere => Ok(NO_ROWS.borrowed()),
            RowsPlace::Memory(blob) => Ok(self.overlay.get(&blob).unwrap_or(&NO_ROWS).borrowed()),
            RowsPlace::Pack(pack, ordinal) => self.packs.0[pack as usize].vectors(ordinal),
        }
    }

    /// What to say when a file has another number of vectors than of chunks.
    pub(super) fn too_few(&self, place: RowsPlace) -> Error {
        let path = match place {
            RowsPlace::Pack(pack, _) => self.packs.0[pack as usize].path(),
            _ => self.root,
        };
        Error::damaged(path, "it has too few vectors for a file")
    }
}
