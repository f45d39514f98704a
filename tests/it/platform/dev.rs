//! The development calls of demo and tests, which production does not have.

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use domain::zone::Zone;
use reqwest::Method;
use serde_json::json;
use tests::{Csrf, Options, PASSWORD, Persona, Reply, RestaurantSpec, SlotSpec, TestApp, cards, eventually};

const PATHS: [&str; 7] = [
    "/dev/inbox",
    "/dev/clock",
    "/dev/telephone/calls",
    "/dev/cards/confirm",
    "/dev/diners",
    "/dev/owners",
    "/dev/admins",
];

#[tokio::test]
async fn production_has_no_playground() {
    let app = TestApp::with(Options { environment: "production", ..Options::default() }).await;
    let visitor = app.anonymous();
    for path in PATHS {
        visitor.get(path).await.is(404);
        visitor.open(path).await.is(404);
        let body = json!({ "advance_seconds": 60, "from": "+819011112222", "to": "+81355550100" });
        let reply = visitor.call(Method::POST, path).json(&body).send().await;
        assert!(matches!(reply.status, 404 | 422), "{path}: {} {}", reply.status, reply.body);
    }
    assert_eq!(app.count("SELECT offset_seconds FROM demo_clock").await, 0);
    assert_eq!(visitor.get("/").await.json()["config"]["dev_inbox"], false);
    app.end().await;
}

/// A page on the web whose name resolves to this machine has the browser name its own host.
#[tokio::test]
async fn foreign_host_has_no_playground() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    for (host, status) in [("evil.example", 404), ("evil.example:8080", 404), ("localhost:8080", 200), ("[::1]", 200)] {
        let reply = visitor.call(Method::GET, "/dev/clock").header("host", host).send().await;
        assert_eq!(reply.status, status, "{host}");
    }
    app.end().await;
}

#[tokio::test]
async fn the_inbox_shows_what_was_sent() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    let messages = hanako.get("/dev/inbox?to=hanako@seki.test").await.is(200).json()["messages"].clone();
    assert_eq!((messages.as_array().unwrap().len(), &messages[0]["kind"]), (1, &json!("mail")));
    let arrived: DateTime<Utc> = messages[0]["at"].as_str().unwrap().parse().unwrap();
    assert!((arrived - app.now()).abs() < TimeDelta::minutes(10), "{arrived} is no time of the demo's clock");
    let page = hanako.open("/dev/inbox").await.is(200).body.clone();
    assert!(page.contains("hanako@seki.test"));
    let now = Zone::default().iso(app.now());
    assert!(page.contains(&format!("Demo clock: <time>{now}")), "{page}");
    app.end().await;
}

#[tokio::test]
async fn the_clock_can_be_read_and_set_ahead_only() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    let offset = async || visitor.get("/dev/clock").await.is(200).json()["offset_seconds"].as_i64().unwrap();
    let before = offset().await;
    let advance = |seconds: serde_json::Value| {
        let call = visitor.call(Method::POST, "/dev/clock").csrf(Csrf::None);
        call.json(&json!({ "advance_seconds": seconds })).send()
    };
    assert_eq!(advance(json!(90)).await.is(200).json()["offset_seconds"], before + 90);
    assert_eq!(advance(json!(10)).await.is(200).json()["offset_seconds"], before + 100);
    for bad in [json!(-1), json!(i64::MAX), json!("x"), json!(null), json!(1.5)] {
        let reply = advance(bad.clone()).await;
        assert!(matches!(reply.status, 400 | 422), "{bad}: {}", reply.body);
    }
    eventually("the clock stays", async || offset().await == before + 100).await;
    app.end().await;
}

#[tokio::test]
async fn the_clock_can_be_set_stopped_and_restarted() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    let change = |body: serde_json::Value| visitor.call(Method::POST, "/dev/clock").csrf(Csrf::None).json(&body).send();
    let stopped_at = async || -> Option<DateTime<Utc>> {
        let row = sqlx::query_scalar("SELECT stopped_at FROM demo_clock").fetch_one(&app.pool);
        row.await.expect("a demo's clock")
    };
    let instant = Utc.with_ymd_and_hms(2026, 12, 1, 0, 0, 0).unwrap();
    let reply = change(json!({ "now": "2026-12-01T09:00:00+09:00", "stopped": true })).await.is(200).json();
    assert_eq!(reply["stopped"], true);
    // The offset is of whole seconds.
    let stopped = stopped_at().await.expect("the clock is stopped");
    assert!((stopped - instant).num_seconds().abs() <= 1, "{stopped}");
    assert_eq!(change(json!({ "now": "2026-12-01T09:00:00+09:00" })).await.is(200).json()["stopped"], true);
    assert_eq!(stopped_at().await, Some(instant));
    change(json!({ "advance_seconds": 90 })).await.is(200);
    assert_eq!(stopped_at().await, Some(instant + TimeDelta::seconds(90)));
    assert_eq!(change(json!({ "stopped": false })).await.is(200).json()["stopped"], false);
    assert_eq!(stopped_at().await, None);
    for bad in [json!({}), json!({ "now": "2226-12-01T09:00:00+09:00" }), json!({ "now": "tomorrow" })] {
        change(bad).await.is(422);
    }
    app.end().await;
}

#[tokio::test]
async fn accounts_are_opened_without_proof() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let create = async |browser: &Persona, path: &str, body: serde_json::Value| -> Reply {
        browser.call(Method::POST, path).csrf(Csrf::None).json(&body).send().await
    };
    let diner = |email: &str, phone: &str, is_email_confirmed: bool| {
        let profile = json!({
            "name_last": "森", "name_first": "美香", "prefecture": "東京都",
            "locale": "ja", "phone_country": "JP", "phone_local_number": phone,
        });
        let user =
            json!({ "email": email, "password": "Seki-2026", "terms_agreed": true, "profile_attributes": profile });
        json!({ "user": user, "is_email_confirmed": is_email_confirmed })
    };
    let mika = app.anonymous();
    create(&mika, "/dev/diners", diner("mika@seki.test", "8012345678", true)).await.is(200);
    mika.get("/users/upcoming_reservations").await.is(200);
    let confirmed = "SELECT count(*) FROM users u JOIN profiles p ON p.user_id = u.id
        WHERE u.email_confirmed_at IS NOT NULL AND p.phone_confirmed_at IS NOT NULL";
    assert_eq!(app.count(confirmed).await, 1);
    create(&app.anonymous(), "/dev/diners", diner("mika@seki.test", "8012345679", true)).await.is(422);
    create(&app.anonymous(), "/dev/diners", diner("waits@seki.test", "8012345679", false)).await.is(200);
    assert_eq!(app.count(confirmed).await, 1);

    let staff = |email: &str| json!({ "email": email, "password": "Seki-2026", "nickname": "森" });
    let with = |mut body: serde_json::Value, name: &str, value: serde_json::Value| {
        body[name] = value;
        body
    };
    let owner = with(staff("mori@seki.test"), "restaurant_slugs", json!([restaurant.slug]));
    let owner = with(owner, "terms_agreed", json!(true));
    create(&mika, "/dev/owners", owner.clone()).await.is(201);
    create(&mika, "/dev/owners", owner).await.is(422);
    create(&mika, "/dev/owners", with(staff("other@seki.test"), "restaurant_slugs", json!(["none"]))).await.is(422);
    create(&mika, "/dev/admins", with(staff("mori@seki.test"), "flags", json!(["osg"]))).await.is(201);
    let browser = app.anonymous();
    browser.get("/owners/sign_in").await.is(200);
    browser.sign_in_as_owner("mori@seki.test", PASSWORD).await.is(200);
    browser.get("/owners").await.is(200);
    browser.get("/admin/sign_in").await.is(200);
    browser.sign_in_as_admin("mori@seki.test", PASSWORD).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_card_can_be_confirmed_without_a_browser_and_without_a_token() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let setup = hanako.post("/users/profile/credit_card/setup_intent", &json!({})).await.is(200).json();
    let body = json!({ "client_secret": setup["client_secret"], "card_number": cards::GOOD, "outcome": "success" });
    let call = hanako.call(Method::POST, "/dev/cards/confirm").csrf(Csrf::None).json(&body);
    let answer = call.send().await.is(200).json();
    assert_eq!(answer["status"], "succeeded");
    assert!(answer["id"].as_str().unwrap().starts_with("seti_"));
    let declined = json!({ "client_secret": "seti_x_secret_y", "card_number": cards::DECLINED, "outcome": "success" });
    let reply = hanako.call(Method::POST, "/dev/cards/confirm").csrf(Csrf::None).json(&declined).send().await;
    assert_eq!(reply.status, 404, "{}", reply.body);
    app.end().await;
}
