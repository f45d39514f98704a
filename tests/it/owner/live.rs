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
    async fn ask(app: &TestApp, owner: &Persona, date: chrono::NaiveDate) -> reqwest::Response {
        let url = format!("{}/owners/api/daily_calendars/{date}/events", app.base_urls[0]);
        let cookie = format!("{OWNER_COOKIE}={}", owner.cookie(OWNER_COOKIE).expect("a session"));
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        client.get(url).header("cookie", cookie).send().await.expect("an answer")
    }

    async fn open(app: &TestApp, owner: &Persona, date: chrono::NaiveDate) -> Self {
        let response = Self::ask(app, owner, date).await;
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

    /// Whether it ends within so many milliseconds.
    async fn ends(&mut self, milliseconds: u64) -> bool {
        let ending = async { while matches!(self.response.chunk().await, Ok(Some(_))) {} };
        tokio::time::timeout(Duration::from_millis(milliseconds), ending).await.is_ok()
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

/// Whoever may not open it any more does not go on hearing from it.
#[tokio::test]
async fn a_stream_ends_with_the_session_and_with_the_work_at_the_restaurant() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (leaving, removed, staying) =
        (app.owner(&restaurant).await, app.owner(&restaurant).await, app.owner(&restaurant).await);
    let mut streams = Vec::new();
    for owner in [&leaving, &removed, &staying] {
        streams.push(Stream::open(&app, owner, app.day(0)).await);
    }
    leaving.delete("/owners/sign_out").await.is(200);
    app.execute("DELETE FROM restaurant_owners WHERE owner_id = (SELECT min(owner_id) + 1 FROM restaurant_owners)")
        .await;
    assert!(streams[0].ends(8_000).await, "signed out");
    assert!(streams[1].ends(8_000).await, "removed from the staff");
    assert!(!streams[2].ends(3_000).await, "everybody else goes on");
    app.end().await;
}

/// An admin's look through an owner's eyes ends with their own session, from wherever that is ended.
#[tokio::test]
async fn a_stream_through_the_owners_eyes_ends_with_the_admins_session() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.owner(&restaurant).await;
    let admin = app.anonymous();
    app.admin_beside(&admin).await;
    let id = app.count("SELECT max(id) FROM owners").await;
    let path = format!("/admin/owners/{id}/login_as?owners_restaurant_slug={}", restaurant.slug);
    admin.post(&path, &serde_json::json!({ "reason": "席数の確認" })).await.is(200);
    let url = format!("{}/owners/api/daily_calendars/{}/events", app.base_urls[0], app.day(0));
    let jar = ["seki_admin", "seki_owner"].map(|name| format!("{name}={}", admin.cookie(name).expect("a session")));
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let response = client.get(url).header("cookie", jar.join("; ")).send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    let mut stream = Stream { response, seen: String::new() };
    assert!(!stream.ends(3_000).await);
    app.execute("DELETE FROM sessions WHERE admin_user_id IS NOT NULL").await;
    assert!(stream.ends(8_000).await);
    app.end().await;
}

#[tokio::test]
async fn a_session_has_twelve_streams_at_most_and_what_is_closed_makes_room() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, colleague) = (app.owner(&restaurant).await, app.owner(&restaurant).await);
    let mut streams = Vec::new();
    for _ in 0..12 {
        streams.push(Stream::open(&app, &owner, app.day(0)).await);
    }
    let refused = Stream::ask(&app, &owner, app.day(0)).await;
    assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().ok()), (429, Some("30")));
    let others = Stream::open(&app, &colleague, app.day(0)).await;
    streams.pop();
    let mut reopened = Stream::ask(&app, &owner, app.day(0)).await;
    for _ in 0..40 {
        if reopened.status() == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        reopened = Stream::ask(&app, &owner, app.day(0)).await;
    }
    assert_eq!(reopened.status(), 200, "a closed one makes room");
    drop((others, streams));
    app.end().await;
}
