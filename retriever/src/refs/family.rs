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
    /// Java, Kotlin, Scala, Groovy: what compiles to classes of one machine.
    Jvm,
    CSharp,
    Php,
    Ruby,
    Elixir,
    Haskell,
    Lua,
    Zig,
    Shell,
    Dart,
    /// Parsed, but without rules of its own here.
    Other(u8),
}

/// Names of this language may be written in two ways.
pub(crate) fn has_second_spellings(lang: Lang) -> bool {
    lang.name() == "vue"
}

/// The name that `name` stands for, where a language has two spellings of one: `user-card` in a
/// Vue template is the component `UserCard`.
pub(crate) fn meant_by(lang: Lang, name: &str) -> Option<String> {
    if !has_second_spellings(lang) || !name.contains('-') {
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
            "java" | "kotlin" | "scala" | "groovy" => Family::Jvm,
            "csharp" => Family::CSharp,
            "php" => Family::Php,
            "ruby" => Family::Ruby,
            "elixir" => Family::Elixir,
            "haskell" => Family::Haskell,
            "lua" => Family::Lua,
            "zig" => Family::Zig,
            "bash" => Family::Shell,
            "dart" => Family::Dart,
            // An interface declares what its implementation defines.
            "ocaml-interface" => Family::of(Lang::named("ocaml").unwrap_or_default()),
            _ => Family::Other(lang.code()),
        }
    }

    /// A bare name in a method sees the members of the class around it.
    pub(crate) fn bare_members(self) -> bool {
        use Family::*;
        matches!(self, C | Jvm | CSharp | Ruby | Dart | Other(_))
    }

    /// What puts the parts of a full name together, where names are known by their packages.
    pub(crate) fn package_mark(self) -> Option<&'static str> {
        match self {
            Family::Jvm | Family::CSharp | Family::Elixir | Family::Haskell => Some("."),
            Family::C | Family::Ruby => Some("::"),
            Family::Php => Some("\\"),
            _ => None,
        }
    }

    /// A file sees what stands at the top of the other files of its package.
    pub(crate) fn package_is_scope(self) -> bool {
        matches!(self, Family::Jvm | Family::CSharp | Family::Php | Family::Ruby)
    }

    /// A package sees what the packages around it define.
    pub(crate) fn outer_packages(self) -> bool {
        matches!(self, Family::C | Family::CSharp | Family::Ruby)
    }

    /// A type that neither scopes nor imports know is none of the project's.
    pub(crate) fn types_are_declared(self) -> bool {
        matches!(self, Family::Jvm | Family::CSharp | Family::Php)
    }

    /// A local name holds only below the place where it is bound.
    pub(crate) fn binds_downward(self) -> bool {
        matches!(self, Family::Rust | Family::Go | Family::C | Family::Zig)
    }

    /// Members of a type may be written outside the file that defines it.
    pub(crate) fn open_types(self) -> bool {
        use Family::*;
        matches!(self, Rust | Go | C | CSharp | Ruby)
    }

    /// What belongs to one type may be written in several places.
    pub(crate) fn splits_types(self) -> bool {
        matches!(self, Family::C | Family::CSharp | Family::Ruby)
    }

    /// Whoever asks for a method also means calls of what it overrides: such a call may reach it.
    pub(crate) fn dispatches_up(self) -> bool {
        self != Family::Python
    }

    /// One type may be written in several places, each with a body.
    pub(crate) fn reopens_types(self) -> bool {
        matches!(self, Family::CSharp | Family::Ruby)
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
        matches!(self, Family::C | Family::Shell)
    }

    /// The name by which a method calls what it overrides.
    pub(crate) fn is_super(self, name: &str) -> bool {
        match self {
            Family::CSharp => name == "base",
            Family::Php => name == "parent",
            Family::Go | Family::Rust | Family::C => false,
            _ => name == "super",
        }
    }

    /// The name by which a method calls its own object.
    pub(crate) fn is_self(self, name: &str) -> bool {
        match self {
            Family::Python => matches!(name, "self" | "cls"),
            Family::Rust => matches!(name, "self" | "Self"),
            Family::Elixir => name == "__MODULE__",
            Family::Php => matches!(name, "this" | "self" | "static"),
            Family::Go | Family::Haskell | Family::Shell => false,
            _ => matches!(name, "this" | "self"),
        }
    }

    /// The type that stands for the type around it.
    pub(crate) fn is_self_type(self, name: &str) -> bool {
        use Family::*;
        match name {
            "Self" => matches!(self, Rust | Python),
            "this" => self == Script,
            "self" | "static" => self == Php,
            _ => false,
        }
    }

    /// A member that strings, lists or maps of the language have too.
    pub(crate) fn is_common_member(self, name: &str) -> bool {
        let common = match self {
            Family::Python => PYTHON,
            Family::Script => SCRIPT,
            Family::Rust => RUST,
            Family::Go => GO,
            Family::Jvm | Family::CSharp | Family::Dart => JAVA,
            Family::Ruby => RUBY,
            _ => C,
        };
        common.split_whitespace().any(|common| common == name)
    }
}

const PYTHON: &str = "add append cancel clear close copy count debug decode discard encode endswith error exists extend \
    filter find findall flush format fullmatch get group groups handle index info insert isdigit items join keys lower \
    lstrip match mkdir name now open parent path pop put read readline remove replace rstrip run search seek send \
    setdefault sort split splitlines start startswith stop strip sub suffix title union update upper value values wait \
    warning write";
const SCRIPT: &str = "add apply bind call catch clear close concat current delete destroy emit entries error every exec \
    filter finally find findIndex flat flatMap forEach get has includes indexOf join json keys lastIndexOf length listen \
    log map match message name next off on once open parse pause pipe pop push read reduce remove replace resolve \
    reverse send set shift size slice some sort splice split start status stop test text then toLowerCase toString \
    toUpperCase trim type unshift url value values write";
const RUST: &str = "as_bytes as_ref as_str chars clear clone contains count extend filter find finish flush fmt get \
    get_mut insert into is_empty is_err is_none is_ok is_some iter join len map new next parse path pop push read \
    remove replace split take to_string unwrap write";
const GO: &str = "Close Error Get Len Read Set String Write";
const JAVA: &str = "Add Contains Count Dispose Equals Get Remove ToString Write accept add addAll apply build clear close \
    compareTo contains containsKey copy create entrySet equals execute filter first flush forEach format get getClass \
    getId getKey getName getValue hasNext hashCode indexOf isEmpty iterator join keySet last length map name next of \
    parse print println put read remove run set size split stop start stream substring test toArray toString trim \
    value valueOf values write";
const RUBY: &str = "add all any call clear close count delete each empty find first format get include index join key keys \
    last length map merge name new open pop push put puts read reject replace select send set size sort split start \
    to_a to_h to_s to_sym type update value values write";
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
