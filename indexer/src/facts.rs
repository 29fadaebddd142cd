//! Contents to bytes and back.
//!
//! Occurrences are most of it, so they are packed as differences: about four bytes each, where
//! the position, the name, the role and the receiver share what they can. A record holds its own
//! names, so that it can be read without anything else.

mod decode;
mod encode;

pub(crate) use decode::{decode, decode_names};
pub(crate) use encode::encode;

/// How an occurrence's receiver is written, beside its role in one byte.
const RECEIVER_NONE: u8 = 0;
const RECEIVER_BEFORE: u8 = 1;
const RECEIVER_EARLIER: u8 = 2;
const RECEIVER_OTHER: u8 = 3;
/// The occurrence is in the scope of the one before it.
const SAME_SCOPE: u8 = 0x40;

/// What the dictionary of names needs to know about one use.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Uses {
    pub(crate) defines: bool,
    pub(crate) in_code: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Contents;
    use crate::chunk;
    use grammars::{Lang, Limits, layout, outline};
    use proptest::prelude::*;

    fn contents(path: &str, text: &str) -> Contents {
        let outline = outline(Lang::detect(path, ""), text, &Limits::default());
        let chunks = chunk::cut(&layout(outline.lang, text), &outline);
        Contents { chunks, n_lines: 7, generated: true, outline }
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let contents = contents(path.to_str().unwrap(), &text);
            let bytes = encode(&contents);
            assert_eq!(decode(&bytes).as_ref(), Some(&contents), "{}", path.display());
            assert_eq!(decode_names(&bytes).unwrap().len(), contents.outline.names.len());
        }
    }

    proptest! {
        #[test]
        fn any_text_survives(text in "\\PC{0,200}", python in "(def [a-z]{1,3}\\(\\):\n    [a-z.]{1,9}\\(\\)\n){0,9}") {
            for (path, text) in [("a.txt", &text), ("a.py", &python), ("b.py", &text)] {
                let contents = contents(path, text);
                prop_assert_eq!(decode(&encode(&contents)), Some(contents));
            }
        }

        #[test]
        fn any_bytes_decode_without_panic(mut bytes: Vec<u8>, flips: Vec<(usize, u8)>) {
            let _ = decode(&bytes);
            bytes = encode(&contents("a.py", "class A:\n    def f(self):\n        return self.f()\n"));
            for (at, with) in flips {
                let at = at % bytes.len();
                bytes[at] ^= with;
            }
            let _ = decode(&bytes);
        }
    }
}
