use serde_json::{Value, json};
use tests::{PASSWORD, Persona, TestApp};

use super::people::signed_up;

/// F030
#[tokio::test]
async fn the_language_follows_the_address_and_is_remembered() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    assert_eq!(visitor.get("/users/sign_up").await.json()["locale"], "ja");
    let english = visitor.get("/en/users/sign_up").await;
    assert_eq!(english.json()["locale"], "en");
    assert_eq!(english.data()["prefectures"][12]["label"], "Tokyo");
    assert!(visitor.open("/en/users/sign_up").await.body.contains("<html lang=\"en\">"));
    assert_eq!(visitor.get("/users/sign_up").await.json()["locale"], "en", "remembered");
    let refused = visitor.post("/users", &json!({})).await;
    assert_eq!(refused.json()["fields"]["email"], "This is not a valid email address.");
    assert_eq!(visitor.get("/users/sign_up?locale=ja").await.json()["locale"], "ja");
    assert_eq!(visitor.get("/users/sign_up?locale=fr").await.json()["locale"], "ja", "unknown ones are ignored");
    visitor.get("/fr/users/sign_up").await.is(404);
    app.end().await;
}

/// Gaps G020: what was chosen in the browser, then the account's.
#[tokio::test]
async fn an_account_brings_its_language_to_a_new_device() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "emma@seki.test").await;
    app.execute("UPDATE profiles SET locale = 'en'").await;
    let device = app.anonymous();
    let first = device.open("/").await;
    let cookies: Vec<_> = first.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok()).collect();
    assert!(!cookies.iter().any(|cookie| cookie.starts_with("seki_locale")), "no language was chosen: {cookies:?}");
    device.sign_in_as_diner("emma@seki.test", PASSWORD).await;
    assert_eq!(device.get("/users/profile").await.json()["locale"], "en");
    device.delete("/users/sign_out").await;
    assert_eq!(device.get("/").await.json()["locale"], "ja", "the account's language leaves with it");
    assert_eq!(device.get("/?locale=ja").await.json()["locale"], "ja");
    device.sign_in_as_diner("emma@seki.test", PASSWORD).await;
    assert_eq!(device.get("/users/profile").await.json()["locale"], "ja", "a choice overrides the account's language");
    app.end().await;
}

/// The address chose it, wherever the address leads.
#[tokio::test]
async fn redirects_keep_the_language() {
    let app = TestApp::start().await;
    for (address, status) in [("/en/admin", 303), ("/en/admin/restaurants", 302), ("/en/owners", 302)] {
        let visitor = app.anonymous();
        let call = visitor.call(reqwest::Method::GET, address).header("accept", "text/html");
        assert_eq!(call.send().await.status, status, "{address}");
        assert_eq!(visitor.cookie("seki_locale").as_deref(), Some("en"), "{address}");
        assert_eq!(visitor.get("/admin/sign_in").await.is(200).json()["locale"], "en", "{address}");
    }
    app.end().await;
}

#[tokio::test]
async fn the_browsers_language_is_offered_until_one_is_chosen() {
    let app = TestApp::start().await;
    let offered = async |visitor: &Persona, listed: &str| {
        let call = visitor.call(reqwest::Method::GET, "/").header("accept-language", listed);
        let page = call.send().await.is(200).json();
        assert_eq!(page["locale"], "ja");
        page["session"]["offered_locale"].clone()
    };
    let visitor = app.anonymous();
    for (listed, wanted) in [
        ("en-US,en;q=0.9", json!("en")),
        ("fr,ja;q=0.5", json!("en")),
        ("ja,en;q=0.9", Value::Null),
        ("en;q=0.4, ja-JP;q=0.8", Value::Null),
        ("*", Value::Null),
        ("en;q=x", Value::Null),
        ("", Value::Null),
    ] {
        assert_eq!(offered(&visitor, listed).await, wanted, "{listed}");
    }
    visitor.get("/?locale=ja").await.is(200);
    assert_eq!(offered(&visitor, "en").await, Value::Null, "to stay is a choice");
    assert_eq!(offered(&app.diner("hanako").await, "en").await, Value::Null);
    app.end().await;
}
