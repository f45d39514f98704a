//! The steps of a hold, each a type that only the previous step creates. Dropping one releases its place.

use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, PlacedHold};
use domain::reservations::model::HOLD;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Instant;

use super::Booking;
use super::admission_gate::{Permit, SlotClaim};
use super::rate_limit::Excess;

/// Reason why a diner gets no place in the queue.
pub enum JoinQueueError<'a> {
    /// Past the rate limit; a captcha may let the diner continue.
    OverLimit(OverLimit<'a>),
    /// So far past the rate limit that a captcha does not help.
    Flood {
        retry_after_seconds: i64,
    },
    Rejected(ReservationError),
}

impl From<ReservationError> for JoinQueueError<'_> {
    fn from(error: ReservationError) -> Self {
        Self::Rejected(error)
    }
}

/// A diner past the rate limit, who may still join the queue after a captcha (gaps G034). If it is dropped, the metric counts the request
/// as `too_many`.
#[must_use]
pub struct OverLimit<'a> {
    booking: &'a Booking,
    claim: SlotClaim,
    retry_after_seconds: i64,
    is_lifted: bool,
}

/// A diner's place in the queue for a slot, among the diners who may solve the captcha. If it is dropped, the place goes to the next diner.
#[must_use]
pub struct QueuePlace<'a> {
    booking: &'a Booking,
    claim: SlotClaim,
    turn: OwnedSemaphorePermit,
}

/// Permission to attempt a hold at a slot. If it is dropped without a response of the database, it goes to the next diner, and its own
/// diner may query the database once more, even when no stock is left.
#[must_use]
pub struct BookingPermit<'a> {
    booking: &'a Booking,
    permit: Permit,
}

impl Booking {
    /// Counts a request towards the diner's rate limit, and puts it into the queue for its slot. A request for a slot that is known to be
    /// full is rejected from memory: the claim's token identifies the diner sufficiently.
    ///
    /// # Errors
    /// `OverLimit` or `Flood` past the rate limit; `Rejected` with `NotCreatableYet` before the claim's `not_before`, and with `Full` as
    /// soon as no seat is left.
    pub async fn join_queue(&self, claim: SlotClaim) -> Result<QueuePlace<'_>, JoinQueueError<'_>> {
        match self.rate_limit.hit(claim.diner, Instant::now()) {
            Ok(()) => Ok(self.queue(claim).await?),
            Err(Excess { retry_after_seconds, is_flood: false }) => Err(JoinQueueError::OverLimit(OverLimit {
                booking: self,
                claim,
                retry_after_seconds,
                is_lifted: false,
            })),
            Err(Excess { retry_after_seconds, is_flood: true }) => {
                self.counters.too_many.increment(1);
                Err(JoinQueueError::Flood { retry_after_seconds })
            }
        }
    }

    async fn queue(&self, claim: SlotClaim) -> Result<QueuePlace<'_>, ReservationError> {
        if self.clock.now() < claim.not_before {
            self.counters.refused.increment(1);
            return Err(ReservationError::NotCreatableYet(claim.not_before));
        }
        let turn = self.admission_gate.join_queue(claim, &self.clock).await;
        let turn = turn.ok_or(ReservationError::Full).inspect_err(|_| self.counters.full.increment(1))?;
        Ok(QueuePlace { booking: self, claim, turn })
    }
}

impl<'a> OverLimit<'a> {
    pub const fn retry_after_seconds(&self) -> i64 {
        self.retry_after_seconds
    }

    /// Puts a diner who has passed a captcha into the queue.
    ///
    /// # Errors
    /// `NotCreatableYet` and `Full`, as in `Booking::join_queue`.
    pub async fn join_queue(mut self) -> Result<QueuePlace<'a>, ReservationError> {
        self.is_lifted = true;
        let (booking, claim) = (self.booking, self.claim);
        booking.queue(claim).await
    }
}

impl Drop for OverLimit<'_> {
    fn drop(&mut self) {
        if !self.is_lifted {
            self.booking.counters.too_many.increment(1);
        }
    }
}

impl<'a> QueuePlace<'a> {
    /// Waits at the admission gate until the diner may attempt a hold.
    ///
    /// # Errors
    /// `Full` when no seat is left, `Unavailable` while the slot cannot be reached, `Database` when the count of free stocks fails.
    pub async fn enter(self) -> Result<BookingPermit<'a>, ReservationError> {
        let Self { booking, claim, turn } = self;
        // Released before the wait at the gate, so that the next diner can pass the captcha meanwhile.
        drop(turn);
        let permit = booking.admission_gate.enter(&booking.pools.general, claim, &booking.clock).await;
        let permit = permit.inspect_err(|error| booking.counters.of(error).increment(1))?;
        Ok(BookingPermit { booking, permit })
    }
}

impl BookingPermit<'_> {
    /// Holds seats, and reports the outcome to the gate.
    ///
    /// # Errors
    /// The rejection of the request, or the failure that kept it from the database.
    pub async fn hold(self, request: &HoldRequest) -> Result<PlacedHold, ReservationError> {
        let Self { booking, permit } = self;
        // Boxed: thousands of requests may wait at the gate, and few of them come this far.
        let placed = Box::pin(booking.place(request)).await;
        booking.counters.count(&placed);
        match &placed {
            Ok(placed) => permit.won(placed, booking.clock.now() + HOLD),
            Err(ReservationError::Full) => permit.lost(),
            Err(error) if error.is_unavailable() => permit.timed_out(),
            Err(_) => permit.rejected(),
        }
        placed
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::clock::Clock;
    use domain::config::TimeoutFactor;
    use domain::ids::{OnlineStockGroupId, RestaurantId, UserId};
    use domain::rng::Rng;
    use sqlx::PgPool;

    use super::super::batcher::Batches;
    use super::super::pools::BookingPools;
    use super::super::rate_limit::{FLOOD, MAX_PER_WINDOW};
    use super::*;

    #[tokio::test]
    async fn captcha_admits_diners_past_limit_but_not_floods() {
        let pool = PgPool::connect_lazy("postgres://127.0.0.1:9/none").unwrap();
        let timeout_factor = TimeoutFactor::USUAL;
        let pools = BookingPools { general: pool.clone(), batches: pool.clone(), locking: pool, timeout_factor };
        let batches = Batches { max_size: 1, max_concurrent: 2 };
        let booking = Booking::new(pools, Clock::system(), Rng::seeded(1), batches);
        let claim = SlotClaim {
            restaurant: RestaurantId(1),
            slot: OnlineStockGroupId(1),
            diner: UserId(1),
            not_before: DateTime::UNIX_EPOCH,
        };
        for _ in 0..MAX_PER_WINDOW {
            assert!(booking.join_queue(claim).await.is_ok());
        }
        for _ in MAX_PER_WINDOW..FLOOD {
            let Err(JoinQueueError::OverLimit(over)) = booking.join_queue(claim).await else {
                panic!("over the limit")
            };
            assert!(over.join_queue().await.is_ok(), "a captcha lets the diner continue");
        }
        assert!(matches!(booking.join_queue(claim).await, Err(JoinQueueError::Flood { .. })));
    }
}
