//! The mailed links: confirming an address, setting a new password.

use serde_json::{Value, json};
use tests::{PASSWORD, Result, Visitor, World};

use super::people::{is_signed_in, sign_in, signed_up};

const EMAIL: &str = "hanako@seki.test";

/// The path of the link in the newest mail after `seen` of them.
async fn mailed_link(world: &World, seen: usize) -> Result<String> {
    let mail = world.message_to(EMAIL, seen).await?;
    let text = mail["text"].as_str().unwrap_or_default();
    let link = text.lines().find(|line| line.contains("_token=")).unwrap_or_default().trim();
    Ok(link.trim_start_matches(world.config.base_url.as_str()).to_owned())
}

async fn ask_for_link(visitor: &Visitor, email: &str) -> Result<tests::VisitorReply> {
    visitor.post("/users/password", json!({ "user": { "email": email } })).await
}

async fn set_password(
    visitor: &Visitor,
    token: &str,
    password: &str,
    confirmation: &str,
) -> Result<tests::VisitorReply> {
    let user = json!({ "reset_password_token": token, "password": password, "password_confirmation": confirmation });
    visitor.patch("/users/password", json!({ "user": user })).await
}

#[tokio::test]
async fn the_link_of_the_first_mail_confirms_the_address() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, EMAIL).await?;
    let page = "/users/after_registrations/confirm_email";
    let before = visitor.get(page).await?;
    assert_eq!(before.json["data"], json!({ "email": EMAIL, "confirmed": false, "continuing": null }));
    assert_eq!(before.json["session"]["user"]["email_confirmed"], false);
    let link = mailed_link(&world, 0).await?;
    let forged = visitor.open(&format!("{link}x")).await?;
    assert_eq!(forged.status, 303);
    assert_eq!(visitor.get(page).await?.json["flash"][0]["kind"], "alert");
    let followed = visitor.open(&link).await?;
    assert_eq!((followed.status, followed.location()), (303, page));
    let after = visitor.get(page).await?;
    assert_eq!((&after.json["data"]["confirmed"], &after.json["flash"][0]["kind"]), (&json!(true), &json!("notice")));
    let elsewhere = world.visitor();
    assert_eq!(elsewhere.open(&link).await?.location(), "/", "the mail may be read on another device, twice");
    assert_eq!(elsewhere.get("/").await?.json["flash"][0]["kind"], "notice");
    world.end().await
}

#[tokio::test]
async fn confirmation_mail_resend_is_limited() -> Result<()> {
    let world = World::start().await?;
    let visitor = signed_up(&world, EMAIL).await?;
    let path = "/users/after_registrations/confirm_email";
    assert_eq!(world.visitor().post(path, Value::Null).await?.status, 401);
    for _ in 0..5 {
        let answer = visitor.post(path, Value::Null).await?;
        assert!(answer.status == 200 && answer.json["message"].is_string(), "{}", answer.text);
    }
    assert_eq!(visitor.post(path, Value::Null).await?.status, 429);
    world.advance(chrono::Duration::days(3));
    let link = mailed_link(&world, 5).await?;
    visitor.open(&link).await?;
    assert_eq!(visitor.get(path).await?.json["data"]["confirmed"], false, "links run out");
    world.end().await
}

#[tokio::test]
async fn password_reset_ends_all_sessions() -> Result<()> {
    let world = World::start().await?;
    let signed_in = signed_up(&world, EMAIL).await?;
    world.message_to(EMAIL, 0).await?;
    let visitor = world.visitor();
    let asked = ask_for_link(&visitor, EMAIL).await?;
    let unknown = ask_for_link(&visitor, "nobody@seki.test").await?;
    assert_eq!((asked.status, &asked.json), (200, &unknown.json), "the response does not reveal the account");
    let link = mailed_link(&world, 1).await?;
    let page = visitor.get(&link).await?;
    assert_eq!(page.json["data"]["valid"], true);
    let token = page.json["data"]["reset_password_token"].as_str().unwrap().to_owned();
    assert_eq!(set_password(&visitor, &token, "short", "short").await?.bad_fields(), ["password"]);
    assert_eq!(
        set_password(&visitor, &token, "Newer-2026", "Newer-2027").await?.bad_fields(),
        ["password_confirmation"]
    );
    assert_eq!(set_password(&visitor, "x.y", "Newer-2026", "Newer-2026").await?.json["code"], "link_invalid");
    let done = set_password(&visitor, &token, "Newer-2026", "Newer-2026").await?;
    assert_eq!((done.status, &done.json["redirect_to"]), (200, &json!("/users/sign_in")), "{}", done.text);
    assert!(!is_signed_in(&signed_in).await?);
    assert_eq!(sign_in(&visitor, EMAIL, PASSWORD).await?.status, 422);
    assert_eq!(sign_in(&visitor, EMAIL, "Newer-2026").await?.status, 200);
    assert_eq!(set_password(&visitor, &token, "Newest-2026", "Newest-2026").await?.json["code"], "link_invalid");
    assert_eq!(visitor.get(&link).await?.json["data"]["valid"], false);
    world.end().await
}

#[tokio::test]
async fn a_link_runs_out_and_gives_way_to_a_newer_one() -> Result<()> {
    let world = World::start().await?;
    signed_up(&world, EMAIL).await?;
    world.message_to(EMAIL, 0).await?;
    let visitor = world.visitor();
    ask_for_link(&visitor, EMAIL).await?;
    let first = mailed_link(&world, 1).await?;
    ask_for_link(&visitor, EMAIL).await?;
    let second = mailed_link(&world, 2).await?;
    assert_eq!(visitor.get(&first).await?.json["data"]["valid"], false);
    assert_eq!(visitor.get(&second).await?.json["data"]["valid"], true);
    world.advance(chrono::Duration::hours(2));
    assert_eq!(visitor.get(&second).await?.json["data"]["valid"], false);
    let blank = ask_for_link(&visitor, " ").await?;
    assert_eq!((blank.status, blank.bad_fields()), (422, vec!["email"]));
    assert_eq!(visitor.get("/users/password/edit").await?.json["data"]["valid"], false);
    world.end().await
}

#[tokio::test]
async fn mails_are_written_in_their_readers_language_and_recognisable() -> Result<()> {
    let world = World::start().await?;
    signed_up(&world, EMAIL).await?;
    let mail = world.message_to(EMAIL, 0).await?;
    assert_eq!(mail["subject"], "【席】メールアドレスのご確認");
    assert!(mail["text"].as_str().unwrap().starts_with("山田 花子 様"));
    assert!(mail["html"].as_str().unwrap().contains("lang=\"ja\""));
    let rows = world.count("SELECT count(*) FROM mail_deliveries WHERE context::text LIKE '%seki.test%'").await?;
    assert_eq!(rows, 0, "contexts hold ids only");
    world.end().await
}
