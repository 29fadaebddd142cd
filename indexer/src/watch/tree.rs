//! One working tree that the daemon keeps indexed: what is due in it, and the pass that does it.

use super::ears::{Ears, Heard};
use super::{SCAN_MAX, SCAN_MIN, mounts};
use crate::fresh::{self, Changes};
use crate::keywords::Checked;
use crate::pipeline::{self, Base, Control, Job, Report};
use crate::view::{RelPath, View};
use crate::{Error, Place, git, walk};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A rewrite of many files by git holds its lock; half of it is not worth a pass.
const GIT_HOLD_MAX: Duration = Duration::from_secs(3);
/// So often is looked at what was too fresh to be trusted, before it is left to who asks.
const SETTLES_MAX: usize = 25;

/// What has to be looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Due {
    touched: HashSet<PathBuf>,
    renamed: HashSet<PathBuf>,
    /// Folders in which something may have happened before they were watched.
    unheard: HashSet<PathBuf>,
    /// Compare all of the view with the disk.
    pub(super) look: bool,
    /// Walk all of the tree.
    pub(super) everything: bool,
    /// Something small that needs no list: the commit checked out, times that were too fresh.
    pub(super) settle: bool,
    since: Option<Instant>,
}

impl Due {
    pub(super) fn is_none(&self) -> bool {
        let Due { touched, renamed, unheard, .. } = self;
        let no_paths = touched.is_empty() && renamed.is_empty() && unheard.is_empty();
        no_paths && !self.look && !self.everything && !self.settle
    }

    pub(super) fn len(&self) -> usize {
        self.touched.len() + self.renamed.len() + self.unheard.len()
    }
}

/// Looking instead of being told.
#[derive(Clone, Debug)]
pub(super) struct Scan {
    pub(super) why: String,
    /// The tree is listened to as well, as far as the system lets us.
    besides: bool,
    pub(super) every: Duration,
    at: Instant,
}

/// One working tree.
pub(super) struct Tree {
    pub(super) place: Place,
    pub(super) base: Base,
    pub(super) due: Due,
    pub(super) scan: Option<Scan>,
    /// Git's folder of the tree, in which a commit or a checkout shows.
    git_dir: Option<PathBuf>,
    /// When it is looked at again for a reason of its own: to settle, or after a failure.
    pub(super) wake_at: Option<Instant>,
    n_settles: usize,
    n_failures: u32,
    /// When the root was first seen to be gone.
    pub(super) gone_since: Option<Instant>,
    /// The folders changed since they were last listened to.
    pub(super) folders_changed: bool,
}

impl Tree {
    /// `scan`: why the tree has to be scanned, if the person wants that.
    pub(super) fn new(place: Place, scan: Option<String>) -> Tree {
        let why = scan.or_else(|| {
            let kind = mounts::silent(&place.root)?;
            Some(format!("{} is on {kind}, which does not tell of all changes", place.root.display()))
        });
        let base = Base { view: View::read(&place.view()).ok().flatten().unwrap_or_default(), ..Base::default() };
        Tree {
            git_dir: git::tree_of(&place.root).map(|(_, git_dir)| git_dir),
            base,
            due: Due { everything: true, ..Due::default() },
            scan: why.map(Scan::new),
            wake_at: None,
            n_settles: 0,
            n_failures: 0,
            gone_since: None,
            folders_changed: true,
            place,
        }
    }

    /// The folders to listen to.
    pub(super) fn folders(&self) -> impl Iterator<Item = PathBuf> {
        let root = &self.place.root;
        let folders = self.base.view.folders.iter().map(|(path, _)| match path.as_os_str().is_empty() {
            true => root.clone(),
            false => root.join(path),
        });
        let info = self.git_dir.iter().map(|dir| git::common_dir(dir).join("info")).filter(|dir| dir.is_dir());
        folders.chain(self.git_dir.clone()).chain(info)
    }

    /// Takes up what was heard of this tree.
    pub(super) fn hear(&mut self, heard: &Heard) {
        if heard.overflow {
            self.due.look = true;
        }
        let touched = heard.touched.iter().filter(|path| self.is_ours(path, &|inside| self.shows(inside)));
        let touched: Vec<PathBuf> = touched.cloned().collect();
        // What comes and goes in a folder that does not belong to the tree is none of our business.
        let is_near = |inside: &Path| inside.parent().is_some_and(|folder| self.base.view.folder(folder).is_some());
        let is_known = |inside: &Path| is_near(inside) || self.base.view.folder(inside).is_some();
        let renamed = heard.renamed.iter().filter(|path| self.is_ours(path, &is_known));
        let renamed: Vec<PathBuf> = renamed.cloned().collect();
        self.due.touched.extend(touched);
        self.due.renamed.extend(renamed);
        let names = ["HEAD", "index", "packed-refs", "exclude"];
        let mut git = heard.touched.iter().chain(&heard.renamed).filter(|path| self.is_in_git(path));
        if git.any(|path| path.file_name().is_some_and(|name| names.iter().any(|known| name == *known))) {
            self.due.settle |= self.small_things_changed();
        }
        if !self.due.is_none() {
            self.n_settles = 0;
            self.due.since.get_or_insert_with(Instant::now);
        }
    }

    fn is_ours(&self, path: &Path, of_interest: &dyn Fn(&Path) -> bool) -> bool {
        let Ok(inside) = path.strip_prefix(&self.place.root) else { return false };
        let in_git = inside.components().any(|part| part.as_os_str() == ".git");
        !in_git && !path.starts_with(&self.place.store) && of_interest(inside)
    }

    /// The content at this path matters. Files without a row are ignored ones: that another one came
    /// would have been heard of. A file of rules may be ignored itself.
    fn shows(&self, inside: &Path) -> bool {
        let (view, text) = (&self.base.view, RelPath::new(inside).text);
        view.find(&text).is_some() || walk::is_rule(&text) || view.folder(inside).is_some()
    }

    /// True if the permissions changed of a folder that could not be listened to.
    pub(super) fn may_hear_again(&self, heard: &Heard, ears: &Ears) -> bool {
        let folder =
            |path: &Path| path.strip_prefix(&self.place.root).is_ok_and(|p| self.base.view.folder(p).is_some());
        heard.touched.iter().any(|path| !ears.hears(path) && folder(path))
    }

    /// Something is due and may be done now.
    pub(super) fn is_ready(&self) -> bool {
        !self.due.is_none() && self.wake_at.is_none() && self.gone_since.is_none()
    }

    fn is_in_git(&self, path: &Path) -> bool {
        self.git_dir.as_ref().is_some_and(|dir| path.starts_with(dir) || path.starts_with(git::common_dir(dir)))
    }

    /// The commit checked out is another, or rules outside of what is watched changed.
    pub(super) fn small_things_changed(&self) -> bool {
        let view = &self.base.view;
        view.head != git::head(&self.place.root) || fresh::rules_changed(view)
    }

    /// Folders that were not listened to until now.
    pub(super) fn was_deaf_to(&mut self, folders: &[PathBuf]) {
        let root = &self.place.root;
        let inside = folders.iter().filter_map(|path| path.strip_prefix(root).ok());
        let known: Vec<PathBuf> =
            inside.filter(|path| self.base.view.folder(path).is_some()).map(|path| root.join(path)).collect();
        self.due.unheard.extend(known);
    }

    /// True while git rewrites the tree.
    pub(super) fn is_held(&self) -> bool {
        let held_long = self.due.since.is_some_and(|since| since.elapsed() > GIT_HOLD_MAX);
        !held_long && self.git_dir.as_ref().is_some_and(|dir| dir.join("index.lock").exists())
    }

    /// Looks at the tree if it is time to; finds out whether anything is due.
    pub(super) fn scan_if_time(&mut self) {
        let Some(scan) = &mut self.scan else { return };
        if Instant::now() < scan.at {
            return;
        }
        let start = Instant::now();
        let found = !fresh::look(&self.place.root, &self.base.view).is_none()
            || self.base.view.head != git::head(&self.place.root);
        let cost = start.elapsed();
        let least = (cost * 100).clamp(SCAN_MIN, SCAN_MAX);
        scan.every = if found { least } else { (scan.every * 3 / 2).clamp(least, SCAN_MAX) };
        scan.at = Instant::now() + scan.every;
        self.due.look |= found;
    }

    /// Scans besides listening while some folders are refused, and only as long.
    pub(super) fn scan_besides(&mut self, refused: Option<&str>) {
        match (refused, &mut self.scan) {
            (Some(why), None) => self.scan = Some(Scan { besides: true, ..Scan::new(why.to_string()) }),
            (Some(why), Some(scan)) if scan.besides => scan.why = why.to_string(),
            (None, Some(scan)) if scan.besides => self.scan = None,
            _ => {}
        }
    }

    /// When something is due without being heard of.
    pub(super) fn next_at(&self) -> Option<Instant> {
        let scan_at = self.scan.as_ref().map(|scan| scan.at);
        self.wake_at.into_iter().chain(scan_at).min()
    }

    /// Does what is due. What failed stays due.
    pub(super) fn update(&mut self, control: &Control<'_>, checked: &Checked) -> Result<Report, Error> {
        let due = std::mem::take(&mut self.due);
        let root = self.place.root.clone();
        let changes = |view: &View| changes(&root, view, &due);
        let job = Job { place: &self.place, control, checked, known: &self.base, changes: &changes };
        match pipeline::run(&job) {
            Ok((base, report)) => {
                let same = |a: &View, b: &View| {
                    a.folders.iter().map(|(path, _)| path).eq(b.folders.iter().map(|(path, _)| path))
                };
                self.folders_changed |= !same(&self.base.view, &base.view);
                self.base = base;
                self.n_failures = 0;
                self.settle_later();
                Ok(report)
            }
            Err(error) => {
                self.due = Due { everything: true, since: due.since, ..Due::default() };
                self.n_failures += 1;
                let wait = Duration::from_secs(1 << self.n_failures.min(6));
                self.wake_at = Some(Instant::now() + wait);
                Err(error)
            }
        }
    }

    fn settle_later(&mut self) {
        self.wake_at = None;
        if self.n_settles < SETTLES_MAX && !fresh::doubtful(&self.place.root, &self.base.view).is_none() {
            self.n_settles += 1;
            self.wake_at = Some(Instant::now() + Duration::from_millis(100));
            self.due.settle = true;
        }
    }
}

impl Scan {
    pub(super) fn new(why: String) -> Scan {
        Scan { why, besides: false, every: SCAN_MIN, at: Instant::now() + SCAN_MIN }
    }

    /// The tree is listened to as well.
    pub(super) fn is_besides(&self) -> bool {
        self.besides
    }
}

/// What may have changed in a view, as far as is due.
fn changes(root: &Path, view: &View, due: &Due) -> Changes {
    if due.everything {
        return Changes { everything: true, ..Changes::default() };
    }
    let mut changes = if due.look { fresh::look(root, view) } else { fresh::doubtful(root, view) };
    let inside = |path: &PathBuf| path.strip_prefix(root).ok().map(Path::to_path_buf);
    let is_folder = |path: &Path| view.folder(path).is_some();
    let mut folders: HashSet<PathBuf> = changes.folders.drain(..).collect();
    for path in due.renamed.iter().filter_map(inside) {
        folders.extend(path.parent().filter(|parent| is_folder(parent)).map(Path::to_path_buf));
        folders.extend(is_folder(&path).then_some(path));
    }
    folders.extend(due.unheard.iter().filter_map(inside).filter(|path| is_folder(path)));
    let mut files: HashSet<_> = changes.files.drain(..).collect();
    for path in due.touched.iter().filter_map(inside) {
        let text = RelPath::new(&path).text;
        match view.find(&text) {
            Some(id) => drop(files.insert(id)),
            None if is_folder(&path) => drop(folders.insert(path)),
            None if walk::is_rule(&text) => folders.extend(path.parent().map(Path::to_path_buf)),
            None => {}
        }
    }
    changes.folders = folders.into_iter().collect();
    changes.files = files.into_iter().collect();
    changes.folders.sort();
    changes.files.sort();
    changes
}
