//! The booking desk: wishes that come shortly after others wait for each other and are written together, for one round trip
//! and one commit (docs/PERFORMANCE.md). Whoever comes to an idle desk is served at once.
//!
//! Wishes of many restaurants share a transaction, so it waits for no slot: one that somebody has locked is passed over, and
//! its wishes go in a transaction of their own restaurant, which may wait. So the rush at one restaurant holds up no other.

mod line;

use std::collections::{HashMap, HashSet};

use domain::ids::RestaurantId;
use domain::reservations::error::ReservationError;
use domain::reservations::holds::{HoldAttempt, HoldRequest, Locks, place_batch};
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;

use self::line::{At, Batch, Line};
pub use self::line::{MOST_MIXED, MOST_TOGETHER};
use crate::state::App;

type Answer = Result<HoldAttempt, ReservationError>;

/// Where wishes are left, until `attend` takes them up.
#[derive(Default)]
pub struct Desk {
    left: Mutex<Vec<At<Order>>>,
    came: Notify,
}

struct Order {
    wish: HoldRequest,
    answer: oneshot::Sender<Answer>,
}

impl Desk {
    /// Seats for a wish, as `place_batch`; never `HoldAttempt::Busy`.
    pub async fn ask(&self, wish: HoldRequest) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.left.lock().push((wish.restaurant.id, Order { wish, answer }));
        self.came.notify_one();
        // What befell its batch has been logged.
        answered.await.unwrap_or(Err(ReservationError::Database(sqlx::Error::WorkerCrashed)))
    }
}

/// Serves the desk for as long as it is polled.
pub async fn attend(app: App) {
    let mut line = Line::default();
    let mut batches = JoinSet::new();
    let mut under_way: HashMap<Id, HashSet<RestaurantId>> = HashMap::new();
    loop {
        line.come(std::mem::take(&mut *app.desk.left.lock()));
        let now = Instant::now();
        while let Some(batch) = line.next(now) {
            let (app, restaurants) = (app.clone(), batch.restaurants());
            under_way.insert(batches.spawn(async move { serve(&app, batch).await }).id(), restaurants);
        }
        let due = line.next_look(now);
        let (id, busy) = tokio::select! {
            () = app.desk.came.notified() => continue,
            () = tokio::time::sleep_until(due.unwrap_or(now)), if due.is_some() => continue,
            Some(done) = batches.join_next_with_id() => done.unwrap_or_else(|error| {
                tracing::error!(%error, "a batch of holds was not finished");
                (error.id(), Vec::new())
            }),
        };
        if let Some(restaurants) = under_way.remove(&id) {
            line.finished(&restaurants, busy);
        }
    }
}

/// Answers the orders of a batch, but for those whose slots are somebody else's now.
async fn serve(app: &App, batch: Batch<Order>) -> Vec<At<Order>> {
    let (pool, locks) = match batch.is_patient {
        true => (&app.booking_pool, Locks::Awaited),
        false => (&app.desk_pool, Locks::Idle),
    };
    let mut conn = match pool.acquire().await {
        Ok(conn) => conn,
        Err(error) => {
            tracing::error!(%error, "no connection for a batch of holds");
            return Vec::new();
        }
    };
    let (wishes, answers): (Vec<_>, Vec<_>) =
        batch.orders.into_iter().map(|(_, order)| (order.wish, order.answer)).unzip();
    let tried = place_batch(&mut conn, &app.rng, app.clock.now(), &wishes, locks).await;
    drop(conn);
    let mut busy = Vec::new();
    for ((wish, answer), tried) in wishes.into_iter().zip(answers).zip(tried) {
        match tried {
            Ok(HoldAttempt::Busy) => busy.push((wish.restaurant.id, Order { wish, answer })),
            // Whoever asked may have gone; the hold ends by itself then.
            tried => drop(answer.send(tried)),
        }
    }
    busy
}
