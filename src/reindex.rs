//! `ori reindex`: one pass, or the daemon that keeps the index up to date.

use crate::args::Global;
use crate::behind;
use crate::failure::Failure;
use crate::json;
use crate::output::{Output, clean, count, grouped};
use crate::project::{self, Project};
use crate::{Found, status};
use clap::{Args, ValueEnum};
use retriever::{WatchOptions, Watcher};
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What `reindex` takes.
#[derive(Args, Debug)]
pub(crate) struct ReindexArgs {
    /// Project folder, as `--root`
    pub(crate) dir: Option<PathBuf>,
    /// Stay, and index what changes as it changes
    #[arg(long, conflicts_with_all = ["stop", "print_service"])]
    watch: bool,
    /// End the process that watches this project
    #[arg(long, conflicts_with = "print_service")]
    stop: bool,
    /// With --watch: look again and again instead of being told of changes
    #[arg(long, requires = "watch")]
    scan: bool,
    /// With --watch: watch at most N folders, and look at the others from time to time
    #[arg(long, requires = "watch", value_name = "N")]
    max_watches: Option<usize>,
    /// Also link the near chunks of a large project now (for minutes); --watch does so by itself
    #[arg(long, conflicts_with_all = ["watch", "stop", "print_service"])]
    link: bool,
    /// Print what a service manager needs to watch this project
    #[arg(long, value_name = "MANAGER", num_args = 0..=1, default_missing_value = default_manager())]
    print_service: Option<Starter>,
}

/// What starts services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Starter {
    Systemd,
    Launchd,
}

const fn default_manager() -> &'static str {
    if cfg!(target_os = "macos") { "launchd" } else { "systemd" }
}

/// The daemon gets so long to finish what it is doing.
const STOP_WAIT: Duration = Duration::from_secs(30);
/// A log longer than this begins anew; the one before it is kept.
const LOG_BYTES_MAX: u64 = 1 << 20;

pub(crate) fn run(project: &Project, global: &Global, args: &ReindexArgs, out: &mut Output) -> Result<Found, Failure> {
    if let Some(manager) = args.print_service {
        return print_service(project, global, manager, out);
    }
    match (args.watch, args.stop) {
        (true, _) => watch(project, global, args, out),
        (_, true) => stop(project, global, out),
        _ => {
            let found = status::reindex(project, global, args.link, out)?;
            retriever::sweep_stores(&project.cache);
            Ok(found)
        }
    }
}

fn watch(project: &Project, global: &Global, args: &ReindexArgs, out: &mut Output) -> Result<Found, Failure> {
    let options = WatchOptions { scan: args.scan, watches_max: args.max_watches, cache: Some(project.cache.clone()) };
    let log = retriever::watch_log(&project.place);
    let say = |text: &str| say(&log, text);
    let over = AtomicBool::new(false);
    let other = thread::scope(|scope| {
        let behind = scope.spawn(|| behind::work(project, global, &over, &say));
        let other = project::stoppable(|stop| retriever::watch(&project.place, &options, stop, &say));
        over.store(true, Ordering::Relaxed);
        behind.thread().unpark();
        other
    })?;
    if let Some(watcher) = other {
        if global.json {
            json::row(out, &WatcherRow::from(watcher))?;
        } else {
            let since = clock(watcher.since);
            out.line(&format!("process {} watches this project already, since {since}", watcher.pid))?;
            out.line(&format!("its log is {}; `ori reindex --stop` ends it", clean(&log.display().to_string())))?;
        }
    }
    Ok(Found::Something)
}

/// One line to stderr and to the log.
#[allow(clippy::print_stderr)]
fn say(log: &Path, text: &str) {
    let line = format!("{} {}", clock(seconds_now()), clean(text));
    eprintln!("{line}");
    if fs::metadata(log).is_ok_and(|meta| meta.len() > LOG_BYTES_MAX) {
        let _ = fs::rename(log, log.with_extension("old"));
    }
    // The store may be deleted at any time, and the log with it; a full disk must not end the daemon.
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(log) {
        let _ = writeln!(file, "{line}");
    }
}

fn stop(project: &Project, global: &Global, out: &mut Output) -> Result<Found, Failure> {
    let watcher = retriever::watcher(&project.place);
    let pid = watcher.map_or(0, |watcher| watcher.pid);
    let stopped = retriever::stop_watcher(&project.place, STOP_WAIT)?;
    if global.json {
        json::row(out, &serde_json::json!({ "stopped": stopped == Some(true), "pid": (pid > 0).then_some(pid) }))?;
    }
    match stopped {
        Some(true) if global.json => {}
        Some(true) => out.line(&format!("process {pid} watches no longer"))?,
        Some(false) => {
            return Err(Failure::request(format!("process {pid} does not end")).hint(format!("kill {pid}")));
        }
        None if global.json => return Ok(Found::Nothing),
        None => {
            out.line("nothing watches this project")?;
            return Ok(Found::Nothing);
        }
    }
    Ok(Found::Something)
}

/// The daemon in an answer.
#[derive(Serialize)]
pub(crate) struct WatcherRow {
    pid: u32,
    since: String,
    state: String,
    generation: u64,
    queue: usize,
    watches: usize,
    folders: usize,
    degraded: Option<String>,
    last_error: Option<String>,
    roots: Vec<String>,
}

impl From<Watcher> for WatcherRow {
    fn from(watcher: Watcher) -> WatcherRow {
        WatcherRow {
            pid: watcher.pid,
            since: clock(watcher.since),
            state: watcher.doing,
            generation: watcher.generation,
            queue: watcher.queue,
            watches: watcher.n_watches,
            folders: watcher.n_folders,
            degraded: watcher.degraded,
            last_error: watcher.last_error,
            roots: watcher.roots.iter().map(|root| root.display().to_string()).collect(),
        }
    }
}

/// What `status` says of the daemon.
pub(crate) fn watcher_lines(row: Option<&WatcherRow>) -> Vec<(&'static str, String)> {
    let Some(row) = row else {
        return vec![("watcher", "none (`ori reindex --watch` starts one)".to_string())];
    };
    let waiting = if row.queue > 0 { format!(", {} waiting", count(row.queue, "path")) } else { String::new() };
    let first = format!(
        "process {} since {}: {}{waiting}, generation {}, {} of {} watched",
        row.pid,
        row.since,
        row.state,
        row.generation,
        grouped(row.watches as u64),
        count(row.folders, "folder")
    );
    let mut lines = vec![("watcher", first)];
    if row.roots.len() > 1 {
        lines.push(("watched", row.roots.join(", ")));
    }
    lines.extend(row.degraded.iter().map(|why| ("degraded", why.clone())));
    lines.extend(row.last_error.iter().map(|error| ("last error", error.clone())));
    lines
}

fn print_service(project: &Project, global: &Global, manager: Starter, out: &mut Output) -> Result<Found, Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::request(format!("where is `ori`? {error}")))?;
    let mut words = vec![program.display().to_string(), "reindex".into(), "--watch".into()];
    if global.index_dir.is_some() {
        words.extend(["--index-dir".into(), project.cache.display().to_string()]);
    }
    words.push(project.place.root.display().to_string());
    let name = project.place.store.file_name().map_or("project".into(), |name| name.to_string_lossy());
    let text = match manager {
        Starter::Systemd => systemd(&name, &words),
        Starter::Launchd => launchd(&name, &words),
    };
    out.line(text.trim_end())?;
    Ok(Found::Something)
}

fn systemd(name: &str, words: &[String]) -> String {
    let escaped = |word: &String| {
        let word = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$");
        format!("\"{word}\"")
    };
    let command = words.iter().map(escaped).collect::<Vec<_>>().join(" ");
    format!(
        "# Save as ~/.config/systemd/user/ori-{name}.service, then: systemctl --user enable --now ori-{name}\n\
         [Unit]\nDescription=Keeps the index of {} up to date\n\n\
         [Service]\nExecStart={command}\nRestart=on-failure\nNice=10\nIOSchedulingClass=idle\n\n\
         [Install]\nWantedBy=default.target\n",
        words.last().map_or("", String::as_str).replace('%', "%%")
    )
}

fn launchd(name: &str, words: &[String]) -> String {
    let escaped = |word: &String| word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let words: String = words.iter().map(|word| format!("    <string>{}</string>\n", escaped(word))).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!-- Save as ~/Library/LaunchAgents/ori.{name}.plist, then: launchctl load that file -->\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n  <key>Label</key>\n  <string>ori.{name}</string>\n  \
         <key>ProgramArguments</key>\n  <array>\n{words}  </array>\n  <key>RunAtLoad</key>\n  <true/>\n  \
         <key>KeepAlive</key>\n  <dict>\n    <key>SuccessfulExit</key>\n    <false/>\n  </dict>\n  \
         <key>ProcessType</key>\n  <string>Background</string>\n</dict>\n</plist>\n"
    )
}

pub(crate) fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Seconds since 1970 as `2026-11-30T14:11:23Z`.
pub(crate) fn clock(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3_600, rest / 60 % 60, rest % 60)
}

/// The day so many days after 1 January 1970: years of the calendar begin in March, so that the
/// leap day is the last of its year.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(clock(0), "1970-01-01T00:00:00Z");
        assert_eq!(clock(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(clock(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(clock(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn odd_paths_stay_one_word() {
        let words = ["/opt/my \"tools\"/ori".to_string(), "/home/100%/a&b".to_string()];
        assert!(systemd("x", &words).contains(r#"ExecStart="/opt/my \"tools\"/ori" "/home/100%%/a&b""#));
        assert!(launchd("x", &words).contains("<string>/home/100%/a&amp;b</string>"));
    }
}
