//! The token tables, as the build script laid them out.

use super::hash::first_slot;

/// Numbers aligned as they are read.
#[repr(C, align(4))]
struct Aligned<T: ?Sized>(T);

/// The place of a token in the order of joining: lower joins first.
pub(super) type TokenRank = u32;

/// The tokens of one vocabulary.
pub(super) struct Table {
    bytes: &'static [u8],
    ends: &'static Aligned<[u8]>,
    slots: &'static Aligned<[u8]>,
    /// Bytes of the longest token.
    len_max: usize,
}

macro_rules! table {
    ($name:literal) => {
        Table {
            bytes: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".bytes")),
            ends: &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".ends"))),
            slots: &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".slots"))),
            len_max: 128,
        }
    };
}

pub(super) static CL100K: Table = table!("cl100k");
pub(super) static O200K: Table = table!("o200k");

fn number(table: &Aligned<[u8]>, index: usize) -> u32 {
    let bytes = &table.0[index * 4..index * 4 + 4];
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

impl Table {
    fn token(&self, rank: TokenRank) -> &'static [u8] {
        let start = rank.checked_sub(1).map_or(0, |before| number(self.ends, before as usize));
        &self.bytes[start as usize..number(self.ends, rank as usize) as usize]
    }

    /// The rank of these bytes, if they are a token.
    pub(super) fn rank(&self, bytes: &[u8]) -> Option<TokenRank> {
        if bytes.len() > self.len_max {
            return None;
        }
        let n_slots = self.slots.0.len() / 4;
        let mut slot = first_slot(bytes, n_slots);
        loop {
            let rank = number(self.slots, slot).checked_sub(1)?;
            if self.token(rank) == bytes {
                return Some(rank);
            }
            slot = (slot + 1) % n_slots;
        }
    }
}
