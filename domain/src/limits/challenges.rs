//! The captcha challenge (G034): a client that is rejected repeatedly may pass a captcha, which lifts its limits for an hour.

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use super::{LimitError, clear, hit, personal_bucket};
use crate::rng::Rng;

/// Number of rejections within a duration after which a client gets a challenge.
const CHALLENGE_AFTER: (i32, Duration) = (5, Duration::minutes(10));
/// Time in which the challenge can be passed, and then for which limits are lifted.
const LIFETIME: Duration = Duration::hours(1);

/// Counts a rejection of a client. Returns whether the client should get a challenge.
pub async fn record_rejection(conn: &mut PgConnection, client: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    match hit(conn, &rejections_bucket(client), CHALLENGE_AFTER.0, CHALLENGE_AFTER.1, now).await {
        Ok(()) => Ok(false),
        Err(LimitError::TooMany(_)) => Ok(true),
        Err(LimitError::Database(error)) => Err(error),
    }
}

/// Whether the client has passed a challenge within the hour.
pub async fn is_lifted(conn: &mut PgConnection, client: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM rate_limits WHERE bucket = $1 AND expires_at > $2) AS "lifted!""#,
        lifted_bucket(&personal_bucket("client", client)),
        now,
    )
    .fetch_one(conn)
    .await
}

/// Returns the key of the client's open challenge, which leads back to `referrer`; creates one if needed. A client has one at a time, so
/// rejections do not fill the table.
pub async fn open(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    client: &str,
    referrer: &str,
) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        "INSERT INTO captcha_challenges AS c (uniq_key, bucket, referrer, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (bucket) WHERE passed_at IS NULL DO UPDATE SET
             uniq_key = CASE WHEN c.expires_at <= $4 THEN $1 ELSE c.uniq_key END, referrer = $3, expires_at = $5
         RETURNING uniq_key",
        rng.uid(),
        personal_bucket("client", client),
        referrer,
        now,
        now + LIFETIME,
    )
    .fetch_one(conn)
    .await
}

/// Returns the page to which an open challenge leads back.
pub async fn find_open(conn: &mut PgConnection, key: &str, now: DateTime<Utc>) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "SELECT referrer FROM captcha_challenges WHERE uniq_key = $1 AND passed_at IS NULL AND expires_at > $2",
        key,
        now,
    )
    .fetch_optional(conn)
    .await
}

/// Marks a challenge as passed, lifts its client's limits for an hour, and returns the page to which it leads back. None if it is unknown,
/// expired or already passed: a key is valid once.
pub async fn pass(conn: &mut PgConnection, key: &str, now: DateTime<Utc>) -> sqlx::Result<Option<String>> {
    let passed = sqlx::query!(
        "UPDATE captcha_challenges SET passed_at = $2 WHERE uniq_key = $1 AND passed_at IS NULL AND expires_at > $2
         RETURNING bucket, referrer",
        key,
        now,
    );
    let Some(passed) = passed.fetch_optional(&mut *conn).await? else { return Ok(None) };
    sqlx::query!(
        "INSERT INTO rate_limits (bucket, hits, expires_at) VALUES ($1, 1, $2)
         ON CONFLICT (bucket) DO UPDATE SET expires_at = $2",
        lifted_bucket(&passed.bucket),
        now + LIFETIME,
    )
    .execute(&mut *conn)
    .await?;
    clear(conn, &passed.bucket.replace("client:", "refused:")).await?;
    Ok(Some(passed.referrer))
}

/// Deletes expired challenges.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!("DELETE FROM captcha_challenges WHERE expires_at <= $1", now).execute(conn).await?;
    Ok(done.rows_affected())
}

fn rejections_bucket(client: &str) -> String {
    personal_bucket("refused", client)
}

/// Returns the key of the counter whose existence lifts the limits of a client's bucket.
fn lifted_bucket(bucket: &str) -> String {
    format!("lifted:{bucket}")
}
