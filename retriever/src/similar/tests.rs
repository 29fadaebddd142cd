//! Code like a place, in a small project with copies of one idea.

use super::*;
use crate::search::tests::engine;
use expect_test::{Expect, expect};

const CACHES: &str = r#"
=== cache/memory.py
import time


class MemoryCache:
    def increment(self, name, amount=1):
        """Adds to a counter kept in memory."""
        value = self.entries.get(name, 0) + amount
        self.entries[name] = value
        return value
=== cache/colours.py
def darken(colour, percent):
    """A colour with less light in it."""
    red, green, blue = colour
    return red * percent, green * percent, blue * percent
=== storage/disk.py


class DiskCache:
    def increment(self, name, amount=1):
        """Adds to a counter kept on disk."""
        value = self.entries.get(name, 0) + amount
        self.entries[name] = value
        return value
=== vendor/lib/counter.py
def increment(entries, name, amount=1):
    """Adds to a counter."""
    value = entries.get(name, 0) + amount
    entries[name] = value
    return value
=== blank.py


"#;

fn rows(place: (&str, u32), limit: usize) -> String {
    let (_dir, engine) = engine(CACHES);
    match engine.similar(place.0, place.1, limit).unwrap() {
        Similar::Answer(SimilarAnswer { of, hits, n_alike }) => {
            let row =
                |hit: &Hit| format!("{}:{}-{} {} {}", hit.path, hit.start_line, hit.end_line, hit.kind, hit.symbol);
            let rows: Vec<String> = hits.iter().map(row).collect();
            format!("of {}\n{}\n{n_alike}", row(&of), rows.join("\n"))
        }
        other => format!("{other:?}"),
    }
}

fn check(place: (&str, u32), limit: usize, expected: Expect) {
    expected.assert_eq(&rows(place, limit));
}

#[test]
fn the_same_idea_elsewhere_is_alike_and_the_same_folder_is_not() {
    check(
        ("cache/memory.py", 6),
        5,
        expect![[r#"
            of cache/memory.py:1-9 method MemoryCache.increment
            vendor/lib/counter.py:1-5 function increment
            storage/disk.py:3-8 method DiskCache.increment
            2"#]],
    );
    check(
        ("./cache/memory.py", 6),
        1,
        expect![[r#"
            of cache/memory.py:1-9 method MemoryCache.increment
            vendor/lib/counter.py:1-5 function increment
            2"#]],
    );
}

#[test]
fn a_line_between_places_means_the_nearest() {
    check(
        ("storage/disk.py", 1),
        5,
        expect![[r#"
            of storage/disk.py:3-8 class DiskCache
            cache/memory.py:1-9 class MemoryCache
            vendor/lib/counter.py:1-5 function increment
            2"#]],
    );
}

#[test]
fn what_is_like_nothing_else_finds_nothing() {
    check(
        ("cache/colours.py", 2),
        5,
        expect![[r#"
        of cache/colours.py:1-4 function darken

        0"#]],
    );
}

#[test]
fn places_that_are_none() {
    check(("cache/none.py", 1), 5, expect!["NoFile"]);
    check(("cache/colours.py", 5), 5, expect!["PastEnd(4)"]);
    check(("blank.py", 1), 5, expect!["Blank"]);
}

#[test]
fn a_skipped_file_says_why() {
    let (dir, _) = engine("=== a.py\nx = 1\n");
    std::fs::write(dir.path().join("project/logo.bin"), b"\0\x01\x02").unwrap();
    let place = indexer::Place::with_store(&dir.path().join("project"), &dir.path().join("store")).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let control = indexer::Control { progress: &|_| {}, stop: &stop, wait: true };
    let engine = crate::Engine::open(&place, true, &control).unwrap();
    assert_eq!(engine.similar("logo.bin", 1, 5).unwrap(), Similar::Skipped(SkipReason::Binary));
}
