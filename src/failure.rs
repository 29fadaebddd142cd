//! Why a command could not do its work, and how that is said.

use output::paint;
use retriever::{Error, IndexError};
use std::error::Error as _;
use std::io;

use crate::output::{self, Style};

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The engine could not answer.
    Engine(Error),
    /// Something about the request, with a hint that can be typed.
    Request { what: String, hint: Option<String> },
    /// stdout could not be written.
    Output(io::Error),
    /// The reader of stdout went away; that is success.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn request(what: impl Into<String>) -> Failure {
        Failure::Request { what: what.into(), hint: None }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Failure {
        match self {
            Failure::Request { what, .. } => Failure::Request { what, hint: Some(hint.into()) },
            other => other,
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Engine(Error::Index(IndexError::Interrupted)) => 130,
            _ => 2,
        }
    }

    /// Says it on stderr.
    #[allow(clippy::print_stderr)]
    pub(crate) fn print(&self, color: bool) {
        let (what, hint) = match self {
            Failure::ClosedPipe => return,
            Failure::Engine(error) => (with_causes(error), hint_for(error)),
            Failure::Request { what, hint } => (what.clone(), hint.clone()),
            Failure::Output(error) => (format!("cannot write the answer: {error}"), None),
        };
        eprintln!("{} {what}", paint("error:", Style::Error, color));
        if let Some(hint) = hint {
            eprintln!("  {} {hint}", paint("hint:", Style::Dim, color));
        }
    }
}

fn with_causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!("\n  caused by: {error}"));
        cause = error.source();
    }
    text
}

fn hint_for(error: &Error) -> Option<String> {
    let Error::Index(error) = error else { return None };
    match error {
        IndexError::Busy { .. } => {
            Some("wait for it to finish, or answer from the last index with `--no-refresh`".into())
        }
        IndexError::Changed { .. } => Some("ask again when the files have settled".into()),
        IndexError::Io { source, .. } if source.kind() == io::ErrorKind::StorageFull => {
            Some("free some space, or keep the index elsewhere with `--index-dir DIR`".into())
        }
        IndexError::Io { source, doing, .. }
            if matches!(source.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
                && !matches!(*doing, "open" | "list" | "read") =>
        {
            Some("keep the index elsewhere with `--index-dir DIR`".into())
        }
        _ => None,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Engine(error)
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Failure {
        Failure::Engine(Error::Index(error))
    }
}
