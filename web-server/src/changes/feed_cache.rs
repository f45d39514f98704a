//! In-memory cache of the availability feed's text of each restaurant, valid until something about the restaurant changes.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::ids::RestaurantId;
use parking_lot::Mutex;

use super::availability_cache::{AvailabilityCache, Epoch};

/// Maximum size of the cache for all restaurants together, in bytes; above it everything is dropped.
const MAX_CACHED_BYTES: usize = 64 * 1024 * 1024;

#[derive(Default)]
pub struct FeedCache {
    kept: Mutex<HashMap<RestaurantId, FeedText>>,
    /// One restaurant is read at a time, so a crowd of readers costs no more than one.
    turn: tokio::sync::Mutex<()>,
}

/// A restaurant's part of the feed, as JSON.
pub struct FeedText {
    /// Taken before anything was read for the text.
    pub epoch: Epoch,
    pub text: Arc<str>,
    pub valid_until: DateTime<Utc>,
}

impl FeedCache {
    /// Returns the text of a restaurant; `None` when it is out of date, or when a change may have been missed.
    pub fn find(&self, cache: &AvailabilityCache, restaurant: RestaurantId, now: DateTime<Utc>) -> Option<Arc<str>> {
        let kept = self.kept.lock();
        let kept = kept.get(&restaurant).filter(|kept| now < kept.valid_until)?;
        cache.is_current(restaurant, kept.epoch).then(|| kept.text.clone())
    }

    /// Waits until no other restaurant is being read.
    pub async fn lock(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    pub fn store(&self, restaurant: RestaurantId, entry: FeedText) {
        let mut kept = self.kept.lock();
        if kept.values().map(|kept| kept.text.len()).sum::<usize>() + entry.text.len() > MAX_CACHED_BYTES {
            kept.clear();
        }
        kept.insert(restaurant, entry);
    }
}
