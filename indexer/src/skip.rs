//! Why a file is not read like the others.

/// Why a file of the project is not searched.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SkipReason {
    /// Holds bytes that are no text.
    Binary = 1,
    /// Larger than the limit.
    TooLarge,
    /// One program wrote it for another (minified code, one-line data).
    Minified,
    /// A lock file, source map or the like.
    Generated,
    /// May not be read.
    Unreadable,
    /// A pipe, socket or device.
    Special,
    /// A symbolic link that leads back up, nowhere, or out of the project.
    Symlink,
}

impl SkipReason {
    const ALL: [SkipReason; 7] = {
        use SkipReason::*;
        [Binary, TooLarge, Minified, Generated, Unreadable, Special, Symlink]
    };

    /// The stored code back as a reason.
    pub fn from_code(code: u8) -> Option<SkipReason> {
        Self::ALL.into_iter().find(|reason| *reason as u8 == code)
    }

    /// One lower-case phrase for people.
    pub fn word(self) -> &'static str {
        match self {
            SkipReason::Binary => "binary",
            SkipReason::TooLarge => "too large",
            SkipReason::Minified => "minified",
            SkipReason::Generated => "generated",
            SkipReason::Unreadable => "unreadable",
            SkipReason::Special => "special file",
            SkipReason::Symlink => "symlink",
        }
    }
}
