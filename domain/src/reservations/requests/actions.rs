//! Requests to cancel a diner's booking without a fee: filed by staff, decided on by an admin (owner §4, §5, gaps G088,
//! G089).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{CancelDecision, CancelRequestForm, OpenRequest};
use super::queries as requests;
use crate::audit::{self, Actor};
use crate::db::violated;
use crate::ids::ReservationId;
use crate::inventory;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::mails;
use crate::reservations::model::{EndCause, Reservation, Status};
use crate::reservations::queries;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::rng::Rng;

/// Files a request; it locks the reservation for its diner. Another one while it waits is refused.
pub async fn file(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    id: ReservationId,
    form: &CancelRequestForm,
) -> Result<(), StaffError> {
    let reservation = queries::lock(conn, staff.restaurant.id, id).await?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let (cause, delete_os) = form.check(reservation.kind)?;
    let filed = requests::insert(conn, &rng.uid(), staff, id, cause, delete_os).await;
    filed.map_err(|error| match violated(&error) {
        Some("reservation_cancel_requests_open_key") => StaffError::Locked,
        _ => StaffError::Database(error),
    })?;
    let detail = json!({ "reason": cause.as_str(), "delete_os": delete_os });
    Ok(record(conn, staff.now, staff.actor, &reservation, "cancel_request_filed", detail).await?)
}

/// Grants a request: the booking ends without a fee, what was paid for the course goes back, and its stocks are deleted or
/// opened again the way of a cancellation (G100). The diner is told. Answers the booking as it was, and whether its stocks
/// leave the web; its freed slot and its day's summary are still to follow: `cancellations::approve_request` is what a command
/// or a handler calls.
pub async fn approve(
    conn: &mut PgConnection,
    rng: &Rng,
    decision: CancelDecision<'_>,
    key: &str,
) -> Result<(Reservation, bool), StaffError> {
    let CancelDecision { now, actor, reason } = decision;
    let open = requests::find_open(conn, key).await?.ok_or(StaffError::NoRequest)?;
    let found = queries::find(conn, open.reservation).await?.ok_or(StaffError::NotFound)?;
    inventory::queries::lock_slots(conn, found.restaurant_id, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, open.restaurant, open.reservation).await?;
    decide(conn, &open, "approved", now).await?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let status = if open.reason == EndCause::Restaurant { Status::OwnerDelete } else { Status::Void };
    let ending = ReservationEnding { status, cancellation_fee: None, actor, action: "cancel_request_approved" };
    end::close(conn, rng, now, &reservation, ending).await?;
    let detail = json!({ "cancel_request_id": open.id, "status": "approved", "reason": reason });
    record(conn, now, actor, &reservation, "cancel_request_decided", detail).await?;
    mails::queue(conn, rng, now, mails::CANCELLED, reservation.id).await?;
    Ok((reservation, open.delete_os))
}

/// Turns a request down: the booking stands, and its diner may change it again.
pub async fn reject(conn: &mut PgConnection, decision: CancelDecision<'_>, key: &str) -> Result<(), StaffError> {
    let CancelDecision { now, actor, reason } = decision;
    let open = requests::find_open(conn, key).await?.ok_or(StaffError::NoRequest)?;
    let reservation = queries::lock(conn, open.restaurant, open.reservation).await?;
    decide(conn, &open, "rejected", now).await?;
    let detail = json!({ "cancel_request_id": open.id, "reason": reason });
    Ok(record(conn, now, actor, &reservation, "cancel_request_rejected", detail).await?)
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    reservation: &Reservation,
    action: &str,
    detail: serde_json::Value,
) -> sqlx::Result<()> {
    let event = audit::Event {
        actor,
        action,
        restaurant: Some(reservation.restaurant_id),
        reservation: Some(reservation.id),
        detail,
    };
    audit::record(conn, now, event).await
}

/// Only one of two decisions at once counts.
async fn decide(
    conn: &mut PgConnection,
    open: &OpenRequest,
    status: &str,
    now: DateTime<Utc>,
) -> Result<(), StaffError> {
    if requests::mark_decided(conn, open, status, now).await? { Ok(()) } else { Err(StaffError::NoRequest) }
}
