//! A diner's own reservations, and no others.

use serde_json::{Value, json};
use tests::{DAY, RestaurantSpec, SlotSpec, TestApp, all_ticked, cards, usual_policy};

fn uids(page: &Value, list: &str) -> Vec<String> {
    let rows = page[list].as_array().unwrap();
    rows.iter().map(|row| row["uid"].as_str().unwrap().to_owned()).collect()
}

/// F071, F206
#[tokio::test]
async fn bookings_are_listed_with_japanese_dates() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let later = app.slot(&restaurant, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let second = hanako.book(&restaurant, &later, 1).await;
    let first = hanako.book(&restaurant, &slot, 2).await;
    let page = hanako.get("/users/upcoming_reservations").await.data();
    assert_eq!(uids(&page, "reservations"), [first.clone(), second], "soonest first");
    let row = &page["reservations"][0];
    assert_eq!(row["display_time"], "2026年12月08日 18:00");
    assert_eq!(row["starts_at"], "2026-12-08T18:00:00+09:00");
    assert_eq!(
        (&row["guests_count"], &row["course_price"], &row["can_cancel"]),
        (&json!(2), &json!(10_000), &json!(true))
    );
    assert_eq!((&row["restaurant"]["slug"], &row["held_until"]), (&json!("sushi-test"), &Value::Null));
    assert_eq!(row["reservation_code"].as_str().unwrap().len(), 8);
    assert_eq!((&page["total_pages"], &page["current_page"]), (&json!(1), &json!(1)));
    app.advance(8 * DAY);
    let page = hanako.get("/users/upcoming_reservations").await.data();
    assert_eq!((uids(&page, "reservations").len(), uids(&page, "past")), (1, vec![first]));
    app.end().await;
}

#[tokio::test]
async fn a_hold_is_listed_while_it_lasts() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let held = hanako.hold(&restaurant, &slot, 1).await;
    let page = hanako.get("/users/upcoming_reservations").await.data();
    assert_eq!(uids(&page, "reservations"), [held]);
    assert!(page["reservations"][0]["held_until"].is_string(), "{page}");
    app.advance(600);
    assert_eq!(hanako.get("/users/upcoming_reservations").await.data()["reservations"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn hidden_favourite_keeps_its_booking_listed() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let favourite = json!({ "restaurant_slug": "sushi-test" });
    hanako.post("/users/api/customers", &favourite).await.is(201);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let mut body = all_ticked();
    body["customer"] = json!({ "hide_from_user": "1" });
    hanako.post(&format!("/r/sushi-test/reservations/{uid}/confirm"), &body).await.is(200);
    assert_eq!(uids(&hanako.get("/users/upcoming_reservations").await.data(), "reservations"), [uid]);
    let favourites = async || hanako.get("/users/customers").await.data()["restaurants"].as_array().map(Vec::len);
    assert_eq!(favourites().await, Some(0));
    assert_eq!(hanako.get("/users/api/customers/status/sushi-test").await.json()["favorited"], false);
    hanako.post("/users/api/customers", &favourite).await.is(201);
    assert_eq!(favourites().await, Some(1), "until the diner wants it again");
    app.end().await;
}

#[tokio::test]
async fn reservation_page_shows_cancellation_cost() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { days: 3, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    assert_eq!(hanako.reservation(&uid).await["confirmation_sent_to"], "hanako@seki.test");
    for (seconds, fee) in [(0, 0), (86_400 + 50_399, 0), (1, 10_000), (86_399, 10_000), (1, 20_000)] {
        app.advance(seconds);
        let page = hanako.reservation(&uid).await;
        assert_eq!(page["cancellation"]["fee"], fee, "at {}", app.now());
        assert_eq!(page["cancellation"]["allowed"], true);
    }
    let labels = hanako.reservation(&uid).await["history"].as_array().unwrap().len();
    assert_eq!(labels, 2, "held and accepted");
    assert_eq!(hanako.reservation(&uid).await["confirmation_sent_to"], json!(null), "the booking is not new any more");
    app.end().await;
}

/// F082
#[tokio::test]
async fn another_diners_reservation_does_not_exist() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let id = app.count("SELECT id FROM reservations").await;
    for path in [format!("/users/reservations/{uid}"), format!("/users/reservations/{id}")] {
        kenji.get(&path).await.refused(404, "not_found");
        assert_eq!(kenji.open(&path).await.status, 404);
    }
    app.anonymous().get(&format!("/users/reservations/{uid}")).await.refused(401, "sign_in_required");
    app.anonymous().open(&format!("/users/reservations/{uid}")).await.goes_to("/users/sign_in");
    for result in ["succeeded", "failed"] {
        kenji.report(&restaurant, &uid, result, &[]).await.refused(404, "not_found");
    }
    kenji.post(&format!("/r/sushi-test/reservations/{uid}/retry_3ds"), &json!({})).await.refused(404, "not_found");
    assert_eq!(uids(&kenji.get("/users/upcoming_reservations").await.data(), "reservations"), Vec::<String>::new());
    app.end().await;
}

#[tokio::test]
async fn invalid_page_number_is_rejected_or_clamped() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    for page in ["0", "-5", "99999999999"] {
        let reply = hanako.get(&format!("/users/upcoming_reservations?page={page}")).await;
        assert_eq!(reply.data()["reservations"], json!([]));
    }
    for path in [
        "/users/upcoming_reservations",
        "/users/invited_reservations",
        "/users/profile/payment_histories",
        "/users/preferred",
        "/users/customers",
    ] {
        let beyond = hanako.get(&format!("{path}?page=99")).await.data();
        assert_eq!(beyond["current_page"], 1, "{path}: the last page");
    }
    for page in ["x", "1.5", "99999999999999999999999"] {
        let reply = hanako.get(&format!("/users/upcoming_reservations?page={page}")).await;
        reply.refused(400, "invalid_input");
    }
    app.end().await;
}
