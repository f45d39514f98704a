//! Favourites: restaurants a diner keeps, and may be written to by.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::actions::ensure_online_customer;
use crate::chance::Chance;
use crate::ids::{CustomerId, RestaurantId, UserId};

/// How a diner stands to a restaurant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub customer_id: Option<CustomerId>,
    pub favorited: bool,
    pub shop_notification: bool,
}

pub async fn standing(conn: &mut PgConnection, restaurant: RestaurantId, diner: UserId) -> sqlx::Result<Standing> {
    let row = sqlx::query!(
        "SELECT id, favorited, shop_notification FROM customers WHERE restaurant_id = $1 AND user_id = $2",
        restaurant.0,
        diner.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map_or_else(Standing::default, |row| Standing {
        customer_id: Some(CustomerId(row.id)),
        favorited: row.favorited,
        shop_notification: row.shop_notification,
    }))
}

/// Adds a favourite, or does nothing when it is one. `shop_notification` is set only when it was asked about.
pub async fn add(
    conn: &mut PgConnection,
    chance: &Chance,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    diner: UserId,
    shop_notification: Option<bool>,
) -> sqlx::Result<CustomerId> {
    let customer = ensure_online_customer(conn, chance, now, restaurant, diner).await?;
    sqlx::query!(
        "UPDATE customers SET favorited = true, shop_notification = coalesce($3, shop_notification)
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        customer.0,
        shop_notification,
    )
    .execute(conn)
    .await?;
    Ok(customer)
}

/// Takes a favourite off the list. The customer record, and what the restaurant knows, stay.
pub async fn hide(conn: &mut PgConnection, restaurant: RestaurantId, diner: UserId) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customers SET favorited = false WHERE restaurant_id = $1 AND user_id = $2",
        restaurant.0,
        diner.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn count(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM customers c JOIN restaurants r ON r.id = c.restaurant_id
           WHERE c.user_id = $1 AND c.favorited AND r.visibility <> 'hidden'"#,
        diner.0,
    )
    .fetch_one(conn)
    .await
}

/// The diner's customer record at each restaurant that is a favourite.
pub async fn customer_ids(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<HashMap<RestaurantId, CustomerId>> {
    let rows = sqlx::query!("SELECT restaurant_id, id FROM customers WHERE user_id = $1 AND favorited", diner.0)
        .fetch_all(conn)
        .await?;
    Ok(rows.into_iter().map(|row| (RestaurantId(row.restaurant_id), CustomerId(row.id))).collect())
}
