//! The gate in front of a slot that everybody wants at once (performance §2c): it admits as many as can still win, in the
//! order in which they came, and answers the others from memory. It is only a filter of one process; the rows and the
//! exclusion constraint stay the truth.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::ids::{OnlineStockGroupId, RestaurantId, UserId};
use parking_lot::Mutex;
use sqlx::PgPool;
use tokio::sync::Notify;

/// Below this many at once there is nothing to gate.
const CROWD: usize = 8;

#[derive(Default)]
pub struct Gate {
    slots: Mutex<HashMap<OnlineStockGroupId, Arc<SlotGate>>>,
}

struct SlotGate {
    restaurant: RestaurantId,
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    in_flight: usize,
    /// Stocks that were free when last counted, less those won since; unknown until a crowd makes us count.
    free: Option<usize>,
    is_counting: bool,
    winners: HashSet<UserId>,
}

/// The right to try. Dropped without `won`, the place goes to the next in line.
pub struct Permit {
    slot: Arc<SlotGate>,
    diner: UserId,
}

impl std::fmt::Debug for Permit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Permit")
    }
}

enum Turn {
    Admitted,
    SoldOut,
    Count,
    Wait,
}

impl Gate {
    /// A permit, or nothing when every seat is gone. Whoever has won already is let through: theirs is a repeated request.
    pub async fn enter(
        &self,
        pool: &PgPool,
        restaurant: RestaurantId,
        slot: OnlineStockGroupId,
        diner: UserId,
    ) -> sqlx::Result<Option<Permit>> {
        let gate = self.slot(restaurant, slot);
        loop {
            let changed = gate.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            match gate.turn(diner) {
                Turn::Admitted => return Ok(Some(Permit { slot: gate.clone(), diner })),
                Turn::SoldOut => return Ok(None),
                Turn::Wait => changed.await,
                Turn::Count => {
                    let counted = count_free(pool, slot).await;
                    gate.counted(counted.as_ref().ok().copied());
                    counted?;
                }
            }
        }
    }

    fn slot(&self, restaurant: RestaurantId, slot: OnlineStockGroupId) -> Arc<SlotGate> {
        let mut slots = self.slots.lock();
        if slots.len() > 10_000 {
            slots.retain(|_, gate| gate.state.lock().in_flight > 0);
        }
        let fresh = || Arc::new(SlotGate { restaurant, state: Mutex::default(), changed: Notify::new() });
        slots.entry(slot).or_insert_with(fresh).clone()
    }

    /// A restaurant's stock has changed: its slots are counted anew before anybody else is turned away.
    pub fn doubt(&self, restaurant: RestaurantId) {
        let slots = self.slots.lock();
        for gate in slots.values().filter(|gate| gate.restaurant == restaurant) {
            gate.state.lock().free = None;
            gate.changed.notify_waiters();
        }
    }
}

impl SlotGate {
    fn turn(&self, diner: UserId) -> Turn {
        let mut state = self.state.lock();
        let turn = match state.free {
            _ if state.winners.contains(&diner) => Turn::Admitted,
            Some(0) => Turn::SoldOut,
            _ if state.in_flight < CROWD => Turn::Admitted,
            None if state.is_counting => Turn::Wait,
            None => Turn::Count,
            Some(free) if state.in_flight < free => Turn::Admitted,
            Some(_) => Turn::Wait,
        };
        match turn {
            Turn::Admitted => state.in_flight += 1,
            Turn::Count => state.is_counting = true,
            Turn::SoldOut | Turn::Wait => {}
        }
        turn
    }

    fn counted(&self, free: Option<usize>) {
        let mut state = self.state.lock();
        state.is_counting = false;
        state.free = free.or(state.free);
        drop(state);
        self.changed.notify_waiters();
    }
}

impl Permit {
    /// The diner got `stocks` of the slot.
    pub fn won(self, stocks: usize) {
        let mut state = self.slot.state.lock();
        if state.winners.insert(self.diner) {
            state.free = state.free.map(|free| free.saturating_sub(stocks));
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut state = self.slot.state.lock();
        state.in_flight -= 1;
        let is_sold_out = state.free == Some(0);
        drop(state);
        if is_sold_out {
            self.slot.changed.notify_waiters();
        } else {
            self.slot.changed.notify_one();
        }
    }
}

/// Stocks nobody holds; dead holds count as free a moment later, when the sweeper has changed the day.
async fn count_free(pool: &PgPool, slot: OnlineStockGroupId) -> sqlx::Result<usize> {
    let count = domain::inventory::queries::count_free_stocks(&mut *pool.acquire().await?, slot).await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> SlotGate {
        SlotGate { restaurant: RestaurantId(1), state: Mutex::default(), changed: Notify::new() }
    }

    fn enter_all(gate: &SlotGate, diners: std::ops::Range<i64>) -> Vec<&'static str> {
        let name = |turn| match turn {
            Turn::Admitted => "admitted",
            Turn::SoldOut => "sold out",
            Turn::Count => "count",
            Turn::Wait => "wait",
        };
        diners.map(|id| name(gate.turn(UserId(id)))).collect()
    }

    #[test]
    fn a_crowd_is_counted_once_and_admitted_as_far_as_it_can_win() {
        let gate = gate();
        assert!(enter_all(&gate, 0..8).iter().all(|turn| *turn == "admitted"));
        assert_eq!(enter_all(&gate, 8..10), ["count", "wait"]);
        gate.counted(Some(9));
        assert_eq!(enter_all(&gate, 10..12), ["admitted", "wait"]);
    }

    #[test]
    fn a_sold_out_slot_turns_everybody_away_but_those_who_won() {
        let gate = Arc::new(gate());
        assert_eq!(enter_all(&gate, 1..2), ["admitted"]);
        gate.counted(Some(1));
        Permit { slot: gate.clone(), diner: UserId(1) }.won(1);
        assert_eq!(enter_all(&gate, 1..3), ["admitted", "sold out"]);
    }

    #[test]
    fn a_place_that_came_to_nothing_goes_to_the_next() {
        let gate = Arc::new(gate());
        enter_all(&gate, 0..8);
        gate.counted(Some(8));
        assert_eq!(enter_all(&gate, 8..9), ["wait"]);
        drop(Permit { slot: gate.clone(), diner: UserId(3) });
        assert_eq!(enter_all(&gate, 8..9), ["admitted"]);
    }
}
