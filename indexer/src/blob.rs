//! The name of a content: a hash of its bytes and its language.

use grammars::Lang;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Names the facts drawn from one content in one language.
///
/// 128 bits of XXH3, seeded with the language's code: the same bytes as `.h` of C and of another
/// language are two contents. Not proof against forged collisions; whoever can forge one can only
/// mislead about a repository that they already write to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlobId(pub(crate) u128);

impl BlobId {
    /// The name of `bytes` read as `lang`.
    pub fn of(bytes: &[u8], lang: Lang) -> BlobId {
        BlobId(xxh3_128_with_seed(bytes, u64::from(lang.code()) + 1))
    }

    /// The name of `bytes` of which only the words are known.
    pub(crate) fn words_only(bytes: &[u8]) -> BlobId {
        BlobId(xxh3_128_with_seed(bytes, 0))
    }

    /// The half that the keyword index stores.
    pub(crate) fn key(self) -> u64 {
        self.0 as u64
    }
}

impl std::fmt::Debug for BlobId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
