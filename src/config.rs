//! Which embedding model is asked, and where it is.
//!
//! The user's `config.toml` says which models there are; which one counts is said by `--embedder`, else
//! `ORI_EMBEDDER`, else the project's `.ori.toml`, else the user's file. A project can only name a model
//! that the user has described, or switch back to the built-in one: whoever wrote the project must not
//! decide where its code, or the user's key, is sent. Keys stand in the environment and nowhere else.

use crate::args::Global;
use crate::failure::Failure;
use agent::{Remote, RemoteModel};
use retriever::Embedder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The model inside the binary.
const BUILT_IN: &str = "built-in";

/// `config.toml` of the user.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserConfig {
    embedder: Option<String>,
    #[serde(default)]
    embedders: BTreeMap<String, Described>,
}

/// `.ori.toml` of a project.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProjectConfig {
    embedder: Option<String>,
}

/// A model behind an OpenAI-compatible `/v1/embeddings`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    url: String,
    model: String,
    /// The environment variable that holds the key.
    key_env: Option<String>,
    dimensions: Option<usize>,
    batch: Option<usize>,
    timeout_s: Option<u64>,
}

/// The model to ask instead of the built-in one, if any.
pub(crate) fn embedder(global: &Global, root: &Path) -> Result<Option<Arc<dyn Embedder>>, Failure> {
    let user_path = config_dir().map(|dir| dir.join("config.toml"));
    let user: UserConfig = user_path.as_deref().map_or(Ok(UserConfig::default()), read)?;
    let project: ProjectConfig = read(&root.join(".ori.toml"))?;
    let said_now = global.embedder.is_some();
    let chosen = global.embedder.clone().or(project.embedder).or(user.embedder);
    let Some(name) = chosen.filter(|name| name != BUILT_IN) else { return Ok(None) };
    if let Some(described) = user.embedders.get(&name) {
        return Ok(Some(Arc::new(Remote::new(remote(&name, described)?))));
    }
    let known: Vec<&str> = user.embedders.keys().map(String::as_str).chain([BUILT_IN]).collect();
    let what = format!("no embedder named `{name}`; there are: {}", known.join(", "));
    // What a file says that someone else wrote must not keep anyone from answers.
    if !said_now {
        let unusable = RemoteModel { model: name, unusable: Some(what), ..RemoteModel::default() };
        return Ok(Some(Arc::new(Remote::new(unusable))));
    }
    let place = user_path.map_or("the user's config.toml".to_string(), |path| path.display().to_string());
    Err(Failure::request(what).hint(format!("describe it under `[embedders.{name}]` in {place}")))
}

fn remote(name: &str, described: &Described) -> Result<RemoteModel, Failure> {
    if !described.url.starts_with("http://") && !described.url.starts_with("https://") {
        return Err(Failure::request(format!("embedder `{name}`: `{}` is no http address", described.url)));
    }
    let key = described.key_env.as_ref().map(|variable| env::var(variable).ok().filter(|key| !key.is_empty()));
    let unset = || format!("{} is not set", described.key_env.as_deref().unwrap_or_default());
    let unusable = matches!(key, Some(None)).then(unset);
    Ok(RemoteModel {
        url: described.url.clone(),
        model: described.model.clone(),
        key: key.flatten(),
        unusable,
        dimensions: described.dimensions,
        n_texts_max: described.batch.unwrap_or(32).clamp(1, 2048),
        timeout: Duration::from_secs(described.timeout_s.unwrap_or(60).max(1)),
        pause: Duration::from_millis(500),
    })
}

/// Reads a file of settings; one that is not there says nothing.
fn read<T: Default + for<'a> Deserialize<'a>>(path: &Path) -> Result<T, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(T::default()),
        Err(error) => return Err(Failure::request(format!("cannot read {}: {error}", path.display()))),
    };
    toml::from_str(&text)
        .map_err(|error| Failure::request(format!("{}: {}", path.display(), error.to_string().trim_end())))
}

/// The user's folder of settings for us.
fn config_dir() -> Option<PathBuf> {
    let dir = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        dir("APPDATA")?
    } else {
        let xdg = dir("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
        xdg.or_else(|| {
            Some(dir("HOME")?.join(if cfg!(target_os = "macos") { "Library/Application Support" } else { ".config" }))
        })?
    };
    Some(base.join("orienteer"))
}
