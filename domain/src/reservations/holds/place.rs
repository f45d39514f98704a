//! Holds one request's seats in a transaction behind the slot's lock (gaps G050 to G068).
//!
//! Locks are taken in one order everywhere: slots by id, stocks, the course's counter, the reservation. The slot's lock
//! makes the choice of seats first come, first served; the exclusion constraint stands behind it.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::model::{HoldAttempt, HoldRequest, Locks, PlacedHold};
use super::rules;
use super::write::{self, HoldRequestRow};
use crate::audit::Actor;
use crate::availability;
use crate::ids::{CourseId, RestaurantId, UserId};
use crate::inventory;
use crate::reservations::end::{self, Ending};
use crate::reservations::error::ReservationError;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::queries;
use crate::reservations::seats;
use crate::rng::Rng;
use crate::rounds::wins::{self, Win};
use crate::sessions;

/// Holds seats and answers the reservation's uid. The same request again answers the same hold; another one at the same
/// restaurant replaces it. Everything is decided behind the slot's lock. A hold that ended before `now` counts as free, yet
/// its row stands in the way until it is swept, as for `place_batch`.
pub async fn place_hold(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: &HoldRequest,
) -> Result<PlacedHold, ReservationError> {
    place(conn, rng, now, request, Kind::Ordinary).await
}

/// Which slots a hold is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Ordinary,
    /// Set aside for gold diners: neither round plans nor groups decide about it (gaps G131).
    Gold,
}

pub(super) async fn place(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: &HoldRequest,
    kind: Kind,
) -> Result<PlacedHold, ReservationError> {
    let (restaurant, diner) = (request.restaurant, request.diner);
    request.require_diner(sessions::find(conn, &request.session, now).await?.as_ref())?;
    let viewers = availability::queries::find_viewers(conn, &[(restaurant, Some(diner))], now).await?;
    let (mut viewer, terms) = viewers.into_iter().next().ok_or(ReservationError::NotFound)?;
    if kind == Kind::Gold {
        viewer.open_to_gold(now);
    }
    if let Some(win) = request.win {
        let won = wins::lock(conn, restaurant, diner, win, now).await?;
        viewer.won = won.map(Win::unspent).unwrap_or_default();
    }
    let (viewer, terms) = (&viewer, &terms);
    let live = queries::list_live(conn, restaurant, diner).await?;
    if let Some(hold) = live.iter().find(|r| r.is_held_at(now) && request.is_met_by(r)) {
        return Ok(PlacedHold { uid: hold.uid.clone(), left: None });
    }
    let former = live.iter().find(|r| r.status == Status::Pending);
    if former.is_some_and(|former| !former.is_held_at(now)) {
        return Err(ReservationError::Raced);
    }
    let slots: Vec<_> = former.and_then(|r| r.online_stock_group_id).into_iter().chain([request.slot]).collect();
    let locked = inventory::queries::lock_slots_to_take(conn, restaurant, &slots).await?;
    let date = *locked.get(&request.slot).ok_or(ReservationError::SlotGone)?;
    if let Some(former) = former {
        give_back(conn, rng, now, former, diner, (request.course, date)).await?;
    }
    let slot = match kind {
        Kind::Ordinary => availability::queries::find_slot(conn, restaurant, request.slot, now).await?,
        Kind::Gold => availability::queries::find_gold_slots(conn, &[(restaurant, request.slot)], now).await?.pop(),
    };
    let mut slot = slot.ok_or(ReservationError::SlotGone)?;
    let quote = rules::admit(&slot, viewer, terms, request, now)?;
    if live.iter().any(|r| r.status == Status::Accepted && r.date == slot.date && r.operation == slot.operation) {
        return Err(ReservationError::AlreadyBooked);
    }
    slot.take(&quote.stocks[..quote.needed], request.course, request.guests);
    let row = HoldRequestRow::new(rng, request, viewer, terms, quote, &slot);
    let row = if kind == Kind::Gold { row.of_gold() } else { row };
    let locks = Locks::Held { former_date: former.map(|former| former.date) };
    let mut written = write::write(conn, &[row], now, locks).await?;
    match written.pop() {
        Some(Ok(HoldAttempt::Placed(placed))) => {
            let spends = request.win.filter(|_| !viewer.ordinary_window(now).covers(date));
            if let Some(win) = spends {
                spend(conn, (restaurant, &placed.uid), win).await?;
            }
            Ok(placed)
        }
        Some(Err(error)) => Err(error),
        Some(Ok(HoldAttempt::NeedsLock | HoldAttempt::Busy)) | None => Err(ReservationError::Raced),
    }
}

/// Writes down with which win the hold was made. It is free again when the hold ends without a booking.
async fn spend(conn: &mut PgConnection, (restaurant, uid): (RestaurantId, &str), win: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET raffle_round_registration_id = $3 WHERE restaurant_id = $1 AND uid = $2",
        restaurant.0,
        uid,
        win
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn give_back(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    former: &Reservation,
    diner: UserId,
    next: (CourseId, NaiveDate),
) -> Result<(), ReservationError> {
    let former = queries::lock(conn, former.restaurant_id, former.id).await?;
    if former.status != Status::Pending {
        return Err(ReservationError::Raced);
    }
    let counters: Vec<_> = former.course_id.map(|course| (course, former.date)).into_iter().collect();
    seats::lock_counters(conn, former.restaurant_id, &[counters.as_slice(), &[next]].concat()).await?;
    let ending =
        Ending { status: Status::Void, cancellation_fee: None, actor: Actor::Diner(diner), action: "hold_replaced" };
    Ok(end::close(conn, rng, now, &former, ending).await?)
}
