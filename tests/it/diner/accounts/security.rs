//! The security of a diner's account: sessions, and an optional authenticator app.

use serde_json::{Value, json};
use tests::{DAY, PASSWORD, Persona, TestApp};

use super::people::{confirm_addresses, signed_up};

const EMAIL: &str = "hanako@seki.test";
const SETTINGS: &str = "/users/profile/security_settings";

async fn sessions(visitor: &Persona) -> Vec<Value> {
    let page = visitor.get(SETTINGS).await.data();
    page["security"]["sessions"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_diner_sees_where_they_are_signed_in_and_ends_it() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let (phone, tablet) = (app.anonymous(), app.anonymous());
    for browser in [&phone, &tablet] {
        browser.sign_in_as_diner(EMAIL, PASSWORD).await.is(200);
    }
    assert_eq!(app.alerts(EMAIL, "new_browser").await, 2, "each was new");
    assert_eq!(sessions(&visitor).await.len(), 3);
    let of_phone = sessions(&phone).await.into_iter().find(|session| session["is_current"] == true).unwrap();
    let path = format!("{SETTINGS}/sessions/{}", of_phone["uid"].as_str().unwrap());
    app.anonymous().delete(&path).await.is(401);
    visitor.delete(&path).await.is(200);
    visitor.delete(&path).await.is(404);
    assert!(!phone.is_signed_in().await && tablet.is_signed_in().await);
    visitor.delete(&format!("{SETTINGS}/sessions")).await.is(200);
    assert!(!tablet.is_signed_in().await && visitor.is_signed_in().await);
    app.advance(14 * DAY);
    assert!(!visitor.is_signed_in().await, "two weeks without a request end a session");
    app.end().await;
}

#[tokio::test]
async fn an_app_takes_the_place_of_the_mailed_code() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    confirm_addresses(&app).await;
    let path = format!("{SETTINGS}/authenticator");
    visitor.post(&path, &json!({ "current_password": "Wrong-2026" })).await.refused(422, "password_wrong");
    let code = visitor.post(&path, &json!({ "code": "123456" })).await;
    code.refused(422, "code_without_app");
    assert_eq!(code.bad_fields(), ["code"]);
    let (authenticator, codes) = visitor.add_authenticator(&app, SETTINGS).await;
    assert_eq!(codes.len(), 10);

    let browser = app.anonymous();
    let answer = browser.sign_in_as_diner(EMAIL, PASSWORD).await;
    assert_eq!(answer.json()["redirect_to"], "/users/two_factor_authentication");
    assert!(!browser.is_signed_in().await);
    browser.get(SETTINGS).await.is(401);
    assert_eq!(browser.get("/users/two_factor_authentication").await.data()["is_of_app"], true);
    let verify = async |code: &str| {
        browser.post("/users/two_factor_authentication/verify", &json!({ "verification_code": code })).await
    };
    assert_eq!(verify(&authenticator.code(&app)).await.json()["code"], "code_wrong", "the enrolment used it up");
    app.advance(30);
    verify(&authenticator.code(&app)).await.is(200);
    assert!(browser.is_signed_in().await);
    app.end().await;
}

/// F211: a new password follows the rule of sign-up, and the error has the same text.
#[tokio::test]
async fn password_change_is_mailed_and_ends_other_sessions() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let other = app.anonymous();
    other.sign_in_as_diner(EMAIL, PASSWORD).await;
    let change = async |password: &str| {
        let body = json!({ "current_password": PASSWORD, "password": password, "password_confirmation": password });
        visitor.patch(&format!("{SETTINGS}/password"), &body).await
    };
    for weak in ["abcdefgh", "Abcdefgh", "abcdefg1", "Abcde1", "Password1"] {
        let (new, first) =
            (change(weak).await, app.anonymous().post("/users", &json!({ "user": { "password": weak } })).await);
        assert_eq!(new.is(422).bad_fields(), ["password"], "{weak}: {}", new.body);
        assert_eq!(new.json()["fields"]["password"], first.json()["fields"]["password"], "{weak}");
    }
    change("Newer-2026").await.is(200);
    assert!(visitor.is_signed_in().await && !other.is_signed_in().await);
    other.sign_in_as_diner(EMAIL, "Newer-2026").await.is(200);
    assert_eq!(app.alerts(EMAIL, "password_changed").await, 1);
    app.end().await;
}
