//! What the daemon does behind the scenes: it asks a configured model for the vectors that are missing, and
//! links the near chunks of a large project.
//!
//! No answer waits for either. It begins when the daemon is idle and something was published since the last
//! time; what a model refused is asked for again later, each time waiting longer.

use crate::args::Global;
use crate::config;
use crate::project::Project;
use retriever::{Control, Embedded, IndexError, NoVectors, Place, Progress};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often it looks whether there is something to do.
const POLL: Duration = Duration::from_secs(2);
/// After a refusal it waits so long, then twice as long, up to the second.
const WAIT_MIN: Duration = Duration::from_secs(60);
const WAIT_MAX: Duration = Duration::from_secs(3600);
/// Whether links still fit takes reading them.
const LINK_EVERY: Duration = Duration::from_secs(600);

/// Works beside the daemon of this process until `over` is set and the thread is woken.
pub(crate) fn work(project: &Project, global: &Global, over: &AtomicBool, say: &dyn Fn(&str)) {
    let mut trees: HashMap<PathBuf, Tree> = HashMap::new();
    while !over.load(Ordering::Relaxed) {
        thread::park_timeout(POLL);
        let Some(watcher) = retriever::watcher(&project.place) else { continue };
        if watcher.pid != std::process::id() || watcher.doing != "idle" {
            continue;
        }
        for root in watcher.roots {
            let Ok(place) = Place::with_store(&root, &project.place.store) else { continue };
            let tree = trees.entry(root).or_insert_with(Tree::new);
            tree.embed(&place, global, watcher.generation, over, say);
            tree.link(&place, watcher.generation, over, say);
        }
    }
}

/// What was done for one working tree.
struct Tree {
    /// The model that was asked, and what was published then.
    embedded: Option<(String, u64)>,
    linked: Option<u64>,
    /// What was said last to be wrong; it is said once.
    wrong: String,
    wait: Duration,
    ask_at: Instant,
    link_at: Instant,
}

impl Tree {
    fn new() -> Tree {
        let now = Instant::now();
        Tree { embedded: None, linked: None, wrong: String::new(), wait: WAIT_MIN, ask_at: now, link_at: now }
    }

    fn embed(&mut self, place: &Place, global: &Global, generation: u64, over: &AtomicBool, say: &dyn Fn(&str)) {
        if Instant::now() < self.ask_at {
            return;
        }
        // A setting that makes no sense is said by every question.
        let Ok(Some(embedder)) = config::embedder(global, &place.root) else { return };
        let now = Some((embedder.id().to_string(), generation));
        if self.embedded == now {
            return;
        }
        match retriever::embed_all(place, &*embedder, &control(over)) {
            Ok(Embedded { n_chunks, n_known, n_new, off: None }) => {
                (self.embedded, self.wait) = (now, WAIT_MIN);
                self.wrong.clear();
                if n_new > 0 {
                    let (root, id) = (place.root.display(), embedder.id());
                    say(&format!("{root}: {n_known} of {n_chunks} chunks have vectors of {id}, {n_new} new"));
                }
            }
            Ok(Embedded { off: Some(NoVectors { what }), .. }) => self.fails(&place.root, what, say),
            Err(IndexError::Interrupted) => {}
            Err(error) => self.fails(&place.root, error.to_string(), say),
        }
    }

    fn fails(&mut self, root: &Path, what: String, say: &dyn Fn(&str)) {
        self.ask_at = Instant::now() + self.wait;
        self.wait = (self.wait * 2).min(WAIT_MAX);
        if self.wrong != what {
            say(&format!("{}: vectors: off ({what}); asked again later", root.display()));
            self.wrong = what;
        }
    }

    fn link(&mut self, place: &Place, generation: u64, over: &AtomicBool, say: &dyn Fn(&str)) {
        if self.linked == Some(generation) || Instant::now() < self.link_at {
            return;
        }
        let start = Instant::now();
        match retriever::link(place, &control(over)) {
            Ok(Some(n)) => {
                let (root, seconds) = (place.root.display(), start.elapsed().as_secs_f64());
                say(&format!("{root}: linked {n} chunks in {seconds:.0} s"));
            }
            Ok(None) | Err(IndexError::Interrupted) => {}
            Err(error) => say(&format!("{}: near chunks are not linked: {error}", place.root.display())),
        }
        self.linked = Some(generation);
        self.link_at = Instant::now() + LINK_EVERY;
    }
}

fn control(over: &AtomicBool) -> Control<'_> {
    Control { progress: &|_: &Progress| {}, stop: over, wait: true }
}
