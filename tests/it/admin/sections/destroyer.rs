//! Bulk deletion of free stock from the web.

use serde_json::{Value, json};
use tests::{RestaurantSpec, SlotSpec, TemplateSpec, TestApp};

const PATH: &str = "/admin/r/sushi-test/online_stock_destroyer";

#[tokio::test]
async fn destroyer_deletes_unreserved_slots_only() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 3, ..RestaurantSpec::default() }).await;
    let (admin, hanako, stranger) = (app.admin().await, app.diner("hanako").await, app.diner("s").await);
    let on = |days: i64| SlotSpec { days, ..SlotSpec::default() };
    let (before, booked) = (app.slot(&restaurant, on(2)).await, app.slot(&restaurant, on(3)).await);
    let (free, after) = (app.slot(&restaurant, on(4)).await, app.slot(&restaurant, on(6)).await);
    let kept = hanako.book(&restaurant, &booked, 2).await;
    // An expired hold that was not swept yet keeps nothing.
    app.diner("kenji").await.hold(&restaurant, &free, 1).await;
    app.advance(601);
    let body = json!({ "date_from": app.day(3), "date_till": app.day(5), "inventory_group_id": restaurant.group });
    let query =
        format!("{PATH}?date_from={}&date_till={}&inventory_group_id={}", app.day(3), app.day(5), restaurant.group);
    let preview = admin.get(&query).await.data()["preview"].clone();
    assert_eq!((&preview["reserved"], &preview["freed"]), (&json!(3), &json!(0)), "two booked, one not swept yet");
    assert_eq!(admin.get(PATH).await.data()["preview"], Value::Null);

    let answer = admin.post(PATH, &body).await.is(200).json();
    assert_eq!(answer["count"], 4, "one next to the booking, and three: {answer}");
    assert_eq!(answer["message"], "4席を削除しました。");
    app.caches_follow().await;
    assert!(stranger.guests_options(&restaurant, &free).await.is_empty());
    assert!(stranger.guests_options(&restaurant, &booked).await.is_empty());
    stranger.sees(&restaurant, &before, &[1, 2, 3]).await;
    stranger.sees(&restaurant, &after, &[1, 2, 3]).await;
    assert_eq!(hanako.status_of(&kept).await, "accepted");
    let left =
        sqlx::query_scalar("SELECT count(*) FROM online_stocks WHERE online_stock_group_id = $1").bind(booked.id);
    assert_eq!(left.fetch_one(&app.pool).await.ok(), Some(2_i64), "the reserved ones");
    let gone = sqlx::query_scalar("SELECT deleted_at IS NOT NULL FROM online_stock_groups WHERE id = $1").bind(free.id);
    assert_eq!(gone.fetch_one(&app.pool).await.ok(), Some(true), "a slot goes with its last stock");
    let audited =
        "SELECT (detail ->> 'stocks')::bigint FROM audit_events WHERE action = 'stocks_destroyed' AND actor = 'admin'";
    assert_eq!(app.count(audited).await, 4);
    assert_eq!(admin.post(PATH, &body).await.is(200).json()["count"], 0, "once more changes nothing");
    let form = [("date_from", app.day(6).to_string()), ("date_till", app.day(6).to_string())];
    let form = [(form[0].0, form[0].1.as_str()), (form[1].0, form[1].1.as_str()), ("inventory_group_id", "x")];
    admin.submit(PATH, &form).await.is(422);
    app.end().await;
}

/// A wrong refill is undone: slots of staff and slots of earlier refills stay.
#[tokio::test]
async fn slots_of_the_latest_refill_can_be_deleted_alone() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    app.slot(&restaurant, SlotSpec { days: 2, ..SlotSpec::default() }).await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let fill = async |day: i64| {
        let days = json!({ "selection_type": "custom", "custom_dates": [app.day(day)] });
        admin.refills(&restaurant, template, &days).await;
        app.advance(60);
    };
    fill(3).await;
    fill(4).await;
    let query = |origin: &str| {
        let (from, till) = (app.day(2), app.day(6));
        format!("{PATH}?date_from={from}&date_till={till}&inventory_group_id={}&origin={origin}", restaurant.group)
    };
    for (origin, slots) in [("all", 3), ("", 3), ("refills", 2), ("last_refill", 1)] {
        assert_eq!(admin.get(&query(origin)).await.data()["preview"]["slots"], slots, "{origin}");
    }
    admin.get(&query("yesterday")).await.is(422);
    let body = json!({ "date_from": app.day(2), "date_till": app.day(6), "inventory_group_id": restaurant.group,
        "origin": "last_refill" });
    admin.post(PATH, &body).await.is(200);
    let left = "SELECT count(*) FROM online_stock_groups WHERE deleted_at IS NULL";
    assert_eq!(app.count(left).await, 2, "the slot of staff and the first refill's");
    let of_staff = "SELECT count(*) FROM online_stock_groups WHERE deleted_at IS NULL AND online_stock_refillment_template_id IS NULL";
    assert_eq!(app.count(of_staff).await, 1);
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn invalid_range_deletes_nothing() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.slot(&elsewhere, SlotSpec::default()).await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let admin = app.admin().await;
    let body = |from: i64, till: i64, group: i64| json!({ "date_from": app.day(from), "date_till": app.day(till), "inventory_group_id": group });
    for (body, field) in [
        (body(0, 9, elsewhere.group), "inventory_group_id"),
        (body(-1, 9, restaurant.group), "date_from"),
        (body(9, 8, restaurant.group), "date_till"),
        (body(0, 366, restaurant.group), "date_till"),
        (json!({ "date_from": "soon", "date_till": app.day(1), "inventory_group_id": restaurant.group }), "date_from"),
        (json!({ "date_from": app.day(1), "inventory_group_id": restaurant.group }), "date_till"),
        (json!({ "date_from": app.day(1), "date_till": app.day(1) }), "inventory_group_id"),
    ] {
        let reply = admin.post(PATH, &body).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field], "{body}");
    }
    let too_long = admin.post(PATH, &body(0, 366, restaurant.group)).await.refused(422, "invalid_input");
    let fault = too_long["fields"]["date_till"].as_str().expect("a text");
    assert!(fault.contains("期間は366日まで"), "{fault}");
    let range = format!("date_from={}&date_till={}", app.day(0), app.day(365));
    admin.get(&format!("{PATH}?{range}&inventory_group_id={}", restaurant.group)).await.is(200);
    admin.get(&format!("{PATH}?date_from={}", app.day(1))).await.refused(422, "invalid_input");
    assert_eq!(app.count("SELECT count(*) FROM online_stocks").await, 8);
    app.end().await;
}

#[tokio::test]
async fn a_freed_slot_ends_with_its_last_stock() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let (owner, admin, hanako) = (app.owner(&restaurant).await, app.admin().await, app.diner("hanako").await);
    let switch_on = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch("/owners/api/restaurant_operations/sushi-test", &switch_on).await.is(200);
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let booked = hanako.book(&restaurant, &slot, 2).await;
    hanako.cancel(&booked).await.is(204);
    let query = format!("{PATH}?date_from={0}&date_till={0}&inventory_group_id={1}", slot.date, restaurant.group);
    let preview = admin.get(&query).await.data()["preview"].clone();
    assert_eq!((&preview["unreserved"], &preview["freed"], &preview["slots"]), (&json!(2), &json!(2), &json!(1)));
    let body = json!({ "date_from": slot.date, "date_till": slot.date, "inventory_group_id": restaurant.group });
    assert_eq!(admin.post(PATH, &body).await.is(200).json()["count"], 2);
    assert_eq!(app.count("SELECT count(*) FROM online_cancellations WHERE outcome = 'deleted'").await, 1);
    app.end().await;
}
