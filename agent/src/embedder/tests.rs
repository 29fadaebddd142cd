//! Against a small server on this machine that also misbehaves.

use super::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// What the server does with one request.
#[derive(Clone, Copy)]
enum Does {
    /// Gives each text a vector of so many values, the last first.
    Embeds(usize),
    /// Answers with a status and perhaps a `retry-after`.
    Refuses(u16, Option<u32>),
    Says(&'static str),
    HangsUp,
    Hangs,
}

struct Server {
    url: String,
    n_requests: Arc<AtomicUsize>,
}

/// Does the first thing with the first request, and so on; the last with all others.
fn server(script: &'static [Does]) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/embeddings", listener.local_addr().unwrap());
    let n_requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&n_requests);
    std::thread::spawn(move || {
        // Connections that hang are held open.
        let mut held = Vec::new();
        for stream in listener.incoming().map_while(Result::ok) {
            let turn = counted.fetch_add(1, Ordering::SeqCst);
            held.extend(serve(stream, script[turn.min(script.len() - 1)]));
        }
    });
    Server { url, n_requests }
}

fn serve(mut stream: TcpStream, does: Does) -> Option<TcpStream> {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut line, mut n_body, mut key) = (String::new(), 0, false);
    while reader.read_line(&mut line).unwrap() > 2 {
        let lower = line.to_lowercase();
        if let Some(len) = lower.strip_prefix("content-length:") {
            n_body = len.trim().parse().unwrap();
        }
        key |= line.trim_end().ends_with("Bearer secret");
        line.clear();
    }
    let mut body = vec![0; n_body];
    reader.read_exact(&mut body).unwrap();
    let (status, header, text) = match does {
        Does::HangsUp => return None,
        Does::Hangs => return Some(stream),
        Does::Says(text) => (200, String::new(), text.to_string()),
        Does::Refuses(status, after) => {
            let header = after.map_or(String::new(), |after| format!("retry-after: {after}\r\n"));
            (status, header, r#"{"error": {"message": "not now"}}"#.to_string())
        }
        Does::Embeds(_) if !key => (401, String::new(), r#"{"error": "no key"}"#.to_string()),
        Does::Embeds(dims) => {
            let request: Value = serde_json::from_slice(&body).unwrap();
            let vector = |text: &Value| {
                let len = text.as_str().unwrap().len() as f32;
                (0..dims).map(|at| if at == 0 { 3.0 * len } else { 4.0 * len }).collect::<Vec<f32>>()
            };
            let texts = request["input"].as_array().unwrap().iter().enumerate();
            let rows = texts.map(|(index, text)| json!({ "index": index, "embedding": vector(text) })).rev();
            (200, String::new(), json!({ "data": rows.collect::<Vec<_>>() }).to_string())
        }
    };
    let head = format!("HTTP/1.1 {status} x\r\n{header}content-length: {}\r\nconnection: close\r\n\r\n", text.len());
    let _ = stream.write_all((head + &text).as_bytes());
    None
}

fn remote(server: &Server) -> Remote {
    Remote::new(RemoteModel {
        url: server.url.clone(),
        model: "m".to_string(),
        key: Some("secret".to_string()),
        dimensions: None,
        n_texts_max: 2,
        timeout: Duration::from_millis(300),
        pause: Duration::from_millis(1),
        unusable: None,
    })
}

/// What comes of asking for chunks: the vectors, or why not; and how often was asked.
fn check(script: &'static [Does], expected: Result<Vec<Vec<f32>>, &str>, n_requests: usize) {
    let server = server(script);
    let found = remote(&server).embed(&["ab", "c"], Asking::Chunks(&AtomicBool::new(false)));
    let found = found.map_err(|why| why.what);
    match (&found, &expected) {
        (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
        _ => assert_eq!(found, expected.map_err(str::to_string)),
    }
    assert_eq!(server.n_requests.load(Ordering::SeqCst), n_requests);
}

#[test]
fn vectors_come_in_the_order_of_their_texts_with_length_one() {
    check(&[Does::Embeds(2)], Ok(vec![vec![0.6, 0.8]; 2]), 1);
}

#[test]
fn what_may_pass_is_tried_again() {
    let script = &[Does::Refuses(429, Some(0)), Does::Refuses(500, None), Does::HangsUp, Does::Hangs, Does::Embeds(2)];
    check(script, Ok(vec![vec![0.6, 0.8]; 2]), 5);
    check(&[Does::Refuses(503, None)], Err("the server answers 503: not now, 6 times"), 6);
}

#[test]
fn what_will_not_pass_is_said_at_once() {
    check(&[Does::Refuses(401, None)], Err("401: not now"), 1);
    check(&[Does::Refuses(307, None)], Err("307"), 1);
    check(&[Does::Says("<html>")], Err("no JSON"), 1);
    check(&[Does::Says(r#"{"data": [{"embedding": [1]}]}"#)], Err("1 vectors for 2 texts"), 1);
    check(&[Does::Says(r#"{"data": [{"embedding": [1]}, {"embedding": [1, 2]}]}"#)], Err("2 values where 1"), 1);
    check(&[Does::Says(r#"{"data": [{"embedding": ["a"]}, {"embedding": [1]}]}"#)], Err("no numbers"), 1);
    check(&[Does::Says(r#"{"data": [{"index": 7, "embedding": [1]}, {"embedding": [1]}]}"#)], Err("wrongly"), 1);
    check(&[Does::Embeds(0)], Err("0 values"), 1);
}

#[test]
fn a_question_is_tried_once_and_the_next_does_not_wait() {
    let server = server(&[Does::Hangs]);
    let remote = remote(&server);
    assert!(remote.embed(&["q"], Asking::Question).is_err());
    let before = server.n_requests.load(Ordering::SeqCst);
    assert!(remote.embed(&["q"], Asking::Question).is_err());
    assert_eq!((before, server.n_requests.load(Ordering::SeqCst)), (1, 1));
}

#[test]
fn nobody_there_is_said() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let remote = remote(&Server { url, n_requests: Arc::default() });
    let why = remote.embed(&["q"], Asking::Question).unwrap_err();
    assert!(why.what.to_lowercase().contains("refused"), "{why}");
}

#[test]
fn another_size_than_wanted_is_refused_and_a_pause_can_be_broken_off() {
    let server = server(&[Does::Embeds(2)]);
    let mut wanted = remote(&server);
    wanted.what.dimensions = Some(3);
    let why = wanted.embed(&["ab"], Asking::Chunks(&AtomicBool::new(false))).unwrap_err();
    assert_eq!(why.what, "the server gave a vector of 2 values where 3 were wanted");
    let busy = server_that_is_busy();
    let why = remote(&busy).embed(&["ab"], Asking::Chunks(&AtomicBool::new(true))).unwrap_err();
    assert_eq!(why.what, "interrupted");
}

fn server_that_is_busy() -> Server {
    server(&[Does::Refuses(429, Some(50))])
}
