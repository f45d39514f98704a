//! Text messages about reservations: written down with the deed they tell of, made from the tables when they are sent, and
//! sent once by the worker.

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use crate::clients::twilio::Twilio;
use crate::i18n::{Locale, t};
use crate::ids::ReservationId;
use crate::jobs::{self, SmsJob};
use crate::outbox::mails::invitation::{self, News};
use crate::reservations::invitations::queries as invitations;
use crate::rng::Rng;
use crate::signing::Signer;

/// A message that could not be sent in a day is no news any more.
const STALE: Duration = Duration::days(1);

/// What a message tells of. Its name is data in `sms_deliveries`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Invitation,
    InvitationWithdrawn,
}

impl Subject {
    const fn name(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::InvitationWithdrawn => "invitation_withdrawn",
        }
    }
}

/// A message to a guest about a reservation.
#[derive(Clone)]
pub struct NewMessage {
    pub subject: Subject,
    pub locale: Locale,
    pub e164: String,
    pub reservation: ReservationId,
}

/// Writes a text message down and pushes its job; a second one of its subject for the same reservation is none.
pub async fn queue(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, message: &NewMessage) -> sqlx::Result<()> {
    let uid = rng.uid();
    let id = sqlx::query_scalar!(
        "INSERT INTO sms_deliveries (uid, template, locale, phone_e164, reservation_id, dedup_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (dedup_key) DO NOTHING RETURNING id",
        uid,
        message.subject.name(),
        message.locale.as_str(),
        message.e164,
        message.reservation.0,
        format!("{}:{}", message.subject.name(), message.reservation),
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

/// The job: sends a message; quietly nothing when it was sent, or when there is nothing to tell any more.
pub async fn deliver(
    pool: &PgPool,
    telephone: &Twilio,
    signer: &Signer,
    base_url: &str,
    now: DateTime<Utc>,
    id: i64,
) -> anyhow::Result<()> {
    let mut conn = pool.acquire().await?;
    let open = sqlx::query!(
        r#"SELECT template, locale, phone_e164, reservation_id AS "reservation_id!" FROM sms_deliveries
           WHERE id = $1 AND sent_at IS NULL AND reservation_id IS NOT NULL"#,
        id
    );
    let Some(message) = open.fetch_optional(&mut *conn).await? else { return Ok(()) };
    let locale = Locale::parse(&message.locale).unwrap_or_default();
    let is_withdrawn = message.template == Subject::InvitationWithdrawn.name();
    let (news, key) = match is_withdrawn {
        true => (News::Withdrawn, "sms.invitation_withdrawn"),
        false => (News::Invited, "sms.invitation"),
    };
    let view = invitation::load(&mut conn, news, message.reservation_id, locale, (base_url, signer)).await?;
    let Some(view) = view else { return Ok(()) };
    drop(conn);
    let text = t(
        locale,
        key,
        &[
            ("restaurant", &view.restaurant),
            ("date", &view.date),
            ("time", &view.time),
            ("guests", &view.guests),
            ("deadline", &view.deadline),
            ("link", &view.link),
        ],
    );
    telephone.send_sms(&message.phone_e164, &text).await?;
    let mut conn = pool.acquire().await?;
    sqlx::query!("UPDATE sms_deliveries SET sent_at = $2 WHERE id = $1 AND sent_at IS NULL", id, now)
        .execute(&mut *conn)
        .await?;
    if !is_withdrawn {
        invitations::mark_sent(&mut conn, message.reservation_id, now).await?;
    }
    Ok(())
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
