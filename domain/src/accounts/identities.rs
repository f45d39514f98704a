//! Identities at other providers (G039).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::ids::UserId;

pub const APPLE: &str = "apple";

/// An identity that a provider has verified, while its diner fills in the form. It is sealed in transit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifiedIdentity {
    pub provider: String,
    pub uid: String,
}

/// Finds the account of an identity, and whether its sign-in requires the mailed code.
pub async fn find(conn: &mut PgConnection, provider: &str, uid: &str) -> sqlx::Result<Option<(UserId, bool)>> {
    let found = sqlx::query!(
        "SELECT id, two_factor_with_email_enabled FROM users WHERE provider = $1 AND provider_uid = $2",
        provider,
        uid,
    );
    Ok(found.fetch_optional(conn).await?.map(|row| (UserId(row.id), row.two_factor_with_email_enabled)))
}

/// Reports whether a diner signs in through another provider.
pub async fn is_linked(conn: &mut PgConnection, user: UserId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(r#"SELECT provider IS NOT NULL AS "is_linked!" FROM users WHERE id = $1"#, user.0);
    Ok(found.fetch_optional(conn).await?.unwrap_or(false))
}
