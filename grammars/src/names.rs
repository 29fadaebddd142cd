//! Every distinct identifier of a file, once.
//!
//! One string buffer and the end of each name in it; a hash table of ids finds a text again
//! while the outline is built. Ids count up in order of first appearance.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// Index into [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(pub u32);

/// A set of texts with small ids.
#[derive(Clone, Default)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Names {
    /// The id of `name`, new if it was not there.
    pub fn intern(&mut self, name: &str) -> NameId {
        debug_assert!(self.table.len() == self.ends.len(), "a stored set is not extended");
        let hash = self.hasher.hash_one(name);
        let (text, ends, hasher) = (&self.text, &self.ends, &self.hasher);
        if let Some(&id) = self.table.find(hash, |&id| slice(text, ends, id) == name) {
            return NameId(id);
        }
        let id = ends.len() as u32;
        self.table.insert_unique(hash, id, |&id| hasher.hash_one(slice(text, ends, id)));
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
        NameId(id)
    }

    /// A set read back from where it was stored: all texts in one string, and where each ends.
    /// Finding in it is a scan; nothing is hashed until something new is interned.
    pub fn from_parts(text: String, ends: Vec<u32>) -> Names {
        Names { text, ends, ..Names::default() }
    }

    /// The id of `name` if it is there.
    pub fn find(&self, name: &str) -> Option<NameId> {
        if self.table.len() < self.ends.len() {
            return self.scan(name);
        }
        let hash = self.hasher.hash_one(name);
        self.table.find(hash, |&id| slice(&self.text, &self.ends, id) == name).map(|&id| NameId(id))
    }

    /// As [`Names::find`], by looking at each: lengths first, since few are as long.
    fn scan(&self, name: &str) -> Option<NameId> {
        let (text, mut start) = (self.text.as_bytes(), 0);
        let found = self.ends.iter().position(|&end| {
            let end = end as usize;
            let same = end - start == name.len() && &text[start..end] == name.as_bytes();
            start = end;
            same
        });
        found.map(|id| NameId(id as u32))
    }

    /// The text of `id`; empty for an id of another set.
    pub fn get(&self, id: NameId) -> &str {
        if (id.0 as usize) < self.ends.len() { slice(&self.text, &self.ends, id.0) } else { "" }
    }

    /// Bytes of all texts together.
    pub(crate) fn text_bytes(&self) -> usize {
        self.text.len()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All texts in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|id| slice(&self.text, &self.ends, id))
    }
}

fn slice<'a>(text: &'a str, ends: &[u32], id: u32) -> &'a str {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &text[start..ends[id] as usize]
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.text == other.text && self.ends == other.ends
    }
}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<String> for Names {
    fn from_iter<T: IntoIterator<Item = String>>(iter: T) -> Names {
        let mut names = Names::default();
        for name in iter {
            names.intern(&name);
        }
        names
    }
}
