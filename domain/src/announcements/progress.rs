//! The recipients of an announcement by the state of their mails.

use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::model::Announcement;

/// Each recipient counts once, so the parts add up to `recipients`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct SendingProgress {
    pub recipients: i64,
    pub sent: i64,
    /// Mails that wait to be sent.
    pub left: i64,
    /// Mails that were dropped because the announcement was stopped.
    pub stopped: i64,
    /// Mails whose last attempt failed. They are sent if an operator replays their jobs, and never if the operator discards them.
    pub failed: i64,
    /// Recipients who unsubscribed or deleted their account before their mail was sent.
    pub skipped: i64,
}

/// Counts the recipients of an announcement. A mail that was being transmitted when the announcement was stopped counts as sent. Recipients
/// are read first: they are on a node of a Citus cluster, and mails and jobs on its coordinator.
pub async fn count(conn: &mut PgConnection, announcement: &Announcement) -> sqlx::Result<SendingProgress> {
    sqlx::query_as!(
        SendingProgress,
        r#"WITH recipients AS MATERIALIZED (
               SELECT 'announcement:' || announcement_id || ':' || customer_id AS dedup_key, stopped_at, queued_at
               FROM announcement_recipients WHERE restaurant_id = $1 AND announcement_id = $2)
           SELECT count(*) AS "recipients!", count(*) FILTER (WHERE s.state = 'sent') AS "sent!",
                  count(*) FILTER (WHERE s.state = 'left') AS "left!", count(*) FILTER (WHERE s.state = 'stopped') AS "stopped!",
                  count(*) FILTER (WHERE s.state = 'failed') AS "failed!", count(*) FILTER (WHERE s.state = 'skipped') AS "skipped!"
           FROM recipients r
           LEFT JOIN mail_deliveries m ON m.dedup_key = r.dedup_key
           CROSS JOIN LATERAL (SELECT CASE
               WHEN m.sent_at IS NOT NULL THEN 'sent'
               WHEN m.discarded_at IS NOT NULL THEN 'failed'
               WHEN r.stopped_at IS NOT NULL THEN 'stopped'
               WHEN r.queued_at IS NULL THEN 'left'
               WHEN m.id IS NULL OR m.dropped_at IS NOT NULL THEN 'skipped'
               WHEN EXISTS (
                   SELECT 1 FROM apalis.jobs j
                   WHERE j.job_type = 'bulk_mail' AND j.idempotency_key = 'mail:' || m.uid AND j.status <> 'Done'
                     AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)) THEN 'failed'
               ELSE 'left' END AS state) s"#,
        announcement.restaurant_id.0,
        announcement.id.0,
    )
    .fetch_one(conn)
    .await
}

/// Returns the same; None for an announcement that has no recipients yet.
pub async fn find(conn: &mut PgConnection, announcement: &Announcement) -> sqlx::Result<Option<SendingProgress>> {
    match announcement.has_started() {
        true => count(conn, announcement).await.map(Some),
        false => Ok(None),
    }
}
