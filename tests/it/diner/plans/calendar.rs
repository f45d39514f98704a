//! The premium calendar and its feed (F099, F100; gaps G137, G138).

use chrono::{DateTime, Utc};
use domain::raffles::chain::first_link;
use serde_json::json;
use tests::{DAY, PLANS, Persona, Reply, RestaurantSpec, TestApp, TestPlan, cards};

const SECRET: &str = "/users/api/calendar/ical_secret";

/// A member with a favourite that opens in two days.
async fn scene() -> (TestApp, Persona) {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: 2 * DAY, days: 40 };
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
async fn calendar_shows_monthly_openings_and_raffles_of_favourites() {
    let (app, diner) = scene().await;
    sqlx::query(
        "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit, beacon_round,
             chain_head, created_at) SELECT 'raffle-1', id, $1, $2, 1, 1, 1, $3, $1 FROM restaurants",
    )
    .bind(app.now() + chrono::Duration::days(10))
    .bind(app.now() + chrono::Duration::days(12))
    .bind(first_link("raffle-1", 1, 1))
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
    // The month before the current one is the month of the next year.
    assert_eq!(diner.get("/users/premium/calendar/11").await.data()["first_day"], "2027-11-01");
    app.execute("UPDATE customers SET show_in_premium_calendar = false").await;
    assert_eq!(diner.get("/users/premium/calendar/12").await.data()["events"], json!([]));
    let other = app.diner("other").await.get("/users/premium/calendar/12").await;
    assert_eq!((other.status, other.location()), (303, "/premium/green"));
    app.anonymous().get("/users/premium/calendar/12").await.refused(401, "sign_in_required");
    app.end().await;
}

/// A member whose favourite opens on the first of each month, while no worker runs.
async fn monthly_scene() -> (TestApp, Persona) {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec { plan: TestPlan::None, ..RestaurantSpec::default() }).await;
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    diner.post("/users/api/customers", &json!({ "restaurant_slug": "sushi-test" })).await.is(201);
    let admin = app.admin().await;
    let rule = json!({ "month": 0, "day_of_month": 1, "hour_of_day": 9, "minute_of_hour": 30 });
    let plan = json!({
        "open_schedule_rules": [rule], "open_for_months": 1, "open_upto_mode": "end_of_month", "open_immediate": true,
    });
    admin.post("/admin/api/r/sushi-test/periodic_reservation_round_plans", &plan).await.is(201);
    (app, diner)
}

/// The starts of the calendar's entries in a month, and the end of each opening.
async fn openings(diner: &Persona, month: u32) -> Vec<(String, String)> {
    let page = diner.get(&format!("/users/premium/calendar/{month}")).await.data();
    let events = page["events"].as_array().expect("events").iter();
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    events.map(|event| (text(&event["starts_at"]), text(&event["reservable_till"]))).collect()
}

/// G054: without a worker the calendar shows the coming openings, and a worker that starts later moves nothing in the feed.
#[tokio::test]
async fn calendar_and_feed_include_uncreated_openings() {
    let (app, diner) = monthly_scene().await;
    let secret = diner.call(reqwest::Method::POST, SECRET).send().await.data().as_str().unwrap().to_owned();
    let february = || openings(&diner, 2);
    assert_eq!(february().await, [("2027-02-01T09:30:00+09:00".into(), "2027-03-31".into())], "made with the plan");
    assert_eq!(openings(&diner, 3).await, []);
    app.execute("UPDATE subscriptions SET current_period_end = '2028-01-01', access_until = '2028-01-01', check_at = '2028-01-01'").await;
    app.advance(75 * DAY);
    let diner = app.back(&diner).await;
    let march = ("2027-03-01T09:30:00+09:00".to_owned(), "2027-04-30".to_owned());
    let april = ("2027-04-01T09:30:00+09:00".to_owned(), "2027-05-31".to_owned());
    assert_eq!((openings(&diner, 3).await, openings(&diner, 4).await), (vec![march.clone()], vec![april.clone()]));
    let unmade = feed(&app, &secret, None).await;
    assert_eq!(starts(&unmade), ["20270201T003000Z", "20270301T003000Z", "20270401T003000Z"]);
    assert_eq!(app.count("SELECT count(*) FROM reservation_rounds WHERE effective_at > '2027-02-02'").await, 0);
    let made = domain::rounds::actions::sweep(&app.pool, &app.rng, app.now(), None).await.expect("a sweep");
    assert_eq!(made, 1);
    assert_eq!((openings(&diner, 3).await, openings(&diner, 4).await), (vec![march], vec![april]));
    let again = feed(&app, &secret, Some(unmade.header("etag"))).await;
    assert_eq!((again.status, again.body.as_str()), (304, ""), "each opening is the same event");
    app.end().await;
}

/// G138: an opening that remains is the same event, even when its plan is saved again with another one added.
#[tokio::test]
async fn a_kept_round_is_the_same_event_after_its_plan_was_saved_again() {
    let (app, diner) = monthly_scene().await;
    let secret = diner.call(reqwest::Method::POST, SECRET).send().await.data().as_str().unwrap().to_owned();
    let admin = app.admin().await;
    let save = async |rounds: serde_json::Value| {
        let plan = json!({ "reservation_rounds": rounds });
        let saved = admin.post("/admin/api/r/sushi-test/custom_reservation_round_plans", &plan).await.is(201).json();
        saved["rounds"][0]["key"].clone()
    };
    let first = json!({ "effective_at": "2026-12-05 10:00:00", "online_reservable_till": "2026-12-31" });
    let key = save(json!([first])).await;
    let before = feed(&app, &secret, None).await;
    let kept = json!({ "effective_at": "2026-12-05 10:00:00", "online_reservable_till": "2026-12-31", "key": key });
    let second = json!({ "effective_at": "2027-01-05 10:00:00", "online_reservable_till": "2027-01-31" });
    assert_eq!(save(json!([kept, second])).await, key);
    let after = feed(&app, &secret, None).await;
    assert_eq!(starts(&after), ["20261205T010000Z", "20270105T010000Z"]);
    assert!(!after.body.contains("CANCELLED") && after.body.contains(&property(&before, "UID")), "{}", after.body);
    app.end().await;
}

/// When the events of a feed start, in their order.
fn starts(feed: &Reply) -> Vec<&str> {
    feed.body.lines().filter_map(|line| line.strip_prefix("DTSTART:")).map(str::trim_end).collect()
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
async fn feed_secret_is_stable_and_feed_reports_changes() {
    let (app, diner) = scene().await;
    let made = diner.call(reqwest::Method::POST, SECRET).send().await.is(200).json();
    let secret = made["data"].as_str().unwrap().to_owned();
    assert!(secret.len() >= 32);
    assert_eq!(diner.post(SECRET, &json!({})).await.data(), secret);
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
    // Cancelled: first reported as cancelled, then gone.
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
    app.advance(29 * DAY);
    assert_eq!(property(&feed(&app, secret, None).await, "STATUS"), "CANCELLED");
    app.advance(DAY + 60);
    assert!(!feed(&app, secret, None).await.is(200).body.contains("VEVENT"), "what was called off is gone at last");
    app.advance(2 * DAY);
    feed(&app, secret, None).await.is(404);
    app.end().await;
}
