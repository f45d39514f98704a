//! The hold batcher: requests that come shortly after others wait for each other and are written together, for one round trip
//! and one commit (docs/PERFORMANCE.md). An idle batcher serves a request at once.
//!
//! The requests of a batch may be of many restaurants, so the batch waits for no slot: it passes over a slot that another
//! transaction has locked, whose requests go in a transaction of their own restaurant, which may wait. So the rush at one
//! restaurant holds up no other.

mod queue;

use std::collections::{HashMap, HashSet};

use domain::clock::Clock;
use domain::ids::RestaurantId;
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldAttempt, HoldRequest, Locks, place_batch};
use domain::rng::Rng;
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;

pub use self::queue::MOST_MIXED;
use self::queue::{At, Batch, Queue};
use super::BookingPools;

type Answer = Result<HoldAttempt, ReservationError>;

/// Where hold requests are left, until `run` takes them up.
pub struct HoldBatcher {
    left: Mutex<Vec<At<QueuedRequest>>>,
    came: Notify,
    most_together: usize,
    writer: BatchWriter,
}

struct QueuedRequest {
    request: HoldRequest,
    answer: oneshot::Sender<Answer>,
}

impl HoldBatcher {
    pub fn new(pools: BookingPools, clock: Clock, rng: Rng, most_together: usize) -> Self {
        let writer = BatchWriter { pools, clock, rng };
        Self { left: Mutex::default(), came: Notify::new(), most_together, writer }
    }

    /// Seats for a request, as `place_batch`; never `HoldAttempt::Busy`.
    pub async fn place(&self, request: HoldRequest) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.left.lock().push((request.restaurant, QueuedRequest { request, answer }));
        self.came.notify_one();
        // The fault of its batch has been logged.
        answered.await.unwrap_or(Err(ReservationError::Database(sqlx::Error::WorkerCrashed)))
    }

    /// Writes batches for as long as it is polled.
    pub async fn run(&self) {
        let mut queue = Queue::new(self.most_together);
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
}

impl BatchWriter {
    /// Answers the requests of a batch, but for those whose slots another transaction has.
    async fn write(&self, batch: Batch<QueuedRequest>) -> Vec<At<QueuedRequest>> {
        let (pool, locks) = match batch.is_patient {
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
        let (requests, answers): (Vec<_>, Vec<_>) =
            batch.requests.into_iter().map(|(_, queued)| (queued.request, queued.answer)).unzip();
        let attempts = place_batch(&mut conn, &self.rng, self.clock.now(), &requests, locks).await;
        drop(conn);
        let mut busy = Vec::new();
        for ((request, answer), attempt) in requests.into_iter().zip(answers).zip(attempts) {
            match attempt {
                Ok(HoldAttempt::Busy) => busy.push((request.restaurant, QueuedRequest { request, answer })),
                // The diner may have gone; the hold ends by itself then.
                attempt => drop(answer.send(attempt)),
            }
        }
        busy
    }
}
