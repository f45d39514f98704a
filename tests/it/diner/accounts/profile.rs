//! The mailed links: confirming an address, setting a new password.

use serde_json::{Value, json};
use tests::{DAY, HOUR, PASSWORD, Persona, Reply, TestApp};

use super::people::signed_up;

const EMAIL: &str = "hanako@seki.test";

/// The path of the link in the newest mail after `seen` of them.
async fn mailed_link(app: &TestApp, seen: usize) -> String {
    let mail = app.outside.message_to(EMAIL, seen).await;
    let text = mail["text"].as_str().unwrap_or_default();
    let link = text.lines().find(|line| line.contains("_token=")).unwrap_or_default().trim();
    link.trim_start_matches(app.config.base_url.as_str()).to_owned()
}

async fn ask_for_link(visitor: &Persona, email: &str) -> Reply {
    visitor.post("/users/password", &json!({ "user": { "email": email } })).await
}

async fn set_password(visitor: &Persona, token: &str, password: &str, confirmation: &str) -> Reply {
    let user = json!({ "reset_password_token": token, "password": password, "password_confirmation": confirmation });
    visitor.patch("/users/password", &json!({ "user": user })).await
}

#[tokio::test]
async fn the_link_of_the_first_mail_confirms_the_address() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let page = "/users/after_registrations/confirm_email";
    let before = visitor.get(page).await;
    assert_eq!(before.data(), json!({ "email": EMAIL, "confirmed": false, "continuing": null }));
    assert_eq!(before.json()["session"]["user"]["email_confirmed"], false);
    let link = mailed_link(&app, 0).await;
    visitor.open(&format!("{link}x")).await.is(303);
    assert_eq!(visitor.get(page).await.json()["flash"][0]["kind"], "alert");
    let followed = visitor.open(&link).await;
    assert_eq!((followed.status, followed.location()), (303, page));
    let after = visitor.get(page).await;
    assert_eq!((&after.data()["confirmed"], &after.json()["flash"][0]["kind"]), (&json!(true), &json!("notice")));
    let elsewhere = app.anonymous();
    assert_eq!(elsewhere.open(&link).await.location(), "/", "the mail may be read on another device, twice");
    assert_eq!(elsewhere.get("/").await.json()["flash"][0]["kind"], "notice");
    app.end().await;
}

#[tokio::test]
async fn confirmation_mail_resend_is_limited() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let path = "/users/after_registrations/confirm_email";
    app.anonymous().post(path, &Value::Null).await.is(401);
    for _ in 0..5 {
        let answer = visitor.post(path, &Value::Null).await;
        assert!(answer.status == 200 && answer.json()["message"].is_string(), "{}", answer.body);
    }
    visitor.post(path, &Value::Null).await.is(429);
    app.advance(3 * DAY);
    let link = mailed_link(&app, 5).await;
    visitor.open(&link).await;
    assert_eq!(visitor.get(path).await.data()["confirmed"], false, "links run out");
    app.end().await;
}

#[tokio::test]
async fn password_reset_ends_all_sessions() {
    let app = TestApp::with_jobs().await;
    let signed_in = signed_up(&app, EMAIL).await;
    app.outside.message_to(EMAIL, 0).await;
    let visitor = app.anonymous();
    let asked = ask_for_link(&visitor, EMAIL).await;
    let unknown = ask_for_link(&visitor, "nobody@seki.test").await;
    assert_eq!((asked.status, &asked.json()), (200, &unknown.json()), "the response does not reveal the account");
    let link = mailed_link(&app, 1).await;
    let page = visitor.get(&link).await;
    assert_eq!(page.data()["valid"], true);
    let token = page.data()["reset_password_token"].as_str().unwrap().to_owned();
    assert_eq!(set_password(&visitor, &token, "short", "short").await.bad_fields(), ["password"]);
    assert_eq!(
        set_password(&visitor, &token, "Newer-2026", "Newer-2027").await.bad_fields(),
        ["password_confirmation"]
    );
    assert_eq!(set_password(&visitor, "x.y", "Newer-2026", "Newer-2026").await.json()["code"], "link_invalid");
    let done = set_password(&visitor, &token, "Newer-2026", "Newer-2026").await;
    assert_eq!(done.is(200).json()["redirect_to"], "/users/sign_in");
    assert!(!signed_in.is_signed_in().await);
    visitor.sign_in_as_diner(EMAIL, PASSWORD).await.is(422);
    visitor.sign_in_as_diner(EMAIL, "Newer-2026").await.is(200);
    assert_eq!(set_password(&visitor, &token, "Newest-2026", "Newest-2026").await.json()["code"], "link_invalid");
    assert_eq!(visitor.get(&link).await.data()["valid"], false);
    app.end().await;
}

#[tokio::test]
async fn a_link_runs_out_and_gives_way_to_a_newer_one() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, EMAIL).await;
    app.outside.message_to(EMAIL, 0).await;
    let visitor = app.anonymous();
    ask_for_link(&visitor, EMAIL).await;
    let first = mailed_link(&app, 1).await;
    ask_for_link(&visitor, EMAIL).await;
    let second = mailed_link(&app, 2).await;
    assert_eq!(visitor.get(&first).await.data()["valid"], false);
    assert_eq!(visitor.get(&second).await.data()["valid"], true);
    app.advance(2 * HOUR);
    assert_eq!(visitor.get(&second).await.data()["valid"], false);
    let blank = ask_for_link(&visitor, " ").await;
    assert_eq!(blank.is(422).bad_fields(), ["email"]);
    assert_eq!(visitor.get("/users/password/edit").await.data()["valid"], false);
    app.end().await;
}

#[tokio::test]
async fn mails_are_written_in_their_readers_language_and_recognisable() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, EMAIL).await;
    let mail = app.outside.message_to(EMAIL, 0).await;
    assert_eq!(mail["subject"], "【席】メールアドレスのご確認");
    assert!(mail["text"].as_str().unwrap().starts_with("山田 花子 様"));
    assert!(mail["html"].as_str().unwrap().contains("lang=\"ja\""));
    let rows = app.count("SELECT count(*) FROM mail_deliveries WHERE context::text LIKE '%seki.test%'").await;
    assert_eq!(rows, 0, "contexts hold ids only");
    app.end().await;
}
