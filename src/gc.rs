//! `ori gc` and `ori status --all`: what indexes there are, and what of them may go.

use crate::Found;
use crate::args::Global;
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, bytes, clean, count};
use crate::project::{self, Project};
use crate::reindex::{WatcherRow, clock};
use retriever::{StoreInfo, UNUSED_MAX};
use serde::Serialize;
use std::time::UNIX_EPOCH;

#[derive(Serialize)]
struct GcRow {
    views: usize,
    contents: usize,
    bytes_before: u64,
    bytes_after: u64,
    removed_stores: Vec<String>,
}

pub(crate) fn run(project: &Project, global: &Global, out: &mut Output) -> Result<Found, Failure> {
    let collected = project.steered(|control| Ok(retriever::gc(&project.place, control)?))?;
    let removed = retriever::sweep_stores(&project.cache);
    let removed: Vec<String> = removed.iter().map(|path| path.display().to_string()).collect();
    if global.json {
        let row = GcRow {
            views: collected.n_views,
            contents: collected.n_contents,
            bytes_before: collected.bytes_before,
            bytes_after: collected.bytes_after,
            removed_stores: removed,
        };
        json::row(out, &row)?;
        return Ok(Found::Something);
    }
    out.line(&format!(
        "dropped {} of trees that are gone and {} that no tree shows: {} before, {} now",
        count(collected.n_views, "view"),
        count(collected.n_contents, "content"),
        bytes(collected.bytes_before),
        bytes(collected.bytes_after)
    ))?;
    for path in removed {
        out.line(&format!("removed {}: its project is gone and nobody asked it for a month", clean(&path)))?;
    }
    Ok(Found::Something)
}

#[derive(Serialize)]
struct StoreRow {
    store: String,
    bytes: u64,
    roots: Vec<String>,
    used: String,
    orphan: bool,
    /// When it will be removed, if nobody uses it until then.
    removed_after: Option<String>,
    watcher: Option<WatcherRow>,
}

impl From<StoreInfo> for StoreRow {
    fn from(info: StoreInfo) -> StoreRow {
        let used = info.used.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        StoreRow {
            store: info.path.display().to_string(),
            bytes: info.bytes,
            roots: info.roots.iter().map(|root| root.display().to_string()).collect(),
            used: clock(used),
            orphan: info.is_orphan,
            removed_after: info.is_orphan.then(|| clock(used + UNUSED_MAX.as_secs())),
            watcher: info.watcher.map(WatcherRow::from),
        }
    }
}

/// Every index there is.
pub(crate) fn status_of_all(global: &Global, out: &mut Output) -> Result<Found, Failure> {
    let cache = project::index_dir(global)?;
    let rows: Vec<StoreRow> = retriever::stores(&cache).into_iter().map(StoreRow::from).collect();
    if global.json {
        rows.iter().try_for_each(|row| json::row(out, row))?;
    } else {
        rows.iter().try_for_each(|row| print(row, out))?;
        let total = rows.iter().map(|row| row.bytes).sum();
        let shown = clean(&cache.display().to_string()).into_owned();
        out.line(&format!("{} in {shown}: {}", count(rows.len(), "store"), bytes(total)))?;
    }
    Ok(if rows.is_empty() { Found::Nothing } else { Found::Something })
}

fn print(row: &StoreRow, out: &mut Output) -> Result<(), Failure> {
    out.line(&format!("{}: {}, last used {}", clean(&row.store), bytes(row.bytes), row.used))?;
    for root in &row.roots {
        out.line(&format!("  shows {}", clean(root)))?;
    }
    if let Some(after) = &row.removed_after {
        out.line(&format!("  orphan: no tree it shows is there; it is removed if unused until {after}"))?;
    }
    if let Some(watcher) = &row.watcher {
        for (key, text) in crate::reindex::watcher_lines(Some(watcher)) {
            out.line(&format!("  {key}: {}", clean(&text)))?;
        }
    }
    Ok(())
}
