//! What a chunk is judged by for a task.

/// Features of a chunk, in order of storage.
#[repr(usize)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub(crate) enum Feature {
    TitleWords, TitleNames, TitleDefines, TitleOverlap, TitleMeaning,
    Words, Names, Defines, Overlap, Meaning,
    CodeWords, CodeNames,
    FileTitleWords, FileTitleNames, FileTitleCoherence, FileTitleMeaning, FileTitleStem, FileTitleFolders,
    FileWords, FileNames, FileCoherence, FileMeaning, FileStem, FileFolders, FileCodeWords,
    FileTitleScore, FileScore,
    NamedAfter, Central, Tested, Size, Role,
    NamedTitle, NamedProse, NamedWord, NamedCode, NamedOwner, InNamed, FileNamed,
    Mentioned, MentionedModule, FrameFile, FrameHere, Line,
    Function, Method, Type, Top, Prose, ChunkSize, First, Tail,
    Recent, Hot, Seed,
    // Second round: what the best of the first say.
    First1, CalledByBest, CalledByTests, UsesBest, SameClass, SameSymbol, FileBest, FileMass, CoChange, Neighbour,
}

/// How many there are.
pub(crate) const N_FEATURES: usize = Feature::Neighbour as usize + 1;
/// Those of the first round.
pub(crate) const N_FIRST: usize = Feature::First1 as usize;

/// Values by [`Feature`].
pub(crate) type Features = [f32; N_FEATURES];
