//! Keeps a durable picture of one project in step with its files.
//!
//! Facts are stored by content: a file's bytes, hashed, name what was drawn from them. A *view*
//! maps the paths of one working tree to contents. [`Snapshot::open`] gives a frozen picture of
//! the tree as it is on disk now: what changed since the last [`index`] is read again and laid
//! over the store in memory, so that no answer waits for a writer.
//!
//! Knows the disk: formats, locks, walking. Knows nothing of ranking or name resolution.

mod blob;
mod bytes;
mod chunk;
mod contents;
mod embed;
mod embedder;
mod error;
mod facts;
mod fresh;
mod gc;
mod git;
mod graph;
mod keywords;
mod mask;
#[doc(hidden)]
pub mod measured;
mod models;
mod pack;
mod pipeline;
mod place;
mod relist;
mod sealed;
mod skip;
mod snapshot;
mod source;
mod store;
mod view;
mod walk;
mod watch;

pub use blob::BlobId;
pub use chunk::{Chunk, ChunkId, cut as chunks};
pub use contents::Contents;
pub use embed::{DIMS, Vector, embed, embed_weighted};
pub use embedder::{Asking, Embedder, NoVectors};
pub use error::Error;
pub use gc::{Collected, StoreInfo, UNUSED_MAX, gc, stores, sweep_stores};
pub use keywords::{Field, Posting};
pub use mask::{holds_mask, mask, masks_in};
pub use models::{Embedded, embed_all};
pub use pipeline::{Control, Progress, Report, Stage, index, rebuild};
pub use place::{Place, project_root};
pub use skip::SkipReason;
#[doc(hidden)]
pub use snapshot::link_from;
pub use snapshot::{Freshness, NameUse, Similarities, Snapshot, Spread, Statistics, link};
pub use source::{Encoding, Source};
pub use store::{StoreSize, remove};
pub use view::{File, FileId, Generation};
pub use walk::{Verdict, why};
pub use watch::{WatchOptions, Watcher, stop_watcher, watch, watch_log, watcher};
