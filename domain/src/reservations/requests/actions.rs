//! Requests to cancel a diner's booking without a fee. Staff file them; an admin decides (owner §4, §5, gaps G088, G089).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::model::{CancelDecision, CancelRequestForm, OpenRequest};
use super::queries as requests;
use crate::audit::{self, Actor};
use crate::db::violated_constraint;
use crate::ids::ReservationId;
use crate::inventory;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::mails;
use crate::reservations::model::{EndCause, Reservation, Status};
use crate::reservations::queries;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::rng::Rng;

/// Files a request, which locks the reservation for its diner. Rejected while another request is open.
pub async fn create(
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
    filed.map_err(|error| match violated_constraint(&error) {
        Some("reservation_cancel_requests_open_key") => StaffError::Locked,
        _ => StaffError::Database(error),
    })?;
    let detail = json!({ "reason": cause.as_str(), "delete_os": delete_os });
    Ok(record(conn, staff.now, staff.actor, &reservation, "cancel_request_filed", detail).await?)
}

/// Approves a request: ends the booking without a fee, refunds the prepaid course, and notifies the diner. Returns the booking as it
/// was, and whether its stocks are removed from the web. The caller must still delete or reopen the stocks like a cancellation (G100)
/// and refresh the day's summary; commands and handlers call `cancellations::approve_request`, which does both.
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

/// Rejects a request. The booking stays, and its diner may change it again.
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

/// Marks a request as decided. Only one of two concurrent decisions succeeds.
async fn decide(
    conn: &mut PgConnection,
    open: &OpenRequest,
    status: &str,
    now: DateTime<Utc>,
) -> Result<(), StaffError> {
    if requests::mark_decided(conn, open, status, now).await? { Ok(()) } else { Err(StaffError::NoRequest) }
}
