//! Creates customer records of diners, and changes their favourites.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::FavoriteConsent;
use super::queries;
use crate::ids::{CustomerId, RestaurantId, UserId};
use crate::rng::Rng;

/// Returns the diner's customer record at a restaurant, creating it if necessary (gaps G126).
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

/// Adds a restaurant to the diner's favourites; an existing favourite stays. An answer "yes" about mails also reverts an earlier
/// unsubscription. Without an answer, only a new favourite of a diner in Japan agrees to mails, as the page states (R-052, gaps G123). A
/// restored consent reverts the removal (gaps G272).
pub async fn add_favorite(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    diner: UserId,
    consent: FavoriteConsent,
) -> sqlx::Result<CustomerId> {
    let customer = ensure_online_customer(conn, rng, now, restaurant, diner).await?;
    queries::set_favorite(conn, restaurant, diner, consent).await?;
    Ok(customer)
}

/// Removes a favourite from the list, and with it the consent to the restaurant's mails, which it returns. The customer record and its
/// data stay.
pub async fn hide_favorite(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
) -> sqlx::Result<Option<bool>> {
    queries::unset_favorite(conn, restaurant, diner).await
}
