//! Placing a hold: first without a lock, then behind the slot's lock, and again when only a race or an ended hold was the obstacle.

use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldAttempt, HoldRequest, Locks, PlacedHold, place_batch, place_gold, place_hold};
use domain::reservations::queries;
use futures_util::FutureExt;

use super::Booking;
use super::retry::Retry;

/// Maximum number of attempts of a request that lost a race or met a deadlock.
const ATTEMPTS: usize = 5;
/// Number of attempts, from the first, that start without a lock.
const UNLOCKED_ATTEMPTS: usize = 2;

impl Booking {
    pub(super) async fn place(&self, request: &HoldRequest) -> Result<PlacedHold, ReservationError> {
        let restaurant = request.restaurant;
        let retry = Retry { pool: &self.pools.general, rng: &self.rng, clock: &self.clock, restaurant };
        let attempt = |attempt| match attempt <= UNLOCKED_ATTEMPTS {
            true => self.place_unlocked(request).boxed(),
            false => self.place_locked(request).boxed(),
        };
        retry.run(ATTEMPTS, attempt).await
    }

    /// Decides without a lock, together with concurrent requests. Checks that count other parties, and rejections that may result from the
    /// diner's own hold or booking at this restaurant, are decided behind the lock.
    async fn place_unlocked(&self, request: &HoldRequest) -> Result<PlacedHold, ReservationError> {
        let attempt = match &self.batcher {
            Some(batcher) => batcher.place(request.clone()).await,
            None => self.place_alone(request).await,
        };
        match attempt {
            Ok(HoldAttempt::Placed(placed)) => return Ok(placed),
            Ok(HoldAttempt::NeedsLock | HoldAttempt::Busy) => {}
            // A gold slot counts as gone in a batch; only `place_gold` offers it, to gold diners.
            Err(ReservationError::SlotGone) => return self.place_gold(request).await,
            Err(error) if error.may_result_from_own_hold() && self.has_live(request).await? => {}
            Err(error) => return Err(error),
        }
        self.place_locked(request).await
    }

    /// Writes a batch of one request, which waits for its slot.
    async fn place_alone(&self, request: &HoldRequest) -> Result<HoldAttempt, ReservationError> {
        let _turn = self.admission_gate.wait_turn(request.restaurant).await?;
        let mut conn = self.pools.locking.acquire().await?;
        let requests = std::slice::from_ref(request);
        let mut attempts = place_batch(&mut conn, &self.rng, self.clock.now(), requests, Locks::Awaited).await;
        attempts.pop().unwrap_or(Ok(HoldAttempt::NeedsLock))
    }

    async fn place_gold(&self, request: &HoldRequest) -> Result<PlacedHold, ReservationError> {
        let mut tx = self.pools.locking.begin().await?;
        let placed = place_gold(&mut tx, &self.rng, self.clock.now(), request).await?;
        tx.commit().await?;
        Ok(placed)
    }

    async fn has_live(&self, request: &HoldRequest) -> sqlx::Result<bool> {
        let mut conn = self.pools.locking.acquire().await?;
        Ok(!queries::list_live(&mut conn, request.restaurant, request.diner).await?.is_empty())
    }

    /// Decides behind the slot's lock, where nothing changes between the read and the write.
    async fn place_locked(&self, request: &HoldRequest) -> Result<PlacedHold, ReservationError> {
        let _turn = self.admission_gate.wait_turn(request.restaurant).await?;
        let mut tx = self.pools.locking.begin().await?;
        let placed = place_hold(&mut tx, &self.rng, self.clock.now(), request).await?;
        tx.commit().await?;
        Ok(placed)
    }
}
