//! What each feature counts, fitted by `benches/quality/context_fit.py` on the context dev sets.

use super::features::{Feature, Features, N_FEATURES, N_FIRST};

/// A chunk's score.
const CHUNK: [f32; N_FIRST] = [
    0.376, // TitleWords
    -0.381, // TitleNames
    0.919, // TitleDefines
    1.971, // TitleOverlap
    0.302, // TitleMeaning
    2.398, // Words
    0.004, // Names
    0.331, // Defines
    -3.868, // Overlap
    0.432, // Meaning
    1.434, // CodeWords
    -0.566, // CodeNames
    -0.172, // FileTitleWords
    -0.021, // FileTitleNames
    -0.112, // FileTitleCoherence
    -0.074, // FileTitleMeaning
    -0.426, // FileTitleStem
    -0.407, // FileTitleFolders
    -0.251, // FileWords
    0.763, // FileNames
    0.101, // FileCoherence
    -0.281, // FileMeaning
    0.250, // FileStem
    16.762, // FileFolders
    0.586, // FileCodeWords
    0.282, // FileTitleScore
    0.111, // FileScore
    0.420, // TitleBm25
    1.209, // TitleCover
    1.270, // Bm25
    -0.496, // Cover
    0.291, // CodeBm25
    0.165, // NamedAfter
    0.563, // Central
    -0.175, // Tested
    -0.735, // Size
    4.154, // Role
    -0.896, // NamedTitle
    -0.274, // NamedProse
    -0.618, // NamedWord
    0.869, // NamedCode
    0.605, // NamedOwner
    1.153, // InNamed
    0.278, // FileNamed
    1.449, // Mentioned
    -0.037, // MentionedModule
    1.195, // FrameFile
    3.021, // FrameHere
    2.257, // Line
    0.514, // Function
    0.421, // Method
    -0.154, // Type
    -0.318, // Top
    -1.042, // Prose
    0.465, // ChunkSize
    -0.595, // First
    -0.048, // Tail
    1.308, // Recent
    0.114, // Hot
    0.000, // Seed
];
/// A file's: by the most that any of its chunks has of each feature.
const FILE: [f32; N_FEATURES] = [
    -0.013, // TitleWords
    -0.005, // TitleNames
    -0.567, // TitleDefines
    -0.484, // TitleOverlap
    0.034, // TitleMeaning
    0.313, // Words
    0.125, // Names
    0.100, // Defines
    2.699, // Overlap
    -0.032, // Meaning
    0.234, // CodeWords
    0.405, // CodeNames
    -0.013, // FileTitleWords
    -0.005, // FileTitleNames
    -0.034, // FileTitleCoherence
    0.072, // FileTitleMeaning
    -0.162, // FileTitleStem
    -0.706, // FileTitleFolders
    0.313, // FileWords
    0.125, // FileNames
    -0.058, // FileCoherence
    0.034, // FileMeaning
    0.060, // FileStem
    5.371, // FileFolders
    0.234, // FileCodeWords
    0.141, // FileTitleScore
    0.101, // FileScore
    0.423, // TitleBm25
    0.714, // TitleCover
    0.957, // Bm25
    0.015, // Cover
    0.264, // CodeBm25
    0.299, // NamedAfter
    0.282, // Central
    -0.077, // Tested
    -0.123, // Size
    1.166, // Role
    -0.038, // NamedTitle
    -0.749, // NamedProse
    0.149, // NamedWord
    -0.101, // NamedCode
    -0.301, // NamedOwner
    0.620, // InNamed
    0.632, // FileNamed
    0.548, // Mentioned
    0.146, // MentionedModule
    1.577, // FrameFile
    -0.243, // FrameHere
    0.858, // Line
    0.613, // Function
    0.203, // Method
    0.089, // Type
    0.027, // Top
    -0.198, // Prose
    0.291, // ChunkSize
    0.000, // First
    -0.006, // Tail
    0.574, // Recent
    0.001, // Hot
    0.000, // Seed
    0.261, // FileCalled
    0.966, // CoChange
    0.545, // FolderMass
];
/// And by its chunks' scores: the best, their sum softened, the mean of the best three.
const FILE_SCORES: [f32; 3] = [
    0.135, // best
    0.153, // sum
    0.114, // best three
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
