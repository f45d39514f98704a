//! Work that should have ended long ago: a job died, or no worker runs. Each time is far beyond all retries.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

type Rows = sqlx::Result<Vec<String>>;

/// Age from which waiting work is a finding.
const REFUND: Duration = Duration::days(1);
const MESSAGE: Duration = Duration::days(1);
const HOLD: Duration = Duration::hours(1);
/// Time after the opening. A room ends two hours after it at the latest.
const WAITING_ROOM: Duration = Duration::hours(3);

/// Finds due refunds that were not made, except while a dispute waits for its decision.
pub(super) async fn refunds(conn: &mut PgConnection, now: DateTime<Utc>) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('charge %s (%s) of %s %s: %s yen due back since %s, paid back %s', id, kind, subject_kind, subject_id, refund_due,
                         to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), refunded_amount) AS "detail!"
           FROM charges
           WHERE status = 'succeeded' AND refund_due > refunded_amount + lost_amount AND dispute_state IS DISTINCT FROM 'open'
             AND updated_at < $1 ORDER BY id"#,
        now - REFUND
    )
    .fetch_all(conn)
    .await
}

/// Finds mails and text messages that are neither sent nor dropped.
pub(super) async fn messages(conn: &mut PgConnection, now: DateTime<Utc>) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('%s %s (%s) waits since %s', w.kind, w.id, w.template,
                         to_char(w.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) AS "detail!"
           FROM (SELECT 'mail' AS kind, id, template, greatest(created_at, send_after) AS since FROM mail_deliveries
                 WHERE sent_at IS NULL AND dropped_at IS NULL
                 UNION ALL
                 SELECT 'text message', id, template, created_at FROM sms_deliveries
                 WHERE sent_at IS NULL AND dropped_at IS NULL) w
           WHERE w.since < $1 ORDER BY w.kind, w.id"#,
        now - MESSAGE
    )
    .fetch_all(conn)
    .await
}

/// Finds holds and invitations that are still open after their end, and keep their seats from everyone else.
pub(super) async fn holds(conn: &mut PgConnection, now: DateTime<Utc>) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s (%s) is still held, until %s', id, type,
                         to_char(held_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) AS "detail!"
           FROM reservations WHERE status = 'pending' AND held_until < $1 ORDER BY id"#,
        now - HOLD
    )
    .fetch_all(conn)
    .await
}

/// Finds waiting rooms that are still open after their end.
pub(super) async fn waiting_rooms(conn: &mut PgConnection, now: DateTime<Utc>) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('waiting room %s has not ended, opened at %s', uid,
                         to_char(opens_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) AS "detail!"
           FROM waiting_rooms WHERE ended_at IS NULL AND opens_at < $1 ORDER BY opens_at, id"#,
        now - WAITING_ROOM
    )
    .fetch_all(conn)
    .await
}
