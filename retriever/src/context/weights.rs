//! What each feature counts, fitted by `benches/quality/context_fit.py` on the context dev sets.

use super::features::{Feature, Features, N_FEATURES, N_FIRST};

/// A chunk's score.
const CHUNK: [f32; N_FIRST] = [
    0.357,  // TitleWords
    -0.400, // TitleNames
    0.910,  // TitleDefines
    2.061,  // TitleOverlap
    0.297,  // TitleMeaning
    2.419,  // Words
    0.109,  // Names
    0.297,  // Defines
    -4.200, // Overlap
    0.432,  // Meaning
    1.486,  // CodeWords
    -0.611, // CodeNames
    -0.062, // FileTitleWords
    -0.065, // FileTitleNames
    -0.098, // FileTitleCoherence
    -0.053, // FileTitleMeaning
    -0.445, // FileTitleStem
    -0.115, // FileTitleFolders
    -0.146, // FileWords
    0.754,  // FileNames
    0.095,  // FileCoherence
    -0.273, // FileMeaning
    0.242,  // FileStem
    16.967, // FileFolders
    0.516,  // FileCodeWords
    0.269,  // FileTitleScore
    0.114,  // FileScore
    0.343,  // TitleBm25
    1.239,  // TitleCover
    1.283,  // Bm25
    -0.722, // Cover
    0.353,  // CodeBm25
    0.157,  // NamedAfter
    0.612,  // Central
    -0.194, // Tested
    -0.724, // Size
    3.516,  // Role
    -0.881, // NamedTitle
    -0.283, // NamedProse
    -0.731, // NamedWord
    0.825,  // NamedCode
    0.612,  // NamedOwner
    1.157,  // InNamed
    0.270,  // FileNamed
    1.516,  // Mentioned
    -0.012, // MentionedModule
    1.160,  // FrameFile
    3.057,  // FrameHere
    2.190,  // Line
    0.571,  // Function
    0.465,  // Method
    -0.123, // Type
    -0.320, // Top
    -1.283, // Prose
    0.461,  // ChunkSize
    -0.614, // First
    -0.045, // Tail
    -1.815, // InTests
    2.995,  // Blank
    1.298,  // Recent
    0.117,  // Hot
    0.000,  // Seed
    1.500,  // Quoted: set by hand, too rare to fit (5 of 234 tasks quote what they edit)
    0.000,  // FileQuoted
];
/// A file's: by the most that any of its chunks has of each feature.
const FILE: [f32; N_FEATURES] = [
    0.004,  // TitleWords
    -0.025, // TitleNames
    -0.557, // TitleDefines
    -0.376, // TitleOverlap
    0.034,  // TitleMeaning
    0.327,  // Words
    0.150,  // Names
    0.130,  // Defines
    2.496,  // Overlap
    -0.030, // Meaning
    0.253,  // CodeWords
    0.405,  // CodeNames
    0.004,  // FileTitleWords
    -0.025, // FileTitleNames
    -0.020, // FileTitleCoherence
    0.076,  // FileTitleMeaning
    -0.144, // FileTitleStem
    -0.447, // FileTitleFolders
    0.327,  // FileWords
    0.150,  // FileNames
    -0.063, // FileCoherence
    0.034,  // FileMeaning
    0.066,  // FileStem
    5.273,  // FileFolders
    0.253,  // FileCodeWords
    0.135,  // FileTitleScore
    0.097,  // FileScore
    0.446,  // TitleBm25
    0.743,  // TitleCover
    0.970,  // Bm25
    -0.072, // Cover
    0.284,  // CodeBm25
    0.299,  // NamedAfter
    0.262,  // Central
    -0.090, // Tested
    -0.126, // Size
    1.040,  // Role
    -0.113, // NamedTitle
    -0.806, // NamedProse
    0.076,  // NamedWord
    -0.143, // NamedCode
    -0.291, // NamedOwner
    0.658,  // InNamed
    0.683,  // FileNamed
    0.681,  // Mentioned
    0.126,  // MentionedModule
    1.336,  // FrameFile
    0.109,  // FrameHere
    0.721,  // Line
    0.616,  // Function
    0.226,  // Method
    0.083,  // Type
    0.036,  // Top
    -0.263, // Prose
    0.307,  // ChunkSize
    0.000,  // First
    -0.009, // Tail
    -0.506, // InTests
    0.236,  // Blank
    0.584,  // Recent
    -0.003, // Hot
    0.000,  // Seed
    0.500,  // Quoted: by hand too
    0.000,  // FileQuoted
    0.279,  // FileCalled
    1.064,  // CoChange
    0.550,  // FolderMass
];
/// And by its chunks' scores: the best, their sum softened, the mean of the best three.
const FILE_SCORES: [f32; 3] = [
    0.134, // best
    0.149, // sum
    0.109, // best three
];
/// What a chunk is ahead when it was asked for: more than all else.
const SEED: f32 = 8.0;
/// How much the sum of a file's chunks is softened.
const SOFT: f32 = 1.5;

/// The score of a chunk.
pub(crate) fn chunk(features: &Features) -> f32 {
    let sum: f32 = features.iter().zip(CHUNK).map(|(value, weight)| value * weight).sum();
    sum + SEED * features[Feature::Seed as usize]
}

/// The score of a file, from the most of each feature and the scores of its chunks behind the best.
pub(crate) fn file(most: &Features, mut scores: Vec<f32>) -> f32 {
    scores.sort_by(|a, b| b.total_cmp(a));
    let sum: f32 = scores.iter().map(|score| (score / SOFT).exp()).sum();
    let three = &scores[..scores.len().min(3)];
    let by_scores = [scores[0], sum.ln(), three.iter().sum::<f32>() / three.len() as f32];
    let by_features: f32 = most.iter().zip(FILE).map(|(value, weight)| value * weight).sum();
    by_features + by_scores.iter().zip(FILE_SCORES).map(|(value, weight)| value * weight).sum::<f32>()
}

/// What one feature adds to the score of a chunk.
pub(crate) fn adds(features: &Features, feature: Feature) -> f32 {
    let weight = if feature == Feature::Seed { SEED } else { CHUNK.get(feature as usize).copied().unwrap_or(0.0) };
    features[feature as usize] * weight
}
