//! Export of one guest's data.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

use super::{create_customer, seat, text};

#[tokio::test]
async fn a_guests_data_is_one_file_and_their_reservations_a_table() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let ito = create_customer(
        &owner,
        json!({ "nickname": "伊藤", "kana": "イトウ", "phone_local_number": "09012345678", "internal_memo": "左利き",
            "noted_allergies": "えび", "tags": ["vip"] }),
    )
    .await;
    let other = create_customer(&owner, json!({ "nickname": "他人", "noted_allergies": "秘密" })).await;
    seat(&app, &restaurant, ito["id"].as_i64().unwrap(), -30).await;
    seat(&app, &restaurant, other["id"].as_i64().unwrap(), -60).await;
    app.execute("UPDATE reservations SET course_price = 8000, internal_memo = '=1+1'").await;
    app.execute(
        "INSERT INTO reservation_service_times (restaurant_id, reservation_id, arrived_at, seated_at, bill_at, left_at)
         SELECT restaurant_id, id, starts_at, starts_at + interval '5 minutes', NULL, ends_at FROM reservations",
    )
    .await;
    let path = format!("/owners/customers/{}/export", text(&ito["uid"]));

    let file = owner.get(&path).await;
    assert!(file.is(200).header("content-disposition").contains("attachment; filename=\"customer-"));
    assert_eq!(file.header("cache-control"), "private, no-store");
    let data = file.json();
    let guest = &data["customer"];
    assert_eq!((&guest["phone_number"], &guest["noted_allergies"]), (&json!("+819012345678"), &json!("えび")));
    assert_eq!((&guest["tags"], &guest["internal_memo"]), (&json!(["VIP"]), &json!("左利き")));
    assert_eq!(guest["kana"], "イトウ");
    assert_eq!((&data["totals"]["visits"], &data["totals"]["spent"]), (&json!(1), &json!(8_000)));
    assert_eq!(data["reservations"].as_array().map(Vec::len), Some(1), "{data}");
    let visit = &data["reservations"][0];
    assert_eq!(visit["internal_memo"], "=1+1");
    assert_eq!((&visit["arrived_at"], &visit["left_at"]), (&visit["starts_at"], &visit["ends_at"]));
    assert!(visit["seated_at"].is_string() && visit["bill_at"].is_null(), "{visit}");
    assert_eq!((&visit["operation"], &visit["is_walk_in"]), (&json!("dinner"), &json!(false)));
    assert_eq!(visit["seats"].as_array().map(Vec::len), Some(1), "{visit}");
    assert!(visit["inventory_group"].is_string(), "{visit}");
    assert!(!file.body.contains("秘密") && !file.body.contains("他人"));

    let table = owner.get(&format!("{path}.csv")).await;
    assert_eq!(table.is(200).header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<_> = table.body.lines().collect();
    assert!(lines.len() == 2 && lines[1].contains("\"来店\"") && lines[1].contains("\"8000\""), "{}", table.body);
    assert!(lines[1].contains("\"'=1+1\""), "no formula");
    let audit =
        "SELECT count(*) FROM audit_events WHERE action = 'customer.exported' AND detail->>'format' IN ('json', 'csv')";
    assert_eq!(app.count(audit).await, 2);

    for path in [path.clone(), format!("{path}.csv")] {
        neighbour.get(&path).await.refused(404, "not_found");
        app.anonymous().get(&path).await.refused(401, "sign_in_required");
    }
    owner.get("/owners/customers/nobody/export").await.refused(404, "not_found");
    sqlx::query("UPDATE restaurant_owners SET role = 'floor'").execute(&app.pool).await.unwrap();
    owner.get(&path).await.refused(403, "right_missing");
    owner.get(&format!("{path}.csv")).await.refused(403, "right_missing");
    assert_eq!(app.count(audit).await, 2, "a refusal leaves no row");
    app.end().await;
}

#[tokio::test]
async fn file_of_a_diner_has_the_reading_and_number_of_staff_and_the_waiting_list() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = app.customer_of(&restaurant, &hanako).await;
    let memo = json!({ "customer": { "profile_attributes": { "internal_memo": "左利き" } } });
    owner.patch(&format!("/owners/api/customers/{uid}"), &memo).await.is(200);
    app.execute("UPDATE profiles SET kana_last = 'ハナコ', kana_first = 'タロウ'").await;
    app.execute(
        "UPDATE customer_profiles SET kana = 'タカハシ', phone_local_number = '9055550102', phone_e164 = '+819055550102'",
    )
    .await;
    let entry = json!({ "customer_uid": uid, "date": app.day(7), "starts_from": "18:00", "starts_till": "19:00",
        "waits_until": format!("{}T12:00", app.day(6)), "guests_count": 2, "internal_memo": "窓側希望" });
    owner.post("/owners/api/waiting_list", &entry).await.is(201);

    let data = owner.get(&format!("/owners/customers/{uid}/export")).await.is(200).json();
    let guest = &data["customer"];
    assert_eq!((&guest["kana"], &guest["noted_kana"]), (&json!("ハナコ タロウ"), &json!("タカハシ")));
    assert_eq!(guest["noted_phone_number"], "+819055550102");
    assert_ne!(guest["phone_number"], guest["noted_phone_number"], "the diner has their own number");
    assert_eq!(guest["invited_by_sms"], false);
    let waiting = &data["waiting_list"][0];
    assert_eq!(waiting["internal_memo"], "窓側希望");
    let instant = |name: &str| text(&waiting[name]).parse::<DateTime<Utc>>().expect("an instant");
    let at = |day, time: &str| format!("{}T{time}:00+09:00", app.day(day)).parse::<DateTime<Utc>>().expect("a time");
    assert_eq!((instant("starts_from"), instant("starts_till")), (at(7, "18:00"), at(7, "19:00")));
    assert_eq!(instant("waits_until"), at(6, "12:00"));
    assert_eq!((&waiting["reservation_code"], &waiting["removed_at"]), (&Value::Null, &Value::Null));
    assert_eq!(data["waiting_list"].as_array().map(Vec::len), Some(1));
    app.end().await;
}
