//! Which language a file is in.
//!
//! The table of languages lives in [`crate::langs`], one row each; here are the questions asked
//! of it. Codes are stored on disk and never reused.

use crate::langs::TABLE;

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
    /// Programs named in a `#!` line.
    pub(crate) programs: &'static [&'static str],
    /// Endings that belong to another language unless the text looks like this one.
    pub(crate) claims: Option<Claim>,
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
    /// With the generic lexer.
    Lexer,
}

impl Lang {
    /// Text in no known language.
    pub const TEXT: Lang = Lang(0);

    /// The language with this stored code, if there is one.
    pub fn from_code(code: u8) -> Option<Lang> {
        TABLE.iter().any(|row| row.code == code).then_some(Lang(code))
    }

    /// The language called `name` (or an alias or extension of it).
    pub fn named(name: &str) -> Option<Lang> {
        let name = name.to_lowercase();
        let row = TABLE.iter().find(|row| row.name == name || row.aliases.contains(&name.as_str()));
        let row = row.or_else(|| TABLE.iter().find(|row| row.extensions.contains(&name.as_str())));
        row.map(|row| Lang(row.code))
    }

    /// The language of a file by its name, and by how its text starts where the name does not
    /// say: the first line for programs, the first pages for C and C++ headers.
    pub fn detect(path: &str, head: &str) -> Lang {
        let file = path.rsplit('/').next().unwrap_or(path);
        if let Some(row) = TABLE.iter().find(|row| row.files.contains(&file)) {
            return Lang(row.code);
        }
        if let Some((_, extension)) = file.rsplit_once('.') {
            let extension = extension.to_ascii_lowercase();
            if let Some(row) = TABLE.iter().find(|row| row.extensions.contains(&extension.as_str())) {
                let claims = |other: &&Row| {
                    other.claims.is_some_and(|(ends, looks)| ends.contains(&extension.as_str()) && looks(head))
                };
                return Lang(TABLE.iter().find(claims).unwrap_or(row).code);
            }
        }
        shebang(head).unwrap_or(Lang::TEXT)
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
        TABLE.iter().map(|row| (Lang(row.code), row.extensions, row.files))
    }

    pub(crate) fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.code == self.0).unwrap_or(&TABLE[0])
    }
}

impl std::fmt::Debug for Lang {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

fn shebang(head: &str) -> Option<Lang> {
    let line = head.lines().next()?.strip_prefix("#!")?;
    let program = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let program = program.into_iter().find(|word| *word != "env" && !word.starts_with('-'))?;
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    TABLE.iter().find(|row| row.programs.contains(&bare)).map(|row| Lang(row.code))
}
