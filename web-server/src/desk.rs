//! The booking desk: wishes that come while others are being written wait for each other and are written together, for one
//! round trip and one commit (performance §5.4). Nobody waits for company: whoever comes to an idle desk is served at once.
//!
//! Wishes of many restaurants share a transaction, so it waits for no slot: one that somebody has locked is passed over, and
//! its wishes go in a transaction of their own restaurant, which may wait. So the rush at one restaurant holds up no other.

use std::collections::{HashMap, HashSet, VecDeque};

use domain::ids::RestaurantId;
use domain::reservations::error::ReservationError;
use domain::reservations::try_holds::{Tried, Wish, try_holds};
use domain::reservations::write_holds::Locks;
use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};
use tokio::task::{Id, JoinSet};

use crate::state::App;

/// More together would make the first wait for the last.
const MOST_TOGETHER: usize = 16;
/// While one batch is written, the next is read.
const MOST_MIXED: usize = 2;
/// So many restaurants may be waited for at once; the other connections of the pool are for everybody else.
const MOST_PATIENT: usize = 2;

type Answer = Result<Tried, ReservationError>;

/// Where wishes are left, until `attend` takes them up.
#[derive(Default)]
pub struct Desk {
    left: Mutex<Vec<Order>>,
    came: Notify,
}

struct Order {
    wish: Wish,
    answer: oneshot::Sender<Answer>,
}

impl Desk {
    /// Seats for a wish, as `try_holds`; never `Tried::Busy`.
    pub async fn ask(&self, wish: Wish) -> Answer {
        let (answer, answered) = oneshot::channel();
        self.left.lock().push(Order { wish, answer });
        self.came.notify_one();
        // Its batch is gone when the server stops, or failed in a way that is noted there.
        answered.await.unwrap_or(Err(ReservationError::Raced))
    }
}

/// Serves the desk for as long as it is polled.
pub async fn attend(app: App) {
    let mut line = Line::default();
    let mut batches = JoinSet::new();
    loop {
        let left = std::mem::take(&mut *app.desk.left.lock());
        line.come(left);
        while let Some(batch) = line.next() {
            let restaurants = batch.restaurants();
            let (locks, app) = (batch.locks, app.clone());
            let task = batches.spawn(async move { serve(&app, batch).await });
            line.under_way.insert(task.id(), UnderWay { locks, restaurants });
        }
        tokio::select! {
            () = app.desk.came.notified() => {}
            Some(done) = batches.join_next_with_id() => match done {
                Ok((id, busy)) => line.finished(id, busy),
                Err(error) => {
                    tracing::error!(%error, "a batch of holds was not finished");
                    line.finished(error.id(), Vec::new());
                }
            },
        }
    }
}

/// Wishes that are written together.
struct Batch {
    orders: Vec<Order>,
    locks: Locks,
}

struct UnderWay {
    locks: Locks,
    restaurants: HashSet<RestaurantId>,
}

/// Who waits, and for what. No restaurant is in two batches at once: they would wait for its days.
#[derive(Default)]
struct Line {
    waiting: VecDeque<Order>,
    /// Restaurants whose slots are waited for, those first whose turn is next.
    patient: VecDeque<(RestaurantId, VecDeque<Order>)>,
    under_way: HashMap<Id, UnderWay>,
}

impl Batch {
    fn restaurants(&self) -> HashSet<RestaurantId> {
        self.orders.iter().map(|order| order.wish.restaurant.id).collect()
    }
}

impl Line {
    fn next(&mut self) -> Option<Batch> {
        self.next_patient().or_else(|| self.next_mixed())
    }

    fn next_patient(&mut self) -> Option<Batch> {
        if self.count(|locks| matches!(locks, Locks::Awaited)) >= MOST_PATIENT {
            return None;
        }
        let taken = self.restaurants_under_way();
        let turn = self.patient.iter().position(|(id, orders)| !taken.contains(id) && !orders.is_empty())?;
        let (restaurant, mut orders) = self.patient.remove(turn)?;
        let next = orders.drain(..orders.len().min(MOST_TOGETHER)).collect();
        self.patient.push_back((restaurant, orders));
        Some(Batch { orders: next, locks: Locks::Awaited })
    }

    fn next_mixed(&mut self) -> Option<Batch> {
        if self.count(|locks| matches!(locks, Locks::Idle)) >= MOST_MIXED {
            return None;
        }
        let taken = self.restaurants_under_way();
        let (mut orders, mut later) = (Vec::new(), VecDeque::new());
        for order in self.waiting.drain(..) {
            if orders.len() < MOST_TOGETHER && !taken.contains(&order.wish.restaurant.id) {
                orders.push(order);
            } else {
                later.push_back(order);
            }
        }
        self.waiting = later;
        Some(Batch { orders, locks: Locks::Idle }).filter(|batch| !batch.orders.is_empty())
    }

    fn count(&self, is: impl Fn(&Locks) -> bool) -> usize {
        self.under_way.values().filter(|batch| is(&batch.locks)).count()
    }

    fn restaurants_under_way(&self) -> HashSet<RestaurantId> {
        self.under_way.values().flat_map(|batch| &batch.restaurants).copied().collect()
    }

    fn come(&mut self, orders: Vec<Order>) {
        for order in orders {
            match self.patient.iter_mut().find(|(id, _)| *id == order.wish.restaurant.id) {
                Some((_, patient)) => patient.push_back(order),
                None => self.waiting.push_back(order),
            }
        }
    }

    /// A batch is done, but for those whose slots were somebody else's. Those of the same restaurant will wait with them.
    fn finished(&mut self, id: Id, busy: Vec<Order>) {
        self.under_way.remove(&id);
        let restaurants: HashSet<_> = busy.iter().map(|order| order.wish.restaurant.id).collect();
        let known = |id: &RestaurantId| self.patient.iter().any(|(known, _)| known == id);
        let fresh: Vec<_> = restaurants.into_iter().filter(|id| !known(id)).collect();
        self.patient.extend(fresh.into_iter().map(|id| (id, VecDeque::new())));
        let waiting = std::mem::take(&mut self.waiting);
        self.come(busy.into_iter().chain(waiting).collect());
        let under_way = self.restaurants_under_way();
        self.patient.retain(|(id, orders)| !orders.is_empty() || under_way.contains(id));
    }
}

/// Answers the orders of a batch, but for those whose slots are somebody else's now.
async fn serve(app: &App, batch: Batch) -> Vec<Order> {
    let Batch { orders, locks } = batch;
    let (wishes, answers): (Vec<_>, Vec<_>) = orders.into_iter().map(|order| (order.wish, order.answer)).unzip();
    let tried = write(app, &wishes, locks).await;
    let mut busy = Vec::new();
    for ((wish, answer), tried) in wishes.into_iter().zip(answers).zip(tried) {
        if matches!(tried, Ok(Tried::Busy)) {
            busy.push(Order { wish, answer });
        } else {
            // Whoever asked may have gone; the hold ends by itself then.
            let _ = answer.send(tried);
        }
    }
    busy
}

async fn write(app: &App, wishes: &[Wish], locks: Locks) -> Vec<Answer> {
    match write_together(app, wishes, locks).await {
        Ok(answers) => answers,
        Err(error) if wishes.len() == 1 => vec![Err(error)],
        // Where somebody was waited for in vain, the others would wait in vain once more.
        Err(ReservationError::Database(error)) if domain::db::is_transient(&error) => {
            wishes.iter().map(|_| Err(ReservationError::Raced)).collect()
        }
        Err(_) => {
            let mut answers = Vec::new();
            for wish in wishes {
                answers.push(write_together(app, std::slice::from_ref(wish), locks).await.and_then(only));
            }
            answers
        }
    }
}

async fn write_together(app: &App, wishes: &[Wish], locks: Locks) -> Result<Vec<Answer>, ReservationError> {
    let mut conn = app.booking_pool.acquire().await?;
    try_holds(&mut conn, &app.chance, app.clock.now(), wishes, locks).await
}

fn only(answers: Vec<Answer>) -> Answer {
    answers.into_iter().next().unwrap_or(Err(ReservationError::Raced))
}
