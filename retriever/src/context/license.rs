//! Where the words of lawyers at the top of a file end: they tell nothing about the code and cost a hundred tokens.

/// Lines of such a comment; a longer one says more than that.
const LINES_MAX: usize = 80;

/// Bytes of the comment at the beginning of `text` that says whose it is, with the blank lines behind it; 0 if
/// there is none.
pub(crate) fn end_of_license(text: &str) -> usize {
    let shebang = if text.starts_with("#!") { text.find('\n').map_or(text.len(), |at| at + 1) } else { 0 };
    let rest = &text[shebang..];
    let blank = rest.len() - rest.trim_start().len();
    let Some(len) = comment(&rest[blank..]) else { return 0 };
    let comment = &rest[blank..blank + len];
    let lower = comment.to_lowercase();
    let says_whose = ["copyright", "spdx-license", "licensed under", "all rights reserved"];
    if comment.lines().count() > LINES_MAX || !says_whose.iter().any(|words| lower.contains(words)) {
        return 0;
    }
    let after = &rest[blank + len..];
    let line_end = after.find('\n').map_or(after.len(), |at| at + 1);
    let blank_lines: usize =
        after[line_end..].split_inclusive('\n').take_while(|line| line.trim().is_empty()).map(str::len).sum();
    // What stands on the comment's own last line is code.
    if after[..line_end].trim().is_empty() { shebang + blank + len + line_end + blank_lines } else { 0 }
}

/// Bytes of the comment that `text` begins with.
fn comment(text: &str) -> Option<usize> {
    for (open, close) in [("/*", "*/"), ("<!--", "-->"), ("{-", "-}"), ("(*", "*)"), ("--[[", "]]")] {
        if text.starts_with(open) {
            return text.find(close).map(|at| at + close.len());
        }
    }
    // `#include`, `#ifndef` and `#[derive]` are no comments.
    let is_comment = |line: &str, mark: &str| {
        let behind = line.trim_start().strip_prefix(mark);
        behind
            .is_some_and(|behind| mark != "#" || behind.is_empty() || behind.starts_with([' ', '\t', '\r', '\n', '#']))
    };
    let mark = ["//", "#", "--", ";", "%"].into_iter().find(|mark| is_comment(text, mark))?;
    let lines = text.split_inclusive('\n').take_while(|line| is_comment(line, mark));
    let len: usize = lines.map(str::len).sum();
    Some(text[..len].trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_says_whose_it_is_goes() {
        let rest = |text: &'static str| &text[end_of_license(text)..];
        assert_eq!(rest("/*\n * Copyright (C) 2024 X.\n */\n\npackage a;\n"), "package a;\n");
        assert_eq!(rest("#!/bin/sh\n# SPDX-License-Identifier: MIT\n\n# Builds.\nmake\n"), "# Builds.\nmake\n");
        assert_eq!(rest("// Copyright X\n// All rights reserved.\npackage a\n"), "package a\n");
        assert_eq!(rest("// Package a counts.\npackage a\n"), "// Package a counts.\npackage a\n");
        assert_eq!(rest("/* Copyright X */ int x;\n"), "/* Copyright X */ int x;\n");
        assert_eq!(rest("# Copyright X"), "");
        assert_eq!(rest("#\n# Copyright X\n#\nimport a\n"), "import a\n");
        assert_eq!(rest("#ifndef COPYRIGHT_H\n#define COPYRIGHT_H\n"), "#ifndef COPYRIGHT_H\n#define COPYRIGHT_H\n");
        assert_eq!(rest("/* Copyright X"), "/* Copyright X");
        assert_eq!(rest(""), "");
    }
}
