//! Sign-in of the owner console (F110, F178).

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, PASSWORD, RestaurantSpec, TestApp};

#[tokio::test]
async fn an_owner_signs_in_and_out_by_form_and_by_json() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    assert_eq!(owner.get("/owners/sign_in").await.is(200).json()["page"], "owner_sign_in");
    let reply = owner.sign_in_as_owner(&email.to_uppercase(), PASSWORD).await;
    assert_eq!(reply.is(200).json()["redirect_to"], "/owners");
    assert_eq!(owner.get("/owners").await.is(200).json()["session"]["email"], email);
    owner.open("/owners/sign_in").await.goes_to("/owners");
    assert_eq!(owner.delete("/owners/sign_out").await.is(200).json()["redirect_to"], "/owners/sign_in");
    owner.get("/owners").await.refused(401, "sign_in_required");
    let fields = [("owner[email]", email.as_str()), ("owner[password]", PASSWORD)];
    owner.submit("/owners/sign_in", &fields).await.goes_to("/owners");
    owner.submit("/owners/sign_out", &[("_method", "delete")]).await.goes_to("/owners/sign_in");
    app.end().await;
}

/// F110
#[tokio::test]
async fn sign_in_rejects_other_accounts() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let stranger = app.anonymous();
    for (email, password) in [(email.as_str(), "Wrong-2026"), ("nobody@seki.test", PASSWORD), ("", "")] {
        stranger.sign_in_as_owner(email, password).await.refused(422, "bad_credentials");
    }
    for body in [json!({}), json!({ "owner": {} }), json!({ "owner": { "email": "a\u{0}@b.c", "password": "x" } })] {
        assert_eq!(stranger.post("/owners/sign_in", &body).await.status, 422, "{body}");
    }
    stranger.open("/owners").await.goes_to("/owners/sign_in");
    let hanako = app.diner("hanako").await;
    hanako.get("/owners").await.refused(401, "sign_in_required");
    hanako.open("/owners").await.goes_to("/owners/sign_in");
    app.end().await;
}

#[tokio::test]
async fn sign_in_returns_to_the_redirecting_page() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    owner.open("/owners?week=1").await.goes_to("/owners/sign_in");
    let reply = owner.sign_in_as_owner(&email, PASSWORD).await;
    assert_eq!(reply.is(200).json()["redirect_to"], "/owners?week=1");
    app.end().await;
}

/// F178
#[tokio::test]
async fn a_write_without_its_token_changes_nothing() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let calls = [
        (Method::POST, "/owners/sign_in"),
        (Method::DELETE, "/owners/sign_out"),
        (Method::POST, "/owners/accounts/terms_agreed"),
    ];
    for (method, path) in calls {
        owner.call(method, path).csrf(Csrf::None).json(&json!({})).send().await.refused(422, "csrf");
    }
    owner.get("/owners").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn ten_wrong_passwords_lock_the_account() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let guesser = app.anonymous();
    for _ in 0..10 {
        guesser.sign_in_as_owner(&email, "Wrong-2026").await.refused(422, "bad_credentials");
    }
    guesser.sign_in_as_owner(&email, PASSWORD).await.refused(429, "account_locked");
    app.advance(15 * 60);
    guesser.sign_in_as_owner(&email, PASSWORD).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn strangers_guesses_do_not_lock_a_known_device() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let (own, stranger) = (app.anonymous(), app.anonymous());
    own.sign_in_as_owner(&email, PASSWORD).await.is(200);
    own.delete("/owners/sign_out").await.is(200);
    for _ in 0..10 {
        stranger.sign_in_as_owner(&email, "Wrong-2026").await.refused(422, "bad_credentials");
    }
    stranger.sign_in_as_owner(&email, PASSWORD).await.refused(429, "account_locked");
    let forged = own.cookie("seki_device").expect("a browser that is known").replace('.', "A.");
    stranger.set_cookie("seki_device", &forged);
    stranger.sign_in_as_owner(&email, PASSWORD).await.refused(429, "account_locked");
    own.sign_in_as_owner(&email, PASSWORD).await.is(200);
    app.end().await;
}
