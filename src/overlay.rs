//! `--overlay PATH=FILE`: the texts of an editor that has not saved, for any question.

use crate::failure::Failure;
use retriever::Place;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The place with the texts laid over its files.
pub(crate) fn lay(mut place: Place, overlays: &[String]) -> Result<Place, Failure> {
    for overlay in overlays {
        let Some((path, file)) = overlay.split_once('=').filter(|(path, file)| !path.is_empty() && !file.is_empty())
        else {
            return Err(Failure::request(format!("`--overlay {overlay}` is not PATH=FILE"))
                .hint("--overlay src/app.py=/tmp/unsaved.py"));
        };
        let bytes = read(file).map_err(|error| Failure::request(format!("cannot read {file}: {error}")))?;
        place = place.with_unsaved(&absolute(path), bytes).map_err(retriever::Error::from)?;
    }
    Ok(place)
}

fn read(file: &str) -> io::Result<Vec<u8>> {
    if file != "-" {
        return fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// As seen from here if its folder is there, else from the root.
fn absolute(path: &str) -> PathBuf {
    let here = env::current_dir().map_or_else(|_| PathBuf::from(path), |here| here.join(path));
    let folder = here.parent().and_then(|folder| folder.canonicalize().ok());
    match (folder, here.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => Path::new(path).to_path_buf(),
    }
}
