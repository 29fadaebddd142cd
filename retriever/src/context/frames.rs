//! Finds the places that a text speaks of: frames of stack traces, compiler messages, paths, links
//! into a repository, dotted modules.
//!
//! A frame counts by how near it is to where it went wrong: Python writes the innermost last, all
//! others first.
//!
//! Knows how tools print places; nothing of which exist.

use regex::Regex;
use std::sync::LazyLock;

/// How a place was spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A frame of a stack trace or a compiler's message.
    Frame,
    /// A path.
    Path,
    /// A module, its dots written as slashes, without an ending.
    Module,
}

/// A place that was spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// As written, with `/`.
    pub(crate) path: String,
    /// 1-based.
    pub(crate) line: Option<u32>,
    pub(crate) way: Way,
    /// How many frames nearer to where it went wrong.
    pub(crate) depth: u32,
}

/// Places that are kept at most.
const PLACES_MAX: usize = 80;

macro_rules! pattern {
    ($name:ident, $text:literal) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($text).expect("the pattern is a constant"));
    };
}

pattern!(PYTHON, r#"File "([^"\n]+)", line (\d+)"#);
// `at f (src/a.js:1:2)`, `--> src/a.rs:1:2`, `from a.rb:3:in`, `a.go:12 +0x1d`, `a.c:3:5: error`.
pattern!(LINED, r"([\w@~+./\\-]*[\w-]\.[A-Za-z]\w{0,5}):(\d{1,6})\b");
// `at com.shop.Cart.total(Cart.java:12)`.
pattern!(JVM, r"at ([\w.$]+)\.[\w$<>]+\((\w+\.(?:java|kt|scala|groovy)):(\d+)\)");
// `#0 /srv/a.php(12): f()`, `in /srv/a.php on line 12`, `in C:\a\B.cs:line 12`.
pattern!(PAREN, r"([\w./\\:-]+\.\w{1,6})(?:\((\d+)\): | on line (\d+)|:line (\d+))");
// `https://github.com/o/r/blob/main/src/a.py#L10-L20`.
pattern!(LINK, r"/(?:blob|tree|blame|raw)/[^/\s]+/([\w@+./-]+\.\w{1,6})(?:#L(\d+))?");
pattern!(PATH, r"(?:^|[\s`'\x22(<\[])((?:[\w@+.-]+[/\\])*[\w@+-][\w@+.-]*\.[A-Za-z]\w{0,5})\b");
pattern!(MODULE, r"\b([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,8})\b");

/// The places spoken of in `text`, each once, the surest first.
pub(crate) fn read(text: &str) -> Vec<Spoken> {
    let mut places: Vec<Spoken> = Vec::new();
    let python: Vec<_> = PYTHON.captures_iter(text).collect();
    let n = python.len() as u32;
    for (index, found) in (0..).zip(python) {
        add(&mut places, &found[1], found[2].parse().ok(), (Way::Frame, n - 1 - index));
    }
    for (depth, found) in (0..).zip(JVM.captures_iter(text)) {
        let folder = found[1].rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        add(&mut places, &format!("{folder}/{}", &found[2]), found[3].parse().ok(), (Way::Frame, depth));
    }
    for (depth, found) in (0..).zip(LINED.captures_iter(text)) {
        add(&mut places, &found[1], found[2].parse().ok(), (Way::Frame, depth));
    }
    for (depth, found) in (0..).zip(PAREN.captures_iter(text)) {
        let line = (2..5).find_map(|group| found.get(group)).and_then(|line| line.as_str().parse().ok());
        add(&mut places, &found[1], line, (Way::Frame, depth));
    }
    for found in LINK.captures_iter(text) {
        add(&mut places, &found[1], found.get(2).and_then(|line| line.as_str().parse().ok()), (Way::Path, 0));
    }
    for found in PATH.captures_iter(text) {
        add(&mut places, &found[1], None, (Way::Path, 0));
    }
    for found in MODULE.captures_iter(text) {
        add(&mut places, &found[1].replace('.', "/"), None, (Way::Module, 0));
    }
    places
}

fn add(places: &mut Vec<Spoken>, path: &str, line: Option<u32>, (way, depth): (Way, u32)) {
    let path = path.replace('\\', "/");
    let known = places.iter().any(|place| place.path == path && (line.is_none() || place.line == line));
    if !known && places.len() < PLACES_MAX {
        places.push(Spoken { path, line, way, depth });
    }
}
