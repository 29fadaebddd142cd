//! The graph of a view's vectors: which of its nodes are which chunks, and how it is made.
//!
//! A node is a chunk of a content at a path, so the graph outlives changes: what is new since it was
//! built is compared one by one, what is gone is passed over, and only when much has changed it is
//! built again. A question then sees the nearest chunks, not all; what it needs to know of the rest
//! (the mean, how far values spread) it learns from a sample.

use super::near::Finder;
use super::{Meaning, Similarities, Vectors};
use crate::embed::{Asked, Row, Vector, to_row};
use crate::graph::{self, Graph};
use crate::pipeline::{Control, Progress, Stage};
use crate::{Error, FileId, Place, Snapshot};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Chunks from which on a graph is worth its building: comparing all takes about 1 ms at 100,000 and,
/// no longer fitting the processor's cache, 30 to 45 ms at 300,000 (`benches/RESULTS.md`).
pub(super) const LINKED_MIN: usize = 200_000;
/// A graph is built again when one in so many chunks is not in it, or so many of its nodes are gone.
const CHANGED_SHARE: usize = 8;
/// Nodes kept in sight on a walk; `benches/RESULTS.md` has what narrower and wider ones find.
const IN_SIGHT: usize = 512;
/// Files from all over the view that say what is usual.
const SAMPLE_FILES: usize = 512;
const NOWHERE: u32 = u32::MAX;
/// Bytes that a file takes in what is written beside the links: its key and number of chunks.
const FILE_LEN: usize = 12;

/// A graph and the view it is used for.
pub(crate) struct Linked {
    graph: Graph,
    /// By node: its file in the view and its place in it.
    nodes: Vec<(u32, u32)>,
    /// Files that are not in the graph.
    new: Vec<FileId>,
    n_new: usize,
    n_gone: usize,
}

impl Linked {
    /// The graph at `path` as the view sees it; none if there is none that is of use.
    pub(super) fn open(path: &Path, vectors: Vectors<'_>) -> Option<Linked> {
        let graph = Graph::open(path)?;
        let files: Vec<(u64, u32)> = graph
            .extra()
            .as_chunks::<FILE_LEN>()
            .0
            .iter()
            .map(|bytes| {
                let (key, n_chunks) = bytes.split_at(8);
                let key = u64::from_le_bytes(*key.first_chunk().expect("eight of twelve"));
                (key, u32::from_le_bytes(*n_chunks.first_chunk().expect("four of twelve")))
            })
            .collect();
        let mut finder = Finder::new(files.iter().map(|(key, _)| *key).collect());
        let mut shown = vec![NOWHERE; files.len()];
        let mut linked = Linked { nodes: Vec::with_capacity(graph.len()), new: Vec::new(), n_new: 0, n_gone: 0, graph };
        for file in vectors.view.ids().filter(|file| vectors.n_chunks(*file) > 0) {
            match finder.find(vectors.key(file)).filter(|known| files[*known].1 == vectors.n_chunks(file)) {
                Some(known) => shown[known] = file.0,
                None => {
                    linked.new.push(file);
                    linked.n_new += vectors.n_chunks(file) as usize;
                }
            }
        }
        for ((_, n_chunks), file) in files.iter().zip(shown) {
            linked.n_gone += if file == NOWHERE { *n_chunks as usize } else { 0 };
            linked.nodes.extend((0..*n_chunks).map(|index| (file, index)));
        }
        (linked.nodes.len() == linked.graph.len()).then_some(linked)
    }

    /// True when so much changed that it is better built again.
    fn is_old(&self) -> bool {
        (self.n_new.max(self.n_gone)) * CHANGED_SHARE > self.nodes.len()
    }

    /// How near the chunks are that the graph leads to, the new ones, and a sample; not a number for
    /// all others.
    pub(super) fn similarities(
        &self,
        meaning: &Meaning,
        vectors: Vectors<'_>,
        starts: &[u32],
        question: &Vector,
    ) -> Result<Similarities, Error> {
        let asked = Asked::new(question);
        let n_files = vectors.view.len() as usize;
        let mut all = Similarities {
            chunks: vec![f32::NAN; starts[n_files] as usize],
            files: vec![f32::NAN; n_files],
            usual: None,
        };
        let sample: Vec<FileId> = vectors.view.ids().step_by(n_files.div_ceil(SAMPLE_FILES).max(1)).collect();
        let usual = meaning.of_files(vectors, question, &sample)?;
        all.usual = Some((spread(&usual.chunks), spread(&usual.files)));
        all.put(&sample, &usual, starts);
        all.put(&self.new, &meaning.of_files(vectors, question, &self.new)?, starts);
        let (mut paths, mut failed) = (vec![f32::NAN; n_files], None);
        self.graph.walk(IN_SIGHT, |node| {
            let (file, index) = self.nodes[node as usize];
            if file == NOWHERE || failed.is_some() {
                return None;
            }
            match meaning.cosine(vectors, &asked, (FileId(file), index), &mut paths[file as usize]) {
                Ok(cosine) => {
                    all.chunks[(starts[file as usize] + index) as usize] = cosine;
                    Some(cosine)
                }
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        });
        failed.map_or(Ok(all), Err)
    }
}

/// The mean, and the standard deviation from it.
fn spread(values: &[f32]) -> (f32, f32) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().map(|value| f64::from(*value)).sum::<f64>() / n;
    let squares = values.iter().map(|value| (f64::from(*value) - mean).powi(2)).sum::<f64>() / n;
    (mean as f32, squares.sqrt() as f32)
}

impl Similarities {
    /// Puts in their places what is known of some files.
    fn put(&mut self, files: &[FileId], known: &Similarities, starts: &[u32]) {
        let mut at = 0;
        for (file, whole) in files.iter().zip(&known.files) {
            let (start, end) = (starts[file.0 as usize] as usize, starts[file.0 as usize + 1] as usize);
            self.chunks[start..end].copy_from_slice(&known.chunks[at..at + end - start]);
            self.files[file.0 as usize] = *whole;
            at += end - start;
        }
    }
}

/// Builds the graph of the published view if the project is large enough for one and has none that
/// still fits. Takes minutes; the store can be used and written to meanwhile. Gives the number of chunks
/// linked.
pub fn link(place: &Place, control: &Control<'_>) -> Result<Option<usize>, Error> {
    link_from(place, LINKED_MIN, control)
}

/// The same for projects of `n_min` chunks and more; for tests and measuring.
pub fn link_from(place: &Place, n_min: usize, control: &Control<'_>) -> Result<Option<usize>, Error> {
    let snapshot = Snapshot::open_published(place, control)?;
    let (vectors, path) = (snapshot.vectors(), place.graph());
    if snapshot.n_chunks() < n_min || Linked::open(&path, vectors).is_some_and(|linked| !linked.is_old()) {
        return Ok(None);
    }
    let mut rows: Vec<Row> = Vec::with_capacity(snapshot.n_chunks());
    snapshot.each_vector(&mut |vector| rows.push(to_row(vector).0))?;
    let mut files = Vec::new();
    for file in vectors.view.ids().filter(|file| vectors.n_chunks(*file) > 0) {
        files.extend_from_slice(&vectors.key(file).to_le_bytes());
        files.extend_from_slice(&vectors.n_chunks(file).to_le_bytes());
    }
    let all = Progress { stage: Stage::Linking, n_files: rows.len(), n_done: 0, bytes: 0, bytes_done: 0 };
    let go_on = |n_done| {
        (control.progress)(&Progress { n_done, ..all });
        !control.stop.load(Ordering::Relaxed)
    };
    match graph::build(&path, &rows, &files, &go_on) {
        Ok(true) => Ok(Some(rows.len())),
        Ok(false) => Err(Error::Interrupted),
        Err(error) => Err(Error::io("write", path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn control(stop: &std::sync::atomic::AtomicBool) -> Control<'_> {
        Control { progress: &|_| {}, stop, wait: true }
    }

    /// Chunks by nearness, those that are known.
    fn order(similar: &Similarities) -> Vec<usize> {
        let mut order: Vec<usize> =
            (0..similar.chunks.len()).filter(|chunk| !similar.chunks[*chunk].is_nan()).collect();
        order.sort_by(|a, b| similar.chunks[*b].total_cmp(&similar.chunks[*a]).then(a.cmp(b)));
        order
    }

    #[test]
    fn a_graph_finds_what_comparing_all_finds_through_changes_damage_and_all() {
        let dir = tempfile::tempdir().unwrap();
        let (root, store) = (dir.path().join("p"), dir.path().join("s"));
        fs::create_dir_all(&root).unwrap();
        let words = ["user", "cache", "parse", "index", "route", "price", "retry", "token", "lock", "graph"];
        let write = |at: usize, body: &str| {
            let (a, b, c) = (words[at % 10], words[at / 10 % 10], words[at / 100 % 10]);
            fs::write(root.join(format!("{a}_{at}.py")), format!("def {b}_{c}():\n    return {a}({body})\n")).unwrap();
        };
        (0..700).for_each(|at| write(at, "1"));
        let stop = std::sync::atomic::AtomicBool::new(false);
        let place = Place::with_store(&root, &store).unwrap();
        crate::index(&place, &control(&stop)).unwrap();
        assert_eq!(link(&place, &control(&stop)).unwrap(), None, "too small to be worth it");
        assert_eq!(link_from(&place, 1, &control(&stop)).unwrap(), Some(700));
        assert_eq!(link_from(&place, 1, &control(&stop)).unwrap(), None, "it still fits");
        let check = |has_graph: bool| {
            let snapshot = Snapshot::open(&place, &control(&stop)).unwrap().with_graph_from(1);
            for question in ["parse the user cache", "retry price", "graph lock"] {
                let question = crate::embed(question);
                let all = snapshot.similarities_of_all(&question).unwrap();
                let some = snapshot.similarities(&question).unwrap();
                assert_eq!(some.usual.is_some(), has_graph);
                assert_eq!(order(&some)[..10], order(&all)[..10]);
                let known = some.chunks.iter().zip(&all.chunks).filter(|(some, _)| !some.is_nan());
                assert!(known.clone().all(|(some, all)| (some - all).abs() < 1e-6) && known.count() > 10);
            }
        };
        check(true);
        // Changed, new and deleted files.
        (0..30).for_each(|at| write(at, "2"));
        (700..720).for_each(|at| write(at, "1"));
        (40..60).for_each(|at| fs::remove_file(root.join(format!("{}_{at}.py", words[at % 10]))).unwrap());
        check(true);
        crate::index(&place, &control(&stop)).unwrap();
        check(true);
        assert_eq!(link_from(&place, 1, &control(&stop)).unwrap(), None, "little changed");
        fs::write(place.graph(), b"nonsense").unwrap();
        check(false);
        assert_eq!(link_from(&place, 1, &control(&stop)).unwrap(), Some(700));
        check(true);
        (100..300).for_each(|at| write(at, "3"));
        crate::index(&place, &control(&stop)).unwrap();
        assert_eq!(link_from(&place, 1, &control(&stop)).unwrap(), Some(700), "much changed");
    }
}
