//! The first screen of a public page, before its application loads (docs/decisions/0013): the demo's drawings are in tests/dist.

use tests::{Persona, RestaurantSpec, TestApp};

/// Returns the content of the application's element; none if that element is empty.
async fn drawn(visitor: &Persona, path: &str) -> Option<String> {
    let page = visitor.open(path).await;
    let html = page.is(200).body.replace("&#x2f;", "/");
    let (_, rest) = html.split_once("<div id=\"root\" data-drawn>")?;
    Some(rest.split_once("</div>").expect("its end").0.trim().to_owned())
}

async fn with_a_restaurant() -> TestApp {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app
}

#[tokio::test]
async fn public_page_has_content_before_its_application_loads() {
    let app = with_a_restaurant().await;
    let visitor = app.anonymous();
    let named = |prefix: &str| format!("<a href=\"{prefix}/users/sign_up\">試し鮨</a>");
    assert_eq!(drawn(&visitor, "/r/sushi-test").await.unwrap(), named("") + "<aside>Cookie</aside>");
    assert_eq!(drawn(&visitor, "/ja/r/sushi-test").await.unwrap(), named("/ja") + "<aside>Cookie</aside>");
    let home = drawn(&visitor, "/ja/").await.unwrap();
    assert_eq!(home, "<ul><li><a href=\"/ja/r/sushi-test\">試し鮨</a></li></ul>");
    visitor.post("/users/api/cookie_storage_agreements", &serde_json::json!({})).await.is(201);
    assert_eq!(drawn(&visitor, "/ja/r/sushi-test").await.unwrap(), named("/ja"));
    app.end().await;
}

#[tokio::test]
async fn only_plain_visitor_pages_are_prerendered() {
    let app = with_a_restaurant().await;
    let visitor = app.anonymous();
    for path in ["/?keyword=sushi", "/r/sushi-test?month=2026-12", "/users/sign_in", "/en/r/sushi-test"] {
        assert_eq!(drawn(&visitor, path).await, None, "{path}");
    }
    let diner = app.diner("first-screen").await;
    assert_eq!(drawn(&diner, "/r/sushi-test").await, None, "signed in");
    app.end().await;
}

#[tokio::test]
async fn a_name_that_looks_like_markup_or_a_template_is_a_name() {
    let app = with_a_restaurant().await;
    app.execute("UPDATE restaurants SET name_ja = '<b>{{ csrf_token }}</b>'").await;
    let html = drawn(&app.anonymous(), "/r/sushi-test").await.unwrap();
    assert!(html.contains("&lt;b&gt;{{ csrf_token }}&lt;/b&gt;"), "{html}");
    app.end().await;
}
