//! A project in a scratch folder with an index of its own, and `ori` run on it as a script would.
//!
//! Every run is checked for what must never happen: a panic, a signal, an exit code nobody
//! promised.

#![allow(dead_code, reason = "no test file uses all of it")]
#![allow(clippy::unwrap_used, reason = "only tests use it")]

use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A project, its index folder and its home, deleted together.
pub(crate) struct Project {
    pub(crate) root: PathBuf,
    pub(crate) scratch: TempDir,
}

/// What a run of `ori` came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Project {
    /// Files from one text: a line `=== path` starts each.
    pub(crate) fn new(files: &str) -> Project {
        let scratch = tempfile::tempdir().unwrap();
        // Canonical, because answers name the root so.
        let root = scratch.path().canonicalize().unwrap().join("project");
        fs::create_dir_all(&root).unwrap();
        let project = Project { root, scratch };
        for file in files.split("=== ").skip(1) {
            let (path, text) = file.split_once('\n').unwrap();
            project.write(path, text);
        }
        project
    }

    /// A copy of the sample shop.
    pub(crate) fn shop() -> Project {
        let project = Project::new("");
        copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shop"), &project.root);
        project
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    /// The folder with all indexes.
    pub(crate) fn index_dir(&self) -> PathBuf {
        self.scratch.path().join("index")
    }

    /// The one store in it.
    pub(crate) fn store(&self) -> PathBuf {
        let mut stores = fs::read_dir(self.index_dir()).unwrap().map(|entry| entry.unwrap().path());
        let store = stores.next().expect("a store was made");
        assert_eq!(stores.next(), None, "one repository has one store");
        store
    }

    /// `ori` in the project, knowing nothing of the world outside.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ori"));
        command.args(args).current_dir(&self.root).stdin(Stdio::null());
        command.env("ORI_INDEX_DIR", self.index_dir()).env("HOME", self.scratch.path().join("home"));
        for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "NO_COLOR", "RUST_BACKTRACE"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs `ori` in the project, which is named as its root.
    pub(crate) fn ori(&self, args: &[&str]) -> Run {
        run(self.command(args).arg("--root").arg(&self.root))
    }

    /// As [`Project::ori`], and it must find something.
    pub(crate) fn found(&self, args: &[&str]) -> String {
        let run = self.ori(args);
        assert_eq!(run.code, 0, "ori {args:?}: {run:?}");
        run.stdout
    }

    /// The rows of an answer in JSON.
    pub(crate) fn rows(&self, args: &[&str]) -> Vec<Value> {
        rows(&self.found(&[args, &["--json"]].concat()))
    }

    /// `path:line role` of every reference to a name.
    pub(crate) fn refs(&self, name: &str) -> Vec<String> {
        let run = self.ori(&["refs", "--json", name]);
        assert!(run.code <= 1, "refs {name}: {run:?}");
        let rows = rows(&run.stdout).into_iter().filter(|row| row.get("path").is_some());
        rows.map(|row| format!("{}:{} {}", text(&row, "path"), row["line"], text(&row, "role"))).collect()
    }

    pub(crate) fn git(&self, args: &[&str]) {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"]);
        command.args(args).current_dir(&self.root).env("HOME", self.scratch.path()).env("GIT_CONFIG_NOSYSTEM", "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// No run in a test takes this long, however busy the machine: what hangs is a failure.
const LIMIT: Duration = Duration::from_secs(600);

/// Runs a command to its end and checks that it ended as promised.
pub(crate) fn run(command: &mut Command) -> Run {
    finished(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// As [`run`] for what runs already, which is killed when it does not end.
pub(crate) fn finished(child: Child) -> Run {
    checked(ended(child))
}

/// What a child came to; it is killed when it takes too long, which fails the test.
pub(crate) fn ended(child: Child) -> Output {
    let pid = child.id().to_string();
    let (done, wait) = mpsc::channel();
    std::thread::spawn(move || done.send(child.wait_with_output()));
    wait.recv_timeout(LIMIT).map(Result::unwrap).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-KILL", &pid]).status();
        panic!("process {pid} did not end in {LIMIT:?}");
    })
}

/// Tells the threads beside a test to end when it does, also by a failure: a scope waits for them.
pub(crate) struct Ends<'a>(pub(crate) &'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn checked(output: Output) -> Run {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{}: {stderr}", output.status));
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!((0..=2).contains(&code), "exit code {code}: {stderr}");
    Run { code, stdout: String::from_utf8(output.stdout).expect("answers are UTF-8"), stderr }
}

/// JSON lines.
pub(crate) fn rows(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

pub(crate) fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("no text `{key}` in {row}"))
}

/// Waits until `is_so`, looking often; fails after a minute.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Reads what a child says until `word` stands in it.
pub(crate) fn read_until(from: &mut impl Read, word: &str) -> String {
    let (mut said, mut byte) = (Vec::new(), [0]);
    while !String::from_utf8_lossy(&said).contains(word) {
        assert_eq!(from.read(&mut byte).unwrap(), 1, "it ended after {:?}", String::from_utf8_lossy(&said));
        said.push(byte[0]);
    }
    String::from_utf8(said).unwrap()
}

/// Kills without a warning; it may be done already.
pub(crate) fn kill(child: &mut Child) {
    let _ = child.kill();
    child.wait().unwrap();
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// All files below a folder, relative, in order.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(dir) = folders.pop() {
        for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap()) {
            let is_dir = entry.file_type().unwrap().is_dir();
            if is_dir { &mut folders } else { &mut files }.push(entry.path());
        }
    }
    let mut files: Vec<PathBuf> = files.iter().map(|path| path.strip_prefix(folder).unwrap().into()).collect();
    files.sort();
    files
}
