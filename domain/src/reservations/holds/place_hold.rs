//! Places one request's hold in a transaction under the slot's lock (gaps G050 to G068).
//!
//! Lock order of all writers: slots by id, stocks, the course's counter, the reservation. A previous hold that is released is locked after
//! the slots; the counters of both holds follow. The slot's lock makes the choice of seats first come, first served; the exclusion
//! constraint is the second safeguard.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::model::{HoldAttempt, HoldRequest, Locks, PlacedHold};
use super::place::{HoldCandidate, Kind, find_candidates, place};
use crate::audit::Actor;
use crate::ids::{CourseId, RaffleRegistrationId, RestaurantId, UserId};
use crate::inventory;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::error::ReservationError;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::queries;
use crate::reservations::seats;
use crate::rng::Rng;
use crate::rounds::wins::{self, WinningEntry};

/// Holds seats. A repeated request returns the same hold, without the number of free stocks; another request at the same restaurant
/// replaces it. A diner in a pause gets no other hold (gaps G264). All rules are checked under the slot's lock. A hold that ended before
/// `now` counts as free, but its row blocks the write until it is swept, as for `place_batch`.
pub async fn place_hold(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: &HoldRequest,
) -> Result<PlacedHold, ReservationError> {
    place_under_lock(conn, rng, now, request, Kind::Ordinary).await
}

/// Takes the locks, releases the diner's previous hold, and decides as for a batch of one.
pub(super) async fn place_under_lock(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: &HoldRequest,
    kind: Kind,
) -> Result<PlacedHold, ReservationError> {
    let candidate = find_candidate(conn, now, request, kind).await?;
    if let Some(hold) = candidate.live.iter().find(|r| r.is_held_at(now) && request.matches(r)) {
        return Ok(PlacedHold { uid: hold.uid.clone(), left: None, has_replaced: false });
    }
    let previous = candidate.live.iter().find(|r| r.status == Status::Pending);
    if previous.is_some_and(|previous| !previous.is_held_at(now)) {
        return Err(ReservationError::Raced);
    }
    let slots: Vec<_> = previous.and_then(|r| r.online_stock_group_id).into_iter().chain([request.slot]).collect();
    // A token that was issued before the last hold does not have its pause.
    if let Some(end) = candidate.pause {
        return Err(ReservationError::NotCreatableYet(end));
    }
    let locked = inventory::queries::lock_slots_to_take(conn, request.restaurant, &slots).await?;
    let date = *locked.get(&request.slot).ok_or(ReservationError::SlotGone)?;
    if let Some(previous) = previous {
        release_previous(conn, rng, now, previous, request.diner, request.course, date).await?;
    }
    let previous_date = previous.map(|previous| previous.date);
    let locks = Locks::Held { previous_date };
    let win = request.win.filter(|_| !candidate.viewer.ordinary_window(now).covers(date));
    match place(conn, rng, now, vec![Ok(candidate)], kind, locks).await?.pop() {
        Some(Ok(HoldAttempt::Placed(placed))) => {
            if let Some(win) = win {
                record_win(conn, request.restaurant, &placed.uid, win.registration).await?;
            }
            Ok(PlacedHold { has_replaced: previous_date.is_some(), ..placed })
        }
        Some(Err(error)) => Err(error),
        // Impossible under the lock.
        Some(Ok(HoldAttempt::NeedsLock | HoldAttempt::Busy)) | None => Err(ReservationError::Raced),
    }
}

/// Loads the candidate, with the data that the lock allows: the locked win, and the diner's live reservations at the restaurant.
async fn find_candidate<'a>(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    request: &'a HoldRequest,
    kind: Kind,
) -> Result<HoldCandidate<'a>, ReservationError> {
    let found = find_candidates(conn, std::slice::from_ref(request), now).await?.pop();
    let mut candidate = found.ok_or(ReservationError::NotFound)??;
    if kind == Kind::Gold {
        candidate.viewer.open_to_gold(now);
    }
    if let Some(win) = request.win {
        let won = wins::lock(conn, request.restaurant, request.diner, win.registration, now).await?;
        candidate.viewer.won = won.map(WinningEntry::open_rounds).unwrap_or_default();
        if win.has_replaced_turn {
            // The dates that have opened to all diners meanwhile need a turn.
            candidate.viewer.plan = None;
        }
    }
    candidate.live = queries::list_live(conn, request.restaurant, request.diner).await?;
    Ok(candidate)
}

/// Records the win that the hold was made with. The win is available again if the hold ends without a booking.
async fn record_win(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
    win: RaffleRegistrationId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET raffle_round_registration_id = $3 WHERE restaurant_id = $1 AND uid = $2",
        restaurant.0,
        uid,
        win.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends the diner's previous hold, after locking its course counter and that of the next hold's course and day.
async fn release_previous(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    previous: &Reservation,
    diner: UserId,
    course: CourseId,
    date: NaiveDate,
) -> Result<(), ReservationError> {
    let previous = queries::lock(conn, previous.restaurant_id, previous.id).await?;
    if previous.status != Status::Pending {
        return Err(ReservationError::Raced);
    }
    let previous_counter = previous.course_id.map(|course| (course, previous.date));
    let counters: Vec<_> = previous_counter.into_iter().chain([(course, date)]).collect();
    seats::lock_counters(conn, previous.restaurant_id, &counters).await?;
    let ending = ReservationEnding {
        status: Status::Void,
        cancellation_fee: None,
        actor: Actor::Diner(diner),
        action: "hold_replaced",
    };
    Ok(end::close(conn, rng, now, &previous, ending).await?)
}
