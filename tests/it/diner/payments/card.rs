//! The card of a diner's profile.

use std::sync::Arc;

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, HOUR, Options, PASSWORD, Persona, TestApp, card_of, cards};
use tokio::task::JoinSet;

const EDIT: &str = "/users/profile/credit_card/edit";
const SETUP: &str = "/users/profile/credit_card/setup_intent";
const METHOD: &str = "/users/profile/credit_card/payment_method";

/// F083
#[tokio::test]
async fn a_registered_card_is_shown_by_its_last_four_digits() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    assert!(hanako.get(EDIT).await.data()["card"].is_null());
    let reply = hanako.register_card(&app.outside, cards::GOOD).await;
    assert_eq!(reply.data()["redirect_url"], "/users/profile");
    let page = hanako.get(EDIT).await;
    let card = page.data()["card"].clone();
    assert_eq!((&card["brand"], &card["last4"]), (&json!("visa"), &json!("4242")));
    assert!(!page.body.contains(cards::GOOD));
    assert_eq!(page.json()["flash"][0]["kind"], "notice");
    app.end().await;
}

#[tokio::test]
async fn a_new_card_takes_the_place_of_the_old_one() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    assert_eq!(hanako.get(EDIT).await.data()["card"]["last4"], "3184");
    assert_eq!(app.count("SELECT count(*) FROM payment_methods WHERE replaced_at IS NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn new_card_is_mailed_in_diners_language() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    hanako.post(METHOD, &json!({ "payment_method_id": "pm_unknown" })).await.refused(404, "not_found");
    app.drain_jobs().await;
    assert_eq!(app.outside.inbox("hanako@seki.test").await.len(), 0, "nothing was registered");
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    let mails = app.outside.inbox("hanako@seki.test").await;
    assert_eq!(mails[0]["subject"], "【席】クレジットカードが登録されました");
    let text = mails[0]["text"].as_str().unwrap();
    assert!(text.contains("/users/profile/security_settings"));
    // The port of the base URL may contain the digits.
    assert!(!text.replace(&app.config.base_url, "").contains("4242"), "no digit of the card is mailed");
    assert!(!text.contains("以前のカード"), "the first card replaces none: {text}");

    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    app.drain_jobs().await;
    let replaced = app.outside.inbox("hanako@seki.test").await.swap_remove(0);
    assert_eq!(replaced["subject"], "【席】クレジットカードが変更されました");
    assert!(replaced["text"].as_str().unwrap().contains("以前のカードは置き換えられます。"));
    app.end().await;
}

#[tokio::test]
async fn redirect_after_the_card_is_on_this_site() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    for (next, taken) in [("/r/x/reservations/new", "/r/x/reservations/new"), ("https://evil.test", "/users/profile")] {
        let secret = hanako.post(SETUP, &json!({})).await.json()["client_secret"].as_str().unwrap().to_owned();
        app.outside.card_form(&secret, cards::GOOD, "success").await;
        let method = card_of(&app.outside, &secret).await;
        let body = json!({ "payment_method_id": method, "next": next, "current_password": PASSWORD });
        assert_eq!(hanako.post(METHOD, &body).await.data()["redirect_url"], taken);
    }
    assert_eq!(hanako.get(&format!("{EDIT}?next=//evil.test")).await.data()["next"], json!(null));
    assert_eq!(hanako.get(&format!("{EDIT}?next=/users/profile")).await.data()["next"], "/users/profile");
    app.end().await;
}

#[tokio::test]
async fn concurrent_registrations_keep_one_card() {
    let app = TestApp::start().await;
    let hanako = Arc::new(app.diner("hanako").await);
    let mut methods = Vec::new();
    for _ in 0..6 {
        let secret = hanako.post(SETUP, &json!({})).await.json()["client_secret"].as_str().unwrap().to_owned();
        app.outside.card_form(&secret, cards::GOOD, "success").await;
        methods.push(card_of(&app.outside, &secret).await);
    }
    let mut posts = JoinSet::new();
    for method in methods {
        let hanako = hanako.clone();
        let body = json!({ "payment_method_id": method, "current_password": PASSWORD });
        posts.spawn(async move { hanako.post(METHOD, &body).await.status });
    }
    assert_eq!(posts.join_all().await, [200; 6]);
    assert_eq!(app.count("SELECT count(*) FROM payment_methods WHERE replaced_at IS NULL").await, 1);
    app.end().await;
}

#[tokio::test]
async fn a_card_is_registered_by_its_owner_only() {
    let app = TestApp::start().await;
    app.outside.faults(json!({ "drop_webhooks": true })).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let secret = hanako.post(SETUP, &json!({})).await.json()["client_secret"].as_str().unwrap().to_owned();
    app.outside.card_form(&secret, cards::GOOD, "success").await;
    let body = json!({ "payment_method_id": card_of(&app.outside, &secret).await });
    let before = app.state().await;
    kenji.post(SETUP, &json!({})).await.is(200);
    kenji.post(METHOD, &body).await.refused(404, "not_found");
    app.anonymous().post(METHOD, &body).await.refused(401, "sign_in_required");
    app.anonymous().post(SETUP, &json!({})).await.refused(401, "sign_in_required");
    app.anonymous().open(EDIT).await.goes_to("/users/sign_in");
    hanako.call(Method::POST, METHOD).json(&body).csrf(Csrf::None).send().await.refused(422, "csrf");
    hanako.call(Method::POST, SETUP).csrf(Csrf::None).send().await.refused(422, "csrf");
    assert_eq!(app.state().await, before);
    app.end().await;
}

#[tokio::test]
async fn unknown_payment_method_is_rejected() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    hanako.post(SETUP, &json!({})).await.is(200);
    let long = format!("pm_{}", "x".repeat(200));
    let bad = [json!(null), json!(7), json!(""), json!("x"), json!("pm_/../customers"), json!(long), json!("pm_\u{0}")];
    for id in bad {
        let reply = hanako.post(METHOD, &json!({ "payment_method_id": id })).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["payment_method_id"], "{id}");
    }
    hanako.post(METHOD, &json!({})).await.refused(422, "invalid_input");
    let unknown = hanako.post(METHOD, &json!({ "payment_method_id": "pm_unknown" })).await;
    assert!(matches!(unknown.status, 404 | 422), "{}", unknown.body);
    assert_eq!(app.count("SELECT count(*) FROM payment_methods").await, 0);
    app.end().await;
}

/// G221
#[tokio::test]
async fn card_registrations_are_limited_for_a_diner_and_an_address() {
    let settings = &[("CARD_SETUPS_PER_DINER", "2/3"), ("CARD_SETUPS_PER_ADDRESS", "5/5")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let begin = async |diner: &Persona| diner.post(SETUP, &json!({})).await;
    begin(&hanako).await.is(200);
    begin(&hanako).await.is(200);
    let refused = begin(&hanako).await;
    refused.refused(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "3600");
    begin(&kenji).await.is(200);
    app.advance(HOUR);
    assert_eq!(begin(&hanako).await.status, 200, "a rejected call counts nowhere");
    begin(&hanako).await.refused(429, "too_many_requests");
    begin(&kenji).await.is(200);
    begin(&app.diner("ren").await).await.refused(429, "too_many_requests");
    app.anonymous().post(SETUP, &json!({})).await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn registration_counts_only_if_the_provider_is_available() {
    let settings = &[("CARD_SETUPS_PER_DINER", "1/1"), ("CARD_SETUPS_PER_ADDRESS", "1/1")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let hanako = app.diner("hanako").await;
    app.outside.faults(json!({ "fail_next": 1 })).await;
    hanako.post(SETUP, &json!({})).await.refused(502, "payment_provider");
    hanako.post(SETUP, &json!({})).await.is(200);
    hanako.post(SETUP, &json!({})).await.refused(429, "too_many_requests");
    app.end().await;
}

/// G221
#[tokio::test]
async fn payments_and_subscriptions_of_a_diner_are_limited() {
    let settings = &[("CARD_CALLS_PER_DINER", "1/1")];
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let unknown = json!({ "subscription": { "stripe_price_id": "price_none" } });
    hanako.post("/users/api/plans", &unknown).await.refused(429, "too_many_requests");
    let resumed = json!({ "stripe_subscription_id": "sub_none" });
    hanako.post("/users/gold/subscriptions/confirm", &resumed).await.refused(429, "too_many_requests");
    let kenji = app.diner("kenji").await;
    assert_ne!(kenji.post("/users/api/plans", &unknown).await.status, 429, "another diner");
    app.end().await;
}
