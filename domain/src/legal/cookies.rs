//! Consent to cookies (diner §2).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::UserId;
use crate::signing::fingerprint;

/// Stores a browser's consent to cookies; idempotent.
pub async fn agree_to_cookies(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    visitor: &str,
    diner: Option<UserId>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO cookie_storage_agreements (visitor_hash, user_id, agreed_at) VALUES ($1, $2, $3)
         ON CONFLICT (visitor_hash) DO NOTHING",
        fingerprint(visitor),
        diner.map(|id| id.0),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
