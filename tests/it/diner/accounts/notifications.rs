//! The mails that a diner accepts from a restaurant (diner §6).

use serde_json::{Value, json};
use tests::{Persona, TestApp, TestRestaurant, place};

use super::people::{signed_up, signed_up_from};

/// A favourite, and the address of its switches.
async fn favourite(app: &TestApp, visitor: &Persona) -> String {
    place(&app.pool, TestRestaurant::default()).await;
    let body = json!({ "restaurant_slug": "sushi-kagura", "customer": { "shop_notification": true } });
    let added = visitor.post("/users/api/customers", &body).await;
    format!("/users/api/customers/{}", added.json()["id"])
}

async fn switches(visitor: &Persona) -> Value {
    visitor.get("/users/customers").await.data()["restaurants"][0]["notifications"].clone()
}

/// A subscription of every diner to premium.
const PREMIUM: &str = "WITH price AS (
        INSERT INTO plan_prices (stripe_price_id, grade, amount, \"interval\", interval_count, created_at)
        VALUES ('price_of_the_switch', 'green', 1000, 'month', 1, '2026-01-01') RETURNING id)
    INSERT INTO subscriptions (uid, user_id, grade, plan_price_id, status, gateway_fid, access_until, check_at, created_at, updated_at)
    SELECT 'plan_of_the_switch_' || u.id, u.id, 'green', price.id, 'active', 'sub_of_the_switch_' || u.id, '2099-01-01', '2099-01-01',
        '2026-01-01', '2026-01-01'
    FROM users u CROSS JOIN price";

fn change(fields: &Value) -> Value {
    json!({ "online_customer": fields })
}

/// F042: the three switches are kept; another's record is not found.
#[tokio::test]
async fn switches_are_stored() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = favourite(&app, &visitor).await;
    app.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    let expected = |announcements: bool, standby: bool, calendar: bool| {
        json!({ "subscribe_to_announcements": announcements, "subscribe_to_standby": standby,
                "show_in_premium_calendar": calendar, "allow_cancellation_waiting": true })
    };
    app.execute(PREMIUM).await;
    assert_eq!(switches(&visitor).await, expected(true, true, true));
    let off = json!({ "subscribe_to_announcements": false, "subscribe_to_standby": false, "show_in_premium_calendar": false });
    let done = visitor.patch(&path, &change(&off)).await;
    assert!(done.status == 200 && done.json()["message"].is_string(), "{}", done.body);
    assert_eq!(switches(&visitor).await, expected(false, false, false));
    visitor.patch(&path, &change(&json!({ "subscribe_to_standby": true }))).await;
    assert_eq!(switches(&visitor).await, expected(false, true, false), "what is not named stays");

    let kenji = signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    kenji.patch(&path, &change(&off)).await.is(404);
    app.anonymous().patch(&path, &change(&off)).await.is(401);
    for bad in ["/users/api/customers/0", "/users/api/customers/none"] {
        visitor.patch(bad, &change(&off)).await.is(404);
    }
    visitor.patch(&path, &change(&json!({ "subscribe_to_standby": "maybe" }))).await.is(422);
    assert_eq!(switches(&visitor).await, expected(false, true, false));
    app.end().await;
}

/// F043: standby cannot be switched on if the restaurant does not announce freed slots.
#[tokio::test]
async fn standby_is_offered_by_the_restaurant_only() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = favourite(&app, &visitor).await;
    visitor.patch(&path, &change(&json!({ "subscribe_to_standby": false }))).await;
    app.execute("UPDATE restaurants SET allow_cancellation_waiting = false").await;
    assert_eq!(switches(&visitor).await["allow_cancellation_waiting"], false);
    let refused = visitor.patch(&path, &change(&json!({ "subscribe_to_standby": true }))).await;
    assert_eq!(refused.is(422).bad_fields(), ["subscribe_to_standby"], "{}", refused.body);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE subscribe_to_standby").await, 0);
    app.end().await;
}

#[tokio::test]
async fn a_switch_is_the_consent_to_its_own_mails() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = favourite(&app, &visitor).await;
    app.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    app.execute("UPDATE customers SET shop_notification = false").await;
    assert_eq!(switches(&visitor).await["subscribe_to_announcements"], false, "without consent nothing is sent");
    visitor.patch(&path, &change(&json!({ "subscribe_to_standby": true }))).await;
    let shown = switches(&visitor).await;
    assert_eq!((&shown["subscribe_to_announcements"], &shown["subscribe_to_standby"]), (&json!(false), &json!(true)));
    app.end().await;
}

/// Without an answer, a guest in Japan consents, and no other diner.
#[tokio::test]
async fn switches_without_an_answer_match_the_mail_audience() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = favourite(&app, &visitor).await;
    app.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    app.execute("UPDATE users SET email_confirmed_at = created_at").await;
    app.execute("UPDATE customers SET shop_notification = NULL").await;
    let switched_on = async || {
        let shown = switches(&visitor).await;
        let sent = "SELECT count(*) FILTER (WHERE wants_announcements) FROM mail_audience";
        assert_eq!(shown["subscribe_to_announcements"], app.count(sent).await > 0, "{shown}");
        (shown["subscribe_to_announcements"] == true, shown["subscribe_to_standby"] == true)
    };
    assert_eq!(switched_on().await, (false, false), "no guest yet");
    visitor.patch(&path, &change(&json!({ "subscribe_to_standby": true }))).await;
    assert_eq!(switched_on().await, (false, true), "each switch is the consent to its own mails");

    app.execute(
        "WITH regulars AS (INSERT INTO customer_groups (uid, restaurant_id, label, label_short)
             SELECT 'regulars', id, '常連', '常' FROM restaurants RETURNING id)
         UPDATE customers SET customer_group_id = regulars.id, shop_notification = NULL, subscribe_to_announcements = true FROM regulars",
    )
    .await;
    assert_eq!(switched_on().await, (true, true), "a guest in Japan");
    app.execute(PREMIUM).await;
    visitor.patch(&path, &change(&json!({ "show_in_premium_calendar": false }))).await.is(200);
    assert_eq!(switched_on().await, (true, true));
    app.execute("UPDATE profiles SET phone_country = 'US'").await;
    assert_eq!(switched_on().await, (false, false), "a guest abroad");
    app.end().await;
}

/// Only subscribers have the switch of the premium calendar (diner §6).
#[tokio::test]
async fn premium_calendar_switch_requires_premium() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = favourite(&app, &visitor).await;
    let both = json!({ "subscribe_to_announcements": false, "show_in_premium_calendar": false });
    visitor.patch(&path, &change(&both)).await.refused(403, "premium_only");
    let shown = switches(&visitor).await;
    let expected = (&json!(true), &json!(true));
    assert_eq!(
        (&shown["subscribe_to_announcements"], &shown["show_in_premium_calendar"]),
        expected,
        "nothing is stored"
    );
    app.execute(PREMIUM).await;
    visitor.patch(&path, &change(&both)).await.is(200);
    let shown = switches(&visitor).await;
    let expected = (&json!(false), &json!(false));
    assert_eq!((&shown["subscribe_to_announcements"], &shown["show_in_premium_calendar"]), expected);
    app.end().await;
}

#[tokio::test]
async fn request_without_a_known_switch_is_rejected() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = favourite(&app, &visitor).await;
    let before = switches(&visitor).await;
    let unknown = json!({ "online_customer": { "subscribe_to_announcements": false, "subscribe": false } });
    for bad in [json!({}), json!({ "online_customer": {} }), json!({ "subscribe_to_standby": false }), unknown] {
        visitor.patch(&path, &bad).await.is(422);
    }
    assert_eq!(switches(&visitor).await, before);
    app.end().await;
}
