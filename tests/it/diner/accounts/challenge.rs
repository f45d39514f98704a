//! The captcha challenge after repeated rejections by rate limits (diner §5, gaps G034).

use chrono::Duration;
use reqwest::Method;
use serde_json::json;
use tests::{Csrf, HOUR, RestaurantSpec, SlotSpec, TestApp};

const TOKEN: &str = "captcha-token";

/// Requests password links until one is rejected with a link to the challenge, and returns its path. Each minute allows sixty.
async fn challenged(visitor: &tests::Persona, referrer: &str) -> String {
    for _ in 0..80 {
        let call = visitor.call(Method::POST, "/users/password").header("referer", referrer);
        let reply = call.json(&json!({ "user": { "email": "nobody@seki.test" } })).send().await;
        if reply.status == 429
            && let Some(path) = reply.json()["redirect_to"].as_str()
        {
            assert!(!reply.header("retry-after").is_empty());
            return path.to_owned();
        }
    }
    panic!("no challenge appeared")
}

/// F028: a correct token gets a message, and the limits of the client are raised for an hour; a key is valid once.
#[tokio::test]
async fn a_captcha_raises_the_limits_for_an_hour() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    let here = format!("{}/users/password/new?x=1", app.config.base_url);
    let path = challenged(&visitor, &here).await;
    assert!(path.starts_with("/captcha_challenge/"), "{path}");
    assert_eq!(visitor.get(&path).await.data()["referrer"], "/users/password/new?x=1");
    let verify = format!("{path}/verify");
    visitor.post(&verify, &json!({ "recaptcha_token": "bad-token" })).await.refused(422, "captcha_refused");
    visitor.post(&verify, &json!({})).await.refused(422, "captcha_missing");
    let other = json!({ "recaptcha_token": "stand-in.new_reservation.1" });
    visitor.post(&verify, &other).await.refused(422, "captcha_refused");
    let call = visitor.call(Method::POST, &verify).csrf(Csrf::None).json(&json!({ "recaptcha_token": TOKEN }));
    call.send().await.refused(422, "csrf");

    let passed = visitor.post(&verify, &json!({ "recaptcha_token": TOKEN })).await;
    let answer = passed.is(200).json();
    assert!(answer["message"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(answer["redirect_to"], "/users/password/new?x=1");
    visitor.post(&verify, &json!({ "recaptcha_token": TOKEN })).await.refused(404, "captcha_invalid_url");
    visitor.get(&path).await.refused(404, "captcha_invalid_url");
    let ask = async || visitor.post("/users/password", &json!({ "user": { "email": "nobody@seki.test" } })).await;
    // The minute's own limit is used up; the captcha adds four times as much.
    for _ in 0..240 {
        ask().await.is(200);
    }
    ask().await.refused(429, "too_many_requests");
    app.advance(HOUR);
    let again = challenged(&visitor, &here).await;
    assert_ne!(again, path, "an hour later it is required again");
    app.end().await;
}

#[tokio::test]
async fn challenge_redirects_to_this_site_only_and_expires() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    let path = challenged(&visitor, "https://evil.example/users/password/new").await;
    assert_eq!(visitor.get(&path).await.data()["referrer"], "/");
    app.clock.advance(Duration::hours(2));
    visitor.get(&path).await.refused(404, "captcha_invalid_url");
    let verify = format!("{path}/verify");
    visitor.post(&verify, &json!({ "recaptcha_token": TOKEN })).await.refused(404, "captcha_invalid_url");
    visitor.post("/captcha_challenge/none/verify", &json!({ "recaptcha_token": TOKEN })).await.is(404);
    app.end().await;
}

/// A form without scripts is redirected to the challenge, too.
#[tokio::test]
async fn form_is_redirected_to_the_challenge() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    challenged(&visitor, "").await;
    let led = visitor.submit("/users/password", &[("user[email]", "nobody@seki.test")]).await;
    assert_eq!(led.status, 303);
    assert!(led.location().starts_with("/captcha_challenge/"));
    app.end().await;
}

/// A diner with too many holds is led to the challenge as well, and can hold again once it is passed; a flood is still rejected.
#[tokio::test]
async fn a_captcha_lifts_the_limit_of_holds() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let hold = async || hanako.try_hold(&restaurant, &slot, 1).await;
    // A pause of ten seconds resets the count, which may happen on a slow machine.
    let mut path = String::new();
    for _ in 0..200 {
        let reply = hold().await;
        if reply.status == 429
            && let Some(way) = reply.json()["redirect_to"].as_str()
        {
            reply.refused(429, "too_many_requests");
            assert!(!reply.header("retry-after").is_empty());
            way.clone_into(&mut path);
            break;
        }
    }
    assert!(path.starts_with("/captcha_challenge/"), "{path}");
    let verify = json!({ "recaptcha_token": TOKEN });
    hanako.post(&format!("{path}/verify"), &verify).await.is(200);
    for _ in 0..8 {
        hold().await.is(201);
    }
    let mut is_refused = false;
    for _ in 0..400 {
        is_refused = hold().await.status == 429;
        if is_refused {
            break;
        }
    }
    assert!(is_refused, "a flood ends somewhere");
    app.end().await;
}
