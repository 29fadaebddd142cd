//! Bytes to contents. Gives `None` on anything that [`super::encode`] does not write; every index
//! is checked here, so that readers of the facts may index without fear.

use super::{RECEIVER_BEFORE, RECEIVER_EARLIER, RECEIVER_OTHER, SAME_SCOPE, Uses};
use crate::Contents;
use crate::bytes::Reader;
use crate::chunk::Chunk;
use grammars::{
    Gap, Hint, How, Import, ImportKind, Lang, Limit, NameId, Names, Occurrence, Outline, Receiver, Role, Scope,
    ScopeKind, Span, Symbol, SymbolKind,
};

/// The content of a record.
pub(crate) fn decode(bytes: &[u8]) -> Option<Contents> {
    let mut reader = Reader::new(bytes);
    let reader = &mut reader;
    let lang = Lang::from_code(reader.u8()?)?;
    let generated = reader.u8()? != 0;
    let n_lines = reader.small()?;
    let names = names(reader)?;
    let n_names = names.len() as u32;
    let scopes = list(reader, 4, scope)?;
    let symbols = list(reader, 9, |reader| symbol(reader, n_names))?;
    let imports = list(reader, 6, |reader| import(reader, n_names))?;
    let occurrences = occurrences(reader, n_names, scopes.len() as u32)?;
    let hints = list(reader, 3, hint)?;
    let gaps = list(reader, 2, gap)?;
    let chunks = list(reader, 5, chunk)?;
    let outline = Outline { lang, names, symbols, occurrences, imports, scopes, hints, gaps };
    (reader.is_empty() && is_consistent(&outline, &chunks)).then_some(Contents { outline, chunks, n_lines, generated })
}

/// Every name of a record, in order of id, with how it is used.
pub(crate) fn decode_names(bytes: &[u8]) -> Option<Vec<(&str, Uses)>> {
    let mut reader = Reader::new(bytes);
    let reader = &mut reader;
    reader.bytes(2)?;
    reader.small()?;
    let count = reader.count(1)?;
    let mut names = Vec::with_capacity(count);
    for _ in 0..count {
        names.push((reader.text()?, Uses::default()));
    }
    let n_names = count as u32;
    let scopes = list(reader, 4, scope)?;
    list(reader, 9, |reader| symbol(reader, n_names))?.iter().for_each(|symbol| {
        names[symbol.name.0 as usize].1.defines |= symbol.kind != SymbolKind::Impl;
    });
    list(reader, 6, |reader| import(reader, n_names))?;
    for occurrence in occurrences(reader, n_names, scopes.len() as u32)? {
        names[occurrence.name.0 as usize].1.in_code |= occurrence.role.is_code();
    }
    Some(names)
}

fn is_consistent(outline: &Outline, chunks: &[Chunk]) -> bool {
    let (n_symbols, n_scopes) = (outline.symbols.len() as u32, outline.scopes.len() as u32);
    let n_occurrences = outline.occurrences.len() as u32;
    let symbol_ok = |symbol: Option<u32>| symbol.is_none_or(|symbol| symbol < n_symbols);
    outline
        .scopes
        .iter()
        .enumerate()
        .all(|(index, scope)| symbol_ok(scope.symbol) && (scope.parent as usize) < index.max(1))
        && outline
            .symbols
            .iter()
            .enumerate()
            .all(|(i, symbol)| symbol.parent.is_none_or(|parent| parent < n_symbols && parent as usize != i))
        && outline.imports.iter().all(|import| import.scope < n_scopes)
        && outline.hints.iter().all(|hint| hint.binder < n_occurrences && hint.source < n_occurrences)
        && chunks.iter().all(|chunk| symbol_ok(chunk.symbol))
}

fn names(reader: &mut Reader<'_>) -> Option<Names> {
    let count = reader.count(1)?;
    let mut text = Vec::with_capacity(count * 8);
    let mut ends = Vec::with_capacity(count);
    for _ in 0..count {
        let n_bytes = reader.small()? as usize;
        text.extend_from_slice(reader.bytes(n_bytes)?);
        ends.push(u32::try_from(text.len()).ok()?);
    }
    // Checked all at once: each is a text if the whole is and none ends inside of a character.
    let text = String::from_utf8(text).ok()?;
    let whole = ends.iter().all(|&end| text.is_char_boundary(end as usize));
    whole.then(|| Names::from_parts(text, ends))
}

fn list<T>(reader: &mut Reader<'_>, least: usize, one: impl Fn(&mut Reader<'_>) -> Option<T>) -> Option<Vec<T>> {
    let count = reader.count(least)?;
    let mut items = Vec::with_capacity(count);
    for _ in 0..count {
        items.push(one(reader)?);
    }
    Some(items)
}

fn option(reader: &mut Reader<'_>) -> Option<Option<u32>> {
    Some(reader.small()?.checked_sub(1))
}

fn name(reader: &mut Reader<'_>, n_names: u32) -> Option<NameId> {
    let id = reader.small()?;
    (id < n_names).then_some(NameId(id))
}

fn optional_name(reader: &mut Reader<'_>, n_names: u32) -> Option<Option<NameId>> {
    match option(reader)? {
        None => Some(None),
        Some(id) => (id < n_names).then_some(Some(NameId(id))),
    }
}

fn span(reader: &mut Reader<'_>) -> Option<Span> {
    let start = reader.small()?;
    let end = i64::from(start).checked_add(reader.zigzag()?)?;
    Some(Span::new(start, u32::try_from(end).ok()?))
}

fn scope(reader: &mut Reader<'_>) -> Option<Scope> {
    let kind = ScopeKind::from_code(reader.u8()?)?;
    Some(Scope { kind, span: span(reader)?, parent: reader.small()?, symbol: option(reader)? })
}

fn symbol(reader: &mut Reader<'_>, n_names: u32) -> Option<Symbol> {
    let first = reader.u8()?;
    Some(Symbol {
        kind: SymbolKind::from_code(first & 0x7f)?,
        exported: first & 0x80 != 0,
        name: name(reader, n_names)?,
        span: span(reader)?,
        name_at: reader.small()?,
        signature: span(reader)?,
        doc: span(reader)?,
        parent: option(reader)?,
        owner: optional_name(reader, n_names)?,
    })
}

fn import(reader: &mut Reader<'_>, n_names: u32) -> Option<Import> {
    let first = reader.u8()?;
    Some(Import {
        kind: ImportKind::from_code(first & 0x3f)?,
        star: first & 0x40 != 0,
        reexport: first & 0x80 != 0,
        module: name(reader, n_names)?,
        name: optional_name(reader, n_names)?,
        local: optional_name(reader, n_names)?,
        span: span(reader)?,
        scope: reader.small()?,
    })
}

fn occurrences(reader: &mut Reader<'_>, n_names: u32, n_scopes: u32) -> Option<Vec<Occurrence>> {
    let count = reader.count(3)?;
    let mut all = Vec::with_capacity(count);
    let (mut at, mut scope) = (0u32, 0);
    for index in 0..count as u32 {
        let first = reader.u8()?;
        at = at.checked_add(reader.small()?)?;
        let name = name(reader, n_names)?;
        if first & SAME_SCOPE == 0 {
            scope = reader.small()?;
        }
        let receiver = match (first >> 4) & 3 {
            RECEIVER_BEFORE => Receiver::Occurrence(index.checked_sub(1)?),
            RECEIVER_EARLIER => Receiver::Occurrence(reader.small()?),
            RECEIVER_OTHER => Receiver::Other,
            _ => Receiver::None,
        };
        let receiver_ok = !matches!(receiver, Receiver::Occurrence(other) if other as usize >= count);
        if scope >= n_scopes || !receiver_ok {
            return None;
        }
        let role = Role::from_code(first & 0x0f)?;
        all.push(Occurrence { name, at, role, scope, receiver });
    }
    Some(all)
}

fn hint(reader: &mut Reader<'_>) -> Option<Hint> {
    let how = How::from_code(reader.u8()?)?;
    let binder = reader.small()?;
    let source = i64::from(binder).checked_add(reader.zigzag()?)?;
    Some(Hint { binder, source: u32::try_from(source).ok()?, how })
}

fn gap(reader: &mut Reader<'_>) -> Option<Gap> {
    match reader.u8()? {
        0 => Some(Gap::Syntax(span(reader)?)),
        _ => Some(Gap::Limit(Limit::from_code(reader.u8()?)?)),
    }
}

fn chunk(reader: &mut Reader<'_>) -> Option<Chunk> {
    let span_ = span(reader)?;
    let symbol = option(reader)?;
    let header = match reader.u8()? {
        0 => None,
        _ => Some(span(reader)?),
    };
    Some(Chunk { span: span_, symbol, header, n_words: reader.small()?, n_name_words: reader.small()? })
}
