//! Accounts whose address is unconfirmed: a stranger may have signed up with it, so they accept no second factor, and a new password by mail
//! removes what was added before.

use serde_json::{Value, json};
use tests::{Authenticator, PASSWORD, Persona, SecurityKey, TestApp, eventually};

use super::people::{confirm_addresses, signed_up};

const EMAIL: &str = "hanako@seki.test";
const SETTINGS: &str = "/users/profile/security_settings";
const NEW_PASSWORD: &str = "Newer-2026";
const FACTORS: &str = "SELECT (SELECT count(*) FROM authenticators) + (SELECT count(*) FROM recovery_codes)
    + (SELECT count(*) FROM passkeys)";
const WITH_APPLE: &str = "SELECT count(*) FROM users WHERE provider = 'apple' AND provider_uid = 'apple-1'";
const CLAIMED: &str = "SELECT count(*) FROM audit_events WHERE action = 'account.claimed' AND actor = 'diner'";

/// Waits for a mail with a link, and returns the value of a parameter of the link.
async fn mailed_token(app: &TestApp, parameter: &str) -> String {
    let token = async || {
        let mails = app.outside.inbox(EMAIL).await;
        let mut lines = mails.iter().filter_map(|mail| mail["text"].as_str()).flat_map(str::lines);
        lines.find_map(|line| line.split_once(parameter)).map(|(_, token)| token.trim().to_owned())
    };
    eventually(&format!("a mail with {parameter}"), async || token().await.is_some()).await;
    token().await.expect("a link")
}

/// Begins to register a passkey next to the app; returns the body that completes it once.
async fn passkey(app: &TestApp, person: &Persona) -> Value {
    let proof = json!({ "current_password": PASSWORD });
    let begun = person.post(&format!("{SETTINGS}/passkeys/options"), &proof).await.is(200).json();
    let credential = SecurityKey::named(app, "a").create(&begun["options"]);
    json!({ "name": "鍵", "credential": credential })
}

/// Adds an app, a passkey and a sign-in with Apple.
async fn add_factors(app: &TestApp, person: &Persona) {
    confirm_addresses(app).await;
    person.add_authenticator(app, SETTINGS).await;
    person.post(&format!("{SETTINGS}/passkeys"), &passkey(app, person).await).await.is(200);
    app.execute("UPDATE users SET provider = 'apple', provider_uid = 'apple-1'").await;
}

/// Sets a new password through the mailed link, in another browser.
async fn reset_password(app: &TestApp) -> Persona {
    let visitor = app.anonymous();
    visitor.post("/users/password", &json!({ "user": { "email": EMAIL } })).await.is(200);
    let token = mailed_token(app, "reset_password_token=").await;
    let user = json!({
        "reset_password_token": token, "password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD });
    visitor.patch("/users/password", &json!({ "user": user })).await.is(200);
    visitor
}

#[tokio::test]
async fn second_factors_need_a_confirmed_address() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let (enrolment, passkeys) = (format!("{SETTINGS}/authenticator"), format!("{SETTINGS}/passkeys"));
    let proof = json!({ "current_password": PASSWORD });
    assert_eq!(visitor.get(SETTINGS).await.data()["email_confirmed"], false);
    let refused = visitor.post(&enrolment, &proof).await;
    refused.refused(422, "email_not_confirmed");
    assert_eq!(refused.json()["message"], "先にメールアドレスの確認を済ませてください。");
    visitor.post(&format!("{passkeys}/options"), &proof).await.refused(422, "email_not_confirmed");
    assert_eq!(app.count("SELECT count(*) FROM authenticators").await, 0);

    let token = mailed_token(&app, "confirmation_token=").await;
    visitor.open(&format!("/users/confirmation?confirmation_token={token}")).await.is(303);
    // Setups that were begun before the address had to be confirmed are refused as well.
    let unconfirm = "UPDATE users SET email_confirmed_at = NULL";
    let begun = visitor.post(&enrolment, &proof).await.is(200).json();
    let code = Authenticator::with(begun["secret"].as_str().expect("a secret")).code(&app);
    app.execute(unconfirm).await;
    visitor.patch(&enrolment, &json!({ "code": code })).await.refused(422, "email_not_confirmed");
    confirm_addresses(&app).await;
    visitor.add_authenticator(&app, SETTINGS).await;
    let credential = passkey(&app, &visitor).await;
    app.execute(unconfirm).await;
    visitor.post(&passkeys, &credential).await.refused(422, "email_not_confirmed");
    assert_eq!(app.count("SELECT count(*) FROM passkeys").await, 0);
    confirm_addresses(&app).await;
    visitor.post(&passkeys, &passkey(&app, &visitor).await).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn new_password_removes_factors_of_an_unconfirmed_account() {
    let app = TestApp::with_jobs().await;
    let stranger = signed_up(&app, EMAIL).await;
    add_factors(&app, &stranger).await;
    app.execute("UPDATE users SET email_confirmed_at = NULL").await;
    assert_eq!((app.count(FACTORS).await, app.count(WITH_APPLE).await), (12, 1));

    let owner = reset_password(&app).await;
    assert!(!stranger.is_signed_in().await);
    assert_eq!((app.count(FACTORS).await, app.count(WITH_APPLE).await), (0, 0));
    assert_eq!(app.count("SELECT count(*) FROM known_browsers").await, 1, "the one that set the password");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE email_confirmed_at IS NOT NULL").await, 1);
    assert_eq!(app.count(CLAIMED).await, 1);
    let signed_in = owner.sign_in_as_diner(EMAIL, NEW_PASSWORD).await;
    assert_eq!(signed_in.is(200).json()["redirect_to"], "/", "no code is asked for");
    assert!(owner.is_signed_in().await);
    owner.post(&format!("{SETTINGS}/authenticator"), &json!({ "current_password": NEW_PASSWORD })).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn new_password_keeps_factors_of_a_confirmed_account() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, EMAIL).await;
    add_factors(&app, &hanako).await;
    let browser = reset_password(&app).await;
    assert!(!hanako.is_signed_in().await);
    assert_eq!((app.count(FACTORS).await, app.count(WITH_APPLE).await, app.count(CLAIMED).await), (12, 1, 0));
    assert_eq!(app.count("SELECT count(*) FROM known_browsers").await, 2);
    let waiting = browser.sign_in_as_diner(EMAIL, NEW_PASSWORD).await;
    assert_eq!(waiting.is(200).json()["redirect_to"], "/users/two_factor_authentication");
    assert!(!browser.is_signed_in().await);
    app.end().await;
}
