//! The admission gate in front of a slot that many diners request at the same moment (docs/PERFORMANCE.md): it admits the hold requests
//! that can still win, in order of arrival, and rejects the others from memory. It only filters the requests of one process; the rows and
//! the exclusion constraint remain the truth.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::clock::Clock;
use domain::db;
use domain::ids::{OnlineStockGroupId, RestaurantId, UserId};
use domain::reservations::error::ReservationError;
use domain::reservations::holds::PlacedHold;
use parking_lot::Mutex;
use sqlx::PgPool;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

/// Number of concurrent requests from which on the gate limits admission and counts stocks.
const CROWD: usize = 8;
/// Maximum number of bookings of one restaurant that are in progress concurrently. Bookings behind a slot's lock follow each other, so a
/// higher number would only make bookings of other restaurants wait for a connection.
const MAX_PER_RESTAURANT: usize = 3;
/// Number of diners who may solve the captcha concurrently for each request that may be admitted.
const CAPTCHAS_PER_ATTEMPT: usize = 4;
/// Maximum wait of a booking for its turn at a restaurant, after which it is rejected.
const MAX_TURN: Duration = Duration::from_secs(10);
/// Time for which a slot admits no request after one has timed out on it.
const STUCK_FOR: Duration = Duration::from_secs(1);
/// Number of known slots or restaurants above which the gate evicts the idle ones.
const MAX_KNOWN_SLOTS: usize = 10_000;

/// The slot that a diner queues for, and the instant from which on the calendar token admits them. It is not a `HoldRequest`: it is known
/// before the database is read for the request, so a crowd at a full slot costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct SlotClaim {
    pub restaurant: RestaurantId,
    pub slot: OnlineStockGroupId,
    pub diner: UserId,
    pub not_before: DateTime<Utc>,
}

pub struct AdmissionGate {
    max_concurrent: usize,
    slots: Mutex<HashMap<OnlineStockGroupId, Arc<SlotGate>>>,
    restaurants: Mutex<HashMap<RestaurantId, Arc<Semaphore>>>,
}

struct SlotGate {
    restaurant: RestaurantId,
    max_concurrent: usize,
    state: Mutex<State>,
    changed: Notify,
    captchas_in_flight: Arc<Semaphore>,
    sold_out: Notify,
}

#[derive(Default)]
struct State {
    in_flight: usize,
    /// Free stocks as of the last count, or as reported by winners since; unknown until a crowd triggers a count.
    free: Option<usize>,
    /// Number of counts.
    counts: usize,
    /// Number of times that the restaurant's stock was marked as changed.
    changes: usize,
    /// End of the next hold, after which more stocks are free than were counted.
    holds_until: Option<DateTime<Utc>>,
    is_counting: bool,
    /// The slot admits no request before this instant, because the database or a lock has let a request time out.
    stuck_until: Option<Instant>,
    winners: HashSet<UserId>,
    /// Diners whose request ended without a response of the database: only the database knows whether their hold exists.
    unanswered: HashSet<UserId>,
}

/// Permission to attempt a hold. If it is dropped without `won`, the place goes to the next request in the queue. If it is dropped without
/// a response of the database, the diner may query the database once more, even when no stock is left.
pub struct Permit {
    slot: Arc<SlotGate>,
    diner: UserId,
    is_answered: bool,
    /// Number of the last count when the permit was issued.
    count: usize,
}

impl std::fmt::Debug for Permit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Permit")
    }
}

enum Turn {
    /// Number of the last count at admission.
    Admitted(usize),
    SoldOut,
    Stuck,
    Count,
    Wait,
}

impl AdmissionGate {
    /// Creates a gate that admits at most `max_concurrent` requests for a slot at the same time.
    pub fn new(max_concurrent: usize) -> Self {
        Self { max_concurrent, slots: Mutex::default(), restaurants: Mutex::default() }
    }

    /// Waits for a place among the diners who may solve the captcha. Returns `None` as soon as no seat is left. Few places exist, so that a
    /// crowd at a full slot sees no captcha. A captcha may take any time; it does not delay other requests at the gate.
    pub async fn join_queue(
        &self,
        SlotClaim { restaurant, slot, diner, .. }: SlotClaim,
        clock: &Clock,
    ) -> Option<OwnedSemaphorePermit> {
        let gate = self.slot(restaurant, slot);
        let mut place = pin!(gate.captchas_in_flight.clone().acquire_owned());
        loop {
            let mut sold_out = pin!(gate.sold_out.notified());
            sold_out.as_mut().enable();
            if gate.is_sold_out(diner, clock.now()) {
                return None;
            }
            let turn = async {
                tokio::select! {
                    place = &mut place => Some(place.ok()),
                    () = sold_out => None,
                }
            };
            if let Some(place) = db::wait_in_queue(turn).await {
                return place.filter(|_| !gate.is_sold_out(diner, clock.now()));
            }
        }
    }

    /// Returns a permit. A diner who has won already is admitted with a repeated request.
    ///
    /// # Errors
    /// `Full` when no seat is left, `Unavailable` while the slot cannot be reached, `Database` when the count of free stocks fails.
    pub async fn enter(
        &self,
        pool: &PgPool,
        SlotClaim { restaurant, slot, diner, .. }: SlotClaim,
        clock: &Clock,
    ) -> Result<Permit, ReservationError> {
        let gate = self.slot(restaurant, slot);
        loop {
            let changed = gate.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            match gate.turn(diner, clock.now()) {
                Turn::Admitted(count) => return Ok(Permit::new(gate.clone(), diner, count)),
                Turn::SoldOut => return Err(ReservationError::Full),
                Turn::Stuck => return Err(ReservationError::TOO_LONG),
                Turn::Wait => db::wait_in_queue(changed).await,
                Turn::Count => {
                    let mut counting = Counting { slot: gate.clone(), counted: None };
                    // Boxed, like all steps that few requests of a crowd reach: each of thousands of waiting futures would reserve memory
                    // for it.
                    counting.counted = Some(Box::pin(count_free(pool, &gate, slot, clock.now())).await?);
                }
            }
        }
    }

    fn slot(&self, restaurant: RestaurantId, slot: OnlineStockGroupId) -> Arc<SlotGate> {
        let mut slots = self.slots.lock();
        evict_idle(&mut slots);
        let fresh = || Arc::new(SlotGate::new(restaurant, self.max_concurrent));
        slots.entry(slot).or_insert_with(fresh).clone()
    }

    /// Waits for a turn among the bookings of a restaurant, in order of arrival. The turn lasts until the returned guard is dropped.
    ///
    /// # Errors
    /// `Unavailable` when the bookings before it take too long.
    pub async fn wait_turn(&self, restaurant: RestaurantId) -> Result<OwnedSemaphorePermit, ReservationError> {
        let places = {
            let mut restaurants = self.restaurants.lock();
            evict_idle(&mut restaurants);
            let fresh = || Arc::new(Semaphore::new(MAX_PER_RESTAURANT));
            restaurants.entry(restaurant).or_insert_with(fresh).clone()
        };
        // The semaphore is never closed.
        let turn = db::wait_in_queue(timeout(MAX_TURN, places.acquire_owned())).await;
        turn.ok().and_then(Result::ok).ok_or(ReservationError::TOO_LONG)
    }

    /// Marks the stock of some restaurants as changed: the gate counts the free stocks of their slots again before it rejects another
    /// request. A count in progress may have read the previous stock.
    pub fn invalidate(&self, has_changed: impl Fn(RestaurantId) -> bool) {
        let slots = self.slots.lock();
        for gate in slots.values().filter(|gate| has_changed(gate.restaurant)) {
            let mut state = gate.state.lock();
            state.free = None;
            state.changes += 1;
            drop(state);
            // One of the waiting requests will count.
            gate.changed.notify_one();
        }
    }
}

fn evict_idle<K, V>(known: &mut HashMap<K, Arc<V>>) {
    if known.len() > MAX_KNOWN_SLOTS {
        known.retain(|_, kept| Arc::strong_count(kept) > 1);
    }
}

impl SlotGate {
    fn new(restaurant: RestaurantId, max_concurrent: usize) -> Self {
        Self {
            restaurant,
            max_concurrent,
            state: Mutex::default(),
            changed: Notify::new(),
            captchas_in_flight: Arc::new(Semaphore::new(max_concurrent * CAPTCHAS_PER_ATTEMPT)),
            sold_out: Notify::new(),
        }
    }

    /// Returns the number of requests that may attempt a hold concurrently for `free` stocks: half of them, rounded up, because other web
    /// servers admit diners too; at most `max_concurrent`.
    fn concurrency(&self, free: usize) -> usize {
        free.div_ceil(2).min(self.max_concurrent)
    }

    fn turn(&self, diner: UserId, now: DateTime<Utc>) -> Turn {
        let mut state = self.state.lock();
        if state.holds_until.is_some_and(|until| until <= now) {
            (state.free, state.holds_until) = (None, None);
        }
        if state.stuck_until.is_some_and(|until| Instant::now() < until) {
            return Turn::Stuck;
        }
        let admitted = Turn::Admitted(state.counts);
        let turn = match state.free {
            _ if state.winners.contains(&diner) => admitted,
            Some(0) if !state.unanswered.contains(&diner) => Turn::SoldOut,
            Some(0) if state.in_flight < self.max_concurrent => admitted,
            Some(free) if state.in_flight < self.concurrency(free) => admitted,
            Some(_) => Turn::Wait,
            None if state.counts == 0 && state.in_flight < CROWD => admitted,
            None if state.is_counting => Turn::Wait,
            None => Turn::Count,
        };
        match turn {
            Turn::Admitted(_) => state.in_flight += 1,
            Turn::Count => state.is_counting = true,
            Turn::SoldOut | Turn::Stuck | Turn::Wait => {}
        }
        turn
    }

    /// Reports from memory whether the slot is sold out for the diner: no stock is left, no hold has ended since the last count, and the
    /// diner can have no hold there.
    fn is_sold_out(&self, diner: UserId, now: DateTime<Utc>) -> bool {
        let state = self.state.lock();
        let may_have_one = state.winners.contains(&diner) || state.unanswered.contains(&diner);
        state.free == Some(0) && state.holds_until.is_none_or(|until| now < until) && !may_have_one
    }

    /// Stores a count. A count of no free stocks is dropped if the stock has changed meanwhile, because seats may have been released since;
    /// the next request counts again. Other outdated counts are stored, because the database corrects them: only they let requests through
    /// if counts take longer than the time between two changes.
    fn record_count(&self, counted: Option<Counted>) {
        let mut state = self.state.lock();
        state.is_counting = false;
        let is_outdated = |counted: &Counted| counted.free == 0 && counted.changes != state.changes;
        let counted = counted.filter(|counted| !is_outdated(counted));
        if let Some(counted) = counted {
            (state.free, state.holds_until) = (Some(counted.free), counted.holds_until);
            state.counts += 1;
        }
        let places = state.free.map(|free| self.concurrency(free).saturating_sub(state.in_flight));
        let is_sold_out = state.free == Some(0);
        drop(state);
        if is_sold_out {
            self.sold_out.notify_waiters();
        }
        match (counted, places) {
            (Some(counted), Some(places)) if counted.free > 0 => (0..places).for_each(|_| self.changed.notify_one()),
            _ => self.changed.notify_waiters(),
        }
    }
}

/// A count in progress. When the request that counts ends or fails, the next request in the queue counts.
struct Counting {
    slot: Arc<SlotGate>,
    counted: Option<Counted>,
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.slot.record_count(self.counted);
    }
}

impl Permit {
    fn new(slot: Arc<SlotGate>, diner: UserId, count: usize) -> Self {
        Self { slot, diner, is_answered: false, count }
    }

    /// Records that the diner's hold was placed and lasts until `held_until`.
    pub fn won(mut self, placed: &PlacedHold, held_until: DateTime<Utc>) {
        self.is_answered = true;
        let mut state = self.slot.state.lock();
        if state.winners.insert(self.diner) {
            // A count made during this request is newer than the state that the request saw, and may include seats released since.
            let is_newest = state.counts == self.count;
            // The minimum over all winners, in any order of their reports.
            let at_most = placed.left.filter(|_| is_newest).unwrap_or(usize::MAX);
            state.free = state.free.map(|free| free.min(at_most));
        }
        state.holds_until = Some(state.holds_until.map_or(held_until, |until| until.min(held_until)));
    }

    /// Records that no stock was left for the diner: other requests have taken the counted stocks.
    pub fn lost(mut self) {
        self.is_answered = true;
        self.slot.state.lock().free = None;
    }

    /// Records that the request was rejected for a reason that concerns this diner only.
    pub fn rejected(mut self) {
        self.is_answered = true;
    }

    /// Records that the request timed out on the database or a lock, as would the requests behind it.
    pub fn timed_out(self) {
        self.slot.state.lock().stuck_until = Some(Instant::now() + STUCK_FOR);
        self.slot.changed.notify_waiters();
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.slot.state.lock();
        state.in_flight -= 1;
        if self.is_answered {
            state.unanswered.remove(&self.diner);
        } else {
            state.unanswered.insert(self.diner);
        }
        let is_sold_out = state.free == Some(0);
        drop(state);
        if is_sold_out {
            self.slot.changed.notify_waiters();
            self.slot.sold_out.notify_waiters();
        } else {
            self.slot.changed.notify_one();
        }
    }
}

#[derive(Clone, Copy)]
struct Counted {
    free: usize,
    holds_until: Option<DateTime<Utc>>,
    /// `State::changes` before the count read the stock.
    changes: usize,
}

async fn count_free(
    pool: &PgPool,
    gate: &SlotGate,
    slot: OnlineStockGroupId,
    now: DateTime<Utc>,
) -> sqlx::Result<Counted> {
    let mut conn = pool.acquire().await?;
    let changes = gate.state.lock().changes;
    let counted = domain::inventory::queries::count_free_stocks(&mut conn, gate.restaurant, slot, now).await?;
    let (free, holds_until) = counted;
    Ok(Counted { free: usize::try_from(free).unwrap_or_default(), holds_until, changes })
}

#[cfg(test)]
#[path = "admission_gate_tests.rs"]
mod tests;
