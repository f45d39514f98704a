//! Cards that need authentication.

use serde_json::json;
use tests::{Persona, Restaurant, Slot, TestApp, cards, waiting_intents};

use super::prepaid_restaurant;

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    slot: Slot,
    hanako: Persona,
    uid: String,
    /// Ids and secrets of the two intents.
    intents: Vec<(String, String)>,
}

/// A hold whose two payments wait for authentication.
async fn before_the_box(card: &str) -> Scene {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, card).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let answer = hanako.confirm(&restaurant, &uid).await.is(200).json();
    assert_eq!(answer["requires_action"], true);
    assert!(answer["payment_method"].as_str().unwrap().starts_with("pm_"));
    let intents = waiting_intents(&answer);
    assert_eq!(intents.len(), 2);
    Scene { app, restaurant, slot, hanako, uid, intents }
}

impl Scene {
    async fn authenticate(&self, index: usize, outcome: &str) -> String {
        self.app.outside.card_form(&self.intents[index].1, "", outcome).await
    }

    fn ids(&self) -> Vec<String> {
        self.intents.iter().map(|(id, _)| id.clone()).collect()
    }

    fn review(&self) -> String {
        format!("/r/sushi-test/reservations/{}/review", self.uid)
    }
}

/// F065
#[tokio::test]
async fn passed_authentication_completes_the_booking() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { hanako, restaurant, uid, .. } = &scene;
    assert_eq!(hanako.status_of(uid).await, "pending");
    for index in 0..2 {
        assert_eq!(scene.authenticate(index, "success").await, "succeeded");
    }
    let reply = hanako.report(restaurant, uid, "succeeded", &scene.ids()).await;
    assert_eq!(reply.is(200).json()["redirect_to"], format!("/users/reservations/{uid}"));
    assert_eq!(hanako.status_of(uid).await, "accepted");
    assert_eq!(scene.app.kept_of(hanako).await, 24_390);
    hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.is(200);
    hanako.report(restaurant, uid, "failed", &[]).await.is(200);
    assert_eq!(hanako.status_of(uid).await, "accepted", "a repeated report has no further effect");
    scene.app.end().await;
}

#[tokio::test]
async fn authentication_extends_the_hold_by_five_minutes_once() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { app, hanako, restaurant, uid, .. } = &scene;
    let left = || async { hanako.get(&scene.review()).await.data()["hold"]["seconds_to_complete"].clone() };
    assert_eq!(left().await, 900);
    hanako.confirm(restaurant, uid).await.is(200);
    assert_eq!(left().await, 900, "not twice");
    app.advance(899);
    assert_eq!(left().await, 1);
    app.advance(1);
    hanako.report(restaurant, uid, "failed", &[]).await.refused(422, "hold_ended");
    scene.app.end().await;
}

/// F067
#[tokio::test]
async fn the_browsers_word_alone_books_nothing() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { app, hanako, restaurant, uid, .. } = &scene;
    let refused = hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.refused(422, "payment_failed");
    assert_eq!(refused["redirect_to"], scene.review());
    assert_eq!(hanako.status_of(uid).await, "pending");
    scene.authenticate(0, "success").await;
    hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.refused(422, "payment_failed");
    assert_eq!(hanako.status_of(uid).await, "pending", "one of two is not all");
    for result in [json!(""), json!("maybe"), json!(null), json!(7)] {
        let path = format!("/r/sushi-test/reservations/{uid}/confirm_with_three_d_secure_result");
        let reply = hanako.post(&path, &json!({ "result": result })).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["result"]);
    }
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template <> 'security_alert'").await, 0);
    scene.app.end().await;
}

/// F066
#[tokio::test]
async fn failed_authentication_keeps_hold_and_retry_succeeds() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { hanako, restaurant, uid, .. } = &scene;
    assert_eq!(scene.authenticate(0, "fail").await, "requires_payment_method");
    let refused = hanako.report(restaurant, uid, "failed", &[]).await.refused(422, "payment_failed");
    assert_eq!(refused["redirect_to"], scene.review());
    assert_eq!(hanako.status_of(uid).await, "pending");
    assert!(!hanako.get(&scene.review()).await.data()["payment_problem"].is_null());
    let again = waiting_intents(&hanako.confirm(restaurant, uid).await.is(200).json());
    assert_eq!(again.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), scene.ids(), "the same payments");
    for (_, secret) in &again {
        assert_eq!(scene.app.outside.card_form(secret, "", "success").await, "succeeded");
    }
    hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.is(200);
    assert_eq!(hanako.status_of(uid).await, "accepted");
    assert_eq!(scene.app.kept_of(hanako).await, 24_390);
    scene.app.end().await;
}

/// F068
#[tokio::test]
async fn the_second_of_two_payments_may_fail_and_be_tried_again_alone() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { hanako, restaurant, uid, .. } = &scene;
    scene.authenticate(0, "success").await;
    scene.authenticate(1, "fail").await;
    hanako.report(restaurant, uid, "failed", &scene.ids()[..1]).await.refused(422, "payment_failed");
    assert_eq!(hanako.status_of(uid).await, "pending");
    let again = waiting_intents(&hanako.confirm(restaurant, uid).await.is(200).json());
    assert_eq!(again.len(), 1, "the first is paid");
    assert_eq!(again[0].0, scene.intents[1].0);
    scene.app.outside.card_form(&again[0].1, "", "success").await;
    hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.is(200);
    assert_eq!(scene.app.kept_of(hanako).await, 24_390);
    scene.app.end().await;
}

/// F072
#[tokio::test]
async fn abandoned_authentication_reopens_from_the_list() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { hanako, restaurant, uid, .. } = &scene;
    assert_eq!(scene.authenticate(0, "leave").await, "requires_action");
    hanako.report(restaurant, uid, "failed", &[]).await.refused(422, "payment_failed");
    let row = hanako.get("/users/upcoming_reservations").await.data()["reservations"][0].clone();
    assert_eq!((&row["uid"], &row["needs_3ds"]), (&json!(uid), &json!(true)));
    let path = format!("/r/sushi-test/reservations/{uid}/retry_3ds");
    let retry = hanako.post(&path, &json!({ "redirect_to": "/users/upcoming_reservations" })).await.is(200).json();
    assert_eq!(retry["redirect_to"], "/users/upcoming_reservations");
    let intents = waiting_intents(&retry);
    assert_eq!(intents, scene.intents);
    let abroad = hanako.post(&path, &json!({ "redirect_to": "https://evil.test/" })).await.is(200).json();
    assert_eq!(abroad["redirect_to"], "/users/upcoming_reservations");
    for (_, secret) in &intents {
        scene.app.outside.card_form(secret, "", "success").await;
    }
    hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.is(200);
    assert_eq!(hanako.status_of(uid).await, "accepted");
    assert_eq!(hanako.get("/users/upcoming_reservations").await.data()["reservations"][0]["needs_3ds"], false);
    scene.app.end().await;
}

#[tokio::test]
async fn retry_of_paid_hold_books_immediately() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { hanako, uid, .. } = &scene;
    scene.app.outside.faults(json!({ "drop_webhooks": true })).await;
    for (_, secret) in &scene.intents {
        assert_eq!(scene.app.outside.card_form(secret, "", "success").await, "succeeded");
    }
    assert_eq!(hanako.status_of(uid).await, "pending");
    let path = format!("/r/sushi-test/reservations/{uid}/retry_3ds");
    let retry = hanako.post(&path, &json!({})).await.is(200).json();
    assert_eq!(retry["requires_action"], false);
    assert_eq!(hanako.status_of(uid).await, "accepted", "no worker has processed it");
    scene.app.end().await;
}

#[tokio::test]
async fn authenticated_card_may_lack_funds() {
    let scene = before_the_box(cards::CHALLENGED_WITHOUT_FUNDS).await;
    let Scene { hanako, restaurant, uid, .. } = &scene;
    assert_eq!(scene.authenticate(0, "success").await, "requires_payment_method");
    hanako.report(restaurant, uid, "succeeded", &scene.ids()).await.refused(422, "payment_failed");
    assert_eq!(hanako.status_of(uid).await, "pending");
    hanako.register_card(&scene.app.outside, cards::GOOD).await.is(200);
    let answer = hanako.confirm(restaurant, uid).await.is(200).json();
    if answer["requires_action"] == true {
        for (_, secret) in waiting_intents(&answer) {
            scene.app.outside.card_form(&secret, "", "fail").await;
        }
        hanako.confirm(restaurant, uid).await.is(200);
    }
    assert_eq!(hanako.status_of(uid).await, "accepted");
    assert_eq!(scene.app.kept_of(hanako).await, 24_390);
    scene.app.end().await;
}

#[tokio::test]
async fn hold_released_during_authentication_is_not_charged() {
    let scene = before_the_box(cards::ALWAYS_CHALLENGED).await;
    let Scene { app, hanako, restaurant, slot, uid, .. } = &scene;
    scene.authenticate(0, "success").await;
    hanako.cancel(uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 0);
    app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await.book(restaurant, slot, 1).await;
    scene.app.end().await;
}
