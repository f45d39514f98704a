//! Executes a write that may arrive twice only once: its sender gives it a key and gets the first response again. The row is written in the
//! transaction of the write, so a rejected write leaves no trace and may be retried with the same key.

use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::PgConnection;
use thiserror::Error;

use crate::ids::RestaurantId;
use crate::signing::fingerprint;

/// Lifetime of a key: longer than any sender stores an unsent write.
const REMEMBERED: Duration = Duration::days(7);

#[derive(Debug, Error)]
pub enum IdempotencyError {
    #[error("the key is not 16 to 64 letters, digits, hyphens and underscores")]
    Malformed,
    #[error("the key has named another write")]
    Reused,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Begins a write. None if it is the first with its key, otherwise the response of the first. A concurrent write waits until the first has
/// finished.
///
/// # Errors
/// The key is malformed, or was used for a different write.
pub async fn begin<Answer: DeserializeOwned>(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    key: &str,
    request: &impl Serialize,
    now: DateTime<Utc>,
) -> Result<Option<Answer>, IdempotencyError> {
    if !is_valid_key(key) {
        return Err(IdempotencyError::Malformed);
    }
    let request = serde_json::to_string(request).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let digest = fingerprint(&request);
    let begun = sqlx::query!(
        "INSERT INTO idempotent_writes (restaurant_id, idempotency_key, request_digest, created_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        restaurant.0,
        key,
        digest,
        now,
    );
    if begun.execute(&mut *conn).await?.rows_affected() == 1 {
        return Ok(None);
    }
    let done = sqlx::query!(
        "SELECT request_digest, answer FROM idempotent_writes WHERE restaurant_id = $1 AND idempotency_key = $2",
        restaurant.0,
        key,
    );
    let done = done.fetch_one(&mut *conn).await?;
    if done.request_digest != digest {
        return Err(IdempotencyError::Reused);
    }
    let answer = serde_json::from_value(done.answer.unwrap_or(Value::Null));
    Ok(Some(answer.map_err(|error| sqlx::Error::Decode(error.into()))?))
}

/// Stores the response of a write.
pub async fn finish(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    key: &str,
    answer: &impl Serialize,
) -> sqlx::Result<()> {
    let answer = serde_json::to_value(answer).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query!(
        "UPDATE idempotent_writes SET answer = $3 WHERE restaurant_id = $1 AND idempotency_key = $2",
        restaurant.0,
        key,
        answer,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes expired keys.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done =
        sqlx::query!("DELETE FROM idempotent_writes WHERE created_at < $1", now - REMEMBERED).execute(conn).await?;
    Ok(done.rows_affected())
}

fn is_valid_key(key: &str) -> bool {
    (16..=64).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_minimum_length() {
        assert!(is_valid_key("3f2b8c1e-7a44-4d0a-9d57-1f0f8f6f2c11"));
        for key in ["", "short", "3f2b8c1e 7a444d0a", "席席席席席席席席"] {
            assert!(!is_valid_key(key), "{key}");
        }
        assert!(!is_valid_key(&"x".repeat(65)));
    }
}
