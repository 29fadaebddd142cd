//! Any text gives an outline that is true of it: golden files, cut and torn in random ways.

#![allow(clippy::unwrap_used)] // A test may.

mod truth;

use grammars::{Lang, Limit, Limits, Outline, outline};
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

static GOLDEN: LazyLock<Vec<(Lang, String)>> = LazyLock::new(|| {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_none_or(|extension| extension != "outline"));
    let mut all: Vec<(Lang, String)> = files
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (Lang::detect(path.to_str().unwrap(), &text), text)
        })
        .collect();
    all.sort();
    all
});

/// Pieces that grammars trip over.
const PIECES: [&str; 12] = ["(", "{", "[", "\"", "'", "`", "/*", "\\\n", "é", "$", "#if\n", "<<X\n"];

fn near(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn check(text: &str, outline: &Outline) -> Result<(), TestCaseError> {
    truth::flaw(text, outline).map_or(Ok(()), |flaw| Err(TestCaseError::fail(format!("{:?}: {flaw}", outline.lang))))
}

proptest! {
    #[test]
    fn torn_files_give_true_outlines(file: prop::sample::Index, tears in prop::collection::vec(
        (any::<prop::sample::Index>(), 0usize..40, any::<prop::sample::Index>()), 0..6,
    )) {
        let (lang, golden) = file.get(&GOLDEN);
        let mut text = golden.clone();
        for (at, len, piece) in tears {
            let start = near(&text, at.index(text.len() + 1));
            let end = near(&text, start + len);
            text.replace_range(start..end.max(start), PIECES[piece.index(PIECES.len())]);
        }
        check(&text, &outline(*lang, &text, &Limits::default()))?;
    }

    #[test]
    fn any_text_in_any_language_gives_a_true_outline(text in "\\PC{0,120}", file: prop::sample::Index) {
        let (lang, _) = file.get(&GOLDEN);
        check(&text, &outline(*lang, &text, &Limits::default()))?;
    }
}

/// Smallest inputs that the fuzzers and torn files found, each with what was wrong.
#[test]
fn what_once_was_wrong_stays_right() {
    let found = [
        // A symbol without a name, for a declarator that the parser made up.
        ("c", "static struct{};"),
        ("cpp", "static struct{};"),
        // The scope of an arm that began behind the end of its match.
        ("rust", "lazy_static! { static A: u8 = match x { _ => { 3 }( }"),
    ];
    for (lang, text) in found {
        let outline = outline(Lang::named(lang).unwrap(), text, &Limits::default());
        assert_eq!(truth::flaw(text, &outline), None, "{lang}: {text}");
    }
}

/// Texts on which a scanner's C code ends the process are not parsed; this process would be gone.
#[test]
fn what_a_grammar_cannot_hold_is_only_lexed() {
    let blocks: String = (0..511).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect();
    // One byte more than Ruby's scanner has room for.
    let heredocs = [166, 166, 166, 166, 166, 169].map(|len| format!("<<{}", "A".repeat(len)));
    let found = [
        ("ruby", format!("x = {}f(<<AAAA)\nfoo\nAAAA\n", "\"#{".repeat(203))),
        ("ruby", format!("x = f({})\n", heredocs.join(", "))),
        // Heredocs that wait over the ends of lines, since a string or a backslash holds these.
        ("ruby", format!("x = f({})\n", heredocs.join(", \"\n\", "))),
        ("ruby", format!("x = f({})\n", heredocs.join(", \\\n"))),
        ("ruby", format!("x = \"#{{{}}}\"\n", heredocs.join("}\n#{"))),
        ("ruby", format!("x = {}f(<<AAAA)\nfoo\nAAAA\n", "\"#{'}'+".repeat(203))),
        ("python", format!("{blocks}{}x = f'{{y}}'\n", " ".repeat(511))),
        ("swift", "#if x\nlet y = 1\n#endif".to_string()),
    ];
    for (lang, text) in found {
        let outline = outline(Lang::named(lang).unwrap(), &text, &Limits::default());
        assert_eq!(outline.limit(), Some(Limit::Fatal), "{lang}");
        assert!(outline.names.find("x").is_some());
    }
}

/// What only looks like the start of a heredoc is not shown to Ruby's parser as one, and costs nothing.
#[test]
fn what_is_no_heredoc_is_read_on() {
    let far = "y = 1\n".repeat(100);
    let many = "f <<-RUBY\n  y\nRUBY\n".repeat(200);
    for text in [
        format!("test \"<<\" do\n{far}end\nX = \"\"\n"),
        format!("X = 1\na <<\"{far}\"\nb\n"),
        format!("X = 1\na(<<<\"{far}\"\nend\n"),
        format!("X = y<<{}\n", "A".repeat(300)),
        format!("X = \"#{{y}}\"\n{many}"),
    ] {
        let outline = outline(Lang::named("ruby").unwrap(), &text, &Limits::default());
        assert_eq!(outline.limit(), None, "{text}");
        assert_eq!(truth::flaw(&text, &outline), None, "{text}");
        assert!(outline.symbols.iter().any(|symbol| outline.names.get(symbol.name) == "X"), "{text}");
    }
}

/// No nesting that fits into a file overflows the stack of a worker, in any language.
#[test]
fn deep_nesting_ends_nobody() {
    const PIECES: [&str; 16] =
        ["(", "[", "{", "<", "a(", "if x {\n", "- ", "!", "a.", "a+", "\"#{", "`${", "/*", "do\n", "a ? b : ", "> "];
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    let work = || {
        for (lang, ..) in Lang::all() {
            for piece in PIECES {
                let text = format!("x = {}", piece.repeat(3_000));
                let outline = outline(lang, &text, &Limits::default());
                assert_eq!(truth::flaw(&text, &outline), None, "{lang:?}: {piece}");
            }
        }
    };
    thread.spawn(work).unwrap().join().unwrap();
}
