use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use super::model::NewMail;
use crate::ids::{MailDeliveryId, ReservationId};
use crate::jobs::{Queue, WaitingJobs};

/// An inserted row.
pub struct Inserted {
    pub id: MailDeliveryId,
    pub uid: String,
    pub is_bulk: bool,
    pub send_after: Option<DateTime<Utc>>,
}

/// Inserts mails with these uids, and returns the new rows. A mail whose key was used before is not inserted.
pub async fn insert(
    conn: &mut PgConnection,
    uids: &[String],
    mails: &[NewMail],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Inserted>> {
    fn column<T>(mails: &[NewMail], of: impl Fn(&NewMail) -> T) -> Vec<T> {
        mails.iter().map(of).collect()
    }
    sqlx::query_as!(
        Inserted,
        r#"INSERT INTO mail_deliveries (uid, template, locale, recipient, user_id, reservation_id, context, dedup_key, created_at,
             send_after, restaurant_id, is_bulk)
         SELECT n.uid, n.template, n.locale, n.recipient, n.user_id, n.reservation_id, n.context, n.dedup_key, $1,
                n.send_after, n.restaurant_id, n.is_bulk
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::jsonb[], $9::text[],
                     $10::timestamptz[], $11::bigint[], $12::boolean[]) WITH ORDINALITY
              AS n (uid, template, locale, recipient, user_id, reservation_id, context, dedup_key, send_after, restaurant_id, is_bulk,
                    place)
         ORDER BY n.place
         ON CONFLICT (dedup_key) DO NOTHING RETURNING id AS "id: MailDeliveryId", uid, is_bulk, send_after"#,
        now,
        uids,
        &column(mails, |mail| mail.template.name.to_owned()),
        &column(mails, |mail| mail.locale.as_str().to_owned()),
        &column(mails, |mail| mail.recipient.clone()),
        &column(mails, |mail| mail.user_id.map(|id| id.0)) as &[Option<i64>],
        &column(mails, |mail| mail.reservation_id.map(|id| id.0)) as &[Option<i64>],
        &column(mails, |mail| mail.context.clone()),
        &column(mails, |mail| mail.dedup_key.clone()) as &[Option<String>],
        &column(mails, |mail| mail.send_after) as &[Option<DateTime<Utc>>],
        &column(mails, |mail| mail.restaurant_id.map(|id| id.0)) as &[Option<i64>],
        &column(mails, |mail| mail.is_bulk),
    )
    .fetch_all(conn)
    .await
}

/// A mail, sent or waiting to be sent.
pub struct MailDelivery {
    pub id: MailDeliveryId,
    pub uid: String,
    pub template: String,
    pub locale: String,
    pub recipient: String,
    pub reservation_id: Option<ReservationId>,
    pub context: Value,
    pub sent_at: Option<DateTime<Utc>>,
    pub dropped_at: Option<DateTime<Utc>>,
    pub send_after: Option<DateTime<Utc>>,
    pub name_last: String,
    pub name_first: String,
}

/// Finds a mail. Its language is the reader's: the diner's, or the one of the owner or admin with the address. The stored language is for
/// readers without an account.
pub async fn find(conn: &mut PgConnection, id: MailDeliveryId) -> sqlx::Result<Option<MailDelivery>> {
    sqlx::query_as!(
        MailDelivery,
        r#"SELECT m.id AS "id: MailDeliveryId", m.uid, m.template, coalesce(p.locale, o.locale, a.locale, m.locale) AS "locale!",
                  m.recipient::text AS "recipient!",
                  m.reservation_id AS "reservation_id: ReservationId", m.context, m.sent_at,
                  m.dropped_at, m.send_after,
                  coalesce(p.name_last, '') AS "name_last!", coalesce(p.name_first, '') AS "name_first!"
           FROM mail_deliveries m
           LEFT JOIN profiles p ON p.user_id = m.user_id
           LEFT JOIN owners o ON m.user_id IS NULL AND o.email = m.recipient
           LEFT JOIN admin_users a ON m.user_id IS NULL AND a.email = m.recipient
           WHERE m.id = $1"#,
        id.0,
    )
    .fetch_optional(conn)
    .await
}

/// Marks a mail as sent, even if it was dropped while it was being sent. Returns whether it was marked as failed before.
pub async fn mark_sent(conn: &mut PgConnection, id: MailDeliveryId, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let had_failed = sqlx::query_scalar!(
        r#"UPDATE mail_deliveries m SET sent_at = $2, dropped_at = NULL, failed_at = NULL
           FROM (SELECT id, failed_at FROM mail_deliveries WHERE id = $1 FOR UPDATE) former
           WHERE m.id = former.id AND m.sent_at IS NULL RETURNING former.failed_at IS NOT NULL AS "had_failed!""#,
        id.0,
        now
    );
    Ok(had_failed.fetch_optional(conn).await?.unwrap_or(false))
}

/// Marks the dropped mails with these keys as not dropped, and returns them. A mail that an operator discarded, or
/// whose address was erased, stays dropped.
pub async fn mark_not_dropped(conn: &mut PgConnection, keys: &[String]) -> sqlx::Result<Vec<OrphanMail>> {
    sqlx::query_as!(
        OrphanMail,
        r#"UPDATE mail_deliveries SET dropped_at = NULL
           WHERE dedup_key = ANY ($1) AND sent_at IS NULL AND dropped_at IS NOT NULL AND discarded_at IS NULL AND recipient <> ''
           RETURNING id AS "id: MailDeliveryId", uid, is_bulk"#,
        keys
    )
    .fetch_all(conn)
    .await
}

/// Marks mails whose subject has ended: they are not sent.
pub async fn mark_dropped(conn: &mut PgConnection, ids: &[MailDeliveryId], now: DateTime<Utc>) -> sqlx::Result<()> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE mail_deliveries SET dropped_at = $2 WHERE id = ANY ($1) AND sent_at IS NULL AND dropped_at IS NULL",
        &ids,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks mails whose jobs an operator discarded: they are never sent, even if they were dropped for another reason before.
pub async fn mark_discarded(conn: &mut PgConnection, ids: &[MailDeliveryId], now: DateTime<Utc>) -> sqlx::Result<()> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE mail_deliveries SET discarded_at = $2, dropped_at = coalesce(dropped_at, $2) WHERE id = ANY ($1) AND sent_at IS NULL",
        &ids,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Counts mails that are due, except mails whose job is a dead letter: mails to one person, or bulk mails.
pub async fn count_waiting(conn: &mut PgConnection, now: DateTime<Utc>, is_bulk: bool) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(coalesce(m.send_after, m.created_at)) AS since FROM mail_deliveries m
           WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.is_bulk = $2 AND (m.send_after IS NULL OR m.send_after <= $1)
             AND NOT EXISTS (
                 SELECT 1 FROM apalis.jobs j
                 WHERE j.status <> 'Done' AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)
                   AND j.job_type IN ('mail', 'bulk_mail') AND j.idempotency_key = 'mail:' || m.uid)"#,
        now,
        is_bulk
    )
    .fetch_one(conn)
    .await
}

/// An unsent mail without an open job.
pub struct OrphanMail {
    pub id: MailDeliveryId,
    pub uid: String,
    pub is_bulk: bool,
}

/// Returns unsent mails that are due and have no waiting, running or failed job. A job that is done read the mail while it was dropped.
/// Mails to one person come first.
pub async fn list_orphans(
    conn: &mut PgConnection,
    created_before: DateTime<Utc>,
    now: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<OrphanMail>> {
    sqlx::query_as!(
        OrphanMail,
        r#"SELECT m.id AS "id: MailDeliveryId", m.uid, m.is_bulk FROM mail_deliveries m
         WHERE m.sent_at IS NULL AND m.dropped_at IS NULL
           AND (m.send_after IS NULL AND m.created_at < $1 OR m.send_after <= $2)
           AND NOT EXISTS (SELECT 1 FROM apalis.jobs j
                           WHERE j.job_type = CASE WHEN m.is_bulk THEN $4 ELSE $3 END AND j.idempotency_key = 'mail:' || m.uid
                             AND j.status <> 'Done')
         ORDER BY m.is_bulk, coalesce(m.send_after, m.created_at), m.id LIMIT $5"#,
        created_before,
        now,
        Queue::Mail.as_str(),
        Queue::BulkMail.as_str(),
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Counts these mails.
pub async fn count_orphans(
    conn: &mut PgConnection,
    created_before: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM mail_deliveries m
           WHERE m.sent_at IS NULL AND m.dropped_at IS NULL
             AND (m.send_after IS NULL AND m.created_at < $1 OR m.send_after <= $2)
             AND NOT EXISTS (SELECT 1 FROM apalis.jobs j
                             WHERE j.job_type = CASE WHEN m.is_bulk THEN $4 ELSE $3 END AND j.idempotency_key = 'mail:' || m.uid
                               AND j.status <> 'Done')"#,
        created_before,
        now,
        Queue::Mail.as_str(),
        Queue::BulkMail.as_str(),
    );
    Ok(count.fetch_one(conn).await?.unsigned_abs())
}
