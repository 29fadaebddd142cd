//! Finds folders that hold an older version of what stands beside them.

use indexer::{FileId, Snapshot};
use std::collections::BTreeSet;

/// Folders such as `v3/` that stand beside a newer `v4/`, or that hold older copies of the files
/// around them.
pub(super) fn old(snapshot: &Snapshot) -> Vec<String> {
    // Parent folder and number of every version folder.
    let mut versions: BTreeSet<(&str, u32)> = BTreeSet::new();
    for path in snapshot.files().map(|id| snapshot.file(id).path) {
        for (at, _) in path.match_indices('v').filter(|(at, _)| *at == 0 || path.as_bytes()[at - 1] == b'/') {
            let name = path[at..].split_once('/').map(|(name, _)| name);
            if let Some(number) = name.and_then(version) {
                versions.insert((&path[..at], number));
            }
        }
    }
    let newer = |parent: &str, number: u32| {
        versions.range((parent, number + 1)..).next().is_some_and(|(other, _)| *other == parent)
    };
    let is_old = |parent: &str, number: u32| newer(parent, number) || copies(snapshot, parent, number);
    let old = versions.iter().filter(|(parent, number)| is_old(parent, *number));
    old.map(|(parent, number)| format!("{parent}v{number}/")).collect()
}

/// The files of a folder; their numbers follow each other, because paths are in order.
pub(super) fn files_below(snapshot: &Snapshot, folder: &str) -> impl Iterator<Item = FileId> + use<> {
    let all: Vec<FileId> = snapshot.files().collect();
    let start = all.partition_point(|&id| snapshot.file(id).path < folder);
    let n = all[start..].iter().take_while(|&&id| snapshot.file(id).path.starts_with(folder)).count();
    all.into_iter().skip(start).take(n)
}

/// True when most files of a version folder have a namesake in the folder around it.
fn copies(snapshot: &Snapshot, parent: &str, number: u32) -> bool {
    let folder = format!("{parent}v{number}/");
    let (mut n, mut twins) = (0, 0);
    for id in files_below(snapshot, &folder) {
        let rest = &snapshot.file(id).path[folder.len()..];
        if !rest.starts_with("__init__") {
            n += 1;
            twins += usize::from(snapshot.find(&format!("{parent}{rest}")).is_some());
        }
    }
    n >= COPIES_MIN && 2 * twins >= n
}

/// Fewer namesakes than this are chance.
const COPIES_MIN: usize = 3;

/// 3 for `v3`.
fn version(segment: &str) -> Option<u32> {
    let number = segment.strip_prefix('v').filter(|number| number.len() < 3)?;
    number.parse().ok()
}
