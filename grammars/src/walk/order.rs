//! Puts the occurrences of a finished walk into order of position, without the empty ones.
//!
//! Hooks emit some names before the walk meets what stands in front of them. And a parser that
//! repairs broken code makes up tokens of no length; what stands nowhere is no occurrence and
//! names no symbol.

use crate::outline::{Outline, Receiver};

/// Sorts and drops; receivers and hints follow, and those of what was dropped go with it.
pub(crate) fn put_in_order(outline: &mut Outline) {
    let occurrences = &outline.occurrences;
    let is_empty = |index: u32| outline.names.get(occurrences[index as usize].name).is_empty();
    let has_empty = outline.names.find("").is_some();
    if occurrences.is_sorted_by_key(|occurrence| occurrence.at) && !has_empty {
        return;
    }
    let mut order: Vec<u32> = (0..occurrences.len() as u32).filter(|&index| !is_empty(index)).collect();
    order.sort_by_key(|&index| (occurrences[index as usize].at, index));
    let mut place: Vec<Option<u32>> = vec![None; occurrences.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old as usize] = Some(new as u32);
    }
    let mut sorted: Vec<_> = order.iter().map(|&old| occurrences[old as usize]).collect();
    for occurrence in &mut sorted {
        if let Receiver::Occurrence(index) = occurrence.receiver {
            occurrence.receiver = place[index as usize].map_or(Receiver::Other, Receiver::Occurrence);
        }
    }
    outline.hints.retain_mut(|hint| {
        let (Some(binder), Some(source)) = (place[hint.binder as usize], place[hint.source as usize]) else {
            return false;
        };
        (hint.binder, hint.source) = (binder, source);
        true
    });
    outline.occurrences = sorted;
}

/// Drops symbols without a name; what is inside of one belongs to what is around it.
pub(super) fn drop_nameless(outline: &mut Outline) {
    let Some(empty) = outline.names.find("") else { return };
    if outline.symbols.iter().all(|symbol| symbol.name != empty) {
        return;
    }
    // Where each symbol is afterwards, or the one around it that is left. Parents come first.
    let mut place: Vec<Option<u32>> = Vec::with_capacity(outline.symbols.len());
    let mut kept = Vec::with_capacity(outline.symbols.len());
    for mut symbol in std::mem::take(&mut outline.symbols) {
        symbol.parent = symbol.parent.and_then(|parent| place.get(parent as usize).copied().flatten());
        if symbol.name == empty {
            place.push(symbol.parent);
        } else {
            place.push(Some(kept.len() as u32));
            kept.push(symbol);
        }
    }
    for scope in &mut outline.scopes {
        scope.symbol = scope.symbol.and_then(|symbol| place[symbol as usize]);
    }
    outline.symbols = kept;
}
