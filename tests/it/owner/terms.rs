//! The terms that an owner agrees to at the first sign-in (F113).

use reqwest::Method;
use serde_json::json;
use tests::{PASSWORD, RestaurantSpec, TestApp};

/// F113
#[tokio::test]
async fn console_requires_terms_until_accepted() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, false).await;
    let owner = app.anonymous();
    owner.sign_in_as_owner(&email, PASSWORD).await.is(200);
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

/// G001: the page shows the modal; the server enforces the rule.
#[tokio::test]
async fn nothing_is_written_before_and_everything_may_be_read() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, false).await;
    let owner = app.anonymous();
    owner.sign_in_as_owner(&email, PASSWORD).await.is(200);
    let day = format!("/owners/daily_calendars/{}", app.day(1));
    for page in ["/owners", day.as_str(), "/owners/reach/edit", "/owners/security_settings"] {
        owner.get(page).await.is(200);
    }
    let before = app.state().await;
    let closing = json!({ "restaurant_calendar_date": { "date": app.day(1), "is_closed": true } });
    let feed = json!({ "reach": { "is_in_availability_feed": true } });
    let close = || owner.call(Method::POST, "/owners/api/restaurant_calendar_dates/create_is_closed").json(&closing);
    let list = || owner.call(Method::PATCH, "/owners/api/reach/sushi-test").json(&feed);
    let leave = || owner.call(Method::DELETE, "/owners/security_settings/sessions");
    for refused in [close().send().await, list().send().await, leave().send().await] {
        let problem = refused.refused(403, "terms_not_agreed");
        assert_eq!(problem["redirect_to"], "/owners", "the page that asks for them");
    }
    let page = owner.submit("/owners/security_settings/sessions", &[("_method", "delete")]).await;
    assert_eq!(page.status, 403);
    assert_eq!(page.embedded()["session"]["has_agreed_to_terms"], false, "the page of the refusal asks for them");
    assert_eq!(app.state().await, before);
    owner.post("/owners/accounts/terms_agreed", &json!({})).await.is(200);
    close().send().await.is(201);
    list().send().await.is(200);
    app.end().await;
}

/// G043: an impersonating admin has another contract, and need not accept the terms.
#[tokio::test]
async fn impersonating_admin_skips_owner_terms() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.owner_with_password(&restaurant, false).await;
    let admin = app.admin().await;
    let id = app.count("SELECT max(id) FROM owners").await;
    let path = format!("/admin/owners/{id}/login_as?owners_restaurant_slug={}", restaurant.slug);
    admin.post(&path, &tests::justified(json!({}))).await.is(200);
    let feed = json!({ "reach": { "is_in_availability_feed": true } });
    admin.patch("/owners/api/reach/sushi-test", &feed).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn accepting_terms_needs_session() {
    let app = TestApp::start().await;
    let stranger = app.anonymous();
    stranger.post("/owners/accounts/terms_agreed", &json!({})).await.refused(401, "sign_in_required");
    app.end().await;
}
