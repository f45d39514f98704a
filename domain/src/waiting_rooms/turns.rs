//! The check before a hold: whether the slot's date is behind a waiting room, and whether it is the diner's turn.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::admission::TAKE_UP;
use super::error::WaitingRoomError;
use super::openings;
use super::places::{self, PlaceState};
use crate::availability::queries::find_viewer;
use crate::ids::{OnlineStockGroupId, RaffleRegistrationId, RestaurantId, UserId, WaitingRoomPlaceId};
use crate::rounds::window;
use crate::rounds::wins::{self, WinningEntry};

/// The reason why a diner may request a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCheck {
    /// The slot is behind no waiting room, or its room has ended.
    NotNeeded,
    Turn(WaitingRoomPlaceId),
    /// The opening is ahead, and the hold uses a raffle win.
    Win,
}

/// Checks whether a diner may request a hold at a restaurant with waiting rooms. Until the opening, the diner may book with a raffle win
/// that covers the date, and spends it; afterwards the booking would spend no win, and needs a turn. Gold diners book their slots outside
/// the openings.
///
/// # Errors
/// `PlaceNeeded` if the slot's date is behind a room and it is not the diner's turn.
pub async fn require(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    slot: OnlineStockGroupId,
    win: Option<RaffleRegistrationId>,
    now: DateTime<Utc>,
) -> Result<TurnCheck, WaitingRoomError> {
    let date = sqlx::query_scalar!(
        "SELECT o.date FROM online_stock_groups o
         WHERE o.restaurant_id = $1 AND o.id = $2 AND NOT EXISTS (
             SELECT 1 FROM gold_allocations g WHERE g.restaurant_id = o.restaurant_id AND g.online_stock_group_id = o.id)",
        restaurant.0,
        slot.0,
    );
    let Some(date) = date.fetch_optional(&mut *conn).await? else { return Ok(TurnCheck::NotNeeded) };
    let viewer = find_viewer(conn, restaurant, Some(diner), now).await?;
    let Some(opening) = openings::of_date(&viewer, date, now) else { return Ok(TurnCheck::NotNeeded) };
    if let Some(win) = win.filter(|_| now < opening.opens_at)
        && covers(conn, restaurant, diner, win, date, now).await?
    {
        return Ok(TurnCheck::Win);
    }
    match places::find(conn, restaurant, opening.opens_at, Some(diner)).await? {
        Some((room, _)) if room.ended_at.is_some() => Ok(TurnCheck::NotNeeded),
        Some((_, Some(place))) if place.state(now) == PlaceState::Turn => Ok(TurnCheck::Turn(place.id)),
        _ => Err(WaitingRoomError::PlaceNeeded),
    }
}

/// Reports whether an unused win opens a date to its diner.
async fn covers(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    win: RaffleRegistrationId,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let entry = wins::find(conn, restaurant, diner, win, now).await?;
    let rounds = entry.map(WinningEntry::open_rounds).unwrap_or_default();
    Ok(window::widest(&rounds, now).covers(date))
}

/// Records that the diner's page has shown the turn.
pub async fn take_up(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    place: WaitingRoomPlaceId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_room_places SET taken_up_at = $3
         WHERE restaurant_id = $1 AND id = $2 AND taken_up_at IS NULL AND admitted_at > $4",
        restaurant.0,
        place.0,
        now,
        now - TAKE_UP,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Records the answer to a hold request: its duration, by which the rate of admissions is measured, and whether the diner holds seats now.
pub async fn record_answer(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    place: WaitingRoomPlaceId,
    duration_ms: i32,
    is_held: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_room_places SET answered_at = $3, answer_ms = $4, taken_up_at = coalesce(taken_up_at, $3),
             held_at = CASE WHEN $5 THEN $3 ELSE held_at END
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        place.0,
        now,
        duration_ms,
        is_held,
    )
    .execute(conn)
    .await?;
    Ok(())
}
