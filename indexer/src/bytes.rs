//! Small numbers to bytes and back.
//!
//! Writing pushes to a `Vec<u8>`; reading never panics on any bytes: it gives `None` past the end
//! or on nonsense, and the caller says which file is damaged.

/// Appends a number in 7-bit groups, low first.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Appends a signed number, small magnitudes first.
pub(crate) fn put_zigzag(out: &mut Vec<u8>, n: i64) {
    put_varint(out, ((n << 1) ^ (n >> 63)) as u64);
}

/// Appends a text with its length.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Reads what the `put_` functions wrote.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn bytes(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(head)
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    pub(crate) fn u128(&mut self) -> Option<u128> {
        Some(u128::from_le_bytes(self.bytes(16)?.try_into().ok()?))
    }

    #[inline]
    pub(crate) fn varint(&mut self) -> Option<u64> {
        let first = self.u8()?;
        if first < 0x80 {
            return Some(u64::from(first));
        }
        let mut n = u64::from(first & 0x7f);
        let mut shift = 7;
        loop {
            let byte = self.u8()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(n);
            }
            shift += 7;
            if shift > 63 {
                return None;
            }
        }
    }

    /// A varint that must fit 32 bits.
    #[inline]
    pub(crate) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.varint()?).ok()
    }

    pub(crate) fn zigzag(&mut self) -> Option<i64> {
        let n = self.varint()?;
        Some((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let n = self.varint()? as usize;
        std::str::from_utf8(self.bytes(n)?).ok()
    }

    /// A count of things that take at least `least` bytes each; nonsense counts give `None`
    /// before anyone allocates for them.
    pub(crate) fn count(&mut self, least: usize) -> Option<usize> {
        let n = self.varint()? as usize;
        (n.checked_mul(least)? <= self.rest.len()).then_some(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_put_is_read(n: u64, signed: i64, text: String) {
            let mut out = Vec::new();
            put_varint(&mut out, n);
            put_zigzag(&mut out, signed);
            put_text(&mut out, &text);
            let mut reader = Reader::new(&out);
            prop_assert_eq!(reader.varint(), Some(n));
            prop_assert_eq!(reader.zigzag(), Some(signed));
            prop_assert_eq!(reader.text(), Some(text.as_str()));
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let mut reader = Reader::new(&bytes);
            while reader.varint().is_some() {}
            let mut reader = Reader::new(&bytes);
            while reader.text().is_some() {}
        }
    }
}
