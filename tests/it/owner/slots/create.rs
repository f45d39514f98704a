//! New slots.

use serde_json::{Value, json};
use tests::{CourseSpec, RestaurantSpec, TestApp};

use super::{SLOTS, bookable, but, create, made, seats, shown, slot_form};

/// F147
#[tokio::test]
async fn a_slot_that_staff_make_is_booked_by_a_diner() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let seats = seats(&app, &restaurant).await;
    let uid = made(&owner, &slot_form(&app, &restaurant, &seats, 7)).await;
    let detail = shown(&owner, &uid).await;
    assert_eq!(detail["selected_guests_counts"], json!([{ "guests_count": 1 }, { "guests_count": 2 }]));
    assert_eq!(detail["selected_times"], json!([{ "start_time": "18:00", "end_time": "20:00" }]));
    assert_eq!(detail["selected_courses"], json!([{ "course_id": restaurant.courses[0] }]));
    assert_eq!((&detail["max_guests_count"], &detail["operation"]), (&json!(2), &json!("dinner")));
    assert_eq!((&detail["time_from"], &detail["time_till"]), (&json!("11:00"), &json!("23:00")));
    assert_eq!(detail["inventory_group"]["title"], "カウンター");
    assert_eq!(detail["online_stocks"][0]["inventory_item"]["label"], "C1");
    assert_eq!(detail["online_stocks"][0]["online_reservable_id"], Value::Null);
    let diner = app.diner("d").await;
    let slot = bookable(&app, &uid).await;
    assert_eq!(diner.guests_options(&restaurant, &slot).await, [1, 2]);
    diner.book(&restaurant, &slot, 2).await;
    let detail = shown(&owner, &uid).await;
    assert!(detail["online_stocks"][1]["online_reservable_id"].is_i64(), "{detail}");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'slot_created'").await, 1);
    app.end().await;
}

/// F148, F149, F150
#[tokio::test]
async fn invalid_slot_is_rejected_with_reason() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let other =
        app.restaurant(RestaurantSpec { slug: "tempura-test", operation: "lunch", ..RestaurantSpec::default() }).await;
    let (own, foreign) = (seats(&app, &restaurant).await, seats(&app, &other).await);
    let valid = slot_form(&app, &restaurant, &own, 7);
    let time = |start: &str, end: &str| json!([{ "start_time": start, "end_time": end }]);
    let cases = [
        ("guests_counts", json!([]), "slot_guests_missing"),
        ("guests_counts", json!([3]), "slot_guests_out_of_range"),
        ("guests_counts", json!([0]), "slot_guests_out_of_range"),
        ("course_ids", json!([]), "slot_course_missing"),
        ("course_ids", json!([other.courses[0]]), "slot_course_unknown"),
        ("course_ids", json!([restaurant.courses[0], 999_999]), "slot_course_unknown"),
        ("times", json!([]), "slot_time_missing"),
        ("times", time("18:00", ""), "slot_time_missing"),
        ("times", json!([{ "start_time": "18:00" }]), "slot_time_missing"),
        ("times", time("18:03", "20:00"), "slot_time_invalid"),
        ("times", time("20:00", "18:00"), "slot_time_invalid"),
        ("times", time("10:00", "12:00"), "slot_time_invalid"),
        ("times", time("23:00", "23:30"), "slot_time_invalid"),
        ("times", time("later", "20:00"), "slot_time_invalid"),
        ("date", json!(app.day(-1)), "slot_date_past"),
        ("date", json!("2026-02-30"), "date_invalid"),
        ("date", json!("9999-12-31"), "date_invalid"),
        ("inventory_group_uid", json!(foreign.group), "slot_seats_unknown"),
        ("inventory_item_uids", json!([]), "slot_seats_missing"),
        ("inventory_item_uids", json!([foreign.items[0]]), "slot_seats_unknown"),
        ("online_stocks", json!([{ "access_control": "whitelist", "customer_group_ids": [] }]), "slot_access_invalid"),
        (
            "online_stocks",
            json!([{ "access_control": "whitelist", "customer_group_ids": [7_777] }]),
            "slot_access_invalid",
        ),
        ("online_stocks", json!([{ "access_control": "grey", "customer_group_ids": [] }]), "slot_access_invalid"),
    ];
    for (field, value, code) in cases {
        let reply = create(&owner, &but(valid.clone(), field, value.clone())).await;
        assert_eq!(reply.refused(400, code)["code"], code, "{field} {value}");
    }
    let missing = create(&owner, &but(valid.clone(), "times", time("", ""))).await.json();
    assert_eq!(missing["message"], "来店時間を入力してください");
    let misshapen = [json!("many"), json!({ "a": 1 }), json!([99_999_999_999_i64])];
    for value in misshapen {
        create(&owner, &but(valid.clone(), "guests_counts", value)).await.refused(422, "invalid_input");
    }
    assert_eq!(app.count("SELECT count(*) FROM online_stock_groups").await, 0, "nothing was half made");
    app.end().await;
}

/// F151
#[tokio::test]
async fn the_matrix_restricts_the_seats_it_names() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let seats = seats(&app, &restaurant).await;
    // By place: the first row is about the first seat; by name: the second seat.
    let rows = [
        json!([{ "access_control": "whitelist", "customer_group_ids": [group] }]),
        json!([{ "access_control": "whitelist", "customer_group_ids": [group], "inventory_item_uid": seats.items[1] }]),
    ];
    for (days, (row, restricted)) in (7..).zip(rows.into_iter().zip([0, 1])) {
        let uid = made(&owner, &but(slot_form(&app, &restaurant, &seats, days), "online_stocks", row)).await;
        let stocks = shown(&owner, &uid).await["online_stocks"].clone();
        assert_eq!(stocks[restricted]["access_control"], "whitelist");
        assert_eq!(stocks[restricted]["customer_group_ids"], json!([group]));
        assert_eq!(stocks[1 - restricted]["access_control"], "blacklist");
        let (regular, stranger) =
            (app.diner(&format!("regular{days}")).await, app.diner(&format!("stranger{days}")).await);
        app.put_into_group(&restaurant, &regular, group).await;
        let slot = bookable(&app, &uid).await;
        assert_eq!(stranger.guests_options(&restaurant, &slot).await, [1], "one seat is reserved");
        assert_eq!(regular.guests_options(&restaurant, &slot).await, [1, 2]);
    }
    app.end().await;
}

/// F118
#[tokio::test]
async fn restaurant_without_the_feature_creates_no_slots() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let seats = seats(&app, &restaurant).await;
    for (may_create, has_operations) in [(false, true), (true, false)] {
        let switch = "INSERT INTO restaurant_feature_availabilities (restaurant_id, create_osg_enabled, allow_reservable_operation)
                      VALUES ($1, $2, $3) ON CONFLICT (restaurant_id) DO UPDATE
                      SET create_osg_enabled = excluded.create_osg_enabled,
                          allow_reservable_operation = excluded.allow_reservable_operation";
        let switch = sqlx::query(switch).bind(restaurant.id.0).bind(may_create).bind(has_operations);
        switch.execute(&app.pool).await.expect("the flags");
        create(&owner, &slot_form(&app, &restaurant, &seats, 7)).await.refused(403, "slots_switched_off");
    }
    app.end().await;
}

#[tokio::test]
async fn slot_form_lists_choices() {
    let app = TestApp::start().await;
    let courses = vec![CourseSpec::default(), CourseSpec { price: 20_000, ..CourseSpec::default() }];
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec { courses, ..RestaurantSpec::default() }).await;
    app.customer_group(&restaurant, "常連", false).await;
    let seats = seats(&app, &restaurant).await;
    let path = |operation: &str, group: &str| {
        format!("{SLOTS}/new?date={}&operation={operation}&inventory_group_uid={group}", app.day(3))
    };
    let choices = owner.get(&path("dinner", &seats.group)).await.data();
    assert_eq!(choices["courses"].as_array().map(Vec::len), Some(2));
    assert_eq!(choices["inventory_items"].as_array().map(Vec::len), Some(4));
    assert_eq!(choices["customer_groups"][0]["label"], "常連");
    assert_eq!((&choices["default_stay_minutes"], &choices["can_make_gold"]), (&json!(120), &json!(false)));
    owner.get(&path("lunch", &seats.group)).await.refused(404, "not_found");
    owner.get(&path("dinner", "nothing")).await.refused(404, "not_found");
    owner.get(&format!("{SLOTS}/new?date=soon")).await.refused(400, "invalid_input");
    app.end().await;
}

#[tokio::test]
async fn only_the_restaurants_staff_access_its_slots() {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let foreign_owner = app.owner(&other).await;
    let seats = seats(&app, &restaurant).await;
    let valid = slot_form(&app, &restaurant, &seats, 7);
    let uid = made(&owner, &valid).await;
    let (address, body) = (format!("{SLOTS}/{uid}"), json!({ "online_stock_group": { "guests_counts": [1] } }));
    create(&app.anonymous(), &valid).await.refused(401, "sign_in_required");
    create(&app.diner("d").await, &valid).await.refused(401, "sign_in_required");
    for (persona, status, code) in [(app.anonymous(), 401, "sign_in_required"), (foreign_owner, 404, "not_found")] {
        persona.get(&address).await.refused(status, code);
        persona.get(&format!("{address}/course_selector_states")).await.refused(status, code);
        persona.put(&address, &body).await.refused(status, code);
        persona.delete(&format!("{address}?online_stock_ids=1")).await.refused(status, code);
    }
    let unproven = owner.call(reqwest::Method::POST, SLOTS).csrf(tests::Csrf::None);
    unproven.json(&json!({ "online_stock_group": valid })).send().await.refused(422, "csrf");
    app.end().await;
}
