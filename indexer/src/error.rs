//! What can go wrong on the disk, and to what.

use std::io;
use std::path::PathBuf;

/// An error of the store or the working tree.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Reading or writing failed.
    #[error("cannot {doing} {}", .path.display())]
    Io {
        /// What was being done: `read`, `write`, `create` …
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A stored file is not what was written.
    #[error("{} is damaged: {what}", .path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The store is of another version.
    #[error("{}: store format {found}, this build reads {expected}", .path.display())]
    Format {
        /// Which file.
        path: PathBuf,
        /// What it says.
        found: u32,
        /// What it should say.
        expected: u32,
    },
    /// The facts are those of another version of the extraction.
    #[error("{}: facts of version {found}, this build draws {expected}", .path.display())]
    Version {
        /// Which store.
        path: PathBuf,
        /// The version they are of.
        found: u32,
        /// The version they should be of.
        expected: u32,
    },
    /// Someone else is writing.
    #[error("another `ori` is writing {}{}", .path.display(), .pid.map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Busy {
        /// The store.
        path: PathBuf,
        /// Who, if known.
        pid: Option<u32>,
    },
    /// The project cannot be indexed at all.
    #[error("{} {what}", .path.display())]
    Root {
        /// The root asked for.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The file changed between the snapshot and now.
    #[error("{} changed while it was being read", .path.display())]
    Changed {
        /// Which file.
        path: PathBuf,
    },
    /// An unsaved text cannot lie there.
    #[error("no text can be laid over {}: {what}", .path.display())]
    Unsaved {
        /// Over which file.
        path: PathBuf,
        /// Why not.
        what: String,
    },
    /// The person asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The keyword index failed.
    #[error("keyword index: {what}")]
    Keywords {
        /// What it said.
        what: String,
    },
}

impl Error {
    /// True for errors that [`crate::rebuild`] cures: the store is damaged or of another version.
    pub fn is_curable(&self) -> bool {
        matches!(self, Error::Damaged { .. } | Error::Format { .. } | Error::Version { .. } | Error::Keywords { .. })
    }

    /// What is said when the store was drawn anew for it.
    pub(crate) fn rebuilt(&self) -> String {
        match self {
            Error::Format { found, expected, .. } => {
                format!("rebuilt the index for this version of `ori`: store format {found}, now {expected}")
            }
            Error::Version { found, expected, .. } => {
                format!("rebuilt the index for this version of `ori`: facts of version {found}, now {expected}")
            }
            other => format!("rebuilt the index: {other}"),
        }
    }

    /// Wraps an I/O error with what was being done to what.
    pub(crate) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |source| Error::Io { doing, path, source }
    }

    /// A stored file is not what was written.
    pub(crate) fn damaged(path: impl Into<PathBuf>, what: impl Into<String>) -> Error {
        Error::Damaged { path: path.into(), what: what.into() }
    }
}
