//! Planned slots of a restaurant's calendars (F192, gaps G107, G108).

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp};

const PATH: &str = "/admin/api/r/sushi-test/calendar_operation_slots";

const PAGE: &str = "/admin/r/sushi-test/calendar_operation_slots";

fn row(group: i64, times: (&str, &str), tuesday: i64) -> Value {
    json!({ "inventory_group_id": group, "start_time": times.0, "end_time": times.1, "tuesday": tuesday })
}

async fn saved(admin: &Persona, body: &Value) -> Value {
    admin.post(PATH, body).await.is(200).json()["calendar_operation_slots"].clone()
}

/// F124, F192
#[tokio::test]
async fn saved_operation_slots_appear_in_owner_calendar() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let group = restaurant.group;
    let header = json!({ "is_spot_detection_by_starts_at": "1" });
    let rows = json!([row(group, ("18:00", "20:00"), 2), row(group, ("20:00", "22:00"), 3)]);
    let body = json!({ "calendar_operation_slots": { "dinner": { "header": header, "rows": rows } } });
    let answer = admin.post(PATH, &body).await.is(200).json();
    assert_eq!(answer["message"], "赤丸を編集しました。");
    let dinner = &answer["calendar_operation_slots"]["dinner"];
    assert_eq!(
        (&dinner["header"]["is_spot_detection_by_starts_at"], &dinner["rows"][0]["tuesday"]),
        (&json!(true), &json!(2))
    );
    let marks = async || owner.get("/owners/daily_calendars/2026-12-08").await.data()["marks"].clone();
    let drawn = marks().await;
    assert_eq!(drawn.as_array().map(Vec::len), Some(2), "{drawn}");

    let (mut first, second) = (dinner["rows"][0].clone(), dinner["rows"][1]["id"].clone());
    first["tuesday"] = 1.into();
    let change = json!({ "calendar_operation_slots": { "dinner": { "rows": [first] } }, "delete_slot_ids": [second] });
    let slots = saved(&admin, &change).await;
    assert_eq!(slots["dinner"]["rows"].as_array().map(Vec::len), Some(1));
    assert_eq!((&slots["dinner"]["rows"][0]["tuesday"], &slots["dinner"]["header"]), (&json!(1), &Value::Null));
    let kept = admin.get(PATH).await.is(200).json();
    assert_eq!((&kept["calendar_operation_slots"], &kept["cos_types"]["dinner"]), (&slots, &json!("header_none")));

    let page = admin.get(PAGE).await.data();
    assert_eq!((&page["calendar_operation_slots"], &page["cos_types"]["dinner"]), (&slots, &json!("header_none")));
    assert_eq!(
        (&page["operations"][0]["name"], &page["operations"][0]["label"]),
        (&json!("dinner"), &json!("ディナー"))
    );
    assert_eq!((&page["inventory_groups"][0]["id"], &page["inventory_groups"][0]["items"]), (&json!(group), &json!(4)));
    admin.delete(&format!("{PATH}?operation=dinner")).await.is(200);
    assert_eq!(saved(&admin, &json!({})).await, json!({}));
    saved(&admin, &body).await;
    admin.delete(&format!("{PATH}?operation=all")).await.is(200);
    assert_eq!(marks().await.as_array().map(Vec::len), Some(0));
    app.end().await;
}

#[tokio::test]
async fn foreign_or_invalid_operation_slots_save_nothing() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let group = restaurant.group;
    let dinner = |rows: Value| json!({ "calendar_operation_slots": { "dinner": { "rows": rows } } });
    let theirs = dinner(json!([row(elsewhere.group, ("18:00", "20:00"), 1)]));
    admin.post(&PATH.replace("sushi-test", "tempura-test"), &theirs).await.is(200);
    let id: i64 = sqlx::query_scalar("SELECT id FROM calendar_operation_slots").fetch_one(&app.pool).await.unwrap();
    let mut foreign = row(group, ("18:00", "20:00"), 1);
    foreign["id"] = id.into();
    let good = row(group, ("18:00", "20:00"), 1);
    // Rows are validated before anything is written.
    let mut first_invalid = dinner(json!([good, row(group, ("20:00", "18:00"), 1)]));
    first_invalid["delete_slot_ids"] = json!([id]);
    let refused = [
        (theirs.clone(), "inventory_group_unknown"),
        (dinner(json!([good, foreign])), "operation_slot_unknown"),
        (json!({ "delete_slot_ids": [id] }), "operation_slot_unknown"),
        (dinner(json!([row(group, ("20:00", "18:00"), 1)])), "invalid_input"),
        (dinner(json!([row(group, ("18:02", "20:00"), 1)])), "invalid_input"),
        (dinner(json!([row(group, ("18:00", "25:00"), 1)])), "invalid_input"),
        (dinner(json!([row(group, ("18:00", "20:00"), -1)])), "invalid_input"),
        (dinner(json!([row(group, ("18:00", "20:00"), 1000)])), "invalid_input"),
        (json!({ "calendar_operation_slots": { "breakfast": { "rows": [] } } }), "invalid_input"),
        (json!({ "delete_slot_ids": "all" }), "invalid_input"),
        (first_invalid, "invalid_input"),
    ];
    for (body, code) in refused {
        admin.post(PATH, &body).await.refused(422, code);
    }
    for operation in ["", "breakfast"] {
        admin.delete(&format!("{PATH}?operation={operation}")).await.refused(422, "invalid_input");
    }
    for stranger in [&owner, &app.diner("hanako").await, &app.anonymous()] {
        stranger.post(PATH, &json!({})).await.refused(401, "sign_in_required");
        stranger.delete(&format!("{PATH}?operation=all")).await.refused(401, "sign_in_required");
        stranger.get(PATH).await.refused(401, "sign_in_required");
        stranger.get(PAGE).await.refused(401, "sign_in_required");
    }
    assert_eq!(admin.get(PATH).await.is(200).json()["calendar_operation_slots"], json!({}));
    assert_eq!(app.count("SELECT count(*) FROM calendar_operation_slots").await, 1);
    app.end().await;
}
