//! Markdown: headings are sections, everything else is words.

use crate::{Lang, Limits, Outline};

pub(super) fn outline(text: &str) -> Outline {
    crate::lexer::outline(Lang::TEXT, text, &Limits::default())
}
