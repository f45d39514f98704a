//! A diner gives back a hold, or cancels a booking for the fee of its policy (gaps G086, G087); not while the restaurant's
//! request to cancel waits for its decision (G088).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::audit::Actor;
use crate::ids::UserId;
use crate::inventory;
use crate::outbox::notifications::{self, NotificationReason};
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::error::ReservationError;
use crate::reservations::mails;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::queries;
use crate::rng::Rng;

/// What a diner means to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelTarget {
    /// A hold that is not completed: a page that does not know of the completion must not cancel the booking.
    Hold,
    /// Whatever it is by now, a booking for its fee.
    Whatever,
}

/// Ends the diner's reservation. A booking is answered, whose freed slot and day's summary are still to follow:
/// `cancellations::cancel` is what a handler calls. Nothing is answered for a hold, or an invitation that was open, and
/// nothing follows.
pub async fn cancel(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    (uid, meant): (&str, CancelTarget),
) -> Result<Option<Reservation>, ReservationError> {
    let found = queries::find_own(conn, uid, diner).await?.ok_or(ReservationError::NotFound)?;
    inventory::queries::lock_slots(conn, found.restaurant_id, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, found.restaurant_id, found.id).await?;
    if meant == CancelTarget::Hold && reservation.status == Status::Accepted {
        return Err(ReservationError::HoldAccepted);
    }
    let is_locked = queries::is_locked(conn, reservation.restaurant_id, reservation.id).await?;
    if !reservation.is_cancellable_at(now) || is_locked {
        return Err(ReservationError::NotCancellable);
    }
    if reservation.kind.is_invited() && reservation.status == Status::Pending {
        end::end_unaccepted_invitation(conn, rng, now, &reservation, Actor::Diner(diner)).await?;
        return Ok(None);
    }
    let ending = |cancellation_fee, action| ReservationEnding {
        status: Status::Void,
        cancellation_fee,
        actor: Actor::Diner(diner),
        action,
    };
    if reservation.status != Status::Accepted {
        end::end(conn, rng, now, &reservation, ending(None, "hold_cancelled")).await?;
        return Ok(None);
    }
    let fee = reservation.cancellation_fee_at(now);
    end::close(conn, rng, now, &reservation, ending(Some(fee), "reservation_cancelled")).await?;
    notifications::push(conn, now, reservation.id, NotificationReason::Cancel).await?;
    mails::queue(conn, rng, now, mails::CANCELLED, reservation.id).await?;
    Ok(Some(reservation))
}
