//! Retries of writes: after a lost race or a deadlock, and when only ended holds were the obstacle.

use domain::clock::Clock;
use domain::db;
use domain::ids::RestaurantId;
use domain::reservations::error::ReservationError;
use domain::reservations::holds::expire;
use domain::reservations::staff::StaffError;
use domain::rng::Rng;
use futures_util::future::BoxFuture;
use sqlx::PgPool;

/// A rejection that the next attempt may not meet.
pub trait Retryable: From<sqlx::Error> {
    /// Reports whether a concurrent transaction interfered.
    fn is_race(&self) -> bool;

    /// Reports whether the row of an ended hold may be the only obstacle.
    fn may_result_from_ended_hold(&self) -> bool;
}

impl Retryable for ReservationError {
    fn is_race(&self) -> bool {
        match self {
            Self::Raced => true,
            Self::Database(error) => db::is_transient(error),
            _ => false,
        }
    }

    fn may_result_from_ended_hold(&self) -> bool {
        self.may_result_from_ended_hold()
    }
}

impl Retryable for StaffError {
    fn is_race(&self) -> bool {
        matches!(self, Self::Database(error) if db::is_transient(error))
    }

    fn may_result_from_ended_hold(&self) -> bool {
        self.may_result_from_ended_hold()
    }
}

/// Maximum number of attempts of a write that met a deadlock or an ended hold.
pub const ATTEMPTS: usize = 3;

/// Writes to an existing row, for which an ended hold is no obstacle, and retries after a deadlock.
///
/// # Errors
/// The error of the last attempt.
pub async fn retry_deadlocks<'w, T, E: Retryable>(
    mut write: impl FnMut() -> BoxFuture<'w, Result<T, E>>,
) -> Result<T, E> {
    for _ in 1..ATTEMPTS {
        match write().await {
            Err(error) if error.is_race() => {}
            answer => return answer,
        }
    }
    write().await
}

/// Context of the sweep of ended holds between two attempts.
pub struct Retry<'a> {
    pub pool: &'a PgPool,
    pub rng: &'a Rng,
    pub clock: &'a Clock,
    pub restaurant: RestaurantId,
}

impl Retry<'_> {
    /// Returns the first of at most `attempts` results that is a success or a permanent rejection, otherwise the error of the last attempt.
    /// `write` receives the number of the attempt, starting at 1, and must leave no changes when it fails.
    pub async fn run<'w, T, E: Retryable>(
        &self,
        attempts: usize,
        mut write: impl FnMut(usize) -> BoxFuture<'w, Result<T, E>>,
    ) -> Result<T, E> {
        let mut attempt = 1;
        loop {
            let error = match write(attempt).await {
                Ok(written) => return Ok(written),
                Err(error) => error,
            };
            // Another sweeper may have removed the ended hold meanwhile, so the first rejection is retried once.
            let is_cleared = error.may_result_from_ended_hold() && (self.sweep().await? > 0 || attempt == 1);
            if attempt == attempts || !(is_cleared || error.is_race()) {
                return Err(error);
            }
            attempt += 1;
        }
    }

    async fn sweep(&self) -> sqlx::Result<usize> {
        expire::sweep_restaurant(self.pool, self.rng, self.clock.now(), self.restaurant).await
    }
}
