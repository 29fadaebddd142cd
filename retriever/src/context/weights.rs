//! What each feature counts, fitted by `benches/quality/context_fit.py`.

use super::features::{Feature, Features, N_FEATURES, N_FIRST};

const FIRST: [f32; N_FIRST] = [0.0; N_FIRST];
const SECOND: [f32; N_FEATURES] = [0.0; N_FEATURES];

/// The score after the first round.
pub(crate) fn first(features: &Features) -> f32 {
    features.iter().zip(FIRST).map(|(value, weight)| value * weight).sum()
}

/// The score after the second.
pub(crate) fn second(features: &Features) -> f32 {
    features.iter().zip(SECOND).map(|(value, weight)| value * weight).sum()
}

/// What one feature adds to the score of the second round.
pub(crate) fn adds(features: &Features, feature: Feature) -> f32 {
    features[feature as usize] * SECOND[feature as usize]
}
