use anyhow::Result;
use serde_json::json;
use tests::World;

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
    assert_eq!(refused.json["fields"]["email"], "This is not a valid e-mail address.");
    assert_eq!(visitor.get("/users/sign_up?locale=ja").await?.json["locale"], "ja");
    assert_eq!(visitor.get("/users/sign_up?locale=fr").await?.json["locale"], "ja", "unknown ones are ignored");
    assert_eq!(visitor.get("/fr/users/sign_up").await?.status, 404);
    world.end().await
}
