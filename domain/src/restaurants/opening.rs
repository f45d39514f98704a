//! The opening of a restaurant for booking. It needs an owner and a notification address, who learn of its bookings (gaps G182).

use chrono::{DateTime, Duration, Utc};
use sqlx::PgConnection;

use crate::ids::{RestaurantId, RestaurantOperationId};
use crate::text_enum::text_enum;

/// A restaurant that opens within five days counts as open (admin §2: "5-day future").
pub const OPENS_SOON: Duration = Duration::days(5);

text_enum! {
    /// A recipient of bookings that an open restaurant needs.
    pub enum OpeningRequirement {
        /// An accepted owner; an invitation does not count.
        Owner = "owner",
        /// A notification address.
        Email = "email",
    }
}

#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    #[error("the restaurant has no owner or no notification address")]
    Incomplete,
    #[error("another admin has changed the online start")]
    StartChanged,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl OpeningError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Incomplete => "opening_incomplete",
            Self::StartChanged => "online_start_changed",
            Self::Database(_) => "internal",
        }
    }
}

/// Returns the restaurant whose online start `operation` has.
pub async fn find_restaurant(
    conn: &mut PgConnection,
    operation: RestaurantOperationId,
) -> sqlx::Result<Option<RestaurantId>> {
    let id = sqlx::query_scalar!("SELECT restaurant_id FROM restaurant_operations WHERE id = $1", operation.0);
    Ok(id.fetch_optional(conn).await?.map(RestaurantId))
}

/// Returns the requirements that a restaurant lacks before it can be opened.
pub fn missing(has_owner: bool, has_address: bool) -> Vec<OpeningRequirement> {
    let found = [(OpeningRequirement::Owner, has_owner), (OpeningRequirement::Email, has_address)];
    found.into_iter().filter_map(|(requirement, is_met)| (!is_met).then_some(requirement)).collect()
}

/// Rejects a restaurant without an owner or a notification address. Locks it until the transaction ends, so that neither is removed
/// while it opens.
pub async fn require_recipients(conn: &mut PgConnection, restaurant: RestaurantId) -> Result<(), OpeningError> {
    lock(conn, restaurant).await?;
    let found = sqlx::query!(
        r#"SELECT EXISTS (SELECT 1 FROM restaurant_owners WHERE restaurant_id = $1 AND role = 'owner') AS "has_owner!",
                  EXISTS (SELECT 1 FROM restaurant_email_subscriptions WHERE restaurant_id = $1) AS "has_address!""#,
        restaurant.0
    );
    let found = found.fetch_one(conn).await?;
    if missing(found.has_owner, found.has_address).is_empty() { Ok(()) } else { Err(OpeningError::Incomplete) }
}

/// Reports whether diners can book the restaurant, or will within five days. Locks it as [`require_recipients`] does.
pub(super) async fn is_open(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
) -> sqlx::Result<bool> {
    lock(conn, restaurant).await?;
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM restaurants r JOIN restaurant_operations o ON o.restaurant_id = r.id
                          WHERE r.id = $1 AND r.visibility <> 'hidden' AND o.or_starts_at <= $2) AS "is_open!""#,
        restaurant.0,
        now + OPENS_SOON,
    )
    .fetch_one(conn)
    .await
}

/// Reports whether a hidden restaurant would be open if it were visible.
pub async fn opens_when_shown(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM restaurant_operations WHERE restaurant_id = $1 AND or_starts_at <= $2) AS "opens!""#,
        restaurant.0,
        now + OPENS_SOON,
    )
    .fetch_one(conn)
    .await
}

async fn lock(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("SELECT 1 AS locked FROM restaurants WHERE id = $1 FOR NO KEY UPDATE", restaurant.0)
        .fetch_optional(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_recipients_are_needed() {
        assert_eq!(missing(true, true), []);
        assert_eq!(missing(false, true), [OpeningRequirement::Owner]);
        assert_eq!(missing(true, false), [OpeningRequirement::Email]);
        assert_eq!(missing(false, false), OpeningRequirement::ALL);
    }
}
