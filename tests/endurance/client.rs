//! A client that repeats a write until a server answers it.

use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::Value;
use tests::{Persona, Reply};

use crate::facts::Facts;
use crate::kinds::WriteKind;

/// Three minutes with `PAUSE`: longer than the failover of a cluster.
const MAX_ATTEMPTS: usize = 1_800;
const PAUSE: Duration = Duration::from_millis(100);

/// One signed-in browser, which reaches every web server.
pub struct Client {
    sides: Vec<Persona>,
}

impl Client {
    pub fn new(persona: &Persona, base_urls: &[String]) -> Self {
        Self { sides: base_urls.iter().map(|base_url| persona.at(base_url)).collect() }
    }

    /// Sends a write once, to the web server with this number. `None` without an answer, and if the server is busy or fails.
    pub async fn try_write(
        &self,
        side: usize,
        kind: WriteKind,
        path: &str,
        body: Option<&Value>,
        facts: &Facts,
    ) -> Option<Reply> {
        let reply = self.send(side, kind, path, body).await;
        facts.count(kind, reply.as_ref(), false);
        reply.filter(is_answer)
    }

    /// Sends a write to the web servers in turn, starting with this number, until one answers it.
    ///
    /// # Errors
    /// No server answers for minutes.
    pub async fn write(
        &self,
        side: usize,
        kind: WriteKind,
        path: &str,
        body: Option<&Value>,
        facts: &Facts,
    ) -> Result<Reply> {
        for attempt in 0..MAX_ATTEMPTS {
            let reply = self.send(side + attempt, kind, path, body).await;
            facts.count(kind, reply.as_ref(), attempt > 0);
            if let Some(reply) = reply.filter(is_answer) {
                return Ok(reply);
            }
            tokio::time::sleep(PAUSE).await;
        }
        bail!("{} {path} was not answered in {MAX_ATTEMPTS} attempts", kind.method())
    }

    async fn send(&self, side: usize, kind: WriteKind, path: &str, body: Option<&Value>) -> Option<Reply> {
        let call = self.sides[side % self.sides.len()].call(kind.method(), path);
        let call = match body {
            Some(body) => call.json(body),
            None => call,
        };
        call.try_send().await.ok()
    }
}

fn is_answer(reply: &Reply) -> bool {
    reply.status < 500 && reply.status != 429
}

/// The uid in an answer, at either place where the calls have it.
pub fn uid_of(reply: &Reply) -> Option<String> {
    let body: Value = serde_json::from_str(&reply.body).ok()?;
    let uid = body["uid"].as_str().or_else(|| body["data"]["uid"].as_str())?;
    Some(uid.to_owned())
}
