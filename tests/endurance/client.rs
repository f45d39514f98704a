//! A client that repeats a write until a server answers it.

use std::time::Duration;

use anyhow::{Result, bail};
use reqwest::Method;
use serde_json::Value;
use tests::{Persona, Reply};

use crate::facts::Facts;

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
        method: Method,
        path: &str,
        body: Option<&Value>,
        facts: &Facts,
    ) -> Option<Reply> {
        let call = self.sides[side % self.sides.len()].call(method, path);
        let call = match body {
            Some(body) => call.json(body),
            None => call,
        };
        let reply = call.try_send().await.ok();
        facts.count(reply.as_ref().map(|reply| reply.status));
        reply.filter(|reply| reply.status < 500 && reply.status != 429)
    }

    /// Sends a write to the web servers in turn, starting with this number, until one answers it.
    ///
    /// # Errors
    /// No server answers for minutes.
    pub async fn write(
        &self,
        side: usize,
        method: Method,
        path: &str,
        body: Option<&Value>,
        facts: &Facts,
    ) -> Result<Reply> {
        for attempt in 0..MAX_ATTEMPTS {
            if let Some(reply) = self.try_write(side + attempt, method.clone(), path, body, facts).await {
                return Ok(reply);
            }
            tokio::time::sleep(PAUSE).await;
        }
        bail!("{method} {path} was not answered in {MAX_ATTEMPTS} attempts")
    }
}

/// The uid in an answer, at either place where the calls have it.
pub fn uid_of(reply: &Reply) -> Option<String> {
    let body: Value = serde_json::from_str(&reply.body).ok()?;
    let uid = body["uid"].as_str().or_else(|| body["data"]["uid"].as_str())?;
    Some(uid.to_owned())
}
