//! Owners and their staff: the terms, and which restaurants are theirs (owner §6, gaps G043, G044).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::roles::Role;
use crate::ids::{OwnerId, RestaurantId};
use crate::restaurants::model::Bilingual;

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
/// Nothing when the slug is not one of the owner's. With what the owner may do there.
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

pub async fn agree_to_terms(conn: &mut PgConnection, id: OwnerId, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("UPDATE owners SET terms_agreed_at = coalesce(terms_agreed_at, $2) WHERE id = $1", id.0, now)
        .execute(conn)
        .await?;
    Ok(())
}
