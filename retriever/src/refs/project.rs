//! The narrow door through which names are resolved.
//!
//! Everything the resolver asks of a project, so that its rules can be tried on projects that
//! never touched a disk.

use indexer::{Contents, Error, File, FileId, NameUse, Snapshot, Source};
use std::sync::Arc;

/// A frozen project, as far as resolution needs it. File numbers follow the order of paths.
pub(crate) trait Project: Sync {
    fn n_files(&self) -> usize;
    fn file(&self, id: FileId) -> File<'_>;
    fn find(&self, path: &str) -> Option<FileId>;
    fn contents(&self, id: FileId) -> Result<Arc<Contents>, Error>;
    fn source(&self, id: FileId) -> Result<Source, Error>;
    fn files_naming(&self, name: &str) -> Vec<NameUse>;
    fn similar_names(&self, name: &str, limit: usize) -> Vec<String>;
}

impl Project for Snapshot {
    fn n_files(&self) -> usize {
        self.files().len()
    }

    fn file(&self, id: FileId) -> File<'_> {
        Snapshot::file(self, id)
    }

    fn find(&self, path: &str) -> Option<FileId> {
        Snapshot::find(self, path)
    }

    fn contents(&self, id: FileId) -> Result<Arc<Contents>, Error> {
        Snapshot::contents(self, id)
    }

    fn source(&self, id: FileId) -> Result<Source, Error> {
        Snapshot::source(self, id)
    }

    fn files_naming(&self, name: &str) -> Vec<NameUse> {
        Snapshot::files_naming(self, name)
    }

    fn similar_names(&self, name: &str, limit: usize) -> Vec<String> {
        Snapshot::similar_names(self, name, limit)
    }
}
