//! ori
fn main() {}
