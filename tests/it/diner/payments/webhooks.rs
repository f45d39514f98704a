//! The provider's webhooks: verified, stored once, and processed by querying the provider.

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, TestApp, cards, waiting_intents};

use super::prepaid_restaurant;

const PATH: &str = "/webhooks/stripe";

#[tokio::test]
async fn an_event_completes_the_booking_of_a_closed_browser() {
    for faults in [json!({}), json!({ "duplicate_webhooks": true }), json!({ "delay_webhooks_ms": 400 })] {
        let app = TestApp::start().await;
        let (restaurant, slot) = prepaid_restaurant(&app, 1).await;
        app.outside.faults(faults).await;
        let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
        let uid = hanako.hold(&restaurant, &slot, 1).await;
        for (_, secret) in waiting_intents(&hanako.confirm(&restaurant, &uid).await.is(200).json()) {
            app.outside.card_form(&secret, "", "success").await;
        }
        let worker = app.start_job_runner();
        app.becomes("SELECT count(*) FROM reservations WHERE status = 'accepted'", 1).await;
        app.becomes(
            "SELECT count(*) FROM provider_events WHERE type = 'payment_intent.succeeded' AND processed_at IS NOT NULL",
            2,
        )
        .await;
        app.jobs_done().await;
        worker.stop().await;
        assert_eq!(app.kept_of(&hanako).await, 24_390);
        assert_eq!(app.outside.booking_mails("hanako@seki.test").await.len(), 1);
        let events = "SELECT count(*) - count(DISTINCT event_id) FROM provider_events";
        assert_eq!(app.count(events).await, 0, "each event is kept once");
        app.end().await;
    }
}

#[tokio::test]
async fn an_event_that_is_not_signed_by_the_provider_is_refused() {
    let app = TestApp::start().await;
    let body = json!({ "id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "created": 1,
        "data": { "object": { "object": "payment_intent", "id": "pi_1" } } })
    .to_string();
    let provider = app.anonymous();
    let signatures = ["", "t=1,v1=00", "t=x,v1=y", "v1=", "t=99999999999,v1=00", "nonsense"];
    for signature in signatures {
        let call = provider.call(Method::POST, PATH).raw("application/json", body.clone()).csrf(Csrf::None);
        call.header("stripe-signature", signature).send().await.refused(400, "webhook_signature");
    }
    let bare = provider.call(Method::POST, PATH).raw("application/json", body.clone()).csrf(Csrf::None).send().await;
    bare.refused(400, "webhook_signature");
    let binary =
        provider.call(Method::POST, PATH).raw("application/json", vec![0xff, 0xfe]).csrf(Csrf::None).send().await;
    binary.refused(400, "webhook_signature");
    assert_eq!(app.count("SELECT count(*) FROM provider_events").await, 0);
    app.end().await;
}

#[tokio::test]
async fn events_we_know_nothing_of_are_kept_and_do_no_harm() {
    let app = TestApp::start().await;
    let customer = app.outside.stripe.create_customer(&[], "stranger").await.unwrap();
    app.outside.stripe.create_setup_intent(&customer.id, "stranger-2").await.unwrap();
    app.becomes("SELECT least(count(*), 1) FROM provider_events", 1).await;
    app.drain_jobs().await;
    assert_eq!(app.count("SELECT count(*) FROM provider_events WHERE processed_at IS NULL").await, 0);
    app.end().await;
}
