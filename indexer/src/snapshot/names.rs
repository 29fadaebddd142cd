//! Names: where one stands, and which are spelled nearly alike.

use super::{NameUse, Snapshot};
use crate::FileId;
use crate::facts::Uses;
use fst::Streamer;
use grammars::{SymbolKind, words};

pub(super) fn files_naming(snapshot: &Snapshot, name: &str) -> Vec<NameUse> {
    let mut all = Vec::new();
    for pack in &snapshot.packs.0 {
        for (ordinal, uses) in pack.uses(name) {
            let id = pack.entry(ordinal).id;
            add(snapshot, id, uses, &mut all);
        }
    }
    for (id, contents) in &snapshot.overlay {
        let outline = &contents.outline;
        let Some(known) = outline.names.find(name) else { continue };
        let defines = outline.symbols.iter().any(|symbol| symbol.name == known && symbol.kind != SymbolKind::Impl);
        let in_code =
            outline.occurrences.iter().any(|occurrence| occurrence.name == known && occurrence.role.is_code());
        add(snapshot, *id, Uses { defines, in_code }, &mut all);
    }
    all.sort_unstable_by_key(|found| found.file);
    all.dedup_by_key(|found| found.file);
    all
}

/// Adds every file of the view that has this content.
fn add(snapshot: &Snapshot, id: crate::BlobId, uses: Uses, all: &mut Vec<NameUse>) {
    let range = snapshot.files_of(id.key());
    let files = snapshot.by_key()[range].iter().map(|(_, file)| *file);
    let files = files.filter(|file: &FileId| snapshot.row(*file).blob == Some(id));
    all.extend(files.map(|file| NameUse { file, defines: uses.defines, in_code: uses.in_code }));
}

/// Farther than this two spellings have nothing to do with each other.
fn distance_max(name: &str) -> usize {
    match name.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

pub(super) fn similar(snapshot: &Snapshot, name: &str, limit: usize) -> Vec<String> {
    let asked = plain(name);
    let letters = letters(&asked);
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut consider = |candidate: &str, is_defined: &dyn Fn() -> bool| {
        if candidate == name || candidate.len() > name.len() * 3 + 8 {
            return;
        }
        if let Some(rank) = nearness(&asked, letters, candidate) {
            if is_defined() {
                found.push((rank, candidate.to_string()));
            }
        }
    };
    for pack in &snapshot.packs.0 {
        let mut stream = pack.names.stream();
        while let Some((candidate, offset)) = stream.next() {
            let Ok(candidate) = std::str::from_utf8(candidate) else { continue };
            consider(candidate, &|| {
                let defines = |(ordinal, uses): &(u32, Uses)| {
                    uses.defines && !snapshot.files_of(pack.entry(*ordinal).id.key()).is_empty()
                };
                pack.list(offset).iter().any(defines)
            });
        }
    }
    for contents in snapshot.overlay.values() {
        for symbol in &contents.outline.symbols {
            consider(contents.outline.names.get(symbol.name), &|| symbol.kind != SymbolKind::Impl);
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, name)| name).take(limit).collect()
}

/// Lower case without underscores: `get_user_info` and `getUserInfo` are one.
fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
}

/// 0: the same but for case and underscores; then by edits; then names that begin or end so.
fn nearness(asked: &str, asked_letters: u32, candidate: &str) -> Option<usize> {
    if !words::is_word(candidate.chars().next()?) {
        return None;
    }
    // Each edit changes at most two of the letters that occur.
    let different = (letters_of(candidate) ^ asked_letters).count_ones() as usize;
    let far = 2 * distance_max(asked);
    let part = asked.len() >= 4 && candidate.len() > asked.len();
    if different > far && !part {
        return None;
    }
    let candidate = plain(candidate);
    if candidate == asked {
        return Some(0);
    }
    let distance = if different <= far { distance(asked, &candidate, distance_max(asked)) } else { None };
    distance.map(|distance| distance * 10).or_else(|| {
        let is_part = part && (candidate.starts_with(asked) || candidate.ends_with(asked));
        is_part.then(|| 100 + candidate.len() - asked.len())
    })
}

fn letters(plain: &str) -> u32 {
    plain.bytes().filter(u8::is_ascii_lowercase).fold(0, |letters, b| letters | 1 << (b - b'a'))
}

fn letters_of(name: &str) -> u32 {
    let lower = name.bytes().map(|b| b.to_ascii_lowercase());
    lower.filter(u8::is_ascii_lowercase).fold(0, |letters, b| letters | 1 << (b - b'a'))
}

/// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`, if at most `max`.
fn distance(a: &str, b: &str, max: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > max {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j - 1] + same).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    (last[b.len()] <= max).then_some(last[b.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_near_by_case_by_edits_and_as_parts() {
        let near = |a: &str, b: &str| {
            let asked = plain(a);
            nearness(&asked, letters(&asked), b)
        };
        assert_eq!(near("getUserInfo", "get_user_info"), Some(0));
        assert_eq!(near("getUserInf", "getUserInfo"), Some(10));
        assert_eq!(near("gteUserInfo", "getUserInfo"), Some(10));
        assert_eq!(near("getUser", "getUserInfo"), Some(104));
        assert_eq!(near("getUserInfo", "setCartTotal"), None);
        assert_eq!(near("ab", "ac"), None);
    }
}
