//! SQL of customers.

use sqlx::PgConnection;

use crate::ids::{CustomerId, RestaurantId, UserId};

/// A diner's record at a restaurant, as far as it is a favourite.
#[derive(Clone, Debug)]
pub struct Favorite {
    pub id: CustomerId,
    pub favorited: bool,
    pub shop_notification: bool,
}

pub async fn find_favorite(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<Option<Favorite>> {
    sqlx::query_as!(
        Favorite,
        r#"SELECT id AS "id: CustomerId", favorited, shop_notification FROM customers
           WHERE restaurant_id = $1 AND user_id = $2 AND NOT hidden_from_user"#,
        restaurant.0,
        diner.0,
    )
    .fetch_optional(conn)
    .await
}
