//! Releasing a hold and cancelling a booking (without money; payments::cancel has the fees).

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, DAY, HOUR, RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, eventually};

/// F069
#[tokio::test]
async fn released_hold_frees_its_seats_immediately() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let reply = hanako.cancel(&uid).await;
    assert_eq!((reply.status, reply.body.as_str()), (204, ""));
    eventually("the seat is on offer", || async { kenji.guests_options(&restaurant, &slot).await == [1] }).await;
    kenji.book(&restaurant, &slot, 1).await;
    hanako.confirm(&restaurant, &uid).await.refused(422, "hold_ended");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'cancel'").await, 0, "it was no booking");
    app.end().await;
}

#[tokio::test]
async fn cancellation_notifies_restaurant_and_diner() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&uid).await.is(204);
    assert_eq!(hanako.status_of(&uid).await, "void");
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'cancel'").await, 1);
    app.drain_jobs().await;
    assert_eq!(app.outside.booking_mails("hanako@seki.test").await.len(), 2);
    kenji.book(&restaurant, &slot, 1).await;
    app.end().await;
}

#[tokio::test]
async fn past_booking_cannot_be_cancelled() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let late = app.slot(&restaurant, SlotSpec { days: 2, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let cancelled = hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&cancelled).await.is(204);
    let begun = hanako.book(&restaurant, &late, 1).await;
    app.advance(2 * DAY + 8 * HOUR);
    let before = app.state().await;
    for uid in [cancelled, begun] {
        let reply = hanako.cancel(&uid).await;
        assert_eq!((reply.status, reply.body.as_str()), (400, "false"));
    }
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn a_page_of_a_hold_does_not_cancel_the_booking_that_it_has_become() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let booked = hanako.book(&restaurant, &slot, 1).await;
    let before = app.state().await;
    let late = hanako.delete(&format!("{RESERVATIONS}/{booked}?only=hold")).await;
    assert_eq!(late.refused(409, "hold_accepted")["redirect_to"], format!("/users/reservations/{booked}"));
    assert_eq!(app.state().await, before);
    hanako.delete(&format!("{RESERVATIONS}/{booked}?only=booking")).await.refused(400, "invalid_input");
    hanako.cancel(&booked).await.is(204);

    let held = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("{RESERVATIONS}/{held}?only=hold");
    hanako.delete(&path).await.is(204);
    assert_eq!(hanako.delete(&path).await.body, "false", "it has ended");
    app.end().await;
}

/// F082
#[tokio::test]
async fn diner_cannot_cancel_another_diners_booking() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let path = format!("{RESERVATIONS}/{uid}");
    let before = app.state().await;
    kenji.delete(&path).await.refused(404, "not_found");
    app.anonymous().delete(&path).await.refused(401, "sign_in_required");
    hanako.call(Method::DELETE, &path).csrf(Csrf::None).send().await.refused(422, "csrf");
    for uid in ["nothing", "1", "%00", "%F0%9F%8D%A3"] {
        hanako.delete(&format!("{RESERVATIONS}/{uid}")).await.refused(404, "not_found");
    }
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn a_form_may_cancel_by_naming_the_method() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    for method in ["delete", "DELETE"] {
        let uid = hanako.hold(&restaurant, &slot, 1).await;
        hanako.submit(&format!("{RESERVATIONS}/{uid}"), &[("_method", method)]).await.is(204);
        assert_eq!(hanako.get("/users/upcoming_reservations").await.data()["reservations"], json!([]));
    }
    app.end().await;
}
