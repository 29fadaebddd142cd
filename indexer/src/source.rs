//! The text of a file, whatever its encoding.
//!
//! Facts and answers speak of UTF-8 text. UTF-8 is taken as it is (a byte order mark is dropped),
//! UTF-16 needs its mark, and anything else without NUL bytes is some legacy encoding, guessed
//! from the bytes. Lines are the same in every spelling; byte columns are those of the UTF-8 text.

use crate::BlobId;
use encoding_rs::{UTF_16BE, UTF_16LE};

/// How a file's bytes spell its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a mark.
    Utf8,
    /// UTF-16 with a byte order mark.
    Utf16,
    /// A legacy 8-bit or multi-byte encoding, guessed; its label.
    Legacy(&'static str),
}

/// The text of a file and what it was drawn from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text, as UTF-8.
    pub text: String,
    /// How the file spells it.
    pub encoding: Encoding,
    /// The content it is.
    pub blob: BlobId,
}

/// How much of a file decides whether it is text: NUL bytes and the guess of an encoding.
const HEAD: usize = 64 << 10;

/// The text of `bytes`; none if they are no text.
pub(crate) fn decode(bytes: Vec<u8>) -> Option<(String, Encoding)> {
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => return utf16(UTF_16LE, &bytes),
        Some([0xfe, 0xff]) => return utf16(UTF_16BE, &bytes),
        _ => {}
    }
    if memchr::memchr(0, &bytes[..bytes.len().min(HEAD)]).is_some() {
        return None;
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if memchr::memchr(0, text.as_bytes()).is_some() => return None,
        Ok(mut text) => {
            if text.starts_with('\u{feff}') {
                text.drain(..3);
            }
            return Some((text, Encoding::Utf8));
        }
        Err(error) => error.into_bytes(),
    };
    if memchr::memchr(0, &bytes).is_some() || control_share(&bytes) > 0.1 {
        return None;
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    let head = &bytes[..bytes.len().min(HEAD)];
    detector.feed(head, head.len() == bytes.len());
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    Some((text.into_owned(), Encoding::Legacy(encoding.name())))
}

fn utf16(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> Option<(String, Encoding)> {
    let (text, broken) = encoding.decode_without_bom_handling(&bytes[2..]);
    let is_text = !broken && memchr::memchr(0, text.as_bytes()).is_none();
    is_text.then(|| (text.into_owned(), Encoding::Utf16))
}

/// Share of control characters that no text has; compressed data is full of them.
fn control_share(bytes: &[u8]) -> f64 {
    let head = &bytes[..bytes.len().min(HEAD)];
    let control = head.iter().filter(|&&b| b < 0x20 && !matches!(b, b'\n' | b'\r' | b'\t' | 0x0c | 0x1b));
    control.count() as f64 / head.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let check = |bytes: &[u8]| decode(bytes.to_vec());
        assert_eq!(check(b"caf\xc3\xa9"), Some(("café".into(), Encoding::Utf8)));
        assert_eq!(check(b"\xef\xbb\xbfa"), Some(("a".into(), Encoding::Utf8)));
        assert_eq!(check(b"\xff\xfea\0\xe9\0"), Some(("aé".into(), Encoding::Utf16)));
        let (text, encoding) = check(b"# un caf\xe9 cr\xe8me pour l'\xe9t\xe9\n").unwrap();
        assert_eq!(text, "# un café crème pour l'été\n");
        assert!(matches!(encoding, Encoding::Legacy(_)));
        assert_eq!(check(b"a\0b"), None);
        assert_eq!(check(&[0x80, 1, 2, 3, 0xff, 5, 6]), None);
        assert_eq!(check(b""), Some((String::new(), Encoding::Utf8)));
    }
}
