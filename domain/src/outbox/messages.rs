//! Text messages about reservations: inserted in the transaction of what they report, rendered from the tables when
//! they are sent, and sent once by the worker.

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use crate::i18n::Locale;
use crate::ids::ReservationId;
use crate::jobs::{self, SmsJob, Waiting};
use crate::outbox::Outbox;
use crate::rng::Rng;

/// A message that could not be sent within a day is dropped.
const STALE: Duration = Duration::days(1);

/// A message to a guest about a reservation.
#[derive(Clone)]
pub struct NewMessage {
    /// Of the `Message`, as the registry has it.
    pub name: &'static str,
    pub locale: Locale,
    pub e164: String,
    pub reservation: ReservationId,
}

/// Inserts a text message and pushes its job. A second one of the same name for the same reservation is not inserted.
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
        format!("{}:{}", message.name, message.reservation),
        now,
    );
    match id.fetch_optional(&mut *conn).await? {
        Some(id) => push(conn, rng, id, &uid).await,
        None => Ok(()),
    }
}

async fn push(conn: &mut PgConnection, rng: &Rng, id: i64, uid: &str) -> sqlx::Result<()> {
    jobs::push(conn, rng, &SmsJob::Message { sms_delivery_id: id }, Some(&format!("text:{uid}"))).await
}

/// The job: renders a message and sends it. It does nothing when the message was sent or its subject is over.
pub async fn deliver(pool: &PgPool, outbox: &Outbox, now: DateTime<Utc>, id: i64) -> anyhow::Result<()> {
    let mut conn = pool.acquire().await?;
    let open = sqlx::query!(
        r#"SELECT template, locale, phone_e164, reservation_id AS "reservation_id!" FROM sms_deliveries
           WHERE id = $1 AND sent_at IS NULL AND reservation_id IS NOT NULL"#,
        id
    );
    let Some(row) = open.fetch_optional(&mut *conn).await? else { return Ok(()) };
    let message = outbox.registry.message(&row.template);
    let message = message.with_context(|| format!("no text message is called {:?}", row.template))?;
    let (locale, reservation) = (Locale::parse(&row.locale).unwrap_or_default(), ReservationId(row.reservation_id));
    let subject = outbox.subject(locale, Some(reservation), &Value::Null, now);
    let Some(text) = (message.text)(&mut conn, &subject).await? else { return Ok(()) };
    drop(conn);
    outbox.telephone.send_sms(&row.phone_e164, &text).await?;
    let mut conn = pool.acquire().await?;
    sqlx::query!("UPDATE sms_deliveries SET sent_at = $2 WHERE id = $1 AND sent_at IS NULL", id, now)
        .execute(&mut *conn)
        .await?;
    if let Some(after) = message.after {
        after(&mut conn, reservation, now).await?;
    }
    Ok(())
}

/// How many messages are to be sent, but for those that were given up.
pub async fn count_waiting(conn: &mut PgConnection) -> sqlx::Result<Waiting> {
    sqlx::query_as!(
        Waiting,
        r#"SELECT count(*) AS "count!", min(m.created_at) AS since FROM sms_deliveries m
           WHERE m.sent_at IS NULL AND NOT EXISTS (
               SELECT 1 FROM apalis.jobs j
               WHERE j.status <> 'Done' AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)
                 AND j.job_type = 'sms' AND j.idempotency_key = 'text:' || m.uid)"#
    )
    .fetch_one(conn)
    .await
}

/// Pushes a job for messages that were written a minute ago and have none, as after a restored backup.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let orphans = sqlx::query!(
        "SELECT m.id, m.uid FROM sms_deliveries m
         WHERE m.sent_at IS NULL AND m.created_at < $1 AND m.created_at > $2
           AND NOT EXISTS (SELECT 1 FROM apalis.jobs j WHERE j.job_type = 'sms' AND j.idempotency_key = 'text:' || m.uid)
         ORDER BY m.id LIMIT 500",
        now - Duration::minutes(1),
        now - STALE,
    );
    let orphans = orphans.fetch_all(&mut *conn).await?;
    for orphan in &orphans {
        push(&mut conn, rng, orphan.id, &orphan.uid).await?;
    }
    Ok(orphans.len())
}
