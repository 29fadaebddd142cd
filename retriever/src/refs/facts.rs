//! The facts about one file, arranged for looking up.
//!
//! The stored outline is a few flat vectors in order of position. Resolution asks by name, by
//! scope and by place; each question gets a small sorted index, built once per file and question.
//!
//! Knows one file only.

use super::family::{self, Family};
use grammars::{
    Hint, How, Import, ImportKind, NameId, Occurrence, Outline, Receiver, Role, ScopeKind, Span, Symbol, SymbolKind,
};
use indexer::{Contents, FileId};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A definition: a symbol of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DefId {
    pub(crate) file: FileId,
    pub(crate) symbol: u32,
}

/// One file's facts and the indexes over them.
pub(crate) struct Facts {
    pub(crate) file: FileId,
    pub(crate) family: Family,
    contents: Arc<Contents>,
    /// Occurrences that are spelled otherwise than the name they mean. Invariant: sorted.
    respelled: Vec<(u32, NameId)>,
    /// Bare `Def` and `Bind` occurrences by scope and name. Invariant: sorted.
    bindings: Vec<(u32, NameId, u32)>,
    /// Symbols by the place of their names. Invariant: sorted.
    symbol_at: Vec<(u32, u32)>,
    /// Symbols by name. Invariant: sorted.
    symbols_by_name: Vec<(NameId, u32)>,
    /// Hints by binder. Invariant: sorted.
    hints: Vec<(u32, u32)>,
    /// Members of types without a name, by what is of the type and whether as its result, with the
    /// occurrence of the member. Invariant: sorted.
    shapes: Vec<(u32, bool, u32)>,
    /// Imports by the local name they bind. Invariant: sorted.
    imports: Vec<(NameId, u32)>,
    by_name: OnceLock<ByName>,
}

/// Occurrences by name: where those of each name start in the second list.
type ByName = (Vec<u32>, Vec<u32>);

impl Facts {
    pub(crate) fn new(file: FileId, contents: Arc<Contents>) -> Facts {
        let outline = &contents.outline;
        let mut bindings: Vec<_> = (0u32..)
            .zip(&outline.occurrences)
            .filter(|(_, occurrence)| occurrence.receiver == Receiver::None)
            .filter(|(_, occurrence)| matches!(occurrence.role, Role::Def | Role::Bind))
            .map(|(index, occurrence)| (occurrence.scope, occurrence.name, index))
            .collect();
        let symbols = || (0u32..).zip(&outline.symbols);
        let mut symbol_at: Vec<_> = symbols().map(|(index, symbol)| (symbol.name_at, index)).collect();
        let mut symbols_by_name: Vec<_> = symbols().map(|(index, symbol)| (symbol.name, index)).collect();
        let mut hints: Vec<_> = (0u32..).zip(&outline.hints).map(|(index, hint)| (hint.binder, index)).collect();
        let mut imports: Vec<_> = (0u32..)
            .zip(&outline.imports)
            .filter_map(|(index, import)| import.local.map(|local| (local, index)))
            .collect();
        let shaped = |how| matches!(how, How::Shape | How::ShapeOfResult);
        let shapes = outline.hints.iter().filter(|hint| shaped(hint.how));
        let mut shapes: Vec<_> =
            shapes.map(|hint| (hint.source, hint.how == How::ShapeOfResult, hint.binder)).collect();
        bindings.sort_unstable();
        shapes.sort_unstable();
        symbol_at.sort_unstable();
        symbols_by_name.sort_unstable();
        hints.sort_unstable();
        imports.sort_unstable();
        let family = Family::of(outline.lang);
        let respelled = respelled(outline);
        Facts {
            file,
            family,
            respelled,
            bindings,
            symbol_at,
            symbols_by_name,
            hints,
            shapes,
            imports,
            contents,
            by_name: OnceLock::new(),
        }
    }

    pub(crate) fn outline(&self) -> &Outline {
        &self.contents.outline
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        self.outline().names.get(name)
    }

    /// What a stretch of the file's `text` says.
    pub(crate) fn said<'t>(&self, span: Span, text: &'t str) -> Cow<'t, str> {
        grammars::said(self.outline().lang, span.of(text))
    }

    /// The number of a name in this file, if it occurs.
    pub(crate) fn name(&self, text: &str) -> Option<NameId> {
        self.outline().names.find(text)
    }

    pub(crate) fn occurrence(&self, index: u32) -> Occurrence {
        let found = self.outline().occurrences[index as usize];
        if self.respelled.is_empty() {
            return found;
        }
        let meant = self.respelled.binary_search_by_key(&index, |&(index, _)| index);
        meant.map_or(found, |at| Occurrence { name: self.respelled[at].1, ..found })
    }

    pub(crate) fn symbol(&self, index: u32) -> &Symbol {
        &self.outline().symbols[index as usize]
    }

    pub(crate) fn import(&self, index: u32) -> &Import {
        &self.outline().imports[index as usize]
    }

    /// Every occurrence of a name, in order of position.
    pub(crate) fn occurrences_of(&self, name: NameId) -> impl Iterator<Item = u32> + '_ {
        let n_occurrences = self.outline().occurrences.len() as u32;
        let written = move |index: u32| self.outline().occurrences[index as usize].name == name;
        let is_plain = self.respelled.is_empty();
        (0..n_occurrences)
            .filter(move |&index| if is_plain { written(index) } else { self.occurrence(index).name == name })
    }

    /// As [`Facts::occurrences_of`], for who asks about many names of the file.
    pub(crate) fn occurrences_named(&self, name: NameId) -> &[u32] {
        let (starts, indices) = self.by_name.get_or_init(|| {
            let n_names = self.outline().names.len();
            let n_occurrences = self.outline().occurrences.len() as u32;
            let mut starts = vec![0u32; n_names + 1];
            let slot = |index: u32| (self.occurrence(index).name.0 as usize).min(n_names - 1);
            (0..n_occurrences).for_each(|index| starts[slot(index) + 1] += 1);
            (1..=n_names).for_each(|at| starts[at] += starts[at - 1]);
            let mut next = starts.clone();
            let mut indices = vec![0; n_occurrences as usize];
            for index in 0..n_occurrences {
                let at = &mut next[slot(index)];
                indices[*at as usize] = index;
                *at += 1;
            }
            (starts, indices)
        });
        let at = |name: usize| starts.get(name).map_or(indices.len(), |&start| start as usize);
        &indices[at(name.0 as usize)..at(name.0 as usize + 1)]
    }

    /// The occurrence at a byte, if one starts there.
    pub(crate) fn occurrence_at(&self, at: u32) -> Option<u32> {
        let occurrences = &self.outline().occurrences;
        let index = occurrences.partition_point(|occurrence| occurrence.at < at);
        occurrences.get(index).filter(|occurrence| occurrence.at == at).map(|_| index as u32)
    }

    /// What binds `name` directly in `scope`.
    pub(crate) fn bindings(&self, scope: u32, name: NameId) -> impl Iterator<Item = u32> + '_ {
        let from = self.bindings.partition_point(|&(s, n, _)| (s, n) < (scope, name));
        self.bindings[from..].iter().take_while(move |&&(s, n, _)| (s, n) == (scope, name)).map(|&(_, _, index)| index)
    }

    /// The symbol whose name stands at `at`.
    pub(crate) fn symbol_at(&self, at: u32) -> Option<u32> {
        let from = self.symbol_at.partition_point(|&(place, _)| place < at);
        self.symbol_at.get(from).filter(|&&(place, _)| place == at).map(|&(_, index)| index)
    }

    /// The symbol that an occurrence of role `Def` names.
    pub(crate) fn symbol_of(&self, occurrence: u32) -> Option<u32> {
        self.symbol_at(self.occurrence(occurrence).at)
    }

    /// Symbols called `name`.
    pub(crate) fn symbols_named(&self, name: NameId) -> impl Iterator<Item = u32> + '_ {
        let from = self.symbols_by_name.partition_point(|&(known, _)| known < name);
        self.symbols_by_name[from..].iter().take_while(move |&&(known, _)| known == name).map(|&(_, index)| index)
    }

    /// What is written about the type of an occurrence.
    pub(crate) fn hints(&self, binder: u32) -> impl Iterator<Item = Hint> + '_ {
        let from = self.hints.partition_point(|&(known, _)| known < binder);
        let found = self.hints[from..].iter().take_while(move |&&(known, _)| known == binder);
        found.map(|&(_, index)| self.outline().hints[index as usize])
    }

    /// The members of the type without a name that `owner`, or its result, is of.
    pub(crate) fn shape(&self, owner: u32, of_result: bool) -> impl Iterator<Item = u32> + '_ {
        let from = self.shapes.partition_point(|&(known, result, _)| (known, result) < (owner, of_result));
        let found =
            self.shapes[from..].iter().take_while(move |&&(known, result, _)| (known, result) == (owner, of_result));
        found.map(|&(_, _, key)| key)
    }

    /// What is said to inherit in this file.
    pub(crate) fn inherits(&self) -> impl Iterator<Item = Hint> + '_ {
        self.outline().hints.iter().copied().filter(|hint| hint.how == How::Inherits)
    }

    /// Imports that bind `local`.
    pub(crate) fn imports_of(&self, local: NameId) -> impl Iterator<Item = u32> + '_ {
        let from = self.imports.partition_point(|&(known, _)| known < local);
        self.imports[from..].iter().take_while(move |&&(known, _)| known == local).map(|&(_, index)| index)
    }

    /// Imports that take everything.
    pub(crate) fn stars(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.outline().imports).filter(|(_, import)| import.star).map(|(index, _)| index)
    }

    /// The import whose statement covers `at`; the narrowest if several do.
    pub(crate) fn imports_at(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        (0u32..)
            .zip(&self.outline().imports)
            .filter(move |(_, import)| import.span.contains(at) && import.kind != ImportKind::Package)
            .map(|(index, _)| index)
    }

    /// A bare name in a method may be a member of the class around it.
    pub(crate) fn has_bare_members(&self) -> bool {
        self.family.bare_members() && self.outline().lang.name() != "c"
    }

    /// Methods and variables have names of their own.
    pub(crate) fn calls_apart(&self) -> bool {
        self.outline().lang.name() == "java"
    }

    /// What is said about the object that an occurrence is a key of.
    pub(crate) fn key_hints(&self, index: u32) -> impl Iterator<Item = Hint> + '_ {
        self.hints(index).filter(|hint| matches!(hint.how, How::Member | How::MemberOfResult | How::MemberOfArgument))
    }

    /// The scope of a function's parameters.
    pub(crate) fn function_scope(&self, symbol: u32) -> Option<u32> {
        let of_it = |scope: &grammars::Scope| scope.symbol == Some(symbol) && scope.kind == ScopeKind::Function;
        self.outline().scopes.iter().position(of_it).map(|scope| scope as u32)
    }

    /// The scope of the parameters of the function type that a field is of.
    pub(crate) fn function_type_scope(&self, symbol: u32) -> Option<u32> {
        let row = self.symbol(symbol);
        if self.family != Family::Script || row.kind.is_callable() {
            return None;
        }
        let inside = |scope: &grammars::Scope| {
            scope.kind == ScopeKind::Function && scope.symbol.is_none() && row.span.contains(scope.span.start)
        };
        self.outline().scopes.iter().position(inside).map(|scope| scope as u32)
    }

    /// `scope` and the scopes around it, innermost first.
    pub(crate) fn scopes_from(&self, scope: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = Some(scope);
        std::iter::from_fn(move || {
            let here = next?;
            let parent = self.outline().scopes.get(here as usize)?.parent;
            // Invariant: parents come before children, so this ends.
            next = (parent < here).then_some(parent);
            Some(here)
        })
    }

    /// The import that binds the bare name at an occurrence, if that is what binds it first.
    pub(crate) fn lexical_import(&self, index: u32) -> Option<u32> {
        let occurrence = self.occurrence(index);
        if occurrence.receiver != Receiver::None {
            return None;
        }
        for scope in self.scopes_from(self.scope_of_lookup(index)) {
            let import = self.imports_of(occurrence.name).find(|&import| self.import(import).scope == scope);
            if import.is_some() || self.bindings(scope, occurrence.name).next().is_some() {
                return import;
            }
        }
        None
    }

    /// Where the lookup of a name starts: annotations and defaults are read outside the function.
    pub(crate) fn scope_of_lookup(&self, index: u32) -> u32 {
        let occurrence = self.occurrence(index);
        let Some(scope) = self.outline().scopes.get(occurrence.scope as usize) else { return 0 };
        let header = scope.symbol.map(|symbol| self.symbol(symbol).signature);
        let in_header =
            scope.kind == ScopeKind::Function && header.is_some_and(|header| header.contains(occurrence.at));
        if self.family == Family::Python && in_header { scope.parent } else { occurrence.scope }
    }

    pub(crate) fn scope_kind(&self, scope: u32) -> ScopeKind {
        self.outline().scopes.get(scope as usize).map_or(ScopeKind::File, |scope| scope.kind)
    }

    /// The symbol that groups this one as a member: a type, an `impl` block.
    pub(crate) fn owner_symbol(&self, symbol: u32) -> Option<u32> {
        let row = self.symbol(symbol);
        let parent = row.parent?;
        let owns = match self.symbol(parent).kind {
            // What a Ruby module defines is mixed into classes.
            SymbolKind::Module => self.family == Family::Ruby && !row.kind.is_type() && row.kind != SymbolKind::Module,
            SymbolKind::Impl | SymbolKind::Variant => true,
            kind => kind.is_type(),
        };
        owns.then_some(parent)
    }

    /// The name of the type or object that has this symbol as a member.
    pub(crate) fn owner_name(&self, symbol: u32) -> Option<&str> {
        if let Some(owner) = self.symbol(symbol).owner {
            let owner = self.text(owner);
            return (!is_export_object(owner)).then_some(owner);
        }
        self.owner_symbol(symbol).map(|owner| self.text(self.symbol(owner).name))
    }

    /// Reached through a dot only.
    pub(crate) fn is_member(&self, symbol: u32) -> bool {
        match self.symbol(symbol).kind {
            SymbolKind::Field | SymbolKind::Property => self.family != Family::Haskell,
            // Enumerators of C stand beside their type, and so does all of Haskell.
            SymbolKind::Variant if self.family == Family::C => false,
            _ if self.family == Family::Haskell => false,
            _ => self.owner_name(symbol).is_some(),
        }
    }

    /// Visible by its bare name to whoever sees the top of the file.
    pub(crate) fn is_top_level(&self, symbol: u32) -> bool {
        let row = self.symbol(symbol);
        let mut parent = row.parent;
        if self.family == Family::C && row.kind == SymbolKind::Variant {
            parent = parent.and_then(|of| self.symbol(of).parent);
        }
        let open = |kind: SymbolKind| match self.family {
            Family::Haskell => !kind.is_callable(),
            family => family.package_mark().is_some() && kind == SymbolKind::Module,
        };
        while let Some(index) = parent.filter(|&index| open(self.symbol(index).kind)) {
            parent = self.symbol(index).parent.filter(|&outer| outer < index);
        }
        parent.is_none() && !self.is_member(symbol)
    }

    /// The package that a byte is part of, as far as its file says so; parts joined by dots.
    pub(crate) fn package_at(&self, at: u32) -> String {
        let all = || self.outline().imports.iter().filter(|import| import.kind == ImportKind::Package);
        let here = all().filter(|import| import.span.contains(at)).map(|import| dotted(self.text(import.module)));
        let mut here: Vec<String> = here.collect();
        if self.family == Family::Php {
            return here.pop().unwrap_or_default();
        }
        here.join(".")
    }

    /// The package and the symbols around a byte, joined by dots.
    pub(crate) fn home_at(&self, scope: u32, at: u32) -> String {
        let around = self.scopes_from(scope).find_map(|scope| self.outline().scopes.get(scope as usize)?.symbol);
        around.map_or_else(|| self.package_at(at), |symbol| self.full_name(symbol))
    }

    /// The name by which other files know a symbol, joined by dots.
    pub(crate) fn full_name(&self, symbol: u32) -> String {
        let row = self.symbol(symbol);
        let package = self.package_at(row.name_at);
        if row.kind == SymbolKind::Module && !package.is_empty() {
            return package;
        }
        let mut parts = vec![self.text(row.name).to_string()];
        // An extension is imported by its own name.
        let owner = |of: &Symbol| {
            of.owner
                .filter(|_| self.family != Family::Jvm)
                .map(|owner| dotted(self.text(owner)))
                .filter(|owner| !owner.is_empty())
        };
        parts.extend(owner(row));
        let mut at = symbol;
        while let Some(parent) = self.symbol(at).parent.filter(|&parent| parent < at) {
            let around = self.symbol(parent);
            at = parent;
            let hidden = self.family == Family::Haskell || (around.kind == SymbolKind::Module && !package.is_empty());
            let beside = self.family == Family::C && around.kind == SymbolKind::Enum;
            if !hidden && !beside {
                parts.push(self.text(around.name).to_string());
                parts.extend(owner(around));
            }
        }
        parts.extend((!package.is_empty()).then_some(package));
        parts.reverse();
        parts.join(".")
    }

    /// `A.B.name` as a reader would say it.
    pub(crate) fn qualified(&self, symbol: u32) -> String {
        let name = self.text(self.symbol(symbol).name);
        match self.container(symbol) {
            container if container.is_empty() => name.to_string(),
            container => format!("{container}.{name}"),
        }
    }

    /// `A.B` of `A.B.name`; empty at the top.
    pub(crate) fn container(&self, symbol: u32) -> String {
        let mut parts: Vec<&str> = Vec::new();
        let mut at = symbol;
        // Invariant: a parent comes before its children, so this ends.
        while let Some(parent) = self.symbol(at).parent.filter(|&parent| parent < at) {
            parts.push(self.text(self.symbol(parent).name));
            at = parent;
        }
        if let Some(owner) = self.owner_name(symbol).filter(|_| self.symbol(symbol).owner.is_some()) {
            parts.insert(0, owner);
            parts.truncate(1);
        }
        parts.reverse();
        parts.join(".")
    }

    /// Another spelling of the same symbol: an overload, a getter beside its setter.
    pub(crate) fn twins(&self, symbol: u32) -> impl Iterator<Item = u32> + '_ {
        let this = self.symbol(symbol);
        let (parent, owner, kind) = (this.parent, this.owner, this.kind);
        let scope = |at: u32| self.occurrence_at(at).map(|index| self.occurrence(index).scope);
        let scope_of_this = scope(this.name_at);
        self.symbols_named(this.name).filter(move |&other| {
            let other = self.symbol(other);
            // The tag of a struct and a type of its name are two things in C.
            let apart = self.outline().lang.name() == "c" && is_tag(other.kind) != is_tag(kind);
            // So are a macro and a function of Rust.
            let is_macro = |kind| kind == SymbolKind::Macro;
            let apart = apart || self.family == Family::Rust && is_macro(other.kind) != is_macro(kind);
            // And a method and a field of Java.
            let apart = apart || self.calls_apart() && other.kind.is_callable() != kind.is_callable();
            let together = scope(other.name_at) == scope_of_this
                // `this.x = …` in the constructor above the field `x`.
                || self.family == Family::Script && kind == SymbolKind::Field && other.kind == kind && parent.is_some();
            !apart && other.parent == parent && other.owner == owner && together
        })
    }

    /// The symbol that a byte belongs to although its name comes later: a decorator, a result type.
    pub(crate) fn headed_by(&self, at: u32) -> Option<u32> {
        let next = self.symbol_at.partition_point(|&(place, _)| place <= at);
        let symbol = self.symbol_at.get(next)?.1;
        self.symbol(symbol).span.contains(at).then_some(symbol)
    }

    /// The innermost symbol around a byte, as a reader would say where it stands.
    pub(crate) fn within(&self, occurrence: u32) -> Option<u32> {
        let here = self.occurrence(occurrence);
        let own = self.symbol_at(here.at);
        let by_scope = self
            .scopes_from(here.scope)
            .filter_map(|scope| self.outline().scopes[scope as usize].symbol)
            .find(|&symbol| self.symbol(symbol).span.contains(here.at));
        let last = self.symbol_at.partition_point(|&(at, _)| at < here.at);
        let mut by_place = last.checked_sub(1).map(|index| self.symbol_at[index].1);
        while let Some(symbol) = by_place {
            if Some(symbol) != own && self.symbol(symbol).span.contains(here.at) {
                break;
            }
            by_place = self.symbol(symbol).parent.filter(|&parent| parent < symbol);
        }
        let size = |symbol: &u32| self.symbol(*symbol).span.len();
        by_scope.into_iter().chain(by_place).filter(|&symbol| Some(symbol) != own).min_by_key(size)
    }
}

/// What `struct`, `union` and `enum` name.
pub(crate) fn is_tag(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Struct | SymbolKind::Union | SymbolKind::Enum)
}

/// The object through which a CommonJS module exports.
pub(crate) fn is_export_object(name: &str) -> bool {
    matches!(name, "exports" | "module.exports" | "module")
}

/// The parts of a name of a package, however its language joins them, joined by dots.
pub(crate) fn dotted(name: &str) -> String {
    let parts = name.split(['.', ':', '\\', '/']).map(str::trim);
    parts.filter(|part| !part.is_empty() && *part != "global").collect::<Vec<_>>().join(".")
}

/// Only names that the file has otherwise are meant by a spelling: it imports or defines them.
fn respelled(outline: &Outline) -> Vec<(u32, NameId)> {
    if !family::has_second_spellings(outline.lang) {
        return Vec::new();
    }
    let mut meant: Vec<Option<NameId>> = Vec::new();
    let names = outline.names.iter();
    meant.extend(names.map(|name| outline.names.find(&family::meant_by(outline.lang, name)?)));
    if meant.iter().all(Option::is_none) {
        return Vec::new();
    }
    let occurrences = (0u32..).zip(&outline.occurrences);
    occurrences.filter_map(|(index, one)| Some((index, (*meant.get(one.name.0 as usize)?)?))).collect()
}
