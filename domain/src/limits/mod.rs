//! Rate limits (G025): counters in `rate_limits`, shared by all web servers.

pub mod challenges;

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use crate::config::Ceiling;
use crate::signing::fingerprint;

/// The rate limit is reached; retry after this number of seconds (`Retry-After`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many requests; again in {retry_after_seconds} s")]
pub struct TooMany {
    pub retry_after_seconds: i64,
}

impl TooMany {
    pub const fn code(self) -> &'static str {
        "too_many_requests"
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LimitError {
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Returns `name:hash` for a limit per person, so that the number or address itself is not stored.
pub fn personal_bucket(name: &str, subject: &str) -> String {
    let hash: String = fingerprint(subject).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("{name}:{hash}")
}

/// Counts one request. Beyond `limit` requests in a `window`, rejects it until the window ends.
///
/// Uses one statement, so all servers share a count. In a transaction, a rollback also reverts the count. It does not lift the
/// limit, because the requests that filled the window are committed already.
pub async fn hit(
    conn: &mut PgConnection,
    bucket: &str,
    limit: i32,
    window: Duration,
    now: DateTime<Utc>,
) -> Result<(), LimitError> {
    let row = sqlx::query!(
        "INSERT INTO rate_limits AS r (bucket, hits, expires_at) VALUES ($1, 1, $2)
         ON CONFLICT (bucket) DO UPDATE SET
             hits = CASE WHEN r.expires_at <= $3 THEN 1 ELSE least(r.hits, $4) + 1 END,
             expires_at = CASE WHEN r.expires_at <= $3 THEN $2 ELSE r.expires_at END
         RETURNING hits, expires_at",
        bucket,
        now + window,
        now,
        limit,
    )
    .fetch_one(conn)
    .await?;
    if row.hits <= limit {
        return Ok(());
    }
    let wait = (row.expires_at - now).num_milliseconds().max(0);
    Err(TooMany { retry_after_seconds: (wait + 999) / 1000 }.into())
}

/// Counts one request in each bucket, for an hour and for a day. The caller rolls back a rejected request, so it counts nowhere.
///
/// # Errors
/// `TooMany` with the longest wait of the ceilings that are reached.
pub async fn hit_ceilings(
    conn: &mut PgConnection,
    ceilings: &[(String, Ceiling)],
    now: DateTime<Utc>,
) -> Result<(), LimitError> {
    let mut longest = None;
    for (bucket, ceiling) in ceilings {
        for (window, most) in [("hour", ceiling.hour), ("day", ceiling.day)] {
            let length = if window == "hour" { Duration::hours(1) } else { Duration::days(1) };
            match hit(conn, &format!("{bucket}:{window}"), most, length, now).await {
                Err(LimitError::TooMany(wait)) => longest = longest.max(Some(wait.retry_after_seconds)),
                other => other?,
            }
        }
    }
    longest.map_or(Ok(()), |retry_after_seconds| Err(TooMany { retry_after_seconds }.into()))
}

/// Refunds a counted request that turned out not to be limited.
pub async fn refund_hit(conn: &mut PgConnection, bucket: &str) -> sqlx::Result<()> {
    sqlx::query!("UPDATE rate_limits SET hits = hits - 1 WHERE bucket = $1 AND hits > 0", bucket).execute(conn).await?;
    Ok(())
}

/// Refunds a request that `hit_ceilings` has counted.
pub async fn refund_ceilings(conn: &mut PgConnection, ceilings: &[(String, Ceiling)]) -> sqlx::Result<()> {
    for (bucket, _) in ceilings {
        for window in ["hour", "day"] {
            refund_hit(conn, &format!("{bucket}:{window}")).await?;
        }
    }
    Ok(())
}

/// Resets a counter, for example after a successful sign-in.
pub async fn clear(conn: &mut PgConnection, bucket: &str) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM rate_limits WHERE bucket = $1", bucket).execute(conn).await?;
    Ok(())
}

/// Deletes counters whose window has ended.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!("DELETE FROM rate_limits WHERE expires_at <= $1", now).execute(conn).await?;
    Ok(done.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_does_not_reveal_its_subject() {
        let bucket = personal_bucket("sign_in", "hanako@seki.test");
        assert!(bucket.starts_with("sign_in:") && !bucket.contains("hanako"));
        assert_eq!(bucket, personal_bucket("sign_in", "hanako@seki.test"));
        assert_ne!(bucket, personal_bucket("sign_in", "kenji@seki.test"));
    }
}
