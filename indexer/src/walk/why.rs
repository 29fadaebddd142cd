//! Why a path is in or out, and by which rule.

use super::{OWN_IGNORE, Own, exclude, excludes_file};
use crate::view::RelPath;
use crate::{Error, Place, SkipReason, git, pipeline};
use grammars::{Lang, Limit};
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// What becomes of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is searched.
    Searched {
        /// As this language.
        lang: Lang,
        /// Says of itself that a program wrote it; ranked lower.
        generated: bool,
        /// Kinds of the secrets in it that no answer shows.
        masked: Vec<&'static str>,
        /// Only its words are known, since it hit this limit.
        limit: Option<Limit>,
    },
    /// It belongs to the project but is not searched.
    Skipped(SkipReason),
    /// A rule keeps it out.
    Ignored {
        /// The pattern.
        pattern: String,
        /// The file the pattern stands in, and its 1-based line there.
        file: PathBuf,
        /// 0 when the line is not known.
        line: u32,
        /// The part of the path that the pattern matched.
        matched: String,
    },
    /// It lies in `.git` or in the store.
    Internal,
    /// It is a folder that belongs to the project.
    Folder,
    /// There is nothing there.
    Missing,
    /// It lies outside the root.
    Outside,
}

/// Says what becomes of `path` (absolute, or relative to the root) and why.
pub fn why(place: &Place, path: &Path) -> Result<Verdict, Error> {
    let absolute = place.root.join(path);
    let Some(relative) = clean(&absolute, &place.root) else { return Ok(Verdict::Outside) };
    let inside_git = relative.components().any(|part| part.as_os_str() == ".git");
    if inside_git || absolute.starts_with(&place.store) {
        return Ok(Verdict::Internal);
    }
    let rel = RelPath::new(&relative);
    // Only what belongs to the project is laid over it (`layable`).
    if let Some(bytes) = place.unsaved.get(&rel.text) {
        return Ok(pipeline::verdict_unsaved(place, &rel.text, bytes));
    }
    let Ok(meta) = fs::symlink_metadata(place.root.join(&relative)) else { return Ok(Verdict::Missing) };
    if let Some(ignored) = ignored(place, &relative, meta.is_dir()) {
        if meta.is_dir() || Own::new(place).keeps_out(&absolute) || !is_tracked(place, &absolute) {
            return Ok(ignored);
        }
    }
    if meta.is_dir() {
        return Ok(Verdict::Folder);
    }
    Ok(pipeline::verdict(place, &rel, &meta))
}

/// The path below the root that an unsaved text may lie at: one of a file that belongs to the project,
/// or would if it were saved.
pub(crate) fn layable(place: &Place, path: &Path) -> Result<RelPath, Error> {
    let absolute = place.root.join(path);
    let refused = |what: String| Err(Error::Unsaved { path: path.to_path_buf(), what });
    let Some(relative) = clean(&absolute, &place.root) else {
        return refused(format!("it lies outside {}", place.root.display()));
    };
    let whole = place.root.join(&relative);
    let inside_git = relative.components().any(|part| part.as_os_str() == ".git");
    if inside_git || whole.starts_with(&place.store) || whole.is_dir() {
        return refused("it is a folder, or belongs to git or to the index".to_string());
    }
    if let Some(Verdict::Ignored { pattern, file, .. }) = ignored(place, &relative, false) {
        if Own::new(place).keeps_out(&whole) || !is_tracked(place, &whole) {
            return refused(format!("the rule `{pattern}` of {} ignores it", file.display()));
        }
    }
    let rel = RelPath::new(&relative);
    if crate::skip::is_secret(&rel.text) && !Own::new(place).forces_in(&whole) {
        return refused(SkipReason::Secret.explanation().to_string());
    }
    Ok(rel)
}

/// True for what git tracks, whatever its rules say.
fn is_tracked(place: &Place, path: &Path) -> bool {
    let index = git::index::read(&place.root).1;
    let below = path.strip_prefix(&index.top).ok().map(|below| below.as_os_str().as_encoded_bytes());
    below.is_some_and(|below| index.paths.binary_search_by(|known| known.as_slice().cmp(below)).is_ok())
}

/// The path below the root without `.` and `..`; none if it leads out.
fn clean(absolute: &Path, root: &Path) -> Option<PathBuf> {
    let mut parts = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::CurDir => {}
            other => parts.push(other),
        }
    }
    parts.strip_prefix(root).ok().map(Path::to_path_buf)
}

/// The rule that keeps a path out, looking at its folders from the top down, as git does.
fn ignored(place: &Place, relative: &Path, is_dir: bool) -> Option<Verdict> {
    let top = git::tree_of(&place.root).map_or_else(|| place.root.clone(), |(top, _)| top);
    let whole = place.root.join(relative);
    let below_top = whole.strip_prefix(&top).ok()?.to_path_buf();
    let mut prefix = top.clone();
    let n_parts = below_top.components().count();
    for (index, part) in below_top.components().enumerate() {
        let folder = prefix.clone();
        prefix.push(part);
        let dir = index + 1 < n_parts || is_dir;
        let verdict = decide(&top, &folder, &prefix, dir);
        if verdict.is_some() {
            return verdict;
        }
    }
    None
}

/// The verdict of the nearest file of rules that says anything about this very path.
fn decide(top: &Path, folder: &Path, path: &Path, is_dir: bool) -> Option<Verdict> {
    let inside = folder.ancestors().take_while(|dir| dir.starts_with(top));
    // Our own rules have the last word, wherever they stand.
    let own = inside.clone().map(|dir| (dir.to_path_buf(), dir.join(OWN_IGNORE)));
    let near = own.chain(inside.map(|dir| (dir.to_path_buf(), dir.join(".gitignore"))));
    let far = match git::tree_of(top) {
        Some((_, git_dir)) => [Some(exclude(&git_dir)), excludes_file(&git_dir)],
        None => [None, gitconfig_excludes_path()],
    };
    let far = far.into_iter().flatten().map(|file| (top.to_path_buf(), file));
    for (base, file) in near.chain(far) {
        let Some(rules) = rules(&base, &file) else { continue };
        let matched = rules.matched(path, is_dir);
        if matched.is_whitelist() {
            // Let in here; a file further down may still be kept out by its own rule.
            return None;
        }
        if let ignore::Match::Ignore(glob) = matched {
            let pattern = glob.original().to_string();
            let line = line_of(&file, &pattern);
            let matched = path.strip_prefix(top).unwrap_or(path).to_string_lossy().into_owned();
            return Some(Verdict::Ignored { pattern, file, line, matched });
        }
    }
    None
}

fn rules(base: &Path, file: &Path) -> Option<Gitignore> {
    if !file.is_file() {
        return None;
    }
    let mut builder = GitignoreBuilder::new(base);
    builder.add(file);
    builder.build().ok()
}

fn line_of(file: &Path, pattern: &str) -> u32 {
    let text = fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    text.lines().position(|line| line.trim_end() == pattern).map_or(0, |index| index as u32 + 1)
}
