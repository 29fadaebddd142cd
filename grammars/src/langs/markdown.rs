//! Markdown: headings are sections, every word of the text is an occurrence.
//!
//! The generic lexer reads the words, pulldown-cmark finds the headings; only its block structure
//! decides what a heading is, so that `# a comment` inside a code fence is none. Front matter is
//! cut off first: its closing `---` would turn the line above it into a heading. Headings inside
//! quotes and lists belong to what is quoted, they neither open nor close a section.

use crate::outline::{Outline, Span, Symbol, SymbolKind};
use crate::{Lang, Limits, lexer};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A longer heading is cut here; it is a name in lists, not a text.
const NAME_BYTES_MAX: usize = 100;

pub(super) fn outline(text: &str) -> Outline {
    let outline = lexer::outline(Lang::TEXT, text, &Limits::default());
    let mut sections = Sections { text, outline, open: Vec::new() };
    for heading in headings(text) {
        sections.add(&heading);
    }
    sections.close(1, text.len() as u32);
    sections.outline
}

struct Heading {
    /// 1 to 6.
    level: usize,
    start: u32,
    /// Its text as written, with its markup.
    title: Span,
}

/// The headings of the document itself, from top to bottom.
fn headings(text: &str) -> Vec<Heading> {
    let offset = front_matter(text);
    let mut found = Vec::new();
    let mut heading: Option<Heading> = None;
    let mut n_containers = 0u32;
    // Without tables, a rule under one would make a heading of all its rows.
    for (event, range) in Parser::new_ext(&text[offset..], Options::ENABLE_TABLES).into_offset_iter() {
        let span = Span::new((offset + range.start) as u32, (offset + range.end) as u32);
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => n_containers += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => n_containers -= 1,
            Event::Start(Tag::Heading { level, .. }) if n_containers == 0 => {
                heading = Some(Heading { level: level as usize, start: span.start, title: Span::default() });
            }
            Event::End(TagEnd::Heading(_)) => found.extend(heading.take()),
            _ => {
                if let Some(Heading { title, .. }) = &mut heading {
                    let start = if title.is_empty() { span.start } else { title.start };
                    *title = Span::new(start, title.end.max(span.end));
                }
            }
        }
    }
    found
}

/// Where the document starts: behind a byte order mark and a block fenced by `---` or `+++`.
fn front_matter(text: &str) -> usize {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = text[start..].split_inclusive('\n');
    let fence = lines.next().unwrap_or("");
    let mut at = start + fence.len();
    let ends: &[&str] = match fence.trim_end() {
        "---" => &["---", "..."],
        "+++" => &["+++"],
        _ => return start,
    };
    for (n_before, line) in lines.enumerate() {
        // A rule with a blank line under it is a rule.
        if n_before == 0 && line.trim().is_empty() {
            break;
        }
        at += line.len();
        if ends.contains(&line.trim_end()) {
            return at;
        }
    }
    start
}

struct Sections<'t> {
    text: &'t str,
    outline: Outline,
    /// Level and symbol of the sections around the next heading; levels rise.
    open: Vec<(usize, u32)>,
}

impl Sections<'_> {
    fn add(&mut self, heading: &Heading) {
        let title = heading.title.of(self.text).trim_end();
        if title.is_empty() {
            return;
        }
        self.close(heading.level, heading.start);
        // An underlined heading may run over lines; a name may not.
        let cut = (0..=NAME_BYTES_MAX.min(title.len())).rev().find_map(|end| title.get(..end)).unwrap_or("");
        let name = cut.trim_end().replace(['\n', '\r'], " ");
        let title_end = heading.title.start as usize + title.len();
        let line_end = self.text[title_end..].find('\n').map_or(self.text.len(), |n| title_end + n);
        let line = Span::new(heading.start, line_end as u32).of(self.text).trim_end();
        let symbol = Symbol {
            kind: SymbolKind::Section,
            name: self.outline.names.intern(&name),
            span: Span::new(heading.start, self.text.len() as u32),
            name_at: heading.title.start,
            signature: Span::new(heading.start, heading.start + line.len() as u32),
            doc: Span::default(),
            parent: self.open.last().map(|(_, symbol)| *symbol),
            owner: None,
            exported: true,
        };
        self.open.push((heading.level, self.outline.symbols.len() as u32));
        self.outline.symbols.push(symbol);
    }

    /// Ends every open section of `level` and below at `end`.
    fn close(&mut self, level: usize, end: u32) {
        while let Some((_, symbol)) = self.open.pop_if(|(open, _)| *open >= level) {
            self.outline.symbols[symbol as usize].span.end = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// One line per section: the section around it, its name, its text.
    fn check(text: &str, expected: Expect) {
        let outline = outline(text);
        let name = |symbol: &Symbol| outline.names.get(symbol.name).to_string();
        let lines = outline.symbols.iter().map(|symbol| {
            assert!(text[symbol.name_at as usize..].starts_with(&name(symbol)));
            let parent = symbol.parent.map_or(String::new(), |index| name(&outline.symbols[index as usize]));
            format!("{parent}/{}  {}\n", name(symbol), symbol.span.of(text).escape_debug())
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn sections_nest_by_level() {
        check(
            "intro\n# A\na\n### B\nb\n## C ##\nD\n=\nd",
            expect![[r#"
            /A  # A\na\n### B\nb\n## C ##\n
            A/B  ### B\nb\n
            A/C  ## C ##\n
            /D  D\n=\nd
        "#]],
        );
    }

    #[test]
    fn front_matter_is_no_heading() {
        check(
            "---\ntitle: x\n---\n# A\n",
            expect![[r#"
            /A  # A\n
        "#]],
        );
        check(
            "\u{feff}+++\r\ntitle = 1\r\n+++\r\nB\r\n---\r\n",
            expect![[r#"
            /B  B\r\n---\r\n
        "#]],
        );
        check("---\ntitle: x\n...\n", expect![[""]]);
        check(
            "---\n\nA\n---\n",
            expect![[r#"
            /A  A\n---\n
        "#]],
        );
        check(
            "---\n# never closed\n",
            expect![[r#"
            /never closed  # never closed\n
        "#]],
        );
    }

    #[test]
    fn headings_in_fences_quotes_and_lists_open_no_section() {
        check("```sh\n# a\n```\n    # b\n> # c\n\n- # d\n\n<!--\n# e\n-->\n| a |\n|---|\n", expect![[""]]);
        check("| a |\n|---|\n| b |\n---\n", expect![[""]]);
        check("#\n#hash\n# \n", expect![[""]]);
    }

    #[test]
    fn a_long_heading_is_cut_between_characters() {
        let outline = outline(&format!("# {}\n", "é".repeat(80)));
        assert_eq!(outline.names.get(outline.symbols[0].name), "é".repeat(50));
    }

    #[test]
    fn nesting_costs_linear_time_and_no_stack() {
        let pieces = ["> ", "- ", "[", "](", "*a _", "`", "# ", "<a ", "![", "---\n", "1. ", "a\n---\n", "\t", "&#"];
        for piece in pieces {
            let text = piece.repeat(60_000 / piece.len());
            outline(&text);
            outline(&format!("# {text}"));
            outline(&text.replace(' ', "\n"));
        }
    }
}
