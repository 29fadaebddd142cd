//! Runs `git` to read a project's history and to lay out old trees beside it.
//!
//! Only reads: hooks, filters, locks and lazy downloads are off, and old trees go to a folder and an
//! index file of our own.
//!
//! Knows git's command line; nothing of what its answers are for.

use crate::failure::Failure;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The repository that a project lies in.
pub(crate) struct Git {
    root: PathBuf,
    /// The project's folder inside the repository; empty when it is all of it.
    prefix: String,
}

impl Git {
    /// The repository around `root`.
    pub(crate) fn at(root: &Path) -> Result<Git, Failure> {
        let mut git = Git { root: root.to_path_buf(), prefix: String::new() };
        git.prefix = git.run(&["rev-parse", "--show-prefix"])?.trim_end_matches('\n').to_string();
        Ok(git)
    }

    /// What `git` says when called with `args`.
    pub(crate) fn run(&self, args: &[&str]) -> Result<String, Failure> {
        self.finish(self.command().args(args))
    }

    /// A path of the project as the repository names it.
    pub(crate) fn inside(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Makes `folder` hold the project's tree of a commit; `index` remembers what is there.
    pub(super) fn lay_out(&self, commit: &str, (folder, index): (&Path, &Path)) -> Result<(), Failure> {
        let mut command = self.command();
        command.arg("--work-tree").arg(folder).env("GIT_INDEX_FILE", index);
        command.args(["read-tree", "--reset", "-u", &format!("{commit}:{}", self.prefix)]);
        self.finish(&mut command).map(drop)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("git");
        command.current_dir(&self.root).stdin(Stdio::null());
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
            command.env_remove(name);
        }
        let settings =
            [("LC_ALL", "C"), ("GIT_OPTIONAL_LOCKS", "0"), ("GIT_NO_LAZY_FETCH", "1"), ("GIT_LFS_SKIP_SMUDGE", "1")];
        command.envs(settings);
        for setting in
            ["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.sparseCheckout=false", "core.quotePath=false"]
        {
            command.args(["-c", setting]);
        }
        command
    }

    fn finish(&self, command: &mut Command) -> Result<String, Failure> {
        let cannot = |error| Failure::request(format!("cannot run `git`, which knows the history: {error}"));
        let output = command.output().map_err(cannot)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said
            .lines()
            .next()
            .unwrap_or("it failed without a word")
            .trim_start_matches("fatal: ")
            .trim_start_matches("error: ");
        Err(Failure::request(format!("git in {}: {said}", self.root.display())))
    }
}
