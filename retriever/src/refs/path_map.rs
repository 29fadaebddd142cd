//! `paths` and `baseUrl` of a TypeScript or JavaScript project: short names for its own folders.
//!
//! Read with the eye, not with a parser: these files hold comments and commas that no JSON has,
//! and of all that they say two keys matter.

use super::paths::join;

/// One configuration.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PathMap {
    /// The folder it lies in.
    pub(crate) folder: String,
    base: Option<String>,
    /// A pattern with at most one `*`, and what it stands for.
    paths: Vec<(String, Vec<String>)>,
}

/// Patterns of one configuration that are looked at.
const PATTERNS_MAX: usize = 200;

impl PathMap {
    /// Reads a configuration; none if it maps nothing.
    pub(crate) fn read(folder: &str, text: &str) -> Option<PathMap> {
        let words: Vec<Word> = words(text);
        let mut map = PathMap { folder: folder.to_string(), ..PathMap::default() };
        let mut at = 0;
        while at < words.len() {
            match (&words[at], words.get(at + 1), words.get(at + 2)) {
                (Word::Text("baseUrl"), Some(Word::Mark(':')), Some(Word::Text(base))) => {
                    map.base = Some(base.to_string());
                }
                (Word::Text("paths"), Some(Word::Mark(':')), Some(Word::Mark('{'))) => {
                    map.paths = patterns(&words[at + 3..]);
                }
                _ => {}
            }
            at += 1;
        }
        (map.base.is_some() || !map.paths.is_empty()).then_some(map)
    }

    /// Paths that `module` may stand for, the likelier first.
    pub(crate) fn candidates<'m>(&'m self, module: &'m str) -> impl Iterator<Item = String> + 'm {
        let base = join(&self.folder, self.base.as_deref().unwrap_or("")).unwrap_or_default();
        let under = base.clone();
        let mapped = self.paths.iter().filter_map(move |(pattern, targets)| {
            let inside = fill(pattern, module)?;
            Some(targets.iter().map(move |target| target.replacen('*', inside, 1)))
        });
        let mapped = mapped.flatten().filter_map(move |target| join(&under, &target));
        let plain = self.base.is_some().then(|| join(&base, module)).flatten();
        mapped.chain(plain)
    }
}

/// What the `*` of a pattern is in `module`; none if it does not fit.
fn fill<'m>(pattern: &str, module: &'m str) -> Option<&'m str> {
    match pattern.split_once('*') {
        Some((head, tail)) => module.strip_prefix(head)?.strip_suffix(tail),
        None => (pattern == module).then_some(""),
    }
}

/// A piece of a text that is nearly JSON.
pub(super) enum Word<'t> {
    /// The inside of a string.
    Text(&'t str),
    /// A brace, bracket or colon.
    Mark(char),
}

/// Strings and marks of a text, comments left out.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = if let Some(behind) = rest.strip_prefix("//") {
            behind.split_once('\n').map_or("", |(_, behind)| behind)
        } else if let Some(behind) = rest.strip_prefix("/*") {
            behind.split_once("*/").map_or("", |(_, behind)| behind)
        } else if let Some(behind) = rest.strip_prefix('"') {
            let (inside, behind) = behind.split_once('"').unwrap_or((behind, ""));
            words.push(Word::Text(inside));
            behind
        } else {
            if matches!(first, ':' | '{' | '}' | '[' | ']') {
                words.push(Word::Mark(first));
            }
            &rest[first.len_utf8()..]
        };
    }
    words
}

/// `"a/*": ["b/*", "c/*"], …` up to the brace.
fn patterns(words: &[Word<'_>]) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    let mut listing = false;
    for word in words {
        match word {
            Word::Mark('}') => break,
            Word::Mark('[') => listing = true,
            Word::Mark(']') => listing = false,
            Word::Mark(_) => {}
            Word::Text(text) if listing => {
                if let Some((_, targets)) = all.last_mut() {
                    targets.push(text.to_string());
                }
            }
            Word::Text(text) if all.len() < PATTERNS_MAX => all.push((text.to_string(), Vec::new())),
            Word::Text(_) => break,
        }
    }
    // The longest pattern that fits counts.
    all.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.len()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(module: &str, expected: &str) {
        let text = r#"{ // hi "paths"
            "compilerOptions": { "baseUrl": "./src", /* "x": */
              "paths": { "@/*": ["./*"], "@app/*": ["app/*", "../gen/*"], "config": ["config/index.ts",], },
            }, }"#;
        let map = PathMap::read("web", text).expect("it maps");
        assert_eq!(map.candidates(module).collect::<Vec<_>>().join(" "), expected, "{module}");
    }

    #[test]
    fn modules_are_mapped() {
        check("@/a/b", "web/src/a/b web/src/@/a/b");
        check("@app/c", "web/src/app/c web/gen/c web/src/@app/c");
        check("config", "web/src/config/index.ts web/src/config");
        check("plain", "web/src/plain");
        assert_eq!(PathMap::read("", "{}"), None);
        assert_eq!(PathMap::read("", "\"paths\": {"), None);
    }
}
