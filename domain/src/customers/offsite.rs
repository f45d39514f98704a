//! Guests of other services, whom a restaurant knows only from their bookings.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::create::lock_creation;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, RestaurantId};
use crate::phone::PhoneNumber;
use crate::rng::Rng;

/// The guest's data from the other service.
#[derive(Clone, Copy, Debug)]
pub struct OffsiteGuest<'a> {
    pub name: &'a str,
    pub phone: Option<&'a PhoneNumber>,
    pub email: Option<&'a str>,
}

/// Returns the off-site customer with this number or address, or creates one. A guest without either is always created.
pub async fn ensure(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    guest: &OffsiteGuest<'_>,
) -> sqlx::Result<CustomerId> {
    let e164 = guest.phone.map(|phone| phone.e164.as_str());
    if e164.is_some() || guest.email.is_some() {
        lock_creation(conn, restaurant).await?;
        if let Some(known) = find(conn, restaurant, e164, guest.email).await? {
            return Ok(known);
        }
    }
    sqlx::query_scalar!(
        r#"WITH customer AS (
               INSERT INTO customers (uid, restaurant_id, type, invitation_email, created_at)
               VALUES ($1, $2, 'OffsiteCustomer', $3::text, $4) RETURNING id, restaurant_id),
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

/// Renames an off-site customer, unless staff have changed the previous name. The customer's bookings on all days show the new name, so the
/// audit row is about the restaurant as a whole, as is that of an edit by staff: open calendars of every day are notified.
pub async fn rename(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    customer: CustomerId,
    (previous, name): (&str, &str),
) -> sqlx::Result<()> {
    let renamed = sqlx::query!(
        "UPDATE customer_profiles p SET nickname = $4 FROM customers c
         WHERE c.restaurant_id = $1 AND c.id = $2 AND c.type = 'OffsiteCustomer' AND p.restaurant_id = c.restaurant_id
             AND p.customer_id = c.id AND p.nickname = $3",
        restaurant.0,
        customer.0,
        previous,
        name,
    );
    if renamed.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(());
    }
    let event = Event {
        actor,
        action: "customer.edited",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customer_id": customer.0 }),
    };
    audit::record(conn, now, event).await
}

/// Finds an off-site customer by number, which has an index, and then by address.
async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    e164: Option<&str>,
    email: Option<&str>,
) -> sqlx::Result<Option<CustomerId>> {
    let known = sqlx::query_scalar!(
        r#"SELECT c.id AS "id: CustomerId" FROM customer_profiles p
           JOIN customers c ON c.restaurant_id = p.restaurant_id AND c.id = p.customer_id
           WHERE p.restaurant_id = $1 AND p.phone_e164 = $2 AND c.type = 'OffsiteCustomer' AND c.merged_into_id IS NULL
           ORDER BY c.id LIMIT 1"#,
        restaurant.0,
        e164,
    );
    let known = known.fetch_optional(&mut *conn).await?;
    if known.is_some() || email.is_none() {
        return Ok(known);
    }
    sqlx::query_scalar!(
        r#"SELECT id AS "id: CustomerId" FROM customers
           WHERE restaurant_id = $1 AND invitation_email = mail_address($2::text) AND type = 'OffsiteCustomer' AND merged_into_id IS NULL
           ORDER BY id LIMIT 1"#,
        restaurant.0,
        email,
    )
    .fetch_optional(conn)
    .await
}
