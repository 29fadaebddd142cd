//! What nothing in the project uses, with the count that proves it.
//!
//! A symbol is claimed to be unused only when every occurrence of its name is accounted for: it is
//! the definition, stands inside of it, is another symbol, a comment, or stands in something that
//! is unused itself. Symbols that use only each other are unused together: all are taken to be,
//! and those with a user outside are taken out until nothing changes. Whatever may be used in a
//! way that cannot be seen is listed apart, with the reason.

use super::Node;
use super::alive::Reason;
use super::point::{Point, Web};
use super::rows::Rows;
use super::walk::Reached;
use crate::evidence::CONFIDENCE_MIN;
use crate::refs::{Chosen, Decision, DefId, Facts, Resolver, alias_uses, n_files_unread};
use crate::{Evidence, FileRole};
use grammars::{Receiver, Role, SymbolKind};
use indexer::{Error, FileId};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedOptions {
    /// A file or folder; none for the whole project.
    pub path: Option<String>,
    /// Rows in each list of the answer; the rest are counted.
    pub limit: usize,
}

/// A symbol that nothing uses.
#[derive(Clone, Debug, PartialEq)]
pub struct UnusedSymbol {
    /// The symbol.
    pub node: Node,
    /// Occurrences of its name: all of them, as the sum of the next four.
    pub total: usize,
    /// Its definition.
    pub definitions: usize,
    /// Inside of itself, or in what is unused too.
    pub itself: usize,
    /// Of other symbols.
    pub others: usize,
    /// In comments.
    pub comments: usize,
    /// The unused symbols that use it.
    pub by: Vec<String>,
}

/// A symbol without uses of which nothing is claimed.
#[derive(Clone, Debug, PartialEq)]
pub struct Unclaimed {
    /// The symbol.
    pub node: Node,
    /// Why.
    pub reason: Reason,
}

/// What nothing in the project uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unused {
    /// What is unused, by path and line.
    pub rows: Vec<UnusedSymbol>,
    /// Unused symbols beyond the limit.
    pub left_out: usize,
    /// Without uses, but nothing is claimed; by path and line.
    pub unclaimed: Vec<Unclaimed>,
    /// Such symbols beyond the limit.
    pub unclaimed_left_out: usize,
    /// How many of them for which reason.
    pub reasons: Vec<(Reason, usize)>,
    /// Symbols looked at: the unused, the unclaimed and the used.
    pub n_looked_at: usize,
    /// Symbols that something uses.
    pub n_used: usize,
    /// Files they are defined in.
    pub n_files: usize,
    /// Files of the project that are not read and may hide uses.
    pub n_files_unread: usize,
    /// No such file or folder.
    pub no_such_path: bool,
}

/// Users of one symbol beyond which it is surely used by something.
const USERS_MAX: usize = 8;

/// Definitions beyond which a name is common.
const COMMON_MIN: usize = 3;

/// What became of the occurrences of one symbol's name.
#[derive(Debug, Default)]
struct Account {
    definitions: usize,
    itself: usize,
    others: usize,
    comments: usize,
    users: BTreeSet<Point>,
    /// There are more users than it was worth looking for.
    used: bool,
    doubt: Option<Reason>,
    /// Why nothing would be claimed anyway.
    kept: Option<Reason>,
}

pub(crate) fn unused(resolver: &Resolver, options: &UnusedOptions) -> Result<Unused, Error> {
    let web = Web::new(resolver);
    let mut answer = Unused::default();
    let files = files(resolver, options.path.as_deref());
    answer.no_such_path = files.is_empty() && options.path.is_some();
    let defs: Vec<DefId> = files.par_iter().flat_map_iter(|&file| candidates(&web, file)).collect();
    resolver.check()?;
    let accounts = accounts(&web, &defs);
    resolver.check()?;
    let quiet: Vec<usize> = (0..defs.len()).filter(|&one| !accounts[one].used).collect();
    let kept: BTreeMap<usize, Reason> =
        quiet.iter().filter_map(|&one| Some((one, accounts[one].kept.or(accounts[one].doubt)?))).collect();
    let dead = dead(&web, &defs, &accounts, &kept, &quiet);
    answer.n_looked_at = defs.len();
    answer.n_files = defs.iter().map(|def| def.file).collect::<BTreeSet<_>>().len();
    answer.n_files_unread = n_files_unread(resolver.project);
    let mut rows = Rows::new(&web);
    for (index, &def) in defs.iter().enumerate() {
        // Users that are dead themselves are no users.
        let alone = accounts[index].users.iter().all(|user| is_dead(&web, &dead, user));
        if dead.contains(&def) {
            if inside_dead(&web, &dead, def) {
                answer.n_looked_at -= 1;
            } else if answer.rows.len() < options.limit {
                answer.rows.push(row(&mut rows, &web, def, &accounts[index])?);
            } else {
                answer.left_out += 1;
            }
        } else if let Some(&reason) = kept.get(&index).filter(|_| alone && !accounts[index].used) {
            match answer.reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, n)) => *n += 1,
                None => answer.reasons.push((reason, 1)),
            }
            if answer.unclaimed.len() < options.limit {
                answer.unclaimed.push(Unclaimed { node: node(&mut rows, def)?, reason });
            } else {
                answer.unclaimed_left_out += 1;
            }
        } else {
            answer.n_used += 1;
        }
    }
    answer.reasons.sort_by_key(|&(reason, n)| (std::cmp::Reverse(n), reason));
    resolver.check()?;
    Ok(answer)
}

/// The project's own files with code at or below a path.
fn files(resolver: &Resolver, path: Option<&str>) -> Vec<FileId> {
    let below = |known: &str| {
        path.is_none_or(|path| {
            let path = path.trim_end_matches('/');
            path.is_empty() || known == path || known.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'))
        })
    };
    let all = (0..resolver.project.n_files() as u32).map(FileId);
    let own = all.filter(|&file| {
        let row = resolver.project.file(file);
        let role = FileRole::of(row.path, row.generated);
        row.skip.is_none()
            && below(row.path)
            && !matches!(role, FileRole::Vendored | FileRole::Generated | FileRole::Stub)
    });
    own.collect()
}

/// The symbols of a file that could be unused.
fn candidates(web: &Web, file: FileId) -> Vec<DefId> {
    let facts = web.resolver.facts(file);
    let symbols = 0..facts.outline().symbols.len() as u32;
    let wanted = symbols.filter(|&symbol| is_candidate(&facts, symbol));
    let defs = wanted.map(|symbol| DefId { file, symbol });
    // Twins are looked at once, as what stands for them.
    defs.filter(|&def| web.point(def) == Point::Symbol(def)).collect()
}

fn is_candidate(facts: &Facts, symbol: u32) -> bool {
    use SymbolKind::*;
    let row = facts.symbol(symbol);
    let local = || row.parent.is_some_and(|parent| facts.symbol(parent).kind.is_callable());
    // `use(function named() {})` is handed over where it is written; its name is seen inside only.
    let scope = facts.occurrence_at(row.name_at).map(|name| facts.occurrence(name).scope);
    let scope = scope.and_then(|scope| facts.outline().scopes.get(scope as usize));
    if scope.is_some_and(|scope| scope.symbol == Some(symbol)) {
        return false;
    }
    match row.kind {
        Function | Method | Class | Interface | Trait | Struct | Enum | Union | Macro => true,
        TypeAlias => row.parent.is_none_or(|parent| facts.symbol(parent).kind == Module),
        Constant | Variable => !local(),
        Constructor | Variant | Field | Property | Module | Impl | Declaration | Section | Entry => false,
    }
}

/// The accounts of all. Common names are gone through name by name, since what an occurrence means
/// is remembered a while; others file by file, since they are used near where they are defined and
/// the facts of few files are at hand.
fn accounts(web: &Web, defs: &[DefId]) -> Vec<Account> {
    let named: Vec<String> = defs.iter().map(|&def| web.name(def)).collect();
    let mut n_of_name: HashMap<&str, usize> = HashMap::new();
    named.iter().for_each(|name| *n_of_name.entry(name).or_default() += 1);
    let mut order: Vec<(&str, usize)> = named.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    order.sort_by_key(|&(name, at)| {
        let common = n_of_name[name] > COMMON_MIN;
        (!common, if common { name } else { "" }, at)
    });
    let made: Vec<(usize, Account)> = order.par_iter().map(|&(name, at)| (at, account(web, defs[at], name))).collect();
    let mut accounts: Vec<Account> = Vec::new();
    accounts.resize_with(defs.len(), Account::default);
    made.into_iter().for_each(|(at, account)| accounts[at] = account);
    accounts
}

fn account(web: &Web, def: DefId, name: &str) -> Account {
    let resolver = web.resolver;
    let mut account = Account { kept: web.kept_alive(def), ..Account::default() };
    // One user is enough to know that it is used; only a claim needs them all.
    let users_max = if account.kept.is_some() { 0 } else { USERS_MAX };
    let twins = resolver.with_twins(vec![def]);
    let question = resolver.question(name, Chosen::of(twins));
    let mut files = resolver.project.files_naming(name);
    files.sort_by_key(|usage| !usage.in_code);
    for usage in files {
        // Texts hold no users. They raise a doubt, which one is enough for.
        if !usage.in_code && (account.kept.is_some() || account.doubt.is_some()) {
            break;
        }
        if resolver.project.file(usage.file).skip.is_some() {
            account.doubt = account.doubt.or(Some(Reason::Skipped));
            continue;
        }
        let facts = resolver.facts(usage.file);
        let Some(id) = facts.name(name) else { continue };
        for &index in facts.occurrences_named(id) {
            let decision = resolver.judge(&question, &facts, index);
            take(web, def, (&facts, index), decision, &mut account);
            if account.users.len() > users_max {
                account.used = true;
                return account;
            }
        }
    }
    // What is run by its name is so under any other.
    if matches!(account.kept, Some(Reason::Test | Reason::EntryPoint | Reason::Protocol)) {
        return account;
    }
    for one in alias_uses(resolver, &question, name) {
        let facts = resolver.facts(one.file);
        let user = web.user(&facts, one.index);
        if !is_around(web, def, &user) {
            account.users.insert(user);
        }
    }
    if account.kept.is_none() && account.doubt.is_none() && web.is_mixed_in(def) {
        account.kept = Some(Reason::Overrides);
    }
    account
}

fn take(web: &Web, def: DefId, (facts, index): (&Facts, u32), decision: Decision, account: &mut Account) {
    let (evidence, confidence) = match decision {
        Decision::Definition => {
            account.definitions += 1;
            return;
        }
        Decision::Other(other) => {
            account.others += 1;
            if other.is_language() {
                account.doubt = account.doubt.or(Some(Reason::OtherLanguage));
            }
            // What lacks a member may get it from a type that it is mixed with.
            if other.is_foreign_member() && facts.occurrence(index).receiver != Receiver::None {
                let member = web.resolver.facts(def.file).is_member(def.symbol);
                account.doubt = account.doubt.or(member.then_some(Reason::Ambiguous));
            }
            // `global x` makes of what looks like a local the variable of the module.
            if other.is_local() && facts.file == def.file && facts.symbol(def.symbol).kind == SymbolKind::Variable {
                account.doubt = account.doubt.or(Some(Reason::Ambiguous));
            }
            return;
        }
        Decision::Reference { evidence, confidence, .. } => (evidence, confidence),
    };
    if facts.occurrence(index).role == Role::Comment {
        account.comments += 1;
        return;
    }
    let user = web.user(facts, index);
    if is_around(web, def, &user) {
        account.itself += 1;
        // A value that is read where it is made, as that of a loop, is used there.
        if matches!(web.kind(def), SymbolKind::Variable | SymbolKind::Constant) {
            account.users.insert(Point::File(facts.file));
        }
        return;
    }
    match evidence {
        Evidence::String | Evidence::Text => {
            account.others += 1;
            account.doubt = account.doubt.or(Some(Reason::Mentioned));
        }
        _ if confidence < CONFIDENCE_MIN => {
            account.others += 1;
            account.doubt = account.doubt.or(Some(Reason::Ambiguous));
        }
        _ => {
            account.itself += 1;
            account.users.insert(user);
        }
    }
}

/// True when `user` is `def` or lies inside of it.
fn is_around(web: &Web, def: DefId, user: &Point) -> bool {
    let Point::Symbol(user) = *user else { return false };
    around(web, user).any(|one| one == def)
}

/// A symbol's point and those of all symbols around it.
fn around<'w>(web: &'w Web, def: DefId) -> impl Iterator<Item = DefId> + 'w {
    let facts = web.resolver.facts(def.file);
    let mut next = Some(def.symbol);
    std::iter::from_fn(move || {
        let symbol = next?;
        next = facts.symbol(symbol).parent.filter(|&parent| parent < symbol);
        if facts.symbol(symbol).kind == SymbolKind::Impl {
            return Some(web.type_of_group(&facts, symbol).unwrap_or(DefId { file: def.file, symbol }));
        }
        match web.point(DefId { file: def.file, symbol }) {
            Point::Symbol(first) => Some(first),
            _ => Some(DefId { file: def.file, symbol }),
        }
    })
}

/// The candidates that only dead ones use: all, less those with a user that is not dead, until none is left to go.
fn dead(
    web: &Web,
    defs: &[DefId],
    accounts: &[Account],
    kept: &BTreeMap<usize, Reason>,
    quiet: &[usize],
) -> BTreeSet<DefId> {
    let mut open: Vec<usize> = quiet.iter().copied().filter(|one| !kept.contains_key(one)).collect();
    let mut dead: BTreeSet<DefId> = open.iter().map(|&one| defs[one]).collect();
    loop {
        let alive = |one: &usize| !accounts[*one].users.iter().all(|user| is_dead(web, &dead, user));
        let (out, rest): (Vec<usize>, Vec<usize>) = open.into_iter().partition(alive);
        if out.is_empty() {
            return dead;
        }
        out.iter().for_each(|&one| {
            dead.remove(&defs[one]);
        });
        open = rest;
    }
}

fn is_dead(web: &Web, dead: &BTreeSet<DefId>, user: &Point) -> bool {
    let Point::Symbol(user) = *user else { return false };
    around(web, user).any(|one| dead.contains(&one))
}

/// Part of something dead, which says it all.
fn inside_dead(web: &Web, dead: &BTreeSet<DefId>, def: DefId) -> bool {
    around(web, def).skip(1).any(|one| one != def && dead.contains(&one))
}

fn node(rows: &mut Rows, def: DefId) -> Result<Node, Error> {
    rows.node(&Reached { point: Point::Symbol(def), depth: 0, belief: 1.0 })
}

fn row(rows: &mut Rows, web: &Web, def: DefId, account: &Account) -> Result<UnusedSymbol, Error> {
    let by = account.users.iter().filter_map(|user| match user {
        Point::Symbol(user) => Some(web.resolver.facts(user.file).qualified(user.symbol)),
        _ => None,
    });
    let Account { definitions, itself, others, comments, .. } = *account;
    let total = definitions + itself + others + comments;
    Ok(UnusedSymbol { node: node(rows, def)?, total, definitions, itself, others, comments, by: by.collect() })
}
