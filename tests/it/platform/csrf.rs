//! Every write requires a token of one of our pages; without it, nothing changes.

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, Options, PASSWORD, Persona, RESERVATIONS, RestaurantSpec, SlotSpec, TestApp, all_ticked};

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
async fn every_write_needs_the_visitors_own_token() {
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
async fn new_visitor_has_no_token() {
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
async fn cross_site_request_is_rejected_even_with_token() {
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

/// F031, F178, F205: every operation of `openapi.json`, including future ones.
#[tokio::test]
async fn every_documented_write_needs_token() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    app.sign_in_admin_as_well(&owner).await;
    let document = serde_json::to_value(web_server::router::openapi()).expect("a document");
    let calls = document["paths"].as_object().expect("paths").iter();
    let mut refused = 0;
    // Apple's response comes from Apple's site; it has no effect by itself (tests of `accounts::apple`).
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

/// Whether the server accepts a token: an unknown address responds with 404 only after the token's check.
async fn is_good(persona: &Persona, token: &str) -> bool {
    let call = persona.call(Method::POST, "/nowhere").json(&json!({})).csrf(Csrf::Token(token.to_owned()));
    let reply = call.send().await;
    assert!([404, 422].contains(&reply.status), "{}", reply.body);
    reply.status == 404
}

#[tokio::test]
async fn a_token_ends_with_the_session_that_it_was_given_in() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let emails = [app.owner_with_password(&restaurant, true).await, app.owner_with_password(&restaurant, true).await];
    let owner = app.anonymous();
    let before = owner.csrf_token().await;
    let signed_in = owner.sign_in_as_owner(&emails[0], PASSWORD).await;
    let within = signed_in.is(200).header("x-csrf-token").to_owned();
    assert!(is_good(&owner, &within).await, "the answer brings the new one");
    assert!(!is_good(&owner, &before).await, "the one of before the sign-in");
    owner.sign_in_as_owner(&emails[1], PASSWORD).await.is(200);
    assert!(!is_good(&owner, &within).await, "the one of the other account");
    let second = owner.csrf_token().await;
    owner.delete("/owners/sign_out").await.is(200);
    assert!(!is_good(&owner, &second).await, "the one of before the sign-out");
    assert!(
        is_good(&owner, &owner.csrf_token().await).await && is_good(&owner, &before).await,
        "the token of no session again"
    );
    let form = [("owner[email]", emails[0].as_str()), ("owner[password]", PASSWORD)];
    owner.submit("/owners/sign_in", &form).await.goes_to("/owners");
    owner.submit("/owners/sign_out", &[("_method", "delete")]).await.goes_to("/owners/sign_in");
    app.end().await;
}

#[tokio::test]
async fn stale_tab_gets_new_token_on_reload() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let hanako = app.diner("hanako").await;
    let page = "/users/upcoming_reservations";
    let stale = hanako.get(page).await.is(200).json()["csrf_token"].as_str().expect("a token").to_owned();
    hanako.sign_in_as_owner(&email, PASSWORD).await.is(200);
    let write = |token: &str| {
        let call = hanako.call(Method::POST, "/users/api/customers").csrf(Csrf::Token(token.to_owned()));
        call.json(&json!({ "restaurant_slug": restaurant.slug, "customer": { "shop_notification": true } }))
    };
    write(&stale).send().await.refused(422, "csrf");
    let again = hanako.get(page).await.is(200).json();
    assert_eq!(again["session"]["user"]["email"], hanako.email, "still the same person");
    write(again["csrf_token"].as_str().expect("a token")).send().await.is(201);
    app.end().await;
}

/// A compressed page is smaller if a guess is right, so no two pages may contain the same characters of a token.
#[tokio::test]
async fn masked_tokens_differ_per_page_and_all_verify() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let token = hanako.get("/").await.json()["csrf_token"].as_str().expect("a token").to_owned();
        assert!(is_good(&hanako, &token).await);
        assert!(seen.iter().all(|other: &String| shared(other, &token) < 8), "{token} begins as {seen:?}");
        seen.insert(token);
    }
    let halves = hanako.csrf_token().await;
    assert!(!is_good(&hanako, &halves[..32]).await && !is_good(&hanako, &halves.repeat(2)).await, "of another length");
    app.end().await;
}

/// How many places of two texts have the same character in a row.
fn shared(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes()).map(|(one, other)| one == other);
    let runs = same.scan(0, |run, is_same| {
        *run = if is_same { *run + 1 } else { 0 };
        Some(*run)
    });
    runs.max().unwrap_or_default()
}

#[tokio::test]
async fn planted_visitor_cookie_is_useless() {
    let app = TestApp::start().await;
    let (thief, hanako) = (app.anonymous(), app.diner("hanako").await);
    let token = thief.csrf_token().await;
    hanako.set_cookie("seki_visitor", &thief.cookie("seki_visitor").expect("a visitor"));
    let call = hanako.call(Method::DELETE, "/users/sign_out").csrf(Csrf::Token(token.clone()));
    call.send().await.refused(422, "csrf");
    assert!(hanako.is_signed_in().await);

    let settings = &[("SEKI_BASE_URL", "https://seki.example.jp")];
    let safe = TestApp::with(Options { settings, ..Options::default() }).await;
    let browser = safe.anonymous();
    let page = browser.get("/").await;
    let own = page.json()["csrf_token"].as_str().expect("a token").to_owned();
    let visitor = browser.cookie("__Host-seki_visitor").expect("a visitor");
    for (name, status, code) in [("__Host-seki_visitor", 404, "not_found"), ("seki_visitor", 422, "csrf")] {
        let other = safe.anonymous();
        other.set_cookie(name, &visitor);
        let call = other.call(Method::POST, "/nowhere").json(&json!({})).csrf(Csrf::Token(own.clone()));
        call.send().await.refused(status, code);
    }
    safe.end().await;
    app.end().await;
}
