//! Lets a model use the retriever, one tool call at a time.
//!
//! One table of tools ([`TOOLS`]) is the source of names, descriptions and parameters for every
//! door: the command line today, function calling and MCP when they come. A tool takes JSON
//! arguments and gives bounded text that a model can act on.
//!
//! Knows what models need to hear. Knows nothing of ranking, the disk or the terminal.

mod args;
mod embedder;
mod tool;
mod tools;

pub use embedder::{Remote, RemoteModel};
pub use tool::{Param, ParamType, TOOLS, ToolDef, ToolError, call};
