//! Email addresses that are notified of each new booking of a restaurant (admin §2, §3, F203).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::opening;
use crate::audit::{self, Actor};
use crate::db::violated_constraint;
use crate::ids::{NotificationAddressId, RestaurantId};
use crate::names;

/// Maximum number of addresses of one restaurant: each booking makes a mail for every one of them.
const MAX_ADDRESSES: i64 = 20;

/// An address on the list.
#[derive(Clone, Debug)]
pub struct StoredNotificationAddress {
    pub id: NotificationAddressId,
    pub email: String,
}

/// Reasons to reject an address.
#[derive(Debug, thiserror::Error)]
pub enum NotificationAddressError {
    #[error("no such subscription of this restaurant")]
    NotFound,
    #[error("not an email address")]
    EmailInvalid,
    #[error("the address is on the list already")]
    Listed,
    #[error("the list is full")]
    TooMany,
    #[error("an open restaurant needs at least one notification address")]
    LastOfOpen,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl NotificationAddressError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::EmailInvalid => "email_invalid",
            Self::Listed => "email_listed",
            Self::TooMany => "too_many_emails",
            Self::LastOfOpen => "last_notification_address",
            Self::Database(_) => "internal",
        }
    }

    fn from_database(error: sqlx::Error) -> Self {
        match violated_constraint(&error) {
            Some("restaurant_email_subscriptions_email_key") => Self::Listed,
            _ => Self::Database(error),
        }
    }
}

/// Returns the addresses of a restaurant, oldest first.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<StoredNotificationAddress>> {
    sqlx::query_as!(
        StoredNotificationAddress,
        r#"SELECT id AS "id: NotificationAddressId", email::text AS "email!" FROM restaurant_email_subscriptions
           WHERE restaurant_id = $1 ORDER BY id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: NotificationAddressId,
) -> Result<StoredNotificationAddress, NotificationAddressError> {
    let found = sqlx::query_as!(
        StoredNotificationAddress,
        r#"SELECT id AS "id: NotificationAddressId", email::text AS "email!" FROM restaurant_email_subscriptions
           WHERE restaurant_id = $1 AND id = $2"#,
        restaurant.0,
        id.0,
    );
    found.fetch_optional(conn).await?.ok_or(NotificationAddressError::NotFound)
}

/// As `find`, locked until the transaction ends.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: NotificationAddressId,
) -> Result<StoredNotificationAddress, NotificationAddressError> {
    let found = sqlx::query_as!(
        StoredNotificationAddress,
        r#"SELECT id AS "id: NotificationAddressId", email::text AS "email!" FROM restaurant_email_subscriptions
           WHERE restaurant_id = $1 AND id = $2 FOR UPDATE"#,
        restaurant.0,
        id.0,
    );
    found.fetch_optional(conn).await?.ok_or(NotificationAddressError::NotFound)
}

/// Adds an address to the list, or changes the one of `id`. Returns its id.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    id: Option<NotificationAddressId>,
    typed: &str,
) -> Result<NotificationAddressId, NotificationAddressError> {
    let email = names::email(typed).map_err(|_| NotificationAddressError::EmailInvalid)?;
    let saved = match id {
        None => insert(conn, now, restaurant, &email).await?,
        Some(id) => {
            sqlx::query_scalar!(
                "UPDATE restaurant_email_subscriptions SET email = $3::text WHERE restaurant_id = $1 AND id = $2 RETURNING id",
                restaurant.0,
                id.0,
                email,
            )
            .fetch_optional(&mut *conn)
            .await
            .map_err(NotificationAddressError::from_database)?
            .ok_or(NotificationAddressError::NotFound)?
        }
    };
    let saved = NotificationAddressId(saved);
    note(conn, now, actor, restaurant, "email_subscription_saved", saved).await?;
    Ok(saved)
}

async fn insert(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    email: &str,
) -> Result<i64, NotificationAddressError> {
    let inserted = sqlx::query_scalar!(
        "INSERT INTO restaurant_email_subscriptions (restaurant_id, email, created_at)
         SELECT $1, $2::text, $3
         WHERE (SELECT count(*) FROM restaurant_email_subscriptions WHERE restaurant_id = $1) < $4 RETURNING id",
        restaurant.0,
        email,
        now,
        MAX_ADDRESSES,
    );
    inserted
        .fetch_optional(conn)
        .await
        .map_err(NotificationAddressError::from_database)?
        .ok_or(NotificationAddressError::TooMany)
}

/// Removes an address from the list, unless it is the last one of an open restaurant.
pub async fn remove(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    id: NotificationAddressId,
) -> Result<(), NotificationAddressError> {
    let is_open = opening::is_open(conn, now, restaurant).await?;
    let taken = sqlx::query!(
        "DELETE FROM restaurant_email_subscriptions WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0
    );
    if taken.execute(&mut *conn).await?.rows_affected() == 0 {
        return Err(NotificationAddressError::NotFound);
    }
    // The caller rolls the removal back.
    if is_open && list(conn, restaurant).await?.is_empty() {
        return Err(NotificationAddressError::LastOfOpen);
    }
    Ok(note(conn, now, actor, restaurant, "email_subscription_removed", id).await?)
}

async fn note(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    action: &str,
    id: NotificationAddressId,
) -> sqlx::Result<()> {
    let detail = json!({ "restaurant_email_subscription_id": id });
    audit::record(conn, now, audit::Event { actor, action, restaurant: Some(restaurant), reservation: None, detail })
        .await
}
