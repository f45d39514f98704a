//! Owners and their staff: acceptance of the terms, and their restaurants (owner §6, gaps G043, G044).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::roles::Role;
use crate::ids::{OwnerId, RestaurantId};
use crate::restaurants::model::Bilingual;
use crate::sessions::TokenHash;

/// An owner or a member of staff, who can sign in to the owner console.
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

pub async fn find(conn: &mut PgConnection, id: OwnerId) -> sqlx::Result<Option<Owner>> {
    sqlx::query_as!(
        Owner,
        r#"SELECT id AS "id: OwnerId", email::text AS "email!", nickname, terms_agreed_at FROM owners WHERE id = $1"#,
        id.0
    )
    .fetch_optional(conn)
    .await
}

/// Returns the addresses of a restaurant's owners, without its staff.
pub async fn list_addresses(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT o.email::text AS "email!" FROM restaurant_owners m JOIN owners o ON o.id = m.owner_id
           WHERE m.restaurant_id = $1 AND m.role = 'owner' ORDER BY o.id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

/// Lists the restaurants of an owner, in the order of the switcher.
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

/// Selects the restaurant of a session: the requested one by its slug, else the last one that was viewed, else the first. Also returns
/// the owner's role there. Returns `None` if the slug is not one of the owner's.
pub async fn choose_restaurant(
    conn: &mut PgConnection,
    id: OwnerId,
    slug: Option<&str>,
    last: Option<RestaurantId>,
) -> sqlx::Result<Option<(RestaurantId, Role)>> {
    let row = sqlx::query!(
        r#"SELECT r.id AS "id: RestaurantId", o.role AS "role: Role"
           FROM restaurant_owners o JOIN restaurants r ON r.id = o.restaurant_id
           WHERE o.owner_id = $1 AND ($2::text IS NULL OR r.slug = $2)
           ORDER BY r.id IS DISTINCT FROM $3, r.id LIMIT 1"#,
        id.0,
        slug,
        last.map(|last| last.0),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| (row.id, row.role)))
}

/// A session that receives the events of a restaurant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reader {
    pub session: TokenHash,
    pub restaurant: RestaurantId,
}

/// Returns the readers' roles at their restaurants. Omits readers whose session has ended or waits for a second factor, and readers who
/// no longer work there. An impersonating admin must also have an active session. Sessions are read first: they are on the coordinator of a
/// Citus cluster, and a restaurant's staff on a node.
pub async fn list_roles_of_readers(
    conn: &mut PgConnection,
    readers: &[&Reader],
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<Reader, Role>> {
    let sessions: Vec<_> = readers.iter().map(|reader| reader.session.0.as_slice()).collect();
    let restaurants: Vec<_> = readers.iter().map(|reader| reader.restaurant.0).collect();
    let rows = sqlx::query!(
        r#"WITH active AS MATERIALIZED (
               SELECT s.token_hash, s.owner_id, asked.restaurant_id
               FROM unnest($1::bytea[], $2::bigint[]) AS asked (token_hash, restaurant_id)
               JOIN sessions s ON s.token_hash = asked.token_hash AND NOT s.awaits_second_factor
                AND s.expires_at > $3 AND s.last_seen_at + s.idle_seconds * interval '1 second' > $3
               WHERE s.impersonator_id IS NULL OR EXISTS (
                   SELECT 1 FROM sessions a
                   WHERE a.admin_user_id = s.impersonator_id AND NOT a.awaits_second_factor AND a.expires_at > $3
                     AND a.last_seen_at + a.idle_seconds * interval '1 second' > $3))
           SELECT s.token_hash AS "token_hash!", o.restaurant_id AS "restaurant: RestaurantId", o.role AS "role: Role"
           FROM active s JOIN restaurant_owners o ON o.restaurant_id = s.restaurant_id AND o.owner_id = s.owner_id"#,
        &sessions as &[&[u8]],
        &restaurants,
        now,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (Reader { session: TokenHash(row.token_hash), restaurant: row.restaurant }, row.role)).collect())
}

pub async fn agree_to_terms(conn: &mut PgConnection, id: OwnerId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE owners SET terms_agreed_at = coalesce(terms_agreed_at, $2) WHERE id = $1", id.0, now)
        .execute(conn)
        .await?;
    Ok(())
}
