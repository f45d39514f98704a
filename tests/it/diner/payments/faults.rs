//! Faults of the card provider: lost responses, failed calls, slow calls that cross a cancellation.

use std::sync::Arc;
use std::time::Duration;

use domain::payments::actions;
use domain::payments::model::Outcome;
use domain::settlement;
use serde_json::json;
use tests::{TestApp, cards};
use tokio::time::Instant;

use super::prepaid_restaurant;

/// Paying two charges takes four calls. Whichever of them fails, a retry completes the booking and charges once.
#[tokio::test]
async fn retry_after_any_failed_call_charges_once() {
    for fault in ["lose_next", "fail_next"] {
        for answered in 0..4 {
            let app = TestApp::start().await;
            let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
            let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
            let uid = hanako.hold(&restaurant, &slot, 1).await;
            app.outside.faults(json!({ "skip_next": answered, fault: 1 })).await;
            let reply = hanako.confirm(&restaurant, &uid).await;
            reply.refused(502, "payment_provider");
            assert_eq!(reply.header("retry-after"), "2", "as the other waits have it");
            assert_eq!(hanako.status_of(&uid).await, "pending");
            hanako.confirm(&restaurant, &uid).await.is(200);
            assert_eq!(hanako.status_of(&uid).await, "accepted", "{fault} after {answered}");
            assert_eq!(app.kept_of(&hanako).await, 24_390);
            assert_eq!(app.intents(&hanako).await.len(), 2);
            app.end().await;
        }
    }
}

/// The same, but the diner gives up: nothing may be kept for a hold that ended.
#[tokio::test]
async fn abandoned_booking_is_not_charged_after_any_lost_response() {
    for answered in 0..4 {
        let app = TestApp::start().await;
        let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
        let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
        let uid = hanako.hold(&restaurant, &slot, 1).await;
        app.outside.faults(json!({ "skip_next": answered, "lose_next": 1, "drop_webhooks": true })).await;
        hanako.confirm(&restaurant, &uid).await.refused(502, "payment_provider");
        hanako.cancel(&uid).await.is(204);
        app.drain_jobs().await;
        assert_eq!(app.kept_of(&hanako).await, 0, "the answer after {answered} was lost");
        app.end().await;
    }
}

/// A payment crossed by the release of the hold, at every point: before each of its four calls takes effect, before each is answered, and
/// at the end.
#[tokio::test]
async fn hold_released_during_payment_is_refunded() {
    let during = (0..4).flat_map(|answered| [(answered, "hold_next"), (answered, "hold_answers")]);
    for moment in during.map(Some).chain([None]) {
        let app = TestApp::start().await;
        let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
        let hanako = Arc::new(app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await);
        let uid = hanako.hold(&restaurant, &slot, 1).await;
        app.outside.faults(json!({ "drop_webhooks": true })).await;
        if let Some((answered, held)) = moment {
            app.outside.faults(json!({ "skip_next": answered, held: 1 })).await;
        }
        let paying = tokio::spawn({
            let (hanako, restaurant, uid) = (hanako.clone(), restaurant.clone(), uid.clone());
            async move { hanako.confirm(&restaurant, &uid).await }
        });
        match moment {
            Some(_) => app.outside.holds(1).await,
            None => app.becomes("SELECT count(*) FROM reservations WHERE status = 'accepted'", 1).await,
        }
        let worker = app.start_job_runner();
        hanako.cancel(&uid).await.is(204);
        app.outside.clear_faults().await;
        let paid = paying.await.expect("the request ends");
        assert!(paid.status < 500 || paid.status == 502, "{}", paid.body);
        app.jobs_done().await;
        worker.stop().await;
        app.advance(60);
        settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
        app.drain_jobs().await;
        assert_eq!(hanako.status_of(&uid).await, "void");
        // A booking that was accepted first costs the platform's fee; a hold costs nothing.
        let was_booked = app.count("SELECT count(*) FROM reservations WHERE accepted_at IS NOT NULL").await;
        assert_eq!(app.kept_of(&hanako).await, 390 * was_booked, "given back at {moment:?}: {}", paid.body);
        app.end().await;
    }
}

#[tokio::test]
async fn payment_continues_after_client_disconnects() {
    for answered in 0..4 {
        let app = TestApp::start().await;
        let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
        let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
        let uid = hanako.hold(&restaurant, &slot, 1).await;
        app.outside.faults(json!({ "skip_next": answered, "hold_next": 1, "drop_webhooks": true })).await;
        tokio::select! {
            reply = hanako.confirm(&restaurant, &uid) => panic!("answered without the provider: {}", reply.body),
            () = app.outside.holds(1) => {}
        }
        // The server detects that its client is gone.
        tokio::time::sleep(Duration::from_millis(100)).await;
        app.outside.release().await;
        tests::eventually("the booking is made", || async { hanako.status_of(&uid).await == "accepted" }).await;
        assert_eq!(app.kept_of(&hanako).await, 24_390);
        app.end().await;
    }
}

#[tokio::test]
async fn slow_provider_only_delays_a_booking() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    app.outside.faults(json!({ "latency_ms": 300 })).await;
    let begun = Instant::now();
    hanako.book(&restaurant, &slot, 1).await;
    assert!(begun.elapsed() >= Duration::from_millis(300), "the provider was slow: {:?}", begun.elapsed());
    assert_eq!(app.kept_of(&hanako).await, 24_390);
    app.end().await;
}

#[tokio::test]
async fn card_registration_needs_available_provider() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    app.outside.faults(json!({ "fail_next": 100 })).await;
    let setup = "/users/profile/credit_card/setup_intent";
    hanako.post(setup, &json!({})).await.refused(502, "payment_provider");
    app.outside.clear_faults().await;
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.end().await;
}

/// A reservation waits for the provider with one job an hour, however long the provider is unavailable.
#[tokio::test]
async fn a_long_outage_piles_up_no_jobs() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    hanako.confirm(&restaurant, &uid).await.is(200);
    app.outside.faults(json!({ "fail_next": 1_000_000, "drop_webhooks": true })).await;
    for _ in 0..5 {
        app.advance(60);
        settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    }
    let swept = "SELECT count(*) FROM apalis.jobs WHERE job_type = 'payment' AND idempotency_key LIKE 'settle:%'";
    assert_eq!(app.count(swept).await, 1);
    app.outside.clear_faults().await;
    app.drain_jobs().await;
    app.advance(60);
    settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
    assert_eq!(app.count(swept).await, 2, "another one when that is done");
    app.end().await;
}

/// A status read of a payment is in flight, the card's bank requires authentication meanwhile, and only then does the read's response
/// arrive.
#[tokio::test]
async fn late_status_read_does_not_revert_payment() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
    let hanako = Arc::new(app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let subject = app.only_reservation().await;
    // The first charge is about to be made to its card.
    app.outside.faults(json!({ "skip_next": 1, "hold_next": 1, "drop_webhooks": true })).await;
    let paying = tokio::spawn({
        let (hanako, restaurant, uid) = (hanako.clone(), restaurant.clone(), uid.clone());
        async move { hanako.confirm(&restaurant, &uid).await }
    });
    app.outside.holds(1).await;
    assert_eq!(app.count("SELECT count(*) FROM charges WHERE gateway_fid IS NOT NULL").await, 1);
    app.outside.faults(json!({ "hold_answers": 1 })).await;
    let refreshed = actions::refresh_intents(app.payments(), subject);
    let paid = async {
        app.outside.holds(2).await;
        app.outside.release().await;
        let paid = paying.await.expect("the request ends");
        app.outside.release().await;
        paid
    };
    let (refreshed, paid) = tokio::join!(refreshed, paid);
    assert_eq!(paid.is(200).json()["requires_action"], true);
    assert!(matches!(refreshed.expect("an answer"), Outcome::RequiresAction(_)));
    assert_eq!(app.count("SELECT count(*) FROM charges WHERE status = 'requires_action'").await, 2);
    app.end().await;
}
