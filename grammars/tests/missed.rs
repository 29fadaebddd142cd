//! What a parser steps over is still known by its words.

#![allow(clippy::unwrap_used)] // A test may.

mod truth;

use grammars::{Lang, Limits, Role, outline};
use std::path::Path;

/// What breaks a statement, with a name in it that stands nowhere else.
const PIECES: [&str; 6] =
    [" zqxw ", " ) zqxw } ", " \u{1} zqxw \u{2603} ", " \u{2603}zqxw ", " ` zqxw $$ ", " ??? zqxw @@ "];

/// Every so many places of a file are broken: all of them take a minute.
const STEP: usize = 17;

#[test]
fn a_name_in_broken_code_is_never_lost() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let mut paths: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut lost = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_none_or(|extension| extension != "outline")) {
        let golden = std::fs::read_to_string(path).unwrap();
        let lang = Lang::detect(path.to_str().unwrap(), &golden);
        // Of a notebook only the sources are read; most of its text lies outside of them.
        if Some(lang) == Lang::named("jupyter") {
            continue;
        }
        let places = golden.match_indices([' ', '\n']).map(|(at, _)| at);
        for (index, at) in places.enumerate().filter(|(index, _)| index % STEP == 0) {
            let piece = PIECES[index / STEP % PIECES.len()];
            let mut text = golden.clone();
            text.insert_str(at, piece);
            let outline = outline(lang, &text, &Limits::default());
            let name = (at + piece.find("zqxw").unwrap()) as u32;
            let holds = |at: u32, len: usize| at <= name && name < at + len as u32;
            let mut occurrences = outline.occurrences.iter();
            if !occurrences.any(|occurrence| holds(occurrence.at, outline.names.get(occurrence.name).len())) {
                lost.push(format!(
                    "{lang:?}: {:?}",
                    &text[text.floor_char_boundary(at.saturating_sub(30))..at + piece.len()]
                ));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// The occurrences of `name` in `text` have these roles.
fn check(lang: &str, text: &str, name: &str, expected: &[Role]) {
    let outline = outline(Lang::named(lang).unwrap(), text, &Limits::default());
    assert_eq!(truth::flaw(text, &outline), None);
    let named = outline.occurrences.iter().filter(|occurrence| outline.names.get(occurrence.name) == name);
    assert_eq!(named.map(|occurrence| occurrence.role).collect::<Vec<_>>(), expected, "{lang}: {text}");
}

#[test]
fn what_no_node_covers_is_text() {
    check("python", "import \u{2603}lost numpy as np\n", "lost", &[Role::Text]);
    check("ruby", "a = 1\n__END__\na\n", "__END__", &[Role::Text]);
    check("rust", "fn f() { g(); }\n", "g", &[Role::Call]);
}
