//! `ori similar`.

use crate::args::Global;
use crate::failure::Failure;
use crate::output::{Output, clean, count};
use crate::project::Project;
use crate::{Found, files, search};
use retriever::{Hit, Similar, SimilarAnswer};

pub(crate) fn run(
    project: &Project,
    global: &Global,
    (path, line): &(String, u32),
    limit: usize,
    out: &mut Output,
) -> Result<Found, Failure> {
    let relative = project.relative(path);
    let (engine, found) = project.ask(global, |engine| engine.similar(&relative, *line, limit.max(1)))?;
    let shown = clean(&relative);
    match found {
        Similar::Answer(answer) if answer.hits.is_empty() => nothing(global, &answer.of, out),
        Similar::Answer(answer) => {
            search::show_all(global, (&answer.hits, &[note(&answer)]), false, out)?;
            Ok(Found::Something)
        }
        Similar::NoFile => Err(files::no_file(&engine, &relative, path)),
        Similar::Skipped(skip) => {
            let failure = Failure::request(format!("`{shown}` is not searched: {}", skip.word()));
            Err(failure.hint(format!("ori why {}", clean(path))))
        }
        Similar::PastEnd(n_lines) => {
            let failure = Failure::request(format!("`{shown}` has only {}", count(n_lines as usize, "line")));
            Err(failure.hint(format!("ori similar {}:{}", clean(path), n_lines.max(1))))
        }
        Similar::Blank => Err(Failure::request(format!("`{shown}` is blank: there is nothing to compare"))),
    }
}

fn note(answer: &SimilarAnswer) -> String {
    let n_shown = answer.hits.len();
    let more = match answer.n_alike {
        n if n > n_shown => format!("; {n} files have such code, the best {n_shown} are shown"),
        _ => String::new(),
    };
    format!("like {}{more}", place(&answer.of))
}

/// `src/app.py:3-9, method App.run`.
fn place(hit: &Hit) -> String {
    let Hit { path, start_line, end_line, symbol, kind, .. } = hit;
    let symbol = if symbol.is_empty() { String::new() } else { format!(", {kind} {}", clean(symbol)) };
    format!("{}:{start_line}-{end_line}{symbol}", clean(path))
}

/// Says on stderr that there is nothing like it.
#[allow(clippy::print_stderr)]
fn nothing(global: &Global, of: &Hit, out: &mut Output) -> Result<Found, Failure> {
    out.flush()?;
    if !global.json {
        eprintln!("nothing is like {}", place(of));
    }
    Ok(Found::Nothing)
}
