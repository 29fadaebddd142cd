//! What resolution has to know about a language.
//!
//! Languages whose code can name each other's definitions are one family. The rules that differ
//! between families are questions asked here, so that no other file names a language.

use grammars::Lang;

/// Languages that share names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Family {
    Python,
    Script,
    Rust,
    Go,
    C,
    /// Parsed, but without rules of its own here.
    Other(u8),
}

/// The name that `name` stands for, where a language has two spellings of one: `user-card` in a
/// Vue template is the component `UserCard`.
pub(crate) fn meant_by(lang: Lang, name: &str) -> Option<String> {
    if lang.name() != "vue" || !name.contains('-') {
        return None;
    }
    let words = name.split('-').filter_map(|word| Some((word.chars().next()?, word.get(1..)?)));
    Some(words.map(|(first, rest)| format!("{}{rest}", first.to_ascii_uppercase())).collect())
}

impl Family {
    pub(crate) fn of(lang: Lang) -> Family {
        match lang.name() {
            // Nearly all notebooks are; others lose only what Python's imports would have told.
            "python" | "jupyter" => Family::Python,
            "javascript" | "typescript" | "tsx" | "jsx" | "vue" | "svelte" | "html" => Family::Script,
            "rust" => Family::Rust,
            "go" => Family::Go,
            "c" | "cpp" | "c++" | "objc" | "cuda" => Family::C,
            // An interface declares what its implementation defines.
            "ocaml-interface" => Family::of(Lang::named("ocaml").unwrap_or_default()),
            _ => Family::Other(lang.code()),
        }
    }

    /// A bare name in a method sees the members of the class around it.
    pub(crate) fn bare_members(self) -> bool {
        matches!(self, Family::C | Family::Other(_))
    }

    /// A local name holds only below the place where it is bound.
    pub(crate) fn binds_downward(self) -> bool {
        matches!(self, Family::Rust | Family::Go | Family::C)
    }

    /// Members of a type may be written outside the file that defines it.
    pub(crate) fn open_types(self) -> bool {
        matches!(self, Family::Rust | Family::Go | Family::C)
    }

    /// All files of a folder are one scope.
    pub(crate) fn folder_is_scope(self) -> bool {
        self == Family::Go
    }

    /// A type implements an interface by having its methods.
    pub(crate) fn has_implicit_interfaces(self) -> bool {
        self == Family::Go
    }

    /// Names without an import are matched by the linker.
    pub(crate) fn links_by_name(self) -> bool {
        self == Family::C
    }

    /// The name by which a method calls its own object.
    pub(crate) fn is_self(self, name: &str) -> bool {
        match self {
            Family::Python => matches!(name, "self" | "cls"),
            Family::Rust => matches!(name, "self" | "Self"),
            Family::Script | Family::C | Family::Other(_) => matches!(name, "this" | "self"),
            Family::Go => false,
        }
    }

    /// The type that stands for the type around it.
    pub(crate) fn is_self_type(self, name: &str) -> bool {
        matches!((self, name), (Family::Rust | Family::Python, "Self") | (Family::Script, "this"))
    }

    /// A member that strings, lists or maps of the language have too.
    pub(crate) fn is_common_member(self, name: &str) -> bool {
        let common = match self {
            Family::Python => PYTHON,
            Family::Script => SCRIPT,
            Family::Rust => RUST,
            Family::Go => GO,
            Family::C | Family::Other(_) => C,
        };
        common.split_whitespace().any(|common| common == name)
    }
}

const PYTHON: &str = "append clear close copy count decode encode endswith extend find format get index insert items \
    join keys pop read remove replace setdefault sort split startswith strip update values write";
const SCRIPT: &str = "add apply bind call catch clear concat delete entries exec filter find forEach get has includes \
    indexOf join keys length map match next pop push reduce replace set shift size slice some sort splice split test \
    then toString trim value values";
const RUST: &str = "as_bytes as_ref as_str chars clear clone contains count extend filter find finish flush fmt get \
    get_mut insert into is_empty is_err is_none is_ok is_some iter join len map new next parse path pop push read \
    remove replace split take to_string unwrap write";
const GO: &str = "Close Error Get Len Read Set String Write";
const C: &str = "begin c_str clear data empty end push_back size";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_members_are_told() {
        assert!(Family::Python.is_common_member("join") && Family::Script.is_common_member("values"));
        assert!(!Family::Rust.is_common_member("getUserInfo") && !Family::Rust.is_common_member("is"));
    }

    #[test]
    fn only_dashed_names_of_templates_mean_others() {
        let meant = |lang, name| meant_by(Lang::named(lang).expect("it is in the table"), name);
        assert_eq!(meant("vue", "user-card-2").as_deref(), Some("UserCard2"));
        assert_eq!((meant("vue", "card"), meant("css", "user-card")), (None, None));
        assert_eq!(meant("vue", "-é-").as_deref(), Some(""));
    }

    #[test]
    fn interfaces_are_of_the_family_of_their_implementations() {
        let of = |name| Family::of(Lang::named(name).expect("it is in the table"));
        assert_eq!(of("ocaml-interface"), of("ocaml"));
        assert_ne!(of("ocaml"), of("text"));
    }
}
