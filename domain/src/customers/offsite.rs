//! Guests of other services, whom a restaurant knows from their bookings alone.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::create::one_at_a_time;
use crate::ids::{CustomerId, RestaurantId};
use crate::phone::PhoneNumber;
use crate::rng::Rng;

/// What the other service tells of a guest.
#[derive(Clone, Copy, Debug)]
pub struct Guest<'a> {
    pub name: &'a str,
    pub phone: Option<&'a PhoneNumber>,
    pub email: Option<&'a str>,
}

/// The off-site customer with this number or address, else a new one. Somebody without either is new each time.
pub async fn ensure(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    guest: &Guest<'_>,
) -> sqlx::Result<CustomerId> {
    let e164 = guest.phone.map(|phone| phone.e164.as_str());
    if e164.is_some() || guest.email.is_some() {
        one_at_a_time(conn, restaurant).await?;
        let known = sqlx::query_scalar!(
            r#"SELECT c.id AS "id: CustomerId" FROM customers c
               LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
               WHERE c.restaurant_id = $1 AND c.type = 'OffsiteCustomer' AND c.merged_into_id IS NULL
                 AND (p.phone_e164 = $2 OR c.invitation_email = $3::text::citext)
               ORDER BY c.id LIMIT 1"#,
            restaurant.0,
            e164,
            guest.email,
        );
        if let Some(known) = known.fetch_optional(&mut *conn).await? {
            return Ok(known);
        }
    }
    sqlx::query_scalar!(
        r#"WITH customer AS (
               INSERT INTO customers (uid, restaurant_id, type, invitation_email, created_at)
               VALUES ($1, $2, 'OffsiteCustomer', $3::text::citext, $4) RETURNING id, restaurant_id),
           profile AS (
               INSERT INTO customer_profiles (restaurant_id, customer_id, nickname, phone_country, phone_local_number, phone_e164)
               SELECT restaurant_id, id, $5, $6, $7, $8 FROM customer)
           SELECT id AS "id!: CustomerId" FROM customer"#,
        rng.uid(),
        restaurant.0,
        guest.email,
        now,
        guest.name,
        guest.phone.map_or("JP", |phone| &phone.country),
        guest.phone.map_or("", |phone| &phone.local),
        e164,
    )
    .fetch_one(conn)
    .await
}
