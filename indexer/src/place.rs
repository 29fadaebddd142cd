//! Where a project is and where its store lies.

use std::path::PathBuf;

/// A project and its store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Canonical root of the working tree.
    pub root: PathBuf,
    /// Folder of the store.
    pub store: PathBuf,
}
