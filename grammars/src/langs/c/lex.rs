//! C in pieces, for what no grammar sees: the bodies of macros, and text before preprocessing.
//!
//! Never fails: a quote that is not closed ends with its line.

/// One piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::langs) struct Token {
    pub(in crate::langs) kind: Kind,
    pub(in crate::langs) start: usize,
    pub(in crate::langs) end: usize,
    /// Nothing but blanks and comments stands before it on its line.
    pub(in crate::langs) first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::langs) enum Kind {
    Word,
    Number,
    /// A string literal, or a character with the other quotes.
    Text,
    Comment,
    Punct(u8),
}

/// Goes through a text piece by piece.
pub(in crate::langs) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    first: bool,
}

impl<'a> Lexer<'a> {
    pub(in crate::langs) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { bytes: text.as_bytes(), at: 0, first: true }
    }

    /// Goes on from `at`, which is on no token of its line yet.
    pub(in crate::langs) fn jump(&mut self, at: usize) {
        (self.at, self.first) = (at, true);
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|&b| keep(b)) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => self.first = true,
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
                // A joined line goes on.
                b'\\' if matches!(self.peek(1), b'\n' | b'\r') => {
                    self.at += 1 + usize::from(self.peek(1) == b'\r' && self.peek(2) == b'\n');
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let body = self.bytes.get(self.at + 2..).unwrap_or(&[]);
        let end = memchr::memmem::find(body, b"*/");
        self.at = end.map_or(self.bytes.len(), |end| self.at + 2 + end + 2);
    }

    fn line_comment(&mut self) {
        self.at = line_end(self.bytes, self.at);
    }

    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => return,
                b'\\' => self.at += 1 + usize::from(self.peek(1) == b'\r'),
                _ if byte == quote => {
                    self.at += 1;
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// Takes in the rest of `R"x(…)x"` if the word at `start` opens one.
    fn raw(&mut self, start: usize) -> bool {
        let word = self.bytes.get(start..self.at).unwrap_or(&[]);
        if self.peek(0) != b'"' || !matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") {
            return false;
        }
        let rest = self.bytes.get(self.at + 1..).unwrap_or(&[]);
        let n_mark_max = 16;
        let Some(mark) = rest.iter().take(n_mark_max + 1).position(|&byte| byte == b'(') else { return false };
        let close = [b")", &rest[..mark], b"\""].concat();
        let end = memchr::memmem::find(rest, &close);
        self.at = end.map_or(self.bytes.len(), |end| self.at + 1 + end + close.len());
        true
    }

    fn number(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            let sign = matches!(byte, b'+' | b'-') && matches!(self.bytes[self.at - 1] | 0x20, b'e' | b'p');
            let parts = byte == b'\'' && is_word(self.peek(1));
            if !(is_word(byte) || byte == b'.' || sign || parts) {
                return;
            }
            self.at += 1;
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let (start, first) = (self.at, self.first);
        let byte = *self.bytes.get(start)?;
        let kind = match byte {
            b'/' if self.peek(1) == b'*' => {
                self.block_comment();
                return Some(Token { kind: Kind::Comment, start, end: self.at, first });
            }
            b'/' if self.peek(1) == b'/' => {
                self.line_comment();
                Kind::Comment
            }
            b'"' | b'\'' => {
                self.quoted(byte);
                Kind::Text
            }
            b'0'..=b'9' => {
                self.number();
                Kind::Number
            }
            b'.' if self.peek(1).is_ascii_digit() => {
                self.at += 1;
                self.number();
                Kind::Number
            }
            _ if is_word(byte) => {
                self.skip_while(is_word);
                if self.raw(start) { Kind::Text } else { Kind::Word }
            }
            _ => {
                self.at += 1;
                Kind::Punct(byte)
            }
        };
        self.first = false;
        Some(Token { kind, start, end: self.at, first })
    }
}

/// Where the line that `at` is on ends, joined lines included.
pub(in crate::langs) fn line_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(end) = bytes.get(at..).and_then(|rest| memchr::memchr(b'\n', rest)) {
        let end = at + end;
        let last = bytes[..end].strip_suffix(b"\r").unwrap_or(&bytes[..end]).last();
        if last != Some(&b'\\') {
            return end;
        }
        at = end + 1;
    }
    bytes.len()
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte == b'$' || byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// True for words that name nothing, in code or behind a `#`.
pub(super) fn is_keyword(word: &str) -> bool {
    is_qualifier(word)
        || is_primitive(word)
        || matches!(
            word,
            "break"
                | "case"
                | "continue"
                | "default"
                | "defined"
                | "do"
                | "else"
                | "enum"
                | "for"
                | "goto"
                | "if"
                | "return"
                | "sizeof"
                | "struct"
                | "switch"
                | "union"
                | "while"
                | "NULL"
                | "true"
                | "false"
                | "TRUE"
                | "FALSE"
                | "nullptr"
                | "asm"
                | "__asm__"
                | "__asm"
                | "__attribute__"
                | "__attribute"
                | "__declspec"
                | "offsetof"
                | "alignof"
                | "_Alignof"
                | "__alignof__"
                | "_Generic"
        )
}

/// True for words that name nothing in C++; in C they may.
pub(super) fn is_keyword_plus(word: &str) -> bool {
    is_qualifier_plus(word)
        || matches!(
            word,
            "catch"
                | "class"
                | "co_await"
                | "co_return"
                | "co_yield"
                | "const_cast"
                | "concept"
                | "decltype"
                | "delete"
                | "dynamic_cast"
                | "new"
                | "noexcept"
                | "operator"
                | "override"
                | "reinterpret_cast"
                | "requires"
                | "static_assert"
                | "static_cast"
                | "throw"
                | "try"
                | "typeid"
        )
}

/// Words that may stand before a type in C++ and are none.
pub(super) fn is_qualifier_plus(word: &str) -> bool {
    matches!(
        word,
        "virtual"
            | "explicit"
            | "friend"
            | "typename"
            | "using"
            | "namespace"
            | "template"
            | "public"
            | "private"
            | "protected"
            | "mutable"
            | "consteval"
            | "constinit"
            | "export"
            | "final"
    )
}

/// True for the first word of a directive.
pub(super) fn is_directive(word: &str) -> bool {
    matches!(
        word,
        "if" | "ifdef"
            | "ifndef"
            | "elif"
            | "elifdef"
            | "elifndef"
            | "else"
            | "endif"
            | "define"
            | "undef"
            | "include"
            | "include_next"
            | "import"
            | "pragma"
            | "error"
            | "warning"
            | "line"
    )
}

/// Words that may stand before a type and are none.
pub(super) fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "auto"
            | "const"
            | "constexpr"
            | "extern"
            | "inline"
            | "register"
            | "restrict"
            | "static"
            | "typedef"
            | "volatile"
            | "__inline"
            | "__inline__"
            | "__forceinline"
            | "__restrict"
            | "__restrict__"
            | "__extension__"
            | "__thread"
            | "thread_local"
            | "_Thread_local"
            | "_Noreturn"
            | "noreturn"
            | "_Atomic"
            | "__volatile__"
            | "__const"
            | "_Nonnull"
            | "_Nullable"
    )
}

/// Types that are keywords.
pub(super) fn is_primitive(word: &str) -> bool {
    matches!(
        word,
        "bool" | "char" | "double" | "float" | "int" | "long" | "short" | "signed" | "unsigned" | "void" | "_Bool"
    )
}
