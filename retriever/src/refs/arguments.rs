//! Overloads of one length told apart by what they are called with.
//!
//! Where a language writes types down (Java, C#), most arguments say what they are: literals, `new A()`,
//! casts, variables and calls with a declared type. An overload that cannot take one of them is not
//! meant; of the others, the one that asks for just these types is. What says nothing rules nothing
//! out.
//!
//! Compares names of types, not types.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::resolve::{Found, Resolver, Trail};
use super::types::Thing;
use grammars::words::is_word;

/// How well a parameter takes an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Never,
    Maybe,
    /// After widening, or as a base.
    Wide,
    Exact,
}

/// Levels of bases that are looked at.
const BASES_MAX: usize = 32;

impl Resolver<'_> {
    /// Those of `overloads` that fit the arguments of a call best; none if nothing is known.
    pub(super) fn meant_by_arguments(&self, facts: &Facts, index: u32, overloads: &[DefId]) -> Vec<DefId> {
        let typed = facts.calls_apart() || facts.family == Family::CSharp;
        if !typed || overloads.len() < 2 {
            return Vec::new();
        }
        let text = self.text_of(facts.file);
        let Some(arguments) = self.arguments(facts, &text, index) else { return Vec::new() };
        let given: Vec<Option<Given>> =
            arguments.iter().map(|(at, argument)| self.given(facts, *at, argument, &Trail::new())).collect();
        let score = |def: &DefId| {
            let asked = self.types_of_parameters(*def).filter(|asked| asked.len() == given.len())?;
            let fits = asked.iter().zip(&given).map(|(asked, given)| match given {
                Some(given) => self.fit(asked, given),
                None => Fit::Maybe,
            });
            let fits: Vec<Fit> = fits.collect();
            (!fits.contains(&Fit::Never)).then(|| fits.iter().map(|&fit| fit as usize).sum::<usize>())
        };
        let scores: Vec<(DefId, usize)> = overloads.iter().filter_map(|def| Some((*def, score(def)?))).collect();
        let best = scores.iter().map(|(_, score)| *score).max();
        scores.into_iter().filter(|(_, score)| Some(*score) == best).map(|(def, _)| def).collect()
    }

    /// `<T> T read(String from, Class<T> type)` called with `User.class` gives a `User`.
    pub(super) fn told_by_class(&self, facts: &Facts, index: u32, defs: &[DefId], trail: &Trail) -> Option<Thing> {
        let text = self.text_of(facts.file);
        let arguments = self.arguments(facts, &text, index)?;
        defs.iter().find_map(|&def| {
            let asked = self.types_of_parameters(def).filter(|asked| asked.len() == arguments.len())?;
            let there = self.facts(def.file);
            let returned = type_before(&self.text_of(def.file), there.symbol(def.symbol).name_at as usize)?;
            let class = format!("Class<{returned}>");
            let (at, written) = &arguments[asked.iter().position(|asked| *asked == class)?];
            let path = written.strip_suffix(".class")?;
            let last = path.rfind('.').map_or(0, |dot| dot + 1);
            match self.value(facts, facts.occurrence_at(at + last as u32)?, trail) {
                Thing::Type(made) => Some(Thing::Instance(made)),
                _ => None,
            }
        })
    }

    /// What an argument that stands at `at` is, if it says so.
    fn given(&self, facts: &Facts, at: u32, written: &str, trail: &Trail) -> Option<Given> {
        if let Some(literal) = literal(written) {
            return Some(Given::named(literal));
        }
        if let Some(made) = written.strip_prefix("new ") {
            let name: String = made.chars().take_while(|c| is_word(*c) || *c == '.').collect();
            let array = made[name.len()..].trim_start().starts_with('[');
            return Some(Given::named(&format!("{}{}", simple(&name), if array { "[]" } else { "" })));
        }
        if let Some((cast, rest)) = written.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            let is_cast = !rest.trim().is_empty() && !rest.trim_start().starts_with(['.', '?', '-', '+', '*', '=']);
            return is_cast.then(|| Given::named(&simple(cast)));
        }
        if written.ends_with(".class") {
            return Some(Given::named("Class"));
        }
        if let Some(array) = written.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')).map(|(array, _)| array) {
            // `lines[i]`
            let many = self.given(facts, at, array.trim_end(), trail)?;
            return many.name.strip_suffix("[]").map(Given::named);
        }
        let (name_at, called) = tail(written)?;
        let index = facts.occurrence_at(at + name_at as u32)?;
        let defs = match self.value(facts, index, trail) {
            Thing::Instance(defs) => defs,
            _ => Vec::new(),
        };
        let name = match self.name(facts, index, trail) {
            Found::Local(file, binder) if !called => {
                let there = self.facts(file);
                type_before(&self.text_of(file), there.occurrence(binder).at as usize)
            }
            Found::Defs(found, _) => found.first().and_then(|def| {
                let there = self.facts(def.file);
                type_before(&self.text_of(def.file), there.symbol(def.symbol).name_at as usize)
            }),
            _ => None,
        };
        let own = || {
            let def = defs.first()?;
            let there = self.facts(def.file);
            Some(there.text(there.symbol(def.symbol).name).to_string())
        };
        let name = name.filter(|name| !is_parameter(name)).or_else(own)?;
        Some(Given { name, defs })
    }

    fn fit(&self, asked: &str, given: &Given) -> Fit {
        let asked = simple(asked);
        if asked == given.name {
            return Fit::Exact;
        }
        let reference = |name: &str| !NUMBERS.contains(&name) && !matches!(name, "boolean" | "bool" | "char");
        let open = matches!(asked.as_str(), "Object" | "object" | "CharSequence" | "Comparable" | "Serializable");
        let any = is_parameter(&asked) || open;
        let (is_array, of_array) = (asked.ends_with("[]"), given.name.ends_with("[]"));
        match (reference(&asked), reference(&given.name)) {
            _ if given.name == "null" => {
                if reference(&asked) {
                    Fit::Maybe
                } else {
                    Fit::Never
                }
            }
            (false, false) => {
                let rank = |name: &str| NUMBERS.iter().position(|number| *number == name);
                match (rank(&given.name), rank(&asked)) {
                    (Some(from), Some(to)) if from < to => Fit::Wide,
                    (None, Some(to)) if given.name == "char" && to > 1 => Fit::Wide,
                    _ => Fit::Never,
                }
            }
            (true, false) => {
                if any || is_boxed(&asked, &given.name) {
                    Fit::Maybe
                } else {
                    Fit::Never
                }
            }
            (false, true) => {
                if is_boxed(&given.name, &asked) {
                    Fit::Maybe
                } else {
                    Fit::Never
                }
            }
            _ if any => Fit::Maybe,
            _ if is_array != of_array => Fit::Never,
            _ if matches!(given.name.as_str(), "String" | "string" | "Class") || is_array => Fit::Never,
            // What the project does not define is no kind of what it defines.
            _ if given.defs.is_empty() && self.is_own_type(&asked) && !self.is_own_type(&given.name) => Fit::Never,
            _ if given.defs.is_empty() => Fit::Maybe,
            _ => self.fit_as_base(&asked, &given.defs),
        }
    }

    fn is_own_type(&self, name: &str) -> bool {
        self.spelled(name).iter().any(|def| self.facts(def.file).symbol(def.symbol).kind.is_type())
    }

    /// Whether types of the project have a base of this name.
    fn fit_as_base(&self, asked: &str, defs: &[DefId]) -> Fit {
        let (mut open, mut known, mut met) = (defs.to_vec(), true, 0);
        while let Some(one) = open.pop().filter(|_| met < BASES_MAX) {
            met += 1;
            for base in self.bases(one, &Trail::new()) {
                match base {
                    Thing::Type(bases) | Thing::Instance(bases) => {
                        let named = |def: &DefId| {
                            let there = self.facts(def.file);
                            there.text(there.symbol(def.symbol).name) == asked
                        };
                        if bases.iter().any(named) {
                            return Fit::Wide;
                        }
                        open.extend(bases);
                    }
                    _ => known = false,
                }
            }
        }
        if known { Fit::Never } else { Fit::Maybe }
    }
}

/// What an argument is: the name of its type, and that type if the project has it.
struct Given {
    name: String,
    defs: Vec<DefId>,
}

impl Given {
    fn named(name: &str) -> Given {
        Given { name: name.to_string(), defs: Vec::new() }
    }
}

/// Numbers by what widens to what.
const NUMBERS: [&str; 6] = ["byte", "short", "int", "long", "float", "double"];

/// A type parameter, by how they are called.
fn is_parameter(name: &str) -> bool {
    let name = name.trim_end_matches("[]");
    name.len() <= 2 && name.starts_with(|c: char| c.is_ascii_uppercase()) || name == "var"
}

fn is_boxed(reference: &str, value: &str) -> bool {
    match reference {
        "Integer" => value == "int",
        "Character" => value == "char",
        "Number" => NUMBERS.contains(&value),
        other => other.to_lowercase() == value,
    }
}

/// What a literal is.
fn literal(written: &str) -> Option<&'static str> {
    let number = written.trim_start_matches('-');
    match written {
        "null" => Some("null"),
        "true" | "false" => Some("boolean"),
        _ if written.starts_with('"') => Some("String"),
        _ if written.starts_with('\'') && written.len() < 9 => Some("char"),
        _ if number.starts_with(|c: char| c.is_ascii_digit()) => {
            let whole = number.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'));
            let hex = number.starts_with("0x");
            match number.bytes().next_back() {
                _ if !whole => None,
                Some(b'L' | b'l') => Some("long"),
                Some(b'f' | b'F') if !hex => Some("float"),
                _ if number.contains('.') => Some("double"),
                _ => Some("int"),
            }
        }
        _ => None,
    }
}

/// Where the last name of `a.b` or `a.b(c)` starts, and whether it is called; none for what is no path.
fn tail(written: &str) -> Option<(usize, bool)> {
    let called = written.ends_with(')');
    let mut path = written;
    if called {
        let mut depth = 0usize;
        let open = written.char_indices().rev().find(|(_, c)| {
            depth = match c {
                ')' => depth + 1,
                '(' => depth - 1,
                _ => depth,
            };
            depth == 0
        })?;
        path = &written[..open.0];
    }
    let name = path.trim_end_matches(is_word).len();
    let before = &path[..name];
    let plain = name < path.len() && before.chars().all(|c| is_word(c) || matches!(c, '.' | '(' | ')'));
    (plain && (before.is_empty() || before.ends_with('.'))).then_some((name, called))
}

/// The last part of a type's name, with brackets for arrays and without what it is filled with.
fn simple(written: &str) -> String {
    let many = written.matches("[]").count() + written.matches("...").count();
    let plain = written.split(['<', '[']).next().unwrap_or("").trim_end_matches("...");
    let last = plain.trim().rsplit(['.', ' ', ')']).next().unwrap_or("");
    let last = last.strip_prefix("final").filter(|rest| rest.starts_with(char::is_uppercase)).unwrap_or(last);
    format!("{last}{}", "[]".repeat(many))
}

/// The type that stands right before the name at `at`.
fn type_before(text: &str, at: usize) -> Option<String> {
    let head = text.get(..at)?.trim_end();
    let mut depth = 0usize;
    let start = head.char_indices().rev().find(|(_, c)| {
        match c {
            '>' => depth += 1,
            '<' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && !is_word(*c) && !matches!(c, '.' | '[' | ']' | '<' | '>')
    });
    let from = start.map_or(0, |(at, c)| at + c.len_utf8());
    let name = simple(&head[from..]);
    let says = name.starts_with(is_word) && !matches!(name.as_str(), "return" | "new" | "throw" | "else" | "case");
    says.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_say_what_they_are() {
        assert_eq!(
            ["1", "-2L", "1.5", "'c'", "\"a\" + b", "null"].map(literal),
            [Some("int"), Some("long"), Some("double"), Some("char"), Some("String"), Some("null")]
        );
        assert_eq!((literal("a"), literal("1 + x")), (None, None));
        assert_eq!(tail("a.b"), Some((2, false)));
        assert_eq!(tail("a.b(c, d(e))"), Some((2, true)));
        assert_eq!((tail("a + b"), tail("x -> y"), tail("")), (None, None, None));
    }

    #[test]
    fn types_before_names_are_read() {
        let of = |text: &str| type_before(text, text.len());
        assert_eq!(of("f(Map<String, List<X>> "), Some("Map".to_string()));
        assert_eq!(of("(final java.util.List<X>[] "), Some("List[]".to_string()));
        assert_eq!(of("(int... "), Some("int[]".to_string()));
        assert_eq!((of("(a, "), of("return "), of("")), (None, None, None));
    }
}
