//! The task as it was given: words, files, places, what changed.

use super::{ContextArgs, git};
use crate::failure::Failure;
use crate::project::Project;
use retriever::{ContextTask, Lines};
use std::fs;
use std::io::Read;
use std::path::Path;

/// Bytes of a task or a log that are read.
const BYTES_MAX: u64 = 4 << 20;

pub(super) fn task(project: &Project, args: &ContextArgs) -> Result<ContextTask, Failure> {
    let mut text = args.task.join(" ");
    if let Some(path) = &args.task_file {
        let more = file(path)?;
        text = if text.is_empty() { more } else { format!("{text}\n{more}") };
    }
    let log = args.log.as_deref().map(file).transpose()?;
    let mut places: Vec<Lines> = Vec::new();
    for (path, line) in &args.seed {
        places.push(Lines { path: project.relative(path), first: *line, last: *line });
    }
    if let Some(path) = &args.file {
        let (first, last) = args.range.unwrap_or((1, u32::MAX));
        places.push(Lines { path: project.relative(path), first, last });
    }
    let root = &project.place.root;
    if let Some(rev) = &args.diff {
        places.extend(git::changed(root, rev)?);
    }
    if text.trim().is_empty() && places.is_empty() && log.is_none() {
        return Err(
            Failure::request("there is no task").hint("ori context \"sessions expire too early\" --budget 4000")
        );
    }
    Ok(ContextTask { text, log, places, ..ContextTask::default() })
}

fn file(path: &Path) -> Result<String, Failure> {
    let cannot = |error| Failure::request(format!("cannot read {}: {error}", path.display()));
    let mut bytes = Vec::new();
    let read = match path.to_str() {
        Some("-") => std::io::stdin().take(BYTES_MAX).read_to_end(&mut bytes),
        _ => fs::File::open(path).and_then(|file| file.take(BYTES_MAX).read_to_end(&mut bytes)),
    };
    read.map_err(cannot)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
