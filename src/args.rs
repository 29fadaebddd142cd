//! The command line: what can be asked, in clap's words.

use crate::context::ContextArgs;
use crate::graph::{GraphArgs, KinArgs, WalkArgs};
use crate::impact::ImpactArgs;
use crate::map::MapArgs;
use crate::reindex::ReindexArgs;
use crate::route::RouteArgs;
use crate::unused::UnusedArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Finds things in code: search, references with evidence, definitions, outlines.
#[derive(Parser, Debug)]
#[command(name = "ori", version, about, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Args, Debug)]
pub(crate) struct Global {
    /// Project folder [default: the git working tree around the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Where indexes are kept [default: the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", env = "ORI_INDEX_DIR")]
    pub(crate) index_dir: Option<PathBuf>,
    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Answer from the last index without looking at the disk
    #[arg(long, global = true)]
    pub(crate) no_refresh: bool,
    /// Answer as if PATH held the text of FILE (`-`: stdin); again for more files
    #[arg(long, global = true, value_name = "PATH=FILE")]
    pub(crate) overlay: Vec<String>,
    /// Embedding model: a name from config.toml, or built-in
    #[arg(long, global = true, value_name = "NAME", env = "ORI_EMBEDDER")]
    pub(crate) embedder: Option<String>,
    /// When to colour the answer
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub(crate) color: When,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// What can be asked.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find the places that answer a question or match words
    Search {
        /// Words, identifiers, "a phrase", path:GLOB, lang:NAME, kind:function, in:tests, -word
        #[arg(required = true, value_name = "QUERY")]
        query: Vec<String>,
        /// Places to show
        #[arg(long, short = 'n', default_value_t = 10, value_name = "K")]
        limit: usize,
        /// Show the parts of each score
        #[arg(long)]
        explain: bool,
    },
    /// Find code like the code at a place
    Similar {
        /// A line of a file, as `src/app.py:12`; what is around it is compared
        #[arg(value_name = "PATH:LINE", value_parser = place)]
        place: (String, u32),
        /// Places to show
        #[arg(long, short = 'n', default_value_t = 10, value_name = "K")]
        limit: usize,
    },
    /// List where a name is defined, imported, called and used
    Refs(RefsArgs),
    /// Show where a name is defined
    Def {
        /// `name`, `Class.name`, `module::name` or `path/file.py:Class.name`
        name: String,
        /// The definition at this place
        #[arg(long, value_name = "PATH:LINE", value_parser = place)]
        at: Option<(String, u32)>,
    },
    /// Show who calls a function, who calls those, and so on
    Callers(WalkArgs),
    /// Show what a function calls, what those call, and so on
    Callees(WalkArgs),
    /// Show what a change reaches, and the tests that would notice
    Impact(ImpactArgs),
    /// List what implements, extends or overrides something
    Implementors(KinArgs),
    /// Show what a type inherits from and what inherits from it
    Hierarchy(KinArgs),
    /// Show how one symbol reaches another through calls
    Path(RouteArgs),
    /// List what nothing uses, with the count that proves it
    Unused(UnusedArgs),
    /// Draw what is around a symbol, for graphviz, mermaid or a program
    Graph(GraphArgs),
    /// Print what must be read to do a task, to the exact token
    Context(ContextArgs),
    /// Print the outline of the whole project, fitted to a budget
    Map(MapArgs),
    /// Show what a file defines
    Outline {
        /// A file of the project
        path: String,
    },
    /// Find files by parts of their paths
    Files {
        /// Letters of the path, in order
        fuzzy: Option<String>,
        /// Files to show
        #[arg(long, short = 'n', default_value_t = 50, value_name = "K")]
        limit: usize,
    },
    /// Ask in words: "where is getUserInfo called"
    Ask {
        /// Who-calls, where-defined, where-used and what-is questions; anything else is a search
        #[arg(required = true, value_name = "QUESTION")]
        question: Vec<String>,
    },
    /// Bring the index up to date with the disk
    Reindex(ReindexArgs),
    /// Drop from the index what no working tree shows, and unused indexes
    Gc,
    /// Say what is indexed, what is not, and where the index lies
    Status {
        /// Every index there is, and whether its project still is
        #[arg(long)]
        all: bool,
    },
    /// Say why a path is in or out, and by which rule
    Why {
        /// Files or folders
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// List the languages, how deeply each is read, and how its files are known
    Languages,
    /// Measure the answers on your own code, beside plain BM25 and ripgrep
    Bench(BenchArgs),
    /// Call a tool as an agent would; without a name, list them
    Tool {
        /// `search_code`, `find_references`, `find_callers`, `impact` …
        name: Option<String>,
        /// Arguments as a JSON object
        args: Option<String>,
    },
}

/// What `refs` takes.
#[derive(Args, Debug)]
pub(crate) struct RefsArgs {
    /// `name`, `Class.name`, `module::name` or `path/file.py:Class.name`
    pub(crate) name: String,
    /// The definition at this place, if the name has several
    #[arg(long, value_name = "PATH:LINE", value_parser = place)]
    pub(crate) at: Option<(String, u32)>,
    /// Only these: call, read, write, import, type, inherit, override, decorator …
    #[arg(long, value_name = "ROLE", value_delimiter = ',', value_parser = role)]
    pub(crate) role: Vec<retriever::Role>,
    /// Also show doubtful places: ambiguous names, comments, strings
    #[arg(long)]
    pub(crate) all: bool,
    /// Show places believed at least so much, from 0 to 1
    #[arg(long, value_name = "X")]
    pub(crate) min_confidence: Option<f32>,
    /// Show only what is certain: tied by scope, import or a known receiver
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["all", "min_confidence"])]
    pub(crate) only: Option<Only>,
}

/// Which places of an answer are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Only {
    /// Tied to the definition by scope, import or receiver.
    Sure,
}

/// What `bench` takes.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Ask what this project's git history asks: a commit's message, for the files it changed
    ///
    /// Each question is asked of the tree as it was right before its commit, which is laid out in a
    /// temporary folder with an index of its own; nothing is written to the project.
    #[arg(long, required = true)]
    pub(crate) here: bool,
    /// Newest suitable commits to ask about
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub(crate) commits: usize,
    /// Also show the ten worst misses
    #[arg(long)]
    pub(crate) verbose: bool,
}

pub(crate) fn place(text: &str) -> Result<(String, u32), String> {
    let (path, line) = text.rsplit_once(':').ok_or("it must look like src/app.py:12")?;
    match line.parse() {
        Ok(line) if line > 0 && !path.is_empty() => Ok((path.to_string(), line)),
        _ => Err("it must look like src/app.py:12, with lines counted from 1".to_string()),
    }
}

fn role(text: &str) -> Result<retriever::Role, String> {
    let roles = (0..).map_while(retriever::Role::from_code);
    let known: Vec<&str> = roles.clone().map(crate::refs::role_word).collect();
    roles
        .clone()
        .find(|role| crate::refs::role_word(*role) == text)
        .ok_or_else(|| format!("roles are {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn places_are_a_path_and_a_line() {
        assert_eq!(place("src/a.py:12"), Ok(("src/a.py".into(), 12)));
        assert!(place("src/a.py").is_err() && place("a:0").is_err() && place(":3").is_err());
    }
}
