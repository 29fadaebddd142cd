//! Whether a failed write of the keyword index is the disk's doing.
//!
//! tantivy reports a full disk in many words, some of them from other threads. Such an error must
//! not pass for damage, since damage is cured by drawing everything anew.

use crate::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenWriteError};

/// What kept a write at `dir` from succeeding.
pub(super) fn write_failed(dir: &Path, error: &TantivyError) -> Error {
    let io = |kind, text: String| Error::io("write", dir)(io::Error::new(kind, text));
    match told(error) {
        Some(told) if is_refusal(told.kind()) => io(told.kind(), told.to_string()),
        _ => match probe(dir) {
            Err(refused) => Error::io("write", dir)(refused),
            // The thread that met the cause took it along; a panic of it would be no damage either.
            Ok(()) if matches!(error, TantivyError::ErrorInThread(_)) => io(ErrorKind::Other, error.to_string()),
            Ok(()) => super::failed(error),
        },
    }
}

fn told(error: &TantivyError) -> Option<&io::Error> {
    match error {
        TantivyError::IoError(error)
        | TantivyError::LockFailure(LockError::IoError(error), _)
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error: error, .. }) => Some(error),
        _ => None,
    }
}

fn is_refusal(kind: ErrorKind) -> bool {
    use ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(kind, StorageFull | QuotaExceeded | ReadOnlyFilesystem | PermissionDenied | FileTooLarge)
}

/// Asks the disk itself for a little space.
fn probe(dir: &Path) -> io::Result<()> {
    let path = dir.join("probe.tmp");
    let written = fs::write(&path, [1; 64 << 10]);
    let _ = fs::remove_file(path);
    written
}
