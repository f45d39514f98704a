//! Lists that other services keep about a restaurant. Answers are remembered for a while, so that readers of a page cost the other
//! service nothing.

use std::collections::HashMap;

use axum::body::Bytes;
use chrono::{DateTime, Duration, Utc};
use domain::clock::Clock;
use parking_lot::Mutex;
use serde::de::DeserializeOwned;

/// A list is remembered for so long, and that there was none for less.
const FRESH: Duration = Duration::minutes(5);
const SILENT: Duration = Duration::seconds(30);
/// No list of ours is longer, in bytes.
const LONGEST: usize = 256 * 1024;
/// What is remembered of all, in bytes and lists; above it all is forgotten.
const MOST_KEPT: usize = 16 * 1024 * 1024;
const MOST_LISTS: usize = 5_000;

/// Service and slug.
type Key = (String, String);

pub struct Neighbours {
    http: reqwest::Client,
    clock: Clock,
    kept: Mutex<HashMap<Key, Kept>>,
}

struct Kept {
    list: Bytes,
    until: DateTime<Utc>,
}

impl Neighbours {
    pub fn new(http: reqwest::Client, clock: Clock) -> Self {
        Self { http, clock, kept: Mutex::default() }
    }

    /// What another service lists of a restaurant; nothing when it is not configured or does not answer.
    pub async fn fetch<T: DeserializeOwned>(&self, url: Option<&str>, slug: &str) -> Vec<T> {
        let Some(url) = url else { return Vec::new() };
        let list = match self.remembered(url, slug) {
            Some(list) => list,
            None => self.ask::<T>(url, slug).await,
        };
        serde_json::from_slice(&list).unwrap_or_default()
    }

    /// Whether the next `fetch` asks the other service.
    pub fn is_to_be_asked(&self, url: Option<&str>, slug: &str) -> bool {
        url.is_some_and(|url| self.remembered(url, slug).is_none())
    }

    fn remembered(&self, url: &str, slug: &str) -> Option<Bytes> {
        let kept = self.kept.lock();
        let kept = kept.get(&(url.to_owned(), slug.to_owned())).filter(|kept| self.clock.now() < kept.until)?;
        Some(kept.list.clone())
    }

    async fn ask<T: DeserializeOwned>(&self, url: &str, slug: &str) -> Bytes {
        let answered = self.answered::<T>(url, slug).await;
        let (list, lasts) = match answered {
            Ok(list) => (list, FRESH),
            Err(error) => {
                tracing::warn!(%error, "a neighbouring service did not answer");
                (Bytes::from_static(b"[]"), SILENT)
            }
        };
        self.keep((url.to_owned(), slug.to_owned()), Kept { list: list.clone(), until: self.clock.now() + lasts });
        list
    }

    /// The answer as it came, once it is known to be such a list.
    async fn answered<T: DeserializeOwned>(&self, url: &str, slug: &str) -> anyhow::Result<Bytes> {
        let request = self.http.get(url).query(&[("restaurant_slug", slug)]);
        let sent = async { request.send().await?.error_for_status() };
        let mut response = sent.await.map_err(reqwest::Error::without_url)?;
        let mut list = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(reqwest::Error::without_url)? {
            anyhow::ensure!(list.len() + chunk.len() <= LONGEST, "the list is longer than {LONGEST} bytes");
            list.extend_from_slice(&chunk);
        }
        serde_json::from_slice::<Vec<T>>(&list)?;
        Ok(list.into())
    }

    fn keep(&self, key: Key, told: Kept) {
        let mut kept = self.kept.lock();
        let bytes = kept.values().map(|kept| kept.list.len()).sum::<usize>() + told.list.len();
        if bytes > MOST_KEPT || kept.len() >= MOST_LISTS {
            kept.clear();
        }
        kept.insert(key, told);
    }
}
