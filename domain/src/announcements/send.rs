//! The worker's part: starts announcements that are due and writes their mails, one transaction for each batch. If a worker is killed, the
//! next worker repeats its batch; no recipient gets a mail twice.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::actions::start;
use super::mails::ANNOUNCEMENT;
use super::queries;
use crate::i18n::Locale;
use crate::ids::{AnnouncementId, CustomerId, RestaurantId, UserId};
use crate::jobs::WaitingJobs;
use crate::outbox::mails::{self, NewMail};
use crate::progress::Failures;
use crate::rng::Rng;

const BATCH: i64 = 200;

struct ClaimedAnnouncement {
    id: AnnouncementId,
    restaurant_id: RestaurantId,
}

/// Writes one batch of mails of each announcement that is being sent, and returns their number. A failing announcement does not stop the
/// others; its error is returned after them.
pub async fn send_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let open = sqlx::query_as!(
        ClaimedAnnouncement,
        r#"SELECT id AS "id: AnnouncementId", restaurant_id AS "restaurant_id: RestaurantId"
           FROM announcements WHERE status = 'sending' OR status = 'scheduled' AND scheduled_at <= $1
           ORDER BY id LIMIT 50"#,
        now
    )
    .fetch_all(&mut *pool.acquire().await?)
    .await?;
    let (mut written, mut failures) = (0, Failures::none());
    for announcement in open {
        let sent = send_one(pool, rng, now, &announcement).await;
        written += failures.pass(format_args!("announcement {}", announcement.id), sent).unwrap_or_default();
    }
    failures.or(written)
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

/// Counts scheduled announcements that are due and not started yet. Announcements that are being sent do not count.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(scheduled_at) AS since FROM announcements
           WHERE status = 'scheduled' AND scheduled_at <= $1"#,
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

struct Recipient {
    customer_id: CustomerId,
    user_id: UserId,
    email: String,
    locale: String,
}

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
           SELECT m.customer_id AS "customer_id: CustomerId", u.id AS "user_id: UserId", u.email::text AS "email!", p.locale
           FROM marked m
           JOIN customers c ON c.restaurant_id = $4 AND c.id = m.customer_id
           JOIN users u ON u.id = c.user_id
           JOIN profiles p ON p.user_id = c.user_id
           ORDER BY m.customer_id"#,
        open.id.0,
        now,
        BATCH,
        open.restaurant_id.0,
    )
    .fetch_all(&mut *conn)
    .await?;
    let mails = recipients.iter().map(|recipient| {
        let (id, customer) = (open.id, recipient.customer_id);
        NewMail {
            is_bulk: true,
            dedup_key: Some(format!("{}:{id}:{customer}", ANNOUNCEMENT.name)),
            restaurant_id: Some(open.restaurant_id),
            ..NewMail::to_user(
                ANNOUNCEMENT,
                Locale::parse(&recipient.locale).unwrap_or_default(),
                recipient.user_id,
                &recipient.email,
                json!({ "announcement_id": id, "customer_id": customer }),
            )
        }
    });
    mails::queue_all(conn, rng, now, &mails.collect::<Vec<_>>()).await?;
    let open_ones = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM announcement_recipients
                          WHERE restaurant_id = $2 AND announcement_id = $1 AND queued_at IS NULL) AS "open!""#,
        open.id.0,
        open.restaurant_id.0
    );
    if !open_ones.fetch_one(&mut *conn).await? {
        queries::set_status(conn, open.restaurant_id, open.id, "sent", now).await?;
    }
    Ok(recipients.len())
}
