//! The premium calendar and its feed (F099, F100; gaps G137, G138).

use chrono::{DateTime, Utc};
use serde_json::json;
use tests::{PLANS, Persona, Plan, Reply, RestaurantSpec, TestApp, cards};

const SECRET: &str = "/users/api/calendar/ical_secret";
const DAY: i64 = 86_400;

/// A member with a favourite that opens its book in two days.
async fn scene() -> (TestApp, Persona) {
    let app = TestApp::start().await;
    let plan = Plan::Till { from_seconds: 2 * DAY, days: 40 };
    app.restaurant(RestaurantSpec { plan, ..RestaurantSpec::default() }).await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    let favourite = json!({ "restaurant_slug": "sushi-test" });
    diner.post("/users/api/customers", &favourite).await.is(201);
    (app, diner)
}

/// F099
#[tokio::test]
async fn the_calendar_shows_openings_and_raffles_of_favourites_month_by_month() {
    let (app, diner) = scene().await;
    sqlx::query(
        "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit, beacon_round,
             chain_head, created_at) SELECT 'raffle-1', id, $1, $2, 1, 1, 1, 'x', $1 FROM restaurants",
    )
    .bind(app.now() + chrono::Duration::days(10))
    .bind(app.now() + chrono::Duration::days(12))
    .execute(&app.pool)
    .await
    .expect("a raffle");
    for month in 1..=12 {
        diner.get(&format!("/users/premium/calendar/{month}")).await.is(200);
    }
    for none in ["0", "13", "-1", "x", "1.5"] {
        diner.get(&format!("/users/premium/calendar/{none}")).await.is(404);
    }
    let december = diner.get("/users/premium/calendar/12").await.data();
    assert_eq!(december["first_day"], "2026-12-01");
    let kinds: Vec<_> = december["events"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    assert_eq!(kinds, ["opening", "raffle"]);
    assert_eq!(december["events"][0]["starts_at"], "2026-12-03T10:00:00+09:00");
    // The month before this one is that of the next year.
    assert_eq!(diner.get("/users/premium/calendar/11").await.data()["first_day"], "2027-11-01");
    app.execute("UPDATE customers SET show_in_premium_calendar = false").await;
    assert_eq!(diner.get("/users/premium/calendar/12").await.data()["events"], json!([]));
    let other = app.diner("other").await.get("/users/premium/calendar/12").await;
    assert_eq!((other.status, other.header("location")), (303, "/premium/green"));
    app.anonymous().get("/users/premium/calendar/12").await.refused(401, "sign_in_required");
    app.end().await;
}

async fn feed(app: &TestApp, secret: &str, etag: Option<&str>) -> Reply {
    let reader = app.anonymous();
    let call = reader.call(reqwest::Method::GET, &format!("/users/premium/calendar.ics?s={secret}&l=en"));
    let call = match etag {
        Some(etag) => call.header("if-none-match", etag),
        None => call,
    };
    call.send().await
}

/// The value of a property of the only event of a feed.
fn property(feed: &Reply, name: &str) -> String {
    let unfolded = feed.body.replace("\r\n ", "");
    let line = unfolded.lines().find(|line| line.split([':', ';']).next() == Some(name));
    line.and_then(|line| line.split_once(':')).map(|(_, value)| value.to_owned()).unwrap_or_default()
}

/// F100
#[tokio::test]
async fn the_secret_stays_the_same_and_the_feed_tells_what_has_changed() {
    let (app, diner) = scene().await;
    let made = diner.call(reqwest::Method::POST, SECRET).send().await.is(200).json();
    let secret = made["data"].as_str().unwrap().to_owned();
    assert!(secret.len() >= 32);
    assert_eq!(diner.post(SECRET, &json!({})).await.is(200).json()["data"], secret);
    app.anonymous().post(SECRET, &json!({})).await.refused(401, "sign_in_required");
    app.diner("other").await.post(SECRET, &json!({})).await.refused(403, "premium_only");
    for wrong in ["", "x", &"a".repeat(44), "a'b"] {
        feed(&app, wrong, None).await.is(404);
    }
    let first = feed(&app, &secret, None).await;
    assert_eq!(first.is(200).header("content-type"), "text/calendar; charset=utf-8");
    assert!(
        first.body.starts_with("BEGIN:VCALENDAR\r\n") && first.body.trim_end().ends_with("END:VCALENDAR"),
        "{}",
        first.body
    );
    let parsed: icalendar::Calendar = first.body.parse().expect("a calendar of RFC 5545");
    assert_eq!(parsed.components.len(), 1);
    assert!(first.body.lines().all(|line| line.len() <= 75), "lines are folded: {}", first.body);
    assert_eq!((property(&first, "SEQUENCE"), property(&first, "STATUS")), ("0".into(), "CONFIRMED".into()));
    assert_eq!(property(&first, "DTSTART"), "20261203T010000Z");
    // Nothing has changed.
    let again = feed(&app, &secret, Some(first.header("etag"))).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    // Moved: the same event with the next number.
    let moved: DateTime<Utc> = "2026-12-04T10:00:00+09:00".parse().unwrap();
    sqlx::query("UPDATE reservation_rounds SET effective_at = $1")
        .bind(moved)
        .execute(&app.pool)
        .await
        .expect("a round");
    let second = feed(&app, &secret, Some(first.header("etag"))).await;
    assert!(!second.is(200).header("etag").is_empty());
    assert_eq!((property(&second, "UID"), property(&second, "SEQUENCE")), (property(&first, "UID"), "1".into()));
    assert_eq!(property(&second, "DTSTART"), "20261204T010000Z");
    // Called off: said so, then gone.
    app.execute("DELETE FROM reservation_rounds").await;
    let third = feed(&app, &secret, None).await;
    assert_eq!((property(&third, "SEQUENCE"), property(&third, "STATUS")), ("2".into(), "CANCELLED".into()));
    let renewed = diner.post(SECRET, &json!({ "renew": true })).await.is(200).json();
    assert_ne!(renewed["data"], secret);
    feed(&app, &secret, None).await.is(404);
    let secret = renewed["data"].as_str().unwrap();
    feed(&app, secret, None).await.is(200);
    // It ends with premium.
    diner.delete(&format!("{PLANS}?cancel_reason=高い")).await.is(200);
    feed(&app, secret, None).await.is(200);
    app.advance(32 * DAY);
    feed(&app, secret, None).await.is(404);
    app.end().await;
}
