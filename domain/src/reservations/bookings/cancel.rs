//! A diner gives back a hold, or cancels a booking for the fee of its policy (gaps G086, G087); not while the restaurant's
//! request to cancel waits for its decision (G088).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::audit::Actor;
use crate::cancellations;
use crate::ids::UserId;
use crate::inventory;
use crate::mail::{self, Template};
use crate::notifications::{self, Reason};
use crate::reservations::end::{self, Ending};
use crate::reservations::error::ReservationError;
use crate::reservations::model::Status;
use crate::reservations::{bookings, invitations, queries};
use crate::rng::Rng;

pub async fn cancel(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    uid: &str,
) -> Result<(), ReservationError> {
    let found = queries::find_own(conn, uid, diner).await?.ok_or(ReservationError::NotFound)?;
    inventory::queries::lock_slots(conn, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, found.id).await?;
    let is_locked = bookings::queries::is_locked(conn, reservation.id).await?;
    if !reservation.is_cancellable_at(now) || is_locked {
        return Err(ReservationError::NotCancellable);
    }
    if reservation.kind.is_invited() && reservation.status == Status::Pending {
        return Ok(invitations::end_unaccepted(conn, rng, now, &reservation, Actor::Diner(diner)).await?);
    }
    let was_accepted = reservation.status == Status::Accepted;
    let fee = was_accepted.then(|| reservation.cancellation_fee_at(now));
    let action = if was_accepted { "reservation_cancelled" } else { "hold_cancelled" };
    let ending = Ending { status: Status::Void, cancellation_fee: fee, actor: Actor::Diner(diner), action };
    end::close(conn, rng, now, &reservation, ending).await?;
    if was_accepted {
        cancellations::after_cancellation(conn, rng, now, &reservation, false).await?;
        notifications::push(conn, now, &reservation, Reason::Cancel).await?;
        mail::queue_for_reservation(conn, rng, now, Template::ReservationCancelled, reservation.id).await?;
    }
    Ok(inventory::queries::refresh_days(conn, reservation.restaurant_id, &[reservation.date]).await?)
}
