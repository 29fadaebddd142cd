//! What part a file plays in its project, told from its path.
//!
//! The folders on the way speak first, then the file's name; the strongest claim wins: vendored
//! code stays vendored inside a test folder. The rules are those of many ecosystems at once, so
//! that a project of any language is read alike.
//!
//! Knows nothing of contents, except that a file may say of itself that a program wrote it.

/// What part a file plays. Later ones are stronger claims.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileRole {
    /// What the project is made of.
    #[default]
    Source,
    /// Settings, build files, data.
    Config,
    /// Says how to use it.
    Docs,
    /// Kept for old users.
    Legacy,
    /// Shows how to use it.
    Example,
    /// Measures it.
    Bench,
    /// Checks it.
    Test,
    /// Types without bodies.
    Stub,
    /// What changed, release by release.
    History,
    /// Written by a program.
    Generated,
    /// Someone else's code.
    Vendored,
}

impl FileRole {
    /// One lower-case word for people.
    pub fn word(self) -> &'static str {
        match self {
            FileRole::Source => "source",
            FileRole::Config => "config",
            FileRole::Docs => "docs",
            FileRole::Legacy => "legacy",
            FileRole::Example => "example",
            FileRole::Bench => "bench",
            FileRole::Test => "test",
            FileRole::Stub => "stub",
            FileRole::History => "history",
            FileRole::Generated => "generated",
            FileRole::Vendored => "vendored",
        }
    }

    /// Every role.
    pub(crate) const ALL: [FileRole; 11] = {
        use FileRole::*;
        [Source, Config, Docs, Legacy, Example, Bench, Test, Stub, History, Generated, Vendored]
    };

    /// True when a word of a question asks for files of this role.
    pub(crate) fn is_asked_by(self, word: &str) -> bool {
        let words: &[&str] = match self {
            FileRole::Source => &[],
            FileRole::Config => {
                &["config", "configuration", "settings", "build", "ci", "workflow", "package", "makefile"]
            }
            FileRole::Docs => {
                &["doc", "docs", "documentation", "readme", "guide", "license", "contributing", "install"]
            }
            FileRole::Legacy => &["legacy", "deprecated", "compat", "compatibility", "old"],
            FileRole::Example => &["example", "examples", "sample", "samples", "demo", "tutorial"],
            FileRole::Bench => &["bench", "benchmark", "benchmarks"],
            FileRole::Test => &["test", "tests", "testing", "spec", "specs", "mock", "mocks", "fixture", "fixtures"],
            FileRole::Stub => &["stub", "stubs", "typings", "declarations"],
            FileRole::History => &["changelog", "changes", "history", "release", "releases", "news"],
            FileRole::Generated => &["generated", "dist"],
            FileRole::Vendored => &["vendor", "vendored", "bundled"],
        };
        let version =
            self == FileRole::Legacy && word.len() == 2 && word.starts_with('v') && word.as_bytes()[1].is_ascii_digit();
        version || words.contains(&word)
    }

    /// The part of the file at `path`; `generated` when it says so itself.
    pub fn of(path: &str, generated: bool) -> FileRole {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        of_folder(folder).max(of_name(name)).max(if generated { FileRole::Generated } else { FileRole::Source })
    }
}

/// What the folders of a path say.
pub(crate) fn of_folder(folder: &str) -> FileRole {
    folder.split('/').map(of_segment).max().unwrap_or_default()
}

fn of_segment(segment: &str) -> FileRole {
    let lower = segment.to_ascii_lowercase();
    let find = |name: &str| FOLDERS.iter().find(|(names, _)| names.contains(&name)).map(|(_, role)| *role);
    let first = || lower.starts_with("test-") || lower.starts_with("test_") || lower.starts_with("tests-");
    find(&lower)
        .or_else(|| first().then_some(FileRole::Test))
        .or_else(|| {
            // `integration-tests`, `api_docs`, `UnitTests`: the last word says what the folder is.
            let last = lower.rsplit(['-', '_', '.']).next().filter(|last| last.len() < lower.len())?;
            LAST_WORDS.iter().find(|(word, _)| *word == last).map(|(_, role)| *role)
        })
        .or_else(|| camel_tests(segment).then_some(FileRole::Test))
        .unwrap_or_default()
}

/// `UnitTests`, `AppTest`, but not `latest`.
fn camel_tests(word: &str) -> bool {
    ["Tests", "Test", "Spec", "Specs"].iter().any(|ending| {
        word.strip_suffix(ending)
            .is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()))
    })
}

/// What the name of a file says.
pub(crate) fn of_name(name: &str) -> FileRole {
    let lower = name.to_ascii_lowercase();
    let (stem, ending) = lower.split_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((&lower, ""));
    let extension = ending.rsplit('.').next().unwrap_or("");
    let text = TEXT_ENDINGS.contains(&extension) || extension.is_empty();
    if text && HISTORY.iter().any(|word| stem.starts_with(word)) {
        return FileRole::History;
    }
    if GENERATED_ENDINGS.iter().any(|generated| lower.ends_with(generated)) {
        return FileRole::Generated;
    }
    if extension == "pyi" || lower.ends_with(".d.ts") || lower.ends_with(".d.mts") || lower.ends_with(".d.cts") {
        return FileRole::Stub;
    }
    let bare = name.split('.').next().unwrap_or(name);
    if is_test_name(stem, ending) || camel_tests(bare) {
        return FileRole::Test;
    }
    if stem.starts_with("bench_")
        || stem.ends_with("_bench")
        || stem.ends_with("_benchmark")
        || ending.starts_with("bench.")
    {
        return FileRole::Bench;
    }
    if TEXT_ENDINGS.contains(&extension) || (extension.is_empty() && DOC_NAMES.contains(&stem)) {
        return FileRole::Docs;
    }
    if CONFIG_ENDINGS.contains(&extension) || name.starts_with('.') || ending == "lock" {
        return FileRole::Config;
    }
    FileRole::Source
}

/// `test_x.py`, `x_test.go`, `x.test.ts`, `x_spec.rb`, `conftest.py`, `test-x.c`.
fn is_test_name(stem: &str, ending: &str) -> bool {
    let first = ending.split('.').next().unwrap_or("");
    let middle =
        ending.contains('.') && matches!(first, "test" | "tests" | "spec" | "specs" | "e2e" | "cy" | "stories");
    let starts = ["test_", "test-", "tests_"].iter().any(|start| stem.starts_with(start));
    let ends = ["_test", "-test", "_tests", "-tests", "_spec", "-spec"].iter().any(|end| stem.ends_with(end));
    middle || starts || ends || matches!(stem, "test" | "tests" | "conftest")
}

/// True when a path says that what stands there is not meant for others: `internal/`, `_fields.py`.
pub(crate) fn is_internal(path: &str) -> bool {
    path.split('/').any(|segment| {
        let name = segment.split('.').next().unwrap_or(segment).to_ascii_lowercase();
        let marked = segment.starts_with('_') && !segment.starts_with("__");
        marked || matches!(&*name, "internal" | "internals" | "private" | "impl" | "detail" | "details")
    })
}

/// What the thing under test is called: `test_user.py`, `user_test.go`, `UserTests.cs` -> `user`. A
/// file whose own name does not say that it is a test stands for one of exactly its name:
/// `test/router.js` -> `router.js`.
pub(crate) fn tested_stem(name: &str) -> Option<String> {
    let bare = name.split('.').next().unwrap_or(name);
    let camel = ["Tests", "Test", "Specs", "Spec"].iter().find_map(|ending| bare.strip_suffix(ending));
    let lower = camel.unwrap_or(bare).to_ascii_lowercase();
    let starts = ["test_", "test-", "tests_"].iter().find_map(|start| lower.strip_prefix(start));
    let ends = ["_test", "-test", "_tests", "-tests", "_spec", "-spec"].iter().find_map(|end| lower.strip_suffix(end));
    let inner = name.split('.').nth(1).is_some_and(|part| part == "test" || part == "spec");
    match starts.or(ends).or((camel.is_some() || inner).then_some(&*lower)) {
        Some(stem) => (!stem.is_empty()).then(|| stem.to_string()),
        None => (lower != "test").then(|| name.to_ascii_lowercase()),
    }
}

const FOLDERS: &[(&[&str], FileRole)] = &[
    (
        &[
            "node_modules",
            "vendor",
            "vendors",
            "vendored",
            "third_party",
            "third-party",
            "thirdparty",
            "3rdparty",
            "external",
            "externals",
            "extern",
            "bower_components",
            "jspm_packages",
            "site-packages",
            "_vendor",
            "pods",
            "carthage",
            "subprojects",
            "godeps",
            "deps",
        ],
        FileRole::Vendored,
    ),
    (&["generated", "__generated__", "gen", "autogen", "dist", "target", "out"], FileRole::Generated),
    (&["stubs", "typings", "typeshed", "@types"], FileRole::Stub),
    (
        &[
            "test",
            "tests",
            "__tests__",
            "__test__",
            "spec",
            "specs",
            "testdata",
            "test_data",
            "testing",
            "fixtures",
            "__fixtures__",
            "__mocks__",
            "mocks",
            "__snapshots__",
            "e2e",
            "unittest",
            "unittests",
            "androidtest",
            "commontest",
            "jvmtest",
            "jstest",
            "testfixtures",
            "fuzz",
            "fuzzing",
            "cypress",
        ],
        FileRole::Test,
    ),
    (&["bench", "benches", "benchmark", "benchmarks", "perf"], FileRole::Bench),
    (
        &[
            "example",
            "examples",
            "sample",
            "samples",
            "demo",
            "demos",
            "playground",
            "playgrounds",
            "tutorial",
            "tutorials",
            "cookbook",
            "quickstart",
            "showcase",
        ],
        FileRole::Example,
    ),
    (&["legacy", "deprecated", "compat", "obsolete", "old", "attic"], FileRole::Legacy),
    (
        &[
            "doc",
            "docs",
            "documentation",
            "docs_src",
            "website",
            "site",
            "www",
            "guides",
            "manual",
            "man",
            "wiki",
            "rfcs",
        ],
        FileRole::Docs,
    ),
    (&[".github", ".circleci", ".vscode", ".idea", ".gitlab"], FileRole::Config),
];

const LAST_WORDS: &[(&str, FileRole)] = &[
    ("test", FileRole::Test),
    ("tests", FileRole::Test),
    ("spec", FileRole::Test),
    ("specs", FileRole::Test),
    ("fixtures", FileRole::Test),
    ("mocks", FileRole::Test),
    ("examples", FileRole::Example),
    ("example", FileRole::Example),
    ("samples", FileRole::Example),
    ("demo", FileRole::Example),
    ("benches", FileRole::Bench),
    ("benchmarks", FileRole::Bench),
    ("benchmark", FileRole::Bench),
    ("bench", FileRole::Bench),
    ("docs", FileRole::Docs),
    ("legacy", FileRole::Legacy),
];

const HISTORY: &[&str] = &[
    "changelog",
    "changes",
    "history",
    "news",
    "release-notes",
    "releasenotes",
    "release_notes",
    "releases",
    "whatsnew",
];
const DOC_NAMES: &[&str] =
    &["readme", "license", "licence", "copying", "authors", "contributing", "notice", "install", "todo"];
const TEXT_ENDINGS: &[&str] =
    &["md", "markdown", "mdx", "rst", "adoc", "asciidoc", "txt", "org", "tex", "textile", "pod", "rdoc"];
const CONFIG_ENDINGS: &[&str] = &[
    "json",
    "yaml",
    "yml",
    "toml",
    "ini",
    "cfg",
    "conf",
    "lock",
    "xml",
    "properties",
    "gradle",
    "csproj",
    "sln",
    "plist",
    "editorconfig",
    "gitignore",
    "csv",
    "tsv",
    "po",
    "svg",
    "cmake",
    "in",
    "am",
    "ac",
    "m4",
    "map",
    "css",
    "scss",
];
const GENERATED_ENDINGS: &[&str] = &[
    ".pb.go",
    "_pb2.py",
    "_pb2_grpc.py",
    ".pb.h",
    ".pb.cc",
    ".g.cs",
    ".designer.cs",
    ".generated.cs",
    ".g.dart",
    ".freezed.dart",
    ".generated.ts",
    ".generated.js",
    ".min.js",
    ".min.css",
    ".bundle.js",
    "_generated.go",
    "_generated.rs",
    "zz_generated.deepcopy.go",
    ".snap",
];

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn paths_say_what_is_not_meant_for_others() {
        let internal = ["pkg/internal/a.go", "src/_fields.py", "lib/detail/x.hpp", "Impl/a.cs", "pkg/_private/x.py"];
        assert_eq!(internal.map(is_internal), [true; 5]);
        let open = ["pkg/__init__.py", "src/implement.rs", "a/details_view.ts", "internal_api.md"];
        assert_eq!(open.map(is_internal), [false; 4]);
    }

    #[test]
    fn roles_of_many_ecosystems() {
        let paths = "src/user.py tests/test_user.py pkg/user_test.go src/user.test.ts spec/models/user_spec.rb \
            app/UserTests.cs test/test-fs.c src/latest.js node_modules/x/index.js third_party/z/test/a.c types/index.d.ts \
            stubs/a.pyi docs/guide.md README CHANGELOG.md docs/history.py examples/hello/main.rs crates/x/benches/b.rs \
            src/legacy/old.ts package.json .github/workflows/ci.yml api/user.pb.go src/test-utils/render.tsx \
            lib/integration-tests/a.rb src/testing.py Cargo.lock src/changes.rs Makefile scrapy/contrib/spec.py";
        let shown: Vec<String> =
            paths.split_whitespace().map(|path| format!("{path} {}", FileRole::of(path, false).word())).collect();
        expect![[r#"
            src/user.py source
            tests/test_user.py test
            pkg/user_test.go test
            src/user.test.ts test
            spec/models/user_spec.rb test
            app/UserTests.cs test
            test/test-fs.c test
            src/latest.js source
            node_modules/x/index.js vendored
            third_party/z/test/a.c vendored
            types/index.d.ts stub
            stubs/a.pyi stub
            docs/guide.md docs
            README docs
            CHANGELOG.md history
            docs/history.py docs
            examples/hello/main.rs example
            crates/x/benches/b.rs bench
            src/legacy/old.ts legacy
            package.json config
            .github/workflows/ci.yml config
            api/user.pb.go generated
            src/test-utils/render.tsx test
            lib/integration-tests/a.rb test
            src/testing.py source
            Cargo.lock config
            src/changes.rs source
            Makefile source
            scrapy/contrib/spec.py source"#]]
        .assert_eq(&shown.join("\n"));
        assert_eq!(FileRole::of("src/a.py", true), FileRole::Generated);
    }

    #[test]
    fn tests_tell_what_they_test() {
        let shown: Vec<String> = [
            "test_user.py",
            "user_test.go",
            "UserServiceTests.cs",
            "user.test.ts",
            "test.js",
            "user_spec.rb",
            "User.js",
        ]
        .iter()
        .map(|name| tested_stem(name).unwrap_or_default())
        .collect();
        assert_eq!(shown.join(" "), "user user userservice user  user user.js");
    }
}
