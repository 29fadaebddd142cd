//! From a place on disk to an answer that is true of it now.
//!
//! A file may change between the moment the snapshot was opened and the moment its line is shown.
//! The engine notices (the text is no longer what the facts were drawn from), and the question is
//! asked again of a new snapshot.

use crate::{Engine, Error};
use indexer::{Control, Place, Snapshot};

/// How often a question is asked again while files change under it.
const TRIES: usize = 5;

impl Engine {
    /// Opens the project as it is on disk now; with `refresh` off, as it was last published.
    pub fn open(place: &Place, refresh: bool, control: &Control<'_>) -> Result<Engine, Error> {
        let open = if refresh { Snapshot::open } else { Snapshot::open_published };
        Ok(Engine::new(open(place, control)?))
    }
}

/// Asks `question` of the project as it is on disk now, again if it changes meanwhile. Gives the
/// engine too, for what the answer should say about its snapshot.
pub fn answer<T>(
    place: &Place,
    refresh: bool,
    control: &Control<'_>,
    question: impl Fn(&Engine) -> Result<T, Error>,
) -> Result<(Engine, T), Error> {
    let mut tries = 1;
    loop {
        let engine = Engine::open(place, refresh, control)?;
        match question(&engine) {
            Err(Error::Index(indexer::Error::Changed { .. })) if tries < TRIES && refresh => tries += 1,
            Err(error) => return Err(error),
            Ok(answer) => return Ok((engine, answer)),
        }
    }
}
