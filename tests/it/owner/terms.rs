//! The terms that an owner agrees to at the first sign-in (F113).

use reqwest::Method;
use serde_json::json;
use tests::{RestaurantSpec, STAFF_PASSWORD, TestApp};

/// F113
#[tokio::test]
async fn the_terms_are_asked_for_until_they_are_agreed_to() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, false).await;
    let owner = app.anonymous();
    let body = json!({ "owner": { "email": email, "password": STAFF_PASSWORD } });
    owner.post("/owners/sign_in", &body).await.is(200);
    assert_eq!(owner.get("/owners").await.json()["session"]["has_agreed_to_terms"], false);
    owner.submit("/owners/accounts/terms_agreed", &[]).await.goes_to("/owners");
    let page = owner.get("/owners").await.is(200).json();
    assert_eq!(page["session"]["has_agreed_to_terms"], true);
    assert_eq!(page["flash"].as_array().map(Vec::len), Some(1), "and is thanked: {page}");
    let agreed = "SELECT extract(epoch FROM terms_agreed_at)::bigint FROM owners";
    let first = app.count(agreed).await;
    app.advance(60);
    owner.post("/owners/accounts/terms_agreed", &json!({})).await.is(200);
    assert_eq!(app.count(agreed).await, first, "the first time counts");
    app.end().await;
}

#[tokio::test]
async fn only_somebody_who_is_signed_in_agrees() {
    let app = TestApp::start().await;
    let stranger = app.anonymous();
    stranger.post("/owners/accounts/terms_agreed", &json!({})).await.refused(401, "sign_in_required");
    app.end().await;
}
