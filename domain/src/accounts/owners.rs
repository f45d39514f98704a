//! Owners and their staff: signing in, the terms, and which restaurants are theirs (owner §6, gaps G043, G044).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::actions::{LOCK, TRIES, count_stranger, refuse, refuse_unknown, try_on_device};
use super::device::Origin;
use super::error::AccountError;
use super::password;
use crate::ids::{OwnerId, RestaurantId};
use crate::limits;
use crate::restaurants::model::Bilingual;
use crate::sessions::{Side, Who};

/// An owner, or one of the staff, who can sign in to the owner's console.
#[derive(Clone, Debug)]
pub struct Owner {
    pub id: OwnerId,
    pub email: String,
    pub nickname: String,
    pub terms_agreed_at: Option<DateTime<Utc>>,
}

/// A restaurant in the switcher.
#[derive(Clone, Debug)]
pub struct OwnRestaurant {
    pub id: RestaurantId,
    pub slug: String,
    pub name: Bilingual,
}

struct Attempt {
    id: OwnerId,
    password_hash: String,
}

/// Checks a password, by the rules of `accounts::authenticate`: the caller commits whatever the answer.
pub async fn authenticate(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    origin: Origin<'_>,
    email: &str,
    given: &str,
) -> Result<OwnerId, AccountError> {
    let email = email.trim();
    if origin.device.is_some()
        && let Some(attempt) = find_attempt(conn, email).await?
        && let Some(device) = origin.device_of(conn, Who::Owner(attempt.id)).await?
    {
        try_on_device(conn, now, (device, Who::Owner(attempt.id)), Some(&attempt.password_hash), given).await?;
        return Ok(attempt.id);
    }
    let counted = count_stranger(conn, now, origin.address).await?;
    let Some(attempt) = count_attempt(conn, email, now).await? else {
        let locked_until = locked_until(conn, email).await?;
        return Err(refuse_unknown(conn, now, Side::Owner, email, given, locked_until).await?);
    };
    if !password::verify(Some(&attempt.password_hash), given).await? {
        let is_locked = locked_until(conn, email).await?.is_some_and(|until| now < until);
        return Err(refuse(conn, now, Who::Owner(attempt.id), is_locked).await?);
    }
    limits::give_back(conn, &counted).await?;
    sqlx::query!("UPDATE owners SET failed_attempts = 0, locked_until = NULL WHERE id = $1", attempt.id.0)
        .execute(conn)
        .await?;
    Ok(attempt.id)
}

async fn locked_until(conn: &mut PgConnection, email: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    let found = sqlx::query_scalar!("SELECT locked_until FROM owners WHERE email = $1::text::citext", email);
    Ok(found.fetch_optional(conn).await?.flatten())
}

/// The account of an address, locked or not, without counting a try.
async fn find_attempt(conn: &mut PgConnection, email: &str) -> sqlx::Result<Option<Attempt>> {
    sqlx::query_as!(
        Attempt,
        r#"SELECT id AS "id: OwnerId", password_hash FROM owners WHERE email = $1::text::citext"#,
        email
    )
    .fetch_optional(conn)
    .await
}

/// Counts a try before the password is looked at, so that tries made at once cannot exceed ten.
async fn count_attempt(conn: &mut PgConnection, email: &str, now: DateTime<Utc>) -> sqlx::Result<Option<Attempt>> {
    sqlx::query_as!(
        Attempt,
        r#"UPDATE owners SET
               failed_attempts = CASE WHEN locked_until IS NULL THEN failed_attempts + 1 ELSE 1 END,
               locked_until = CASE WHEN locked_until IS NULL AND failed_attempts + 1 >= $2 THEN $3::timestamptz END
           WHERE email = $1::text::citext AND (locked_until IS NULL OR locked_until <= $4)
           RETURNING id AS "id: OwnerId", password_hash"#,
        email,
        TRIES,
        now + LOCK,
        now,
    )
    .fetch_optional(conn)
    .await
}

pub async fn find(conn: &mut PgConnection, id: OwnerId) -> sqlx::Result<Option<Owner>> {
    sqlx::query_as!(
        Owner,
        r#"SELECT id AS "id: OwnerId", email::text AS "email!", nickname, terms_agreed_at FROM owners WHERE id = $1"#,
        id.0
    )
    .fetch_optional(conn)
    .await
}

/// The restaurants of an owner, in the order of the switcher.
pub async fn list_restaurants(conn: &mut PgConnection, id: OwnerId) -> sqlx::Result<Vec<OwnRestaurant>> {
    let rows = sqlx::query!(
        "SELECT r.id, r.slug, r.name_ja, r.name_en FROM restaurant_owners o JOIN restaurants r ON r.id = o.restaurant_id
         WHERE o.owner_id = $1 ORDER BY r.id",
        id.0
    )
    .fetch_all(conn)
    .await?;
    let restaurants = rows.into_iter().map(|r| OwnRestaurant {
        id: RestaurantId(r.id),
        slug: r.slug,
        name: Bilingual::new(r.name_ja, r.name_en),
    });
    Ok(restaurants.collect())
}

/// The restaurant that a session looks at: the one asked for by its slug, else the one looked at last, else the first.
/// Nothing when the slug is not one of the owner's.
pub async fn choose_restaurant(
    conn: &mut PgConnection,
    id: OwnerId,
    slug: Option<&str>,
    last: Option<RestaurantId>,
) -> sqlx::Result<Option<RestaurantId>> {
    sqlx::query_scalar!(
        r#"SELECT r.id AS "id: RestaurantId" FROM restaurant_owners o JOIN restaurants r ON r.id = o.restaurant_id
           WHERE o.owner_id = $1 AND ($2::text IS NULL OR r.slug = $2)
           ORDER BY r.id IS DISTINCT FROM $3, r.id LIMIT 1"#,
        id.0,
        slug,
        last.map(|last| last.0),
    )
    .fetch_optional(conn)
    .await
}

pub async fn agree_to_terms(conn: &mut PgConnection, id: OwnerId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE owners SET terms_agreed_at = coalesce(terms_agreed_at, $2) WHERE id = $1", id.0, now)
        .execute(conn)
        .await?;
    Ok(())
}
