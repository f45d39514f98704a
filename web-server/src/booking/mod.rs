//! The one door for a hold. Behind it stand the rate limit of a diner, the admission gate of a slot, the hold batcher and the
//! attempts (docs/ARCHITECTURE.md, "How a booking walks through the house").

use chrono::{DateTime, Utc};
use domain::clock::Clock;
use domain::config::DatabasePatience;
use domain::ids::{OnlineStockGroupId, RestaurantId, UserId};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldRequest, PlacedHold};
use domain::reservations::model::HOLD;
use domain::rng::Rng;
use metrics::{Counter, counter};
use sqlx::PgPool;
use tokio::time::Instant;

use self::admission_gate::{AdmissionGate, Permit};
use self::batcher::HoldBatcher;
use self::rate_limit::{Excess, RateLimit};

mod admission_gate;
mod attempts;
mod batcher;
mod rate_limit;
pub mod retry;

pub use self::batcher::Batches;

/// So many requests for a slot are admitted at once where none waits for a batch.
const MOST_UNBATCHED: usize = 8;

/// The connections that holds are placed over.
#[derive(Clone, Debug)]
pub struct BookingPools {
    /// For everything beside the booking itself: counts of free stocks, sweeps.
    pub general: PgPool,
    /// For the batches that wait for no lock, as many as are under way at once: a connection that is always in use has its
    /// plans in the processor's caches.
    pub batches: PgPool,
    /// For bookings that may wait for a lock.
    pub patient: PgPool,
    /// How long all of them wait.
    pub patience: DatabasePatience,
}

/// What a calendar token says of a hold before the request's body is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub restaurant: RestaurantId,
    pub slot: OnlineStockGroupId,
    pub diner: UserId,
    pub not_before: DateTime<Utc>,
}

/// Why there is no hold.
#[derive(Debug)]
pub enum HoldRefusal {
    TooManyRequests { retry_after_seconds: i64 },
    Reservation(ReservationError),
}

impl From<ReservationError> for HoldRefusal {
    fn from(error: ReservationError) -> Self {
        Self::Reservation(error)
    }
}

impl From<sqlx::Error> for HoldRefusal {
    fn from(error: sqlx::Error) -> Self {
        Self::Reservation(error.into())
    }
}

pub struct Booking {
    admission_gate: AdmissionGate,
    rate_limit: RateLimit,
    /// Nothing where each request is written by itself.
    batcher: Option<HoldBatcher>,
    pools: BookingPools,
    clock: Clock,
    rng: Rng,
    counters: HoldCounters,
}

/// Hold requests by what became of them.
struct HoldCounters {
    placed: Counter,
    full: Counter,
    refused: Counter,
    unavailable: Counter,
    too_many: Counter,
}

impl HoldCounters {
    fn new() -> Self {
        let of = |outcome: &'static str| counter!("seki_holds_total", "outcome" => outcome);
        Self {
            placed: of("placed"),
            full: of("full"),
            refused: of("refused"),
            unavailable: of("unavailable"),
            too_many: of("too_many"),
        }
    }

    fn count<T>(&self, held: &Result<T, ReservationError>) {
        held.as_ref().map_or_else(|error| self.of(error), |_| &self.placed).increment(1);
    }

    fn of(&self, refusal: &ReservationError) -> &Counter {
        match refusal {
            ReservationError::Full => &self.full,
            error if error.is_unavailable() => &self.unavailable,
            _ => &self.refused,
        }
    }
}

impl Booking {
    /// Writes up to `batches.most_together` holds in one statement; with 1 no request waits for another.
    pub fn new(pools: BookingPools, clock: Clock, rng: Rng, batches: Batches) -> Self {
        let most_together = batches.most_together;
        let is_batched = most_together > 1;
        // More than a batch would only wait in the batcher, and many of them in vain.
        let most_at_once = if is_batched { most_together } else { MOST_UNBATCHED };
        let batcher = || HoldBatcher::new(pools.clone(), clock.clone(), rng.clone(), batches);
        Self {
            admission_gate: AdmissionGate::new(most_at_once),
            rate_limit: RateLimit::default(),
            batcher: is_batched.then(batcher),
            pools,
            clock,
            rng,
            counters: HoldCounters::new(),
        }
    }

    /// The connections by what they are for.
    pub fn pools(&self) -> [(&'static str, &PgPool); 3] {
        [("general", &self.pools.general), ("batches", &self.pools.batches), ("bookings", &self.pools.patient)]
    }

    /// Holds seats. `pardon` is asked about a diner who is past the rate limit, with the seconds to wait: one who has proved to be a
    /// person goes on (gaps G034). `prove` asks outside whether the diner is a person: before the gate, so that a slow answer keeps nobody else from a
    /// seat, and only while seats are left. `request` is made only for a diner whom the gate admits. So a crowd at a full slot costs
    /// nothing.
    pub async fn hold<E, L, P, F>(
        &self,
        claim: Claim,
        pardon: impl FnOnce(i64) -> L,
        prove: impl FnOnce() -> P,
        request: impl FnOnce() -> F,
    ) -> Result<PlacedHold, E>
    where
        E: From<HoldRefusal>,
        L: Future<Output = Result<(), E>>,
        P: Future<Output = Result<(), E>>,
        F: Future<Output = Result<HoldRequest, E>>,
    {
        // The token is proof enough of who waits in line, and a crowd is told from memory that nothing is left.
        if let Err(Excess { retry_after_seconds, is_flood }) = self.rate_limit.hit(claim.diner, Instant::now()) {
            let pardoned = match is_flood {
                true => Err(HoldRefusal::TooManyRequests { retry_after_seconds }.into()),
                false => Box::pin(pardon(retry_after_seconds)).await,
            };
            pardoned.inspect_err(|_| self.counters.too_many.increment(1))?;
        }
        if self.clock.now() < claim.not_before {
            self.counters.refused.increment(1);
            return Err(HoldRefusal::from(ReservationError::NotCreatableYet(claim.not_before)).into());
        }
        let place = self.admission_gate.line_up(claim, &self.clock).await;
        let place = place.ok_or_else(|| {
            self.counters.full.increment(1);
            HoldRefusal::from(ReservationError::Full)
        })?;
        Box::pin(prove()).await?;
        drop(place);
        let permit = self.admission_gate.enter(&self.pools.general, claim, &self.clock).await;
        let permit = permit.inspect_err(|error| self.counters.of(error).increment(1)).map_err(HoldRefusal::from)?;
        // Boxed: thousands of requests may wait at the gate, and few of them come this far.
        Box::pin(async move {
            let request = request().await?;
            Ok(self.hold_admitted(permit, &request).await.map_err(HoldRefusal::from)?)
        })
        .await
    }

    async fn hold_admitted(&self, permit: Permit, request: &HoldRequest) -> Result<PlacedHold, ReservationError> {
        let placed = self.place(request).await;
        self.counters.count(&placed);
        match &placed {
            Ok(placed) => permit.won(placed, self.clock.now() + HOLD),
            Err(ReservationError::Full) => permit.lost(),
            Err(error) if error.is_unavailable() => permit.stuck(),
            Err(_) => permit.refused(),
        }
        placed
    }

    /// Serves the batcher for as long as it is polled; there is nothing to do without one.
    pub async fn run(&self) {
        if let Some(batcher) = &self.batcher {
            batcher.run().await;
        }
    }

    /// The stock of a restaurant has changed: what was counted of its slots is counted anew.
    pub fn invalidate(&self, restaurant: RestaurantId) {
        self.admission_gate.invalidate(Some(restaurant));
    }

    /// The same of every restaurant.
    pub fn invalidate_all(&self) {
        self.admission_gate.invalidate(None);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn booking(most_together: usize) -> Booking {
        let pool = PgPool::connect_lazy("postgres://127.0.0.1:9/none").unwrap();
        let patience = DatabasePatience::USUAL;
        let pools = BookingPools { general: pool.clone(), batches: pool.clone(), patient: pool, patience };
        Booking::new(pools, Clock::system(), Rng::seeded(1), Batches { most_together, at_once: 2 })
    }

    #[tokio::test]
    async fn a_batch_of_one_needs_no_batcher() {
        assert!(booking(1).run().now_or_never().is_some(), "there is nothing to run");
        assert!(booking(2).run().now_or_never().is_none(), "a batcher runs on");
    }
}
