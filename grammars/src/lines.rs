//! Byte offsets to lines and columns, and back.
//!
//! A line ends at `\n`; a lone `\r` ends none, and a `\r` before `\n` belongs to the ending.

/// Where each line of a text starts.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
}

impl LineIndex {
    /// Finds the lines of `text`.
    pub fn new(text: &str) -> LineIndex {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        LineIndex { starts, len: text.len() as u32 }
    }

    /// 1-based line of the byte at `at`.
    pub fn line(&self, at: u32) -> u32 {
        self.starts.partition_point(|&start| start <= at) as u32
    }

    /// 1-based line and 1-based byte column of `at`.
    pub fn line_col(&self, at: u32) -> (u32, u32) {
        let line = self.line(at);
        (line, at - self.starts[line as usize - 1] + 1)
    }

    /// Number of lines; a final newline starts no line of its own.
    pub fn count(&self) -> u32 {
        let n = self.starts.len() as u32;
        if self.len > 0 && self.starts[n as usize - 1] == self.len { n - 1 } else { n }
    }

    /// Byte where the 1-based `line` starts; the end of the text when there is no such line.
    pub fn start(&self, line: u32) -> u32 {
        let index = line.max(1) as usize - 1;
        self.starts.get(index).copied().unwrap_or(self.len)
    }

    /// The 1-based `line` without its ending.
    pub fn text<'a>(&self, text: &'a str, line: u32) -> &'a str {
        let (start, end) = (self.start(line) as usize, self.start(line + 1) as usize);
        text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}
