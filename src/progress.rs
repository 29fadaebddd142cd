//! A progress bar on a terminal, silence elsewhere.

use crate::output::bytes;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retriever::{Progress, Stage};
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A pass shorter than this shows nothing.
const QUIET: Duration = Duration::from_millis(300);

/// The bar of one command.
pub(crate) struct Bar {
    bar: Option<ProgressBar>,
    start: Instant,
    stage: Mutex<Option<Stage>>,
}

impl Bar {
    /// A bar on stderr, if that is a terminal.
    pub(crate) fn new() -> Bar {
        let bar = io::stderr().is_terminal().then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()));
        Bar { bar, start: Instant::now(), stage: Mutex::new(None) }
    }

    /// Shows how far a pass is.
    pub(crate) fn show(&self, progress: &Progress) {
        self.say_waiting(progress.stage);
        let Some(bar) = &self.bar else { return };
        if self.start.elapsed() < QUIET {
            return;
        }
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.set_style(style());
        }
        match progress.stage {
            Stage::Waiting => bar.set_message("waiting for another `ori` to finish writing"),
            Stage::Walking => bar.set_message("listing files"),
            Stage::Publishing => bar.set_message("writing"),
            Stage::Linking | Stage::Embedding => {
                bar.set_length(progress.n_files as u64);
                bar.set_position(progress.n_done as u64);
                bar.set_message(match progress.stage {
                    Stage::Linking => "linking near chunks; the index is complete, Ctrl-C loses only this",
                    _ => "asking the model for vectors; the index is complete, Ctrl-C keeps what came",
                });
            }
            Stage::Reading => {
                bar.set_length(progress.bytes);
                bar.set_position(progress.bytes_done);
                bar.set_message(self.reading(progress));
            }
        }
    }

    fn reading(&self, progress: &Progress) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(0.001);
        let speed = progress.bytes_done as f64 / seconds;
        let left = progress.bytes.saturating_sub(progress.bytes_done) as f64 / speed.max(1.0);
        let (n_done, n_files) = (progress.n_done, progress.n_files);
        format!("{n_done}/{n_files} files, {}/s, {} left", bytes(speed as u64), duration(left))
    }

    /// Without a terminal a wait would look like a hang, so it is said once.
    #[allow(clippy::print_stderr)]
    fn say_waiting(&self, stage: Stage) {
        let mut last = self.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if stage == Stage::Waiting && *last != Some(stage) && self.bar.is_none() {
            eprintln!("waiting for another `ori` to finish writing");
        }
        *last = Some(stage);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar on stderr that counts steps, if that is a terminal.
pub(crate) fn steps(n: usize, what: &'static str) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(n as u64), target);
    let style = ProgressStyle::with_template("{prefix} [{bar:24}] {pos}/{len}, {eta} left");
    bar.set_style(style.map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("=> ")));
    bar.with_prefix(what)
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("indexing [{bar:24}] {percent:>3}%  {msg}");
    style.map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("=> "))
}

fn duration(seconds: f64) -> String {
    if seconds < 90.0 { format!("{:.0} s", seconds.ceil()) } else { format!("{:.0} min", (seconds / 60.0).ceil()) }
}
