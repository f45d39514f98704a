//! The stream behind an open calendar: what changes reaches it at once, and only it.

use std::time::Duration;

use tests::{Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp};
use web_server::http::cookies::OWNER_COOKIE;

/// An open stream of events.
struct Stream {
    response: reqwest::Response,
    seen: String,
}

impl Stream {
    async fn open(app: &TestApp, owner: &Persona, date: chrono::NaiveDate) -> Self {
        let url = format!("{}/owners/api/daily_calendars/{date}/events", app.base_urls[0]);
        let cookie = format!("{OWNER_COOKIE}={}", owner.cookie(OWNER_COOKIE).expect("a session"));
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let response = client.get(url).header("cookie", cookie).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut stream = Self { response, seen: String::new() };
        assert!(stream.hears("hello", 5_000).await, "it greets at once");
        stream
    }

    /// Whether an event comes within so many milliseconds; heard once, it is forgotten.
    async fn hears(&mut self, event: &str, milliseconds: u64) -> bool {
        // A browser passes on no event without data.
        let wanted = format!("event: {event}\n");
        let listening = async {
            while !(self.seen.contains(&wanted) && self.seen.contains("data: 20")) {
                let Ok(Some(chunk)) = self.response.chunk().await else { return false };
                self.seen.push_str(&String::from_utf8_lossy(&chunk));
            }
            true
        };
        let heard = tokio::time::timeout(Duration::from_millis(milliseconds), listening).await.unwrap_or(false);
        self.seen.clear();
        heard
    }

    /// Waits until nothing more comes.
    async fn quiet(&mut self) {
        while self.hears("change", 700).await {}
    }
}

async fn memo(app: &TestApp, restaurant: &Restaurant, uid: &str) {
    let mut tx = app.pool.begin().await.expect("a transaction");
    let id: i64 = sqlx::query_scalar("UPDATE reservations SET internal_memo = 'x' WHERE uid = $1 RETURNING id")
        .bind(uid)
        .fetch_one(&mut *tx)
        .await
        .expect("a reservation");
    let event = domain::audit::Event {
        actor: domain::audit::Actor::System,
        action: "memo",
        restaurant: Some(restaurant.id),
        reservation: Some(domain::ids::ReservationId(id)),
        detail: serde_json::json!({}),
    };
    domain::audit::record(&mut tx, app.now(), event).await.expect("a deed");
    tx.commit().await.expect("done");
}

#[tokio::test]
async fn what_happens_on_the_day_is_told_and_nothing_else() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let elsewhere = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let foreign = app.slot(&other, SlotSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    app.caches_follow().await;
    let mut stream = Stream::open(&app, &owner, slot.date).await;
    stream.quiet().await;

    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    assert!(stream.hears("change", 5_000).await, "a hold");
    stream.quiet().await;
    hanako.confirm(&restaurant, &uid).await.is(200);
    assert!(stream.hears("change", 5_000).await, "a booking, though no seat changed hands");
    stream.quiet().await;
    memo(&app, &restaurant, &uid).await;
    assert!(stream.hears("change", 5_000).await, "a memo");
    stream.quiet().await;

    app.diner("kenji").await.book(&restaurant, &elsewhere, 1).await;
    app.diner("aoi").await.book(&other, &foreign, 1).await;
    assert!(!stream.hears("change", 1_500).await, "another day, another restaurant");

    app.touch_settings(&restaurant).await;
    assert!(stream.hears("change", 5_000).await, "the restaurant as a whole");
    app.end().await;
}

#[tokio::test]
async fn the_heart_beats_as_long_as_changes_are_heard_of() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    app.caches_follow().await;
    let mut stream = Stream::open(&app, &owner, app.day(0)).await;
    for _ in 0..2 {
        assert!(stream.hears("heartbeat", 4_000).await, "a quiet day's line is heard");
    }
    // What the server follows is gone: it hears of nothing, and does not claim to.
    app.execute("ALTER TABLE audit_events RENAME TO audit_events_away").await;
    stream.hears("heartbeat", 2_500).await;
    assert!(!stream.hears("heartbeat", 4_500).await, "a server that hears of no change stays silent");
    app.execute("ALTER TABLE audit_events_away RENAME TO audit_events").await;
    assert!(stream.hears("heartbeat", 4_500).await);
    app.end().await;
}

#[tokio::test]
async fn only_staff_may_listen() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let path = format!("/owners/api/daily_calendars/{}/events", app.day(0));
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    app.diner("hanako").await.get(&path).await.refused(401, "sign_in_required");
    let owner = app.owner(&restaurant).await;
    owner.get(&format!("{path}?restaurant_slug=tempura-test")).await.refused(404, "not_found");
    owner.get("/owners/api/daily_calendars/2026-13-01/events").await.refused(404, "not_found");
    app.end().await;
}
