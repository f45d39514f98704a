//! Lists about a restaurant from other services. Responses are cached for a while, so that readers of a page do not cause calls to the
//! other service.

use std::collections::HashMap;

use axum::body::Bytes;
use chrono::{DateTime, Duration, Utc};
use domain::clock::Clock;
use parking_lot::Mutex;
use serde::de::DeserializeOwned;

/// Lifetime of a cached list; a missing list is cached for a shorter time.
const LIST_LIFETIME: Duration = Duration::minutes(5);
const MISSING_LIST_LIFETIME: Duration = Duration::seconds(30);
/// Maximum size of a list, in bytes.
const MAX_LIST_BYTES: usize = 256 * 1024;
/// Maximum size of the cache, in bytes and lists; above it everything is dropped.
const MAX_CACHED_BYTES: usize = 16 * 1024 * 1024;
const MAX_CACHED_LISTS: usize = 5_000;

/// Service and slug.
type Key = (String, String);

pub struct ExternalLists {
    http: reqwest::Client,
    clock: Clock,
    kept: Mutex<HashMap<Key, CachedList>>,
}

struct CachedList {
    list: Bytes,
    until: DateTime<Utc>,
}

impl ExternalLists {
    pub fn new(http: reqwest::Client, clock: Clock) -> Self {
        Self { http, clock, kept: Mutex::default() }
    }

    /// Returns another service's list for a restaurant; empty if the service is not configured or does not respond.
    pub async fn fetch<T: DeserializeOwned>(&self, url: Option<&str>, slug: &str) -> Vec<T> {
        let Some(url) = url else { return Vec::new() };
        let list = match self.cached(url, slug) {
            Some(list) => list,
            None => self.refresh::<T>(url, slug).await,
        };
        serde_json::from_slice(&list).unwrap_or_default()
    }

    /// Reports whether the next `fetch` calls the other service.
    pub fn needs_fetch(&self, url: Option<&str>, slug: &str) -> bool {
        url.is_some_and(|url| self.cached(url, slug).is_none())
    }

    fn cached(&self, url: &str, slug: &str) -> Option<Bytes> {
        let kept = self.kept.lock();
        let kept = kept.get(&(url.to_owned(), slug.to_owned())).filter(|kept| self.clock.now() < kept.until)?;
        Some(kept.list.clone())
    }

    async fn refresh<T: DeserializeOwned>(&self, url: &str, slug: &str) -> Bytes {
        let answered = self.request::<T>(url, slug).await;
        let (list, lasts) = match answered {
            Ok(list) => (list, LIST_LIFETIME),
            Err(error) => {
                tracing::warn!(%error, "another service did not respond");
                (Bytes::from_static(b"[]"), MISSING_LIST_LIFETIME)
            }
        };
        self.store(
            (url.to_owned(), slug.to_owned()),
            CachedList { list: list.clone(), until: self.clock.now() + lasts },
        );
        list
    }

    /// Returns the response as received, after validating it as such a list.
    async fn request<T: DeserializeOwned>(&self, url: &str, slug: &str) -> anyhow::Result<Bytes> {
        let request = self.http.get(url).query(&[("restaurant_slug", slug)]);
        let sent = async { request.send().await?.error_for_status() };
        let mut response = sent.await.map_err(reqwest::Error::without_url)?;
        let mut list = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(reqwest::Error::without_url)? {
            anyhow::ensure!(
                list.len() + chunk.len() <= MAX_LIST_BYTES,
                "the list is longer than {MAX_LIST_BYTES} bytes"
            );
            list.extend_from_slice(&chunk);
        }
        serde_json::from_slice::<Vec<T>>(&list)?;
        Ok(list.into())
    }

    fn store(&self, key: Key, entry: CachedList) {
        let mut kept = self.kept.lock();
        let bytes = kept.values().map(|kept| kept.list.len()).sum::<usize>() + entry.list.len();
        if bytes > MAX_CACHED_BYTES || kept.len() >= MAX_CACHED_LISTS {
            kept.clear();
        }
        kept.insert(key, entry);
    }
}
