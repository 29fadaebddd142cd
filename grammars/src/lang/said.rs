//! What a file says of its own language: to the system in its first line, to editors in the first
//! or last few.

use crate::Lang;
use crate::langs;

/// Lines at either end that editors look at.
const LINES: usize = 5;

/// The language of the program in the `#!` line.
pub(super) fn shebang(text: &str) -> Option<Lang> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let words = line.split_whitespace().map(|word| word.trim_start_matches("-S"));
    let programs = words.filter(|word| !word.is_empty() && !word.starts_with('-') && !word.contains('='));
    let program = programs.map(|word| word.rsplit('/').next().unwrap_or(word)).find(|word| *word != "env")?;
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
    let row = langs::rows().find(|row| row.programs.contains(&bare) || row.programs.contains(&program));
    row.and_then(|row| Lang::from_code(row.code))
}

/// The language that a line for vim or emacs names.
pub(super) fn modeline(text: &str) -> Option<Lang> {
    let first = text.lines().take(LINES);
    let last = text.lines().rev().take(LINES);
    first.chain(last).filter(|line| line.len() < 500).find_map(|line| named(vim(line).or_else(|| emacs(line))?))
}

fn named(mode: &str) -> Option<Lang> {
    let mode = mode.to_ascii_lowercase();
    let mode = mode.strip_suffix("-mode").unwrap_or(&mode);
    let mode = match mode {
        "shell-script" | "sh" | "zsh" => "bash",
        "js2" | "rjsx" | "javascriptreact" => "javascript",
        "typescriptreact" => "tsx",
        "cperl" => "perl",
        "objcpp" => "objective-c",
        "cs" => "csharp",
        "ess-r" | "ess" => "r",
        "tuareg" | "caml" => "ocaml",
        "makefile-gmake" | "makefile-automake" | "automake" => "make",
        "dosini" | "conf-unix" | "cfg" => "ini",
        "scss" | "less" => "css",
        "latex" | "plaintex" => "tex",
        "gfm" => "markdown",
        other => other,
    };
    Lang::called(mode)
}

/// `vim: set ft=ruby:`, `vi: ft=ruby`.
fn vim(line: &str) -> Option<&str> {
    let at = ["vim:", "vi:", "ex:"].iter().find_map(|mark| {
        let at = line.find(mark)?;
        (at == 0 || !line[..at].ends_with(|c: char| c.is_alphanumeric())).then_some(at + mark.len())
    })?;
    let options = line[at..].split([' ', '\t', ':', ',']);
    let names = options.filter_map(|option| option.split_once('='));
    let name =
        names.filter(|(key, _)| matches!(*key, "ft" | "filetype" | "syn" | "syntax")).map(|(_, name)| name).next()?;
    Some(name.split('.').next().unwrap_or(name))
}

/// `-*- mode: ruby; … -*-`, `-*- Ruby -*-`.
fn emacs(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("-*-")?;
    let (inside, _) = rest.split_once("-*-")?;
    if !inside.contains(':') {
        return Some(inside.trim());
    }
    let pairs = inside.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.filter(|(key, _)| key.trim().eq_ignore_ascii_case("mode")).map(|(_, mode)| mode.trim()).next()
}
