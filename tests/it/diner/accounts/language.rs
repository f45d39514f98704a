use serde_json::{Value, json};
use tests::{PASSWORD, Result, TestApp, World};

use super::people::{sign_in, signed_up};

/// F030
#[tokio::test]
async fn the_language_follows_the_address_and_is_remembered() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    assert_eq!(visitor.get("/users/sign_up").await?.json["locale"], "ja");
    let english = visitor.get("/en/users/sign_up").await?;
    assert_eq!(english.json["locale"], "en");
    assert_eq!(english.json["data"]["prefectures"][12]["label"], "Tokyo");
    assert!(visitor.open("/en/users/sign_up").await?.text.contains("<html lang=\"en\">"));
    assert_eq!(visitor.get("/users/sign_up").await?.json["locale"], "en", "remembered");
    let refused = visitor.post("/users", json!({})).await?;
    assert_eq!(refused.json["fields"]["email"], "This is not a valid email address.");
    assert_eq!(visitor.get("/users/sign_up?locale=ja").await?.json["locale"], "ja");
    assert_eq!(visitor.get("/users/sign_up?locale=fr").await?.json["locale"], "ja", "unknown ones are ignored");
    assert_eq!(visitor.get("/fr/users/sign_up").await?.status, 404);
    world.end().await
}

/// Gaps G020: what was chosen in the browser, then the account's.
#[tokio::test]
async fn an_account_brings_its_language_to_a_new_device() -> Result<()> {
    let world = World::start().await?;
    signed_up(&world, "emma@seki.test").await?;
    sqlx::query("UPDATE profiles SET locale = 'en'").execute(&world.pool).await?;
    let device = world.visitor();
    let first = device.open("/").await?;
    let cookies: Vec<_> = first.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok()).collect();
    assert!(!cookies.iter().any(|cookie| cookie.starts_with("seki_locale")), "no language was chosen: {cookies:?}");
    sign_in(&device, "emma@seki.test", PASSWORD).await?;
    assert_eq!(device.get("/users/profile").await?.json["locale"], "en");
    device.delete("/users/sign_out").await?;
    assert_eq!(device.get("/").await?.json["locale"], "ja", "the account's language leaves with it");
    assert_eq!(device.get("/?locale=ja").await?.json["locale"], "ja");
    sign_in(&device, "emma@seki.test", PASSWORD).await?;
    assert_eq!(device.get("/users/profile").await?.json["locale"], "ja", "a choice overrides the account's language");
    world.end().await
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
    let offered = async |visitor: &tests::Persona, listed: &str| {
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
