//! The arguments of a call, checked: models misspell names and send numbers as texts.

use crate::tool::{ParamType, ToolDef, ToolError};
use serde_json::{Map, Value};

/// Arguments that fit their tool's parameters.
pub(crate) struct Args<'a> {
    values: &'a Map<String, Value>,
}

impl<'a> Args<'a> {
    /// Checks that nothing needed is missing and nothing is unknown.
    pub(crate) fn check(tool: &ToolDef, value: &'a Value) -> Result<Args<'a>, ToolError> {
        let Some(values) = value.as_object() else {
            return Err(ToolError::Tell(format!("`{}` takes one JSON object, like {}", tool.name, tool.example)));
        };
        let known: Vec<&str> = tool.params.iter().map(|param| param.name).collect();
        if let Some(unknown) = values.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(ToolError::Tell(format!(
                "`{}` has no parameter `{unknown}`; it takes {}",
                tool.name,
                known.join(", ")
            )));
        }
        let missing = tool.params.iter().find(|param| param.required && !values.contains_key(param.name));
        if let Some(missing) = missing {
            return Err(ToolError::Tell(format!("`{}` needs `{}`: {}", tool.name, missing.name, missing.description)));
        }
        for param in tool.params {
            let fits = match (values.get(param.name), param.kind) {
                (None | Some(Value::Null), _) => true,
                (Some(value), ParamType::Text) => value.is_string(),
                (Some(value), ParamType::Number) => number(value).is_some(),
                (Some(value), ParamType::Flag) => value.is_boolean(),
            };
            if !fits {
                let kind = param.kind.word();
                return Err(ToolError::Tell(format!("`{}` of `{}` must be a {kind}", param.name, tool.name)));
            }
        }
        Ok(Args { values })
    }

    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.values.get(name)?.as_str()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        number(self.values.get(name)?)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.values.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}
