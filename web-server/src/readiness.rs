//! Readiness: whether this server can take bookings now, by probing its databases.

use std::time::Duration;

use domain::db;
use futures_util::future::join_all;
use parking_lot::Mutex;
use sqlx::PgPool;
use tokio::time::Instant;

/// Timeout of a probe: with the overhead of the request, the response arrives within a second. A pool detects a lost connection in less
/// time, so that the next probe can succeed.
const PROBE_TIMEOUT: Duration = Duration::from_millis(900);
/// Minimum interval between probes of the database, however many clients query readiness.
const PROBE_INTERVAL: Duration = Duration::from_millis(200);
/// A database that is out of resources rejects writes and serves reads, so a rejection counts for this period.
const REJECTION_PERIOD: Duration = Duration::from_secs(5);

/// Readiness of this server: every pool has a connection that responds, and no write was rejected recently for lack of resources.
pub struct Readiness {
    pools: Vec<PgPool>,
    last_probe: tokio::sync::Mutex<Option<(Instant, bool)>>,
    refused_at: Mutex<Option<Instant>>,
}

impl Readiness {
    pub fn new(pools: Vec<PgPool>) -> Self {
        Self { pools, last_probe: tokio::sync::Mutex::default(), refused_at: Mutex::default() }
    }

    /// Records that the database rejected a request because it is full, has no connection left, or has become a standby.
    pub fn record_rejection(&self) {
        *self.refused_at.lock() = Some(Instant::now());
    }

    /// Returns true if all probes succeed within 0.9 s and no rejection counts any more.
    pub async fn is_ready(&self) -> bool {
        let mut last_probe = self.last_probe.lock().await;
        let answers = match *last_probe {
            Some((at, answers)) if at.elapsed() < PROBE_INTERVAL => answers,
            _ => {
                let all = join_all(self.pools.iter().map(|pool| db::answers_ping(pool, PROBE_TIMEOUT))).await;
                let answers = all.into_iter().all(|answers| answers);
                *last_probe = Some((Instant::now(), answers));
                answers
            }
        };
        answers && self.refused_at.lock().is_none_or(|at| at.elapsed() >= REJECTION_PERIOD)
    }
}
