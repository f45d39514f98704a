//! The hold batcher: hold requests that arrive shortly after others wait for each other and are written together, in one round trip and one
//! commit (docs/PERFORMANCE.md). An idle batcher writes a request immediately.
//!
//! The requests of a batch may be for several restaurants, so the batch waits for no slot. It skips a slot that another transaction has
//! locked; the requests for that slot go into a separate transaction per restaurant, which may wait. The rush at one restaurant therefore
//! does not delay other restaurants.

mod queue;
mod timing;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use domain::clock::Clock;
use domain::db;
use domain::ids::RestaurantId;
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldAttempt, HoldRequest, Locks, place_batch};
use domain::rng::Rng;
use metrics::{Histogram, histogram};
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, timeout};

use self::queue::{Batch, HasRestaurant, Queue};
pub use self::timing::Batches;
use super::pools::BookingPools;

/// Maximum wait of a request for the answer of its batch. After it, the diner is asked to try again.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// Pause before a batch waits again for the slots of a restaurant, after a batch has timed out on them.
const LOCKED_SLOT_PAUSE: Duration = Duration::from_secs(1);
/// Longer than the wait of a batch for a lock.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(4);

type HoldResult = Result<HoldAttempt, ReservationError>;

/// Accepts hold requests, which `run` writes.
pub struct HoldBatcher {
    queued: Mutex<Vec<QueuedRequest>>,
    arrived: Notify,
    batches: Batches,
    writer: BatchWriter,
}

/// A hold request, and the channel for its answer.
struct QueuedRequest {
    request: HoldRequest,
    answer: oneshot::Sender<HoldResult>,
}

impl HasRestaurant for QueuedRequest {
    fn restaurant(&self) -> RestaurantId {
        self.request.restaurant
    }
}

impl HoldBatcher {
    pub fn new(pools: BookingPools, clock: Clock, rng: Rng, batches: Batches) -> Self {
        let together = histogram!("seki_holds_together");
        let writer = BatchWriter { pools, clock, rng, locked_restaurants: Arc::default(), together };
        Self { queued: Mutex::default(), arrived: Notify::new(), batches, writer }
    }

    /// Places a hold as `place_batch` does; never returns `HoldAttempt::Busy`. Returns `Unavailable` when its batch fails, or when
    /// `MAX_WAIT` has passed.
    pub async fn place(&self, request: HoldRequest) -> HoldResult {
        let (answer, answered) = oneshot::channel();
        self.queued.lock().push(QueuedRequest { request, answer });
        self.arrived.notify_one();
        let max_wait = self.writer.pools.timeout_factor.times(MAX_WAIT);
        match db::wait_in_queue(timeout(max_wait, answered)).await {
            Ok(Ok(answer)) => answer,
            // The error of its batch has been logged, or earlier batches take too long.
            Ok(Err(_)) | Err(_) => Err(ReservationError::TOO_LONG),
        }
    }

    /// Writes batches while the future is polled.
    pub async fn run(&self) {
        let mut queue = Queue::new(self.batches);
        let mut batches = JoinSet::new();
        let mut running: HashMap<Id, HashSet<RestaurantId>> = HashMap::new();
        loop {
            queue.add(std::mem::take(&mut *self.queued.lock()));
            let now = Instant::now();
            while let Some(batch) = queue.next(now) {
                let (writer, restaurants) = (self.writer.clone(), batch.restaurants());
                running.insert(batches.spawn(async move { writer.write(batch).await }).id(), restaurants);
            }
            let due = queue.next_check(now);
            let (id, busy) = tokio::select! {
                () = self.arrived.notified() => continue,
                () = tokio::time::sleep_until(due.unwrap_or(now)), if due.is_some() => continue,
                Some(done) = batches.join_next_with_id() => done.unwrap_or_else(|error| {
                    tracing::error!(%error, "a batch of holds failed");
                    (error.id(), Vec::new())
                }),
            };
            if let Some(restaurants) = running.remove(&id) {
                queue.finish(&restaurants, busy, Instant::now());
            }
        }
    }
}

#[derive(Clone)]
struct BatchWriter {
    pools: BookingPools,
    clock: Clock,
    rng: Rng,
    /// Restaurants with a slot that another transaction keeps locked, and the instant at which this was last found.
    locked_restaurants: Arc<Mutex<HashMap<RestaurantId, Instant>>>,
    together: Histogram,
}

impl BatchWriter {
    /// Writes a batch and returns the requests whose slots another transaction has locked. If the database does not respond, the batch
    /// ends, and so do its requests.
    async fn write(&self, batch: Batch<QueuedRequest>) -> Vec<QueuedRequest> {
        let statement_timeout = self.pools.timeout_factor.times(STATEMENT_TIMEOUT);
        db::with_idle_timeout(|| statement_timeout, self.write_batch(batch)).await.unwrap_or_else(|_| {
            tracing::error!("the database did not respond to a batch of holds");
            Vec::new()
        })
    }

    async fn write_batch(&self, batch: Batch<QueuedRequest>) -> Vec<QueuedRequest> {
        let waits_for_locks = batch.waits_for_locks;
        if waits_for_locks && self.timed_out_recently(&batch) {
            return Vec::new();
        }
        let (pool, locks) = match waits_for_locks {
            true => (&self.pools.locking, Locks::Awaited),
            false => (&self.pools.batches, Locks::Idle),
        };
        let mut conn = match pool.acquire().await {
            Ok(conn) => conn,
            Err(error) => {
                tracing::error!(%error, "no connection for a batch of holds");
                return Vec::new();
            }
        };
        // A closed channel means that the diner was asked to try again, and must not get a hold.
        let awaited = batch.requests.into_iter().filter(|queued| !queued.answer.is_closed());
        let (requests, answers): (Vec<_>, Vec<_>) = awaited.map(|queued| (queued.request, queued.answer)).unzip();
        if requests.is_empty() {
            return Vec::new();
        }
        self.together.record(requests.len() as f64);
        let attempts = place_batch(&mut conn, &self.rng, self.clock.now(), &requests, locks).await;
        drop(conn);
        let mut busy = Vec::new();
        for ((request, answer), attempt) in requests.into_iter().zip(answers).zip(attempts) {
            if waits_for_locks && matches!(attempt, Err(ReservationError::Unavailable { .. })) {
                self.locked_restaurants.lock().insert(request.restaurant, Instant::now());
            }
            match attempt {
                Ok(HoldAttempt::Busy) => busy.push(QueuedRequest { request, answer }),
                // The diner may have disconnected; the hold then expires.
                attempt => drop(answer.send(attempt)),
            }
        }
        busy
    }

    /// Reports whether an earlier batch has recently timed out on the slots of the same restaurant.
    fn timed_out_recently(&self, batch: &Batch<QueuedRequest>) -> bool {
        let mut locked_restaurants = self.locked_restaurants.lock();
        locked_restaurants.retain(|_, at| at.elapsed() < LOCKED_SLOT_PAUSE);
        batch.restaurants().iter().any(|restaurant| locked_restaurants.contains_key(restaurant))
    }
}
