//! What a prompt gets, through the public door.

use crate::search::tests::engine;
use crate::{Commit, History, Lines, Tokenizer};

const SHOP: &str = r#"
=== AGENTS.md
# For agents

Run the tests.
=== README.md
# Shop

Sells things.
=== pyproject.toml
[project]
name = "shop"
=== deep/down/here/package.json
{}
=== shop/cart.py
"""Goods."""


class Cart:
    def add(self, goods):
        self.goods.append(goods)

    def total(self):
        prices = [goods.price for goods in self.goods]
        return sum(prices)
"#;

#[test]
fn a_selection_comes_with_the_definition_around_it() {
    let (_dir, engine) = engine(SHOP);
    let wanted = Lines { path: "shop/cart.py".into(), first: 9, last: 9 };
    let selection = engine.selection(&wanted).unwrap().unwrap();
    assert_eq!(selection.symbol, "Cart.total");
    assert_eq!((selection.before.as_str(), selection.start_line), ("    def total(self):", 8));
    assert_eq!(selection.selected, "        prices = [goods.price for goods in self.goods]");
    assert_eq!(selection.after, "        return sum(prices)");
    assert_eq!(selection.comment, Some(("#", "")));
    let beyond = Lines { path: "shop/cart.py".into(), first: 10, last: u32::MAX };
    assert_eq!(engine.selection(&beyond).unwrap().unwrap().lines.last, 10);
    let gone = Lines { path: "shop/gone.py".into(), first: 1, last: 1 };
    assert_eq!(engine.selection(&gone).unwrap(), None);
}

#[test]
fn conventions_are_told_within_their_tokens_the_binding_ones_first() {
    let (_dir, engine) = engine(SHOP);
    let told = engine.conventions(2_000, Tokenizer::O200k).unwrap();
    let guides: Vec<&str> = told.guides.iter().map(|guide| guide.path.as_str()).collect();
    assert_eq!(guides, ["AGENTS.md", "README.md"]);
    let stack: Vec<(&str, &str)> = told.stack.iter().map(|tool| (tool.tool, tool.path.as_str())).collect();
    assert_eq!(stack, [("python", "pyproject.toml")]);
    for tokens_max in 0..40 {
        let told = engine.conventions(tokens_max, Tokenizer::O200k).unwrap();
        assert!(told.tokens <= tokens_max, "{told:?}");
    }
    let little = engine.conventions(20, Tokenizer::O200k).unwrap();
    assert!(little.guides[0].cut && little.guides[0].text == "# For agents", "{little:?}");
}

#[test]
fn a_log_leads_to_what_stands_there_once_and_innermost_first() {
    let (_dir, engine) = engine(SHOP);
    let frame = |line, name| format!("  File \"/srv/shop/cart.py\", line {line}, in {name}\n");
    let log = [frame(6, "add"), frame(10, "total"), frame(10, "total"), frame(999, "gone")].concat();
    let places = engine.log_places(&log).unwrap();
    let told: Vec<(u32, &str)> = places.iter().map(|place| (place.line, place.symbol.as_str())).collect();
    assert_eq!(told, [(10, "Cart.total"), (6, "Cart.add")]);
    assert!(places[0].text.ends_with("return sum(prices)") && places[0].start_line == 8, "{places:?}");
}

#[test]
fn commits_are_those_that_touched_what_is_worked_on() {
    let commit = |subject: &str, path: &str| Commit { subject: subject.into(), paths: vec![path.into()] };
    let history = History { commits: vec![commit("new", "a.py"), commit("other", "b.py"), commit("old", "a.py")] };
    let subjects: Vec<&str> = history.touching(&["a.py"], 5).iter().map(|commit| commit.subject.as_str()).collect();
    assert_eq!(subjects, ["new", "old"]);
    assert_eq!(history.touching(&["a.py"], 1).len(), 1);
}
