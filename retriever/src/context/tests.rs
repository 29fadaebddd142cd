//! What a pack holds, through the public door.

use super::*;
use crate::search::tests::engine;
use expect_test::{Expect, expect};
use proptest::prelude::*;

const SHOP: &str = r#"
=== shop/sessions.py
"""Sessions of the shop."""

from shop.clock import now

LIFETIME = 3600


class Session:
    """What a visitor did."""

    def __init__(self, visitor):
        self.visitor = visitor
        self.started = now()

    def is_expired(self):
        """True when the visitor was away too long."""
        return now() - self.started > LIFETIME

    def renew(self):
        self.started = now()


def sweep(sessions):
    """Removes expired sessions."""
    return [session for session in sessions if not session.is_expired()]
=== shop/clock.py
import time


def now():
    """Seconds since the epoch."""
    return int(time.time())
=== shop/cart.py
class Cart:
    """Goods of a visitor."""

    def add(self, goods):
        self.goods.append(goods)

    def total(self):
        return sum(goods.price for goods in self.goods)
=== tests/test_sessions.py
from shop.sessions import Session, sweep


def test_sweep():
    assert sweep([Session("a")])
=== docs/sessions.md
# Sessions

A session expires after an hour.
"#;

fn pack(engine: &Engine, text: &str, budget: usize) -> ContextPack {
    let render = |pack: &ContextPack| render(pack, ContextFormat::Plain, Nearest::First);
    let options = ContextOptions { budget, tokenizer: Tokenizer::O200k, render: &render, seen: &[] };
    engine.context(&ContextTask { text: text.to_string(), ..ContextTask::default() }, &options).unwrap()
}

fn check(text: &str, budget: usize, expected: Expect) {
    let (_dir, engine) = engine(SHOP);
    expected.assert_eq(&pack(&engine, text, budget).text);
}

#[test]
fn the_code_that_is_spoken_of_comes_first_and_what_does_not_fit_is_named() {
    check(
        "Sessions expire too early: `is_expired` forgets to look at renew",
        120,
        expect![[r#"
            shop/sessions.py:1-16 LIFETIME
            """Sessions of the shop."""

            from shop.clock import now

            LIFETIME = 3600


            class Session:
                """What a visitor did."""

                def __init__(self, visitor):
                    self.visitor = visitor
                    self.started = now()

                def is_expired(self):
                    """True when the visitor was away too long."""

            shop/clock.py
            also there:
            4: def now():

            left out:
            shop/clock.py:1-6 now (fits best of what is left, 20 tokens)
        "#]],
    );
}

#[test]
fn a_trace_leads_to_its_frames() {
    let trace = "Crash at checkout\n\nTraceback (most recent call last):\n  File \"/srv/app/shop/sessions.py\", line 23, in sweep\n    return x\n  File \"/srv/app/shop/cart.py\", line 8, in total\n    return sum(x)\nTypeError: unsupported operand\n";
    let (_dir, engine) = engine(SHOP);
    let pack = pack(&engine, trace, 400);
    let first = &pack.pieces[0];
    assert_eq!((first.path.as_str(), first.start_line <= 8 && 8 <= first.end_line), ("shop/cart.py", true));
    assert!(first.why.contains("frame"), "{}", first.why);
}

#[test]
fn what_is_asked_for_is_in_whatever_it_costs() {
    let (_dir, engine) = engine(SHOP);
    let render = |pack: &ContextPack| render(pack, ContextFormat::Markdown, Nearest::First);
    let options = ContextOptions { budget: 300, tokenizer: Tokenizer::Cl100k, render: &render, seen: &[] };
    let places = vec![
        Lines { path: "shop/clock.py".into(), first: 5, last: 5 },
        Lines { path: "shop/gone.py".into(), first: 1, last: 1 },
    ];
    let task = ContextTask { text: "the cart is empty".into(), places, ..ContextTask::default() };
    let pack = engine.context(&task, &options).unwrap();
    assert_eq!(pack.pieces[0].path, "shop/clock.py");
    assert_eq!(pack.notes, ["there is no shop/gone.py in the project"]);
}

#[test]
fn what_was_shown_is_referred_to_until_it_changes() {
    let (_dir, engine) = engine(SHOP);
    let render = |pack: &ContextPack| render(pack, ContextFormat::Plain, Nearest::First);
    let task = ContextTask { text: "is_expired".into(), ..ContextTask::default() };
    let ask = |seen: &[Shown]| {
        let options = ContextOptions { budget: 400, tokenizer: Tokenizer::O200k, render: &render, seen };
        engine.context(&task, &options).unwrap()
    };
    let first = ask(&[]);
    assert!(first.text.contains("return now() - self.started > LIFETIME"));
    let again = ask(&first.shown);
    assert!(!again.text.contains("return now()"), "{}", again.text);
    assert!(again.text.contains("shown before, unchanged"), "{}", again.text);
    // Its room goes to what was not shown yet, and what was dropped is not said to have been shown.
    let tight = |seen: &[Shown]| {
        let options = ContextOptions { budget: 110, tokenizer: Tokenizer::O200k, render: &render, seen };
        engine.context(&task, &options).unwrap()
    };
    let (small, more) = (tight(&[]), tight(&tight(&[]).shown));
    assert!(small.shown.len() <= small.pieces.len());
    let is_new = |piece: &&ContextPiece| piece.tier == Tier::Code && !small.text.contains(&piece.text);
    assert!(more.pieces.iter().any(|piece| is_new(&piece)), "{}\n--\n{}", small.text, more.text);
    let other: Vec<Shown> = first.shown.iter().map(|shown| Shown { hash: shown.hash ^ 1, ..shown.clone() }).collect();
    assert_eq!(ask(&other).text, first.text);
}

#[test]
fn files_that_changed_together_bring_each_other() {
    let (_dir, engine) = engine(SHOP);
    let commits = |with: &str| {
        let other = if with == "shop/cart.py" { "shop/clock.py" } else { "shop/cart.py" };
        let together = vec!["shop/sessions.py".to_string(), with.to_string()];
        let commit = |paths| Commit { subject: String::new(), paths };
        [together, vec![other.to_string()]].into_iter().map(commit).cycle().take(10).collect()
    };
    let ahead = |with: &str| {
        let history = History { commits: commits(with) };
        let task = ContextTask { text: "sweep removes expired sessions".into(), history, ..ContextTask::default() };
        let weighed = engine.weigh(&task).unwrap();
        let best =
            |path: &str| weighed.iter().filter(|row| row.path == path).map(|row| row.score).fold(f32::MIN, f32::max);
        best("shop/cart.py") - best("shop/clock.py")
    };
    let (with, without) = (ahead("shop/cart.py"), ahead("shop/clock.py"));
    assert!(with > without && without < 0.0, "{with} {without}");
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    let (_dir, engine) = engine(SHOP);
    let first = pack(&engine, "sessions of a visitor", 500);
    assert_eq!(pack(&engine, "sessions of a visitor", 500), first);
}

#[test]
fn a_budget_below_the_frame_of_an_answer_gives_nothing_and_ends() {
    let (_dir, engine) = engine(SHOP);
    let render = |pack: &ContextPack| format!("a frame that is always there: {}", pack.pieces.len());
    let options = ContextOptions { budget: 3, tokenizer: Tokenizer::O200k, render: &render, seen: &[] };
    let task = ContextTask { text: "sweep".into(), ..ContextTask::default() };
    let pack = engine.context(&task, &options).unwrap();
    assert_eq!((pack.text.as_str(), pack.tokens), ("", 0));
}

#[test]
fn a_task_without_a_word_finds_nothing_and_fails_nothing() {
    let (_dir, engine) = engine(SHOP);
    for text in ["", " \n ", "???", "\u{feff}"] {
        assert!(pack(&engine, text, 200).tokens <= 200);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_pack_is_over_its_budget(words in "[a-z_ \n`]{0,80}", budget in 50usize..3000, choice in 0usize..9) {
        thread_local! {
            static SHOP_ENGINE: (tempfile::TempDir, Engine) = engine(SHOP);
        }
        let tokenizer = Tokenizer::ALL[choice % 3];
        let format = [ContextFormat::Markdown, ContextFormat::Xml, ContextFormat::Plain][choice / 3];
        let text = format!("sessions {words} sweep");
        SHOP_ENGINE.with(|(_, engine)| {
            let render = |pack: &ContextPack| render(pack, format, Nearest::Last);
            let options = ContextOptions { budget, tokenizer, render: &render, seen: &[] };
            let pack = engine.context(&ContextTask { text, ..ContextTask::default() }, &options).unwrap();
            prop_assert!(pack.tokens <= budget);
            prop_assert_eq!(pack.tokens, tokenizer.count(&pack.text));
            Ok(())
        })?;
    }
}

/// The places read out of a text: `way path:line depth`.
fn places(text: &str) -> String {
    let row = |place: &frames::Spoken| {
        let line = place.line.map_or(String::new(), |line| format!(":{line}"));
        format!("{:?} {}{line} {}", place.way, place.path, place.depth)
    };
    frames::read(text).iter().map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn traces_of_many_languages_are_read() {
    let texts = [
        "  File \"a/outer.py\", line 3, in f\n  File \"a/inner.py\", line 7, in g\nValueError",
        "    at total (/srv/src/cart.js:12:7)\n    at main (src/index.ts:3:1)",
        "thread 'main' panicked at src/main.rs:4:5:\n   --> src/lib.rs:10:1",
        "main.go:12 +0x1d\n\t/go/src/pkg/cart.go:33 +0x20",
        "\tat com.shop.Cart.total(Cart.java:42)\n\tat com.shop.Main.main(Main.java:7)",
        "   at Shop.Cart.Total() in C:\\src\\Cart.cs:line 12",
        "#0 /srv/shop/Cart.php(31): Cart->total()\nPHP Fatal error in /srv/shop/Main.php on line 5",
        "\tfrom lib/cart.rb:8:in 'total'",
        "src/a.c:3:5: error: expected ';'",
        "see https://github.com/o/r/blob/main/src/deep/cart.py#L10-L20",
    ];
    let read: Vec<String> = texts.iter().map(|text| places(text)).collect();
    expect![[r#"
        Frame a/outer.py:3 1
        Frame a/inner.py:7 0
        Module outer/py 0
        Module inner/py 0
        --
        Frame /srv/src/cart.js:12 0
        Frame src/index.ts:3 1
        Module cart/js 0
        Module index/ts 0
        --
        Frame src/main.rs:4 0
        Frame src/lib.rs:10 1
        Module main/rs 0
        Module lib/rs 0
        --
        Frame main.go:12 0
        Frame /go/src/pkg/cart.go:33 1
        Module main/go 0
        Module cart/go 0
        --
        Frame com/shop/Cart.java:42 0
        Frame com/shop/Main.java:7 1
        Frame Cart.java:42 0
        Frame Main.java:7 1
        Path com.shop.Cart.total 0
        Path com.shop.Main.main 0
        Module com/shop/Cart/total 0
        Module Cart/java 0
        Module com/shop/Main/main 0
        Module Main/java 0
        --
        Frame C:/src/Cart.cs:12 0
        Path Shop.Cart.Total 0
        Module Shop/Cart/Total 0
        Module Cart/cs 0
        --
        Frame /srv/shop/Cart.php:31 0
        Frame /srv/shop/Main.php:5 1
        Module Cart/php 0
        Module Main/php 0
        --
        Frame lib/cart.rb:8 0
        Module cart/rb 0
        --
        Frame src/a.c:3 0
        Module a/c 0
        --
        Path src/deep/cart.py:10 0
        Module github/com 0
        Module cart/py 0"#]]
    .assert_eq(&read.join("\n--\n"));
}

#[test]
fn names_of_a_text_are_told_by_where_they_stand() {
    let reading = task::read(
        "QuerySet.update ignores capfirst\n\nCall `save()` twice.\n```py\nfoo_bar(1)\n```\n<!-- no_such_name -->\n",
        None,
    );
    let row = |mention: &task::Mention| {
        format!("{:?} {} {}", mention.said, mention.name, mention.owner.as_deref().unwrap_or("-"))
    };
    let rows: Vec<String> = reading.mentions.iter().map(row).collect();
    expect![[r#"
        Title QuerySet -
        Title update QuerySet
        Prose Call -
        Prose save -
        Word ignores -
        Word capfirst -
        Code foo_bar -"#]]
    .assert_eq(&rows.join("\n"));
}

#[test]
fn what_a_report_ran_on_and_what_its_form_asks_is_read_apart() {
    let reading = task::read(
        "Totals are wrong\n\n### Describe the bug\nThe cart forgets coupons.\n    # install\n    shop add\n\n#### What version of shop are you using?\n\
         shop 1.2.3 (rev abc)\n```\nSIMD enabled\n```\n### Type conversion fails\nCents are lost.\n### Environment variables are ignored\nSo is HOME.\n\
         ### What operating system are you using shop on?\nPlan 9\n- [x] I have read the manual\n\nPython version:\n3.12 macos\n\n\
         **Expected behavior**\nCoupons count.\nDEBUG|net|src/net.rs:42: connection opened\n\
         2016-01-27 16:18:21 [shop.core] DEBUG: Crawled src/x.py:3\n\
         2016-01-27 16:18:21 [shop.core] ERROR: cannot count src/cart.py:7\n",
        None,
    );
    let shown = format!("{}--\n{}--\n{}", reading.prose, reading.code, reading.places.len());
    expect![[r#"

        The cart forgets coupons.

        ### Type conversion fails
        Cents are lost.
        ### Environment variables are ignored
        So is HOME.

        Coupons count.
        2016-01-27 16:18:21 [shop.core] ERROR: cannot count src/cart.py:7
        --
            # install
            shop add

        --
        4"#]]
    .assert_eq(&shown);
}

#[test]
fn a_frame_of_another_package_is_not_ours() {
    let (_dir, engine) =
        engine("=== shop/utils/defer.py\ndef later():\n    pass\n=== shop/cart.py\ndef total():\n    pass\n");
    let at = |path: &str| {
        let text = format!("File \"{path}\", line 1, in x");
        let found = places::find(engine.snapshot(), &frames::read(&text));
        found.iter().map(|place| engine.snapshot().file(place.file).path.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(at("/usr/lib/python3/site-packages/twisted/internet/defer.py"), "");
    assert_eq!(at("/usr/lib/python3/site-packages/shop/cart.py"), "shop/cart.py");
    assert_eq!(at("/srv/app/cart.py"), "shop/cart.py");
}
