//! The security of an admin's account: the second factor that production requires, passkeys, sessions, password.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Authenticator, Options, PASSWORD, Persona, Reply, SecurityKey, TestApp};

const SETTINGS: &str = "/admin/security_settings";
const STEP: &str = "/admin/second_factor";

async fn give_code(persona: &Persona, code: &str) -> Reply {
    persona.post(STEP, &json!({ "code": code })).await
}

fn proof() -> Value {
    json!({ "current_password": PASSWORD })
}

/// An admin who is signed in and has an app, their address, the app and its recovery codes.
async fn with_app(app: &TestApp) -> (Persona, String, Authenticator, Vec<String>) {
    let (_, email) = app.admin_with_password(&[]).await;
    let admin = app.anonymous();
    admin.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let (authenticator, codes) = admin.add_authenticator(app, SETTINGS).await;
    (admin, email, authenticator, codes)
}

#[tokio::test]
async fn first_sign_in_enrols_required_factor() {
    let settings = &[("SEKI_STAFF_SECOND_FACTOR", "always")];
    let app = TestApp::with(Options { settings, ..Options::default() }).await;
    let (_, email) = app.admin_with_password(&[]).await;
    let admin = app.anonymous();
    assert_eq!(admin.sign_in_as_admin(&email, PASSWORD).await.is(200).json()["redirect_to"], STEP);
    admin.get(SETTINGS).await.refused(401, "sign_in_required");
    admin.post("/owners/second_factor/authenticator", &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(admin.get(STEP).await.data(), json!({ "is_enrolled": false, "has_passkeys": false }));
    let begun = admin.post(&format!("{STEP}/authenticator"), &json!({})).await.is(200).json();
    let authenticator = Authenticator::with(begun["secret"].as_str().unwrap());
    give_code(&admin, "000000").await.refused(422, "code_wrong");
    let done = give_code(&admin, &authenticator.code(&app)).await.is(200).json();
    let codes = done["recovery_codes"].as_array().unwrap().len();
    assert_eq!((&done["redirect_to"], codes), (&json!("/admin/home"), 10));
    assert_eq!(admin.get(SETTINGS).await.data()["is_factor_required"], true);
    let removed = admin.call(Method::DELETE, &format!("{SETTINGS}/authenticator")).json(&proof()).send().await;
    removed.refused(422, "factor_required");
    app.anonymous().open(STEP).await.goes_to("/admin/sign_in");
    app.end().await;
}

#[tokio::test]
async fn the_app_a_recovery_code_and_a_passkey_each_complete_a_sign_in() {
    let app = TestApp::start().await;
    let (admin, email, authenticator, codes) = with_app(&app).await;
    app.advance(30);
    for (code, works) in [(authenticator.code(&app), true), (codes[0].clone(), true), (codes[0].clone(), false)] {
        let browser = app.anonymous();
        assert_eq!(browser.sign_in_as_admin(&email, PASSWORD).await.is(200).json()["redirect_to"], STEP);
        browser.get(SETTINGS).await.refused(401, "sign_in_required");
        assert_eq!(give_code(&browser, &code).await.status == 200, works, "{code}");
        assert_eq!(browser.get(SETTINGS).await.status == 200, works);
    }
    let mut key = SecurityKey::named(&app, "a");
    let passkeys = format!("{SETTINGS}/passkeys");
    admin.post(&format!("{passkeys}/options"), &json!({})).await.refused(422, "password_wrong");
    let options = admin.post(&format!("{passkeys}/options"), &proof()).await.is(200).json()["options"].clone();
    let credential = key.create(&options);
    admin.post(&passkeys, &json!({ "name": "机の鍵", "credential": credential })).await.is(200);
    let uid = admin.get(SETTINGS).await.data()["passkeys"][0]["uid"].as_str().unwrap().to_owned();
    admin.patch(&format!("{passkeys}/{uid}"), &json!({ "name": "鍵" })).await.is(200);

    let browser = app.anonymous();
    browser.sign_in_as_admin(&email, PASSWORD).await.is(200);
    assert_eq!(browser.get(STEP).await.data()["has_passkeys"], true);
    let begun = browser.post(&format!("{STEP}/passkey/options"), &json!({})).await.is(200).json();
    let credential = key.get(&begun["options"]);
    browser.post(&format!("{STEP}/passkey"), &json!({ "credential": credential })).await.is(200);
    browser.get(SETTINGS).await.is(200);
    let remove = admin.call(Method::DELETE, &format!("{passkeys}/{uid}")).json(&proof());
    remove.send().await.is(200);
    assert_eq!(admin.get(SETTINGS).await.data()["passkeys"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn sessions_are_ended_and_a_new_password_ends_the_others() {
    let app = TestApp::start().await;
    let (_, email) = app.admin_with_password(&[]).await;
    let (admin, phone, tablet) = (app.anonymous(), app.anonymous(), app.anonymous());
    for browser in [&admin, &phone, &tablet] {
        browser.sign_in_as_admin(&email, PASSWORD).await.is(200);
    }
    let sessions = phone.get(SETTINGS).await.data()["security"]["sessions"].as_array().unwrap().clone();
    let current = sessions.iter().find(|session| session["is_current"] == true).expect("this one");
    let path = format!("{SETTINGS}/sessions/{}", current["uid"].as_str().unwrap());
    let (_, stranger) = app.admin_with_password(&[]).await;
    let other = app.anonymous();
    other.sign_in_as_admin(&stranger, PASSWORD).await.is(200);
    other.delete(&path).await.refused(404, "not_found");
    admin.delete(&path).await.is(200);
    phone.get(SETTINGS).await.refused(401, "sign_in_required");
    let body =
        json!({ "current_password": "Wrong-2026", "password": "Newer-2026", "password_confirmation": "Newer-2026" });
    admin.patch(&format!("{SETTINGS}/password"), &body).await.refused(422, "password_wrong");
    let body = json!({ "current_password": PASSWORD, "password": "Newer-2026", "password_confirmation": "Newer-2026" });
    admin.patch(&format!("{SETTINGS}/password"), &body).await.is(200);
    tablet.get(SETTINGS).await.refused(401, "sign_in_required");
    admin.get(SETTINGS).await.is(200);
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'password_changed'";
    assert_eq!(app.count(alerts).await, 1);
    app.end().await;
}
