//! What a pack holds, through the public door.
