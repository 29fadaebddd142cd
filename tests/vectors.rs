//! Another embedding model, by configuration: asked once for each content, kept, and when it is down,
//! slow or wrong, answers go on and say so.

#![allow(clippy::unwrap_used, reason = "all of it is tests")]

mod common;

use common::{Project, Run, files_below, kill, run, until};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

/// A model that counts letters.
struct Model {
    /// Texts it was shown, in order.
    seen: Vec<String>,
    /// Values it gives of each vector.
    dims: usize,
    /// Texts after which it refuses.
    texts_max: usize,
}

fn serve(model: Arc<Mutex<Model>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/embeddings", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            answer(stream, &mut model.lock().unwrap());
        }
    });
    url
}

fn answer(mut stream: TcpStream, model: &mut Model) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut line, mut n_body, mut has_key) = (String::new(), 0, false);
    while reader.read_line(&mut line).unwrap() > 2 {
        if let Some(len) = line.to_lowercase().strip_prefix("content-length:") {
            n_body = len.trim().parse().unwrap();
        }
        has_key |= line.trim_end().ends_with("Bearer sesame");
        line.clear();
    }
    let mut body = vec![0; n_body];
    reader.read_exact(&mut body).unwrap();
    let request: Value = serde_json::from_slice(&body).unwrap();
    let texts: Vec<String> =
        request["input"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().into()).collect();
    let (status, text) = if !has_key || model.seen.len() + texts.len() > model.texts_max {
        (403, json!({"error": {"message": "no more credit"}}))
    } else {
        let letters = |text: &String| {
            let count =
                |at: usize| text.bytes().filter(|byte| usize::from(byte.to_ascii_lowercase()) == 97 + at).count();
            (0..model.dims).map(count).collect::<Vec<usize>>()
        };
        let rows = texts.iter().enumerate().map(|(index, text)| json!({"index": index, "embedding": letters(text)}));
        let rows: Vec<Value> = rows.collect();
        model.seen.extend(texts.clone());
        (200, json!({"data": rows}))
    };
    let text = text.to_string();
    let head = format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", text.len());
    let _ = stream.write_all((head + &text).as_bytes());
}

struct Setting {
    project: Project,
    model: Arc<Mutex<Model>>,
}

const FILES: &str = "
=== a.py
def open_door(): pass
=== b.py
def close_window(): pass
=== c.py
def quiz(): return 'zzz'
=== d.py
def paint_wall(): pass
";

fn setting() -> Setting {
    let model = Arc::new(Mutex::new(Model { seen: Vec::new(), dims: 26, texts_max: usize::MAX }));
    let project = Project::new(FILES);
    let url = serve(Arc::clone(&model));
    let dir = project.scratch.path().join("home/.config/orienteer");
    fs::create_dir_all(&dir).unwrap();
    let config = format!(
        "embedder = \"letters\"\n[embedders.letters]\nurl = \"{url}\"\nmodel = \"abc\"\nkey_env = \"LETTERS_KEY\"\nbatch = 1\n"
    );
    fs::write(dir.join("config.toml"), config).unwrap();
    Setting { project, model }
}

impl Setting {
    fn ori(&self, args: &[&str]) -> Run {
        let mut command = self.project.command(args);
        run(command.env("LETTERS_KEY", "sesame").env_remove("ORI_EMBEDDER").arg("--root").arg(&self.project.root))
    }

    fn n_seen(&self) -> usize {
        self.model.lock().unwrap().seen.len()
    }
}

#[test]
fn a_model_is_asked_once_for_each_content_and_once_for_a_question() {
    let setting = setting();
    let said = setting.ori(&["reindex"]).stdout;
    assert!(said.contains("embedded 4 of 4 chunks, 4 now"), "{said}");
    assert_eq!(setting.n_seen(), 4);
    assert!(setting.ori(&["reindex"]).stdout.contains("embedded 4 of 4 chunks, 0 now"));
    assert_eq!(setting.n_seen(), 4);
    let found = setting.ori(&["search", "zzz quiz", "--json"]);
    assert_eq!((found.code, found.stderr.as_str()), (0, ""));
    assert!(found.stdout.lines().next().unwrap().contains("c.py"), "{}", found.stdout);
    assert_eq!(setting.n_seen(), 5);
    // A changed file is embedded again, a renamed one is not.
    setting.project.write("a.py", "def shut_door(): pass\n");
    fs::rename(setting.project.path("b.py"), setting.project.path("e.py")).unwrap();
    assert!(setting.ori(&["reindex"]).stdout.contains("embedded 4 of 4 chunks, 1 now"));
    for path in files_below(&setting.project.index_dir()) {
        let bytes = fs::read(setting.project.index_dir().join(&path)).unwrap();
        assert!(!bytes.windows(6).any(|bytes| bytes == b"sesame"), "the key is in {}", path.display());
    }
}

#[test]
fn what_came_before_a_refusal_is_kept() {
    let setting = setting();
    setting.model.lock().unwrap().texts_max = 2;
    let said = setting.ori(&["reindex"]).stdout;
    assert!(
        said.contains("embedded 2 of 4 chunks, 2 now; vectors: off (the server answers 403: no more credit)"),
        "{said}"
    );
    let found = setting.ori(&["search", "quiz"]);
    assert!(found.code == 0 && found.stdout.contains("c.py"), "{found:?}");
    assert!(found.stderr.contains("vectors: off (2 of 4 chunks are embedded by abc at http://"), "{}", found.stderr);
    setting.model.lock().unwrap().texts_max = usize::MAX;
    assert!(setting.ori(&["reindex"]).stdout.contains("embedded 4 of 4 chunks, 2 now"));
    assert_eq!(setting.n_seen(), 4);
}

#[test]
fn a_model_that_is_down_or_wrong_is_off_and_answers_go_on() {
    let setting = setting();
    setting.ori(&["reindex"]);
    let off = |reason: &str| {
        let found = setting.ori(&["search", "quiz"]);
        assert!(found.code == 0 && found.stdout.contains("c.py"), "{found:?}");
        assert!(found.stderr.contains(&format!("vectors: off ({reason}")), "{reason}: {}", found.stderr);
    };
    setting.model.lock().unwrap().dims = 7;
    off("the model gave 7 values for the question, its chunks have 26)");
    setting.project.write("f.py", "def new(): pass\n");
    assert!(setting.ori(&["reindex"]).stdout.contains("vectors: off (the model gave vectors of 7 values"));
    setting.model.lock().unwrap().texts_max = 0;
    setting.project.remove("f.py");
    off("the server answers 403: no more credit)");
    setting.project.write(".ori.toml", "embedder = \"theirs\"\n");
    off("no embedder named `theirs`; there are: letters, built-in)");
    setting.project.remove(".ori.toml");
    let mut command = setting.project.command(&["search", "quiz"]);
    let found = run(command.env_remove("ORI_EMBEDDER").env_remove("LETTERS_KEY"));
    assert!(found.stderr.contains("vectors: off (LETTERS_KEY is not set)"), "{}", found.stderr);
    let built_in = setting.ori(&["search", "quiz", "--embedder", "built-in"]);
    assert_eq!((built_in.code, built_in.stderr.as_str()), (0, ""));
}

#[test]
fn what_is_said_wrongly_is_told() {
    let setting = setting();
    let nobody = setting.ori(&["search", "quiz", "--embedder", "nobody"]);
    assert!(nobody.code == 2 && nobody.stderr.contains("no embedder named `nobody`"), "{nobody:?}");
    // A project must not say where its code and the user's key are sent.
    setting.project.write(".ori.toml", "[embedders.letters]\nurl = \"http://evil.invalid\"\nmodel = \"x\"\n");
    let foreign = setting.ori(&["search", "quiz"]);
    assert!(foreign.code == 2 && foreign.stderr.contains("unknown field `embedders`"), "{foreign:?}");
}

#[cfg(unix)]
#[test]
fn the_daemon_asks_behind_the_scenes() {
    let setting = setting();
    setting.model.lock().unwrap().texts_max = 2;
    let mut command = setting.project.command(&["reindex", "--watch"]);
    command.env("LETTERS_KEY", "sesame").env_remove("ORI_EMBEDDER").stdout(Stdio::null()).stderr(Stdio::null());
    let mut daemon = command.spawn().unwrap();
    let log = || fs::read_to_string(setting.project.store().join("watch/log")).unwrap_or_default();
    // Keyword answers go on when it refuses, and the log says so.
    until("the refusal", || setting.project.index_dir().exists() && log().contains("no more credit"));
    assert!(setting.ori(&["search", "quiz"]).stdout.contains("c.py"));
    kill(&mut daemon);
    setting.model.lock().unwrap().texts_max = usize::MAX;
    let mut daemon = command.spawn().unwrap();
    until("the rest", || log().contains("4 of 4 chunks have vectors of abc"));
    let n_asked = setting.n_seen();
    setting.project.write("e.py", "def sweep_floor(): pass\n");
    until("what is new", || log().contains("5 of 5 chunks have vectors of abc"));
    assert_eq!(setting.n_seen(), n_asked + 1);
    kill(&mut daemon);
}
