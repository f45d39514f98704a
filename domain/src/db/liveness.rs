//! A database host that vanishes without a word (a power cut, a split network, an address that has moved) leaves connections on which
//! nothing ever comes, and TCP gives up after a quarter of an hour. So whoever waits for an answer gives up first, and says so here:
//! every connection of the process is then looked at before it is used again, and those that stay silent are dropped.

use std::io;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::pool::PoolConnectionMetadata;
use sqlx::{Connection, PgConnection, PgPool};
use tokio::time::{Instant, sleep_until, timeout};

/// A connection that is asked for nothing answers within this time, or is lost.
pub(super) const PING_TIMEOUT: Duration = Duration::from_millis(700);
/// A connection that has just served is trusted, unless another one was silent.
const TRUSTED_PERIOD: Duration = Duration::from_secs(1);
/// So long after a silence connections are looked at whenever they change hands.
const SUSPECT_PERIOD: Duration = Duration::from_secs(10);

/// When somebody in this process last waited in vain.
static SUSPECTED_AT: Mutex<Option<Instant>> = Mutex::new(None);

/// The database did not answer within its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silent;

impl From<Silent> for sqlx::Error {
    fn from(_: Silent) -> Self {
        Self::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"))
    }
}

/// Somebody waited in vain for the database: no connection of this process is trusted until it has answered.
pub fn suspect_connections() {
    *SUSPECTED_AT.lock() = Some(Instant::now());
}

fn is_suspected(now: Instant) -> bool {
    SUSPECTED_AT.lock().is_some_and(|at| now.saturating_duration_since(at) < SUSPECT_PERIOD)
}

/// What `work` answers. When that takes longer than `limit`, `work` is dropped and all connections are doubted.
///
/// # Errors
/// `Silent` when the time is up.
pub async fn with_timeout<F: Future>(limit: Duration, work: F) -> Result<F::Output, Silent> {
    timeout(limit, work).await.map_err(|_| {
        suspect_connections();
        Silent
    })
}

/// What `work` answers, however long it takes, as long as it gets on: it is dropped, and all connections are doubted, when nothing
/// that it waits for has come for `limit()`. Since it takes one statement after the other, that is a limit for each of them. The
/// limit is asked for anew after each silence, because the work may ask for more patience while it runs.
///
/// # Errors
/// `Silent` when nothing came.
pub async fn with_silence_limit<F: Future>(limit: impl Fn() -> Duration, work: F) -> Result<F::Output, Silent> {
    let mut work = pin!(work);
    let mut heard_at = Instant::now();
    let mut alarm = pin!(sleep_until(heard_at + limit()));
    std::future::poll_fn(move |context| {
        if let Poll::Ready(done) = work.as_mut().poll(context) {
            return Poll::Ready(Ok(done));
        }
        let now = Instant::now();
        // The alarm is set anew only when it rings: work that gets on would set it for every step.
        if alarm.as_mut().poll(context).is_pending() {
            heard_at = now;
            return Poll::Pending;
        }
        loop {
            let until = heard_at + limit();
            if until <= now {
                suspect_connections();
                return Poll::Ready(Err(Silent));
            }
            alarm.as_mut().reset(until);
            if alarm.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
        }
    })
    .await
}

/// Whether a connection of the pool is to be had, and answers, within `limit`.
pub async fn answers_ping(pool: &PgPool, limit: Duration) -> bool {
    let asked = async { sqlx::query("SELECT 1").execute(&mut *pool.acquire().await?).await };
    matches!(timeout(limit, asked).await, Ok(Ok(_)))
}

/// What one pool knows of its connections.
#[derive(Debug)]
pub(super) struct Watch {
    /// `PING_TIMEOUT`, or longer.
    answers_within: Duration,
    /// Connections that were opened before this are lost: one of them did not answer although it was asked for nothing.
    lost_at: Mutex<Option<Instant>>,
}

impl Watch {
    pub(super) fn new(answers_within: Duration) -> Self {
        Self { answers_within, lost_at: Mutex::default() }
    }

    /// A connection that has just served is trusted. One that was idle, perhaps through a failover, is pinged first. When it stays
    /// silent, all connections of its age or older are lost with it.
    ///
    /// # Errors
    /// The connection is lost, and closed without a farewell.
    pub(super) async fn admits(&self, conn: &mut PgConnection, state: PoolConnectionMetadata) -> sqlx::Result<bool> {
        let now = Instant::now();
        if self.is_lost(now, state.age) {
            return Err(Silent.into());
        }
        if state.idle_for < TRUSTED_PERIOD && !is_suspected(now) {
            return Ok(true);
        }
        match timeout(self.answers_within, conn.ping()).await {
            Ok(answer) => Ok(answer.is_ok()),
            Err(_) => {
                *self.lost_at.lock() = Some(now);
                suspect_connections();
                Err(Silent.into())
            }
        }
    }

    /// The pool itself asks every connection that comes back, without a limit. So one that may be silent is asked here first.
    ///
    /// # Errors
    /// The connection is lost, or still busy with what nobody waits for any more.
    pub(super) async fn takes_back(
        &self,
        conn: &mut PgConnection,
        state: PoolConnectionMetadata,
    ) -> sqlx::Result<bool> {
        let now = Instant::now();
        if self.is_lost(now, state.age) {
            return Err(Silent.into());
        }
        if !is_suspected(now) {
            return Ok(true);
        }
        timeout(self.answers_within, conn.ping()).await.map_err(|_| Silent)??;
        Ok(true)
    }

    fn is_lost(&self, now: Instant, age: Duration) -> bool {
        let opened_at = now.checked_sub(age);
        self.lost_at.lock().is_some_and(|lost_at| opened_at.is_none_or(|opened_at| opened_at <= lost_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_gets_on_may_take_long() {
        let steps = async {
            for _ in 0..8 {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            "done"
        };
        assert_eq!(with_silence_limit(|| Duration::from_secs(1), steps).await, Ok("done"));
    }

    #[tokio::test]
    async fn stalled_work_ends_and_all_connections_become_suspect() {
        let stuck = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            std::future::pending::<()>().await;
        };
        assert_eq!(with_silence_limit(|| Duration::from_millis(30), stuck).await, Err(Silent));
        assert!(is_suspected(Instant::now()));
    }

    #[tokio::test]
    async fn timeout_can_be_extended_during_work() {
        let limit = Mutex::new(Duration::from_millis(30));
        let work = async {
            *limit.lock() = Duration::from_secs(60);
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        assert_eq!(with_silence_limit(|| *limit.lock(), work).await, Ok(()));
    }
}
