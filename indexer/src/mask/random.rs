//! Does a text look drawn by lot, or made up by a person?

/// True for what people write where a token would stand.
pub(super) fn is_placeholder(body: &str) -> bool {
    const WORDS: [&str; 14] = [
        "example",
        "placeholder",
        "dummy",
        "your",
        "changeme",
        "change_me",
        "fake",
        "sample",
        "redacted",
        "insert",
        "xxxx",
        "0000",
        "1234567",
        "abcdef",
    ];
    let lower = body.to_ascii_lowercase();
    if WORDS.iter().any(|word| lower.contains(word)) {
        return true;
    }
    let bytes = lower.as_bytes();
    let mut seen = [false; 256];
    bytes.iter().for_each(|byte| seen[usize::from(*byte)] = true);
    let n_distinct = seen.iter().filter(|seen| **seen).count();
    // By lot, one neighbour in twenty follows in the alphabet or repeats.
    let n_steps = bytes.windows(2).filter(|pair| pair[0] == pair[1] || pair[0] + 1 == pair[1]).count();
    n_distinct < 7.min(bytes.len() / 2) || n_steps * 3 > bytes.len()
}

/// True for what no person would make up: letters and digits change places all the time.
pub(super) fn is_random(value: &str) -> bool {
    if is_placeholder(value) || is_uuid(value) {
        return false;
    }
    let class = |byte: u8| match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    let classes: Vec<u8> = value.bytes().map(class).collect();
    let n_digits = classes.iter().filter(|class| **class == 3).count();
    let n_other = classes.iter().filter(|class| **class == 0).count();
    let n_changes = classes.windows(2).filter(|pair| pair[0] != pair[1] && !pair.contains(&0)).count();
    // Words with capitals change 0.3 times a character but hold few digits; by lot it is 0.5 to 0.6.
    n_digits * 12 >= value.len() && n_other * 6 <= value.len() && n_changes * 3 >= value.len() && entropy(value) >= 3.0
}

fn is_uuid(value: &str) -> bool {
    let parts: Vec<usize> = value.split('-').map(str::len).collect();
    parts == [8, 4, 4, 4, 12] && value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Bits per byte.
fn entropy(value: &str) -> f64 {
    let mut counts = [0_u32; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let len = value.len() as f64;
    let bits = |n: &u32| {
        let share = f64::from(*n) / len;
        -share * share.log2()
    };
    counts.iter().filter(|n| **n > 0).map(bits).sum()
}
