//! Stops an announcement that is going out, and resumes it on request. From the commit of a stop on, no mail begins to leave; the worker
//! then drops the mails that wait. A resumed announcement goes to the recipients whose mail was stopped, and to no one else.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder};

use super::actions::{AnnouncementActor, record};
use super::error::AnnouncementError;
use super::model::Announcement;
use super::queries;
use crate::ids::{AnnouncementId, RestaurantId};
use crate::jobs::WaitingJobs;
use crate::listing::push_condition;
use crate::progress::Failures;

const BATCH: i64 = 1_000;
/// A mail that the sender dropped this long before the stop was dropped because of it: another machine's clock may be behind.
const CLOCK_SLACK: TimeDelta = TimeDelta::minutes(1);

/// The mails of an announcement at the moment of its stop.
#[derive(Clone, Copy, Debug)]
pub struct StoppedMails {
    pub sent: i64,
    /// Mails that the worker drops, written or not.
    pub left: i64,
}

/// Stops an announcement, and returns its mails at that moment. Owners may stop an admin's announcement, too: the first person who
/// detects a mistake can act. A mail that is being transmitted is finished, and counts as sent.
///
/// # Errors
/// There is no such announcement at the restaurant, or it is not being sent.
pub async fn stop(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
) -> Result<StoppedMails, AnnouncementError> {
    let found = queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)?;
    if found.status != "sending" {
        return Err(AnnouncementError::NotSending);
    }
    mark_stopping(conn, &found, by, now).await?;
    let mails = count_mails(conn, &found).await?;
    let detail = json!({ "announcement_id": id, "sent": mails.sent, "left": mails.left });
    record(conn, now, by, "announcement.stopped", detail).await?;
    Ok(mails)
}

/// The SQL of whether an announcement `a` was stopped in the last week. It is a task for this time: an admin resumes it, or leaves it
/// stopped.
pub const IS_RECENTLY_STOPPED: &str =
    "a.status IN ('stopping', 'stopped') AND a.stopped_at IS NOT NULL AND a.stopped_at > {now} - interval '7 days'";

/// Counts the recently stopped announcements, with the oldest stop.
pub async fn count_stopped(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    let mut sql = QueryBuilder::<Postgres>::default();
    sql.push("SELECT count(*), min(a.stopped_at) FROM announcements a WHERE ");
    push_condition(&mut sql, IS_RECENTLY_STOPPED, now);
    let (count, since): (i64, Option<DateTime<Utc>>) = sql.build_query_as().fetch_one(conn).await?;
    Ok(WaitingJobs { count, since })
}

/// Resumes a stopped announcement for the recipients whose mail was stopped. Returns their number.
///
/// # Errors
/// There is no such announcement at the restaurant, it is not stopped, no mail of it was stopped, or only an admin may send or resume it.
pub async fn resume(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: AnnouncementActor,
    id: AnnouncementId,
) -> Result<u64, AnnouncementError> {
    let found = queries::lock(conn, by.restaurant, id).await?.ok_or(AnnouncementError::NotFound)?;
    if found.status != "stopped" {
        return Err(AnnouncementError::NotStopped);
    }
    if found.needs_admin() && !by.is_admin {
        return Err(AnnouncementError::AdminOnly);
    }
    if found.is_stopped_by_admin && !by.is_admin {
        return Err(AnnouncementError::StoppedByAdmin);
    }
    let resumed = requeue_stopped(conn, &found).await?;
    if resumed == 0 {
        return Err(AnnouncementError::NoRecipients);
    }
    queries::set_status(conn, found.restaurant_id, found.id, "sending", now).await?;
    record(conn, now, by, "announcement.resumed", json!({ "announcement_id": id, "customers": resumed })).await?;
    Ok(resumed)
}

async fn mark_stopping(
    conn: &mut PgConnection,
    found: &Announcement,
    by: AnnouncementActor,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE announcements SET status = 'stopping', stopped_at = $3, stopped_by_admin = $4 WHERE restaurant_id = $1 AND id = $2",
        found.restaurant_id.0,
        found.id.0,
        now,
        by.is_admin,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Counts without the jobs of the mails: mails leave until the stop is committed.
async fn count_mails(conn: &mut PgConnection, found: &Announcement) -> sqlx::Result<StoppedMails> {
    sqlx::query_as!(
        StoppedMails,
        r#"SELECT count(*) FILTER (WHERE m.sent_at IS NOT NULL) AS "sent!",
                  count(*) FILTER (WHERE m.sent_at IS NULL AND r.stopped_at IS NULL
                      AND (r.queued_at IS NULL OR m.id IS NOT NULL AND m.dropped_at IS NULL)) AS "left!"
           FROM announcement_recipients r
           LEFT JOIN mail_deliveries m ON m.dedup_key = 'announcement:' || r.announcement_id || ':' || r.customer_id
           WHERE r.restaurant_id = $1 AND r.announcement_id = $2"#,
        found.restaurant_id.0,
        found.id.0,
    )
    .fetch_one(conn)
    .await
}

/// Lets the sender take up the recipients whose mail was stopped, except recipients whose mail was transmitted after all, or discarded by an
/// operator.
async fn requeue_stopped(conn: &mut PgConnection, found: &Announcement) -> sqlx::Result<u64> {
    let requeued = sqlx::query!(
        "WITH stopped AS MATERIALIZED (
             SELECT r.customer_id FROM announcement_recipients r
             LEFT JOIN mail_deliveries m ON m.dedup_key = 'announcement:' || r.announcement_id || ':' || r.customer_id
             WHERE r.restaurant_id = $1 AND r.announcement_id = $2 AND r.stopped_at IS NOT NULL
               AND m.sent_at IS NULL AND m.discarded_at IS NULL)
         UPDATE announcement_recipients r SET stopped_at = NULL, queued_at = NULL FROM stopped s
         WHERE r.restaurant_id = $1 AND r.announcement_id = $2 AND r.customer_id = s.customer_id",
        found.restaurant_id.0,
        found.id.0,
    );
    Ok(requeued.execute(conn).await?.rows_affected())
}

struct StoppingAnnouncement {
    id: AnnouncementId,
    restaurant_id: RestaurantId,
    stopped_at: DateTime<Utc>,
}

/// Drops the waiting mails of at most `limit` announcements that were stopped, and returns the number of mails. A failing announcement does
/// not stop the others; its error is returned after them.
pub(super) async fn settle_stopping(pool: &PgPool, now: DateTime<Utc>, limit: i64) -> sqlx::Result<usize> {
    let stopping = sqlx::query_as!(
        StoppingAnnouncement,
        r#"SELECT id AS "id: AnnouncementId", restaurant_id AS "restaurant_id: RestaurantId", coalesce(stopped_at, $1) AS "stopped_at!"
           FROM announcements WHERE status = 'stopping' ORDER BY id LIMIT $2"#,
        now,
        limit,
    )
    .fetch_all(&mut *pool.acquire().await?)
    .await?;
    let (mut dropped, mut failures) = (0, Failures::none());
    for announcement in stopping {
        let settled = settle(pool, now, &announcement).await;
        dropped += failures.pass(format_args!("stopped announcement {}", announcement.id), settled).unwrap_or_default();
    }
    failures.or(dropped)
}

/// Drops the mails of an announcement batch by batch, each in one transaction.
async fn settle(pool: &PgPool, now: DateTime<Utc>, stopping: &StoppingAnnouncement) -> sqlx::Result<usize> {
    let mut dropped = 0;
    loop {
        let mut tx = pool.begin().await?;
        if !claim(&mut tx, stopping).await? {
            return Ok(dropped);
        }
        let batch = drop_batch(&mut tx, now, stopping).await?;
        if batch == 0 {
            queries::set_status(&mut tx, stopping.restaurant_id, stopping.id, "stopped", now).await?;
            tx.commit().await?;
            return Ok(dropped);
        }
        tx.commit().await?;
        dropped += batch;
    }
}

/// Locks an announcement, unless another worker is settling it or has settled it.
async fn claim(conn: &mut PgConnection, stopping: &StoppingAnnouncement) -> sqlx::Result<bool> {
    let claimed = sqlx::query_scalar!(
        r#"SELECT 1 AS "one!" FROM announcements WHERE restaurant_id = $1 AND id = $2 AND status = 'stopping'
           FOR UPDATE SKIP LOCKED"#,
        stopping.restaurant_id.0,
        stopping.id.0,
    );
    Ok(claimed.fetch_optional(conn).await?.is_some())
}

/// Marks the next recipients whose mail has not left, and drops their mails. Returns their number.
async fn drop_batch(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    stopping: &StoppingAnnouncement,
) -> sqlx::Result<usize> {
    let marked = sqlx::query!(
        "WITH batch AS (
             SELECT r.customer_id, m.id AS mail_id FROM announcement_recipients r
             LEFT JOIN mail_deliveries m ON m.dedup_key = 'announcement:' || r.announcement_id || ':' || r.customer_id
             WHERE r.restaurant_id = $1 AND r.announcement_id = $2 AND r.stopped_at IS NULL AND m.sent_at IS NULL AND m.discarded_at IS NULL
               AND (r.queued_at IS NULL OR m.id IS NOT NULL AND (m.dropped_at IS NULL OR m.dropped_at >= $4))
             ORDER BY r.customer_id LIMIT $5),
         dropped AS (
             UPDATE mail_deliveries m SET dropped_at = $3 FROM batch b
             WHERE m.id = b.mail_id AND m.sent_at IS NULL AND m.dropped_at IS NULL)
         UPDATE announcement_recipients r SET stopped_at = $3 FROM batch b
         WHERE r.restaurant_id = $1 AND r.announcement_id = $2 AND r.customer_id = b.customer_id",
        stopping.restaurant_id.0,
        stopping.id.0,
        now,
        stopping.stopped_at - CLOCK_SLACK,
        BATCH,
    );
    let marked = marked.execute(conn).await?.rows_affected();
    Ok(usize::try_from(marked).unwrap_or(usize::MAX))
}
