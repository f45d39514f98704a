//! Diners cancel a hold, or a booking for the fee of its policy (gaps G086, G087); admins cancel a booking without a fee (G212). A booking
//! with an open cancel request of the restaurant cannot be cancelled (G088).

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
use crate::reservations::staff::StaffError;
use crate::rng::Rng;

/// The reservation that a diner wants to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancelTarget {
    /// A hold that is not completed: a page that does not know of the completion must not cancel the booking.
    Hold,
    /// A hold or a booking, in its current state. A booking may cost a fee.
    Whatever,
}

/// Ends the diner's reservation. Returns a cancelled booking, for which the caller must still open the freed slot and refresh the day's
/// summary; handlers call `cancellations::cancel`, which does both. Returns `None` for a hold or an open invitation, which need no
/// further step.
pub async fn cancel(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    uid: &str,
    target: CancelTarget,
) -> Result<Option<Reservation>, ReservationError> {
    let found = queries::find_own(conn, uid, diner).await?.ok_or(ReservationError::NotFound)?;
    inventory::queries::lock_slots(conn, found.restaurant_id, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, found.restaurant_id, found.id).await?;
    if target == CancelTarget::Hold && reservation.status == Status::Accepted {
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

/// Cancels a booking for an admin without a fee, and notifies diner and restaurant. Returns it as it was; the caller must still open the
/// freed slot and refresh the day's summary, as after `cancel`.
///
/// # Errors
/// `Ended` if it is not confirmed any more, `Locked` while a cancel request is open.
pub async fn cancel_by_admin(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    found: &Reservation,
) -> Result<Reservation, StaffError> {
    inventory::queries::lock_slots(conn, found.restaurant_id, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, found.restaurant_id, found.id).await?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    if queries::is_locked(conn, reservation.restaurant_id, reservation.id).await? {
        return Err(StaffError::Locked);
    }
    let ending = ReservationEnding {
        status: Status::AdminDelete,
        cancellation_fee: None,
        actor,
        action: "reservation_cancelled",
    };
    end::close(conn, rng, now, &reservation, ending).await?;
    notifications::push(conn, now, reservation.id, NotificationReason::Cancel).await?;
    mails::queue(conn, rng, now, mails::CANCELLED, reservation.id).await?;
    Ok(reservation)
}
