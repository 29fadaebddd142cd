//! The door to embedding models other than the built-in one.
//!
//! Whoever opens sockets implements it; here nobody does.

use std::sync::atomic::AtomicBool;

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// Names the model: the same name, the same vectors.
    fn id(&self) -> &str;

    /// Why it cannot even be asked, if so.
    fn unusable(&self) -> Option<NoVectors> {
        None
    }

    /// How many texts it takes at once; at least one.
    fn n_texts_max(&self) -> usize;

    /// A vector of length one for each text, in order, all with the same number of values.
    fn embed(&self, texts: &[&str], asking: Asking<'_>) -> Result<Vec<Vec<f32>>, NoVectors>;
}

/// What vectors are wanted for, and so how long they are waited for.
#[derive(Clone, Copy)]
pub enum Asking<'a> {
    /// A question that someone waits for: no second try.
    Question,
    /// Chunks to be kept: worth trying again, until told to stop.
    Chunks(&'a AtomicBool),
}

/// Why there are no vectors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct NoVectors {
    /// In a few words.
    pub what: String,
}
