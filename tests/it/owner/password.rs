//! An owner's forgotten password.

use serde_json::json;
use tests::{HOUR, PASSWORD, Persona, Reply, RestaurantSpec, TestApp};

async fn ask(persona: &Persona, email: &str) -> Reply {
    persona.post("/owners/password", &json!({ "owner": { "email": email } })).await
}

async fn set(persona: &Persona, token: &str, password: &str) -> Reply {
    let owner = json!({ "reset_password_token": token, "password": password, "password_confirmation": password });
    persona.patch("/owners/password", &json!({ "owner": owner })).await
}

/// The token of the newest mail to an address after `seen` of them.
async fn mailed_token(app: &TestApp, email: &str, seen: usize) -> String {
    let mail = app.outside.message_to(email, seen).await;
    let text = mail["text"].as_str().unwrap().to_owned();
    let line = text.lines().find(|line| line.contains("/owners/password/edit")).expect("a link").to_owned();
    line.split_once("reset_password_token=").expect("a token").1.trim().to_owned()
}

#[tokio::test]
async fn the_link_of_the_mail_sets_a_new_password_once() {
    let app = TestApp::with_jobs().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let (owner, elsewhere) = (app.anonymous(), app.anonymous());
    elsewhere.sign_in_as_owner(&email, PASSWORD).await.is(200);
    ask(&owner, &email.to_uppercase()).await.is(200);
    let token = mailed_token(&app, &email, 0).await;
    let guessed = "INSERT INTO rate_limits (bucket, hits, expires_at)
                   SELECT 'factor_tries:owner:' || min(id), 30, '2099-01-01' FROM owners";
    app.execute(guessed).await;
    let page = owner.get(&format!("/owners/password/edit?reset_password_token={token}")).await;
    assert_eq!(page.data()["valid"], true);
    set(&owner, &token, "weak").await.refused(422, "invalid_input");
    for wrong in ["", "x.y", &token.replace('.', "_"), &format!("{token}x")] {
        set(&owner, wrong, "Newer-2026").await.refused(422, "link_invalid");
    }
    let (first, second) = tokio::join!(set(&owner, &token, "Newer-2026"), set(&elsewhere, &token, "Other-2026"));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422], "a link is good once, also for two at a time");
    let left = "SELECT count(*) FROM rate_limits WHERE bucket LIKE 'factor_tries:owner:%' AND hits = 30";
    assert_eq!(app.count(left).await, 1, "a reset of the password does not reset the attempts for the app's codes");
    let mail = app.outside.message_to(&email, 1).await;
    assert!(mail["subject"].as_str().unwrap().contains("パスワードが変更されました"), "{mail}");
    elsewhere.get("/owners").await.refused(401, "sign_in_required");
    let page = owner.get(&format!("/owners/password/edit?reset_password_token={token}")).await;
    assert_eq!(page.data()["valid"], false);
    let chosen = if first.status == 200 { "Newer-2026" } else { "Other-2026" };
    owner.sign_in_as_owner(&email, PASSWORD).await.refused(422, "bad_credentials");
    owner.sign_in_as_owner(&email, chosen).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn reset_reveals_no_account_and_rejects_old_links() {
    let app = TestApp::with_jobs().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    let known = ask(&owner, &email).await.is(200).json();
    assert_eq!(known, ask(&owner, "nobody@seki.test").await.is(200).json());
    ask(&owner, " ").await.refused(422, "invalid_input");
    let token = mailed_token(&app, &email, 0).await;
    for _ in 0..4 {
        ask(&owner, &email).await.is(200);
    }
    let mails = "SELECT count(*) FROM mail_deliveries WHERE template = 'password_reset' AND recipient LIKE 'owner%'";
    assert_eq!(app.count(mails).await, 3, "three in ten minutes");
    app.advance(2 * HOUR);
    set(&owner, &token, "Newer-2026").await.refused(422, "link_invalid");
    app.end().await;
}
