//! Making diners customers.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::queries;
use crate::ids::{CustomerId, RestaurantId, UserId};
use crate::rng::Rng;

/// The diner's customer record at a restaurant, made when there is none yet (gaps G126).
pub async fn ensure_online_customer(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<CustomerId> {
    sqlx::query_scalar!(
        r#"WITH customer AS (
               INSERT INTO customers AS c (uid, restaurant_id, type, user_id, created_at)
               VALUES ($1, $2, 'OnlineCustomer', $3, $4)
               ON CONFLICT (restaurant_id, user_id) DO UPDATE SET user_id = c.user_id
               RETURNING id, restaurant_id),
           profile AS (
               INSERT INTO customer_profiles (restaurant_id, customer_id) SELECT restaurant_id, id FROM customer
               ON CONFLICT (restaurant_id, customer_id) DO NOTHING)
           SELECT id AS "id!: CustomerId" FROM customer"#,
        rng.uid(),
        restaurant.0,
        diner.0,
        now,
    )
    .fetch_one(conn)
    .await
}

/// Makes a restaurant a favourite; nothing changes when it is one. `shop_notification` is the diner's answer, and "yes" ends a
/// former unsubscription. Without an answer a new favourite of a diner in Japan brings mail, as the page promises; nobody
/// else is written to unasked (R-052, gaps G123).
pub async fn add_favorite(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    diner: UserId,
    shop_notification: Option<bool>,
) -> sqlx::Result<CustomerId> {
    let customer = ensure_online_customer(conn, rng, now, restaurant, diner).await?;
    queries::set_favorite(conn, restaurant, diner, shop_notification).await?;
    Ok(customer)
}

/// Takes a favourite off the list, and with it the consent to the restaurant's mails. The customer record, and what the
/// restaurant knows, stay.
pub async fn hide_favorite(conn: &mut PgConnection, restaurant: RestaurantId, diner: UserId) -> sqlx::Result<()> {
    queries::unset_favorite(conn, restaurant, diner).await
}
