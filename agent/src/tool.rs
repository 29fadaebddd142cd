//! The table of tools, and the one way to call them.

use crate::args::Args;
use crate::tools;
use retriever::{Engine, Error};
use serde_json::Value;

/// A tool as a model sees it.
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    /// Its name: lower case with underscores.
    pub name: &'static str,
    /// What it does and when to use it.
    pub description: &'static str,
    /// What it takes.
    pub params: &'static [Param],
    /// Arguments as they could be sent.
    pub example: &'static str,
    run: fn(&Engine, &Args<'_>) -> Result<String, ToolError>,
}

/// A parameter of a tool.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// What it must be.
    pub kind: ParamType,
    /// Whether a call without it is refused.
    pub required: bool,
}

/// What a parameter must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamType {
    /// A string.
    Text,
    /// A whole number that is not negative.
    Number,
    /// True or false.
    Flag,
}

impl ParamType {
    /// The word of JSON Schema for it.
    pub fn word(self) -> &'static str {
        match self {
            ParamType::Text => "string",
            ParamType::Number => "integer",
            ParamType::Flag => "boolean",
        }
    }
}

/// Why a call gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The model can do something about it; the text says what.
    #[error("{0}")]
    Tell(String),
    /// Nobody at the other end can; the person who runs us must hear of it.
    #[error(transparent)]
    Stop(#[from] Error),
}

const SYMBOL: Param = Param {
    name: "symbol",
    description: "its name, plain or qualified: `getUserInfo`, `UserService.get`, `app/models.py:User.save`",
    kind: ParamType::Text,
    required: true,
};
const PATH: Param = Param {
    name: "path",
    description: "file of the definition that is meant, if there are several",
    kind: ParamType::Text,
    required: false,
};
const LINE: Param =
    Param { name: "line", description: "1-based line of that definition", kind: ParamType::Number, required: false };
const DEPTH: Param = Param {
    name: "depth",
    description: "rings around it; the default is mostly right",
    kind: ParamType::Number,
    required: false,
};
const ALL: Param =
    Param { name: "all", description: "also follow doubtful edges", kind: ParamType::Flag, required: false };

const BUDGET: Param = Param {
    name: "budget",
    description: "tokens that the answer may have, 2000 if not given",
    kind: ParamType::Number,
    required: false,
};

/// Every tool.
pub const TOOLS: &[ToolDef] = &[
    ToolDef {
        name: "search_code",
        description: "Find the places in this project that answer a question or match words, identifiers or a \
                      \"quoted phrase\". Best first, each with its file, lines and code. Filters may stand in the \
                      query: path:, lang:, kind:, in:tests.",
        params: &[
            Param {
                name: "query",
                description: "what to look for, in plain words or identifiers",
                kind: ParamType::Text,
                required: true,
            },
            Param {
                name: "limit",
                description: "how many places, 5 if not given",
                kind: ParamType::Number,
                required: false,
            },
        ],
        example: r#"{"query": "where are sessions expired", "limit": 5}"#,
        run: tools::search_code,
    },
    ToolDef {
        name: "find_references",
        description: "List where a symbol is defined, imported, called and used, with the evidence for each place \
                      and a count of every occurrence of its name. Use this, not search, to find callers.",
        params: &[
            Param {
                name: "symbol",
                description: "its name, plain or qualified: `getUserInfo`, `UserService.get`, `app/models.py:User.save`",
                kind: ParamType::Text,
                required: true,
            },
            Param {
                name: "path",
                description: "file of the definition that is meant, if there are several",
                kind: ParamType::Text,
                required: false,
            },
            Param {
                name: "line",
                description: "1-based line of that definition",
                kind: ParamType::Number,
                required: false,
            },
            Param { name: "all", description: "also list doubtful places", kind: ParamType::Flag, required: false },
        ],
        example: r#"{"symbol": "getUserInfo"}"#,
        run: tools::find_references,
    },
    ToolDef {
        name: "get_context",
        description: "What must be read to do a task: the code that a change would touch and what it needs, fitted \
                      exactly to a budget of tokens. Give the whole issue, error or request; names, paths and stack \
                      traces in it are used. Use this first when starting on a task.",
        params: &[
            Param { name: "task", description: "the task in full", kind: ParamType::Text, required: true },
            BUDGET,
        ],
        example: r#"{"task": "sessions expire too early after renew()", "budget": 2000}"#,
        run: tools::context::get_context,
    },
    ToolDef {
        name: "project_map",
        description: "The outline of the whole project, or of a folder: the definitions that matter most, by how \
                      many files use them.",
        params: &[
            Param { name: "path", description: "only below this folder", kind: ParamType::Text, required: false },
            BUDGET,
        ],
        example: r#"{"path": "src"}"#,
        run: tools::context::project_map,
    },
    ToolDef {
        name: "find_callers",
        description: "Who calls a function or makes a class, as a tree of `depth` rings (1 if not given), with \
                      callbacks and decorators, the evidence of each call, and what was left out.",
        params: &[SYMBOL, PATH, LINE, DEPTH, ALL],
        example: r#"{"symbol": "UserService.find", "depth": 2}"#,
        run: tools::graph::find_callers,
    },
    ToolDef {
        name: "find_callees",
        description: "What a function calls, as a tree of `depth` rings (1 if not given), with where each callee is \
                      defined, and what it uses outside the project.",
        params: &[SYMBOL, PATH, LINE, DEPTH, ALL],
        example: r#"{"symbol": "UserService.find"}"#,
        run: tools::graph::find_callees,
    },
    ToolDef {
        name: "impact",
        description: "What a change to a symbol, or to everything in a file, reaches (3 rings if not given), and the \
                      tests that would notice. Use this before changing something that others use.",
        params: &[
            Param {
                name: "symbol",
                description: "a symbol's name, plain or qualified, or the path of a file",
                kind: ParamType::Text,
                required: true,
            },
            PATH,
            LINE,
            DEPTH,
            ALL,
        ],
        example: r#"{"symbol": "UserService.find"}"#,
        run: tools::graph::impact,
    },
    ToolDef {
        name: "type_hierarchy",
        description: "What a class, interface, trait or method inherits from or overrides, and what inherits from, \
                      implements or overrides it.",
        params: &[SYMBOL, PATH, LINE, DEPTH, ALL],
        example: r#"{"symbol": "UserService"}"#,
        run: tools::graph::type_hierarchy,
    },
    ToolDef {
        name: "call_path",
        description: "The shortest way through calls from one symbol to another, with the line of each call.",
        params: &[
            Param { name: "from", description: "where the way starts", kind: ParamType::Text, required: true },
            Param { name: "to", description: "where it ends", kind: ParamType::Text, required: true },
            ALL,
        ],
        example: r#"{"from": "main", "to": "UserService.find"}"#,
        run: tools::graph::call_path,
    },
    ToolDef {
        name: "find_unused",
        description: "Symbols that nothing in the project uses, each with the count that proves it. What may be used \
                      unseen (exported, registered, named in strings) is only counted by reason.",
        params: &[Param {
            name: "path",
            description: "a file or folder; the whole project if not given",
            kind: ParamType::Text,
            required: false,
        }],
        example: r#"{"path": "backend"}"#,
        run: tools::graph::find_unused,
    },
];

/// Calls a tool by name. The text of an answer is bounded and says what it left out.
pub fn call(engine: &Engine, name: &str, args: &Value) -> Result<String, ToolError> {
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        return Err(ToolError::Tell(format!("no tool `{name}`; there are {}", names.join(", "))));
    };
    (tool.run)(engine, &Args::check(tool, args)?)
}
