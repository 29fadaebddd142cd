//! Imports that changed, and who uses what they bound.
//!
//! An import that is gone takes its name from this file and from those that import it through this
//! one: that is a symbol removed. One that now takes the name from elsewhere changes what it means to
//! the same users. Of `*` it is not known what it bound.

use super::changes::{Change, Gone, Seed};
use super::deeds::{Arrow, Arrows, Link};
use super::point::Web;
use crate::Evidence;
use crate::refs::{Facts, Found, Module};
use grammars::{Import, LineIndex, NameId, Outline, Receiver, Role};
use indexer::FileId;
use std::sync::Arc;

/// A name that a file now takes from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rebound {
    file: FileId,
    name: String,
    /// `name (imported anew in path)`, as which it is a point outside.
    pub(super) label: Arc<str>,
}

/// What is no longer there, and what comes from elsewhere.
pub(super) type Changed = (Vec<(Seed, Gone)>, Vec<(Seed, Rebound)>);

impl Web<'_> {
    /// The imports of `before` on removed lines that are gone, and those that changed.
    pub(super) fn changed_imports(
        &self,
        (change, file): (&Change, FileId),
        before: &Outline,
        index: &LineIndex,
    ) -> Changed {
        let now = self.resolver.facts(file);
        let removed = change.removed.iter().flat_map(|removed| &removed.lines);
        let lines: Vec<(u32, u32)> = removed.copied().collect();
        let mut changed = Changed::default();
        for import in &before.imports {
            let (first, last) = (index.line(import.span.start), index.line(import.span.end.saturating_sub(1)));
            let Some(name) = import.local.or(import.name).map(|name| before.names.get(name)) else { continue };
            if !lines.iter().any(|&(from, to)| from <= last && first <= to) {
                continue;
            }
            let origin = said(before, import);
            let outline = now.outline();
            let same_name =
                |other: &&Import| other.local.or(other.name).map(|name| outline.names.get(name)) == Some(name);
            let mut bound = outline.imports.iter().filter(same_name).peekable();
            let is_bound = bound.peek().is_some();
            let defined = now.name(name).is_some_and(|id| now.symbols_named(id).next().is_some());
            if bound.any(|other| said(outline, other) == origin) {
                continue;
            }
            let (path, label) = (change.path.clone(), |how: &str| format!("{name} ({how} {})", change.path).into());
            let seed = |removed| Seed { path: path.clone(), line: first, kind: None, name: name.to_string(), removed };
            if is_bound || defined {
                let label = label("imported anew in");
                changed.1.push((seed(false), Rebound { file, name: name.to_string(), label }));
            } else {
                let label = label("no longer imported in");
                changed.0.push((seed(true), Gone { path: path.clone(), name: name.to_string(), label }));
            }
        }
        changed
    }

    /// Who uses a name that a file now takes from elsewhere: the file itself, and those that import it from there.
    pub(super) fn users_of(&self, rebound: &Rebound) -> Arrows {
        let (mut arrows, resolver) = (Arrows::default(), self.resolver);
        let family = resolver.facts(rebound.file).family;
        for usage in resolver.project.files_naming(&rebound.name).into_iter().filter(|usage| usage.in_code) {
            let facts = resolver.facts(usage.file);
            let (Some(id), true) = (facts.name(&rebound.name), facts.family == family) else { continue };
            let locals = if usage.file == rebound.file { vec![id] } else { self.taken_from(&facts, id, rebound.file) };
            for index in locals.into_iter().flat_map(|local| facts.occurrences_of(local)) {
                self.worked(4);
                let here = facts.occurrence(index);
                let code = here.role.is_code() && here.role != Role::Def && here.receiver == Receiver::None;
                let Some(link) = Link::of(here.role).filter(|_| code) else { continue };
                // A name of its own in a nearer scope is another one.
                let own = matches!(resolver.found_once(&facts, index), Found::Local(..));
                if !own {
                    let (other, evidence) = (self.user(&facts, index), Evidence::Import);
                    let confidence = evidence.confidence();
                    arrows.add(Arrow { other, link, evidence, confidence, file: usage.file, at: here.at, n: 1 });
                }
            }
        }
        arrows
    }

    /// What a file calls the name that it imports from `file`.
    fn taken_from(&self, facts: &Facts, name: NameId, file: FileId) -> Vec<NameId> {
        let outline = facts.outline();
        let taken = outline.imports.iter().filter(|import| {
            import.name == Some(name) && {
                let module = outline.names.get(import.module);
                let found = self.resolver.modules.resolve(self.resolver.project, facts.file, module, import.kind);
                found.contains(&Module::File(file))
            }
        });
        taken.map(|import| import.local.unwrap_or(name)).collect()
    }
}

/// Where an import takes what: its module and the name there.
fn said<'o>(outline: &'o Outline, import: &Import) -> (&'o str, Option<&'o str>) {
    (outline.names.get(import.module), import.name.map(|name| outline.names.get(name)))
}
