//! Timeout of one statement of a request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crate::config::TimeoutFactor;

/// Longer than the timeout of an external service (`clients::http`), for which a request waits in the same way.
const ORDINARY: Duration = Duration::from_secs(6);
/// Slightly longer than the database's own statement timeout, so the database's error comes first.
const BULK: Duration = Duration::from_secs(32);
/// For requests that wait in a queue of this process, and not for the database.
const QUEUED_TIMEOUT: Duration = Duration::from_secs(600);

tokio::task_local! {
    static OF_THIS_TASK: StatementTimeout;
}

/// Timeout of each statement of one request. The request's work may extend it.
#[derive(Clone, Debug, Default)]
pub struct StatementTimeout(Arc<State>);

#[derive(Debug, Default)]
struct State {
    configured: TimeoutFactor,
    is_bulk: AtomicBool,
    queues: AtomicUsize,
}

impl StatementTimeout {
    pub fn new(configured: TimeoutFactor) -> Self {
        Self(Arc::new(State { configured, ..State::default() }))
    }

    /// Returns the timeout of the next statement.
    pub fn current(&self) -> Duration {
        let ordinary = self.0.configured.times(ORDINARY);
        match (self.0.queues.load(Relaxed), self.0.is_bulk.load(Relaxed)) {
            (0, false) => ordinary,
            (0, true) => BULK.max(ordinary),
            _ => QUEUED_TIMEOUT,
        }
    }

    /// Applies this timeout to `work`.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        OF_THIS_TASK.scope(self, work).await
    }
}

/// Extends the timeout, for the rest of the request, for statements that read or write thousands of rows: a file, a merge, an audience.
pub fn extend_for_bulk() {
    let _ = OF_THIS_TASK.try_with(|timeout| timeout.0.is_bulk.store(true, Relaxed));
}

/// Waits for `turn` in a queue of this process, for any time.
pub async fn wait_in_queue<F: Future>(turn: F) -> F::Output {
    let timeout = OF_THIS_TASK.try_with(Clone::clone).ok();
    let _queueing = timeout.map(QueueGuard::begin);
    turn.await
}

struct QueueGuard(StatementTimeout);

impl QueueGuard {
    fn begin(timeout: StatementTimeout) -> Self {
        timeout.0.queues.fetch_add(1, Relaxed);
        Self(timeout)
    }
}

impl Drop for QueueGuard {
    fn drop(&mut self) {
        self.0.0.queues.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn request_may_extend_its_timeout() {
        let timeout = StatementTimeout::default();
        assert_eq!(timeout.current(), ORDINARY);
        let seen = timeout.clone();
        timeout.clone().scope(wait_in_queue(async { assert_eq!(seen.current(), QUEUED_TIMEOUT) })).await;
        assert_eq!(timeout.current(), ORDINARY);
        timeout.clone().scope(async { extend_for_bulk() }).await;
        assert_eq!(timeout.current(), BULK);
        extend_for_bulk();
        wait_in_queue(async {}).await;
    }
}
