//! What an expression stands for, as far as that is plainly written.
//!
//! There is no type checker here. A receiver is known when it is `self`, a module, a class, a
//! call of a class, or a name that is annotated with or assigned from something known; chains
//! are followed link by link. Everything else stays unknown, and says so.

use super::facts::{DefId, Facts};
use super::family::Family;
use super::many::Many;
use super::modules::Module;
use super::resolve::{Found, Resolver, Trail};
use super::shapes::Shape;
use grammars::{How, ImportKind, Receiver, Role, ScopeKind, SymbolKind};

/// What an expression stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Thing {
    Module(Module),
    Type(Vec<DefId>),
    /// Something of one of these types, or one of these objects.
    Instance(Vec<DefId>),
    /// Something of a type parameter: of these types, and of more that is not known.
    AtLeast(Vec<DefId>),
    /// A collection that holds such things.
    Many(Many),
    /// Something of a type that is written out where it is used.
    Shape(Shape),
    Callable(Vec<DefId>),
    External(String),
    /// What the language or its platform defines.
    Global(String),
    Unknown,
}

impl Resolver<'_> {
    /// What the expression that ends in the occurrence `index` stands for.
    pub(crate) fn value(&self, facts: &Facts, index: u32, trail: &Trail) -> Thing {
        trail.step((b'v', facts.file, u64::from(index)), Thing::Unknown, || {
            let occurrence = facts.occurrence(index);
            let name = facts.text(occurrence.name);
            let called = occurrence.role == Role::Call;
            let own = self.of_self(facts, index, trail).or_else(|| self.shape_by_field(facts, index));
            if let Some(own) = own {
                return own;
            }
            if let Some(outer) = self.outer_this(facts, index, trail) {
                return outer;
            }
            if self.is_own_exports(facts, index, trail) {
                return Thing::Module(Module::File(facts.file));
            }
            let made = self.made_by_new(facts, index, trail).or_else(|| self.required_here(facts, index, trail));
            if let Some(made) = made {
                return made;
            }
            let found = match occurrence.receiver {
                Receiver::Occurrence(receiver) if facts.family == Family::Script => {
                    let of = self.value(facts, receiver, trail);
                    if let Some(taken) = self.out_of_many(facts, index, &of, trail) {
                        return taken;
                    }
                    self.member_out_of(facts, index, of, trail)
                }
                Receiver::Other => match self.subscripted(facts, index, trail) {
                    Some(of) => match self.out_of_many(facts, index, &of, trail) {
                        Some(taken) => return taken,
                        None => self.member_out_of(facts, index, of, trail),
                    },
                    None => Found::Nothing,
                },
                _ => self.name(facts, index, trail),
            };
            if let Some(result) = self.result_of_field(facts, index, &found, trail) {
                return result;
            }
            let thing = self.of_found(facts, index, found, trail);
            let property = matches!(&thing, Thing::Callable(defs) if defs.iter().any(|&def| self.is_property(def)));
            match &thing {
                Thing::Callable(defs) if called || property => {
                    let own = self.returned_self(facts, index, defs, trail);
                    if !own.is_empty() {
                        return Thing::Instance(own);
                    }
                    match self.called(thing.clone(), trail) {
                        Thing::Unknown if called => match self.told_by_argument(facts, index, defs, trail) {
                            Thing::Unknown => self.made_from_class(facts, index, trail),
                            told => told,
                        },
                        made => made,
                    }
                }
                Thing::Global(of) if called && facts.calls_apart() && hands_out_no_other(of) => thing,
                // A function out of nowhere may well hand out something of ours.
                Thing::External(_) | Thing::Global(_) if called && !is_type_like(name) => Thing::Unknown,
                _ if called => self.called(thing, trail),
                _ => thing,
            }
        })
    }

    /// What a name that refers to this stands for, before it is called.
    fn of_found(&self, facts: &Facts, index: u32, found: Found, trail: &Trail) -> Thing {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        let filling = match &found {
            Found::Defs(defs, _) if defs.len() == 1 => Some(defs[0]),
            _ => None,
        };
        let thing = match found {
            Found::Defs(defs, _) => self.of_defs(&self.as_meant(facts, occurrence.role, defs), trail),
            Found::Module(module) => Thing::Module(module),
            Found::External(module) => Thing::External(module),
            Found::Global(name) => Thing::Global(name),
            Found::Local(file, binder) => self.known(&self.facts(file), binder, trail),
            Found::Nothing | Found::Missing if self.is_foreign_type(facts, index) => Thing::Global(name.to_string()),
            Found::Nothing if self.is_global(facts, index) => Thing::Global(name.to_string()),
            Found::Nothing | Found::Missing if self.is_foreign_class(facts, index) => Thing::Global(name.to_string()),
            Found::Missing | Found::Nothing => Thing::Unknown,
        };
        self.filled_by_heir(facts, index, filling, thing, trail)
    }

    /// TypeScript: an interface and a variable may bear one name; a value is not of the interface.
    fn as_meant(&self, facts: &Facts, role: Role, defs: Vec<DefId>) -> Vec<DefId> {
        if facts.family != Family::Script || defs.len() < 2 || matches!(role, Role::Type | Role::Inherit) {
            return defs;
        }
        let is_value = |def: &DefId| {
            let kind = self.facts(def.file).symbol(def.symbol).kind;
            !matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias)
        };
        let values: Vec<DefId> = defs.iter().copied().filter(is_value).collect();
        if values.is_empty() { defs } else { values }
    }

    /// `self`, `super` and the like: what the type around makes of them.
    fn of_self(&self, facts: &Facts, index: u32, trail: &Trail) -> Option<Thing> {
        let occurrence = facts.occurrence(index);
        if occurrence.receiver != Receiver::None {
            return None;
        }
        let name = facts.text(occurrence.name);
        let called = occurrence.role == Role::Call;
        let above = facts.family.is_super(name);
        if facts.family == Family::Elixir && facts.family.is_self(name) {
            let module = facts.scopes_from(occurrence.scope);
            let module = module.filter_map(|scope| facts.outline().scopes[scope as usize].symbol);
            let mut module = module.filter(|&symbol| facts.symbol(symbol).kind == SymbolKind::Module);
            let inline = |symbol| Thing::Module(Module::Inline(DefId { file: facts.file, symbol }));
            return Some(module.next().map_or(Thing::Unknown, inline));
        }
        let own = if facts.family.is_self(name) || above {
            self.own_type(facts, occurrence.scope, trail)
        } else {
            Vec::new()
        };
        if above && !own.is_empty() {
            return Some(self.super_of(&own, trail));
        }
        if own.is_empty() {
            return None;
        }
        let is_type = matches!(name, "cls" | "Self" | "static") && !called;
        Some(if is_type { Thing::Type(own) } else { Thing::Instance(own) })
    }

    /// Java: `Outer.this` is the object of the type around that has this name.
    fn outer_this(&self, facts: &Facts, index: u32, trail: &Trail) -> Option<Thing> {
        let occurrence = facts.occurrence(index);
        let Receiver::Occurrence(outer) = occurrence.receiver else { return None };
        if facts.family != Family::Jvm || !facts.family.is_self(facts.text(occurrence.name)) {
            return None;
        }
        match self.value(facts, outer, trail) {
            Thing::Type(defs) => Some(Thing::Instance(defs)),
            _ => None,
        }
    }

    /// Ruby: `Class.new` makes one.
    fn made_by_new(&self, facts: &Facts, index: u32, trail: &Trail) -> Option<Thing> {
        let occurrence = facts.occurrence(index);
        let Receiver::Occurrence(receiver) = occurrence.receiver else { return None };
        if facts.family != Family::Ruby || facts.text(occurrence.name) != "new" {
            return None;
        }
        match self.value(facts, receiver, trail) {
            Thing::Type(defs) => Some(Thing::Instance(defs)),
            _ => None,
        }
    }

    /// `require("./a")` in the middle of an expression.
    fn required_here(&self, facts: &Facts, index: u32, trail: &Trail) -> Option<Thing> {
        let occurrence = facts.occurrence(index);
        let called = occurrence.role == Role::Call && facts.text(occurrence.name) == "require";
        if facts.family != Family::Script || !called {
            return None;
        }
        let whole = self.text_of(facts.file);
        let behind = whole.get(occurrence.at as usize..)?.strip_prefix("require")?.trim_start().strip_prefix('(')?;
        let quote = behind.trim_start().chars().next().filter(|mark| matches!(mark, '"' | '\'' | '`'))?;
        let text = behind.trim_start()[1..].split(quote).next()?;
        match self.modules.resolve(self.project, facts.file, text, ImportKind::Require).first() {
            Some(module) => match self.required(module, trail) {
                Found::Defs(defs, _) => Some(self.of_defs(&defs, trail)),
                Found::Module(module) => Some(Thing::Module(module)),
                _ => None,
            },
            None => Some(Thing::External(text.to_string())),
        }
    }

    /// `make(Class, …)`: what is handed a class and says nothing of its result makes one of it.
    fn made_from_class(&self, facts: &Facts, index: u32, trail: &Trail) -> Thing {
        let next = index + 1;
        let argument = facts.outline().occurrences.get(next as usize);
        let bare = argument.is_some_and(|next| next.role == Role::Read && next.receiver == Receiver::None);
        if !bare || !argument.is_some_and(|next| is_type_like(facts.text(next.name))) {
            return Thing::Unknown;
        }
        match self.value(facts, next, trail) {
            Thing::Type(defs) => Thing::Instance(defs),
            _ => Thing::Unknown,
        }
    }

    /// The receiver's own type, where the method says that it returns that.
    fn returned_self(&self, facts: &Facts, index: u32, defs: &[DefId], trail: &Trail) -> Vec<DefId> {
        let Receiver::Occurrence(receiver) = facts.occurrence(index).receiver else { return Vec::new() };
        let returns_self = defs.iter().any(|def| {
            let facts = self.facts(def.file);
            let name = facts.occurrence_at(facts.symbol(def.symbol).name_at);
            let mut hints = name.into_iter().flat_map(|name| facts.hints(name).collect::<Vec<_>>());
            hints.any(|hint| {
                let source = facts.occurrence(hint.source);
                hint.how == How::Returns && facts.family.is_self_type(facts.text(source.name))
            })
        });
        if !returns_self {
            return Vec::new();
        }
        if facts.family.is_super(facts.text(facts.occurrence(receiver).name)) {
            return self.own_type(facts, facts.occurrence(receiver).scope, trail);
        }
        match self.value(facts, receiver, trail) {
            Thing::Type(defs) | Thing::Instance(defs) => defs,
            _ => Vec::new(),
        }
    }

    /// A name that nothing binds: the language or its platform does.
    pub(crate) fn is_global(&self, facts: &Facts, index: u32) -> bool {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        let bare = occurrence.receiver == Receiver::None && occurrence.role.is_code() && !facts.family.is_self(name);
        bare && match facts.family {
            Family::Script | Family::Go => true,
            Family::Python => name != "super" && facts.stars().next().is_none(),
            Family::Rust => is_type_like(name) && facts.stars().next().is_none(),
            _ => false,
        }
    }

    /// A type that nothing in the project defines.
    fn is_foreign_type(&self, facts: &Facts, index: u32) -> bool {
        let occurrence = facts.occurrence(index);
        if occurrence.role != Role::Type || is_anything(facts.text(occurrence.name)) {
            return false;
        }
        let is_type = |def: &DefId| {
            let there = self.facts(def.file);
            there.family == facts.family && there.symbol(def.symbol).kind.is_type()
        };
        facts.family.types_are_declared()
            || facts.family == Family::C && !self.spelled(facts.text(occurrence.name)).iter().any(is_type)
    }

    /// Java: a class of that name is nowhere in the project, so its members are not either.
    fn is_foreign_class(&self, facts: &Facts, index: u32) -> bool {
        let occurrence = facts.occurrence(index);
        let name = facts.text(occurrence.name);
        facts.calls_apart()
            && occurrence.receiver == Receiver::None
            && occurrence.role == Role::Read
            && is_type_like(name)
            && self.spelled(name).is_empty()
    }

    /// `exports` or `module.exports` of the file itself.
    fn is_own_exports(&self, facts: &Facts, index: u32, trail: &Trail) -> bool {
        let occurrence = facts.occurrence(index);
        if facts.family != Family::Script || facts.text(occurrence.name) != "exports" {
            return false;
        }
        match occurrence.receiver {
            Receiver::None => self.bare(facts, index, trail) == Found::Nothing,
            Receiver::Occurrence(object) => facts.text(facts.occurrence(object).name) == "module",
            Receiver::Other => false,
        }
    }

    fn super_of(&self, own: &[DefId], trail: &Trail) -> Thing {
        let bases = own.iter().flat_map(|&one| self.bases(one, trail));
        let mut all = Vec::new();
        for base in bases {
            match base {
                Thing::Type(defs) | Thing::Instance(defs) => all.extend(defs),
                _ => return Thing::Unknown,
            }
        }
        if all.is_empty() { Thing::Unknown } else { Thing::Instance(all) }
    }

    pub(super) fn of_defs(&self, defs: &[DefId], trail: &Trail) -> Thing {
        let Some(&first) = defs.first() else { return Thing::Unknown };
        let facts = self.facts(first.file);
        let symbol = facts.symbol(first.symbol);
        match symbol.kind {
            SymbolKind::Module if facts.family == Family::Ruby => Thing::Type(defs.to_vec()),
            SymbolKind::Module => Thing::Module(Module::Inline(first)),
            SymbolKind::TypeAlias => match self.of_symbol(&facts, first.symbol, trail) {
                // What is written for the alias itself comes before what it stands for.
                Thing::Type(more) | Thing::Instance(more) => Thing::Type(defs.iter().copied().chain(more).collect()),
                Thing::External(module) if facts.family != Family::Go => Thing::External(module),
                _ => Thing::Type(defs.to_vec()),
            },
            SymbolKind::Variant => match facts.owner_symbol(first.symbol) {
                Some(owner) => Thing::Instance(vec![DefId { file: first.file, symbol: owner }]),
                None => Thing::Unknown,
            },
            kind if kind.is_type() => Thing::Type(defs.to_vec()),
            // `new A()` in `A` itself names its constructor.
            SymbolKind::Constructor if !self.owners_of(first).is_empty() => Thing::Type(self.owners_of(first)),
            kind if kind.is_callable() => Thing::Callable(defs.to_vec()),
            _ => match self.of_symbol(&facts, first.symbol, trail) {
                Thing::Unknown if self.is_object(&facts, first.symbol) => Thing::Instance(vec![first]),
                thing => thing,
            },
        }
    }

    fn of_symbol(&self, facts: &Facts, symbol: u32, trail: &Trail) -> Thing {
        let name = facts.occurrence_at(facts.symbol(symbol).name_at);
        name.map_or(Thing::Unknown, |name| self.known(facts, name, trail))
    }

    /// A variable that has members of its own: `app.use = function …`, `struct { … } stats`.
    fn is_object(&self, facts: &Facts, symbol: u32) -> bool {
        let name = facts.symbol(symbol).name;
        facts.outline().symbols.iter().any(|other| other.owner == Some(name) || other.parent == Some(symbol))
    }

    /// What is written about the name bound at `binder`.
    pub(super) fn known(&self, facts: &Facts, binder: u32, trail: &Trail) -> Thing {
        let key = (facts.file, binder);
        let anew = || self.known_anew(facts, binder, trail);
        trail.once(&self.bound, key, || trail.step((b'k', facts.file, u64::from(binder)), Thing::Unknown, anew))
    }

    fn known_anew(&self, facts: &Facts, binder: u32, trail: &Trail) -> Thing {
        // C++ reads `Type name(Other::make());` in a function as the declaration of one.
        let vexing = facts.family == Family::C && facts.occurrence(binder).role == Role::Bind;
        let told = self.told(facts, binder, vexing, trail);
        let shape = self.shape_of(facts, binder, false, &told);
        if let Some(thing) = shape.or(Some(told)).filter(|thing| *thing != Thing::Unknown) {
            return thing;
        }
        if let Some(many) = self.held_by(facts, binder, How::Holds, trail) {
            return many;
        }
        let taken = self.taken_from(facts, binder, trail).or_else(|| self.callback_parameter(facts, binder, trail));
        let taken = taken.or_else(|| self.parameter_in_literal(facts, binder, trail));
        let taken = taken.or_else(|| self.documented(facts, binder, trail));
        if let Some(thing) = taken {
            return thing;
        }
        let next = binder + 1;
        let annotated = facts.outline().occurrences.get(next as usize).is_some_and(|next| next.role == Role::Type);
        let annotated = annotated && facts.hints(binder).next().is_none() && facts.family != Family::C;
        if annotated { self.in_annotation(facts, next, trail) } else { Thing::Unknown }
    }

    /// What hints say of the name bound at `binder`.
    fn told(&self, facts: &Facts, binder: u32, vexing: bool, trail: &Trail) -> Thing {
        for wanted in [How::Annotated, How::Assigned, How::Returns] {
            let told = facts.hints(binder).filter(|hint| hint.how == wanted);
            let told = told.filter(|hint| hint.how != How::Returns || vexing).map(|hint| {
                let thing = self.value(facts, hint.source, trail);
                match wanted {
                    How::Annotated | How::Returns => self.instance(facts, hint.source, thing, trail),
                    _ => thing,
                }
            });
            let thing = first_or_all(facts.family, told);
            if thing != Thing::Unknown {
                return thing;
            }
        }
        Thing::Unknown
    }

    /// What a name is that a pattern or a loop takes out of something known.
    fn taken_from(&self, facts: &Facts, binder: u32, trail: &Trail) -> Option<Thing> {
        let before = binder.checked_sub(1).filter(|&before| {
            facts.family == Family::Script
                && facts.occurrence(before).role == Role::Key
                && facts.occurrence(binder).role == Role::Bind
                && facts.hints(binder).next().is_none()
        });
        for key in before.into_iter().chain([binder]) {
            if facts.key_hints(key).next().is_some() {
                return match self.key_member(facts, key, trail) {
                    Found::Defs(defs, _) => Some(self.of_defs(&defs, trail)),
                    _ => None,
                };
            }
        }
        let gone_through = facts.hints(binder).find(|hint| hint.how == How::Element)?;
        match self.element(facts, gone_through.source, trail) {
            Thing::Unknown => None,
            thing => Some(thing),
        }
    }

    /// What a value holds, if the type it is declared with says so: `list[User]`, `vector<User*>`.
    fn element(&self, facts: &Facts, source: u32, trail: &Trail) -> Thing {
        match self.value(facts, source, trail) {
            Thing::Many(many) => return Thing::Instance(many.of),
            // A slice of Go is known by what it holds.
            thing @ (Thing::Instance(_) | Thing::Shape(_)) if facts.family == Family::Go => return thing,
            _ if facts.occurrence(source).role == Role::Call => return Thing::Unknown,
            _ => {}
        }
        let (file, binder) = match self.name(facts, source, trail) {
            Found::Local(file, binder) => (file, binder),
            Found::Defs(defs, _) if defs.len() == 1 => {
                let there = self.facts(defs[0].file);
                match there.occurrence_at(there.symbol(defs[0].symbol).name_at) {
                    Some(binder) => (defs[0].file, binder),
                    None => return Thing::Unknown,
                }
            }
            _ => return Thing::Unknown,
        };
        let there = self.facts(file);
        let written = there.hints(binder).find(|hint| hint.how == How::Annotated).map(|hint| hint.source);
        written.map_or(Thing::Unknown, |written| self.argument(&there, written, trail))
    }

    /// The type between the brackets behind the type at `index`, if there is one alone.
    pub(super) fn argument(&self, facts: &Facts, index: u32, trail: &Trail) -> Thing {
        let (outer, inner) = (facts.occurrence(index), index + 1);
        let behind = |occurrence: u32| {
            let one = facts.occurrence(occurrence);
            one.at + facts.text(one.name).len() as u32 + 1
        };
        let is_inner = facts.outline().occurrences.get(inner as usize).is_some_and(|inner| {
            inner.role == Role::Type && inner.receiver == Receiver::None && inner.at == behind(index)
        });
        if !is_inner || outer.role != Role::Type {
            return Thing::Unknown;
        }
        let another = facts
            .outline()
            .occurrences
            .get(inner as usize + 1)
            .is_some_and(|next| next.role == Role::Type && (behind(inner)..=behind(inner) + 1).contains(&next.at));
        if another {
            return Thing::Unknown;
        }
        let thing = self.value(facts, inner, trail);
        self.instance(facts, inner, thing, trail)
    }

    /// A value whose type is written at `source`.
    pub(super) fn instance(&self, facts: &Facts, source: u32, thing: Thing, trail: &Trail) -> Thing {
        match thing {
            _ if is_anything(facts.text(facts.occurrence(source).name)) => Thing::Unknown,
            Thing::Global(_) | Thing::External(_) | Thing::Unknown
                if facts.family == Family::Script && self.filled(facts, source, trail).is_some() =>
            {
                self.filled(facts, source, trail).unwrap_or(Thing::Unknown)
            }
            Thing::Instance(defs) if self.is_type_parameter(facts, source, trail) => Thing::AtLeast(defs),
            Thing::Type(defs) | Thing::Instance(defs) => Thing::Instance(defs),
            Thing::External(module) => {
                let wrapper = is_wrapper(facts.text(facts.occurrence(source).name));
                let inner = if wrapper { self.in_annotation(facts, source + 1, trail) } else { Thing::Unknown };
                if inner == Thing::Unknown { Thing::External(module) } else { inner }
            }
            Thing::Global(_) | Thing::Unknown if is_wrapper(facts.text(facts.occurrence(source).name)) => {
                self.in_annotation(facts, source + 1, trail)
            }
            Thing::Global(_) | Thing::Shape(_) => thing,
            _ => Thing::Unknown,
        }
    }

    /// The first known types of the run of type names that starts at `index`: `A | None`.
    pub(super) fn in_annotation(&self, facts: &Facts, index: u32, trail: &Trail) -> Thing {
        let run = facts.outline().occurrences.iter().skip(index as usize).take(8);
        let run = run.take_while(|occurrence| occurrence.role == Role::Type);
        for (at, occurrence) in (index..).zip(run) {
            match self.value(facts, at, trail) {
                Thing::Type(defs) | Thing::Instance(defs) => return Thing::Instance(defs),
                _ if is_wrapper(facts.text(occurrence.name)) => {}
                _ if is_anything(facts.text(occurrence.name)) => return Thing::Unknown,
                thing @ (Thing::External(_) | Thing::Global(_)) => return thing,
                _ => return Thing::Unknown,
            }
        }
        Thing::Unknown
    }

    /// What calling something gives.
    fn called(&self, thing: Thing, trail: &Trail) -> Thing {
        match thing {
            Thing::Type(defs) => Thing::Instance(defs),
            Thing::Callable(defs) => match self.annotated_result(&defs, trail) {
                Thing::Unknown => match self.given_result(&defs, trail) {
                    // `function App() {}` with `App.prototype.run = …` makes things that run.
                    Thing::Unknown if self.is_maker(&defs) => Thing::Instance(defs),
                    thing => thing,
                },
                thing => thing,
            },
            Thing::External(_) | Thing::Global(_) => thing,
            _ => Thing::Unknown,
        }
    }

    /// A function of JavaScript that is called like a type and has members.
    fn is_maker(&self, defs: &[DefId]) -> bool {
        defs.iter().any(|def| {
            let facts = self.facts(def.file);
            facts.family == Family::Script
                && is_type_like(facts.text(facts.symbol(def.symbol).name))
                && self.is_object(&facts, def.symbol)
        })
    }

    /// What a function that says nothing of its result returns, if all that it returns is known.
    fn given_result(&self, defs: &[DefId], trail: &Trail) -> Thing {
        let [def] = defs else { return Thing::Unknown };
        let facts = self.facts(def.file);
        let Some(name) = facts.occurrence_at(facts.symbol(def.symbol).name_at) else { return Thing::Unknown };
        if facts.hints(name).any(|hint| hint.how == How::Returns) {
            return Thing::Unknown;
        }
        let mut made: Vec<DefId> = Vec::new();
        for hint in facts.hints(name).filter(|hint| hint.how == How::Gives).take(GIVEN_MAX) {
            match self.value(&facts, hint.source, trail) {
                Thing::Instance(defs) => made.extend(defs),
                _ => return Thing::Unknown,
            }
        }
        made.sort_unstable();
        made.dedup();
        if made.is_empty() { Thing::Unknown } else { Thing::Instance(made) }
    }

    /// A method that is read like a field.
    pub(crate) fn is_property(&self, def: DefId) -> bool {
        let facts = self.facts(def.file);
        let symbol = facts.symbol(def.symbol);
        if facts.family != Family::Python || symbol.span.start == symbol.signature.start {
            return symbol.kind == SymbolKind::Property;
        }
        let occurrences = &facts.outline().occurrences;
        let from = occurrences.partition_point(|occurrence| occurrence.at < symbol.span.start);
        let decorators = occurrences[from..].iter().take_while(|occurrence| occurrence.at < symbol.signature.start);
        let mut decorators = decorators.filter(|occurrence| occurrence.role == Role::Decorator);
        decorators.any(|occurrence| facts.text(occurrence.name).ends_with("property"))
    }

    /// The type whose method or body the scope belongs to.
    pub(crate) fn own_type(&self, facts: &Facts, scope: u32, trail: &Trail) -> Vec<DefId> {
        for scope in facts.scopes_from(scope) {
            let types = self.type_of_scope(facts, scope, trail);
            if !types.is_empty() || facts.scope_kind(scope) == ScopeKind::Class {
                return types;
            }
        }
        Vec::new()
    }

    /// The type that has this very scope as its body, or as that of a method written elsewhere.
    pub(super) fn type_of_scope(&self, facts: &Facts, scope: u32, trail: &Trail) -> Vec<DefId> {
        let Some(symbol) = facts.outline().scopes.get(scope as usize).and_then(|scope| scope.symbol) else {
            return Vec::new();
        };
        let row = facts.symbol(symbol);
        match facts.scope_kind(scope) {
            ScopeKind::Class if row.kind == SymbolKind::Impl => {
                let Some(name) = facts.occurrence_at(row.name_at) else { return Vec::new() };
                match self.value(facts, name, trail) {
                    Thing::Type(defs) | Thing::Instance(defs) => defs,
                    _ => Vec::new(),
                }
            }
            ScopeKind::Class => vec![DefId { file: facts.file, symbol }],
            ScopeKind::File => Vec::new(),
            _ => self.owner_types(facts, symbol),
        }
    }

    /// The types, or objects, whose name a member bears that is written outside of them.
    pub(super) fn owner_types(&self, facts: &Facts, symbol: u32) -> Vec<DefId> {
        let Some(owner) = facts.symbol(symbol).owner else { return Vec::new() };
        let is_owner = |facts: &Facts, other: u32| {
            let kind = facts.symbol(other).kind;
            kind.is_type() || (facts.owner_name(other).is_none() && kind != SymbolKind::Module)
        };
        let owners = facts.symbols_named(owner).filter(|&other| other != symbol && is_owner(facts, other));
        let owners: Vec<DefId> = owners.map(|symbol| DefId { file: facts.file, symbol }).collect();
        if !owners.is_empty() {
            return owners;
        }
        let all = self.spelled(facts.text(owner));
        let types = all.iter().copied().filter(|def| {
            let there = self.facts(def.file);
            there.family == facts.family && there.symbol(def.symbol).kind.is_type()
        });
        let types: Vec<DefId> = types.collect();
        if facts.family == Family::C {
            let reached = self.includes(facts);
            let near = types.iter().copied().filter(|def| reached.binary_search(&def.file).is_ok());
            let near: Vec<DefId> = near.collect();
            return if near.is_empty() { types } else { near };
        }
        let top = |def: &DefId| self.facts(def.file).is_top_level(def.symbol);
        types.into_iter().filter(top).collect()
    }
}

/// The first known thing; of a type that is several, all of its things together.
pub(super) fn first_or_all(family: Family, things: impl Iterator<Item = Thing>) -> Thing {
    let mut known = things.filter(|thing| *thing != Thing::Unknown);
    let Some(mut first) = known.next() else { return Thing::Unknown };
    if family == Family::Script {
        for other in known {
            match (&mut first, other) {
                (Thing::Instance(all), Thing::Instance(more)) | (Thing::Type(all), Thing::Type(more)) => {
                    all.extend(more);
                }
                _ => {}
            }
        }
    }
    first
}

/// Returns of one function that are looked at.
const GIVEN_MAX: usize = 8;

/// Spelled like a type: what is called is constructed.
fn is_type_like(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) && !name.ends_with("TypeVar")
}

/// Types of Java whose methods give what the platform defines, whoever calls them.
fn hands_out_no_other(name: &str) -> bool {
    let texts = ["String", "StringBuilder", "StringBuffer", "CharSequence", "Character", "Boolean", "Math"];
    let numbers = ["Integer", "Long", "Short", "Byte", "Double", "Float", "BigDecimal", "BigInteger"];
    texts.contains(&name) || numbers.contains(&name)
}

/// Types that say nothing.
pub(super) fn is_anything(name: &str) -> bool {
    let first = ["Any", "any", "unknown", "object", "Object", "interface", "void"];
    let second = ["var", "auto", "dynamic", "mixed", "self", "static", "AnyRef", "Unit", "T", "id"];
    first.contains(&name) || second.contains(&name)
}

/// Types that stand for what they hold.
pub(super) fn is_wrapper(name: &str) -> bool {
    matches!(
        name,
        "Optional"
            | "Union"
            | "Annotated"
            | "Final"
            | "ClassVar"
            | "Type"
            | "None"
            | "null"
            | "undefined"
            | "Awaitable"
            | "Promise"
            | "Readonly"
            | "Partial"
            | "Omit"
            | "Pick"
            | "Awaited"
            | "Required"
            | "NonNullable"
            | "unique_ptr"
            | "shared_ptr"
    )
}
