//! The calendar token: issued with the page, signed by the server.

use serde_json::json;
use tests::{RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, TestPlan};

/// F055
#[tokio::test]
async fn hold_needs_valid_availability_token() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let own = hanako.calendar_token("sushi-test").await;
    let (payload, mac) = own.split_once('.').unwrap();
    let mut forged = payload.to_owned().into_bytes();
    forged[5] = if forged[5] == b'A' { b'B' } else { b'A' };
    let bad = [
        String::new(),
        "x".to_owned(),
        format!("{}.{mac}", String::from_utf8(forged).unwrap()),
        format!("{payload}.{}", mac.chars().rev().collect::<String>()),
        kenji.calendar_token("sushi-test").await,
        app.anonymous().calendar_token("sushi-test").await,
        hanako.calendar_token(elsewhere.slug).await,
    ];
    let before = app.state().await;
    for token in bad {
        let reply = hanako.post(RESERVATIONS, &slot.hold_request(&restaurant, 1, &token)).await;
        assert_eq!(reply.refused(400, "reservation_calendar_token_invalid")["force_reload"], true, "{token}");
    }
    app.advance(600);
    let reply = hanako.post(RESERVATIONS, &slot.hold_request(&restaurant, 1, &own)).await;
    assert_eq!(reply.refused(400, "reservation_calendar_token_invalid")["force_reload"], true);
    assert_eq!(app.state().await, before);
    hanako.hold(&restaurant, &slot, 1).await;
    app.end().await;
}

/// F056
#[tokio::test]
async fn bookings_start_at_the_opening() {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: 120, days: 30 };
    let restaurant = app.restaurant(RestaurantSpec { plan, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let calendar = hanako.calendar("sushi-test").await;
    assert_eq!(calendar["seconds_before_creatable"], 120);
    assert_eq!(calendar["onr_not_creatable_before"], "2026-12-01T10:02:00+09:00");
    let request = slot.hold_request(&restaurant, 1, calendar["token"].as_str().unwrap());
    hanako.post(RESERVATIONS, &request).await.refused(400, "not_creatable_yet");
    app.advance(119);
    hanako.post(RESERVATIONS, &request).await.refused(400, "not_creatable_yet");
    app.advance(1);
    hanako.post(RESERVATIONS, &request).await.is(201);
    app.end().await;
}

#[tokio::test]
async fn token_issued_long_before_the_opening_does_not_open_it() {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: 3600, days: 30 };
    let restaurant = app.restaurant(RestaurantSpec { plan, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    assert_eq!(hanako.calendar("sushi-test").await["seconds_before_creatable"], 0);
    assert_eq!(hanako.month("sushi-test", "2026-12").await["available_dates"], json!([]));
    hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    app.end().await;
}

#[tokio::test]
async fn scheduled_restaurant_is_listed_early_and_opens_on_time() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { starts_in: 900, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let page = hanako.get("/r/sushi-test").await.data();
    assert_eq!(page["restaurant"]["is_open_online"], false);
    assert_eq!(page["restaurant"]["online_starts_at"], "2026-12-01T10:15:00+09:00");
    assert_eq!(page["calendar"]["seconds_before_creatable"], 0);
    assert_eq!(page["calendar"]["reservable_till"], json!(null));
    assert_eq!(hanako.month("sushi-test", "2026-12").await["available_dates"], json!([]));
    hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    app.advance(600);
    assert_eq!(hanako.calendar("sushi-test").await["seconds_before_creatable"], 300);
    assert_eq!(hanako.month("sushi-test", "2026-12").await["has_availability"], true);
    hanako.try_hold(&restaurant, &slot, 1).await.refused(400, "not_creatable_yet");
    app.advance(300);
    hanako.book(&restaurant, &slot, 1).await;
    app.end().await;
}

#[tokio::test]
async fn calendar_calls_need_a_token() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let month = "/users/api/availability/dates?restaurant_slug=sushi-test&year_month=2026-12";
    let day = format!("/users/api/availability/dates/sushi-test?date={}", slot.date);
    let token = hanako.calendar_token("sushi-test").await;
    app.advance(600);
    for stale in [String::new(), "x.y".to_owned(), token] {
        for path in [month, day.as_str()] {
            let reply = hanako.get(&format!("{path}&reservation_calendar_token={stale}")).await;
            assert_eq!(reply.refused(400, "reservation_calendar_token_invalid")["force_reload"], true);
        }
    }
    app.end().await;
}
