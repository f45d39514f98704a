//! Reminds the admins of disputes whose deadline is near.

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use super::mails::{self, ReportedDispute};
use crate::ids::{DisputeId, RestaurantId};
use crate::jobs::WaitingJobs;
use crate::progress::Failures;
use crate::rng::Rng;

/// Time before the deadline at which the admins are reminded.
pub const REMIND_BEFORE: Duration = Duration::days(3);

const BATCH: i64 = 100;

#[derive(Debug)]
struct DueReminder {
    restaurant: RestaurantId,
    id: DisputeId,
    status: String,
}

/// Queues the reminder of every dispute that waits for an answer and whose deadline is within three days, each in one transaction. Returns
/// the number of reminded disputes. A failing one does not stop the others; its error is returned after them.
pub async fn remind(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let (mut reminded, mut failures) = (0, Failures::none());
    for due in list_due(&mut *pool.acquire().await?, now).await? {
        let done = remind_one(pool, rng, now, &due).await;
        let is_done = failures.pass(format_args!("reminder of dispute {}", due.id), done).unwrap_or_default();
        reminded += usize::from(is_done);
    }
    failures.or(reminded)
}

async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<DueReminder>> {
    sqlx::query_as!(
        DueReminder,
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", id AS "id: DisputeId", status FROM charge_disputes
           WHERE closed_at IS NULL AND answered_at IS NULL AND reminded_at IS NULL AND status LIKE '%needs_response'
             AND evidence_due_at <= $1
           ORDER BY evidence_due_at LIMIT $2"#,
        now + REMIND_BEFORE,
        BATCH,
    )
    .fetch_all(conn)
    .await
}

/// Counts disputes whose reminder is due and not queued yet, with the oldest due time.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    let due = sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(evidence_due_at) AS since FROM charge_disputes
           WHERE closed_at IS NULL AND answered_at IS NULL AND reminded_at IS NULL AND status LIKE '%needs_response'
             AND evidence_due_at <= $1"#,
        now + REMIND_BEFORE,
    );
    let due = due.fetch_one(conn).await?;
    Ok(WaitingJobs { since: due.since.map(|at| at - REMIND_BEFORE), ..due })
}

/// Claims a reminder and queues its mails. False if another worker did.
async fn remind_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, due: &DueReminder) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let claimed = sqlx::query!(
        "UPDATE charge_disputes SET reminded_at = $3
         WHERE restaurant_id = $1 AND id = $2 AND reminded_at IS NULL AND answered_at IS NULL AND closed_at IS NULL",
        due.restaurant.0,
        due.id.0,
        now
    );
    if claimed.execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let about = ReportedDispute { restaurant: due.restaurant, id: due.id, status: &due.status };
    mails::queue_to_admins(&mut tx, rng, now, mails::DEADLINE, about).await?;
    tx.commit().await?;
    Ok(true)
}
