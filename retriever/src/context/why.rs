//! Says in a few words why a chunk is there: what adds most to its score among what people understand.

use super::features::{Feature, Features};
use super::weights;

/// Features that say something to a person, and what.
const REASONS: &[(Feature, &str)] = &[
    (Feature::Seed, "asked for"),
    (Feature::FrameHere, "a frame of the trace"),
    (Feature::Line, "a line that is spoken of"),
    (Feature::Quoted, "says what is quoted"),
    (Feature::NamedTitle, "defines a name of the title"),
    (Feature::NamedProse, "defines a name of the text"),
    (Feature::NamedWord, "defines a word of the title"),
    (Feature::NamedCode, "defines a name of the code shown"),
    (Feature::InNamed, "inside of what is spoken of"),
    (Feature::FrameFile, "in a file of the trace"),
    (Feature::FileQuoted, "in a file that says what is quoted"),
    (Feature::Mentioned, "in a file that is spoken of"),
    (Feature::MentionedModule, "in a module that is spoken of"),
    (Feature::TitleWords, "words of the title"),
    (Feature::TitleOverlap, "named like the title"),
    (Feature::Words, "words of the text"),
    (Feature::CodeWords, "words of the code shown"),
    (Feature::TitleMeaning, "near the title in meaning"),
    (Feature::Meaning, "near the text in meaning"),
    (Feature::TitleBm25, "in a file with words of the title"),
    (Feature::TitleCover, "in a file with the words of the title"),
    (Feature::Bm25, "in a file with words of the text"),
    (Feature::FileTitleScore, "in a file that fits the title"),
    (Feature::FileScore, "in a file that fits the text"),
];

/// The two best reasons.
pub(crate) fn why(features: &Features) -> String {
    let adds = REASONS.iter().map(|&(feature, reason)| (weights::adds(features, feature), reason));
    let mut reasons: Vec<(f32, &str)> = adds.filter(|(adds, _)| *adds > 0.05).collect();
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.truncate(2);
    let words: Vec<&str> = reasons.into_iter().map(|(_, reason)| reason).collect();
    if words.is_empty() { "fits best of what is left".to_string() } else { words.join(", ") }
}
