//! SQL of customers.

use std::collections::HashMap;

use sqlx::PgConnection;

use super::model::{FavoriteConsent, FavoriteRow};
use crate::ids::{CustomerId, RestaurantId, UserId};

pub async fn find_favorite(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<Option<FavoriteRow>> {
    sqlx::query_as!(
        FavoriteRow,
        r#"SELECT id AS "id: CustomerId", favorited, coalesce(shop_notification, false) AS "shop_notification!" FROM customers
           WHERE restaurant_id = $1 AND user_id = $2 AND NOT hidden_from_user"#,
        restaurant.0,
        diner.0,
    )
    .fetch_optional(conn)
    .await
}

pub async fn set_favorite(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    consent: FavoriteConsent,
) -> sqlx::Result<()> {
    let (answer, is_restored) = match consent {
        FavoriteConsent::Given(answer) => (answer, false),
        FavoriteConsent::Restored(consent) => (consent, true),
    };
    sqlx::query!(
        "UPDATE customers c SET favorited = true, hidden_from_user = false,
             shop_notification = CASE WHEN $4 THEN $3
                 ELSE coalesce($3, CASE WHEN (NOT c.favorited OR c.hidden_from_user) AND p.phone_country = 'JP' THEN true
                                        ELSE c.shop_notification END) END,
             subscribe_to_announcements = c.subscribe_to_announcements OR (coalesce($3, false) AND NOT $4)
         FROM profiles p WHERE p.user_id = c.user_id AND c.restaurant_id = $1 AND c.user_id = $2",
        restaurant.0,
        diner.0,
        answer,
        is_restored,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the consent to the restaurant's mails before the removal: none without an answer or a record.
pub async fn unset_favorite(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<Option<bool>> {
    let before = sqlx::query_scalar!(
        r#"UPDATE customers c SET favorited = false, shop_notification = false
           FROM (SELECT id, restaurant_id, shop_notification FROM customers
                 WHERE restaurant_id = $1 AND user_id = $2 FOR UPDATE) before
           WHERE c.restaurant_id = before.restaurant_id AND c.id = before.id
           RETURNING before.shop_notification AS "shop_notification?""#,
        restaurant.0,
        diner.0,
    );
    Ok(before.fetch_optional(conn).await?.flatten())
}

/// Hides a restaurant from the diner's favourites until they add it themselves, and ends the consent to its mails.
pub async fn hide_from_user(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customers SET hidden_from_user = true, shop_notification = false WHERE restaurant_id = $2 AND id = $1",
        customer.0,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn count_favorites(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM customers c JOIN restaurants r ON r.id = c.restaurant_id
           WHERE c.user_id = $1 AND c.favorited AND NOT c.hidden_from_user AND r.visibility <> 'hidden'"#,
        diner.0,
    )
    .fetch_one(conn)
    .await
}

/// Lists the diner's customer records at their favourite restaurants.
pub async fn list_favorite_ids(
    conn: &mut PgConnection,
    diner: UserId,
) -> sqlx::Result<HashMap<RestaurantId, CustomerId>> {
    let rows = sqlx::query!("SELECT restaurant_id, id FROM customers WHERE user_id = $1 AND favorited", diner.0)
        .fetch_all(conn)
        .await?;
    Ok(rows.into_iter().map(|row| (RestaurantId(row.restaurant_id), CustomerId(row.id))).collect())
}
