//! The worker's sweep, every second: opens due releases, and updates cancellation slots that are booked, open again or past.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::queries;
use crate::audit::{self, Actor};
use crate::ids::{
    CustomerGroupId, OnlineCancellationId, OnlineCancellationReleaseId, OnlineStockGroupId, RestaurantId,
};
use crate::inventory;
use crate::jobs::WaitingJobs;
use crate::progress::{Failures, PassResult};

const BATCH: i64 = 200;

/// Closes cancellation slots that are booked or past and reopens the ones that are free again, all in one statement. Then opens at most 200
/// due releases, each in one transaction. Returns the number of changed slots and releases. A failing one does not stop the others; its
/// error is returned after them.
pub async fn release_due(pool: &PgPool, now: DateTime<Utc>) -> sqlx::Result<usize> {
    release_at_most(pool, now, BATCH).await?.result()
}

/// Does the same with every due release, so that failing ones do not hide the rest. Returns the number of changed slots and releases, and
/// the first failure.
pub async fn release_all(pool: &PgPool, now: DateTime<Utc>) -> sqlx::Result<PassResult<usize, sqlx::Error>> {
    release_at_most(pool, now, i64::MAX).await
}

async fn release_at_most(
    pool: &PgPool,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<PassResult<usize, sqlx::Error>> {
    let mut failures = Failures::none();
    let updated = update_outcomes(&mut *pool.acquire().await?, now).await;
    let mut done = failures.pass("outcomes of cancellation slots", updated).unwrap_or_default();
    for due in list_due(&mut *pool.acquire().await?, now, limit).await? {
        let released = release_one(pool, now, &due).await;
        done += usize::from(failures.pass(format_args!("release {}", due.id), released).unwrap_or_default());
    }
    Ok(failures.with(done))
}

async fn release_one(pool: &PgPool, now: DateTime<Utc>, due: &DueRelease) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_released = release(&mut tx, now, due).await?;
    tx.commit().await?;
    Ok(is_released)
}

/// Updates outcomes. A cancellation slot is booked while accepted reservations occupy all its items, and open again when one of them is
/// free (G103). After its start it is past, unless it is booked. The open slots and the booked ones ahead are found by an index each, because
/// the ended ones stay in the table. They are read again by their keys: a Citus cluster rejects subselects below rows that it has collected.
async fn update_outcomes(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let updated = sqlx::query!(
        "WITH unsettled AS MATERIALIZED (
             SELECT restaurant_id, id FROM online_cancellations WHERE ended_at IS NULL
             UNION ALL
             SELECT restaurant_id, id FROM online_cancellations b
             WHERE outcome = 'booked' AND starts_at > $1
                 AND EXISTS (SELECT 1 FROM online_cancellation_stocks s WHERE s.restaurant_id = b.restaurant_id
                     AND s.online_cancellation_id = b.id)),
         undecided AS (
             SELECT c.restaurant_id, c.id, c.outcome, CASE
                 WHEN c.starts_at <= $1 THEN 'past'
                 WHEN NOT EXISTS (
                     SELECT 1 FROM online_cancellation_stocks s JOIN online_stocks k ON k.restaurant_id = s.restaurant_id
                         AND k.id = s.online_stock_id
                     WHERE s.restaurant_id = c.restaurant_id AND s.online_cancellation_id = c.id AND NOT EXISTS (
                         SELECT 1 FROM reservation_seats x
                         JOIN reservations r ON r.restaurant_id = x.restaurant_id
                             AND r.id = x.reservation_id AND r.status = 'accepted'
                         WHERE x.restaurant_id = k.restaurant_id AND x.inventory_item_id = k.inventory_item_id AND x.released_at IS NULL
                           AND seat_overlaps(x.during, c.starts_at, c.ends_at))) THEN 'booked'
             END AS should
             FROM unsettled d JOIN online_cancellations c ON c.restaurant_id = d.restaurant_id AND c.id = d.id)
         UPDATE online_cancellations c SET outcome = u.should, ended_at = CASE WHEN u.should IS NOT NULL THEN $1 END
         FROM undecided u WHERE u.restaurant_id = c.restaurant_id AND u.id = c.id AND u.should IS DISTINCT FROM u.outcome
             AND c.outcome IS NOT DISTINCT FROM u.outcome",
        now,
    )
    .execute(conn)
    .await?;
    Ok(usize::try_from(updated.rows_affected()).unwrap_or(usize::MAX))
}

/// A due release, and the cancellation slot that it opens.
#[derive(Debug)]
struct DueRelease {
    id: OnlineCancellationReleaseId,
    restaurant: RestaurantId,
    slot: OnlineCancellationId,
    group: OnlineStockGroupId,
}

async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<DueRelease>> {
    sqlx::query_as!(
        DueRelease,
        r#"SELECT r.id AS "id: OnlineCancellationReleaseId", r.restaurant_id AS "restaurant: RestaurantId", c.id AS "slot: OnlineCancellationId",
                  c.online_stock_group_id AS "group: OnlineStockGroupId"
           FROM online_cancellation_releases r JOIN online_cancellations c ON c.restaurant_id = r.restaurant_id
               AND c.id = r.online_cancellation_id
           WHERE r.released_at IS NULL AND r.releasable_at <= $1 AND c.outcome IS NULL AND c.starts_at > $1
           ORDER BY r.releasable_at, r.id LIMIT $2"#,
        now,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Counts releases that are due and not opened yet.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(r.releasable_at) AS since
           FROM online_cancellation_releases r JOIN online_cancellations c ON c.restaurant_id = r.restaurant_id
               AND c.id = r.online_cancellation_id
           WHERE r.released_at IS NULL AND r.releasable_at <= $1 AND c.outcome IS NULL AND c.starts_at > $1"#,
        now,
    )
    .fetch_one(conn)
    .await
}

/// Opens a cancellation slot to one more group. False if it was opened or ended in the meantime.
async fn release(conn: &mut PgConnection, now: DateTime<Utc>, due: &DueRelease) -> sqlx::Result<bool> {
    inventory::queries::lock_slots(conn, due.restaurant, &[due.group]).await?;
    let slot = queries::lock(conn, due.restaurant, due.slot).await?;
    let released = sqlx::query_scalar!(
        r#"UPDATE online_cancellation_releases SET released_at = $2
           WHERE restaurant_id = $3 AND id = $1 AND released_at IS NULL
           RETURNING customer_group_id AS "group: CustomerGroupId""#,
        due.id.0,
        now,
        due.restaurant.0,
    );
    if slot.outcome.is_some() {
        return Ok(false);
    }
    let Some(group) = released.fetch_optional(&mut *conn).await? else { return Ok(false) };
    queries::admit_group(conn, slot.restaurant_id, slot.id, group).await?;
    let event = audit::Event {
        actor: Actor::System,
        action: "cancellation_slot_opened",
        restaurant: Some(slot.restaurant_id),
        reservation: Some(slot.reservation_id),
        detail: json!({ "online_cancellation_id": slot.id, "customer_group_id": group }),
    };
    audit::record(conn, now, event).await?;
    inventory::queries::refresh_days(conn, slot.restaurant_id, &[slot.date]).await?;
    Ok(true)
}
