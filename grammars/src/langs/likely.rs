//! Which language a file is in where several share an ending, by what its start says.
//!
//! Each question is asked of the first pages only, and only of files with a shared ending. The
//! answer needs a mark that the others hardly have; without one the usual owner of the ending keeps
//! the file. C++ headers are told by a file of their own.

use memchr::memmem;

fn has(text: &str, mark: &str) -> bool {
    memmem::find(text.as_bytes(), mark.as_bytes()).is_some()
}

/// The lines that are not blank, without the blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

fn starts(text: &str, words: &[&str]) -> bool {
    lines(text).any(|line| words.iter().any(|word| line.starts_with(word)))
}

/// Of `.h` files. C and C++ compilers know `#import`, and doc comments have commands that are spelled
/// as Objective-C's words (`@class`, `@property`): only its own words outside of comments tell.
pub(super) fn objective_c_header(text: &str) -> bool {
    const WORDS: [&str; 6] = ["@interface", "@protocol", "@property", "@implementation", "@class", "@end"];
    let mut is_comment = false;
    text.lines().filter(|line| !line.trim_start().starts_with("//")).any(|line| {
        let was_comment = is_comment;
        is_comment = match (line.rfind("/*"), line.rfind("*/")) {
            (None, None) => was_comment,
            (open, close) => open > close,
        };
        let says = |word: &&str| line.strip_prefix(*word).is_some_and(|rest| !rest.starts_with(is_word));
        !was_comment && WORDS.iter().any(says)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn objective_c(text: &str) -> bool {
    starts(text, &["@interface", "@protocol", "@class ", "@implementation", "#import ", "@import ", "@property"])
}

/// Of `.m` files: those with Objective-C's own marks are its own, whatever else they have.
pub(super) fn matlab(text: &str) -> bool {
    if objective_c(text) || starts(text, &["#include", "//", "/*"]) {
        return false;
    }
    starts(text, &["%", "function ", "classdef ", "##", "end", "clear ", "clc", "close all", "disp("])
        || lines(text).any(|line| line.ends_with("...") || line.ends_with(");") && line.contains(" = "))
}

pub(super) fn mathematica(text: &str) -> bool {
    !objective_c(text) && (has(text, "(*") && has(text, "*)") || has(text, "BeginPackage[") || has(text, ":= Module["))
}

pub(super) fn prolog(text: &str) -> bool {
    let perl = starts(text, &["use ", "my ", "sub ", "package ", "#!/usr/bin/perl", "=head", "=pod", "our "]);
    let clauses = lines(text).filter(|line| !line.starts_with('#')).any(|line| {
        line.starts_with(":- ") || line.ends_with(" :-") || line.ends_with("):-") || line.contains(") :- ")
    });
    !perl && clauses
}

pub(super) fn qt_translation(text: &str) -> bool {
    has(text, "<!DOCTYPE TS") || lines(text).take(3).any(|line| line.starts_with("<TS"))
}

/// Of `.ts` and `.inc` files: video streams, and what has no mark of any code (assembly, lists).
pub(super) fn none_of_these(text: &str) -> bool {
    let is_binary = text.bytes().take(2_000).any(|byte| byte == 0);
    is_binary || !text.contains([';', '{', '(', '=', '"', '\'', '<', '#'])
}

pub(super) fn coq(text: &str) -> bool {
    starts(text, &["Require ", "From ", "Theorem ", "Lemma ", "Proof.", "Inductive ", "Definition ", "Qed."])
}

pub(super) fn vlang(text: &str) -> bool {
    starts(text, &["fn ", "pub fn ", "import "]) && !has(text, "endmodule")
}

pub(super) fn visual_basic(text: &str) -> bool {
    starts(text, &["VERSION 1.0 CLASS", "Attribute VB_", "Option Explicit"])
}

pub(super) fn apex(text: &str) -> bool {
    let words = ["public class", "public with sharing", "global class", "private class", "@isTest", "@IsTest"];
    starts(text, &words)
        || starts(text, &["public virtual", "public abstract", "global with sharing", "public without"])
}

pub(super) fn pascal(text: &str) -> bool {
    has(text, "{$") && !has(text, "<?") && starts(text, &["{$", "procedure ", "function ", "unit "])
}

pub(super) fn bitbake(text: &str) -> bool {
    starts(text, &["SUMMARY =", "LICENSE =", "SRC_URI", "DEPENDS ", "do_install", "inherit "]) && !has(text, "<?")
}

/// `.inc` files of C, and of C++ as far as it matters.
pub(super) fn c_include(text: &str) -> bool {
    !has(text, "<?") && starts(text, &["#include", "#define", "#if", "#ifdef", "#ifndef", "/*", "//", "static "])
}

pub(super) fn rebol(text: &str) -> bool {
    lines(text).next().is_some_and(|line| line.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("rebol")))
}
