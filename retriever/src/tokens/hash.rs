//! Where a token is looked for; the build script fills the table the same way.

/// Where the search for `token` begins among `n_slots` slots, a power of two.
#[inline]
pub(crate) fn first_slot(token: &[u8], n_slots: usize) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = token.len() as u64;
    let mut chunks = token.chunks_exact(8);
    for chunk in &mut chunks {
        let eight =
            u64::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7]]);
        hash = (hash.rotate_left(23) ^ eight).wrapping_mul(ODD);
    }
    let mut rest = 0u64;
    for &byte in chunks.remainder() {
        rest = rest << 8 | u64::from(byte);
    }
    hash = (hash.rotate_left(23) ^ rest).wrapping_mul(ODD);
    ((hash ^ hash >> 29).wrapping_mul(ODD) >> 40) as usize % n_slots
}
