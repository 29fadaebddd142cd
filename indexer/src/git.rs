//! The little that is asked of git, read from its files: where the repository's common folder
//! is, and which commit is checked out.

pub(crate) mod index;

use std::fs;
use std::path::{Path, PathBuf};

/// The `.git` entry of the working tree that `path` lies in, if it lies in one: the tree's root
/// and the git folder of that tree.
pub(crate) fn tree_of(path: &Path) -> Option<(PathBuf, PathBuf)> {
    path.ancestors().find_map(|root| Some((root.to_path_buf(), git_dir(&root.join(".git"))?)))
}

/// `.git` itself, or the folder that a `.git` file of a worktree or submodule points to.
fn git_dir(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return dot_git.join("HEAD").exists().then(|| dot_git.to_path_buf());
    }
    let text = fs::read_to_string(dot_git).ok()?;
    let target = text.strip_prefix("gitdir:")?.trim();
    Some(dot_git.parent()?.join(target))
}

/// The folder that all worktrees of a repository share.
pub(crate) fn common_dir(git_dir: &Path) -> PathBuf {
    let named = fs::read_to_string(git_dir.join("commondir")).ok();
    let common = named.map_or_else(|| git_dir.to_path_buf(), |name| git_dir.join(name.trim()));
    common.canonicalize().unwrap_or(common)
}

/// A setting of the repository's own configuration, lower-cased. No included files, no quoting: enough for words.
pub(crate) fn setting(git_dir: &Path, section: &str, key: &str) -> Option<String> {
    raw_setting(git_dir, section, key).map(|value| value.to_ascii_lowercase())
}

/// The same as it is written.
pub(crate) fn raw_setting(git_dir: &Path, section: &str, key: &str) -> Option<String> {
    let text = fs::read_to_string(common_dir(git_dir).join("config")).ok()?;
    let mut inside = false;
    let mut found = None;
    for line in text.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            inside = header.split(']').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(section));
        } else if let Some((name, value)) = line.split_once('=').filter(|_| inside) {
            if name.trim().eq_ignore_ascii_case(key) {
                found = Some(value.trim().trim_matches('"').to_string());
            }
        }
    }
    found
}

/// The commit checked out in the tree that `root` lies in, as hex digits.
pub(crate) fn head(root: &Path) -> Option<String> {
    let (_, git_dir) = tree_of(root)?;
    let head = fs::read_to_string(git_dir.join("HEAD")).ok()?;
    let Some(name) = head.trim().strip_prefix("ref:").map(str::trim) else { return commit(&head) };
    let common = common_dir(&git_dir);
    let loose = [&git_dir, &common].into_iter().find_map(|dir| fs::read_to_string(dir.join(name)).ok());
    if let Some(loose) = loose {
        return commit(&loose);
    }
    let packed = fs::read_to_string(common.join("packed-refs")).ok()?;
    let line = packed.lines().find(|line| line.split(' ').nth(1) == Some(name))?;
    commit(line.split(' ').next()?)
}

fn commit(text: &str) -> Option<String> {
    let text = text.trim();
    (text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit())).then(|| text.to_string())
}
