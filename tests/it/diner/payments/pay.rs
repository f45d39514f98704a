//! Payments with cards that need no authentication.

use domain::clients::stripe::PaymentIntentStatus;
use serde_json::json;
use tests::{RestaurantSpec, SlotSpec, TestApp, cards, usual_policy};

use super::prepaid_restaurant;

#[tokio::test]
async fn the_platforms_fee_and_the_course_are_two_payments() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    assert_eq!(review["charges"][0]["amount"], 780);
    assert_eq!(review["charges"][1]["amount"], 48_000);
    assert_eq!((&review["total"], &review["pay_at_restaurant"]), (&json!(48_780), &json!(0)));
    assert_eq!(review["card"]["last4"], "4242");
    let answer = hanako.confirm(&restaurant, &uid).await.is(200).json();
    assert_eq!(answer["redirect_to"], format!("/users/reservations/{uid}"));
    let intents = app.intents(&hanako).await;
    assert_eq!(intents.iter().map(|intent| intent.amount.0).collect::<Vec<_>>(), [780, 48_000]);
    assert!(intents.iter().all(|intent| intent.status == PaymentIntentStatus::Succeeded));
    let page = hanako.reservation(&uid).await;
    assert_eq!(page["reservation"]["status"], "accepted");
    let kinds: Vec<_> = page["charges"].as_array().unwrap().iter().map(|charge| charge["kind"].clone()).collect();
    assert_eq!(kinds, ["reservation_fee", "prepaid_course"]);
    app.drain_jobs().await;
    assert_eq!(app.outside.booking_mails("hanako@seki.test").await.len(), 1);
    app.end().await;
}

#[tokio::test]
async fn completing_twice_charges_once() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let (first, second, third) = tokio::join!(
        hanako.confirm(&restaurant, &uid),
        hanako.confirm(&restaurant, &uid),
        hanako.confirm(&restaurant, &uid)
    );
    for reply in [first, second, third, hanako.confirm(&restaurant, &uid).await] {
        reply.is(200);
    }
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(app.kept_of(&hanako).await, 24_390);
    assert_eq!(app.intents(&hanako).await.len(), 2);
    app.end().await;
}

#[tokio::test]
async fn unprepaid_booking_is_not_charged() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { fee: 390, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 3).await;
    assert_eq!(app.kept_of(&hanako).await, 1_170);
    app.end().await;
}

#[tokio::test]
async fn payment_needs_a_card() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await;
    assert_eq!(hanako.get("/r/sushi-test/reservations/new").await.data()["needs"]["card"], true);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    assert_eq!(hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data()["needs_card"], true);
    let before = app.state().await;
    hanako.confirm(&restaurant, &uid).await.refused(422, "card_needed");
    assert_eq!(app.state().await, before);
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    hanako.confirm(&restaurant, &uid).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn declined_card_shows_the_reason_and_another_completes_the_booking() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::SAVES_BUT_DECLINES).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    for _ in 0..2 {
        let refused = hanako.confirm(&restaurant, &uid).await.refused(422, "payment_failed");
        assert_eq!(refused["redirect_to"], format!("/r/sushi-test/reservations/{uid}/review"));
    }
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    assert!(review["payment_problem"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(app.kept_of(&hanako).await, 0);
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    hanako.confirm(&restaurant, &uid).await.is(200);
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(app.kept_of(&hanako).await, 24_390);
    assert_eq!(app.intents(&hanako).await.len(), 2, "the declined payment was retried, not created again");
    app.end().await;
}

#[tokio::test]
async fn a_form_without_scripts_pays_too() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("/r/sushi-test/reservations/{uid}/confirm");
    let fields = [
        ("date_confirmed", "1"),
        ("no_proxy", "1"),
        ("policy_agreed", "on"),
        ("reservation[special_request]", "箸を左に"),
    ];
    hanako.submit(&path, &fields).await.goes_to(&format!("/users/reservations/{uid}"));
    let page = hanako.open(&format!("/users/reservations/{uid}")).await.is(200).embedded();
    assert_eq!(page["flash"][0]["kind"], "notice");
    assert_eq!(page["data"]["reservation"]["special_request"], "箸を左に");
    app.end().await;
}

#[tokio::test]
async fn booking_with_cancellation_fee_needs_card() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let review = format!("/r/sushi-test/reservations/{uid}/review");
    assert_eq!(hanako.get(&review).await.data()["needs_card"], true);
    hanako.confirm(&restaurant, &uid).await.refused(422, "card_needed");
    assert_eq!(hanako.status_of(&uid).await, "pending");
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    assert_eq!(hanako.get(&review).await.data()["needs_card"], false);
    hanako.confirm(&restaurant, &uid).await.is(200);
    assert_eq!((hanako.status_of(&uid).await.as_str(), app.kept_of(&hanako).await), ("accepted", 0));
    app.end().await;
}

#[tokio::test]
async fn result_of_unknown_payment_is_rejected() {
    let app = TestApp::start().await;
    let (restaurant, slot) = super::prepaid_restaurant(&app, 1).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let before = app.state().await;
    for result in ["succeeded", "failed"] {
        let refused = hanako.report(&restaurant, &uid, result, &[]).await.refused(422, "payment_not_started");
        assert_eq!(refused["redirect_to"], format!("/r/sushi-test/reservations/{uid}/review"));
    }
    assert_eq!(app.state().await, before, "no job is pushed either");
    app.end().await;
}
