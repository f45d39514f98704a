//! Webhooks from the stand-in of Stripe to a server of the test's.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use domain::clients::stripe::{Stripe, WebhookEvent, verify_webhook};
use domain::clock::Clock;
use serde_json::json;
use stand_ins::{Config, Handle, StandIns};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A product that rejects a number of webhooks before it accepts them.
#[derive(Clone)]
struct Product {
    refusals: Arc<AtomicUsize>,
    secret: String,
    events: UnboundedSender<WebhookEvent>,
}

async fn receive(State(product): State<Product>, headers: HeaderMap, body: String) -> StatusCode {
    let is_refused =
        product.refusals.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
    if is_refused {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    let signature = headers.get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    match verify_webhook(body.as_bytes(), signature, &product.secret, Clock::system().wall()) {
        Ok(event) => {
            product.events.send(event).ok();
            StatusCode::OK
        }
        Err(_) => StatusCode::BAD_REQUEST,
    }
}

async fn listen(stand_ins: &Handle, refusals: usize) -> UnboundedReceiver<WebhookEvent> {
    let (events, received) = unbounded_channel();
    let product =
        Product { refusals: Arc::new(AtomicUsize::new(refusals)), secret: stand_ins.webhook_secret().into(), events };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/webhooks/stripe", listener.local_addr().unwrap());
    let router = Router::new().route("/webhooks/stripe", post(receive)).with_state(product);
    tokio::spawn(async move { axum::serve(listener, router).await });
    stand_ins.set_webhook_url(url);
    received
}

async fn next(events: &mut UnboundedReceiver<WebhookEvent>) -> Option<WebhookEvent> {
    tokio::time::timeout(Duration::from_secs(20), events.recv()).await.ok().flatten()
}

#[tokio::test]
async fn webhook_is_signed_and_retried_until_accepted() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let stripe = Stripe::new(&stand_ins.stripe_url(), "sk_test_12345");
    let customer = stripe.create_customer(&[], "customer").await.unwrap();
    let mut events = listen(&stand_ins, 1).await;
    let event = next(&mut events).await.expect("the second attempt comes after a second");
    assert_eq!((event.kind.as_str(), event.data.object["id"].as_str()), ("customer.created", Some(&*customer.id)));
}

#[tokio::test]
async fn webhooks_can_be_doubled_and_lost() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let stripe = Stripe::new(&stand_ins.stripe_url(), "sk_test_12345");
    let mut events = listen(&stand_ins, 0).await;
    let faults = async |faults| {
        super::double::post(&format!("{}/faults", stand_ins.http_url), &json!({ "stripe": faults })).await
    };
    faults(json!({ "duplicate_webhooks": true })).await;
    stripe.create_customer(&[], "first").await.unwrap();
    let (one, two) = (next(&mut events).await.unwrap(), next(&mut events).await.unwrap());
    assert_eq!(one.id, two.id);

    faults(json!({ "duplicate_webhooks": false, "drop_webhooks": true })).await;
    stripe.create_customer(&[], "second").await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(300), events.recv()).await.is_err());
    let since = Clock::system().wall() - chrono::TimeDelta::minutes(1);
    assert_eq!(stripe.list_events(since).read_all().await.unwrap().len(), 2);
}

#[tokio::test]
async fn delivered_webhooks_were_answered_and_refused_ones_again() {
    let stand_ins = StandIns::start(Config::default()).await.unwrap();
    let stripe = Stripe::new(&stand_ins.stripe_url(), "sk_test_12345");
    stripe.create_customer(&[], "first").await.unwrap();
    // Without a receiver there is nothing to wait for.
    stand_ins.webhooks_delivered().await;
    let mut events = listen(&stand_ins, 1).await;
    stripe.create_customer(&[], "second").await.unwrap();
    stand_ins.webhooks_delivered().await;
    assert!(events.try_recv().is_ok() && events.try_recv().is_ok());

    stand_ins.set_webhook_url(format!("http://127.0.0.1:{}/webhooks/stripe", tests::free_port()));
    stripe.create_customer(&[], "third").await.unwrap();
    // Nor if no server listens there.
    stand_ins.webhooks_delivered().await;
    assert!(events.try_recv().is_err());
}
