//! A database host that disappears silently (a power cut, a network partition, an address that has moved) leaves connections on which
//! nothing arrives any more, and TCP gives up only after a quarter of an hour. The code that waits for a response therefore has a shorter
//! timeout and reports it here. Every connection of the process is then checked before its next use, and unresponsive ones are dropped.
//!
//! Work that is dropped before it ends is a second reason for suspicion: sqlx returns the connection of a dropped BEGIN to the pool inside the
//! transaction, and the writes of its next user would never be committed.

use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::{Connection, PgConnection, PgPool, Row};
use tokio::time::{Instant, sleep_until, timeout};

/// An idle connection answers a ping within this time, or is lost.
pub(super) const PING_TIMEOUT: Duration = Duration::from_millis(700);
/// A connection used within this time is trusted, unless another one timed out.
const TRUSTED_PERIOD: Duration = Duration::from_secs(1);
/// After a timeout, connections are checked for this time on every checkout and return.
const SUSPECT_PERIOD: Duration = Duration::from_secs(10);

/// Time of the last timeout in this process.
static SUSPECTED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// The database did not respond in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unresponsive;

impl From<Unresponsive> for sqlx::Error {
    fn from(_: Unresponsive) -> Self {
        Self::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"))
    }
}

/// Marks all connections of this process suspect after a timeout: none is trusted until it has answered a ping.
pub fn suspect_connections() {
    *SUSPECTED_AT.lock() = Some(Instant::now());
}

fn is_suspected(now: Instant) -> bool {
    SUSPECTED_AT.lock().is_some_and(|at| now.saturating_duration_since(at) < SUSPECT_PERIOD)
}

/// Runs `work`. If it takes longer than `limit`, drops it and marks all connections suspect.
///
/// # Errors
/// `Unresponsive` after the limit.
pub async fn with_timeout<F: Future>(limit: Duration, work: F) -> Result<F::Output, Unresponsive> {
    timeout(limit, work).await.map_err(|_| {
        suspect_connections();
        Unresponsive
    })
}

/// Runs `work` for any duration, provided that it makes progress: if nothing that it waits for arrives within `limit()`, drops it and marks
/// all connections suspect. Since it runs one statement after the other, the limit applies to each statement. Reads the limit again after
/// each wait, because the work may extend its timeout while it runs.
///
/// # Errors
/// `Unresponsive` if nothing arrived.
pub async fn with_idle_timeout<F: Future>(limit: impl Fn() -> Duration, work: F) -> Result<F::Output, Unresponsive> {
    let mut work = pin!(work);
    let mut progress_at = Instant::now();
    let mut alarm = pin!(sleep_until(progress_at + limit()));
    std::future::poll_fn(move |context| {
        if let Poll::Ready(done) = work.as_mut().poll(context) {
            return Poll::Ready(Ok(done));
        }
        let now = Instant::now();
        // Resets the alarm only when it fires: work that makes progress would reset it for every step.
        if alarm.as_mut().poll(context).is_pending() {
            progress_at = now;
            return Poll::Pending;
        }
        loop {
            let until = progress_at + limit();
            if until <= now {
                suspect_connections();
                return Poll::Ready(Err(Unresponsive));
            }
            alarm.as_mut().reset(until);
            if alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    })
    .await
}

/// Runs `work`. If it is dropped before it ends, marks all connections suspect.
pub fn suspect_if_dropped<F: Future>(work: F) -> impl Future<Output = F::Output> {
    Droppable { work: Box::pin(work), has_ended: false }
}

struct Droppable<F> {
    work: Pin<Box<F>>,
    has_ended: bool,
}

impl<F: Future> Future for Droppable<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let done = ready!(self.work.as_mut().poll(context));
        self.has_ended = true;
        Poll::Ready(done)
    }
}

/// Runs before the work is dropped, which returns its connections to their pool.
impl<F> Drop for Droppable<F> {
    fn drop(&mut self) {
        if !self.has_ended {
            suspect_connections();
        }
    }
}

/// Whether a connection of the pool is available and answers a ping within `limit`.
pub async fn answers_ping(pool: &PgPool, limit: Duration) -> bool {
    let asked = async { sqlx::query("SELECT 1").execute(&mut *pool.acquire().await?).await };
    matches!(timeout(limit, asked).await, Ok(Ok(_)))
}

/// The state of one pool's connections.
#[derive(Debug)]
pub(super) struct Watch {
    /// `PING_TIMEOUT`, or longer.
    answers_within: Duration,
    /// Connections opened before this are lost: one of them did not answer although it was idle.
    lost_at: Mutex<Option<Instant>>,
}

impl Watch {
    pub(super) fn new(answers_within: Duration) -> Self {
        Self { answers_within, lost_at: Mutex::default() }
    }

    /// Trusts a connection that was used recently, and pings one that was idle, perhaps through a failover. If it does not answer, all
    /// connections of its age or older are lost with it.
    ///
    /// # Errors
    /// The connection is lost, and is closed without a terminate message.
    pub(super) async fn admits(&self, conn: &mut PgConnection, state: PoolConnectionMetadata) -> sqlx::Result<bool> {
        let now = Instant::now();
        if self.is_lost(now, state.age) {
            return Err(Unresponsive.into());
        }
        if state.idle_for < TRUSTED_PERIOD && !is_suspected(now) {
            return Ok(true);
        }
        match timeout(self.answers_within, conn.ping()).await {
            Ok(answer) => Ok(answer.is_ok()),
            Err(_) => {
                *self.lost_at.lock() = Some(now);
                suspect_connections();
                Err(Unresponsive.into())
            }
        }
    }

    /// Checks a returned connection that may be unresponsive, because the pool itself pings every returned connection without a timeout.
    /// Returns false, and the pool closes the connection, if it is inside a transaction.
    ///
    /// # Errors
    /// The connection is lost, or still busy with an abandoned statement.
    pub(super) async fn check_returned(
        &self,
        conn: &mut PgConnection,
        state: PoolConnectionMetadata,
    ) -> sqlx::Result<bool> {
        let now = Instant::now();
        if self.is_lost(now, state.age) {
            return Err(Unresponsive.into());
        }
        if !is_suspected(now) {
            return Ok(true);
        }
        timeout(self.answers_within, is_outside_transaction(conn)).await.map_err(|_| Unresponsive)?
    }

    fn is_lost(&self, now: Instant, age: Duration) -> bool {
        let opened_at = now.checked_sub(age);
        self.lost_at.lock().is_some_and(|lost_at| opened_at.is_none_or(|opened_at| opened_at <= lost_at))
    }
}

/// Whether a statement of the simple query protocol begins its own transaction. Inside another one, `now()` is the time of its BEGIN.
async fn is_outside_transaction(conn: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::raw_sql("SELECT now() = statement_timestamp()").fetch_one(conn).await?.try_get(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn progressing_work_may_take_long() {
        let steps = async {
            for _ in 0..8 {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            "done"
        };
        assert_eq!(with_idle_timeout(|| Duration::from_secs(1), steps).await, Ok("done"));
    }

    #[tokio::test]
    async fn stalled_work_ends_and_all_connections_become_suspect() {
        let stuck = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            std::future::pending::<()>().await;
        };
        assert_eq!(with_idle_timeout(|| Duration::from_millis(30), stuck).await, Err(Unresponsive));
        assert!(is_suspected(Instant::now()));
    }

    #[tokio::test]
    async fn timeout_can_be_extended_during_work() {
        let limit = Mutex::new(Duration::from_millis(30));
        let work = async {
            *limit.lock() = Duration::from_secs(60);
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        assert_eq!(with_idle_timeout(|| *limit.lock(), work).await, Ok(()));
    }
}
