//! What was shown before: a file with a line `HASH PATH` for each piece.

use crate::failure::Failure;
use retriever::Shown;
use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What `path` remembers; nothing if it is not there yet.
pub(super) fn read(path: &Path) -> Result<Vec<Shown>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(cannot("read", path, &error)),
    };
    let shown = |(index, line): (usize, &str)| {
        let parts = line.split_once(' ').and_then(|(hash, path)| Some((u64::from_str_radix(hash, 16).ok()?, path)));
        let (hash, shown) = parts.ok_or_else(|| {
            Failure::request(format!("{}:{}: not a line that `--seen` wrote", path.display(), index + 1))
                .hint("name another file, or remove it to begin anew")
        })?;
        Ok(Shown { path: shown.to_string(), hash })
    };
    text.lines().enumerate().map(shown).collect()
}

/// Remembers what was known and what is shown now, each once.
pub(super) fn write(path: &Path, before: &[Shown], now: &[Shown]) -> Result<(), Failure> {
    let (mut text, mut known) = (String::new(), HashSet::new());
    for shown in before.iter().chain(now) {
        // A path with a line end would end the line; nobody misses that one.
        if known.insert(shown) && !shown.path.contains('\n') {
            let _ = writeln!(text, "{:016x} {}", shown.hash, shown.path);
        }
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|error| cannot("write", path, &error))?;
    std::io::Write::write_all(&mut file, text.as_bytes()).map_err(|error| cannot("write", path, &error))?;
    file.persist(path).map_err(|error| cannot("write", path, &error.error))?;
    Ok(())
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::request(format!("cannot {what} {}: {error}", path.display()))
}
