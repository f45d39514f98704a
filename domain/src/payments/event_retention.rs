//! The stored events of the provider as personal data: the diner that each is about, and the end of its body. A body contains names, email
//! addresses and the last digits of a card. The row remains, so that a repeated webhook has no effect.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::events::find_diner;
use crate::ids::UserId;

/// Age at which the body of a processed event is erased.
const BODY_LIFETIME: Duration = Duration::days(90);

/// Number of events that one statement reads or erases.
const BATCH: i64 = 500;

/// Erases the bodies of a diner's processed events. The nightly maintenance erases the others once they are processed.
pub async fn erase_bodies(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE provider_events SET body = '{}' WHERE user_id = $1 AND processed_at IS NOT NULL AND body <> '{}'",
        diner.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Assigns the events that an earlier version stored to their diners, and erases the bodies of processed events that are older than 90 days
/// or about a deleted account. Returns the number of erased bodies.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    assign_diners(conn).await?;
    let mut erased = 0;
    // The first run after an upgrade erases the bodies of years, which no statement does within its timeout.
    loop {
        let batch = sqlx::query!(
            "UPDATE provider_events SET body = '{}' WHERE id IN (
                 SELECT e.id FROM provider_events e
                 WHERE e.processed_at IS NOT NULL AND e.body <> '{}'
                   AND (e.received_at < $1
                        OR EXISTS (SELECT 1 FROM users u WHERE u.id = e.user_id AND u.deleted_at IS NOT NULL))
                 ORDER BY e.id LIMIT $2)",
            now - BODY_LIFETIME,
            BATCH,
        );
        let count = batch.execute(&mut *conn).await?.rows_affected();
        erased += count;
        if count < BATCH.unsigned_abs() {
            return Ok(erased);
        }
    }
}

async fn assign_diners(conn: &mut PgConnection) -> sqlx::Result<()> {
    let mut last = 0;
    loop {
        let events = sqlx::query!(
            "SELECT id, body FROM provider_events
             WHERE user_id IS NULL AND body <> '{}' AND type NOT LIKE 'payout.%' AND id > $1 ORDER BY id LIMIT $2",
            last,
            BATCH,
        );
        let events = events.fetch_all(&mut *conn).await?;
        let Some(end) = events.last() else { return Ok(()) };
        last = end.id;
        for event in events {
            let Some(diner) = find_diner(&mut *conn, &event.body).await? else { continue };
            sqlx::query!("UPDATE provider_events SET user_id = $2 WHERE id = $1", event.id, diner.0)
                .execute(&mut *conn)
                .await?;
        }
    }
}
