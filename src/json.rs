//! The JSON that scripts rely on: one object per line, keys in a fixed order.

use crate::output::Output;
use serde::Serialize;
use std::io;

/// Writes one row.
pub(crate) fn row(out: &mut Output, row: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(row).map_err(io::Error::other)?;
    out.line(&text)
}
