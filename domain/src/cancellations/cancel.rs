//! Cancels a booking and opens the seats that it frees. Handlers and commands call these functions.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::actions::after_cancellation;
use crate::audit::Actor;
use crate::ids::UserId;
use crate::inventory;
use crate::reservations::bookings;
pub use crate::reservations::bookings::cancel::CancelTarget;
use crate::reservations::error::ReservationError;
use crate::reservations::model::Reservation;
use crate::reservations::requests::{self, CancelDecision};
use crate::reservations::staff::StaffError;
use crate::rng::Rng;

/// Releases a diner's hold, declines an open invitation, or cancels a booking for the fee of its policy.
pub async fn cancel(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    uid: &str,
    target: CancelTarget,
) -> Result<(), ReservationError> {
    match bookings::cancel::cancel(conn, rng, now, diner, uid, target).await? {
        Some(booking) => Ok(release_seats(conn, rng, now, &booking, false).await?),
        None => Ok(()),
    }
}

/// Cancels a booking without a fee, for an admin.
pub async fn cancel_by_admin(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    booking: &Reservation,
) -> Result<(), StaffError> {
    let booking = bookings::cancel::cancel_by_admin(conn, rng, now, actor, booking).await?;
    Ok(release_seats(conn, rng, now, &booking, false).await?)
}

/// Grants a restaurant's cancel request, by its id or uid, for an admin.
pub async fn approve_request(
    conn: &mut PgConnection,
    rng: &Rng,
    decision: CancelDecision<'_>,
    key: &str,
) -> Result<(), StaffError> {
    let (booking, delete_os) = requests::approve(conn, rng, decision, key).await?;
    Ok(release_seats(conn, rng, decision.now, &booking, delete_os).await?)
}

/// Follows up on the end of an off-site reservation: if the restaurant offers cancellation slots, its seats become one (gaps G104). Its
/// stocks must have been released; the caller refreshes the day afterwards.
pub async fn release_offsite_seats(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    booking: &Reservation,
) -> sqlx::Result<()> {
    after_cancellation(conn, rng, now, booking, false).await
}

async fn release_seats(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    booking: &Reservation,
    delete_os: bool,
) -> sqlx::Result<()> {
    after_cancellation(conn, rng, now, booking, delete_os).await?;
    inventory::queries::refresh_days(conn, booking.restaurant_id, &[booking.date]).await
}
