//! Any bytes in any language give an outline that is true of them.
//!
//! The first byte chooses the language, the rest is the file.

#![no_main]

#[path = "../../grammars/tests/truth/mod.rs"]
mod truth;

use grammars::{Lang, Limits, outline};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let n = Lang::all().count();
    let (lang, ..) = Lang::all().nth(choice as usize % n).expect("a remainder is in range");
    let text = String::from_utf8_lossy(bytes);
    let outline = outline(lang, &text, &Limits::default());
    if let Some(flaw) = truth::flaw(&text, &outline) {
        panic!("{lang:?}: {flaw}");
    }
});
