//! Outlines every file under the folders given, checks that each outline is true, and tells what
//! it cost.
//!
//!   cargo run --release --example corpus -- [--files LIST] [--table] [--names LANGUAGE] FOLDER...
//!
//! Files go round two threads in order of path; times are those of the thread on the processor,
//! so that a busy machine does not make a grammar look slow. `--files` reads paths from a file,
//! `--table` prints one row a language with tabs between and `--names LANGUAGE` the files that are
//! read as that language, both for `benches/languages.py`. Exits with 1 when an outline is not
//! true of its text or a reader panicked.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, clippy::exit)] // A tool for us.

#[path = "../tests/truth/mod.rs"]
mod truth;

use grammars::{Gap, Lang, Limit, Limits, Role, outline};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Workers of `ori` have as much.
const STACK_BYTES: usize = 8 << 20;
/// Larger files are not searched by `ori`.
const BYTES_MAX: u64 = 2 << 20;

#[derive(Default, Clone)]
struct Sum {
    n_files: usize,
    bytes: usize,
    lines: usize,
    micros: u64,
    symbols: usize,
    occurrences: usize,
    gap_bytes: usize,
    n_with_gaps: usize,
    text: usize,
}

#[derive(Default)]
struct Found {
    by_lang: BTreeMap<&'static str, Sum>,
    limits: BTreeMap<Limit, Vec<String>>,
    slow: Vec<(u64, usize, &'static str, PathBuf)>,
    wrong: Vec<String>,
    n_not_text: usize,
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let table = args.iter().position(|arg| arg == "--table").map(|at| args.remove(at)).is_some();
    let mut paths = Vec::new();
    if let Some(at) = args.iter().position(|arg| arg == "--files") {
        let list = std::fs::read_to_string(&args[at + 1]).unwrap();
        paths.extend(list.lines().map(PathBuf::from));
        args.drain(at..at + 2);
    }
    let names = args.iter().position(|arg| arg == "--names").map(|at| args.drain(at..at + 2).nth(1).unwrap());
    args.iter().for_each(|folder| walk(Path::new(folder), &mut paths));
    if let Some(lang) = names {
        return print_names(&lang, &paths);
    }
    let next = AtomicUsize::new(0);
    let found: Vec<Found> = std::thread::scope(|scope| {
        let worker = || std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || work(&paths, &next));
        let workers: Vec<_> = (0..2).map(|_| worker().unwrap()).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let all = found.into_iter().fold(Found::default(), Found::and);
    if table {
        all.print_table()
    } else {
        all.print()
    }
    if !all.wrong.is_empty() {
        std::process::exit(1);
    }
}

fn print_names(lang: &str, paths: &[PathBuf]) {
    for path in paths.iter().filter_map(|path| path.to_str()) {
        let is_of = |text: String| Lang::detect(path, &text).name() == lang;
        if std::fs::read_to_string(path).is_ok_and(is_of) {
            println!("{path}");
        }
    }
}

fn walk(path: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(meta) = path.symlink_metadata() else { return };
    if meta.is_dir() && !path.ends_with(".git") {
        let mut inside: Vec<PathBuf> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        inside.sort();
        inside.iter().for_each(|path| walk(path, paths));
    } else if meta.is_file() && meta.len() <= BYTES_MAX {
        paths.push(path.to_path_buf());
    }
}

fn work(paths: &[PathBuf], next: &AtomicUsize) -> Found {
    let mut found = Found::default();
    while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
        found.file(path);
    }
    found
}

impl Found {
    fn file(&mut self, path: &Path) {
        let Ok(text) = std::fs::read_to_string(path) else {
            self.n_not_text += 1;
            return;
        };
        let shown = path.display().to_string();
        let lang = Lang::detect(&shown, &text);
        if std::env::var_os("ORI_CORPUS_TRACE").is_some() {
            eprintln!("{shown}");
        }
        let before = micros();
        let drawn = catch_unwind(AssertUnwindSafe(|| outline(lang, &text, &Limits::default())));
        let micros = micros() - before;
        let Ok(outline) = drawn else {
            self.wrong.push(format!("{shown}: panicked"));
            return;
        };
        self.wrong.extend(truth::flaw(&text, &outline).map(|flaw| format!("{shown}: {flaw}")));
        if let Some(limit) = outline.limit() {
            self.limits.entry(limit).or_default().push(shown);
        }
        let gap_bytes = outline.gaps.iter().map(|gap| match gap {
            Gap::Syntax(at) => at.len() as usize,
            Gap::Limit(_) => text.len(),
        });
        let gap_bytes = gap_bytes.sum::<usize>().min(text.len());
        let sum = Sum {
            n_files: 1,
            bytes: text.len(),
            lines: text.lines().count(),
            micros,
            symbols: outline.symbols.len(),
            occurrences: outline.occurrences.len(),
            gap_bytes,
            n_with_gaps: usize::from(!outline.gaps.is_empty()),
            text: outline.occurrences.iter().filter(|occurrence| occurrence.role == Role::Text).count(),
        };
        self.by_lang.entry(lang.name()).or_default().add(&sum);
        self.slow.push((micros, text.len(), lang.name(), path.to_path_buf()));
        self.keep_slowest();
    }

    /// Ten by time, and ten by time for their size.
    fn keep_slowest(&mut self) {
        if self.slow.len() < 4_000 {
            return;
        }
        self.slow = [self.slowest(), self.heaviest()].concat();
    }

    fn slowest(&self) -> Vec<(u64, usize, &'static str, PathBuf)> {
        let mut slow = self.slow.clone();
        slow.sort_by_key(|(micros, ..)| std::cmp::Reverse(*micros));
        slow.dedup();
        slow.truncate(10);
        slow
    }

    fn heaviest(&self) -> Vec<(u64, usize, &'static str, PathBuf)> {
        let mut slow: Vec<_> = self.slow.iter().filter(|(_, bytes, ..)| *bytes > 10_000).cloned().collect();
        slow.sort_by_key(|(micros, bytes, ..)| std::cmp::Reverse(micros * 1_000 / *bytes as u64));
        slow.dedup();
        slow.truncate(10);
        slow
    }

    fn and(mut self, other: Found) -> Found {
        for (lang, sum) in &other.by_lang {
            self.by_lang.entry(lang).or_default().add(sum);
        }
        for (limit, paths) in other.limits {
            self.limits.entry(limit).or_default().extend(paths);
        }
        self.slow.extend(other.slow);
        self.wrong.extend(other.wrong);
        self.n_not_text += other.n_not_text;
        self
    }

    fn print(&self) {
        let mut all = Sum::default();
        for (lang, sum) in &self.by_lang {
            println!("{lang:12} {sum}");
            all.add(sum);
        }
        println!("{:12} {all}; {} files are no UTF-8 text", "all", self.n_not_text);
        for (title, slow) in [("slowest", self.slowest()), ("slowest for their size", self.heaviest())] {
            println!("\n{title}:");
            for (micros, bytes, lang, path) in slow {
                let speed = bytes as f64 / micros.max(1) as f64;
                println!(
                    "{:7.1} ms {:8} bytes {speed:5.1} MB/s {lang:11} {}",
                    micros as f64 / 1e3,
                    bytes,
                    path.display()
                );
            }
        }
        for (limit, paths) in &self.limits {
            println!("\n{}: {}", limit.word(), paths.len());
            paths.iter().take(20).for_each(|path| println!("  {path}"));
        }
        println!("\nnot true: {}", self.wrong.len());
        self.wrong.iter().take(50).for_each(|wrong| println!("  {wrong}"));
    }

    fn print_table(&self) {
        for (lang, sum) in &self.by_lang {
            let Sum { n_files, bytes, lines, micros, symbols, occurrences, gap_bytes, n_with_gaps, text } = sum;
            println!(
                "{lang}\t{n_files}\t{bytes}\t{lines}\t{micros}\t{symbols}\t{occurrences}\t{gap_bytes}\t{n_with_gaps}\t{text}"
            );
        }
        self.wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
    }
}

impl Sum {
    fn add(&mut self, other: &Sum) {
        self.n_files += other.n_files;
        self.bytes += other.bytes;
        self.lines += other.lines;
        self.micros += other.micros;
        self.symbols += other.symbols;
        self.occurrences += other.occurrences;
        self.gap_bytes += other.gap_bytes;
        self.n_with_gaps += other.n_with_gaps;
        self.text += other.text;
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:6} files {:7.2} MB {:6.1} MB/s {:8} symbols {:9} occurrences {:6.2} % in gaps, {} files have some",
            self.n_files,
            self.bytes as f64 / 1e6,
            self.bytes as f64 / self.micros.max(1) as f64,
            self.symbols,
            self.occurrences,
            100.0 * self.gap_bytes as f64 / self.bytes.max(1) as f64,
            self.n_with_gaps
        )
    }
}

/// Microseconds that this thread has had the processor.
#[cfg(target_os = "linux")]
fn micros() -> u64 {
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut time = [0i64; 2];
    // SAFETY: the kernel writes seconds and nanoseconds, two words, where it is told.
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time[0] as u64 * 1_000_000 + time[1] as u64 / 1_000
}

#[cfg(not(target_os = "linux"))]
fn micros() -> u64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_micros() as u64
}
