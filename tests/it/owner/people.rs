//! The people of a restaurant: customers, the blacklist, announcements, reviews, and the settings pages around them.

pub mod announcements;
mod blacklist;
mod contact;
mod customer_lists;
mod customers;
mod guest_exports;
mod guests;
mod merges;
mod resources;
mod reviews;
mod settings;
mod standby_mails;
mod unmerges;

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Persona, Restaurant, TestApp};

/// Records a customer as staff, and returns the response.
async fn create_customer(owner: &Persona, fields: Value) -> Value {
    let reply = owner.post("/owners/api/customers", &json!({ "customer": { "profile_attributes": fields } })).await;
    reply.is(201).json()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// Creates an in-person reservation of a customer that begins in `in_hours` hours and lasts two, and returns its uid.
async fn seat(app: &TestApp, restaurant: &Restaurant, customer: i64, in_hours: i64) -> String {
    let starts = app.now() + Duration::hours(in_hours);
    let uid = app.rng.uid();
    let item = restaurant.items[usize::try_from(app.next_number()).expect("a number") % restaurant.items.len()];
    sqlx::query(
        "WITH visit AS (
             INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, customer_id, inventory_group_id,
                 operation, date, starts_at, ends_at, guests_count, accepted_at, created_at)
             VALUES ($1, $2, $3, 'offline_reservation', 'accepted', $4, $5, $6,
                 ($7::timestamptz AT TIME ZONE 'Asia/Tokyo')::date, $7, $7 + interval '2 hours', 1, $8, $8)
             RETURNING id, restaurant_id, starts_at, ends_at)
         INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
         SELECT restaurant_id, id, $9, tstzrange(starts_at, ends_at) FROM visit",
    )
    .bind(&uid)
    .bind(app.rng.reservation_code())
    .bind(restaurant.id.0)
    .bind(customer)
    .bind(restaurant.group)
    .bind(restaurant.operation)
    .bind(starts)
    .bind(app.now())
    .bind(item)
    .execute(&app.pool)
    .await
    .expect("a reservation");
    uid
}

/// Returns the names in the result of a search or list, in order.
fn names(list: &Value) -> Vec<String> {
    let list = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    list.iter().map(|customer| text(&customer["display_fullname"])).collect()
}
