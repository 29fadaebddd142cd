//! A file that costs too much is known by its words, and says why.

#![allow(clippy::unwrap_used)] // A test may.

mod truth;

use grammars::{Lang, Limit, Limits, Role, outline};

const PYTHON: &str = "class Shop:\n    def price(self, item):\n        return [[[item.cost]]]\n\ndef main(): pass\n";

/// `text` under `limits` hits `limit` and keeps all words but no structure.
fn check(lang: &str, text: &str, limits: &Limits, limit: Limit) {
    let outline = outline(Lang::named(lang).unwrap(), text, limits);
    assert_eq!(outline.limit(), Some(limit), "{lang}");
    assert_eq!(truth::flaw(text, &outline), None);
    assert_eq!(outline.lang.name(), lang);
    assert!(outline.symbols.is_empty() && outline.imports.is_empty() && outline.hints.is_empty());
    assert!(!outline.occurrences.is_empty());
    assert!(outline.occurrences.iter().all(|occurrence| occurrence.role == Role::Text));
}

#[test]
fn every_limit_has_its_reason() {
    let all = Limits::default();
    assert_eq!(outline(Lang::named("python").unwrap(), PYTHON, &all).limit(), None);
    check("python", PYTHON, &Limits { bytes_max: 20, ..all.clone() }, Limit::Size);
    check("python", PYTHON, &Limits { depth_max: 6, ..all.clone() }, Limit::Depth);
    check("python", PYTHON, &Limits { nodes_max: 10, ..all.clone() }, Limit::Nodes);
    check("python", PYTHON, &Limits { symbols_max: 2, ..all.clone() }, Limit::Symbols);
    check("python", PYTHON, &Limits { occurrences_max: 3, ..all.clone() }, Limit::Occurrences);
    check("python", PYTHON, &Limits { facts_bytes_max: 60, ..all.clone() }, Limit::Facts);
    check("python", &PYTHON.repeat(2_000), &Limits { parse_ms: 0, ..all }, Limit::Time);
}

#[test]
fn formats_without_a_grammar_have_limits_too() {
    let toml = "[shop]\nprice = 1\nname = \"x\"\n";
    check("toml", toml, &Limits { bytes_max: 5, ..Limits::default() }, Limit::Size);
    check("toml", toml, &Limits { symbols_max: 1, ..Limits::default() }, Limit::Symbols);
    check("markdown", "# One\n\n# Two\n", &Limits { symbols_max: 1, ..Limits::default() }, Limit::Symbols);
    check("json", "{\"a\": {\"b\": 1}}", &Limits { facts_bytes_max: 1, ..Limits::default() }, Limit::Facts);
}

#[test]
fn deep_nesting_is_told_by_the_limits_people_get() {
    let (open, close) = ("(".repeat(30_000), ")".repeat(30_000));
    check("javascript", &format!("let deep = {open}x{close};\n"), &Limits::default(), Limit::Depth);
}

/// Five thousand such lines took 6.7 GB before their errors were counted.
#[test]
fn a_file_of_nothing_but_errors_is_given_up() {
    for lang in ["c", "java"] {
        let text = "a =>\n".repeat(5_000);
        let outline = outline(Lang::named(lang).unwrap(), &text, &Limits::default());
        assert_eq!(outline.limit(), Some(Limit::Errors), "{lang}");
        assert!(!outline.occurrences.is_empty(), "{lang}: its words are known");
    }
}
