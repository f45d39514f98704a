//! Guests of other services, whom a restaurant knows only from their bookings.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::create::lock_creation;
pub use super::offsite_identity::OffsiteGuest;
use super::offsite_identity::{KnownGuest, find_same, is_same_name};
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, ReservationId, RestaurantId};
use crate::phone::PhoneNumber;
use crate::rng::Rng;

/// The guests' names in the list that is being imported, by the source and the external id of the booking.
pub type ListedNames<'a> = HashMap<(&'a str, &'a str), &'a str>;

/// The customer of a booking, with the data of the previous list.
#[derive(Clone, Copy, Debug)]
pub struct PreviousGuest<'a> {
    pub customer: CustomerId,
    pub reservation: ReservationId,
    pub name: &'a str,
    pub phone_e164: Option<&'a str>,
    pub email: Option<&'a str>,
    /// The present list.
    pub listed: &'a ListedNames<'a>,
}

/// Returns the customer who is this guest (gaps G230), or creates one. A guest without number and address is always created.
pub async fn ensure(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    guest: &OffsiteGuest<'_>,
) -> sqlx::Result<CustomerId> {
    if guest.phone.is_some() || guest.email.is_some() {
        lock_creation(conn, restaurant).await?;
        if let Some(known) = find_same(&list_known(conn, restaurant, guest).await?, guest) {
            return Ok(known);
        }
    }
    insert(conn, rng, now, restaurant, guest).await
}

async fn insert(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    guest: &OffsiteGuest<'_>,
) -> sqlx::Result<CustomerId> {
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
        guest.phone.map(|phone| phone.e164.as_str()),
    )
    .fetch_one(conn)
    .await
}

/// Lists who has the guest's name with the number or address: the customers of imported bookings, and off-site records, also under the name of
/// the customer into whom they were merged. A merged record is found as its primary customer, of whatever type. Records come first, so after the
/// reversal of a merge the separate customer is found, not the previous primary one that kept later bookings.
async fn list_known(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    guest: &OffsiteGuest<'_>,
) -> sqlx::Result<Vec<KnownGuest>> {
    let records = list_named(conn, restaurant, guest).await?;
    sqlx::query_as!(
        KnownGuest,
        r#"WITH booked AS MATERIALIZED (
               SELECT o.restaurant_id, o.reservation_id, o.full_name_string AS name, o.phone_e164 AS phone, o.email FROM offsite_reservations o
               WHERE o.restaurant_id = $1 AND o.full_name_string <> '' AND name_key(o.full_name_string) = name_key($4::text))
           SELECT k.customer AS "customer!: CustomerId", k.name AS "name!", k.phone, k.email FROM (
           SELECT r.customer_id AS customer, o.name, o.phone, o.email::text AS email, 1 AS place
           FROM booked o
           JOIN reservations r ON r.restaurant_id = o.restaurant_id AND r.id = o.reservation_id
           WHERE (o.phone = $2 OR o.email = mail_address($3::text)) AND r.customer_id IS NOT NULL
           UNION
           SELECT t.id, n.name, p.phone_e164, c.invitation_email::text, 0
           FROM customers c
           JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
           JOIN customers t ON t.restaurant_id = c.restaurant_id AND t.id = coalesce(c.merged_into_id, c.id)
           LEFT JOIN customer_profiles tp ON tp.restaurant_id = t.restaurant_id AND tp.customer_id = t.id
           LEFT JOIN profiles d ON d.user_id = t.user_id
           CROSS JOIN LATERAL (VALUES (p.nickname), (tp.nickname), (d.name_last || d.name_first), (d.name_first || d.name_last)) n (name)
           WHERE c.restaurant_id = $1 AND c.id = ANY ($5) AND c.type = 'OffsiteCustomer' AND n.name <> ''
             AND (p.phone_e164 = $2 OR c.invitation_email = mail_address($3::text))
           ) k ORDER BY k.place, k.customer, k.name"#,
        restaurant.0,
        guest.phone.map(|phone| phone.e164.as_str()),
        guest.email,
        guest.name,
        &records,
    )
    .fetch_all(conn)
    .await
}

/// Lists the records that have the guest's name, or whose primary customer has it. Names are searched before contacts, because thousands of
/// guests may share the contact of an agency.
async fn list_named(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    guest: &OffsiteGuest<'_>,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"WITH named AS MATERIALIZED (
               SELECT f.restaurant_id, f.customer_id AS id FROM customer_profiles f
               WHERE f.restaurant_id = $1 AND f.nickname <> '' AND name_key(f.nickname) = name_key($4::text)),
           merged AS MATERIALIZED (
               SELECT m.id, t.user_id FROM customers m
               JOIN customers t ON t.restaurant_id = m.restaurant_id AND t.id = m.merged_into_id
               CROSS JOIN LATERAL (
                   SELECT f.phone_e164 FROM customer_profiles f WHERE f.restaurant_id = m.restaurant_id AND f.customer_id = m.id OFFSET 0) p
               WHERE m.restaurant_id = $1 AND m.merged_into_id IS NOT NULL AND t.user_id IS NOT NULL
                 AND (m.invitation_email = mail_address($3::text) OR p.phone_e164 = $2))
           SELECT id AS "id!" FROM named
           UNION
           SELECT m.id FROM named JOIN customers m ON m.restaurant_id = named.restaurant_id AND m.merged_into_id = named.id
           UNION
           SELECT merged.id FROM merged JOIN profiles d ON d.user_id = merged.user_id
           WHERE name_key($4::text) IN (name_key(d.name_last || d.name_first), name_key(d.name_first || d.name_last))"#,
        restaurant.0,
        guest.phone.map(|phone| phone.e164.as_str()),
        guest.email,
        guest.name,
    )
    .fetch_all(conn)
    .await
}

/// Writes a service's correction of a guest to the booking's customer, and returns the customer. Values that staff have changed since
/// the previous list stay, and so do omitted values. If another booking of the customer keeps the previous name, or has given the customer its
/// own name, the booking gets its own guest's customer instead. The caller stores the new data with the booking afterwards.
///
/// The customer's bookings on all days show the new name, so the audit row is about the restaurant as a whole, as is that of an edit by
/// staff: open calendars of every day are notified.
pub async fn correct(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    (previous, guest): (&PreviousGuest<'_>, &OffsiteGuest<'_>),
) -> sqlx::Result<CustomerId> {
    lock_creation(conn, restaurant).await?;
    if !is_same_name(previous.name, guest.name) && is_of_another(conn, restaurant, previous, guest.name).await? {
        // Omitted values stay.
        let known = previous.phone_e164.and_then(PhoneNumber::from_e164);
        let own =
            OffsiteGuest { phone: guest.phone.or(known.as_ref()), email: guest.email.or(previous.email), ..*guest };
        return ensure(conn, rng, now, restaurant, &own).await;
    }
    let name = write_name(conn, restaurant, previous, guest.name).await?;
    let phone = write_phone(conn, restaurant, previous, guest.phone).await?;
    let email = write_email(conn, restaurant, previous, guest.email).await?;
    if name + phone + email > 0 {
        let event = Event {
            actor,
            action: "customer.edited",
            restaurant: Some(restaurant),
            reservation: None,
            detail: json!({ "customer_id": previous.customer.0 }),
        };
        audit::record(conn, now, event).await?;
    }
    Ok(previous.customer)
}

/// Whether the customer belongs to another of its imported bookings, which keeps the previous name after this list, or whose name the
/// customer has while it has neither the previous nor the new one of this booking. Staff decide about merged customers.
async fn is_of_another(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    previous: &PreviousGuest<'_>,
    name: &str,
) -> sqlx::Result<bool> {
    let rows = sqlx::query!(
        r#"SELECT p.nickname, o.full_name_string AS other, o.offsite_source, o.external_id
           FROM customers c
           JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
           JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.customer_id = c.id AND r.id <> $3
           JOIN offsite_reservations o ON o.restaurant_id = r.restaurant_id AND o.reservation_id = r.id
           WHERE c.restaurant_id = $1 AND c.id = $2 AND c.type = 'OffsiteCustomer'
             AND NOT EXISTS (SELECT 1 FROM customers m WHERE m.restaurant_id = c.restaurant_id AND m.merged_into_id = c.id)"#,
        restaurant.0,
        previous.customer.0,
        previous.reservation.0,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.iter().any(|row| {
        let listed = previous.listed.get(&(row.offsite_source.as_str(), row.external_id.as_str()));
        let keeps_name =
            [Some(row.other.as_str()), listed.copied()].iter().flatten().all(|own| is_same_name(own, previous.name));
        let is = |name: &str| is_same_name(&row.nickname, name);
        keeps_name || !is(previous.name) && !is(name) && is(&row.other)
    }))
}

/// Renames the customer's off-site records that have the previous name.
async fn write_name(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    previous: &PreviousGuest<'_>,
    name: &str,
) -> sqlx::Result<u64> {
    let written = sqlx::query!(
        "UPDATE customer_profiles p SET nickname = $4 FROM customers c
         WHERE c.restaurant_id = $1 AND (c.id = $2 OR c.merged_into_id = $2) AND c.type = 'OffsiteCustomer'
             AND p.restaurant_id = c.restaurant_id AND p.customer_id = c.id AND p.nickname = $3 AND p.nickname <> $4",
        restaurant.0,
        previous.customer.0,
        previous.name,
        name,
    );
    Ok(written.execute(conn).await?.rows_affected())
}

/// Changes the number of the customer's records that have the previous one. Without a previous one, an off-site record without a number
/// gets it.
async fn write_phone(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    previous: &PreviousGuest<'_>,
    phone: Option<&PhoneNumber>,
) -> sqlx::Result<u64> {
    let Some(phone) = phone.filter(|phone| previous.phone_e164 != Some(phone.e164.as_str())) else { return Ok(0) };
    let written = sqlx::query!(
        "UPDATE customer_profiles p SET phone_country = $4, phone_local_number = $5, phone_e164 = $6 FROM customers c
         WHERE c.restaurant_id = $1 AND (c.id = $2 OR c.merged_into_id = $2) AND c.user_id IS NULL
             AND p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
             AND (p.phone_e164 = $3 OR $3::text IS NULL AND p.phone_e164 IS NULL AND c.type = 'OffsiteCustomer')",
        restaurant.0,
        previous.customer.0,
        previous.phone_e164,
        phone.country,
        phone.local,
        phone.e164,
    );
    let written = written.execute(&mut *conn).await?.rows_affected();
    correct_taken_phone(conn, restaurant, previous, phone).await?;
    Ok(written)
}

/// Changes the number in what merges have copied to the customer, so that a reversal takes it back.
async fn correct_taken_phone(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    previous: &PreviousGuest<'_>,
    phone: &PhoneNumber,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customer_merges m
         SET taken = jsonb_set(m.taken, '{phone}', jsonb_build_object('country', $4::text, 'local', $5::text, 'e164', $6::text))
         FROM customers c
         WHERE m.restaurant_id = $1 AND c.restaurant_id = m.restaurant_id AND c.id = m.primary_customer_id
             AND (c.id = $2 OR c.merged_into_id = $2) AND c.user_id IS NULL AND m.taken #>> '{phone,e164}' = $3",
        restaurant.0,
        previous.customer.0,
        previous.phone_e164,
        phone.country,
        phone.local,
        phone.e164,
    )
    .execute(conn)
    .await
    .map(drop)
}

/// Changes the address in the same way.
async fn write_email(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    previous: &PreviousGuest<'_>,
    email: Option<&str>,
) -> sqlx::Result<u64> {
    let is_new = |email: &&str| previous.email.is_none_or(|known| !known.eq_ignore_ascii_case(email));
    let Some(email) = email.filter(is_new) else { return Ok(0) };
    let written = sqlx::query!(
        "UPDATE customers SET invitation_email = $4::text
         WHERE restaurant_id = $1 AND (id = $2 OR merged_into_id = $2) AND user_id IS NULL
             AND (invitation_email = mail_address($3::text)
                 OR $3::text IS NULL AND invitation_email IS NULL AND type = 'OffsiteCustomer')",
        restaurant.0,
        previous.customer.0,
        previous.email,
        email,
    );
    Ok(written.execute(conn).await?.rows_affected())
}
