//! Which files a query admits at all.

use super::layout::Layout;
use crate::query::{Filter, PathRule, Within};
use crate::role::FileRole;
use indexer::{FileId, Snapshot};

/// Which files a query admits.
pub(crate) struct Admitted {
    /// By file; none when every searched file is admitted.
    files: Option<Vec<bool>>,
}

impl Admitted {
    /// Tries every file against the filter.
    pub(crate) fn new(snapshot: &Snapshot, layout: &Layout, filter: &Filter) -> Admitted {
        let ranked = matches!(filter.within, Within::Ranked | Within::All);
        if filter.paths.is_empty() && filter.langs.is_empty() && ranked {
            return Admitted { files: None };
        }
        let files = snapshot.files().map(|id| {
            let file = snapshot.file(id);
            let lang = filter.langs.is_empty() || filter.langs.contains(&file.lang);
            lang && is_within(filter.within, layout.role(id)) && path_fits(&filter.paths, file.path)
        });
        Admitted { files: Some(files.collect()) }
    }

    /// True when `file` is admitted.
    pub(crate) fn holds(&self, file: FileId) -> bool {
        self.files.as_ref().is_none_or(|files| files[file.0 as usize])
    }
}

fn is_within(within: Within, role: FileRole) -> bool {
    use FileRole::*;
    match within {
        Within::Ranked | Within::All => true,
        Within::Tests => role == Test,
        Within::Docs => matches!(role, Docs | History),
        Within::Code => !matches!(role, Test | Docs | History | Example | Bench),
    }
}

/// Any of the wanted rules if there are some, and none of the unwanted.
fn path_fits(rules: &[PathRule], path: &str) -> bool {
    let lower = path.to_lowercase();
    let fits = |rule: &PathRule| rule_fits(&rule.pattern, &lower);
    let mut wanted = rules.iter().filter(|rule| !rule.unwanted).peekable();
    (wanted.peek().is_none() || wanted.any(fits)) && !rules.iter().any(|rule| rule.unwanted && fits(rule))
}

/// A substring; with `*` or `?` a glob over the whole path, or over its tail after some `/`.
fn rule_fits(pattern: &str, path: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
        return path.contains(pattern);
    }
    let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
    glob_fits(pattern, path) || path.match_indices('/').any(|(at, _)| glob_fits(pattern, &path[at + 1..]))
}

/// `*` is any run, `/` included; `?` is one byte. Linear with one point to go back to.
fn glob_fits(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                back = Some((p + 1, t));
                p += 1;
            }
            Some(&c) if c == b'?' || c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((star, from)) = back else { return false };
                back = Some((star, from + 1));
                (p, t) = (star, from + 1);
            }
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        assert_eq!(rule_fits(pattern, path), expected, "{pattern} on {path}");
    }

    #[test]
    fn paths_by_substring_and_glob() {
        check("src/", "src/user.py", true);
        check("user", "src/user.py", true);
        check("*.py", "src/user.py", true);
        check("src/*.py", "src/deep/user.py", true);
        check("*.js", "src/user.jsx", false);
        check("user.??", "src/user.py", true);
        check("lib/**", "src/lib/a.py", true);
        check("/src", "src/user.py", true);
        check("a*b*c", "axxbyyb", false);
    }

    #[test]
    fn unwanted_paths_win() {
        let rule = |pattern: &str, unwanted| PathRule { pattern: pattern.to_string(), unwanted };
        assert!(path_fits(&[rule("src", false)], "src/a.py"));
        assert!(!path_fits(&[rule("src", false), rule("a.py", true)], "src/a.py"));
        assert!(path_fits(&[rule("a.py", true)], "src/b.py"));
    }
}
