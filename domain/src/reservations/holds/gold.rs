//! Holds of gold slots: the same steps as for other holds, with the rule of the second booking (G069, gaps G131).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{HoldRequest, PlacedHold};
use super::place::Kind;
use super::place_hold::place_under_lock;
use crate::entitlements::gold::{self, GoldRejection};
use crate::entitlements::tiers;
use crate::reservations::error::ReservationError;
use crate::rng::Rng;

/// Holds a gold slot for a gold diner. For other diners, and for ordinary slots, the slot counts as gone. A diner's requests in one
/// round are serialised, so two concurrent requests cannot both count as the first.
pub async fn place_gold(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: &HoldRequest,
) -> Result<PlacedHold, ReservationError> {
    let slot = gold::find(conn, request.restaurant, request.slot).await?;
    let slot = slot.ok_or(ReservationError::SlotGone)?;
    if !tiers::find(conn, request.diner, now).await?.is_gold() {
        return Err(ReservationError::SlotGone);
    }
    gold::lock_bookings(conn, request.diner, slot.round).await?;
    let bookings = gold::count_bookings(conn, request.diner, slot.round, Some(request.restaurant), now).await?;
    slot.admits(bookings, now).map_err(|refusal| match refusal {
        GoldRejection::NotListed => ReservationError::SlotGone,
        GoldRejection::SecondNotYet(_) => ReservationError::GoldSecondNotYet,
        GoldRejection::Limit => ReservationError::GoldLimit,
    })?;
    place_under_lock(conn, rng, now, request, Kind::Gold).await
}
