//! Places holds for several diners in one transaction. The requests of a batch share statements, round trips and the commit.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{HoldAttempt, HoldRequest, Locks};
use super::place::{HoldCandidate, Kind, find_candidates, place};
use crate::db::is_transient;
use crate::reservations::error::ReservationError;
use crate::rng::Rng;

/// Holds seats for diners without a hold at the restaurant, and returns the outcomes in the order of the requests. The rules are
/// checked without a lock; the write rechecks under the lock what may have changed. All holds are written together; if one makes the
/// write fail, each is written alone. A diner in a pause needs the lock (`place_hold`). If the database is unavailable, every request gets
/// that error; after a transient error of a batch, every request gets `Raced`. After a rejection for which `may_result_from_ended_hold` is true, the caller sweeps
/// (`expire::sweep_restaurant`) and calls `place_hold`.
pub async fn place_batch(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    requests: &[HoldRequest],
    locks: Locks,
) -> Vec<Result<HoldAttempt, ReservationError>> {
    match place_together(conn, rng, now, requests, locks).await {
        Ok(attempts) => attempts,
        // Another attempt would fail in the same way.
        Err(error) if error.is_unavailable() => requests.iter().map(|_| Err(error.unavailable_to_each())).collect(),
        Err(error) if requests.len() == 1 => vec![Err(error)],
        Err(ReservationError::Database(error)) if is_transient(&error) => {
            requests.iter().map(|_| Err(ReservationError::Raced)).collect()
        }
        Err(_) => {
            let mut attempts = Vec::new();
            for request in requests {
                let alone = place_together(conn, rng, now, std::slice::from_ref(request), locks).await;
                attempts.push(alone.and_then(|mut alone| alone.pop().unwrap_or(Ok(HoldAttempt::NeedsLock))));
            }
            attempts
        }
    }
}

/// Attempts all requests in one write. After an error no hold is written.
async fn place_together(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    requests: &[HoldRequest],
    locks: Locks,
) -> Result<Vec<Result<HoldAttempt, ReservationError>>, ReservationError> {
    let candidates = find_candidates(conn, requests, now).await?;
    let paused: Vec<_> = (0..candidates.len()).filter(|index| is_paused(&candidates[*index])).collect();
    let free = candidates.into_iter().filter(|candidate| !is_paused(candidate)).collect();
    let mut attempts = place(conn, rng, now, free, Kind::Ordinary, locks).await?;
    for index in paused {
        // The request may repeat the live hold, which only the lock can decide.
        attempts.insert(index, Ok(HoldAttempt::NeedsLock));
    }
    Ok(attempts)
}

fn is_paused(candidate: &Result<HoldCandidate<'_>, ReservationError>) -> bool {
    candidate.as_ref().is_ok_and(|candidate| candidate.pause.is_some())
}
