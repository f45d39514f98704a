//! Every write proves that a page of ours sent it; without proof it changes nothing.

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, all_ticked};

/// Writes of every kind, with ids that exist.
fn writes(uid: &str) -> Vec<(Method, String)> {
    let own = format!("/r/sushi-test/reservations/{uid}");
    vec![
        (Method::POST, RESERVATIONS.to_owned()),
        (Method::DELETE, format!("{RESERVATIONS}/{uid}")),
        (Method::POST, format!("{own}/confirm.json")),
        (Method::POST, format!("{own}/confirm")),
        (Method::POST, format!("{own}/confirm_with_three_d_secure_result")),
        (Method::POST, format!("{own}/retry_3ds")),
        (Method::POST, "/users/profile/credit_card/setup_intent".to_owned()),
        (Method::POST, "/users/profile/credit_card/payment_method".to_owned()),
        (Method::POST, "/users/api/customers".to_owned()),
        (Method::POST, "/users/api/customers/hide".to_owned()),
        (Method::POST, "/users/sign_in".to_owned()),
        (Method::DELETE, "/users/sign_out".to_owned()),
        (Method::POST, "/users".to_owned()),
        (Method::POST, "/users/password".to_owned()),
        (Method::PATCH, "/users/password".to_owned()),
        (Method::POST, "/phone_verifications".to_owned()),
        (Method::POST, "/sms_confirmations".to_owned()),
    ]
}

/// F031
#[tokio::test]
async fn no_write_is_done_without_the_token_of_this_very_visitor() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let good = hanako.csrf_token().await;
    let bad = [
        Csrf::None,
        Csrf::Token(String::new()),
        Csrf::Token("x".to_owned()),
        Csrf::Token(kenji.csrf_token().await),
        Csrf::Token(good.to_ascii_lowercase()),
        Csrf::Token(format!("{good} ")),
        Csrf::Token(format!("{good}A")),
    ];
    let before = app.state().await;
    for (method, path) in writes(&uid) {
        for (number, csrf) in bad.iter().enumerate() {
            // Header values lose spaces at their ends: that one is the good token.
            if number == 5 {
                continue;
            }
            let call = hanako.call(method.clone(), &path).json(&all_ticked()).csrf(csrf.clone());
            call.send().await.refused(422, "csrf");
        }
    }
    assert_eq!(app.state().await, before);
    assert_eq!(
        hanako.get("/users/upcoming_reservations").await.data()["reservations"][0]["uid"],
        uid,
        "still signed in"
    );
    app.end().await;
}

#[tokio::test]
async fn the_token_may_come_as_a_header_or_as_a_field_of_any_body() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("/r/sushi-test/reservations/{uid}/retry_3ds");
    let body = json!({ "redirect_to": "/" });
    let call = || hanako.call(Method::POST, &path);
    call().json(&body).csrf(Csrf::Header).send().await.is(200);
    call().json(&body).csrf(Csrf::Field).send().await.is(200);
    call().form(&[("redirect_to", "/")]).csrf(Csrf::Field).send().await.is(200);
    call().multipart(&[("redirect_to", "/")]).csrf(Csrf::Field).send().await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_visitor_who_was_never_here_has_no_token_to_show() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let token = hanako.csrf_token().await;
    let stranger = app.anonymous();
    let call = stranger.call(Method::POST, "/users/sign_in").json(&json!({})).csrf(Csrf::Token(token));
    call.send().await.refused(422, "csrf");
    stranger.set_cookie("seki_visitor", "short");
    let call = stranger.call(Method::POST, "/users/sign_in").json(&json!({})).csrf(Csrf::None);
    call.send().await.refused(422, "csrf");
    app.end().await;
}

#[tokio::test]
async fn what_a_browser_says_comes_from_another_site_is_refused_with_token_and_all() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let before = app.state().await;
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.test")] {
        let reply = hanako.call(Method::DELETE, &format!("{RESERVATIONS}/{uid}")).header(name, value).send().await;
        assert_eq!(reply.status, 403, "{name}: {}", reply.body);
    }
    assert_eq!(app.state().await, before);
    hanako
        .call(Method::DELETE, &format!("{RESERVATIONS}/{uid}"))
        .header("sec-fetch-site", "same-origin")
        .send()
        .await
        .is(204);
    app.end().await;
}

/// F031, F178, F205: whatever the document of the calls lists, now or later.
#[tokio::test]
async fn no_documented_write_is_heard_without_a_token() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner(&restaurant).await;
    app.admin_beside(&owner).await;
    let document = serde_json::to_value(web_server::router::openapi()).expect("a document");
    let calls = document["paths"].as_object().expect("paths").iter();
    let mut refused = 0;
    // Apple's answer comes from Apple's site; it does nothing by itself (tests of `accounts::apple`).
    let is_ours = |path: &str| {
        !path.starts_with("/webhooks/") && !path.starts_with("/dev/") && path != "/users/auth/apple/callback"
    };
    for (path, methods) in calls.filter(|(path, _)| is_ours(path)) {
        let address = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let address = address.collect::<Vec<_>>().join("/");
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            if methods.get(method.as_str().to_ascii_lowercase()).is_some() {
                let reply = owner.call(method, &address).json(&json!({})).csrf(Csrf::None).send().await;
                reply.refused(422, "csrf");
                refused += 1;
            }
        }
    }
    assert!(refused >= 75, "{refused} writes");
    app.end().await;
}
