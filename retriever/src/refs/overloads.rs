//! Functions of one name told apart by how many arguments they take.
//!
//! Who asks for one of several overloads does not mean the others. What is plainly written is how
//! many parameters each has and how many arguments a call gives; types are not compared, so two
//! overloads of one length stay together. Counted in the text, which facts do not keep.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::Resolver;
use grammars::{Role, SymbolKind};
use std::collections::BTreeSet;

/// How many arguments a function takes: at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arity {
    min: usize,
    max: usize,
}

/// Bytes of a list that are looked through.
const LIST_BYTES_MAX: usize = 20_000;

impl Resolver<'_> {
    /// Of definitions that are one symbol but for their parameters, those that take as many as
    /// the exact ones.
    pub(super) fn like_exact(&self, exact: &[DefId], all: Vec<DefId>) -> Vec<DefId> {
        let wanted: Vec<Arity> = exact.iter().filter_map(|&def| self.arity(def)).collect();
        if wanted.len() != exact.len() {
            return all;
        }
        let fits = |def: &DefId| exact.contains(def) || self.arity(*def).is_none_or(|arity| wanted.contains(&arity));
        all.into_iter().filter(fits).collect()
    }

    /// True when functions take as many parameters of other types.
    pub(super) fn differ_in_types(&self, defs: &[DefId]) -> bool {
        let types: BTreeSet<Vec<String>> = defs.iter().filter_map(|&def| self.types_of_parameters(def)).collect();
        types.len() > 1
    }

    pub(super) fn types_of_parameters(&self, def: DefId) -> Option<Vec<String>> {
        self.arity(def)?;
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        let text = self.text_of(def.file);
        let list = list(text.get(symbol.name_at as usize + facts.text(symbol.name).len()..)?, true)?;
        Some(list.items.iter().map(|item| type_of(item)).collect())
    }

    /// The arguments of the call at `index`, as they are written, with where each stands.
    pub(super) fn arguments(&self, facts: &Facts, text: &str, index: u32) -> Option<Vec<(u32, String)>> {
        let occurrence = facts.occurrence(index);
        let behind = text.get(occurrence.at as usize + facts.text(occurrence.name).len()..)?;
        let place = |item: &str| (item.as_ptr() as usize - text.as_ptr() as usize) as u32;
        Some(list(behind, false)?.items.iter().map(|item| (place(item), item.to_string())).collect())
    }

    /// `#undef name` right before a macro of that name, under a condition: elsewhere, and where
    /// the condition does not hold, the name is another's.
    pub(super) fn replaces_another(&self, defs: &[DefId]) -> bool {
        defs.iter().any(|def| {
            let facts = self.facts(def.file);
            let symbol = facts.symbol(def.symbol);
            if facts.family != Family::C || symbol.kind != SymbolKind::Macro {
                return false;
            }
            let text = self.text_of(def.file);
            let before = text.get(..symbol.name_at as usize).and_then(|before| before.rsplit_once('\n'));
            let before = before.map_or("", |(above, _)| above);
            let mut lines = before.lines().rev().map(str::trim).filter(|line| !line.is_empty());
            let undone = lines.next().and_then(|line| line.strip_prefix('#')).map(str::trim_start);
            undone.and_then(|line| line.strip_prefix("undef")).map(str::trim) == Some(facts.text(symbol.name))
                && is_under_condition(lines)
        })
    }

    /// True for a call that none of `chosen` takes, while another of its overloads does.
    pub(super) fn calls_another(&self, facts: &Facts, index: u32, chosen: &[DefId], found: &[DefId]) -> bool {
        let is_other = |def: &&DefId| chosen.binary_search(def).is_err();
        if facts.occurrence(index).role != Role::Call || !found.iter().any(|def| is_other(&def)) {
            return false;
        }
        let asked: Vec<Arity> = chosen.iter().filter_map(|&def| self.arity(def)).collect();
        if asked.is_empty() {
            return false;
        }
        let mut others = found.iter().filter(is_other).flat_map(|&def| self.overloads(def));
        let Some(n_given) = self.n_given(facts, index) else { return false };
        // Whoever takes just so many comes before who takes any number.
        let takes = |arity: &Arity| arity.max != usize::MAX && (arity.min..=arity.max).contains(&n_given);
        let may_take = |arity: &Arity| (arity.min..=arity.max).contains(&n_given);
        match (asked.iter().any(takes), asked.iter().any(may_take)) {
            (true, _) => false,
            (false, true) => others.any(|other| takes(&other)),
            (false, false) => others.any(|other| may_take(&other)),
        }
    }

    /// True for a call with a number of arguments that none of `chosen` takes, as far as they say.
    pub(super) fn takes_none(&self, facts: &Facts, index: u32, chosen: &[DefId]) -> bool {
        let counted = facts.calls_apart() || facts.family == Family::CSharp;
        if !counted || facts.occurrence(index).role != Role::Call {
            return false;
        }
        let asked: Vec<Option<Arity>> = chosen.iter().map(|&def| self.arity(def)).collect();
        let Some(n_given) = self.n_given(facts, index).filter(|_| !asked.is_empty()) else { return false };
        asked.iter().all(|arity| arity.is_some_and(|arity| !(arity.min..=arity.max).contains(&n_given)))
    }

    /// What a function takes, or any constructor of a type.
    fn overloads(&self, def: DefId) -> Vec<Arity> {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        if !symbol.kind.is_type() {
            return self.arity(def).into_iter().collect();
        }
        let made = self.own_members(def, facts.text(symbol.name));
        made.iter().filter_map(|&made| self.arity(made)).collect()
    }

    fn arity(&self, def: DefId) -> Option<Arity> {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        let overloads = match facts.family {
            Family::C => facts.outline().lang.name() != "c",
            family => matches!(family, Family::Jvm | Family::CSharp),
        };
        if !overloads || !symbol.kind.is_callable() || symbol.kind == SymbolKind::Macro {
            return None;
        }
        let text = self.text_of(def.file);
        arity(text.get(symbol.name_at as usize + facts.text(symbol.name).len()..)?)
    }

    /// How many arguments stand behind a name that is called.
    fn n_given(&self, facts: &Facts, index: u32) -> Option<usize> {
        let occurrence = facts.occurrence(index);
        let text = self.text_of(facts.file);
        let behind = text.get(occurrence.at as usize + facts.text(occurrence.name).len()..)?;
        let list = list(behind, false)?;
        let block = facts.outline().lang.name() == "kotlin" && list.rest.trim_start().starts_with('{');
        Some(list.items.len() + usize::from(block))
    }
}

/// `const char* data = nullptr` without its name and value, and without blanks.
fn type_of(parameter: &str) -> String {
    let mut parameter = parameter.split('=').next().unwrap_or(parameter).trim();
    // `final @Nullable String name`
    while let Some((first, rest)) = parameter.split_once(char::is_whitespace) {
        let is_annotation = first.starts_with('@') && !first.contains('(');
        if first != "final" && !is_annotation {
            break;
        }
        parameter = rest.trim_start();
    }
    let named = parameter.trim_end_matches(grammars::words::is_word);
    let whole = named.trim();
    let alone = whole.is_empty() || whole.ends_with("::") || matches!(whole, "const" | "unsigned" | "struct" | "final");
    let kept = if alone { parameter } else { whole };
    kept.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether the line below these, which go upward, stands inside of `#if` … `#endif`.
fn is_under_condition<'t>(lines_up: impl Iterator<Item = &'t str>) -> bool {
    let mut n_closed = 0usize;
    for line in lines_up {
        let Some(word) = line.strip_prefix('#').map(str::trim_start) else { continue };
        if word.starts_with("endif") {
            n_closed += 1;
        } else if word.starts_with("if") {
            if n_closed == 0 {
                return true;
            }
            n_closed -= 1;
        }
    }
    false
}

fn arity(behind_name: &str) -> Option<Arity> {
    let list = list(behind_name, true)?;
    if list.items == ["void"] {
        return Some(Arity { min: 0, max: 0 });
    }
    let n_params = list.items.len();
    let n_optional = list.items.iter().filter(|item| item.contains('=') || item.contains("...")).count();
    let many = list.items.iter().any(|item| {
        item.contains("...") || item.starts_with("params ") || item.starts_with("vararg ") || item.ends_with('*')
    });
    Some(Arity { min: n_params - n_optional, max: if many { usize::MAX } else { n_params } })
}

/// What stands between brackets, cut at its commas, and what follows.
struct List<'t> {
    items: Vec<&'t str>,
    rest: &'t str,
}

/// The list in brackets that a text starts with, behind type arguments.
fn list(text: &str, of_types: bool) -> Option<List<'_>> {
    let mut end = text.len().min(LIST_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut text = text.get(..end)?.trim_start();
    if text.starts_with('<') {
        let mut depth = 0usize;
        let close = text.char_indices().find(|(_, c)| {
            depth = match c {
                '<' => depth + 1,
                '>' => depth - 1,
                _ => depth,
            };
            depth == 0
        })?;
        text = text[close.0 + 1..].trim_start();
    }
    let open = text.chars().next().filter(|first| matches!(first, '(' | '{'))?;
    if of_types && open == '{' {
        return None;
    }
    cut(&text[1..], of_types)
}

/// The items up to the bracket that closes the list. Between types, `<` is a bracket too.
fn cut(text: &str, of_types: bool) -> Option<List<'_>> {
    let (mut depth, mut start, mut items) = (0usize, 0, Vec::new());
    let mut chars = text.char_indices();
    let mut before = ' ';
    while let Some((at, c)) = chars.next() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '<' if of_types => depth += 1,
            '>' if of_types && !matches!(before, '-' | '=') => depth = depth.saturating_sub(1),
            ')' | ']' | '}' if depth == 0 => {
                items.push(text[start..at].trim());
                items.retain(|item| !item.is_empty());
                return Some(List { items, rest: &text[at + 1..] });
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(text[start..at].trim());
                start = at + 1;
            }
            '"' | '\'' => skip_quoted(&mut chars, c),
            _ => {}
        }
        before = c;
    }
    None
}

fn skip_quoted(chars: &mut std::str::CharIndices<'_>, quote: char) {
    while let Some((_, c)) = chars.next() {
        match c {
            '\\' => _ = chars.next(),
            c if c == quote => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_counted() {
        let of = |text| arity(text).map(|arity| (arity.min, arity.max));
        assert_eq!(of("(Map<String, List<X>> a, int b) {"), Some((2, 2)));
        assert_eq!(of("()"), Some((0, 0)));
        assert_eq!(of("(void)"), Some((0, 0)));
        assert_eq!(of("(int a = 1, String... rest)"), Some((0, usize::MAX)));
        assert_eq!(of("(f: (Int, Int) -> Int, x: Int = 3): Int"), Some((1, 2)));
        assert_eq!(of("<T>(T a, T b)"), Some((2, 2)));
        assert_eq!((of(" = 3"), of("(a"), of("{ }"), of("")), (None, None, None, None));
    }

    #[test]
    fn types_of_parameters_are_told() {
        assert_eq!(type_of("const char* data = nullptr"), "constchar*");
        assert_eq!(type_of("const char *"), "constchar*");
        assert_eq!(
            (type_of("int"), type_of("int a"), type_of("std::string s")),
            ("int".into(), "int".into(), "std::string".into())
        );
        assert_eq!(type_of("std::string"), "std::string");
        assert_eq!(
            (type_of("final long[] a"), type_of("@Nullable final String s")),
            ("long[]".into(), "String".into())
        );
        let up = |text: &'static str| is_under_condition(text.lines().rev());
        assert!(up("#ifdef A\n#if B\n#endif\n"));
        assert!(!up("#ifdef A\n#endif\nint x;\n"));
    }

    #[test]
    fn arguments_are_counted() {
        let of = |text| list(text, false).map(|list| list.items.len());
        assert_eq!(of("(a < b, f(c, d), \"x, y\", ',', '\\'')"), Some(5));
        assert_eq!(of("<>()"), Some(0));
        assert_eq!(of("{1, {2, 3}}"), Some(2));
        assert_eq!((of(";"), of("<a"), of("(\"")), (None, None, None));
    }
}
