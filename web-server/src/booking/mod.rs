//! The only entry point for holds: a diner joins the queue (`QueuePlace`), enters the admission gate of a slot (`BookingPermit`), and the
//! hold batcher and the attempts place the hold (docs/ARCHITECTURE.md, "The path of a booking").

use std::collections::HashSet;

use domain::clock::Clock;
use domain::ids::RestaurantId;
use domain::reservations::error::ReservationError;
use domain::rng::Rng;
use metrics::{Counter, counter};
use sqlx::PgPool;

use self::admission_gate::AdmissionGate;
use self::batcher::HoldBatcher;
use self::rate_limit::RateLimit;

mod admission_gate;
mod attempts;
mod batcher;
mod pools;
mod rate_limit;
pub mod retry;
pub mod steps;

pub use self::admission_gate::SlotClaim;
pub use self::batcher::Batches;
pub use self::pools::BookingPools;

/// Maximum number of concurrent requests for a slot when requests are not batched.
const MAX_UNBATCHED: usize = 8;

pub struct Booking {
    admission_gate: AdmissionGate,
    rate_limit: RateLimit,
    /// `None` when each request is written separately.
    batcher: Option<HoldBatcher>,
    pools: BookingPools,
    clock: Clock,
    rng: Rng,
    counters: HoldCounters,
}

/// Counters of hold requests by outcome.
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
    /// Creates the entry point. A batch has up to `batches.max_size` holds; with 1 there is no batcher, and no request waits for
    /// another.
    pub fn new(pools: BookingPools, clock: Clock, rng: Rng, batches: Batches) -> Self {
        let max_size = batches.max_size;
        let is_batched = max_size > 1;
        // More requests than a batch holds would only wait in the batcher, and many of them without a result.
        let max_concurrent = if is_batched { max_size } else { MAX_UNBATCHED };
        let batcher = || HoldBatcher::new(pools.clone(), clock.clone(), rng.clone(), batches);
        Self {
            admission_gate: AdmissionGate::new(max_concurrent),
            rate_limit: RateLimit::default(),
            batcher: is_batched.then(batcher),
            pools,
            clock,
            rng,
            counters: HoldCounters::new(),
        }
    }

    /// Returns the connection pools by purpose.
    pub fn pools(&self) -> [(&'static str, &PgPool); 3] {
        [("general", &self.pools.general), ("batches", &self.pools.batches), ("bookings", &self.pools.locking)]
    }

    /// Runs the batcher while the future is polled; returns immediately without a batcher.
    pub async fn run(&self) {
        if let Some(batcher) = &self.batcher {
            batcher.run().await;
        }
    }

    /// Makes the gate count the free stocks of these restaurants' slots again, after their stock has changed. The slots are searched once for
    /// any number of restaurants.
    pub fn invalidate(&self, restaurants: &HashSet<RestaurantId>) {
        if !restaurants.is_empty() {
            self.admission_gate.invalidate(|restaurant| restaurants.contains(&restaurant));
        }
    }

    /// The same for every restaurant.
    pub fn invalidate_all(&self) {
        self.admission_gate.invalidate(|_| true);
    }
}

#[cfg(test)]
mod tests {
    use domain::config::TimeoutFactor;
    use futures_util::FutureExt;

    use super::*;

    fn booking(max_size: usize) -> Booking {
        let pool = PgPool::connect_lazy("postgres://127.0.0.1:9/none").unwrap();
        let timeout_factor = TimeoutFactor::USUAL;
        let pools = BookingPools { general: pool.clone(), batches: pool.clone(), locking: pool, timeout_factor };
        Booking::new(pools, Clock::system(), Rng::seeded(1), Batches { max_size, max_concurrent: 2 })
    }

    #[tokio::test]
    async fn batch_size_one_runs_without_batcher() {
        assert!(booking(1).run().now_or_never().is_some(), "run returns immediately");
        assert!(booking(2).run().now_or_never().is_none(), "a batcher keeps running");
    }
}
