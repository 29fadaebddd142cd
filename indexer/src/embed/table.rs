//! The vectors of the words, and the arithmetic on vectors.
//!
//! Written as plain loops over fixed lengths that compilers turn into SIMD; each is compiled a
//! second time for AVX2 and chosen by what the processor says of itself, with the same results up
//! to the order of additions.

use super::vocabulary::{Aligned, TokenId};

/// Length of every vector. The model has 256, in falling order of what they tell.
pub const DIMS: usize = 256;

/// A vector; of length one, or zero where nothing is known.
pub type Vector = [f32; DIMS];

static ROWS: &Aligned<[u8]> = &Aligned(*include_bytes!("../../model/rows.i8"));
static SCALES: &Aligned<[u8]> = &Aligned(*include_bytes!("../../model/scales.f32"));

/// Number of words that have a vector.
#[cfg(test)]
pub(super) fn len() -> usize {
    ROWS.0.len() / DIMS
}

/// Adds the vector of `id`, `weight` times.
#[inline(always)]
fn add_word(sum: &mut Vector, id: TokenId, weight: f32) {
    let id = id as usize;
    let row: &[u8; DIMS] = ROWS.0[id * DIMS..].first_chunk().expect("every word has a row");
    let scale: &[u8; 4] = SCALES.0[id * 4..].first_chunk().expect("every word has a scale");
    let weight = weight * f32::from_le_bytes(*scale);
    for (sum, &value) in sum.iter_mut().zip(row) {
        *sum += weight * f32::from(value as i8);
    }
}

#[inline(always)]
fn add_words_plain(sum: &mut Vector, words: &[(TokenId, f32)]) {
    for &(id, weight) in words {
        add_word(sum, id, weight);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn add_words_avx2(sum: &mut Vector, words: &[(TokenId, f32)]) {
    add_words_plain(sum, words);
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// The weighted sum of the vectors of words.
pub(super) fn sum_of(words: &[(TokenId, f32)]) -> Vector {
    let mut sum = [0.0; DIMS];
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has just said that it knows these instructions.
        unsafe { add_words_avx2(&mut sum, words) };
        return sum;
    }
    add_words_plain(&mut sum, words);
    sum
}

/// The sum of products.
pub(crate) fn dot(a: &Vector, b: &Vector) -> f32 {
    let mut sums = [0.0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

/// Makes the length one, unless it is zero.
pub(crate) fn normalise(vector: &mut Vector) {
    let length = dot(vector, vector).sqrt();
    if length > 1e-9 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
}

/// A vector in one byte a value, signed.
pub(crate) type Row = [u8; DIMS];

/// Rounds to one byte a value; gives what one step is worth.
pub(crate) fn to_row(vector: &Vector) -> (Row, f32) {
    let largest = vector.iter().fold(0.0f32, |max, value| max.max(value.abs()));
    let step = largest / 127.0;
    let inverse = if step > 0.0 { 1.0 / step } else { 0.0 };
    // Rounding half away from zero by hand: `round` is a call without SSE 4.1.
    (vector.map(|value| (value * inverse + if value < 0.0 { -0.5 } else { 0.5 }) as i8 as u8), step)
}

/// A question, ready to be compared with rows.
pub(crate) struct Asked {
    values: [i16; DIMS],
    step: f32,
}

impl Asked {
    /// Rounds to twelve bits: sums of products with bytes stay far inside 32 bits.
    pub(crate) fn new(vector: &Vector) -> Asked {
        let largest = vector.iter().fold(0.0f32, |max, value| max.max(value.abs()));
        let step = largest / 2047.0;
        let inverse = if step > 0.0 { 1.0 / step } else { 0.0 };
        Asked { values: vector.map(|value| (value * inverse).round() as i16), step }
    }

    /// The product with a row, still to be multiplied with the row's step.
    pub(crate) fn product(&self, row: &Row) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has just said that it knows these instructions.
            return unsafe { product_avx2(&self.values, row) } as f32 * self.step;
        }
        product_plain(&self.values, row) as f32 * self.step
    }

    /// The product with each of `rows`, still to be multiplied with the row's step, and the square
    /// of the row's length in steps.
    pub(crate) fn products(&self, rows: &[Row], out: &mut Vec<(f32, f32)>) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has just said that it knows these instructions.
            unsafe { self.products_avx2(rows, out) };
            return;
        }
        for row in rows {
            let values = row.map(|value| i16::from(value as i8));
            out.push((self.product(row), product_plain(&values, row) as f32));
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn products_avx2(&self, rows: &[Row], out: &mut Vec<(f32, f32)>) {
        for row in rows {
            let (product, square) = products_avx2(&self.values, row);
            out.push((product as f32 * self.step, square as f32));
        }
    }

    /// The cosines with rows that a path is added to: its product with the question is `path`, and
    /// `scales` are the steps of the rows and what brings each sum to length one.
    pub(crate) fn cosines(&self, rows: &[Row], scales: &[(f32, f32)], path: f32, out: &mut Vec<f32>) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has just said that it knows these instructions.
            unsafe { self.cosines_avx2(rows, scales, path, out) };
            return;
        }
        self.cosines_plain(rows, scales, path, out);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn cosines_avx2(&self, rows: &[Row], scales: &[(f32, f32)], path: f32, out: &mut Vec<f32>) {
        for (row, (step, inverse)) in rows.iter().zip(scales) {
            out.push((product_avx2(&self.values, row) as f32 * self.step * step + path) * inverse);
        }
    }

    fn cosines_plain(&self, rows: &[Row], scales: &[(f32, f32)], path: f32, out: &mut Vec<f32>) {
        for (row, (step, inverse)) in rows.iter().zip(scales) {
            out.push((product_plain(&self.values, row) as f32 * self.step * step + path) * inverse);
        }
    }
}

/// The sum of products of two rows.
pub(crate) fn between(a: &Row, b: &Row) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: the processor has just said that it knows these instructions.
        return unsafe { between_avx2(a, b) };
    }
    a.iter().zip(b).map(|(a, b)| i32::from(*a as i8) * i32::from(*b as i8)).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn between_avx2(a: &Row, b: &Row) -> i32 {
    use std::arch::x86_64::*;
    let mut products = _mm256_setzero_si256();
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        // SAFETY: both are read whole, and unaligned reads are what these are for.
        let (a, b) = unsafe { (_mm_loadu_si128(a.as_ptr().cast()), _mm_loadu_si128(b.as_ptr().cast())) };
        products = _mm256_add_epi32(products, _mm256_madd_epi16(_mm256_cvtepi8_epi16(a), _mm256_cvtepi8_epi16(b)));
    }
    added_avx2(products)
}

/// The sum of products of a question with a row.
fn product_plain(asked: &[i16; DIMS], row: &Row) -> i32 {
    asked.iter().zip(row).map(|(asked, &value)| i32::from(*asked) * i32::from(value as i8)).sum()
}

/// The same, sixteen values at a time: compilers do not find the multiply-and-add of neighbours.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn product_avx2(asked: &[i16; DIMS], row: &Row) -> i32 {
    products_avx2(asked, row).0
}

/// The product, and that of the row with itself; what is not used is not computed.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn products_avx2(asked: &[i16; DIMS], row: &Row) -> (i32, i32) {
    use std::arch::x86_64::*;
    let (mut products, mut squares) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for (asked, row) in asked.as_chunks::<16>().0.iter().zip(row.as_chunks::<16>().0) {
        // SAFETY: both are read whole, and unaligned reads are what these are for.
        let (asked, row) = unsafe { (_mm256_loadu_si256(asked.as_ptr().cast()), _mm_loadu_si128(row.as_ptr().cast())) };
        let row = _mm256_cvtepi8_epi16(row);
        products = _mm256_add_epi32(products, _mm256_madd_epi16(asked, row));
        squares = _mm256_add_epi32(squares, _mm256_madd_epi16(row, row));
    }
    (added_avx2(products), added_avx2(squares))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn added_avx2(eight: std::arch::x86_64::__m256i) -> i32 {
    use std::arch::x86_64::*;
    let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn vector(seed: u64) -> Vector {
        let mut state = seed | 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        };
        let mut vector = [0.0; DIMS];
        vector.iter_mut().for_each(|value| *value = next());
        normalise(&mut vector);
        vector
    }

    proptest! {
        #[test]
        fn rows_are_near_what_they_round(a: u64, b: u64) {
            let (a, b) = (vector(a), vector(b));
            let (row, step) = to_row(&b);
            prop_assert!((Asked::new(&a).product(&row) * step - dot(&a, &b)).abs() < 0.005);
            let mut products = Vec::new();
            Asked::new(&a).products(&[row], &mut products);
            prop_assert_eq!(products[0].0, Asked::new(&a).product(&row));
            prop_assert!((products[0].1 * step * step - 1.0).abs() < 0.02);
            let mut cosines = Vec::new();
            Asked::new(&a).cosines(&[row], &[(step, 0.5)], 0.25, &mut cosines);
            prop_assert!((cosines[0] - (dot(&a, &b) + 0.25) / 2.0).abs() < 0.005);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn both_ways_give_the_same_product() {
        let asked: [i16; DIMS] = std::array::from_fn(|at| (at as i16 * 37) % 2047 - 1000);
        let row: Row = std::array::from_fn(|at| (at * 91 % 256) as u8);
        if has_avx2() {
            // SAFETY: the processor has just said that it knows these instructions.
            let (product, square) = unsafe { products_avx2(&asked, &row) };
            assert_eq!(product, product_plain(&asked, &row));
            assert_eq!(between(&row, &row), square);
            assert_eq!(square, product_plain(&row.map(|value| i16::from(value as i8)), &row));
        }
    }

    #[test]
    fn zero_stays_zero() {
        let mut zero = [0.0; DIMS];
        normalise(&mut zero);
        let (row, step) = to_row(&zero);
        assert_eq!((Asked::new(&zero).product(&row) * step, zero[0]), (0.0, 0.0));
    }
}
