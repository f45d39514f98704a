//! The event stream of an open calendar: it delivers the changes of its day immediately, and no other changes.

use std::time::Duration;

use tests::{GuestSpec, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, WAIT_TIMEOUT, eventually};
use tokio::time::timeout;
use web_server::http::cookies::OWNER_COOKIE;

/// A stream without events for this duration has missed two heartbeats.
const SILENCE: Duration = Duration::from_millis(4_500);

/// An open stream of events.
struct Stream {
    response: reqwest::Response,
    /// Received text that has not been read as events yet.
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
        stream.receives("hello").await;
        stream
    }

    /// Returns the name of the next event with data, because a browser delivers no other; none when the stream has ended.
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some((frame, rest)) = self.seen.split_once("\n\n") {
                let field = |name: &str| frame.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let (event, data, rest) = (field("event: "), field("data: "), rest.to_owned());
                self.seen = rest;
                if event.is_some() && data.is_some_and(|data| data.starts_with("20")) {
                    return event;
                }
                continue;
            }
            let chunk = self.response.chunk().await.ok().flatten()?;
            self.seen.push_str(&String::from_utf8_lossy(&chunk));
        }
    }

    /// Waits for an event, and skips the events before it.
    async fn receives(&mut self, event: &str) {
        let listening = async {
            while let Some(next) = self.next().await {
                if next == event {
                    return true;
                }
            }
            false
        };
        let is_received = timeout(WAIT_TIMEOUT, listening).await.unwrap_or(false);
        assert!(is_received, "no {event} comes");
    }

    /// Number of unread changes. After two more heartbeats, all changes that the server knows have arrived.
    async fn changes(&mut self, app: &TestApp) -> usize {
        app.caches_follow().await;
        let mut changes = 0;
        while let Ok(event) = timeout(Duration::from_millis(50), self.next()).await {
            changes += usize::from(event.expect("the stream continues") == "change");
        }
        let mut heartbeats = 0;
        while heartbeats < 2 {
            let event =
                timeout(WAIT_TIMEOUT, self.next()).await.expect("the heart beats").expect("the stream continues");
            changes += usize::from(event == "change");
            heartbeats += usize::from(event == "heartbeat");
        }
        changes
    }

    /// Waits until the stream has been silent for a while.
    async fn falls_silent(&mut self) {
        let listening = async { while timeout(SILENCE, self.next()).await.is_ok_and(|event| event.is_some()) {} };
        timeout(WAIT_TIMEOUT, listening).await.expect("it falls silent");
    }

    /// Waits until it ends.
    async fn ends(&mut self) {
        let ending = async { while self.next().await.is_some() {} };
        timeout(WAIT_TIMEOUT, ending).await.expect("the stream ends");
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
async fn stream_sends_changes_of_its_day_only() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let elsewhere = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let foreign = app.slot(&other, SlotSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    app.caches_follow().await;
    let mut stream = Stream::open(&app, &owner, slot.date).await;
    stream.changes(&app).await;

    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    assert!(stream.changes(&app).await > 0, "a hold");
    hanako.confirm(&restaurant, &uid).await.is(200);
    assert!(stream.changes(&app).await > 0, "a booking, though no seat changed hands");
    memo(&app, &restaurant, &uid).await;
    assert!(stream.changes(&app).await > 0, "a memo");

    app.diner("kenji").await.book(&restaurant, &elsewhere, 1).await;
    app.diner("aoi").await.book(&other, &foreign, 1).await;
    assert_eq!(stream.changes(&app).await, 0, "another day, another restaurant");

    app.touch_settings(&restaurant).await;
    assert!(stream.changes(&app).await > 0, "the restaurant as a whole");
    app.end().await;
}

#[tokio::test]
async fn stream_reports_waiting_list_of_a_colleague() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let colleague = app.staff_of(&[&restaurant]).await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    app.caches_follow().await;
    let mut stream = Stream::open(&app, &owner, app.day(7)).await;
    stream.changes(&app).await;
    let entry = serde_json::json!({
        "customer_uid": guest, "date": app.day(7), "starts_from": "18:00", "starts_till": "19:00", "guests_count": 2,
    });
    let added = colleague.post("/owners/api/waiting_list", &entry).await.is(201).json();
    assert!(stream.changes(&app).await > 0, "an entry");
    let path = format!("/owners/api/waiting_list/{}", added["data"]["uid"].as_str().expect("a uid"));
    colleague.delete(&path).await.is(200);
    assert!(stream.changes(&app).await > 0, "its removal");
    app.end().await;
}

#[tokio::test]
async fn renamed_offsite_booking_gets_its_own_guest_and_notifies_its_day() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let bring = async |rows: &[(&str, i64, &str)]| {
        let row = |(id, days, name): &(&str, i64, &str)| {
            serde_json::json!({ "external_id": id, "source": "inbound", "starts_at": format!("{}T18:00", app.day(*days)),
                "ends_at": format!("{}T20:00", app.day(*days)), "guests_count": 1, "full_name": name,
                "phone_country": "US", "phone_number": "2025550143" })
        };
        let list = serde_json::Value::from_iter(rows.iter().map(row)).to_string();
        let path = "/admin/r/sushi-test/offsite_reservations/import";
        let report = admin.post(path, &serde_json::json!({ "list": list })).await.is(200).json();
        assert_eq!(report["is_written"], true, "{report}");
    };
    bring(&[("N-1", 7, "J. Smith"), ("N-2", 8, "J. Smith")]).await;
    app.caches_follow().await;
    let mut booked = Stream::open(&app, &owner, app.day(7)).await;
    let mut later = Stream::open(&app, &owner, app.day(8)).await;
    booked.changes(&app).await;
    later.changes(&app).await;
    bring(&[("N-1", 7, "Jane Smith")]).await;
    assert!(booked.changes(&app).await > 0, "the day of the corrected booking");
    assert_eq!(later.changes(&app).await, 0, "another booking keeps the earlier guest");
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(8))).await.data();
    assert!(day.to_string().contains("J. Smith"), "each booking shows the name of its own row: {day}");
    bring(&[("N-1", 7, "Jane Smith")]).await;
    assert_eq!(later.changes(&app).await, 0, "an unchanged list");
    app.end().await;
}

#[tokio::test]
async fn heartbeat_requires_change_listener() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    app.caches_follow().await;
    let mut stream = Stream::open(&app, &owner, app.day(0)).await;
    for _ in 0..2 {
        // The stream of a quiet day receives heartbeats.
        stream.receives("heartbeat").await;
    }
    // The server cannot pull changes any more, and does not claim to.
    app.execute("ALTER TABLE audit_events RENAME TO audit_events_away").await;
    stream.falls_silent().await;
    app.execute("ALTER TABLE audit_events_away RENAME TO audit_events").await;
    stream.receives("heartbeat").await;
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

/// A stream ends when its owner loses access to the restaurant.
#[tokio::test]
async fn stream_ends_with_the_session_and_with_access_to_the_restaurant() {
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
    streams[0].ends().await;
    streams[1].ends().await;
    // The other owner's stream continues.
    streams[2].changes(&app).await;
    app.end().await;
}

/// The stream of an impersonating admin ends with the admin's own session, wherever that session is ended.
#[tokio::test]
async fn impersonated_stream_ends_with_admin_session() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.owner(&restaurant).await;
    let admin = app.admin().await;
    let id = app.count("SELECT max(id) FROM owners").await;
    let path = format!("/admin/owners/{id}/login_as?owners_restaurant_slug={}", restaurant.slug);
    admin.post(&path, &tests::justified(serde_json::json!({}))).await.is(200);
    let url = format!("{}/owners/api/daily_calendars/{}/events", app.base_urls[0], app.day(0));
    let jar = ["seki_admin", "seki_owner"].map(|name| format!("{name}={}", admin.cookie(name).expect("a session")));
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let response = client.get(url).header("cookie", jar.join("; ")).send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    let mut stream = Stream { response, seen: String::new() };
    stream.changes(&app).await;
    app.execute("DELETE FROM sessions WHERE admin_user_id IS NOT NULL").await;
    stream.ends().await;
    app.end().await;
}

#[tokio::test]
async fn session_is_limited_to_twelve_streams() {
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
    eventually("a closed one makes room", async || Stream::ask(&app, &owner, app.day(0)).await.status() == 200).await;
    drop((others, streams));
    app.end().await;
}
