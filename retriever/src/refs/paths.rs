//! Arithmetic on `/` paths relative to the root.

/// The folder of a path; empty at the root.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The last part of a path without its ending.
pub(crate) fn stem(path: &str) -> &str {
    let name = file_name(path);
    name.strip_suffix(".d.ts").unwrap_or_else(|| name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// `base/rest` with `.` and `..` worked out; none if it leads out of the root.
pub(crate) fn join(base: &str, rest: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in rest.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// True when `path` is `tail` or ends with `/tail`.
pub(crate) fn ends_with(path: &str, tail: &str) -> bool {
    path.strip_suffix(tail).is_some_and(|head| head.is_empty() || head.ends_with('/'))
}

/// How many leading folders two paths share.
pub(crate) fn shared_folders(a: &str, b: &str) -> usize {
    folder(a).split('/').zip(folder(b).split('/')).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_worked_out() {
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../../c"), None);
        assert_eq!(join("", "c").as_deref(), Some("c"));
        assert_eq!((stem("a/b.d.ts"), stem("b.py"), stem("x/Makefile")), ("b", "b", "Makefile"));
        assert!(ends_with("a/uv/unix.h", "uv/unix.h") && !ends_with("a/xuv/unix.h", "uv/unix.h"));
    }
}
