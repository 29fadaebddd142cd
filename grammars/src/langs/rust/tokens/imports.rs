//! `use` and `mod name;` among tokens, as `cfg_if!` and its like hold them.

use super::{Kind, Reader};
use crate::langs::rust::uses;
use crate::outline::{Import, ImportKind, Receiver, Role, Span};

/// One path of a `use` tree as far as it has been read.
#[derive(Clone, Default)]
struct Path<'t> {
    full: String,
    receiver: Receiver,
    /// Names have been read since the last comma or bracket.
    fresh: bool,
    /// `Some(None)` for `as _`.
    alias: Option<Option<&'t str>>,
}

impl<'t> Reader<'_, 't> {
    /// Reads the tree behind the `use` at `index`, up to its semicolon.
    pub(super) fn use_tree(&mut self, index: usize) {
        let last = self.extent(index, false, false).last;
        let reexport = self.is_public(index);
        let role = if reexport { Role::Export } else { Role::Import };
        let (mut path, mut outer) = (Path::default(), Vec::<Path<'t>>::new());
        let mut renames = false;
        for at in index + 1..=last {
            let token = self.tokens[at];
            let text = self.text_of(at);
            match (token.kind, text) {
                (Kind::Comment, _) => {
                    let scope = self.level().scope;
                    self.walk.words(token.at, Role::Comment, scope);
                }
                (Kind::Keyword, "as") => renames = true,
                (Kind::Word | Kind::Meta, alias) if renames => {
                    self.add(token.at, role, Receiver::None);
                    (path.alias, renames) = (Some(Some(alias)), false);
                }
                (Kind::Mark, "_") => (path.alias, renames) = (Some(None), false),
                (Kind::Word | Kind::Meta, name) => {
                    path.receiver = Receiver::Occurrence(self.add(token.at, role, path.receiver));
                    uses::join(&mut path.full, name);
                    path.fresh = true;
                }
                (Kind::Open, _) => {
                    path.fresh = false;
                    outer.push(path.clone());
                }
                (Kind::Mark, "*") => {
                    self.add_use(index, last, &path, reexport, true);
                    path.fresh = false;
                }
                (Kind::Mark | Kind::Close, "," | ";" | "}") => {
                    if path.fresh {
                        self.add_use(index, last, &path, reexport, false);
                    }
                    let around = if text == "}" { outer.pop() } else { outer.last().cloned() };
                    path = around.unwrap_or_default();
                }
                _ => {}
            }
        }
        self.resume = last + 1;
        self.level().start_item(last + 1);
    }

    fn add_use(&mut self, first: usize, last: usize, path: &Path<'_>, reexport: bool, star: bool) {
        let (module, name) = if star { (path.full.as_str(), None) } else { uses::split(&path.full) };
        let local = if star { None } else { path.alias.unwrap_or(Some(name.unwrap_or(module))) };
        let (span, scope) = (self.item_span(first, last), self.level().scope);
        let names = &mut self.walk.out.names;
        let module = names.intern(module);
        let (name, local) = (name.map(|name| names.intern(name)), local.map(|local| names.intern(local)));
        let kind = ImportKind::Import;
        self.walk.out.imports.push(Import { module, name, local, star, reexport, kind, span, scope });
    }

    /// `mod name;`: the name at `index` is that of a file of the crate.
    pub(super) fn module_file(&mut self, index: usize, last: usize) -> u32 {
        let token = self.tokens[index];
        let occurrence = self.add(token.at, Role::Import, Receiver::None);
        let (span, scope) = (self.item_span(index, last), self.level().scope);
        let module = self.walk.out.names.intern(token.at.of(self.walk.text));
        let reexport = self.is_public(index);
        self.walk.out.imports.push(Import {
            module,
            name: None,
            local: Some(module),
            star: false,
            reexport,
            kind: ImportKind::Module,
            span,
            scope,
        });
        occurrence
    }

    fn item_span(&self, first: usize, last: usize) -> Span {
        let start = self.tokens[self.levels[self.levels.len() - 1].item.min(first)].at.start;
        Span::new(start, self.tokens[last.max(first)].at.end)
    }
}
