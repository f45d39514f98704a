//! Every invalid request for seats: the right status, the common error shape, and no change.

use domain::restaurants::actions::SettingsChange;
use domain::restaurants::model::Visibility;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, RESERVATIONS, RestaurantSpec, SlotSpec, TestApp};

/// The valid call with one value changed.
fn with(request: &Value, pointer: &str, value: Value) -> Value {
    let mut request = request.clone();
    *request.pointer_mut(pointer).expect("a field of the call") = value;
    request
}

fn without(request: &Value, parent: &str, field: &str) -> Value {
    let mut request = request.clone();
    request.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object").remove(field);
    request
}

/// F050
#[tokio::test]
async fn missing_or_malformed_field_is_named_and_nothing_is_held() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let crowd = app.crowd(&restaurant, 2).await;
    let fields = ["online_stock_group_id", "guests_count", "time_selector_option_id", "course_id"];
    let before = app.state().await;
    let request = slot.hold_request(&restaurant, 1, &crowd[0].token);
    for field in fields {
        let reply = crowd[0].persona.post(RESERVATIONS, &without(&request, "/new_reservation", field)).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [format!("new_reservation.{field}")], "{field} is missing");
    }
    for field in ["new_reservation", "restaurant_slug", "reservation_calendar_token"] {
        let reply = crowd[0].persona.post(RESERVATIONS, &without(&request, "", field)).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [field], "{field} is missing");
    }
    let request = slot.hold_request(&restaurant, 1, &crowd[1].token);
    for value in [json!("x"), json!(null), json!([1]), json!(1.5), json!(99_999_999_999_999_999_999_f64)] {
        for field in &fields[..3] {
            let pointer = format!("/new_reservation/{field}");
            let reply = crowd[1].persona.post(RESERVATIONS, &with(&request, &pointer, value.clone())).await;
            reply.refused(422, "invalid_input");
            assert_eq!(reply.bad_fields(), [format!("new_reservation.{field}")], "{value}");
        }
    }
    assert_eq!(app.state().await, before);
    app.end().await;
}

/// F050
#[tokio::test]
async fn choices_of_another_slot_or_of_none_are_refused() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let other = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let foreign = app.slot(&elsewhere, SlotSpec::default()).await;
    let hanako = app.crowd(&restaurant, 1).await.remove(0);
    let request = slot.hold_request(&restaurant, 1, &hanako.token);
    let cases = [
        ("online_stock_group_id", json!(foreign.id), "slot_gone"),
        ("online_stock_group_id", json!(0), "slot_gone"),
        ("online_stock_group_id", json!(-1), "slot_gone"),
        ("online_stock_group_id", json!(i64::MAX), "slot_gone"),
        ("time_selector_option_id", json!(other.times[0]), "not_offered"),
        ("time_selector_option_id", json!(foreign.times[0]), "not_offered"),
        ("time_selector_option_id", json!(i64::MAX), "not_offered"),
        ("course_id", json!(foreign.courses[0]), "not_offered"),
        ("course_id", json!(0), "not_offered"),
        ("guests_count", json!(0), "not_offered"),
        ("guests_count", json!(-2), "not_offered"),
        ("guests_count", json!(5), "not_offered"),
        ("guests_count", json!(i32::MAX), "not_offered"),
    ];
    let before = app.state().await;
    for (field, value, code) in cases {
        let reply =
            hanako.persona.post(RESERVATIONS, &with(&request, &format!("/new_reservation/{field}"), value)).await;
        reply.refused(422, code);
        if code == "not_offered" {
            assert_eq!(reply.bad_fields(), [field]);
        }
    }
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn deleted_slot_gets_422() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    app.execute("UPDATE online_stock_groups SET deleted_at = created_at").await;
    app.refresh(&restaurant, slot.date).await;
    assert_eq!(hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "slot_gone")["force_reload"], true);
    assert_eq!(hanako.month("sushi-test", "2026-12").await["dates"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn hold_needs_signed_in_same_origin_request() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let token = hanako.calendar_token("sushi-test").await;
    let request = slot.hold_request(&restaurant, 1, &token);
    let before = app.state().await;
    app.anonymous().post(RESERVATIONS, &request).await.refused(401, "sign_in_required");
    let bare = hanako.call(Method::POST, RESERVATIONS).json(&request).csrf(Csrf::None).send().await;
    bare.refused(422, "csrf");
    let kenji = app.diner("kenji").await;
    let stolen = Csrf::Token(kenji.csrf_token().await);
    hanako.call(Method::POST, RESERVATIONS).json(&request).csrf(stolen).send().await.refused(422, "csrf");
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn hold_needs_a_confirmed_number() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.unconfirmed("hanako").await;
    let page = hanako.get("/r/sushi-test/reservations/new").await.data();
    assert_eq!(page["needs"]["phone"], true);
    let before = app.state().await;
    hanako.try_hold(&restaurant, &slot, 1).await.refused(403, "phone_unconfirmed");
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn a_hold_wants_the_captcha_passed() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.crowd(&restaurant, 1).await.remove(0);
    let request = slot.hold_request(&restaurant, 1, &hanako.token);
    let before = app.state().await;
    for (token, code) in [
        (json!(null), "captcha_missing"),
        (json!(""), "captcha_missing"),
        (json!("x".repeat(8_193)), "captcha_missing"),
        (json!("bad-token"), "captcha_refused"),
        (json!("stand-in.another_action.1"), "captcha_refused"),
    ] {
        hanako.persona.post(RESERVATIONS, &with(&request, "/recaptcha_token", token)).await.refused(422, code);
    }
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn a_hidden_or_unknown_restaurant_is_not_found() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.crowd(&restaurant, 1).await.remove(0);
    let request = slot.hold_request(&restaurant, 1, &hanako.token);
    for slug in ["", "no-such-place", "%", "a/b", "x".repeat(10_000).as_str()] {
        hanako
            .persona
            .post(RESERVATIONS, &with(&request, "/restaurant_slug", json!(slug)))
            .await
            .refused(404, "not_found");
    }
    app.change(&restaurant, SettingsChange { visibility: Some(Visibility::Hidden), ..SettingsChange::default() }).await;
    hanako.persona.post(RESERVATIONS, &request).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM reservations").await, 0);
    app.end().await;
}

#[tokio::test]
async fn unstorable_text_is_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.crowd(&restaurant, 1).await.remove(0);
    let request = slot.hold_request(&restaurant, 1, &hanako.token);
    let before = app.state().await;
    let slug = hanako.persona.post(RESERVATIONS, &with(&request, "/restaurant_slug", json!("a\u{0}b"))).await;
    assert!(matches!(slug.status, 404 | 422), "{}", slug.body);
    let mut ticket = request.clone();
    ticket["ticket_code"] = json!("a\u{0}b");
    assert_eq!(hanako.persona.post(RESERVATIONS, &ticket).await.status, 422);
    ticket["ticket_code"] = json!("x".repeat(200_000));
    assert_eq!(hanako.persona.post(RESERVATIONS, &ticket).await.status, 422);
    ticket["ticket_code"] = json!("no-such-ticket");
    let unknown = hanako.persona.post(RESERVATIONS, &ticket).await;
    unknown.refused(422, "invalid_input");
    assert_eq!(unknown.bad_fields(), ["ticket_code"]);
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn excess_hold_requests_get_429() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let crowd = app.crowd(&restaurant, 2).await;
    let uid = crowd[0].try_hold(&restaurant, &slot, 1).await.is(201).json()["uid"].clone();
    let mut statuses = Vec::new();
    for _ in 0..24 {
        let reply = crowd[0].try_hold(&restaurant, &slot, 1).await;
        if reply.status == 429 {
            reply.refused(429, "too_many_requests");
            assert!(reply.header("retry-after").parse::<u32>().is_ok_and(|seconds| (1..=10).contains(&seconds)));
        } else {
            assert_eq!(reply.is(201).json()["uid"], uid);
        }
        statuses.push(reply.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    crowd[1].try_hold(&restaurant, &slot, 1).await.is(201);
    app.end().await;
}
