//! A diner picks a slot: the seats are theirs for ten minutes (gaps G050 to G068).
//!
//! Locks are taken in one order everywhere: slots by id, stocks, the course's counter, the reservation. The slot's lock
//! makes the choice of seats first come, first served; the exclusion constraint stands behind it.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::rules;
use super::write::{self, Locks, NewHold, Written};
use crate::audit::Actor;
use crate::availability;
use crate::availability::actions::Viewer;
use crate::ids::{CourseId, OnlineStockGroupId, OsgTimeId, UserId};
use crate::reservations::end::{self, Ending};
use crate::reservations::error::ReservationError;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::queries;
use crate::reservations::seats;
use crate::restaurants::model::Restaurant;
use crate::rng::Rng;

/// What a diner asks for.
#[derive(Clone, Debug)]
pub struct Choice {
    pub slot: OnlineStockGroupId,
    pub time: OsgTimeId,
    pub course: CourseId,
    pub guests: i32,
    pub locale: &'static str,
    pub ticket_code: Option<String>,
}

/// The hold, and what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub uid: String,
    /// At most so many stocks of the slot are free yet; nothing when they were not looked at.
    pub left: Option<usize>,
}

/// Holds seats and answers the reservation's uid. The same choice again answers the same hold; another choice at the same
/// restaurant replaces it. Everything is decided behind the slot's lock. Holds that ended before `now` count as free, yet
/// their rows stand in the way until they are swept, as for `try_holds`.
pub async fn place_hold(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Placed, ReservationError> {
    let viewer = Viewer::find(conn, restaurant.id, Some(diner)).await?;
    let live = queries::list_live(conn, restaurant.id, diner).await?;
    if let Some(hold) = live.iter().find(|r| r.is_held_at(now) && r.asks_for(choice)) {
        return Ok(Placed { uid: hold.uid.clone(), left: None });
    }
    let former = live.iter().find(|r| r.status == Status::Pending);
    if former.is_some_and(|former| !former.is_held_at(now)) {
        return Err(ReservationError::Raced);
    }
    let slots: Vec<_> = former.and_then(|r| r.online_stock_group_id).into_iter().chain([choice.slot]).collect();
    let locked = queries::lock_slots_to_take(conn, &slots).await?;
    let date = *locked.get(&choice.slot).ok_or(ReservationError::SlotGone)?;
    if let Some(former) = former {
        give_back(conn, rng, now, former, diner, (choice.course, date)).await?;
    }
    let slot = availability::queries::find_slot(conn, restaurant.id, choice.slot, now).await?;
    let mut slot = slot.ok_or(ReservationError::SlotGone)?;
    let party = rules::admit(&slot, &viewer, restaurant, choice, now)?;
    if live.iter().any(|r| r.status == Status::Accepted && r.date == slot.date && r.operation == slot.operation) {
        return Err(ReservationError::AlreadyBooked);
    }
    slot.take(&party.stocks[..party.needed], choice.course, choice.guests);
    let hold = NewHold::new(rng, restaurant, diner, &viewer, choice, party, &slot);
    let locks = Locks::Held { former_date: former.map(|former| former.date) };
    let mut written = write::write(conn, &[hold], now, locks).await?;
    match written.pop() {
        Some(Written::Held(placed)) => Ok(placed),
        Some(Written::Refused(error)) => Err(error),
        Some(Written::Busy) | None => Err(ReservationError::Raced),
    }
}

impl Reservation {
    fn asks_for(&self, choice: &Choice) -> bool {
        self.online_stock_group_id == Some(choice.slot)
            && self.osg_time_id == Some(choice.time)
            && self.course_id == Some(choice.course)
            && self.guests_count == choice.guests
    }
}

async fn give_back(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    former: &Reservation,
    diner: UserId,
    next: (CourseId, NaiveDate),
) -> Result<(), ReservationError> {
    let former = queries::lock(conn, former.id).await?;
    if former.status != Status::Pending {
        return Err(ReservationError::Raced);
    }
    let counters: Vec<_> = former.course_id.map(|course| (course, former.date)).into_iter().collect();
    seats::lock_counters(conn, &[counters.as_slice(), &[next]].concat()).await?;
    let ending =
        Ending { status: Status::Void, cancellation_fee: None, actor: Actor::Diner(diner), action: "hold_replaced" };
    Ok(end::close(conn, rng, now, &former, ending).await?)
}
