//! stdout and colour.
//!
//! Text from files may hold control characters that drive a terminal; on the way out they are
//! shown as escapes.

use crate::args::When;
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// A path.
    Path,
    /// The matched part.
    Match,
    /// A line number or what is beside the point.
    Dim,
    /// A name.
    Name,
    /// An error.
    Error,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Path => "35",
            Style::Match => "1;31",
            Style::Dim => "2",
            Style::Name => "1",
            Style::Error => "1;31",
        }
    }
}

/// The answer on its way out.
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    color: bool,
}

impl Output {
    pub(crate) fn new(color: bool) -> Output {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout()), color }
    }

    /// Writes a line of our own words and already cleaned texts.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")
    }

    /// Writes a text of many lines as it is.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// The text in a style, if colour is wanted.
    pub(crate) fn paint(&self, text: &str, style: Style) -> String {
        paint(text, style, self.color)
    }

    /// A line of a file with some byte ranges (0-based) marked, control characters escaped.
    pub(crate) fn marked(&self, line: &str, ranges: &[(usize, usize)]) -> String {
        let mut text = String::new();
        let mut at = 0;
        for &(start, end) in ranges {
            let whole = line.is_char_boundary(start) && line.is_char_boundary(end);
            if start < at || start >= end || end > line.len() || !whole {
                continue;
            }
            text.push_str(&clean(&line[at..start]));
            text.push_str(&self.paint(&clean(&line[start..end]), Style::Match));
            at = end;
        }
        text.push_str(&clean(&line[at..]));
        text
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The text in a style.
pub(crate) fn paint(text: &str, style: Style, color: bool) -> String {
    if color && !text.is_empty() { format!("\x1b[{}m{text}\x1b[0m", style.code()) } else { text.to_string() }
}

/// Control characters as escapes, so that no file can drive the terminal.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    let is_bad = |c: char| c.is_control() && c != '\t';
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_bad(c) { c.escape_default().to_string() } else { c.to_string() }).collect())
}

/// Whether stdout gets colour.
pub(crate) fn wants_color(when: When) -> bool {
    wants(when, io::stdout().is_terminal())
}

/// Whether stderr gets colour.
pub(crate) fn wants_color_on_stderr(when: When) -> bool {
    wants(when, io::stderr().is_terminal())
}

fn wants(when: When, terminal: bool) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

/// `1 file`, `2 files`, `12,345 files`.
pub(crate) fn count(n: usize, one: &str) -> String {
    format!("{} {one}{}", grouped(n as u64), if n == 1 { "" } else { "s" })
}

/// Digits in groups of three.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `812 B`, `4.2 MB`.
pub(crate) fn bytes(n: u64) -> String {
    match n {
        0..1_000 => format!("{n} B"),
        1_000..1_000_000 => format!("{:.1} kB", n as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", n as f64 / 1e6),
        _ => format!("{:.2} GB", n as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_cannot_drive_the_terminal() {
        assert_eq!(clean("a\x1b[2Jb\tc"), "a\\u{1b}[2Jb\tc");
        assert_eq!(clean("plain é"), "plain é");
    }

    #[test]
    fn marks_survive_odd_ranges() {
        let out = Output::new(true);
        assert_eq!(out.marked("get x", &[(0, 3)]), "\x1b[1;31mget\x1b[0m x");
        assert_eq!(out.marked("é", &[(1, 2), (5, 9), (0, 0)]), "é");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            (grouped(1234567), grouped(999), count(1, "file")),
            ("1,234,567".into(), "999".into(), "1 file".into())
        );
        assert_eq!(bytes(4_200_000), "4.2 MB");
    }
}
