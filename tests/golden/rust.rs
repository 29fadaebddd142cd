//! Everything that the Rust table says, once.

#![allow(dead_code)]
extern crate serde as ser;
pub mod r#store;
pub use crate::store::{self, blob::Blob as Content};
use std::{fmt::{self, Write as _}, io::*};

/// Runs a query.
#[derive(Debug, serde::Clone)] // kept short
#[serde(rename_all = "camelCase", default = "Engine::new")]
pub(crate) struct Engine<'a, T: Query + 'a> {
    /// Where it reads.
    pub store: Arc<Store<T>>,
    names: Vec<&'a str>,
}
struct Meters(pub f64, Unit);

/** What can happen. */
#[derive(PartialEq)]
pub enum Event {
    /// Nothing.
    Idle = 1,
    Moved { x: i32, to: Option<Place> },
    Failed(io::Error),
}
union Bits { whole: u32 }
pub const MAX_HITS: usize = 10;
static CACHE: LazyLock<Cache> = LazyLock::new(Cache::default);
type Hits<T> = std::result::Result<Vec<Hit>, T>;
const _: () = assert!(MAX_HITS > 1);

pub trait Search: fmt::Debug + Send {
    type Hit: Score;
    const LIMIT: usize;
    fn find(&self, query: &str) -> Hits<Self::Hit>;
    fn first<Q>(&mut self, query: Q) -> Option<Hit> where Q: Into<String> { self.find(&query.into()).ok()?.pop() }
}

impl<'a, T: Query> Search for store::Engine<'a, T> {
    type Hit = Hit;
    fn find(&self, mut query: &str) -> Hits<Hit> {
        let store: &Store<T> = &self.store;
        let found = Finder::<T>::new(store, MAX_HITS).run::<Hit>(query)?;
        if let Some(Event::Moved { x, to: place }) = self.last() && x > 1 { query = place.name; }
        let Some(best) = found.best() else { return Err(query) };
        for (i, hit) in found.iter().enumerate() { self.names[i].len() += hit.r#type as usize; }
        for hit in <T as Query>::run(found) {}
        let keep = |a: &Hit, Meters(b, _)| a.score() < b;
        match best {
            None | Some(MAX_HITS) => Event::Idle,
            Event::Failed(ref e) if e.kind() == ErrorKind::NotFound => return Engine { store, names: vec![] },
            hit @ Hit { .. } => 'out: loop { break 'out },
        }
    }
}
impl Engine<'_, str> {
    pub async fn open(path: impl AsRef<Path>) -> Box<Self> { unsafe { Self::at(path).await } }
}
#[cfg(test)]
pub mod tests {
    //! Only checks.
    use super::*;
    #[test]
    #[should_panic(expected = "no store")]
    fn opens() {
        let name = "a";
        assert_eq!(Engine::open(name).find("x").len(), self.store.names[0].len(), "{name:?} of {{x}} at {:>w$}", 1);
        println!("{}", format_args!("{0}{name}", vec![Meters(1.0), Event::Moved { x: 1, to: None }], name = name));
        assert!(matches!(best, Event::Failed(e) if e.kind() == K) && xs.iter().all(|x| x.ok::<u8>().is_some()));
        write!(out, "{}", if e.kind() == K::Pipe { let Meters(a, b) = m; a += 1; a } else { for x in [b] {} }).ok();
        log::info!(target: "hits", n_hits, user.id = 5, limit = Search::LIMIT, "done"; r#type);
    }
}
/// Names a hit.
#[macro_export]
macro_rules! hit {
    (named $name:ident, $($value:expr),*) => {
        impl Search for $name { fn find(&self, query: &str) -> Hit { $crate::find(self.$name, query)$(.push($value))* } }
    };
}
lazy_static! {
    /// Shared.
    pub static ref SHARED: HashMap<String, Engine> = { let e = Engine::new(); e.start(); e };
    static OTHER: u8 = match x { Some(y) => y.len(), _ => { 3 } };
}
cfg_if! { if #[cfg(unix)] { #[inline] pub fn sys(a: &Path) -> u8 { go(a) } struct Fd { raw: i32 } } else { pub mod other; pub use self::other::{Fd as Raw, sys::*}; } }
extern "C" { fn getpid() -> Pid; static environ: *const c_char; }
