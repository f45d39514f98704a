//! Requests to cancel a diner's booking without a fee: filed by staff, decided on by an admin (owner §4, §5, gaps G088,
//! G089).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::db::violated;
use crate::ids::{ReservationId, RestaurantId};
use crate::inventory;
use crate::reservations::end::{self, Ending};
use crate::reservations::mails;
use crate::reservations::model::{Cause, Kind, Reservation, Status};
use crate::reservations::queries;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::rng::Rng;

/// The form: all four are needed, the last one not for an invitation.
#[derive(Clone, Copy, Debug)]
pub struct CancelRequestForm {
    pub fee_waived: bool,
    pub agreed_with_customer: bool,
    pub cause: Option<Cause>,
    /// Whether the stocks leave the web for good.
    pub delete_os: Option<bool>,
}

impl CancelRequestForm {
    /// Whether the stocks are deleted: always on the restaurant's own account, never for an invitation, which has none.
    ///
    /// # Errors
    /// The name of the first field that is missing.
    pub fn check(&self, kind: Kind) -> Result<(Cause, bool), StaffError> {
        let missing = |field| StaffError::Field(field, "confirmation_missing");
        if !self.fee_waived {
            return Err(missing("fee_waived"));
        }
        if !self.agreed_with_customer {
            return Err(missing("agreed_with_customer"));
        }
        let cause = self.cause.ok_or(StaffError::Field("reason", "choose_one"))?;
        let delete_os = match cause {
            _ if kind.is_invited() => false,
            Cause::Restaurant => true,
            Cause::Customer => self.delete_os.ok_or(StaffError::Field("delete_os", "choose_one"))?,
        };
        Ok((cause, delete_os))
    }
}

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
    let filed = sqlx::query!(
        "INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        rng.uid(),
        staff.restaurant.id.0,
        id.0,
        cause.as_str(),
        delete_os,
        staff.owner.0,
        staff.now,
    );
    filed.execute(&mut *conn).await.map_err(|error| match violated(&error) {
        Some("reservation_cancel_requests_open_key") => StaffError::Locked,
        _ => StaffError::Database(error),
    })?;
    let detail = json!({ "reason": cause.as_str(), "delete_os": delete_os });
    Ok(record(conn, staff.now, staff.actor, &reservation, "cancel_request_filed", detail).await?)
}

/// A request as an admin sees it.
#[derive(Clone, Debug)]
pub struct Request {
    pub id: i64,
    pub uid: String,
    pub restaurant: String,
    pub reservation: ReservationId,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub kind: Kind,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub reason: Cause,
    pub delete_os: bool,
    pub status: String,
    pub created_at: DateTime<Utc>,
}

/// Requests, the oldest first; only those that wait unless all are asked for.
pub async fn list(conn: &mut PgConnection, all: bool) -> sqlx::Result<Vec<Request>> {
    sqlx::query_as!(
        Request,
        r#"SELECT x.id, x.uid, t.slug AS restaurant, r.id AS "reservation: ReservationId", r.uid AS reservation_uid,
                  r.reservation_code, r.type AS "kind: Kind", r.starts_at, r.guests_count, x.reason AS "reason: Cause", x.delete_os,
                  x.status, x.created_at
           FROM reservation_cancel_requests x
           JOIN reservations r ON r.restaurant_id = x.restaurant_id AND r.id = x.reservation_id
           JOIN restaurants t ON t.id = x.restaurant_id
           WHERE $1 OR x.status = 'pending' ORDER BY x.id"#,
        all
    )
    .fetch_all(conn)
    .await
}

/// An open request by its number or uid.
async fn find_open(conn: &mut PgConnection, key: &str) -> sqlx::Result<Option<Open>> {
    sqlx::query_as!(
        Open,
        r#"SELECT id, restaurant_id AS "restaurant: RestaurantId", reservation_id AS "reservation: ReservationId",
                  reason AS "reason: Cause", delete_os
           FROM reservation_cancel_requests WHERE (uid = $1 OR id::text = $1) AND status = 'pending'"#,
        key
    )
    .fetch_optional(conn)
    .await
}

/// A request that waits for its decision.
#[derive(Debug)]
struct Open {
    id: i64,
    restaurant: RestaurantId,
    reservation: ReservationId,
    reason: Cause,
    delete_os: bool,
}

/// Grants a request: the booking ends without a fee, what was paid for the course goes back, and its stocks are deleted or
/// opened again the way of a cancellation (G100). The diner is told. Answers the booking as it was, and whether its stocks
/// leave the web; its freed slot and its day's summary are still to follow: `cancellations::approve_request` is what a command
/// or a handler calls.
pub async fn approve(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    key: &str,
) -> Result<(Reservation, bool), StaffError> {
    let open = find_open(conn, key).await?.ok_or(StaffError::NoRequest)?;
    let found = queries::find(conn, open.reservation).await?.ok_or(StaffError::NotFound)?;
    inventory::queries::lock_slots(conn, found.restaurant_id, found.online_stock_group_id.as_slice()).await?;
    let reservation = queries::lock(conn, open.restaurant, open.reservation).await?;
    decide(conn, &open, "approved", now).await?;
    if reservation.status != Status::Accepted {
        return Err(StaffError::Ended);
    }
    let status = if open.reason == Cause::Restaurant { Status::OwnerDelete } else { Status::Void };
    let ending = Ending { status, cancellation_fee: None, actor, action: "cancel_request_approved" };
    end::close(conn, rng, now, &reservation, ending).await?;
    mails::queue(conn, rng, now, mails::CANCELLED, reservation.id).await?;
    Ok((reservation, open.delete_os))
}

/// Turns a request down: the booking stands, and its diner may change it again.
pub async fn reject(conn: &mut PgConnection, now: DateTime<Utc>, actor: Actor, key: &str) -> Result<(), StaffError> {
    let open = find_open(conn, key).await?.ok_or(StaffError::NoRequest)?;
    let reservation = queries::lock(conn, open.restaurant, open.reservation).await?;
    decide(conn, &open, "rejected", now).await?;
    Ok(record(conn, now, actor, &reservation, "cancel_request_rejected", json!({ "cancel_request_id": open.id }))
        .await?)
}

/// Only one of two who decide at once does.
async fn decide(conn: &mut PgConnection, open: &Open, status: &str, now: DateTime<Utc>) -> Result<(), StaffError> {
    let decided = sqlx::query!(
        "UPDATE reservation_cancel_requests SET status = $2, decided_at = $3
         WHERE restaurant_id = $4 AND id = $1 AND status = 'pending'",
        open.id,
        status,
        now,
        open.restaurant.0,
    );
    if decided.execute(conn).await?.rows_affected() == 1 { Ok(()) } else { Err(StaffError::NoRequest) }
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

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: CancelRequestForm = CancelRequestForm {
        fee_waived: true,
        agreed_with_customer: true,
        cause: Some(Cause::Customer),
        delete_os: Some(false),
    };

    #[test]
    fn all_four_are_needed() {
        let refused = |form: CancelRequestForm| match form.check(Kind::OnlineReservation) {
            Err(StaffError::Field(field, _)) => field,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(CancelRequestForm { fee_waived: false, ..WHOLE }), "fee_waived");
        assert_eq!(refused(CancelRequestForm { agreed_with_customer: false, ..WHOLE }), "agreed_with_customer");
        assert_eq!(refused(CancelRequestForm { cause: None, ..WHOLE }), "reason");
        assert_eq!(refused(CancelRequestForm { delete_os: None, ..WHOLE }), "delete_os");
        assert!(matches!(WHOLE.check(Kind::OnlineReservation), Ok((Cause::Customer, false))));
    }

    #[test]
    fn the_restaurants_own_account_deletes_and_an_invitation_is_never_reopened() {
        let own = CancelRequestForm { cause: Some(Cause::Restaurant), delete_os: Some(false), ..WHOLE };
        assert!(matches!(own.check(Kind::OnlineReservation), Ok((_, true))));
        let invited = CancelRequestForm { delete_os: None, ..WHOLE };
        assert!(matches!(invited.check(Kind::InvitedReservation), Ok((_, false))));
    }
}
