use serde_json::{Value, json};
use tests::{Options, Persona, Reply, TestApp};

use super::people::{PHONE, PHONE_E164, form};

fn number(typed: &str) -> Value {
    json!({ "phone_country": "JP", "phone_local_number": typed })
}

async fn send(visitor: &Persona, typed: &str, token: &str) -> Reply {
    visitor.post("/sms_confirmations", &json!({ "sms_confirmation": number(typed), "recaptcha_token": token })).await
}

async fn confirm(visitor: &Persona, uuid: &str, typed: &str, code: Value) -> Reply {
    let body = json!({ "code": code, "sms_confirmation": number(typed) });
    visitor.post(&format!("/sms_confirmations/{uuid}/confirm"), &body).await
}

/// The uuid, and the four digits of the message.
async fn code(app: &TestApp, visitor: &Persona) -> (String, String) {
    let seen = app.outside.inbox(PHONE_E164).await.len();
    let sent = send(visitor, PHONE, "token").await.is(201).json();
    let message = app.outside.message_to(PHONE_E164, seen).await;
    let digits: String = message["text"].as_str().unwrap().chars().filter(char::is_ascii_digit).take(4).collect();
    (sent["uuid"].as_str().unwrap().to_owned(), digits)
}

/// F015, F016, F017
#[tokio::test]
async fn correct_code_verifies_number_for_sign_up() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let (uuid, digits) = code(&app, &visitor).await;
    let other = if digits == "0000" { "1111" } else { "0000" };
    let wrong = confirm(&visitor, &uuid, PHONE, json!(other)).await;
    wrong.refused(400, "code_wrong");
    assert!(!wrong.json()["message"].as_str().unwrap().is_empty());
    let elsewhere = confirm(&app.anonymous(), &uuid, PHONE, json!(digits)).await;
    assert_eq!(elsewhere.status, 404, "another browser's confirmation");
    confirm(&visitor, &uuid, "09010000001", json!(digits)).await.refused(400, "sms_number_changed");
    let right = confirm(&visitor, &uuid, PHONE, json!(digits)).await;
    assert_eq!(right.json(), json!({ "uuid": uuid, "status": "confirmed" }));
    visitor.post("/users", &form("hanako@seki.test", &uuid)).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_code_may_be_tried_five_times_and_for_ten_minutes() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let (uuid, digits) = code(&app, &visitor).await;
    let other = if digits == "0000" { "1111" } else { "0000" };
    for malformed in [json!("12"), json!(""), json!("abcd"), Value::Null] {
        confirm(&visitor, &uuid, PHONE, malformed).await.is(400);
    }
    for _ in 0..5 {
        assert_eq!(confirm(&visitor, &uuid, PHONE, json!(other)).await.json()["code"], "code_wrong");
    }
    confirm(&visitor, &uuid, PHONE, json!(digits)).await.refused(400, "code_tried_too_often");

    app.advance(61);
    let (uuid, digits) = code(&app, &visitor).await;
    app.advance(10 * 60);
    confirm(&visitor, &uuid, PHONE, json!(digits)).await.refused(400, "code_expired");
    app.end().await;
}

/// F018
#[tokio::test]
async fn a_second_code_waits_for_the_resend_time() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    send(&visitor, PHONE, "token").await.is(201);
    let early = send(&visitor, PHONE, "token").await;
    assert_eq!((early.status, early.header("retry-after")), (429, "60"));
    assert_eq!(send(&app.anonymous(), PHONE, "token").await.status, 429, "nor from another browser");
    send(&visitor, "09010000001", "token").await.is(201);
    app.advance(60);
    send(&visitor, PHONE, "token").await.is(201);
    app.end().await;
}

#[tokio::test]
async fn only_people_are_sent_codes_and_only_to_numbers() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    assert_eq!(send(&visitor, PHONE, "").await.json()["code"], "captcha_missing");
    send(&visitor, PHONE, "bad-token").await.refused(422, "captcha_refused");
    for typed in ["", "123", &"9".repeat(200)] {
        let answer = send(&visitor, typed, "token").await;
        assert_eq!(answer.is(422).bad_fields(), ["phone_local_number"]);
    }
    visitor.post("/sms_confirmations", &json!({ "sms_confirmation": 1, "recaptcha_token": "t" })).await.is(422);
    assert!(app.outside.inbox(PHONE_E164).await.is_empty());
    app.end().await;
}

#[tokio::test]
async fn unreachable_captcha_provider_returns_502() {
    let settings = &[("RECAPTCHA_VERIFY_URL", "http://127.0.0.1:1/siteverify")];
    let app = TestApp::with(Options { settings, ..Options::default() }).await;
    let body = json!({ "sms_confirmation": number(PHONE), "recaptcha_token": "token" });
    app.anonymous().post("/sms_confirmations", &body).await.refused(502, "captcha_unreachable");
    app.end().await;
}

#[tokio::test]
async fn number_that_receives_no_texts_must_be_verified_by_call() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    for number in ["0312345678", "0120123456", "05012345678"] {
        let refused = send(&visitor, number, "token").await;
        refused.refused(422, "sms_number_no_texts");
        assert_eq!(refused.bad_fields(), ["phone_local_number"]);
        assert!(refused.json()["message"].as_str().is_some_and(|text| text.contains("お電話")), "{}", refused.json());
        let call = json!({ "phone_country": "JP", "phone_local_number": number, "flow_type": "sign_up" });
        visitor.post("/phone_verifications", &call).await.is(201);
    }
    assert_eq!(app.count("SELECT count(*) FROM sms_confirmations").await, 0);
    app.end().await;
}
