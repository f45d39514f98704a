//! Restaurants that an admin pins to the top of the list, each for one kind of list or for both (admin §2, gaps G181b).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::admin_list::RestaurantType;
use crate::audit::{self, Actor};
use crate::ids::{AdminUserId, RestaurantId};

/// Pins a restaurant, for both kinds by default. False if there is no such restaurant.
pub async fn pin(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    restaurant: RestaurantId,
    kind: Option<RestaurantType>,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT id FROM restaurants WHERE id = $1", restaurant.0);
    if found.fetch_optional(&mut *conn).await?.is_none() {
        return Ok(false);
    }
    sqlx::query!(
        "INSERT INTO pinned_restaurants (restaurant_id, admin_user_id, restaurant_type, pinned_at)
         SELECT $1, $2, kind, $4 FROM unnest($3::text[]) AS kind ON CONFLICT DO NOTHING",
        restaurant.0,
        admin.0,
        &names(kind),
        now,
    )
    .execute(&mut *conn)
    .await?;
    note(conn, now, admin, restaurant, kind, "restaurant_pinned").await?;
    Ok(true)
}

/// Removes a pin, or both by default. False if nothing was pinned.
pub async fn unpin(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    restaurant: RestaurantId,
    kind: Option<RestaurantType>,
) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "DELETE FROM pinned_restaurants WHERE restaurant_id = $1 AND admin_user_id = $2 AND restaurant_type = ANY ($3)",
        restaurant.0,
        admin.0,
        &names(kind),
    );
    if taken.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(false);
    }
    note(conn, now, admin, restaurant, kind, "restaurant_unpinned").await?;
    Ok(true)
}

fn names(kind: Option<RestaurantType>) -> Vec<String> {
    let kinds = kind.map_or_else(|| RestaurantType::ALL.to_vec(), |kind| vec![kind]);
    kinds.into_iter().map(|kind| kind.as_str().to_owned()).collect()
}

async fn note(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    restaurant: RestaurantId,
    kind: Option<RestaurantType>,
    action: &str,
) -> sqlx::Result<()> {
    let detail = json!({ "restaurant_types": names(kind) });
    let (actor, restaurant) = (Actor::Admin(admin), Some(restaurant));
    audit::record(conn, now, audit::Event { actor, action, restaurant, reservation: None, detail }).await
}
