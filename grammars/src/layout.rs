//! Where a file's own text stands, for those who cut and index it.
//!
//! Most files are one part, read as they are. A page has its scripts and styles, a notebook its
//! cells, and there what is in no part (what the cells printed) is nobody's text.

use crate::lang::Reader;
use crate::{Lang, Span};
use std::borrow::Cow;

/// How a file is to be read beyond its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'t> {
    /// The text as its words are read: byte for byte and line for line where the file has it, blank
    /// where that is no text of the file's own or only an escape.
    pub plain: Cow<'t, str>,
    /// What is cut into chunks apart from each other. Invariant: sorted, they do not overlap.
    pub parts: Vec<Span>,
}

impl<'t> Layout<'t> {
    /// One part, as it is.
    pub(crate) fn whole(text: &'t str) -> Layout<'t> {
        Layout::of_parts(text, vec![Span::new(0, text.len() as u32)])
    }

    /// Parts that are all there is, as they are.
    pub(crate) fn of_parts(text: &'t str, parts: Vec<Span>) -> Layout<'t> {
        Layout { plain: Cow::Borrowed(text), parts }
    }
}

/// What a stretch of a file in `lang` says: its signature or doc as its author typed it, without
/// the escapes of the format that holds it.
pub fn said(lang: Lang, stretch: &str) -> Cow<'_, str> {
    match lang.row().reader {
        Reader::Parts { said, .. } => said(stretch),
        _ => Cow::Borrowed(stretch),
    }
}

/// Where the parts of `text` stand.
pub fn layout(lang: Lang, text: &str) -> Layout<'_> {
    match lang.row().reader {
        Reader::Parts { layout, .. } => layout(text),
        _ => Layout::whole(text),
    }
}
