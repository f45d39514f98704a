//! Rejected requests: signed out, not found, not allowed.

use reqwest::Method;
use serde_json::json;
use tests::{DAY, RestaurantSpec, TestApp};

/// F048
#[tokio::test]
async fn signed_out_requests_redirect_or_get_401() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let paths = [
        "/r/sushi-test/reservations/new?ticket_code=T1",
        "/r/sushi-test/reservations/new?raffle_round_registration_id=1",
        "/r/sushi-test/reservations/whatever/review",
        "/users/upcoming_reservations",
        "/users/reservations/whatever",
        "/users/profile/credit_card/edit",
        "/users/customers",
    ];
    for path in paths {
        let visitor = app.anonymous();
        visitor.open(path).await.goes_to("/users/sign_in");
        assert!(visitor.cookie("seki_return_to").is_some(), "the way back is kept");
        visitor.get(path).await.refused(401, "sign_in_required");
        visitor.set_cookie("seki_diner", "not-a-session");
        visitor.get(path).await.refused(401, "sign_in_required");
    }
    app.end().await;
}

#[tokio::test]
async fn a_session_ends_with_its_thirty_days() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    app.advance(30 * DAY - 1);
    hanako.get("/users/upcoming_reservations").await.is(200);
    app.advance(1);
    hanako.get("/users/upcoming_reservations").await.refused(401, "sign_in_required");
    app.end().await;
}

/// F032
#[tokio::test]
async fn missing_resources_get_404_as_json_and_page() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec { slug: "hidden-test", visibility: "hidden", ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let paths = [
        "/nothing",
        "/r",
        "/r/no-such-place",
        "/r/hidden-test",
        "/r/hidden-test/reservations/new",
        "/r/%00",
        "/r/..%2f..%2fetc%2fpasswd",
        "/r/%F0%9F%8D%A3",
        "/users/api/nothing",
        "/users/reservations/nothing",
        "/assets/nothing.js",
    ];
    for path in paths {
        let json = hanako.get(path).await;
        assert_eq!(json.status, 404, "{path}: {}", json.body);
        let html = hanako.open(path).await;
        assert_eq!(html.status, 404, "{path}");
        if !path.starts_with("/assets") {
            json.refused(404, "not_found");
            let is_call = path.starts_with("/users/api");
            if !is_call {
                let page = html.embedded();
                assert_eq!((&page["page"], &page["data"]["status"]), (&json!("error"), &json!(404)), "{path}");
                assert!(html.body.contains("noindex"), "{path}");
            }
        }
    }
    app.end().await;
}

#[tokio::test]
async fn a_method_that_an_address_does_not_know_is_refused() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    for (method, path) in
        [(Method::PUT, "/"), (Method::DELETE, "/users/upcoming_reservations"), (Method::GET, "/users/api/reservations")]
    {
        let reply = hanako.call(method.clone(), path).csrf(tests::Csrf::Header).send().await;
        reply.refused(405, "method_not_allowed");
    }
    app.end().await;
}

#[tokio::test]
async fn unlisted_restaurant_is_reachable_by_address() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec { slug: "quiet-test", visibility: "unlisted", ..RestaurantSpec::default() }).await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/").await.data()["total_count"], 0);
    let page = visitor.open("/r/quiet-test").await;
    assert!(page.is(200).body.contains("noindex"));
    app.end().await;
}
