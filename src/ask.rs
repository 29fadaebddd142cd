//! `ori ask` and `ori tool`.

use crate::args::Global;
use crate::failure::Failure;
use crate::output::{Output, Style};
use crate::project::Project;
use crate::{Found, json, refs, search};
use agent::{TOOLS, ToolError};
use retriever::{Question, Role};
use serde_json::{Value, json};
use std::io::Read;

pub(crate) fn run(project: &Project, global: &Global, question: &str, out: &mut Output) -> Result<Found, Failure> {
    let (_, asked) = project.ask(global, |engine| Ok(engine.ask(question)))?;
    match asked {
        Question::Calls(name) => refs::about(project, global, &name, Some(vec![Role::Call, Role::Import]), out),
        Question::Used(name) => refs::about(project, global, &name, None, out),
        Question::Defined(name) | Question::WhatIs(name) => refs::definitions(project, global, &name, None, out),
        Question::Search(text) => search::run(project, global, &text, 10, false, out),
    }
}

pub(crate) fn tool(
    project: &Project,
    global: &Global,
    name: Option<&str>,
    args: Option<&str>,
    out: &mut Output,
) -> Result<Found, Failure> {
    let Some(name) = name else { return list(global, out) };
    let text = match args {
        Some("-") => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map_err(Failure::Output)?;
            text
        }
        other => other.unwrap_or("{}").to_string(),
    };
    let args: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::request(format!("the arguments are not JSON: {error}")).hint(example(name)))?;
    let call = |engine: &retriever::Engine| match agent::call(engine, name, &args) {
        Ok(text) => Ok(Ok(text)),
        Err(ToolError::Tell(text)) => Ok(Err(text)),
        Err(ToolError::Stop(error)) => Err(error),
    };
    let (_, answer) = project.ask(global, call)?;
    let text = answer.map_err(|text| Failure::request(text).hint(example(name)))?;
    if global.json {
        json::row(out, &json!({ "tool": name, "text": text }))?;
    } else {
        out.line(text.trim_end())?;
    }
    Ok(Found::Something)
}

fn example(name: &str) -> String {
    let tool = TOOLS.iter().find(|tool| tool.name == name).unwrap_or(&TOOLS[0]);
    format!("ori tool {} '{}'", tool.name, tool.example)
}

fn list(global: &Global, out: &mut Output) -> Result<Found, Failure> {
    for tool in TOOLS {
        if global.json {
            let properties: serde_json::Map<String, Value> = tool
                .params
                .iter()
                .map(|param| {
                    let schema = json!({ "type": param.kind.word(), "description": param.description });
                    (param.name.to_string(), schema)
                })
                .collect();
            let required: Vec<&str> =
                tool.params.iter().filter(|param| param.required).map(|param| param.name).collect();
            let schema = json!({ "type": "object", "properties": properties, "required": required });
            json::row(out, &json!({ "name": tool.name, "description": tool.description, "parameters": schema }))?;
        } else {
            let name = out.paint(tool.name, Style::Name);
            out.line(&format!("{name}: {}", tool.description))?;
            for param in tool.params {
                let needed = if param.required { "" } else { ", optional" };
                out.line(&format!("    {} ({}{needed}): {}", param.name, param.kind.word(), param.description))?;
            }
            out.line(&format!("    {}", example(tool.name)))?;
        }
    }
    Ok(Found::Something)
}
