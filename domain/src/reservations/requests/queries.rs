//! SQL of requests to cancel.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{CancelRequest, OpenRequest};
use crate::ids::{CancelRequestId, ReservationId, RestaurantId};
use crate::jobs::WaitingJobs;
use crate::reservations::model::{EndCause, Kind};
use crate::reservations::staff::StaffContext;

pub async fn insert(
    conn: &mut PgConnection,
    uid: &str,
    staff: StaffContext<'_>,
    id: ReservationId,
    cause: EndCause,
    delete_os: bool,
) -> sqlx::Result<()> {
    let filed = sqlx::query!(
        "INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, owner_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        uid,
        staff.restaurant.id.0,
        id.0,
        cause.as_str(),
        delete_os,
        staff.owner.0,
        staff.now,
    );
    filed.execute(conn).await?;
    Ok(())
}

/// Lists open requests, oldest first. With `all`, also the 500 requests that were decided last.
pub async fn list(conn: &mut PgConnection, all: bool) -> sqlx::Result<Vec<CancelRequest>> {
    sqlx::query_as!(
        CancelRequest,
        r#"SELECT x.id AS "id: CancelRequestId", x.uid, t.slug AS restaurant, t.name_ja, t.name_en,
                  r.id AS "reservation: ReservationId", r.uid AS reservation_uid, r.reservation_code,
                  r.type AS "kind: Kind", r.starts_at, r.guests_count, x.reason AS "reason: EndCause", x.delete_os,
                  x.status, x.created_at
           FROM reservation_cancel_requests x
           JOIN reservations r ON r.restaurant_id = x.restaurant_id AND r.id = x.reservation_id
           JOIN restaurants t ON t.id = x.restaurant_id
           WHERE x.status = 'pending' OR $1 AND x.id IN (
               SELECT d.id FROM reservation_cancel_requests d WHERE d.status <> 'pending' ORDER BY d.decided_at DESC, d.id LIMIT 500)
           ORDER BY x.id"#,
        all
    )
    .fetch_all(conn)
    .await
}

/// Counts the requests that wait for a decision, with the oldest time.
pub async fn count_open(conn: &mut PgConnection) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(created_at) AS since FROM reservation_cancel_requests WHERE status = 'pending'"#
    )
    .fetch_one(conn)
    .await
}

/// Lists the requests about one reservation, oldest first.
pub async fn list_of(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<Vec<CancelRequest>> {
    sqlx::query_as!(
        CancelRequest,
        r#"SELECT x.id AS "id: CancelRequestId", x.uid, t.slug AS restaurant, t.name_ja, t.name_en,
                  r.id AS "reservation: ReservationId", r.uid AS reservation_uid, r.reservation_code,
                  r.type AS "kind: Kind", r.starts_at, r.guests_count, x.reason AS "reason: EndCause", x.delete_os,
                  x.status, x.created_at
           FROM reservation_cancel_requests x
           JOIN reservations r ON r.restaurant_id = x.restaurant_id AND r.id = x.reservation_id
           JOIN restaurants t ON t.id = x.restaurant_id
           WHERE x.restaurant_id = $1 AND x.reservation_id = $2 ORDER BY x.id"#,
        restaurant.0,
        reservation.0,
    )
    .fetch_all(conn)
    .await
}

/// Finds an open request by its number or uid.
pub async fn find_open(conn: &mut PgConnection, key: &str) -> sqlx::Result<Option<OpenRequest>> {
    sqlx::query_as!(
        OpenRequest,
        r#"SELECT id AS "id: CancelRequestId", restaurant_id AS "restaurant: RestaurantId", reservation_id AS "reservation: ReservationId",
                  reason AS "reason: EndCause", delete_os
           FROM reservation_cancel_requests WHERE (uid = $1 OR id::text = $1) AND status = 'pending'"#,
        key
    )
    .fetch_optional(conn)
    .await
}

/// Marks a request as decided. Returns false if another decision came first.
pub async fn mark_decided(
    conn: &mut PgConnection,
    open: &OpenRequest,
    status: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let decided = sqlx::query!(
        "UPDATE reservation_cancel_requests SET status = $2, decided_at = $3
         WHERE restaurant_id = $4 AND id = $1 AND status = 'pending'",
        open.id.0,
        status,
        now,
        open.restaurant.0,
    );
    Ok(decided.execute(conn).await?.rows_affected() == 1)
}
