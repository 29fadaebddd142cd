//! Finds files by a few letters of their path.
//!
//! nucleo scores a path as people type paths: letters at the start of a segment or a word count
//! more. Paths are tried in parallel, each thread with its own scratch space; the order is that
//! of score, then path.

use indexer::{FileId, Snapshot};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use rayon::prelude::*;

/// Files whose path fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesAnswer {
    /// Best first.
    pub files: Vec<FileMatch>,
    /// How many fitted in all.
    pub n_matching: usize,
}

/// A file whose path fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMatch {
    /// The file.
    pub file: FileId,
    /// Relative to the root.
    pub path: String,
    /// How well it fits; 0 when nothing was asked.
    pub score: u32,
    /// 1-based byte columns of the letters that fitted, in order.
    pub columns: Vec<u32>,
}

/// The at most `limit` files whose paths fit `fuzzy` best.
pub(crate) fn files(snapshot: &Snapshot, fuzzy: &str, limit: usize) -> FilesAnswer {
    let all: Vec<(FileId, &str)> = snapshot.files().map(|id| (id, snapshot.file(id).path)).collect();
    let (best, n_matching) = best(&all, fuzzy, limit);
    FilesAnswer { files: best, n_matching }
}

fn best(paths: &[(FileId, &str)], fuzzy: &str, limit: usize) -> (Vec<FileMatch>, usize) {
    let fuzzy = fuzzy.trim().trim_start_matches("./");
    let shown = |file: FileId, path: &str, score, columns| FileMatch { file, path: path.to_string(), score, columns };
    if fuzzy.is_empty() {
        let first = paths.iter().take(limit).map(|(file, path)| shown(*file, path, 0, Vec::new()));
        return (first.collect(), paths.len());
    }
    let pattern = Pattern::parse(fuzzy, CaseMatching::Smart, Normalization::Smart);
    let matcher = || Matcher::new(Config::DEFAULT.match_paths());
    let mut scored: Vec<(u32, usize)> = paths
        .par_iter()
        .enumerate()
        .with_min_len(512)
        .map_init(
            || (matcher(), Vec::new()),
            |(matcher, buffer), (index, (_, path))| Some((pattern.score(Utf32Str::new(path, buffer), matcher)?, index)),
        )
        .flatten_iter()
        .collect();
    let n_matching = scored.len();
    // A short path with the same letters is more likely the one that was meant.
    let order = |a: &(u32, usize), b: &(u32, usize)| {
        let length = paths[a.1].1.len().cmp(&paths[b.1].1.len());
        b.0.cmp(&a.0).then(length).then(a.1.cmp(&b.1))
    };
    scored.sort_unstable_by(order);
    scored.truncate(limit);
    let (mut matcher, mut buffer) = (matcher(), Vec::new());
    let found = scored.into_iter().map(|(score, index)| {
        let (file, path) = paths[index];
        let mut letters = Vec::new();
        pattern.indices(Utf32Str::new(path, &mut buffer), &mut matcher, &mut letters);
        shown(file, path, score, byte_columns(path, letters))
    });
    (found.collect(), n_matching)
}

/// Numbers of letters as 1-based byte columns.
fn byte_columns(path: &str, mut letters: Vec<u32>) -> Vec<u32> {
    letters.sort_unstable();
    letters.dedup();
    let starts: Vec<u32> = path.char_indices().map(|(at, _)| at as u32 + 1).collect();
    letters.into_iter().filter_map(|letter| starts.get(letter as usize).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fuzzy: &str, expected: &str) {
        let paths = ["README.md", "api/user.js", "lib/latest/users_extra.js", "src/user.rs", "src/view/größe.rs"];
        let all: Vec<(FileId, &str)> = paths.iter().enumerate().map(|(i, path)| (FileId(i as u32), *path)).collect();
        let (found, n) = best(&all, fuzzy, 3);
        let shown: Vec<String> = found.iter().map(|file| file.path.clone()).collect();
        assert_eq!(format!("{n}: {}", shown.join(" ")), expected, "{fuzzy}");
    }

    #[test]
    fn best_path_first_and_bounded() {
        check("user", "3: api/user.js src/user.rs lib/latest/users_extra.js");
        check("src user", "1: src/user.rs");
        check("readme", "1: README.md");
        check("./api/user", "1: api/user.js");
        check("", "5: README.md api/user.js lib/latest/users_extra.js");
        check("zzz", "0: ");
    }

    #[test]
    fn columns_are_bytes() {
        let all = [(FileId(0), "größe.rs")];
        assert_eq!(best(&all, "ße", 1).0[0].columns, [5, 7]);
    }
}
