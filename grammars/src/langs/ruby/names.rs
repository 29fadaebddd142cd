//! What Ruby tells only in the end: which bare names are calls, what `private` hides, what
//! `A.new` makes, and what a block goes through.

use crate::names::NameId;
use crate::outline::{Hint, How, Occurrence, Outline, Receiver, Role, ScopeKind, SymbolKind};
use hashbrown::{HashMap, HashSet};

/// Methods whose block gets one element after the other.
const LOOPS: &[&str] = &[
    "each",
    "each_with_index",
    "each_with_object",
    "map",
    "flat_map",
    "filter_map",
    "collect",
    "select",
    "filter",
    "reject",
    "find",
    "detect",
    "find_all",
    "any?",
    "all?",
    "none?",
    "sort_by",
    "min_by",
    "max_by",
    "group_by",
    "partition",
    "sum",
    "count",
    "find_each",
    "reverse_each",
    "map!",
    "select!",
    "reject!",
    "delete_if",
    "each_entry",
];

pub(super) fn complete(out: &mut Outline, text: &str) {
    tell_locals_from_calls(out);
    let loops: HashSet<NameId> = LOOPS.iter().filter_map(|name| out.names.find(name)).collect();
    if !loops.is_empty() {
        go_through(out, text, &loops);
    }
    if let Some(new) = out.names.find("new") {
        construct(out, new);
    }
    for index in 0..out.symbols.len() {
        let symbol = &out.symbols[index];
        let name = out.names.get(symbol.name);
        let around = symbol.parent.and_then(|parent| out.symbols.get(parent as usize)).map(|parent| parent.kind);
        let kind = match symbol.kind {
            SymbolKind::Method if name == "initialize" => SymbolKind::Constructor,
            // A method in a block of a class (`included do`).
            SymbolKind::Function if matches!(around, Some(SymbolKind::Class | SymbolKind::Module)) => {
                SymbolKind::Method
            }
            kind => kind,
        };
        let exported = !name.starts_with('@');
        (out.symbols[index].kind, out.symbols[index].exported) = (kind, exported);
        let symbol = &mut out.symbols[index];
        if symbol.signature.end == symbol.span.end {
            let line = symbol.signature.of(text).lines().next().unwrap_or("");
            symbol.signature.end = symbol.signature.start + line.trim_end().len() as u32;
        }
    }
    // What is added to a number says nothing about it.
    let adds = |binder: u32| {
        let Occurrence { name, at, .. } = out.occurrences[binder as usize];
        let rest = text.get(at as usize + out.names.get(name).len()..).unwrap_or("");
        rest.trim_start().starts_with(['+', '-', '*', '/', '%', '<', '>', '^'])
    };
    out.hints.retain(|hint| hint.how != How::Assigned || !adds(hint.binder));
    hide(out, text);
}

/// In order of position: a bare name that nothing has bound before is a call where it is read,
/// and bound where it is assigned. Methods and classes do not see the locals around them.
fn tell_locals_from_calls(out: &mut Outline) {
    let mut bound: HashSet<(u32, NameId)> = HashSet::new();
    for index in 0..out.occurrences.len() {
        let Occurrence { name, role, scope, receiver, .. } = out.occurrences[index];
        if receiver != Receiver::None || !matches!(role, Role::Bind | Role::Write | Role::Read) {
            continue;
        }
        if role == Role::Bind {
            bound.insert((scope, name));
            continue;
        }
        let word = out.names.get(name);
        let plain = word.starts_with(|c: char| c == '_' || (c.is_alphabetic() && !c.is_uppercase()));
        if !plain || word == "self" || is_bound(out, &bound, scope, name) {
            continue;
        }
        if role == Role::Read {
            out.occurrences[index].role = Role::Call;
        } else {
            out.occurrences[index].role = Role::Bind;
            bound.insert((scope, name));
        }
    }
}

fn is_bound(out: &Outline, bound: &HashSet<(u32, NameId)>, mut scope: u32, name: NameId) -> bool {
    loop {
        if bound.contains(&(scope, name)) {
            return true;
        }
        let around = out.scopes[scope as usize];
        if around.kind != ScopeKind::Function || around.symbol.is_some() {
            return false;
        }
        scope = around.parent;
    }
}

/// `users.each do |user|`: the parameter is an element of what stands before the dot.
fn go_through(out: &mut Outline, text: &str, loops: &HashSet<NameId>) {
    for index in 0..out.occurrences.len().saturating_sub(1) {
        let (method, parameter) = (out.occurrences[index], out.occurrences[index + 1]);
        let Receiver::Occurrence(source) = method.receiver else { continue };
        if parameter.role != Role::Bind || method.role != Role::Call || !loops.contains(&method.name) {
            continue;
        }
        let end = method.at as usize + out.names.get(method.name).len();
        let between = text.get(end..parameter.at as usize).unwrap_or("").trim();
        let opens = between.strip_suffix('|').map(str::trim);
        if opens.is_some_and(|opens| opens == "do" || opens == "{") {
            out.hints.push(Hint { binder: index as u32 + 1, source, how: How::Element });
        }
    }
}

/// `A.new` calls `A`, and is known by that.
fn construct(out: &mut Outline, new: NameId) {
    let made = |out: &Outline, index: u32| {
        let occurrence = out.occurrences.get(index as usize)?;
        let Receiver::Occurrence(class) = occurrence.receiver else { return None };
        let name = out.names.get(out.occurrences.get(class as usize)?.name);
        let constructs = occurrence.name == new && occurrence.role == Role::Call;
        (constructs && name.starts_with(char::is_uppercase)).then_some(class)
    };
    for index in 0..out.occurrences.len() {
        if let Some(class) = made(out, index as u32) {
            let class = &mut out.occurrences[class as usize];
            class.role = if class.role == Role::Read { Role::Call } else { class.role };
        }
        let Receiver::Occurrence(receiver) = out.occurrences[index].receiver else { continue };
        if let Some(class) = made(out, receiver) {
            out.occurrences[index].receiver = Receiver::Occurrence(class);
        }
    }
    for index in 0..out.hints.len() {
        if let Some(class) = made(out, out.hints[index].source) {
            out.hints[index].source = class;
        }
    }
}

/// What the words `private` and its like say about what.
struct Visibility {
    /// Each class body by its scope: what is defined from here on.
    from_here: HashMap<u32, bool>,
    /// What is defined before this place.
    line: (u32, bool),
    /// What is named in the list that the last word opened, and where that has got to.
    list: Option<(u32, bool)>,
    /// Methods hidden or shown by name.
    named: HashMap<(u32, NameId), bool>,
}

/// Applies `private`, `protected`, `public`, `private_class_method` and `private_constant`.
fn hide(out: &mut Outline, text: &str) {
    let words = ["private", "protected", "public", "private_class_method", "private_constant"];
    let words: Vec<NameId> = words.iter().filter_map(|word| out.names.find(word)).collect();
    if words.is_empty() {
        return;
    }
    let by_name: HashMap<u32, usize> =
        out.symbols.iter().enumerate().map(|(index, symbol)| (symbol.name_at, index)).collect();
    let mut seen = Visibility { from_here: HashMap::new(), line: (0, false), list: None, named: HashMap::new() };
    let mut defined = Vec::new();
    for index in 0..out.occurrences.len() {
        let occurrence = out.occurrences[index];
        let in_class = out.scopes[occurrence.scope as usize].kind == ScopeKind::Class;
        match occurrence.role {
            Role::Call if in_class && words.contains(&occurrence.name) && occurrence.receiver == Receiver::None => {
                seen.word(occurrence, out.names.get(occurrence.name), text);
            }
            Role::StringKey => seen.key(occurrence, out.names.get(occurrence.name), text),
            Role::Def if in_class => {
                let Some(&symbol) = by_name.get(&occurrence.at) else { continue };
                defined.push((symbol, occurrence));
                let instance = !out.symbols[symbol].signature.of(text).starts_with("def self.");
                let callable =
                    out.symbols[symbol].kind.is_callable() || out.symbols[symbol].kind == SymbolKind::Property;
                let by_place = seen.from_here.get(&occurrence.scope).copied().filter(|_| instance);
                let hidden = if occurrence.at < seen.line.0 { Some(seen.line.1) } else { by_place };
                out.symbols[symbol].exported &= !(callable && hidden.unwrap_or(false));
            }
            _ => {}
        }
    }
    for (symbol, occurrence) in defined {
        if let Some(&hidden) = seen.named.get(&(occurrence.scope, occurrence.name)) {
            out.symbols[symbol].exported = !hidden;
        }
    }
}

impl Visibility {
    fn word(&mut self, at: Occurrence, word: &str, text: &str) {
        let hides = word != "public";
        let end = at.at + word.len() as u32;
        let rest = text.get(end as usize..).unwrap_or("").lines().next().unwrap_or("");
        self.list = None;
        if rest.trim_start().is_empty() || rest.trim_start().starts_with(['#', ';']) {
            self.from_here.insert(at.scope, hides);
        } else {
            self.line = (end + rest.len() as u32, hides);
            self.list = Some((end, hides));
        }
    }

    fn key(&mut self, at: Occurrence, name: &str, text: &str) {
        let Some((end, hides)) = self.list else { return };
        let between = text.get(end as usize..at.at as usize).unwrap_or("-");
        if between.chars().all(|c| c.is_whitespace() || ":,()'\"[]%i*".contains(c)) {
            self.named.insert((at.scope, at.name), hides);
            self.list = Some((at.at + name.len() as u32, hides));
        } else {
            self.list = None;
        }
    }
}
