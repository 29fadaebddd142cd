//! The other forms of a word: `sessions` -> `session`, `parsing` -> `parse`, `configuration` -> `config`.
//!
//! The index holds words as they are written; a question may use another form. We make a few
//! likely forms of each asked word by its ending and from a short list of the abbreviations that
//! programmers use; those that the index does not hold cost one lookup and match nothing.

/// True for a word that only makes a sentence, in English or as a pair of Chinese characters.
pub(crate) fn is_stop(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok() || STOP_PAIRS.contains(&word)
}

/// Likely other forms of `word`, best first, with what each counts.
pub(crate) fn other_forms(word: &str) -> Vec<(String, f32)> {
    let mut forms: Vec<(String, f32)> = Vec::new();
    let letters = word.len() >= 3 && word.bytes().all(|b| b.is_ascii_lowercase());
    if !letters {
        return forms;
    }
    let mut add = |form: String, counts: f32| {
        if form != word && form.len() >= 2 && forms.iter().all(|(known, _)| *known != form) {
            forms.push((form, counts));
        }
    };
    let base = singular(word);
    add(base.clone(), NUMBER);
    let verb = word.ends_with("ing") || word.ends_with("ed");
    if base == word && !verb && !word.ends_with('s') {
        add(format!("{word}s"), NUMBER);
    }
    for (long, short) in SHORT_FORMS {
        if base == *long {
            add(short.to_string(), SHORT);
        } else if base == *short {
            add(long.to_string(), SHORT);
        }
    }
    for (ending, instead) in [("ize", "ization"), ("ise", "isation"), ("ate", "ation")] {
        if let Some(root) = base.strip_suffix(ending).filter(|root| root.len() >= 2) {
            add(format!("{root}{instead}"), VERB);
        }
    }
    let mut roots = roots(&base);
    for root in &roots {
        add(root.clone(), VERB);
    }
    if roots.is_empty() && base.len() >= 4 {
        roots.push(base);
    }
    for root in roots {
        let stem = root.strip_suffix('e').unwrap_or(&root);
        // Latin verbs make doers in `or`: `validator`, `selector`, `processor`.
        let doer = if ["at", "ct", "ess"].iter().any(|end| stem.ends_with(end)) { "or" } else { "er" };
        for ending in [doer, "ing", "ed"] {
            add(format!("{stem}{ending}"), VERB);
        }
    }
    forms.truncate(FORMS_MAX);
    forms
}

const NUMBER: f32 = 0.8;
const SHORT: f32 = 0.7;
const VERB: f32 = 0.6;
const FORMS_MAX: usize = 8;

/// The singular of an English plural; anything else unchanged.
pub(crate) fn singular(word: &str) -> String {
    let n = word.len();
    let keep = ["ss", "us", "is", "as", "os"];
    if n < 4 || !word.is_ascii() || !word.ends_with('s') || keep.iter().any(|ending| word.ends_with(ending)) {
        return word.to_string();
    }
    let es = ["sses", "xes", "ches", "shes", "zes"];
    match word.strip_suffix("ies") {
        Some(root) if n > 4 && !IES.contains(&word) => format!("{root}y"),
        _ if es.iter().any(|ending| word.ends_with(ending)) => word[..n - 2].to_string(),
        _ => word[..n - 1].to_string(),
    }
}

/// Plurals whose singular ends in `ie`.
const IES: &[&str] = &["cookies", "movies", "zombies", "ties", "series"];

/// What a verb or noun may have been made from.
fn roots(word: &str) -> Vec<String> {
    let mut roots = Vec::new();
    for (ending, instead) in ENDINGS {
        let Some(root) = word.strip_suffix(ending).filter(|root| root.len() >= 3) else { continue };
        roots.push(format!("{root}{instead}"));
        let bytes = root.as_bytes();
        let doubled = bytes[bytes.len() - 1] == bytes[bytes.len() - 2] && !root.ends_with("ss");
        if instead.is_empty() && doubled {
            roots.push(root[..root.len() - 1].to_string());
        }
        if roots.len() >= 3 {
            break;
        }
    }
    roots.truncate(3);
    roots
}

/// Endings and what stood there before.
const ENDINGS: &[(&str, &str)] = &[
    ("ization", "ize"),
    ("ation", "ate"),
    ("ation", "e"),
    ("ation", ""),
    ("ied", "y"),
    ("ying", "y"),
    ("ery", "er"),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("er", ""),
    ("er", "e"),
    ("or", "e"),
    ("or", ""),
    ("ion", ""),
    ("ion", "e"),
    ("ment", ""),
    ("able", ""),
    ("ible", ""),
    ("al", ""),
];

/// Words and what programmers write for them.
const SHORT_FORMS: &[(&str, &str)] = &[
    ("address", "addr"),
    ("allocate", "alloc"),
    ("allocator", "alloc"),
    ("application", "app"),
    ("argument", "arg"),
    ("asynchronous", "async"),
    ("attribute", "attr"),
    ("authentication", "auth"),
    ("authorization", "auth"),
    ("buffer", "buf"),
    ("callback", "cb"),
    ("character", "char"),
    ("command", "cmd"),
    ("configuration", "config"),
    ("connection", "conn"),
    ("context", "ctx"),
    ("database", "db"),
    ("definition", "def"),
    ("dependency", "dep"),
    ("destination", "dst"),
    ("development", "dev"),
    ("dictionary", "dict"),
    ("directory", "dir"),
    ("document", "doc"),
    ("documentation", "docs"),
    ("environment", "env"),
    ("error", "err"),
    ("exception", "exc"),
    ("expression", "expr"),
    ("extension", "ext"),
    ("function", "fn"),
    ("identifier", "id"),
    ("image", "img"),
    ("index", "idx"),
    ("information", "info"),
    ("initialization", "init"),
    ("initialize", "init"),
    ("iterator", "iter"),
    ("language", "lang"),
    ("length", "len"),
    ("library", "lib"),
    ("manager", "mgr"),
    ("maximum", "max"),
    ("memory", "mem"),
    ("message", "msg"),
    ("middleware", "mw"),
    ("minimum", "min"),
    ("number", "num"),
    ("object", "obj"),
    ("operator", "op"),
    ("operation", "op"),
    ("option", "opt"),
    ("package", "pkg"),
    ("parameter", "param"),
    ("pointer", "ptr"),
    ("previous", "prev"),
    ("property", "prop"),
    ("reference", "ref"),
    ("regex", "re"),
    ("regular", "regex"),
    ("repository", "repo"),
    ("request", "req"),
    ("response", "resp"),
    ("result", "res"),
    ("sequence", "seq"),
    ("source", "src"),
    ("specification", "spec"),
    ("statistic", "stat"),
    ("string", "str"),
    ("synchronous", "sync"),
    ("synchronize", "sync"),
    ("temporary", "tmp"),
    ("utility", "util"),
    ("value", "val"),
    ("variable", "var"),
    ("vector", "vec"),
    ("websocket", "ws"),
    ("window", "win"),
];

/// Sorted.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "after",
    "all",
    "also",
    "an",
    "and",
    "any",
    "anywhere",
    "are",
    "as",
    "at",
    "be",
    "been",
    "before",
    "being",
    "between",
    "but",
    "by",
    "can",
    "code",
    "could",
    "did",
    "do",
    "does",
    "doing",
    "done",
    "during",
    "each",
    "for",
    "from",
    "get",
    "gets",
    "give",
    "given",
    "had",
    "has",
    "have",
    "how",
    "i",
    "if",
    "implementation",
    "implemented",
    "implements",
    "in",
    "inside",
    "into",
    "is",
    "it",
    "its",
    "like",
    "may",
    "me",
    "might",
    "must",
    "my",
    "no",
    "of",
    "on",
    "one",
    "or",
    "our",
    "over",
    "per",
    "please",
    "shall",
    "should",
    "show",
    "so",
    "some",
    "such",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "to",
    "under",
    "up",
    "us",
    "used",
    "uses",
    "using",
    "via",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "whose",
    "why",
    "will",
    "with",
    "within",
    "without",
    "works",
    "would",
    "you",
    "your",
];

/// Pairs of characters of Chinese question words, as the splitter makes them.
const STOP_PAIRS: &[&str] = &[
    "哪里", "哪儿", "哪个", "哪些", "什么", "怎么", "怎样", "如何", "为什", "么样", "在哪", "是什", "请问", "一下",
    "的是", "是怎", "么实", "样实", "里实", "何实", "是如", "是在",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn forms_of_common_words() {
        let forms = |word: &str| other_forms(word).into_iter().map(|(form, _)| form).collect::<Vec<_>>().join(" ");
        let all: Vec<String> =
            ["sessions", "parsing", "mapped", "validates", "configuration", "queries", "class", "db", "x2"]
                .iter()
                .map(|word| format!("{word}: {}", forms(word)))
                .collect();
        expect_test::expect![[r#"
            sessions: session sess sesse sessor sessing sessed
            parsing: pars parse parser parsed
            mapped: mapp map mappe mapper mapping maper maping maped
            validates: validate validation validator validating validated
            configuration: configurations config configurate configure configur configurator configurating configurated
            queries: query queryer querying queryed
            class: classer classing classed
            db: 
            x2: "#]]
        .assert_eq(&all.join("\n"));
    }
}
