//! From a place on disk to an answer that is true of it now.
//!
//! A file may change between the moment the snapshot was opened and the moment its line is shown.
//! The engine notices (the text is no longer what the facts were drawn from), and the question is
//! asked again of a new snapshot.

use crate::{Engine, Error};
use indexer::{Control, Place, Snapshot};

/// How often a question is asked again while files change under it.
const TRIES: usize = 20;

impl Engine {
    /// Opens the project as it is on disk now; with `refresh` off, as it was last published.
    pub fn open(place: &Place, refresh: bool, control: &Control<'_>) -> Result<Engine, Error> {
        let open = if refresh { Snapshot::open } else { Snapshot::open_published };
        Ok(Engine::new(open(place, control)?))
    }
}

/// Asks `question` of the project as it is on disk now, again if it changes meanwhile or the store
/// turns out to be damaged and had to be rebuilt. Gives the engine too, for what the answer should
/// say about its snapshot.
pub fn answer<T>(
    place: &Place,
    refresh: bool,
    control: &Control<'_>,
    question: impl Fn(&Engine) -> Result<T, Error>,
) -> Result<(Engine, T), Error> {
    let mut notes = Vec::new();
    let mut was_damaged = false;
    for _ in 1..TRIES {
        let mut engine = Engine::open(place, refresh, control)?;
        match question(&engine) {
            Err(Error::Index(indexer::Error::Changed { .. })) => {}
            // A writer may have replaced under us what we were reading, so look twice.
            Err(Error::Index(damage)) if damage.is_curable() && !was_damaged => was_damaged = true,
            Err(Error::Index(damage)) if damage.is_curable() => {
                notes.extend(indexer::rebuild(place, control, &damage)?.notes);
            }
            Err(error) => return Err(error),
            Ok(answer) => {
                engine.add_notes(notes);
                return Ok((engine, answer));
            }
        }
    }
    let engine = Engine::open(place, refresh, control)?;
    let answer = question(&engine)?;
    Ok((engine, answer))
}
