//! Deliveries whose last attempt failed: mails that the server rejects, dead letters, and text messages that the provider reports as
//! undelivered. A sweep finds them, and their area notifies the people who must act.

use chrono::{DateTime, Duration, Utc};
use serde_json::Value;
use sqlx::{PgConnection, PgPool};

use super::registry::FailedDelivery;
use super::sender::Outbox;
use crate::clients::twilio::MessageReport;
use crate::ids::{MailDeliveryId, ReservationId, SmsDeliveryId};
use crate::progress::Failures;

/// Maximum number of deliveries that one sweep processes; the next sweep follows soon.
const BATCH: i64 = 100;
/// The provider knows the outcome of a message within seconds. A report that does not arrive within a day never does.
const REPORT_AFTER: Duration = Duration::seconds(20);
const REPORT_INTERVAL: Duration = Duration::minutes(2);
const REPORT_TIMEOUT: Duration = Duration::days(1);

/// Calls the area of a delivery, if its template has a consequence.
pub(super) async fn set_undelivered(
    conn: &mut PgConnection,
    outbox: &Outbox,
    template: &str,
    failed: &FailedDelivery,
    since: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    match outbox.registry.failure(template) {
        Some(definition) => (definition.set_undelivered)(conn, failed, since).await,
        None => Ok(()),
    }
}

/// Processes mails and text messages whose jobs are dead letters, one transaction each, and returns their number. A failed one does not
/// stop the others; its error is returned after them.
pub async fn sweep(pool: &PgPool, outbox: &Outbox, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let (mut noted, mut failures) = (0, Failures::none());
    let names = outbox.registry.failure_names();
    let (mails, messages) = {
        let mut conn = pool.acquire().await?;
        (list_dead_mails(&mut conn, &names).await?, list_dead_messages(&mut conn, &names).await?)
    };
    for dead in mails {
        let done = note(pool, outbox, now, &dead, FailedTable::Mails).await;
        noted += usize::from(failures.pass(format_args!("mail {}", dead.id), done).unwrap_or_default());
    }
    for dead in messages {
        let done = note(pool, outbox, now, &dead, FailedTable::Messages).await;
        noted += usize::from(failures.pass(format_args!("text message {}", dead.id), done).unwrap_or_default());
    }
    failures.or(noted)
}

/// Retrieves the provider's reports about sent text messages, and processes the undelivered ones. Returns the number of final reports. A
/// message that fails is checked again after `REPORT_INTERVAL`, and does not stop the others. A provider that cannot answer ends this pass.
pub async fn sweep_reports(pool: &PgPool, outbox: &Outbox, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let names = outbox.registry.failure_names();
    let waiting = list_unreported(&mut *pool.acquire().await?, &names, now).await?;
    let (mut done, mut failures) = (0, Failures::none());
    for message in waiting {
        let report = outbox.twilio.message_report(&message.fid).await;
        let is_unreachable = matches!(&report, Err(error) if error.is_retryable());
        let noted = match report {
            Ok(report) => note_report(pool, outbox, now, &message, report).await.map_err(anyhow::Error::from),
            Err(error) => Err(error.into()),
        };
        let noted = failures.pass(format_args!("report of text message {}", message.id), noted);
        done += usize::from(noted == Some(true));
        if noted.is_none() {
            let marked = mark_report_checked(pool, message.id, now, false).await.map_err(anyhow::Error::from);
            failures.pass(format_args!("text message {}", message.id), marked);
        }
        if is_unreachable {
            break;
        }
    }
    failures.or(done)
}

/// Processes the report about a message. Returns whether the report is final.
async fn note_report(
    pool: &PgPool,
    outbox: &Outbox,
    now: DateTime<Utc>,
    message: &Unreported,
    report: MessageReport,
) -> sqlx::Result<bool> {
    if report == MessageReport::Undelivered {
        let failed = DeadDelivery {
            id: message.id.0,
            template: message.template.clone(),
            reservation: message.reservation,
            ids: Value::Null,
        };
        note(pool, outbox, now, &failed, FailedTable::SentMessages).await?;
    }
    let is_delivered = report == MessageReport::Delivered;
    mark_report_checked(pool, message.id, now, is_delivered).await?;
    Ok(report != MessageReport::Pending)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FailedTable {
    Mails,
    /// Messages that were never sent.
    Messages,
    /// Messages that the provider accepted, and did not deliver.
    SentMessages,
}

/// A delivery whose job is a dead letter.
struct DeadDelivery {
    id: i64,
    template: String,
    reservation: Option<ReservationId>,
    ids: Value,
}

/// Marks a delivery as failed and calls its area. Returns false if another worker was first.
async fn note(
    pool: &PgPool,
    outbox: &Outbox,
    now: DateTime<Utc>,
    dead: &DeadDelivery,
    table: FailedTable,
) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_first = match table {
        FailedTable::Mails => mark_mail_failed(&mut tx, MailDeliveryId(dead.id), now).await?,
        FailedTable::Messages => mark_message_failed(&mut tx, SmsDeliveryId(dead.id), now, false).await?,
        FailedTable::SentMessages => mark_message_failed(&mut tx, SmsDeliveryId(dead.id), now, true).await?,
    };
    if is_first {
        let failed = FailedDelivery { reservation: dead.reservation, ids: dead.ids.clone() };
        set_undelivered(&mut tx, outbox, &dead.template, &failed, Some(now)).await?;
    }
    tx.commit().await?;
    Ok(is_first)
}

async fn mark_mail_failed(conn: &mut PgConnection, id: MailDeliveryId, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let marked = sqlx::query!(
        "UPDATE mail_deliveries SET failed_at = $2
         WHERE id = $1 AND sent_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL",
        id.0,
        now
    );
    Ok(marked.execute(conn).await?.rows_affected() > 0)
}

/// Marks a message as failed, unless a replay of its dead letter has sent it in the meantime.
async fn mark_message_failed(
    conn: &mut PgConnection,
    id: SmsDeliveryId,
    now: DateTime<Utc>,
    is_sent: bool,
) -> sqlx::Result<bool> {
    let marked = sqlx::query!(
        "UPDATE sms_deliveries SET failed_at = $2
         WHERE id = $1 AND (sent_at IS NOT NULL) = $3 AND dropped_at IS NULL AND failed_at IS NULL",
        id.0,
        now,
        is_sent
    );
    Ok(marked.execute(conn).await?.rows_affected() > 0)
}

async fn mark_report_checked(
    pool: &PgPool,
    id: SmsDeliveryId,
    now: DateTime<Utc>,
    is_delivered: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE sms_deliveries SET report_checked_at = $2, delivered_at = CASE WHEN $3 THEN $2 ELSE delivered_at END WHERE id = $1",
        id.0,
        now,
        is_delivered
    )
    .execute(pool)
    .await
    .map(drop)
}

async fn list_dead_mails(conn: &mut PgConnection, names: &[String]) -> sqlx::Result<Vec<DeadDelivery>> {
    sqlx::query_as!(
        DeadDelivery,
        r#"SELECT m.id, m.template, m.reservation_id AS "reservation: ReservationId", m.context AS ids FROM mail_deliveries m
           WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.failed_at IS NULL AND m.template = ANY ($1) AND EXISTS (
               SELECT 1 FROM apalis.jobs j
               WHERE j.status <> 'Done' AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)
                 AND j.job_type IN ('mail', 'bulk_mail') AND j.idempotency_key = 'mail:' || m.uid)
           ORDER BY m.id LIMIT $2"#,
        names,
        BATCH
    )
    .fetch_all(conn)
    .await
}

async fn list_dead_messages(conn: &mut PgConnection, names: &[String]) -> sqlx::Result<Vec<DeadDelivery>> {
    sqlx::query_as!(
        DeadDelivery,
        r#"SELECT m.id, m.template, m.reservation_id AS "reservation: ReservationId", 'null'::jsonb AS "ids!" FROM sms_deliveries m
           WHERE m.sent_at IS NULL AND m.dropped_at IS NULL AND m.failed_at IS NULL AND m.template = ANY ($1) AND EXISTS (
               SELECT 1 FROM apalis.jobs j
               WHERE j.status <> 'Done' AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)
                 AND j.job_type = 'sms' AND j.idempotency_key = 'text:' || m.uid)
           ORDER BY m.id LIMIT $2"#,
        names,
        BATCH
    )
    .fetch_all(conn)
    .await
}

/// A sent text message without a final report.
struct Unreported {
    id: SmsDeliveryId,
    template: String,
    reservation: Option<ReservationId>,
    fid: String,
}

async fn list_unreported(
    conn: &mut PgConnection,
    names: &[String],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Unreported>> {
    sqlx::query_as!(
        Unreported,
        r#"SELECT id AS "id: SmsDeliveryId", template, reservation_id AS "reservation: ReservationId", provider_fid AS "fid!"
           FROM sms_deliveries
           WHERE sent_at BETWEEN $2 AND $3 AND delivered_at IS NULL AND failed_at IS NULL AND provider_fid IS NOT NULL
             AND template = ANY ($1) AND (report_checked_at IS NULL OR report_checked_at <= $4)
           ORDER BY report_checked_at NULLS FIRST, id LIMIT $5"#,
        names,
        now - REPORT_TIMEOUT,
        now - REPORT_AFTER,
        now - REPORT_INTERVAL,
        BATCH
    )
    .fetch_all(conn)
    .await
}
