//! The hold batcher: requests that come shortly after others wait for each other and are written together, for one round trip
//! and one commit (docs/PERFORMANCE.md). An idle batcher serves a request at once.
//!
//! The requests of a batch may be of many restaurants, so the batch waits for no slot: it passes over a slot that another
//! transaction has locked, whose requests go in a transaction of their own restaurant, which may wait. So the rush at one
//! restaurant holds up no other.

mod queue;

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

pub use self::queue::Batches;
use self::queue::{Batch, OfRestaurant, Queue};
use super::pools::BookingPools;

/// A request whose batch has not come up by then is told to try again.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// How long after a batch that waited in vain for the slots of a restaurant none waits for them again.
const GIVEN_UP_FOR: Duration = Duration::from_secs(1);
/// Longer than a batch waits for a lock.
const LONGEST_STATEMENT: Duration = Duration::from_secs(4);

type Answer = Result<HoldAttempt, ReservationError>;

/// Where hold requests are left, until `run` takes them up.
pub struct HoldBatcher {
    left: Mutex<Vec<QueuedRequest>>,
    came: Notify,
    batches: Batches,
    writer: BatchWriter,
}

/// A hold request, and where its answer goes.
struct QueuedRequest {
    request: HoldRequest,
    answer: oneshot::Sender<Answer>,
}

impl OfRestaurant for QueuedRequest {
    fn restaurant(&self) -> RestaurantId {
        self.request.restaurant
    }
}

impl HoldBatcher {
    pub fn new(pools: BookingPools, clock: Clock, rng: Rng, batches: Batches) -> Self {
        let together = histogram!("seki_holds_together");
        let writer = BatchWriter { pools, clock, rng, given_up: Arc::default(), together };
        Self { left: Mutex::default(), came: Notify::new(), batches, writer }
    }

    /// Seats for a request, as `place_batch`; never `HoldAttempt::Busy`.
    pub async fn place(&self, request: HoldRequest) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.left.lock().push(QueuedRequest { request, answer });
        self.came.notify_one();
        let longest_wait = self.writer.pools.patience.times(LONGEST_WAIT);
        match db::in_a_queue(timeout(longest_wait, answered)).await {
            Ok(Ok(answer)) => answer,
            // The fault of its batch has been logged, or those before it take too long.
            Ok(Err(_)) | Err(_) => Err(ReservationError::TOO_LONG),
        }
    }

    /// Writes batches for as long as it is polled.
    pub async fn run(&self) {
        let mut queue = Queue::new(self.batches);
        let mut batches = JoinSet::new();
        let mut under_way: HashMap<Id, HashSet<RestaurantId>> = HashMap::new();
        loop {
            queue.add(std::mem::take(&mut *self.left.lock()));
            let now = Instant::now();
            while let Some(batch) = queue.next(now) {
                let (writer, restaurants) = (self.writer.clone(), batch.restaurants());
                under_way.insert(batches.spawn(async move { writer.write(batch).await }).id(), restaurants);
            }
            let due = queue.next_look(now);
            let (id, busy) = tokio::select! {
                () = self.came.notified() => continue,
                () = tokio::time::sleep_until(due.unwrap_or(now)), if due.is_some() => continue,
                Some(done) = batches.join_next_with_id() => done.unwrap_or_else(|error| {
                    tracing::error!(%error, "a batch of holds was not finished");
                    (error.id(), Vec::new())
                }),
            };
            if let Some(restaurants) = under_way.remove(&id) {
                queue.finish(&restaurants, busy);
            }
        }
    }
}

#[derive(Clone)]
struct BatchWriter {
    pools: BookingPools,
    clock: Clock,
    rng: Rng,
    /// Restaurants with a slot that somebody keeps locked, and when that was last found.
    given_up: Arc<Mutex<HashMap<RestaurantId, Instant>>>,
    together: Histogram,
}

impl BatchWriter {
    /// Answers the requests of a batch, but for those whose slots another transaction has. A batch that the database leaves without an
    /// answer ends, and so do its requests.
    async fn write(&self, batch: Batch<QueuedRequest>) -> Vec<QueuedRequest> {
        let longest_statement = self.pools.patience.times(LONGEST_STATEMENT);
        db::with_silence_limit(|| longest_statement, self.write_to_the_end(batch)).await.unwrap_or_else(|_| {
            tracing::error!("the database left a batch of holds without an answer");
            Vec::new()
        })
    }

    async fn write_to_the_end(&self, batch: Batch<QueuedRequest>) -> Vec<QueuedRequest> {
        let batch_is_patient = batch.is_patient;
        if batch_is_patient && self.has_given_up(&batch) {
            return Vec::new();
        }
        let (pool, locks) = match batch_is_patient {
            true => (&self.pools.patient, Locks::Awaited),
            false => (&self.pools.batches, Locks::Idle),
        };
        let mut conn = match pool.acquire().await {
            Ok(conn) => conn,
            Err(error) => {
                tracing::error!(%error, "no connection for a batch of holds");
                return Vec::new();
            }
        };
        // Whoever was told to try again holds nothing.
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
            if batch_is_patient && matches!(attempt, Err(ReservationError::Unavailable { .. })) {
                self.given_up.lock().insert(request.restaurant, Instant::now());
            }
            match attempt {
                Ok(HoldAttempt::Busy) => busy.push(QueuedRequest { request, answer }),
                // The diner may have gone; the hold ends by itself then.
                attempt => drop(answer.send(attempt)),
            }
        }
        busy
    }

    /// A batch before this one has waited in vain for the slots of the same restaurant.
    fn has_given_up(&self, batch: &Batch<QueuedRequest>) -> bool {
        let mut given_up = self.given_up.lock();
        given_up.retain(|_, at| at.elapsed() < GIVEN_UP_FOR);
        batch.restaurants().iter().any(|restaurant| given_up.contains_key(restaurant))
    }
}
