//! The worker's part: starts announcements that are due and writes their mails, one transaction for each batch. A batch locks the
//! announcement and checks its status, so a stop takes effect between two batches. If a worker is killed, the next worker repeats its
//! batch; no recipient gets a mail twice.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::actions::start;
use super::mails::ANNOUNCEMENT;
use super::{queries, stop};
use crate::i18n::Locale;
use crate::ids::{AnnouncementId, CustomerId, RestaurantId, UserId};
use crate::jobs::WaitingJobs;
use crate::outbox::mails::{self, NewMail};
use crate::progress::{Failures, PassResult};
use crate::rng::Rng;

/// Announcements that one sweep of the worker processes.
const MAX_ANNOUNCEMENTS: i64 = 50;
const BATCH: i64 = 200;

struct ClaimedAnnouncement {
    id: AnnouncementId,
    restaurant_id: RestaurantId,
}

/// Drops the waiting mails of stopped announcements, writes one batch of mails of each announcement that is being sent, and ends the
/// announcements whose mails are all sent. Returns the number of recipients of these batches, which is above zero while recipients are left.
/// A failing announcement does not stop the others; its error is returned after them.
pub async fn send_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    send_at_most(pool, rng, now, MAX_ANNOUNCEMENTS).await?.result()
}

/// Does the same with every announcement, so that failing ones do not hide the rest. Returns the number of recipients, and the first
/// failure.
pub async fn send_all(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<PassResult<usize, sqlx::Error>> {
    send_at_most(pool, rng, now, i64::MAX).await
}

async fn send_at_most(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<PassResult<usize, sqlx::Error>> {
    let (mut written, mut failures) = (0, Failures::none());
    failures.pass("stopped announcements", stop::settle_stopping(pool, now, limit).await);
    for announcement in list_unwritten(&mut *pool.acquire().await?, now, limit).await? {
        let sent = send_one(pool, rng, now, &announcement).await;
        written += failures.pass(format_args!("announcement {}", announcement.id), sent).unwrap_or_default();
    }
    for announcement in list_complete(&mut *pool.acquire().await?, None, limit).await? {
        let ended = end_one(pool, now, &announcement).await;
        failures.pass(format_args!("the end of announcement {}", announcement.id), ended);
    }
    Ok(failures.with(written))
}

/// Returns announcements that are due, and those with recipients whose mails are not written.
async fn list_unwritten(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<ClaimedAnnouncement>> {
    sqlx::query_as!(
        ClaimedAnnouncement,
        r#"SELECT a.id AS "id: AnnouncementId", a.restaurant_id AS "restaurant_id: RestaurantId" FROM announcements a
           WHERE a.status IN ('scheduled', 'sending') AND (
               a.status = 'scheduled' AND a.scheduled_at <= $1
               OR a.status = 'sending' AND EXISTS (
                   SELECT 1 FROM announcement_recipients r
                   WHERE r.restaurant_id = a.restaurant_id AND r.announcement_id = a.id AND r.queued_at IS NULL))
           ORDER BY a.id LIMIT $2"#,
        now,
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Returns announcements (or `only` this one) without a mail that waits, is retried or is not written. A dead letter does not wait. The mails
/// were written after the confirmation, by a clock that may differ from the web server's. Announcements are read first: they are on the nodes
/// of a Citus cluster, and mails and jobs on its coordinator.
async fn list_complete(
    conn: &mut PgConnection,
    only: Option<AnnouncementId>,
    limit: i64,
) -> sqlx::Result<Vec<ClaimedAnnouncement>> {
    sqlx::query_as!(
        ClaimedAnnouncement,
        r#"WITH sending AS MATERIALIZED (
               SELECT a.id, a.restaurant_id, a.confirmed_at FROM announcements a
               WHERE a.status = 'sending' AND ($2::bigint IS NULL OR a.id = $2)
                 AND NOT EXISTS (
                     SELECT 1 FROM announcement_recipients r
                     WHERE r.restaurant_id = a.restaurant_id AND r.announcement_id = a.id AND r.queued_at IS NULL))
           SELECT a.id AS "id!: AnnouncementId", a.restaurant_id AS "restaurant_id!: RestaurantId" FROM sending a
           WHERE NOT EXISTS (
               SELECT 1 FROM mail_deliveries m
               WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.template = $1
                 AND m.created_at >= a.confirmed_at - interval '1 hour'
                 AND (m.context ->> 'announcement_id')::bigint = a.id AND NOT EXISTS (
                     SELECT 1 FROM apalis.jobs j
                     WHERE j.job_type = 'bulk_mail' AND j.idempotency_key = 'mail:' || m.uid AND j.status <> 'Done'
                       AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)))
           ORDER BY a.id LIMIT $3"#,
        ANNOUNCEMENT.name,
        only.map(|id| id.0),
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Ends an announcement, unless it was stopped, or has a mail to send again, since it was found: a resend or a replayed job.
async fn end_one(pool: &PgPool, now: DateTime<Utc>, open: &ClaimedAnnouncement) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    queries::lock(&mut tx, open.restaurant_id, open.id).await?;
    for complete in list_complete(&mut tx, Some(open.id), 1).await? {
        queries::set_status(&mut tx, complete.restaurant_id, complete.id, "sent", now).await?;
    }
    tx.commit().await
}

async fn send_one(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    announcement: &ClaimedAnnouncement,
) -> sqlx::Result<usize> {
    let mut tx = pool.begin().await?;
    let Some(is_scheduled) = claim(&mut tx, now, announcement).await? else { return Ok(0) };
    if is_scheduled {
        start_scheduled(&mut tx, now, announcement).await?;
    }
    let written = write_batch(&mut tx, rng, now, announcement).await?;
    tx.commit().await?;
    Ok(written)
}

/// Locks an announcement unless another worker is sending it or it was unscheduled since it was found. Returns whether it was scheduled
/// until now.
async fn claim(conn: &mut PgConnection, now: DateTime<Utc>, open: &ClaimedAnnouncement) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        r#"SELECT status = 'scheduled' AS "is_scheduled!" FROM announcements
           WHERE restaurant_id = $2 AND id = $1 AND (status = 'sending' OR status = 'scheduled' AND scheduled_at <= $3)
           FOR UPDATE SKIP LOCKED"#,
        open.id.0,
        open.restaurant_id.0,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Counts scheduled announcements that are due and not started yet, and stopped ones whose mails are not dropped yet. Announcements that
/// are being sent do not count.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(CASE status WHEN 'stopping' THEN stopped_at ELSE scheduled_at END) AS since FROM announcements
           WHERE status = 'scheduled' AND scheduled_at <= $1 OR status = 'stopping'"#,
        now
    )
    .fetch_one(conn)
    .await
}

async fn start_scheduled(conn: &mut PgConnection, now: DateTime<Utc>, open: &ClaimedAnnouncement) -> sqlx::Result<()> {
    match queries::find(conn, open.restaurant_id, open.id).await? {
        Some(found) if found.status == "scheduled" => start(conn, now, &found).await,
        _ => Ok(()),
    }
}

/// A recipient; without an account if it was deleted or merged since the announcement started.
struct Recipient {
    customer_id: CustomerId,
    user_id: Option<UserId>,
    email: Option<String>,
    locale: Option<String>,
}

impl Recipient {
    fn mail(&self, open: &ClaimedAnnouncement) -> Option<NewMail> {
        let (id, customer) = (open.id, self.customer_id);
        let locale = self.locale.as_deref().and_then(Locale::parse).unwrap_or_default();
        let context = json!({ "announcement_id": id, "customer_id": customer });
        Some(NewMail {
            is_bulk: true,
            dedup_key: Some(format!("{}:{id}:{customer}", ANNOUNCEMENT.name)),
            restaurant_id: Some(open.restaurant_id),
            ..NewMail::to_user(ANNOUNCEMENT, locale, self.user_id?, self.email.as_deref()?, context)
        })
    }
}

/// Writes the mails of the next recipients. Returns the number of recipients, including those without an account.
async fn write_batch(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    open: &ClaimedAnnouncement,
) -> sqlx::Result<usize> {
    let recipients = sqlx::query_as!(
        Recipient,
        r#"WITH batch AS (
               SELECT customer_id FROM announcement_recipients
               WHERE restaurant_id = $4 AND announcement_id = $1 AND queued_at IS NULL
               ORDER BY customer_id LIMIT $3),
           marked AS (
               UPDATE announcement_recipients r SET queued_at = $2 FROM batch b
               WHERE r.restaurant_id = $4 AND r.announcement_id = $1 AND r.customer_id = b.customer_id RETURNING r.customer_id)
           SELECT m.customer_id AS "customer_id: CustomerId", p.user_id AS "user_id?: UserId", u.email::text AS "email?",
                  p.locale AS "locale?"
           FROM marked m
           LEFT JOIN customers c ON c.restaurant_id = $4 AND c.id = m.customer_id
           LEFT JOIN users u ON u.id = c.user_id
           LEFT JOIN profiles p ON p.user_id = c.user_id
           ORDER BY m.customer_id"#,
        open.id.0,
        now,
        BATCH,
        open.restaurant_id.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let mails: Vec<_> = recipients.iter().filter_map(|recipient| recipient.mail(open)).collect();
    mails::queue_all(conn, rng, now, &mails).await?;
    // Of a resumed announcement: these mails were written before, and dropped by the stop.
    mails::queue_dropped(conn, rng, &mails).await?;
    Ok(recipients.len())
}
