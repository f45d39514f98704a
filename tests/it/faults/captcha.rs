//! A slow captcha provider: requests that wait for it keep no other request from a seat.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use tests::{
    Contender, Options, RESERVATIONS, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, allowed, eventually,
};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::Instant;

const SLOW: &str = "slow";
/// Longer than the product's timeout for any service.
const TAKES: Duration = Duration::from_secs(10);
/// The product's timeout of five seconds, with some margin.
const GIVEN_UP_WITHIN: Duration = Duration::from_secs(9);
/// Time of a request that strangers do not delay.
const QUICK: Duration = Duration::from_secs(4);
const STRANGERS: usize = 24;
const CROWD: usize = 120;
const SEATS: usize = 8;

/// Accepts every captcha, some after a long time, and counts those.
async fn verify(State(waiting): State<Arc<AtomicUsize>>, body: String) -> Json<Value> {
    if body.split('&').any(|pair| pair == format!("response={SLOW}")) {
        waiting.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(TAKES).await;
    }
    Json(json!({ "success": true }))
}

/// Returns the longest wait in a crowd whose captchas are fast.
async fn usual(app: &TestApp, restaurant: &Restaurant) -> Duration {
    let slot = app.slot(restaurant, SlotSpec { days: 20, counts: vec![1], ..SlotSpec::default() }).await;
    let answers = ask(app.crowd(restaurant, CROWD).await, restaurant, &slot, "human").join_all().await;
    assert!(answers.iter().all(|(status, _)| matches!(status, 201 | 422)), "{answers:?}");
    answers.iter().map(|(_, taken)| *taken).max().unwrap_or_default()
}

struct Provider {
    url: &'static str,
    waiting: Arc<AtomicUsize>,
    serving: tokio::task::JoinHandle<()>,
}

async fn provider() -> Provider {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/siteverify", listener.local_addr().expect("a bound port"));
    let waiting = Arc::new(AtomicUsize::new(0));
    let router = Router::new().route("/siteverify", post(verify)).with_state(waiting.clone());
    let serving = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    Provider { url: url.leak(), waiting, serving }
}

fn ask(crowd: Vec<Contender>, restaurant: &Restaurant, slot: &Slot, token: &str) -> JoinSet<(u16, Duration)> {
    let mut asking = JoinSet::new();
    for contender in crowd {
        let mut request = slot.hold_request(restaurant, 1, &contender.token);
        request["recaptcha_token"] = json!(token);
        asking.spawn(async move {
            let begun = Instant::now();
            (contender.persona.post(RESERVATIONS, &request).await.status, begun.elapsed())
        });
    }
    asking
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_captcha_does_not_delay_other_requests() {
    let provider = provider().await;
    let settings = vec![("RECAPTCHA_VERIFY_URL", provider.url)].leak();
    let app = TestApp::with(Options { settings, connections: 12, ..Options::default() }).await;
    let restaurant = app.restaurant(RestaurantSpec { seats: SEATS as i32, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let usual = usual(&app, &restaurant).await;
    let (quick, given_up) = (allowed(QUICK, usual), allowed(GIVEN_UP_WITHIN, usual));
    let mut crowd = app.crowd(&restaurant, CROWD).await;
    let rest = crowd.split_off(STRANGERS);

    let strangers = ask(crowd, &restaurant, &slot, SLOW);
    // All strangers are at the provider before any other request.
    eventually("they are", async || provider.waiting.load(Ordering::Relaxed) == STRANGERS).await;
    let answers = ask(rest, &restaurant, &slot, "human").join_all().await;
    let held = answers.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(held, SEATS, "every seat is sold: {answers:?}");
    let odd: Vec<_> = answers.iter().filter(|(s, taken)| !matches!(s, 201 | 422) || *taken > quick).collect();
    assert!(odd.is_empty(), "{odd:?}");
    // The provider did not respond in time, or the slot sold out meanwhile.
    let answers = strangers.join_all().await;
    let odd: Vec<_> = answers.iter().filter(|(s, taken)| !matches!(s, 422 | 502) || *taken > given_up).collect();
    assert!(odd.is_empty(), "{odd:?}");
    app.end().await;
    provider.serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn all_seats_are_sold_once_the_provider_answers_again() {
    let provider = provider().await;
    let settings = vec![("RECAPTCHA_VERIFY_URL", provider.url)].leak();
    let app = TestApp::with(Options { settings, connections: 12, ..Options::default() }).await;
    let restaurant = app.restaurant(RestaurantSpec { seats: SEATS as i32, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    // As many as may verify concurrently, so no request waits in the queue.
    let given_up = allowed(GIVEN_UP_WITHIN, usual(&app, &restaurant).await);
    let early = app.crowd(&restaurant, STRANGERS).await;
    let answers = ask(early, &restaurant, &slot, SLOW).join_all().await;
    let odd: Vec<_> = answers.iter().filter(|(s, taken)| *s != 502 || *taken > given_up).collect();
    assert!(odd.is_empty(), "{odd:?}");
    let answers = ask(app.crowd(&restaurant, CROWD).await, &restaurant, &slot, "human").join_all().await;
    let held = answers.iter().filter(|(status, _)| *status == 201).count();
    let full = answers.iter().filter(|(status, _)| *status == 422).count();
    assert_eq!((held, full), (SEATS, CROWD - SEATS), "{answers:?}");
    app.end().await;
    provider.serving.abort();
}
