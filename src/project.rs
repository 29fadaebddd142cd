//! Which project a command is about, and the one way to ask it.

use crate::args::Global;
use crate::config;
use crate::failure::Failure;
use crate::output::{Style, paint, wants_color_on_stderr};
use crate::overlay;
use crate::progress::Bar;
use retriever::{Control, Embedded, Engine, Error, Place, Report, project_root};
use std::env;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A project and where it is indexed.
pub(crate) struct Project {
    pub(crate) place: Place,
    /// The folder of all stores.
    pub(crate) cache: PathBuf,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);
/// A pass is running, which ends by itself when asked to.
static IN_PASS: AtomicBool = AtomicBool::new(false);

impl Project {
    /// The project at `dir`, `--root`, or around the current folder.
    pub(crate) fn find(global: &Global, dir: Option<&Path>) -> Result<Project, Failure> {
        let root = match dir.or(global.root.as_deref()) {
            Some(root) => root.to_path_buf(),
            None => {
                let here = env::current_dir();
                let here = here.map_err(|error| Failure::request(format!("the current folder is gone: {error}")))?;
                project_root(&here)
            }
        };
        let cache = index_dir(global)?;
        let place = Place::in_cache(&root, &cache)?;
        Ok(Project { place: overlay::lay(place, &global.overlay)?, cache })
    }

    /// Asks `question` of the project as it is on disk now.
    pub(crate) fn ask<T>(
        &self,
        global: &Global,
        question: impl Fn(&Engine) -> Result<T, Error>,
    ) -> Result<(Engine, T), Failure> {
        let embedder = config::embedder(global, &self.place.root)?;
        let question = |engine: &Engine| {
            embedder.iter().for_each(|embedder| engine.use_embedder(Arc::clone(embedder)));
            question(engine)
        };
        let (engine, answer) =
            self.steered(|control| retriever::answer(&self.place, !global.no_refresh, control, question))?;
        self.remarks(global, &engine);
        Ok((engine, answer))
    }

    /// Brings the index up to date.
    pub(crate) fn index(&self) -> Result<Report, Failure> {
        if self.place.has_unsaved() {
            return Err(Failure::request("the index holds what is on disk; `--overlay` is for questions"));
        }
        self.steered(|control| Ok(retriever::index(&self.place, control)?))
    }

    /// Asks the configured model for the vectors that are missing; none if the built-in one serves.
    pub(crate) fn embed(&self, global: &Global) -> Result<Option<Embedded>, Failure> {
        let Some(embedder) = config::embedder(global, &self.place.root)? else { return Ok(None) };
        self.steered(|control| Ok(Some(retriever::embed_all(&self.place, &*embedder, control)?)))
    }

    /// Links the vectors of a large project; gives how many chunks were linked.
    pub(crate) fn link(&self) -> Result<Option<usize>, Failure> {
        self.steered(|control| Ok(retriever::link(&self.place, control)?))
    }

    pub(crate) fn steered<T>(&self, work: impl FnOnce(&Control<'_>) -> Result<T, Error>) -> Result<T, Failure> {
        catch_interrupts();
        let bar = Bar::new();
        let progress = |progress: &retriever::Progress| {
            IN_PASS.store(true, Ordering::Relaxed);
            bar.show(progress);
        };
        let control = Control { progress: &progress, stop: &STOP, wait: true };
        let result = work(&control);
        IN_PASS.store(false, Ordering::Relaxed);
        Ok(result?)
    }

    /// What a person should know about the snapshot an answer stands on.
    #[allow(clippy::print_stderr)]
    fn remarks(&self, global: &Global, engine: &Engine) {
        let freshness = engine.snapshot().freshness();
        let note = paint("note:", Style::Dim, wants_color_on_stderr(global.color));
        for text in engine.notes() {
            eprintln!("{note} {text}");
        }
        if !freshness.checked {
            let generation = engine.snapshot().generation().0;
            eprintln!("{note} answered from index generation {generation} without looking at the disk");
        }
    }

    /// A path as the person wrote it, relative to the root and with `/`.
    pub(crate) fn relative(&self, path: &str) -> String {
        let written = Path::new(path);
        let from_here = env::current_dir().map_or_else(|_| written.to_path_buf(), |here| here.join(written));
        let canonical = from_here.canonicalize().unwrap_or(from_here);
        let below = canonical.strip_prefix(&self.place.root).map(Path::to_path_buf);
        // As seen from the root unless something of that name lies here.
        let chosen = match below {
            Ok(below) if canonical.exists() => below,
            _ => written.strip_prefix(&self.place.root).unwrap_or(written).to_path_buf(),
        };
        let text = chosen.to_string_lossy();
        // Elsewhere a backslash is part of a name.
        let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
        text.trim_start_matches("./").to_string()
    }
}

/// Runs something long that looks at the flag it is given and ends when it is set.
pub(crate) fn stoppable<T>(work: impl FnOnce(&AtomicBool) -> T) -> T {
    catch_interrupts();
    IN_PASS.store(true, Ordering::Relaxed);
    let result = work(&STOP);
    IN_PASS.store(false, Ordering::Relaxed);
    result
}

#[allow(clippy::exit, reason = "Ctrl-C ends the process where no pass can end by itself")]
fn catch_interrupts() {
    // A second command of the same process would set it again; that fails and does no harm.
    let _ = ctrlc::set_handler(|| {
        if !IN_PASS.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    });
}

/// The folder in which every project has its store.
pub(crate) fn index_dir(global: &Global) -> Result<PathBuf, Failure> {
    match &global.index_dir {
        Some(dir) => Ok(std::path::absolute(dir).unwrap_or_else(|_| dir.clone())),
        None => cache_dir().ok_or_else(|| {
            Failure::request("no folder for the index: neither HOME nor XDG_CACHE_HOME is set")
                .hint("name one with `--index-dir DIR`")
        }),
    }
}

/// The user's cache folder for us.
fn cache_dir() -> Option<PathBuf> {
    let dir = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        dir("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        dir("HOME")?.join("Library/Caches")
    } else {
        dir("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| Some(dir("HOME")?.join(".cache")))?
    };
    Some(base.join("orienteer"))
}
