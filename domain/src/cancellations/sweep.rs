//! What the worker asks for every second: releases whose time has come, and slots that are booked, open again or past.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::queries;
use crate::audit::{self, Actor};
use crate::ids::{CustomerGroupId, OnlineCancellationId};
use crate::inventory;

const BATCH: i64 = 200;

/// Closes what is booked or past, opens again what is booked no more, then lets in the groups whose time has come, one
/// transaction each; how many things were done.
pub async fn release_due(pool: &PgPool, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut done = settle(&mut *pool.acquire().await?, now).await?;
    for (release, slot) in list_due(&mut *pool.acquire().await?, now).await? {
        let mut tx = pool.begin().await?;
        done += usize::from(release_one(&mut tx, now, release, slot).await?);
        tx.commit().await?;
    }
    Ok(done)
}

/// A freed slot is booked when accepted reservations sit on all its items, and open again as soon as one of them is free
/// (G103). With its time it is past.
async fn settle(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let settled = sqlx::query!(
        "WITH undecided AS (
             SELECT c.id, c.outcome, CASE
                 WHEN c.starts_at <= $1 THEN 'past'
                 WHEN NOT EXISTS (
                     SELECT 1 FROM online_cancellation_stocks s JOIN online_stocks k ON k.id = s.online_stock_id
                     WHERE s.online_cancellation_id = c.id AND NOT EXISTS (
                         SELECT 1 FROM reservation_seats x JOIN reservations r ON r.id = x.reservation_id AND r.status = 'accepted'
                         WHERE x.inventory_item_id = k.inventory_item_id AND x.released_at IS NULL
                           AND x.during && tstzrange(c.starts_at, c.ends_at))) THEN 'booked'
             END AS should
             FROM online_cancellations c
             WHERE c.outcome IS NULL
                OR c.outcome = 'booked' AND c.starts_at > $1
                   AND EXISTS (SELECT 1 FROM online_cancellation_stocks s WHERE s.online_cancellation_id = c.id))
         UPDATE online_cancellations c SET outcome = u.should, ended_at = CASE WHEN u.should IS NOT NULL THEN $1 END
         FROM undecided u WHERE u.id = c.id AND u.should IS DISTINCT FROM u.outcome AND c.outcome IS NOT DISTINCT FROM u.outcome",
        now,
    )
    .execute(conn)
    .await?;
    Ok(usize::try_from(settled.rows_affected()).unwrap_or(usize::MAX))
}

async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<(i64, OnlineCancellationId)>> {
    let rows = sqlx::query!(
        r#"SELECT r.id, c.id AS "slot: OnlineCancellationId"
           FROM online_cancellation_releases r JOIN online_cancellations c ON c.id = r.online_cancellation_id
           WHERE r.released_at IS NULL AND r.releasable_at <= $1 AND c.outcome IS NULL AND c.starts_at > $1
           ORDER BY r.releasable_at, r.id LIMIT $2"#,
        now,
        BATCH,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.id, row.slot)).collect())
}

/// Opens a freed slot to one more group. False when it was opened or came to its end meanwhile.
async fn release_one(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    release: i64,
    slot: OnlineCancellationId,
) -> sqlx::Result<bool> {
    let group = sqlx::query_scalar!("SELECT online_stock_group_id FROM online_cancellations WHERE id = $1", slot.0)
        .fetch_one(&mut *conn)
        .await?;
    inventory::queries::lock_slots(conn, &[crate::ids::OnlineStockGroupId(group)]).await?;
    let slot = queries::lock(conn, slot).await?;
    let released = sqlx::query_scalar!(
        r#"UPDATE online_cancellation_releases SET released_at = $2 WHERE id = $1 AND released_at IS NULL
           RETURNING customer_group_id AS "group: CustomerGroupId""#,
        release,
        now,
    );
    if slot.outcome.is_some() {
        return Ok(false);
    }
    let Some(group) = released.fetch_optional(&mut *conn).await? else { return Ok(false) };
    queries::let_in(conn, slot.id, group).await?;
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
