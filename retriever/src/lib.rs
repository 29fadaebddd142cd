//! Answers questions from one frozen snapshot.
//!
//! [`Engine`] holds the snapshot; everything asked of it is a function of the question and that
//! snapshot alone: the same twice gives the same bytes. Results are plain data with 1-based lines
//! and byte columns; text comes from the disk at the moment of the answer, checked by the
//! snapshot, so that no line is shown that is not there.
//!
//! Knows ranking and name resolution. Knows nothing of the disk, the terminal or any protocol.

mod ask;
mod def;
mod engine;
mod evidence;
mod files;
mod fresh;
mod outline;
mod place;
mod query;
mod rank;
mod refs;
mod role;
mod search;
mod similar;

pub use ask::{Question, classify};
pub use def::{Definition, find_definitions};
pub use engine::{Engine, Error};
pub use evidence::{CONFIDENCE_MIN, Evidence};
pub use files::{FileMatch, FilesAnswer};
pub use fresh::answer;
pub use outline::{OUTLINE_ROWS_MAX, OutlineAnswer, OutlineRow, outline_of};
pub use query::{Filter, NameAsked, PathRule, Query, Term, Within};
pub use rank::Part;
pub use refs::{
    Balance, Modules, NAMED_MAX, ROWS_MAX, Reference, References, RefsOptions, Target, find_references,
    find_references_with,
};
pub use role::FileRole;
pub use search::{Hit, MatchedLine, SearchAnswer};
pub use similar::{Similar, SimilarAnswer};

// The project's own words, passed on: who asks questions also has to say of what.
pub use grammars::{Depth, Known, Lang, Role, SymbolKind};
pub use indexer::{
    Collected, Control, Encoding, Error as IndexError, File, FileId, Freshness, Generation, Place, Progress, Report,
    SkipReason, Stage, Statistics, StoreInfo, StoreSize, UNUSED_MAX, Verdict, WatchOptions, Watcher, gc, index,
    project_root, stop_watcher, stores, sweep_stores, watch, watch_log, watcher, why,
};
