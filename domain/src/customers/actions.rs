//! Making diners customers.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::chance::Chance;
use crate::ids::{CustomerId, RestaurantId, UserId};

/// The diner's customer record at a restaurant, made when there is none yet (gaps G126).
pub async fn ensure_online_customer(
    conn: &mut PgConnection,
    chance: &Chance,
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
               ON CONFLICT (customer_id) DO NOTHING)
           SELECT id AS "id!: CustomerId" FROM customer"#,
        chance.uid(),
        restaurant.0,
        diner.0,
        now,
    )
    .fetch_one(conn)
    .await
}
