//! Booking slots created, changed and deleted by staff (F147 to F155).

use serde_json::{Value, json};
use tests::{Persona, Reply, Restaurant, TestApp};

mod change;
mod create;

pub const SLOTS: &str = "/owners/api/online_stock_groups";

/// The uids by which staff name a restaurant's seats.
pub struct Seats {
    pub group: String,
    pub items: Vec<String>,
}

pub async fn seats(app: &TestApp, restaurant: &Restaurant) -> Seats {
    let group = sqlx::query_scalar("SELECT uid FROM inventory_groups WHERE id = $1").bind(restaurant.group);
    let items = sqlx::query_scalar("SELECT uid FROM inventory_items WHERE inventory_group_id = $1 ORDER BY position");
    Seats {
        group: group.fetch_one(&app.pool).await.expect("a group"),
        items: items.bind(restaurant.group).fetch_all(&app.pool).await.expect("items"),
    }
}

/// A valid slot form, `days` days from today: two seats of the restaurant for dinner.
pub fn slot_form(app: &TestApp, restaurant: &Restaurant, seats: &Seats, days: i64) -> Value {
    json!({
        "guests_counts": [1, 2], "always_allow_last_solo": 0, "course_ids": restaurant.courses, "date": app.day(days),
        "inventory_group_uid": seats.group, "inventory_item_uids": seats.items[..2],
        "times": [{ "start_time": "18:00", "end_time": "20:00" }], "online_stocks": [], "show_end_time_on_title": false,
    })
}

/// The form with one of its fields changed.
pub fn but(mut slot_form: Value, field: &str, value: Value) -> Value {
    slot_form[field] = value;
    slot_form
}

pub async fn create(owner: &Persona, slot_form: &Value) -> Reply {
    owner.post(SLOTS, &json!({ "online_stock_group": slot_form })).await
}

/// Creates a slot, and returns its uid.
pub async fn made(owner: &Persona, slot_form: &Value) -> String {
    let answer = create(owner, slot_form).await.is(200).json();
    assert_eq!(answer["status"], 200, "{answer}");
    answer["uid"].as_str().expect("a uid").to_owned()
}

pub async fn shown(owner: &Persona, uid: &str) -> Value {
    let answer = owner.get(&format!("{SLOTS}/{uid}")).await.is(200).json();
    assert_eq!(answer["status"], 200, "{answer}");
    answer["data"].clone()
}

pub async fn change(owner: &Persona, uid: &str, fields: Value) -> Reply {
    owner.put(&format!("{SLOTS}/{uid}"), &json!({ "online_stock_group": fields })).await
}

/// A rejection with the HTTP status 200.
#[track_caller]
pub fn error_text(reply: &Reply, status: u16, code: &str) -> String {
    let answer = reply.is(200).json();
    assert_eq!((&answer["status"], &answer["code"]), (&json!(status), &json!(code)), "{answer}");
    answer["message"].as_str().expect("a text").to_owned()
}

/// A slot as a test books in it.
pub async fn bookable(app: &TestApp, uid: &str) -> tests::Slot {
    let row: (i64, chrono::NaiveDate, Vec<i64>, Vec<i64>) = sqlx::query_as(
        "SELECT o.id, o.date, (SELECT array_agg(id ORDER BY starts_at) FROM osg_times WHERE online_stock_group_id = o.id),
                (SELECT array_agg(course_id ORDER BY course_id) FROM osg_courses WHERE online_stock_group_id = o.id)
         FROM online_stock_groups o WHERE o.uid = $1",
    )
    .bind(uid)
    .fetch_one(&app.pool)
    .await
    .expect("a slot");
    tests::Slot { id: row.0, date: row.1, times: row.2, courses: row.3 }
}
