//! Embedding models behind an OpenAI-compatible `/v1/embeddings`.
//!
//! Every answer is checked before it is believed: as many vectors as texts, all of one length, all
//! numbers. What may pass by itself (429, 5xx, a broken connection) is tried again with growing pauses,
//! or when the server says so; what will not (401, 404, nonsense) is told at once. A question is tried
//! once and not waited for long; when that fails, the next ones do not wait at all for a while.

use retriever::{Asking, Embedder, NoVectors};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use ureq::Agent;

/// Where a model is and how it is asked.
#[derive(Clone, Default)]
pub struct RemoteModel {
    /// The whole address, `http://localhost:11434/v1/embeddings`.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// Sent as a bearer token.
    pub key: Option<String>,
    /// The number of values wanted; the model's own if none.
    pub dimensions: Option<usize>,
    /// Texts in one request.
    pub n_texts_max: usize,
    /// How long a request for chunks may take.
    pub timeout: Duration,
    /// How long the first pause before another try is; each further one is twice as long.
    pub pause: Duration,
    /// Why it cannot be asked, if so: no key, nobody of that name.
    pub unusable: Option<String>,
}

/// How long a question is waited for.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(3);
/// How long no question is sent after one got no answer.
const REST: Duration = Duration::from_secs(30);
const TRIES: u32 = 6;
const PAUSE_MAX: Duration = Duration::from_secs(60);
/// Pauses are slept in naps of this, so that they can be broken off.
const NAP: Duration = Duration::from_millis(50);
const BODY_BYTES_MAX: u64 = 256 << 20;

/// A model that is asked over the network.
pub struct Remote {
    what: RemoteModel,
    id: String,
    patient: Agent,
    hasty: Agent,
    /// When a question last got no answer, and why.
    failed: Mutex<Option<(Instant, NoVectors)>>,
}

/// Why a request gave no vectors.
enum Failed {
    /// Another try may help, not before that long.
    Passing(String, Option<Duration>),
    Lasting(String),
}

impl Remote {
    /// Asks nothing yet.
    pub fn new(what: RemoteModel) -> Remote {
        let agent = |timeout| {
            // A redirect would take the key and the texts elsewhere.
            let config = Agent::config_builder().timeout_global(Some(timeout)).http_status_as_error(false);
            Agent::from(config.max_redirects(0).build())
        };
        let dims = what.dimensions.map_or(String::new(), |dims| format!(" ({dims})"));
        let id = format!("{}{dims} at {}", what.model, what.url);
        let (patient, hasty) = (agent(what.timeout), agent(QUESTION_TIMEOUT.min(what.timeout)));
        Remote { what, id, patient, hasty, failed: Mutex::new(None) }
    }

    fn request(&self, agent: &Agent, texts: &[&str]) -> Result<Vec<Vec<f32>>, Failed> {
        let mut body = json!({ "model": self.what.model, "input": texts, "encoding_format": "float" });
        if let Some(dims) = self.what.dimensions {
            body["dimensions"] = json!(dims);
        }
        let mut request = agent.post(&self.what.url).header("content-type", "application/json");
        if let Some(key) = &self.what.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let mut response = request.send(body.to_string()).map_err(failed)?;
        let status = response.status().as_u16();
        let header = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = header.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
        let text = response.body_mut().with_config().limit(BODY_BYTES_MAX).lossy_utf8(true).read_to_string();
        let text = text.map_err(failed)?;
        match status {
            200..=299 => vectors(&text, texts.len(), self.what.dimensions).map_err(Failed::Lasting),
            408 | 429 | 500..=599 => Err(Failed::Passing(said(status, &text), after)),
            _ => Err(Failed::Lasting(said(status, &text))),
        }
    }

    /// Tries again while that may help.
    fn patiently(&self, texts: &[&str], stop: &AtomicBool) -> Result<Vec<Vec<f32>>, NoVectors> {
        let mut pause = self.what.pause;
        let mut turn = 1;
        loop {
            match self.request(&self.patient, texts) {
                Ok(vectors) => return Ok(vectors),
                Err(Failed::Lasting(what)) => return Err(NoVectors { what }),
                Err(Failed::Passing(what, _)) if turn == TRIES => {
                    return Err(NoVectors { what: format!("{what}, {TRIES} times") });
                }
                Err(Failed::Passing(_, after)) => sleep(after.unwrap_or(pause).min(PAUSE_MAX), stop),
            }
            if stop.load(Ordering::Relaxed) {
                return Err(NoVectors { what: "interrupted".to_string() });
            }
            turn += 1;
            pause *= 2;
        }
    }

    fn once(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, NoVectors> {
        let mut last = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, why)) = last.as_ref().filter(|(when, _)| when.elapsed() < REST) {
            return Err(why.clone());
        }
        let result = self.request(&self.hasty, texts).map_err(|failed| match failed {
            Failed::Passing(what, _) | Failed::Lasting(what) => NoVectors { what },
        });
        *last = result.as_ref().err().map(|why| (Instant::now(), why.clone()));
        result
    }
}

impl Embedder for Remote {
    fn id(&self) -> &str {
        &self.id
    }

    fn unusable(&self) -> Option<NoVectors> {
        self.what.unusable.clone().map(|what| NoVectors { what })
    }

    fn n_texts_max(&self) -> usize {
        self.what.n_texts_max.max(1)
    }

    fn embed(&self, texts: &[&str], asking: Asking<'_>) -> Result<Vec<Vec<f32>>, NoVectors> {
        match asking {
            Asking::Question => self.once(texts),
            Asking::Chunks(stop) => self.patiently(texts, stop),
        }
    }
}

fn sleep(pause: Duration, stop: &AtomicBool) {
    let end = Instant::now() + pause;
    while Instant::now() < end && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(NAP.min(end.saturating_duration_since(Instant::now())));
    }
}

fn failed(error: ureq::Error) -> Failed {
    match error {
        ureq::Error::Io(_) | ureq::Error::Timeout(_) | ureq::Error::ConnectionFailed | ureq::Error::Protocol(_) => {
            Failed::Passing(error.to_string(), None)
        }
        other => Failed::Lasting(other.to_string()),
    }
}

/// What a refusal says, in a line.
fn said(status: u16, body: &str) -> String {
    let json: Option<Value> = serde_json::from_str(body).ok();
    let error = json.as_ref().map(|json| &json["error"]);
    let message = error.and_then(|error| error["message"].as_str().or(error.as_str()));
    let text: String = message.unwrap_or(body).chars().filter(|c| !c.is_control()).take(160).collect();
    if text.is_empty() {
        format!("the server answers {status}")
    } else {
        format!("the server answers {status}: {text}")
    }
}

/// The vectors of an answer, in order, brought to length one.
fn vectors(body: &str, n_texts: usize, dimensions: Option<usize>) -> Result<Vec<Vec<f32>>, String> {
    let json: Value = serde_json::from_str(body).map_err(|_| "the server's answer is no JSON".to_string())?;
    let data = json["data"].as_array().ok_or("the server's answer has no `data`")?;
    if data.len() != n_texts {
        return Err(format!("the server gave {} vectors for {n_texts} texts", data.len()));
    }
    let mut all: Vec<Vec<f32>> = vec![Vec::new(); n_texts];
    for (at, row) in data.iter().enumerate() {
        let index = row["index"].as_u64().map_or(at, |index| index as usize);
        let values = row["embedding"].as_array().ok_or("the server's answer has no `embedding`")?;
        let values = values.iter().map(|value| value.as_f64().map(|value| value as f32)).collect::<Option<Vec<f32>>>();
        let values = values.filter(|values| values.iter().all(|value| value.is_finite()));
        let place =
            all.get_mut(index).filter(|place| place.is_empty()).ok_or("the server numbers its vectors wrongly")?;
        *place = values.ok_or("the server's vectors are no numbers")?;
    }
    let dims = dimensions.unwrap_or(all[0].len());
    if let Some(wrong) = all.iter().find(|vector| vector.len() != dims || vector.is_empty()) {
        return Err(format!("the server gave a vector of {} values where {dims} were wanted", wrong.len()));
    }
    for vector in &mut all {
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length > 0.0 {
            vector.iter_mut().for_each(|value| *value /= length);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
