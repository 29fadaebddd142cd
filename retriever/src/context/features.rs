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
    TitleBm25, TitleCover, Bm25, Cover, CodeBm25,
    NamedAfter, Central, Tested, Size, Role,
    NamedTitle, NamedProse, NamedWord, NamedCode, NamedOwner, InNamed, FileNamed,
    Mentioned, MentionedModule, FrameFile, FrameHere, Line,
    Function, Method, Type, Top, Prose, ChunkSize, First, Tail, InTests, Blank,
    Recent, Hot, Seed, Quoted, FileQuoted,
    // Of the file, by what the best chunks of the first round say.
    FileCalled, CoChange, FolderMass,
}

/// How many there are.
pub(crate) const N_FEATURES: usize = Feature::FolderMass as usize + 1;
/// Those of the first round, by which a chunk is scored.
pub(crate) const N_FIRST: usize = Feature::FileCalled as usize;

/// Values by [`Feature`].
pub(crate) type Features = [f32; N_FEATURES];
