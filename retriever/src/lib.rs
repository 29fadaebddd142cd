//! Answers questions from one frozen snapshot.
//!
//! [`Engine`] holds the snapshot; everything asked of it is a function of the question and that
//! snapshot alone: the same twice gives the same bytes. Results are plain data with 1-based lines
//! and byte columns; text comes from the disk at the moment of the answer, checked by the
//! snapshot, so that no line is shown that is not there.
//!
//! Knows ranking and name resolution. Knows nothing of the disk, the terminal or any protocol.

mod ask;
mod context;
mod def;
mod engine;
mod evidence;
mod files;
mod fresh;
mod graph;
mod map;
mod outline;
mod place;
mod query;
mod rank;
mod refs;
mod role;
mod search;
mod similar;
mod tokens;

pub use ask::{Question, classify};
pub use context::{
    Commit, Configured, ContextFormat, ContextOptions, ContextPack, ContextPiece, ContextTask, Conventions, Guide,
    History, LeftOut, Lines, LogPlace, Nearest, Selection, Shown, Tier, Weighed, render,
};
pub use def::{Definition, find_definitions};
pub use engine::{Engine, Error};
pub use evidence::{CONFIDENCE_MIN, Evidence, SURE_MIN};
pub use files::{FileMatch, FilesAnswer};
pub use fresh::answer;
pub use graph::{
    Change, Direction, Edge, Graph, Hierarchy, Impact, ImpactOf, Link, Node, Pair, Reason, Removed, Route, Seed,
    Stopped, Unclaimed, Unused, UnusedOptions, UnusedSymbol, WalkOptions,
};
pub use map::{MapFile, MapOptions, ProjectMap};
pub use outline::{OUTLINE_ROWS_MAX, OutlineAnswer, OutlineRow, outline_of};
pub use query::{Filter, NameAsked, PathRule, Query, Term, Within};
pub use rank::Part;
pub use refs::{
    Balance, Modules, NAMED_MAX, ROWS_ALL_MAX, ROWS_MAX, Reference, References, RefsOptions, Target, find_references,
    find_references_with,
};
pub use role::FileRole;
pub use search::{Hit, MatchedLine, SearchAnswer};
pub use similar::{Similar, SimilarAnswer};
pub use tokens::Tokenizer;

// The project's own words, passed on: who asks questions also has to say of what.
pub use grammars::{Depth, Known, Lang, Role, SymbolKind};
pub use indexer::{
    Asking, Collected, Control, Embedded, Embedder, Encoding, Error as IndexError, File, FileId, Freshness, Generation,
    NoVectors, Place, Progress, Report, SkipReason, Stage, Statistics, StoreInfo, StoreSize, UNUSED_MAX, Verdict,
    WatchOptions, Watcher, embed_all, gc, holds_mask, index, link, mask, masks_in, project_root, stop_watcher, stores,
    sweep_stores, watch, watch_log, watcher, why,
};
