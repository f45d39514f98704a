//! Text messages about reservations: inserted in the transaction that they report, rendered from the current data when they are sent, and
//! sent once by the worker.

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use crate::i18n::Locale;
use crate::ids::{ReservationId, SmsDeliveryId};
use crate::jobs::{self, SmsJob, WaitingJobs};
use crate::outbox::Outbox;
use crate::outbox::failures;
use crate::outbox::registry::FailedDelivery;
use crate::progress::Failures;
use crate::rng::Rng;

/// A message that could not be sent within a day is dropped, and queries omit it from then on.
const STALE: Duration = Duration::days(1);
/// Maximum number of jobs that one sweep enqueues; the next sweep follows soon.
const BATCH: i64 = 500;

/// A message to a guest about a reservation.
#[derive(Clone)]
pub struct NewMessage {
    /// Name of the `Message` in the registry.
    pub name: &'static str,
    pub locale: Locale,
    pub e164: String,
    pub reservation: ReservationId,
    /// Identifies the event that the message announces, if the event can recur for a reservation.
    pub event: Option<String>,
}

impl NewMessage {
    fn dedup_key(&self) -> String {
        let about = format!("{}:{}", self.name, self.reservation);
        match &self.event {
            Some(event) => format!("{about}:{event}"),
            None => about,
        }
    }
}

/// Inserts a text message and enqueues its job. A second one with the same name for the same reservation and event is not inserted.
pub async fn queue(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, message: &NewMessage) -> sqlx::Result<()> {
    let uid = rng.uid();
    let id = sqlx::query_scalar!(
        "INSERT INTO sms_deliveries (uid, template, locale, phone_e164, reservation_id, dedup_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (dedup_key) DO NOTHING RETURNING id",
        uid,
        message.name,
        message.locale.as_str(),
        message.e164,
        message.reservation.0,
        message.dedup_key(),
        now,
    );
    match id.fetch_optional(&mut *conn).await? {
        Some(id) => push(conn, rng, SmsDeliveryId(id), &uid).await,
        None => Ok(()),
    }
}

async fn push(conn: &mut PgConnection, rng: &Rng, id: SmsDeliveryId, uid: &str) -> sqlx::Result<()> {
    jobs::push(conn, rng, &SmsJob::Message { sms_delivery_id: id }, Some(&format!("text:{uid}"))).await
}

/// Runs the job: renders a message and sends it. Does nothing if the message was sent or dropped. Drops a message whose subject has ended
/// or that is more than a day old.
pub async fn deliver(pool: &PgPool, outbox: &Outbox, now: DateTime<Utc>, id: SmsDeliveryId) -> anyhow::Result<()> {
    let mut conn = pool.acquire().await?;
    let open = sqlx::query!(
        r#"SELECT m.template, coalesce(p.locale, m.locale) AS "locale!", m.phone_e164, m.reservation_id AS "reservation_id!",
                  m.created_at
           FROM sms_deliveries m
           LEFT JOIN reservations r ON r.id = m.reservation_id
           LEFT JOIN profiles p ON p.user_id = r.user_id
           WHERE m.id = $1 AND m.sent_at IS NULL AND m.dropped_at IS NULL AND m.reservation_id IS NOT NULL"#,
        id.0
    );
    let Some(row) = open.fetch_optional(&mut *conn).await? else { return Ok(()) };
    let message = outbox.registry.message(&row.template);
    let message = message.with_context(|| format!("there is no text message {:?}", row.template))?;
    let (locale, reservation) = (Locale::parse(&row.locale).unwrap_or_default(), ReservationId(row.reservation_id));
    let subject = outbox.subject(locale, Some(reservation), &Value::Null, now);
    let text = if row.created_at > now - STALE { (message.text)(&mut conn, &subject).await? } else { None };
    let Some(text) = text else { return Ok(mark_dropped(&mut conn, &[id], now).await?) };
    drop(conn);
    let fid = outbox.twilio.send_sms(&row.phone_e164, &text).await?;
    let mut tx = pool.begin().await?;
    if mark_sent(&mut tx, id, now, &fid).await? {
        let recovered = FailedDelivery { reservation: Some(reservation), ids: Value::Null };
        failures::set_undelivered(&mut tx, outbox, &row.template, &recovered, None).await?;
    }
    tx.commit().await?;
    if let Some(after) = message.after {
        after(&mut *pool.acquire().await?, reservation, now).await?;
    }
    Ok(())
}

/// Marks a message as sent, even if it was dropped while it was being sent. Returns whether it was marked as failed before.
async fn mark_sent(conn: &mut PgConnection, id: SmsDeliveryId, now: DateTime<Utc>, fid: &str) -> sqlx::Result<bool> {
    let had_failed = sqlx::query_scalar!(
        r#"UPDATE sms_deliveries m SET sent_at = $2, dropped_at = NULL, failed_at = NULL, provider_fid = $3
           FROM (SELECT id, failed_at FROM sms_deliveries WHERE id = $1 FOR UPDATE) former
           WHERE m.id = former.id AND m.sent_at IS NULL RETURNING former.failed_at IS NOT NULL AS "had_failed!""#,
        id.0,
        now,
        fid
    );
    Ok(had_failed.fetch_optional(conn).await?.unwrap_or(false))
}

/// Marks messages that are not needed any more: they are never sent.
pub async fn mark_dropped(conn: &mut PgConnection, ids: &[SmsDeliveryId], now: DateTime<Utc>) -> sqlx::Result<()> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE sms_deliveries SET dropped_at = $2 WHERE id = ANY ($1) AND sent_at IS NULL AND dropped_at IS NULL",
        &ids,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn mark_stale_dropped(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let stale = sqlx::query!(
        "UPDATE sms_deliveries SET dropped_at = $1 WHERE sent_at IS NULL AND dropped_at IS NULL AND created_at <= $2",
        now,
        now - STALE,
    );
    Ok(stale.execute(conn).await?.rows_affected())
}

/// Counts messages to send, except messages whose job is a dead letter.
pub async fn count_waiting(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(m.created_at) AS since FROM sms_deliveries m
           WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.created_at > $1 AND NOT EXISTS (
               SELECT 1 FROM apalis.jobs j
               WHERE j.status <> 'Done' AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)
                 AND j.job_type = 'sms' AND j.idempotency_key = 'text:' || m.uid)"#,
        now - STALE
    )
    .fetch_one(conn)
    .await
}

/// Drops messages that are more than a day old, and enqueues a job for messages that were written more than a minute ago and have no job,
/// for example after a restored backup. Returns the number of enqueued jobs. A failing message does not stop the others; its error is
/// returned after them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let stale = mark_stale_dropped(&mut conn, now).await?;
    if stale > 0 {
        tracing::warn!(stale, "text messages were not sent within a day and are dropped");
    }
    let (mut pushed, mut failures) = (0, Failures::none());
    for orphan in list_orphans(&mut conn, now).await? {
        let enqueued = push(&mut conn, rng, orphan.id, &orphan.uid).await;
        pushed += usize::from(failures.pass(format_args!("text message {}", orphan.id), enqueued).is_some());
    }
    failures.or(pushed)
}

/// Counts the messages for which a sweep would enqueue a job.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM sms_deliveries m
           WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.created_at < $1 AND m.created_at > $2
             AND NOT EXISTS (SELECT 1 FROM apalis.jobs j WHERE j.job_type = 'sms' AND j.idempotency_key = 'text:' || m.uid)"#,
        now - Duration::minutes(1),
        now - STALE,
    );
    Ok(count.fetch_one(conn).await?.unsigned_abs())
}

struct OrphanMessage {
    id: SmsDeliveryId,
    uid: String,
}

async fn list_orphans(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<OrphanMessage>> {
    sqlx::query_as!(
        OrphanMessage,
        r#"SELECT m.id AS "id: SmsDeliveryId", m.uid FROM sms_deliveries m
         WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.created_at < $1 AND m.created_at > $2
           AND NOT EXISTS (SELECT 1 FROM apalis.jobs j WHERE j.job_type = 'sms' AND j.idempotency_key = 'text:' || m.uid)
         ORDER BY m.id LIMIT $3"#,
        now - Duration::minutes(1),
        now - STALE,
        BATCH,
    )
    .fetch_all(conn)
    .await
}
