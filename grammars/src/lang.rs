//! Which language a file is in.
//!
//! The table of languages lives in [`crate::langs`], one row each; here are the questions asked
//! of it. What a file says of itself goes before its name, for it is its author's word; where
//! endings are shared, the text decides. Codes are stored on disk and never reused.

pub(crate) mod known;
mod said;

use crate::langs::{self, TABLE};

/// A language, by its stable code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Lang(u8);

/// One row of the language table.
pub(crate) struct Row {
    /// Stored on disk; never reused.
    pub(crate) code: u8,
    /// Lower-case name, as people type it.
    pub(crate) name: &'static str,
    /// Other names people type.
    pub(crate) aliases: &'static [&'static str],
    /// File name endings without the dot, lower-case.
    pub(crate) extensions: &'static [&'static str],
    /// Whole file names.
    pub(crate) files: &'static [&'static str],
    /// File names with one `*`.
    pub(crate) patterns: &'static [&'static str],
    /// Programs named in a `#!` line.
    pub(crate) programs: &'static [&'static str],
    /// Endings that belong to another language unless the text looks like this one.
    pub(crate) claims: Option<Claim>,
    /// What its grammar's crate is called behind `tree-sitter-`, if not as the language.
    pub(crate) grammar: &'static str,
    /// How its files are read.
    pub(crate) reader: Reader,
}

/// Endings of file names, and whether a text with one of them looks like the language.
pub(crate) type Claim = (&'static [&'static str], fn(&str) -> bool);

/// How the files of a language are read.
pub(crate) enum Reader {
    /// With a tree-sitter grammar and a table.
    Grammar(&'static std::sync::LazyLock<crate::spec::Grammar>),
    /// With a scanner of its own.
    Scanner(fn(&str) -> crate::Outline),
    /// With a scanner of its own that finds parts in other languages.
    Parts {
        outline: fn(&str) -> crate::Outline,
        layout: fn(&str) -> crate::Layout<'_>,
        /// A stretch of a part without the escapes of the file around it.
        said: fn(&str) -> std::borrow::Cow<'_, str>,
    },
    /// With the generic lexer.
    Lexer,
}

impl Lang {
    /// Text in no known language.
    pub const TEXT: Lang = Lang(0);

    /// The language with this stored code, if there is one.
    pub fn from_code(code: u8) -> Option<Lang> {
        langs::rows().any(|row| row.code == code).then_some(Lang(code))
    }

    /// The language called `name` (or an alias or extension of it).
    pub fn named(name: &str) -> Option<Lang> {
        let name = name.to_lowercase();
        let by_extension = || langs::rows().find(|row| row.extensions.contains(&name.as_str()));
        Lang::called(&name).or_else(|| by_extension().map(|row| Lang(row.code)))
    }

    /// The language with this name or alias, in lower case.
    fn called(name: &str) -> Option<Lang> {
        let row = langs::rows().find(|row| row.name == name || row.aliases.contains(&name));
        row.map(|row| Lang(row.code))
    }

    /// The language of a file: by a line for editors, by its name, by the program in its first line.
    /// `text` is its start and, if that is not all, its last lines; it also decides where several
    /// languages share an ending. Without a text the name decides alone.
    pub fn detect(path: &str, text: &str) -> Lang {
        let file = path.rsplit('/').next().unwrap_or(path);
        let by_name = || Lang::of_name(file, text);
        said::modeline(text).or_else(by_name).or_else(|| said::shebang(text)).unwrap_or(Lang::TEXT)
    }

    fn of_name(file: &str, text: &str) -> Option<Lang> {
        if let Some(row) = langs::rows().find(|row| row.files.contains(&file)) {
            return Some(Lang(row.code));
        }
        let extension = file.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase());
        let extension = extension.as_str();
        let claims = |row: &&Row| {
            row.claims.is_some_and(|(ends, looks)| ends.contains(&extension) && !text.is_empty() && looks(text))
        };
        let owner = langs::rows().find(|row| row.extensions.contains(&extension));
        let row = langs::rows().find(claims).or(owner);
        let like = |row: &&Row| row.patterns.iter().any(|pattern| is_like(file, pattern));
        row.or_else(|| langs::rows().find(like)).map(|row| Lang(row.code))
    }

    /// Its stable code.
    pub fn code(self) -> u8 {
        self.0
    }

    /// Its lower-case name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// True when it is read by more than the generic lexer.
    pub fn is_parsed(self) -> bool {
        !matches!(self.row().reader, Reader::Lexer)
    }

    /// Every language with its file name endings and whole file names.
    pub fn all() -> impl Iterator<Item = (Lang, &'static [&'static str], &'static [&'static str])> {
        langs::rows().map(|row| (Lang(row.code), row.extensions, row.files))
    }

    pub(crate) fn row(self) -> &'static Row {
        langs::rows().find(|row| row.code == self.0).unwrap_or(&TABLE[0])
    }
}

impl std::fmt::Debug for Lang {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// True when `file` is `pattern`, whose `*` stands for anything but nothing.
fn is_like(file: &str, pattern: &str) -> bool {
    let Some((start, end)) = pattern.split_once('*') else { return file == pattern };
    file.len() > start.len() + end.len() && file.starts_with(start) && file.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &str) {
        assert_eq!(Lang::detect(path, text).name(), expected, "{path}");
    }

    #[test]
    fn names_tell() {
        for (path, expected) in [
            ("a/Dockerfile", "dockerfile"),
            ("Dockerfile.dev", "dockerfile"),
            ("dev.Dockerfile", "dockerfile"),
            ("src/Makefile.am", "make"),
            ("GNUmakefile", "make"),
            ("Jenkinsfile", "groovy"),
            ("tools/BUILD.bazel", "starlark"),
            ("BUILD", "starlark"),
            ("x/.bashrc", "bash"),
            ("CMakeLists.txt", "cmake"),
            ("notes.txt", "text"),
            ("a.ipynb", "jupyter"),
            ("README", "markdown"),
            ("go.mod.unknown", "text"),
            ("a.ml", "ocaml"),
            ("a.mli", "ocaml-interface"),
            ("a.R", "r"),
            (".Rprofile", "r"),
            ("a.dart", "dart"),
            ("a/main.tf", "hcl"),
        ] {
            check(path, "", expected);
        }
    }

    #[test]
    fn first_lines_tell_the_program() {
        for (line, expected) in [
            ("#!/usr/bin/env python3.11", "python"),
            ("#!/usr/bin/env -S DEBUG=1 node --inspect", "javascript"),
            ("#!/usr/bin/env -Sdeno run", "javascript"),
            ("#! /bin/bash -e", "bash"),
            ("#!/usr/bin/perl5.30.0 -w", "perl"),
            ("#!/usr/bin/env Rscript", "r"),
            ("#!/usr/bin/env ocaml", "ocaml"),
            ("#!/usr/bin/env dart", "dart"),
            ("#!/opt/other", "text"),
        ] {
            check("bin/tool", &format!("{line}\nx\n"), expected);
        }
        check("tool.rs", "#!/bin/sh\n", "rust");
    }

    #[test]
    fn lines_for_editors_tell() {
        check("x", "# vim: set ft=ruby ts=2:\n", "ruby");
        check("x", "a\nb\nc\nd\ne\nf\n// vi: ft=c\n", "c");
        check("x", "# -*- mode: python; coding: utf-8 -*-\n", "python");
        check("x.inc", "/* -*- C++ -*- */\n", "cpp");
        check("x", "# -*- Python -*-\n", "python");
        check("x", "(* -*- tuareg -*- *)\n", "ocaml");
        check("x", "# -*- mode: ESS-R -*-\n", "r");
        check("x", "# vim: ft=terraform\n", "hcl");
        check("x.py", "# -*- coding: utf-8 -*-\n", "python");
        check("x.conf", "# vim: ts=4 et\n", "ini");
        check("x.go", "a\nb\nc\nd\ne\n# vim: ft=ruby\n1\n2\n3\n4\n5\n6\n", "go");
    }

    #[test]
    fn the_text_decides_between_those_who_share_an_ending() {
        for (path, text, expected) in [
            ("a.h", "#import <UIKit/UIKit.h>\n@interface A : B\n@end\n", "objective-c"),
            ("a.h", "@class A;\nvoid f(A *a);\n", "objective-c"),
            ("a.h", "#import \"b.h\"\nint f(void);\n", "c"),
            ("a.h", "/* A.\n@class B\n*/ int a; /* b */\nint f(void);\n", "c"),
            ("a.h", "namespace a {\nclass B {};\n}\n", "cpp"),
            ("a.h", "int f(void);\n", "c"),
            ("a.m", "#import \"a.h\"\n@implementation A\n% no\n@end\n", "objective-c"),
            ("a.m", "% Plots.\nfunction y = f(x)\ny = x;\nend\n", "matlab"),
            ("a.m", "(* ::Package:: *)\nBeginPackage[\"A`\"]\n", "mathematica"),
            ("a.pl", "#!/usr/bin/perl\nuse strict;\nmy $x = 1;\n", "perl"),
            ("a.pl", ":- module(a, [b/1]).\nb(X) :- c(X).\n", "prolog"),
            ("a.ts", "<?xml version=\"1.0\"?>\n<!DOCTYPE TS>\n<TS>\n", "xml"),
            ("a.ts", "G@\0\u{fffd}", "text"),
            ("a.ts", "export const a = 1;\n", "typescript"),
            ("a.v", "module top(input a);\nendmodule\n", "verilog"),
            ("a.v", "Require Import List.\nLemma a : b.\n", "coq"),
            ("a.cls", "VERSION 1.0 CLASS\n", "visual-basic"),
            ("a.cls", "\\ProvidesClass{a}\n", "tex"),
            ("a.inc", "<?php\nfunction f() {}\n", "php"),
            ("a.inc", "#define A 1\n", "c"),
            ("a.inc", "mov ax, 1\n", "text"),
            ("a.r", "REBOL [Title: \"a\"]\n", "rebol"),
            ("a.r", "f <- function(x) x\n", "r"),
        ] {
            check(path, text, expected);
        }
    }
}
