use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{IncomingCall, SmsConfirmation, Verification, VerificationStatus, VisitorKey};
use super::number::PhoneNumber;
use crate::jobs::WaitingJobs;

macro_rules! verification {
    ($row:expr) => {{
        let row = $row;
        Verification {
            uuid: row.uuid,
            visitor: VisitorKey(row.visitor_hash),
            number: PhoneNumber { country: row.phone_country, local: row.phone_local_number, e164: row.phone_e164 },
            authentic_number: row.phone_authentic_number,
            stored_status: row.status,
            requested_at: row.requested_at,
            watch_from: row.watch_from,
            expires_at: row.expires_at,
        }
    }};
}

/// Serialises verifications of one caller until the end of the transaction, so that each sees which numbers the other browsers are shown.
pub async fn one_at_a_time(conn: &mut PgConnection, e164: &str) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('phone_verifications ' || $1::text, 0))", e164)
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns verifications of these callers since `since` (the provider's time) that are not confirmed, including ended ones.
pub async fn list_shown(
    conn: &mut PgConnection,
    callers: &[String],
    since: DateTime<Utc>,
) -> sqlx::Result<Vec<Verification>> {
    let rows = sqlx::query!(
        r#"SELECT uuid, visitor_hash, phone_country, phone_local_number, phone_e164, phone_authentic_number,
                  status AS "status: VerificationStatus", requested_at, watch_from, expires_at
           FROM phone_verifications
           WHERE phone_e164 = ANY ($1) AND watch_from >= $2 AND status IN ('queued', 'sent', 'timeout')"#,
        callers,
        since,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| verification!(row)).collect())
}

pub async fn insert_verification(conn: &mut PgConnection, flow_type: &str, new: &Verification) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO phone_verifications (uuid, visitor_hash, flow_type, phone_country, phone_local_number, phone_e164,
             phone_authentic_number, status, requested_at, watch_from, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $9, $10)",
        new.uuid,
        new.visitor.0,
        flow_type,
        new.number.country,
        new.number.local,
        new.number.e164,
        new.authentic_number,
        new.requested_at,
        new.watch_from,
        new.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends the browser's earlier verifications of the same number, for a new one.
pub async fn supersede(conn: &mut PgConnection, visitor: &VisitorKey, e164: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE phone_verifications SET status = 'timeout'
         WHERE visitor_hash = $1 AND phone_e164 = $2 AND status IN ('queued', 'sent')",
        visitor.0,
        e164,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn find_verification(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
) -> sqlx::Result<Option<Verification>> {
    let row = sqlx::query!(
        r#"SELECT uuid, visitor_hash, phone_country, phone_local_number, phone_e164, phone_authentic_number,
                  status AS "status: VerificationStatus", requested_at, watch_from, expires_at
           FROM phone_verifications WHERE uuid = $1 AND visitor_hash = $2"#,
        uuid,
        visitor.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| verification!(row)))
}

/// Returns all verifications that wait for a call, and marks them as watched.
pub async fn watch_open(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<Verification>> {
    sqlx::query!("UPDATE phone_verifications SET status = 'sent' WHERE status = 'queued' AND expires_at > $1", now)
        .execute(&mut *conn)
        .await?;
    let rows = sqlx::query!(
        r#"SELECT uuid, visitor_hash, phone_country, phone_local_number, phone_e164, phone_authentic_number,
                  status AS "status: VerificationStatus", requested_at, watch_from, expires_at
           FROM phone_verifications WHERE status = 'sent' AND expires_at > $1"#,
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| verification!(row)).collect())
}

/// Returns the uuid of the verification that has waited longest for a call.
pub async fn find_longest_open(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "SELECT uuid FROM phone_verifications WHERE status IN ('queued', 'sent') AND expires_at > $1 ORDER BY expires_at, uuid LIMIT 1",
        now
    )
    .fetch_optional(conn)
    .await
}

pub async fn count_open(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM phone_verifications WHERE status IN ('queued', 'sent') AND expires_at > $1"#,
        now
    )
    .fetch_one(conn)
    .await
}

pub async fn expire(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let done = sqlx::query!(
        "UPDATE phone_verifications SET status = 'timeout' WHERE status IN ('queued', 'sent') AND expires_at <= $1",
        now,
    )
    .execute(conn)
    .await?;
    Ok(usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
}

/// Counts verifications that have expired and are not closed yet.
pub async fn count_expired(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(expires_at) AS since FROM phone_verifications
           WHERE status IN ('queued', 'sent') AND expires_at <= $1"#,
        now
    )
    .fetch_one(conn)
    .await
}

/// Returns the calls among these that have confirmed a verification already.
pub async fn used_calls(conn: &mut PgConnection, fids: &[String]) -> sqlx::Result<Vec<String>> {
    let rows = sqlx::query_scalar!(
        r#"SELECT provider_call_fid AS "fid!" FROM phone_verifications WHERE provider_call_fid = ANY ($1)"#,
        fids,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// Confirms a verification by a call; false if another worker was faster.
pub async fn confirm_by_call(
    conn: &mut PgConnection,
    verification: &Verification,
    call: &IncomingCall,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE phone_verifications SET status = 'confirmed', confirmed_at = $3, provider_call_fid = $2
         WHERE uuid = $1 AND status = 'sent'
           AND NOT EXISTS (SELECT 1 FROM phone_verifications WHERE provider_call_fid = $2)",
        verification.uuid,
        call.fid,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Consumes a confirmed number, by call or by SMS. None if this browser has no confirmation of this uuid.
pub async fn consume(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
    confirmed_since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<PhoneNumber>> {
    sqlx::query_as!(
        PhoneNumber,
        r#"WITH by_call AS (
               UPDATE phone_verifications SET used_at = $4
               WHERE uuid = $1 AND visitor_hash = $2 AND confirmed_at >= $3 AND used_at IS NULL
               RETURNING phone_country, phone_local_number, phone_e164),
           by_sms AS (
               UPDATE sms_confirmations SET used_at = $4
               WHERE uuid = $1 AND visitor_hash = $2 AND confirmed_at >= $3 AND used_at IS NULL
               RETURNING phone_country, phone_local_number, phone_e164)
           SELECT phone_country AS "country!", phone_local_number AS "local!", phone_e164 AS "e164!" FROM by_call
           UNION ALL SELECT phone_country, phone_local_number, phone_e164 FROM by_sms"#,
        uuid,
        visitor.0,
        confirmed_since,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Returns the number of a confirmation that can still be consumed.
pub async fn verified_number(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
    confirmed_since: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"SELECT phone_e164 AS "e164!" FROM phone_verifications
           WHERE uuid = $1 AND visitor_hash = $2 AND confirmed_at >= $3 AND used_at IS NULL
           UNION ALL SELECT phone_e164 FROM sms_confirmations
           WHERE uuid = $1 AND visitor_hash = $2 AND confirmed_at >= $3 AND used_at IS NULL"#,
        uuid,
        visitor.0,
        confirmed_since,
    )
    .fetch_optional(conn)
    .await
}

pub async fn insert_sms(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    new: &SmsConfirmation,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO sms_confirmations (uuid, visitor_hash, phone_country, phone_local_number, phone_e164, locale,
             created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.uuid,
        visitor.0,
        new.number.country,
        new.number.local,
        new.number.e164,
        new.locale,
        now,
        new.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn find_sms(conn: &mut PgConnection, uuid: &str) -> sqlx::Result<Option<SmsConfirmation>> {
    let row = sqlx::query!(
        "SELECT uuid, phone_country, phone_local_number, phone_e164, locale, expires_at, sent_at
         FROM sms_confirmations WHERE uuid = $1",
        uuid,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| SmsConfirmation {
        uuid: row.uuid,
        number: PhoneNumber { country: row.phone_country, local: row.phone_local_number, e164: row.phone_e164 },
        locale: row.locale,
        expires_at: row.expires_at,
        sent_at: row.sent_at,
    }))
}

pub async fn mark_sms_sent(conn: &mut PgConnection, uuid: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE sms_confirmations SET sent_at = $2 WHERE uuid = $1 AND sent_at IS NULL", uuid, now)
        .execute(conn)
        .await?;
    Ok(())
}

/// State of a code at an attempt: the number of attempts including this one, and the expiry.
pub struct SmsAttempt {
    pub attempts: i32,
    pub e164: String,
    pub expires_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
}

pub async fn count_sms_attempt(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
) -> sqlx::Result<Option<SmsAttempt>> {
    sqlx::query_as!(
        SmsAttempt,
        r#"UPDATE sms_confirmations SET attempts = least(attempts + 1, 1000) WHERE uuid = $1 AND visitor_hash = $2
           RETURNING attempts, phone_e164 AS e164, expires_at, confirmed_at"#,
        uuid,
        visitor.0,
    )
    .fetch_optional(conn)
    .await
}

pub async fn mark_sms_confirmed(conn: &mut PgConnection, uuid: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE sms_confirmations SET confirmed_at = $2 WHERE uuid = $1", uuid, now).execute(conn).await?;
    Ok(())
}

pub async fn delete_before(conn: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<u64> {
    let calls =
        sqlx::query!("DELETE FROM phone_verifications WHERE expires_at < $1", before).execute(&mut *conn).await?;
    let messages = sqlx::query!("DELETE FROM sms_confirmations WHERE expires_at < $1", before).execute(conn).await?;
    Ok(calls.rows_affected() + messages.rows_affected())
}
